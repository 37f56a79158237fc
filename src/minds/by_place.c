// The dynamic programme over places.
//
// A key begins with its *head*: the groups of the cards laid so far, sorted, a
// byte each (plus one, so that 0 is none); after the last place, where which
// cards they are matters no more, the sets of kinds that the last factors ask
// for.  The sums follow, and a word of flags if there are any.
//
// Weights are multiplied when a whole layer is there: only then is it known
// which numbers of moves occur, and so which is their least common multiple.
//
// Cost: multisets of groups, times the groups: for a Hanabi hand of five at
// most half a million additions, of numbers of some hundred bits.

#include "minds/by_place_private.h"

#include "base/memory.h"
#include "minds/run.h"

#include <assert.h>
#include <string.h>

typedef dx_place_run run;

static bool is_last(const run *r)
{
    return r->step + 1 == r->plan->steps.count;
}

static uint8_t *sums_of(const run *r, uint64_t *key)
{
    return (uint8_t *)(key + r->head);
}

static bool is_ignored(const run *r, const dx_sum *sum)
{
    return r->ignored != NULL && sum->slot != DX_SLOT_NONE &&
           r->ignored[sum->slot];
}

// Sums.

// False if a bound is broken.
static bool add_to_sums(const run *r, size_t group, uint8_t *sums)
{
    const dx_by_place *plan = r->plan;
    size_t cell = r->step * r->o->groups.count + group;
    for (unsigned i = plan->cells[cell]; i < plan->cells[cell + 1]; i++) {
        unsigned number = plan->touched[i];
        const dx_sum *sum = &r->o->sums.at[number];
        bool is_number = sum->slot != DX_SLOT_NONE;
        if (is_ignored(r, sum) || (is_number && sums[number] >= sum->ceiling))
            continue;
        if (++sums[number] > sum->max)
            return false;
    }
    return true;
}

// What a guard says does not matter is as good as nothing.
static void drop_unguarded(const run *r, uint8_t *sums)
{
    for (size_t i = 0; r->o->has_guards && i < r->o->sums.count; i++) {
        const dx_sum *sum = &r->o->sums.at[i];
        if (sum->guard != 0 && r->plan->last[sum->guard - 1] <= r->step &&
            sums[sum->guard - 1] < sum->least)
            sums[i] = 0;
    }
}

static bool close_sums(const run *r, uint8_t *sums)
{
    for (size_t i = 0; i < r->o->sums.count; i++) {
        const dx_sum *sum = &r->o->sums.at[i];
        if (r->plan->last[i] != r->step || is_ignored(r, sum))
            continue;
        if (sum->slot == DX_SLOT_NONE && !dx_sum_takes(sum, sums[i]))
            return false;
        if (sum->slot == DX_SLOT_NONE)
            sums[i] = 0;
        else if (sums[i] < sum->floor)
            sums[i] = sum->floor;
    }
    drop_unguarded(r, sums);
    return true;
}

// Laying.

static void insert(uint8_t *head, unsigned count, uint8_t value)
{
    for (; count > 0 && head[count - 1] > value; count--)
        head[count] = head[count - 1];
    head[count] = value;
}

// The sets of kinds of this step of which a head has as many cards as is asked.
static uint64_t sets_counted(const run *r, const uint8_t *head, unsigned count)
{
    const dx_place_step *step = &r->plan->steps.at[r->step];
    uint8_t number[64] = {0};
    uint64_t sets = 0;
    for (unsigned i = 0; i < count; i++)
        for (uint64_t in = step->bits[head[i] - 1]; in != 0; in &= in - 1)
            number[__builtin_ctzll(in)]++;
    for (unsigned i = 0; i < step->kinds_count; i++)
        if (dx_some_holds(&step->kinds[i], number[i]))
            sets |= DX_BIT(i);
    return sets;
}

// The sets of kinds of this step that the cards of a head are in.
static uint64_t sets_of(const run *r, const uint8_t *head, unsigned count)
{
    uint64_t sets = 0;
    for (unsigned i = 0; i < count; i++)
        sets |= r->plan->steps.at[r->step].bits[head[i] - 1];
    return r->plan->steps.at[r->step].counts ? sets_counted(r, head, count)
                                             : sets;
}

