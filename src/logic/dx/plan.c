// The explicit kernel carries the updates out (update.h) and contracts what
// comes of them; a model that is bisimilar to one met before is not kept. Where
// chances are asked for, bisimilar worlds must be equally likely; elsewhere
// what worlds weigh is the order that belief goes by, and no more.  Where the
// question uses D, Safe or Strong, which bisimilar worlds may differ in, models
// stay as they are and only the very same is known.  So whatever a file can say
// and the kernel can answer can be planned for: chances, ranks, variables.
// Tasks of many thousand states are written in EPDDL (logic/plan/), which says
// less and searches faster.

#include "logic/dx/plan.h"

#include "base/hash.h"
#include "base/memory.h"
#include "logic/bisim/bisim.h"
#include "logic/dx/mentions.h"
#include "logic/dx/update.h"
#include "logic/evaluate/evaluate.h"
#include "logic/kripke/plausible.h"
#include "logic/kripke/update.h"

#include <string.h>

enum { MODELS_MAX = 1000, WORLDS_MAX = 1 << 14, SIZES_MAX = 1 << 23 };

typedef struct node {
    dx_model *model;
    uint64_t print; // of its worlds' facts, or of all of it
    uint32_t parent, step;
} node;

typedef struct search {
    const dx_document *document;
    const dx_query *query;
    bool has_chances, is_exact; // what the question looks at
    DX_VECTOR(node) nodes;
    size_t size; // of all models: worlds and arrows
    dx_error *error;
} search;

static dx_status holds_here(const search *s, const dx_model *model,
                            dx_formula f, bool *out)
{
    const dx_bitset *where;
    dx_evaluator *evaluator = dx_evaluator_new(model, s->document->events);
    dx_status status = dx_evaluate(evaluator, f, &where, s->error);
    if (status == DX_OK)
        *out = dx_bitset_has(where, dx_model_actual(model));
    dx_evaluator_free(evaluator);
    return status;
}

// Can it happen at the actual world?
static dx_status is_possible(const search *s, const dx_model *model,
                             const dx_query_step *step, bool *out)
{
    *out = true;
    if (step->kind == DX_UPDATE_EVENT)
        return holds_here(
            s, model, dx_event_model_precondition(step->events, step->event),
            out);
    if (step->kind == DX_UPDATE_ANNOUNCE || step->kind == DX_UPDATE_TELL)
        return holds_here(s, model, step->formula, out);
    return DX_OK;
}

// What bisimilar models have in common, contracted as they are: how many worlds
// there are with which facts.  A sum, since their order differs.
static uint64_t print_of(const dx_model *model)
{
    uint64_t sum = 0;
    for (size_t w = 0; w < dx_model_world_count(model); w++) {
        uint64_t facts = 1;
        for (size_t p = 0; p < dx_model_proposition_count(model); p++)
            facts = dx_hash_add(
                facts, dx_bitset_has(dx_model_proposition_worlds(model, p), w));
        for (size_t v = 0; v < dx_model_variable_count(model); v++)
            facts = dx_hash_add(facts, (uint64_t)dx_model_values(model, v)[w]);
        sum += facts;
    }
    return sum;
}

static dx_bisim_kind kind_of(const search *s, const dx_model *model)
{
    return s->has_chances ? DX_BISIM_WEIGHTS : dx_model_bisim_kind(model);
}

static void add_bytes(dx_text *out, const void *at, size_t size)
{
    dx_text_add_char(out, at != NULL ? 'y' : 'n');
    if (at != NULL)
        dx_text_add_part(out, at, size);
}

static size_t edges_of(const dx_relation *relation, size_t worlds)
{
    return relation->first != NULL ? relation->first[worlds] : 0;
}

static void add_relation(const dx_relation *r, size_t worlds, dx_text *out)
{
    add_bytes(out, r->cell, worlds * sizeof *r->cell);
    add_bytes(out, r->first, (worlds + 1) * sizeof *r->first);
    add_bytes(out, r->target, edges_of(r, worlds) * sizeof *r->target);
}

