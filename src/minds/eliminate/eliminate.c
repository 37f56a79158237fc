// One run of an outlook: the dynamic programme over its rows.
//
// A state says how many cards each class of places still takes and how far each
// sum has come.  For every group the cards that the mind does not see are laid
// in all ways into the classes that may hold them, and what is left stays in
// the rest; equal states merge, their weights add up.  A sum that is complete
// is checked if it is a bound, and then forgotten.  A class that could not be
// filled any more by the groups still to come is not begun.
//
// Where behaviour weighs it is the other way round: every class takes cards of
// the groups that it may hold, and a state says which are gone.  Either way x
// of n cards are taken in (n choose x) ways.
//
// Cost: the number of states times the ways to lay a group; the states are at
// most the product of (size + 1) over the classes times the values of the sums
// that are open together.  It does not depend on how many worlds there are.

#include "minds/eliminate/run.h"

#include "base/memory.h"
#include "game/agent.h"
#include "minds/eliminate/moves.h"
#include "minds/exist/occurs.h"
#include "minds/message/by_hand.h"
#include "worlds/count.h"

#include <assert.h>
#include <string.h>

enum { STEPS_BETWEEN_LOOKS = 1024 };

bool dx_effort_step(dx_effort *effort)
{
    effort->steps++;
    if (effort->status != DX_OK)
        return false;
    if ((effort->steps_max != 0 && effort->steps > effort->steps_max) ||
        (effort->bytes_max != 0 && effort->bytes > effort->bytes_max))
        effort->status = DX_ERR_LIMIT;
    else if (effort->steps % STEPS_BETWEEN_LOOKS == 0 &&
             dx_budget_is_spent(effort->budget, effort->steps))
        effort->status = DX_ERR_CANCELLED;
    return effort->status == DX_OK;
}

// `out` is the load times `by`; `spare`, 0 or what the load weighs already,
// takes what 128 bits do not.
static inline void heavier(const dx_load *l, dx_count by, dx_natural *spare,
                           dx_load *out)
{
    const dx_natural *weight = l->weight;
    if ((l->ways | by) >> 64 == 0) {
        out->ways = (dx_count)(uint64_t)l->ways * (uint64_t)by;
    } else if (__builtin_mul_overflow(l->ways, by, &out->ways)) {
        dx_natural more = dx_natural_copy(weight);
        dx_natural_multiply_count(&more, l->ways);
        dx_natural_release(spare);
        *spare = more;
        weight = spare;
        out->ways = by;
    }
    out->weight = weight;
}

// Closes one sum of the key if this row is its last, else only caps it; false
// if that breaks a bound.
static bool close_sum(const dx_sum *sum, unsigned row, uint8_t *value,
                      dx_count *scale)
{
    assert(sum->last >= row && *value <= sum->max);
    if (sum->last != row) {
        *value = *value < sum->cap ? *value : sum->cap;
        return true;
    }
    if (sum->slot != DX_SLOT_NONE) {
        *value = *value < sum->floor     ? sum->floor
                 : *value > sum->ceiling ? sum->ceiling
                                         : *value;
        return true;
    }
    if (!dx_sum_takes(sum, *value) || (sum->scale != 0 && *value == 0))
        return false;
    if (sum->scale != 0) {
        dx_count by = sum->multiplies ? *value : sum->scale / *value;
        assert(by > 0 && *scale <= (dx_count)-1 / by);
        *scale *= by;
    }
    *value = 0;
    return true;
}

// Writes the key of the state that is reached; false if a bound is broken.
static bool close_sums(dx_deal_run *r, dx_count *scale)
{
    const dx_outlook *o = r->o;
    uint8_t *sums = (uint8_t *)r->done + r->lead;
    memcpy(r->done, r->key, r->stride * sizeof *r->done);
    for (size_t i = 0; r->ignored != NULL && i < o->sums.count; i++)
        if (dx_run_ignores(r, &o->sums.at[i]))
            sums[i] = 0;
    for (unsigned i = o->closing[r->row]; i < o->closing[r->row + 1]; i++)
        if (!dx_run_ignores(r, &o->sums.at[o->closed[i]]) &&
            !close_sum(&o->sums.at[o->closed[i]], r->row, &sums[o->closed[i]],
                       scale))
            return false;
    return true;
}

