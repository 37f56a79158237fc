// From trees to postfix code, with bounds; and the machine that runs it.

#include "logic/dx_compile.h"

#include "base/memory.h"
#include "base/text.h"
#include "logic/dx_read.h"
#include "logic/print.h"

#include <string.h>

enum { OPS_MAX = 1 << 20, STACK_MAX = 256 };

enum op {
    OP_PUSH,
    OP_LOAD,
    OP_NOT,
    OP_UNLESS, // and: if the top is 0 go on at the operand, else drop it
    OP_IF,     // or: if the top is not 0 go on at the operand, else drop it
    OP_EQUAL,
    OP_NOT_EQUAL,
    OP_LESS,
    OP_LESS_EQUAL,
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_SCALE,       // the top times a number
    OP_SCALE_BELOW, // what is below the top times a number
    OP_MODULO,
};

typedef struct compiler {
    const dx_document *document;
    dx_formulas *store;
    dx_code *code;
    dx_file_place place;
    dx_error *error;
    size_t depth; // of the stack at this point
} compiler;

// What is known of a compiled part.
typedef struct part {
    int64_t low, high, over;
    bool is_truth, is_name;
} part;

static dx_status complain(compiler *c, dx_formula f, const char *what)
{
    dx_text text = {0};
    dx_formula_print(c->store, f, &text);
    if (text.length > 60) {
        text.length = 57;
        dx_text_add(&text, "...");
    }
    dx_status status =
        dx_document_fail(c->document, c->error, DX_ERR_INPUT, c->place,
                         "'%s' %s", dx_text_string(&text), what);
    dx_text_release(&text);
    return status;
}

static dx_status too_large(compiler *c)
{
    return dx_document_fail(c->document, c->error, DX_ERR_LIMIT, c->place,
                            "this expression is too large: over %d steps, %d "
                            "levels, or numbers beyond 62 bits",
                            OPS_MAX, STACK_MAX);
}

static dx_status emit(compiler *c, enum op op, uint32_t operand, int64_t number)
{
    if (c->code->ops.count >= OPS_MAX)
        return too_large(c);
    dx_instruction made = {(uint32_t)op, operand, number};
    dx_vector_push(&c->code->ops, made);
    bool pushes = op == OP_PUSH || op == OP_LOAD;
    bool keeps = op == OP_NOT || op == OP_SCALE || op == OP_SCALE_BELOW;
    if (pushes)
        c->depth++;
    else if (!keeps)
        c->depth--;
    if (c->depth > c->code->stack)
        c->code->stack = c->depth;
    return c->depth > STACK_MAX ? too_large(c) : DX_OK;
}

static dx_status compile(compiler *c, dx_formula f, part *out);

static dx_status compile_truth(compiler *c, dx_formula f)
{
    part p;
    dx_status status = compile(c, f, &p);
    if (status == DX_OK && !p.is_truth)
        status = complain(c, f, "is a number or a name, not a formula");
    return status;
}

static dx_status compile_number(compiler *c, dx_formula f, part *out)
{
    dx_status status = compile(c, f, out);
    if (status == DX_OK && out->is_truth)
        status = complain(c, f, "is true or false, not a number or a name");
    return status;
}

static const part truth = {.low = 0, .high = 1, .over = 1, .is_truth = true};

// Leaves all but the last of a chain as soon as the outcome is clear.
static dx_status compile_chain(compiler *c, size_t count,
                               const dx_formula *formulas, enum op leave)
{
    DX_VECTOR(size_t) jumps = {0};
    dx_status status = DX_OK;
    if (count == 0)
        status = emit(c, OP_PUSH, 0, leave == OP_UNLESS);
    for (size_t i = 0; i < count && status == DX_OK; i++) {
        status = compile_truth(c, formulas[i]);
        if (status == DX_OK && i + 1 < count) {
            dx_vector_push(&jumps, c->code->ops.count);
            status = emit(c, leave, 0, 0);
        }
    }
    for (size_t i = 0; i < jumps.count && status == DX_OK; i++)
        c->code->ops.at[jumps.at[i]].operand = (uint32_t)c->code->ops.count;
    dx_vector_release(&jumps);
    return status;
}

typedef DX_VECTOR(dx_formula) formula_list;

