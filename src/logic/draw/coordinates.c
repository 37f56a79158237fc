// A fact is a direction: worlds that differ in one fact alone lie one step of
// its length apart, so that muddy children are a cube.
//
// It fits if at most four facts tell all worlds apart, and if every region of
// every agent hangs together by such steps: then those are all the lines that
// are needed, and each kind is labelled once.  The directions of the third and
// fourth fact are tried out, shortest first, until nothing lies on anything.

#include "base/memory.h"
#include "logic/draw/arrange.h"

#include <math.h>

enum { FACTS_MAX = 4, WORLDS_MAX = 16 };

typedef struct cube {
    size_t facts, fact[FACTS_MAX];
    unsigned corner[WORLDS_MAX]; // of each world: which facts hold
    dx_point step[FACTS_MAX];
} cube;

static bool find_corners(const dx_picture *picture, cube *c)
{
    const dx_model *model = picture->model;
    size_t worlds = picture->box_count;
    if (worlds > WORLDS_MAX)
        return false;
    for (size_t p = 0; p < dx_model_proposition_count(model); p++) {
        const dx_bitset *where = dx_model_proposition_worlds(model, p);
        size_t count = dx_bitset_count(where);
        if (count == 0 || count == worlds)
            continue;
        if (c->facts == FACTS_MAX)
            return false;
        for (size_t w = 0; w < worlds; w++)
            c->corner[w] |= (unsigned)dx_bitset_has(where, w) << c->facts;
        c->fact[c->facts++] = p;
    }
    for (size_t w = 0; w < worlds; w++)
        for (size_t v = 0; v < w; v++)
            if (c->corner[v] == c->corner[w])
                return false;
    return c->facts > 0;
}

static bool is_step(const cube *c, size_t v, size_t w)
{
    return __builtin_popcount(c->corner[v] ^ c->corner[w]) == 1;
}

// Does every region of the agent hang together by single steps?
static bool hangs_together(const cube *c, const dx_relation *r, size_t worlds)
{
    size_t reach[WORLDS_MAX];
    for (size_t w = 0; w < worlds; w++)
        reach[w] = w;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t w = 0; w < worlds; w++)
            for (size_t v = 0; v < worlds; v++)
                if (r->cell[v] == r->cell[w] && is_step(c, v, w) &&
                    reach[v] < reach[w]) {
                    reach[w] = reach[v];
                    changed = true;
                }
    }
    for (size_t w = 0; w < worlds; w++)
        for (size_t v = 0; v < w; v++)
            if (r->cell[v] == r->cell[w] && reach[v] != reach[w])
                return false;
    return true;
}

static void add_line(dx_picture *picture, uint32_t v, uint32_t w)
{
    const dx_model *model = picture->model;
    dx_line line = {.from = v, .to = w, .lanes = 1};
    for (size_t a = 0; a < dx_model_agent_count(model); a++) {
        const dx_relation *r = dx_model_relation(model, a, DX_KNOWLEDGE);
        if (r->cell[v] != r->cell[w])
            continue;
        line.agents |= UINT64_C(1) << a;
        dx_text_add(&line.label, line.label.length > 0 ? "," : "");
        dx_text_add(&line.label, dx_picture_agent(picture, a));
    }
    if (line.agents != 0)
        dx_vector_push(&picture->lines, line);
}

static void add_lines(dx_picture *picture, const cube *c)
{
    dx_picture_drop_lines(picture);
    for (uint32_t w = 0; w < picture->box_count; w++)
        for (uint32_t v = 0; v < w; v++)
            if (is_step(c, v, w))
                add_line(picture, v, w);
}

static void place(dx_picture *picture, const cube *c)
{
    for (size_t w = 0; w < picture->box_count; w++) {
        dx_point at = {0, 0};
        for (size_t f = 0; f < c->facts; f++)
            if (c->corner[w] >> f & 1) {
                at.x += c->step[f].x;
                at.y -= c->step[f].y;
            }
        picture->boxes[w].at = at;
    }
    dx_picture_route(picture);
}

static bool is_straight_and_clear(const dx_picture *picture)
{
    for (size_t i = 0; i < picture->lines.count; i++)
        if (!picture->lines.at[i].is_straight)
            return false;
    return dx_picture_is_clear(picture);
}

// Tries directions for fact `f` and those behind it.
static bool try_from(dx_picture *picture, cube *c, size_t f, dx_box most)
{
    if (f == c->facts) {
        place(picture, c);
        return is_straight_and_clear(picture);
    }
    double wide = most.width + 20, high = most.height + 12;
    dx_point first = {fmax(170, 2.2 * wide), 0},
             second = {0, fmax(104, 2.4 * high)};
    if (f < 2) {
        c->step[f] = f == 0 ? first : second;
        return try_from(picture, c, f + 1, most);
    }
    static const dx_point shares[] = {{0.6, 0.9}, {0.8, 1.1}, {0.5, 1.3},
                                      {1.1, 0.7}, {2.9, 0.6}, {3.4, 1.5},
                                      {0.7, 3.6}, {4.6, 0.9}, {1.4, 4.4}};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        c->step[f] = (dx_point){shares[i].x * wide, shares[i].y * high};
        if (try_from(picture, c, f + 1, most))
            return true;
    }
    return false;
}

// Each kind of line, a direction and whose it is, is labelled once.
static void label_once(dx_picture *picture, const cube *c)
{
    for (size_t i = 0; i < picture->lines.count; i++) {
        dx_line *line = &picture->lines.at[i];
        unsigned way = c->corner[line->from] ^ c->corner[line->to];
        for (size_t k = 0; k < i; k++) {
            const dx_line *other = &picture->lines.at[k];
            if ((c->corner[other->from] ^ c->corner[other->to]) == way &&
                other->agents == line->agents && other->label.length > 0)
                dx_text_clear(&line->label);
        }
    }
}

bool dx_picture_set_coordinates(dx_picture *picture)
{
    const dx_model *model = picture->model;
    cube c = {0};
    dx_box most = {.width = 30, .height = 20};
    for (size_t x = 0; x < dx_model_variable_count(model); x++)
        for (size_t w = 1; w < picture->box_count; w++)
            if (dx_model_values(model, x)[w] != dx_model_values(model, x)[0])
                return false;
    if (!find_corners(picture, &c))
        return false;
    for (size_t a = 0; a < dx_model_agent_count(model); a++)
        if (!hangs_together(&c, dx_model_relation(model, a, DX_KNOWLEDGE),
                            picture->box_count))
            return false;
    for (size_t b = 0; b < picture->box_count; b++) {
        most.width = fmax(most.width, picture->boxes[b].width);
        most.height = fmax(most.height, picture->boxes[b].height);
    }
    add_lines(picture, &c);
    if (try_from(picture, &c, 0, most)) {
        label_once(picture, &c);
        return true;
    }
    dx_picture_drop_lines(picture);
    picture->legend.count = 0;
    dx_picture_choose_lines(picture);
    return false;
}
