// The first arrangement that fits (docs/drawing.md).
//
// Coordinates, rows, bands and rooms are worked out from the model (grid.c);
// arrows go in layers from the actual world; loose pictures are laid out by
// forces (layout.c).  In the last two a line may come to lie on a box.  Then
// the boxes are set on a ring that grows until none does: on a ring no box
// lies between two others, so it ends.  What is left is a table: the worlds
// alone.  No picture leaves this file that is not clear.

#include "logic/draw/arrange.h"
#include "base/memory.h"
#include "logic/kripke/plausible.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { LOOSE_MAX = 12, SAMPLES = 160, LOOP_WIDE = 20, LOOP_HIGH = 34 };

static const char *const names[DX_LAYOUTS] = {
    "own",    "neato",  "sfdp",  "auto",  "coordinates", "rows",
    "likely", "arrows", "rooms", "loose", "table"};

const char *dx_layout_name(dx_draw_layout layout)
{
    assert(layout < DX_LAYOUTS);
    return names[layout];
}

bool dx_layout_find(const char *name, dx_draw_layout *out)
{
    for (size_t i = 0; i < DX_LAYOUTS; i++)
        if (strcmp(names[i], name) == 0) {
            *out = (dx_draw_layout)i;
            return true;
        }
    return false;
}

// ---- Is it clear?

// How far two boxes are apart; 0 if they meet.
static double gap(const dx_box *a, const dx_box *b)
{
    double x = fabs(a->at.x - b->at.x) - (a->width + b->width) / 2;
    double y = fabs(a->at.y - b->at.y) - (a->height + b->height) / 2;
    return hypot(fmax(x, 0), fmax(y, 0));
}

static bool is_on(dx_point p, const dx_box *box)
{
    return fabs(p.x - box->at.x) < box->width / 2 + 3 &&
           fabs(p.y - box->at.y) < box->height / 2 + 3;
}

// A loop takes a rectangle beside its box.
static bool loop_meets(const dx_line *loop, const dx_box *box)
{
    dx_point foot = {(loop->start.x + loop->end.x) / 2,
                     (loop->start.y + loop->end.y) / 2};
    bool is_beside = loop->start.x == loop->end.x;
    dx_box taken = {
        .at = {(foot.x + loop->middle.x) / 2, (foot.y + loop->middle.y) / 2},
        .width = is_beside ? LOOP_HIGH : 2 * LOOP_WIDE,
        .height = is_beside ? 2 * LOOP_WIDE : LOOP_HIGH};
    return gap(&taken, box) < 1;
}

static bool line_meets(const dx_line *line, const dx_box *box)
{
    if (line->from == line->to)
        return loop_meets(line, box);
    for (int i = 0; i <= SAMPLES; i++)
        if (is_on(dx_line_point(line, (double)i / SAMPLES), box))
            return true;
    return false;
}

bool dx_picture_is_clear(const dx_picture *picture)
{
    for (size_t b = 0; b < picture->box_count; b++) {
        for (size_t c = 0; c < b; c++)
            if (gap(&picture->boxes[b], &picture->boxes[c]) < DX_BOXES_APART)
                return false;
        for (size_t i = 0; i < picture->lines.count; i++) {
            const dx_line *line = &picture->lines.at[i];
            if (line->from != b && line->to != b &&
                line_meets(line, &picture->boxes[b]))
                return false;
        }
    }
    return true;
}

// ---- Ring and layers

static dx_box largest_box(const dx_picture *picture)
{
    dx_box most = {.width = 1, .height = 1};
    for (size_t b = 0; b < picture->box_count; b++) {
        most.width = fmax(most.width, picture->boxes[b].width);
        most.height = fmax(most.height, picture->boxes[b].height);
    }
    return most;
}

// The first box left, the others round from it.
static bool set_on_ring(dx_picture *picture)
{
    enum { TRIES = 24 };
    double count = (double)picture->box_count;
    dx_box most = largest_box(picture);
    double radius = 20 + count * (most.width + most.height) / 8;
    for (int i = 0; i < TRIES; i++, radius *= 1.25) {
        for (size_t b = 0; b < picture->box_count; b++) {
            double angle = M_PI - 2 * M_PI * (double)b / count;
            picture->boxes[b].at =
                (dx_point){radius * cos(angle), -0.8 * radius * sin(angle)};
        }
        dx_picture_route(picture);
        if (dx_picture_is_clear(picture))
            return true;
    }
    return false;
}

