// What is read in place of an expression: a value, a formula, a place, a
// domain.

#include "games/file/reader.h"

static const dx_dg_node *zero(dx_dg_reader *r)
{
    return dx_dg_number(r, 0, number);
}

static void failed(dx_dg_reader *r, dx_status status)
{
    if (status == DX_OK)
        return;
    r->status = status;
}

static dx_formula read_text(dx_dg_reader *r,
                            dx_status (*parse)(dx_lexer *, dx_formulas *,
                                               dx_formula *, dx_error *))
{
    dx_formula f = DX_FORMULA_NONE;
    r->here = r->lexer;
    if (r->status == DX_OK)
        failed(r, parse(&r->lexer, r->store, &f, r->error));
    return f;
}

static dx_status parse_any(dx_lexer *lexer, dx_formulas *store, dx_formula *out,
                           dx_error *error)
{
    dx_sort sort;
    return dx_parse_expression(lexer, store, out, &sort, error);
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

static const dx_dg_node *read_seat(dx_dg_reader *r)
{
    dx_formula f = read_text(r, dx_parse_term);
    return r->status == DX_OK ? dx_dg_bind(r, f, &seat) : zero(r);
}

// first x after s: f else v;  first x in d: f else v
static const dx_dg_node *read_first(dx_dg_reader *r, const dx_dg_type *want)
{
    const char *name = dx_dg_name_of(r, "a name for what is looked for");
    bool after = dx_dg_is(r, "after");
    dx_dg_node *node = dx_dg_make(r, DX_DG_FIRST, seat);
    unsigned scoped = r->scoped, regs = r->regs;
    if (after) {
        dx_dg_expect(r, "after");
        node->range = DX_DG_AFTER;
        node->lo = read_seat(r);
    } else {
        dx_dg_expect(r, "in");
        node->type = dx_dg_read_domain(r, node);
    }
    dx_dg_look(node, node->lo);
    dx_dg_expect(r, ":");
    node->reg = dx_dg_variable(r, name, node->type, node->sees)->reg;
    node->a = dx_dg_read_formula(r);
    r->scoped = scoped;
    r->regs = regs;
    dx_dg_expect(r, "else");
    node->c = dx_dg_read_value(r, want != NULL ? want : &node->type);
    dx_dg_look(node, node->a);
    dx_dg_look(node, node->c);
    return node;
}

// all x in d: f   as bits, of a set or of the seats.
static const dx_dg_node *read_all(dx_dg_reader *r)
{
    const char *name = dx_dg_name_of(r, "a name for each of them");
    dx_dg_node *node = dx_dg_make(r, DX_DG_BITS, number);
    unsigned scoped = r->scoped, regs = r->regs;
    dx_dg_expect(r, "in");
    dx_dg_type type = dx_dg_read_domain(r, node);
    dx_dg_set_of(r, type, &node->type);
    if (r->status == DX_OK && node->range != DX_DG_FROM_TO)
        BAD(r, NULL, "expected a whole set, or seats");
    dx_dg_expect(r, ":");
    node->reg = dx_dg_variable(r, name, type, node->sees)->reg;
    node->a = dx_dg_read_formula(r);
    dx_dg_look(node, node->a);
    r->scoped = scoped;
    r->regs = regs;
    return node;
}

const dx_dg_node *dx_dg_read_value(dx_dg_reader *r, const dx_dg_type *want)
{
    const dx_dg_node *node;
    dx_lexer here = r->lexer;
    if (++r->nesting > DX_DG_NESTING)
        dx_dg_fail(r, &r->lexer.token, "more than %d values inside each other",
                   DX_DG_NESTING);
    if (dx_dg_is(r, "if") && dx_dg_take(r, "if")) {
        node = read_if(r, want);
    } else if (dx_dg_is(r, "first") &&
               dx_lexer_next_kind(&r->lexer) == DX_TOKEN_NAME) {
        dx_dg_take(r, "first");
        node = read_first(r, want);
    } else if (dx_dg_is(r, "all") &&
               dx_lexer_next_kind(&r->lexer) == DX_TOKEN_NAME) {
        dx_dg_take(r, "all");
        node = read_all(r);
    } else {
        dx_formula f = read_text(r, parse_any);
        node = r->status == DX_OK ? dx_dg_bind(r, f, want) : zero(r);
    }
    r->nesting--;
    r->here = here;
    return dx_dg_check(r, node, want, NULL);
}

const dx_dg_node *dx_dg_read_formula(dx_dg_reader *r)
{
    dx_formula f = read_text(r, dx_parse_formula);
    return r->status == DX_OK ? dx_dg_bind(r, f, &flag) : zero(r);
}

const dx_dg_node *dx_dg_read_number(dx_dg_reader *r)
{
    dx_formula f = read_text(r, dx_parse_term);
    return r->status == DX_OK ? dx_dg_bind(r, f, &number) : zero(r);
}

const dx_dg_node *dx_dg_read_cell(dx_dg_reader *r, const dx_dg_place **out)
{
    unsigned sees;
    dx_formula f = read_text(r, dx_parse_term);
    const dx_dg_node *node =
        r->status == DX_OK ? dx_dg_bind_cell(r, f, false, &sees, out) : zero(r);
    if (r->status == DX_OK && node->sees != DX_DG_ALL)
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
