// Where the boxes go.
//
// Each connected part is laid out by stress: boxes want to be as far apart as
// the shortest way between them along lines, near ones more than far ones.
// One pair after the other is moved towards its distance with a step that
// shrinks (Zheng, Pawar and Goodman 2018: graph drawing by stochastic gradient
// descent).  Several random starts are tried; the layout with the fewest
// boxes on foreign lines and the fewest crossings is kept.  Then boxes that
// overlap are pushed apart, and the parts are set side by side.  The random
// numbers are named, so the same picture comes out every time.

#include "base/heed.h"
#include "base/memory.h"
#include "base/random.h"
#include "logic/draw/picture.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { STARTS = 48, SWEEPS = 60, GAP = 66, APART = 26 };

typedef struct part {
    dx_picture *picture;
    size_t count;
    uint32_t *box;    // which boxes
    double *distance; // count x count
    double *label;    // the same: how wide the label between two boxes is
    double *x, *y;
} part;

static double reach(const dx_box *box)
{
    return (box->width + box->height) / 4;
}

// All shortest ways, by Floyd and Warshall's method.
static void find_distances(part *p)
{
    const dx_picture *picture = p->picture;
    size_t n = p->count;
    for (size_t i = 0; i < n * n; i++)
        p->distance[i] = i % (n + 1) == 0 ? 0 : INFINITY;
    uint32_t *place = dx_alloc(picture->box_count, sizeof *place);
    for (size_t i = 0; i < n; i++)
        place[p->box[i]] = (uint32_t)i + 1;
    for (size_t i = 0; i < picture->lines.count; i++) {
        const dx_line *line = &picture->lines.at[i];
        size_t a = place[line->from], b = place[line->to];
        assert((a == 0) == (b == 0)); // a line stays in its part
        if (a == 0 || a == b)
            continue;
        double length = GAP + reach(&picture->boxes[line->from]) +
                        reach(&picture->boxes[line->to]) +
                        0.6 * DX_FONT_SIZE * (double)line->label.length;
        double wide = 0.6 * DX_FONT_SIZE * (double)line->label.length;
        p->label[(a - 1) * n + b - 1] = p->label[(b - 1) * n + a - 1] = wide;
        double *d = &p->distance[(a - 1) * n + b - 1];
        if (length < *d)
            *d = p->distance[(b - 1) * n + a - 1] = length;
    }
    dx_free(place);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                double way = p->distance[i * n + k] + p->distance[k * n + j];
                if (way < p->distance[i * n + j])
                    p->distance[i * n + j] = way;
            }
}

static void move_pair(part *p, size_t i, size_t j, double step)
{
    double want = p->distance[i * p->count + j];
    assert(want > 0 && isfinite(want)); // a part is connected
    double weight = 1 / (want * want);
    double share = weight * step < 1 ? weight * step : 1;
    double dx = p->x[i] - p->x[j], dy = p->y[i] - p->y[j];
    double length = hypot(dx, dy);
    if (length < 1e-9) {
        dx = length = 1e-3;
        dy = 0;
    }
    double move = share * (length - want) / 2 / length;
    p->x[i] -= move * dx;
    p->y[i] -= move * dy;
    p->x[j] += move * dx;
    p->y[j] += move * dy;
}

typedef struct two {
    uint32_t i, j;
} two;

// The step falls from "every pair at its distance at once" to nearly none.
static void descend(part *p, dx_random *random)
{
    size_t n = p->count, pairs = 0;
    double farthest = 1, nearest = INFINITY;
    two *order = dx_alloc(n * (n - 1) / 2, sizeof *order);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n; j++) {
            double d = p->distance[i * n + j];
            order[pairs++] = (two){i, j};
            farthest = d > farthest ? d : farthest;
            nearest = d < nearest ? d : nearest;
        }
    assert(pairs == n * (n - 1) / 2 && nearest <= farthest);
    double last = 0.02 * nearest * nearest;
    double fall = log(farthest * farthest / last) / (SWEEPS - 1);
    for (int sweep = 0; sweep < SWEEPS && !dx_is_called_off(); sweep++) {
        double step = farthest * farthest * exp(-fall * sweep);
        dx_random_shuffle(random, order, pairs, sizeof *order);
        for (size_t k = 0; k < pairs; k++)
            move_pair(p, order[k].i, order[k].j, step);
    }
    dx_free(order);
}

