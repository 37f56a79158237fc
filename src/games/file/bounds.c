// What numbers can come to at least and at most: so that loops end, events can
// tell them, and an index leads to a place that is there.

#include "game/deal.h"
#include "games/file/reader.h"

typedef struct bounds {
    int low, high;
} bounds;

static bounds between(int64_t low, int64_t high)
{
    enum { FAR = 1000000 };
    return (bounds){low < -FAR ? -FAR : (int)low, high > FAR ? FAR : (int)high};
}

static bounds bounds_of(const dx_dg_reader *r, const dx_dg_node *n);

// What the members of a domain can be, and how many of them there can be.
static bounds members_of(const dx_dg_reader *r, const dx_dg_node *n,
                         int64_t *out_count)
{
    if (n->range == DX_DG_FROM_TO) {
        bounds low = bounds_of(r, n->lo), high = bounds_of(r, n->hi);
        *out_count = (int64_t)high.high - low.low + 1;
        return (bounds){low.low, high.high};
    }
    bounds all = {0, DX_KINDS_MAX - 1};
    *out_count = n->range == DX_DG_AFTER     ? r->p->players
                 : n->range == DX_DG_BITS_OF ? 8
                                             : r->p->kinds;
    if (n->range != DX_DG_LIST)
        return all;
    *out_count = n->count;
    for (unsigned i = 0; i < n->count; i++) {
        bounds one = bounds_of(r, n->list[i]);
        all.low = i == 0 || one.low < all.low ? one.low : all.low;
        all.high = i == 0 || one.high > all.high ? one.high : all.high;
    }
    return all;
}

static bounds either(bounds a, bounds b)
{
    return (bounds){a.low < b.low ? a.low : b.low,
                    a.high > b.high ? a.high : b.high};
}

// At most so many members, each of them so much.
static bounds sum_of(const dx_dg_reader *r, const dx_dg_node *n)
{
    bounds one = bounds_of(r, n->a);
    int64_t times;
    members_of(r, n, &times);
    if (n->range == DX_DG_CARDS_OF)
        times = DX_PACK_CARDS_MAX;
    return between(one.low < 0 ? times * one.low : 0,
                   one.high > 0 ? times * one.high : 0);
}

static bounds bounds_by(const dx_dg_reader *r, const dx_dg_node *n)
{
    bounds a = bounds_of(r, n->op == DX_DG_IF ? n->c : n->a);
    bounds b = bounds_of(r, n->b);
    switch (n->op) {
    case DX_DG_ADD:
        return between((int64_t)a.low + b.low, (int64_t)a.high + b.high);
    case DX_DG_SUBTRACT:
        return between((int64_t)a.low - b.high, (int64_t)a.high - b.low);
    case DX_DG_MULTIPLY:
        return between(a.low < 0 || b.low < 0 ? INT32_MIN : 0,
                       (int64_t)a.high * b.high);
    case DX_DG_DIVIDE:
        return between(a.low < 0 || b.low < 0 ? INT32_MIN : 0, a.high);
    case DX_DG_MODULO:
        return between(0, b.high > 0 ? b.high - 1 : 0);
    default:
        return either(a, b);
    }
}

// What a number can come to at least and at most.
static bounds bounds_of(const dx_dg_reader *r, const dx_dg_node *n)
{
    int first = dx_dg_first(r->p, n->type);
    int64_t count;
    switch (n->op) {
    case DX_DG_NUMBER:
        return (bounds){n->value, n->value};
    case DX_DG_SIZE:
        return (bounds){0, DX_PACK_CARDS_MAX};
    case DX_DG_SUM:
        return sum_of(r, n);
    case DX_DG_ADD:
    case DX_DG_SUBTRACT:
    case DX_DG_MULTIPLY:
    case DX_DG_DIVIDE:
    case DX_DG_MODULO:
    case DX_DG_IF:
        return bounds_by(r, n);
    case DX_DG_FIRST:
        return either(members_of(r, n, &count), bounds_of(r, n->c));
    default:
        if (n->op == DX_DG_REG && r->bound[n->reg].is_known)
            return (bounds){r->bound[n->reg].low, r->bound[n->reg].high};
        if (n->type.kind == DX_DG_T_NUMBER)
            return (bounds){-DX_DG_ANY, DX_DG_ANY};
        if (n->type.kind == DX_DG_T_FLAG)
            return (bounds){0, 1};
        return (bounds){first, first + (int)dx_dg_values(r->p, n->type) - 1};
    }
}