// The members of a domain node.
static dx_status members(compiler *c, dx_formula domain, formula_list *out)
{
    dx_kind kind = dx_formula_kind(c->store, domain);
    if (kind == DX_SET) {
        for (size_t i = 0; i < dx_formula_count(c->store, domain); i++)
            dx_vector_push(out, dx_formula_operand(c->store, domain, i));
        return DX_OK;
    }
    if (kind != DX_RANGE)
        return complain(c, domain, "is not a fixed domain");
    int64_t end[2];
    for (size_t i = 0; i < 2; i++) {
        dx_code code;
        dx_formula bound = dx_formula_operand(c->store, domain, i);
        dx_status status =
            dx_compile(c->document, bound, c->place, &code, c->error);
        if (status != DX_OK)
            return status;
        bool fixed = code.variable_end == 0 && code.over == 1;
        end[i] = fixed ? dx_code_run(&code, NULL) : 0;
        dx_code_release(&code);
        if (!fixed)
            return complain(c, bound, "must be a fixed whole number here");
    }
    if (end[1] - end[0] >= OPS_MAX)
        return too_large(c);
    for (int64_t n = end[0]; n <= end[1]; n++)
        dx_vector_push(out, dx_formula_number(c->store, dx_fraction_int(n)));
    return DX_OK;
}

static dx_status compile_quantifier(compiler *c, dx_formula f, enum op leave)
{
    formula_list list = {0};
    dx_name variable = dx_formula_operand(c->store, f, 0);
    dx_formula body = dx_formula_operand(c->store, f, 2);
    dx_status status = members(c, dx_formula_operand(c->store, f, 1), &list);
    for (size_t i = 0; i < list.count; i++) {
        dx_substitution s = {1, &variable, &list.at[i]};
        list.at[i] = dx_substitute(c->store, body, s);
    }
    if (status == DX_OK)
        status = compile_chain(c, list.count, list.at, leave);
    dx_vector_release(&list);
    return status;
}

// `t in {u, v}` is t = u | t = v.
static dx_status compile_in(compiler *c, dx_formula f)
{
    formula_list list = {0};
    dx_formula term = dx_formula_operand(c->store, f, 0);
    dx_status status = members(c, dx_formula_operand(c->store, f, 1), &list);
    for (size_t i = 0; i < list.count; i++)
        list.at[i] = dx_formula_binary(c->store, DX_EQUAL, term, list.at[i]);
    if (status == DX_OK)
        status = compile_chain(c, list.count, list.at, OP_IF);
    dx_vector_release(&list);
    return status;
}

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

static dx_status scale(compiler *c, part *p, int64_t by, enum op op)
{
    if (by == 1)
        return DX_OK;
    int64_t low, high;
    if (!multiply_fits(p->low, by, &low) || !multiply_fits(p->high, by, &high))
        return too_large(c);
    p->low = low < high ? low : high;
    p->high = low < high ? high : low;
    return emit(c, op, 0, by);
}

// Both operands, a below b, over the same denominator.
static dx_status compile_two(compiler *c, dx_formula f, part *a, part *b)
{
    dx_status status = compile_number(c, dx_formula_operand(c->store, f, 0), a);
    if (status == DX_OK)
        status = compile_number(c, dx_formula_operand(c->store, f, 1), b);
    if (status != DX_OK || a->over == b->over)
        return status;
    int64_t divisor = greatest_divisor(a->over, b->over), common;
    if (!multiply_fits(a->over / divisor, b->over, &common))
        return too_large(c);
    status = scale(c, a, common / a->over, OP_SCALE_BELOW);
    if (status == DX_OK)
        status = scale(c, b, common / b->over, OP_SCALE);
    a->over = b->over = common;
    return status;
}

static dx_status compile_comparison(compiler *c, dx_formula f, enum op op,
                                    bool negated)
{
    part a = {0}, b = {0};
    dx_status status = compile_two(c, f, &a, &b);
    if (status == DX_OK && a.is_name != b.is_name)
        status = complain(c, f, "compares a name with a number");
    if (status == DX_OK)
        status = emit(c, op, 0, 0);
    if (status == DX_OK && negated)
        status = emit(c, OP_NOT, 0, 0);
    return status;
}

