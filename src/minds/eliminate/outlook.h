// minds/eliminate/outlook.h -- one mind inside a question: what it sees, and
// what is asked of the worlds it holds possible.
//
// A mind stands somewhere and sees some places; hidden from it are the others.
// What it holds possible depends only on how many cards of each *group* are
// left, where kinds are in one group if nothing that matters tells them apart;
// what is asked of its worlds depends only on the numbers of its inner scope.
// So two worlds in which it sees the same numbers (its own scope) have the same
// answer, and the answer is worked out once for each such vector.
//
// An outlook is planned from the inside out: first what is asked is put into
// the inner scope, then dx_outlook_plan finds groups, places that are alike,
// and the numbers of its own scope.  dx_outlook_run answers, for one vector of
// its own scope, which vectors of the inner scope occur, and with what weight
// (in eliminate.c: by elimination, or by the solver that was planned instead).
//
// Choices: a card that the mind saw being chosen from a place hidden from it
// lies there.  A choice that it did not see matters only if something is asked
// of it; then, as cards are laid, each that could have been chosen is marked or
// not.
//
// Why it is exact: cards are told apart, so the ways to lay k1, k2, ... of the
// n cards of a group into the places is a product of binomials, whatever kinds
// they are; all that is asked is a function of these k.  Places that nothing
// tells apart are taken as one: that multiplies all weights by the same number.
// Places that only the groups laid so far tell apart become one on the way: if
// they still take a and b cards, each way to lay those into both together is
// (a + b choose a) ways.

#ifndef DX_MINDS_ELIMINATE_OUTLOOK_H
#define DX_MINDS_ELIMINATE_OUTLOOK_H

#include "minds/eliminate/states.h"
#include "minds/mechanism.h"
#include "minds/turn/scope.h"

// Kinds that nothing tells apart.  `copies` counts what a bystander misses;
// `seen` reads how many of them the mind sees.
typedef struct dx_group {
    uint64_t kinds;
    unsigned copies;
    dx_reading seen;
    unsigned class_count;
    uint8_t classes[DX_PLACES_MAX]; // that may hold them
} dx_group;

// Hidden places that nothing tells apart.
typedef struct dx_place_class {
    uint64_t places, kinds;
    unsigned size;
    unsigned group_count;
    uint8_t groups[DX_KINDS_MAX]; // that they may hold
} dx_place_class;

// A number that grows as cards are laid: one of the inner scope, a bound's, or
// one by which a choice is weighed.
typedef struct dx_sum {
    uint16_t slot;          // of the inner scope, or DX_SLOT_NONE
    uint64_t places, kinds; // the hidden part
    dx_reading seen;        // what it begins with
    uint8_t min, max, floor, ceiling;
    uint8_t cap;     // more than this is as good
    uint64_t but;    // numbers that a bound does not take, as bits
    unsigned scale;  // not 0: a weight is multiplied by scale / number
    bool multiplies; // or by the number
    unsigned last;   // row
} dx_sum;

// Is the bound satisfied with this number?  (Above max nothing is laid.)
static inline bool dx_sum_takes(const dx_sum *sum, unsigned value)
{
    return value >= sum->min && (value >= 64 || !(sum->but >> value & 1));
}

// A card that the mind knows to lie in a place hidden from it, because it saw
// it being chosen there: one of a group, in a class.
typedef struct dx_forced {
    unsigned group, class;
    dx_reading reading; // 1 if it was chosen, of the own scope
} dx_forced;

// A choice that the mind did not see, of which something is asked.
typedef struct dx_mark {
    uint64_t place, kinds; // what was chosen: its place as a set
    unsigned class;        // it was chosen from
    unsigned sum;          // that is 1 once it is decided
} dx_mark;

// After a group is laid, two classes that no later group tells apart are one:
// `from` becomes part of `into`.
typedef struct dx_fusion {
    unsigned group;
    uint8_t into, from; // classes
} dx_fusion;

// Hidden places that so many somes of factors speak of.
typedef struct dx_spoken {
    uint64_t places;
    size_t somes;
} dx_spoken;

// What a world says.
typedef enum dx_tells {
    DX_TELLS_NO,
    DX_TELLS_YES,
    DX_TELLS_NONE,    // it is left out
    DX_TELLS_UNKNOWN, // it was not asked yet
    DX_TELLS_OPEN,    // that depends on numbers that are not complete
} dx_tells;

enum { DX_MORE_ANY = UINT8_MAX };

