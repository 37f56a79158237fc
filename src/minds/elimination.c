// One run of an elimination: steps, layers, and which order comes first.
//
// A step lays the cards of a node: into the next of its cells that gets some,
// one more each time, and so on with the cells behind; a cell may be passed
// over if the cells to come can still fill its class.  Then what is complete is
// checked, weighed and leaves the key, and what begins with the next step comes
// into it.
//
// Factors weigh a whole layer: only then is it known which numbers of moves
// occur, and so which is their least common multiple.
//
// Cost: states times ways; a few words and one look into a table for each.

#include "minds/elimination.h"

#include "base/memory.h"
#include "worlds/count.h"

#include <assert.h>
#include <string.h>

typedef dx_elimination_run run;

// ---- a step ----

// The load times `by`; `spare`, 0 or what the load weighs already, takes what
// 128 bits do not.
static dx_load heavier(const dx_load *l, dx_count by, dx_natural *spare)
{
    dx_load more = {.weight = l->weight};
    if (!__builtin_mul_overflow(l->ways, by, &more.ways))
        return more;
    dx_natural product = dx_natural_copy(l->weight);
    dx_natural_multiply_count(&product, l->ways);
    dx_natural_release(spare);
    *spare = product;
    return (dx_load){spare, by};
}

static const dx_field *field_of_sum(const run *r, size_t sum)
{
    return &r->order->fields[r->o->groups.count + r->o->classes.count + sum];
}

// Most keys are one word.
static inline void copy(uint64_t *to, const uint64_t *from, size_t words)
{
    to[0] = from[0];
    for (size_t w = 1; w < words; w++)
        to[w] = from[w];
}

static void set_left(const dx_field *f, uint64_t *key, unsigned left)
{
    uint64_t mask = (DX_BIT(f->bits) - 1) << f->shift;
    key[f->word] = (key[f->word] & ~mask) | (uint64_t)left << f->shift;
}

unsigned dx_elimination_value(const run *r, size_t sum, const uint64_t *key)
{
    const dx_field *f = field_of_sum(r, sum);
    if (dx_run_ignores(r->stand, &r->o->sums.at[sum]))
        return 0;
    if (f->bits > 0)
        return f->most - dx_field_left(f, key);
    unsigned value = r->stand->key[r->o->classes.count + sum];
    for (uint64_t g = r->order->derived[sum]; g != 0; g &= g - 1) {
        unsigned group = (unsigned)__builtin_ctzll(g);
        value += r->stand->cards[group] -
                 dx_field_left(&r->order->fields[group], key);
    }
    return value;
}

// A sum that is complete: false if that breaks a bound.
static bool close_sum(run *r, size_t i, uint64_t *key)
{
    const dx_sum *sum = &r->o->sums.at[i];
    const dx_field *f = field_of_sum(r, i);
    unsigned value = f->most - dx_field_left(f, key);
    if (sum->slot != DX_SLOT_NONE) {
        unsigned kept = value < sum->floor     ? sum->floor
                        : value > sum->ceiling ? sum->ceiling
                                               : value;
        if (kept != value) // the floor may be more than it can be
            set_left(f, key, f->most - (kept < f->most ? kept : f->most));
        return true;
    }
    if (!dx_sum_takes(sum, value) || (sum->scale != 0 && value == 0))
        return false;
    if (sum->scale != 0)
        r->scale *= sum->multiplies ? value : sum->scale / value;
    return true;
}

// What a guard says does not matter is as good as nothing.
static void drop_unguarded(const run *r, uint64_t *key)
{
    for (size_t i = 0; i < r->o->sums.count; i++) {
        const dx_sum *sum = &r->o->sums.at[i];
        const dx_field *f = field_of_sum(r, i);
        if (sum->guard == 0 || f->bits == 0 || f->from > (int)r->step ||
            r->order->last[sum->guard - 1] > (int)r->step ||
            dx_run_ignores(r->stand, sum))
            continue;
        if (dx_elimination_value(r, sum->guard - 1, key) < sum->least)
            set_left(f, key, f->most);
    }
}

