// Hanabi's search: worlds, the endgame, and any agent as a blueprint.

#include "agents/hanabi/endgame.h"
#include "agents/hanabi/hidden_cards.h"
#include "agents/hanabi/mover.h"
#include "agents/hanabi/rollout.h"
#include "agents/hanabi/trial.h"
#include "agents/hanabi/witness.h"
#include "agents/typed.h"
#include "game/match.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SEED = 2025 };

// One choice by a mind that is made for it.
static dx_event choice(const dx_policy *policy, const dx_view *view,
                       dx_random *random)
{
    dx_reason reason = {.rule = ""};
    dx_thought thought = {.random = random, .reason = &reason};
    dx_mind *mind = dx_mind_new(policy, view);
    dx_event move = dx_mind_choose(mind, view, &thought);
    dx_mind_free(mind);
    dx_reason_release(&reason);
    return move;
}

static void make(dx_match *match, dx_event move)
{
    dx_error error = {.message = ""};
    dx_status status =
        dx_match_play(match, dx_match_turn(match), move, NULL, &error);
    CHECK_THAT(status == DX_OK, "%s", error.message);
}

// Everybody plays `agent`, until it is over or the deck has `deck` cards.
static void play_until(dx_match *match, const char *agent, uint64_t number,
                       unsigned deck)
{
    dx_random random = dx_random_named(SEED, number, 3);
    dx_policy policy = policy_of(agent, dx_match_rules(match));
    const dx_hanabi *truth = dx_match_truth(match);
    while (dx_match_turn(match) != DX_OVER && truth->deck > deck) {
        const dx_view *view = dx_match_view(match, dx_match_turn(match));
        make(match, choice(&policy, view, &random));
    }
}

static int score_of(const char *rules_text, const char *agent, uint64_t number)
{
    dx_rules rules = rules_of(rules_text);
    dx_deal *deal = dx_deal_new(&rules, SEED, number);
    dx_match *match = dx_match_new(&rules, deal);
    dx_random random = dx_random_named(SEED, number, 3);
    dx_policy policy = policy_of(agent, &rules);
    dx_mind *mind[DX_SEATS_MAX] = {NULL};
    dx_thought thought = {.random = &random};
    while (dx_match_turn(match) != DX_OVER) {
        unsigned seat = dx_match_turn(match);
        const dx_view *view = dx_match_view(match, seat);
        if (mind[seat] == NULL)
            mind[seat] = dx_mind_new(&policy, view);
        make(match, dx_mind_choose(mind[seat], view, &thought));
    }
    int score = dx_match_score(match, 0);
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++)
        dx_mind_free(mind[seat]);
    dx_match_free(match);
    dx_deal_free(deal);
    return score;
}

static int total(const char *rules, const char *agent, int games)
{
    int sum = 0;
    for (int game = 0; game < games; game++)
        sum += score_of(rules, agent, (uint64_t)game);
    return sum;
}

// What a search gains a game, over 40 deals (seed 1): 2.7 ± .4, 2.4 ± .7,
// 2.1 ± .4 and .1 ± .2.
TEST(a_search_on_any_agent_does_better_than_the_agent)
{
    static const struct {
        const char *agent;
        int gain; // at least, a game
    } cases[] = {{"report", 1}, {"random", 1}, {"recommend", 1}, {"info", 0}};
    const int games = SAMPLE(4, 40);
    const char *rules = "hanabi(report,players=2,colours=2,ranks=4,hand=3)";
    for (unsigned i = 0; i < 4; i++) {
        char search[60];
        snprintf(search, sizeof search, "search(blueprint=%s,rollouts=8)",
                 cases[i].agent);
        int with = total(rules, search, games);
        int without = total(rules, cases[i].agent, games);
        CHECK_THAT(with >= without + games * cases[i].gain,
                   "%s: %d with search, %d without", cases[i].agent, with,
                   without);
    }
}

// The public table of a game, as a bystander has it who knows no convention.
static void fold_public(dx_match *match, dx_public *out)
{
    unsigned count;
    const dx_event *events = dx_match_events(match, &count);
    memset(out, 0, sizeof *out);
    dx_public_begin(out, dx_match_rules(match));
    for (unsigned i = 0; i < count; i++)
        dx_public_fold(out, events[i]);
}

