// What a node says at a vector: a truth in three values, or a number.
//
// At a world of a mind all numbers of cards are complete, and a truth is 0 or
// 1.  While worlds are laid group by group some numbers are complete before the
// others, which can still get so many cards and no more; and where a mind
// stands it sees some and not the others.  That may settle it: one of two
// alternatives is so, or too few cards are to come.  So there is a third value,
// DX_OPEN, and whoever looks ahead, leaves out what does not matter
// (relevance.c) or asks what was found before uses the same evaluation.
//
// After an error, which is in the effort, a value is anything.

#include "minds/inquiry/inquiry_private.h"

#include <assert.h>
#include <string.h>

typedef struct sight {
    dx_inquiry *q;
    const uint8_t *vector;
    const uint8_t *more; // that each number may get; NULL: none
    bool recalls;        // no mind is opened for it
    bool *is_unasked;    // one would have to be; may be NULL
} sight;

static unsigned say(const sight *s, dx_inquiry_node of);

// ---- numbers ----

static bool truth(dx_inquiry *q, dx_inquiry_node of, const uint8_t *vector)
{
    sight s = {.q = q, .vector = vector};
    return say(&s, of) == 1;
}

static bool number(dx_inquiry *q, dx_inquiry_node of, const uint8_t *vector,
                   dx_rational *out);

bool dx_inquiry_compare(dx_join join, const dx_rational *a,
                        const dx_rational *b)
{
    int order = dx_rational_compare(a, b);
    switch (join) {
    case DX_JOIN_EQUAL:
        return order == 0;
    case DX_JOIN_NOT_EQUAL:
        return order != 0;
    case DX_JOIN_LESS:
        return order < 0;
    case DX_JOIN_LESS_EQUAL:
        return order <= 0;
    case DX_JOIN_GREATER:
        return order > 0;
    default:
        return order >= 0;
    }
}

static bool compare_operands(dx_inquiry *q, const dx_node_data *n,
                             const uint8_t *vector)
{
    const dx_inquiry_node *operand = q->operands.at + n->first;
    dx_join join = n->join;
    dx_rational a = {0}, b = {0};
    bool decided;
    if (q->decides &&
        dx_mechanism_is_on(q->effort.mechanisms, DX_BY_DECIDING) &&
        dx_inquiry_decide(q, n, vector, &decided)) {
        dx_mechanism_note(q->effort.mechanisms, DX_BY_DECIDING, 0);
        return decided;
    }
    bool left = number(q, operand[0], vector, &a);
    bool holds = left && number(q, operand[1], vector, &b) &&
                 dx_inquiry_compare(join, &a, &b);
    dx_rational_release(&a);
    dx_rational_release(&b);
    return holds;
}

// The value that a condition selects; DX_NODE_NONE if none holds.
static dx_inquiry_node selected(dx_inquiry *q, const dx_node_data *n,
                                const uint8_t *vector)
{
    assert(n->count % 2 == 0);
    for (uint32_t i = 0; i < n->count; i += 2)
        if (truth(q, q->operands.at[n->first + i], vector))
            return q->operands.at[n->first + i + 1];
    return DX_NODE_NONE;
}

// What was found in a part, added up; false after an error.
static bool add_part(dx_inquiry *q, dx_inquiry_node of, const uint8_t *vector,
                     dx_finding *sum)
{
    const dx_part_found *share = dx_inquiry_share(q, of, vector);
    if (share == NULL)
        return false;
    sum->some |= share->some;
    sum->none |= share->none;
    dx_natural_add(&sum->with, &share->with);
    dx_natural_add(&sum->all, &share->all);
    return true;
}

static bool number_of_parts(dx_inquiry *q, const dx_node_data *n,
                            const uint8_t *vector, dx_rational *out)
{
    dx_finding sum = {0};
    bool is_fine = true;
    for (uint32_t i = 0; i < n->count && is_fine; i++)
        is_fine = add_part(q, q->operands.at[n->first + i], vector, &sum);
    is_fine = is_fine && !dx_natural_is_zero(&sum.all);
    if (is_fine)
        *out = dx_rational_of_ratio(&sum.with, &sum.all);
    dx_finding_release(&sum);
    return is_fine;
}