// What the end of a step makes of a key; false if a bound is broken.
static bool close_sums(run *r, uint64_t *key)
{
    const dx_order *q = r->order;
    const dx_elimination_step *step = &q->steps[r->step];
    for (unsigned i = r->close_at[r->step]; i < r->close_at[r->step + 1]; i++)
        if (!close_sum(r, r->closes[i], key))
            return false;
    for (unsigned i = step->caps; i < step[1].caps; i++) {
        const dx_field *f = field_of_sum(r, q->caps[i]);
        unsigned cap = r->o->sums.at[q->caps[i]].cap;
        if (dx_field_left(f, key) < f->most - cap &&
            !dx_run_ignores(r->stand, &r->o->sums.at[q->caps[i]]))
            set_left(f, key, f->most - cap);
    }
    if (r->o->has_guards)
        drop_unguarded(r, key);
    return true;
}

// Are there enough cards for the room that is left?  What is left of a group
// that is gone fills none.
static bool has_cards(const run *r, const uint64_t *key)
{
    const dx_order *q = r->order;
    const dx_elimination_step *step = &q->steps[r->step];
    int balance = r->balance[r->step];
    for (unsigned i = step->opens; i < step[1].opens; i++) {
        unsigned left = dx_field_left(&q->fields[q->opens[i]], key);
        balance += q->opens[i] < r->o->groups.count ? (int)left : -(int)left;
    }
    return balance >= 0;
}

static void reach(run *r, const uint64_t *key, uint64_t *done, const dx_load *l)
{
    const size_t words = r->order->words, at = r->step * words;
    if (!r->order->steps[r->step].is_class && !has_cards(r, key))
        return;
    if (!dx_effort_step(r->effort) ||
        (r->steps_end != 0 && r->effort->steps >= r->steps_end)) {
        r->is_over = true;
        return;
    }
    const dx_elimination_step *step = &r->order->steps[r->step];
    const uint64_t *from = key;
    r->reached = key;
    r->scale = 1;
    if (r->close_at[r->step] < r->close_at[r->step + 1] ||
        step->caps < step[1].caps || r->o->has_guards) {
        copy(done, key, words);
        if (!close_sums(r, done))
            return;
        from = done;
    }
    for (size_t w = 0; w < words; w++)
        done[w] = (from[w] & r->order->keep[at + w]) | r->begin[at + words + w];
    dx_natural spare = {0};
    dx_load more;
    if (r->scale != 1) {
        more = heavier(l, r->scale, &spare);
        l = &more;
    }
    r->arrive(r, done, l);
    dx_natural_release(&spare);
}

// Takes what a card needs from a key; false if there is not so much left.
static inline bool take(const run *r, uint64_t *key, const uint64_t *delta)
{
    const uint64_t *spares = r->spares + r->step * r->order->words;
    key[0] -= delta[0];
    uint64_t out = spares[0] & ~key[0];
    for (size_t w = 1; w < r->order->words; w++) {
        key[w] -= delta[w];
        out |= spares[w] & ~key[w];
    }
    return out == 0;
}

static void lay(run *r, unsigned i, const uint64_t *key, uint64_t *next,
                const dx_load *l);

// From mark number `m` of cell `i` on: each choice that is not decided yet may
// have been one of the `there` cards of the group that lie there, or none of
// them.
static void mark(run *r, unsigned m, unsigned i, unsigned there,
                 const uint64_t *key, uint64_t *next, const dx_load *l)
{
    const dx_cell *cell = &r->order->cells[i];
    size_t words = r->order->words;
    if (there == 0 || m == cell->mark_count) {
        lay(r, i + 1, key, next, l);
        return;
    }
    mark(r, m + 1, i, there, key, next, l);
    unsigned number = cell->first_mark + m;
    copy(next, key, words);
    if (!take(r, next, r->mark_deltas + number * words))
        return; // it was of another group
    dx_natural spare = {0};
    r->marked[r->order->marks[number]] = (uint8_t)(cell->group + 1);
    dx_load more = heavier(l, there, &spare);
    mark(r, m + 1, i, there, next, next + words, &more);
    r->marked[r->order->marks[number]] = 0;
    dx_natural_release(&spare);
}

// Goes on behind a cell that has got `number` cards, in so many ways.
static void lay_on(run *r, unsigned i, unsigned number, dx_count ways,
                   const uint64_t *key, uint64_t *next, const dx_load *l)
{
    const dx_cell *cell = &r->order->cells[i];
    dx_natural spare = {0};
    r->laid[i] = (uint8_t)number;
    dx_load more;
    if (ways != 1) {
        more = heavier(l, ways, &spare);
        l = &more;
    }
    if (cell->mark_count == 0) {
        lay(r, i + 1, key, next, l);
    } else {
        size_t at = cell->group * r->o->classes.count + cell->class;
        mark(r, 0, i, number + r->stand->forced[at], key, next, l);
    }
    dx_natural_release(&spare);
}

