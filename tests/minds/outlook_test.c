// Minds put together by hand: what one sees of a few numbers of cards.

#include "base/random.h"
#include "base/rational.h"
#include "minds/hand_lists.h"
#include "minds/outlook.h"
#include "test.h"

// Places of one card each, for kinds of these copies.
static dx_frame frame_of(unsigned places, unsigned kinds, const uint8_t *copies)
{
    dx_frame frame = {.real = DX_BIT(places) - 1, .all = DX_BIT(places) - 1};
    dx_deal_space_init(&frame.space, kinds, copies);
    for (unsigned p = 0; p < places; p++) {
        dx_deal_space_add_place(&frame.space, 1, DX_BIT(kinds) - 1);
        frame.could[p] = frame.space.place[p].kinds;
        frame.size[p] = 1;
    }
    return frame;
}

// Of 51 cards one is marked, 40 are dealt, and it is asked where it lies.  Once
// that is decided nothing tells the places apart, and they become one in 40! or
// 39! ways, more than 128 bits take.
TEST(places_that_become_one_in_very_many_ways_keep_their_weights)
{
    enum { PLACES = 40 };
    dx_frame frame = frame_of(PLACES, 2, (const uint8_t[]){1, 50});
    dx_outlook o = {.frame = &frame,
                    .weighs = true,
                    .self = {.frame = &frame},
                    .inner = {.frame = &frame}};
    for (unsigned p = 0; p < PLACES; p++)
        dx_scope_read(&o.inner, DX_BIT(p), 1, dx_span_all());
    dx_outlook_plan(&o);
    CHECK(o.fusions.count > 0);
    dx_effort effort = {0};
    uint8_t self[8] = {0};
    const dx_states *states = dx_outlook_run(&o, self, NULL, &effort);
    CHECK(states != NULL && states->count == PLACES + 1);
    dx_natural all = {0}, share = {0};
    for (size_t i = 0; i < states->count; i++)
        dx_natural_add(&all, &states->weights[i]);
    for (size_t i = 0; i < states->count; i++) {
        const uint8_t *vector = dx_states_key(states, i);
        unsigned dealt = 0;
        for (unsigned p = 0; p < PLACES; p++)
            dealt += vector[p];
        // In each of 51 places, eleven of them in the rest, it is as likely.
        share = dx_natural_copy(&states->weights[i]);
        dx_natural_multiply_count(&share, 51);
        dx_natural_divide_count(&share, dealt > 0 ? 1 : 11);
        CHECK_THAT(dx_natural_equal(&share, &all), "state %zu", i);
        dx_natural_release(&share);
    }
    dx_natural_release(&all);
    dx_outlook_release(&o);
}

// The share of hands of two in which the first of four kinds occurs: with lists
// of hands, as one who says nothing of kinds alike may use them, and without.
TEST(an_outlook_that_says_nothing_of_kinds_alike_has_none)
{
    dx_fraction share[2];
    for (unsigned by_hand = 0; by_hand < 2; by_hand++) {
        dx_frame frame = frame_of(2, 4, (const uint8_t[]){2, 2, 2, 2});
        dx_hand_lists hands = {0};
        frame.sees[0] = frame.real;
        dx_outlook o = {.frame = &frame,
                        .weighs = true,
                        .hand_lists = by_hand ? &hands : NULL,
                        .self = {.frame = &frame},
                        .inner = {.frame = &frame}};
        dx_scope_read(&o.inner, frame.real, 1, dx_span_all());
        dx_outlook_plan(&o);
        CHECK_EQ(o.by_hand != NULL, by_hand);
        dx_effort effort = {0};
        uint8_t self[8] = {0};
        const dx_states *states = dx_outlook_run(&o, self, NULL, &effort);
        CHECK(states != NULL);
        dx_natural with = {0}, all = {0};
        for (size_t i = 0; i < states->count; i++) {
            dx_natural_add(&all, &states->weights[i]);
            if (*(const uint8_t *)dx_states_key(states, i) > 0)
                dx_natural_add(&with, &states->weights[i]);
        }
        dx_rational ratio = dx_rational_of_ratio(&with, &all);
        share[by_hand] = dx_rational_fraction(&ratio);
        dx_rational_release(&ratio);
        dx_natural_release(&with);
        dx_natural_release(&all);
        dx_outlook_release(&o);
        dx_hand_lists_release(&hands);
    }
    CHECK(dx_fraction_equal(share[0], dx_fraction_of(13, 28)));
    CHECK(dx_fraction_equal(share[1], share[0]));
}

