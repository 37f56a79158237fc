// Two kinds are tried at a time: do the frame, as far as it is hidden, and the
// nodes stay as they are if the two change places?  The operands of "and", "or"
// and sums may then be in another order.  What changes places with one and the
// same kind changes places.
//
// Cost: pairs of kinds, times bounds and nodes.

#include "minds/inquiry/alike.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

// Two kinds that change places.
typedef struct change {
    unsigned a, b;
} change;

static uint64_t changed(change c, uint64_t kinds)
{
    uint64_t differ = (kinds >> c.a ^ kinds >> c.b) & 1;
    return kinds ^ (differ << c.a | differ << c.b);
}

// ---- the frame ----

// Is there a bound like this one, on other kinds?
static bool has_bound(const dx_deal_space *space, const dx_bound *like,
                      uint64_t kinds)
{
    for (unsigned i = 0; i < space->bound_count; i++) {
        const dx_bound *bound = &space->bound[i];
        if (bound->places == like->places && bound->kinds == kinds &&
            bound->min == like->min && bound->max == like->max &&
            bound->but == like->but)
            return true;
    }
    return false;
}

static bool keeps_bounds(const dx_frame *frame, uint64_t hidden, change c)
{
    const dx_deal_space *space = &frame->space;
    for (unsigned i = 0; i < space->bound_count; i++) {
        const dx_bound *bound = &space->bound[i];
        uint64_t kinds = changed(c, bound->kinds);
        if ((bound->places & hidden) != 0 && kinds != bound->kinds &&
            !has_bound(space, bound, kinds))
            return false;
    }
    return true;
}

static bool has_some(const dx_factors *f, const dx_factor *factor,
                     const dx_some *some, uint64_t kinds)
{
    for (size_t i = 0; i < factor->count; i++) {
        const dx_some *other = &f->somes.at[factor->first + i];
        if (other->places == some->places && other->kinds == kinds &&
            other->least == some->least && other->most == some->most &&
            other->moves == some->moves)
            return true;
    }
    return false;
}

static bool keeps_factors(const dx_factors *f, uint64_t hidden, change c)
{
    for (size_t i = 0; f != NULL && i < f->factors.count; i++) {
        const dx_factor *factor = &f->factors.at[i];
        for (size_t k = 0; k < factor->count; k++) {
            const dx_some *some = &f->somes.at[factor->first + k];
            uint64_t kinds = changed(c, some->kinds);
            if ((some->places & hidden) != 0 && kinds != some->kinds &&
                !has_some(f, factor, some, kinds))
                return false;
        }
    }
    return true;
}

static bool keeps_frame(const dx_outlook *o, change c)
{
    const dx_frame *frame = o->frame;
    uint64_t hidden = frame->real & ~o->sees;
    if (frame->space.copies[c.a] != frame->space.copies[c.b])
        return false;
    for (uint64_t left = hidden; left != 0; left &= left - 1) {
        uint64_t could = frame->could[__builtin_ctzll(left)];
        if ((could >> c.a & 1) != (could >> c.b & 1))
            return false;
    }
    return keeps_bounds(frame, hidden, c) &&
           keeps_factors(o->factors, hidden, c);
}

// ---- the nodes ----

static bool becomes(const dx_inquiry *q, dx_inquiry_node from,
                    dx_inquiry_node to, change c);

static bool is_unordered(const dx_node_data *n)
{
    return n->kind == DX_NODE_JOIN &&
           (n->join == DX_JOIN_AND || n->join == DX_JOIN_OR ||
            n->join == DX_JOIN_ADD);
}

// Do the operands of one become those of the other, in any order if that does
// not matter?  To become each other is to be equal, so that which of several is
// taken does not matter.
static bool operands_become(const dx_inquiry *q, const dx_node_data *from,
                            const dx_node_data *to, change c)
{
    enum { OPERANDS_MAX = 64 };
    bool is_taken[OPERANDS_MAX] = {false}, any = is_unordered(from);
    if (from->count != to->count || from->count > OPERANDS_MAX)
        return false;
    for (uint32_t i = 0; i < from->count; i++) {
        uint32_t k = any ? 0 : i, end = any ? to->count : i + 1;
        while (k < end &&
               (is_taken[k] || !becomes(q, q->operands.at[from->first + i],
                                        q->operands.at[to->first + k], c)))
            k++;
        if (k == end)
            return false;
        is_taken[k] = true;
    }
    return true;
}

// Where there is no number, both are all zeros.
static bool is_same(dx_fraction a, dx_fraction b)
{
    return a.top == b.top && a.over == b.over;
}

