// logic/structure/inside.h -- what the files of the symbolic engine share.

#ifndef DX_LOGIC_STRUCTURE_INSIDE_H
#define DX_LOGIC_STRUCTURE_INSIDE_H

#include "logic/structure/structure.h"

#include "base/pair_map.h"
#include "base/vector.h"
#include "logic/kripke/bereft.h"
#include "logic/kripke/event_model.h"

#include <stdint.h>

// What an agent considers possible: it sees all variables but those of the
// cube `hidden`, and of what it does not see it holds those states possible to
// which `relation` leads, a function of hidden variables and of the twins that
// stand for their values there.  True: all of them.
typedef struct dx_sight_of {
    dx_bdd hidden, relation; // referenced
    // Disjoint sets of states, the most plausible first; NULL: all the same.
    dx_bdd *level; // referenced
    size_t level_count;
    bool is_tangled; // not shared (dx_relation_is_shared)
} dx_sight_of;

// Who sees what; changed by events and by what is told to some.
typedef struct dx_views {
    dx_sight_of *agent; // one an agent
    uint32_t facts;     // what the words of the language mean here
    uint32_t extra;     // how many extra variables its states have
} dx_views;

// A number that depends on the state: disjoint sets, one a value, ascending.
typedef struct dx_number {
    size_t count;
    dx_fraction *value;
    dx_bdd *where;
    dx_formula thing; // no number but a name; else DX_FORMULA_NONE
} dx_number;

void dx_number_release(dx_number *number);
// Are the values ascending, none twice?  For asserts.
static inline bool dx_number_is_sound(const dx_number *number)
{
    for (size_t i = 1; i < number->count; i++)
        if (dx_fraction_compare(number->value[i - 1], number->value[i]) >= 0)
            return false;
    return number->thing == DX_FORMULA_NONE || number->count == 0;
}

// Facts as functions of the state.  Events change facts, not states: a state
// is a first state and the events since.
typedef struct dx_facts {
    dx_bdd *truth;     // one an atom, referenced
    dx_number *number; // one a number, its sets referenced
} dx_facts;

// What announcements lead to: a law, and who observes what under it.
typedef struct dx_situation {
    dx_bdd law; // referenced
    uint32_t views;
} dx_situation;

// What something other than an announcement led to.
typedef struct dx_passage {
    uint32_t from, to;            // situations
    dx_formula told;              // [a,b ?!f] true; or DX_FORMULA_NONE: then
    const dx_event_model *events; // an event of this model happened
} dx_passage;

struct dx_structure {
    dx_formulas *store;
    dx_bdd_manager *m;
    const dx_event_library *library; // may be NULL
    DX_VECTOR(dx_formula) atoms;
    DX_VECTOR(dx_formula) numbers;
    DX_VECTOR(dx_name) things; // names of values, and these values
    DX_VECTOR(int64_t) thing_values;
    DX_VECTOR(dx_bdd_var) vars;    // of the first state
    DX_VECTOR(dx_bdd_var) defined; // seen expressions, which the law defines
    dx_bdd demands;                // what every law must contain; referenced
    dx_pair_map twin_of;           // (variable, 0) to its twin
    dx_pair_map atom_of;           // (atom, 0) to its number
    dx_pair_map number_of;         // (term, 0) to its number
    size_t agent_count;            // beliefs beside knowledge count as agents
    DX_VECTOR(dx_name) agent_names;
    dx_pair_map agent_of;  // (name, 0) to its number
    dx_pair_map belief_of; // (agent, 0) to the agent that is its belief
    DX_VECTOR(dx_facts) facts;
    DX_VECTOR(dx_views) views;
    DX_VECTOR(dx_situation) situations; // 0 is the first
    dx_pair_map situation_of;           // (views, law) to its number
    dx_pair_map boolean_of;             // (formula, 0) to 0 or 1
    dx_pair_map value_of;               // (situation, formula) to its value
    DX_VECTOR(dx_bdd) kept;             // the references of value_of
    // For what is not in the first state: secrets that were told, bits of the
    // numbers of events.  By depth, shared by all situations.
    DX_VECTOR(dx_bdd_var) extra;
    DX_VECTOR(dx_passage) passages;
    size_t level; // how deep it is in formulas that lead to each other
    bool is_deep; // it has room for more than a few levels
    dx_status status;
    dx_error *error; // of the question being answered; may be NULL
};

