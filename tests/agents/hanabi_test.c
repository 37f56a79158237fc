// Hanabi's agents: conventions stay true, seats agree, and games are won.

#include "agents/agents.h"
#include "agents/hanabi/alphabet.h"
#include "agents/hanabi/blueprint.h"
#include "agents/hanabi/hats.h"
#include "agents/hanabi/own_hand.h"
#include "agents/hanabi/rollout.h"
#include "ask/ask.h"
#include "base/vector.h"
#include "game/match.h"
#include "games/games.h"
#include "logic/formula/parse.h"
#include "minds/board/board.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

enum { SEED = 2024 };

typedef struct table {
    dx_rules rules;
    dx_policy policy[DX_SEATS_MAX];
    dx_deal *deal;
    dx_match *match;
    dx_mind *mind[DX_SEATS_MAX];
    dx_random random;
} table;

// Agents go round the table: "info,random" is info, random, info, ...
static table sit_down(const char *rules, const char *const *agents,
                      unsigned count, uint64_t number)
{
    table t = {.random = dx_random_named(SEED, number, 7)};
    dx_error error = {.message = ""};
    CHECK_THAT(dx_rules_parse(dx_games(), rules, &t.rules, &error) == DX_OK,
               "%s: %s", rules, error.message);
    for (unsigned seat = 0; seat < dx_players(&t.rules); seat++)
        CHECK_THAT(dx_policy_parse(dx_agents(), agents[seat % count], &t.rules,
                                   &t.policy[seat], &error) == DX_OK,
                   "%s", error.message);
    t.deal = dx_deal_new(&t.rules, SEED, number);
    t.match = dx_match_new(&t.rules, t.deal);
    return t;
}

static table sit_down_alike(const char *rules, const char *agent,
                            uint64_t number)
{
    return sit_down(rules, &agent, 1, number);
}

static void get_up(table *t)
{
    for (unsigned i = 0; i < DX_SEATS_MAX; i++)
        dx_mind_free(t->mind[i]);
    dx_match_free(t->match);
    dx_deal_free(t->deal);
}

// The choice of the seat that is next, with a mind of its own.
static dx_event choice(table *t)
{
    unsigned seat = dx_match_turn(t->match);
    const dx_view *view = dx_match_view(t->match, seat);
    dx_reason reason = {.rule = ""};
    dx_thought thought = {.random = &t->random, .reason = &reason};
    if (t->mind[seat] == NULL)
        t->mind[seat] = dx_mind_new(&t->policy[seat], view);
    dx_event move = dx_mind_choose(t->mind[seat], view, &thought);
    dx_reason_release(&reason);
    return move;
}

static void make(table *t, dx_event move)
{
    dx_error error = {.message = ""};
    dx_status status =
        dx_match_play(t->match, dx_match_turn(t->match), move, NULL, &error);
    CHECK_THAT(status == DX_OK, "%s", error.message);
}

static int play_out(table *t)
{
    while (dx_match_turn(t->match) != DX_OVER)
        make(t, choice(t));
    return dx_match_score(t->match, 0);
}

static double mean_score(const char *rules, const char *agent, unsigned games)
{
    double sum = 0;
    for (unsigned game = 0; game < games; game++) {
        CHECKING("game %u", (unsigned)game);
        table t = sit_down_alike(rules, agent, game);
        sum += play_out(&t);
        get_up(&t);
    }
    return sum / games;
}

static const dx_hanabi *truth_of(const table *t)
{
    return dx_match_truth(t->match);
}

static const dx_public *public_of(const table *t, unsigned seat)
{
    return dx_mind_memory(t->mind[seat]);
}

static void check_sound(const table *t, unsigned seat, unsigned game)
{
    const dx_hanabi *truth = truth_of(t);
    const dx_public *common = public_of(t, seat);
    for (unsigned s = 0; s < truth->players; s++)
        for (unsigned i = 0; i < truth->size[s]; i++)
            CHECK_THAT(common->hand[s].could[i] >> truth->hand[s][i] & 1,
                       "game %u, event %u: seat %u is wrong about slot %u "
                       "of seat %u",
                       game, dx_match_view(t->match, seat)->count, seat, i, s);
}