// What is left of one whole number by another, never below 0; undefined where
// one is none, or by 0.
static bool take_modulo(dx_rational *a, const dx_rational *b)
{
    dx_fraction x = dx_rational_fraction(a), y = dx_rational_fraction(b);
    if (x.over != 1 || y.over != 1 || y.top == 0)
        return false;
    int64_t by = y.top < 0 ? -y.top : y.top, left = x.top % by;
    dx_rational_release(a);
    *a = dx_rational_of(dx_fraction_int(left < 0 ? left + by : left));
    return true;
}

static bool number_of_join(dx_inquiry *q, const dx_node_data *n,
                           const uint8_t *vector, dx_rational *out)
{
    dx_rational b = {0};
    if (!number(q, q->operands.at[n->first], vector, out))
        return false;
    if (n->join == DX_JOIN_NEGATIVE) {
        dx_rational_subtract(&b, out);
        dx_rational_release(out);
        *out = b;
        return true;
    }
    assert(n->count == 2);
    bool is_defined = number(q, q->operands.at[n->first + 1], vector, &b);
    if (is_defined && n->join == DX_JOIN_ADD)
        dx_rational_add(out, &b);
    else if (is_defined && n->join == DX_JOIN_SUBTRACT)
        dx_rational_subtract(out, &b);
    else if (is_defined && n->join == DX_JOIN_MULTIPLY)
        dx_rational_multiply(out, &b);
    else if (is_defined && n->join == DX_JOIN_DIVIDE &&
             !dx_rational_is_zero(&b))
        dx_rational_divide(out, &b);
    else
        is_defined =
            is_defined && n->join == DX_JOIN_MODULO && take_modulo(out, &b);
    dx_rational_release(&b);
    return is_defined;
}

static bool number(dx_inquiry *q, dx_inquiry_node of, const uint8_t *vector,
                   dx_rational *out)
{
    const dx_node_data n = q->nodes.at[of];
    size_t found;
    *out = (dx_rational){0};
    if (q->effort.status != DX_OK)
        return false;
    switch (n.kind) {
    case DX_NODE_NUMBER:
        *out = dx_rational_of(n.number);
        return true;
    case DX_NODE_COUNT:
        *out = dx_rational_of(dx_fraction_int(
            dx_reading_value(n.reading, vector) + n.number.top));
        return true;
    case DX_NODE_JOIN:
        if (n.join >= DX_JOIN_ADD && n.join <= DX_JOIN_NEGATIVE)
            return number_of_join(q, &n, vector, out);
        break;
    case DX_NODE_MIND:
        if (q->minds.at[n.mind]->kind != DX_MIND_CHANCE)
            break;
        const dx_mind_data *m = dx_inquiry_find(q, &n, vector, &found);
        if (m == NULL)
            return false;
        const dx_chance *c = &m->chances.at[found];
        *out = dx_rational_copy(&c->value);
        return c->is_defined;
    case DX_NODE_SELECT: {
        dx_inquiry_node value = selected(q, &n, vector);
        return value != DX_NODE_NONE && number(q, value, vector, out);
    }
    case DX_NODE_PARTS:
        if (n.parts == DX_MIND_CHANCE)
            return number_of_parts(q, &n, vector, out);
        break;
    default:
        break;
    }
    *out = dx_rational_of(dx_fraction_int(truth(q, of, vector)));
    return true;
}

// ---- truths ----

static bool is_complete(const sight *s, dx_reading reading)
{
    return s->more == NULL || reading.slot == DX_SLOT_NONE ||
           s->more[reading.slot] == 0;
}

// Is a number that is not complete large enough already, or will it never be?
static unsigned foresee_least(const sight *s, const dx_node_data *n)
{
    int64_t value = dx_reading_value(n->reading, s->vector);
    unsigned more = s->more[n->reading.slot];
    if (more == DX_MORE_ANY)
        return DX_OPEN;
    return value >= n->number.top         ? 1
           : value + more < n->number.top ? 0
                                          : DX_OPEN;
}