static bounds bounds_of_type(const dx_dg_reader *r, dx_dg_type type)
{
    int low = dx_dg_first(r->p, type);
    return (bounds){low, type.kind == DX_DG_T_SET
                             ? low + (int)r->p->set[type.set].count - 1
                             : DX_DG_TOLD_MAX};
}

bool dx_dg_is_beyond(const dx_dg_reader *r, const dx_dg_node *value,
                     dx_dg_type type)
{
    bounds b, may = bounds_of_type(r, type);
    if (r->status != DX_OK || !dx_dg_is_number(r->p, type) ||
        value->type.kind == DX_DG_T_NONE)
        return false;
    b = bounds_of(r, value);
    return b.low < may.low || b.high > may.high;
}

// Is `none` one of the values that it names?  A variable that begins as none is
// for play to find (check.c).
static bool may_be_none(const dx_dg_node *n)
{
    if (n->op == DX_DG_IF)
        return may_be_none(n->b) || may_be_none(n->c);
    if (n->op == DX_DG_FIRST)
        return may_be_none(n->c);
    return n->type.kind == DX_DG_T_NONE || n->type.or_none;
}

void dx_dg_check_told(dx_dg_reader *r, const dx_token *at,
                      const dx_dg_node *value, dx_dg_type type)
{
    bounds b, may = bounds_of_type(r, type);
    if (r->status != DX_OK)
        return;
    if (!type.or_none && may_be_none(value))
        dx_dg_fail(r, at,
                   "this can be none, which no %s is; write its type as %s or "
                   "none, or choose another value where it is none",
                   dx_dg_type_name(r->p, type), dx_dg_type_name(r->p, type));
    if (!dx_dg_is_beyond(r, value, type))
        return;
    b = bounds_of(r, value);
    int low = may.low, high = may.high;
    dx_dg_fail(r, at,
               "this could come to %s than %d; expected a number from %d "
               "to %d: of cards, a variable of a set of numbers, or (..) "
               "mod %d",
               b.low < low ? "less" : "more", b.low < low ? low : high, low,
               high, high + 1);
}

static void bind(dx_dg_reader *r, unsigned reg, bounds b)
{
    r->bound[reg].is_known = true;
    r->bound[reg].low = b.low;
    r->bound[reg].high = b.high;
}

void dx_dg_bound_by_domain(dx_dg_reader *r, unsigned reg,
                           const dx_dg_node *domain)
{
    int64_t count;
    if (r->status == DX_OK)
        bind(r, reg, members_of(r, domain, &count));
}

void dx_dg_bound_told(dx_dg_reader *r, unsigned reg, dx_dg_type type)
{
    if (dx_dg_is_number(r->p, type))
        bind(r, reg, bounds_of_type(r, type));
}

void dx_dg_bound_by_value(dx_dg_reader *r, unsigned reg,
                          const dx_dg_node *value)
{
    bind(r, reg, bounds_of(r, value));
}

// Loops end by themselves; those that would go on too long are refused.
void dx_dg_check_repeats(dx_dg_reader *r, const dx_dg_node *domain,
                         uint64_t max, const dx_token *at)
{
    int64_t times;
    if (r->status != DX_OK)
        return;
    members_of(r, domain, &times);
    r->repeats *= times > 0 ? (uint64_t)times : 1;
    if (r->repeats > max)
        dx_dg_fail(r, at,
                   "this could be done more than %u times; expected a number "
                   "with bounds: of cards, a parameter, or a variable of a set "
                   "of numbers",
                   (unsigned)max);
}

void dx_dg_check_index(dx_dg_reader *r, const char *name,
                       const dx_dg_node *index, unsigned count)
{
    bounds b = bounds_of(r, index);
    bool is_sure = index->op == DX_DG_NUMBER || index->type.kind == DX_DG_T_SET;
    if (is_sure && (b.low < 1 || b.high > (int)count))
        BAD(r, name, "'%s' has numbers from 1 to %u, and this can be %d", name,
            count, b.low < 1 ? b.low : b.high);
}
