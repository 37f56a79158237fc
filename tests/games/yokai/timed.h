// The paper's theory of a view, read and asked.

#ifndef DX_TEST_YOKAI_THEORY_H
#define DX_TEST_YOKAI_THEORY_H

#include "belief/document.h"
#include "games/yokai/theory.h"

typedef struct timed {
    dx_belief_document *document;
    dx_base *base;
    unsigned now;
} timed;

timed timed_new(const dx_view *view, unsigned ahead);
void timed_free(timed *y);

// Of a fact as it is written but for its time, which is now.
bool timed_follows(timed *y, const char *format, ...) DX_PRINTF(2, 3);
bool timed_may_be(timed *y, const char *format, ...) DX_PRINTF(2, 3);

#endif