// The value of f in a situation, or INVALID with either s->status or the
// status of the manager set.  May tidy, unless the value is known.
dx_bdd dx_structure_value(dx_structure *s, uint32_t situation, dx_formula f);

// Is it time to go on, for a formula or term, where there is room for as many
// levels as there can be?  And does so.
bool dx_structure_wants_room(const dx_structure *s, dx_formula node);
void dx_structure_run_deep(dx_structure *s, void (*run)(void *), void *data);

// Whether f, a formula or a term, speaks of the state alone.
bool dx_structure_is_boolean(dx_structure *s, dx_formula f);

// Sets s->status, once, and returns INVALID.
dx_bdd dx_structure_fail(dx_structure *s, dx_status status, const char *format,
                         ...) DX_PRINTF(3, 4);

// The number of an agent (an APPLY node), or UINT32_MAX with s->status set.
uint32_t dx_structure_agent(dx_structure *s, dx_formula agent);

// The situation with this law and these views, made if it is new.
uint32_t dx_structure_situation(dx_structure *s, uint32_t views, dx_bdd law);

// ---- structure.c ----

// Starts a question, and ends it: the status of either.
void dx_structure_begin(dx_structure *s, dx_error *error);
DX_MUST_USE dx_status dx_structure_end(dx_structure *s, dx_bdd value);

// Whether it was the nodes that ran out and a second try is worth it, with
// nothing but the first law in memory and in the order that suits it best.
bool dx_structure_again(dx_structure *s);

// Drops all that can be computed again.
void dx_structure_forget(dx_structure *s);

// New variables of the first state; false beyond the limits.
bool dx_structure_add_bits(dx_structure *s, size_t count, dx_bdd_var *out);

// The number of a new agent, who sees nothing; the first of a name counts.
uint32_t dx_structure_new_agent(dx_structure *s, dx_name name);

// ---- facts.c ----

const dx_facts *dx_structure_facts(const dx_structure *s, uint32_t situation);
// A copy of facts number `from`, to be changed; its number.
uint32_t dx_structure_copy_facts(dx_structure *s, uint32_t from);
void dx_facts_release(dx_structure *s, dx_facts *facts);
// Gives an atom or a number another meaning; takes the number over.
void dx_structure_set_truth(dx_structure *s, uint32_t facts, size_t atom,
                            dx_bdd value);
void dx_structure_set_number(dx_structure *s, uint32_t facts, size_t number,
                             dx_number value);
// Names an atom or a number of the first facts.
void dx_structure_name_atom(dx_structure *s, dx_formula atom, dx_bdd value);
void dx_structure_name_number(dx_structure *s, dx_formula term,
                              dx_number value);
// The disjoint sets in which `vars`, first bit first, spell 0 .. count - 1.
void dx_structure_codes(dx_structure *s, const dx_bdd_var *vars, size_t bits,
                        size_t count, dx_bdd *out);

// Adds a condition that every law must contain.
DX_MUST_USE dx_status dx_structure_demand(dx_structure *s, dx_bdd condition,
                                          dx_error *error);

// ---- term.c ----

// The value of a term; false with s->status set, or INVALID sets inside.  May
// tidy if a formula is counted in it that is not known yet; not after
// dx_structure_prepare_term, which is false with trouble.
bool dx_structure_term(dx_structure *s, uint32_t situation, dx_formula term,
                       dx_number *out);
DX_MUST_USE bool dx_structure_prepare_term(dx_structure *s, uint32_t situation,
                                           dx_formula term);
// `term` as an atom or variable that is known, arguments such as 1 + 1 worked
// out.
dx_formula dx_structure_reduce(dx_structure *s, uint32_t situation,
                               dx_formula term);
dx_bdd dx_structure_comparison(dx_structure *s, uint32_t situation,
                               dx_formula f);
// Quantifiers and `in`, written out (domain.c).
dx_bdd dx_structure_domain(dx_structure *s, uint32_t situation, dx_formula f);
// The bodies of a quantifier, sum or count, one a member of its domain (and
// for facts that say who is a member, how that enters); the caller releases the
// list.  False with s->status set.
typedef DX_VECTOR(dx_formula) dx_formula_list;
DX_MUST_USE bool dx_structure_instances(dx_structure *s, uint32_t situation,
                                        dx_formula f, dx_formula_list *out);