// (n choose k) from (n choose k - 1).
static inline dx_count choose_next(dx_count ways, unsigned n, unsigned k)
{
    if (k == 1)
        return n; // division is dear
    if (ways < UINT64_MAX / DX_CARDS_MAX)
        return (uint64_t)ways * (n - k + 1) / k;
    return ways * (n - k + 1) / k;
}

// Are cards of the group told apart where they are counted?
static inline bool are_counted(const run *r, unsigned group)
{
    return r->o->weighs &&
           (!r->o->tells_deals || r->o->groups.at[group].differ);
}

// The class is full with cell `i`.
static inline void fill(run *r, unsigned i, unsigned number, dx_count ways,
                        uint64_t *key, const dx_load *l)
{
    dx_natural spare = {0};
    r->laid[i] = (uint8_t)number;
    dx_load more;
    if (ways != 1) {
        more = heavier(l, ways, &spare);
        l = &more;
    }
    reach(r, key, key + r->order->words, l);
    dx_natural_release(&spare);
}

// Lays 1, 2, .. cards of a cell, at least so many, and goes on behind it.
static void lay_cell(run *r, unsigned i, unsigned least, unsigned left,
                     unsigned room, const uint64_t *key, uint64_t *next,
                     const dx_load *l)
{
    const dx_order *q = r->order;
    const size_t words = q->words;
    const unsigned most = left < room ? left : room;
    const bool counts = are_counted(r, q->cells[i].group);
    const bool fills = q->steps[r->step].is_class && q->mark_count == 0;
    dx_count ways = 1;
    copy(next, key, words);
    for (unsigned number = 1; number <= most; number++) {
        if (!take(r, next, r->deltas + i * words))
            break; // more would be too many as well
        if (counts)
            ways = choose_next(ways, left, number);
        if (number < least)
            continue; // the cells to come could not fill the class
        if (fills && number == room)
            fill(r, i, number, ways, next, l);
        else
            lay_on(r, i, number, ways, next, next + words, l);
    }
    r->laid[i] = 0;
}

// From cell number `i` of the step on.
static void lay(run *r, unsigned i, const uint64_t *key, uint64_t *next,
                const dx_load *l)
{
    const dx_order *q = r->order;
    const unsigned end = q->steps[r->step + 1].cells;
    const bool is_class = q->steps[r->step].is_class;
    const dx_field *classes = q->fields + r->o->groups.count;
    unsigned room = 0;
    for (const unsigned first = i; i < end && !r->is_over; i++) {
        const dx_cell *cell = &q->cells[i];
        unsigned left = (unsigned)(key[cell->word] >> cell->shift) &
                        ((1U << cell->bits) - 1);
        if (!is_class || i == first)
            room = dx_field_left(&classes[cell->class], key);
        if (is_class && room == 0 && q->mark_count == 0)
            break; // nor have the cells behind it
        unsigned least = room > r->later[i] ? room - r->later[i] : 0;
        if (left > 0 && room > 0)
            lay_cell(r, i, least, left, room, key, next, l);
        if (least > 0)
            return;
        if (cell->mark_count > 0) {
            lay_on(r, i, 0, 1, key, next, l);
            return;
        }
    }
    if (!r->is_over)
        reach(r, key, next, l);
}

void dx_elimination_lay(run *r, const uint64_t *key, const dx_natural *weight)
{
    lay(r, r->order->steps[r->step].cells, key, r->stack,
        &(dx_load){weight, 1});
}

// ---- where the mind stands ----

