// The convention for two: what can be said can be spelled, what is said is
// true, and silence, throws and plays say what the header promises.

#include "agents/hanabi/blueprint.h"
#include "agents/hanabi/pair_talk.h"
#include "agents/hanabi/rollout.h"
#include "base/random.h"
#include "games/games.h"
#include "test.h"

#include <string.h>

enum { SEED = 52, GAMES = 150 };

typedef struct game {
    dx_rollout rollout;
    dx_random random;
    uint8_t deck[50];
} game;

static const dx_hanabi *table_of(const game *g)
{
    return &g->rollout.common.table;
}

static const dx_hand *hands_of(const game *g)
{
    return (const dx_hand *)g->rollout.hands;
}

static void deal(game *g, unsigned number)
{
    static const uint8_t copies[] = {3, 2, 2, 2, 1};
    dx_rules rules;
    dx_error error = {.message = ""};
    unsigned count = 0;
    memset(g, 0, sizeof *g);
    CHECK(dx_rules_parse(dx_games(), "hanabi(players=2)", &rules, &error) ==
          DX_OK);
    g->random = dx_random_named(SEED, number, 0);
    g->rollout.blueprint = &dx_blueprint_pair;
    g->rollout.deck = g->deck;
    dx_public_begin(&g->rollout.common, &rules);
    for (unsigned kind = 0; kind < 25; kind++)
        for (unsigned i = 0; i < copies[kind % 5]; i++)
            g->deck[count++] = (uint8_t)kind;
    dx_random_shuffle(&g->random, g->deck, count, 1);
    for (unsigned i = 0; i < 10; i++) {
        unsigned seat = i / 5;
        g->rollout.hands[seat][i % 5] = g->deck[table_of(g)->deck - 1];
        dx_public_fold(&g->rollout.common, dx_event_new(DX_HANABI_DRAW, seat));
    }
}

static bool is_over(const game *g)
{
    const dx_hanabi *t = table_of(g);
    return t->lives == 0 || t->turns_left == 0 || t->score == 25 ||
           t->size[t->turn] + t->tokens == 0;
}

static void check_true(const game *g, unsigned number)
{
    const dx_public *common = &g->rollout.common;
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned slot = 0; slot < common->hand[seat].size; slot++)
            CHECK_THAT(common->hand[seat].could[slot] >>
                               g->rollout.hands[seat][slot] &
                           1,
                       "seed %u, game %u, deck %u: slot %u of seat %u", SEED,
                       number, common->table.deck, slot, seat);
}

static dx_event any_truthful_move(game *g)
{
    dx_event moves[DX_TRUTHFUL_MAX];
    unsigned seat = table_of(g)->turn;
    unsigned count = dx_blueprint_pair.truthful(&g->rollout.common, hands_of(g),
                                                seat, moves);
    dx_thought silent = {0};
    if (count == 0)
        return dx_blueprint_move(&dx_blueprint_pair, &g->rollout.common,
                                 hands_of(g), seat, &silent);
    return moves[dx_random_below(&g->random, count)];
}

// Players who choose among the truthful moves at random: a wilder company than
// any search, and still nobody is told anything false.
TEST(truthful_moves_of_a_pair_at_random_keep_the_table_true)
{
    for (unsigned number = 0; number < GAMES; number++) {
        CHECKING("deal %u", (unsigned)number);
        game g;
        deal(&g, number);
        while (!is_over(&g)) {
            dx_rollout_move(&g.rollout, any_truthful_move(&g));
            check_true(&g, number);
        }
    }
}

// The blueprint's own moves are among the truthful ones, but for bold plays
// that nobody would search; and there is always a hint to be found.
TEST(a_pair_plays_by_its_own_convention)
{
    for (unsigned number = 0; number < GAMES; number++) {
        CHECKING("deal %u", (unsigned)number);
        game g;
        deal(&g, number);
        while (!is_over(&g) && table_of(&g)->deck > 0) {
            const dx_public *common = &g.rollout.common;
            unsigned seat = table_of(&g)->turn;
            dx_event moves[DX_TRUTHFUL_MAX], hints[DX_HANABI_CLUES];
            dx_thought silent = {0};
            dx_event move =
                dx_blueprint_pair.move(common, hands_of(&g), seat, &silent);
            unsigned count =
                dx_blueprint_pair.truthful(common, hands_of(&g), seat, moves);
            bool found = false;
            for (unsigned i = 0; i < count; i++)
                found |= dx_event_same(moves[i], move);
            CHECK_THAT(found, "seed %u, game %u, deck %u: verb %u", SEED,
                       number, common->table.deck, move.verb);
            CHECK(dx_pair_hints(common, hands_of(&g), seat, hints) > 0);
            dx_rollout_move(&g.rollout, move);
        }
    }
}

