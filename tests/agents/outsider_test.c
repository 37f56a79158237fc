// Programs at a seat: good ones, and every kind of bad one.

#include "agents/player.h"
#include "agents/random.h"
#include "base/child.h"
#include "base/heed.h"
#include "game/match.h"
#include "games/parlour.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const dx_agent *const agents[] = {&dx_agent_random, NULL};

typedef struct table {
    dx_rules rules;
    dx_deal *deal;
    dx_match *match;
    dx_player *seat[2];
    dx_error error;
    unsigned made_for_it; // moves made for seat 0
} table;

static dx_rules tiny(void)
{
    static const dx_game *const games[] = {&dx_parlour, NULL};
    dx_rules rules;
    assert_int_equal(dx_rules_parse(games, "parlour(tiny)", &rules, NULL),
                     DX_OK);
    return rules;
}

static dx_player_options quick(void)
{
    dx_player_options options = {.outsider = dx_outsider_normal()};
    options.outsider.bye_ms = 2000;
    return options;
}

static dx_status sit(table *t, const char *mode,
                     const dx_player_options *options)
{
    dx_text command = {0};
    dx_text_printf(&command, "cmd:sh '%s' %s", dx_test_path("bots/bot.sh"),
                   mode);
    *t = (table){.rules = tiny()};
    dx_status status = DX_OK;
    const char *const names[] = {dx_text_string(&command), "random"};
    for (unsigned i = 0; i < 2 && status == DX_OK; i++) {
        dx_player_spec spec;
        status = dx_player_spec_parse(agents, names[i], &t->rules, &spec, NULL);
        if (status == DX_OK)
            status = dx_player_open(&spec, options, &t->seat[i], &t->error);
    }
    dx_text_release(&command);
    t->deal = dx_deal_new(&t->rules, 1, 0);
    t->match = dx_match_new(&t->rules, t->deal);
    return status;
}

// A whole game, or up to the first fault.
static dx_fault play(table *t)
{
    dx_fault fault = DX_FAULT_NONE;
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQ(dx_player_ready(t->seat[i], &t->error), DX_OK);
        dx_player_begin(t->seat[i], dx_match_view(t->match, i),
                        dx_random_named(5, 0, i));
    }
    for (unsigned seat = dx_match_turn(t->match); seat != DX_OVER;
         seat = dx_match_turn(t->match)) {
        dx_event move;
        dx_reason why = {.rule = ""};
        fault = dx_player_choose(t->seat[seat], dx_match_view(t->match, seat),
                                 &move, &why, &t->error);
        if (fault != DX_FAULT_NONE) {
            dx_reason_release(&why);
            break;
        }
        t->made_for_it += seat == 0 && strcmp(why.rule, "random") == 0;
        CHECK_EQ(dx_match_play(t->match, seat, move, &why, NULL), DX_OK);
        dx_reason_release(&why);
        for (unsigned i = 0; i < 2; i++)
            dx_player_notify(t->seat[i], dx_match_view(t->match, i));
    }
    for (unsigned i = 0; i < 2; i++)
        dx_player_end(t->seat[i], dx_match_view(t->match, i),
                      fault == DX_FAULT_NONE ? "over" : dx_fault_text(fault));
    return fault;
}

static void get_up(table *t)
{
    for (unsigned i = 0; i < 2; i++)
        dx_player_close(t->seat[i]);
    dx_match_free(t->match);
    dx_deal_free(t->deal);
}

static uint64_t faults(table *t, dx_fault fault)
{
    return dx_outsider_faults(dx_player_outsider(t->seat[0]), fault);
}

TEST(a_good_program_plays_game_after_game)
{
    table t;
    dx_player_options options = quick();
    CHECK_EQ(sit(&t, "good", &options), DX_OK);
    for (unsigned game = 0; game < 3; game++) {
        CHECKING("game %u", (unsigned)game);
        dx_deal_restart(t.deal, 1, game);
        dx_match_restart(t.match, t.deal);
        CHECK_EQ(play(&t), DX_FAULT_NONE);
    }
    unsigned count;
    const dx_event *events = dx_match_events(t.match, &count);
    for (unsigned i = 0; i < count; i++) {
        const dx_reason *why = dx_match_reason(t.match, i);
        if (why != NULL && events[i].who == 0)
            CHECK_TEXT(why->words, "first");
    }
    CHECK_TEXT(dx_outsider_name(dx_player_outsider(t.seat[0])), "good");
    get_up(&t);
}

TEST(a_program_that_asks_for_the_state_gets_it_over_pipes_too)
{
    table t;
    dx_player_options options = quick();
    CHECK_EQ(sit(&t, "states", &options), DX_OK);
    CHECK_THAT(play(&t) == DX_FAULT_NONE, "%s", t.error.message);
    get_up(&t);
}

