// Declared frames, checked edge by edge; the first breach is reported with its
// worlds.
//
// Partitions are equivalences: what one of them must have alone, or two between
// them, takes one walk.  For edges the conditions are checked as they are
// written, over all pairs or triples of steps: cubic at worst, and for models
// that a person declared.

#include "logic/kripke/frames.h"

#include "base/memory.h"
#include "logic/kripke/plausible.h"

#include <assert.h>
#include <strings.h>

enum {
    SERIAL = 1,
    REFLEXIVE = 2,
    TRANSITIVE = 4,
    EUCLIDEAN = 8,
    ORDERED = 16,
    STRONG_4 = 32,
    STRONG_5 = 64,
};

static const struct {
    const char *name;
    unsigned properties;
} frames[DX_FRAMES] = {
    [DX_FRAME_K] = {"K", 0},
    [DX_FRAME_T] = {"T", REFLEXIVE},
    [DX_FRAME_S4] = {"S4", REFLEXIVE | TRANSITIVE},
    [DX_FRAME_S5] = {"S5", REFLEXIVE | TRANSITIVE | EUCLIDEAN},
    [DX_FRAME_KD45] = {"KD45", SERIAL | TRANSITIVE | EUCLIDEAN},
    [DX_FRAME_KD4S5S] = {"KD4s5s", SERIAL | STRONG_4 | STRONG_5},
    [DX_FRAME_KDI4] = {"KDI4", SERIAL | ORDERED | TRANSITIVE},
    [DX_FRAME_KDI4S] = {"KDI4s", SERIAL | ORDERED | STRONG_4},
    [DX_FRAME_KDI45] = {"KDI45", SERIAL | ORDERED | TRANSITIVE | EUCLIDEAN},
    [DX_FRAME_KDI4S5] = {"KDI4s5", SERIAL | ORDERED | STRONG_4 | EUCLIDEAN},
};

const char *dx_frame_name(dx_frame_class frame)
{
    DX_REQUIRE(frame < DX_FRAMES, "a frame");
    return frames[frame].name;
}

bool dx_frame_find(const char *name, dx_frame_class *out)
{
    for (unsigned f = 0; f < DX_FRAMES; f++)
        if (strcasecmp(frames[f].name, name) == 0) {
            *out = (dx_frame_class)f;
            return true;
        }
    return false;
}

// A breach: the property, whose, and up to three worlds, for which %u, %v and
// %w stand in `because`.
typedef struct breach {
    const char *property, *because;
    size_t first, second; // agents; the same for properties of one
    size_t world[3];
} breach;

typedef struct check {
    const dx_model *model;
    const dx_relation *relation[DX_AGENTS_MAX];
    size_t agents[DX_AGENTS_MAX], agent_count;
    dx_frame_class frame;
    dx_error *error;
} check;

static void print_reason(const check *c, const breach *found, dx_text *out)
{
    for (const char *at = found->because; *at != '\0'; at++)
        if (*at == '%') {
            at++;
            assert(*at >= 'u' && *at <= 'w');
            dx_model_print_world(c->model, found->world[*at - 'u'], out);
        } else {
            dx_text_printf(out, "%c", *at);
        }
}

static dx_status report(const check *c, breach found)
{
    const dx_names *names = dx_formulas_names(dx_model_formulas(c->model));
    dx_text reason = {0};
    print_reason(c, &found, &reason);
    const char *first = dx_names_text(
        names, dx_model_agent_name(c->model, c->agents[found.first]));
    const char *second = dx_names_text(
        names, dx_model_agent_name(c->model, c->agents[found.second]));
    dx_status status =
        dx_fail(c->error, DX_ERR_INPUT, 0, 0,
                "the relation of %s%s%s is not %s, as %s wants: %s", first,
                found.first == found.second ? "" : " with that of ",
                found.first == found.second ? "" : second, found.property,
                frames[c->frame].name, dx_text_string(&reason));
    dx_text_release(&reason);
    return status;
}

