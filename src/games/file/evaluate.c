// What an expression comes to on a table: the tree is walked node by node.
//
// On the truth every node has its value.  On a sight only those are asked for
// that the reader has found to be seen there (bind.c).

#include "games/file/inside.h"

#include <assert.h>

bool dx_dg_has_node(const dx_dg_node *n,
                    bool (*is)(const dx_dg_node *n, unsigned data),
                    unsigned data)
{
    if (n == NULL)
        return false;
    bool has =
        is(n, data) || dx_dg_has_node(n->a, is, data) ||
        dx_dg_has_node(n->b, is, data) || dx_dg_has_node(n->c, is, data) ||
        dx_dg_has_node(n->lo, is, data) || dx_dg_has_node(n->hi, is, data);
    for (unsigned i = 0; n->list != NULL && i < n->count && !has; i++)
        has = dx_dg_has_node(n->list[i], is, data);
    return has;
}

bool dx_dg_is_reg(const dx_dg_node *n, unsigned reg)
{
    return n->op == DX_DG_REG && n->reg == reg;
}

int dx_dg_left(const dx_dg_table *t, unsigned kind)
{
    int left = t->program->copies[kind];
    for (unsigned cell = 1; cell < t->program->cells; cell++)
        left -= dx_dg_count(t, cell)[kind];
    return left;
}

static bool has_card(const dx_dg_table *t, unsigned cell, int kind)
{
    if (kind < 0)
        return false;
    return (cell == DX_DG_DECK ? dx_dg_left(t, (unsigned)kind)
                               : dx_dg_count(t, cell)[kind]) > 0;
}

// The members of a domain, one after the other: of a range or a list from `at`
// to `last`, of a place or of some of a set what is left of the bits.
typedef struct walk {
    const dx_dg_node *domain;
    int at, last;
    uint64_t left;
} walk;

static walk after(const dx_dg_node *n, int seat, int players)
{
    return (walk){n, seat + 1, seat + players - 1, 0};
}

static walk walk_of(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    if (n->range == DX_DG_FROM_TO)
        return (walk){n, dx_dg_val(t, reg, n->lo), dx_dg_val(t, reg, n->hi), 0};
    if (n->range == DX_DG_LIST)
        return (walk){n, 0, n->count - 1, 0};
    if (n->range == DX_DG_AFTER)
        return after(n, dx_dg_val(t, reg, n->lo), (int)t->program->players);
    if (n->range == DX_DG_CARDS_OF)
        return (walk){n, 0, 0, dx_dg_kinds(t, dx_dg_cell(t, reg, n->lo))};
    int first = dx_dg_first(t->program, dx_dg_member(n->lo->type));
    return (walk){n, first, 0, (uint64_t)dx_dg_val(t, reg, n->lo)};
}

static inline bool go_on(const dx_dg_table *t, int16_t *reg, walk *w, int *out)
{
    if (w->domain->range >= DX_DG_CARDS_OF) {
        if (w->left == 0)
            return false;
        *out = w->at + __builtin_ctzll(w->left);
        w->left &= w->left - 1;
        return true;
    }
    if (w->at > w->last)
        return false;
    *out = w->at++;
    if (w->domain->range == DX_DG_LIST)
        *out = dx_dg_val(t, reg, w->domain->list[*out]);
    else if (w->domain->range == DX_DG_AFTER)
        *out %= (int)t->program->players;
    return true;
}

unsigned dx_dg_members(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n,
                       int *out)
{
    unsigned count = 0;
    walk w = walk_of(t, reg, n);
    while (count < DX_VALUES_MAX && go_on(t, reg, &w, &out[count]))
        count++;
    return count;
}

static uint64_t the_kind(int kind)
{
    return kind < 0 || kind >= DX_KINDS_MAX ? 0 : DX_BIT(kind);
}

