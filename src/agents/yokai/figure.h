// agents/yokai/figure.h -- the scene of the paper's Figure 2, played and told.

#ifndef DX_AGENTS_YOKAI_FIGURE_H
#define DX_AGENTS_YOKAI_FIGURE_H

#include "base/text.h"

// Seat 1 is m, seat 2 is h.  What m believes after each step, why, what it
// would do; and how it gives a belief up when its eyes say otherwise.
void dx_yokai_figure(dx_text *out);

#endif
