// Which numbers occur, against all deals: on random small spaces with bounds a
// mind that sees some places is asked about some numbers, and what is found one
// way at a time is held to the list of its worlds.  Half of the spaces have
// bounds about one kind each in the first places of a hand, as Go Fish has
// them.

#include "base/memory.h"
#include "minds/exist/occurs_private.h"
#include "test.h"
#include "worlds/deal_table.h"

#include <string.h>

enum { KINDS = 5, PLACES = 5, NUMBERS = 4, DEALS_MAX = 1000 };

typedef struct number_scene {
    dx_random random;
    dx_frame frame;
    dx_outlook outlook;
    unsigned count;
    dx_dealt *deals;
    uint64_t recalls; // salt of what is known of vectors
} number_scene;

static unsigned below(number_scene *s, unsigned bound)
{
    return (unsigned)dx_random_below(&s->random, bound);
}

static void add_bound(number_scene *s, unsigned places)
{
    unsigned least = below(s, 2), kind = below(s, KINDS);
    dx_deal_space_add_between(&s->frame.space, 1 + below(s, (1U << places) - 1),
                              below(s, 2) ? DX_BIT(kind) : 1 + below(s, 31),
                              (uint8_t)least, (uint8_t)(least + below(s, 3)));
}

// Of one kind, in the first places of one of two hands; perhaps a number
// between is left out.
static void add_chained(number_scene *s, unsigned places)
{
    unsigned hand = below(s, 2), some = 1 + below(s, places);
    unsigned least = below(s, 2), most = least + below(s, 4);
    dx_bound bound = {.kinds = DX_BIT(below(s, KINDS)),
                      .min = (uint8_t)least,
                      .max = (uint8_t)most};
    for (unsigned p = hand; p < places && some > 0; p += 2, some--)
        bound.places |= DX_BIT(p);
    if (most > least + 1 && below(s, 2) > 0)
        bound.but = DX_BIT(least + 1);
    if (bound.places != 0)
        dx_deal_space_add_bound(&s->frame.space, &bound);
}

static void make_space(number_scene *s, bool is_chained)
{
    uint8_t copies[KINDS];
    unsigned places = 3 + below(s, PLACES - 2);
    for (unsigned kind = 0; kind < KINDS; kind++)
        copies[kind] = (uint8_t)(1 + below(s, 3));
    dx_deal_space_init(&s->frame.space, KINDS, copies);
    for (unsigned p = 0; p < places; p++) {
        unsigned size = 1 + below(s, 3);
        uint64_t kinds = below(s, 2) ? DX_BIT(KINDS) - 1 : 1 + below(s, 31);
        dx_deal_space_add_place(&s->frame.space, size, kinds);
        s->frame.could[p] = s->frame.space.place[p].kinds;
        s->frame.size[p] = (uint8_t)size;
    }
    s->frame.real = s->frame.all = DX_BIT(places) - 1;
    for (unsigned i = is_chained ? 1 + below(s, 5) : below(s, 4); i > 0; i--) {
        if (is_chained)
            add_chained(s, places);
        else
            add_bound(s, places);
    }
}

static void make_outlook(number_scene *s)
{
    dx_outlook *o = &s->outlook;
    *o = (dx_outlook){.frame = &s->frame,
                      .sees = below(s, (unsigned)s->frame.all + 1) &
                              below(s, (unsigned)s->frame.all + 1),
                      .self = {.frame = &s->frame},
                      .inner = {.frame = &s->frame}};
    for (unsigned i = 1 + below(s, NUMBERS); i > 0; i--) {
        unsigned floor = below(s, 2);
        dx_scope_read(&o->inner, 1 + below(s, (unsigned)s->frame.all),
                      1 + below(s, 31),
                      (dx_span){floor, floor + 1 + below(s, 3)});
    }
    dx_outlook_plan(o);
}

static bool keep(void *context, const dx_dealt *dealt, dx_tally weight)
{
    number_scene *s = context;
    (void)weight;
    s->deals[s->count++] = *dealt;
    return true;
}

// The numbers of a scope in a deal.
static void read_deal(const dx_number_scope *scope, const dx_dealt *deal,
                      uint8_t *out)
{
    for (size_t i = 0; i < scope->entries.count; i++) {
        const dx_entry *entry = &scope->entries.at[i];
        unsigned number = 0;
        for (unsigned p = 0; p < PLACES; p++)
            for (unsigned k = 0; k < KINDS; k++)
                if (entry->places >> p & entry->kinds >> k & 1)
                    number += deal->count[p][k];
        out[i] = dx_entry_clamp(entry, number);
    }
}

// What a vector says: any function of it will do.
static dx_tells says_at_last(const uint8_t *vector, size_t count)
{
    unsigned sum = 0;
    for (size_t i = 0; i < count; i++)
        sum = sum * 7 + vector[i];
    return sum % 5 == 0   ? DX_TELLS_YES
           : sum % 5 == 1 ? DX_TELLS_NONE
                          : DX_TELLS_NO;
}