// Fields that begin have what the mind leaves; false if a sum that nothing
// touches breaks a bound.
static bool begin_fields(run *r)
{
    const dx_outlook *o = r->o;
    const dx_order *q = r->order;
    size_t groups = o->groups.count, nodes = groups + o->classes.count;
    for (size_t i = 0; i < nodes + o->sums.count; i++) {
        const dx_field *f = &q->fields[i];
        unsigned left = i < groups  ? r->stand->cards[i]
                        : i < nodes ? r->stand->key[i - groups]
                                    : 0;
        if (i >= nodes) {
            const dx_sum *sum = &o->sums.at[i - nodes];
            unsigned value = r->stand->key[i - groups];
            if (dx_run_ignores(r->stand, sum))
                continue;
            if (f->bits == 0) {
                if (q->last[i - nodes] < 0 && sum->slot == DX_SLOT_NONE &&
                    !sum->is_some &&
                    (!dx_sum_takes(sum, value) ||
                     (sum->scale != 0 && value == 0)))
                    return false;
                continue;
            }
            value = value < sum->cap ? value : sum->cap;
            assert(value <= f->most);
            left = f->most - value;
        }
        if (f->bits > 0)
            r->begin[(size_t)f->from * q->words + f->word] |=
                (uint64_t)left << f->shift | dx_field_spare(f);
    }
    return true;
}

// Cards that classes may get behind each cell; and of each step, cards less
// room of what is not begun by then.
static void count_later(run *r)
{
    const dx_order *q = r->order;
    size_t groups = r->o->groups.count, nodes = groups + r->o->classes.count;
    uint16_t later[DX_PLACES_MAX] = {0};
    int balance = 0;
    for (size_t i = q->cell_count; i-- > 0;) {
        r->later[i] = later[q->cells[i].class];
        later[q->cells[i].class] += r->stand->cards[q->cells[i].group];
    }
    for (size_t i = 0; i < nodes; i++)
        if (q->fields[i].bits > 0)
            r->balance[q->fields[i].from] +=
                i < groups ? r->stand->cards[i] : -r->stand->key[i - groups];
    for (size_t t = q->step_count; t-- > 0;) {
        int here = r->balance[t];
        r->balance[t] = balance;
        balance += here;
    }
}

// Takes the fields of numbers that are ignored out of what cards take.
static void leave_out(run *r)
{
    const dx_order *q = r->order;
    size_t nodes = r->o->groups.count + r->o->classes.count;
    size_t cells = q->cell_count * q->words, marks = q->mark_count * q->words;
    size_t steps = q->step_count * q->words;
    uint64_t *ones = dx_alloc(cells + marks + 2 * steps + 1, sizeof *ones);
    uint64_t *deltas = ones + steps, *mark_deltas = deltas + cells;
    uint64_t *spares = mark_deltas + marks;
    memcpy(spares, q->spares, steps * sizeof *spares);
    for (size_t i = 0; i < r->o->sums.count; i++) {
        const dx_field *f = &q->fields[nodes + i];
        if (f->bits == 0 || !dx_run_ignores(r->stand, &r->o->sums.at[i]))
            continue;
        for (int t = f->from; t <= f->until && t < (int)q->step_count; t++) {
            size_t at = (size_t)t * q->words + f->word;
            ones[at] |= DX_BIT(f->shift);
            spares[at] &= ~dx_field_spare(f);
        }
    }
    for (size_t t = 0; t < q->step_count; t++)
        for (size_t i = q->steps[t].cells; i < q->steps[t + 1].cells; i++) {
            const dx_cell *cell = &q->cells[i];
            for (size_t w = 0; w < q->words; w++) {
                uint64_t keep = ~ones[t * q->words + w];
                deltas[i * q->words + w] = q->deltas[i * q->words + w] & keep;
                for (size_t m = 0; m < cell->mark_count; m++) {
                    size_t at = (cell->first_mark + m) * q->words + w;
                    mark_deltas[at] = q->mark_deltas[at] & keep;
                }
            }
        }
    r->made = ones;
    r->deltas = deltas;
    r->mark_deltas = mark_deltas;
    r->spares = spares;
}

// Sums that are complete with each step, but those that are ignored.
static void list_closes(run *r)
{
    const dx_order *q = r->order;
    unsigned count = 0;
    for (size_t t = 0; t < q->step_count; t++) {
        r->close_at[t] = count;
        for (unsigned i = q->steps[t].closes; i < q->steps[t + 1].closes; i++)
            if (!dx_run_ignores(r->stand, &r->o->sums.at[q->closes[i]]))
                r->closes[count++] = q->closes[i];
    }
    r->close_at[q->step_count] = count;
}

