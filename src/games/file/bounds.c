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

// At most so many members, each of them so much.
static bounds sum_of(const dx_dg_reader *r, const dx_dg_node *n)
{
    bounds one = bounds_of(r, n->a);
    int64_t times = DX_PACK_CARDS_MAX;
    if (n->range == DX_DG_FROM_TO)
        times = (int64_t)bounds_of(r, n->hi).high - bounds_of(r, n->lo).low + 1;
    return between(one.low < 0 ? times * one.low : 0, times * one.high);
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
        return (bounds){a.low < b.low ? a.low : b.low,
                        a.high > b.high ? a.high : b.high};
    }
}

// What a number can come to at least and at most.
static bounds bounds_of(const dx_dg_reader *r, const dx_dg_node *n)
{
    int first = dx_dg_first(r->p, n->type);
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
    default:
        if (n->op == DX_DG_REG && r->loop[n->reg].high != 0)
            return (bounds){r->loop[n->reg].low, r->loop[n->reg].high};
        if (n->op == DX_DG_REG && r->in_head)
            return (bounds){0, DX_DG_TOLD_MAX}; // an argument of the event
        if (n->type.kind == DX_DG_T_NUMBER)
            return (bounds){-DX_DG_ANY, DX_DG_ANY};
        if (n->type.kind == DX_DG_T_FLAG)
            return (bounds){0, 1};
        return (bounds){first, first + (int)dx_dg_values(r->p, n->type) - 1};
    }
}

void dx_dg_check_told(dx_dg_reader *r, const dx_token *at,
                      const dx_dg_node *value, dx_dg_type type)
{
    if (r->status != DX_OK || !dx_dg_is_number(r->p, type) ||
        value->type.kind == DX_DG_T_NONE || value->op == DX_DG_REG ||
        (value->type.kind == DX_DG_T_SET && value->type.set == type.set))
        return;
    int low = dx_dg_first(r->p, type), high = DX_DG_TOLD_MAX;
    if (type.kind == DX_DG_T_SET)
        high = low + (int)r->p->set[type.set].count - 1;
    bounds b = bounds_of(r, value);
    if (b.low < low || b.high > high)
        dx_dg_fail(r, at,
                   "this could come to %s than %d, which the event cannot "
                   "tell; expected a number from %d to %d: of cards, a "
                   "variable of a set of numbers, or (..) mod %d",
                   b.low < low ? "less" : "more", b.low < low ? low : high, low,
                   high, high + 1);
}

// Loops end by themselves; those that would go on too long are refused.
void dx_dg_check_repeats(dx_dg_reader *r, const dx_dg_node *domain,
                         unsigned reg, const dx_token *at)
{
    if (r->status != DX_OK)
        return;
    bounds low = bounds_of(r, domain->lo), high = bounds_of(r, domain->hi);
    int64_t times = (int64_t)high.high - low.low + 1;
    r->loop[reg].low = low.low;
    r->loop[reg].high = high.high;
    if (times > 0 && times * r->repeats > DX_DG_REPEATS_MAX)
        dx_dg_fail(r, at,
                   "this could be done more than %d times; expected a number "
                   "with bounds: of cards, a parameter, or a variable of a set "
                   "of numbers",
                   DX_DG_REPEATS_MAX);
    r->repeats *= times > 0 ? (unsigned)times : 1;
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
