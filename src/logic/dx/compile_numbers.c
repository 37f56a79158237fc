// Arithmetic: fractions over a denominator known when compiling, and bounds
// that keep every number within 62 bits.
//
// A part of the code is worth its number over `over`.  Sums and comparisons
// first bring both sides to one denominator by scaling, products multiply the
// denominators, division is by fixed numbers only.  With each operation the
// bounds of its result are computed from those of its operands (intervals; a
// product takes its four corners), and what could pass 62 bits is refused, so
// the machine needs no checks.

#include "logic/dx/compile_private.h"

static int64_t greatest_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static bool multiply_fits(int64_t a, int64_t b, int64_t *out)
{
    return !__builtin_mul_overflow(a, b, out) && *out < INT64_MAX / 2 &&
           *out > INT64_MIN / 2;
}

static dx_status scale(dx_compiler *c, dx_code_part *p, int64_t by, dx_op op)
{
    if (by == 1)
        return DX_OK;
    int64_t low, high;
    if (!multiply_fits(p->low, by, &low) || !multiply_fits(p->high, by, &high))
        return dx_compile_too_large(c);
    p->low = low < high ? low : high;
    p->high = low < high ? high : low;
    return dx_compile_emit(c, op, 0, by);
}

// Brings a and, above it, b to the same denominator.
static dx_status align(dx_compiler *c, dx_code_part *a, dx_code_part *b)
{
    if (a->over == b->over)
        return DX_OK;
    int64_t divisor = greatest_divisor(a->over, b->over), common;
    if (!multiply_fits(a->over / divisor, b->over, &common))
        return dx_compile_too_large(c);
    dx_status status = scale(c, a, common / a->over, DX_OP_SCALE_BELOW);
    if (status == DX_OK)
        status = scale(c, b, common / b->over, DX_OP_SCALE);
    a->over = b->over = common;
    return status;
}

// Both operands, a below b, over the same denominator.
static dx_status compile_two(dx_compiler *c, dx_formula f, dx_code_part *a,
                             dx_code_part *b)
{
    dx_status status =
        dx_compile_number(c, dx_formula_operand(c->store, f, 0), a);
    if (status == DX_OK)
        status = dx_compile_number(c, dx_formula_operand(c->store, f, 1), b);
    return status == DX_OK ? align(c, a, b) : status;
}

dx_status dx_compile_comparison(dx_compiler *c, dx_formula f, dx_op op,
                                bool negated)
{
    dx_code_part a = {0}, b = {0};
    dx_status status = compile_two(c, f, &a, &b);
    if (status == DX_OK && a.is_name != b.is_name)
        status = dx_compile_complain(c, f, "compares a name with a number");
    if (status == DX_OK)
        status = dx_compile_emit(c, op, 0, 0);
    if (status == DX_OK && negated)
        status = dx_compile_emit(c, DX_OP_NOT, 0, 0);
    return status;
}

static dx_status check_numbers(dx_compiler *c, dx_formula f,
                               const dx_code_part *a, const dx_code_part *b)
{
    return a->is_name || b->is_name
               ? dx_compile_complain(c, f, "calculates with a name")
               : DX_OK;
}

// Both operands as they are, each over a denominator of its own.
static dx_status compile_factors(dx_compiler *c, dx_formula f, dx_code_part *a,
                                 dx_code_part *b)
{
    dx_status status =
        dx_compile_number(c, dx_formula_operand(c->store, f, 0), a);
    if (status == DX_OK)
        status = dx_compile_number(c, dx_formula_operand(c->store, f, 1), b);
    return status == DX_OK ? check_numbers(c, f, a, b) : status;
}

static dx_status compile_sum(dx_compiler *c, dx_formula f, bool minus,
                             dx_code_part *out)
{
    dx_code_part a = {0}, b = {0};
    dx_status status = compile_two(c, f, &a, &b);
    if (status == DX_OK)
        status = check_numbers(c, f, &a, &b);
    if (status != DX_OK)
        return status;
    *out = (dx_code_part){.low = minus ? a.low - b.high : a.low + b.low,
                          .high = minus ? a.high - b.low : a.high + b.high,
                          .over = a.over};
    if (out->low <= INT64_MIN / 2 || out->high >= INT64_MAX / 2)
        return dx_compile_too_large(c);
    return dx_compile_emit(c, minus ? DX_OP_SUBTRACT : DX_OP_ADD, 0, 0);
}

// Adds b, which was compiled last, to a below it.
static dx_status add_to(dx_compiler *c, dx_formula f, dx_code_part *a,
                        dx_code_part *b)
{
    dx_status status = check_numbers(c, f, a, b);
    if (status == DX_OK)
        status = align(c, a, b);
    if (status != DX_OK)
        return status;
    a->low += b->low;
    a->high += b->high;
    if (a->low <= INT64_MIN / 2 || a->high >= INT64_MAX / 2)
        return dx_compile_too_large(c);
    return dx_compile_emit(c, DX_OP_ADD, 0, 0);
}

