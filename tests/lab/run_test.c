// Playing the games of a schedule: the same results whoever plays them.

#include "base/memory.h"
#include "game/match.h"
#include "game/record.h"
#include "lab/fixture.h"
#include "lab/host.h"
#include "test.h"

#include <string.h>

static const char three_lineups[] =
    "first,last,random;random,random,random;last,random,random";

static dx_text play_lines(const dx_schedule *schedule, unsigned threads)
{
    dx_results *results = lab_play(schedule, threads);
    dx_text lines = lab_lines(results);
    dx_results_free(results);
    return lines;
}

TEST(the_results_are_the_same_on_any_number_of_threads)
{
    dx_schedule *schedule = lab_schedule("parlour", three_lineups, 200, 5);
    dx_text one = play_lines(schedule, 1);
    for (unsigned threads = 2; threads <= 4; threads += 2) {
        dx_text many = play_lines(schedule, threads);
        CHECK_TEXT(dx_text_string(&many), dx_text_string(&one));
        dx_text_release(&many);
    }
    dx_text_release(&one);
    dx_schedule_free(schedule);
}

// The obvious way to play one game: deal, ask, move, count.
static dx_result naive(const dx_schedule *schedule, dx_game_key key)
{
    dx_deal *deal = dx_deal_new(&schedule->rules, schedule->seed, key.deal);
    dx_match *match = dx_match_new(&schedule->rules, deal);
    const dx_lineup *lineup = &schedule->lineups[key.lineup];
    unsigned players = dx_players(&schedule->rules);
    dx_random random[DX_SEATS_MAX];
    for (unsigned place = 0; place < players; place++)
        random[place] = dx_random_named(schedule->seed, key.deal,
                                        (UINT64_C(1) << 40) + place);
    while (dx_match_turn(match) != DX_OVER) {
        unsigned place = dx_match_turn(match);
        unsigned entry = (place + players - key.rotation) % players;
        const dx_view *view = dx_match_view(match, place);
        dx_mind *mind = dx_mind_new(&lineup->spec[entry].policy, view);
        dx_thought thought = {.random = &random[place]};
        dx_event move = dx_mind_choose(mind, view, &thought);
        CHECK_EQ(dx_match_play(match, place, move, NULL, NULL), DX_OK);
        dx_mind_free(mind);
    }
    dx_result result = {.key = key, .ending = DX_END_OVER};
    for (unsigned place = 0; place < dx_schedule_columns(schedule); place++) {
        unsigned entry = dx_schedule_columns(schedule) == 1
                             ? 0
                             : (place + players - key.rotation) % players;
        result.score[entry] = dx_match_score(match, place);
        result.won |= (unsigned)dx_match_won(match, place) << entry;
    }
    dx_match_free(match);
    dx_deal_free(deal);
    return result;
}

static void check_naive(const char *game, const char *seats)
{
    dx_schedule *schedule = lab_schedule(game, seats, 60, 9);
    dx_results *results = lab_play(schedule, 2);
    for (dx_game_key key = {0}; dx_schedule_find(schedule, &key);
         key.rotation++) {
        dx_result want = naive(schedule, key),
                  got = dx_results_at(results, key);
        dx_text one = {0}, other = {0};
        dx_log_line(schedule, &want, &one);
        dx_log_line(schedule, &got, &other);
        CHECK_TEXT(dx_text_string(&other), dx_text_string(&one));
        dx_text_release(&one);
        dx_text_release(&other);
    }
    dx_results_free(results);
    dx_schedule_free(schedule);
}

TEST(a_tournament_is_a_naive_replay_of_its_games)
{
    check_naive("parlour", three_lineups);
    check_naive("parlour(players=2)", "random,last");
    check_naive("hanabi(bomb=keep)", "random,first,random");
}

