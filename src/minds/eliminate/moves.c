// Factors in words of the rows; and a layer weighed by them.

#include "minds/eliminate/moves.h"

#include "base/memory.h"
#include "minds/turn/factors.h"

#include <assert.h>
#include <string.h>

enum { ASKED_MAX = 64, ROW_NONE = DX_PLACES_MAX };

// ---- the plan ----

// The part of a some that the mind does not see, if that can have one.
static uint64_t hidden_part(const dx_outlook *o, const dx_some *some)
{
    uint64_t could = 0, hidden = some->places & o->frame->real & ~o->sees;
    for (uint64_t left = hidden; left != 0; left &= left - 1)
        could |= o->frame->could[__builtin_ctzll(left)];
    return (could & some->kinds) != 0 ? hidden : 0;
}

void dx_moves_find(dx_outlook *o)
{
    for (size_t i = 0; i < o->factors->somes.count; i++) {
        uint64_t hidden = hidden_part(o, &o->factors->somes.at[i]);
        size_t k = 0;
        while (k < o->spoken.count && o->spoken.at[k].places != hidden)
            k++;
        if (hidden != 0 && k == o->spoken.count)
            dx_vector_push(&o->spoken, (dx_spoken){.places = hidden});
        if (hidden != 0)
            o->spoken.at[k].somes++;
    }
}

// The row that fills the last of the places that are hidden of a factor, or
// ROW_NONE; are they, of each of its somes, just those of the rows up to it?
static bool find_row(const dx_outlook *o, const dx_factor *factor,
                     unsigned *out_row)
{
    uint64_t together = 0, first = 0;
    bool is_same = true;
    *out_row = ROW_NONE;
    for (size_t i = 0; i < factor->count; i++) {
        uint64_t hidden =
            hidden_part(o, &o->factors->somes.at[factor->first + i]);
        is_same &= hidden == 0 || together == 0 || hidden == together;
        together |= hidden;
    }
    for (unsigned row = 0; row < o->classes.count; row++)
        if ((o->classes.at[row].places & together) != 0)
            *out_row = row;
    for (unsigned row = 0; together != 0 && row <= *out_row; row++)
        first |= o->classes.at[row].places;
    return is_same && first == together;
}

// The sum that watches places for a card of these kinds, until the row behind
// `row`; DX_SLOT_NONE if there are too many.
static uint16_t watch(dx_outlook *o, dx_moves *m, const dx_some *some,
                      unsigned row)
{
    size_t i = o->sums.count - m->watched;
    while (i < o->sums.count && (o->sums.at[i].places != some->places ||
                                 o->sums.at[i].kinds != some->kinds))
        i++;
    if (i == o->sums.count && m->watched == ASKED_MAX)
        return DX_SLOT_NONE;
    if (i == o->sums.count) {
        dx_vector_push(&o->sums, (dx_sum){.slot = DX_SLOT_NONE,
                                          .places = some->places,
                                          .kinds = some->kinds,
                                          .seen = {.slot = DX_SLOT_NONE},
                                          .max = UINT8_MAX,
                                          .cap = 1});
        m->watched++;
    }
    if (o->sums.at[i].last <= row)
        o->sums.at[i].last = row + 1;
    return (uint16_t)i;
}

// The bit of what is asked with a row; 0 if that is too much.
static uint64_t find_bit(dx_outlook *o, dx_moves *m, unsigned row, dx_some some)
{
    dx_moves_row *asked = &m->rows[row];
    unsigned i = 0;
    while (i < asked->count && (asked->some[i].places != some.places ||
                                asked->some[i].kinds != some.kinds ||
                                asked->some[i].least != some.least ||
                                asked->some[i].most != some.most))
        i++;
    if (i < asked->count)
        return DX_BIT(i);
    uint16_t sum = some.places != 0 && i < ASKED_MAX ? watch(o, m, &some, row)
                                                     : DX_SLOT_NONE;
    if (i == ASKED_MAX || (some.places != 0 && sum == DX_SLOT_NONE))
        return 0;
    asked->some[i] = some;
    asked->sum[i] = sum;
    asked->count++;
    asked->counts |= some.most > 0;
    for (size_t g = 0; some.places == 0 && g < o->groups.count; g++)
        if ((some.kinds & o->groups.at[g].kinds) != 0)
            asked->bits[g] |= DX_BIT(i);
    return DX_BIT(i);
}

