// Regression: what an expression says of the lots (game/lots.h), by a table as
// a bystander has it.  The same walk as evaluate.c, but numbers of cards in
// places that not all see stay numbers of cards.
//
// What cannot be said so (a product of two hidden numbers, say) is *lost*: the
// caller is told, and knowledge by places is then undecided, never wrong.

#include "games/file/inside.h"

#include "game/claims.h"

static dx_claim no(dx_claims *out)
{
    return dx_claim_number(out, 0);
}

static dx_claim lost(dx_dg_claiming *c)
{
    c->is_lost = true;
    return no(c->out);
}

static dx_claim is_some(dx_claims *out, dx_claim number)
{
    return dx_claim_at_least(out, number, dx_claim_number(out, 1));
}

static dx_claim both_ways(dx_claims *out, dx_claim a, dx_claim b)
{
    return dx_claim_and(out, dx_claim_at_least(out, a, b),
                        dx_claim_at_least(out, b, a));
}

// Does it read a hidden number, beside the variable of a loop over cards?
static bool is_of_cards(const dx_dg_node *n, unsigned data DX_UNUSED)
{
    return n->op == DX_DG_THE || n->op == DX_DG_HIDDEN ||
           n->op == DX_DG_KNOWS || n->range == DX_DG_CARDS_OF;
}

static bool reads_cards(const dx_dg_node *n)
{
    return dx_dg_has_node(n, is_of_cards, 0);
}

// What all can tell; where it is only tried what can be said, any number.
static int value_of(dx_dg_claiming *c, const dx_dg_node *n)
{
    return c->is_trial && n->op != DX_DG_NUMBER ? 0
                                                : dx_dg_value(c->t, c->reg, n);
}

static unsigned members_of(dx_dg_claiming *c, const dx_dg_node *n, int *out)
{
    out[0] = 0;
    return c->is_trial ? 1 : dx_dg_members(c->t, c->reg, n, out);
}

// Cards of some kinds in cells, as the table has it, said of the lots that
// there are now: of the others all know by now what they were.
static dx_claim in_cells(dx_dg_claiming *c, uint64_t cells, uint64_t kinds)
{
    return c->is_trial
               ? dx_claim_count(c->out, 1, kinds)
               : dx_lots_count(dx_dg_lots(c->t), c->now, cells, kinds, c->out);
}

static dx_claim in_cell(dx_dg_claiming *c, const dx_dg_node *cell,
                        uint64_t kinds)
{
    int at = c->is_trial ? 1 : value_of(c, cell);
    if (reads_cards(cell) || at <= 0 || at >= (int)c->t->program->cells)
        return lost(c);
    return in_cells(c, DX_BIT(at), kinds);
}

static bool is_flag(const dx_dg_node *n)
{
    return n->type.kind == DX_DG_T_FLAG;
}

// first x ..: it is `value` where all before it are not.
static dx_claim first_is(dx_dg_claiming *c, const dx_dg_node *n, int value)
{
    int member[DX_VALUES_MAX];
    dx_claim none = dx_claim_number(c->out, 1), any = no(c->out);
    if (n->range == DX_DG_CARDS_OF)
        return lost(c);
    unsigned count = members_of(c, n, member);
    for (unsigned i = 0; i < count; i++) {
        c->reg[n->reg] = (int16_t)member[i];
        dx_claim is = dx_dg_claim(c, n->a);
        if (member[i] == value)
            any = dx_claim_or(c->out, any, dx_claim_and(c->out, none, is));
        none = dx_claim_and(c->out, none, dx_claim_not(c->out, is));
    }
    return dx_claim_or(
        c->out, any,
        dx_claim_and(c->out, none, dx_dg_claim_equals(c, n->c, value)));
}

static dx_claim bits_are(dx_dg_claiming *c, const dx_dg_node *n, int bits)
{
    int hi = value_of(c, n->hi), low = value_of(c, n->lo);
    dx_claim all = dx_claim_number(c->out, 1);
    for (int i = low; i <= hi; i++) {
        c->reg[n->reg] = (int16_t)i;
        dx_claim is = dx_dg_claim(c, n->a);
        if (!(bits >> (i - low) & 1))
            is = dx_claim_not(c->out, is);
        all = dx_claim_and(c->out, all, is);
    }
    return all;
}

// The only card of a place is of this kind.
static dx_claim the_is(dx_dg_claiming *c, const dx_dg_node *n, int kind)
{
    if (kind < 0)
        return dx_claim_not(
            c->out, is_some(c->out, in_cell(c, n->a,
                                            dx_dg_bits(c->t->program->kinds))));
    return is_some(c->out, in_cell(c, n->a, DX_BIT(kind)));
}