// Room for all that a run needs, which is kept for the next.
static void *room_for(dx_elimination *e, size_t bytes)
{
    if (e->room_bytes < bytes) {
        dx_free(e->room);
        e->room = dx_alloc_raw(bytes, 1);
        e->room_bytes = bytes;
    }
    memset(e->room, 0, bytes);
    return e->room;
}

bool dx_elimination_begin(run *r, dx_outlook *o, const dx_order *q,
                          dx_deal_run *stand)
{
    size_t keys = q->step_count + 1, stack = q->depth + o->marks.count;
    size_t vector = (o->inner.entries.count + 8) / 8;
    size_t words = (keys + stack) * q->words + vector;
    r->o = o;
    r->order = q;
    r->stand = stand;
    r->effort = stand->effort;
    r->deltas = q->deltas;
    r->mark_deltas = q->mark_deltas;
    r->spares = q->spares;
    r->begin = room_for(&o->elimination,
                        words * sizeof *r->begin +
                            keys * (sizeof *r->balance + sizeof *r->close_at) +
                            q->steps[q->step_count].closes * sizeof *r->closes +
                            q->cell_count * (sizeof *r->later + 1));
    r->stack = r->begin + keys * q->words;
    r->vector = r->begin + words - vector;
    r->balance = (int *)(r->begin + words);
    r->close_at = (unsigned *)(r->balance + keys);
    r->closes = (uint16_t *)(r->close_at + keys);
    r->later = r->closes + q->steps[q->step_count].closes;
    r->laid = (uint8_t *)(r->later + q->cell_count);
    count_later(r);
    list_closes(r);
    if (stand->ignored != NULL)
        leave_out(r);
    return begin_fields(r);
}

void dx_elimination_end(run *r)
{
    dx_free(r->made);
}

// ---- factors ----

// Adds the moves of a some to those of the states in which it holds.  Whether
// there is a card at all, supplies tell at once: something of them is gone.
static void add_moves(const run *r, const dx_open_some *some,
                      const dx_states *states, unsigned *moves)
{
    const dx_order *q = r->order;
    unsigned more = dx_some_moves(&some->some);
    uint64_t groups = q->derived[some->sum];
    bool is_any = some->some.most == 0 && groups != 0 &&
                  field_of_sum(r, some->sum)->bits == 0 &&
                  r->stand->key[r->o->classes.count + some->sum] == 0;
    uint64_t *mask = r->stack, *full = mask + q->words;
    memset(mask, 0, 2 * q->words * sizeof *mask);
    for (; is_any && groups != 0; groups &= groups - 1) {
        unsigned group = (unsigned)__builtin_ctzll(groups);
        const dx_field *f = &q->fields[group];
        mask[f->word] |= (DX_BIT(f->bits) - 1) << f->shift;
        full[f->word] |= (uint64_t)r->stand->cards[group] << f->shift;
    }
    for (size_t s = 0; s < states->count; s++) {
        const uint64_t *key = states->keys + s * states->stride;
        uint64_t gone = 0;
        for (size_t w = 0; is_any && w < q->words; w++)
            gone |= (key[w] & mask[w]) ^ full[w];
        if (is_any ? gone != 0
                   : dx_some_holds(&some->some,
                                   dx_elimination_value(r, some->sum, key)))
            moves[s] += more;
    }
}

// How many moves there were in each state.
static void count_moves(const run *r, const dx_open_factor *f,
                        const dx_states *states, unsigned *moves)
{
    for (size_t s = 0; s < states->count; s++)
        moves[s] = f->base;
    for (size_t i = 0; i < f->count; i++)
        add_moves(r, &r->o->open_somes.at[f->first + i], states, moves);
    for (size_t s = 0; s < states->count; s++)
        moves[s] = moves[s] > 0 ? moves[s] : 1; // to pass
}

// The least common multiple; 0 if it is too large.
static dx_count multiple_of(const unsigned *numbers, size_t count)
{
    dx_count multiple = 1;
    for (size_t i = 0; i < count; i++)
        if (multiple % numbers[i] != 0 &&
            __builtin_mul_overflow(
                multiple, numbers[i] / dx_count_gcd(multiple, numbers[i]),
                &multiple))
            return 0;
    return multiple;
}

