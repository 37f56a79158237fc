// Rationals: first tried as fractions of 64 bits, and where those are lost, as
// a sign and two naturals.

#include "base/rational.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(dx_rational) == 16, "a rational is two words");

// (-1)^negative * top / over in lowest terms.
typedef struct dx_rational_large {
    dx_natural top, over;
    bool negative;
} parts;

// The parts of any rational, to be read only: they are still owned by it.
static parts look(const dx_rational *r)
{
    if (dx_rational_is_large(r))
        return *r->large;
    uint64_t top = (uint64_t)r->top;
    return (parts){.top = {.low = r->top < 0 ? -top : top},
                   .over = {.low = (uint64_t)r->rest + 1},
                   .negative = r->top < 0};
}

static void parts_release(parts *p)
{
    dx_natural_release(&p->top);
    dx_natural_release(&p->over);
}

static void reduce(parts *p)
{
    dx_natural gcd = dx_natural_gcd(&p->top, &p->over);
    if (dx_natural_pair(&gcd) != 1) {
        dx_natural_divide(&p->top, &gcd);
        dx_natural_divide(&p->over, &gcd);
    }
    dx_natural_release(&gcd);
}

// Makes `r` the number that `p` says, in any terms, and takes `p` over.
static void settle(dx_rational *r, parts *p)
{
    dx_rational_release(r);
    reduce(p);
    dx_count top = dx_natural_pair(&p->top), over = dx_natural_pair(&p->over);
    if (top <= INT64_MAX && over <= INT64_MAX) {
        r->top = p->negative ? -(int64_t)top : (int64_t)top;
        r->rest = (int64_t)over - 1;
        return;
    }
    r->large = dx_copy(p, sizeof *p);
    r->rest = -1;
}

// Makes `r` the fraction `f`; false if that is lost.
static bool settle_small(dx_rational *r, dx_fraction f)
{
    if (dx_fraction_is_lost(f))
        return false;
    *r = dx_rational_of(f);
    return true;
}

static bool both_small(const dx_rational *a, const dx_rational *b)
{
    return !dx_rational_is_large(a) && !dx_rational_is_large(b);
}

void dx_rational_release_large(dx_rational *r)
{
    parts_release(r->large);
    dx_free(r->large);
}

dx_rational dx_rational_copy_large(const dx_rational *r)
{
    dx_rational copy = {.rest = -1};
    parts p = {.top = dx_natural_copy(&r->large->top),
               .over = dx_natural_copy(&r->large->over),
               .negative = r->large->negative};
    copy.large = dx_copy(&p, sizeof p);
    return copy;
}

dx_rational dx_rational_of_ratio(const dx_natural *top, const dx_natural *over)
{
    DX_REQUIRE(!dx_natural_is_zero(over), "a denominator that is not zero");
    dx_rational r = {0};
    parts p = {.top = dx_natural_copy(top), .over = dx_natural_copy(over)};
    settle(&r, &p);
    return r;
}

static dx_natural product(const dx_natural *a, const dx_natural *b)
{
    dx_natural n = dx_natural_copy(a);
    dx_natural_multiply(&n, b);
    return n;
}

// Adds b to a, each with its sign; returns the sign of the sum.
static bool add_signed(dx_natural *a, bool a_negative, dx_natural *b,
                       bool b_negative)
{
    if (a_negative == b_negative) {
        dx_natural_add(a, b);
        return a_negative;
    }
    if (dx_natural_compare(a, b) < 0) {
        dx_natural swap = *a;
        *a = *b;
        *b = swap;
        a_negative = b_negative;
    }
    dx_natural_subtract(a, b);
    return a_negative;
}

// r += a, or r -= a if `flip`.
static void add_large(dx_rational *r, const dx_rational *a, bool flip)
{
    parts x = look(r), y = look(a);
    parts sum = {.top = product(&x.top, &y.over),
                 .over = product(&x.over, &y.over)};
    dx_natural other = product(&y.top, &x.over);
    sum.negative = add_signed(&sum.top, x.negative, &other, y.negative != flip);
    dx_natural_release(&other);
    settle(r, &sum);
}

void dx_rational_add(dx_rational *r, const dx_rational *a)
{
    if (!both_small(r, a) ||
        !settle_small(r, dx_fraction_add(dx_rational_fraction(r),
                                         dx_rational_fraction(a))))
        add_large(r, a, false);
}

void dx_rational_subtract(dx_rational *r, const dx_rational *a)
{
    if (!both_small(r, a) ||
        !settle_small(r, dx_fraction_subtract(dx_rational_fraction(r),
                                              dx_rational_fraction(a))))
        add_large(r, a, true);
}

// r *= the number whose parts are `y`.
static void multiply_large(dx_rational *r, parts y)
{
    parts x = look(r);
    parts result = {.top = product(&x.top, &y.top),
                    .over = product(&x.over, &y.over),
                    .negative = x.negative != y.negative};
    settle(r, &result);
}

