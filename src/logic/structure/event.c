// Event models, symbolically.
//
// An event becomes part of the state: extra variables say which event it was.
// A state after events is then a first state and what happened since, the law
// says where each event could happen, facts are functions of all that, and an
// agent's relation is the conjunction of what it sees of the first state and
// of its relations over the events, which are functions of these variables and
// their twins.  (The transformers of van Benthem, van Eijck, Gattinger and Su
// 2018 copy the variables that change; here nothing is copied.)

#include "logic/structure/inside.h"

#include "base/memory.h"

#include <assert.h>

// One event model that happens in one situation.
typedef struct happening {
    dx_structure *s;
    uint32_t situation;
    const dx_event_model *events;
    size_t count, bits;
    dx_bdd_var *var;    // the bits of the event's number
    dx_bdd *is;         // per event: that it was this one
    dx_bdd *is_twin;    // the same of the twins
    dx_bdd *can_happen; // per event: its precondition
} happening;

static size_t bits_for(size_t count)
{
    size_t bits = 0;
    while (count > (size_t)1 << bits)
        bits++;
    return bits;
}

// Does the event stay within the variable's values, wherever it can happen?
static bool is_within(happening *h, size_t e, dx_assignment assignment)
{
    dx_structure *s = h->s;
    if (!assignment.is_bound)
        return true;
    dx_bdd within = dx_structure_value(s, h->situation, assignment.bound);
    dx_bdd here =
        dx_bdd_and(s->m, s->situations.at[h->situation].law, h->can_happen[e]);
    dx_bdd beyond = dx_bdd_and(s->m, here, dx_bdd_not(within));
    if (beyond != DX_BDD_FALSE && beyond != DX_BDD_INVALID &&
        s->status == DX_OK)
        s->status = dx_assignment_out_of_bounds(s->store, assignment, s->error);
    return beyond == DX_BDD_FALSE;
}

// Evaluates what assignments need, as far as that is remembered, and checks
// their bounds.
static bool prepare_assignments(happening *h, size_t e)
{
    dx_structure *s = h->s;
    for (size_t i = 0; i < dx_event_model_assignment_count(h->events, e); i++) {
        dx_assignment assignment = dx_event_model_assignment(h->events, e, i);
        dx_formula target =
            dx_structure_reduce(s, h->situation, assignment.target);
        bool is_number =
            dx_pair_map_find(&s->number_of, target, 0) != UINT32_MAX;
        if (!is_within(h, e, assignment) ||
            (is_number &&
             !dx_structure_prepare_term(s, h->situation, assignment.value)))
            return false;
        if (dx_pair_map_find(&s->atom_of, target, 0) != UINT32_MAX &&
            dx_structure_value(s, h->situation, assignment.value) ==
                DX_BDD_INVALID)
            return false;
    }
    return true;
}

// Where event e has chance 0: of its cases the first that holds counts, and
// none is 0.
static dx_bdd without_chance(happening *h, size_t e, dx_name agent)
{
    dx_structure *s = h->s;
    size_t count = dx_event_model_occurrence_count(h->events, e);
    dx_bdd none = DX_BDD_FALSE;
    for (size_t i = 0; i < count; i++)
        if (dx_event_model_occurs_for(h->events, e, i, agent))
            none = DX_BDD_TRUE;
    for (size_t i = count; i-- > 0;) {
        if (!dx_event_model_occurs_for(h->events, e, i, agent))
            continue;
        dx_occurrence one = dx_event_model_occurrence(h->events, e, i);
        dx_bdd is_zero =
            dx_fraction_is_zero(one.probability) ? DX_BDD_TRUE : DX_BDD_FALSE;
        dx_bdd here = dx_structure_value(s, h->situation, one.condition);
        none = dx_bdd_ite(s->m, here, is_zero, none);
    }
    return none;
}

static bool may_be_without_chance(const happening *h, size_t e)
{
    size_t count = dx_event_model_occurrence_count(h->events, e);
    bool ends = count == 0;
    for (size_t i = 0; i < count; i++) {
        dx_occurrence one = dx_event_model_occurrence(h->events, e, i);
        if (dx_fraction_is_zero(one.probability) || one.is_for_one)
            return true;
        ends = ends || one.condition == dx_formula_true(h->s->store);
    }
    return !ends;
}