// Classes that no later group tells apart become one.  How many ways that are
// may be more than 128 bits take.
static void fuse(dx_deal_run *r, dx_load *l, dx_natural *spare)
{
    const dx_outlook *o = r->o;
    uint8_t *takes = (uint8_t *)r->done;
    for (size_t i = 0; i < o->fusions.count; i++) {
        const dx_fusion *fusion = &o->fusions.at[i];
        if (fusion->group > r->row)
            break;
        unsigned more = takes[fusion->from];
        if (more == 0)
            continue;
        assert(takes[fusion->into] + more <= DX_CARDS_MAX);
        takes[fusion->into] = (uint8_t)(takes[fusion->into] + more);
        takes[fusion->from] = 0;
        dx_load before = *l;
        heavier(&before, dx_choose(takes[fusion->into], more), spare, l);
    }
}

static void reach(dx_deal_run *r, const dx_load *l)
{
    dx_count scale = 1;
    if (!dx_effort_step(r->effort) || !close_sums(r, &scale))
        return;
    if (r->o->moves != NULL)
        dx_moves_write(r);
    if (scale == 1 && r->o->fusions.count == 0) {
        r->arrive(r, l);
        return;
    }
    dx_natural spare = {0};
    dx_load more;
    heavier(l, scale, &spare, &more);
    fuse(r, &more, &spare);
    r->arrive(r, &more);
    dx_natural_release(&spare);
}

bool dx_run_add(dx_deal_run *r, size_t column, int more)
{
    const dx_outlook *o = r->o;
    size_t columns = o->moves != NULL ? o->groups.count : o->classes.count;
    size_t cell = r->row * (columns + o->marks.count) + column;
    uint8_t *sums = r->key + r->lead;
    unsigned begin = o->cells[cell], end = o->cells[cell + 1];
    if (more == 0)
        return true;
    for (unsigned i = begin; more > 0 && i < end; i++)
        if (sums[o->touched[i]] + more > o->sums.at[o->touched[i]].max)
            return false;
    for (unsigned i = begin; i < end; i++)
        sums[o->touched[i]] = (uint8_t)(sums[o->touched[i]] + more);
    return true;
}

static void lay(dx_deal_run *r, unsigned i, unsigned left, const dx_load *l);

// From mark `m` on: each choice from this class that is not decided yet may
// have been one of the `there` cards of the group that lie in it, or none of
// them.
static void mark(dx_deal_run *r, size_t m, unsigned i, unsigned left,
                 unsigned there, const dx_load *l)
{
    const dx_outlook *o = r->o;
    const dx_group *group = &o->groups.at[r->row];
    while (m < o->marks.count &&
           (there == 0 || o->marks.at[m].class != group->classes[i] ||
            (o->marks.at[m].kinds & group->kinds) == 0))
        m++;
    if (m == o->marks.count) {
        lay(r, i + 1, left, l);
        return;
    }
    mark(r, m + 1, i, left, there, l);
    if (r->key[o->classes.count + o->marks.at[m].sum] != 0 ||
        !dx_run_add(r, o->classes.count + m, 1))
        return;
    dx_natural spare = {0};
    r->marked[m] = 1;
    dx_load more;
    heavier(l, there, &spare, &more);
    mark(r, m + 1, i, left, there, &more);
    r->marked[m] = 0;
    dx_natural_release(&spare);
    dx_run_add(r, o->classes.count + m, -1);
}

// Are cards that are laid told apart where ways are counted?
static bool are_counted(const dx_outlook *o, const dx_group *group)
{
    return o->weighs &&
           (!o->tells_deals ||
            group->copies == (unsigned)__builtin_popcountll(group->kinds));
}

// Lays `number` of `left` cards into a column, number `i` of the row, and goes
// on.
static void lay_number(dx_deal_run *r, unsigned i, unsigned column,
                       unsigned left, unsigned number, const dx_load *l)
{
    const dx_outlook *o = r->o;
    bool by_class = o->moves != NULL;
    unsigned cards = by_class ? r->takes[column] : left;
    assert(number <= left && number <= r->takes[column]);
    dx_natural spare = {0};
    dx_load more;
    dx_count ways = 1;
    if (are_counted(o, &o->groups.at[by_class ? column : r->row]))
        ways = number == 1 ? cards : dx_choose(cards, number);
    heavier(l, ways, &spare, &more);
    r->takes[column] = (uint8_t)(r->takes[column] - number);
    r->laid[column] = (uint8_t)number;
    uint64_t asked = by_class ? dx_moves_take(r, column, number) : 0;
    if (by_class && number == left)
        reach(r, &more);
    else if (o->marks.count == 0)
        lay(r, i + 1, left - number, &more);
    else
        mark(r, 0, i, left - number,
             number + r->forced[r->row * o->classes.count + column], &more);
    dx_natural_release(&spare);
    if (by_class)
        dx_moves_give(r, column, number, asked);
    r->laid[column] = 0;
    r->takes[column] = (uint8_t)(r->takes[column] + number);
}