// Of some kinds those for which it holds, by the name in the register `n->reg`.
// Parts that compare it, or an attribute of it, are sets of kinds (bind.c).
static uint64_t kinds_where(const dx_dg_table *t, int16_t *reg,
                            const dx_dg_node *n, unsigned name, uint64_t of)
{
    uint64_t found = 0;
    switch (n->op) {
    case DX_DG_NOT:
        return of & ~kinds_where(t, reg, n->a, name, of);
    case DX_DG_AND:
        of = kinds_where(t, reg, n->a, name, of);
        return of == 0 ? 0 : kinds_where(t, reg, n->b, name, of);
    case DX_DG_OR:
        found = kinds_where(t, reg, n->a, name, of);
        return found | kinds_where(t, reg, n->b, name, of & ~found);
    case DX_DG_EQUAL:
        if (n->is_apart && n->a->op == DX_DG_ATTR && n->a->a->reg == name)
            return of & dx_dg_kinds_with(t->program, (unsigned)n->a->value,
                                         dx_dg_val(t, reg, n->b));
        if (n->is_apart && n->a->op == DX_DG_REG && n->a->reg == name)
            return of & the_kind(dx_dg_val(t, reg, n->b));
        break;
    default:
        break;
    }
    int16_t kept = reg[name];
    for (; of != 0; of &= of - 1) {
        reg[name] = (int16_t)__builtin_ctzll(of);
        found |= dx_dg_val(t, reg, n) != 0 ? of & -of : 0;
    }
    reg[name] = kept;
    return found;
}

// Numbers end where variables and registers do.
static int within(int number)
{
    return number > DX_DG_ANY    ? DX_DG_ANY
           : number < -DX_DG_ANY ? -DX_DG_ANY
                                 : number;
}

// Each kind counts as often as it is there.
static int over_cards(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    unsigned cell = dx_dg_cell(t, reg, n->lo);
    uint64_t here = dx_dg_kinds(t, cell), kinds = here;
    const int8_t *cards = dx_dg_count(t, cell);
    bool counts = n->a->type.kind == DX_DG_T_FLAG;
    if (counts)
        kinds = kinds_where(t, reg, n->a, n->reg, here);
    if (n->op == DX_DG_EXISTS)
        return kinds != 0;
    if (n->op == DX_DG_FORALL)
        return kinds == here;
    int sum = 0;
    int16_t kept = reg[n->reg];
    for (; kinds != 0; kinds &= kinds - 1) {
        int kind = __builtin_ctzll(kinds);
        reg[n->reg] = (int16_t)kind;
        sum += cards[kind] * (counts ? 1 : dx_dg_val(t, reg, n->a));
    }
    reg[n->reg] = kept;
    return within(sum);
}

// All that binds a name leaves its register as it was.
static int over(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    bool is_all = n->op == DX_DG_FORALL, is_done = false;
    int16_t kept = reg[n->reg];
    walk w = walk_of(t, reg, n);
    int sum = is_all, member;
    for (unsigned i = 0; !is_done && go_on(t, reg, &w, &member); i++) {
        reg[n->reg] = (int16_t)member;
        int value = dx_dg_val(t, reg, n->a);
        if (n->op == DX_DG_SUM)
            sum += value;
        else if (n->op == DX_DG_BITS)
            sum |= (value != 0) << i;
        else if ((is_done = (value != 0) != is_all))
            sum = n->op == DX_DG_FIRST ? member : !is_all;
    }
    reg[n->reg] = kept;
    return n->op == DX_DG_FIRST && !is_done ? dx_dg_val(t, reg, n->c)
                                            : within(sum);
}

static bool is_in(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    int value = dx_dg_val(t, reg, n->a);
    if (n->range == DX_DG_FROM_TO)
        return value >= dx_dg_val(t, reg, n->lo) &&
               value <= dx_dg_val(t, reg, n->hi);
    if (n->range == DX_DG_AFTER)
        return value >= 0 && value != dx_dg_val(t, reg, n->lo);
    if (n->range == DX_DG_CARDS_OF)
        return has_card(t, dx_dg_cell(t, reg, n->lo), value);
    if (n->range == DX_DG_BITS_OF) {
        value -= dx_dg_first(t->program, dx_dg_member(n->lo->type));
        return value >= 0 && value < 8 &&
               (dx_dg_val(t, reg, n->lo) >> value & 1);
    }
    for (unsigned i = 0; i < n->count; i++)
        if (dx_dg_val(t, reg, n->list[i]) == value)
            return true;
    return false;
}

