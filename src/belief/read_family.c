// Families: `pre move(x, t): free(x, t) for x in cards, t in 1..4 if x != 2`.
//
// What stands before `for` has been read with its variables as names that mean
// nothing; each choice of members puts these in.  A domain may depend on the
// variables before it.

#include "belief/read_private.h"

#include "base/memory.h"
#include "base/stack.h"
#include "logic/dx/read.h"
#include "proof/expand.h"

enum {
    VARIABLES_MAX = 8,
    CHOICES_MAX = 100000,
    NODES_MAX = 1 << 22, // of all formulas of a file
};

typedef struct job {
    dx_belief_reader *r;
    dx_belief_place place;
    size_t variable_count;
    dx_name variables[VARIABLES_MAX];
    dx_formula domains[VARIABLES_MAX];
    dx_formula terms[VARIABLES_MAX]; // the choice so far
    dx_formula condition;
    const dx_formula *row;
    dx_belief_family *family;
} job;

static dx_formula put_in(job *j, size_t count, dx_formula f)
{
    dx_substitution s = {count, j->variables, j->terms};
    return dx_substitute(j->r->store, f, s);
}

static dx_status fail_deep(job *j)
{
    return dx_belief_fail(j->r, j->place, "this is nested too deeply");
}

// The truth of connectives of true and false; false if there is more in it.
static bool is_settled(const dx_formulas *store, dx_formula f, bool *out)
{
    dx_kind kind = dx_formula_kind(store, f);
    size_t count = dx_formula_count(store, f);
    bool first = false, other = false, is_and = kind == DX_AND;
    if (kind == DX_TRUE || kind == DX_FALSE)
        *out = kind == DX_TRUE;
    if (kind == DX_TRUE || kind == DX_FALSE)
        return true;
    if (dx_formula_family(store, f) != DX_FAMILY_BOOLEAN)
        return false;
    *out = is_and;
    for (size_t i = 0; i < count; i++) {
        if (!is_settled(store, dx_formula_operand(store, f, i), &other))
            return false;
        first = i == 0 ? other : first;
        *out = is_and ? *out && other : *out || other;
    }
    if (kind == DX_NOT)
        *out = !first;
    if (kind == DX_IMPLIES || kind == DX_IFF)
        *out = first == other || (kind == DX_IMPLIES && !first);
    return true;
}

// Does the choice meet the condition, which only numbers and names decide?
static dx_status meets(job *j, bool *out)
{
    enum { PARTS_MAX = 1 << 16 };
    dx_formulas *store = j->r->store;
    *out = true;
    if (j->condition == DX_FORMULA_NONE)
        return DX_OK;
    dx_formula f = put_in(j, j->variable_count, j->condition), value;
    if (f == DX_FORMULA_NONE || dx_formula_depth(store, f) > DX_LEVELS_SHALLOW)
        return fail_deep(j);
    dx_status status =
        dx_formula_expand(store, f, PARTS_MAX, &value, j->r->error);
    if (status == DX_OK && !is_settled(store, value, out))
        status = dx_fail(j->r->error, DX_ERR_INPUT, 0, 0,
                         "a condition of a family compares names and numbers");
    if (status != DX_OK && j->r->error != NULL) {
        j->r->error->line = j->place.line;
        j->r->error->column = j->place.column;
    }
    return status;
}

static dx_status take_choice(job *j)
{
    bool wanted;
    dx_status status = meets(j, &wanted);
    if (status != DX_OK || !wanted)
        return status;
    if (j->family->count == CHOICES_MAX)
        return dx_belief_fail(j->r, j->place,
                              "a family of more than %d members", CHOICES_MAX);
    if (dx_formulas_count(j->r->store) > NODES_MAX)
        return dx_belief_fail(j->r, j->place,
                              "with this family the file has more than %d "
                              "formulas and parts of formulas",
                              NODES_MAX);
    for (size_t i = 0; i < j->family->width; i++) {
        dx_formula f = put_in(j, j->variable_count, j->row[i]);
        if (f == DX_FORMULA_NONE)
            return fail_deep(j);
        dx_vector_push(&j->family->rows, f);
    }
    j->family->count++;
    return DX_OK;
}

static dx_status choose(job *j, size_t variable)
{
    if (variable == j->variable_count)
        return take_choice(j);
    dx_members all;
    dx_formula domain = put_in(j, variable, j->domains[variable]);
    if (domain == DX_FORMULA_NONE)
        return fail_deep(j);
    dx_status status = dx_expand_domain(j->r->store, domain, &all, j->r->error);
    if (status != DX_OK)
        return dx_belief_fail_formula(j->r, status);
    for (size_t i = 0; i < all.count && status == DX_OK; i++) {
        j->terms[variable] = all.at[i];
        status = choose(j, variable + 1);
    }
    dx_vector_release(&all);
    return status;
}

static dx_status read_variable(job *j)
{
    dx_belief_reader *r = j->r;
    dx_belief_place place = dx_belief_here(r);
    size_t i = j->variable_count;
    if (i == VARIABLES_MAX)
        return dx_belief_fail(r, place, "more than %d variables",
                              VARIABLES_MAX);
    dx_status status = dx_belief_read_name(r, "a variable", &j->variables[i]);
    if (status == DX_OK && dx_belief_is_defined(r, j->variables[i]))
        return dx_belief_fail(r, place,
                              "'%s' is defined above; call the variable "
                              "something else",
                              dx_formulas_name_text(r->store, j->variables[i]));
    if (status == DX_OK)
        status = dx_lexer_expect(&r->lexer, "in", r->error);
    if (status == DX_OK)
        status = dx_belief_read_domain(r, &j->domains[i]);
    j->variable_count++;
    return status;
}

// After a comma another variable comes, or the next of a list.
static bool has_another(dx_belief_reader *r)
{
    dx_lexer ahead = r->lexer;
    if (!dx_lexer_take(&ahead, ",") || !dx_lexer_next_is(&ahead, "in"))
        return false;
    dx_lexer_step(&r->lexer);
    return true;
}

dx_status dx_belief_read_family(dx_belief_reader *r, size_t width,
                                const dx_formula *row, dx_belief_family *out)
{
    *out = (dx_belief_family){.width = width};
    job j = {.r = r,
             .row = row,
             .family = out,
             .place = dx_belief_here(r),
             .condition = DX_FORMULA_NONE};
    dx_status status = DX_OK;
    if (dx_lexer_take(&r->lexer, "for"))
        do
            status = read_variable(&j);
        while (status == DX_OK && has_another(r));
    if (status == DX_OK && j.variable_count > 0 &&
        dx_lexer_take(&r->lexer, "if"))
        status = dx_belief_read_formula(r, &j.condition);
    if (status == DX_OK)
        status = choose(&j, 0);
    if (status != DX_OK)
        dx_vector_release(&out->rows);
    return status;
}
