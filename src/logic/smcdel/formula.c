// Formulas of SMCDEL's format, by recursive descent.
//
//     form   = chain (('->' | 'iff') chain)*             left to right
//     chain  = tight (('&' | '|') tight)*                left to right
//     tight  = '~' tight | announcement tight | name 'knows that' tight | ...
//            | 'K' name form | 'Forall' ints form        as far as they reach
//
// The grammar that this stands for has seventeen conflicts; which way SMCDEL
// decides them was measured and is kept in tests/smcdel/quirks.

#include "base/heed.h"
#include "base/stack.h"
#include "logic/smcdel/inside.h"

#include <assert.h>

enum { NESTING_MAX = DX_FORMULA_DEPTH_MAX };

static dx_formula parse_tight(dx_smcdel_parser *p);

// ---- Building ----

static dx_formula make(dx_smcdel_parser *p, dx_kind kind, size_t count,
                       const uint32_t *operands)
{
    if (p->status != DX_OK)
        return DX_FORMULA_NONE;
    dx_formula made = dx_formula_make(p->store, kind, count, operands);
    if (made == DX_FORMULA_NONE)
        dx_smcdel_fail(p, p->token, DX_ERR_LIMIT,
                       "the formula is nested too deeply");
    return made;
}

static dx_formula make1(dx_smcdel_parser *p, dx_kind kind, uint32_t a)
{
    return make(p, kind, 1, &a);
}

static dx_formula make2(dx_smcdel_parser *p, dx_kind kind, uint32_t a,
                        uint32_t b)
{
    return make(p, kind, 2, (const uint32_t[]){a, b});
}

// Parity, by halves: the nesting is the logarithm of the count.
static dx_formula make_odd(dx_smcdel_parser *p, const dx_formula *f,
                           size_t count)
{
    assert(count > 0);
    if (count == 1)
        return f[0];
    size_t half = count / 2;
    dx_formula left = make_odd(p, f, half);
    dx_formula right = make_odd(p, f + half, count - half);
    return make1(p, DX_NOT, make2(p, DX_IFF, left, right));
}

static dx_formula make_none(dx_smcdel_parser *p, const dx_formula *f,
                            size_t count)
{
    assert(count > 0);
    if (count == 1)
        return make1(p, DX_NOT, f[0]);
    size_t half = count / 2;
    dx_formula left = make_none(p, f, half);
    return make2(p, DX_AND, left, make_none(p, f + half, count - half));
}

// Exactly one, by position: one on the left and none on the right, or the
// other way round.  Equal parts meet in the store, so the size is about
// linear, where "no two of them" would be quadratic.
static dx_formula make_one(dx_smcdel_parser *p, const dx_formula *f,
                           size_t count)
{
    if (count == 1)
        return f[0];
    size_t half = count / 2, rest = count - half;
    dx_formula left =
        make2(p, DX_AND, make_one(p, f, half), make_none(p, f + half, rest));
    dx_formula right =
        make2(p, DX_AND, make_none(p, f, half), make_one(p, f + half, rest));
    return make2(p, DX_OR, left, right);
}

// ---- Formulas ----

static bool may_be_epistemic(dx_smcdel_parser *p)
{
    if (!p->is_law)
        return true;
    dx_smcdel_fail(
        p, p->token, DX_ERR_INPUT,
        "the LAW is Boolean: it says what is the case, not who knows it");
    return false;
}

// '(' form (',' form)* ')'.
static void parse_list(dx_smcdel_parser *p, dx_smcdel_handles *forms)
{
    if (!dx_smcdel_expects(p, TOKEN_OPEN, "'('"))
        return;
    do {
        dx_formula form = dx_smcdel_parse_form(p);
        if (p->status == DX_OK)
            dx_vector_push(forms, form);
    } while (p->status == DX_OK && takes(p, TOKEN_COMMA));
    dx_smcdel_expects(p, TOKEN_CLOSE, "',' or ')'");
}