// The judge of endgames: the same rules of conduct on the real table, move by
// move, without memory or bounds.  `told` has the draws whose cards are known
// to their holders.
static double judge(const dx_hanabi *t, uint64_t told);

static double judge_chance(const dx_hanabi *t, uint64_t told)
{
    dx_event event[DX_HANABI_KINDS];
    uint32_t weight[DX_HANABI_KINDS];
    unsigned count = dx_game_hanabi.chances(t, event, weight);
    double sum = 0, all = 0;
    for (unsigned i = 0; i < count; i++) {
        dx_hanabi after = *t;
        dx_game_hanabi.fold(&after, event[i]);
        sum += weight[i] * judge(&after, told);
        all += weight[i];
    }
    return sum / all;
}

static bool is_told(const dx_hanabi *t, unsigned seat, unsigned kind,
                    uint64_t told)
{
    for (unsigned slot = 0; slot < t->size[seat]; slot++)
        if (t->hand[seat][slot] == kind && (told >> t->order[seat][slot] & 1))
            return true;
    return false;
}

static bool is_spare(const dx_hanabi *t, unsigned seat, unsigned slot)
{
    unsigned kind = t->hand[seat][slot], copies = 0;
    for (unsigned i = 0; i < t->size[seat]; i++)
        copies += t->hand[seat][i] == kind;
    return dx_hanabi_doomed(t, kind) || copies > 1 || t->deck == 0;
}

static bool is_sensible(const dx_hanabi *t, dx_event move, uint64_t told)
{
    unsigned kind = t->hand[move.who][move.arg[0]];
    if (move.verb == DX_HANABI_PLAY)
        return dx_hanabi_playable(t, kind) && is_told(t, move.who, kind, told);
    return move.verb == DX_HANABI_HINT || is_spare(t, move.who, move.arg[0]);
}

static uint64_t tell(const dx_hanabi *t, unsigned giver, uint64_t told)
{
    for (unsigned seat = 0; seat < t->players; seat++)
        for (unsigned slot = 0; seat != giver && slot < t->size[seat]; slot++)
            told |= UINT64_C(1) << t->order[seat][slot];
    return told;
}

static double judge(const dx_hanabi *t, uint64_t told)
{
    unsigned turn = dx_game_hanabi.turn(t);
    dx_event move[DX_MOVES_MAX];
    if (turn == DX_OVER)
        return 0;
    if (turn == DX_NATURE)
        return judge_chance(t, told);
    double best = 0;
    bool hinted = false;
    unsigned count = dx_game_hanabi.moves(t, turn, move);
    for (unsigned i = 0; i < count; i++) {
        if (!is_sensible(t, move[i], told) ||
            (move[i].verb == DX_HANABI_HINT && hinted))
            continue;
        dx_hanabi after = *t;
        hinted |= move[i].verb == DX_HANABI_HINT;
        dx_game_hanabi.fold(&after, dx_game_hanabi.decide(t, move[i]));
        uint64_t now = move[i].verb == DX_HANABI_HINT ? tell(t, turn, told) //
                                                      : told;
        double value = after.score - t->score + judge(&after, now);
        best = value > best ? value : best;
    }
    return best;
}

static uint64_t told_in_public(const dx_public *common)
{
    uint64_t told = 0;
    const dx_hanabi *t = &common->table;
    for (unsigned seat = 0; seat < t->players; seat++)
        for (unsigned slot = 0; slot < t->size[seat]; slot++) {
            uint32_t could = common->hand[seat].could[slot];
            if (dx_is_single(could) || dx_is_within(could, common->playable))
                told |= UINT64_C(1) << t->order[seat][slot];
        }
    return told;
}

