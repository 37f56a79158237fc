// The part of a model on some of its worlds: what a public announcement leaves.
//
// The worlds that stay keep their order.  Propositions are the bulk of a model,
// one bit a world, so they are packed a word at a time: how the kept bits of a
// word move together is computed once and applied to all of them (squeeze).
// Relations are restricted in relation.c; cells that are left empty are gone
// from the numbering.

#include "base/memory.h"
#include "logic/kripke/inside.h"
#include "logic/kripke/plausible.h"
#include "logic/kripke/update.h"

#include <assert.h>

// The weights of the edges that stay, in the order of the new rows.
static void restrict_edge_weights(dx_model *part, size_t a,
                                  const dx_agent_row *agent,
                                  const dx_bitset *keep, const uint32_t *new_of)
{
    const dx_relation *old = &agent->knowledge;
    assert(old->first != NULL); // weights of edges go with edges
    size_t count = 0;
    dx_edge *edges = dx_alloc_raw(old->first[keep->size], sizeof *edges);
    dx_fraction *weights =
        dx_alloc_raw(old->first[keep->size], sizeof *weights);
    for (size_t w = dx_bitset_next(keep, 0); w < keep->size;
         w = dx_bitset_next(keep, w + 1))
        for (size_t i = old->first[w]; i < old->first[w + 1]; i++) {
            if (!dx_bitset_has(keep, old->target[i]))
                continue;
            edges[count] = (dx_edge){new_of[w], new_of[old->target[i]]};
            weights[count++] = agent->weights.of_edge[i];
        }
    dx_model_set_edge_weights(part, a, count, edges, weights);
    dx_free(edges);
    dx_free(weights);
}

static void restrict_ranks(dx_model *part, size_t a, const dx_agent_row *agent,
                           const dx_bitset *keep, const uint32_t *new_of)
{
    uint32_t *ranks = dx_alloc(part->world_count, sizeof *ranks);
    for (size_t w = dx_bitset_next(keep, 0); w < keep->size;
         w = dx_bitset_next(keep, w + 1))
        ranks[new_of[w]] = agent->rank[w];
    dx_model_set_ranks(part, a, ranks);
    dx_free(ranks);
}

static void restrict_agent(dx_model *part, const dx_model *model, size_t a,
                           const dx_bitset *keep, const uint32_t *new_of)
{
    const dx_agent_row *agent = &model->agents.at[a];
    dx_names *names = dx_formulas_names(model->store);
    dx_model_add_agent(part, dx_names_text(names, agent->name));
    dx_model_take_relation(part, a, DX_KNOWLEDGE,
                           dx_relation_restrict(&agent->knowledge, keep));
    if (agent->has_belief)
        dx_model_take_relation(part, a, DX_BELIEF,
                               dx_relation_restrict(&agent->belief, keep));
    if (agent->rank != NULL)
        restrict_ranks(part, a, agent, keep, new_of);
    if (agent->weights.of_edge != NULL)
        restrict_edge_weights(part, a, agent, keep, new_of);
    if (agent->weights.of_world == NULL)
        return;
    dx_fraction *weights = dx_alloc_raw(part->world_count, sizeof *weights);
    for (size_t w = dx_bitset_next(keep, 0); w < keep->size;
         w = dx_bitset_next(keep, w + 1))
        weights[new_of[w]] = agent->weights.of_world[w];
    dx_model_set_weights(part, a, weights);
    dx_free(weights);
}

// How to move the kept bits of a word together at its low end: in six steps
// the bits of move[j] go down by 2^j (Warren, Hacker's Delight, "compress").
// The steps depend on the kept bits only and serve all propositions.
typedef struct squeeze {
    uint64_t kept, move[6];
} squeeze;

static squeeze squeeze_of(uint64_t kept)
{
    squeeze result = {.kept = kept};
    uint64_t mask = kept, gaps = ~kept << 1;
    for (unsigned j = 0; j < 6; j++) {
        // Which bits have an odd number of gaps (in units of 2^j) below.
        uint64_t odd = gaps;
        for (unsigned shift = 1; shift < 64; shift *= 2)
            odd ^= odd << shift;
        result.move[j] = odd & mask;
        mask = (mask ^ result.move[j]) | (result.move[j] >> (1u << j));
        gaps &= ~odd;
    }
    return result;
}

