// The plan of an outlook: which kinds and places nothing tells apart, which
// numbers run along, and in which order the groups are laid.
//
// Kinds are split by what a hidden place may hold, by the bounds that touch
// hidden places and by the numbers asked for that do; places likewise.  The
// order of groups decides how many numbers are open at a time, and so how many
// states there are: we take the group next that closes most and opens least.

#include "minds/outlook.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

static uint64_t hidden_from(const dx_outlook *o)
{
    return o->frame->all & ~o->sees;
}

static unsigned size_of(const dx_deal_space *space, uint64_t places)
{
    unsigned size = 0;
    for (; places != 0; places &= places - 1)
        size += space->place[__builtin_ctzll(places)].size;
    return size;
}

// The numbers of the inner scope that hidden cards add to, each with what the
// mind sees of it; the others are passed on as they are seen.
static void add_numbers(dx_outlook *o)
{
    uint64_t hidden = hidden_from(o);
    size_t count = o->inner.entries.count;
    o->passed = dx_alloc(count + 1, sizeof *o->passed);
    o->is_plain = true;
    for (size_t i = 0; i < count; i++) {
        dx_entry entry = o->inner.entries.at[i];
        unsigned room = size_of(&o->frame->space, entry.places & hidden);
        unsigned floor = entry.floor > room ? entry.floor - room : 0;
        dx_reading seen =
            dx_scope_read(&o->self, entry.places & o->sees, entry.kinds, floor);
        o->passed[i] = seen;
        if (room == 0)
            continue;
        o->is_plain = false;
        dx_vector_push(&o->sums, (dx_sum){.slot = (uint16_t)i,
                                          .places = entry.places & hidden,
                                          .kinds = entry.kinds,
                                          .seen = seen,
                                          .max = UINT8_MAX,
                                          .floor = entry.floor});
    }
}

static void add_bounds(dx_outlook *o)
{
    const dx_deal_space *space = &o->frame->space;
    uint64_t hidden = hidden_from(o);
    for (unsigned i = 0; i < space->bound_count; i++) {
        const dx_bound *bound = &space->bound[i];
        unsigned room = size_of(space, bound->places & hidden);
        if (room == 0 ||
            (bound->min == 0 && bound->max >= size_of(space, bound->places)))
            continue;
        // What is seen below `min - room` is as good as that: it never is; and
        // with no lower bound only the way to the upper one counts.
        dx_reading seen =
            dx_scope_read(&o->self, bound->places & o->sees, bound->kinds, 0);
        dx_vector_push(&o->sums, (dx_sum){.slot = DX_SLOT_NONE,
                                          .places = bound->places & hidden,
                                          .kinds = bound->kinds,
                                          .seen = seen,
                                          .min = bound->min,
                                          .max = bound->max});
    }
}

// Do the same sums touch two places, and may they hold the same?
static bool are_alike(const dx_outlook *o, unsigned a, unsigned b)
{
    const dx_deal_space *space = &o->frame->space;
    if (space->place[a].kinds != space->place[b].kinds)
        return false;
    for (size_t i = 0; i < o->sums.count; i++)
        if ((o->sums.at[i].places >> a & 1) != (o->sums.at[i].places >> b & 1))
            return false;
    return true;
}

static void find_classes(dx_outlook *o)
{
    const dx_deal_space *space = &o->frame->space;
    for (uint64_t left = hidden_from(o); left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        size_t c = 0;
        if (space->place[place].size == 0)
            continue;
        while (c < o->classes.count &&
               !are_alike(o, place,
                          (unsigned)__builtin_ctzll(o->classes.at[c].places)))
            c++;
        if (c == o->classes.count)
            dx_vector_push(&o->classes,
                           (dx_class){.kinds = space->place[place].kinds});
        o->classes.at[c].places |= DX_BIT(place);
        o->classes.at[c].size += space->place[place].size;
    }
}

// Splits every group that has kinds inside and outside of `kinds`.
static void split(dx_outlook *o, uint64_t kinds)
{
    for (size_t g = 0, count = o->groups.count; g < count; g++) {
        uint64_t inside = o->groups.at[g].kinds & kinds;
        uint64_t outside = o->groups.at[g].kinds & ~kinds;
        if (inside == 0 || outside == 0)
            continue;
        o->groups.at[g].kinds = inside;
        dx_vector_push(&o->groups, (dx_group){.kinds = outside});
    }
}

static void describe_group(dx_outlook *o, dx_group *group)
{
    const dx_deal_space *space = &o->frame->space;
    unsigned room = 0;
    for (uint64_t left = group->kinds; left != 0; left &= left - 1)
        group->copies += space->copies[__builtin_ctzll(left)];
    for (size_t c = 0; c < o->classes.count; c++)
        if ((o->classes.at[c].kinds & group->kinds) != 0) {
            assert((group->kinds & ~o->classes.at[c].kinds) == 0);
            group->classes[group->class_count++] = (uint8_t)c;
            room += o->classes.at[c].size;
        }
    // Where only possibility counts, more cards than there is room for are as
    // good as just enough.
    unsigned floor =
        !o->weighs && group->copies > room ? group->copies - room : 0;
    group->seen = dx_scope_read(&o->self, o->sees, group->kinds, floor);
}