// Can the classes from number `i` on do without a card of this group, and all
// classes together with the cards of the groups behind it?
static bool can_wait(const dx_deal_run *r, unsigned i)
{
    const dx_group *group = &r->o->groups.at[r->row];
    const uint8_t *later = r->later + r->row * r->o->classes.count;
    unsigned takes = 0;
    for (; i < group->class_count; i++)
        if (r->takes[group->classes[i]] > later[group->classes[i]])
            return false;
    for (size_t class = 0; class < r->o->classes.count; class ++)
        takes += r->takes[class];
    return takes <= r->behind[r->row];
}

// From column number `i` of the row on.
static void lay(dx_deal_run *r, unsigned i, unsigned left, const dx_load *l)
{
    const dx_outlook *o = r->o;
    unsigned count;
    const uint8_t *columns = dx_outlook_columns(o, r->row, &count);
    bool by_class = o->moves != NULL;
    size_t first = r->row * (by_class ? o->groups.count
                                      : o->classes.count + o->marks.count);
    for (; r->effort->status == DX_OK; i++) {
        if (i == count || (left == 0 && o->marks.count == 0)) {
            if (by_class ? left == 0 : can_wait(r, i))
                reach(r, l);
            return;
        }
        unsigned column = columns[i], takes = r->takes[column];
        unsigned most = takes < left ? takes : left;
        const unsigned *cell = o->cells + first + column;
        bool adds = cell[0] < cell[1]; // to sums
        unsigned later =
            by_class ? takes : r->later[r->row * o->classes.count + column];
        unsigned least = takes > later ? takes - later : 0;
        if (least == 0 && o->marks.count > 0)
            mark(r, 0, i, left, r->forced[r->row * o->classes.count + column],
                 l);
        else if (least == 0 && !by_class)
            lay(r, i + 1, left, l);
        for (unsigned number = least > 0 ? least : 1; number <= most;
             number++) {
            if (adds && !dx_run_add(r, column, (int)number))
                break; // more would be too many as well
            lay_number(r, i, column, left, number, l);
            if (adds)
                dx_run_add(r, column, -(int)number);
        }
        if (!by_class)
            return;
    }
}

// Cards that are taken to lie in a place.
static void count_fixed(dx_deal_run *r, size_t group)
{
    const dx_outlook *o = r->o;
    for (uint64_t kinds = o->groups.at[group].kinds; kinds != 0;
         kinds &= kinds - 1) {
        uint64_t places = o->fixed[__builtin_ctzll(kinds)];
        for (size_t c = 0; places != 0 && c < o->classes.count; c++) {
            int there = __builtin_popcountll(places & o->classes.at[c].places);
            uint8_t *cell = &r->forced[group * o->classes.count + c];
            assert(r->cards[group] >= there);
            *cell = (uint8_t)(*cell + there);
            r->cards[group] = (uint8_t)(r->cards[group] - there);
        }
    }
}

// Which cards of each group the mind can place, and how many are left; false if
// it sees more than there are: in a case that is not so, which is looked at
// only to see what would matter there.
static bool count_cards(dx_deal_run *r, const uint8_t *self)
{
    const dx_outlook *o = r->o;
    for (size_t g = 0; g < o->groups.count; g++) {
        const dx_group *group = &o->groups.at[g];
        unsigned seen = dx_reading_value(group->seen, self);
        assert(group->copies <= UINT8_MAX);
        if (seen > group->copies)
            return false;
        r->cards[g] = (uint8_t)(group->copies - seen);
        if (o->fixed != NULL)
            count_fixed(r, g);
    }
    for (size_t i = 0; i < o->forced.count; i++) {
        const dx_forced *f = &o->forced.at[i];
        if (dx_reading_value(f->reading, self) == 0)
            continue;
        assert(r->cards[f->group] > 0);
        r->cards[f->group]--;
        r->forced[f->group * o->classes.count + f->class]++;
    }
    return true;
}

