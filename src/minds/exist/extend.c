// Can the rest be laid?  Depth first, group by group, each into the classes
// that may hold it, with a memory of the states from which it failed.  Cells
// that are filled get nothing more.  Where a bound waits for a card, or a class
// can hardly be filled, it is served first; cards that no class takes stay
// where nobody looks, as many as there are more than room.
//
// Before each group it is looked ahead.  A bound may wait for more cards than
// the groups to come can bring; bounds of one class that no card serves
// together may wait for more than it takes; and cards may be left that no class
// with room takes.  Each says only what is impossible, so that nothing is lost,
// and together they see nearly all dead ends at their mouth.

#include "minds/exist/occurs_private.h"

#include <assert.h>
#include <string.h>

bool dx_drafting_step(dx_drafting *p)
{
    p->is_spilt |= p->run.effort->steps >= p->steps_end;
    return dx_effort_step(p->run.effort) && !p->is_spilt;
}

bool dx_drafting_lay(dx_drafting *p, unsigned group, unsigned class, int number)
{
    p->run.row = group;
    if (!dx_run_add(&p->run, class, number))
        return false;
    assert(p->run.cards[group] >= number && p->run.key[class] >= number);
    p->run.cards[group] = (uint8_t)(p->run.cards[group] - number);
    p->run.key[class] = (uint8_t)(p->run.key[class] - number);
    uint8_t *lies = &p->s->lies[group * p->classes + class];
    *lies = (uint8_t)(*lies + number);
    return true;
}

// How many cards each class may get, of the groups behind each.
static void count_later(dx_drafting *p)
{
    uint8_t *later = p->s->later;
    memset(later + (p->groups - 1) * p->classes, 0, p->classes);
    for (size_t g = p->groups; g-- > 1;) {
        const dx_group *group = &p->o->groups.at[g];
        uint8_t *row = later + (g - 1) * p->classes;
        memcpy(row, row + p->classes, p->classes);
        for (unsigned i = 0; i < group->class_count; i++) {
            unsigned class = group->classes[i];
            unsigned more = row[class] + p->run.cards[g];
            if (!p->s->filled[g * p->classes + class])
                row[class] = (uint8_t)(more < UINT8_MAX ? more : UINT8_MAX);
        }
    }
}

// What the rest depends on, when this group is to be laid: filled cells too.
static void write_state(const dx_drafting *p, unsigned group)
{
    const dx_outlook *o = p->o;
    uint8_t *state = (uint8_t *)p->s->state;
    memset(state, 0, p->s->failed.stride * sizeof *p->s->state);
    *state++ = (uint8_t)group;
    *state++ = (uint8_t)p->stage;
    memcpy(state + group, p->run.cards + group, p->groups - group);
    state += p->groups;
    memcpy(state, p->run.key, p->classes);
    state += p->classes;
    for (size_t i = 0; i < o->sums.count; i++) {
        const dx_sum *sum = &o->sums.at[i];
        uint8_t value = dx_drafting_sums(p)[i];
        if (sum->slot == DX_SLOT_NONE && sum->last >= group)
            state[i] = value < sum->cap ? value : sum->cap;
    }
}

static bool is_full(const dx_drafting *p)
{
    for (size_t c = 0; c < p->classes; c++)
        if (p->run.key[c] != 0)
            return false;
    return true;
}

static bool is_bound(const dx_drafting *p, size_t i)
{
    const dx_sum *sum = &p->o->sums.at[i];
    return sum->slot == DX_SLOT_NONE && (sum->places & p->o->frame->real) != 0;
}

// Does a bound that is complete with this group not hold?  Choices are made
// elsewhere.
static bool breaks_bound(const dx_drafting *p, unsigned group)
{
    const dx_outlook *o = p->o;
    for (unsigned i = o->closing[group]; i < o->closing[group + 1]; i++) {
        const dx_sum *sum = &o->sums.at[o->closed[i]];
        if (is_bound(p, o->closed[i]) && sum->last == group &&
            !dx_sum_takes(sum, dx_drafting_sums(p)[o->closed[i]]))
            return true;
    }
    return false;
}

