// From formulas to postfix code.
//
// One pass over the formula emits instructions for a stack machine (code.c).
// Chains leave as soon as their outcome is clear, by jumps that are patched
// when the end is known.  With every part goes what is known of it
// (dx_code_part): truth, number or name, the denominator it is kept over, and
// bounds on its value.  These make type errors errors of compiling, and
// overflow impossible when running: a number that could pass 62 bits, a stack
// deeper than DX_CODE_STACK_MAX or a program longer than DX_CODE_OPS_MAX is
// refused here, once, instead of being watched for in millions of states.
//
// Quantifiers are written out, so the code is as long as the instances
// together.

#include "logic/dx/compile_private.h"

#include "base/memory.h"
#include "base/stack.h"
#include "base/text.h"
#include "logic/dx/read.h"
#include "logic/formula/print_short.h"

#include <assert.h>

dx_status dx_compile_complain(dx_compiler *c, dx_formula f, const char *what)
{
    dx_text text = {0};
    dx_formula_print_short(c->store, f, 60, &text);
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

dx_status dx_compile_too_large(dx_compiler *c)
{
    return dx_document_fail(c->document, c->error, DX_ERR_LIMIT, c->place,
                            "this expression is too large: over %d steps, %d "
                            "levels, or numbers beyond 62 bits",
                            DX_CODE_OPS_MAX, DX_CODE_STACK_MAX);
}

dx_status dx_compile_emit(dx_compiler *c, dx_op op, uint32_t operand,
                          int64_t number)
{
    if (c->program->ops.count >= c->ops_max) {
        c->is_too_long = true;
        return dx_compile_too_large(c);
    }
    dx_instruction made = {(uint32_t)op, operand, number};
    dx_vector_push(&c->program->ops, made);
    assert(op != DX_OP_CALL || operand < c->program->shared.count);
    bool pushes = op == DX_OP_PUSH || op == DX_OP_LOAD || op == DX_OP_CALL;
    bool keeps = op == DX_OP_NOT || op == DX_OP_SCALE ||
                 op == DX_OP_SCALE_BELOW || op == DX_OP_TRY || op == DX_OP_KEEP;
    if (pushes)
        c->depth++;
    else if (!keeps)
        c->depth--;
    assert(op != DX_OP_LOAD || operand < c->document->variables.count);
    if (c->depth > c->highest)
        c->highest = c->depth;
    return c->depth > DX_CODE_STACK_MAX ? dx_compile_too_large(c) : DX_OK;
}

bool dx_compile_is_constant(const dx_compiler *c, size_t start, int64_t *out)
{
    if (c->program->ops.count != start + 1 ||
        c->program->ops.at[start].op != DX_OP_PUSH)
        return false;
    *out = c->program->ops.at[start].number;
    return true;
}

void dx_compile_take_back(dx_compiler *c, size_t start, size_t depth)
{
    assert(start <= c->program->ops.count && depth <= c->depth);
    c->program->ops.count = start;
    c->depth = depth;
    dx_share_forget(c, start);
}

// Replaces the code from `start` on by its value, if it has one.
static dx_status fold(dx_compiler *c, size_t start, size_t depth)
{
    for (size_t i = start; i < c->program->ops.count; i++) {
        dx_op op = (dx_op)c->program->ops.at[i].op;
        if (op == DX_OP_LOAD || op == DX_OP_CALL || op == DX_OP_TRY)
            return DX_OK;
    }
    int64_t value = dx_codes_run_from(c->program, start);
    dx_compile_take_back(c, start, depth);
    return dx_compile_emit(c, DX_OP_PUSH, 0, value);
}

// Any formula or term, called if it was met before.
static dx_status compile_part(dx_compiler *c, dx_formula f, dx_code_part *out);

dx_status dx_compile_truth(dx_compiler *c, dx_formula f)
{
    dx_code_part p;
    dx_status status = compile_part(c, f, &p);
    if (status == DX_OK && !p.is_truth)
        status =
            dx_compile_complain(c, f, "is a number or a name, not a formula");
    return status;
}

dx_status dx_compile_number(dx_compiler *c, dx_formula f, dx_code_part *out)
{
    dx_status status = compile_part(c, f, out);
    if (status == DX_OK && out->is_truth)
        status = dx_compile_complain(
            c, f, "is true or false, not a number or a name");
    return status;
}

// What is longer is looked through for parts that come again.
enum { SHORT_CODE = 1 << 10 };

static const dx_code_part truth = {
    .low = 0, .high = 1, .over = 1, .is_truth = true};

// A conjunction or disjunction in the making.
typedef struct chain {
    dx_op leave;     // how it is left before its end
    bool is_decided; // a constant among its parts says what it is
    size_t count;    // parts that are no constants
    DX_VECTOR(size_t) jumps;
} chain;

// The next part, behind the way out for the part before it.
static dx_status compile_link(dx_compiler *c, chain *links, dx_formula f)
{
    size_t start = c->program->ops.count, depth = c->depth;
    dx_status status = DX_OK;
    if (links->count > 0)
        status = dx_compile_emit(c, links->leave, 0, 0);
    size_t own = c->program->ops.count;
    if (status == DX_OK)
        status = dx_compile_truth(c, f);
    int64_t value;
    if (status != DX_OK)
        return status;
    if (dx_compile_is_constant(c, own, &value)) {
        dx_compile_take_back(c, start, depth);
        links->is_decided |= (value != 0) == (links->leave == DX_OP_IF);
        return DX_OK;
    }
    if (links->count++ > 0)
        dx_vector_push(&links->jumps, start);
    return DX_OK;
}

// Leaves all but the last of a chain as soon as the outcome is clear.
static dx_status compile_chain(dx_compiler *c, size_t count,
                               const dx_formula *formulas, dx_op leave)
{
    chain links = {.leave = leave};
    size_t start = c->program->ops.count, depth = c->depth;
    dx_status status = DX_OK;
    for (size_t i = 0; i < count && status == DX_OK; i++)
        status = compile_link(c, &links, formulas[i]);
    for (size_t i = 0; i < links.jumps.count && status == DX_OK; i++)
        c->program->ops.at[links.jumps.at[i]].operand =
            (uint32_t)c->program->ops.count;
    if (status == DX_OK && links.is_decided)
        dx_compile_take_back(c, start, depth);
    if (status == DX_OK && (links.is_decided || links.count == 0))
        status = dx_compile_emit(c, DX_OP_PUSH, 0,
                                 (leave == DX_OP_IF) == links.is_decided);
    dx_vector_release(&links.jumps);
    return status;
}

// The members of a domain node.
static dx_status members(dx_compiler *c, dx_formula domain,
                         dx_compile_list *out)
{
    dx_kind kind = dx_formula_kind(c->store, domain);
    if (kind == DX_SET) {
        for (size_t i = 0; i < dx_formula_count(c->store, domain); i++)
            dx_vector_push(out, dx_formula_operand(c->store, domain, i));
        return DX_OK;
    }
    if (kind != DX_RANGE)
        return dx_compile_complain(c, domain, "is not a fixed domain");
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
            return dx_compile_complain(c, bound,
                                       "must be a fixed whole number here");
    }
    if (end[1] - end[0] >= DX_CODE_OPS_MAX)
        return dx_compile_too_large(c);
    for (int64_t n = end[0]; n <= end[1]; n++)
        dx_vector_push(out, dx_formula_number(c->store, dx_fraction_int(n)));
    return DX_OK;
}