static void find_groups(dx_outlook *o)
{
    const dx_deal_space *space = &o->frame->space;
    uint64_t all = 0;
    for (size_t c = 0; c < o->classes.count; c++)
        all |= o->classes.at[c].kinds;
    for (unsigned kind = 0; kind < space->kind_count; kind++)
        if (space->copies[kind] == 0)
            all &= ~DX_BIT(kind);
    if (all != 0)
        dx_vector_push(&o->groups, (dx_group){.kinds = all});
    for (size_t c = 0; c < o->classes.count; c++)
        split(o, o->classes.at[c].kinds);
    for (size_t i = 0; i < o->sums.count; i++)
        split(o, o->sums.at[i].kinds);
    for (size_t g = 0; g < o->groups.count; g++)
        describe_group(o, &o->groups.at[g]);
}

static bool touches(const dx_outlook *o, size_t group, const dx_sum *sum)
{
    const dx_group *g = &o->groups.at[group];
    if ((g->kinds & sum->kinds) == 0)
        return false;
    for (unsigned i = 0; i < g->class_count; i++)
        if ((o->classes.at[g->classes[i]].places & sum->places) != 0)
            return true;
    return false;
}

// How good it is to lay `group` next, with `left[i]` groups still to come that
// touch sum i, and sum i begun or not.
static int merit(const dx_outlook *o, size_t group, const unsigned *left,
                 const bool *begun)
{
    int merit = 0;
    for (size_t i = 0; i < o->sums.count; i++) {
        if (!touches(o, group, &o->sums.at[i]))
            continue;
        bool is_bound = o->sums.at[i].slot == DX_SLOT_NONE;
        if (begun[i])
            merit += left[i] == 1 ? (is_bound ? 12 : 4) : 2;
        else
            merit -= left[i] == 1 ? (is_bound ? 0 : 3) : 8;
    }
    return 4 * merit - (int)o->groups.at[group].class_count;
}

static void order_groups(dx_outlook *o)
{
    unsigned *left = dx_alloc(o->sums.count + 1, sizeof *left);
    bool *begun = dx_alloc(o->sums.count + 1, sizeof *begun);
    for (size_t i = 0; i < o->sums.count; i++)
        for (size_t g = 0; g < o->groups.count; g++)
            left[i] += touches(o, g, &o->sums.at[i]);
    for (size_t at = 0; at < o->groups.count; at++) {
        size_t best = at;
        int most = merit(o, at, left, begun);
        for (size_t g = at + 1; g < o->groups.count; g++) {
            int other = merit(o, g, left, begun);
            if (other > most) {
                best = g;
                most = other;
            }
        }
        dx_group chosen = o->groups.at[best];
        o->groups.at[best] = o->groups.at[at];
        o->groups.at[at] = chosen;
        for (size_t i = 0; i < o->sums.count; i++)
            if (touches(o, at, &o->sums.at[i])) {
                begun[i] = true;
                left[i]--;
                o->sums.at[i].last = (unsigned)at;
            }
    }
    dx_free(left);
    dx_free(begun);
}

// Which sums a card of each group adds to in each class, and which sums are
// complete with each group.
static void list_cells(dx_outlook *o)
{
    size_t groups = o->groups.count, classes = o->classes.count;
    DX_VECTOR(uint16_t) touched = {0}, closed = {0};
    o->cells = dx_alloc(groups * classes + 1, sizeof *o->cells);
    o->closing = dx_alloc(groups + 1, sizeof *o->closing);
    for (size_t g = 0; g < groups; g++) {
        for (size_t c = 0; c < classes; c++) {
            o->cells[g * classes + c] = (unsigned)touched.count;
            for (size_t i = 0; i < o->sums.count; i++)
                if ((o->sums.at[i].places & o->classes.at[c].places) != 0 &&
                    (o->sums.at[i].kinds & o->groups.at[g].kinds) != 0)
                    dx_vector_push(&touched, (uint16_t)i);
        }
        o->closing[g] = (unsigned)closed.count;
        for (size_t i = 0; i < o->sums.count; i++)
            if (o->sums.at[i].last == g)
                dx_vector_push(&closed, (uint16_t)i);
    }
    o->cells[groups * classes] = (unsigned)touched.count;
    o->closing[groups] = (unsigned)closed.count;
    o->touched = touched.at;
    o->closed = closed.at;
}

void dx_outlook_plan(dx_outlook *o)
{
    assert(o->self.frame == o->frame && o->inner.frame == o->frame);
    add_numbers(o);
    if (o->is_plain)
        return;
    add_bounds(o);
    find_classes(o);
    find_groups(o);
    order_groups(o);
    list_cells(o);
}

void dx_outlook_release(dx_outlook *o)
{
    dx_scope_release(&o->self);
    dx_scope_release(&o->inner);
    dx_vector_release(&o->groups);
    dx_vector_release(&o->classes);
    dx_vector_release(&o->sums);
    dx_free(o->cells);
    dx_free(o->touched);
    dx_free(o->closing);
    dx_free(o->closed);
    dx_free(o->passed);
    dx_states_release(&o->states[0]);
    dx_states_release(&o->states[1]);
}