typedef struct dx_outlook {
    const dx_frame *frame;
    uint64_t sees;             // places
    dx_mechanisms *mechanisms; // as in the effort of its runs
    bool weighs;               // chances are asked for
    bool is_uniform;           // choices are weighed by how many there were
    bool tells_deals;  // a weight is a number of worlds: kinds told apart, not
                       // cards, and what was chosen unseen
    bool shows_worlds; // single ones may be wanted (minds/eliminate/trace.h)
    bool tells_places; // what is laid is looked at class by class
                       // (minds/board/board.h): they do not become one on the
                       // way
    // What is laid is looked at set by set (minds/board/ledger.h): places in
    // different ones of these never become one; NULL: nobody looks.
    const uint64_t *hands;
    unsigned hand_count;
    // Hidden places that are taken to hold a kind, for each kind: of a run
    // (minds/inquiry/patterns.h), whose worlds then weigh what the rest does;
    // NULL: none.
    const uint64_t *fixed;
    const struct dx_factors *factors; // that weigh its worlds; may be NULL
    // Lists of hands that it may use (minds/message/by_hand.h): nobody asks
    // which card of a hand is which; NULL: it may not.
    struct dx_hand_lists *hand_lists;
    // With these: the first kind like which each is asked about, in every hand
    // by itself (minds/inquiry/alike.h), and one more; 0: each is told apart.
    uint8_t alike[DX_KINDS_MAX];
    const struct dx_chains *chains; // among what is asked, or NULL
    dx_number_scope self;           // where the mind stands
    dx_number_scope inner;          // what is asked of its worlds
    // The plan.
    // Cards are laid row after row, into columns: groups into classes, in the
    // order in which they are here; or, where behaviour weighs, classes of
    // groups.
    DX_VECTOR(dx_group) groups;
    DX_VECTOR(dx_place_class) classes;
    DX_VECTOR(dx_sum) sums;
    DX_VECTOR(dx_forced) forced;
    DX_VECTOR(dx_mark) marks;
    DX_VECTOR(dx_fusion) fusions; // by group
    DX_VECTOR(dx_spoken) spoken;
    unsigned *cells;        // the first sum of (row, column) in `touched`, and
    uint16_t *touched;      // behind the classes of (group, mark): what a card
                            // laid there, or marked, adds to
    unsigned *closing;      // the first sum of a row in `closed`
    uint16_t *closed;       // sums that are complete with it, or at their cap
    dx_reading *passed;     // numbers of the inner scope that the mind sees
    bool is_plain;          // it sees them all
    bool is_refused;        // a choice from a place that it sees was hidden
    struct dx_moves *moves; // how factors are reckoned with, or NULL
    struct dx_occurs *occurs;   // how one way is looked for, or NULL
    struct dx_by_hand *by_hand; // how a hidden hand is gone through, or NULL
    // The work.  Of more states than `states_most` (0: no limit) in a layer
    // only some are followed, and then `is_thinned`: what occurs does, but more
    // may.
    dx_states states[2];
    dx_natural settled[2]; // weights of worlds that are not among the states:
                           // DX_TELLS_NO and DX_TELLS_YES is what they say
    size_t states_most;
    bool is_thinned;
    // What a vector says (of which the numbers may get so many `more`,
    // NULL: all are complete), found out or, if it `recalls`, as far as that
    // was before; and one of each that is wanted, as bits of dx_tells, settles
    // it (minds/exist/occurs.h).  NULL: all that occur are wanted.  Where
    // worlds are weighed, those that say one thing may be weighed together.
    dx_tells (*says)(const void *context, const uint8_t *vector,
                     const uint8_t *more, bool recalls);
    unsigned wanted;
    // What a vector says depends on nothing else but this, wherever the mind
    // stands.
    bool says_the_same;
    uint64_t heard;
    const void *foresee_context;
} dx_outlook;

static inline unsigned dx_outlook_rows(const dx_outlook *outlook)
{
    return (unsigned)(outlook->moves != NULL ? outlook->classes.count
                                             : outlook->groups.count);
}

// The columns of a row, and how many.
static inline const uint8_t *dx_outlook_columns(const dx_outlook *outlook,
                                                size_t row, unsigned *out_count)
{
    bool by_class = outlook->moves != NULL;
    *out_count = by_class ? outlook->classes.at[row].group_count
                          : outlook->groups.at[row].class_count;
    return by_class ? outlook->classes.at[row].groups
                    : outlook->groups.at[row].classes;
}

// The places that a class has when a group is laid: its own, and those of the
// classes that have become part of it.
uint64_t dx_outlook_places(const dx_outlook *outlook, unsigned group,
                           unsigned class);

// What a run may cost, and what it has: shared by all runs of a question.
typedef struct dx_effort {
    uint64_t steps, steps_max;      // 0: no limit
    size_t bytes, bytes_max;        // 0: no limit
    const struct dx_budget *budget; // may be NULL: deadline and cancellation
    dx_mechanisms *mechanisms;      // that may be used; NULL: all
    dx_status status;
} dx_effort;

// Finds the plan; the inner scope is complete, nothing more may be added.
// Numbers that the plan needs are added to the own scope.
void dx_outlook_plan(dx_outlook *outlook);
// Which classes become one after which group: a part of the plan.
void dx_outlook_fuse(dx_outlook *outlook);
// The hand that places are of, as a number.
unsigned dx_outlook_hand(const dx_outlook *outlook, uint64_t places);
void dx_outlook_release(dx_outlook *outlook);

// Makes of a weight of worlds, as a run finds it, what they weigh with places
// told apart: times the orders of the cards within each class.  So weights of
// outlooks with other classes can be added; those of lists of hands stay.
void dx_outlook_order(const dx_outlook *outlook, dx_natural *weight);

// What occurs where the mind sees `self` (a vector of its own scope): states
// whose keys are vectors of the inner scope.  Numbers that are `ignored` (one
// flag each; NULL: none) do not matter there and have any value.  Borrowed
// until the next run; NULL if the effort is spent.
const dx_states *dx_outlook_run(dx_outlook *outlook, const uint8_t *self,
                                const bool *ignored, dx_effort *effort);

#endif