// Is a bound waiting for a card of the group in this class?
static bool is_wanted(const dx_drafting *p, unsigned group, unsigned class)
{
    const dx_outlook *o = p->o;
    const unsigned *cell =
        o->cells + group * (p->classes + o->marks.count) + class;
    for (unsigned i = cell[0]; i < cell[1]; i++)
        if (dx_drafting_sums(p)[o->touched[i]] < o->sums.at[o->touched[i]].min)
            return true;
    return false;
}

// Counts what a group may bring to the sums of a cell.
static void add_supply(dx_drafting *p, size_t group, unsigned class)
{
    const dx_outlook *o = p->o;
    size_t cell = group * (p->classes + o->marks.count) + class;
    uint8_t *row = p->s->supply + group * o->sums.count;
    unsigned more = p->run.cards[group], room = p->run.key[class];
    more = more < room ? more : room;
    for (unsigned i = o->cells[cell]; more > 0 && i < o->cells[cell + 1]; i++) {
        unsigned sum = o->touched[i], all = row[sum] + more;
        row[sum] = (uint8_t)(all < UINT8_MAX ? all : UINT8_MAX);
        p->s->suppliers[sum] |= UINT64_C(1) << group;
    }
}

// Which bounds wait, and how many cards they may get of each group and those
// behind.
static void count_supply(dx_drafting *p)
{
    const dx_outlook *o = p->o;
    dx_occurs *s = p->s;
    size_t sums = o->sums.count;
    s->waiting.count = 0;
    for (size_t i = 0; i < sums; i++)
        if (is_bound(p, i) && dx_drafting_sums(p)[i] < o->sums.at[i].min)
            dx_vector_push(&s->waiting, (uint16_t)i);
    memset(s->suppliers, 0, sums * sizeof *s->suppliers);
    memset(s->supply + p->groups * sums, 0, sums);
    for (size_t g = p->groups; s->waiting.count > 0 && g-- > 0;) {
        const dx_group *group = &o->groups.at[g];
        memcpy(s->supply + g * sums, s->supply + (g + 1) * sums, sums);
        for (unsigned i = 0; i < group->class_count; i++)
            if (!s->filled[g * p->classes + group->classes[i]])
                add_supply(p, g, group->classes[i]);
    }
}

// Do bounds wait for more than the groups from this one on can bring, or for
// more cards of a class than it takes?
static bool is_short(const dx_drafting *p, unsigned group)
{
    const dx_outlook *o = p->o;
    const dx_occurs *s = p->s;
    const uint8_t *supply = s->supply + group * o->sums.count;
    uint64_t used[DX_PLACES_MAX] = {0};
    uint64_t left = group < p->groups ? ~UINT64_C(0) << group : 0;
    unsigned needed[DX_PLACES_MAX] = {0};
    for (size_t w = 0; w < s->waiting.count; w++) {
        unsigned i = s->waiting.at[w], min = o->sums.at[i].min;
        unsigned value = dx_drafting_sums(p)[i], class = s->only_class[i];
        uint64_t suppliers = s->suppliers[i] & left;
        if (value >= min)
            continue;
        if (value + supply[i] < min)
            return true;
        if (class == DX_PLACES_MAX || (used[class] & suppliers) != 0)
            continue;
        used[class] |= suppliers;
        needed[class] += min - value;
        if (needed[class] > p->run.key[class])
            return true;
    }
    return false;
}

// Which classes take cards of each group.
static void find_takers(dx_drafting *p)
{
    for (size_t g = 0; g < p->groups; g++) {
        const dx_group *group = &p->o->groups.at[g];
        p->s->takers[g] = 0;
        for (unsigned i = 0; i < group->class_count; i++)
            if (!p->s->filled[g * p->classes + group->classes[i]])
                p->s->takers[g] |= UINT64_C(1) << group->classes[i];
    }
}

