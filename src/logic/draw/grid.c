// Rows and columns, bands, rooms, the table: boxes on a grid, so that nothing
// can lie on anything.  Regions stand for the lines, of which there are none
// but the arrows of the bands.

#include "base/memory.h"
#include "logic/draw/arrange.h"
#include "logic/kripke/plausible.h"

#include <math.h>
#include <string.h>

enum {
    GRID_MAX = 40,
    ROOMS_MIN = 9,
    CROSSING_MAX = 3,
    ASIDE = 26,   // between boxes side by side
    ABOVE = 18,   // and one above the other
    AROUND = 7,   // from a box to the border of its region
    BETWEEN = 30, // from band to band
    TRIES = 6     // to part them
};

void dx_picture_drop_lines(dx_picture *picture)
{
    for (size_t i = 0; i < picture->lines.count; i++)
        dx_text_release(&picture->lines.at[i].label);
    picture->lines.count = 0;
}

static dx_box unit_of(const dx_picture *picture)
{
    dx_box unit = {.width = 40, .height = 20};
    for (size_t b = 0; b < picture->box_count; b++) {
        unit.width = fmax(unit.width, picture->boxes[b].width);
        unit.height = fmax(unit.height, picture->boxes[b].height);
    }
    unit.width += ASIDE;
    unit.height += ABOVE;
    return unit;
}

// The value that is the same all over each region of the agent and differs
// between them, for world w; NULL if there is none.
static char *region_label(const dx_model *model, const uint32_t *cell, size_t w)
{
    size_t worlds = dx_model_world_count(model);
    for (size_t x = 0; x < dx_model_variable_count(model); x++) {
        const int32_t *value = dx_model_values(model, x);
        bool fits = true;
        for (size_t v = 0; v < worlds && fits; v++)
            for (size_t u = 0; u < v && fits; u++)
                fits = (cell[u] == cell[v]) == (value[u] == value[v]);
        if (!fits)
            continue;
        dx_text text = {0};
        dx_model_print_value(model, x, w, &text);
        const char *shown = strrchr(dx_text_string(&text), '=');
        char *label =
            dx_copy_text(shown != NULL ? shown + 1 : dx_text_string(&text));
        dx_text_release(&text);
        return label;
    }
    return NULL;
}

static void add_region(dx_picture *picture, size_t agent, dx_picture_area area,
                       char *label, bool is_above)
{
    dx_region region = {.agent = agent, .area = area, .label = label};
    double wide = label != NULL ? dx_text_width(label, 12) : 0;
    region.at_label =
        is_above ? (dx_point){(area.left + area.right) / 2, area.top - 12}
                 : (dx_point){area.left - 8 - wide / 2,
                              (area.top + area.bottom) / 2};
    dx_vector_push(&picture->regions, region);
}

// ---- Rows and columns

// Which crossing has how many worlds; `in` numbers each world in its own.
static size_t count_crossings(const dx_relation *row, const dx_relation *column,
                              size_t worlds, size_t *in)
{
    size_t most = 0;
    for (size_t w = 0; w < worlds; w++) {
        in[w] = 0;
        for (size_t v = 0; v < w; v++)
            in[w] += row->cell[v] == row->cell[w] &&
                     column->cell[v] == column->cell[w];
        most = in[w] + 1 > most ? in[w] + 1 : most;
    }
    return most;
}

static size_t shared_columns(const dx_relation *row, const dx_relation *column,
                             size_t worlds, size_t r, size_t s)
{
    size_t count = 0;
    for (size_t w = 0; w < worlds; w++)
        for (size_t v = 0; v < worlds; v++)
            count += row->cell[w] == r && row->cell[v] == s &&
                     column->cell[w] == column->cell[v];
    return count;
}

// Each row is followed by the one that has most columns in common with it.
static void order_rows(const dx_relation *row, const dx_relation *column,
                       size_t worlds, size_t *place)
{
    for (size_t r = 0; r < row->cell_count; r++)
        place[r] = SIZE_MAX;
    size_t last = 0;
    place[0] = 0;
    for (size_t done = 1; done < row->cell_count; done++) {
        size_t best = SIZE_MAX, most = 0;
        for (size_t r = 0; r < row->cell_count; r++) {
            size_t shared = shared_columns(row, column, worlds, last, r);
            if (place[r] == SIZE_MAX && (best == SIZE_MAX || shared > most)) {
                best = r;
                most = shared;
            }
        }
        place[best] = done;
        last = best;
    }
}

