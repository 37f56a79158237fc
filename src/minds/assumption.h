// minds/assumption.h -- what is taken for granted about how others move.
//
// Knowledge is about which worlds there are and needs no assumption.  Belief
// is about their weights, and weights come from chance and from an assumption
// about behaviour; a seat's own moves are never weighed in its own belief.
// Every answer names the assumption under which it was given.
//
// As text, wherever one can be given:
//
//     none                          the rules allow the move
//     uniform                       any legal move, one as likely as another
//     info                          every seat moves by this policy
//     info,uniform,report           the same seat by seat
//     lapse(info,1/20)              one move in twenty is any legal one
//     truthful(info)                moves say nothing false by a convention
//     mixture(info,report,stranger) each seat moves by one of them, the same
//                                   all game long; a stranger in any way
//     source(graph1(alpha=4))       worlds weigh what a source says
//
// and behind it, how to go on where the game shows that nobody moves so:
// `; drop`, which need not be said, `; reset` or `; best`.

#ifndef DX_MINDS_ASSUMPTION_H
#define DX_MINDS_ASSUMPTION_H

#include "base/fraction.h"
#include "game/agent.h"

typedef enum dx_assumption_kind {
    DX_ASSUME_NONE,    // the rules allow the move: weight 1
    DX_ASSUME_UNIFORM, // one over the number of legal moves
    DX_ASSUME_POLICY,  // policy[seat]; a seat without one is uniform
    // Moves say nothing false by the convention of policy[seat], which must be
    // one; whoever keeps to that may move as it likes: weight 1.
    DX_ASSUME_TRUTHFUL,
    // policy[i] are kinds and not seats: each seat is one of them, nobody knows
    // which (minds/mixture.h).
    DX_ASSUME_MIXTURE,
    // Nothing is said about moves: `source` weighs worlds (game/source.h).
    DX_ASSUME_SOURCE,
} dx_assumption_kind;

// What becomes of belief when all weight has vanished: the assumption is
// refuted, and which likelihoods are given up?
typedef enum dx_refutation {
    // That of the last move; where that is not enough, those of all so far.
    DX_REFUTED_DROP,
    // Those of all moves so far: belief begins anew from chance.
    DX_REFUTED_RESET,
    // As few as can be: the worlds stay in which the fewest moves were such
    // as nobody who moves as assumed would make, each of them taken for any
    // legal one.  It is what becomes of a lapse as its chance goes to 0.
    DX_REFUTED_BEST,
} dx_refutation;

typedef struct dx_assumption {
    dx_assumption_kind kind;
    dx_policy policy[DX_SEATS_MAX];
    unsigned kinds; // of a mixture; a kind without an agent is a stranger
    // The chance that a seat moves uniformly at random instead of by its
    // policy; above 0 no legal move can refute the assumption.
    dx_fraction lapse[DX_SEATS_MAX]; // {0, 0} counts as 0
    dx_refutation refutation;
    const dx_source *source; // NULL: none
    dx_params source_params;
} dx_assumption;

// What it comes to: seats that all move by policies that are uniform move
// uniformly.  NULL: none.
static inline dx_assumption_kind dx_assumption_comes_to(const dx_assumption *a)
{
    if (a == NULL || a->kind != DX_ASSUME_POLICY)
        return a == NULL ? DX_ASSUME_NONE : a->kind;
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++)
        if (a->policy[seat].agent != NULL && !a->policy[seat].agent->is_uniform)
            return DX_ASSUME_POLICY;
    return DX_ASSUME_UNIFORM;
}

// Reads the text of an assumption for a game (NULL: none).  `agents` ends with
// NULL.  An error has a column; then `out` is untouched.
DX_MUST_USE dx_status dx_assumption_parse(const dx_agent *const *agents,
                                          const char *text,
                                          const dx_rules *rules,
                                          dx_assumption *out, dx_error *error);

// Writes it as it is read, in the shortest form.  NULL: none.
void dx_assumption_print(const dx_assumption *assumption, const dx_rules *rules,
                         dx_text *out);

#endif