static void add_agent(const dx_model *model, size_t a, dx_text *out)
{
    size_t worlds = dx_model_world_count(model);
    const dx_relation *known = dx_model_relation(model, a, DX_KNOWLEDGE);
    const dx_weights *weights = dx_model_weights(model, a);
    static const dx_weights none = {0};
    if (weights == NULL)
        weights = &none;
    add_relation(known, worlds, out);
    add_bytes(out, weights->of_world, worlds * sizeof(dx_fraction));
    add_bytes(out, weights->of_edge,
              edges_of(known, worlds) * sizeof(dx_fraction));
    add_bytes(out, dx_model_ranks(model, a), worlds * sizeof(uint32_t));
    bool has_belief = dx_model_has_belief(model, a);
    dx_text_add_char(out, has_belief ? 'y' : 'n');
    if (has_belief)
        add_relation(dx_model_relation(model, a, DX_BELIEF), worlds, out);
}

// All of a model but what its worlds are called, as bytes.
static dx_text written(const dx_model *model)
{
    dx_text out = {0};
    size_t worlds = dx_model_world_count(model),
           actual = dx_model_actual(model);
    add_bytes(&out, &actual, sizeof actual);
    for (size_t p = 0; p < dx_model_proposition_count(model); p++)
        add_bytes(&out, dx_model_proposition_worlds(model, p)->word,
                  dx_bitset_words(worlds) * sizeof(uint64_t));
    for (size_t v = 0; v < dx_model_variable_count(model); v++)
        add_bytes(&out, dx_model_values(model, v), worlds * sizeof(int32_t));
    for (size_t a = 0; a < dx_model_agent_count(model); a++)
        add_agent(model, a, &out);
    return out;
}

static bool is_the_same(const dx_model *model, const dx_model *other)
{
    dx_text a = written(model), b = written(other);
    bool same = a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
    dx_text_release(&a);
    dx_text_release(&b);
    return same;
}

static dx_status is_known(const search *s, const dx_model *model,
                          uint64_t print, bool *out)
{
    *out = false;
    dx_status status = DX_OK;
    for (size_t i = 0; status == DX_OK && !*out && i < s->nodes.count; i++) {
        const dx_model *other = s->nodes.at[i].model;
        if (s->nodes.at[i].print != print ||
            dx_model_world_count(other) != dx_model_world_count(model) ||
            kind_of(s, other) != kind_of(s, model))
            continue;
        if (s->is_exact)
            *out = is_the_same(model, other);
        else
            status = dx_bisimilar((dx_pointed){other, dx_model_actual(other)},
                                  (dx_pointed){model, dx_model_actual(model)},
                                  kind_of(s, model), out, s->error);
    }
    return status;
}

static uint64_t print_of_all(const dx_model *model)
{
    dx_text text = written(model);
    uint64_t print = dx_hash_bytes(text.at, text.length);
    dx_text_release(&text);
    return print;
}

// What matters from the actual world on, as small as it can be, and its print.
// Takes `model`.
static dx_status shrink(const search *s, dx_model *model, dx_model **out,
                        uint64_t *out_print)
{
    dx_model *near = dx_model_generated(model, dx_model_actual(model), NULL);
    dx_model_free(model);
    for (size_t a = 0; !s->has_chances && a < dx_model_agent_count(near); a++)
        dx_model_rank_weights(near, a);
    if (s->is_exact) {
        *out = near;
        *out_print = print_of_all(near);
        return DX_OK;
    }
    dx_status status =
        dx_model_contract(near, kind_of(s, near), out, NULL, s->error);
    dx_model_free(near);
    if (status == DX_OK)
        *out_print = print_of(*out);
    return status;
}