static int the_card(const dx_dg_table *t, unsigned cell)
{
    uint64_t kinds = dx_dg_kinds(t, cell);
    return kinds == 0 ? DX_DG_NONE : __builtin_ctzll(kinds);
}

static int of_cards(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    unsigned cell = dx_dg_cell(t, reg, n->a);
    int size = 0;
    if (n->op == DX_DG_THE)
        return the_card(t, cell);
    for (unsigned i = 0; i < n->count; i++) // of a row, its slots together
        size += (int)dx_dg_size(t, cell + i);
    return size;
}

static int of_numbers(unsigned op, int a, int b)
{
    switch (op) {
    case DX_DG_EQUAL:
        return a == b;
    case DX_DG_GREATER_EQUAL:
        return a >= b;
    case DX_DG_ADD:
        return within(a + b);
    case DX_DG_SUBTRACT:
        return within(a - b);
    case DX_DG_MULTIPLY:
        return within(a * b);
    case DX_DG_DIVIDE:
        return b == 0 ? 0 : a / b;
    default:
        assert(op == DX_DG_MODULO);
        return b == 0 ? 0 : ((a % b) + b) % b;
    }
}

static int seat_of(const dx_dg_table *t, int number)
{
    int players = (int)t->program->players;
    return ((number - 1) % players + players) % players;
}

// An index that leads out of its variable is its first.
static int variable(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    const int16_t *at = n->op == DX_DG_VAR ? dx_dg_vars(t) : dx_dg_secrets(t);
    int i = n->a == NULL ? 0 : dx_dg_val(t, reg, n->a);
    return at[n->value + (i < 0 || i >= (int)n->mask ? 0 : i)];
}

static int attribute(const dx_dg_table *t, const dx_dg_node *n, int card)
{
    const dx_dg *p = t->program;
    if (card < 0 || card >= (int)p->kinds)
        return DX_DG_NONE;
    return p->attribute[n->value][card] + p->set[n->type.set].first;
}

int dx_dg_value(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    switch (n->op) {
    case DX_DG_NUMBER:
        return n->value;
    case DX_DG_REG:
        return reg[n->reg];
    case DX_DG_VAR:
    case DX_DG_HIDDEN:
        return variable(t, reg, n);
    case DX_DG_NOT:
        return dx_dg_val(t, reg, n->a) == 0;
    case DX_DG_AND:
        return dx_dg_val(t, reg, n->a) != 0 && dx_dg_val(t, reg, n->b) != 0;
    case DX_DG_OR:
        return dx_dg_val(t, reg, n->a) != 0 || dx_dg_val(t, reg, n->b) != 0;
    case DX_DG_IF:
        return dx_dg_val(t, reg, dx_dg_val(t, reg, n->a) != 0 ? n->b : n->c);
    case DX_DG_ATTR:
        return attribute(t, n, dx_dg_val(t, reg, n->a));
    case DX_DG_SEAT_OF:
        return seat_of(t, dx_dg_val(t, reg, n->a));
    case DX_DG_CELL:
        return dx_dg_cell_at(t, reg, n);
    case DX_DG_SIZE:
    case DX_DG_THE:
        return of_cards(t, reg, n);
    case DX_DG_KNOWS:
        return dx_dg_knows(t, reg, n);
    case DX_DG_IN:
        return is_in(t, reg, n);
    case DX_DG_EXISTS:
    case DX_DG_FORALL:
    case DX_DG_SUM:
        if (n->range == DX_DG_CARDS_OF)
            return over_cards(t, reg, n);
        return over(t, reg, n);
    case DX_DG_BITS:
    case DX_DG_FIRST:
        return over(t, reg, n);
    default:
        return of_numbers(n->op, dx_dg_val(t, reg, n->a),
                          dx_dg_val(t, reg, n->b));
    }
}