// Is all that a node depends on complete?
static bool is_all_complete(const sight *s, dx_inquiry_node of)
{
    const dx_node_data *n = &s->q->nodes.at[of];
    if (n->kind == DX_NODE_COUNT || n->kind == DX_NODE_LEAST)
        return is_complete(s, n->reading);
    if (n->kind == DX_NODE_PATTERN && n->count == 0)
        return s->q->patterns.at[n->pattern].value != DX_OPEN;
    for (uint32_t i = 0; i < n->told_count; i++)
        if (!is_all_complete(s, s->q->operands.at[n->told + i]))
            return false;
    for (uint32_t i = 0; i < n->count; i++)
        if (n->kind == DX_NODE_MIND
                ? !is_complete(s, s->q->readings.at[n->first + i])
                : !is_all_complete(s, s->q->operands.at[n->first + i]))
            return false;
    return true;
}

// What was found of a node before.
static unsigned recall(const sight *s, dx_inquiry_node of)
{
    unsigned found = s->q->nodes.at[of].kind == DX_NODE_MIND
                         ? dx_inquiry_recall(s->q, of, s->vector)
                         : DX_OPEN;
    *s->is_unasked |= found == DX_OPEN;
    return found;
}

// What decided it last is looked at first.
static unsigned say_joint(const sight *s, dx_node_data *n)
{
    unsigned decides = n->join == DX_JOIN_OR, all = !decides;
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t k = i == 0 ? n->decided : i == n->decided ? 0 : i;
        unsigned part = say(s, s->q->operands.at[n->first + k]);
        if (part == decides) {
            n->decided = k;
            return decides;
        }
        if (part == DX_OPEN)
            all = DX_OPEN;
    }
    return all;
}

static unsigned say_same(const sight *s, const dx_node_data *n)
{
    unsigned a = say(s, s->q->operands.at[n->first]);
    unsigned b = a == DX_OPEN ? a : say(s, s->q->operands.at[n->first + 1]);
    return a == DX_OPEN || b == DX_OPEN ? DX_OPEN : a == b;
}

static unsigned say_selected(const sight *s, const dx_node_data *n)
{
    const dx_inquiry_node *operand = s->q->operands.at + n->first;
    for (uint32_t i = 0; i < n->count; i += 2) {
        unsigned holds = say(s, operand[i]);
        if (holds != 0)
            return holds == DX_OPEN ? DX_OPEN : say(s, operand[i + 1]);
    }
    return 0;
}

// Of the parts of a mind, one may say that something is possible, or that it is
// not known; to know whether takes one of each.
static unsigned say_parts(const sight *s, dx_node_data *n)
{
    bool is_open = false, some = false, none = false;
    if (n->parts == DX_MIND_CHANCE)
        return DX_OPEN;
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t k = i == 0 ? n->decided : i == n->decided ? 0 : i;
        dx_inquiry_node part = s->q->operands.at[n->first + k];
        if (!is_all_complete(s, part)) {
            is_open = true;
            continue;
        }
        const dx_part_found *share = dx_inquiry_share(s->q, part, s->vector);
        if (share == NULL)
            return DX_OPEN;
        some |= share->some;
        none |= share->none;
        if (n->parts == DX_MIND_POSSIBLE ? some
            : n->parts == DX_MIND_KNOWS  ? none
                                         : some && none) {
            n->decided = k;
            return n->parts == DX_MIND_POSSIBLE;
        }
    }
    return is_open ? DX_OPEN : n->parts != DX_MIND_POSSIBLE;
}

static unsigned say_mind(const sight *s, const dx_node_data *n)
{
    size_t found;
    const dx_mind_data *m = s->q->minds.at[n->mind];
    if (m->is_part || m->kind == DX_MIND_CHANCE)
        return DX_OPEN;
    m = dx_inquiry_find(s->q, n, s->vector, &found);
    return m != NULL && m->truths.at[found];
}

// What takes all that it depends on: a comparison, a mind, common knowledge.
static unsigned say_whole(const sight *s, dx_inquiry_node of)
{
    const dx_node_data *n = &s->q->nodes.at[of];
    if (s->more != NULL &&
        (n->kind == DX_NODE_COMMON || !is_all_complete(s, of)))
        return DX_OPEN;
    if (s->recalls && n->minds > 0)
        return recall(s, of);
    if (n->kind == DX_NODE_JOIN)
        return compare_operands(s->q, n, s->vector);
    return n->kind == DX_NODE_COMMON
               ? dx_inquiry_truth_of_common(s->q, n, s->vector)
               : say_mind(s, n);
}

