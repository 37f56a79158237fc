// minds/eliminate/run.h -- one run of an outlook, as eliminate.c lays it
// and marginals.c, sample.c and trace.c go through it.
//
// A state is what the columns still take, a byte each, then sums.  Where the
// rows are classes that is packed, a few bits for each group
// (minds/eliminate/moves.h); and after the last row, when it matters no more,
// what the last factors ask that holds.

#ifndef DX_MINDS_ELIMINATE_RUN_H
#define DX_MINDS_ELIMINATE_RUN_H

#include "minds/eliminate/outlook.h"

// A weight on its way: weight * ways.
typedef struct dx_load {
    const dx_natural *weight;
    dx_count ways;
} dx_load;

typedef struct dx_deal_run dx_deal_run;

// The states before each row and at the end, of a run that goes back; or those
// of two rows by turns.
typedef struct dx_layers {
    dx_states *at;
    size_t count;       // rows and one more, or 2
    dx_natural **times; // of each layer, what factors multiplied its states by
                        // (NULL: by nothing); NULL: that is not kept
    // Is a state that was reached left out?  NULL: none is.
    bool (*leads_astray)(const dx_deal_run *run);
    // No state is followed once the next layer has so many; 0: no limit.  Then
    // layers may not have all.
    size_t most;
    bool has_all;
} dx_layers;

struct dx_deal_run {
    dx_outlook *o;
    dx_effort *effort;
    size_t stride; // words of a state
    size_t lead;   // bytes of a state before the sums
    unsigned row;
    uint8_t cards[DX_KINDS_MAX];   // of each group that the mind cannot place
    uint8_t *forced;               // cards of (group, class) that it can
    uint16_t behind[DX_KINDS_MAX]; // cards of the groups behind each
    uint8_t *later;                // the same for each class
    uint8_t *key;                  // the state that is left
    uint64_t *done;                // the one that is reached
    uint8_t *takes;                // what columns still take
    const bool *ignored;           // numbers of the inner scope; may be NULL
    // What was just laid and marked, by column and by mark.
    uint8_t laid[DX_PLACES_MAX], marked[DX_PLACES_MAX];
    // Where the rows are classes: what is left of the groups, all of it packed;
    // what is asked with the row that holds; factors, and sets of what they
    // ask, with what a state is multiplied by.
    uint8_t supplies[DX_KINDS_MAX];
    uint64_t full[DX_KINDS_MAX / 8], head[DX_KINDS_MAX / 8];
    uint64_t asked;
    struct dx_moves_known *known;
    dx_states sets;
    // Called for every state that laying a row reaches, with `done`.
    void (*arrive)(dx_deal_run *run, const dx_load *load);
    dx_layers *layers; // while it goes forward
    void *context;
};

// One step more; false if that was one too many, and then for ever.
bool dx_effort_step(dx_effort *effort);

// Ready to lay the first row, where the mind sees `self`; the first state is
// in run->key.  False if there is none.  Set `ignored` before.
bool dx_run_begin(dx_deal_run *run, dx_outlook *outlook, const uint8_t *self,
                  dx_effort *effort);
void dx_run_end(dx_deal_run *run);

// Adds `more` to the sums of a column of the row in hand, a class or (behind
// the classes) a mark; false, and nothing is added, if one gets too large.
bool dx_run_add(dx_deal_run *run, size_t column, int more);

// Lays a row in all ways from the state `key`, of this weight.
void dx_run_lay(dx_deal_run *run, unsigned row, const uint8_t *key,
                const dx_natural *weight);

// Ready for layers that are all kept, released below.
dx_layers dx_layers_new(const dx_outlook *outlook);
void dx_layers_release(dx_layers *layers);

// Lays all rows, from the first state on, into layers; the last of them.
dx_states *dx_run_forward(dx_deal_run *run, dx_layers *layers);

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