// The flags that nobody asks for any more are down, those of this card up.
static uint64_t flags_after(const run *r, uint64_t flags, size_t group)
{
    unsigned place = r->plan->steps.at[r->step].place;
    for (size_t i = 0; i < r->plan->flags.count; i++) {
        const dx_place_flag *flag = &r->plan->flags.at[i];
        if (flag->last < r->step)
            flags &= ~DX_BIT(i);
        else if ((flag->places >> place & 1) != 0 &&
                 (flag->kinds & r->o->groups.at[group].kinds) != 0)
            flags |= DX_BIT(i);
    }
    return flags;
}

// One card of `group`, of which `left` are there, into the place of this step.
static void lay_card(run *r, const uint64_t *from, const dx_natural *weight,
                     size_t group, unsigned left, uint64_t sets)
{
    memcpy(r->key, from, r->stride * sizeof *r->key);
    uint8_t *sums = sums_of(r, r->key);
    if (!dx_effort_step(r->effort) || !add_to_sums(r, group, sums) ||
        !close_sums(r, sums))
        return;
    insert((uint8_t *)r->key, r->step, (uint8_t)(group + 1));
    if (is_last(r)) {
        sets = r->plan->steps.at[r->step].counts
                   ? sets_counted(r, (const uint8_t *)r->key, r->step + 1)
                   : sets | r->plan->steps.at[r->step].bits[group];
        memset(r->key, 0, r->head * sizeof *r->key);
        r->key[0] = sets;
    }
    if (r->plan->flags.count > 0)
        r->key[r->flags] = flags_after(r, r->key[r->flags], group);
    size_t number = dx_states_find(r->to, r->key);
    if (r->arrive != NULL)
        r->arrive(r, number, group, left);
    else
        dx_natural_add_product_count(&r->to->weights[number], weight, left);
}

void dx_place_run_lay(run *r, size_t state)
{
    const dx_outlook *o = r->o;
    const uint64_t *from = r->from->keys + state * r->stride;
    const uint8_t *head = (const uint8_t *)from;
    uint64_t could = o->frame->could[r->plan->steps.at[r->step].place];
    uint64_t sets = is_last(r) ? sets_of(r, head, r->step) : 0;
    uint8_t left[DX_KINDS_MAX];
    memcpy(left, r->cards, sizeof left);
    for (unsigned i = 0; i < r->step; i++) {
        assert(head[i] > 0 && head[i] <= o->groups.count);
        assert(left[head[i] - 1] > 0); // no more is laid than there is
        assert(i == 0 || head[i - 1] <= head[i]);
        left[head[i] - 1]--;
    }
    for (size_t g = 0; g < o->groups.count; g++)
        if (left[g] > 0 && (o->groups.at[g].kinds & could) != 0)
            lay_card(r, from, &r->from->weights[state], g, left[g], sets);
}

// Weighing.

// Sets of kinds, and flags: two words.
static unsigned moves_with(const run *r, size_t i, const uint64_t *sets)
{
    const dx_known_moves *known = &r->moves[i];
    const dx_moves *moves = &r->plan->moves.at[i];
    uint64_t bits = sets[0] & known->bits, flags = sets[1] & known->flags;
    unsigned number = known->base + (unsigned)__builtin_popcountll(bits) +
                      (unsigned)__builtin_popcountll(flags);
    for (size_t k = 0; known->has_weights && k < moves->count; k++) {
        const dx_moves_some *some = &r->plan->somes.at[moves->first + k];
        if (((some->bit & bits) | (some->flag & flags)) != 0)
            number += dx_some_moves(&some->some) - 1;
    }
    return number > 0 ? number : 1; // to pass
}

// The least common multiple of the numbers of moves that occur; 0 if it is too
// large.
static dx_count multiple_of(const run *r, size_t i)
{
    dx_count multiple = 1;
    for (size_t s = 0; s < r->sets.count; s++) {
        dx_count number = moves_with(r, i, r->sets.keys + 2 * s);
        assert(number > 0);
        if (multiple % number != 0 &&
            __builtin_mul_overflow(
                multiple, number / dx_count_gcd(multiple, number), &multiple))
            return 0;
    }
    return multiple;
}