static unsigned say_join(const sight *s, dx_inquiry_node of)
{
    dx_node_data *n = &s->q->nodes.at[of];
    unsigned inner;
    switch (n->join) {
    case DX_JOIN_NOT:
        inner = say(s, s->q->operands.at[n->first]);
        return inner == DX_OPEN ? DX_OPEN : !inner;
    case DX_JOIN_AND:
    case DX_JOIN_OR:
        return say_joint(s, n);
    case DX_JOIN_IFF:
        return say_same(s, n);
    default:
        return say_whole(s, of);
    }
}

static unsigned say(const sight *s, dx_inquiry_node of)
{
    dx_node_data *n = &s->q->nodes.at[of];
    assert(n->is_settled);
    if (s->q->effort.status != DX_OK)
        return 0;
    switch (n->kind) {
    case DX_NODE_NUMBER:
        return !dx_fraction_is_zero(n->number);
    case DX_NODE_COUNT:
        return !is_complete(s, n->reading)
                   ? DX_OPEN
                   : dx_reading_value(n->reading, s->vector) + n->number.top !=
                         0;
    case DX_NODE_LEAST:
        return !is_complete(s, n->reading)
                   ? foresee_least(s, n)
                   : (int64_t)dx_reading_value(n->reading, s->vector) >=
                         n->number.top;
    case DX_NODE_JOIN:
        return say_join(s, of);
    case DX_NODE_SELECT:
        return say_selected(s, n);
    case DX_NODE_PATTERN:
        return n->count > 0 ? say(s, s->q->operands.at[n->first])
                            : s->q->patterns.at[n->pattern].value;
    case DX_NODE_PARTS:
        if (!s->recalls)
            return say_parts(s, n);
        *s->is_unasked = true;
        return DX_OPEN;
    default:
        return say_whole(s, of);
    }
}

unsigned dx_inquiry_foresee(dx_inquiry *q, dx_inquiry_node of,
                            const uint8_t *vector, const uint8_t *more)
{
    sight s = {.q = q, .vector = vector, .more = more};
    return say(&s, of);
}

bool dx_inquiry_truth(dx_inquiry *q, dx_inquiry_node of, const uint8_t *vector)
{
    return truth(q, of, vector);
}

bool dx_inquiry_figure(dx_inquiry *q, dx_inquiry_node of, const uint8_t *vector,
                       dx_rational *out)
{
    return number(q, of, vector, out);
}

// ---- worlds of a mind ----

// Is a world left in by what was heard and what is given?
static unsigned is_left_in(const sight *s, const dx_mind_data *m)
{
    unsigned all = 1;
    assert(m->is_closed);
    for (size_t i = 0; i < m->hearings.count; i++) {
        unsigned heard = say(s, m->hearings.at[i].heard);
        if (heard != DX_OPEN && heard != m->hearings.at[i].holds)
            return 0;
        all = heard == DX_OPEN ? DX_OPEN : all;
    }
    unsigned given = m->given == DX_NODE_NONE ? 1 : say(s, m->given);
    return given == 1 ? all : given;
}

bool dx_inquiry_leaves_in(dx_inquiry *q, const dx_mind_data *m,
                          const uint8_t *vector)
{
    sight s = {.q = q, .vector = vector};
    return is_left_in(&s, m) == 1;
}

dx_tells dx_inquiry_says(const void *context, const uint8_t *vector,
                         const uint8_t *more, bool recalls)
{
    const dx_foreseeing *f = context;
    bool is_unasked = false;
    sight s = {f->inquiry, vector, more, recalls, &is_unasked};
    unsigned left_in = is_left_in(&s, f->mind);
    unsigned asked = left_in == 1 ? say(&s, f->mind->asked) : DX_OPEN;
    return left_in == 0 ? DX_TELLS_NONE
           : asked == 1 ? DX_TELLS_YES
           : asked == 0 ? DX_TELLS_NO
           : is_unasked ? DX_TELLS_UNKNOWN
                        : DX_TELLS_OPEN;
}
