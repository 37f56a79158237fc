// minds/eliminate/moves.h -- worlds weighed by how many moves seats had
// (minds/turn/factors.h).
//
// Where that weighs, the rows of a run are classes of places, in such an order
// that most factors speak of the first few of them: in Hanabi a hand at an
// earlier turn is what left it since and the oldest of the cards that are
// there.  Then which cards are laid so far tells how many moves there were.  A
// factor that no order suits (in Go Fish each rank counts from another draw on,
// and every seat has its own draws) is watched by sums, one for each of its
// somes, until it is complete.
//
// A layer is weighed when it is whole: only then is it known which numbers of
// moves occur.  A weight is multiplied by their least common multiple over the
// number, so that all stay whole.

#ifndef DX_MINDS_ELIMINATE_MOVES_H
#define DX_MINDS_ELIMINATE_MOVES_H

#include "game/places.h"
#include "minds/eliminate/run.h"

// The number of moves that a seat had: `base`, and those of each of the somes
// that holds.
typedef struct dx_moves_factor {
    unsigned base, times, row; // it is complete with this row
    size_t first, count;       // of the somes
} dx_moves_factor;

typedef struct dx_moves_some {
    dx_some some;
    dx_reading seen; // what the mind sees of it, of the own scope
    uint64_t bit;    // among those asked with the row; 0: nothing is hidden
} dx_moves_some;

// What the factors that are complete with a row ask: at most 64 things.
typedef struct dx_moves_row {
    unsigned count;
    bool counts;                 // of some more than whether there is one
    dx_some some[64];            // places: that a sum watches; 0: supplies tell
    uint16_t sum[64];            // this one
    uint64_t bits[DX_KINDS_MAX]; // of each group: what supplies of it tell
} dx_moves_row;

typedef struct dx_moves {
    DX_VECTOR(dx_moves_factor) factors;
    DX_VECTOR(dx_moves_some) somes;
    dx_moves_row *rows;
    size_t words; // that the supplies of all groups are packed in
    uint8_t word[DX_KINDS_MAX], shift[DX_KINDS_MAX]; // where each is,
    uint8_t mask[DX_KINDS_MAX];                      // and its bits
    uint8_t group_at[DX_KINDS_MAX / 8 * 64];         // of each bit
    unsigned watched;                                // sums
} dx_moves;

// Of which hidden places factors speak: into `spoken`.
void dx_moves_find(dx_outlook *outlook);

// The plan, made when classes and groups are there; numbers that factors need
// are added to its own scope, and sums.  NULL if no factor weighs the worlds of
// this mind differently.  Sets `is_refused` if this is no way for it: choices,
// too many sums, or numbers of cards that are not those of the first places.
dx_moves *dx_moves_plan(dx_outlook *outlook);
void dx_moves_free(dx_moves *moves);

// What there is of each factor where the mind sees `self`: into the run.
void dx_moves_begin(dx_deal_run *run, const uint8_t *self);

// Supplies: those that the mind leaves, packed into the first state; those of a
// state, unpacked for its row, with what they tell of what is asked; and what
// is asked that holds, as far as they tell.
void dx_moves_put(dx_deal_run *run);
void dx_moves_read(dx_deal_run *run, const uint8_t *key);
uint64_t dx_moves_asked(const dx_deal_run *run);

// What is left of the groups comes into the state that is reached; after the
// last row, what is asked that holds.
static inline void dx_moves_write(dx_deal_run *run)
{
    bool is_last = run->row + 1 == run->o->classes.count;
    for (size_t w = 0; w < run->o->moves->words; w++)
        run->done[w] = is_last ? 0 : run->head[w];
    if (is_last)
        run->done[0] = dx_moves_asked(run);
}

// Takes cards of a group, and gives them back; with what was asked before.
static inline uint64_t dx_moves_take(dx_deal_run *run, unsigned group,
                                     unsigned number)
{
    const dx_moves *m = run->o->moves;
    uint64_t before = run->asked;
    run->head[m->word[group]] -= (uint64_t)number << m->shift[group];
    run->asked |= m->rows[run->row].bits[group];
    return before;
}

static inline void dx_moves_give(dx_deal_run *run, unsigned group,
                                 unsigned number, uint64_t asked)
{
    const dx_moves *m = run->o->moves;
    run->head[m->word[group]] += (uint64_t)number << m->shift[group];
    run->asked = asked;
}

// Weighs the layer that the row of the run has reached; `times`, if it is not
// NULL, gets what each state was multiplied by, or NULL: by nothing.
void dx_moves_weigh(dx_deal_run *run, dx_states *states, dx_natural **times);

#endif