static bool check_endgame(const char *rules_text, uint64_t number)
{
    CHECKING("%s, game %u", rules_text, (unsigned)number);
    dx_rules rules = rules_of(rules_text);
    dx_deal *deal = dx_deal_new(&rules, SEED, number);
    dx_match *match = dx_match_new(&rules, deal);
    dx_public common;
    dx_endgame_state state;
    play_until(match, "info", number, (unsigned)number % 3);
    bool is_on = dx_match_turn(match) != DX_OVER;
    const dx_hanabi *truth = dx_match_truth(match);
    fold_public(match, &common);
    CHECK(dx_endgame_state_of(&common, (const dx_hand *)truth->hand, &state));
    dx_endgame *endgame = dx_endgame_new(truth, 1 << 16);
    double value = dx_endgame_value(endgame, &state);
    double want = judge(truth, told_in_public(&common));
    CHECK_THAT(!is_on || fabs(value - want) < 1e-9,
               "%s, seed %d, game %u: %.9f and not %.9f", rules_text, SEED,
               (unsigned)number, value, want);
    dx_endgame_free(endgame);
    dx_match_free(match);
    dx_deal_free(deal);
    return is_on && want > 0;
}

TEST(an_endgame_is_worth_what_going_through_all_of_it_says)
{
    static const char *const rules[] = {
        "hanabi(players=2,colours=2,ranks=3,hand=2,tokens=2)",
        "hanabi(players=3,colours=2,ranks=3,hand=2,tokens=1)",
        "hanabi(players=2,colours=3,ranks=3,hand=2,tokens=2,back=no)"};
    unsigned open = 0;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned game = 0; game < 200; game++)
            open += check_endgame(rules[i], game);
    CHECK_THAT(open > 100, "only %u endgames were open", open);
}

// Without room there is no value, rather than a wrong one.
TEST(an_endgame_without_room_has_no_value)
{
    dx_endgame_state state = {.held = {1 << 0, 1 << 1},
                              .turn = 1,
                              .deck = 2,
                              .tokens = 1,
                              .turns_left = DX_HANABI_NOT_YET};
    dx_rules rules = rules_of("hanabi(players=2,colours=1,ranks=2,hand=1)");
    dx_hanabi table = {0};
    rules.game->setup(&table, &rules);
    dx_endgame *endgame = dx_endgame_new(&table, 2);
    CHECK(dx_endgame_value(endgame, &state) < 0);
    dx_endgame_free(endgame);
    endgame = dx_endgame_new(&table, 100);
    CHECK(fabs(dx_endgame_value(endgame, &state) - 2) < 1e-9);
    dx_endgame_free(endgame);
}

// All own hands and all orders of the deck, equal cards told apart, with the
// sum of scores of each move.
typedef struct listing {
    const dx_trial *trial;
    dx_rollout start;
    unsigned seat, own, cards;
    uint8_t card[20], deck[20];
    double sum[DX_TRIAL_MOVES], worlds;
} listing;

static void list_world(listing *l)
{
    const dx_hand_sets *sets = &l->start.common.hand[l->seat];
    for (unsigned slot = 0; slot < l->own; slot++)
        if (!(sets->could[slot] >> l->card[slot] & 1))
            return;
    l->worlds++;
    for (unsigned i = 0; i < l->trial->moves; i++) {
        dx_rollout rollout = l->start;
        memcpy(rollout.hands[l->seat], l->card, l->own);
        rollout.deck = l->card + l->own;
        dx_rollout_move(&rollout, l->trial->move[i]);
        l->sum[i] += dx_rollout_finish(&rollout);
    }
}

static void list_from(listing *l, unsigned at)
{
    if (at == l->cards)
        list_world(l);
    for (unsigned i = at; i < l->cards; i++) {
        uint8_t card = l->card[at];
        l->card[at] = l->card[i];
        l->card[i] = card;
        list_from(l, at + 1);
        l->card[i] = l->card[at];
        l->card[at] = card;
    }
}

