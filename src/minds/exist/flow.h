// minds/exist/flow.h -- can the rest be laid, as a flow of cards.
//
// Where every bound is about the cards of one group, and bounds about the same
// group lie in each other or apart (the first draws of a hand, Go Fish's), the
// ways to lay the cards are the flows of a network: from groups through bounds
// to classes.  Whether there is one is found without going through them.

#ifndef DX_MINDS_EXIST_FLOW_H
#define DX_MINDS_EXIST_FLOW_H

#include "minds/eliminate/outlook.h"

struct dx_drafting;

typedef struct dx_flow dx_flow;

// NULL if the outlook's bounds are not of that kind, or there are none.
dx_flow *dx_flow_plan(const dx_outlook *outlook);
void dx_flow_free(dx_flow *flow);

// Can all that is not in filled cells be laid, from here?
bool dx_flow_has_rest(dx_flow *flow, struct dx_drafting *passage);

#endif