bool dx_elimination_weigh(const run *r, dx_states *states, dx_natural *times)
{
    const dx_elimination_step *step = &r->order->steps[r->step];
    if (step->factors == step[1].factors)
        return false;
    unsigned *moves = dx_alloc(states->count + 1, sizeof *moves);
    for (unsigned i = step->factors; i < step[1].factors; i++) {
        const dx_open_factor *f = &r->o->open_factors.at[r->order->factors[i]];
        count_moves(r, f, states, moves);
        dx_count multiple = multiple_of(moves, states->count);
        if (multiple == 0 && r->effort->status == DX_OK)
            r->effort->status = DX_ERR_UNSUPPORTED;
        for (size_t s = 0; s < states->count && multiple > 1; s++)
            for (unsigned n = f->times; n > 0; n--) {
                dx_natural_multiply_count(&states->weights[s],
                                          multiple / moves[s]);
                if (times != NULL)
                    dx_natural_multiply_count(&times[s], multiple / moves[s]);
            }
    }
    dx_free(moves);
    return true;
}

// ---- the run ----

// Where guards are guarded themselves, what does not matter may have a value
// still, depending on the order in which things were laid.
static void drop_all_unguarded(const dx_outlook *o, uint8_t *vector)
{
    bool goes_on = o->has_guards;
    while (goes_on) {
        goes_on = false;
        for (size_t i = 0; i < o->sums.count; i++) {
            const dx_sum *sum = &o->sums.at[i];
            if (sum->guard == 0 || vector[sum->slot] == 0 ||
                vector[o->sums.at[sum->guard - 1].slot] >= sum->least)
                continue;
            vector[sum->slot] = 0;
            goes_on = true;
        }
    }
}

void dx_elimination_read(const run *r, const uint64_t *key, uint8_t *out_vector)
{
    const dx_outlook *o = r->o;
    for (size_t i = 0; i < o->inner.entries.count; i++)
        out_vector[i] = (uint8_t)dx_reading_value(o->passed[i], r->self);
    for (size_t i = 0; i < o->sums.count; i++) {
        const dx_sum *sum = &o->sums.at[i];
        if (sum->slot == DX_SLOT_NONE)
            continue;
        unsigned value = dx_elimination_value(r, i, key);
        out_vector[sum->slot] =
            dx_run_ignores(r->stand, sum)
                ? 0
                : dx_entry_clamp(&o->inner.entries.at[sum->slot], value);
    }
    drop_all_unguarded(o, out_vector);
}

