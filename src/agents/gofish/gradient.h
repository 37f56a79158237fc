// agents/gofish/gradient.h -- asks what a small network thinks best that was
// trained by policy gradient (gradient.c), from finish-fast on.
//
// There are three for two players, each trained against one strategy; whoever
// trains another one plays it from its file (train.h).

#ifndef DX_AGENTS_GOFISH_GRADIENT_H
#define DX_AGENTS_GOFISH_GRADIENT_H

#include "agents/gofish/moment.h"

extern const dx_agent dx_agent_gofish_gradient;

// The strategies that one was trained against.
enum {
    DX_GOFISH_AGAINST_RANDOM,
    DX_GOFISH_AGAINST_FINISH,
    DX_GOFISH_AGAINST_HOARDING,
    DX_GOFISH_TRAINED
};
const dx_gofish_net *dx_gofish_net_against(unsigned trained);

// The numbers of a dx_gofish_net, one after the other; docs/gofish.md says how
// they came about.
extern const float dx_gofish_against_random[], dx_gofish_against_finish[],
    dx_gofish_against_hoarding[];

#endif