static dx_formula parse_of_many(dx_smcdel_parser *p)
{
    dx_smcdel_token_kind kind = p->token->kind;
    dx_smcdel_handles forms = {0};
    dx_formula result = DX_FORMULA_NONE;
    p->token++;
    parse_list(p, &forms);
    if (p->status != DX_OK)
        result = DX_FORMULA_NONE;
    else if (forms.count == 1)
        result = forms.at[0];
    else if (kind == TOKEN_ODD_OF)
        result = make_odd(p, forms.at, forms.count);
    else if (kind == TOKEN_ONE_OF)
        result = make_one(p, forms.at, forms.count);
    else
        result = make(p, kind == TOKEN_ALL_OF ? DX_AND : DX_OR, forms.count,
                      forms.at);
    dx_vector_release(&forms);
    return result;
}

// Behind `a knows whether`: one formula, or a list, of which each.
static dx_formula parse_whether(dx_smcdel_parser *p, dx_formula agent)
{
    // `(b,c) comknow ..` begins with a bracket that is no list.
    const dx_smcdel_token *start = p->token;
    dx_smcdel_handles forms = {0};
    dx_formula result;
    if (is_at(p, TOKEN_OPEN)) {
        const dx_smcdel_token *t = start + 1;
        while (t->kind == TOKEN_NAME && t[1].kind == TOKEN_COMMA)
            t += 2;
        if (!(t->kind == TOKEN_NAME && t[1].kind == TOKEN_CLOSE))
            parse_list(p, &forms);
    }
    if (forms.count == 0 && p->status == DX_OK) {
        dx_formula form = parse_tight(p);
        if (p->status == DX_OK)
            dx_vector_push(&forms, form);
    }
    for (size_t i = 0; i < forms.count; i++)
        forms.at[i] = make2(p, DX_KNOWS_WHETHER, agent, forms.at[i]);
    result = p->status != DX_OK ? DX_FORMULA_NONE
             : forms.count == 1 ? forms.at[0]
                                : make(p, DX_AND, forms.count, forms.at);
    dx_vector_release(&forms);
    return result;
}

// The operator behind a group whose agents are in operands[1 ...].
static dx_formula parse_group_operator(dx_smcdel_parser *p,
                                       dx_smcdel_handles *operands)
{
    dx_smcdel_token_kind kind = p->token->kind;
    bool is_common = kind == TOKEN_COMMON_THAT || kind == TOKEN_COMMON_WHETHER;
    bool is_whether =
        kind == TOKEN_COMMON_WHETHER || kind == TOKEN_DISTRIBUTED_WHETHER;
    if (!is_common && kind != TOKEN_DISTRIBUTED_THAT && !is_whether)
        return dx_smcdel_expected(
            p, operands->count == 2 ? "'knows that', 'knows whether', 'comknow "
                                      "that', ... with exactly one blank"
                                    : "'comknow that', 'distknow whether', ... "
                                      "with exactly one blank");
    if (!may_be_epistemic(p))
        return DX_FORMULA_NONE;
    p->token++;
    dx_formula form = parse_tight(p);
    if (p->status != DX_OK)
        return DX_FORMULA_NONE;
    dx_kind made = is_common ? DX_COMMON : DX_DISTRIBUTED;
    operands->at[0] = form;
    dx_formula that = make(p, made, operands->count, operands->at);
    if (!is_whether)
        return that;
    operands->at[0] = make1(p, DX_NOT, form);
    return make2(p, DX_OR, that, make(p, made, operands->count, operands->at));
}

// From the name of an agent on: `a knows ..`, or `a,b comknow ..`, or, with
// brackets, `(a,b) comknow ..`.
static dx_formula parse_knowledge(dx_smcdel_parser *p, bool has_brackets)
{
    const dx_smcdel_token *next = p->token + 1;
    bool is_that = next->kind == TOKEN_KNOWS_THAT;
    if (!may_be_epistemic(p))
        return DX_FORMULA_NONE;
    if (!has_brackets && (is_that || next->kind == TOKEN_KNOWS_WHETHER)) {
        dx_formula agent = dx_smcdel_parse_agent(p);
        p->token++;
        if (p->status != DX_OK)
            return DX_FORMULA_NONE;
        if (!is_that)
            return parse_whether(p, agent);
        dx_formula form = parse_tight(p);
        return make2(p, DX_KNOWS, agent, form);
    }
    dx_smcdel_handles operands = {0};
    dx_vector_push(&operands, DX_FORMULA_NONE);
    dx_smcdel_parse_agents(p, &operands);
    if (has_brackets)
        dx_smcdel_expects(p, TOKEN_CLOSE, "')'");
    dx_formula result = p->status == DX_OK ? parse_group_operator(p, &operands)
                                           : DX_FORMULA_NONE;
    dx_vector_release(&operands);
    return result;
}