// The fault of a game with a bad program, and that it alone was counted.
static void check_fault(const char *mode, dx_fault want, const char *words)
{
    table t;
    dx_player_options options = quick();
    options.outsider.bye_ms = 100;
    if (want == DX_FAULT_LATE)
        options.outsider.move_ms = strcmp(mode, "no-newline") == 0 ? 1500 : 200;
    CHECK_THAT(sit(&t, mode, &options) == DX_OK, "%s", t.error.message);
    dx_fault got = play(&t);
    CHECK_THAT(got == want, "%s: %s (%s)", mode, dx_fault_text(got),
               t.error.message);
    CHECK_THAT(strstr(t.error.message, words) != NULL, "%s: %s", mode,
               t.error.message);
    for (dx_fault fault = DX_FAULT_ILLEGAL; fault < DX_FAULTS; fault++)
        CHECK_EQ(faults(&t, fault), fault == want);
    get_up(&t);
}

TEST(every_kind_of_bad_program_forfeits_and_says_why)
{
    check_fault("dies", DX_FAULT_CRASHED, "something broke");
    check_fault("dies 2", DX_FAULT_CRASHED, "exited with code 7");
    check_fault("garbage", DX_FAULT_GARBAGE, "the line was: nonsense");
    check_fault("huge", DX_FAULT_GARBAGE, "longer than 64 KB");
    check_fault("endless", DX_FAULT_GARBAGE, "longer than 64 KB");
    check_fault("endless-lines", DX_FAULT_GARBAGE, "none answers the turn");
    check_fault("illegal", DX_FAULT_ILLEGAL, "'jump over the table' is not");
    check_fault("future", DX_FAULT_GARBAGE, "seq 999 was never asked");
    check_fault("gives-up", DX_FAULT_GARBAGE, "it gave up the turn: help");
    check_fault("silent", DX_FAULT_LATE, "not flushed?");
    check_fault("no-newline", DX_FAULT_LATE, "no newline");
    check_fault("deaf", DX_FAULT_LATE, "no answer within");
}

TEST(a_program_that_does_not_start_well_is_refused)
{
    static const char *const cases[][2] = {
        {"no-start", "exited with code 3"},
        {"mute", "no answer within 150 ms"},
        {"hello-garbage", "not JSON"},
        {"hello-version", "it speaks protocol 99, this is protocol 1"},
        {"hello-no-newline", "no newline"},
    };
    for (unsigned i = 0; i < 5; i++) {
        table t;
        dx_player_options options = quick();
        options.outsider.start_ms = i == 1 ? 150 : i == 4 ? 1500 : 10000;
        CHECK_EQ(sit(&t, cases[i][0], &options), DX_ERR_FILE);
        CHECK_THAT(strstr(t.error.message, cases[i][1]) != NULL, "%s: %s",
                   cases[i][0], t.error.message);
        get_up(&t);
    }
}

static void set_remedy(dx_player_options *options, dx_fault fault,
                       const char *text)
{
    CHECK_EQ(dx_remedy_parse(text, &options->outsider.remedy[fault], NULL),
             DX_OK);
}

TEST(retries_help_who_errs_once_and_run_out_for_others)
{
    table t;
    dx_player_options options = quick();
    set_remedy(&options, DX_FAULT_ILLEGAL, "retry:1");
    CHECK_EQ(sit(&t, "illegal-once", &options), DX_OK);
    CHECK_EQ(play(&t), DX_FAULT_NONE);
    CHECK_EQ(faults(&t, DX_FAULT_ILLEGAL), 4); // of four turns, one each
    get_up(&t);

    set_remedy(&options, DX_FAULT_ILLEGAL, "retry:3");
    CHECK_EQ(sit(&t, "illegal", &options), DX_OK);
    CHECK_EQ(play(&t), DX_FAULT_ILLEGAL);
    CHECK_EQ(faults(&t, DX_FAULT_ILLEGAL), 4);
    get_up(&t);
}

TEST(random_moves_are_made_for_who_asks_for_it)
{
    static const struct {
        const char *mode;
        dx_fault fault;
    } cases[] = {{"illegal", DX_FAULT_ILLEGAL},
                 {"garbage", DX_FAULT_GARBAGE},
                 {"silent", DX_FAULT_LATE},
                 {"dies 2", DX_FAULT_CRASHED}};
    for (unsigned i = 0; i < 4; i++) {
        table t;
        dx_player_options options = quick();
        set_remedy(&options, cases[i].fault, "random");
        options.outsider.move_ms = cases[i].fault == DX_FAULT_LATE ? 50 : 10000;
        CHECK_EQ(sit(&t, cases[i].mode, &options), DX_OK);
        CHECK_EQ(play(&t), DX_FAULT_NONE);
        CHECK_EQ(t.made_for_it, i == 3 ? 3 : 4);
        CHECK_EQ(faults(&t, cases[i].fault), t.made_for_it);
        get_up(&t);
    }
}

