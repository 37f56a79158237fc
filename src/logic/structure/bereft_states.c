// Whom an update left no state, as far as a formula looks there: the walk of
// evaluate/bereft.c with sets of states as diagrams.  The two share what they
// find (kripke/bereft.h) and not the walk: a step there is along edges from
// world to world inside a context, here a quantification inside a situation,
// and who holds a set, a bitset or a reference, differs at every turn of it;
// tests ask both engines the same questions.
//
// An agent without a relation over hidden bits holds the state itself possible,
// so where nobody has one and no event model occurs, nothing is walked.

#include "logic/structure/inside.h"

#include "logic/formula/parts.h"
#include "logic/kripke/bereft.h"

enum { VISITS_MAX = 2000 };

// The states at which a part of the formula is asked; referenced by whoever
// made the place.
typedef struct place {
    uint32_t situation;
    dx_bdd at;
    bool is_updated, is_here;
} place;

typedef struct walk {
    dx_structure *s;
    dx_bereft_list *out;
    size_t visits;
    place start; // of the whole formula
    dx_formula f;
} walk;

static void visit(walk *k, place here, dx_formula f);

// Visits `f` at the states of the place that satisfy its law.
static void visit_at(walk *k, place next, dx_formula f)
{
    dx_bdd_manager *m = k->s->m;
    if (next.situation == UINT32_MAX)
        return;
    next.at = dx_bdd_and(m, next.at, k->s->situations.at[next.situation].law);
    dx_bdd_ref(m, next.at);
    visit(k, next, f);
    dx_bdd_deref(m, next.at);
}

static void look(walk *k, place here, uint32_t agent, dx_bereft found)
{
    dx_structure *s = k->s;
    uint32_t views = s->situations.at[here.situation].views;
    if (!here.is_updated ||
        s->views.at[views].agent[agent].relation == DX_BDD_TRUE)
        return;
    dx_bdd some = dx_structure_possible(s, here.situation, agent, DX_BDD_TRUE);
    dx_bdd none = dx_bdd_and(s->m, here.at, dx_bdd_not(some));
    if (none == DX_BDD_INVALID || none == DX_BDD_FALSE)
        return;
    found.is_here = here.is_here;
    dx_bereft_add(k->out, s->store, found);
}

// The group of f, a D: looked at where nobody's own loss is the reason.
static void look_together(walk *k, place here, dx_formula f)
{
    dx_structure *s = k->s;
    if (!here.is_updated)
        return;
    dx_bdd none = dx_bdd_not(
        dx_structure_possible_together(s, here.situation, f, DX_BDD_TRUE));
    none = dx_bdd_and(s->m, here.at, none);
    for (size_t i = 1; i < dx_formula_count(s->store, f); i++) {
        uint32_t agent =
            dx_structure_agent(s, dx_formula_operand(s->store, f, i));
        if (agent == UINT32_MAX)
            return;
        none = dx_bdd_and(
            s->m, none,
            dx_structure_possible(s, here.situation, agent, DX_BDD_TRUE));
    }
    if (none != DX_BDD_INVALID && none != DX_BDD_FALSE)
        dx_bereft_add(k->out, s->store,
                      dx_bereft_group(s->store, f, here.is_here));
}

static void visit_one(walk *k, place here, dx_formula f)
{
    dx_structure *s = k->s;
    dx_kind kind = dx_formula_kind(s->store, f);
    dx_formula name = dx_formula_operand(s->store, f, 0);
    uint32_t agent = dx_structure_agent(s, name);
    if (agent == UINT32_MAX)
        return;
    dx_bereft found = {dx_formula_name(s->store, name), DX_KNOWLEDGE, false,
                       DX_FORMULA_NONE};
    uint32_t belief = dx_pair_map_find(&s->belief_of, agent, 0);
    if ((kind == DX_BELIEVES || kind == DX_BELIEVES_GIVEN) &&
        belief != UINT32_MAX) {
        agent = belief;
        found.attitude = DX_BELIEF;
    }
    look(k, here, agent, found);
    place next = {here.situation, DX_BDD_FALSE, here.is_updated, false};
    for (size_t i = 1; i < dx_formula_count(s->store, f); i++) {
        next.at =
            kind == DX_BELIEVES
                ? dx_structure_believed(s, here.situation, agent, here.at)
                : dx_structure_successors(s, here.situation, agent, here.at);
        visit_at(k, next, dx_formula_operand(s->store, f, i));
    }
}

