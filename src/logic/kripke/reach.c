// What can be reached from a world: the part of a model that matters there.

#include "base/memory.h"
#include "base/vector.h"
#include "logic/kripke/inside.h"
#include "logic/kripke/update.h"

#include <assert.h>

// One relation, ready to be walked: partitions with the worlds of each cell
// and which cells have been opened.
typedef struct road {
    const dx_relation *relation;
    size_t agent;
    dx_lists members;
    uint8_t *is_open;
} road;

typedef struct walk {
    const dx_model *model;
    dx_bitset reached;
    DX_VECTOR(uint32_t) open, next; // this step's worlds, and the next one's
    DX_VECTOR(road) roads;
} walk;

static void add_road(walk *walked, size_t agent, const dx_relation *relation)
{
    road r = {.relation = relation, .agent = agent};
    if (relation->cell != NULL) {
        r.members = dx_relation_members(relation, walked->model->world_count);
        r.is_open = dx_alloc(relation->cell_count, sizeof *r.is_open);
    }
    dx_vector_push(&walked->roads, r);
}

// The start is not reached until a step leads back to it.
static walk walk_new(const dx_model *model, size_t world)
{
    walk walked = {.model = model,
                   .reached = dx_bitset_new(model->world_count)};
    for (size_t a = 0; a < model->agents.count; a++) {
        add_road(&walked, a, &model->agents.at[a].knowledge);
        if (model->agents.at[a].has_belief)
            add_road(&walked, a, &model->agents.at[a].belief);
    }
    dx_vector_push(&walked.open, (uint32_t)world);
    return walked;
}

static void walk_release(walk *walked)
{
    for (size_t i = 0; i < walked->roads.count; i++) {
        dx_lists_release(&walked->roads.at[i].members);
        dx_free(walked->roads.at[i].is_open);
    }
    dx_vector_release(&walked->roads);
    dx_vector_release(&walked->open);
    dx_vector_release(&walked->next);
    dx_bitset_release(&walked->reached);
}

static void reach(walk *walked, uint32_t world)
{
    if (dx_bitset_has(&walked->reached, world))
        return;
    dx_bitset_add(&walked->reached, world);
    dx_vector_push(&walked->next, world);
}

static void follow(walk *walked, road *r, uint32_t w)
{
    const dx_relation *relation = r->relation;
    if (relation->cell == NULL) {
        for (size_t i = relation->first[w]; i < relation->first[w + 1]; i++)
            reach(walked, relation->target[i]);
        return;
    }
    size_t cell = relation->cell[w];
    if (r->is_open[cell])
        return;
    r->is_open[cell] = 1;
    for (size_t i = r->members.first[cell]; i < r->members.first[cell + 1]; i++)
        reach(walked, r->members.list[i]);
}

// One step of everybody, or of one agent; answers whether anything was new.
static bool step(walk *walked, size_t agent)
{
    walked->next.count = 0;
    for (size_t i = 0; i < walked->roads.count; i++) {
        road *r = &walked->roads.at[i];
        for (size_t k = 0; k < walked->open.count; k++)
            if (agent == DX_NOT_FOUND || r->agent == agent)
                follow(walked, r, walked->open.at[k]);
    }
    walked->open.count = 0;
    for (size_t k = 0; k < walked->next.count; k++)
        dx_vector_push(&walked->open, walked->next.at[k]);
    return walked->open.count > 0;
}

// The part of the model that was reached, and `world`, where it stands.
static dx_model *part_reached(walk *walked, size_t world, uint32_t **out_old)
{
    dx_bitset_add(&walked->reached, world);
    dx_model *part = dx_model_part(walked->model, &walked->reached);
    uint32_t *old = dx_alloc_raw(part->world_count, sizeof *old);
    size_t next = 0;
    for (size_t w = dx_bitset_next(&walked->reached, 0);
         w < walked->reached.size;
         w = dx_bitset_next(&walked->reached, w + 1)) {
        if (w == world)
            part->actual = next;
        old[next++] = (uint32_t)w;
    }
    assert(next == part->world_count && old[part->actual] == world);
    if (out_old != NULL)
        *out_old = old;
    else
        dx_free(old);
    return part;
}

dx_model *dx_model_generated(const dx_model *model, size_t world,
                             uint32_t **out_old)
{
    DX_REQUIRE(world < model->world_count, "a world of the model");
    walk walked = walk_new(model, world);
    while (step(&walked, DX_NOT_FOUND)) {
    }
    dx_model *part = part_reached(&walked, world, out_old);
    walk_release(&walked);
    return part;
}

dx_model *dx_model_within_reach(const dx_model *model, size_t world,
                                size_t agent, size_t steps, uint32_t **out_old)
{
    DX_REQUIRE(world < model->world_count, "a world of the model");
    DX_REQUIRE(agent < model->agents.count, "an agent of the model");
    walk walked = walk_new(model, world);
    if (steps > 0)
        step(&walked, agent);
    for (size_t i = 1; i < steps && step(&walked, DX_NOT_FOUND); i++) {
    }
    dx_model *part = part_reached(&walked, world, out_old);
    walk_release(&walked);
    return part;
}
