// ask/question.h -- what the parts of `ask` share.
//
// A question is first *grounded* (ground.c): quantifiers become
// conjunctions over the values of a type, seats get their numbers, `public`
// becomes the knowledge of a bystander, and everything that depends on the
// game is listed as a *need*: a proposition or variable of the model that the
// formula will be asked of.  Then the first engine that fits answers
// (ask/engine.h); the explicit kernel is one of them, over all histories.

#ifndef DX_ASK_QUESTION_H
#define DX_ASK_QUESTION_H

#include "ask/ask.h"
#include "base/vector.h"
#include "game/claims.h"
#include "minds/reckoner.h"

// The agent that stands for the bystander: no word of the language.
#define DX_PUBLIC_AGENT "#public"

// Why something is undecided where an engine ended without a word.
#define DX_ASK_TOO_MUCH "it would take more steps than are allowed"

typedef enum dx_need_kind {
    DX_NEED_ATOM,
    DX_NEED_MEMBER, // args and, last, the member asked for
    DX_NEED_QUANTITY,
    DX_NEED_NOW,
    DX_NEED_PAST, // a time operator: `inner` at earlier turns
} dx_need_kind;

typedef struct dx_need {
    dx_need_kind kind;
    dx_formula key; // the APPLY node that the model must know
    const dx_atom *atom;
    const dx_domain *domain;
    const dx_quantity *quantity;
    int args[DX_TERM_ARGS], member;
    dx_kind when;     // DX_AT, DX_PREV, DX_ONCE, DX_SOFAR
    unsigned turn;    // of DX_AT
    dx_formula inner; // grounded
} dx_need;

typedef struct dx_grounding {
    dx_formulas *store;
    const dx_rules *rules;
    const char *const *names;
    unsigned turn_max;       // the latest turn that `@` may name
    unsigned times;          // that what is grounded stands in
    bool asks_chance;        // P or B occurs
    bool asks_modal;         // any operator over worlds occurs
    bool keeps_belief;       // B stays an operator of its own, and is not P = 1
    const dx_budget *budget; // of the whole question; NULL: none
    uint64_t steps;          // nodes so far; quantifiers multiply them
    DX_VECTOR(dx_need) needs;
} dx_grounding;

DX_MUST_USE dx_status dx_ground(dx_grounding *grounding, dx_formula f,
                                dx_formula *out, dx_error *error);
void dx_grounding_release(dx_grounding *grounding);

// The words of a question (words.c).  The word for a term that is a name
// or a whole number; the seat or the value of a type that a word means; the
// number of types in a list; the arguments of an APPLY node as values.
bool dx_ground_word(const dx_grounding *grounding, dx_formula term, char *out,
                    size_t size);
bool dx_ground_seat(const dx_grounding *grounding, const char *word,
                    unsigned *out);
DX_MUST_USE dx_status dx_ground_value(const dx_grounding *grounding,
                                      dx_formula term, const char *type,
                                      int *out, dx_error *error);
unsigned dx_ground_types(const char *const *types);
DX_MUST_USE dx_status dx_ground_args(const dx_grounding *grounding,
                                     dx_formula apply, const char *const *types,
                                     int *out, dx_error *error);

// Does the fact of a need of kind ATOM or MEMBER hold at a table?  The number
// of a QUANTITY?
bool dx_need_holds(const dx_need *need, const void *table);
int dx_need_value(const dx_need *need, const void *table);

// A question on its way: where it is asked, from whose eyes, and what for.
typedef struct dx_question {
    dx_formulas *store;
    const dx_rules *rules;
    const dx_event *seen; // whole events from above, masked from a seat
    unsigned count;
    unsigned seat; // DX_BYSTANDER: from above
    const dx_view *view;
    const dx_ask_options *options;
    dx_formula formula; // grounded
    dx_grounding grounding;
    // Of a question that has begun (ask/engine.h): the turns of a game with
    // places, its own or the asker's, and options without what does not matter.
    struct dx_frames *frames, *own_frames;
    dx_ask_options plain;
    bool only_known; // whether it is known is asked, and no chance
} dx_question;

// A question to which its formula is still wanting (dx_question_begin), from a
// view or, where that is NULL, from above.  Borrows all of it.
dx_question dx_question_of(dx_formulas *store, const dx_view *view,
                           const dx_moment *moment,
                           const dx_ask_options *options);

// The most worlds to list, and to try where only what is believed is kept; the
// error if there are more; does it look back in time; the need that a node
// stands for (NULL: none).
size_t dx_question_limit(const dx_question *question);
size_t dx_question_tries(const dx_question *question);
// Fails: the number asked for has no value here, and why that may be.
DX_MUST_USE dx_status dx_question_undefined(const dx_question *question,
                                            dx_error *error);
dx_status dx_too_many_worlds(const dx_reckoning *reckoning, size_t limit,
                             dx_error *error);
bool dx_question_looks_past(const dx_question *question);
const dx_need *dx_question_need(const dx_question *question, dx_formula key);

// A grounded formula with the game's facts and numbers as they are written, for
// people (plan.c).
dx_formula dx_question_as_written(const dx_question *question, dx_formula f);

// The seat that an operator such as K[a] speaks of; DX_NONE: no seat.  And is
// `f` B[a] g, that is, after grounding, P[a](g) >= 1?
unsigned dx_question_agent(const dx_question *question, dx_formula f);
bool dx_question_believes(const dx_question *question, dx_formula f,
                          unsigned *out_seat, dx_formula *out_inner);

// The fact that `f` is, perhaps negated (NULL: none).
const dx_need *dx_question_fact(const dx_question *question, dx_formula f,
                                bool *out_negated);

// Is a formula that speaks of no mind true at a table?
DX_MUST_USE dx_status dx_question_holds(const dx_question *question,
                                        dx_formula f, const void *table,
                                        bool *out, dx_error *error);

// Does the seat see all that `f` speaks of: facts of places that it sees, what
// every seat sees, and its own mind about them?  Then *out is the same without
// that mind.
bool dx_question_is_seen(const dx_question *question, dx_formula f,
                         dx_formula *out);

// Why the places of the game do not reach this moment; NULL: they do, or it has
// none.
const char *dx_question_beyond(const dx_question *question);

// Does the claim count cards of these places only?
bool dx_claim_is_within(const dx_claims *claims, dx_claim claim,
                        uint64_t places);

// What a need claims of hidden places, by a bystander's sight.
dx_claim dx_need_claim(const dx_need *need, const void *sight, dx_claims *out);

// An answer from a seat, world by world.
typedef struct dx_worlds_tally {
    size_t with, without;
    dx_fraction weight_with, weight_all;
} dx_worlds_tally;

dx_worlds_tally dx_worlds_tally_empty(void);
void dx_worlds_tally_count(const dx_question *question, dx_worlds_tally *tally,
                           bool holds, dx_fraction weight, const void *table,
                           dx_answer *answer);
void dx_worlds_tally_conclude(const dx_worlds_tally *tally, bool chances,
                              dx_answer *answer);

// Between which values a term lies in the worlds that a seat holds possible
// (ask/ask.c); they are lost where they do not fit.  DX_ERR_UNSUPPORTED where
// that is not known how to find.  *out_engine is who was asked last.
DX_MUST_USE dx_status dx_ask_range(dx_formulas *store, const dx_view *view,
                                   dx_formula term,
                                   const dx_ask_options *options,
                                   dx_fraction *out_range,
                                   const char **out_engine, dx_error *error);

#endif
