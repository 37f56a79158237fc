// Interval arithmetic beside the values: what a sum, product or quotient is off
// by at most, from what its parts are.  Two numbers are compared only if they
// are further apart than they may be off together; or if one world that was met
// shows that a chance is not 0, or not 1.

#include "ask/figure.h"

#include <assert.h>
#include <math.h>

dx_figure dx_figure_of_rational(const dx_rational *rational)
{
    return (dx_figure){.is_defined = true,
                       .quality = DX_EXACT,
                       .exact = dx_rational_copy(rational),
                       .value = dx_rational_value(rational)};
}

dx_figure dx_figure_of(dx_fraction fraction)
{
    dx_rational rational = dx_rational_of(fraction);
    return dx_figure_of_rational(&rational);
}

void dx_figure_release(dx_figure *figure)
{
    dx_rational_release(&figure->exact);
    *figure = (dx_figure){0};
}

static dx_figure join_exactly(dx_kind kind, const dx_figure *a,
                              const dx_figure *b)
{
    dx_rational result = dx_rational_copy(&a->exact);
    if (kind == DX_ADD)
        dx_rational_add(&result, &b->exact);
    else if (kind == DX_SUBTRACT)
        dx_rational_subtract(&result, &b->exact);
    else if (kind == DX_MULTIPLY)
        dx_rational_multiply(&result, &b->exact);
    else
        dx_rational_divide(&result, &b->exact);
    dx_figure joined = dx_figure_of_rational(&result);
    dx_rational_release(&result);
    return joined;
}

// How far off a result is whose parts are off by x and y.
static double spread(dx_kind kind, const dx_figure *a, double x,
                     const dx_figure *b, double y)
{
    if (kind == DX_ADD || kind == DX_SUBTRACT)
        return x + y;
    if (kind == DX_MULTIPLY)
        return fabs(a->value) * y + fabs(b->value) * x + x * y;
    double least = fabs(b->value) - y;
    return least <= 0 ? INFINITY : (x + fabs(a->value / b->value) * y) / least;
}

static double apply(dx_kind kind, double a, double b)
{
    return kind == DX_ADD        ? a + b
           : kind == DX_SUBTRACT ? a - b
           : kind == DX_MULTIPLY ? a * b
                                 : a / b;
}

dx_figure dx_figure_join(dx_kind kind, const dx_figure *a, const dx_figure *b)
{
    bool is_exact = a->quality == DX_EXACT && b->quality == DX_EXACT;
    assert(kind == DX_ADD || kind == DX_SUBTRACT || kind == DX_MULTIPLY ||
           kind == DX_DIVIDE);
    assert(a->error >= 0 && b->error >= 0);
    if (!a->is_defined || !b->is_defined ||
        (kind == DX_DIVIDE && b->value == 0))
        return (dx_figure){.is_defined = false};
    if (is_exact)
        return join_exactly(kind, a, b);
    return (dx_figure){
        .is_defined = true,
        .quality = a->quality > b->quality ? a->quality : b->quality,
        .value = apply(kind, a->value, b->value),
        .error = spread(kind, a, a->error, b, b->error),
        .half_width = spread(kind, a, a->half_width, b, b->half_width)};
}

// The rest of a division of whole numbers.
static dx_status modulo(const dx_figure *one, const dx_figure *other,
                        dx_figure *out)
{
    dx_fraction a = dx_rational_fraction(&one->exact);
    dx_fraction b = dx_rational_fraction(&other->exact);
    if (one->quality != DX_EXACT || other->quality != DX_EXACT || a.over != 1 ||
        b.over != 1 || a.top < 0 || b.top <= 0)
        return DX_ERR_UNSUPPORTED;
    *out = dx_figure_of(dx_fraction_int(a.top % b.top));
    return DX_OK;
}

dx_status dx_figure_reckon(const dx_formulas *store, dx_formula term,
                           dx_figure_leaf *leaf, void *context, dx_figure *out)
{
    dx_kind kind = dx_formula_kind(store, term);
    dx_figure parts[2] = {0};
    dx_status status = DX_OK;
    if (dx_kind_family(kind) != DX_FAMILY_ARITHMETIC)
        return leaf(context, term, out);
    bool is_negative = kind == DX_NEGATIVE; // 0 less the one part
    if (is_negative)
        parts[0] = dx_figure_of(dx_fraction_int(0));
    for (unsigned i = is_negative; i < 2 && status == DX_OK; i++)
        status = dx_figure_reckon(
            store, dx_formula_operand(store, term, i - is_negative), leaf,
            context, &parts[i]);
    if (status == DX_OK && kind == DX_MODULO)
        status = modulo(&parts[0], &parts[1], out);
    else if (status == DX_OK)
        *out = dx_figure_join(is_negative ? DX_SUBTRACT : kind, &parts[0],
                              &parts[1]);
    dx_figure_release(&parts[0]);
    dx_figure_release(&parts[1]);
    return status;
}

static bool holds(dx_kind kind, int sign)
{
    if (kind == DX_EQUAL || kind == DX_NOT_EQUAL)
        return (sign == 0) == (kind == DX_EQUAL);
    if (sign == 0)
        return kind == DX_LESS_EQUAL || kind == DX_GREATER_EQUAL;
    return (sign < 0) == (kind == DX_LESS || kind == DX_LESS_EQUAL);
}

// A sampled chance against 0 or 1: one world may decide.
static bool is_beyond(const dx_figure *chance, const dx_figure *bound,
                      int *out_sign)
{
    if (bound->quality != DX_EXACT)
        return false;
    if (chance->is_not_1 && bound->value >= 1)
        *out_sign = -1;
    else if (chance->is_not_0 && bound->value <= 0)
        *out_sign = 1;
    else
        return false;
    return true;
}

dx_status dx_figure_compare(dx_kind kind, const dx_figure *a,
                            const dx_figure *b, bool *out)
{
    int sign = 0;
    *out = false;
    if (!a->is_defined || !b->is_defined)
        return DX_OK;
    // What is exact is off by nothing.
    assert(a->quality != DX_EXACT || a->error == 0);
    assert(b->quality != DX_EXACT || b->error == 0);
    double off = fabs(a->value - b->value);
    if (a->quality == DX_EXACT && b->quality == DX_EXACT)
        sign = dx_rational_compare(&a->exact, &b->exact);
    else if (is_beyond(b, a, &sign))
        sign = -sign;
    else if (!is_beyond(a, b, &sign) && off <= a->error + b->error)
        return DX_ERR_LIMIT;
    else if (sign == 0)
        sign = a->value < b->value ? -1 : 1;
    *out = holds(kind, sign);
    return DX_OK;
}
