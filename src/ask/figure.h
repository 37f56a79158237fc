// ask/figure.h -- a number as well as it is known: exact, rounded, sampled.
//
// What cannot be overturned by what is not known of it is decided; everything
// else is not.

#ifndef DX_ASK_FIGURE_H
#define DX_ASK_FIGURE_H

#include "base/rational.h"
#include "logic/formula/formula.h"
#include "worlds/count.h"

typedef struct dx_figure {
    bool is_defined; // not so: P(.. given ..) of what is impossible
    dx_quality quality;
    dx_rational exact; // where quality is DX_EXACT
    double value;
    double error;      // no further off: for certain, or where it was sampled
                       // but for one time in ten thousand
    double half_width; // the same for one time in twenty
    // A chance that was sampled: worlds with, and without, were met, so that it
    // is neither 0 nor 1.
    bool is_not_0, is_not_1;
} dx_figure;

dx_figure dx_figure_of(dx_fraction fraction);
dx_figure dx_figure_of_rational(const dx_rational *rational);
void dx_figure_release(dx_figure *figure);

// a + b and so on, by a kind of formula; undefined if one is, and where
// something is divided by 0.
dx_figure dx_figure_join(dx_kind kind, const dx_figure *a, const dx_figure *b);

// The number of a term, of which `leaf` says the parts that are no arithmetic.
// DX_ERR_UNSUPPORTED: `mod` of what is not exact, whole and above 0.
typedef dx_status dx_figure_leaf(void *context, dx_formula term,
                                 dx_figure *out);
DX_MUST_USE dx_status dx_figure_reckon(const dx_formulas *store,
                                       dx_formula term, dx_figure_leaf *leaf,
                                       void *context, dx_figure *out);

// Is a < b and so on?  False if one is undefined.  DX_ERR_LIMIT: it cannot be
// told.
DX_MUST_USE dx_status dx_figure_compare(dx_kind kind, const dx_figure *a,
                                        const dx_figure *b, bool *out);

#endif