// Are there more cards in groups from this one on, which nothing takes, than
// may be left over?
static bool is_stuck(const dx_drafting *p, unsigned group, unsigned slack)
{
    uint64_t open = 0;
    unsigned left = 0;
    for (size_t c = 0; c < p->classes; c++)
        open |= (uint64_t)(p->run.key[c] != 0) << c;
    for (size_t g = group; g < p->groups; g++)
        left += p->s->takers[g] & open ? 0U : p->run.cards[g];
    return left > slack;
}

static bool has_failed(const dx_drafting *p, unsigned group)
{
    if (group == p->groups || p->s->failed.count == 0)
        return false;
    write_state(p, group);
    return dx_states_seek(&p->s->failed, p->s->state) != DX_STATE_NONE;
}

static bool spread(dx_drafting *p, unsigned group, unsigned i, unsigned slack);

// Can this group and all behind it be laid?
static bool lay_rest(dx_drafting *p, unsigned group, unsigned slack)
{
    if (group == p->groups)
        return is_full(p);
    if (!dx_drafting_step(p))
        return false;
    if (spread(p, group, 0, slack))
        return true;
    if (dx_drafting_is_over(p))
        return false;
    write_state(p, group);
    dx_states_find(&p->s->failed, p->s->state);
    return false;
}

// Goes on to the next group, if none of the classes has been left behind.
static bool leave_group(dx_drafting *p, unsigned group, unsigned slack)
{
    const uint8_t *later = p->s->later + group * p->classes;
    unsigned left = p->run.cards[group];
    for (size_t c = 0; c < p->classes; c++)
        if (p->run.key[c] > later[c])
            return false;
    return left <= slack && dx_drafting_step(p) && !breaks_bound(p, group) &&
           !is_stuck(p, group + 1, slack - left) && !is_short(p, group + 1) &&
           !has_failed(p, group + 1) && lay_rest(p, group + 1, slack - left);
}

static bool try_number(dx_drafting *p, unsigned group, unsigned i,
                       unsigned slack, unsigned number)
{
    unsigned class = p->o->groups.at[group].classes[i];
    if (!dx_drafting_lay(p, group, class, (int)number))
        return false;
    bool is_done = spread(p, group, i + 1, slack);
    dx_drafting_lay(p, group, class, -(int)number);
    return is_done;
}

// Lays what is left of a group into its classes from number `i` on.
static bool spread(dx_drafting *p, unsigned group, unsigned i, unsigned slack)
{
    const dx_group *g = &p->o->groups.at[group];
    if (i == g->class_count)
        return leave_group(p, group, slack);
    unsigned class = g->classes[i], room = p->run.key[class];
    size_t cell = group * p->classes + class;
    unsigned left = p->run.cards[group], later = p->s->later[cell];
    if (p->s->filled[cell])
        return room <= later && spread(p, group, i + 1, slack);
    unsigned most = room < left ? room : left;
    unsigned least = room > later ? room - later : 0;
    if (least > most)
        return false;
    bool down = is_wanted(p, group, class) || 2 * room > later;
    for (unsigned k = 0; k <= most - least && !dx_drafting_is_over(p); k++)
        if (try_number(p, group, i, slack, down ? most - k : least + k))
            return true;
    return false;
}

bool dx_drafting_has_rest(dx_drafting *p)
{
    unsigned cards = 0, room = 0;
    for (size_t g = 0; g < p->groups; g++)
        cards += p->run.cards[g];
    for (size_t c = 0; c < p->classes; c++)
        room += p->run.key[c];
    if (cards < room)
        return false;
    count_later(p);
    count_supply(p);
    find_takers(p);
    if (!dx_drafting_step(p) || is_short(p, 0) || is_stuck(p, 0, cards - room))
        return false;
    return lay_rest(p, 0, cards - room);
}
