// A network: every group has the cards that are left of it; a bound takes cards
// of its group, or of the next wider bound of the same group, as many as it
// still may and at least as many as it still must; classes take cards from the
// narrowest bounds that have them, and must be full.  What a group has over
// stays where nobody looks.
//
// A whole flow that fits exists if one that need not be whole does, so it is
// found by sending card after card along the first way that is free.  What must
// be sent at least is sent from a source of its own and has to arrive.
//
// A bound may leave out a number between two others ("none or two").  If the
// flow that is found has just that number there, one with fewer and one with
// more are looked for.

#include "minds/exist/flow.h"

#include "base/memory.h"
#include "minds/exist/occurs_private.h"

#include <assert.h>
#include <string.h>

static const uint16_t NONE = UINT16_MAX;

// An edge and the one back are neighbours.
typedef struct flow_edge {
    uint16_t to, next;
    uint16_t room;
} flow_edge;

// A bound of the outlook, as part of the network.
typedef struct flow_bound {
    unsigned sum; // of the outlook
    unsigned group;
    uint64_t classes;
    uint16_t wider;       // bound, or NONE: the group
    unsigned least, most; // cards still to come
    uint16_t edge;
} flow_bound;

struct dx_flow {
    DX_VECTOR(flow_bound) bounds;
    uint16_t *narrowest; // bound of each cell, or NONE
    DX_VECTOR(flow_edge) edges;
    uint16_t *first; // edge of each node
    bool *met;       // nodes, in a search
    unsigned nodes;
};

// ---- the plan ----

static bool is_real_bound(const dx_outlook *o, const dx_sum *sum)
{
    return sum->slot == DX_SLOT_NONE && (sum->places & o->frame->real) != 0;
}

// The group of a bound and the classes that it counts in; false if it has
// several groups.
static bool read_bound(const dx_outlook *o, unsigned sum, flow_bound *out)
{
    size_t classes = o->classes.count;
    *out = (flow_bound){.sum = sum, .wider = NONE};
    for (unsigned g = 0; g < o->groups.count; g++) {
        uint64_t in = 0;
        for (unsigned c = 0; c < classes; c++)
            for (unsigned i = o->cells[g * classes + c];
                 i < o->cells[g * classes + c + 1]; i++)
                if (o->touched[i] == sum)
                    in |= DX_BIT(c);
        if (in != 0 && out->classes != 0)
            return false;
        if (in != 0) {
            out->group = g;
            out->classes = in;
        }
    }
    return true;
}

// Are two bounds of one group apart, or one inside the other?
static bool are_nested(const flow_bound *a, const flow_bound *b)
{
    uint64_t both = a->classes & b->classes;
    return a->group != b->group || both == 0 || both == a->classes ||
           both == b->classes;
}

// Is `a` inside `b`; of two that are the same, the first?
static bool is_inside(const dx_flow *f, size_t a, size_t b)
{
    const flow_bound *x = &f->bounds.at[a], *y = &f->bounds.at[b];
    return x->group == y->group && (x->classes & ~y->classes) == 0 &&
           (x->classes != y->classes || a < b);
}

static bool add_bounds(dx_flow *f, const dx_outlook *o)
{
    for (unsigned i = 0; i < o->sums.count; i++) {
        flow_bound bound;
        if (!is_real_bound(o, &o->sums.at[i]))
            continue;
        if (o->sums.at[i].scale != 0 || !read_bound(o, i, &bound))
            return false;
        for (size_t k = 0; k < f->bounds.count; k++)
            if (!are_nested(&bound, &f->bounds.at[k]))
                return false;
        dx_vector_push(&f->bounds, bound);
    }
    return f->bounds.count > 0;
}