// Are the conditions of chances known, so that asking again tidies nothing?
static bool prepare_chances(happening *h, size_t e)
{
    if (!may_be_without_chance(h, e))
        return true;
    for (size_t i = 0; i < dx_event_model_occurrence_count(h->events, e); i++)
        if (dx_structure_value(
                h->s, h->situation,
                dx_event_model_occurrence(h->events, e, i).condition) ==
            DX_BDD_INVALID)
            return false;
    return true;
}

static bool start(happening *h)
{
    dx_structure *s = h->s;
    h->count = dx_event_model_count(h->events);
    h->bits = bits_for(h->count);
    h->var = dx_alloc(h->bits, sizeof *h->var);
    h->is = dx_alloc(h->count, sizeof *h->is);
    h->is_twin = dx_alloc(h->count, sizeof *h->is_twin);
    h->can_happen = dx_alloc(h->count, sizeof *h->can_happen);
    dx_bdd_var *twin = dx_alloc(h->bits, sizeof *twin);
    uint32_t views = s->situations.at[h->situation].views;
    bool is_fine = true;
    for (size_t i = 0; i < h->bits && is_fine; i++) {
        h->var[i] = dx_structure_extra(s, s->views.at[views].extra + i);
        is_fine = h->var[i] != DX_BDD_VAR_NONE;
        twin[i] = is_fine ? dx_structure_twin(s, h->var[i]) : DX_BDD_VAR_NONE;
        is_fine = twin[i] != DX_BDD_VAR_NONE;
    }
    // These need no reference: nothing below tidies once they are needed.
    for (size_t e = 0; e < h->count && is_fine; e++) {
        h->can_happen[e] = dx_structure_value(
            s, h->situation, dx_event_model_precondition(h->events, e));
        is_fine = h->can_happen[e] != DX_BDD_INVALID;
    }
    for (size_t e = 0; e < h->count && is_fine; e++)
        is_fine = prepare_chances(h, e) && prepare_assignments(h, e);
    if (is_fine) {
        dx_structure_codes(s, h->var, h->bits, h->count, h->is);
        dx_structure_codes(s, twin, h->bits, h->count, h->is_twin);
    }
    dx_free(twin);
    return is_fine;
}

static void finish(happening *h)
{
    dx_free(h->var);
    dx_free(h->is);
    dx_free(h->is_twin);
    dx_free(h->can_happen);
}

// ---- Facts ----

static bool cannot_set(happening *h, dx_formula target, const char *why)
{
    dx_structure_fail(h->s, DX_ERR_INPUT,
                      "event model '%s' cannot set '%s': %s",
                      dx_event_model_name(h->events),
                      dx_formula_text(h->s->store, target), why);
    return false;
}

// What was there where the event was another, and what is new where it was e.
static dx_number either(happening *h, size_t e, const dx_number *old,
                        const dx_number *new)
{
    dx_bdd_manager *m = h->s->m;
    assert(dx_number_is_sound(old) && dx_number_is_sound(new));
    dx_bdd others = dx_bdd_not(h->is[e]);
    dx_number made = {.thing = DX_FORMULA_NONE};
    size_t room = old->count + new->count, i = 0, k = 0;
    made.value = dx_alloc_raw(room, sizeof *made.value);
    made.where = dx_alloc_raw(room, sizeof *made.where);
    while (i < old->count || k < new->count) {
        int order = i == old->count ? 1
                    : k == new->count
                        ? -1
                        : dx_fraction_compare(old->value[i], new->value[k]);
        dx_bdd where = DX_BDD_FALSE;
        made.value[made.count] = order <= 0 ? old->value[i] : new->value[k];
        if (order <= 0)
            where = dx_bdd_and(m, old->where[i++], others);
        if (order >= 0)
            where =
                dx_bdd_or(m, where, dx_bdd_and(m, new->where[k++], h->is[e]));
        made.where[made.count] = where;
        made.count += where != DX_BDD_FALSE;
    }
    return made;
}

// Are the values whole, wherever the event can happen?
static bool are_whole(happening *h, size_t e, const dx_number *value)
{
    dx_bdd_manager *m = h->s->m;
    dx_bdd here =
        dx_bdd_and(m, h->s->situations.at[h->situation].law, h->can_happen[e]);
    for (size_t i = 0; i < value->count; i++) {
        dx_fraction v = value->value[i];
        if ((v.over != 1 || v.top < INT32_MIN || v.top > INT32_MAX) &&
            dx_bdd_and(m, here, value->where[i]) != DX_BDD_FALSE)
            return false;
    }
    return true;
}

