// minds/run.h -- where a mind stands: what a run of its outlook begins with.

#ifndef DX_MINDS_RUN_H
#define DX_MINDS_RUN_H

#include "minds/outlook.h"

// A weight on its way: weight * ways.
typedef struct dx_load {
    const dx_natural *weight;
    dx_count ways;
} dx_load;

typedef struct dx_deal_run {
    dx_outlook *o;
    dx_effort *effort;
    size_t stride; // words of a state
    unsigned group;
    uint8_t cards[DX_KINDS_MAX]; // of each group that the mind cannot place
    uint8_t *forced;             // cards of (group, class) that it can
    uint8_t *key;                // what classes take, then sums
    const bool *ignored;         // numbers of the inner scope; may be NULL
} dx_deal_run;

// One step more; false if that was one too many, and then for ever.
bool dx_effort_step(dx_effort *effort);

// Where the mind sees `self`; false if there is no world.  Set `ignored`
// before.
bool dx_run_begin(dx_deal_run *run, dx_outlook *outlook, const uint8_t *self,
                  dx_effort *effort);
void dx_run_end(dx_deal_run *run);

// Adds `more` to the sums of a column of the group in hand, a class or (behind
// the classes) a mark; false, and nothing is added, if one gets too large.
bool dx_run_add(dx_deal_run *run, size_t column, int more);

// Does a sum of the inner scope not matter in this run?
static inline bool dx_run_ignores(const dx_deal_run *run, const dx_sum *sum)
{
    return run->ignored != NULL && sum->slot != DX_SLOT_NONE &&
           run->ignored[sum->slot];
}

// The numbers of the inner scope in a final state.
void dx_run_read(const dx_deal_run *run, const uint8_t *self,
                 const uint8_t *state, uint8_t *out_vector);

#endif
