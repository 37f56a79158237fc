// ask/ask.h -- formulas asked of a game: who knows what, and how sure.
//
// A question is asked of one moment of a game, from a seat's eyes (answered
// from its view alone) or from above (where the truth decides).
//
//     dx_answer answer;
//     if (dx_ask_seat(store, view, f, &(dx_ask_options){0}, &answer, &error)
//         == DX_OK)
//         puts(dx_truth_text(answer.truth)); // yes, no, open, undecided
//     dx_answer_release(&answer);
//
// From a seat, *yes* is that it knows f and *no* that it knows ~f.  What is
// too large for the limit is *undecided*, never guessed.
//
// In formulas agents are seats (1, 2, ... or the players' names); atoms,
// quantities and domains are the game's (game/game.h), and `card`, `seat` and
// the other types are domains too.  Turn n is after n moves of seats, nature's
// answers included; `f@n` is f at turn n, `now` the turn, `prev f` f a turn
// ago, `once f` f at some turn so far, `sofar f` f at all of them, and
// learned[a] f is K[a] f & ~prev K[a] f.  A time operator looks back along the
// world where it stands, so K[a](f@3) differs from (K[a] f)@3.  It looks at
// what was known then: announcements inside the formula do not reach back.
// `public f`: f follows from what every seat sees.  B[a] f is P[a](f) = 1.

#ifndef DX_ASK_ASK_H
#define DX_ASK_ASK_H

#include "base/rational.h"
#include "logic/formula/formula.h"
#include "minds/reckoner.h"

typedef enum dx_truth {
    DX_ANSWER_NO,
    DX_ANSWER_YES,
    DX_ANSWER_OPEN,
    DX_ANSWER_UNDECIDED,
} dx_truth;

const char *dx_truth_text(dx_truth truth);

typedef struct dx_ask_options {
    const dx_assumption *assumption; // NULL: none
    const char *const *names;        // of the players; NULL: only numbers
    size_t worlds_max;               // 0: 100,000
    const dx_budget *budget;         // may be NULL
    const char *engine; // "places", "belief" or "histories"; NULL: which fits
    size_t memory_max;  // bytes, of the engine by places; 0: 1 GB
    bool examples;      // worlds with and without are wanted
    bool counts;        // the number of worlds is wanted
    struct dx_mechanisms *mechanisms; // of minds/mechanism.h; NULL: all
    // The turns up to the moment of the question, if the asker keeps them;
    // NULL: they are gone through anew.
    struct dx_frames *frames;
} dx_ask_options;

typedef struct dx_answer {
    dx_truth truth;
    const char *engine; // "sight", "places", "belief" or "histories"
    dx_count worlds;    // that the asker holds possible; 0: not counted
    dx_count believed;  // those with weight; 0: not counted
    bool kept_best;     // a source left none, and the best were kept
    uint64_t steps;     // that it took, of the engine by places
    size_t drawn;       // some worlds were drawn instead of listing all; 0: not
    bool refuted;       // nobody who moves as assumed plays like this
    unsigned refuted_turn;
    // P(f) of the asking seat, where it is defined: exact of any size, and as
    // a small fraction (lost where it does not fit) and a double.
    bool has_chance;
    dx_rational exact;
    dx_fraction chance;
    double probability;
    // Exact; or rounded, with an error of no account; or sampled: then it is
    // nineteen times in twenty within `half_width`.
    dx_quality quality;
    double half_width;
    char why[DX_ERROR_MESSAGE_MAX]; // undecided: what was too large
    // A world where f holds and one where it does not, as the table is shown;
    // NULL where there is none or the engine does not list worlds.
    char *example, *counterexample;
    // What is so in them in words, a fact on each line, where worlds are
    // listed; or NULL.
    char *example_facts, *counterexample_facts;
} dx_answer;

void dx_answer_release(dx_answer *answer);

// Asks from the view's seat, now.  Errors are in the question: unknown atoms,
// seats that do not exist, a time that has not come; limits are not errors
// but answers.
DX_MUST_USE dx_status dx_ask_seat(dx_formulas *store, const dx_view *view,
                                  dx_formula f, const dx_ask_options *options,
                                  dx_answer *out_answer, dx_error *error);

// A moment of a game with everything in it: `count` whole events.  For
// referees and records, never for agents.
typedef struct dx_moment {
    const dx_rules *rules;
    const dx_event *past;
    unsigned count;
} dx_moment;

// Is f true at the moment?  Yes or no (or undecided), never open.
DX_MUST_USE dx_status dx_ask_above(dx_formulas *store, const dx_moment *moment,
                                   dx_formula f, const dx_ask_options *options,
                                   dx_answer *out_answer, dx_error *error);

// The value of a term such as P[1](f) or tokens - 2, from above.  Here a limit
// is an error.  *out_engine (or NULL) is who was asked last.
DX_MUST_USE dx_status dx_ask_value(dx_formulas *store, const dx_moment *moment,
                                   dx_formula term,
                                   const dx_ask_options *options,
                                   dx_fraction *out_value,
                                   const char **out_engine, dx_error *error);

// How many turns the moment has seen: moves of seats so far.
unsigned dx_turn_of(const dx_rules *rules, const dx_event *past,
                    unsigned count);

// The number of events after which turn `turn` is reached and nature has
// answered; false if the past is shorter than that.
bool dx_turn_events(const dx_rules *rules, const dx_event *past, unsigned count,
                    unsigned turn, unsigned *out_events);

#endif
