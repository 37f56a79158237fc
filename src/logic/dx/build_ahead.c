// Laws that cut before their last variable has a value.
//
// A law is asked when all of its variables have values.  If they stand far
// apart in the file (who has each card, declared hand by hand), whole subtrees
// are walked that it has doomed long before.  A law that reads few states is
// therefore made a table: for each of its variables, which values of that one
// and of those before it can be completed at all.  Such a table is asked as
// soon as the variable has a value and costs one look-up; the last of them is
// the law itself.  A table that excludes nothing early is thrown away.
//
// Worlds and their order do not change.  Tables cost a run of the law for each
// state that it can read, in all at most one for each WORTH values that listing
// is estimated to try without them.

#include "logic/dx/build_private.h"

#include "base/memory.h"
#include "base/stack.h"

enum { STATES_MAX = 1 << 16, WORTH = 64, FEW = 1 << 14 };

static size_t values_of(const dx_builder *b, size_t variable)
{
    const dx_document *document = b->document;
    return document->domains.at[document->variables.at[variable].domain].count;
}

// The variables that a law reads, in their order, and how many states these
// have; 0 if they are more than `most`.
static size_t variables_of(const dx_builder *b, const dx_code *law, size_t most,
                           dx_foresight *out)
{
    dx_bitset read = dx_bitset_new(law->variable_end);
    dx_code_add_variables(law, &read);
    size_t states = 1, count = dx_bitset_count(&read);
    out->variable = dx_alloc(count, sizeof *out->variable);
    for (size_t v = dx_bitset_next(&read, 0); v < read.size && states > 0;
         v = dx_bitset_next(&read, v + 1)) {
        size_t values = values_of(b, v);
        out->variable[out->count++] = v;
        states = states > most / values ? 0 : states * values;
    }
    dx_bitset_release(&read);
    return states;
}

// Gives the variables of a table their values in state number `state`.
static void take_state(dx_builder *b, const dx_foresight *f, size_t state)
{
    const dx_document *document = b->document;
    for (size_t i = f->count; i-- > 0;) {
        size_t v = f->variable[i], values = values_of(b, v);
        b->values[v] = document->domains.at[document->variables.at[v].domain]
                           .value[state % values];
        state /= values;
    }
}

// What can be completed: the lawful states, and behind it what they begin with.
static void tabulate(dx_builder *b, const dx_code *law, size_t states,
                     dx_foresight *f)
{
    f->allowed = dx_alloc(f->count, sizeof *f->allowed);
    f->state = dx_alloc(f->count + 1, sizeof *f->state);
    dx_bitset *all = &f->allowed[f->count - 1];
    *all = dx_bitset_new(states);
    for (size_t s = 0; s < states; s++) {
        take_state(b, f, s);
        if (dx_code_run(law, b->values) != 0)
            dx_bitset_add(all, s);
    }
    for (size_t i = f->count; i-- > 1;) {
        const dx_bitset *whole = &f->allowed[i];
        size_t values = values_of(b, f->variable[i]);
        f->allowed[i - 1] = dx_bitset_new(whole->size / values);
        for (size_t s = dx_bitset_next(whole, 0); s < whole->size;
             s = dx_bitset_next(whole, s + 1))
            dx_bitset_add(&f->allowed[i - 1], s / values);
    }
}

static bool excludes_early(const dx_foresight *f)
{
    const dx_bitset *early = &f->allowed[f->count - 2];
    return dx_bitset_count(early) < early->size;
}

void dx_foresight_release(dx_foresight *f)
{
    for (size_t i = 0; f->allowed != NULL && i < f->count; i++)
        dx_bitset_release(&f->allowed[i]);
    dx_free(f->allowed);
    dx_free(f->variable);
    dx_free(f->state);
    *f = (dx_foresight){0};
}

// The table of a law, if it has at most `most` states and excludes some early.
static bool foresee(dx_builder *b, const dx_code *law, size_t most,
                    size_t *states, dx_foresight *out)
{
    *out = (dx_foresight){0};
    *states = variables_of(b, law, most, out);
    if (*states > 0 && out->count > 1) {
        tabulate(b, law, *states, out);
        if (excludes_early(out))
            return true;
    }
    dx_foresight_release(out);
    return false;
}

// Makes tables of what the stage of variable v asks, for `room` states in all.
static size_t look_from(dx_builder *b, size_t v, size_t room)
{
    dx_build_stage *stage = &b->stages[v];
    size_t kept = 0;
    for (size_t i = 0; i < stage->laws.count; i++) {
        const dx_code *law = stage->laws.at[i];
        size_t most = room < STATES_MAX ? room : STATES_MAX, states = 0;
        dx_foresight f;
        if (foresee(b, law, most, &states, &f))
            dx_vector_push(&b->foresights, f);
        else
            stage->laws.at[kept++] = law;
        room -= states;
    }
    stage->laws.count = kept;
    return room;
}

// Sends each table to the variables it is asked at.
static void place_tables(dx_builder *b)
{
    for (size_t i = 0; i < b->foresights.count; i++) {
        dx_foresight *f = &b->foresights.at[i];
        for (size_t k = 0; k < f->count; k++) {
            dx_foreseen at = {f, k, values_of(b, f->variable[k])};
            dx_vector_push(&b->stages[f->variable[k]].foreseen, at);
        }
    }
}

// Where laws cannot exclude much, since there are few states without them.
static bool has_few_states(const dx_builder *b)
{
    double states = 1;
    for (size_t v = 0; v < b->document->variables.count; v++)
        states *= (double)values_of(b, v);
    return states <= FEW;
}

void dx_builder_look_ahead(dx_builder *b)
{
    if (b->has_looked_ahead)
        return;
    b->has_looked_ahead = true;
    if (b->laws.count == 0 || has_few_states(b))
        return;
    double steps = dx_builder_probe(b).steps / WORTH;
    size_t room = steps < 16 * STATES_MAX ? (size_t)steps : 16 * STATES_MAX;
    for (size_t v = 0; v < b->document->variables.count && room > 1; v++)
        room = look_from(b, v, room);
    place_tables(b);
}
