// Where nothing is assumed and the game can be counted, no world is looked at:
// a fact of chance 1 is certain, one of chance 0 impossible.  Otherwise the
// worlds are listed once, every fact is asked of each, and the weights where it
// holds are added up.

#include "minds/know.h"

#include "base/memory.h"
#include "minds/consider.h"
#include "minds/odds.h"
#include "minds/reckoner.h"

#include <string.h>

struct dx_knower {
    const dx_view *view;
    dx_know_options options;
    dx_reckoning reckoning;
    dx_worlds *worlds; // of the reference; NULL while not needed
};

size_t dx_fact_number(const dx_rules *rules, const dx_atom *atom,
                      const int *args)
{
    size_t number = 0;
    for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++)
        number =
            number * dx_type_values(rules, atom->type[i]) + (unsigned)args[i];
    return number;
}

void dx_fact_args(const dx_rules *rules, const dx_atom *atom, size_t number,
                  int *out_args)
{
    unsigned count = 0;
    while (count < DX_TERM_ARGS && atom->type[count] != NULL)
        count++;
    for (unsigned i = count; i-- > 0;) {
        unsigned values = dx_type_values(rules, atom->type[i]);
        out_args[i] = (int)(number % values);
        number /= values;
    }
}

// 0: more than the limit.
static size_t count_facts(const dx_rules *rules, const dx_atom *atom)
{
    size_t count = 1;
    for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++) {
        count *= dx_type_values(rules, atom->type[i]);
        if (count > DX_FACTS_MAX)
            return 0;
    }
    return count;
}

static bool assumes_nothing(const dx_knower *k)
{
    return dx_assumes_nothing(k->options.assumption);
}

// ---- opening ----

static dx_status open_reference(dx_knower *k, dx_error *error)
{
    if (k->worlds != NULL)
        return DX_OK;
    dx_consider_options options = {.assumption = k->options.assumption,
                                   .worlds_max = k->options.worlds_max};
    return dx_consider(k->view, &options, &k->worlds, error);
}

dx_status dx_knower_new(const dx_view *view, const dx_know_options *options,
                        dx_knower **out_knower, dx_error *error)
{
    dx_knower *k = dx_alloc(1, sizeof *k);
    k->view = view;
    k->options = *options;
    if (k->options.worlds_max == 0)
        k->options.worlds_max = 100000;
    k->reckoning = dx_reckoning_open(
        view->rules, view->seat, options->assumption, view->seen, view->count);
    if (k->reckoning.self == NULL) {
        dx_status status = open_reference(k, error);
        if (status != DX_OK) {
            dx_knower_free(k);
            return status;
        }
    }
    *out_knower = k;
    return DX_OK;
}

void dx_knower_free(dx_knower *k)
{
    if (k == NULL)
        return;
    dx_reckoning_close(&k->reckoning);
    dx_worlds_free(k->worlds);
    dx_free(k);
}

dx_count dx_knower_worlds(const dx_knower *k)
{
    dx_count count = 0;
    if (k->reckoning.self == NULL)
        count = dx_worlds_count(k->worlds);
    else if (k->reckoning.how->count != NULL &&
             k->reckoning.how->count(k->reckoning.self, &count) != DX_EXACT)
        count = 0;
    return count;
}

// ---- by counting ----

// Under an assumption a chance of 1 is belief and not knowledge, so counting
// tells what is known only where nothing is assumed.
static bool know_by_counting(const dx_knower *k, const dx_atom *atom,
                             size_t count, dx_known *out)
{
    if (k->reckoning.self == NULL || k->reckoning.how->chance == NULL ||
        !assumes_nothing(k))
        return false;
    for (size_t i = 0; i < count; i++) {
        int args[DX_TERM_ARGS] = {0};
        double rounded;
        dx_known *known = &out[i];
        dx_fact_args(k->view->rules, atom, i, args);
        if (k->reckoning.how->chance(k->reckoning.self, atom, args,
                                     &known->chance, &rounded) != DX_OK ||
            dx_fraction_is_lost(known->chance))
            return false;
        known->has_chance = true;
        known->is_possible = known->chance.top != 0;
        known->is_certain = known->chance.top == known->chance.over;
    }
    return true;
}

// ---- by listing ----

typedef struct tally {
    const dx_rules *rules;
    const dx_atom *atom;
    size_t count;
    dx_known *out; // chance: the weight where it holds, until the end
    dx_fraction total;
    bool is_first;
} tally;

static bool tally_world(void *context, const dx_world *world)
{
    tally *t = context;
    t->total = dx_fraction_add(t->total, world->exact);
    for (size_t i = 0; i < t->count; i++) {
        int args[DX_TERM_ARGS] = {0};
        dx_known *known = &t->out[i];
        dx_fact_args(t->rules, t->atom, i, args);
        bool holds = dx_atom_holds(t->atom, world->table, args);
        known->is_certain = holds && (t->is_first || known->is_certain);
        known->is_possible = known->is_possible || holds;
        if (holds)
            known->chance = dx_fraction_add(known->chance, world->exact);
    }
    t->is_first = false;
    return true;
}

static void finish_tally(tally *t, bool have_chances)
{
    have_chances =
        have_chances && !dx_fraction_is_lost(t->total) && t->total.top != 0;
    for (size_t i = 0; i < t->count; i++) {
        dx_known *known = &t->out[i];
        if (have_chances)
            known->chance = dx_fraction_divide(known->chance, t->total);
        known->has_chance = have_chances && !dx_fraction_is_lost(known->chance);
    }
}

static dx_status know_by_listing(dx_knower *k, tally *t, dx_error *error)
{
    for (size_t i = 0; i < t->count; i++)
        t->out[i] = (dx_known){.chance = dx_fraction_int(0)};
    if (k->reckoning.self != NULL && k->reckoning.how->each != NULL) {
        dx_status status = k->reckoning.how->each(
            k->reckoning.self, k->options.worlds_max, tally_world, t);
        if (status == DX_OK)
            finish_tally(t, true);
        if (status != DX_ERR_UNSUPPORTED)
            return status == DX_OK
                       ? status
                       : dx_fail(error, status, 0, 0, "more than %zu worlds",
                                 k->options.worlds_max);
    }
    dx_status status = open_reference(k, error);
    if (status != DX_OK)
        return status;
    for (size_t i = 0; i < dx_worlds_count(k->worlds); i++) {
        dx_world world = dx_worlds_at(k->worlds, i);
        tally_world(t, &world);
    }
    finish_tally(t, dx_worlds_have_chances(k->worlds));
    return DX_OK;
}

dx_known *dx_know(dx_knower *k, const dx_atom *atom, size_t *out,
                  dx_error *error)
{
    const dx_rules *rules = k->view->rules;
    size_t count = count_facts(rules, atom);
    if (count == 0) {
        dx_fail(error, DX_ERR_LIMIT, 0, 0, "more than %d facts of '%s'",
                DX_FACTS_MAX, atom->name);
        return NULL;
    }
    dx_known *known = dx_alloc(count, sizeof *known);
    tally t = {rules, atom, count, known, dx_fraction_int(0), true};
    if (!know_by_counting(k, atom, count, known) &&
        know_by_listing(k, &t, error) != DX_OK) {
        dx_free(known);
        return NULL;
    }
    *out = count;
    return known;
}