// Turns the part so that it is wider than high along its main axis, with the
// actual world, if it is in here, in the upper left half.
static void turn(part *p)
{
    double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
    size_t n = p->count;
    for (size_t i = 0; i < n; i++) {
        mx += p->x[i] / (double)n;
        my += p->y[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        double x = p->x[i] - mx, y = p->y[i] - my;
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    double angle = atan2(2 * xy, xx - yy) / 2;
    double c = cos(angle), s = sin(angle), flip_x = 1, flip_y = 1;
    for (size_t i = 0; i < n; i++) {
        double x = p->x[i] - mx, y = p->y[i] - my;
        p->x[i] = c * x + s * y;
        p->y[i] = c * y - s * x;
        if (p->picture->boxes[p->box[i]].is_actual) {
            flip_x = p->x[i] > 0 ? -1 : 1;
            flip_y = p->y[i] > 0 ? -1 : 1;
        }
    }
    for (size_t i = 0; i < n; i++) {
        p->x[i] *= flip_x;
        p->y[i] *= flip_y;
    }
}

// Flat boxes need less room above each other than beside each other.
static void flatten(part *p)
{
    double width = 0, height = 0;
    for (size_t i = 0; i < p->count; i++) {
        width += p->picture->boxes[p->box[i]].width;
        height += p->picture->boxes[p->box[i]].height;
    }
    double by = fmin(1.8, pow(width / height, 0.35));
    for (size_t i = 0; i < p->count && by > 1; i++)
        p->y[i] /= by;
}

// Pushes two boxes apart along the shorter way; false if they do not overlap.
// Boxes that a line joins leave room for its label.
static bool push_apart(part *p, size_t i, size_t j)
{
    const dx_box *a = &p->picture->boxes[p->box[i]];
    const dx_box *b = &p->picture->boxes[p->box[j]];
    double dx = p->x[j] - p->x[i], dy = p->y[j] - p->y[i];
    double wide = p->label[i * p->count + j];
    double over_x = (a->width + b->width) / 2 + APART - fabs(dx) + wide;
    double over_y =
        (a->height + b->height) / 2 + APART - fabs(dy) + (wide > 0 ? 10 : 0);
    if (over_x <= 0.01 || over_y <= 0.01)
        return false;
    double *along = over_x < over_y ? p->x : p->y;
    double half = copysign(fmin(over_x, over_y), over_x < over_y ? dx : dy) / 2;
    along[i] -= half;
    along[j] += half;
    return true;
}

// Again and again; and where that does not end, with more room for all.
static void separate_boxes(part *p)
{
    bool moved = true;
    for (int round = 1; round <= 1000 && moved && !dx_is_called_off();
         round++) {
        moved = false;
        for (size_t i = 0; i < p->count; i++)
            for (size_t j = i + 1; j < p->count; j++)
                moved = push_apart(p, i, j) || moved;
        for (size_t i = 0; i < p->count && round % 100 == 0; i++) {
            p->x[i] *= 1.25;
            p->y[i] *= 1.25;
        }
    }
}

// ---- How good a layout is.

static double side_of(dx_point a, dx_point b, dx_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool cross(dx_point a, dx_point b, dx_point c, dx_point d)
{
    return side_of(a, b, c) * side_of(a, b, d) < 0 &&
           side_of(c, d, a) * side_of(c, d, b) < 0;
}

// Does the line a b pass through the box (a little larger) around c?
static bool hits(dx_point a, dx_point b, dx_point c, const dx_box *box)
{
    double w = box->width / 2 + 6, h = box->height / 2 + 6;
    dx_point nw = {c.x - w, c.y - h}, se = {c.x + w, c.y + h};
    dx_point ne = {c.x + w, c.y - h}, sw = {c.x - w, c.y + h};
    return cross(a, b, nw, se) || cross(a, b, ne, sw);
}

static dx_point place_of(const part *p, const uint32_t *index, uint32_t box)
{
    assert(index[box] < p->count && p->box[index[box]] == box);
    return (dx_point){p->x[index[box]], p->y[index[box]]};
}

static double badness(const part *p, const uint32_t *index)
{
    const dx_picture *picture = p->picture;
    double bad = 0;
    for (size_t k = 0; k < picture->lines.count && !dx_is_called_off(); k++) {
        const dx_line *line = &picture->lines.at[k];
        if (index[line->from] == UINT32_MAX || line->from == line->to)
            continue;
        dx_point a = place_of(p, index, line->from);
        dx_point b = place_of(p, index, line->to);
        bad += hypot(a.x - b.x, a.y - b.y) / 2000;
        for (size_t i = 0; i < p->count; i++)
            if (p->box[i] != line->from && p->box[i] != line->to)
                bad += 8 * hits(a, b, (dx_point){p->x[i], p->y[i]},
                                &picture->boxes[p->box[i]]);
        for (size_t m = k + 1; m < picture->lines.count; m++) {
            const dx_line *other = &picture->lines.at[m];
            if (index[other->from] != UINT32_MAX && other->to != other->from)
                bad += cross(a, b, place_of(p, index, other->from),
                             place_of(p, index, other->to));
        }
    }
    return bad;
}

static void try_start(part *p, uint64_t start)
{
    dx_random random = dx_random_named(0, p->count, start);
    double size = GAP * sqrt((double)p->count);
    for (size_t i = 0; i < p->count; i++) {
        p->x[i] = size * dx_random_unit(&random);
        p->y[i] = size * dx_random_unit(&random);
    }
    if (p->count > 1) {
        descend(p, &random);
        turn(p);
        flatten(p);
    }
    separate_boxes(p);
}

static void keep_places(const part *p)
{
    for (size_t i = 0; i < p->count; i++) {
        p->picture->boxes[p->box[i]].at.x = p->x[i];
        p->picture->boxes[p->box[i]].at.y = p->y[i];
    }
}

static void lay_out_part(part *p)
{
    size_t n = p->count;
    uint32_t *index = dx_alloc_raw(p->picture->box_count, sizeof *index);
    for (size_t b = 0; b < p->picture->box_count; b++)
        index[b] = UINT32_MAX;
    for (size_t i = 0; i < n; i++)
        index[p->box[i]] = (uint32_t)i;
    p->distance = dx_alloc(n * n, sizeof *p->distance);
    p->label = dx_alloc(n * n, sizeof *p->label);
    p->x = dx_alloc(n, sizeof *p->x);
    p->y = dx_alloc(n, sizeof *p->y);
    find_distances(p);
    // Large parts cost more and gain less.
    uint64_t starts = n < 3 ? 1 : n <= 60 ? STARTS : 2;
    double best = INFINITY;
    for (uint64_t start = 0; start < starts; start++) {
        try_start(p, start);
        double bad = badness(p, index);
        if (bad < best) {
            best = bad;
            keep_places(p);
        }
    }
    assert(isfinite(best)); // so every box has a place
    dx_free(p->distance);
    dx_free(p->label);
    dx_free(p->x);
    dx_free(p->y);
    dx_free(index);
}

// ---- Parts side by side.

static dx_picture_area area_of(const part *p)
{
    dx_picture_area a = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < p->count; i++) {
        const dx_box *box = &p->picture->boxes[p->box[i]];
        a.left = fmin(a.left, box->at.x - box->width / 2);
        a.right = fmax(a.right, box->at.x + box->width / 2);
        a.top = fmin(a.top, box->at.y - box->height / 2);
        a.bottom = fmax(a.bottom, box->at.y + box->height / 2);
    }
    return a;
}

static void shift(const part *p, double dx, double dy)
{
    for (size_t i = 0; i < p->count; i++) {
        p->picture->boxes[p->box[i]].at.x += dx;
        p->picture->boxes[p->box[i]].at.y += dy;
    }
}

// In rows, a new row when a row is as wide as the whole would be square.
static void pack(size_t count, const part *parts)
{
    double total = 0;
    for (size_t i = 0; i < count; i++) {
        dx_picture_area a = area_of(&parts[i]);
        total += (a.right - a.left + GAP) * (a.bottom - a.top + GAP);
    }
    double width = 1.5 * sqrt(total), x = 0, y = 0, row = 0;
    for (size_t i = 0; i < count; i++) {
        dx_picture_area a = area_of(&parts[i]);
        if (x > 0 && x + a.right - a.left > width) {
            x = 0;
            y += row + GAP;
            row = 0;
        }
        shift(&parts[i], x - a.left, y - a.top);
        x += a.right - a.left + GAP;
        row = fmax(row, a.bottom - a.top);
    }
}

// Marks the boxes connected with `box` as belonging to part `number`.
static void flood(const dx_picture *picture, uint32_t box, uint32_t number,
                  uint32_t *part_of)
{
    assert(part_of[box] == 0 && number > 0);
    part_of[box] = number;
    bool grown = true;
    while (grown) {
        grown = false;
        for (size_t i = 0; i < picture->lines.count; i++) {
            const dx_line *line = &picture->lines.at[i];
            bool from = part_of[line->from] == number;
            bool to = part_of[line->to] == number;
            if (from == to)
                continue;
            part_of[line->from] = part_of[line->to] = number;
            grown = true;
        }
    }
}

void dx_picture_lay_out(dx_picture *picture)
{
    size_t n = picture->box_count;
    uint32_t *part_of = dx_alloc(n, sizeof *part_of), count = 0;
    for (uint32_t b = 0; b < n; b++)
        if (part_of[b] == 0)
            flood(picture, b, ++count, part_of);
    part *parts = dx_alloc(count, sizeof *parts);
    for (uint32_t i = 0; i < count; i++) {
        parts[i].picture = picture;
        parts[i].box = dx_alloc(n, sizeof(uint32_t));
        for (uint32_t b = 0; b < n; b++)
            if (part_of[b] == i + 1)
                parts[i].box[parts[i].count++] = b;
        lay_out_part(&parts[i]);
    }
    pack(count, parts);
    for (uint32_t i = 0; i < count; i++)
        dx_free(parts[i].box);
    dx_free(parts);
    dx_free(part_of);
}