// The narrowest bound around each bound, and around each cell.
static void find_narrowest(dx_flow *f, const dx_outlook *o)
{
    size_t classes = o->classes.count;
    for (size_t i = 0; i < f->bounds.count; i++) {
        flow_bound *b = &f->bounds.at[i];
        for (size_t k = 0; k < f->bounds.count; k++)
            if (k != i && is_inside(f, i, k) &&
                (b->wider == NONE || is_inside(f, k, b->wider)))
                b->wider = (uint16_t)k;
    }
    f->narrowest =
        dx_alloc(o->groups.count * classes + 1, sizeof *f->narrowest);
    for (size_t cell = 0; cell < o->groups.count * classes; cell++) {
        f->narrowest[cell] = NONE;
        for (size_t k = 0; k < f->bounds.count; k++)
            if (f->bounds.at[k].group == cell / classes &&
                (f->bounds.at[k].classes >> cell % classes & 1) &&
                (f->narrowest[cell] == NONE ||
                 is_inside(f, k, f->narrowest[cell])))
                f->narrowest[cell] = (uint16_t)k;
    }
}

dx_flow *dx_flow_plan(const dx_outlook *o)
{
    if (!dx_mechanism_is_on(o->mechanisms, DX_BY_FLOW))
        return NULL;
    dx_flow *f = dx_alloc(1, sizeof *f);
    if (o->marks.count > 0 || !add_bounds(f, o)) {
        dx_flow_free(f);
        return NULL;
    }
    find_narrowest(f, o);
    f->nodes =
        (unsigned)(o->groups.count + f->bounds.count + o->classes.count) + 4;
    f->first = dx_alloc(f->nodes, sizeof *f->first);
    f->met = dx_alloc(f->nodes, sizeof *f->met);
    return f;
}

void dx_flow_free(dx_flow *f)
{
    if (f == NULL)
        return;
    dx_vector_release(&f->bounds);
    dx_vector_release(&f->edges);
    dx_free(f->narrowest);
    dx_free(f->first);
    dx_free(f->met);
    dx_free(f);
}

// ---- the network ----

// Nodes: groups, bounds, classes; behind them where cards come from and go to,
// and the two of what must be sent.
typedef struct flow_ends {
    unsigned from, to, must_from, must_to;
} flow_ends;

static flow_ends ends_of(const dx_flow *f)
{
    return (flow_ends){f->nodes - 4, f->nodes - 3, f->nodes - 2, f->nodes - 1};
}

static void add_edge(dx_flow *f, unsigned from, unsigned to, unsigned room)
{
    assert(f->edges.count + 2 < NONE && room <= UINT16_MAX);
    dx_vector_push(&f->edges,
                   (flow_edge){(uint16_t)to, f->first[from], (uint16_t)room});
    f->first[from] = (uint16_t)(f->edges.count - 1);
    dx_vector_push(&f->edges, (flow_edge){(uint16_t)from, f->first[to], 0});
    f->first[to] = (uint16_t)(f->edges.count - 1);
}

// At least `least` and at most `most` cards; answers how many must be sent.
static unsigned add_between(dx_flow *f, unsigned from, unsigned to,
                            unsigned least, unsigned most)
{
    flow_ends ends = ends_of(f);
    add_edge(f, from, to, most - least);
    if (least > 0) {
        add_edge(f, ends.must_from, to, least);
        add_edge(f, from, ends.must_to, least);
    }
    return least;
}

static unsigned bound_node(const dx_drafting *p, size_t bound)
{
    return (unsigned)(p->groups + bound);
}

static unsigned class_node(const dx_flow *f, const dx_drafting *p, size_t class)
{
    return (unsigned)(p->groups + f->bounds.count + class);
}

static void add_cells(dx_flow *f, const dx_drafting *p)
{
    for (unsigned g = 0; g < p->groups; g++) {
        const dx_group *group = &p->o->groups.at[g];
        for (unsigned i = 0; i < group->class_count; i++) {
            unsigned c = group->classes[i], room = p->run.key[c];
            size_t cell = g * p->classes + c;
            room = room < p->run.cards[g] ? room : p->run.cards[g];
            uint16_t in = f->narrowest[cell];
            if (room > 0 && !p->s->filled[cell])
                add_edge(f, in == NONE ? g : bound_node(p, in),
                         class_node(f, p, c), room);
        }
    }
}

