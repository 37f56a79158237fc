// Where nothing is assumed and the game can be counted, no world is looked at:
// a fact of chance 1 is certain, one of chance 0 impossible.  Otherwise the
// worlds are listed once, every fact is asked of each, and the weights where it
// holds are added up.

#include "minds/know.h"

#include "base/memory.h"
#include "game/claims.h"
#include "minds/consider.h"
#include "minds/inquiry/inquiry.h"
#include "minds/odds.h"
#include "words/number.h"

#include <assert.h>
#include <string.h>

struct dx_knower {
    const dx_view *view;
    dx_know_options options;
    bool is_sourced; // what is assumed is not among the options
    dx_reckoning reckoning;
    dx_worlds *worlds; // of the reference; NULL while not needed
};

size_t dx_fact_number(const dx_rules *rules, const dx_atom *atom,
                      const int *args)
{
    size_t number = 0;
    for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++) {
        unsigned values = dx_type_values(rules, atom->type[i]);
        assert(args[i] >= 0 && (unsigned)args[i] < values);
        number = number * values + (unsigned)args[i];
    }
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
    assert(number == 0); // it was one of the facts there are
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
    k->is_sourced = options->assumption != NULL &&
                    options->assumption->kind == DX_ASSUME_SOURCE;
    if (k->is_sourced)
        k->options.assumption = NULL;
    k->reckoning =
        dx_reckoning_open(view->rules, view->seat, k->options.assumption,
                          view->seen, view->count);
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

// ---- by places ----

static dx_claim claim_of(const dx_atom *atom, const void *sight,
                         const int *args, dx_claims *out)
{
    return atom->claim == NULL
               ? dx_claim_number(out, dx_atom_holds(atom, sight, args))
               : atom->claim(atom, sight, args, out);
}

static bool know_fact(const dx_knower *k, dx_inquiry *inquiry,
                      const dx_frame *now, const dx_claims *claims,
                      dx_claim claim, dx_known *out)
{
    uint64_t sees = now->sees[k->view->seat];
    bool weighs = dx_inquiry_has_chances(inquiry, now, sees);
    dx_mind_id mind = dx_inquiry_open(inquiry, now, sees,
                                      weighs ? DX_MIND_CHANCE : DX_MIND_KNOWS);
    dx_finding found;
    dx_inquiry_node fact = dx_inquiry_claim(
        inquiry, dx_inquiry_inside(inquiry, mind), claims, claim);
    dx_inquiry_close(inquiry, mind, fact, DX_NODE_NONE);
    if (dx_inquiry_ask(inquiry, mind, k->view->sight, &found) != DX_OK)
        return false;
    assert(found.some || found.none); // there is a world
    out->is_possible = found.some;
    out->is_certain = !found.none;
    if (found.weighed) {
        dx_rational chance = dx_rational_of_ratio(&found.with, &found.all);
        out->chance = dx_rational_fraction(&chance);
        out->has_chance = !dx_fraction_is_lost(out->chance);
        dx_rational_release(&chance);
    }
    dx_finding_release(&found);
    return true;
}

// What is assumed changes what is likely, and not what is known.
static bool know_by_places(const dx_knower *k, const dx_atom *atom,
                           size_t count, dx_known *out)
{
    enum { STEPS_MAX = 100000000 };
    const dx_rules *rules = k->view->rules;
    if (rules->game->places == NULL || k->view->seat >= dx_players(rules) ||
        !assumes_nothing(k))
        return false;
    dx_frames *frames = dx_frames_after(rules, k->view->seen, k->view->count);
    const dx_frame *now = dx_frames_now(frames);
    dx_inquiry *inquiry = dx_inquiry_new(frames);
    dx_claims *claims = dx_claims_new();
    dx_inquiry_effort(inquiry)->steps_max = STEPS_MAX;
    bool knows = now->beyond == NULL;
    for (size_t i = 0; i < count && knows; i++) {
        int args[DX_TERM_ARGS] = {0};
        dx_fact_args(rules, atom, i, args);
        dx_claims_clear(claims);
        dx_claim claim = claim_of(atom, now->sight, args, claims);
        knows = know_fact(k, inquiry, now, claims, claim, &out[i]);
    }
    dx_claims_free(claims);
    dx_inquiry_free(inquiry);
    dx_frames_free(frames);
    return knows;
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
        assert(known->is_possible || !known->is_certain);
        assert(!known->has_chance || (known->chance.top >= 0 &&
                                      known->chance.top <= known->chance.over));
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
            finish_tally(t, dx_reckoning_has_chances(&k->reckoning));
        if (status != DX_ERR_UNSUPPORTED)
            return status == DX_OK
                       ? status
                       : dx_fail(
                             error, status, 0, 0,
                             "more than %s worlds are possible",
                             dx_many_of((double)k->options.worlds_max).text);
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

// Chances as the source has them, if it speaks of such facts.
static void ask_source(const dx_knower *k, const dx_atom *atom, size_t count,
                       dx_known *known)
{
    bool speaks = k->options.chance != NULL;
    for (size_t i = 0; i < count; i++) {
        int args[DX_TERM_ARGS] = {0};
        dx_fact_args(k->view->rules, atom, i, args);
        known[i].has_chance = false;
        if (speaks && known[i].is_possible && !known[i].is_certain)
            speaks = known[i].has_chance = k->options.chance(
                k->options.context, k->view, atom, args, &known[i].chance);
    }
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
    if (!know_by_places(k, atom, count, known) &&
        know_by_listing(k, &t, error) != DX_OK) {
        dx_free(known);
        return NULL;
    }
    if (k->is_sourced)
        ask_source(k, atom, count, known);
    *out = count;
    return known;
}