// Adds a factor, if it is open; false if that is no way for it.
static bool add_factor(dx_outlook *o, dx_moves *m, const dx_factor *factor)
{
    dx_moves_factor made = {.base = factor->base,
                            .times = factor->times,
                            .first = m->somes.count,
                            .count = factor->count};
    bool is_first = find_row(o, factor, &made.row);
    uint64_t met = 0;
    if (made.row == ROW_NONE)
        return true; // it weighs all worlds alike
    for (size_t i = 0; i < factor->count; i++) {
        dx_some some = o->factors->somes.at[factor->first + i];
        uint64_t hidden = hidden_part(o, &some), seen = some.places & o->sees;
        unsigned most = some.most > 0 ? some.most + 1U : 1;
        assert(some.most < UINT8_MAX && some.least <= some.most + 1);
        dx_moves_some s = {.some = some,
                           .seen = dx_scope_read(&o->self, seen, some.kinds,
                                                 (dx_span){0, (uint8_t)most})};
        if (hidden != 0 && some.most > 0 && (seen != 0 || !is_first))
            return false;
        some.places = is_first ? 0 : hidden;
        if (hidden != 0) {
            s.bit = find_bit(o, m, made.row, some);
            if (s.bit == 0 || (met & s.bit) != 0)
                return false;
            met |= s.bit;
        }
        dx_vector_push(&m->somes, s);
    }
    dx_vector_push(&m->factors, made);
    return true;
}

// Where the supply of each group is in a state.
static void pack(const dx_outlook *o, dx_moves *m)
{
    unsigned shift = 0;
    m->words = 1;
    for (size_t g = 0; g < o->groups.count; g++) {
        unsigned most = o->groups.at[g].copies;
        unsigned mask = most == 0 ? 0 : ~0U >> __builtin_clz(most);
        unsigned bits = (unsigned)__builtin_popcount(mask);
        if (shift + bits > 64) {
            m->words++;
            shift = 0;
        }
        m->word[g] = (uint8_t)(m->words - 1);
        m->shift[g] = (uint8_t)shift;
        m->mask[g] = (uint8_t)mask;
        memset(m->group_at + 64 * m->word[g] + shift, (int)g, bits);
        shift += bits;
    }
}

dx_moves *dx_moves_plan(dx_outlook *o)
{
    dx_moves *m = dx_alloc(1, sizeof *m);
    m->rows = dx_alloc(o->classes.count + 1, sizeof *m->rows);
    pack(o, m);
    o->is_refused |= o->spoken.count > 0 && o->frame->choice_count > 0;
    for (size_t i = 0; i < o->factors->factors.count && !o->is_refused; i++)
        o->is_refused = !add_factor(o, m, &o->factors->factors.at[i]);
    if (o->spoken.count > 0 && !o->is_refused)
        return m;
    dx_moves_free(m);
    return NULL;
}

void dx_moves_free(dx_moves *m)
{
    if (m == NULL)
        return;
    dx_vector_release(&m->factors);
    dx_vector_release(&m->somes);
    dx_free(m->rows);
    dx_free(m);
}

// ---- the run ----

struct dx_moves_known {
    unsigned base;
    uint64_t bits;
    bool has_weights; // some stand for several moves
};

void dx_moves_begin(dx_deal_run *r, const uint8_t *self)
{
    const dx_moves *m = r->o->moves;
    r->known = dx_alloc(m->factors.count + 1, sizeof *r->known);
    for (size_t i = 0; i < m->factors.count; i++) {
        const dx_moves_factor *f = &m->factors.at[i];
        r->known[i].base = f->base;
        for (size_t k = 0; k < f->count; k++) {
            const dx_moves_some *s = &m->somes.at[f->first + k];
            unsigned seen = dx_reading_value(s->seen, self);
            if (s->bit != 0 ? seen > 0 : dx_some_holds(&s->some, seen))
                r->known[i].base += dx_some_moves(&s->some);
            else
                r->known[i].bits |= s->bit;
            r->known[i].has_weights |= dx_some_moves(&s->some) > 1;
        }
    }
}

void dx_moves_put(dx_deal_run *r)
{
    const dx_moves *m = r->o->moves;
    uint64_t *head = (uint64_t *)(void *)r->key;
    for (size_t g = 0; g < r->o->groups.count; g++)
        r->full[m->word[g]] |= (uint64_t)r->cards[g] << m->shift[g];
    memcpy(head, r->full, m->words * sizeof *head);
}

void dx_moves_read(dx_deal_run *r, const uint8_t *key)
{
    const dx_moves *m = r->o->moves;
    const uint64_t *head = (const uint64_t *)(const void *)key;
    memcpy(r->supplies, r->cards, sizeof r->supplies);
    r->asked = 0;
    for (size_t w = 0; w < m->words; w++) {
        r->head[w] = head[w];
        for (uint64_t gone = head[w] ^ r->full[w]; gone != 0;) {
            unsigned g = m->group_at[64 * w + (size_t)__builtin_ctzll(gone)];
            uint64_t mask = m->mask[g];
            r->supplies[g] = (uint8_t)(head[w] >> m->shift[g] & mask);
            assert(r->supplies[g] < r->cards[g]); // something is gone
            r->asked |= m->rows[r->row].bits[g];
            gone &= ~(mask << m->shift[g]);
        }
    }
}