static uint64_t squeezed(const squeeze *by, uint64_t word)
{
    word &= by->kept;
    for (unsigned j = 0; j < 6; j++) {
        uint64_t moving = word & by->move[j];
        word = (word ^ moving) | (moving >> (1u << j));
    }
    return word;
}

static void put_bits(dx_bitset *out, size_t at, uint64_t bits)
{
    size_t shift = at % 64;
    if (bits == 0)
        return;
    assert(at + 64 - (size_t)__builtin_clzll(bits) <= out->size);
    out->word[at / 64] |= bits << shift;
    if (shift != 0 && bits >> (64 - shift) != 0)
        out->word[at / 64 + 1] |= bits >> (64 - shift);
}

static void restrict_propositions(dx_model *part, const dx_model *model,
                                  const dx_bitset *keep)
{
    size_t at = 0;
    for (size_t p = 0; p < model->propositions.count; p++)
        dx_model_add_proposition(part, model->propositions.at[p].atom);
    for (size_t i = 0; i < dx_bitset_words(keep->size); i++) {
        if (keep->word[i] == 0)
            continue;
        squeeze by = squeeze_of(keep->word[i]);
        for (size_t p = 0; p < model->propositions.count; p++)
            put_bits(&part->propositions.at[p].worlds, at,
                     squeezed(&by, model->propositions.at[p].worlds.word[i]));
        at += (size_t)__builtin_popcountll(keep->word[i]);
    }
    assert(at == part->world_count);
}

static void restrict_variables(dx_model *part, const dx_model *model,
                               const dx_bitset *keep, const uint32_t *new_of)
{
    int32_t *values = dx_alloc_raw(part->world_count, sizeof *values);
    for (size_t v = 0; v < model->variables.count; v++) {
        const dx_variable *old = &model->variables.at[v];
        for (size_t w = dx_bitset_next(keep, 0); w < keep->size;
             w = dx_bitset_next(keep, w + 1))
            values[new_of[w]] = old->values[w];
        dx_model_add_variable(part, old->term, values);
        part->variables.at[v].domain = old->domain;
    }
    dx_free(values);
}

// Only names that were given are carried over; the others are made anew.
static void restrict_names(dx_model *part, const dx_model *model,
                           const dx_bitset *keep, const uint32_t *new_of)
{
    for (size_t w = dx_bitset_next(keep, 0);
         w < keep->size && model->world_names != NULL;
         w = dx_bitset_next(keep, w + 1))
        if (dx_model_given_name(model, w) != NULL)
            dx_model_name_world(part, new_of[w], dx_model_given_name(model, w));
}

dx_model *dx_model_part(const dx_model *model, const dx_bitset *keep)
{
    assert(keep->size == model->world_count);
    size_t count = dx_bitset_count(keep);
    uint32_t *new_of = dx_alloc(model->world_count, sizeof *new_of);
    uint32_t next = 0;
    for (size_t w = dx_bitset_next(keep, 0); w < keep->size;
         w = dx_bitset_next(keep, w + 1))
        new_of[w] = next++;
    dx_model *part = dx_model_new(model->store, count);
    if (count > 0 && dx_bitset_has(keep, model->actual))
        part->actual = new_of[model->actual];
    for (size_t a = 0; a < model->agents.count; a++)
        restrict_agent(part, model, a, keep, new_of);
    restrict_propositions(part, model, keep);
    restrict_variables(part, model, keep, new_of);
    restrict_names(part, model, keep, new_of);
    dx_model_copy_words(part, model);
    dx_free(new_of);
    return part;
}

dx_status dx_model_restrict(const dx_model *model, const dx_bitset *keep,
                            dx_model **out_model, dx_error *error)
{
    DX_REQUIRE(keep->size == model->world_count, "a set of this model's size");
    if (dx_bitset_is_empty(keep))
        return dx_fail(error, DX_ERR_EMPTY, 0, 0,
                       "no world is left: this holds nowhere");
    *out_model = dx_model_part(model, keep);
    return DX_OK;
}