static bool assign_number(happening *h, uint32_t facts, size_t e, uint32_t n,
                          dx_assignment assignment)
{
    dx_structure *s = h->s;
    dx_number value;
    if (!dx_structure_term(s, h->situation, assignment.value, &value))
        return false;
    bool is_fine = value.thing == DX_FORMULA_NONE;
    if (!is_fine)
        cannot_set(h, assignment.target, "its new value is no number");
    else if (!are_whole(h, e, &value))
        is_fine = cannot_set(h, assignment.target,
                             "its new value is no whole number of 32 bits");
    if (is_fine) {
        dx_number both = either(h, e, &s->facts.at[facts].number[n], &value);
        dx_structure_set_number(s, facts, n, both);
    }
    dx_number_release(&value);
    return is_fine;
}

// All values come from the old situation, so the order does not matter.
static bool assign(happening *h, uint32_t facts, size_t e,
                   dx_assignment assignment)
{
    dx_structure *s = h->s;
    dx_formula target = dx_structure_reduce(s, h->situation, assignment.target);
    uint32_t n = dx_pair_map_find(&s->number_of, target, 0);
    if (n != UINT32_MAX)
        return assign_number(h, facts, e, n, assignment);
    uint32_t i = dx_pair_map_find(&s->atom_of, target, 0);
    if (i == UINT32_MAX)
        return cannot_set(h, target, "it is no proposition or variable");
    dx_bdd value = dx_structure_value(s, h->situation, assignment.value);
    dx_structure_set_truth(
        s, facts, i,
        dx_bdd_ite(s->m, h->is[e], value, s->facts.at[facts].truth[i]));
    return value != DX_BDD_INVALID;
}

static bool change_facts(happening *h, uint32_t *facts)
{
    bool changes = false;
    for (size_t e = 0; e < h->count; e++)
        changes |= dx_event_model_assignment_count(h->events, e) > 0;
    if (!changes)
        return true;
    *facts = dx_structure_copy_facts(h->s, *facts);
    for (size_t e = 0; e < h->count; e++)
        for (size_t i = 0; i < dx_event_model_assignment_count(h->events, e);
             i++)
            if (!assign(h, *facts, e,
                        dx_event_model_assignment(h->events, e, i)))
                return false;
    return true;
}

// ---- Relations ----

// What the agent holds possible to have happened, as a function of the event
// and its twin.
static dx_bdd relation_of(happening *h, const uint8_t *links)
{
    dx_bdd_manager *m = h->s->m;
    dx_bdd all = DX_BDD_FALSE;
    for (size_t e = 0; e < h->count; e++) {
        dx_bdd to = DX_BDD_FALSE;
        for (size_t d = 0; d < h->count; d++)
            if (links[e * h->count + d])
                to = dx_bdd_or(m, to, h->is_twin[d]);
        all = dx_bdd_or(m, all, dx_bdd_and(m, h->is[e], to));
    }
    return all;
}

static bool is_identity(const happening *h, const uint8_t *links)
{
    for (size_t i = 0; i < h->count * h->count; i++)
        if (links[i] != (i % (h->count + 1) == 0))
            return false;
    return true;
}

static bool is_total(const happening *h, const uint8_t *links)
{
    for (size_t i = 0; i < h->count * h->count; i++)
        if (!links[i])
            return false;
    return true;
}

static void watch(happening *h, dx_sight_of *sight, const uint8_t *links)
{
    dx_structure *s = h->s;
    if (is_identity(h, links))
        return; // it sees which event it was
    dx_structure_put(
        s, &sight->hidden,
        dx_bdd_and(s->m, sight->hidden, dx_bdd_cube(s->m, h->var, h->bits)));
    if (!is_total(h, links))
        dx_structure_put(
            s, &sight->relation,
            dx_bdd_and(s->m, sight->relation, relation_of(h, links)));
}

// It was an event whose chance is 0 there, to the agent.
static dx_bdd impossible(happening *h, dx_name agent)
{
    dx_bdd any = DX_BDD_FALSE;
    for (size_t e = 0; e < h->count; e++)
        if (may_be_without_chance(h, e))
            any = dx_bdd_or(
                h->s->m, any,
                dx_bdd_and(h->s->m, h->is[e], without_chance(h, e, agent)));
    return any;
}

