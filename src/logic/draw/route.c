// How lines run and where their labels stand.
//
// A line is a quadratic curve between the middles of its boxes.  It is tried
// straight and then bent more and more to either side, and the first that
// passes no other box (by points sampled along it) is taken, or the one that
// passes fewest.

#include "base/heed.h"
#include "base/memory.h"
#include "logic/draw/picture.h"

#include <assert.h>
#include <math.h>

enum { LANE = 34, SAMPLES = 24, LOOP = 30 };

// The sides of a box on which a loop can sit.
static const dx_point sides[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

dx_point dx_line_point(const dx_line *line, double t)
{
    assert(t >= 0 && t <= 1);
    double a = (1 - t) * (1 - t), b = 2 * t * (1 - t), c = t * t;
    return (dx_point){
        a * line->start.x + b * line->middle.x + c * line->end.x,
        a * line->start.y + b * line->middle.y + c * line->end.y,
    };
}

static bool is_inside(dx_point p, const dx_box *box, double margin)
{
    return fabs(p.x - box->at.x) < box->width / 2 + margin &&
           fabs(p.y - box->at.y) < box->height / 2 + margin;
}

// How many sampled points lie on boxes that the line does not belong to.
static unsigned points_on_boxes(const dx_picture *picture, const dx_line *line)
{
    unsigned count = 0;
    for (size_t b = 0; b < picture->box_count; b++) {
        if (b == line->from || b == line->to)
            continue;
        for (int i = 0; i <= SAMPLES; i++)
            count += is_inside(dx_line_point(line, (double)i / SAMPLES),
                               &picture->boxes[b], 5);
    }
    return count;
}

// The curve between the middles of the two boxes, bent by `bend` pixels to
// the left as seen from the box with the smaller number.
static void bend_line(const dx_picture *picture, dx_line *line, double bend)
{
    const dx_box *a = &picture->boxes[line->from];
    const dx_box *b = &picture->boxes[line->to];
    double dx = b->at.x - a->at.x, dy = b->at.y - a->at.y,
           length = hypot(dx, dy);
    if (line->from > line->to)
        bend = -bend;
    line->is_straight = bend == 0;
    line->start = (dx_point){a->at.x, a->at.y};
    line->end = (dx_point){b->at.x, b->at.y};
    line->middle = (dx_point){(a->at.x + b->at.x) / 2, (a->at.y + b->at.y) / 2};
    if (length > 0) {
        line->middle.x += 2 * bend * dy / length;
        line->middle.y -= 2 * bend * dx / length;
    }
}

// Where the curve leaves its first box and enters its last, by halving.
static double border(const dx_line *line, const dx_box *box, double inside,
                     double outside)
{
    for (int i = 0; i < 30; i++) {
        double t = (inside + outside) / 2;
        if (is_inside(dx_line_point(line, t), box, 2))
            inside = t;
        else
            outside = t;
    }
    return outside;
}

static dx_point between(dx_point a, dx_point b, double t)
{
    return (dx_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

// Cuts off what is inside the boxes (de Casteljau's construction).
static void cut_ends(const dx_picture *picture, dx_line *line)
{
    assert(line->from != line->to);
    double from = border(line, &picture->boxes[line->from], 0, 0.5);
    double to = border(line, &picture->boxes[line->to], 1, 0.5);
    dx_point start = dx_line_point(line, from), end = dx_line_point(line, to);
    dx_point left = between(line->start, line->middle, from);
    dx_point right = between(line->middle, line->end, from);
    line->middle = between(left, right, to);
    line->start = start;
    line->end = end;
}

static void route_between(const dx_picture *picture, dx_line *line)
{
    static const double detours[] = {0, 30, -30, 55, -55, 85, -85, 120, -120};
    double lane = ((double)line->lane - ((double)line->lanes - 1) / 2) * LANE;
    double best = 0;
    unsigned fewest = 1u << 30;
    for (size_t i = 0; i < sizeof detours / sizeof *detours; i++) {
        bend_line(picture, line, lane + detours[i]);
        unsigned count = points_on_boxes(picture, line);
        if (count < fewest) {
            fewest = count;
            best = lane + detours[i];
        }
    }
    assert(line->lane < line->lanes && fewest < 1u << 30);
    bend_line(picture, line, best);
    cut_ends(picture, line);
}

// ---- Loops.

static void put_loop(const dx_picture *picture, dx_line *line, dx_point side)
{
    assert(line->from == line->to && fabs(side.x) + fabs(side.y) == 1);
    const dx_box *box = &picture->boxes[line->from];
    double x = box->at.x + side.x * (box->width / 2 + 2);
    double y = box->at.y + side.y * (box->height / 2 + 2);
    line->start = (dx_point){x - 9 * fabs(side.y), y - 9 * fabs(side.x)};
    line->end = (dx_point){x + 9 * fabs(side.y), y + 9 * fabs(side.x)};
    line->middle = (dx_point){x + LOOP * side.x, y + LOOP * side.y};
    line->is_straight = false;
}

// What is near the outermost point of a loop: lines and boxes.
static unsigned crowd(const dx_picture *picture, const dx_line *loop)
{
    unsigned count = 0;
    for (size_t b = 0; b < picture->box_count; b++)
        if (b != loop->from)
            count += 20 * is_inside(loop->middle, &picture->boxes[b], 12);
    for (size_t i = 0; i < picture->lines.count; i++) {
        const dx_line *line = &picture->lines.at[i];
        if (line->from == line->to && line >= loop)
            continue; // has no place yet
        for (int k = 0; k <= SAMPLES; k++) {
            dx_point p = dx_line_point(line, (double)k / SAMPLES);
            count += hypot(p.x - loop->middle.x, p.y - loop->middle.y) < 26;
        }
    }
    return count;
}

static void route_loop(const dx_picture *picture, dx_line *line)
{
    size_t best = 0;
    unsigned fewest = 1u << 30;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        put_loop(picture, line, sides[i]);
        unsigned count = crowd(picture, line);
        if (count < fewest) {
            fewest = count;
            best = i;
        }
    }
    put_loop(picture, line, sides[best]);
}

// ---- Labels.

typedef struct spot {
    dx_point at;
    double width, height;
} spot;

static bool overlap(spot a, spot b)
{
    return fabs(a.at.x - b.at.x) < (a.width + b.width) / 2 + 2 &&
           fabs(a.at.y - b.at.y) < (a.height + b.height) / 2 + 2;
}

static spot label_spot(dx_line *line, dx_point at)
{
    return (spot){at, dx_text_width(dx_text_string(&line->label), 12) + 6, 16};
}

// How much is in the way of a label: boxes, earlier labels, foreign lines.
static unsigned obstacles(dx_picture *picture, size_t number, spot label)
{
    unsigned count = 0;
    for (size_t b = 0; b < picture->box_count; b++) {
        const dx_box *box = &picture->boxes[b];
        spot around = {box->at, box->width, box->height};
        count += 30 * overlap(label, around);
    }
    for (size_t i = 0; i < picture->lines.count; i++) {
        dx_line *other = &picture->lines.at[i];
        if (i < number)
            count += 30 * overlap(label, label_spot(other, other->at_label));
        for (int k = 0; k <= SAMPLES && i != number; k++) {
            spot p = {dx_line_point(other, (double)k / SAMPLES), 1, 1};
            count += overlap(label, p);
        }
    }
    return count;
}

static void place_label(dx_picture *picture, size_t number)
{
    static const double places[] = {0.5,  0.44, 0.56, 0.38, 0.62,
                                    0.32, 0.68, 0.26, 0.74};
    dx_line *line = &picture->lines.at[number];
    if (line->from == line->to) {
        const dx_box *box = &picture->boxes[line->from];
        double width = dx_text_width(dx_text_string(&line->label), 12);
        bool beside = line->start.x == line->end.x;
        double way = beside ? 6 + width / 2 : 9;
        dx_point out = {line->middle.x - box->at.x, line->middle.y - box->at.y};
        line->at_label = (dx_point){
            line->middle.x + (beside ? copysign(way, out.x) : 0),
            line->middle.y + (beside ? 0 : copysign(way, out.y)),
        };
        return;
    }
    unsigned fewest = 1u << 30;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        dx_point at = dx_line_point(line, places[i]);
        unsigned count = obstacles(picture, number, label_spot(line, at));
        if (count < fewest) {
            fewest = count;
            line->at_label = at;
        }
    }
}

void dx_picture_route(dx_picture *picture)
{
    size_t count = picture->lines.count;
    for (size_t i = 0; i < count && !dx_is_called_off(); i++)
        if (picture->lines.at[i].from != picture->lines.at[i].to)
            route_between(picture, &picture->lines.at[i]);
    for (size_t i = 0; i < count && !dx_is_called_off(); i++)
        if (picture->lines.at[i].from == picture->lines.at[i].to)
            route_loop(picture, &picture->lines.at[i]);
    for (size_t i = 0; i < count && !dx_is_called_off(); i++)
        place_label(picture, i);
    dx_picture_trim(picture);
}