void dx_rational_multiply(dx_rational *r, const dx_rational *a)
{
    if (!both_small(r, a) ||
        !settle_small(r, dx_fraction_multiply(dx_rational_fraction(r),
                                              dx_rational_fraction(a))))
        multiply_large(r, look(a));
}

void dx_rational_divide(dx_rational *r, const dx_rational *a)
{
    DX_REQUIRE(!dx_rational_is_zero(a), "a divisor that is not zero");
    if (both_small(r, a) &&
        settle_small(r, dx_fraction_divide(dx_rational_fraction(r),
                                           dx_rational_fraction(a))))
        return;
    parts by = look(a);
    multiply_large(r, (parts){by.over, by.top, by.negative});
}

int dx_rational_sign(const dx_rational *r)
{
    if (dx_rational_is_large(r))
        return r->large->negative ? -1 : 1;
    return (r->top > 0) - (r->top < 0);
}

int dx_rational_compare(const dx_rational *a, const dx_rational *b)
{
    if (both_small(a, b))
        return dx_fraction_compare(dx_rational_fraction(a),
                                   dx_rational_fraction(b));
    int sign = dx_rational_sign(a);
    if (sign != dx_rational_sign(b))
        return sign - dx_rational_sign(b);
    parts x = look(a), y = look(b);
    dx_natural left = product(&x.top, &y.over);
    dx_natural right = product(&y.top, &x.over);
    int order = dx_natural_compare(&left, &right);
    dx_natural_release(&left);
    dx_natural_release(&right);
    return sign * order;
}

int dx_rational_compare_fraction(const dx_rational *a, dx_fraction b)
{
    dx_rational other = dx_rational_of(b); // small: nothing to release
    return dx_rational_compare(a, &other);
}

bool dx_rational_equal(const dx_rational *a, const dx_rational *b)
{
    if (!dx_rational_is_large(a) || !dx_rational_is_large(b))
        return a->top == b->top && a->rest == b->rest;
    return a->large->negative == b->large->negative &&
           dx_natural_equal(&a->large->top, &b->large->top) &&
           dx_natural_equal(&a->large->over, &b->large->over);
}

double dx_rational_value(const dx_rational *r)
{
    parts p = look(r);
    double value = dx_natural_ratio(&p.top, &p.over);
    return p.negative ? -value : value;
}

void dx_rational_print(const dx_rational *r, dx_text *out)
{
    parts p = look(r);
    if (p.negative)
        dx_text_add_char(out, '-');
    dx_natural_print(&p.top, out);
    if (dx_natural_pair(&p.over) == 1)
        return;
    dx_text_add_char(out, '/');
    dx_natural_print(&p.over, out);
}

// Where the reading is.
typedef struct reader {
    const char *text, *at;
    dx_error *error;
} reader;

static dx_status refuse(const reader *in, const char *message)
{
    return dx_fail(in->error, DX_ERR_SYNTAX, 1,
                   (unsigned)(in->at - in->text) + 1,
                   "%s; a number is written 3/4, -2 or 0.25", message);
}

// Appends the digits that come next to `digits`; at least one is expected.
static dx_status read_digits(reader *in, dx_text *digits)
{
    size_t count = strspn(in->at, "0123456789");
    if (count == 0)
        return refuse(in, "expected a digit here");
    if (count > DX_RATIONAL_DIGITS_MAX - digits->length)
        return dx_fail(in->error, DX_ERR_LIMIT, 1,
                       (unsigned)(in->at - in->text) + 1,
                       "a number of more than %d digits; write it shorter",
                       DX_RATIONAL_DIGITS_MAX);
    dx_text_add_part(digits, in->at, count);
    in->at += count;
    return DX_OK;
}

// Reads what may follow the first digits of the numerator.
static dx_status read_over(reader *in, dx_text *top, dx_text *over)
{
    dx_status status = DX_OK;
    if (*in->at == '/') {
        in->at++;
        status = read_digits(in, over);
        if (status == DX_OK &&
            strspn(dx_text_string(over), "0") == over->length)
            status = refuse(in, "expected a denominator that is not zero");
        return status;
    }
    dx_text_add_char(over, '1');
    if (*in->at == '.') {
        size_t whole = top->length;
        in->at++;
        status = read_digits(in, top);
        for (size_t i = whole; i < top->length; i++)
            dx_text_add_char(over, '0');
    }
    return status;
}

static dx_natural number_of(const dx_text *digits)
{
    return dx_natural_of_digits(digits->at, digits->length);
}

dx_status dx_rational_parse(const char *text, dx_rational *out, dx_error *error)
{
    dx_text top = {0}, over = {0};
    parts p = {.negative = *text == '-'};
    reader in = {.text = text, .at = text + p.negative, .error = error};
    dx_status status = read_digits(&in, &top);
    if (status == DX_OK)
        status = read_over(&in, &top, &over);
    if (status == DX_OK && *in.at != '\0')
        status = refuse(&in, "expected the end of the number here");
    if (status == DX_OK) {
        p.top = number_of(&top);
        p.over = number_of(&over);
        *out = (dx_rational){0};
        settle(out, &p);
    }
    dx_text_release(&top);
    dx_text_release(&over);
    return status;
}