// Where a step of one agent leads, having looked at it.
static dx_bdd step_of(walk *k, place from, dx_formula name)
{
    dx_structure *s = k->s;
    uint32_t agent = dx_structure_agent(s, name);
    if (agent == UINT32_MAX)
        return DX_BDD_INVALID;
    look(k, from, agent,
         (dx_bereft){dx_formula_name(s->store, name), DX_KNOWLEDGE, false,
                     DX_FORMULA_NONE});
    return dx_structure_successors(s, from.situation, agent, from.at);
}

// Where one step of anybody leads from `from`.
static dx_bdd step(walk *k, place from, dx_formula f)
{
    dx_structure *s = k->s;
    dx_bdd there = DX_BDD_FALSE;
    for (size_t i = 1; i < dx_formula_count(s->store, f); i++)
        there = dx_bdd_or(s->m, there,
                          step_of(k, from, dx_formula_operand(s->store, f, i)));
    return there;
}

static void visit_group(walk *k, place here, dx_formula f)
{
    dx_structure *s = k->s;
    dx_bdd there = step(k, here, f), before = DX_BDD_FALSE;
    if (dx_formula_kind(s->store, f) == DX_DISTRIBUTED) {
        look_together(k, here, f);
        there = dx_structure_successors_together(s, here.situation, f, here.at);
    }
    place next = {here.situation, there, here.is_updated, false};
    while (dx_formula_kind(s->store, f) == DX_COMMON && next.at != before &&
           next.at != DX_BDD_INVALID) {
        before = next.at;
        next.at = dx_bdd_or(s->m, before, step(k, next, f));
    }
    visit_at(k, next, dx_formula_operand(s->store, f, 0));
}

// The states where runs of a program end, having looked at every agent whose
// step they take.
static dx_bdd follow(walk *k, place from, dx_formula program)
{
    dx_structure *s = k->s;
    size_t count = dx_formula_count(s->store, program);
    dx_formula first = dx_formula_operand(s->store, program, 0);
    dx_bdd there = DX_BDD_FALSE;
    switch (dx_formula_kind(s->store, program)) {
    case DX_STEP:
        return step_of(k, from, first);
    case DX_TEST:
        return dx_bdd_and(s->m, from.at,
                          dx_structure_value(s, from.situation, first));
    case DX_CHOICE:
        for (size_t i = 0; i < count; i++)
            there = dx_bdd_or(
                s->m, there,
                follow(k, from, dx_formula_operand(s->store, program, i)));
        return there;
    case DX_SEQUENCE:
        for (size_t i = 0; i < count; i++, from.is_here = false)
            from.at = follow(k, from, dx_formula_operand(s->store, program, i));
        return from.at;
    case DX_STAR:
        while (from.at != there && from.at != DX_BDD_INVALID) {
            there = from.at;
            from.at = dx_bdd_or(s->m, there, follow(k, from, first));
            from.is_here = false;
        }
        return from.at;
    default:
        return DX_BDD_INVALID;
    }
}

// Tests are evaluated before anything is held that has no reference.
static void visit_run(walk *k, place here, dx_formula f)
{
    const dx_formulas *store = k->s->store;
    if (dx_structure_pdl(k->s, here.situation, f) == DX_BDD_INVALID)
        return;
    dx_bdd there = follow(k, here, dx_formula_operand(store, f, 0));
    visit_at(k, (place){here.situation, there, here.is_updated, false},
             dx_formula_operand(store, f, 1));
}

// What comes behind an announcement of f, or of its denial.
static void visit_said(walk *k, place here, dx_formula f, bool denied)
{
    dx_structure *s = k->s;
    dx_formula said = dx_formula_operand(s->store, f, 0);
    if (denied)
        said = dx_formula_not(s->store, said);
    uint32_t after = dx_structure_hear(s, here.situation, said);
    visit_at(k, (place){after, here.at, true, here.is_here},
             dx_formula_operand(s->store, f, 1));
}

static void visit_told(walk *k, place here, dx_formula f)
{
    uint32_t after = dx_structure_tell(k->s, here.situation, f);
    visit_at(k, (place){after, here.at, true, here.is_here},
             dx_formula_operand(k->s->store, f, 1));
}

