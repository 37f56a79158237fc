// What a sight of Clue holds is true, is all that a seat sees, and is enough:
// the deals that can be read off it are those that the reference finds.

#include "base/memory.h"
#include "game/match.h"
#include "games/clue/clue.h"
#include "games/games.h"
#include "minds/consider.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

// A move that is seldom an accusation, so that games go on.
static dx_event choose(dx_match *match, dx_random *random)
{
    const dx_event *moves;
    unsigned count = dx_match_moves(match, &moves);
    bool ends = moves[0].verb == DX_CLUE_END;
    return ends && dx_random_below(random, 12) > 0
               ? moves[0]
               : moves[dx_random_below(random, count)];
}

static bool play_on(dx_match *match, dx_random *random)
{
    if (dx_match_turn(match) == DX_OVER)
        return false;
    CHECK_EQ(dx_match_play(match, dx_match_turn(match), choose(match, random),
                           NULL, NULL),
             DX_OK);
    return true;
}

static dx_rules rules_of(const char *preset)
{
    char text[100];
    dx_rules rules;
    dx_error error = {.message = ""};
    snprintf(text, sizeof text, "clue(%s,limit=60)", preset);
    CHECK_THAT(dx_rules_parse(dx_games(), text, &rules, &error) == DX_OK,
               "%s: %s", text, error.message);
    return rules;
}

// Calls `check` for some games of every preset.
static void each_preset(void (*check)(const char *preset, dx_match *match,
                                      dx_random *random))
{
    const dx_preset *preset = dx_game_clue.schema.presets;
    for (; preset->name != NULL; preset++) {
        dx_rules rules = rules_of(preset->name);
        for (uint64_t seed = 0; seed < 6; seed++) {
            dx_deal *deal = dx_deal_new(&rules, seed, 0);
            dx_match *match = dx_match_new(&rules, deal);
            dx_random random = dx_random_named(seed, 0, 8);
            CHECKING("%s, seed %d", preset->name, (int)seed);
            check(preset->name, match, &random);
            dx_match_free(match);
            dx_deal_free(deal);
        }
    }
}

// Does `seat` see the card of this question?
static bool sees(const dx_clue_ask *ask, unsigned seat)
{
    return seat == ask->asker || seat == ask->shower;
}

// Every card that `seat` sees in a hand: its own, and what it was shown.
static void check_hands(const dx_clue *t, const dx_clue *sight, unsigned seat)
{
    dx_clue_cards seen[DX_CLUE_SEATS] = {0}, known = 0;
    if (seat < t->players)
        seen[seat] = t->hand[seat];
    for (unsigned i = 0; i < t->turns; i++) {
        const dx_clue_ask *ask = &t->ask[i];
        bool shows = dx_clue_showed(ask);
        CHECK_EQ(sight->ask[i].card,
                 shows && !sees(ask, seat) ? DX_HOLE : ask->card);
        if (shows && seat == ask->asker)
            seen[ask->shower] |= dx_clue_card(ask->card);
    }
    for (unsigned other = 0; other < t->players; other++) {
        CHECK_EQ(sight->hand[other], seen[other]);
        known |= seen[other];
    }
    if (sight->envelope.card[0] != DX_HOLE)
        known |= dx_clue_set(sight->envelope);
    CHECK_EQ(sight->unseen, dx_clue_pack(t) & ~known);
}

static void check_envelope(const dx_clue *t, const dx_clue *sight,
                           unsigned seat)
{
    bool sees_it = t->phase == DX_CLUE_DONE ||
                   (seat < t->players && (dx_clue_looked(t) >> seat & 1));
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
        CHECK_EQ(sight->envelope.card[sort],
                 sees_it ? t->envelope.card[sort] : DX_HOLE);
}

// The sight with its holes filled is the truth, byte for byte.
static void check_filled(const dx_rules *rules, const dx_clue *t,
                         const dx_clue *sight)
{
    size_t bytes = rules->game->table_bytes(rules);
    dx_clue *filled = dx_copy(sight, bytes);
    memcpy(filled->hand, t->hand, sizeof t->hand);
    filled->unseen = 0;
    filled->envelope = t->envelope;
    for (unsigned i = 0; i < t->turns; i++)
        filled->ask[i].card = t->ask[i].card;
    CHECK_EQ(memcmp(filled, t, bytes), 0);
    dx_free(filled);
}