static void give(game *g, unsigned seat, const char *cards)
{
    for (unsigned slot = 0; slot < 5; slot++)
        g->rollout.hands[seat][slot] =
            (uint8_t)(5 * (cards[2 * slot] - 'a') + cards[2 * slot + 1] - '1');
}

static dx_event clue(unsigned who, unsigned number)
{
    dx_event hint = dx_event_new(DX_HANABI_HINT, who);
    return dx_with(dx_with(hint, 0, 1 - who), 1, number);
}

TEST(a_hint_that_touches_the_whole_hand_says_no_more_than_its_words)
{
    game g;
    deal(&g, 0);
    give(&g, 1, "a1a2a3a4a5");

    dx_rollout_move(&g.rollout, clue(0, 0)); // all are of colour a

    for (unsigned slot = 0; slot < 5; slot++)
        CHECK_EQ(g.rollout.common.hand[1].could[slot], 0x1f);
}

// Nobody knows a card, and all are as likely to be last copies: the oldest is
// the first to go.
TEST(a_hint_is_due_to_a_partner_who_can_play_or_would_lose_a_last_copy)
{
    game g;
    deal(&g, 0);

    give(&g, 1, "a2b3c4d5e3");
    CHECK_EQ(dx_pair_duty_of(&g.rollout.common, hands_of(&g), 0), DX_PAIR_FREE);
    give(&g, 1, "d5a2b3c4e3");
    CHECK_EQ(dx_pair_duty_of(&g.rollout.common, hands_of(&g), 0), DX_PAIR_HINT);
    give(&g, 1, "a2b3c4d5e1");
    CHECK_EQ(dx_pair_duty_of(&g.rollout.common, hands_of(&g), 0), DX_PAIR_HINT);
}

// The oldest slot after a move of seat 0, of which all is known to be asked.
static uint32_t oldest_after(game *g, unsigned verb)
{
    dx_rollout_move(&g->rollout, dx_event_new(verb, 0));
    return g->rollout.common.hand[1].could[0];
}

TEST(a_play_with_a_token_left_says_that_the_chop_is_safe)
{
    game g;
    deal(&g, 0);
    give(&g, 0, "a1b1c1d1e1");
    give(&g, 1, "a2b3c4d5e1");
    uint32_t all = g.rollout.common.hand[1].could[0];
    uint32_t fives = g.rollout.common.critical;

    CHECK_EQ(oldest_after(&g, DX_HANABI_PLAY), all & ~fives);
    CHECK_EQ(g.rollout.common.hand[1].could[3], all);
}

TEST(a_throw_with_a_token_left_says_as_well_that_nothing_can_be_played)
{
    game g;
    deal(&g, 0);
    give(&g, 0, "a1b1c1d1e1");
    give(&g, 1, "a2b3c4d5e2");
    g.rollout.common.table.tokens = 7;
    uint32_t all = g.rollout.common.hand[1].could[0];
    uint32_t fives = g.rollout.common.critical;
    uint32_t ones = g.rollout.common.playable;

    CHECK_EQ(oldest_after(&g, DX_HANABI_THROW), all & ~fives & ~ones);
    CHECK_EQ(g.rollout.common.hand[1].could[3], all & ~ones);
}

// Seat 0 publicly has a one to play and a two to spare.
static uint32_t oldest_after_no_tokens(unsigned slot, unsigned verb)
{
    game g;
    deal(&g, 0);
    give(&g, 0, "a1a2c1d1e1");
    give(&g, 1, "d5b3c4a3e2");
    g.rollout.common.table.tokens = 0;
    g.rollout.common.hand[0].could[0] = 1U << 0;
    g.rollout.common.hand[0].could[1] = 1U << 1;
    dx_rollout_move(&g.rollout, dx_with(dx_event_new(verb, 0), 0, slot));
    return g.rollout.common.hand[1].could[0];
}

TEST(without_tokens_a_throw_instead_of_a_play_is_a_warning)
{
    uint32_t fives = 1U << 4 | 1U << 9 | 1U << 14 | 1U << 19 | 1U << 24;

    CHECK_EQ(oldest_after_no_tokens(1, DX_HANABI_THROW), fives);
    CHECK_EQ(oldest_after_no_tokens(0, DX_HANABI_PLAY) & fives, 0);
}