static dx_status check_numbers(compiler *c, dx_formula f, const part *a,
                               const part *b)
{
    return a->is_name || b->is_name ? complain(c, f, "calculates with a name")
                                    : DX_OK;
}

// Both operands as they are, each over a denominator of its own.
static dx_status compile_factors(compiler *c, dx_formula f, part *a, part *b)
{
    dx_status status = compile_number(c, dx_formula_operand(c->store, f, 0), a);
    if (status == DX_OK)
        status = compile_number(c, dx_formula_operand(c->store, f, 1), b);
    return status == DX_OK ? check_numbers(c, f, a, b) : status;
}

static dx_status compile_sum(compiler *c, dx_formula f, bool minus, part *out)
{
    part a = {0}, b = {0};
    dx_status status = compile_two(c, f, &a, &b);
    if (status == DX_OK)
        status = check_numbers(c, f, &a, &b);
    if (status != DX_OK)
        return status;
    *out = (part){.low = minus ? a.low - b.high : a.low + b.low,
                  .high = minus ? a.high - b.low : a.high + b.high,
                  .over = a.over};
    if (out->low <= INT64_MIN / 2 || out->high >= INT64_MAX / 2)
        return too_large(c);
    return emit(c, minus ? OP_SUBTRACT : OP_ADD, 0, 0);
}

static dx_status compile_product(compiler *c, dx_formula f, part *out)
{
    part a = {0}, b = {0};
    dx_status status = compile_factors(c, f, &a, &b);
    if (status != DX_OK)
        return status;
    int64_t corner[4];
    *out = (part){0};
    if (!multiply_fits(a.over, b.over, &out->over) ||
        !multiply_fits(a.low, b.low, &corner[0]) ||
        !multiply_fits(a.low, b.high, &corner[1]) ||
        !multiply_fits(a.high, b.low, &corner[2]) ||
        !multiply_fits(a.high, b.high, &corner[3]))
        return too_large(c);
    out->low = out->high = corner[0];
    for (size_t i = 1; i < 4; i++) {
        out->low = corner[i] < out->low ? corner[i] : out->low;
        out->high = corner[i] > out->high ? corner[i] : out->high;
    }
    return emit(c, OP_MULTIPLY, 0, 0);
}

// The value of a part that reads no variable.
static dx_status fixed_value(compiler *c, dx_formula f, const char *complaint,
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
    return fixed ? DX_OK : complain(c, f, complaint);
}

static dx_status compile_quotient(compiler *c, dx_formula f, part *out)
{
    dx_formula below = dx_formula_operand(c->store, f, 1);
    dx_fraction by = {0, 1};
    dx_status status = fixed_value(
        c, below, "is no fixed number: only those can be divided by here", &by);
    if (status == DX_OK)
        status = compile_number(c, dx_formula_operand(c->store, f, 0), out);
    if (status != DX_OK)
        return status;
    if (out->is_name)
        return complain(c, f, "calculates with a name");
    if (by.top == 0)
        return complain(c, f, "divides by zero");
    int64_t by_top = by.top < 0 ? -by.top : by.top;
    if (!multiply_fits(out->over, by_top, &out->over))
        return too_large(c);
    return scale(c, out, by.top < 0 ? -by.over : by.over, OP_SCALE);
}

static dx_status compile_modulo(compiler *c, dx_formula f, part *out)
{
    part a = {0}, b = {0};
    dx_status status = compile_factors(c, f, &a, &b);
    if (status != DX_OK)
        return status;
    if (a.over != 1 || b.over != 1)
        return complain(c, f,
                        "takes the rest of a fraction; mod is for whole "
                        "numbers");
    if (b.low <= 0)
        return complain(c, f, "may divide by zero or less");
    *out = (part){.low = 0, .high = b.high - 1, .over = 1};
    return emit(c, OP_MODULO, 0, 0);
}

static dx_status compile_literal(compiler *c, dx_formula f, part *out)
{
    dx_fraction value = dx_formula_value(c->store, f);
    *out = (part){.low = value.top, .high = value.top, .over = value.over};
    if (value.top <= INT64_MIN / 2 || value.top >= INT64_MAX / 2)
        return too_large(c);
    return emit(c, OP_PUSH, 0, value.top);
}

