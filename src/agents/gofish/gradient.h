// agents/gofish/gradient.h -- asks what a small network thinks best that was
// trained by policy gradient (gradient.c), from finish-fast on.

#ifndef DX_AGENTS_GOFISH_GRADIENT_H
#define DX_AGENTS_GOFISH_GRADIENT_H

#include "agents/gofish/moment.h"

extern const dx_agent dx_agent_gofish_gradient;

// What it has learnt against random, two players; docs/gofish.md says how.
// The numbers of a dx_gofish_net, one after the other.
extern const float dx_gofish_gradient_numbers[];

#endif