dx_status dx_compile_instances(dx_compiler *c, dx_formula f,
                               dx_compile_list *out)
{
    dx_name variable = dx_formula_operand(c->store, f, 0);
    dx_formula body = dx_formula_operand(c->store, f, 2);
    dx_status status = members(c, dx_formula_operand(c->store, f, 1), out);
    for (size_t i = 0; i < out->count && status == DX_OK; i++) {
        dx_substitution s = {1, &variable, &out->at[i]};
        out->at[i] = dx_substitute(c->store, body, s);
        if (out->at[i] == DX_FORMULA_NONE)
            status = dx_compile_too_large(c);
    }
    return status;
}

static dx_status compile_quantifier(dx_compiler *c, dx_formula f, dx_op leave)
{
    dx_compile_list list = {0};
    dx_status status = dx_compile_instances(c, f, &list);
    if (status == DX_OK)
        status = compile_chain(c, list.count, list.at, leave);
    dx_vector_release(&list);
    return status;
}

// `t in {u, v}` is t = u | t = v.
static dx_status compile_in(dx_compiler *c, dx_formula f)
{
    dx_compile_list list = {0};
    dx_formula term = dx_formula_operand(c->store, f, 0);
    dx_status status = members(c, dx_formula_operand(c->store, f, 1), &list);
    for (size_t i = 0; i < list.count; i++)
        list.at[i] = dx_formula_binary(c->store, DX_EQUAL, term, list.at[i]);
    if (status == DX_OK)
        status = compile_chain(c, list.count, list.at, DX_OP_IF);
    dx_vector_release(&list);
    return status;
}