// `f` with arguments such as 1 + 1 worked out.
static dx_status fold_arguments(compiler *c, dx_formula *f)
{
    size_t count = dx_formula_count(c->store, *f);
    uint32_t *operands = dx_alloc_raw(count, sizeof *operands);
    dx_status status = DX_OK;
    for (size_t i = 0; i < count && status == DX_OK; i++) {
        operands[i] = dx_formula_operand(c->store, *f, i);
        if (i == 0 || dx_formula_kind(c->store, operands[i]) == DX_APPLY ||
            dx_formula_kind(c->store, operands[i]) == DX_NUMBER)
            continue;
        dx_fraction value = {0, 1};
        status = fixed_value(c, operands[i], "is no fixed number", &value);
        if (status == DX_OK)
            operands[i] = dx_formula_number(c->store, value);
    }
    if (status == DX_OK)
        *f = dx_formula_make(c->store, DX_APPLY, count, operands);
    dx_free(operands);
    return status;
}

static dx_status load(compiler *c, size_t variable, part *out)
{
    const dx_document *document = c->document;
    const dx_value_domain *domain =
        &document->domains.at[document->variables.at[variable].domain];
    *out = (part){.low = domain->value[0],
                  .high = domain->value[0],
                  .over = 1,
                  .is_truth = domain->sort == DX_SORT_TRUTH,
                  .is_name = domain->sort == DX_SORT_NAME};
    for (size_t i = 1; i < domain->count; i++) {
        out->low = domain->value[i] < out->low ? domain->value[i] : out->low;
        out->high = domain->value[i] > out->high ? domain->value[i] : out->high;
    }
    if (variable >= c->code->variable_end)
        c->code->variable_end = variable + 1;
    return emit(c, OP_LOAD, (uint32_t)variable, 0);
}

static dx_status compile_apply(compiler *c, dx_formula f, part *out)
{
    dx_status status = DX_OK;
    if (dx_formula_count(c->store, f) > 1)
        status = fold_arguments(c, &f);
    if (status != DX_OK)
        return status;
    size_t variable = dx_document_find_variable(c->document, f);
    if (variable != DX_NOT_FOUND)
        return load(c, variable, out);
    size_t thing =
        dx_document_find_thing(c->document, dx_formula_name(c->store, f));
    if (thing != DX_NOT_FOUND && dx_formula_count(c->store, f) == 1) {
        *out = (part){.low = (int64_t)thing,
                      .high = (int64_t)thing,
                      .over = 1,
                      .is_name = true};
        return emit(c, OP_PUSH, 0, (int64_t)thing);
    }
    return complain(c, f, "is not a variable of the model");
}

static dx_status compile_iff(compiler *c, dx_formula f)
{
    dx_status status = compile_truth(c, dx_formula_operand(c->store, f, 0));
    if (status == DX_OK)
        status = compile_truth(c, dx_formula_operand(c->store, f, 1));
    return status == DX_OK ? emit(c, OP_EQUAL, 0, 0) : status;
}

static dx_status compile_implies(compiler *c, dx_formula f)
{
    dx_formula parts[2] = {
        dx_formula_not(c->store, dx_formula_operand(c->store, f, 0)),
        dx_formula_operand(c->store, f, 1)};
    if (parts[0] == DX_FORMULA_NONE)
        return too_large(c);
    return compile_chain(c, 2, parts, OP_IF);
}

static dx_status compile_list(compiler *c, dx_formula f, enum op leave)
{
    formula_list list = {0};
    for (size_t i = 0; i < dx_formula_count(c->store, f); i++)
        dx_vector_push(&list, dx_formula_operand(c->store, f, i));
    dx_status status = compile_chain(c, list.count, list.at, leave);
    dx_vector_release(&list);
    return status;
}

static dx_status compile_negation(compiler *c, dx_formula f)
{
    dx_status status = compile_truth(c, dx_formula_operand(c->store, f, 0));
    return status == DX_OK ? emit(c, OP_NOT, 0, 0) : status;
}