static bool becomes(const dx_inquiry *q, dx_inquiry_node from,
                    dx_inquiry_node to, change c)
{
    const dx_node_data *a = &q->nodes.at[from], *b = &q->nodes.at[to];
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case DX_NODE_NUMBER:
        return is_same(a->number, b->number);
    case DX_NODE_COUNT:
    case DX_NODE_LEAST:
        return a->places == b->places && changed(c, a->kinds) == b->kinds &&
               is_same(a->number, b->number);
    case DX_NODE_MIND: {
        const dx_mind_data *m = q->minds.at[a->mind];
        return a->mind == b->mind && m->alike[c.a] == m->alike[c.b];
    }
    case DX_NODE_PATTERN:
        return false; // it may name any
    default:
        return a->join == b->join && a->parts == b->parts &&
               is_same(a->number, b->number) && operands_become(q, a, b, c);
    }
}

static bool stays(const dx_inquiry *q, dx_inquiry_node of, change c)
{
    return of == DX_NODE_NONE || becomes(q, of, of, c);
}

static bool keeps_all(const dx_inquiry *q, const dx_mind_data *m, change c)
{
    if (!keeps_frame(&m->outlook, c) || !stays(q, m->asked, c) ||
        !stays(q, m->given, c))
        return false;
    for (size_t i = 0; i < m->hearings.count; i++)
        if (!stays(q, m->hearings.at[i].heard, c) ||
            !stays(q, m->hearings.at[i].is, c))
            return false;
    return true;
}

// ---- each hand by itself ----

// The seats that see these places, as bits.
static unsigned seers(const dx_frame *frame, uint64_t places)
{
    unsigned seats = 0;
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++)
        seats |= (frame->sees[seat] & places) != 0 ? 1U << seat : 0;
    return seats;
}

typedef struct apart {
    const dx_inquiry *q;
    const dx_mind_data *m;
    uint64_t kinds;  // some that are alike
    unsigned seats;  // who sees what single ones of them are asked of
    bool is_refused; // a mind sees several hands, or this one a part of a hand
} apart;

static bool is_of_some(const apart *p, uint64_t kinds)
{
    uint64_t in = kinds & p->kinds;
    return in != 0 && in != p->kinds;
}

// The seats that see what single ones of the kinds are asked of.  Of places of
// which the mind sees some, what it sees there tells the kinds apart.
static unsigned look_at_places(apart *p, uint64_t places, uint64_t kinds)
{
    const dx_outlook *o = &p->m->outlook;
    if (!is_of_some(p, kinds))
        return 0;
    p->is_refused |= (places & o->frame->real & o->sees) != 0 &&
                     (places & o->frame->real & ~o->sees) != 0;
    return seers(o->frame, places);
}

static void look_at_mind(apart *p, const dx_node_data *n)
{
    unsigned seats = 0;
    for (uint32_t i = 0; i < n->count; i++) {
        uint16_t slot = p->q->readings.at[n->first + i].slot;
        if (slot == DX_SLOT_NONE)
            continue;
        const dx_entry *e = &p->m->outlook.inner.entries.at[slot];
        seats |= look_at_places(p, e->places, e->kinds);
    }
    p->is_refused |= (seats & (seats - 1)) != 0;
}

static void look_at(apart *p, dx_inquiry_node of)
{
    if (of == DX_NODE_NONE)
        return;
    const dx_node_data *n = &p->q->nodes.at[of];
    if (n->kind == DX_NODE_COUNT || n->kind == DX_NODE_LEAST) {
        p->seats |= look_at_places(p, n->places, n->kinds);
    } else if (n->kind == DX_NODE_MIND) {
        look_at_mind(p, n);
        for (uint32_t i = 0; i < n->told_count; i++)
            look_at(p, p->q->operands.at[n->told + i]);
    } else {
        for (uint32_t i = 0; i < n->count; i++)
            look_at(p, p->q->operands.at[n->first + i]);
    }
}

// May kinds alike change places in one hand alone?
static bool is_apart(const dx_inquiry *q, const dx_mind_data *m, unsigned kind)
{
    apart p = {.q = q, .m = m};
    for (unsigned k = 0; k < m->outlook.frame->space.kind_count; k++)
        p.kinds |= m->alike[k] == kind ? DX_BIT(k) : 0;
    look_at(&p, m->asked);
    look_at(&p, m->given);
    for (size_t i = 0; i < m->hearings.count; i++)
        look_at(&p, m->hearings.at[i].heard);
    return !p.is_refused && (p.seats & (p.seats - 1)) == 0;
}