// How many cards each class, and all together, may get from the groups behind
// each.
static void count_later(dx_deal_run *r)
{
    const dx_outlook *o = r->o;
    size_t classes = o->classes.count;
    if (o->groups.count > 0)
        r->behind[o->groups.count - 1] = 0;
    for (size_t g = o->moves != NULL ? 0 : o->groups.count; g-- > 1;) {
        const dx_group *group = &o->groups.at[g];
        r->behind[g - 1] = (uint16_t)(r->behind[g] + r->cards[g]);
        memcpy(r->later + (g - 1) * classes, r->later + g * classes, classes);
        for (unsigned i = 0; i < group->class_count; i++) {
            uint8_t *sum = &r->later[(g - 1) * classes + group->classes[i]];
            unsigned more = *sum + r->cards[g];
            *sum = (uint8_t)(more < UINT8_MAX ? more : UINT8_MAX);
        }
    }
}

// Lays the cards that the mind can place; false if they break a bound.
static bool lay_forced(dx_deal_run *r)
{
    const dx_outlook *o = r->o;
    size_t classes = o->classes.count;
    if (o->forced.count == 0 && o->fixed == NULL)
        return true;
    for (size_t cell = 0; cell < o->groups.count * classes; cell++) {
        unsigned there = r->forced[cell];
        size_t class = cell % classes;
        if (there == 0)
            continue;
        r->row = (unsigned)(cell / classes);
        assert(r->key[class] >= there);
        r->key[class] = (uint8_t)(r->key[class] - there);
        if (!dx_run_add(r, class, (int)there))
            return false;
    }
    return true;
}

// Are there enough cards for every class?
static bool can_fill(const dx_deal_run *r)
{
    const dx_outlook *o = r->o;
    unsigned cards[DX_PLACES_MAX] = {0};
    for (size_t g = 0; g < o->groups.count; g++)
        for (unsigned i = 0; i < o->groups.at[g].class_count; i++)
            cards[o->groups.at[g].classes[i]] += r->cards[g];
    for (size_t c = 0; c < o->classes.count; c++)
        if (r->o->moves == NULL && r->key[c] > cards[c])
            return false;
    return true;
}

// The first state: every class takes its size, sums have what is seen.
static bool first_state(dx_deal_run *r, const uint8_t *self)
{
    const dx_outlook *o = r->o;
    for (size_t c = 0; o->moves == NULL && c < o->classes.count; c++)
        r->key[c] = (uint8_t)o->classes.at[c].size;
    for (size_t i = 0; i < o->sums.count; i++) {
        unsigned seen = dx_reading_value(o->sums.at[i].seen, self);
        if (seen > o->sums.at[i].max)
            return false;
        r->key[r->lead + i] = (uint8_t)seen;
    }
    if (o->moves != NULL)
        dx_moves_put(r);
    return lay_forced(r) && can_fill(r);
}

bool dx_run_begin(dx_deal_run *r, dx_outlook *o, const uint8_t *self,
                  dx_effort *effort)
{
    r->lead = o->moves != NULL ? 8 * o->moves->words : o->classes.count;
    size_t bytes = r->lead + o->sums.count;
    size_t cells = o->groups.count * o->classes.count + 1;
    assert(o->cells != NULL && !o->is_refused); // there is a plan
    assert(self != NULL || o->self.entries.count == 0);
    r->o = o;
    r->effort = effort;
    r->stride = bytes > 0 ? (bytes + 7) / 8 : 1;
    r->done = dx_alloc(2 * r->stride, sizeof *r->done);
    r->key = (uint8_t *)(r->done + r->stride);
    r->takes = o->moves != NULL ? r->supplies : r->key;
    if (o->moves != NULL)
        dx_moves_begin(r, self);
    r->later = dx_alloc(2 * cells, 1);
    r->forced = r->later + cells;
    if (!count_cards(r, self))
        return false;
    count_later(r);
    return first_state(r, self);
}

void dx_run_end(dx_deal_run *r)
{
    dx_free(r->done);
    dx_free(r->later);
    dx_free(r->known);
    dx_states_release(&r->sets);
}

void dx_run_lay(dx_deal_run *r, unsigned row, const uint8_t *key,
                const dx_natural *weight)
{
    const dx_outlook *o = r->o;
    assert(row < dx_outlook_rows(o));
    r->row = row;
    memcpy(r->key, key, r->stride * sizeof *r->done);
    if (o->moves != NULL)
        dx_moves_read(r, r->key);
    lay(r, 0, o->moves != NULL ? o->classes.at[row].size : r->cards[row],
        &(dx_load){weight, 1});
}

