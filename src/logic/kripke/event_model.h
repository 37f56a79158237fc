// logic/kripke/event_model.h -- event models: what happens, and who noticed
// what.
//
// An event has a precondition (where it can happen), postconditions (atoms
// and variables that get a new value, all at once, from the old world), and
// an occurrence probability that may depend on the world.  Per agent a
// relation over events: while e happens, the agent holds possible that it was
// e'.  The ready ones (dx_events_public and friends) are the teaching zoo:
// announcements public, private and semi-private, lies, suspicions, changes.

#ifndef DX_LOGIC_KRIPKE_EVENT_MODEL_H
#define DX_LOGIC_KRIPKE_EVENT_MODEL_H

#include "base/fraction.h"
#include "logic/formula/formula.h"
#include "logic/kripke/model.h"

// `target` gets the truth value of a formula (a proposition) or the value of
// a term (a variable).  One that `is_bound` is an error where the event can
// happen and `bound` (value in 0..3) fails; it was written in this place.
typedef struct dx_assignment {
    dx_formula target, value;
    bool is_bound;
    dx_formula bound;
    const char *file; // borrowed
    unsigned line, column;
} dx_assignment;

// "'x := x + 1' leaves 0..3 ...", at the assignment's place.
dx_status dx_assignment_out_of_bounds(const dx_formulas *store,
                                      dx_assignment assignment,
                                      dx_error *error);

// Where `condition` holds, the event happens with probability `probability`;
// the first condition that holds counts, and none means 0.  An event without
// any occurrence happens with probability 1.  An agent for whom there are
// occurrences of its own goes by these alone (the paper on Go Fish has a chance
// for each agent).
typedef struct dx_occurrence {
    dx_formula condition;
    dx_fraction probability;
    bool is_for_one; // for this agent:
    dx_name agent;
} dx_occurrence;

typedef struct dx_event_model dx_event_model;

// An event model over `store`, which it borrows.  Agents that have no
// relation here see every event as it is (identity).
dx_event_model *dx_event_model_new(dx_formulas *store, const char *name);
void dx_event_model_free(dx_event_model *events);

dx_formulas *dx_event_model_formulas(const dx_event_model *events);
const char *dx_event_model_name(const dx_event_model *events);
size_t dx_event_model_count(const dx_event_model *events);

size_t dx_event_model_add(dx_event_model *events, const char *name,
                          dx_formula precondition);
size_t dx_event_model_find(const dx_event_model *events, const char *name);
const char *dx_event_model_event_name(const dx_event_model *events, size_t e);
dx_formula dx_event_model_precondition(const dx_event_model *events, size_t e);

void dx_event_model_assign(dx_event_model *events, size_t e,
                           dx_assignment assignment);
size_t dx_event_model_assignment_count(const dx_event_model *events, size_t e);
dx_assignment dx_event_model_assignment(const dx_event_model *events, size_t e,
                                        size_t i);

void dx_event_model_occurs(dx_event_model *events, size_t e,
                           dx_occurrence occurrence);
size_t dx_event_model_occurrence_count(const dx_event_model *events, size_t e);
dx_occurrence dx_event_model_occurrence(const dx_event_model *events, size_t e,
                                        size_t i);

// Does the occurrence count for the agent?
bool dx_event_model_occurs_for(const dx_event_model *events, size_t e, size_t i,
                               dx_name agent);

// While `from` happens, `agent` holds `to` possible.  The first link of an
// agent replaces the identity by nothing; so does one to DX_NOT_FOUND, nowhere.
void dx_event_model_link(dx_event_model *events, const char *agent, size_t from,
                         size_t to);
bool dx_event_model_linked(const dx_event_model *events, dx_name agent,
                           size_t from, size_t to);

// The agent's links as a matrix: out[from * count + to] is 1 or 0.
void dx_event_model_matrix(const dx_event_model *events, dx_name agent,
                           uint8_t *out);

// Do the links lead to events only from which they lead to the same
// (dx_relation_is_shared)?
bool dx_event_links_are_shared(const uint8_t *matrix, size_t count);

// How plausible the agent finds it that it was `e`, among those that it cannot
// tell apart: smaller is more plausible.  Events without a rank have 0.
void dx_event_model_rank(dx_event_model *events, const char *agent, size_t e,
                         uint32_t rank);
// The agent's ranks, one an event; false if they are all the same.
bool dx_event_model_ranks(const dx_event_model *events, dx_name agent,
                          uint32_t *out);
// Leaves in a matrix of links only those to the most plausible events.
void dx_event_model_believed(const dx_event_model *events, dx_name agent,
                             uint8_t *links);

// A named collection, for [M,e] inside formulas.  Owns its members.
typedef struct dx_event_library dx_event_library;
dx_event_library *dx_event_library_new(void);
void dx_event_library_free(dx_event_library *library);
void dx_event_library_add(dx_event_library *library, dx_event_model *events);
const dx_event_model *dx_event_library_find(const dx_event_library *library,
                                            const char *name);
size_t dx_event_library_count(const dx_event_library *library);
const dx_event_model *dx_event_library_at(const dx_event_library *library,
                                          size_t i);

// The zoo.  `agents` is everybody; `group` the ones in on it.
typedef struct dx_people {
    size_t count;
    const char *const *names;
} dx_people;
// Everybody hears f.  Event "e".
dx_event_model *dx_events_public(dx_formulas *store, const char *name,
                                 dx_formula f);
// `group` hears f, the others notice nothing.  Events "e" (f) and "skip".
dx_event_model *dx_events_private(dx_formulas *store, const char *name,
                                  dx_people group, dx_people all, dx_formula f);
// `group` learns whether f, the others see that they do.  "yes" and "no".
dx_event_model *dx_events_semi_private(dx_formulas *store, const char *name,
                                       dx_people group, dx_people all,
                                       dx_formula f);
// The members of `group` tell each other whether f, if one of them knows, and
// that none does if none does; the others see that they talk.  "yes", "no" and
// "unknown".
dx_event_model *dx_events_call(dx_formulas *store, const char *name,
                               dx_people group, dx_people all, dx_formula f);
// "lie": the liar knows that f is false and says it.  The others find "truth"
// more plausible: that the liar knows f and says so.
dx_event_model *dx_events_lie(dx_formulas *store, const char *name,
                              const char *liar, dx_people all, dx_formula f);
// Nothing happens, but `group` holds possible that f was announced to the
// others.  "nothing" and "e".
dx_event_model *dx_events_suspicion(dx_formulas *store, const char *name,
                                    dx_people group, dx_people all,
                                    dx_formula f);
// Facts change before everybody's eyes ("e"), or before `group`'s only ("e",
// "skip").
dx_event_model *dx_events_public_change(dx_formulas *store, const char *name,
                                        size_t count,
                                        const dx_assignment *assignments);
dx_event_model *dx_events_private_change(dx_formulas *store, const char *name,
                                         dx_people group, dx_people all,
                                         size_t count,
                                         const dx_assignment *assignments);

#endif
