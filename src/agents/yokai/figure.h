// agents/yokai/figure.h -- the scenes of the paper's figures, played and told.

#ifndef DX_AGENTS_YOKAI_FIGURE_H
#define DX_AGENTS_YOKAI_FIGURE_H

#include "base/text.h"

// A board that is won, and a move that would separate cards.
void dx_yokai_figure1(dx_text *out);

// Seat 1 is m, seat 2 is h.  What m believes after each step, why, what it
// would do; and how it gives a belief up when its eyes say otherwise.
void dx_yokai_figure2(dx_text *out);

#endif