// One step of a walk over the successors of w, of either kind of relation.
// Starts with *i == 0; answers false when there are no more.
static bool next_successor(const dx_relation *relation, size_t world_count,
                           size_t w, size_t *i, size_t *out)
{
    if (relation->cell == NULL) {
        if (*i >= relation->first[w + 1] - relation->first[w])
            return false;
        *out = relation->target[relation->first[w] + (*i)++];
        return true;
    }
    while (*i < world_count && relation->cell[*i] != relation->cell[w])
        (*i)++;
    *out = (*i)++;
    return *out < world_count;
}

static dx_status check_serial(const check *c, size_t a)
{
    const dx_relation *r = c->relation[a];
    for (size_t w = 0; r->cell == NULL && w < dx_model_world_count(c->model);
         w++)
        if (r->first[w] == r->first[w + 1])
            return report(c, (breach){.property = "serial",
                                      .because = "nothing is held possible at "
                                                 "%u",
                                      .first = a,
                                      .second = a,
                                      .world = {w}});
    return DX_OK;
}

static dx_status check_reflexive(const check *c, size_t a)
{
    const dx_relation *r = c->relation[a];
    for (size_t w = 0; w < dx_model_world_count(c->model); w++)
        if (!dx_relation_has(r, w, w))
            return report(c, (breach){.property = "reflexive",
                                      .because = "%u does not lead to itself",
                                      .first = a,
                                      .second = a,
                                      .world = {w}});
    return DX_OK;
}

// Partitions in order: one world of each cell of R_j stands for the others.
static dx_status check_finer(const check *c, size_t j, size_t i,
                             const char *property)
{
    const dx_relation *rj = c->relation[j], *ri = c->relation[i];
    size_t count = dx_model_world_count(c->model);
    assert(rj->cell != NULL && ri->cell != NULL);
    uint32_t *first = dx_alloc_raw(rj->cell_count, sizeof *first);
    dx_status status = DX_OK;
    for (size_t k = 0; k < rj->cell_count; k++)
        first[k] = UINT32_MAX;
    for (size_t v = 0; v < count && status == DX_OK; v++) {
        uint32_t *u = &first[rj->cell[v]];
        if (*u == UINT32_MAX)
            *u = (uint32_t)v;
        if (ri->cell[*u] != ri->cell[v])
            status =
                report(c, (breach){.property = property,
                                   .because = "one leads from %u to %v, the "
                                              "other does not",
                                   .first = j,
                                   .second = i,
                                   .world = {*u, v}});
    }
    dx_free(first);
    return status;
}

static bool are_partitions(const check *c, size_t j, size_t i)
{
    return c->relation[j]->cell != NULL && c->relation[i]->cell != NULL;
}

// R_j(u,v) and R_i(v,w) give R_i(u,w); transitivity is the case i = j.  If R_i
// is an equivalence this says that R_j is within it.
static dx_status check_4(const check *c, size_t j, size_t i)
{
    const dx_relation *rj = c->relation[j], *ri = c->relation[i];
    size_t count = dx_model_world_count(c->model), at_v, at_w, v, w;
    if (are_partitions(c, j, i))
        return check_finer(c, j, i, "closed under 4s");
    for (size_t u = 0; u < count; u++)
        for (at_v = 0; next_successor(rj, count, u, &at_v, &v);)
            for (at_w = 0; next_successor(ri, count, v, &at_w, &w);)
                if (!dx_relation_has(ri, u, w))
                    return report(
                        c, (breach){.property = i == j ? "transitive"
                                                       : "closed under 4s",
                                    .because = "%u leads to %v and %v to %w, "
                                               "but %u not to %w",
                                    .first = j,
                                    .second = i,
                                    .world = {u, v, w}});
    return DX_OK;
}