// One mind that is shown whichever view is at hand, against one for each
// seat: the same memory, byte for byte, the same moves, and all of it true.
static void check_shared(const char *rules, const char *agent, unsigned game)
{
    CHECKING("%s, %s, game %u", rules, agent, game);
    table t = sit_down_alike(rules, agent, game);
    dx_mind *shared = NULL;
    dx_thought thought = {.random = &t.random};
    while (dx_match_turn(t.match) != DX_OVER) {
        unsigned seat = dx_match_turn(t.match);
        const dx_view *view = dx_match_view(t.match, seat);
        if (shared == NULL)
            shared = dx_mind_new(&t.policy[0], view);
        dx_event move = choice(&t);
        CHECK_EQ(dx_mind_choose(shared, view, &thought).bits, move.bits);
        CHECK_THAT(memcmp(dx_mind_memory(shared), public_of(&t, seat),
                          sizeof(dx_public)) == 0,
                   "%s, %s, game %u: seat %u remembers something else", rules,
                   agent, game, seat);
        check_sound(&t, seat, game);
        make(&t, move);
    }
    dx_mind_free(shared);
    get_up(&t);
}

TEST(hanabi_conventions_are_true_and_the_same_at_every_seat)
{
    static const char *const agents[] = {
        "info",
        "recommend",
        "pair",
        "search(rollouts=4,witnesses=4)",
        "search(rollouts=4,blueprint=recommend)",
        "search(rollouts=4,blueprint=pair)"};
    char rules[40];
    for (unsigned players = 2; players <= 5; players++)
        for (unsigned agent = 0; agent < 6; agent++)
            for (unsigned game = 0; game < (agent < 3 ? 12U : SAMPLE(1U, 4U));
                 game++) {
                CHECKING("game %u", (unsigned)game);
                snprintf(rules, sizeof rules, "hanabi(players=%u)", players);
                check_shared(rules, agents[agent], game);
            }
}

// Numbers and symbols at one position, for every giver.
static void check_code(const table *t, const dx_public *common)
{
    const dx_hanabi *truth = truth_of(t);
    const dx_hand *hands = (const dx_hand *)truth->hand;
    dx_event hints[DX_HANABI_CLUES];
    for (unsigned giver = 0; giver < truth->players; giver++) {
        dx_alphabet alphabet = dx_alphabet_of(common, giver);
        for (unsigned symbol = 0; symbol < alphabet.size; symbol++) {
            unsigned count =
                dx_alphabet_spell(&alphabet, truth, hands, symbol, hints);
            CHECK(count > 0);
            for (unsigned i = 0; i < count; i++)
                CHECK_EQ(
                    dx_alphabet_read(&alphabet, truth,
                                     dx_game_hanabi.decide(truth, hints[i])),
                    symbol);
        }
    }
    for (unsigned seat = 0; seat < truth->players; seat++)
        for (unsigned modulus = 1; modulus <= 16; modulus++) {
            dx_hand_sets told, learned;
            unsigned number =
                dx_hat_number(common, seat, hands[seat], modulus, &told);
            CHECK(number < modulus);
            dx_hat_learn(common, seat, number, modulus, &learned);
            CHECK_EQ(memcmp(&told, &learned, sizeof told), 0);
            for (unsigned slot = 0; slot < told.size; slot++)
                CHECK(told.could[slot] >> hands[seat][slot] & 1);
        }
}

TEST(every_hat_number_can_be_spelled_and_read_back)
{
    char rules[40];
    for (unsigned players = 2; players <= 5; players++) {
        snprintf(rules, sizeof rules, "hanabi(players=%u)", players);
        for (unsigned game = 0; game < 3; game++) {
            CHECKING("%s, game %u", rules, game);
            table t = sit_down_alike(rules, "info", game);
            while (dx_match_turn(t.match) != DX_OVER) {
                unsigned seat = dx_match_turn(t.match);
                dx_event move = choice(&t);
                check_code(&t, public_of(&t, seat));
                make(&t, move);
            }
            get_up(&t);
        }
    }
}

