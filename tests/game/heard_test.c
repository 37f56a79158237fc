// What is heard against its definition: of all deals of a random small space
// those are left in which the claim is true, and no others, with what is left
// to be said besides.

#include "base/random.h"
#include "game/heard.h"
#include "test.h"

#include <string.h>

enum { KINDS = 4, PLACES = 3 };

typedef struct scene {
    dx_random random;
    dx_deal_space before, after;
    dx_claims *claims;
    dx_claim claim, rest;
    unsigned deals, wrong;
} scene;

static unsigned below(scene *s, unsigned bound)
{
    return (unsigned)dx_random_below(&s->random, bound);
}

static void make_space(scene *s)
{
    uint8_t copies[KINDS];
    for (unsigned kind = 0; kind < KINDS; kind++)
        copies[kind] = (uint8_t)(1 + below(s, 2));
    dx_deal_space_init(&s->before, KINDS, copies);
    for (unsigned place = 0; place < PLACES; place++)
        (void)dx_deal_space_add_place(&s->before, below(s, 4) == 0 ? 2 : 1,
                                      1 + below(s, 15));
}

static uint64_t some_of(scene *s, unsigned count)
{
    return below(s, 3) == 0 ? 1 + below(s, (1U << count) - 1)
                            : DX_BIT(below(s, count));
}

static dx_claim make_some(scene *s)
{
    return dx_claim_some(s->claims, some_of(s, PLACES), some_of(s, KINDS));
}

// A random claim; such as games hear more often than others.
static dx_claim make_claim(scene *s, unsigned depth)
{
    dx_claims *c = s->claims;
    dx_claim a, b;
    switch (depth == 0 ? below(s, 2) : below(s, 7)) {
    case 0:
        return make_some(s);
    case 1:
        a = dx_claim_count(c, some_of(s, PLACES), some_of(s, KINDS));
        b = dx_claim_number(c, (int)below(s, 4));
        if (below(s, 3) == 0)
            a = dx_claim_add(
                c, a, dx_claim_count(c, some_of(s, PLACES), some_of(s, KINDS)));
        return below(s, 2) == 0 ? dx_claim_at_least(c, a, b)
                                : dx_claim_at_least(c, b, a);
    case 2: // an odd number, or not 1
        a = dx_claim_count(c, some_of(s, PLACES), some_of(s, KINDS));
        b = dx_claim_at_least(c, a, dx_claim_number(c, 1));
        return dx_claim_not(
            c, dx_claim_and(c, b,
                            dx_claim_not(c, dx_claim_at_least(
                                                c, a, dx_claim_number(c, 2)))));
    case 3: // one of several in a place
        a = dx_claim_count(c, 1, DX_BIT(below(s, KINDS)));
        b = dx_claim_some(c, 1, DX_BIT(below(s, KINDS)));
        return dx_claim_or(c, dx_claim_at_least(c, a, dx_claim_number(c, 1)),
                           b);
    case 4: // not all of several single cards
        a = dx_claim_and(c, dx_claim_some(c, 1, 1 + below(s, 15)),
                         dx_claim_some(c, 2, 1 + below(s, 15)));
        return dx_claim_not(c, a);
    case 5:
        return dx_claim_not(c, make_claim(s, depth - 1));
    default:
        a = make_claim(s, depth - 1);
        b = make_claim(s, depth - 1);
        return below(s, 2) == 0 ? dx_claim_and(c, a, b) : dx_claim_or(c, a, b);
    }
}

static int value(const scene *s, const dx_dealt *dealt, dx_claim claim)
{
    const dx_claim_node *c = dx_claims_at(s->claims, claim);
    int number = 0;
    switch (c->kind) {
    case DX_CLAIM_NUMBER:
        return c->number;
    case DX_CLAIM_COUNT:
        for (unsigned p = 0; p < PLACES; p++)
            for (unsigned k = 0; k < KINDS; k++)
                if ((c->places >> p & 1) && (c->kinds >> k & 1))
                    number += dealt->count[p][k];
        return number;
    case DX_CLAIM_ADD:
        return value(s, dealt, c->a) + value(s, dealt, c->b);
    case DX_CLAIM_AT_LEAST:
        return value(s, dealt, c->a) >= value(s, dealt, c->b);
    case DX_CLAIM_NOT:
        return !value(s, dealt, c->a);
    case DX_CLAIM_AND:
        return value(s, dealt, c->a) && value(s, dealt, c->b);
    default:
        return value(s, dealt, c->a) || value(s, dealt, c->b);
    }
}