// R_j(u,v) and R_i(u,w) give R_i(v,w); Euclidean is the case i = j.
static dx_status check_5(const check *c, size_t j, size_t i)
{
    const dx_relation *rj = c->relation[j], *ri = c->relation[i];
    size_t count = dx_model_world_count(c->model), at_v, at_w, v, w;
    if (are_partitions(c, j, i))
        return check_finer(c, j, i, "closed under 5s");
    for (size_t u = 0; u < count; u++)
        for (at_v = 0; next_successor(rj, count, u, &at_v, &v);)
            for (at_w = 0; next_successor(ri, count, u, &at_w, &w);)
                if (!dx_relation_has(ri, v, w))
                    return report(
                        c, (breach){.property = i == j ? "Euclidean"
                                                       : "closed under 5s",
                                    .because = "%u leads to %v and to %w, but "
                                               "%v not to %w",
                                    .first = j,
                                    .second = i,
                                    .world = {u, v, w}});
    return DX_OK;
}

// R_j within R_i for j before i.
static dx_status check_ordered(const check *c, size_t j, size_t i)
{
    const dx_relation *rj = c->relation[j], *ri = c->relation[i];
    size_t count = dx_model_world_count(c->model), at, v;
    if (are_partitions(c, j, i))
        return check_finer(c, j, i, "ordered (I)");
    for (size_t u = 0; u < count; u++)
        for (at = 0; next_successor(rj, count, u, &at, &v);)
            if (!dx_relation_has(ri, u, v))
                return report(
                    c, (breach){.property = "ordered (I)",
                                .because = "the earlier degree of belief leads "
                                           "from %u to %v, the later one does "
                                           "not",
                                .first = j,
                                .second = i,
                                .world = {u, v}});
    return DX_OK;
}

static dx_status check_one(const check *c, unsigned properties, size_t a)
{
    dx_status status = DX_OK;
    if (properties & SERIAL)
        status = check_serial(c, a);
    if (status == DX_OK && (properties & REFLEXIVE))
        status = check_reflexive(c, a);
    if (status == DX_OK && (properties & TRANSITIVE))
        status = check_4(c, a, a);
    if (status == DX_OK && (properties & EUCLIDEAN))
        status = check_5(c, a, a);
    return status;
}

static dx_status check_two(const check *c, unsigned properties, size_t j,
                           size_t i)
{
    dx_status status = DX_OK;
    if ((properties & ORDERED) && i > j)
        status = check_ordered(c, j, i);
    if (status == DX_OK && (properties & STRONG_4))
        status = check_4(c, j, i);
    if (status == DX_OK && (properties & STRONG_5))
        status = check_5(c, j, i);
    return status;
}

dx_status dx_model_check_frame(const dx_model *model, dx_frame_class frame,
                               dx_attitude attitude, const dx_agent_set *agents,
                               dx_error *error)
{
    DX_REQUIRE(frame < DX_FRAMES, "a frame");
    check c = {.model = model, .frame = frame, .error = error};
    dx_relation *beliefs =
        dx_alloc(dx_model_agent_count(model), sizeof *beliefs);
    for (size_t a = 0; a < dx_model_agent_count(model); a++)
        if (dx_agent_set_has(agents, a)) {
            beliefs[c.agent_count] = attitude == DX_BELIEF
                                         ? dx_model_beliefs(model, a)
                                         : (dx_relation){0};
            c.relation[c.agent_count] =
                attitude == DX_BELIEF ? &beliefs[c.agent_count]
                                      : dx_model_relation(model, a, attitude);
            c.agents[c.agent_count++] = a;
        }
    unsigned properties = frames[frame].properties;
    dx_status status = DX_OK;
    for (size_t i = 0; i < c.agent_count && status == DX_OK; i++) {
        status = check_one(&c, properties, i);
        for (size_t j = 0; j < c.agent_count && status == DX_OK; j++)
            status = check_two(&c, properties, j, i);
    }
    for (size_t i = 0; i < c.agent_count; i++)
        dx_relation_release(&beliefs[i]);
    dx_free(beliefs);
    return status;
}