// From every position of a game of `recommend`, which does not plan, the game
// as it was imagined with the true cards is the game as it went on.
TEST(an_imagined_game_with_the_true_cards_is_the_game_itself)
{
    table t = sit_down_alike("hanabi(players=3)", "recommend", 5);
    DX_VECTOR(double) foretold = {0};
    uint8_t deck[50];
    while (dx_match_turn(t.match) != DX_OVER) {
        unsigned seat = dx_match_turn(t.match);
        const dx_hanabi *truth = truth_of(&t);
        dx_event move = choice(&t);
        dx_rollout rollout = {.blueprint = &dx_blueprint_recommend,
                              .common = *public_of(&t, seat),
                              .deck = deck};
        for (unsigned left = truth->deck; left > 0; left--)
            deck[left - 1] =
                (uint8_t)dx_deal_next(t.deal, 0, 0, NULL, 50 - left);
        memcpy(rollout.hands, truth->hand, sizeof rollout.hands);
        dx_vector_push(&foretold, dx_rollout_finish(&rollout));
        make(&t, move);
    }
    for (size_t i = 0; i < foretold.count; i++)
        CHECK_EQ((int)foretold.at[i], dx_match_score(t.match, 0));
    CHECK(foretold.count > 30);
    dx_vector_release(&foretold);
    get_up(&t);
}

// Strange rules, and partners who know no convention: whatever they do, the
// moves are legal.
TEST(hanabi_agents_play_legally_in_any_company_and_under_any_rules)
{
    static const char *const rules[] = {
        "hanabi(players=2,colours=1,ranks=2,hand=1)",
        "hanabi(players=3,colours=6,hand=6,tokens=1)",
        "hanabi(players=5,colours=2,ranks=3,hand=2,lives=1)",
        "hanabi(players=4,low=5,middle=4,high=5,tokens=20,full=yes)",
        "hanabi(report,players=5,empty=yes)", "hanabi(open,players=3)",
        "hanabi(players=2,ranks=1,hand=3,back=no)",
        // Partners run out of cards while tokens are left.
        "hanabi(players=3,colours=2,ranks=3,hand=1,low=2,middle=2,high=1)"};
    static const char *const company[][2] = {
        {"info", "random"},
        {"info", "info"},
        {"recommend", "random"},
        {"recommend", "recommend"},
        {"report", "info"},
        {"report", "report(hints=playable)"},
        {"pair", "random"},
        {"pair", "pair"},
        {"partner", "random"},
        {"partner", "hgroup(slip=20)"},
        {"smart", "beginner(slip=50)"},
        {"iggi", "vandenbergh"},
        {"outer", "piers"},
        {"search(rollouts=4)", "random"},
        {"search(rollouts=1,blueprint=report,witnesses=1)", "random"}};
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
        for (unsigned j = 0; j < sizeof company / sizeof *company; j++)
            for (unsigned game = 0; game < (j >= 13 ? SAMPLE(1U, 4U) : 6U);
                 game++) {
                CHECKING("%s, %s, game %u", rules[i], company[j][0], game);
                table t = sit_down(rules[i], company[j], 2, game);
                play_out(&t);
                get_up(&t);
            }
}

// Cox et al.: 23.00 for recommendations (their own program 23.04, and ours with
// its rules too) and 24.68 for information, under a softer rule; the report's
// steps give about 7 (docs/hanabi.md).  Bounds are five standard errors wide,
// that of the softer rule three: it tells from a reading that gives 22.74.
TEST(hanabi_agents_score_what_they_should)
{
    CHECK(mean_score("hanabi(players=2)", "info", 100) > 22.6);
    CHECK(mean_score("hanabi(players=2)", "pair", 100) > 23.4);
    CHECK(mean_score("hanabi(players=3)", "info", 100) > 24.7);
    CHECK(mean_score("hanabi(players=4)", "info", 100) > 24.8);
    CHECK(mean_score("hanabi(players=5)", "info", 100) > 24.8);
    CHECK(mean_score("hanabi(players=5)", "recommend", 100) > 21.4);
    CHECK(mean_score("hanabi(players=5,lives=4,bomb=keep,full=yes)",
                     "recommend", 1000) > 22.88);
    double report = mean_score("hanabi(report,players=5)", "report", 100);
    CHECK(report > 5.5 && report < 7.6);
    report =
        mean_score("hanabi(report,players=5)", "report(hints=playable)", 100);
    CHECK(report > 13.5 && report < 14.9);
}