static uint32_t take_place(happening *h)
{
    dx_structure *s = h->s;
    dx_bdd possible = DX_BDD_FALSE;
    for (size_t e = 0; e < h->count; e++)
        possible = dx_bdd_or(s->m, possible,
                             dx_bdd_and(s->m, h->is[e], h->can_happen[e]));
    dx_bdd law = dx_bdd_and(s->m, s->situations.at[h->situation].law, possible);
    if (law == DX_BDD_INVALID)
        return UINT32_MAX;
    assert(h->situation < s->situations.count);
    uint32_t facts = s->views.at[s->situations.at[h->situation].views].facts;
    if (!change_facts(h, &facts))
        return UINT32_MAX;
    uint32_t views = dx_structure_copy_views(s, h->situation);
    uint8_t *links = dx_alloc(h->count * h->count, sizeof *links);
    uint32_t *rank = dx_alloc(h->count, sizeof *rank);
    for (size_t a = 0; a < s->agent_count; a++) {
        dx_event_model_matrix(h->events, s->agent_names.at[a], links);
        bool is_belief =
            dx_pair_map_find(&s->agent_of, s->agent_names.at[a], 0) != a;
        if (is_belief)
            dx_event_model_believed(h->events, s->agent_names.at[a], links);
        watch(h, &s->views.at[views].agent[a], links);
        s->views.at[views].agent[a].is_tangled |=
            !dx_event_links_are_shared(links, h->count);
        dx_event_model_ranks(h->events, s->agent_names.at[a], rank);
        if (!is_belief)
            dx_structure_rank_events(s, &s->views.at[views].agent[a], rank,
                                     h->count, h->is,
                                     impossible(h, s->agent_names.at[a]));
    }
    dx_free(links);
    dx_free(rank);
    s->views.at[views].facts = facts;
    s->views.at[views].extra += (uint32_t)h->bits;
    return dx_structure_situation(s, views, law);
}

uint32_t dx_structure_happen(dx_structure *s, uint32_t situation,
                             const dx_event_model *events)
{
    for (size_t i = 0; i < s->passages.count; i++)
        if (s->passages.at[i].from == situation &&
            s->passages.at[i].told == DX_FORMULA_NONE &&
            s->passages.at[i].events == events)
            return s->passages.at[i].to;
    happening h = {.s = s, .situation = situation, .events = events};
    uint32_t to = start(&h) ? take_place(&h) : UINT32_MAX;
    finish(&h);
    if (to != UINT32_MAX)
        dx_vector_push(&s->passages, (dx_passage){.from = situation,
                                                  .to = to,
                                                  .told = DX_FORMULA_NONE,
                                                  .events = events});
    return to;
}

dx_bdd dx_structure_happened(dx_structure *s, uint32_t after,
                             const dx_event_model *events, size_t e)
{
    size_t bits = bits_for(dx_event_model_count(events));
    size_t end = s->views.at[s->situations.at[after].views].extra;
    bool value[64];
    assert(end >= bits && end <= s->extra.count && bits < 64);
    for (size_t i = 0; i < bits; i++)
        value[i] = e >> (bits - 1 - i) & 1;
    return dx_bdd_literals(s->m, s->extra.at + (end - bits), value, bits);
}

dx_bdd dx_structure_event(dx_structure *s, uint32_t situation, dx_formula f)
{
    const dx_names *names = dx_formulas_names(s->store);
    const char *model =
        dx_names_text(names, dx_formula_operand(s->store, f, 0));
    const char *name = dx_names_text(names, dx_formula_operand(s->store, f, 1));
    const dx_event_model *events =
        s->library == NULL ? NULL : dx_event_library_find(s->library, model);
    if (events == NULL)
        return dx_structure_fail(s, DX_ERR_INPUT,
                                 "there is no event model '%s'", model);
    size_t e = dx_event_model_find(events, name);
    if (e == DX_NOT_FOUND)
        return dx_structure_fail(s, DX_ERR_INPUT,
                                 "there is no event '%s' in '%s'", name, model);
    uint32_t after = dx_structure_happen(s, situation, events);
    if (after == UINT32_MAX)
        return DX_BDD_INVALID;
    dx_bdd then =
        dx_structure_value(s, after, dx_formula_operand(s->store, f, 2));
    if (then == DX_BDD_INVALID)
        return then;
    dx_bdd can = dx_structure_value(s, situation,
                                    dx_event_model_precondition(events, e));
    then =
        dx_bdd_restrict(s->m, then, dx_structure_happened(s, after, events, e));
    return dx_formula_kind(s->store, f) == DX_EVENT
               ? dx_bdd_implies(s->m, can, then)
               : dx_bdd_and(s->m, can, then);
}
