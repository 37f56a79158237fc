// Which games a tournament is made of.

#include "lab/fixture.h"
#include "test.h"

#include <string.h>

TEST(every_line_up_gets_the_same_deals_in_every_rotation)
{
    dx_schedule *schedule =
        lab_schedule("parlour", "first,last,last;first,first,first", 6, 1);
    dx_text order = {0};
    for (dx_game_key key = {0}; dx_schedule_find(schedule, &key);
         key.rotation++)
        dx_text_printf(&order, "%u.%u.%u ", key.deal, key.lineup, key.rotation);

    // Rotating three firsts changes nothing: one rotation, so more deals.
    CHECK_TEXT(dx_text_string(&order), "0.0.0 0.0.1 0.0.2 0.1.0 "
                                       "1.0.0 1.0.1 1.0.2 1.1.0 "
                                       "2.1.0 3.1.0 4.1.0 5.1.0 ");
    dx_text_release(&order);
    dx_schedule_free(schedule);
}

TEST(a_line_up_is_rotated_no_further_than_it_changes)
{
    dx_schedule *schedule =
        lab_schedule("parlour(players=4)",
                     "first,last,first,last;first,last,last,last;"
                     "first,first,first,first",
                     8, 1);
    CHECK_EQ(schedule->lineups[0].rotations, 2);
    CHECK_EQ(schedule->lineups[1].rotations, 4);
    CHECK_EQ(schedule->lineups[2].rotations, 1);
    CHECK_EQ(dx_schedule_deals(schedule, 1), 2);
    dx_schedule_free(schedule);
}

TEST(each_entry_sits_at_each_place_once)
{
    dx_schedule *schedule = lab_schedule("parlour", "first,last,random", 3, 1);
    for (unsigned entry = 0; entry < 3; entry++) {
        unsigned places = 0;
        for (unsigned r = 0; r < 3; r++)
            for (unsigned place = 0; place < 3; place++)
                if (dx_entry_at(schedule, r, place) == entry)
                    places |= 1u << place;
        CHECK_EQ(places, 7);
    }
    dx_schedule_free(schedule);
}

static dx_schedule *round_robin(const char *game, const char *agents)
{
    dx_schedule_options options = {.all_games = lab_games,
                                   .all_agents = lab_agents,
                                   .game = game,
                                   .round_robin = agents,
                                   .games = 4};
    dx_schedule *schedule = NULL;
    CHECK_EQ(dx_schedule_new(&options, &schedule, NULL), DX_OK);
    return schedule;
}

TEST(a_round_robin_pairs_each_agent_with_each)
{
    // Two at a table: (2, 1) is a rotation of (1, 2).
    dx_schedule *schedule =
        round_robin("parlour(players=2)", "first,last,random");
    CHECK_EQ(schedule->lineup_count, 6);
    dx_schedule_free(schedule);

    schedule = round_robin("parlour(players=3)", "first,last,random");
    CHECK_EQ(schedule->lineup_count, 9);
    CHECK_TEXT(schedule->lineups[1].name[0], "first");
    CHECK_TEXT(schedule->lineups[1].name[1], "last");
    CHECK_TEXT(schedule->lineups[1].name[2], "last");
    dx_schedule_free(schedule);
}

static void check_refused(const char *game, const char *seats, unsigned games,
                          const char *why)
{
    dx_schedule_options options = {.all_games = lab_games,
                                   .all_agents = lab_agents,
                                   .game = game,
                                   .seats = seats,
                                   .games = games};
    dx_schedule *schedule = NULL;
    dx_error error = {.message = ""};
    CHECK_THAT(dx_schedule_new(&options, &schedule, &error) != DX_OK, "%s",
               seats);
    CHECK_THAT(strstr(error.message, why) != NULL, "'%s' lacks '%s'",
               error.message, why);
    CHECK(schedule == NULL);
}

TEST(a_schedule_that_makes_no_sense_is_refused_with_the_reason)
{
    check_refused("chess", "first,last", 1, "no game 'chess'");
    check_refused("parlour", "first,nobody", 1, "no agent 'nobody'");
    check_refused("parlour", "first,last;first", 1, "expected 2");
    check_refused("parlour", "first,last;", 1, "expected the name");
    check_refused("parlour(players=3)", "first,last", 1, "3 players");
    check_refused("parlour", "first,last,last,last,last", 1, "5 seats");
    check_refused("hanabi(lives=99)", "first,last", 1, "lives=99");
    check_refused("parlour", "first,last", DX_SCHEDULE_GAMES_MAX + 1,
                  "too many");
}