// `f` with arguments such as 1 + 1 worked out.
static dx_status fold_arguments(dx_compiler *c, dx_formula *f)
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
        status = dx_compile_fixed(c, operands[i], "is no fixed number", &value);
        if (status == DX_OK)
            operands[i] = dx_formula_number(c->store, value);
    }
    if (status == DX_OK)
        *f = dx_formula_make(c->store, DX_APPLY, count, operands);
    dx_free(operands);
    return status;
}

static dx_status load(dx_compiler *c, size_t variable, dx_code_part *out)
{
    const dx_document *document = c->document;
    const dx_value_domain *domain =
        &document->domains.at[document->variables.at[variable].domain];
    *out = (dx_code_part){.low = domain->value[0],
                          .high = domain->value[0],
                          .over = 1,
                          .is_truth = domain->sort == DX_SORT_TRUTH,
                          .is_name = domain->sort == DX_SORT_NAME};
    for (size_t i = 1; i < domain->count; i++) {
        out->low = domain->value[i] < out->low ? domain->value[i] : out->low;
        out->high = domain->value[i] > out->high ? domain->value[i] : out->high;
    }
    return dx_compile_emit(c, DX_OP_LOAD, (uint32_t)variable, 0);
}

static dx_status compile_apply(dx_compiler *c, dx_formula f, dx_code_part *out)
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
        *out = (dx_code_part){.low = (int64_t)thing,
                              .high = (int64_t)thing,
                              .over = 1,
                              .is_name = true};
        return dx_compile_emit(c, DX_OP_PUSH, 0, (int64_t)thing);
    }
    return dx_compile_complain(c, f, "is not a variable of the model");
}

static dx_status compile_iff(dx_compiler *c, dx_formula f)
{
    size_t start = c->program->ops.count, depth = c->depth;
    dx_status status = dx_compile_truth(c, dx_formula_operand(c->store, f, 0));
    if (status == DX_OK)
        status = dx_compile_truth(c, dx_formula_operand(c->store, f, 1));
    if (status == DX_OK)
        status = dx_compile_emit(c, DX_OP_EQUAL, 0, 0);
    return status == DX_OK ? fold(c, start, depth) : status;
}

static dx_status compile_implies(dx_compiler *c, dx_formula f)
{
    dx_formula parts[2] = {
        dx_formula_not(c->store, dx_formula_operand(c->store, f, 0)),
        dx_formula_operand(c->store, f, 1)};
    if (parts[0] == DX_FORMULA_NONE)
        return dx_compile_too_large(c);
    return compile_chain(c, 2, parts, DX_OP_IF);
}

static dx_status compile_list(dx_compiler *c, dx_formula f, dx_op leave)
{
    dx_compile_list list = {0};
    for (size_t i = 0; i < dx_formula_count(c->store, f); i++)
        dx_vector_push(&list, dx_formula_operand(c->store, f, i));
    dx_status status = compile_chain(c, list.count, list.at, leave);
    dx_vector_release(&list);
    return status;
}

