// agents/gofish/network.h -- a small network that scores a question of Go Fish.
//
// It has one hidden layer: out = sum over inputs i of
// direct[i] * x[i] + sum over units u of second[u] * f(sum over inputs i of
// first[i][u] * x[i]), f(y) = y above 0 and y/10 below.

#ifndef DX_AGENTS_GOFISH_NETWORK_H
#define DX_AGENTS_GOFISH_NETWORK_H

#include "agents/gofish/shown.h"
#include "base/random.h"

enum { DX_GOFISH_INPUTS = 64, DX_GOFISH_UNITS = 32 };

typedef struct dx_gofish_net {
    float first[DX_GOFISH_INPUTS][DX_GOFISH_UNITS];
    float second[DX_GOFISH_UNITS];
    float direct[DX_GOFISH_INPUTS];
} dx_gofish_net;

enum { DX_GOFISH_NET_NUMBERS = sizeof(dx_gofish_net) / sizeof(float) };

// Small random first layers; second layers of zeros, so that all that is said
// at first is 0.
void dx_gofish_net_init(dx_gofish_net *net, dx_random *random);

// The hidden layer before f, and what comes out.
float dx_gofish_net_run(const dx_gofish_net *net, const float *input,
                        float *out_hidden);

// Adds `slope` times the derivative of the output to `gradient`.
void dx_gofish_net_learn(const dx_gofish_net *net, const float *input,
                         const float *hidden, float slope,
                         dx_gofish_net *gradient);

#endif
