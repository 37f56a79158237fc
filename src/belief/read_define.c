// Names for sets, numbers and formulas, and formulas with them put in.
//
// A definition is put in where it is used, as it was when it was made, so it
// can speak only of what stands before it, and none goes round in a circle.
// What is used before it is defined would silently be something else: refused.

#include "belief/read_private.h"

#include "base/memory.h"
#include "base/stack.h"
#include "base/vector.h"
#include "logic/dx/read.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"
#include "proof/expand.h"

#include <assert.h>

enum { PARTS_MAX = 1 << 18 }; // of one formula, with definitions put in

typedef struct job {
    dx_belief_reader *r;
    dx_pair_map resolved, parts;
    dx_formula f;
    dx_status status;
} job;

static bool is_listed(size_t count, const dx_name *names, dx_name name)
{
    for (size_t i = 0; i < count; i++)
        if (names[i] == name)
            return true;
    return false;
}

static bool is_bound(const dx_belief_reader *r, dx_name name)
{
    return is_listed(r->bound.count, r->bound.at, name);
}

static const dx_belief_define *define_of(const dx_belief_reader *r,
                                         dx_name name)
{
    uint32_t number = dx_pair_map_find(&r->define_of, name, 0);
    return number == UINT32_MAX || is_bound(r, name) ? NULL
                                                     : &r->defines.at[number];
}

// How many parts `f` has as it would be written, PARTS_MAX or more if many.
static uint32_t parts_of(job *j, dx_formula f)
{
    uint32_t sum = dx_pair_map_find(&j->parts, f, 0);
    if (sum != UINT32_MAX)
        return sum;
    sum = 1;
    dx_formulas *store = j->r->store;
    for (size_t i = 0; i < dx_formula_count(store, f); i++)
        if (dx_formula_operand_is_node(store, f, i)) {
            sum += parts_of(j, dx_formula_operand(store, f, i));
            sum = sum > PARTS_MAX ? PARTS_MAX : sum;
        }
    dx_pair_map_put(&j->parts, f, 0, sum);
    return sum;
}

static dx_formula resolve(job *j, dx_formula f);

static dx_formula too_large(job *j)
{
    if (j->status == DX_OK) {
        j->status = dx_belief_fail(
            j->r, (dx_belief_place){0},
            "with its definitions put in the formula has more than %d parts",
            PARTS_MAX);
        j->status = DX_ERR_LIMIT;
    }
    return DX_FORMULA_NONE;
}

static dx_formula resolve_parts(job *j, dx_formula f)
{
    dx_formulas *store = j->r->store;
    size_t count = dx_formula_count(store, f);
    uint32_t *operands = dx_alloc(count, sizeof *operands);
    for (size_t i = 0; i < count; i++) {
        operands[i] = dx_formula_operand(store, f, i);
        if (dx_formula_operand_is_node(store, f, i))
            operands[i] = resolve(j, operands[i]);
    }
    dx_formula made = DX_FORMULA_NONE;
    if (j->status == DX_OK)
        made =
            dx_formula_make(store, dx_formula_kind(store, f), count, operands);
    dx_free(operands);
    return made != DX_FORMULA_NONE ? made : too_large(j);
}

// A use of a definition: f is its name with arguments.
static dx_formula put_in(job *j, dx_formula f, const dx_belief_define *define)
{
    dx_belief_reader *r = j->r;
    size_t given = dx_formula_count(r->store, f) - 1;
    if (given != define->count) {
        r->document->language.culprit = f;
        j->status = dx_belief_fail(r, (dx_belief_place){0},
                                   "'%s' takes %zu argument%s, not %zu",
                                   dx_formula_text(r->store, f), define->count,
                                   dx_plural(define->count), given);
        return DX_FORMULA_NONE;
    }
    if (given == 0)
        return define->body;
    if (parts_of(j, define->body) >= PARTS_MAX)
        return too_large(j);
    dx_belief_define d = *define; // arguments may move the list
    dx_formula *terms = dx_alloc(given, sizeof *terms);
    for (size_t i = 0; i < given; i++)
        terms[i] = resolve(j, dx_formula_operand(r->store, f, i + 1));
    dx_substitution s = {given, r->parameters.at + d.first, terms};
    dx_formula made =
        j->status == DX_OK ? dx_substitute(r->store, d.body, s) : d.body;
    dx_free(terms);
    return made != DX_FORMULA_NONE ? made : too_large(j);
}