static void check_sights(const char *preset, dx_match *match, dx_random *random)
{
    (void)preset;
    const dx_rules *rules = dx_match_rules(match);
    do {
        const dx_clue *t = dx_match_truth(match);
        for (unsigned i = 0; i <= t->players; i++) {
            unsigned seat = i == t->players ? DX_BYSTANDER : i;
            const dx_clue *sight = dx_match_view(match, seat)->sight;
            check_hands(t, sight, seat);
            check_envelope(t, sight, seat);
            check_filled(rules, t, sight);
        }
    } while (play_on(match, random));
}

TEST(a_clue_sight_has_what_its_seat_saw_and_the_public_past)
{
    each_preset(check_sights);
}

// What a bystander can read off a sight, of hands and an envelope.
static bool is_possible(const dx_clue *sight, const dx_clue_cards *hand,
                        dx_clue_triple envelope)
{
    for (unsigned seat = 0; seat < sight->players; seat++)
        if (dx_clue_size(hand[seat]) != sight->size[seat] ||
            (hand[seat] & ~sight->could[seat]) != 0 ||
            ((sight->out >> seat & 1) &&
             dx_clue_same(sight->accused[seat], envelope)))
            return false;
    for (unsigned i = 0; i < sight->turns; i++)
        if (dx_clue_answered(&sight->ask[i]) &&
            (hand[sight->ask[i].shower] & dx_clue_set(sight->ask[i].named)) ==
                0)
            return false;
    return true;
}

// And what a seat sees besides: cards in hands, the envelope.  Its own hand
// is known whole, so its size says that there is no other card in it.
static bool fits_seat(const dx_clue *sight, const dx_clue_cards *hand,
                      dx_clue_triple envelope)
{
    for (unsigned seat = 0; seat < sight->players; seat++)
        if ((sight->hand[seat] & ~hand[seat]) != 0)
            return false;
    return sight->envelope.card[0] == DX_HOLE ||
           dx_clue_same(sight->envelope, envelope);
}

static void check_true(const char *preset, dx_match *match, dx_random *random)
{
    (void)preset;
    do {
        const dx_clue *t = dx_match_truth(match);
        for (unsigned i = 0; i <= t->players; i++) {
            const dx_clue *sight =
                dx_match_view(match, i == t->players ? DX_BYSTANDER : i)->sight;
            CHECK(is_possible(sight, t->hand, t->envelope));
            CHECK(fits_seat(sight, t->hand, t->envelope));
        }
    } while (play_on(match, random));
}

TEST(the_true_deal_of_clue_is_always_possible)
{
    each_preset(check_true);
}

// Deals of a small pack as numbers: one digit for each card, which is its
// hand, or `players` for the envelope.
enum { DIGIT = 4, DEALS_MAX = 1 << 16 };

static unsigned code_of(const dx_clue *t)
{
    unsigned code = 0;
    for (unsigned card = 0; card < t->cards; card++) {
        unsigned place = 0;
        while (place < t->players && !(t->hand[place] >> card & 1))
            place++;
        code = code * DIGIT + place;
    }
    return code;
}

// False if it is not one card of each sort that is in the envelope.
static bool deal_of(const dx_clue *t, unsigned code, dx_clue_cards *hand,
                    dx_clue_triple *envelope)
{
    dx_clue_cards inside = 0;
    for (unsigned card = t->cards; card-- > 0; code /= DIGIT)
        if (code % DIGIT == t->players)
            inside |= dx_clue_card(card);
        else
            hand[code % DIGIT] |= dx_clue_card(card);
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++) {
        dx_clue_cards one = inside & dx_clue_sort(t, sort);
        if (dx_clue_size(one) != 1)
            return false;
        envelope->card[sort] = (uint8_t)dx_clue_first(one);
    }
    return true;
}

