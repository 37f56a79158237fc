// Terms put in for names: what definitions, `for` and quantifiers do.
//
// A formula shares its parts (formula.h), and definitions that use each other
// share most of theirs; so a part is worked on once, and what comes out shares
// as much as what went in.

#include "logic/dx/read.h"

#include "base/memory.h"
#include "base/pair_map.h"
#include "base/stack.h"
#include "base/text.h"
#include "logic/formula/parts.h"

#include <assert.h>

// Does `name` stand in `f`?
static bool occurs(const dx_formulas *store, dx_formula f, dx_name name,
                   dx_pair_map *seen)
{
    dx_kind kind = dx_formula_kind(store, f);
    size_t count = dx_formula_count(store, f);
    if (kind == DX_APPLY && count == 1)
        return dx_formula_name(store, f) == name;
    if (dx_pair_map_find(seen, f, 0) != UINT32_MAX)
        return false;
    for (size_t i = 0; i < count; i++)
        if (dx_formula_operand_is_node(store, f, i) &&
            occurs(store, dx_formula_operand(store, f, i), name, seen))
            return true;
    dx_pair_map_put(seen, f, 0, 0);
    return false;
}

static bool occurs_in_any(const dx_formulas *store, dx_substitution s,
                          dx_name name)
{
    dx_pair_map seen = {0};
    bool found = false;
    for (size_t i = 0; i < s.count && !found; i++)
        found = occurs(store, s.terms[i], name, &seen);
    dx_pair_map_release(&seen);
    return found;
}

// A variable like `name` that the terms do not mention.
static dx_name fresh_name(dx_formulas *store, dx_substitution s, dx_name name)
{
    dx_names *names = dx_formulas_names(store);
    dx_text text = {0};
    dx_text_add(&text, dx_names_text(names, name));
    do {
        dx_text_add_char(&text, '\'');
        name = dx_names_add(names, dx_text_string(&text));
    } while (occurs_in_any(store, s, name));
    dx_text_release(&text);
    return name;
}

// One substitution on its way through a formula, whose parts are visited once
// each as soon as they are many.
enum { SHORT_WALK = 64 };
typedef struct walk {
    dx_formulas *store;
    dx_substitution s;
    size_t visits;
    bool failed; // too deep, or too many parts
    dx_pair_map done;
    dx_formula whole; // to be substituted in, then the result
} walk;

static dx_formula substitute(walk *w, dx_formula f);

// The name of an event or event model of a family.
static dx_name substitute_indices(const walk *w, dx_name name)
{
    for (size_t i = 0; i < w->s.count; i++)
        if (w->s.names[i] != DX_NAME_NONE)
            name = dx_formula_reindexed(w->store, name, w->s.names[i],
                                        w->s.terms[i]);
    return name;
}

static dx_formula substitute_all(walk *w, dx_formula f)
{
    dx_formulas *store = w->store;
    size_t count = dx_formula_count(store, f);
    uint32_t *operands = dx_alloc_raw(count, sizeof *operands);
    for (size_t i = 0; i < count; i++) {
        operands[i] = dx_formula_operand(store, f, i);
        if (dx_formula_operand_is_node(store, f, i))
            operands[i] = substitute(w, operands[i]);
        else if (dx_formula_family(store, f) == DX_FAMILY_EVENT)
            operands[i] = substitute_indices(w, operands[i]);
    }
    dx_formula made = DX_FORMULA_NONE;
    if (!w->failed)
        made =
            dx_formula_make(store, dx_formula_kind(store, f), count, operands);
    dx_free(operands);
    return made;
}

// The body below a variable that hides a name of the substitution.
static dx_formula substitute_hidden(walk *w, dx_formula body, dx_name variable)
{
    dx_substitution s = w->s;
    dx_name *names = dx_alloc_raw(s.count, sizeof *names);
    for (size_t i = 0; i < s.count; i++)
        names[i] = s.names[i] == variable ? DX_NAME_NONE : s.names[i];
    body = dx_substitute(w->store, body,
                         (dx_substitution){s.count, names, s.terms});
    dx_free(names);
    return body;
}

static bool hides(const walk *w, dx_name variable)
{
    for (size_t i = 0; i < w->s.count; i++)
        if (w->s.names[i] == variable)
            return true;
    return false;
}

// A quantifier hides its own variable from the substitution, and steps aside
// where a term that comes in mentions a variable of that name.
static dx_formula substitute_under(walk *w, dx_formula f)
{
    dx_formulas *store = w->store;
    dx_name variable = dx_formula_operand(store, f, 0);
    dx_formula domain = substitute(w, dx_formula_operand(store, f, 1));
    dx_formula body = dx_formula_operand(store, f, 2);
    if (occurs_in_any(store, w->s, variable)) {
        dx_name fresh = fresh_name(store, w->s, variable);
        dx_formula term = dx_formula_make(store, DX_APPLY, 1, &fresh);
        body = dx_formula_replace(store, body, variable, term);
        variable = fresh;
    }
    if (body != DX_FORMULA_NONE)
        body = hides(w, variable) ? substitute_hidden(w, body, variable)
                                  : substitute(w, body);
    if (w->failed || body == DX_FORMULA_NONE)
        return DX_FORMULA_NONE;
    return dx_formula_make(store, dx_formula_kind(store, f), 3,
                           (uint32_t[]){variable, domain, body});
}

static dx_formula substitute_name(const walk *w, dx_formula f)
{
    for (size_t i = 0; i < w->s.count; i++)
        if (w->s.names[i] == dx_formula_name(w->store, f))
            return w->s.terms[i];
    return f;
}

static dx_formula substitute(walk *w, dx_formula f)
{
    dx_kind kind = dx_formula_kind(w->store, f);
    if (w->failed)
        return DX_FORMULA_NONE;
    if (kind == DX_NUMBER || kind == DX_TRUE || kind == DX_FALSE)
        return f;
    if (kind == DX_APPLY && dx_formula_count(w->store, f) == 1)
        return substitute_name(w, f);
    bool is_long = w->visits++ >= SHORT_WALK;
    uint32_t known = is_long ? dx_pair_map_find(&w->done, f, 0) : UINT32_MAX;
    if (known != UINT32_MAX)
        return known;
    dx_formula made =
        dx_kind_binds(kind) ? substitute_under(w, f) : substitute_all(w, f);
    w->failed = made == DX_FORMULA_NONE || w->done.pairs.count > DX_PARTS_MAX;
    dx_formula called = dx_formula_called(w->store, f);
    if (called != f && made != f && !w->failed)
        dx_formula_call(w->store, made, substitute(w, called));
    if (is_long && !w->failed)
        dx_pair_map_put(&w->done, f, 0, made);
    return w->failed ? DX_FORMULA_NONE : made;
}

static void substitute_there(void *data)
{
    walk *w = data;
    w->whole = substitute(w, w->whole);
}

dx_formula dx_substitute(dx_formulas *store, dx_formula f, dx_substitution s)
{
    if (f == DX_FORMULA_NONE || s.count == 0)
        return f;
    walk w = {.store = store, .s = s, .whole = f};
    unsigned levels = dx_formula_depth(store, f);
    for (size_t i = 0; i < s.count; i++)
        if (dx_formula_depth(store, s.terms[i]) > levels)
            levels = dx_formula_depth(store, s.terms[i]);
    dx_run_deep(levels, substitute_there, &w);
    dx_pair_map_release(&w.done);
    assert(w.failed == (w.whole == DX_FORMULA_NONE));
    return w.whole;
}
