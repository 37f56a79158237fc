// minds/exist/occurs_private.h -- a run that looks for one way to lay the rest.

#ifndef DX_MINDS_EXIST_OCCURS_PRIVATE_H
#define DX_MINDS_EXIST_OCCURS_PRIVATE_H

#include "base/vector.h"
#include "minds/eliminate/run.h"
#include "minds/exist/occurs.h"

// What is filled in one go: all asked cells of a class, or a choice.
typedef struct dx_draft_stage {
    bool is_choice;
    unsigned number; // of the class, or the mark
} dx_draft_stage;

struct dx_occurs {
    unsigned spills;     // runs that were given up
    bool *asked;         // cells, by group and class
    bool *filled;        // those of the stages so far
    uint8_t *lies;       // cards that were laid there
    uint8_t *later;      // how many groups behind may still bring, by class
    uint8_t *more;       // that numbers of the inner scope may get
    unsigned *ready;     // how many stages they need
    uint8_t *only_class; // of a sum's cells, or DX_PLACES_MAX
    DX_VECTOR(uint16_t) waiting;   // bounds that need more cards
    uint8_t *supply;               // of cards to each sum, from each group on
    uint64_t *suppliers;           // of each sum: groups
    uint64_t takers[DX_KINDS_MAX]; // of each group: classes that are not filled
    DX_VECTOR(dx_draft_stage) stages;
    dx_states met;              // vectors of drafts
    dx_states occur;            // those that are found to
    dx_states failed;           // states from which the rest cannot be laid
    uint64_t *state;            // room for one
    uint64_t *vector;           // likewise
    DX_VECTOR(uint8_t) drafts;  // cards of each group, then a key
    DX_VECTOR(uint32_t) before; // the draft before, of the same vector
    DX_VECTOR(uint32_t) last;   // draft of each vector
    DX_VECTOR(uint8_t) fates;   // of each vector
    DX_VECTOR(uint32_t) batch;  // vectors with drafts
};

// A run on its way.
typedef struct dx_drafting {
    dx_occurs *s;
    dx_outlook *o;
    dx_deal_run run;
    const uint8_t *self;
    size_t groups, classes, bytes; // of a key
    size_t stage;                  // how many are filled
    size_t batch_size;             // how many drafts are kept
    uint64_t steps_end;
    unsigned wanted; // bits of dx_tells
    bool is_settled; // nothing more is wanted
    bool is_spilt;   // given up
} dx_drafting;

static inline uint8_t *dx_drafting_sums(const dx_drafting *p)
{
    return p->run.key + p->classes;
}

// Is there nothing more to look for?
static inline bool dx_drafting_is_over(const dx_drafting *p)
{
    return p->is_settled || p->is_spilt || p->run.effort->status != DX_OK;
}

bool dx_drafting_step(dx_drafting *passage);

// Lays cards of a group into a class, or takes them back; false, and nothing is
// laid, if a bound forbids it.
bool dx_drafting_lay(dx_drafting *passage, unsigned group, unsigned class,
                     int number);

// Can all that is not in filled cells be laid, from here
// (minds/exist/extend.c)?
bool dx_drafting_has_rest(dx_drafting *passage);

#endif