static dx_formula resolve_new(job *j, dx_formula f)
{
    dx_belief_reader *r = j->r;
    dx_family family = dx_formula_family(r->store, f);
    if (family == DX_FAMILY_NAME) {
        const dx_belief_define *define =
            define_of(r, dx_formula_name(r->store, f));
        return define != NULL ? put_in(j, f, define) : resolve_parts(j, f);
    }
    if (family == DX_FAMILY_NUMBER)
        return f;
    if (family != DX_FAMILY_QUANTIFIER)
        return resolve_parts(j, f);
    // What is inside depends on what is bound, so it is not remembered.
    dx_name variable = dx_formula_operand(r->store, f, 0);
    dx_formula domain = resolve(j, dx_formula_operand(r->store, f, 1));
    job inner = {.r = r, .status = j->status};
    dx_vector_push(&r->bound, variable);
    dx_formula body = resolve(&inner, dx_formula_operand(r->store, f, 2));
    r->bound.count--;
    j->status = inner.status;
    dx_pair_map_release(&inner.resolved);
    dx_pair_map_release(&inner.parts);
    if (j->status != DX_OK)
        return DX_FORMULA_NONE;
    dx_formula made = dx_formula_make(r->store, dx_formula_kind(r->store, f), 3,
                                      (uint32_t[]){variable, domain, body});
    return made != DX_FORMULA_NONE ? made : too_large(j);
}

static dx_formula resolve(job *j, dx_formula f)
{
    if (j->status != DX_OK)
        return DX_FORMULA_NONE;
    dx_formula result = dx_pair_map_find(&j->resolved, f, 0);
    if (result != UINT32_MAX)
        return result;
    result = resolve_new(j, f);
    if (j->status == DX_OK)
        dx_pair_map_put(&j->resolved, f, 0, result);
    return result;
}

static void resolve_there(void *data)
{
    job *j = data;
    j->f = resolve(j, j->f);
    if (j->status == DX_OK && parts_of(j, j->f) >= PARTS_MAX)
        too_large(j);
}

// Notes the names of a formula that are not defined, nor bound in it: whoever
// defines one of them later would have meant it here too.
static void note_names(dx_belief_reader *r, dx_formula f, uint32_t line)
{
    DX_VECTOR(dx_formula) left = {0};
    DX_VECTOR(dx_name) names = {0};
    DX_VECTOR(dx_name) bound = {0};
    dx_pair_map met = {0};
    dx_vector_push(&left, f);
    while (left.count > 0) {
        f = left.at[--left.count];
        if (dx_pair_map_find(&met, f, 0) != UINT32_MAX)
            continue;
        dx_pair_map_put(&met, f, 0, 1);
        dx_family family = dx_formula_family(r->store, f);
        if (family == DX_FAMILY_NAME)
            dx_vector_push(&names, dx_formula_name(r->store, f));
        if (family == DX_FAMILY_QUANTIFIER)
            dx_vector_push(&bound, dx_formula_operand(r->store, f, 0));
        for (size_t i = 0; i < dx_formula_count(r->store, f); i++)
            if (dx_formula_operand_is_node(r->store, f, i))
                dx_vector_push(&left, dx_formula_operand(r->store, f, i));
    }
    for (size_t i = 0; i < names.count; i++)
        if (!is_bound(r, names.at[i]) &&
            !is_listed(bound.count, bound.at, names.at[i]) &&
            dx_pair_map_find(&r->used_on, names.at[i], 0) == UINT32_MAX)
            dx_pair_map_put(&r->used_on, names.at[i], 0, line);
    dx_vector_release(&left);
    dx_vector_release(&names);
    dx_vector_release(&bound);
    dx_pair_map_release(&met);
}

static dx_status put_definitions_in(dx_belief_reader *r, dx_formula *f)
{
    note_names(r, *f, r->start.token.line);
    if (r->defines.count == 0)
        return DX_OK;
    job j = {.r = r, .f = *f};
    r->document->language.culprit = DX_FORMULA_NONE;
    size_t depth = dx_formula_depth(r->store, *f);
    dx_run_deep(depth < 100 ? depth : DX_FORMULA_DEPTH_MAX, resolve_there, &j);
    *f = j.f;
    dx_pair_map_release(&j.resolved);
    dx_pair_map_release(&j.parts);
    if (j.status != DX_OK)
        return dx_belief_fail_formula(r, j.status);
    return DX_OK;
}