void dx_run_read(const dx_deal_run *r, const uint8_t *self,
                 const uint8_t *state, uint8_t *out_vector)
{
    const dx_outlook *o = r->o;
    const uint8_t *sums = state + r->lead;
    for (size_t i = 0; i < o->inner.entries.count; i++) {
        assert(dx_reading_value(o->passed[i], self) <= UINT8_MAX);
        out_vector[i] = (uint8_t)dx_reading_value(o->passed[i], self);
    }
    for (size_t i = 0; i < o->sums.count; i++)
        if (o->sums.at[i].slot != DX_SLOT_NONE)
            out_vector[o->sums.at[i].slot] = sums[i];
}

// A state that is reached joins those of the next layer.
static void join(dx_deal_run *r, const dx_load *l)
{
    const dx_layers *layers = r->layers;
    dx_states *to = &layers->at[(r->row + 1) % layers->count];
    assert(to->stride == r->stride && to->weighs == r->o->weighs);
    if (layers->leads_astray != NULL && layers->leads_astray(r))
        return;
    size_t number = dx_states_find(to, r->done); // may move the weights
    if (to->weighs)
        dx_natural_add_product_count(&to->weights[number], l->weight, l->ways);
}

// Follows only some of the states of a layer, from all over it.
static void thin(dx_outlook *o, dx_states *states)
{
    size_t most = o->states_most, words = states->stride;
    if (most == 0 || states->count <= most)
        return;
    assert(!states->weighs);
    for (size_t i = 1; i < most; i++)
        memcpy(states->keys + i * words,
               states->keys + i * states->count / most * words,
               words * sizeof *states->keys);
    states->count = most;
    o->is_thinned = true;
}

static size_t layers_bytes(const dx_layers *layers)
{
    size_t bytes = 0;
    for (size_t i = 0; i < layers->count; i++)
        bytes += dx_states_layer_bytes(&layers->at[i]);
    return bytes;
}

// Is there memory for what is laid so far?  `held` of it was there before.
static bool has_memory(const dx_layers *layers, size_t held, dx_effort *effort)
{
    size_t now = layers_bytes(layers);
    if (effort->bytes_max != 0 && now > held &&
        effort->bytes + now - held > effort->bytes_max &&
        effort->status == DX_OK)
        effort->status = DX_ERR_LIMIT;
    return effort->status == DX_OK;
}

static void put_first(dx_states *states, const uint64_t *key, size_t stride,
                      bool weighs)
{
    dx_states_clear(states, stride, weighs);
    size_t number = dx_states_find(states, key);
    if (weighs)
        states->weights[number] = dx_natural_of(1);
}

dx_layers dx_layers_new(const dx_outlook *o)
{
    size_t count = dx_outlook_rows(o) + 1;
    return (dx_layers){.at = dx_alloc(count, sizeof(dx_states)),
                       .count = count};
}

void dx_layers_release(dx_layers *l)
{
    for (size_t i = 0; i < l->count; i++) {
        if (l->times != NULL && l->times[i] != NULL)
            dx_natural_release_all(l->times[i], l->at[i].count);
        if (l->times != NULL)
            dx_free(l->times[i]);
        dx_states_release(&l->at[i]);
    }
    dx_free(l->times);
    dx_free(l->at);
}

dx_states *dx_run_forward(dx_deal_run *r, dx_layers *l)
{
    enum { STATES_BETWEEN_LOOKS = 64 };
    dx_outlook *o = r->o;
    const dx_natural one = dx_natural_of_small(1);
    dx_states *from = &l->at[0];
    size_t held = layers_bytes(l);
    r->arrive = join;
    r->layers = l;
    l->has_all = true;
    put_first(from, (const uint64_t *)(const void *)r->key, r->stride,
              o->weighs);
    for (unsigned row = 0; row < dx_outlook_rows(o); row++) {
        dx_states *to = &l->at[(row + 1) % l->count];
        size_t i = 0;
        dx_states_clear(to, r->stride, o->weighs);
        for (; i < from->count && (l->most == 0 || to->count < l->most); i++) {
            if (i % STATES_BETWEEN_LOOKS == 0 &&
                !has_memory(l, held, r->effort))
                break;
            dx_run_lay(r, row, dx_states_key(from, i),
                       o->weighs ? &from->weights[i] : &one);
        }
        l->has_all &= i == from->count;
        dx_moves_weigh(r, to, l->times != NULL ? &l->times[row + 1] : NULL);
        thin(o, to);
        from = to;
    }
    return from;
}