static dx_status compile_formula(compiler *c, dx_formula f)
{
    switch (dx_formula_kind(c->store, f)) {
    case DX_TRUE:
        return emit(c, OP_PUSH, 0, 1);
    case DX_FALSE:
        return emit(c, OP_PUSH, 0, 0);
    case DX_NOT:
        return compile_negation(c, f);
    case DX_AND:
        return compile_list(c, f, OP_UNLESS);
    case DX_OR:
        return compile_list(c, f, OP_IF);
    case DX_IMPLIES:
        return compile_implies(c, f);
    case DX_IFF:
        return compile_iff(c, f);
    case DX_FORALL:
        return compile_quantifier(c, f, OP_UNLESS);
    case DX_EXISTS:
        return compile_quantifier(c, f, OP_IF);
    case DX_IN:
        return compile_in(c, f);
    case DX_EQUAL:
        return compile_comparison(c, f, OP_EQUAL, false);
    case DX_NOT_EQUAL:
        return compile_comparison(c, f, OP_NOT_EQUAL, false);
    case DX_LESS:
        return compile_comparison(c, f, OP_LESS, false);
    case DX_LESS_EQUAL:
        return compile_comparison(c, f, OP_LESS_EQUAL, false);
    case DX_GREATER:
        return compile_comparison(c, f, OP_LESS_EQUAL, true);
    case DX_GREATER_EQUAL:
        return compile_comparison(c, f, OP_LESS, true);
    default:
        return complain(c, f,
                        "does not speak of one state alone; only facts, "
                        "numbers and quantifiers can stand here");
    }
}

static dx_status compile(compiler *c, dx_formula f, part *out)
{
    *out = truth;
    switch (dx_formula_kind(c->store, f)) {
    case DX_APPLY:
        return compile_apply(c, f, out);
    case DX_NUMBER:
        return compile_literal(c, f, out);
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
    case DX_NEGATIVE: {
        dx_status status =
            compile_number(c, dx_formula_operand(c->store, f, 0), out);
        return status == DX_OK ? scale(c, out, -1, OP_SCALE) : status;
    }
    default:
        return compile_formula(c, f);
    }
}

dx_status dx_compile(const dx_document *document, dx_formula f,
                     dx_file_place place, dx_code *out, dx_error *error)
{
    *out = (dx_code){0};
    compiler c = {document, document->store, out, place, error, 0};
    part p = truth;
    dx_status status = compile(&c, f, &p);
    out->over = p.over;
    out->low = p.low;
    out->high = p.high;
    out->is_truth = p.is_truth;
    if (status != DX_OK)
        dx_code_release(out);
    return status;
}

void dx_code_release(dx_code *code)
{
    dx_vector_release(&code->ops);
}

static int64_t rest(int64_t a, int64_t b)
{
    int64_t r = a % b;
    return r < 0 ? r + b : r;
}

// What is on the stack was proved when compiling, which the analyser cannot
// know.
// NOLINTBEGIN(clang-analyzer-core.*)
int64_t dx_code_run(const dx_code *code, const int32_t *values)
{
    int64_t stack[STACK_MAX + 1];
    int64_t *top = stack; // the topmost; below the first value lies a 0
    *top = 0;
    const dx_instruction *ops = code->ops.at;
    for (size_t i = 0; i < code->ops.count; i++) {
        const dx_instruction *op = &ops[i];
        switch ((enum op)op->op) {
        case OP_PUSH:
            *++top = op->number;
            break;
        case OP_LOAD:
            *++top = values[op->operand];
            break;
        case OP_NOT:
            *top = !*top;
            break;
        case OP_UNLESS:
        case OP_IF:
            if ((*top != 0) == (op->op == OP_IF))
                i = op->operand - 1;
            else
                top--;
            break;
        case OP_EQUAL:
            top--, *top = top[0] == top[1];
            break;
        case OP_NOT_EQUAL:
            top--, *top = top[0] != top[1];
            break;
        case OP_LESS:
            top--, *top = top[0] < top[1];
            break;
        case OP_LESS_EQUAL:
            top--, *top = top[0] <= top[1];
            break;
        case OP_ADD:
            top--, *top = top[0] + top[1];
            break;
        case OP_SUBTRACT:
            top--, *top = top[0] - top[1];
            break;
        case OP_MULTIPLY:
            top--, *top = top[0] * top[1];
            break;
        case OP_SCALE:
            *top *= op->number;
            break;
        case OP_SCALE_BELOW:
            top[-1] *= op->number;
            break;
        case OP_MODULO:
            top--, *top = rest(top[0], top[1]);
            break;
        }
    }
    return *top;
}
// NOLINTEND(clang-analyzer-core.*)