// sum x in d: t   and   count x in d: f, written out; a truth is 0 or 1.
dx_status dx_compile_gathering(dx_compiler *c, dx_formula f, dx_code_part *out)
{
    bool is_sum = dx_formula_kind(c->store, f) == DX_SUM;
    dx_compile_list list = {0};
    *out = (dx_code_part){.over = 1};
    dx_status status = dx_compile_instances(c, f, &list);
    if (status == DX_OK)
        status = dx_compile_emit(c, DX_OP_PUSH, 0, 0);
    for (size_t i = 0; i < list.count && status == DX_OK; i++) {
        dx_code_part one = {.high = 1, .over = 1};
        status = is_sum ? dx_compile_number(c, list.at[i], &one)
                        : dx_compile_truth(c, list.at[i]);
        if (status == DX_OK)
            status = add_to(c, f, out, &one);
    }
    dx_vector_release(&list);
    return status;
}

static dx_status compile_product(dx_compiler *c, dx_formula f,
                                 dx_code_part *out)
{
    dx_code_part a = {0}, b = {0};
    dx_status status = compile_factors(c, f, &a, &b);
    if (status != DX_OK)
        return status;
    int64_t corner[4];
    *out = (dx_code_part){0};
    if (!multiply_fits(a.over, b.over, &out->over) ||
        !multiply_fits(a.low, b.low, &corner[0]) ||
        !multiply_fits(a.low, b.high, &corner[1]) ||
        !multiply_fits(a.high, b.low, &corner[2]) ||
        !multiply_fits(a.high, b.high, &corner[3]))
        return dx_compile_too_large(c);
    out->low = out->high = corner[0];
    for (size_t i = 1; i < 4; i++) {
        out->low = corner[i] < out->low ? corner[i] : out->low;
        out->high = corner[i] > out->high ? corner[i] : out->high;
    }
    return dx_compile_emit(c, DX_OP_MULTIPLY, 0, 0);
}

// The value of a dx_code_part that reads no variable.
dx_status dx_compile_fixed(dx_compiler *c, dx_formula f, const char *complaint,
                           dx_fraction *out)
{
    dx_code code;
    dx_status status = dx_compile(c->document, f, c->place, &code, c->error);
    if (status != DX_OK)
        return status;
    bool fixed = code.variable_end == 0 && !code.is_truth;
    if (fixed)
        *out = dx_fraction_of(dx_code_run(&code, NULL), code.over);
    dx_code_release(&code);
    return fixed ? DX_OK : dx_compile_complain(c, f, complaint);
}

static dx_status compile_quotient(dx_compiler *c, dx_formula f,
                                  dx_code_part *out)
{
    dx_formula below = dx_formula_operand(c->store, f, 1);
    dx_fraction by = {0, 1};
    dx_status status = dx_compile_fixed(
        c, below, "is no fixed number: only those can be divided by here", &by);
    if (status == DX_OK)
        status = dx_compile_number(c, dx_formula_operand(c->store, f, 0), out);
    if (status != DX_OK)
        return status;
    if (out->is_name)
        return dx_compile_complain(c, f, "calculates with a name");
    if (by.top == 0)
        return dx_compile_complain(c, f, "divides by zero");
    int64_t by_top = by.top < 0 ? -by.top : by.top;
    if (!multiply_fits(out->over, by_top, &out->over))
        return dx_compile_too_large(c);
    return scale(c, out, by.top < 0 ? -by.over : by.over, DX_OP_SCALE);
}

static dx_status compile_modulo(dx_compiler *c, dx_formula f, dx_code_part *out)
{
    dx_code_part a = {0}, b = {0};
    dx_status status = compile_factors(c, f, &a, &b);
    if (status != DX_OK)
        return status;
    if (a.over != 1 || b.over != 1)
        return dx_compile_complain(
            c, f,
            "takes the rest of a fraction; mod is for whole "
            "numbers");
    if (b.low <= 0)
        return dx_compile_complain(c, f, "may divide by zero or less");
    *out = (dx_code_part){.low = 0, .high = b.high - 1, .over = 1};
    return dx_compile_emit(c, DX_OP_MODULO, 0, 0);
}

static dx_status compile_literal(dx_compiler *c, dx_formula f,
                                 dx_code_part *out)
{
    dx_fraction value = dx_formula_value(c->store, f);
    *out =
        (dx_code_part){.low = value.top, .high = value.top, .over = value.over};
    if (value.top <= INT64_MIN / 2 || value.top >= INT64_MAX / 2)
        return dx_compile_too_large(c);
    return dx_compile_emit(c, DX_OP_PUSH, 0, value.top);
}

static dx_status compile_negative(dx_compiler *c, dx_formula f,
                                  dx_code_part *out)
{
    dx_status status =
        dx_compile_number(c, dx_formula_operand(c->store, f, 0), out);
    return status == DX_OK ? scale(c, out, -1, DX_OP_SCALE) : status;
}

dx_status dx_compile_arithmetic(dx_compiler *c, dx_formula f, dx_code_part *out)
{
    switch (dx_formula_kind(c->store, f)) {
    case DX_ADD:
        return compile_sum(c, f, false, out);
    case DX_SUBTRACT:
        return compile_sum(c, f, true, out);
    case DX_MULTIPLY:
        return compile_product(c, f, out);
    case DX_DIVIDE:
        return compile_quotient(c, f, out);
    case DX_MODULO:
        return compile_modulo(c, f, out);
    case DX_NEGATIVE:
        return compile_negative(c, f, out);
    default:
        return compile_literal(c, f, out);
    }
}
