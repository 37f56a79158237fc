// Loops run over the hidden units innermost, a fixed number, so that a compiler
// does several at once; inputs that are zero cost nothing.

#include "agents/gofish/network.h"

#include <math.h>
#include <string.h>

enum { INPUTS = DX_GOFISH_INPUTS, UNITS = DX_GOFISH_UNITS };

static const float leak = 0.1F;

void dx_gofish_net_init(dx_gofish_net *net, dx_random *random)
{
    memset(net, 0, sizeof *net);
    for (unsigned i = 0; i < INPUTS; i++)
        for (unsigned u = 0; u < UNITS; u++)
            net->first[i][u] =
                (float)((dx_random_unit(random) - 0.5) * 2 / sqrt(INPUTS / 3));
}

float dx_gofish_net_run(const dx_gofish_net *net, const float *input,
                        float *hidden)
{
    float sum[UNITS] = {0}, out = 0;
    for (unsigned i = 0; i < INPUTS; i++) {
        float x = input[i];
        if (x == 0)
            continue;
        out += x * net->direct[i];
        for (unsigned u = 0; u < UNITS; u++)
            sum[u] += x * net->first[i][u];
    }
    memcpy(hidden, sum, sizeof sum);
    for (unsigned u = 0; u < UNITS; u++)
        out += net->second[u] * (sum[u] > 0 ? sum[u] : leak * sum[u]);
    return out;
}

void dx_gofish_net_learn(const dx_gofish_net *net, const float *input,
                         const float *hidden, float slope,
                         dx_gofish_net *gradient)
{
    float back[UNITS];
    for (unsigned u = 0; u < UNITS; u++) {
        float f = hidden[u] > 0 ? 1 : leak;
        gradient->second[u] += slope * f * hidden[u];
        back[u] = slope * f * net->second[u];
    }
    for (unsigned i = 0; i < INPUTS; i++) {
        float x = input[i];
        if (x == 0)
            continue;
        gradient->direct[i] += slope * x;
        for (unsigned u = 0; u < UNITS; u++)
            gradient->first[i][u] += x * back[u];
    }
}
