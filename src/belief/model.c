// States and models: what they are made of, and how they are printed.

#include "belief/model.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/pair_map.h"
#include "logic/formula/print.h"

#include <assert.h>
#include <string.h>

typedef DX_VECTOR(dx_formula) formulas;

void dx_state_release(dx_belief_state *state)
{
    dx_vector_release(&state->facts);
    dx_vector_release(&state->beliefs);
}

// Where `f` is, or belongs.
static size_t place_of(size_t count, const dx_formula *at, dx_formula f)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (at[middle] < f)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has(size_t count, const dx_formula *at, dx_formula f)
{
    size_t place = place_of(count, at, f);
    return place < count && at[place] == f;
}

// Moves what stands behind `place` one on; there is room.
static void put_in(dx_formula *at, size_t count, size_t place, dx_formula f)
{
    assert(place <= count && (place == 0 || at[place - 1] < f));
    for (size_t i = count; i > place; i--)
        at[i] = at[i - 1];
    at[place] = f;
}

void dx_state_add_fact(dx_belief_state *state, dx_formula fact)
{
    if (dx_state_has_fact(state, fact))
        return;
    size_t place = place_of(state->facts.count, state->facts.at, fact);
    dx_vector_reserve(&state->facts, 1);
    put_in(state->facts.at, state->facts.count++, place, fact);
}

void dx_state_add_belief(dx_belief_state *state, dx_formula belief)
{
    if (dx_state_has_belief(state, belief))
        return;
    size_t place = place_of(state->beliefs.count, state->beliefs.at, belief);
    dx_vector_reserve(&state->beliefs, 1);
    put_in(state->beliefs.at, state->beliefs.count++, place, belief);
}

bool dx_state_has_fact(const dx_belief_state *state, dx_formula fact)
{
    return has(state->facts.count, state->facts.at, fact);
}

bool dx_state_has_belief(const dx_belief_state *state, dx_formula belief)
{
    return has(state->beliefs.count, state->beliefs.at, belief);
}

dx_formula dx_precondition_of(const dx_preconditions *all, dx_formulas *store,
                              dx_formula event)
{
    for (size_t i = 0; all != NULL && i < all->count; i++)
        if (all->at[i].event == event)
            return all->at[i].needs;
    return dx_formula_true(store);
}

size_t dx_belief_model_add(dx_belief_model *model, dx_belief_state state,
                           bool in_context)
{
    assert(model->states.count == model->in_context.count);
    dx_vector_push(&model->states, state);
    dx_vector_push(&model->in_context, in_context);
    return model->states.count - 1;
}

void dx_belief_model_release(dx_belief_model *model)
{
    for (size_t i = 0; i < model->states.count; i++)
        dx_state_release(&model->states.at[i]);
    dx_vector_release(&model->states);
    dx_vector_release(&model->in_context);
}

static bool are_equal(const dx_belief_state *a, const dx_belief_state *b)
{
    size_t facts = a->facts.count, beliefs = a->beliefs.count;
    return a->time == b->time && facts == b->facts.count &&
           beliefs == b->beliefs.count &&
           (facts == 0 || memcmp(a->facts.at, b->facts.at,
                                 facts * sizeof *a->facts.at) == 0) &&
           (beliefs == 0 || memcmp(a->beliefs.at, b->beliefs.at,
                                   beliefs * sizeof *a->beliefs.at) == 0);
}

static uint64_t hash_of(const dx_belief_state *s)
{
    uint64_t hash = s->time;
    if (s->facts.count > 0)
        hash ^=
            dx_hash_bytes(s->facts.at, s->facts.count * sizeof *s->facts.at);
    if (s->beliefs.count > 0)
        hash ^= 3 * dx_hash_bytes(s->beliefs.at,
                                  s->beliefs.count * sizeof *s->beliefs.at);
    return hash;
}

// The first state of each hash is kept, and what is equal to it is not; two
// that only share a hash both stay.
void dx_belief_model_merge(dx_belief_model *model)
{
    dx_pair_map first = {0};
    size_t kept = 0;
    for (size_t i = 0; i < model->states.count; i++) {
        dx_belief_state *state = &model->states.at[i];
        uint64_t hash = hash_of(state);
        uint32_t low = (uint32_t)hash, high = (uint32_t)(hash >> 32);
        uint32_t other = UINT32_MAX;
        if (model->in_context.at[i])
            other = dx_pair_map_find(&first, low, high);
        if (other != UINT32_MAX && are_equal(&model->states.at[other], state)) {
            dx_state_release(state);
            continue;
        }
        if (model->in_context.at[i] && other == UINT32_MAX)
            dx_pair_map_put(&first, low, high, (uint32_t)kept);
        model->in_context.at[kept] = model->in_context.at[i];
        model->states.at[kept++] = *state;
    }
    model->states.count = model->in_context.count = kept;
    dx_pair_map_release(&first);
}

// explicit[h]@t f has a normal form inside; people wrote another.
static void print_written(const dx_language *language, dx_formula f,
                          dx_text *out)
{
    dx_formula_print(language->store, dx_language_written(language, f), out);
}

static void print_list(const dx_language *language, size_t count,
                       const dx_formula *at, dx_text *out)
{
    for (size_t i = 0; i < count; i++) {
        dx_text_add(out, i > 0 ? ", " : "");
        print_written(language, at[i], out);
    }
}

void dx_state_print(const dx_language *language, const dx_belief_state *state,
                    dx_text *out)
{
    if (state->time == DX_TIME_FOREVER)
        dx_text_add(out, "now forever: ");
    else
        dx_text_printf(out, "now %u: ", (unsigned)state->time);
    if (state->facts.count == 0)
        dx_text_add(out, "nothing is true");
    print_list(language, state->facts.count, state->facts.at, out);
    const char *machine =
        dx_formulas_name_text(language->store, language->machine);
    dx_text_printf(out, "; %s believes ", machine);
    if (state->beliefs.count == 0)
        dx_text_add(out, "nothing but the time");
    print_list(language, state->beliefs.count, state->beliefs.at, out);
}

static void print_json_list(const dx_language *language, size_t count,
                            const dx_formula *at, dx_text *out)
{
    for (size_t i = 0; i < count; i++) {
        dx_text text = {0};
        print_written(language, at[i], &text);
        dx_text_add(out, i > 0 ? "," : "");
        dx_text_add_json(out, dx_text_string(&text));
        dx_text_release(&text);
    }
}

void dx_state_print_json(const dx_language *language,
                         const dx_belief_state *state, dx_text *out)
{
    if (state->time == DX_TIME_FOREVER)
        dx_text_add(out, "{\"now\":null,\"facts\":[");
    else
        dx_text_printf(out, "{\"now\":%u,\"facts\":[", (unsigned)state->time);
    print_json_list(language, state->facts.count, state->facts.at, out);
    dx_text_add(out, "],\"beliefs\":[");
    print_json_list(language, state->beliefs.count, state->beliefs.at, out);
    dx_text_add(out, "]}");
}