void dx_inquiry_find_alike(dx_inquiry *q, dx_mind_data *m)
{
    unsigned kinds = m->outlook.frame->space.kind_count;
    dx_mechanisms *mechanisms = q->effort.mechanisms;
    for (unsigned b = 0; b < kinds; b++) {
        m->alike[b] = (uint8_t)b;
        if (!dx_mechanism_is_on(mechanisms, DX_BY_LIKENESS))
            continue;
        for (unsigned a = 0; a < b && m->alike[b] == b; a++)
            if (m->alike[a] == a && keeps_all(q, m, (change){a, b}))
                m->alike[b] = (uint8_t)a;
        if (m->alike[b] != b)
            dx_mechanism_note(mechanisms, DX_BY_LIKENESS, 0);
    }
    for (unsigned k = 0; k < kinds; k++)
        m->outlook.alike[k] =
            is_apart(q, m, m->alike[k]) ? (uint8_t)(m->alike[k] + 1) : 0;
}

// ---- the own scope ----

// The slot of the number like that of `slot`, of another kind; DX_SLOT_NONE if
// there is none.
static uint16_t slot_like(const dx_number_scope *scope, uint16_t slot,
                          unsigned kind)
{
    const dx_entry *e = &scope->entries.at[slot];
    for (size_t i = 0; i < scope->entries.count; i++) {
        const dx_entry *other = &scope->entries.at[i];
        if (other->places == e->places && other->kinds == DX_BIT(kind) &&
            other->floor == e->floor && other->ceiling == e->ceiling)
            return (uint16_t)i;
    }
    return DX_SLOT_NONE;
}

// The numbers of one kind alone; false if others have it together with some of
// those like it, or matter only at times.
static bool slots_of(const dx_mind_data *m, unsigned kind, uint64_t alike,
                     dx_twin *out)
{
    const dx_number_scope *scope = &m->outlook.self;
    out->count = 0;
    for (size_t i = 0; i < scope->entries.count; i++) {
        const dx_entry *e = &scope->entries.at[i];
        if ((e->kinds & alike) == 0 || (e->kinds & alike) == alike)
            continue;
        if ((e->kinds & (e->kinds - 1)) != 0)
            return false;
        if (e->kinds != DX_BIT(kind))
            continue;
        if (out->count == DX_TWIN_SLOTS)
            return false;
        out->slots[out->count++] = (uint16_t)i;
    }
    return true;
}

// Kind after kind like the first one, its numbers in the same order.
static void plan_twins(dx_mind_data *m, unsigned first, uint64_t alike)
{
    size_t before = m->twins.count;
    dx_twin twin = {.is_first = true}, other = {0};
    bool fine = slots_of(m, first, alike, &twin) && twin.count > 0;
    dx_vector_push(&m->twins, twin);
    for (uint64_t left = alike & ~DX_BIT(first); fine && left != 0;
         left &= left - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(left);
        fine = slots_of(m, kind, alike, &other) && other.count == twin.count;
        other.is_first = false;
        for (unsigned i = 0; fine && i < twin.count; i++) {
            other.slots[i] = slot_like(&m->outlook.self, twin.slots[i], kind);
            fine = other.slots[i] != DX_SLOT_NONE;
        }
        dx_vector_push(&m->twins, other);
    }
    if (!fine)
        m->twins.count = before;
}

void dx_mind_plan_twins(dx_mind_data *m)
{
    unsigned kinds = m->outlook.frame->space.kind_count;
    for (unsigned first = 0; first < kinds; first++) {
        uint64_t alike = 0;
        for (unsigned k = 0; k < kinds; k++)
            alike |= m->alike[k] == first ? DX_BIT(k) : 0;
        if ((alike & (alike - 1)) != 0)
            plan_twins(m, first, alike);
    }
}

// Are the numbers of a kind smaller than those of the one before it?
static bool is_less(const dx_twin *before, const dx_twin *twin,
                    const uint8_t *self)
{
    for (unsigned i = 0; i < twin->count; i++)
        if (self[twin->slots[i]] != self[before->slots[i]])
            return self[twin->slots[i]] < self[before->slots[i]];
    return false;
}

static void change_places(const dx_twin *a, const dx_twin *b, uint8_t *self)
{
    for (unsigned i = 0; i < a->count; i++) {
        uint8_t value = self[a->slots[i]];
        self[a->slots[i]] = self[b->slots[i]];
        self[b->slots[i]] = value;
    }
}

void dx_mind_sort_twins(const dx_mind_data *m, uint8_t *self)
{
    for (size_t i = 1; i < m->twins.count; i++)
        for (size_t k = i; !m->twins.at[k].is_first &&
                           is_less(&m->twins.at[k - 1], &m->twins.at[k], self);
             k--)
            change_places(&m->twins.at[k - 1], &m->twins.at[k], self);
}