// Games end in the same way on both sides: by the plan, if there is one.
static void check_list(const dx_public *common, const dx_view *view,
                       unsigned game)
{
    const dx_hanabi *sight = view->sight;
    const dx_blueprint *blueprint = common->by;
    dx_trial_options options = {.list_max = 1 << 16};
    dx_thought silent = {0};
    dx_trial *trial =
        dx_trial_of_table(blueprint, common, view, &options, &silent);
    listing l = {.trial = trial, .seat = view->seat};
    l.start = (dx_rollout){.blueprint = blueprint, .common = *common};
    if (blueprint->plans)
        l.start.plan = dx_endgame_new(&common->table, 1 << 16);
    memcpy(l.start.hands, sight->hand, sizeof l.start.hands);
    l.own = sight->size[view->seat];
    for (unsigned kind = 0; kind < dx_hanabi_kinds(sight); kind++)
        for (unsigned i = 0; i < sight->unseen[kind]; i++)
            l.card[l.cards++] = (uint8_t)kind;
    list_from(&l, 0);
    double all = 0, sum[DX_TRIAL_MOVES] = {0}, weight;
    CHECK(trial->is_list);
    while ((weight = trial->next(trial, NULL)) > 0) {
        all += weight;
        for (unsigned i = 0; i < trial->moves; i++)
            sum[i] += weight * trial->score(trial, trial->move[i]);
    }
    for (unsigned i = 0; i < trial->moves; i++)
        CHECK_THAT(fabs(sum[i] / all - l.sum[i] / l.worlds) < 1e-9,
                   "seed %d, game %u, event %u: move %u", SEED, game,
                   view->count, i);
    dx_endgame_free(l.start.plan);
    dx_trial_close(trial);
}

// Plays until three cards are left, and looks; false if it is over by then.
static bool check_belief(const char *agent, unsigned game)
{
    CHECKING("%s, game %u", agent, game);
    dx_rules rules = rules_of("hanabi(players=3,colours=2,ranks=3,hand=2)");
    dx_deal *deal = dx_deal_new(&rules, SEED, game);
    dx_match *match = dx_match_new(&rules, deal);
    play_until(match, agent, game, 3);
    bool is_on = dx_match_turn(match) != DX_OVER;
    if (is_on) {
        const dx_view *view = dx_match_view(match, dx_match_turn(match));
        dx_policy policy = policy_of(agent, &rules);
        dx_mind *mind = dx_mind_new(&policy, view);
        check_list(dx_mind_memory(mind), view, game);
        dx_mind_free(mind);
    }
    dx_match_free(match);
    dx_deal_free(deal);
    return is_on;
}

TEST(a_listed_belief_is_all_hands_and_all_decks_by_their_weights)
{
    unsigned checked = 0;
    for (unsigned game = 0; game < 12; game++)
        checked += check_belief("info", game) + check_belief("recommend", game);
    CHECK(checked > 10);
}

// The hands that a player of the convention holds possible.
static dx_hidden_cards hands_of(const dx_policy *policy, const dx_view *view)
{
    const dx_hanabi *sight = view->sight;
    dx_mind *mind = dx_mind_new(policy, view);
    dx_mover mover = dx_mover_of(dx_mind_memory(mind),
                                 (const dx_hand *)sight->hand, view->seat);
    dx_hidden_cards cards = {.kinds = dx_hanabi_kinds(sight)};
    cards.slots.count = sight->size[view->seat];
    for (unsigned slot = 0; slot < cards.slots.count; slot++)
        cards.slots.kinds[slot] = mover.own.could[slot];
    memcpy(cards.unseen, sight->unseen, sizeof cards.unseen);
    dx_mind_free(mind);
    return cards;
}

// All that happened, with `hand` in the holes of the view.
static unsigned complete(const dx_view *view, const uint8_t *hand,
                         dx_event *out)
{
    unsigned held[DX_HANABI_SLOTS], size = 0;
    for (unsigned i = 0; i < view->count; i++) {
        dx_event event = out[i] = view->seen[i];
        if (event.who != view->seat || event.verb == DX_HANABI_HINT)
            continue;
        if (event.verb == DX_HANABI_DRAW) {
            held[size++] = i;
            continue;
        }
        out[held[event.arg[0]]].arg[0] = event.arg[1];
        size--;
        for (unsigned slot = event.arg[0]; slot < size; slot++)
            held[slot] = held[slot + 1];
    }
    for (unsigned slot = 0; slot < size; slot++)
        out[held[slot]].arg[0] = hand[slot];
    return view->count;
}