// '[' or '<', whom, '?', '!', what, ']' or '>', and what then holds.
static dx_formula parse_announcement(dx_smcdel_parser *p)
{
    bool is_box = is_at(p, TOKEN_OPEN_BOX);
    if (!may_be_epistemic(p))
        return DX_FORMULA_NONE;
    p->token++;
    dx_smcdel_handles operands = {0};
    dx_vector_push(&operands, DX_FORMULA_NONE);
    dx_vector_push(&operands, DX_FORMULA_NONE);
    bool has_audience = is_at(p, TOKEN_NAME);
    if (has_audience)
        dx_smcdel_parse_agents(p, &operands);
    bool is_whether = p->status == DX_OK && takes(p, TOKEN_QUESTION);
    dx_smcdel_expects(p, TOKEN_BANG, is_whether ? "'!'" : "'!' or '?!'");
    operands.at[0] =
        p->status == DX_OK ? dx_smcdel_parse_form(p) : DX_FORMULA_NONE;
    if (is_box)
        dx_smcdel_expects(p, TOKEN_CLOSE_BOX, "']'");
    else
        dx_smcdel_expects(p, TOKEN_CLOSE_DIAMOND, "'>'");
    operands.at[1] = p->status == DX_OK ? parse_tight(p) : DX_FORMULA_NONE;

    dx_kind kind = has_audience ? (is_whether ? DX_TELL_GROUP_WHETHER : DX_TELL)
                                : (is_whether ? DX_TELL_WHETHER : DX_ANNOUNCE);
    static const dx_kind duals[] = {[DX_ANNOUNCE] = DX_ANNOUNCE_DUAL,
                                    [DX_TELL_WHETHER] = DX_TELL_WHETHER_DUAL,
                                    [DX_TELL] = DX_TELL_DUAL,
                                    [DX_TELL_GROUP_WHETHER] =
                                        DX_TELL_GROUP_WHETHER_DUAL};
    dx_formula result =
        make(p, is_box ? kind : duals[kind], operands.count, operands.at);
    dx_vector_release(&operands);
    return result;
}

// K and Kw reach as far to the right as they can.
static dx_formula parse_prefix_knowledge(dx_smcdel_parser *p)
{
    dx_kind kind = is_at(p, TOKEN_K) ? DX_KNOWS : DX_KNOWS_WHETHER;
    if (!may_be_epistemic(p))
        return DX_FORMULA_NONE;
    p->token++;
    dx_formula agent = dx_smcdel_parse_agent(p);
    dx_formula form =
        p->status == DX_OK ? dx_smcdel_parse_form(p) : DX_FORMULA_NONE;
    return make2(p, kind, agent, form);
}

static dx_formula parse_quantifier(dx_smcdel_parser *p)
{
    dx_kind kind = is_at(p, TOKEN_FORALL) ? DX_FORALL_PROP : DX_EXISTS_PROP;
    p->token++;
    dx_smcdel_handles operands = {0};
    dx_vector_push(&operands, DX_FORMULA_NONE);
    dx_smcdel_parse_variables(p, &operands);
    operands.at[0] =
        p->status == DX_OK ? dx_smcdel_parse_form(p) : DX_FORMULA_NONE;
    dx_formula result = make(p, kind, operands.count, operands.at);
    dx_vector_release(&operands);
    return result;
}