static void add_rows(dx_picture *picture, const dx_relation *row,
                     const dx_relation *column, const size_t *place,
                     dx_box crossing)
{
    double wide = crossing.width * (double)column->cell_count;
    double high = crossing.height * (double)row->cell_count;
    for (size_t w = 0; w < picture->box_count; w++) {
        bool is_first_of_row = true, is_first_of_column = true;
        for (size_t v = 0; v < w; v++) {
            is_first_of_row = is_first_of_row && row->cell[v] != row->cell[w];
            is_first_of_column =
                is_first_of_column && column->cell[v] != column->cell[w];
        }
        double top = crossing.height * (double)place[row->cell[w]];
        double left = crossing.width * (double)column->cell[w];
        if (is_first_of_row)
            add_region(picture, 0,
                       (dx_picture_area){-6, top + 5, wide + 6,
                                         top + crossing.height - 5},
                       region_label(picture->model, row->cell, w), false);
        if (is_first_of_column)
            add_region(picture, 1,
                       (dx_picture_area){left + 4, -8,
                                         left + crossing.width - 4, high + 8},
                       region_label(picture->model, column->cell, w), true);
    }
}

bool dx_picture_set_rows(dx_picture *picture)
{
    const dx_model *model = picture->model;
    size_t worlds = picture->box_count;
    if (dx_model_agent_count(model) != 2 || worlds > GRID_MAX)
        return false;
    const dx_relation *row = dx_model_relation(model, 0, DX_KNOWLEDGE);
    const dx_relation *column = dx_model_relation(model, 1, DX_KNOWLEDGE);
    size_t *in = dx_alloc(worlds, sizeof *in);
    size_t *place = dx_alloc(worlds, sizeof *place);
    size_t most = count_crossings(row, column, worlds, in);
    if (most <= CROSSING_MAX) {
        dx_box unit = unit_of(picture), crossing = unit;
        crossing.height = unit.height * (double)most + 2 * AROUND;
        order_rows(row, column, worlds, place);
        for (size_t w = 0; w < worlds; w++)
            picture->boxes[w].at =
                (dx_point){crossing.width * ((double)column->cell[w] + 0.5),
                           crossing.height * (double)place[row->cell[w]] +
                               AROUND + unit.height * ((double)in[w] + 0.5)};
        dx_picture_drop_lines(picture);
        add_rows(picture, row, column, place, crossing);
        dx_picture_trim(picture);
    }
    dx_free(in);
    dx_free(place);
    return most <= CROSSING_MAX;
}

// ---- Rooms

static size_t room_keeper(const dx_model *model)
{
    for (size_t a = 0; a < dx_model_agent_count(model); a++)
        if (dx_model_relation(model, a, DX_KNOWLEDGE)->cell_count > 1)
            return a;
    return 0;
}

// Before w in its room: smaller in the second agent's order.
static bool is_before(const dx_relation *second, size_t v, size_t w)
{
    if (second == NULL || second->cell[v] == second->cell[w])
        return v < w;
    return second->cell[v] < second->cell[w];
}

bool dx_picture_set_rooms(dx_picture *picture)
{
    const dx_model *model = picture->model;
    size_t worlds = picture->box_count, agents = dx_model_agent_count(model);
    if (agents == 0 || worlds < ROOMS_MIN || worlds > GRID_MAX)
        return false;
    size_t keeper = room_keeper(model);
    const dx_relation *room = dx_model_relation(model, keeper, DX_KNOWLEDGE);
    const dx_relation *second =
        agents == 1
            ? NULL
            : dx_model_relation(model, keeper == 0 ? 1 : 0, DX_KNOWLEDGE);
    dx_box unit = unit_of(picture);
    for (size_t w = 0; w < worlds; w++) {
        size_t before = 0;
        for (size_t v = 0; v < worlds; v++)
            before += v != w && room->cell[v] == room->cell[w] &&
                      is_before(second, v, w);
        picture->boxes[w].at = (dx_point){unit.width * room->cell[w],
                                          unit.height * (double)before};
    }
    dx_picture_drop_lines(picture);
    for (size_t r = 0; r < room->cell_count; r++) {
        size_t in = 0, first = worlds;
        for (size_t w = worlds; w-- > 0;)
            if (room->cell[w] == r) {
                in++;
                first = w;
            }
        double middle = unit.width * (double)r, half = unit.width / 2 - 5;
        add_region(picture, keeper,
                   (dx_picture_area){middle - half, -unit.height / 2 - 2,
                                     middle + half,
                                     unit.height * ((double)in - 0.5) + 2},
                   region_label(model, room->cell, first), true);
    }
    dx_picture_trim(picture);
    return true;
}

// ---- Likelier below

typedef struct bands {
    size_t agent, count;
    const uint32_t *cell;
    size_t *level; // of each world in its cell, 0 the most plausible
} bands;

static void find_levels(const dx_picture *picture, bands *b)
{
    const uint32_t *rank = dx_model_ranks(picture->model, b->agent);
    for (size_t w = 0; w < picture->box_count; w++) {
        b->level[w] = 0;
        for (size_t v = 0; v < picture->box_count; v++) {
            bool is_new = b->cell[v] == b->cell[w] && rank[v] < rank[w];
            for (size_t u = 0; u < v && is_new; u++)
                is_new = b->cell[u] != b->cell[w] || rank[u] != rank[v];
            b->level[w] += is_new;
        }
        b->count = b->level[w] + 1 > b->count ? b->level[w] + 1 : b->count;
    }
}