// Multiplies by `by` as often as `times` says; what is still small waits.
static void multiply(dx_natural *n, dx_count *waiting, dx_count by,
                     unsigned times)
{
    for (; times > 0; times--)
        if (__builtin_mul_overflow(*waiting, by, waiting)) {
            dx_natural_multiply_count(n, by);
            *waiting = 1;
        }
}

static bool find_multiples(run *r, dx_count *multiples)
{
    for (size_t i = 0; i < r->plan->moves.count; i++) {
        if (r->plan->moves.at[i].step != r->step)
            continue;
        multiples[i] = multiple_of(r, i);
        if (multiples[i] == 0) {
            r->effort->status = DX_ERR_UNSUPPORTED;
            return false;
        }
    }
    return true;
}

// What the factors of this step make of each of the sets that occur.
static void weigh_sets(run *r)
{
    size_t count = r->plan->moves.count;
    dx_count *multiples = dx_alloc(count + 1, sizeof *multiples);
    bool is_fine = find_multiples(r, multiples);
    for (size_t s = 0; is_fine && s < r->sets.count; s++) {
        dx_natural *weight = &r->sets.weights[s];
        dx_count waiting = 1;
        *weight = dx_natural_of(1);
        for (size_t i = 0; i < count; i++)
            if (r->plan->moves.at[i].step == r->step)
                multiply(weight, &waiting,
                         multiples[i] / moves_with(r, i, r->sets.keys + 2 * s),
                         r->plan->moves.at[i].times);
        dx_natural_multiply_count(weight, waiting);
    }
    dx_free(multiples);
}

static size_t sets_reached(run *r, size_t state)
{
    assert(state < r->to->count);
    const uint64_t *key = r->to->keys + state * r->stride;
    const uint8_t *head = (const uint8_t *)key;
    uint64_t sets[2] = {is_last(r) ? key[0] : sets_of(r, head, r->step + 1),
                        r->plan->flags.count > 0 ? key[r->flags] : 0};
    return dx_states_find(&r->sets, sets);
}

static bool has_factors(const run *r)
{
    for (size_t i = 0; i < r->plan->moves.count; i++)
        if (r->plan->moves.at[i].step == r->step)
            return true;
    return false;
}

static void weigh_layer(run *r)
{
    dx_states_clear(&r->sets, 2, true);
    if (!has_factors(r))
        return;
    for (size_t i = 0; i < r->to->count; i++)
        sets_reached(r, i);
    weigh_sets(r);
    for (size_t i = 0; i < r->to->count && r->effort->status == DX_OK; i++)
        dx_natural_multiply(&r->to->weights[i],
                            &r->sets.weights[sets_reached(r, i)]);
}

const dx_natural *dx_place_run_weight(run *r, size_t state)
{
    if (r->sets.count == 0)
        return NULL;
    return &r->sets.weights[sets_reached(r, state)];
}

// The run.

void dx_place_run_step(run *r)
{
    const dx_effort *effort = r->effort;
    assert(r->step < r->plan->steps.count && r->from->stride == r->stride);
    size_t held = dx_states_layer_bytes(r->from);
    dx_states_clear(r->to, r->stride, true);
    for (size_t i = 0; i < r->from->count && effort->status == DX_OK; i++) {
        dx_place_run_lay(r, i);
        if (effort->bytes_max != 0 &&
            effort->bytes + held + dx_states_layer_bytes(r->to) >
                effort->bytes_max)
            r->effort->status = DX_ERR_LIMIT;
    }
    if (effort->status == DX_OK)
        weigh_layer(r);
}

static void lay_all(run *r)
{
    for (r->step = 0; r->step < r->plan->steps.count; r->step++) {
        dx_place_run_step(r);
        dx_states *reached = r->to;
        r->to = r->from;
        r->from = reached;
    }
}

static void know_moves(run *r, const uint8_t *self)
{
    const dx_by_place *plan = r->plan;
    r->moves = dx_alloc(plan->moves.count + 1, sizeof *r->moves);
    for (size_t i = 0; i < plan->moves.count; i++) {
        const dx_moves *moves = &plan->moves.at[i];
        r->moves[i].base = moves->base;
        for (size_t k = 0; k < moves->count; k++) {
            const dx_moves_some *some = &plan->somes.at[moves->first + k];
            unsigned seen = dx_reading_value(some->seen, self);
            bool is_hidden = some->bit != 0 || some->flag != 0;
            if (is_hidden ? seen > 0 : dx_some_holds(&some->some, seen))
                r->moves[i].base += dx_some_moves(&some->some);
            else
                r->moves[i].bits |= some->bit, r->moves[i].flags |= some->flag;
            r->moves[i].has_weights |= dx_some_moves(&some->some) > 1;
        }
    }
}