TEST(line_ups_play_the_same_deals)
{
    dx_schedule *schedule =
        lab_schedule("parlour", "first,first;last,last", 5, 3);
    dx_host *host = dx_host_new(schedule, NULL);
    dx_text record[2] = {{0}, {0}};
    dx_result result;
    for (unsigned i = 0; i < 2; i++)
        CHECK_EQ(
            dx_host_play(host, (dx_game_key){i, 3, 0}, &record[i], &result),
            DX_OK);
    dx_record *read[2];
    for (unsigned i = 0; i < 2; i++)
        CHECK_EQ(dx_record_read(lab_games, record[i].at, record[i].length,
                                &read[i], NULL),
                 DX_OK);
    for (unsigned pack = 0; pack < dx_deal_packs(read[0]->deal); pack++)
        CHECK_EQ(memcmp(dx_deal_order(read[0]->deal, pack, 0),
                        dx_deal_order(read[1]->deal, pack, 0),
                        dx_deal_cards(read[0]->deal, pack)),
                 0);
    CHECK_TEXT(read[1]->seats[0], "last");
    for (unsigned i = 0; i < 2; i++) {
        dx_record_free(read[i]);
        dx_text_release(&record[i]);
    }
    dx_host_free(host);
    dx_schedule_free(schedule);
}

TEST(an_illegal_move_forfeits_and_is_counted)
{
    dx_schedule *schedule = lab_schedule("parlour", "last,cheat,first", 90, 2);
    dx_results *results = lab_play(schedule, 2);
    unsigned illegal = dx_results_ended(results, 0, DX_END_ILLEGAL);
    CHECK(illegal > 0);
    CHECK_EQ(illegal + dx_results_ended(results, 0, DX_END_OVER), 90);
    for (dx_game_key key = {0}; dx_schedule_find(schedule, &key);
         key.rotation++) {
        dx_result result = dx_results_at(results, key);
        if (result.ending != DX_END_ILLEGAL)
            continue;
        CHECK_EQ(result.by, 1);
        CHECK(result.score[1] <= 0);
        CHECK(result.won != 0 && (result.won & 2) == 0);
    }
    dx_results_free(results);
    dx_schedule_free(schedule);
}

TEST(a_team_that_cheats_scores_nothing)
{
    dx_schedule *schedule =
        lab_schedule("hanabi(bomb=keep)", "cheat,cheat", 20, 2);
    dx_results *results = lab_play(schedule, 1);
    CHECK(dx_results_ended(results, 0, DX_END_ILLEGAL) > 0);
    for (dx_game_key key = {0}; dx_schedule_find(schedule, &key);
         key.rotation++) {
        dx_result result = dx_results_at(results, key);
        if (result.ending == DX_END_ILLEGAL)
            CHECK(result.score[0] == 0 && result.won == 0);
    }
    dx_results_free(results);
    dx_schedule_free(schedule);
}

TEST(a_cancelled_run_keeps_what_is_there)
{
    dx_schedule *schedule = lab_schedule("parlour", "random,random", 50, 2);
    dx_results *results = dx_results_new(schedule);
    atomic_bool cancelled = true;
    dx_run_options options = {.threads = 2, .cancelled = &cancelled};
    CHECK_EQ(dx_run(results, &options, NULL), DX_ERR_CANCELLED);
    CHECK_EQ(dx_results_count(results, 0), 0);

    cancelled = false;
    CHECK_EQ(dx_run(results, &options, NULL), DX_OK);
    CHECK_EQ(dx_results_count(results, 0), 50);
    dx_results_free(results);
    dx_schedule_free(schedule);
}

TEST(a_verdict_ends_the_run_at_the_same_deal_on_any_number_of_threads)
{
    dx_schedule *schedule =
        lab_schedule("hanabi(bomb=keep)", "first,first;random,random", 5000, 4);
    unsigned games[3] = {0}, deals[3] = {0};
    for (unsigned i = 0; i < 3; i++) {
        dx_results *results = dx_results_new(schedule);
        dx_sprt sprt = dx_sprt_usual();
        dx_run_options options = {.threads = 1u << i, .sprt = &sprt};
        CHECK_EQ(dx_run(results, &options, NULL), DX_OK);
        CHECK(sprt.verdict != DX_VERDICT_NONE);
        deals[i] = sprt.deals;
        games[i] = dx_results_count(results, 0) + dx_results_count(results, 1);
        dx_results_free(results);
    }
    CHECK(deals[0] < 5000 && games[0] == 2 * deals[0]);
    CHECK(deals[1] == deals[0] && deals[2] == deals[0]);
    CHECK(games[1] == games[0] && games[2] == games[0]);
    dx_schedule_free(schedule);
}