// All hands that fit, one by one.
static void list_kinds(const dx_hanabi *sight, unsigned seat, unsigned slot,
                       uint8_t *left, uint8_t *hand, uint32_t *out)
{
    if (slot == sight->size[seat]) {
        for (unsigned i = 0; i < slot; i++)
            out[i] |= UINT32_C(1) << hand[i];
        return;
    }
    for (unsigned kind = 0; kind < dx_hanabi_kinds(sight); kind++) {
        if (left[kind] == 0 || !(sight->could[seat][slot] >> kind & 1))
            continue;
        left[kind]--;
        hand[slot] = (uint8_t)kind;
        list_kinds(sight, seat, slot + 1, left, hand, out);
        left[kind]++;
    }
}

TEST(a_report_player_knows_what_all_hands_that_fit_agree_on)
{
    for (unsigned game = 0; game < 40; game++) {
        CHECKING("game %u", game);
        table t = sit_down_alike("hanabi(players=3,colours=2,ranks=3,hand=3)",
                                 "report", game);
        while (dx_match_turn(t.match) != DX_OVER) {
            unsigned seat = dx_match_turn(t.match);
            const dx_hanabi *sight = dx_match_view(t.match, seat)->sight;
            uint32_t known[DX_HANABI_SLOTS], want[DX_HANABI_SLOTS] = {0};
            uint8_t left[DX_HANABI_KINDS], hand[DX_HANABI_SLOTS];
            memcpy(left, sight->unseen, sizeof left);
            list_kinds(sight, seat, 0, left, hand, want);
            dx_known_sets(sight, seat, known);
            CHECK_THAT(memcmp(known, want, sight->size[seat] * sizeof *known) ==
                           0,
                       "game %u", game);
            make(&t, choice(&t));
        }
        get_up(&t);
    }
}

static void check_odds(const char *agent)
{
    table t = sit_down_alike("hanabi(players=4)", agent, 1);
    while (dx_match_turn(t.match) != DX_OVER) {
        const dx_event *moves;
        unsigned seat = dx_match_turn(t.match);
        unsigned count = dx_match_moves(t.match, &moves);
        dx_fraction odds[DX_MOVES_MAX], sum = dx_fraction_int(0);
        dx_event move = choice(&t);
        dx_mind_odds(t.mind[seat], dx_match_view(t.match, seat), count, moves,
                     odds);
        bool chosen_is_possible = false;
        for (unsigned i = 0; i < count; i++) {
            sum = dx_fraction_add(sum, odds[i]);
            if (dx_event_same(moves[i], move))
                chosen_is_possible =
                    dx_fraction_compare(odds[i], dx_fraction_int(0)) > 0;
        }
        CHECK_EQ(dx_fraction_compare(sum, dx_fraction_int(1)), 0);
        CHECK(chosen_is_possible);
        make(&t, move);
    }
    get_up(&t);
}

TEST(the_odds_of_a_report_player_add_up_to_one)
{
    check_odds("report");
    check_odds("report(hints=playable)");
}

// ---- the engine ----