// Nothing laid, sums as far as they are seen; false if that breaks a bound.
static bool first_state(run *r, const uint8_t *self)
{
    const dx_outlook *o = r->o;
    uint8_t *sums = sums_of(r, r->key);
    for (size_t i = 0; i < o->sums.count; i++) {
        const dx_sum *sum = &o->sums.at[i];
        unsigned seen = dx_reading_value(sum->seen, self);
        if (sum->slot == DX_SLOT_NONE && seen > sum->max)
            return false;
        if (sum->slot != DX_SLOT_NONE && seen > sum->ceiling)
            seen = sum->ceiling;
        sums[i] = is_ignored(r, sum) ? 0 : (uint8_t)seen;
    }
    for (size_t g = 0; g < o->groups.count; g++) {
        unsigned seen = dx_reading_value(o->groups.at[g].seen, self);
        assert(seen <= o->groups.at[g].copies);
        r->cards[g] = (uint8_t)(o->groups.at[g].copies - seen);
    }
    size_t first = dx_states_find(r->from, r->key);
    r->from->weights[first] = dx_natural_of(1);
    return true;
}

// From final states to vectors of the inner scope, in the other table.
static const dx_states *read_off(run *r, const uint8_t *self)
{
    const dx_outlook *o = r->o;
    const dx_deal_run reader = {.o = r->o, .ignored = r->ignored};
    size_t stride = (o->inner.entries.count + 7) / 8;
    size_t classes = o->classes.count;
    uint8_t *state = dx_alloc(classes + o->sums.count + 1, 1);
    dx_states_clear(r->to, stride > 0 ? stride : 1, true);
    uint64_t *vector = dx_alloc(r->to->stride, sizeof *vector);
    for (size_t i = 0; i < r->from->count; i++) {
        assert(!dx_natural_is_zero(&r->from->weights[i]));
        memcpy(state + classes, sums_of(r, r->from->keys + i * r->stride),
               o->sums.count);
        dx_run_read(&reader, self, state, (uint8_t *)vector);
        size_t number = dx_states_find(r->to, vector);
        dx_natural_add(&r->to->weights[number], &r->from->weights[i]);
    }
    dx_free(vector);
    dx_free(state);
    return r->to;
}

bool dx_place_run_begin(run *r, dx_outlook *o, const uint8_t *self,
                        dx_effort *effort)
{
    static_assert(DX_KINDS_MAX < UINT8_MAX, "a group and one is a byte");
    assert(o->by_place != NULL && o->weighs && o->frame->choice_count == 0);
    r->o = o;
    r->plan = o->by_place;
    r->effort = effort;
    r->head = (r->plan->steps.count + 7) / 8;
    r->flags = r->head + (o->sums.count + 7) / 8;
    r->stride = r->flags + (r->plan->flags.count > 0);
    r->key = dx_alloc(r->stride, sizeof *r->key);
    dx_states_clear(r->from, r->stride, true);
    know_moves(r, self);
    return first_state(r, self);
}

void dx_place_run_end(run *r)
{
    dx_states_release(&r->sets);
    dx_free(r->moves);
    dx_free(r->key);
}

const dx_states *dx_by_place_run(dx_outlook *o, const uint8_t *self,
                                 const bool *ignored, dx_effort *effort)
{
    size_t held =
        dx_states_bytes(&o->states[0]) + dx_states_bytes(&o->states[1]);
    run r = {.ignored = ignored, .from = &o->states[0], .to = &o->states[1]};
    if (dx_place_run_begin(&r, o, self, effort))
        lay_all(&r);
    const dx_states *out = effort->status == DX_OK ? read_off(&r, self) : NULL;
    dx_place_run_end(&r);
    effort->bytes +=
        dx_states_bytes(&o->states[0]) + dx_states_bytes(&o->states[1]) - held;
    return out;
}
