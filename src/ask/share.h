// ask/share.h -- what share of a seat's belief has a property.
//
// The worlds with weight are listed where there are not too many to try; past
// that some are drawn and weighed by what the others did, and the share is an
// estimate that says so.

#ifndef DX_ASK_SHARE_H
#define DX_ASK_SHARE_H

#include "ask/figure.h"
#include "ask/question.h"

// Is a world one of those looked at (`given`), and has it the property?
typedef dx_status dx_share_test(void *context, const dx_world *world,
                                bool *out_given, bool *out_has);

typedef struct dx_belief_share {
    dx_figure chance;
    dx_account account;
    dx_count worlds; // that there are; 0: not counted
    size_t drawn;    // 0: they were listed
} dx_belief_share;

// The share for the mind `reckoning`, opened under the question's assumption:
// by listing, DX_ERR_LIMIT if that is too much; and by drawing, DX_ERR_LIMIT if
// the worlds drawn are worth too little.  With `stops` listing ends with the
// first world without, and then all that is known is that the share is not 1.
DX_MUST_USE dx_status dx_share_listed(const dx_question *question,
                                      const dx_reckoning *reckoning,
                                      size_t tries, bool stops,
                                      dx_share_test *test, void *context,
                                      dx_belief_share *out, dx_error *error);
DX_MUST_USE dx_status dx_share_drawn(const dx_question *question,
                                     const dx_reckoning *reckoning,
                                     dx_share_test *test, void *context,
                                     dx_belief_share *out, dx_error *error);

#endif