// Compares with the reference; false if that has too much to list.
static bool compare(const dx_view *view)
{
    const dx_clue *sight = view->sight;
    dx_worlds *worlds;
    if (dx_consider(view, &(dx_consider_options){.worlds_max = 20000}, &worlds,
                    NULL) != DX_OK)
        return false;
    bool *found = dx_alloc(DEALS_MAX, sizeof *found);
    for (size_t i = 0; i < dx_worlds_count(worlds); i++)
        found[code_of(dx_worlds_at(worlds, i).table)] = true;
    dx_worlds_free(worlds);
    for (unsigned code = 0; code < 1U << 2 * sight->cards; code++) {
        dx_clue_cards hand[DX_CLUE_SEATS] = {0};
        dx_clue_triple envelope;
        bool possible = deal_of(sight, code, hand, &envelope) &&
                        is_possible(sight, hand, envelope) &&
                        fits_seat(sight, hand, envelope);
        CHECK_EQ(possible, found[code]);
    }
    dx_free(found);
    return true;
}

static void compare_games(const char *preset)
{
    dx_rules rules = rules_of(preset);
    unsigned compared = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        dx_deal *deal = dx_deal_new(&rules, seed, 0);
        dx_match *match = dx_match_new(&rules, deal);
        dx_random random = dx_random_named(seed, 0, 8);
        uint64_t moves = dx_random_below(&random, 16);
        CHECKING_SEED(seed);
        while (moves-- > 0 && play_on(match, &random))
            continue;
        for (unsigned seat = 0; seat <= dx_players(&rules); seat++)
            compared += compare(dx_match_view(
                match, seat == dx_players(&rules) ? DX_BYSTANDER : seat));
        dx_match_free(match);
        dx_deal_free(deal);
    }
    CHECK_THAT(compared > 60, "%s: only %u compared", preset, compared);
}

TEST(the_deals_read_off_a_clue_sight_are_those_of_the_reference)
{
    compare_games("tiny");
    compare_games("small");
}

// Showings in which there was a choice, by preset as they come.
TEST(every_preset_of_clue_has_choices_that_a_third_seat_does_not_see)
{
    const dx_preset *preset = dx_game_clue.schema.presets;
    for (; preset->name != NULL; preset++) {
        dx_rules rules = rules_of(preset->name);
        dx_deal *deal = dx_deal_new(&rules, 5, 0);
        dx_match *match = dx_match_new(&rules, deal);
        dx_random random = dx_random_named(5, 0, 8);
        unsigned choices = 0;
        for (uint64_t number = 0; number < 20; number++) {
            dx_deal_restart(deal, 5, number);
            dx_match_restart(match, deal);
            do {
                const dx_clue *t = dx_match_truth(match);
                const dx_event *moves;
                choices += t->phase == DX_CLUE_SHOWING &&
                           dx_match_moves(match, &moves) > 1;
            } while (play_on(match, &random));
        }
        CHECK_THAT(choices >= 20, "%s: only %u choices", preset->name, choices);
        dx_match_free(match);
        dx_deal_free(deal);
    }
}

// The 144 deals of seven cards, by the test of chi squared: its mean is 143
// and its standard deviation about 17.
TEST(all_deals_of_clue_are_equally_likely)
{
    enum { TIMES = 100, DEALS = 144 };
    dx_rules rules = rules_of("tiny");
    dx_deal *deal = dx_deal_new(&rules, 9, 0);
    dx_match *match = dx_match_new(&rules, deal);
    unsigned *times = dx_alloc(DEALS_MAX, sizeof *times), different = 0;
    double sum = 0;
    for (uint64_t number = 0; number < TIMES * DEALS; number++) {
        dx_deal_restart(deal, 9, number);
        dx_match_restart(match, deal);
        times[code_of(dx_match_truth(match))]++;
    }
    for (unsigned code = 0; code < DEALS_MAX; code++)
        if (times[code] > 0) {
            double off = (double)times[code] - TIMES;
            different++;
            sum += off * off / TIMES;
        }
    CHECK_EQ(different, DEALS);
    CHECK_THAT(sum < 143 + 5 * 17, "chi squared is %.0f", sum);
    dx_free(times);
    dx_match_free(match);
    dx_deal_free(deal);
}