static size_t size_of(const dx_model *model)
{
    size_t worlds = dx_model_world_count(model), size = worlds;
    for (size_t a = 0; a < dx_model_agent_count(model); a++)
        size += worlds +
                edges_of(dx_model_relation(model, a, DX_KNOWLEDGE), worlds);
    return size;
}

static dx_status has_room(search *s, const dx_model *model)
{
    if (s->nodes.count == MODELS_MAX)
        return dx_fail(s->error, DX_ERR_LIMIT, 0, 0,
                       "no plan among the first %d models; 'doxa plan' "
                       "searches more, for a task in EPDDL",
                       MODELS_MAX);
    if (dx_model_world_count(model) > WORLDS_MAX)
        return dx_fail(s->error, DX_ERR_LIMIT, 0, 0,
                       "a model on the way has more than %d worlds",
                       WORLDS_MAX);
    s->size += size_of(model);
    if (s->size > SIZES_MAX)
        return dx_fail(s->error, DX_ERR_LIMIT, 0, 0,
                       "no plan among the first %zu models, which have more "
                       "than %d worlds and arrows",
                       s->nodes.count, SIZES_MAX);
    return DX_OK;
}

// Takes the model; says whether it has the goal.
static dx_status keep(search *s, dx_model *model, uint32_t parent,
                      uint32_t step, bool *out_found)
{
    dx_model *small;
    bool known;
    uint64_t print;
    dx_status status = shrink(s, model, &small, &print);
    if (status != DX_OK)
        return status;
    status = is_known(s, small, print, &known);
    if (status == DX_OK && !known)
        status = has_room(s, small);
    if (status != DX_OK || known) {
        dx_model_free(small);
        return status;
    }
    dx_vector_push(&s->nodes, (node){small, print, parent, step});
    return holds_here(s, small, s->query->formula, out_found);
}

static dx_status expand(search *s, uint32_t n, bool *out_found)
{
    for (uint32_t i = 0; i < s->query->steps_given.count; i++) {
        const dx_query_step *step = &s->query->steps_given.at[i];
        const dx_model *from = s->nodes.at[n].model;
        bool possible;
        dx_status status = is_possible(s, from, step, &possible);
        if (status != DX_OK)
            return status;
        if (!possible)
            continue;
        dx_model *after = dx_model_copy(from);
        status = dx_document_update(s->document, 1, step, &after, s->error);
        if (status != DX_OK) {
            dx_model_free(after);
            return status;
        }
        status = keep(s, after, n, i, out_found);
        if (status != DX_OK || *out_found)
            return status;
    }
    return DX_OK;
}

static void read_back(const search *s, dx_plan_steps *out)
{
    uint32_t n = (uint32_t)(s->nodes.count - 1);
    for (; s->nodes.at[n].parent != UINT32_MAX; n = s->nodes.at[n].parent)
        dx_vector_push(out, s->nodes.at[n].step);
    for (size_t i = 0, k = out->count; i + 1 < k; i++) {
        uint32_t step = out->at[i];
        out->at[i] = out->at[--k];
        out->at[k] = step;
    }
}

dx_status dx_document_plan(const dx_document *document, const dx_model *model,
                           const dx_query *query, bool *out_found,
                           dx_plan_steps *out_steps, dx_error *error)
{
    search s = {
        .document = document,
        .query = query,
        .has_chances = dx_query_mentions(document, query, dx_kind_is_chance),
        .is_exact =
            dx_query_mentions(document, query, dx_kind_needs_all_worlds),
        .error = error};
    *out_found = false;
    dx_status status = keep(&s, dx_model_copy(model), UINT32_MAX, 0, out_found);
    for (uint32_t n = 0; status == DX_OK && !*out_found && n < s.nodes.count;
         n++)
        status = expand(&s, n, out_found);
    if (status == DX_OK && *out_found)
        read_back(&s, out_steps);
    for (size_t i = 0; i < s.nodes.count; i++)
        dx_model_free(s.nodes.at[i].model);
    dx_vector_release(&s.nodes);
    return status;
}