static void visit_event(walk *k, place here, dx_formula f)
{
    dx_structure *s = k->s;
    const dx_names *names = dx_formulas_names(s->store);
    const char *model =
        dx_names_text(names, dx_formula_operand(s->store, f, 0));
    const char *name = dx_names_text(names, dx_formula_operand(s->store, f, 1));
    const dx_event_model *events =
        s->library == NULL ? NULL : dx_event_library_find(s->library, model);
    size_t e =
        events == NULL ? DX_NOT_FOUND : dx_event_model_find(events, name);
    if (e == DX_NOT_FOUND)
        return;
    uint32_t after = dx_structure_happen(s, here.situation, events);
    if (after == UINT32_MAX)
        return;
    dx_bdd at =
        dx_bdd_and(s->m, here.at, dx_structure_happened(s, after, events, e));
    visit_at(k, (place){after, at, true, here.is_here},
             dx_formula_operand(s->store, f, 2));
}

static void visit_upgrade(walk *k, place here, dx_formula f)
{
    const dx_formulas *store = k->s->store;
    visit(k, here, dx_formula_operand(store, f, 0));
    here.situation = dx_structure_upgrade(k->s, here.situation, f);
    visit_at(k, here, dx_formula_operand(store, f, 1));
}

static void visit(walk *k, place here, dx_formula f)
{
    const dx_formulas *store = k->s->store;
    if (f == DX_FORMULA_NONE || k->visits++ >= VISITS_MAX ||
        here.at == DX_BDD_FALSE || here.at == DX_BDD_INVALID)
        return;
    switch (dx_formula_family(store, f)) {
    case DX_FAMILY_BOOLEAN:
        for (size_t i = 0; i < dx_formula_count(store, f); i++)
            visit(k, here, dx_formula_operand(store, f, i));
        return;
    case DX_FAMILY_ATTITUDE:
        visit_one(k, here, f);
        return;
    case DX_FAMILY_GROUP:
        visit_group(k, here, f);
        return;
    case DX_FAMILY_ANNOUNCE:
        visit_said(k, here, f, false);
        if (dx_formula_kind(store, f) == DX_TELL_WHETHER ||
            dx_formula_kind(store, f) == DX_TELL_WHETHER_DUAL)
            visit_said(k, here, f, true);
        return;
    case DX_FAMILY_TELL:
        visit_told(k, here, f);
        return;
    case DX_FAMILY_EVENT:
        visit_event(k, here, f);
        return;
    case DX_FAMILY_UPGRADE:
        visit_upgrade(k, here, f);
        return;
    case DX_FAMILY_RUN:
        visit_run(k, here, f);
        return;
    case DX_FAMILY_QUANTIFIER:
        visit(k, here, dx_structure_write_out(k->s, here.situation, f));
        return;
    default: // facts, comparisons
        return;
    }
}

static bool is_event(dx_kind kind)
{
    return dx_kind_family(kind) == DX_FAMILY_EVENT;
}

static bool has_relations(const dx_structure *s, uint32_t situation)
{
    const dx_views *views = &s->views.at[s->situations.at[situation].views];
    for (size_t a = 0; a < s->agent_count; a++)
        if (views->agent[a].relation != DX_BDD_TRUE)
            return true;
    return false;
}

static void walk_all(void *data)
{
    walk *k = data;
    visit_at(k, k->start, k->f);
}

void dx_structure_bereft(dx_structure *s, uint32_t situation, dx_formula f,
                         dx_bdd at, bool is_one, bool is_updated,
                         dx_bereft_list *out)
{
    if (!has_relations(s, situation) &&
        !dx_formula_mentions(s->store, f, is_event))
        return;
    dx_status status = s->status;
    walk k = {.s = s,
              .out = out,
              .start = {situation, at, is_updated, is_one},
              .f = f};
    if (dx_structure_wants_room(s, f))
        dx_structure_run_deep(s, walk_all, &k);
    else
        walk_all(&k);
    s->status = status; // what went wrong here does not spoil the answer
}

bool dx_structure_held_something(dx_structure *s, const dx_bereft *who)
{
    dx_bdd some;
    if (who->group != DX_FORMULA_NONE) {
        some = dx_structure_possible_together(s, 0, who->group, DX_BDD_TRUE);
    } else {
        uint32_t agent = dx_pair_map_find(&s->agent_of, who->agent, 0);
        if (who->attitude == DX_BELIEF)
            agent = dx_pair_map_find(&s->belief_of, agent, 0);
        some = dx_structure_possible(s, 0, agent, DX_BDD_TRUE);
    }
    return dx_bdd_and(s->m, s->situations.at[0].law, dx_bdd_not(some)) ==
           DX_BDD_FALSE;
}
