// What is read in place of an expression: a value, a formula, a place, a
// domain.

#include "games/file/reader.h"

#include "logic/formula/habit.h"

#include <string.h>

// What cannot be read may be a slip that the parser of formulas does not know:
// a value that is chosen, or a count in brackets.
static void advise(dx_dg_reader *r)
{
    static const char *const chosen[] = {"if", "first", "all"};
    dx_lexer at = r->here;
    const char *name = "";
    size_t length = 0;
    while (at.token.kind != DX_TOKEN_END &&
           (at.token.line < r->error->line ||
            (at.token.line == r->error->line &&
             at.token.column < r->error->column))) {
        name = at.token.at;
        length = at.token.length;
        dx_lexer_step(&at);
    }
    const char *how = NULL;
    for (unsigned i = 0; i < sizeof chosen / sizeof *chosen; i++)
        if (length == strlen(chosen[i]) && memcmp(name, chosen[i], length) == 0)
            how = "behind =, := or by alone a value may be chosen by if, first "
                  "or all: give it a name of its own (let)";
    if (how == NULL && dx_lexer_is(&at, "in"))
        how = "what is counted stands behind, not in brackets: count x in D: "
              "(F), and so sum, exists, forall";
    if (how != NULL)
        r->status = dx_fail(r->error, DX_ERR_SYNTAX, r->error->line,
                            r->error->column, "%s", how);
}

static dx_formula read_text(dx_dg_reader *r,
                            dx_status (*parse)(dx_lexer *, dx_formulas *,
                                               dx_formula *, dx_error *))
{
    dx_formula f = DX_FORMULA_NONE;
    r->here = r->lexer;
    if (r->status == DX_OK)
        r->status = parse(&r->lexer, r->store, &f, r->error);
    if (r->status != DX_OK)
        advise(r);
    const char *advice = dx_habit_advice(&r->lexer); // a && b, but not a if b
    if (advice != NULL && !dx_dg_is(r, "if"))
        dx_dg_fail(r, &r->lexer.token, "%s", advice);
    return f;
}

static dx_status parse_any(dx_lexer *lexer, dx_formulas *store, dx_formula *out,
                           dx_error *error)
{
    dx_sort sort;
    return dx_parse_expression(lexer, store, out, &sort, error);
}

// An expression that `parse` reads, of a type if not NULL.
static const dx_dg_node *read_bound(
    dx_dg_reader *r,
    dx_status (*parse)(dx_lexer *, dx_formulas *, dx_formula *, dx_error *),
    const dx_dg_type *want)
{
    dx_formula f = read_text(r, parse);
    return r->status == DX_OK ? dx_dg_bind(r, f, want) : ZERO(r);
}

const dx_dg_node *dx_dg_read_formula(dx_dg_reader *r)
{
    return read_bound(r, dx_parse_formula, &flag);
}

const dx_dg_node *dx_dg_read_number(dx_dg_reader *r)
{
    return read_bound(r, dx_parse_term, &number);
}

static const dx_dg_node *read_if(dx_dg_reader *r, const dx_dg_type *want)
{
    dx_dg_node *node = dx_dg_make(r, DX_DG_IF, number);
    node->a = dx_dg_read_formula(r);
    dx_dg_expect(r, "then");
    node->b = dx_dg_read_value(r, want);
    dx_dg_expect(r, "else");
    dx_dg_type type = node->b->type;
    node->c = dx_dg_read_value(r, type.kind == DX_DG_T_NONE ? want : &type);
    node->type = type.kind == DX_DG_T_NONE ? node->c->type : type;
    dx_dg_look(node, node->a);
    dx_dg_look(node, node->b);
    dx_dg_look(node, node->c);
    return node;
}

// first x after s: f else v;  first x in d: f else v;  all x in d: f, as bits
// of a set or of the seats
static const dx_dg_node *read_over(dx_dg_reader *r, const dx_dg_type *want)
{
    bool is_first = dx_dg_take(r, "first") || !dx_dg_take(r, "all");
    const char *name = dx_dg_name_of(r, "a name for what is looked for");
    dx_dg_node *node = dx_dg_make(r, is_first ? DX_DG_FIRST : DX_DG_BITS, seat);
    dx_dg_type type = seat;
    unsigned scoped = r->scoped, regs = r->regs;
    if (is_first && dx_dg_take(r, "after")) {
        node->range = DX_DG_AFTER;
        node->lo = read_bound(r, dx_parse_term, &seat);
        dx_dg_look(node, node->lo);
    } else {
        dx_dg_expect(r, "in");
        type = dx_dg_read_domain(r, node);
    }
    node->type = type;
    if (!is_first)
        dx_dg_set_of(r, type, &node->type);
    if (!is_first && node->range != DX_DG_FROM_TO)
        BAD(r, NULL, "expected a whole set, or seats");
    dx_dg_expect(r, ":");
    uint64_t repeats = r->repeats;
    node->reg = dx_dg_variable(r, name, type, node->sees)->reg;
    dx_dg_bound_by_domain(r, node->reg, node);
    dx_dg_check_repeats(r, node, DX_DG_LOOKS_MAX, &r->here.token);
    node->a = dx_dg_read_formula(r);
    r->repeats = repeats;
    dx_dg_look(node, node->a);
    r->scoped = scoped;
    r->regs = regs;
    if (!is_first)
        return node;
    dx_dg_expect(r, "else");
    node->c = dx_dg_read_value(r, want != NULL ? want : &node->type);
    dx_dg_look(node, node->c);
    return node;
}

const dx_dg_node *dx_dg_read_value(dx_dg_reader *r, const dx_dg_type *want)
{
    const dx_dg_node *node;
    dx_lexer here = r->lexer;
    if (++r->nesting > DX_DG_NESTING)
        dx_dg_fail(r, &r->lexer.token, "more than %d values inside each other",
                   DX_DG_NESTING);
    if (dx_dg_take(r, "if")) {
        node = read_if(r, want);
    } else if ((dx_dg_is(r, "first") || dx_dg_is(r, "all")) &&
               dx_lexer_next_kind(&r->lexer) == DX_TOKEN_NAME) {
        node = read_over(r, want);
    } else {
        node = read_bound(r, parse_any, want);
    }
    r->nesting--;
    r->here = here;
    return dx_dg_check(r, node, want, NULL);
}

const dx_dg_node *dx_dg_read_cell(dx_dg_reader *r, const dx_dg_place **out)
{
    unsigned sees;
    dx_formula f = read_text(r, dx_parse_term);
    const dx_dg_node *node =
        r->status == DX_OK ? dx_dg_bind_cell(r, f, false, &sees, out) : ZERO(r);
    if (node->sees != DX_DG_ALL)
        BAD(r, NULL, "which place it is must be seen by all");
    return node;
}

dx_dg_type dx_dg_read_domain(dx_dg_reader *r, dx_dg_node *node)
{
    dx_formula f = read_text(r, dx_parse_domain);
    return r->status == DX_OK ? dx_dg_bind_domain(r, f, node, NULL) : number;
}

static bool is_no_number(const dx_dg_node *n, unsigned data DX_UNUSED)
{
    return n->op != DX_DG_NUMBER && (n->op < DX_DG_NOT || n->op > DX_DG_IF);
}

int dx_dg_constant(dx_dg_reader *r, const dx_dg_node *node, const char *what)
{
    if (r->status != DX_OK)
        return 0;
    if (dx_dg_has_node(node, is_no_number, 0)) {
        BAD(r, NULL, "%s must be made of numbers and parameters", what);
        return 0;
    }
    return dx_dg_value(NULL, NULL, node);
}