// Would the mover of event `at` have done it, having seen what is before it?
static bool would_do(const dx_policy *policy, const dx_rules *rules,
                     const dx_event *past, unsigned at)
{
    dx_random random = dx_random_named(SEED, 0, 0);
    dx_eyes *eyes = dx_eyes_new(rules, past[at].who);
    for (unsigned i = 0; i < at; i++)
        dx_eyes_see(eyes, past[i]);
    dx_event move = choice(policy, dx_eyes_view(eyes), &random);
    dx_eyes_free(eyes);
    return move.verb == past[at].verb && move.arg[0] == past[at].arg[0] &&
           (move.verb != DX_HANABI_HINT || move.arg[1] == past[at].arg[1]);
}

// The last three moves of partners, one mind for each.
static double obvious_likelihood(const dx_policy *policy, const dx_view *view,
                                 const uint8_t *hand)
{
    dx_event past[200];
    unsigned count = complete(view, hand, past), witnesses = 0;
    double likely = 1;
    while (count-- > 0 && witnesses < 3) {
        if (past[count].verb == DX_HANABI_DRAW || past[count].who == view->seat)
            continue;
        bool same = would_do(policy, view->rules, past, count);
        likely *= (same ? 0.8 : 0) + 0.02;
        witnesses++;
    }
    return likely;
}

TEST(witnesses_say_what_a_replay_of_their_minds_says)
{
    dx_rules rules = rules_of("hanabi(players=2)");
    dx_policy policy = policy_of("info", &rules);
    dx_random random = dx_random_named(SEED, 4, 4);
    unsigned refuted = 0;
    for (unsigned game = 0; game < 12; game++) {
        CHECKING("game %u", (unsigned)game);
        dx_deal *deal = dx_deal_new(&rules, SEED, game);
        dx_match *match = dx_match_new(&rules, deal);
        play_until(match, "info", game, 30 - game);
        const dx_view *view = dx_match_view(match, dx_match_turn(match));
        dx_witnesses witnesses = {.blueprint = &dx_blueprint_info,
                                  .trust = 0.8};
        dx_witnesses_call(&witnesses, view, 3);
        dx_hidden_cards cards = hands_of(&policy, view);
        for (unsigned i = 0; i < 20 && dx_hidden_cards_draw(&cards, &random);
             i++) {
            double got = dx_witnesses_likelihood(&witnesses, cards.hand);
            double want = obvious_likelihood(&policy, view, cards.hand);
            refuted += want < 0.5;
            CHECK_THAT(fabs(got - want) < 1e-12, "seed %d, game %u, hand %u",
                       SEED, game, i);
        }
        dx_match_free(match);
        dx_deal_free(deal);
    }
    CHECK_THAT(refuted > 20, "only %u hands were refuted", refuted);
}

static double rather_low(void *context, const uint8_t *hand)
{
    (void)context;
    return hand[0] < hand[1] ? 1 : 0.25;
}

TEST(hands_are_drawn_with_the_odds_of_the_list)
{
    dx_hidden_cards cards = {.kinds = 4,
                             .slots = {.count = 2, .kinds = {0xf, 0x7}},
                             .unseen = {2, 1, 1, 1},
                             .likelihood = rather_low};
    dx_random random = dx_random_named(SEED, 5, 5);
    double listed[4][4] = {{0}}, drawn[4][4] = {{0}}, all = 0, weight;
    CHECK(!dx_hidden_cards_list(&cards, 10)); // there are more worlds
    CHECK(dx_hidden_cards_list(&cards, 1000));
    while ((weight = dx_hidden_cards_next(&cards)) > 0) {
        listed[cards.hand[0]][cards.hand[1]] += weight;
        all += weight;
    }
    dx_hidden_cards_release(&cards);
    cards.likely = 0;
    for (unsigned i = 0; i < 20000; i++) {
        CHECK(dx_hidden_cards_draw(&cards, &random));
        drawn[cards.hand[0]][cards.hand[1]] += 1.0 / 20000;
    }
    for (unsigned a = 0; a < 4; a++)
        for (unsigned b = 0; b < 4; b++)
            CHECK_THAT(fabs(drawn[a][b] - listed[a][b] / all) < 0.02,
                       "seed %d: %u and %u with %.3f and not %.3f", SEED, a, b,
                       drawn[a][b], listed[a][b] / all);
}