// How many steps, of anybody, from the actual world; those out of reach come
// in a layer behind the others.
static size_t find_layers(const dx_picture *picture, size_t *layer)
{
    size_t count = picture->box_count, last = 0;
    for (size_t w = 0; w < count; w++)
        layer[w] = w == dx_model_actual(picture->model) ? 0 : SIZE_MAX;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < picture->lines.count; i++) {
            const dx_line *line = &picture->lines.at[i];
            bool both = line->arrow != DX_ARROW_TO;
            for (int turn = 0; turn < (both ? 2 : 1); turn++) {
                uint32_t from = turn == 0 ? line->from : line->to;
                uint32_t to = turn == 0 ? line->to : line->from;
                if (layer[from] != SIZE_MAX && layer[to] > layer[from] + 1) {
                    layer[to] = layer[from] + 1;
                    changed = true;
                }
            }
        }
    }
    for (size_t w = 0; w < count; w++)
        last = layer[w] != SIZE_MAX && layer[w] > last ? layer[w] : last;
    for (size_t w = 0; w < count; w++)
        layer[w] = layer[w] == SIZE_MAX ? last + 1 : layer[w];
    return last + 2;
}

static bool set_in_layers(dx_picture *picture)
{
    dx_box most = largest_box(picture);
    size_t *layer = dx_alloc(picture->box_count, sizeof *layer);
    size_t layers = find_layers(picture, layer);
    for (size_t k = 0; k < layers; k++) {
        double x = (double)k * (most.width + 110), y = 0, high = 0;
        for (size_t w = 0; w < picture->box_count; w++)
            high += layer[w] == k ? most.height + 56 : 0;
        for (size_t w = 0; w < picture->box_count; w++)
            if (layer[w] == k) {
                picture->boxes[w].at = (dx_point){x, y - high / 2};
                y += most.height + 56;
            }
    }
    dx_free(layer);
    dx_picture_route(picture);
    return dx_picture_is_clear(picture);
}

// ---- Which fits

static bool is_knowledge(const dx_model *model)
{
    for (size_t a = 0; a < dx_model_agent_count(model); a++)
        if (dx_model_relation(model, a, DX_KNOWLEDGE)->cell == NULL ||
            dx_model_has_belief(model, a) || dx_model_ranks(model, a) != NULL)
            return false;
    return true;
}

static bool set_loose(dx_picture *picture)
{
    dx_picture_lay_out(picture);
    dx_picture_route(picture);
    return dx_picture_is_clear(picture) || set_on_ring(picture);
}

static bool try_one(dx_picture *picture, dx_draw_layout layout)
{
    size_t count = picture->box_count;
    bool knows = is_knowledge(picture->model);
    switch (layout) {
    case DX_LAYOUT_COORDINATES:
        return knows && dx_picture_set_coordinates(picture);
    case DX_LAYOUT_ROWS:
        return knows && dx_picture_set_rows(picture);
    case DX_LAYOUT_BANDS:
        return dx_picture_set_bands(picture);
    case DX_LAYOUT_ARROWS:
        return !knows && count <= LOOSE_MAX &&
               (set_in_layers(picture) || set_on_ring(picture));
    case DX_LAYOUT_ROOMS:
        return knows && dx_picture_set_rooms(picture);
    case DX_LAYOUT_LOOSE:
        return count <= LOOSE_MAX && set_loose(picture);
    default:
        dx_picture_set_table(picture);
        return true;
    }
}

dx_status dx_picture_arrange(dx_picture *picture, dx_draw_layout layout,
                             dx_error *error)
{
    bool is_free = layout == DX_LAYOUT_AUTO;
    size_t first = is_free ? DX_LAYOUT_COORDINATES : layout;
    size_t last = is_free ? DX_LAYOUT_TABLE : layout;
    for (size_t l = first; l <= last; l++)
        if (try_one(picture, (dx_draw_layout)l)) {
            picture->layout = (dx_draw_layout)l;
            assert(dx_picture_is_clear(picture));
            return DX_OK;
        }
    return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                   "the model does not fit the layout '%s'; auto takes the "
                   "first that fits",
                   dx_layout_name(layout));
}