dx_status dx_belief_read_formula(dx_belief_reader *r, dx_formula *out)
{
    r->start = r->lexer;
    dx_status status = dx_parse_formula(&r->lexer, r->store, out, r->error);
    return status == DX_OK ? put_definitions_in(r, out) : status;
}

bool dx_belief_is_defined(const dx_belief_reader *r, dx_name name)
{
    return define_of(r, name) != NULL;
}

dx_status dx_belief_read_domain(dx_belief_reader *r, dx_formula *out)
{
    r->start = r->lexer;
    dx_status status = dx_parse_domain(&r->lexer, r->store, out, r->error);
    return status == DX_OK ? put_definitions_in(r, out) : status;
}

// ---- Statements ----

static dx_status define(dx_belief_reader *r, dx_belief_define d,
                        dx_belief_place place)
{
    if (dx_pair_map_find(&r->define_of, d.name, 0) != UINT32_MAX)
        return dx_belief_fail(r, place, "'%s' is defined twice",
                              dx_formulas_name_text(r->store, d.name));
    uint32_t line = dx_pair_map_find(&r->used_on, d.name, 0);
    if (line != UINT32_MAX)
        return dx_belief_fail(r, place,
                              "'%s' is used on line %u already, and a name is "
                              "defined before it is used",
                              dx_formulas_name_text(r->store, d.name), line);
    dx_pair_map_put(&r->define_of, d.name, 0, (uint32_t)r->defines.count);
    dx_vector_push(&r->defines, d);
    return DX_OK;
}

static dx_status read_new_name(dx_belief_reader *r, const char *what,
                               dx_belief_define *d, dx_belief_place *place)
{
    *place = dx_belief_here(r);
    return dx_belief_read_name(r, what, &d->name);
}

dx_status dx_belief_read_set(dx_belief_reader *r)
{
    dx_belief_define d = {0};
    dx_belief_place place;
    dx_status status = read_new_name(r, "the name of a set", &d, &place);
    if (status == DX_OK)
        status = dx_lexer_expect(&r->lexer, "=", r->error);
    if (status == DX_OK)
        status = dx_belief_read_domain(r, &d.body);
    return status == DX_OK ? define(r, d, place) : status;
}

dx_status dx_belief_read_const(dx_belief_reader *r)
{
    dx_belief_define d = {0};
    dx_belief_place place;
    dx_status status = read_new_name(r, "the name of a number", &d, &place);
    if (status == DX_OK)
        status = dx_lexer_expect(&r->lexer, "=", r->error);
    r->start = r->lexer;
    if (status == DX_OK)
        status = dx_parse_term(&r->lexer, r->store, &d.body, r->error);
    if (status == DX_OK)
        status = put_definitions_in(r, &d.body);
    r->document->language.culprit = DX_FORMULA_NONE;
    if (status == DX_OK &&
        dx_formula_depth(r->store, d.body) > DX_LEVELS_SHALLOW)
        return dx_belief_fail(r, place, "this is nested too deeply");
    if (status == DX_OK && dx_formula_expand(r->store, d.body, PARTS_MAX,
                                             &d.body, r->error) != DX_OK)
        return dx_belief_fail_formula(r, DX_ERR_INPUT);
    if (status == DX_OK && dx_formula_kind(r->store, d.body) != DX_NUMBER)
        return dx_belief_fail(r, place, "a const is a number");
    return status == DX_OK ? define(r, d, place) : status;
}

static dx_status read_parameters(dx_belief_reader *r, dx_belief_define *d)
{
    d->first = r->parameters.count;
    if (!dx_lexer_take(&r->lexer, "("))
        return DX_OK;
    do {
        dx_name name;
        dx_status status = dx_belief_read_name(r, "a parameter", &name);
        if (status != DX_OK)
            return status;
        dx_vector_push(&r->parameters, name);
        dx_vector_push(&r->bound, name);
        d->count++;
    } while (dx_lexer_take(&r->lexer, ","));
    return dx_lexer_expect(&r->lexer, ")", r->error);
}

dx_status dx_belief_read_let(dx_belief_reader *r)
{
    dx_belief_define d = {0};
    dx_belief_place place;
    dx_status status = read_new_name(r, "the name of a formula", &d, &place);
    size_t bound = r->bound.count;
    if (status == DX_OK)
        status = read_parameters(r, &d);
    if (status == DX_OK)
        status = dx_lexer_expect(&r->lexer, "=", r->error);
    if (status == DX_OK)
        status = dx_belief_read_formula(r, &d.body);
    r->bound.count = bound;
    return status == DX_OK ? define(r, d, place) : status;
}