// Answers how many cards must be sent in all.
static unsigned build(dx_flow *f, const dx_drafting *p)
{
    flow_ends ends = ends_of(f);
    unsigned must = 0;
    f->edges.count = 0;
    memset(f->first, 0xff, f->nodes * sizeof *f->first);
    for (unsigned g = 0; g < p->groups; g++)
        add_edge(f, ends.from, g, p->run.cards[g]);
    for (size_t i = 0; i < f->bounds.count; i++) {
        flow_bound *b = &f->bounds.at[i];
        b->edge = (uint16_t)f->edges.count;
        must += add_between(
            f, b->wider == NONE ? b->group : bound_node(p, b->wider),
            bound_node(p, i), b->least, b->most);
    }
    add_cells(f, p);
    for (unsigned c = 0; c < p->classes; c++)
        must += add_between(f, class_node(f, p, c), ends.to, p->run.key[c],
                            p->run.key[c]);
    add_edge(f, ends.to, ends.from, UINT8_MAX);
    return must;
}

// Sends one card on from a node, if there is a way.
static bool send(dx_flow *f, unsigned node)
{
    if (node == f->nodes - 1)
        return true;
    f->met[node] = true;
    for (uint16_t e = f->first[node]; e != NONE; e = f->edges.at[e].next) {
        if (f->edges.at[e].room == 0 || f->met[f->edges.at[e].to] ||
            !send(f, f->edges.at[e].to))
            continue;
        f->edges.at[e].room--;
        f->edges.at[e ^ 1].room++;
        return true;
    }
    return false;
}

static bool flows(dx_flow *f, dx_drafting *p)
{
    for (unsigned must = build(f, p); must > 0; must--) {
        memset(f->met, 0, f->nodes * sizeof *f->met);
        if (!dx_drafting_step(p) || !send(f, f->nodes - 2))
            return false;
    }
    return true;
}

// ---- numbers that are left out ----

static const dx_sum *sum_of(const dx_drafting *p, const flow_bound *b)
{
    return &p->o->sums.at[b->sum];
}

// The bound that has a number which it may not have; NULL: none.
static flow_bound *find_broken(const dx_flow *f, const dx_drafting *p,
                               unsigned *out_number)
{
    for (size_t i = 0; i < f->bounds.count; i++) {
        flow_bound *b = &f->bounds.at[i];
        *out_number = b->most - f->edges.at[b->edge].room;
        unsigned value = dx_drafting_sums(p)[b->sum] + *out_number;
        assert(*out_number >= b->least && *out_number <= b->most);
        if (!dx_sum_takes(sum_of(p, b), value))
            return b;
    }
    return NULL;
}

static bool fits(dx_flow *f, dx_drafting *p)
{
    unsigned number;
    if (!flows(f, p))
        return false;
    flow_bound *broken = find_broken(f, p, &number);
    if (broken == NULL)
        return true;
    unsigned least = broken->least, most = broken->most;
    bool is = false;
    if (number > least) {
        broken->most = number - 1;
        is = fits(f, p);
        broken->most = most;
    }
    if (!is && number < most) {
        broken->least = number + 1;
        is = fits(f, p);
        broken->least = least;
    }
    return is;
}

bool dx_flow_has_rest(dx_flow *f, dx_drafting *p)
{
    for (size_t i = 0; i < f->bounds.count; i++) {
        flow_bound *b = &f->bounds.at[i];
        const dx_sum *sum = sum_of(p, b);
        unsigned value = dx_drafting_sums(p)[b->sum];
        unsigned cards = p->run.cards[b->group];
        b->least = value < sum->min ? sum->min - value : 0;
        b->most = value < sum->max ? sum->max - value : 0;
        b->most = b->most < cards ? b->most : cards;
        if (b->least > b->most || value > sum->max)
            return false;
    }
    return fits(f, p);
}