uint64_t dx_moves_asked(const dx_deal_run *r)
{
    const dx_moves_row *row = &r->o->moves->rows[r->row];
    unsigned number[ASKED_MAX];
    uint64_t asked = 0;
    if (!row->counts)
        return r->asked;
    memset(number, 0, sizeof number);
    for (size_t g = 0; g < r->o->groups.count; g++) {
        unsigned gone = (unsigned)(r->cards[g] - r->supplies[g]);
        for (uint64_t bits = row->bits[g]; bits != 0; bits &= bits - 1)
            number[__builtin_ctzll(bits)] += gone;
    }
    for (unsigned i = 0; i < row->count; i++)
        if (row->sum[i] == DX_SLOT_NONE &&
            dx_some_holds(&row->some[i], number[i]))
            asked |= DX_BIT(i);
    return asked;
}

// All that holds of what is asked with the row, as a number of r->sets.
static size_t find_set(dx_deal_run *r, const uint64_t *key)
{
    const dx_moves_row *row = &r->o->moves->rows[r->row];
    const uint8_t *sums = (const uint8_t *)key + r->lead;
    uint64_t asked = key[0];
    if (r->row + 1 < r->o->classes.count) {
        dx_moves_read(r, (const uint8_t *)key);
        asked = dx_moves_asked(r);
    }
    for (unsigned i = 0; r->o->moves->watched > 0 && i < row->count; i++)
        if (row->sum[i] != DX_SLOT_NONE && sums[row->sum[i]] > 0)
            asked |= DX_BIT(i);
    return dx_states_find(&r->sets, &asked);
}

static unsigned moves_with(const dx_deal_run *r, size_t i, uint64_t asked)
{
    const dx_moves_factor *f = &r->o->moves->factors.at[i];
    uint64_t bits = asked & r->known[i].bits;
    unsigned number = r->known[i].base + (unsigned)__builtin_popcountll(bits);
    for (size_t k = 0; r->known[i].has_weights && k < f->count; k++) {
        const dx_moves_some *s = &r->o->moves->somes.at[f->first + k];
        number += (s->bit & bits) != 0 ? dx_some_moves(&s->some) - 1 : 0;
    }
    return number > 0 ? number : 1; // to pass
}

// The least common multiple of the numbers of moves that occur; 0 if it is too
// large.
static dx_count multiple_of(const dx_deal_run *r, size_t i)
{
    dx_count multiple = 1;
    for (size_t s = 0; s < r->sets.count; s++) {
        dx_count number = moves_with(r, i, r->sets.keys[s]);
        if (multiple % number != 0 &&
            __builtin_mul_overflow(
                multiple, number / dx_count_gcd(multiple, number), &multiple))
            return 0;
    }
    return multiple;
}

// What a factor makes of each of the sets that occur; what is still small
// waits.
static void weigh_sets(dx_deal_run *r, size_t i, dx_count *waiting)
{
    dx_count multiple = multiple_of(r, i);
    if (multiple == 0 && r->effort->status == DX_OK)
        r->effort->status = DX_ERR_UNSUPPORTED;
    for (size_t s = 0; multiple > 1 && s < r->sets.count; s++) {
        dx_count by = multiple / moves_with(r, i, r->sets.keys[s]);
        for (unsigned n = r->o->moves->factors.at[i].times; n > 0; n--)
            if (__builtin_mul_overflow(waiting[s], by, &waiting[s])) {
                dx_natural_multiply_count(&r->sets.weights[s], by);
                waiting[s] = 1;
            }
    }
}

void dx_moves_weigh(dx_deal_run *r, dx_states *to, dx_natural **times)
{
    const dx_moves *m = r->o->moves;
    if (m == NULL || !to->weighs || m->rows[r->row].count == 0)
        return;
    dx_states_clear(&r->sets, 1, true);
    uint32_t *set = dx_alloc(to->count + 1, sizeof *set);
    for (size_t i = 0; i < to->count; i++)
        set[i] = (uint32_t)find_set(r, to->keys + i * to->stride);
    dx_count *waiting = dx_alloc(r->sets.count + 1, sizeof *waiting);
    for (size_t s = 0; s < r->sets.count; s++) {
        r->sets.weights[s] = dx_natural_of(1);
        waiting[s] = 1;
    }
    for (size_t i = 0; i < m->factors.count; i++)
        if (m->factors.at[i].row == r->row)
            weigh_sets(r, i, waiting);
    for (size_t s = 0; s < r->sets.count; s++)
        dx_natural_multiply_count(&r->sets.weights[s], waiting[s]);
    dx_free(waiting);
    if (times != NULL)
        *times = dx_alloc(to->count + 1, sizeof **times);
    for (size_t i = 0; i < to->count; i++) {
        const dx_natural *by = &r->sets.weights[set[i]];
        dx_natural_multiply(&to->weights[i], by);
        if (times != NULL)
            (*times)[i] = dx_natural_copy(by);
    }
    dx_free(set);
}