TEST(a_place_without_cards_is_no_part_of_a_number)
{
    dx_frame frame = frame_of(2, 3, (const uint8_t[]){1, 1, 1});
    uint64_t places = 3, kinds = 3;
    frame.size[0] = 0;
    frame.could[0] = 5;
    CHECK_EQ(dx_scope_tidy(&frame, &places, &kinds), 0);
    CHECK_EQ(places, 2);
    CHECK_EQ(kinds, 3);
    frame.could[1] = 4; // it can hold none of them
    CHECK_EQ(dx_scope_tidy(&frame, &places, &kinds), 0);
    CHECK_EQ(places, 0);
}

enum { NUMBERS = 6 };

// What a vector says: its first number alone, if that is large or nothing.
static dx_tells says_of(const void *context, const uint8_t *vector,
                        const uint8_t *more, bool recalls)
{
    const dx_outlook *o = context;
    uint8_t value[NUMBERS];
    unsigned sum = 0;
    (void)recalls;
    for (size_t i = 0; i < o->inner.entries.count; i++) {
        value[i] = dx_entry_clamp(&o->inner.entries.at[i], vector[i]);
        sum = sum * 7 + value[i];
    }
    if (more != NULL && more[0] == DX_MORE_ANY)
        return DX_TELLS_OPEN;
    unsigned least = value[0], most = least + (more != NULL ? more[0] : 0);
    if (least >= 2 || most == 0)
        return least >= 2 ? DX_TELLS_YES : DX_TELLS_NO;
    for (size_t i = 0; more != NULL && i < o->inner.entries.count; i++)
        if (more[i] != 0)
            return DX_TELLS_OPEN;
    return sum % 5 == 0   ? DX_TELLS_NONE
           : sum % 5 == 1 ? DX_TELLS_YES
                          : DX_TELLS_NO;
}

// Weights of all worlds by what they say, those that were settled before all
// cards were laid with them.
static void weigh(dx_outlook *o, bool early, dx_natural *out)
{
    dx_effort effort = {0};
    uint8_t self[64] = {0};
    o->says = early ? says_of : NULL;
    o->foresee_context = o;
    const dx_states *states = dx_outlook_run(o, self, NULL, &effort);
    CHECK(states != NULL);
    for (size_t i = 0; i < states->count; i++) {
        dx_tells says = says_of(o, dx_states_key(states, i), NULL, false);
        if (says != DX_TELLS_NONE)
            dx_natural_add(&out[says], &states->weights[i]);
    }
    for (unsigned i = 0; i < 2; i++)
        dx_natural_add(&out[i], &o->settled[i]);
}

TEST(worlds_that_are_weighed_before_all_is_laid_weigh_the_same)
{
    unsigned settled = 0;
    for (uint64_t seed = 0; seed < SAMPLE(60, 5000); seed++) {
        dx_random random = dx_random_named(seed, 3, 5);
        CHECKING("seed %llu", (unsigned long long)seed);
        unsigned places = 6 + (unsigned)dx_random_below(&random, 4);
        uint8_t copies[] = {3, 3, 3, 3};
        dx_frame frame = frame_of(places, 4, copies);
        if (dx_random_below(&random, 3) == 0)
            dx_deal_space_add_between(
                &frame.space, 1 + dx_random_below(&random, frame.all), 3, 0, 3);
        dx_outlook o = {.frame = &frame,
                        .weighs = true,
                        .self = {.frame = &frame},
                        .inner = {.frame = &frame}};
        for (unsigned i = 0; i < NUMBERS; i++)
            dx_scope_read(&o.inner, 1 + dx_random_below(&random, frame.all),
                          1 + dx_random_below(&random, 15), (dx_span){0, 3});
        dx_outlook_plan(&o);
        dx_natural late[2] = {0}, early[2] = {0};
        weigh(&o, false, late);
        weigh(&o, true, early);
        settled += !dx_natural_is_zero(&o.settled[DX_TELLS_YES]);
        for (unsigned i = 0; i < 2; i++)
            CHECK(dx_natural_equal(&late[i], &early[i]));
        dx_natural_release_all(late, 2);
        dx_natural_release_all(early, 2);
        dx_outlook_release(&o);
    }
    CHECK(settled > SAMPLE(15, 1000));
}
