// Minds put together by hand: what one sees of a few numbers of cards.

#include "base/random.h"
#include "base/rational.h"
#include "minds/eliminate/outlook.h"
#include "minds/message/hand_lists.h"
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