// Is every class full, and does the state weigh something?
DX_UNUSED static bool is_final(const dx_deal_run *r, const dx_states *states,
                               size_t state)
{
    const uint8_t *takes = dx_states_key(states, state);
    for (size_t c = 0;
         !r->o->is_plain && r->o->moves == NULL && c < r->o->classes.count; c++)
        if (takes[c] != 0)
            return false;
    return !states->weighs || !dx_natural_is_zero(&states->weights[state]);
}

// From final states to vectors of the inner scope, in the other table.
static const dx_states *read_off(dx_deal_run *r, const uint8_t *self,
                                 const dx_states *from)
{
    dx_outlook *o = r->o;
    dx_states *out = &o->states[from == &o->states[0]];
    size_t stride = (o->inner.entries.count + 7) / 8;
    dx_states_clear(out, stride > 0 ? stride : 1, o->weighs);
    uint64_t *vector = dx_alloc(out->stride, sizeof *vector);
    for (size_t s = 0; s < from->count; s++) {
        assert(is_final(r, from, s));
        dx_run_read(r, self, dx_states_key(from, s), (uint8_t *)vector);
        size_t number = dx_states_find(out, vector);
        if (o->weighs)
            dx_natural_add(&out->weights[number], &from->weights[s]);
    }
    dx_free(vector);
    return out;
}

// Nothing that is asked depends on what is hidden: one vector.
static const dx_states *only_seen(dx_outlook *o, const uint8_t *self)
{
    dx_deal_run r = {.o = o};
    uint64_t none = 0;
    put_first(&o->states[0], &none, 1, o->weighs);
    return read_off(&r, self, &o->states[0]);
}

static const dx_states *run_groups(dx_outlook *o, const uint8_t *self,
                                   const bool *ignored, dx_effort *effort)
{
    const dx_states *out = &o->states[0];
    size_t held =
        dx_states_bytes(&o->states[0]) + dx_states_bytes(&o->states[1]);
    dx_layers layers = {.at = o->states, .count = 2};
    dx_deal_run r = {.ignored = ignored};
    if (dx_run_begin(&r, o, self, effort))
        out = dx_run_forward(&r, &layers);
    else
        dx_states_clear(&o->states[0], r.stride, o->weighs);
    if (effort->status == DX_OK)
        out = read_off(&r, self, out);
    dx_run_end(&r);
    effort->bytes +=
        dx_states_bytes(&o->states[0]) + dx_states_bytes(&o->states[1]) - held;
    return effort->status == DX_OK ? out : NULL;
}

// By the solver that was planned; by existence as long as that is short.
static const dx_states *solve(dx_outlook *o, const uint8_t *self,
                              const bool *ignored, dx_effort *effort,
                              dx_mechanism *out_by)
{
    const dx_states *out = NULL;
    *out_by = o->by_hand != NULL                         ? DX_BY_HANDS
              : o->moves != NULL                         ? DX_BY_PLACES
              : o->occurs != NULL && o->states_most == 0 ? DX_BY_EXISTENCE
                                                         : DX_BY_GROUPS;
    if (*out_by == DX_BY_HANDS)
        return dx_by_hand_run(o, self, ignored, effort);
    if (*out_by == DX_BY_EXISTENCE &&
        dx_occurs_run(o, self, ignored, effort, &out))
        return out;
    return run_groups(o, self, ignored, effort);
}

const dx_states *dx_outlook_run(dx_outlook *o, const uint8_t *self,
                                const bool *ignored, dx_effort *effort)
{
    uint64_t before = effort->steps;
    dx_mechanism by;
    assert(o->passed != NULL); // it is planned
    o->is_thinned = false;
    dx_natural_release_all(o->settled, 2);
    if (o->is_plain)
        return only_seen(o, self);
    if (o->is_refused) {
        effort->status = DX_ERR_UNSUPPORTED;
        return NULL;
    }
    const dx_states *out = solve(o, self, ignored, effort, &by);
    dx_mechanism_note(effort->mechanisms, by, effort->steps - before);
    return out;
}