static dx_status compile_negation(dx_compiler *c, dx_formula f)
{
    size_t start = c->program->ops.count, depth = c->depth;
    dx_status status = dx_compile_truth(c, dx_formula_operand(c->store, f, 0));
    int64_t value;
    if (status != DX_OK)
        return status;
    if (!dx_compile_is_constant(c, start, &value))
        return dx_compile_emit(c, DX_OP_NOT, 0, 0);
    dx_compile_take_back(c, start, depth);
    return dx_compile_emit(c, DX_OP_PUSH, 0, value == 0);
}

static dx_status compile_comparison(dx_compiler *c, dx_formula f, dx_op op,
                                    bool negated)
{
    size_t start = c->program->ops.count, depth = c->depth;
    dx_status status = dx_compile_comparison(c, f, op, negated);
    return status == DX_OK ? fold(c, start, depth) : status;
}

static dx_status compile_formula(dx_compiler *c, dx_formula f)
{
    switch (dx_formula_kind(c->store, f)) {
    case DX_TRUE:
        return dx_compile_emit(c, DX_OP_PUSH, 0, 1);
    case DX_FALSE:
        return dx_compile_emit(c, DX_OP_PUSH, 0, 0);
    case DX_NOT:
        return compile_negation(c, f);
    case DX_AND:
        return compile_list(c, f, DX_OP_UNLESS);
    case DX_OR:
        return compile_list(c, f, DX_OP_IF);
    case DX_IMPLIES:
        return compile_implies(c, f);
    case DX_IFF:
        return compile_iff(c, f);
    case DX_FORALL:
        return compile_quantifier(c, f, DX_OP_UNLESS);
    case DX_EXISTS:
        return compile_quantifier(c, f, DX_OP_IF);
    case DX_IN:
        return compile_in(c, f);
    case DX_EQUAL:
        return compile_comparison(c, f, DX_OP_EQUAL, false);
    case DX_NOT_EQUAL:
        return compile_comparison(c, f, DX_OP_NOT_EQUAL, false);
    case DX_LESS:
        return compile_comparison(c, f, DX_OP_LESS, false);
    case DX_LESS_EQUAL:
        return compile_comparison(c, f, DX_OP_LESS_EQUAL, false);
    case DX_GREATER:
        return compile_comparison(c, f, DX_OP_LESS_EQUAL, true);
    case DX_GREATER_EQUAL:
        return compile_comparison(c, f, DX_OP_LESS, true);
    default:
        return dx_compile_complain(
            c, f,
            "does not speak of one state alone; only facts, "
            "numbers and quantifiers can stand here");
    }
}

static dx_status compile_alone(dx_compiler *c, dx_formula f, dx_code_part *out)
{
    *out = truth;
    switch (dx_formula_family(c->store, f)) {
    case DX_FAMILY_NAME:
        return compile_apply(c, f, out);
    case DX_FAMILY_NUMBER:
    case DX_FAMILY_ARITHMETIC:
        return dx_compile_arithmetic(c, f, out);
    case DX_FAMILY_GATHER:
        return dx_compile_gathering(c, f, out);
    default:
        return compile_formula(c, f);
    }
}

static dx_status compile_part(dx_compiler *c, dx_formula f, dx_code_part *out)
{
    dx_shared_part shared;
    dx_status status = dx_share_begin(c, f, &shared, out);
    if (status != DX_OK || shared.is_done)
        return status;
    status = compile_alone(c, f, out);
    return status == DX_OK ? dx_share_end(c, &shared, out) : status;
}

static dx_status compile(dx_compiler *c, dx_formula f, dx_code *out)
{
    dx_code_part p = truth;
    dx_codes *program = c->program;
    size_t start = program->ops.count;
    c->depth = c->highest = 0;
    dx_status status = compile_part(c, f, &p);
    size_t end = program->ops.count;
    *out = (dx_code){.program = program,
                     .start = start,
                     .end = end,
                     .over = p.over,
                     .low = p.low,
                     .high = p.high,
                     .variable_end = dx_share_variable_end(program, start, end),
                     .is_truth = p.is_truth};
    return status;
}