// A bracket around a formula, or around the agents of a group.
static dx_formula parse_bracket(dx_smcdel_parser *p)
{
    const dx_smcdel_token *t = p->token + 1;
    while (t->kind == TOKEN_NAME && t[1].kind == TOKEN_COMMA)
        t += 2;
    p->token++;
    if (t->kind == TOKEN_NAME && t[1].kind == TOKEN_CLOSE)
        return parse_knowledge(p, true);
    dx_formula form = dx_smcdel_parse_form(p);
    dx_smcdel_expects(p, TOKEN_CLOSE, "')'");
    return form;
}

static dx_formula parse_one(dx_smcdel_parser *p)
{
    dx_name name;
    switch (p->token->kind) {
    case TOKEN_TOP:
        p->token++;
        return dx_formula_true(p->store);
    case TOKEN_BOT:
        p->token++;
        return dx_formula_false(p->store);
    case TOKEN_NUMBER:
        name = dx_smcdel_parse_variable(p);
        return p->status == DX_OK ? make1(p, DX_APPLY, name) : DX_FORMULA_NONE;
    case TOKEN_NOT:
        p->token++;
        return make1(p, DX_NOT, parse_tight(p));
    case TOKEN_OPEN:
        return parse_bracket(p);
    case TOKEN_NAME:
        return parse_knowledge(p, false);
    case TOKEN_ALL_OF:
    case TOKEN_ANY_OF:
    case TOKEN_ODD_OF:
    case TOKEN_ONE_OF:
        return parse_of_many(p);
    case TOKEN_OPEN_BOX:
    case TOKEN_OPEN_DIAMOND:
        return parse_announcement(p);
    case TOKEN_K:
    case TOKEN_KW:
        return parse_prefix_knowledge(p);
    case TOKEN_FORALL:
    case TOKEN_EXISTS:
        return parse_quantifier(p);
    default:
        return dx_smcdel_expected(p, "a formula");
    }
}

typedef struct deep_form {
    dx_smcdel_parser *parser;
    dx_formula form;
} deep_form;

static void parse_there(void *data)
{
    deep_form *d = data;
    d->form = parse_one(d->parser);
}

static dx_formula parse_tight(dx_smcdel_parser *p)
{
    deep_form d = {p, DX_FORMULA_NONE};
    if (++p->nesting > NESTING_MAX)
        dx_smcdel_fail(p, p->token, DX_ERR_LIMIT,
                       "the formula is nested too deeply");
    else if (dx_is_called_off())
        dx_smcdel_fail(p, p->token, DX_ERR_CANCELLED, "stopped");
    else if (p->status == DX_OK && p->nesting == DX_LEVELS_SHALLOW)
        dx_run_deep(NESTING_MAX, parse_there, &d);
    else if (p->status == DX_OK)
        parse_there(&d);
    p->nesting--;
    assert(p->status != DX_OK || d.form != DX_FORMULA_NONE);
    return d.form;
}

// A run of one operator becomes one node; where the operator changes, the run
// so far is the first operand of the next.
static dx_formula parse_chain(dx_smcdel_parser *p)
{
    dx_formula form = parse_tight(p);
    while (p->status == DX_OK && (is_at(p, TOKEN_AND) || is_at(p, TOKEN_OR))) {
        dx_smcdel_token_kind joint = p->token->kind;
        dx_smcdel_handles run = {0};
        dx_vector_push(&run, form);
        while (p->status == DX_OK && takes(p, joint)) {
            dx_formula next = parse_tight(p);
            if (p->status == DX_OK)
                dx_vector_push(&run, next);
        }
        form = make(p, joint == TOKEN_AND ? DX_AND : DX_OR, run.count, run.at);
        dx_vector_release(&run);
    }
    return form;
}

dx_formula dx_smcdel_parse_form(dx_smcdel_parser *p)
{
    dx_formula form = parse_chain(p);
    while (p->status == DX_OK &&
           (is_at(p, TOKEN_IMPLIES) || is_at(p, TOKEN_IFF))) {
        dx_kind kind = is_at(p, TOKEN_IFF) ? DX_IFF : DX_IMPLIES;
        p->token++;
        dx_formula next = parse_chain(p);
        form = make2(p, kind, form, next);
    }
    return form;
}