// The same, where it can be said: the first number may decide it alone.
static dx_tells says(const void *context, const uint8_t *vector,
                     const uint8_t *more, bool recalls)
{
    const number_scene *s = context;
    size_t count = s->outlook.inner.entries.count;
    uint8_t clamped[NUMBERS];
    for (size_t i = 0; i < count; i++)
        clamped[i] = dx_entry_clamp(&s->outlook.inner.entries.at[i], vector[i]);
    vector = clamped;
    if ((more == NULL || more[0] == 0) && vector[0] == 1)
        return DX_TELLS_NO;
    for (size_t i = 0; more != NULL && i < count; i++)
        if (more[i] != 0)
            return DX_TELLS_OPEN;
    if (recalls && (vector[0] + s->recalls) % 3 == 0)
        return DX_TELLS_UNKNOWN;
    return says_at_last(vector, count);
}

// Is state number `i` the vector?  A number that is seen may be out of the
// range that matters.
static bool is_vector(const number_scene *s, const dx_states *states, size_t i,
                      const uint8_t *vector)
{
    const dx_number_scope *scope = &s->outlook.inner;
    const uint8_t *key = dx_states_key(states, i);
    for (size_t k = 0; k < scope->entries.count; k++)
        if (dx_entry_clamp(&scope->entries.at[k], key[k]) != vector[k])
            return false;
    return true;
}

// All that occur, where nothing says what is wanted.
static void check_all(number_scene *s, const uint8_t *self)
{
    dx_outlook *o = &s->outlook;
    size_t met = 0;
    uint8_t own[64] = {0}, vector[NUMBERS] = {0};
    dx_effort effort = {0};
    const dx_states *found = NULL;
    CHECK(dx_occurs_run(o, self, NULL, &effort, &found) && found != NULL);
    bool *is_met = dx_alloc(found->count + 1, sizeof *is_met);
    for (unsigned d = 0; d < s->count; d++) {
        read_deal(&o->self, &s->deals[d], own);
        if (memcmp(own, self, o->self.entries.count) != 0)
            continue;
        read_deal(&o->inner, &s->deals[d], vector);
        bool is_found = false;
        for (size_t i = 0; i < found->count; i++)
            if (is_vector(s, found, i, vector))
                is_found = is_met[i] = true;
        CHECK(is_found);
    }
    for (size_t i = 0; i < found->count; i++)
        met += is_met[i];
    CHECK_EQ(met, found->count);
    dx_free(is_met);
}

// What is wanted is found if it occurs, and only then.
static void check_wanted(number_scene *s, const uint8_t *self)
{
    dx_outlook *o = &s->outlook;
    uint8_t own[64] = {0}, vector[NUMBERS] = {0};
    unsigned occur = 0, got = 0;
    dx_effort effort = {0};
    const dx_states *found = NULL;
    o->says = says;
    o->foresee_context = s;
    o->wanted = 1 + below(s, 3);
    s->recalls = below(s, 3);
    CHECK(dx_occurs_run(o, self, NULL, &effort, &found) && found != NULL);
    for (unsigned d = 0; d < s->count; d++) {
        read_deal(&o->self, &s->deals[d], own);
        read_deal(&o->inner, &s->deals[d], vector);
        if (memcmp(own, self, o->self.entries.count) == 0)
            occur |= 1U << says(s, vector, NULL, false);
    }
    for (size_t i = 0; i < found->count; i++)
        got |= 1U << says(s, dx_states_key(found, i), NULL, false);
    CHECK_EQ(got, occur & o->wanted);
    CHECK(found->count <= 2);
    o->says = NULL;
}

TEST(what_occurs_is_found_one_way_at_a_time)
{
    unsigned tried = 0;
    dx_dealt *deals = dx_alloc(DEALS_MAX, sizeof *deals);
    for (uint64_t seed = 0; seed < SAMPLE(2000, 40000); seed++) {
        CHECKING("seed %llu", (unsigned long long)seed);
        number_scene *s = dx_alloc(1, sizeof *s);
        s->deals = deals;
        s->random = dx_random_named(seed, 5, 11);
        make_space(s, seed % 2 == 0);
        make_outlook(s);
        if (s->outlook.occurs != NULL &&
            dx_deals_each(&s->frame.space, 200000, DEALS_MAX, keep, s) ==
                DX_OK &&
            s->count > 0) {
            uint8_t self[64] = {0};
            read_deal(&s->outlook.self, &s->deals[below(s, s->count)], self);
            check_all(s, self);
            check_wanted(s, self);
            tried++;
        }
        dx_outlook_release(&s->outlook);
        dx_free(s);
    }
    dx_free(deals);
    CHECK(tried * 8 > SAMPLE(2000, 40000));
}