dx_claim dx_dg_claim_equals(dx_dg_claiming *c, const dx_dg_node *n, int value)
{
    dx_claims *out = c->out;
    if (n->sees == DX_DG_ALL)
        return dx_claim_number(out, value_of(c, n) == value);
    if (n->op == DX_DG_FIRST)
        return first_is(c, n, value);
    if (n->op == DX_DG_BITS)
        return bits_are(c, n, value);
    if (n->op == DX_DG_THE)
        return the_is(c, n, value);
    if (n->op == DX_DG_IF) {
        dx_claim is = dx_dg_claim(c, n->a);
        return dx_claim_or(
            out, dx_claim_and(out, is, dx_dg_claim_equals(c, n->b, value)),
            dx_claim_and(out, dx_claim_not(out, is),
                         dx_dg_claim_equals(c, n->c, value)));
    }
    dx_claim claim = dx_dg_claim(c, n);
    if (is_flag(n))
        return value == 1   ? claim
               : value == 0 ? dx_claim_not(out, claim)
                            : no(out);
    return both_ways(out, claim, dx_claim_number(out, value));
}

// ---- over the members of a domain ----

static dx_claim gather(dx_dg_claiming *c, unsigned op, dx_claim all,
                       dx_claim one)
{
    if (op == DX_DG_FORALL)
        return dx_claim_and(c->out, all, one);
    if (op == DX_DG_EXISTS)
        return dx_claim_or(c->out, all, one);
    return dx_claim_add(c->out, all, one);
}

// The kinds that are worth so much.
static uint64_t worth(const dx_dg_claiming *c, const int16_t *value, int least)
{
    uint64_t kinds = 0;
    for (unsigned kind = 0; kind < c->t->program->kinds; kind++)
        kinds |= value[kind] >= least ? DX_BIT(kind) : 0;
    return kinds;
}

// Over the cards of a place, of a body that all can tell of each kind: what
// they add up to, one for each that it holds of.
static dx_claim over_kinds(dx_dg_claiming *c, const dx_dg_node *n)
{
    int16_t value[DX_KINDS_MAX];
    bool is_lost = false;
    for (unsigned kind = 0; kind < c->t->program->kinds; kind++) {
        c->reg[n->reg] = (int16_t)kind;
        value[kind] = (int16_t)value_of(c, n->a);
        is_lost |= value[kind] < 0;
    }
    if (is_lost)
        return lost(c);
    uint64_t kinds = worth(c, value, 1);
    if (n->op == DX_DG_FORALL)
        kinds = dx_dg_bits(c->t->program->kinds) & ~kinds;
    dx_claim sum = in_cell(c, n->lo, kinds);
    if (n->op == DX_DG_FORALL)
        return dx_claim_not(c->out, is_some(c->out, sum));
    if (n->op == DX_DG_EXISTS)
        return is_some(c->out, sum);
    for (int least = 2; (kinds = worth(c, value, least)) != 0; least++)
        sum = dx_claim_add(c->out, sum, in_cell(c, n->lo, kinds));
    return sum;
}

// The same of a body that is hidden too.
static dx_claim over_hidden(dx_dg_claiming *c, const dx_dg_node *n)
{
    dx_claim all = dx_claim_number(c->out, n->op == DX_DG_FORALL);
    if (n->op != DX_DG_FORALL && n->op != DX_DG_EXISTS)
        return lost(c);
    for (unsigned kind = 0; kind < c->t->program->kinds; kind++) {
        c->reg[n->reg] = (int16_t)kind;
        dx_claim is = dx_dg_claim(c, n->a);
        dx_claim has = is_some(c->out, in_cell(c, n->lo, DX_BIT(kind)));
        all = gather(c, n->op, all,
                     n->op == DX_DG_EXISTS
                         ? dx_claim_and(c->out, has, is)
                         : dx_claim_or(c->out, dx_claim_not(c->out, has), is));
    }
    return all;
}

static dx_claim over(dx_dg_claiming *c, const dx_dg_node *n)
{
    int member[DX_VALUES_MAX];
    if (n->range == DX_DG_CARDS_OF)
        return reads_cards(n->a) ? over_hidden(c, n) : over_kinds(c, n);
    if (n->range == DX_DG_BITS_OF)
        return lost(c);
    unsigned count = members_of(c, n, member);
    dx_claim all = dx_claim_number(c->out, n->op == DX_DG_FORALL);
    for (unsigned i = 0; i < count; i++) {
        c->reg[n->reg] = (int16_t)member[i];
        all = gather(c, n->op, all, dx_dg_claim(c, n->a));
    }
    return all;
}

// ---- the rest ----