static void look_at(scene *s, const dx_dealt *dealt)
{
    bool was = !dx_tally_is_zero(dx_deal_space_weight(&s->before, dealt));
    bool is = !dx_tally_is_zero(dx_deal_space_weight(&s->after, dealt)) &&
              value(s, dealt, s->rest) != 0;
    s->deals += was;
    s->wrong += is != (was && value(s, dealt, s->claim) != 0);
}

// All ways to lay cards, from cell to cell.
static void lay(scene *s, dx_dealt *dealt, unsigned cell)
{
    if (cell == PLACES * KINDS) {
        look_at(s, dealt);
        return;
    }
    for (unsigned n = 0; n <= 2; n++) {
        dealt->count[cell / KINDS][cell % KINDS] = (uint8_t)n;
        unsigned size = 0;
        for (unsigned k = 0; k < KINDS; k++)
            size += dealt->count[cell / KINDS][k];
        if (size <= s->before.place[cell / KINDS].size)
            lay(s, dealt, cell + 1);
    }
    dealt->count[cell / KINDS][cell % KINDS] = 0;
}

TEST(what_is_heard_leaves_the_deals_in_which_it_is_true)
{
    unsigned known = 0, seeds = SAMPLE(200, 20000), narrowed = 0;
    for (uint64_t seed = 0; seed < seeds; seed++) {
        scene s = {.random = dx_random_named(seed, 5, 5),
                   .claims = dx_claims_new()};
        dx_dealt dealt;
        CHECKING_SEED(seed);
        memset(&dealt, 0, sizeof dealt);
        make_space(&s);
        s.after = s.before;
        s.claim = make_claim(&s, 2);
        bool is = dx_deal_space_hear(&s.after, s.claims, s.claim, &s.rest);
        CHECK(s.after.beyond == NULL);
        s.rest = is ? dx_claim_number(s.claims, 1) : s.rest;
        lay(&s, &dealt, 0);
        CHECK_EQ(s.wrong, 0);
        if (is) {
            known++;
            narrowed += memcmp(&s.before, &s.after, sizeof s.before) != 0;
        }
        dx_claims_free(s.claims);
    }
    CHECK(2 * known > seeds && 4 * narrowed > seeds);
}

static const uint8_t one_each[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};

TEST(what_clue_hears_is_one_bound_each)
{
    dx_claims *c = dx_claims_new();
    dx_deal_space space;
    dx_deal_space_init(&space, 9, one_each);
    for (unsigned sort = 0; sort < 3; sort++)
        (void)dx_deal_space_add_place(&space, 1, UINT64_C(7) << 3 * sort);
    (void)dx_deal_space_add_place(&space, 3, DX_ALL_KINDS);
    dx_claim wrong = dx_claim_and(
        c, dx_claim_and(c, dx_claim_some(c, 1, 1), dx_claim_some(c, 2, 8)),
        dx_claim_some(c, 4, 64));
    CHECK(dx_deal_space_hear(&space, c, dx_claim_not(c, wrong), NULL));
    CHECK_EQ(space.bound_count, 1);
    CHECK_EQ(space.bound[0].places, 7);
    CHECK_EQ(space.bound[0].kinds, 73);
    CHECK_EQ(space.bound[0].max, 2);
    CHECK(dx_deal_space_hear(&space, c, dx_claim_some(c, 8, 73), NULL));
    CHECK_EQ(space.bound_count, 2);
    CHECK(dx_deal_space_hear(&space, c, dx_claim_none(c, 8, 5), NULL));
    CHECK_EQ(space.bound_count, 2); // fewer kinds, and no bound
    CHECK_EQ(space.place[3].kinds, 511 - 5);
    // "Either of two hands, another card each" is no bound.
    CHECK(!dx_deal_space_hear(
        &space, c,
        dx_claim_or(c, dx_claim_some(c, 8, 2), dx_claim_some(c, 1, 4)), NULL));
    CHECK(space.beyond != NULL);
    dx_claims_free(c);
}

TEST(more_places_or_bounds_than_there_is_room_for_are_said_so)
{
    dx_deal_space space;
    dx_deal_space_init(&space, 9, one_each);
    for (unsigned i = 0; i < DX_PLACES_MAX; i++)
        CHECK_EQ(dx_deal_space_add_place(&space, 0, DX_ALL_KINDS), i);
    CHECK(space.beyond == NULL);
    (void)dx_deal_space_add_place(&space, 0, DX_ALL_KINDS);
    CHECK_TEXT(space.beyond, "more than 64 places of hidden cards");
    space.beyond = NULL;
    for (unsigned i = 0; i <= DX_BOUNDS_MAX; i++)
        dx_deal_space_add_bound(&space, &(dx_bound){.places = 1, .kinds = 1});
    CHECK_TEXT(space.beyond, "more than 128 bounds on what is hidden");
}
