// A lens tells of hands what the worlds that the reference lists say: for every
// hand and kind the weight of those that have at least so many cards of it.

#include "ask/lens_hands.h"
#include "base/memory.h"
#include "game/twin.h"
#include "games/games.h"
#include "minds/consider.h"
#include "test.h"

enum { WORLDS_MAX = 4000 };

static dx_fraction listed(const dx_lens_hands *hands, const dx_worlds *worlds,
                          unsigned hand, unsigned kind, unsigned number)
{
    dx_fraction sum = dx_fraction_int(0), all = sum;
    int args[DX_TERM_ARGS] = {(int)hands->seat[hand], (int)kind};
    for (size_t i = 0; i < dx_worlds_count(worlds); i++) {
        dx_world world = dx_worlds_at(worlds, i);
        all = dx_fraction_add(all, world.exact);
        if (dx_quantity_value(hands->quantity, world.table, args) >=
            (int)number)
            sum = dx_fraction_add(sum, world.exact);
    }
    return dx_fraction_divide(sum, all);
}

static unsigned judge_hands(dx_lens *lens, const dx_worlds *worlds)
{
    dx_lens_hands hands;
    unsigned judged = 0;
    CHECK_EQ(dx_lens_look_hands(lens, &hands, NULL), DX_OK);
    CHECK(hands.has_chances);
    for (unsigned h = 0; h < hands.count; h++)
        for (unsigned kind = 0; kind < hands.kinds; kind++)
            for (unsigned n = 1; n <= hands.most; n++) {
                dx_fraction chance =
                    dx_rational_fraction(dx_lens_hands_at(&hands, h, kind, n));
                CHECK_EQ(dx_fraction_compare(
                             chance, listed(&hands, worlds, h, kind, n)),
                         0);
                judged++;
            }
    dx_lens_hands_release(&hands);
    return judged;
}

static unsigned judge_seat(const dx_rules *rules, const dx_event *past,
                           unsigned count, unsigned seat)
{
    dx_consider_options options = {.worlds_max = WORLDS_MAX};
    dx_worlds *worlds = dx_worlds_new(rules, seat, &options);
    dx_eyes *eyes = dx_eyes_new(rules, seat);
    dx_lens *lens = dx_lens_new(rules, seat, &(dx_lens_options){0});
    unsigned judged = 0;
    for (unsigned i = 0; i < count; i++) {
        dx_eyes_see(eyes, past[i]);
        const dx_view *view = dx_eyes_view(eyes);
        if (dx_worlds_follow(worlds, view->seen[i], NULL) != DX_OK)
            break;
        if (past[i].next == DX_NATURE)
            continue;
        CHECKING("seat %u, event %u", seat + 1, i);
        dx_lens_follow(lens, view);
        judged += judge_hands(lens, worlds);
    }
    dx_lens_free(lens);
    dx_eyes_free(eyes);
    dx_worlds_free(worlds);
    return judged;
}

TEST(a_lens_tells_of_each_hand_how_many_cards_of_a_kind_it_may_have)
{
    static const char *const decks[] = {
        "gofish(tiny)", "gofish(players=2,ranks=3,copies=2,hand=2)",
        "gofish(players=3,ranks=4,copies=2,hand=2)",
        "gofish(players=2,ranks=3,copies=3,hand=3)"};
    for (unsigned d = 0; d < sizeof decks / sizeof *decks; d++) {
        unsigned judged = 0;
        dx_rules rules;
        CHECK_EQ(dx_rules_parse(dx_games(), decks[d], &rules, NULL), DX_OK);
        for (uint64_t seed = 0; seed < SAMPLE(6, 200); seed++) {
            unsigned count;
            dx_event *past = dx_twin_play(&rules, seed, 12, &count);
            CHECKING("%s, seed %llu", decks[d], (unsigned long long)seed);
            for (unsigned seat = 0; seat < dx_players(&rules); seat++)
                judged += judge_seat(&rules, past, count, seat);
            dx_free(past);
        }
        CHECK_THAT(judged > 100, "%s: only %u", decks[d], judged);
    }
}