TEST(a_program_that_dies_is_started_again_where_it_was)
{
    char path[DX_TEST_FILE], mode[DX_TEST_FILE + 20];
    dx_test_file(path);
    snprintf(mode, sizeof mode, "dies-once 2 %s", path);
    table t;
    dx_player_options options = quick();
    set_remedy(&options, DX_FAULT_CRASHED, "retry:2");
    CHECK_EQ(sit(&t, mode, &options), DX_OK);
    CHECK_EQ(play(&t), DX_FAULT_NONE);
    CHECK_EQ(faults(&t, DX_FAULT_CRASHED), 1);
    get_up(&t);
}

TEST(an_answer_to_an_old_turn_is_dropped)
{
    table t;
    dx_player_options options = quick();
    CHECK_EQ(sit(&t, "stale 2", &options), DX_OK);
    CHECK_EQ(play(&t), DX_FAULT_NONE);
    CHECK_EQ(dx_outsider_stale(dx_player_outsider(t.seat[0])), 3);
    get_up(&t);
}

TEST(the_whole_game_has_a_limit_of_its_own)
{
    table t;
    dx_player_options options = quick();
    options.outsider.move_ms = 100;
    options.outsider.game_ms = 150;
    set_remedy(&options, DX_FAULT_LATE, "random");
    CHECK_EQ(sit(&t, "silent", &options), DX_OK);
    int64_t before = dx_now_ms();
    CHECK_EQ(play(&t), DX_FAULT_NONE);
    CHECK(dx_now_ms() - before < 20000);
    CHECK_EQ(faults(&t, DX_FAULT_LATE), 4);
    get_up(&t);
}

TEST(a_loud_stderr_is_kept_short)
{
    table t;
    dx_player_options options = quick();
    CHECK_EQ(sit(&t, "loud", &options), DX_OK);
    CHECK_EQ(play(&t), DX_FAULT_NONE);
    CHECK(strlen(dx_outsider_stderr(dx_player_outsider(t.seat[0]))) <= 8192);
    get_up(&t);
}

TEST(a_person_sits_only_where_persons_may)
{
    dx_player_options options = quick();
    dx_player_spec spec;
    dx_rules rules = tiny();
    dx_player *seat = NULL;
    CHECK_EQ(dx_player_spec_parse(agents, "you", &rules, &spec, NULL), DX_OK);
    CHECK_EQ(dx_player_open(&spec, &options, &seat, NULL), DX_ERR_UNSUPPORTED);
}

static bool was_called_off;

static dx_event listen(const void *memory DX_UNUSED,
                       const dx_policy *self DX_UNUSED, const dx_view *view,
                       dx_thought *thought DX_UNUSED)
{
    dx_event legal[DX_MOVES_MAX];
    was_called_off = dx_is_called_off();
    dx_view_moves(view, legal);
    return legal[0];
}

TEST(all_that_a_mind_asks_hears_when_its_match_is_called_off)
{
    static const dx_agent listener = {.name = "listener", .choose = listen};
    static atomic_bool stop = true;
    dx_budget budget = {.cancelled = &stop};
    dx_player_options options = {.budget = &budget};
    dx_player_spec spec = {.kind = DX_SEAT_MIND,
                           .policy = {.agent = &listener}};
    dx_rules rules = tiny();
    dx_deal *deal = dx_deal_new(&rules, 1, 0);
    dx_match *match = dx_match_new(&rules, deal);
    const dx_view *view = dx_match_view(match, dx_match_turn(match));
    dx_player *seat = NULL;
    dx_event move;
    CHECK_EQ(dx_player_open(&spec, &options, &seat, NULL), DX_OK);
    dx_player_begin(seat, view, dx_random_named(5, 0, 0));
    CHECK_EQ(dx_player_choose(seat, view, &move, NULL, NULL), DX_FAULT_NONE);
    CHECK(was_called_off && !dx_is_called_off());
    dx_player_close(seat);
    dx_match_free(match);
    dx_deal_free(deal);
}

TEST(remedies_are_read_or_refused)
{
    dx_remedy remedy;
    CHECK_EQ(dx_remedy_parse("retry:7", &remedy, NULL), DX_OK);
    CHECK_EQ(remedy.kind, DX_RETRY);
    CHECK_EQ(remedy.times, 7);
    CHECK_EQ(dx_remedy_parse("retry", &remedy, NULL), DX_ERR_INPUT);
    CHECK_EQ(dx_remedy_parse("retry:x", &remedy, NULL), DX_ERR_INPUT);
    CHECK_EQ(dx_remedy_parse("retry:1001", &remedy, NULL), DX_ERR_INPUT);
}