// What is to be compiled, where there is room for it.
typedef struct compilation {
    dx_compiler compiler;
    size_t count;
    const dx_placed *expressions;
    dx_code *out;
    dx_status status;
} compilation;

static void compile_there(void *data)
{
    compilation *d = data;
    dx_compiler *c = &d->compiler;
    for (size_t i = 0; i < d->count && c->ops_max > SHORT_CODE; i++)
        dx_share_count(c, d->expressions[i].formula);
    for (size_t i = 0; i < d->count && d->status == DX_OK; i++) {
        c->place = d->expressions[i].place;
        d->status = compile(c, d->expressions[i].formula, &d->out[i]);
    }
}

static dx_status compile_deep(compilation *d)
{
    size_t levels = 0;
    const dx_formulas *store = d->compiler.store;
    for (size_t i = 0; i < d->count; i++)
        if (dx_formula_depth(store, d->expressions[i].formula) > levels)
            levels = dx_formula_depth(store, d->expressions[i].formula);
    dx_run_deep(levels, compile_there, d);
    if (d->compiler.program->shared.count > 0)
        d->compiler.program->levels = levels;
    dx_share_release(&d->compiler);
    return d->status;
}

static compilation compilation_of(const dx_document *document, size_t count,
                                  const dx_placed *expressions,
                                  dx_codes *program, dx_code *out)
{
    return (compilation){.compiler = {.document = document,
                                      .store = document->store,
                                      .program = program},
                         .count = count,
                         .expressions = expressions,
                         .out = out};
}

dx_status dx_compile(const dx_document *document, dx_formula f,
                     dx_file_place place, dx_code *out, dx_error *error)
{
    dx_error why = {0};
    dx_codes *program = dx_alloc(1, sizeof *program);
    dx_placed one = {.formula = f, .place = place};
    compilation d = compilation_of(document, 1, &one, program, out);
    d.compiler.error = &why;
    compilation again = d;
    d.compiler.ops_max = SHORT_CODE;
    again.compiler.ops_max = DX_CODE_OPS_MAX;
    dx_status status = compile_deep(&d);
    if (d.compiler.is_too_long) {
        program->ops.count = 0;
        status = compile_deep(&again);
    }
    out->is_own = true;
    if (status == DX_OK)
        return DX_OK;
    if (error != NULL)
        *error = why;
    dx_code_release(out);
    return status;
}

// More laws than this are not made of one.
enum { LAWS_MAX = 1 << 14 };

// The formulas that f is the conjunction of; none if it is none.
static void conjuncts(dx_compiler *c, dx_formula f, dx_compile_list *out)
{
    dx_kind kind = dx_formula_kind(c->store, f);
    if (kind == DX_AND)
        for (size_t i = 0; i < dx_formula_count(c->store, f); i++)
            dx_vector_push(out, dx_formula_operand(c->store, f, i));
    if (kind == DX_FORALL && dx_compile_instances(c, f, out) != DX_OK)
        out->count = 0;
}

void dx_split_law(const dx_document *document, dx_placed law,
                  dx_placed_list *out)
{
    dx_compiler c = {
        .document = document, .store = document->store, .place = law.place};
    dx_compile_list open = {0}, parts = {0};
    dx_vector_push(&open, law.formula);
    while (open.count > 0) {
        law.formula = open.at[--open.count];
        parts.count = 0;
        conjuncts(&c, law.formula, &parts);
        if (out->count + open.count + parts.count > LAWS_MAX)
            parts.count = 0;
        for (size_t i = parts.count; i-- > 0;)
            dx_vector_push(&open, parts.at[i]);
        if (parts.count == 0)
            dx_vector_push(out, law);
    }
    dx_vector_release(&open);
    dx_vector_release(&parts);
}

dx_status dx_compile_all(const dx_document *document, size_t count,
                         const dx_placed *expressions, dx_codes *program,
                         dx_code *out, dx_error *error)
{
    compilation d = compilation_of(document, count, expressions, program, out);
    d.compiler.ops_max = DX_PROGRAM_OPS_MAX;
    d.compiler.error = error;
    return compile_deep(&d);
}