// Does the view's seat know that `to` knows its card to be `value` of `type`?
static bool knows_known(const dx_view *view, unsigned to, unsigned slot,
                        const char *type, unsigned value)
{
    dx_formulas *store = dx_formulas_new();
    dx_text text = {0};
    dx_answer answer;
    dx_error error = {.message = ""};
    dx_formula f;
    dx_text_printf(&text, "K[%u] %s(%u,%u,", to + 1, type, to + 1, slot + 1);
    dx_type_say(view->rules, type, value, &text);
    dx_text_add_char(&text, ')');
    CHECK_EQ(dx_parse(store, dx_text_string(&text), &f, &error), DX_OK);
    CHECK_THAT(dx_ask_seat(store, view, f, &(dx_ask_options){0}, &answer,
                           &error) == DX_OK,
               "%s: %s", dx_text_string(&text), error.message);
    CHECK(answer.truth != DX_ANSWER_UNDECIDED);
    bool yes = answer.truth == DX_ANSWER_YES;
    dx_answer_release(&answer);
    dx_text_release(&text);
    dx_formulas_free(store);
    return yes;
}

// What hints have told a partner it knows; what they have not it may know by
// counting, which is rare.
static void compare_partner(const dx_view *view, unsigned to, unsigned slot,
                            unsigned *asked, unsigned *counted)
{
    const dx_hanabi *t = view->sight;
    unsigned kind = t->hand[to][slot];
    unsigned rank = dx_hanabi_rank(t, kind), colour = dx_hanabi_colour(t, kind);
    uint32_t left = t->could[to][slot];
    bool told[] = {(left & ~dx_hanabi_of_colour(t, colour)) == 0,
                   (left & ~dx_hanabi_of_rank(t, rank)) == 0};
    bool known[] = {knows_known(view, to, slot, "colour", colour),
                    knows_known(view, to, slot, "rank", rank)};
    for (size_t i = 0; i < 2; i++) {
        CHECK(known[i] || !told[i]);
        *counted += known[i] && !told[i];
        ++*asked;
    }
}

// What own cards can be is what the engine holds possible.
static void compare_own(const dx_view *view)
{
    const dx_hanabi *t = view->sight;
    uint32_t known[DX_HANABI_SLOTS];
    dx_frames *frames = dx_frames_new(view->rules);
    dx_effort effort = {0};
    dx_board board;
    for (unsigned i = 0; i < view->count; i++)
        dx_frames_follow(frames, view->seen[i]);
    const dx_frame *now = dx_frames_now(frames);
    CHECK_EQ(
        dx_board_look(&board, frames,
                      &(dx_looker){.sees = now->sees[view->seat], .own = t},
                      &effort),
        DX_OK);
    dx_known_sets(t, view->seat, known);
    for (unsigned slot = 0; slot < t->size[view->seat]; slot++) {
        unsigned place =
            dx_hanabi_place(now->sight, (int)view->seat, (int)slot);
        for (unsigned kind = 0; kind < dx_hanabi_kinds(t); kind++)
            CHECK_EQ(dx_rational_sign(dx_board_at(&board, place, kind)) > 0,
                     known[slot] >> kind & 1);
    }
    dx_board_release(&board);
    dx_frames_free(frames);
}

TEST(a_report_player_counts_what_the_engine_answers)
{
    unsigned asked = 0, counted = 0, turns = 0;
    for (unsigned game = 0; game < SAMPLE(4U, 40U); game++) {
        char rules[32];
        snprintf(rules, sizeof rules, "hanabi(players=%u)", 2 + game % 4);
        table t = sit_down_alike(rules, "report(hints=playable)", game);
        while (dx_match_turn(t.match) != DX_OVER) {
            unsigned seat = dx_match_turn(t.match);
            const dx_view *view = dx_match_view(t.match, seat);
            const dx_hanabi *sight = view->sight;
            CHECKING("game %u, event %u", game, view->count);
            unsigned to = (seat + 1) % sight->players;
            if (++turns % 4 == 0)
                compare_own(view);
            for (unsigned i = 0; turns % 4 == 0 && i < sight->size[to]; i++)
                compare_partner(view, to, i, &asked, &counted);
            make(&t, choice(&t));
        }
        get_up(&t);
    }
    CHECK(asked > 300);
    CHECK_THAT(counted * 20 < asked, "%u of %u", counted, asked);
}
