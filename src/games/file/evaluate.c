// What an expression comes to on a table: the tree is walked node by node.
//
// On the truth every node has its value.  On a sight only those are asked for
// that the reader has found to be seen there (bind.c).

#include "games/file/inside.h"

#include <limits.h>
#include <string.h>

// Most nodes are numbers and registers.
static inline int val(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    return n->op == DX_DG_NUMBER ? n->value
           : n->op == DX_DG_REG  ? reg[n->reg]
                                 : dx_dg_value(t, reg, n);
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

static unsigned cell_of(const dx_dg_table *t, int16_t *reg,
                        const dx_dg_node *node)
{
    int cell = val(t, reg, node);
    return cell < 0 || cell >= (int)t->program->cells ? DX_DG_DECK
                                                      : (unsigned)cell;
}

// The first of eight bytes that is not 0.
static unsigned kind_in(uint64_t eight)
{
    return (unsigned)__builtin_ctzll(eight) / 8;
}

// The kinds of which a cell has a card; most rows are nearly empty, so that
// eight are looked at together, and no more when all cards are found.
static unsigned kinds_in(const dx_dg_table *t, unsigned cell, int *out)
{
    const int8_t *cards = dx_dg_count(t, cell);
    unsigned kinds = t->program->kinds, count = 0;
    int left = cell == DX_DG_DECK ? INT_MAX : (int)dx_dg_size(t, cell);
    for (unsigned from = 0; from < kinds && left > 0; from += 8) {
        uint64_t eight = 0;
        if (from + 8 <= kinds)
            memcpy(&eight, cards + from, 8);
        else
            memcpy(&eight, cards + from, kinds - from);
        for (; eight != 0; eight &= ~(UINT64_C(0xff) << kind_in(eight) * 8)) {
            unsigned kind = from + kind_in(eight);
            if (cards[kind] <= 0)
                continue;
            out[count++] = (int)kind;
            left -= cards[kind];
        }
    }
    return count;
}

unsigned dx_dg_members(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n,
                       int *out)
{
    unsigned count = 0;
    if (n->range == DX_DG_FROM_TO) {
        int hi = val(t, reg, n->hi);
        for (int i = val(t, reg, n->lo); i <= hi && count < DX_VALUES_MAX; i++)
            out[count++] = i;
        return count;
    }
    if (n->range == DX_DG_LIST) {
        for (unsigned i = 0; i < n->count; i++)
            out[count++] = val(t, reg, n->list[i]);
        return count;
    }
    if (n->range == DX_DG_BITS_OF) {
        int first = dx_dg_first(t->program, dx_dg_member(n->lo->type));
        int bits = val(t, reg, n->lo);
        for (; bits > 0; bits &= bits - 1)
            out[count++] = first + __builtin_ctz((unsigned)bits);
        return count;
    }
    return kinds_in(t, cell_of(t, reg, n->lo), out);
}

// A quantifier over the cards of a cell, each kind as often as it is there.
static int over_cards(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    unsigned cell = cell_of(t, reg, n->lo);
    const int8_t *cards = dx_dg_count(t, cell);
    int all = n->op == DX_DG_FORALL, sum = 0, kind[DX_KINDS_MAX];
    unsigned count = kinds_in(t, cell, kind);
    for (unsigned i = 0; i < count; i++) {
        reg[n->reg] = (int16_t)kind[i];
        int value = val(t, reg, n->a);
        if (n->op == DX_DG_EXISTS && value != 0)
            return 1;
        if (n->op == DX_DG_FORALL && value == 0)
            return 0;
        sum += cards[kind[i]] * (n->op == DX_DG_COUNT ? value != 0 : value);
    }
    return n->op == DX_DG_EXISTS || n->op == DX_DG_FORALL ? all : sum;
}

static int over_range(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    int hi = val(t, reg, n->hi), sum = 0;
    int low = val(t, reg, n->lo);
    for (int i = low; i <= hi; i++) {
        reg[n->reg] = (int16_t)i;
        int value = val(t, reg, n->a);
        if (n->op == DX_DG_EXISTS && value != 0)
            return 1;
        if (n->op == DX_DG_FORALL && value == 0)
            return 0;
        if (n->op == DX_DG_BITS)
            sum |= (value != 0) << (i - low);
        else
            sum += n->op == DX_DG_COUNT ? value != 0 : value;
    }
    return n->op == DX_DG_EXISTS ? 0 : n->op == DX_DG_FORALL ? 1 : sum;
}

static int over_list(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    int sum = 0, member[DX_VALUES_MAX];
    unsigned count = dx_dg_members(t, reg, n, member);
    for (unsigned i = 0; i < count; i++) {
        reg[n->reg] = (int16_t)member[i];
        int value = val(t, reg, n->a);
        if (n->op == DX_DG_EXISTS && value != 0)
            return 1;
        if (n->op == DX_DG_FORALL && value == 0)
            return 0;
        sum += n->op == DX_DG_COUNT ? value != 0 : value;
    }
    return n->op == DX_DG_EXISTS ? 0 : n->op == DX_DG_FORALL ? 1 : sum;
}

static int first_of(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    int member[DX_VALUES_MAX];
    unsigned count = dx_dg_members(t, reg, n, member);
    for (unsigned i = 0; i < count; i++) {
        reg[n->reg] = (int16_t)member[i];
        if (val(t, reg, n->a) != 0)
            return member[i];
    }
    return val(t, reg, n->c);
}

static int first_after(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    int players = (int)t->program->players, from = val(t, reg, n->b);
    for (int i = 1; i < players; i++) {
        int seat = (from + i) % players;
        reg[n->reg] = (int16_t)seat;
        if (val(t, reg, n->a) != 0)
            return seat;
    }
    return val(t, reg, n->c);
}

static bool is_in(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    int value = val(t, reg, n->a);
    if (n->range == DX_DG_FROM_TO)
        return value >= val(t, reg, n->lo) && value <= val(t, reg, n->hi);
    if (n->range == DX_DG_CARDS_OF)
        return has_card(t, cell_of(t, reg, n->lo), value);
    if (n->range == DX_DG_BITS_OF) {
        value -= dx_dg_first(t->program, dx_dg_member(n->lo->type));
        return value >= 0 && value < 8 && (val(t, reg, n->lo) >> value & 1);
    }
    for (unsigned i = 0; i < n->count; i++)
        if (val(t, reg, n->list[i]) == value)
            return true;
    return false;
}

static int the_card(const dx_dg_table *t, unsigned cell)
{
    const int8_t *cards = dx_dg_count(t, cell);
    for (unsigned kind = 0; kind < t->program->kinds; kind++)
        if (cards[kind] > 0)
            return (int)kind;
    return DX_DG_NONE;
}

static int of_cards(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    unsigned cell = cell_of(t, reg, n->a);
    int kind = n->b != NULL ? val(t, reg, n->b) : 0;
    switch (n->op) {
    case DX_DG_SIZE: // of a row, its slots together
        for (unsigned i = 0; i < n->count; i++)
            kind += (int)dx_dg_size(t, cell + i);
        return kind;
    case DX_DG_HOW_MANY:
        return kind < 0 ? 0 : dx_dg_count(t, cell)[kind];
    case DX_DG_HAS:
        return has_card(t, cell, kind);
    default:
        return the_card(t, cell);
    }
}

static int of_numbers(unsigned op, int a, int b)
{
    switch (op) {
    case DX_DG_EQUAL:
        return a == b;
    case DX_DG_NOT_EQUAL:
        return a != b;
    case DX_DG_LESS:
        return a < b;
    case DX_DG_LESS_EQUAL:
        return a <= b;
    case DX_DG_GREATER:
        return a > b;
    case DX_DG_GREATER_EQUAL:
        return a >= b;
    case DX_DG_ADD:
        return a + b;
    case DX_DG_SUBTRACT:
        return a - b;
    case DX_DG_MULTIPLY:
        return a * b;
    case DX_DG_DIVIDE:
        return b == 0 ? 0 : a / b;
    case DX_DG_MODULO:
        return b == 0 ? 0 : ((a % b) + b) % b;
    default:
        return (a != 0) == (b != 0);
    }
}

static int of_seats(const dx_dg_table *t, unsigned op, int value)
{
    int players = (int)t->program->players;
    if (op == DX_DG_LEFT)
        return (value + 1) % players;
    return ((value - 1) % players + players) % players;
}

// An index that leads out of its variable is its first.
static int variable(const dx_dg_table *t, int16_t *reg, const dx_dg_node *n)
{
    const int16_t *at = n->op == DX_DG_VAR ? dx_dg_vars(t) : dx_dg_secrets(t);
    int i = n->a == NULL ? 0 : val(t, reg, n->a);
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
        return val(t, reg, n->a) == 0;
    case DX_DG_AND:
        return val(t, reg, n->a) != 0 && val(t, reg, n->b) != 0;
    case DX_DG_OR:
        return val(t, reg, n->a) != 0 || val(t, reg, n->b) != 0;
    case DX_DG_IMPLIES:
        return val(t, reg, n->a) == 0 || val(t, reg, n->b) != 0;
    case DX_DG_IF:
        return val(t, reg, val(t, reg, n->a) != 0 ? n->b : n->c);
    case DX_DG_ATTR:
        return attribute(t, n, val(t, reg, n->a));
    case DX_DG_LEFT:
    case DX_DG_SEAT_OF:
        return of_seats(t, n->op, val(t, reg, n->a));
    case DX_DG_CELL:
        return n->value +
               (n->a != NULL ? val(t, reg, n->a) * (int)n->mask : 0) +
               (n->b != NULL ? val(t, reg, n->b) : 0);
    case DX_DG_SIZE:
    case DX_DG_HOW_MANY:
    case DX_DG_HAS:
    case DX_DG_THE:
        return of_cards(t, reg, n);
    case DX_DG_KNOWS:
        return dx_dg_knows(t, reg, n);
    case DX_DG_IN:
        return is_in(t, reg, n);
    case DX_DG_EXISTS:
    case DX_DG_FORALL:
    case DX_DG_COUNT:
    case DX_DG_SUM:
    case DX_DG_BITS:
        return n->range == DX_DG_CARDS_OF  ? over_cards(t, reg, n)
               : n->range == DX_DG_FROM_TO ? over_range(t, reg, n)
                                           : over_list(t, reg, n);
    case DX_DG_FIRST:
        return first_of(t, reg, n);
    case DX_DG_FIRST_AFTER:
        return first_after(t, reg, n);
    default:
        return of_numbers(n->op, val(t, reg, n->a), val(t, reg, n->b));
    }
}
