// ask/weighed_private.h -- shared by weighed.c, a formula at a world, and
// weighed_answer.c, answers.

#ifndef DX_ASK_WEIGHED_PRIVATE_H
#define DX_ASK_WEIGHED_PRIVATE_H

#include "ask/share.h"
#include "ask/translate.h"
#include "ask/weighed.h"

// A turn that is asked about, with the engine by places at it.
typedef struct dx_weighed_stage {
    unsigned number, events;
    dx_frames *frames;
    dx_inquiry *inquiry;
    dx_translator *translator;
    dx_number_scope scope; // everything
    DX_VECTOR(struct {
        dx_formula formula;
        dx_inquiry_node node;
    })
    nodes;
} dx_weighed_stage;

enum { DX_JUDGEMENT_BUCKETS = 1 << 14 };

// What a mind was found to think, at a turn, having seen this: how likely
// something is, or (1 or 0) that it knows it.
typedef struct dx_judgement {
    dx_formula formula; // P[a](f), K[a] f, ...
    unsigned seat, events;
    uint64_t hash;
    dx_event *seen;
    dx_figure value;
    uint32_t next; // of those with like hashes, plus 1
} dx_judgement;

typedef struct dx_weighed_run {
    dx_question *q;
    dx_masks masks;
    DX_VECTOR(dx_weighed_stage *) stages; // by number; the last is now
    DX_VECTOR(dx_judgement) judgements;
    uint32_t buckets[DX_JUDGEMENT_BUCKETS]; // the first of each, plus 1
    size_t tried, tries_max;
    unsigned depth;      // of minds that are open
    dx_belief_share own; // how the asker's own mind was found
    bool has_own;
    dx_account above; // from above: of the minds that the formula speaks of
    dx_error *error;
} dx_weighed_run;

// A world at a turn.
typedef struct dx_weighed_spot {
    dx_weighed_stage *stage;
    const dx_event *past;
    const void *table;
} dx_weighed_spot;

dx_weighed_run *dx_weighing_new(dx_question *question, dx_error *error);
void dx_weighing_free(dx_weighed_run *w);

dx_weighed_spot dx_weighing_now(const dx_weighed_run *w, const dx_event *past,
                                const void *table);

// Does what `f` says depend on the assumption?
bool dx_weighing_has_chance(const dx_question *q, dx_formula f);

// A formula, and a term, at a world.
DX_MUST_USE dx_status dx_weighing_holds(dx_weighed_run *w, dx_formula f,
                                        const dx_weighed_spot *at, bool *out);
DX_MUST_USE dx_status dx_weighing_value(dx_weighed_run *w, dx_formula f,
                                        const dx_weighed_spot *at,
                                        dx_figure *out);

#endif