static dx_claim compare(dx_dg_claiming *c, const dx_dg_node *n)
{
    if (n->op == DX_DG_EQUAL && n->b->sees == DX_DG_ALL)
        return dx_dg_claim_equals(c, n->a, value_of(c, n->b));
    if (n->op == DX_DG_EQUAL && n->a->sees == DX_DG_ALL)
        return dx_dg_claim_equals(c, n->b, value_of(c, n->a));
    dx_claim a = dx_dg_claim(c, n->a), b = dx_dg_claim(c, n->b);
    return n->op == DX_DG_EQUAL ? both_ways(c->out, a, b)
                                : dx_claim_at_least(c->out, a, b);
}

// A number less another that all can tell.
static dx_claim less(dx_dg_claiming *c, const dx_dg_node *n)
{
    if (n->b->sees != DX_DG_ALL)
        return lost(c);
    int less = value_of(c, n->b);
    return dx_claim_add(c->out, dx_dg_claim(c, n->a),
                        dx_claim_number(c->out, -less));
}

// A card of a kind is left in the stock: not all are elsewhere.
static dx_claim in_stock(dx_dg_claiming *c, unsigned kind)
{
    const dx_dg *p = c->t->program;
    return dx_claim_at_least(
        c->out, dx_claim_number(c->out, p->copies[kind] - 1),
        in_cells(c, dx_dg_bits(p->cells) & ~DX_BIT(DX_DG_DECK), DX_BIT(kind)));
}

// A card is in a place.
static dx_claim is_in(dx_dg_claiming *c, const dx_dg_node *n)
{
    if (n->range != DX_DG_CARDS_OF || reads_cards(n->a))
        return lost(c);
    int kind = value_of(c, n->a);
    if (kind < 0 || kind >= (int)c->t->program->kinds)
        return no(c->out);
    if (value_of(c, n->lo) == DX_DG_DECK)
        return in_stock(c, (unsigned)kind);
    return is_some(c->out, in_cell(c, n->lo, DX_BIT(kind)));
}

dx_claim dx_dg_claim(dx_dg_claiming *c, const dx_dg_node *n)
{
    if (n->sees == DX_DG_ALL || !reads_cards(n))
        return dx_claim_number(c->out, value_of(c, n));
    switch (n->op) {
    case DX_DG_NOT:
        return dx_claim_not(c->out, dx_dg_claim(c, n->a));
    case DX_DG_AND:
        return dx_claim_and(c->out, dx_dg_claim(c, n->a), dx_dg_claim(c, n->b));
    case DX_DG_OR:
        return dx_claim_or(c->out, dx_dg_claim(c, n->a), dx_dg_claim(c, n->b));
    case DX_DG_ADD:
        return dx_claim_add(c->out, dx_dg_claim(c, n->a), dx_dg_claim(c, n->b));
    case DX_DG_SUBTRACT:
        return less(c, n);
    case DX_DG_EQUAL:
    case DX_DG_GREATER_EQUAL:
        return compare(c, n);
    case DX_DG_IN:
        return is_in(c, n);
    case DX_DG_EXISTS:
    case DX_DG_FORALL:
    case DX_DG_SUM:
        return over(c, n);
    case DX_DG_IF:
        return is_flag(n) ? dx_dg_claim_equals(c, n, 1) : lost(c);
    default:
        return lost(c);
    }
}

// ---- can it be said? ----

// Every part is looked at, whatever a table would have there.
static bool can_say(dx_dg_claiming *c, const dx_dg_node *n, bool as_value)
{
    c->is_lost = false;
    (void)(as_value ? dx_dg_claim_equals(c, n, 0) : dx_dg_claim(c, n));
    return !c->is_lost;
}

static bool can_hear(dx_dg_claiming *c, unsigned verb)
{
    const dx_dg *p = c->t->program;
    const dx_dg_verb *v = &p->verb[verb];
    bool can = v->by == NULL || can_say(c, v->by, true);
    for (unsigned i = 0; i < v->conditions; i++)
        can = can && can_say(c, v->condition[i].node, false);
    for (unsigned i = v->params; i < v->params + v->outcomes; i++)
        if (p->dx_verbs[verb].arg[i].audience != DX_NOBODY)
            can = can && can_say(c, v->arg[i].value, true);
    return can;
}

const char *dx_dg_unsaid(const dx_dg *p)
{
    dx_dg_table t = {.program = p};
    dx_dg_claiming c = {.t = &t, .is_trial = true, .out = dx_claims_new()};
    const char *unsaid = NULL;
    for (unsigned i = 0; i < p->lets && unsaid == NULL; i++)
        if (!can_say(&c, p->let[i].body, false))
            unsaid = p->let[i].name;
    for (unsigned v = 0; v < p->verbs && unsaid == NULL; v++)
        if (!can_hear(&c, v))
            unsaid = p->verb[v].name;
    dx_claims_free(c.out);
    return unsaid;
}