// A forall or exists as a conjunction or disjunction; DX_FORMULA_NONE with
// s->status set, or if it is nested too deeply.
dx_formula dx_structure_write_out(dx_structure *s, uint32_t situation,
                                  dx_formula f);

// ---- knowledge.c ----

dx_bdd dx_structure_knowledge(dx_structure *s, uint32_t situation,
                              dx_formula f);
// Where the agent considers f, a value, possible.
dx_bdd dx_structure_possible(dx_structure *s, uint32_t situation,
                             uint32_t agent, dx_bdd f);
// The states that are possible for the agent at the one state `point`.
dx_bdd dx_structure_successors(dx_structure *s, uint32_t situation,
                               uint32_t agent, dx_bdd point);
// If f says that an agent knows whether the only variable that it does not see
// is true: that variable.  Otherwise DX_BDD_VAR_NONE.
dx_bdd_var dx_structure_only_doubt(dx_structure *s, uint32_t situation,
                                   dx_formula f);
dx_bdd dx_structure_pdl(dx_structure *s, uint32_t situation, dx_formula f);

// ---- plausible.c ----

// B, B given, Safe and Strong.
dx_bdd dx_structure_belief(dx_structure *s, uint32_t situation, dx_formula f);
// The states that the agent, who has no beliefs of its own, believes possible
// at one of `at`.
dx_bdd dx_structure_believed(dx_structure *s, uint32_t situation,
                             uint32_t agent, dx_bdd at);
// The agent's order in the first situation: disjoint sets, the most plausible
// first.
void dx_structure_set_levels(dx_structure *s, uint32_t agent, size_t count,
                             const dx_bdd *levels);
void dx_structure_drop_levels(dx_structure *s, dx_sight_of *sight);
// After a plain copy of the struct: sets of its own.
void dx_structure_copy_levels(dx_structure *s, dx_sight_of *sight);
// The situation behind [radical f] or [conservative f], and what it says.
uint32_t dx_structure_upgrade(dx_structure *s, uint32_t situation,
                              dx_formula f);
dx_bdd dx_structure_after_upgrade(dx_structure *s, uint32_t situation,
                                  dx_formula f);
// What just happened counts before what was more plausible: events of these
// ranks, `is` saying which it was; `impossible` has chance 0.
void dx_structure_rank_events(dx_structure *s, dx_sight_of *sight,
                              const uint32_t *rank, size_t count,
                              const dx_bdd *is, dx_bdd impossible);

// ---- bereft_states.c ----

// Adds the agents, and the groups of a D, to whom updates left no state, where
// the truth of `f` at the states `at` of the situation (`is_one`: just one)
// looks at what they hold possible.  Updates are those in `f`, and with
// `is_updated` those that led to the situation.
void dx_structure_bereft(dx_structure *s, uint32_t situation, dx_formula f,
                         dx_bdd at, bool is_one, bool is_updated,
                         dx_bereft_list *out);
// Did they hold something possible everywhere, before all updates?
bool dx_structure_held_something(dx_structure *s, const dx_bereft *who);

// ---- announce.c, event.c ----

dx_bdd dx_structure_announcement(dx_structure *s, uint32_t situation,
                                 dx_formula f);
dx_bdd dx_structure_event(dx_structure *s, uint32_t situation, dx_formula f);

// The situations behind updates; UINT32_MAX with trouble.  To tell is what
// [a,b !f] g does, or the other operators that tell a group something.
uint32_t dx_structure_hear(dx_structure *s, uint32_t situation, dx_formula f);
uint32_t dx_structure_tell(dx_structure *s, uint32_t situation, dx_formula f);
uint32_t dx_structure_happen(dx_structure *s, uint32_t situation,
                             const dx_event_model *events);
// In the situation behind it: event number e happened last.
dx_bdd dx_structure_happened(dx_structure *s, uint32_t after,
                             const dx_event_model *events, size_t e);

// Views like those of `situation`, to be changed; their number.
uint32_t dx_structure_copy_views(dx_structure *s, uint32_t situation);
// Extra variable number i, made if it is new; and the twin of a variable.
// DX_BDD_VAR_NONE beyond the limits.
dx_bdd_var dx_structure_extra(dx_structure *s, size_t i);
dx_bdd_var dx_structure_twin(dx_structure *s, dx_bdd_var var);
// Replaces a referenced function by another.
void dx_structure_put(dx_structure *s, dx_bdd *into, dx_bdd value);

#endif