// One arrow a world, to the nearest of the next level in its cell.
static void add_likelier(dx_picture *picture, const bands *b)
{
    dx_picture_drop_lines_of(picture, b->agent);
    for (uint32_t w = 0; w < picture->box_count; w++) {
        uint32_t best = UINT32_MAX;
        double nearest = INFINITY;
        for (uint32_t v = 0; v < picture->box_count; v++) {
            double far = fabs(picture->boxes[v].at.x - picture->boxes[w].at.x);
            if (b->cell[v] == b->cell[w] && b->level[v] + 1 == b->level[w] &&
                far < nearest) {
                best = v;
                nearest = far;
            }
        }
        if (best == UINT32_MAX)
            continue;
        dx_vector_push(&picture->lines,
                       (dx_line){.from = w,
                                 .to = best,
                                 .arrow = DX_ARROW_TO,
                                 .agents = UINT64_C(1) << b->agent});
    }
    dx_picture_assign_lanes(picture);
}

static void add_bands(dx_picture *picture, const bands *b, double wide,
                      double high, double box)
{
    picture->ranked = b->agent;
    for (size_t l = 0; l < b->count; l++) {
        double y = high * (double)(b->count - 1 - l);
        dx_region region = {.agent = b->agent,
                            .area = {0, y - box / 2, wide, y + box / 2},
                            .is_rank = true,
                            .is_believed = l == 0};
        region.label = dx_copy_text(l == 0              ? "believed"
                                    : l == b->count - 1 ? "least"
                                                        : "next");
        region.at_label = (dx_point){wide + 34, y};
        dx_vector_push(&picture->regions, region);
    }
}

// Cells side by side, each with as much room as its widest level needs; answers
// how wide it all is.
static double place_levels(dx_picture *picture, const bands *b, size_t cells,
                           dx_box unit, double high)
{
    double left = 0;
    for (size_t c = 0; c < cells; c++) {
        size_t widest = 0;
        for (size_t l = 0; l < b->count; l++) {
            size_t in = 0;
            for (size_t w = 0; w < picture->box_count; w++)
                if (b->cell[w] == c && b->level[w] == l)
                    picture->boxes[w].at =
                        (dx_point){left + unit.width * ((double)in++ + 0.5),
                                   high * (double)(b->count - 1 - l)};
            widest = in > widest ? in : widest;
        }
        left += unit.width * (double)widest + 10;
    }
    return left;
}

static void drop_regions(dx_picture *picture)
{
    for (size_t i = 0; i < picture->regions.count; i++)
        dx_free(picture->regions.at[i].label);
    picture->regions.count = 0;
}

bool dx_picture_set_bands(dx_picture *picture)
{
    const dx_model *model = picture->model;
    bands b = {.agent = 0};
    while (b.agent < dx_model_agent_count(model) &&
           dx_model_ranks(model, b.agent) == NULL)
        b.agent++;
    if (picture->box_count > GRID_MAX || b.agent == dx_model_agent_count(model))
        return false;
    const dx_relation *r = dx_model_relation(model, b.agent, DX_KNOWLEDGE);
    if (r->cell == NULL)
        return false;
    b.cell = r->cell;
    b.level = dx_alloc(picture->box_count, sizeof *b.level);
    find_levels(picture, &b);
    dx_box unit = unit_of(picture);
    double high = unit.height + BETWEEN, wide;
    // Bands far apart where an arrow has a long way to go sideways; and where
    // that does not help, without the lines of others.
    for (int tries = 1;; tries++, high *= 1.3) {
        drop_regions(picture);
        wide = place_levels(picture, &b, r->cell_count, unit, high);
        add_bands(picture, &b, wide, high, unit.height);
        add_likelier(picture, &b);
        dx_picture_route(picture);
        if (dx_picture_is_clear(picture))
            break;
        if (tries == TRIES && !picture->others_left_out) {
            dx_picture_drop_lines(picture);
            picture->others_left_out = true;
            high = unit.height + BETWEEN;
        }
    }
    dx_free(b.level);
    return true;
}

// ---- The table

void dx_picture_set_table(dx_picture *picture)
{
    dx_box unit = unit_of(picture);
    double in_row =
        ceil(sqrt((double)picture->box_count * unit.height / unit.width * 1.6));
    for (size_t w = 0; w < picture->box_count; w++) {
        double row = floor((double)w / in_row);
        picture->boxes[w].at = (dx_point){
            unit.width * ((double)w - row * in_row), unit.height * row};
    }
    dx_picture_drop_lines(picture);
    dx_picture_trim(picture);
}