// A state that is reached joins those of the next layer.
static void join(run *r, const uint64_t *key, const dx_load *l)
{
    dx_states *to = r->context;
    size_t number = dx_states_find(to, key);
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

// Is there memory for what is laid so far?  `held` of it was there before.
static bool has_memory(const dx_outlook *o, size_t held, dx_effort *effort)
{
    size_t now = dx_states_layer_bytes(&o->states[0]) +
                 dx_states_layer_bytes(&o->states[1]);
    if (effort->bytes_max != 0 && now > held &&
        effort->bytes + now - held > effort->bytes_max &&
        effort->status == DX_OK)
        effort->status = DX_ERR_LIMIT;
    return effort->status == DX_OK;
}

static void put_first(dx_outlook *o, const uint64_t *key, size_t words)
{
    dx_states_clear(&o->states[0], words, o->weighs);
    size_t number = dx_states_find(&o->states[0], key);
    if (o->weighs)
        o->states[0].weights[number] = dx_natural_of(1);
}

static dx_states *go_forward(run *r, size_t held)
{
    enum { STATES_BETWEEN_LOOKS = 64 };
    dx_outlook *o = r->o;
    dx_states *from = &o->states[0], *to = &o->states[1];
    const dx_natural one = dx_natural_of_small(1);
    put_first(o, r->begin, r->order->words);
    r->arrive = join;
    for (r->step = 0; r->step < r->order->step_count && !r->is_over;
         r->step++) {
        dx_states_clear(to, r->order->words, o->weighs);
        r->context = to;
        for (size_t i = 0; i < from->count && !r->is_over; i++) {
            if (i % STATES_BETWEEN_LOOKS == 0 &&
                !has_memory(o, held, r->effort))
                return from;
            dx_elimination_lay(r, from->keys + i * from->stride,
                               o->weighs ? &from->weights[i] : &one);
        }
        if (o->weighs)
            dx_elimination_weigh(r, to, NULL);
        thin(o, to);
        dx_states *reached = to;
        to = from;
        from = reached;
    }
    return from;
}

// From final states to vectors of the inner scope, in the other table.
static const dx_states *read_off(const run *r, const dx_states *from)
{
    dx_outlook *o = r->o;
    dx_states *out = &o->states[from == &o->states[0]];
    size_t stride = (o->inner.entries.count + 7) / 8;
    dx_states_clear(out, stride > 0 ? stride : 1, o->weighs);
    for (size_t s = 0; s < from->count; s++) {
        dx_elimination_read(r, from->keys + s * from->stride,
                            (uint8_t *)r->vector);
        size_t number = dx_states_find(out, r->vector);
        if (o->weighs)
            dx_natural_add(&out->weights[number], &from->weights[s]);
    }
    return out;
}

// By one order, in at most so many steps (0: no limit); NULL if they are spent.
static const dx_states *try_order(dx_outlook *o, dx_order_kind kind,
                                  dx_deal_run *stand, const uint8_t *self,
                                  uint64_t steps_most, size_t held)
{
    dx_effort *effort = stand->effort;
    const dx_order *q = dx_elimination_order(o, kind);
    const dx_states *out = NULL;
    uint64_t before = effort->steps;
    run r = {.self = self,
             .steps_end = steps_most == 0 ? 0 : before + steps_most};
    o->is_thinned = false;
    dx_natural_release_all(o->settled, 2);
    if (dx_elimination_begin(&r, o, q, stand)) {
        out = go_forward(&r, held);
    } else {
        dx_states_clear(&o->states[0], q->words, o->weighs);
        out = &o->states[0];
    }
    if (effort->status == DX_OK && !r.is_over) {
        out = read_off(&r, out);
        o->elimination.orders[kind]->taken = effort->steps - before;
    } else {
        out = NULL;
    }
    dx_elimination_end(&r);
    return out;
}

// The other orders after the mixed one; the cheapest first.
static void find_turns(dx_outlook *o)
{
    dx_elimination *e = &o->elimination;
    for (unsigned i = 0; i < DX_ORDER_KINDS; i++) {
        unsigned at = i;
        unsigned cost = dx_elimination_order(o, (dx_order_kind)i)->cost.steps;
        for (; at > 0 && e->orders[e->turn[at - 1]]->cost.steps > cost; at--)
            e->turn[at] = e->turn[at - 1];
        e->turn[at] = (dx_order_kind)i;
    }
}

// Tries the orders in turn, each time with more steps.
static const dx_states *race(dx_outlook *o, dx_deal_run *stand,
                             const uint8_t *self, size_t held)
{
    enum { STEPS_FIRST = 4000, TIMES = 4 };
    dx_elimination *e = &o->elimination;
    const dx_states *out = NULL;
    uint64_t most = STEPS_FIRST;
    bool is_one = o->groups.count <= 1 || o->classes.count <= 1 ||
                  o->open_factors.count > 0;
    if (e->has_won)
        most += TIMES * e->orders[e->turn[0]]->taken;
    out = try_order(o, e->turn[0], stand, self, is_one ? 0 : most, held);
    if (out == NULL && stand->effort->status == DX_OK)
        find_turns(o);
    for (most = STEPS_FIRST; out == NULL && stand->effort->status == DX_OK;
         most *= TIMES)
        for (unsigned i = 0; i < DX_ORDER_KINDS && out == NULL &&
                             stand->effort->status == DX_OK;
             i++) {
            dx_order_kind kind = e->turn[i];
            out = try_order(o, kind, stand, self, most, held);
            if (out != NULL) {
                e->turn[i] = e->turn[0];
                e->turn[0] = kind;
            }
        }
    e->has_won |= out != NULL;
    return out;
}

const dx_states *dx_eliminate(dx_outlook *o, const uint8_t *self,
                              const bool *ignored, dx_effort *effort)
{
    const dx_states *out = &o->states[0];
    size_t held =
        dx_states_bytes(&o->states[0]) + dx_states_bytes(&o->states[1]);
    dx_deal_run stand = {.ignored = ignored};
    if (dx_run_begin(&stand, o, self, effort))
        out = race(o, &stand, self, held);
    else
        dx_states_clear(&o->states[0], 1, o->weighs);
    dx_run_end(&stand);
    effort->bytes +=
        dx_states_bytes(&o->states[0]) + dx_states_bytes(&o->states[1]) - held;
    return effort->status == DX_OK ? out : NULL;
}
