// A game from a file and the same game in C: the same moves, the same events,
// and the same seen of them by every seat.

#include "base/memory.h"
#include "base/random.h"
#include "game/match.h"
#include "game/say.h"
#include "games/file/files.h"
#include "games/games.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static dx_rules rules_of(const dx_game *const *games, const char *name,
                         const char *settings)
{
    char text[200];
    dx_rules rules;
    dx_error error = {.message = ""};
    snprintf(text, sizeof text, "%s(%s)", name, settings);
    CHECK_THAT(dx_rules_parse(games, text, &rules, &error) == DX_OK, "%s: %s",
               text, error.message);
    return rules;
}

// A file numbers its verbs as it likes: the event with the number of the verb
// of that name.
static dx_event translate(const dx_rules *to, const dx_rules *from,
                          dx_event event)
{
    unsigned verb = 0;
    while (strcmp(to->game->verbs[verb].name,
                  from->game->verbs[event.verb].name) != 0)
        verb++;
    event.verb = (uint8_t)verb;
    return event;
}

static bool are_same(const dx_rules *file, const dx_event *x, const dx_rules *c,
                     const dx_event *y, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!dx_event_same(x[i], translate(file, c, y[i])))
            return false;
    return true;
}

static void check_said(const dx_match *a, const dx_match *b, unsigned at)
{
    unsigned count;
    dx_text x = {0}, y = {0};
    dx_say_event(dx_match_rules(a), dx_match_events(a, &count)[at], &x);
    dx_say_event(dx_match_rules(b), dx_match_events(b, &count)[at], &y);
    CHECK_TEXT(dx_text_string(&x), dx_text_string(&y));
    dx_text_release(&x);
    dx_text_release(&y);
}

// What each seat, and a bystander, has seen so far.
static void check_views(dx_match *a, dx_match *b)
{
    unsigned players = dx_players(dx_match_rules(a));
    for (unsigned i = 0; i <= players; i++) {
        unsigned seat = i == players ? DX_BYSTANDER : i;
        const dx_view *x = dx_match_view(a, seat), *y = dx_match_view(b, seat);
        CHECK_EQ(x->count, y->count);
        CHECK_THAT(are_same(x->rules, x->seen, y->rules, y->seen, x->count),
                   "seat %u sees something else", i);
    }
}

static void play_both(const dx_rules *file, const dx_rules *c, uint64_t seed)
{
    dx_deal *deal[2] = {dx_deal_new(file, seed, 0), dx_deal_new(c, seed, 0)};
    dx_match *a = dx_match_new(file, deal[0]), *b = dx_match_new(c, deal[1]);
    dx_random random = dx_random_named(seed, 1, 2);
    unsigned told = 0, count;
    CHECKING("%s, seed %u", file->game->name, (unsigned)seed);
    while (dx_match_turn(b) != DX_OVER) {
        const dx_event *x, *y;
        CHECK_EQ(dx_match_turn(a), dx_match_turn(b));
        unsigned moves = dx_match_moves(b, &y);
        CHECK_EQ(dx_match_moves(a, &x), moves);
        CHECK_THAT(are_same(file, x, c, y, moves), "other moves");
        unsigned i = (unsigned)dx_random_below(&random, moves);
        CHECK_EQ(dx_match_step(a, i), DX_OK);
        CHECK_EQ(dx_match_step(b, i), DX_OK);
        for (dx_match_events(b, &count); told < count; told++)
            check_said(a, b, told);
    }
    CHECK_EQ(dx_match_turn(a), DX_OVER);
    for (unsigned seat = 0; seat < dx_players(file); seat++) {
        CHECK_EQ(dx_match_score(a, seat), dx_match_score(b, seat));
        CHECK_EQ(dx_rules_won(file, dx_match_truth(a), seat),
                 dx_rules_won(c, dx_match_truth(b), seat));
    }
    check_views(a, b);
    dx_match_free(a);
    dx_match_free(b);
    dx_deal_free(deal[0]);
    dx_deal_free(deal[1]);
}

static void compare(const char *file_name, const char *name,
                    const char *const *settings, unsigned seeds)
{
    const dx_game *game = dx_game_file(file_name);
    const dx_game *const list[] = {game, NULL};
    for (; *settings != NULL; settings++) {
        dx_rules file = rules_of(list, game->name, *settings);
        dx_rules c = rules_of(dx_games(), name, *settings);
        for (uint64_t seed = 0; seed < seeds; seed++)
            play_both(&file, &c, seed);
    }
}

TEST(clue_from_a_file_is_clue)
{
    static const char *const settings[] = {
        "", "six", "small", "small4", "tiny", "players=5,limit=7", NULL};
    compare("clue", "clue", settings, SAMPLE(5, 1000));
}

TEST(kemps_from_a_file_is_kemps)
{
    static const char *const settings[] = {"limit=200",
                                           "paper,limit=200",
                                           "players=5,from=3,to=9,limit=300",
                                           "tiny,limit=300",
                                           "idle=2,table=4,limit=200",
                                           "from=2,to=6,limit=300",
                                           NULL};
    compare("kemps", "kemps", settings, SAMPLE(3, 1000));
}

TEST(hanabi_from_a_file_is_hanabi)
{
    static const char *const settings[] = {"",
                                           "players=2",
                                           "report,players=3",
                                           "tiny",
                                           "hand=2,last=3,players=3",
                                           "empty=yes,full=yes,colours=6",
                                           NULL};
    compare("hanabi", "hanabi", settings, SAMPLE(3, 1000));
}

TEST(go_fish_from_a_file_is_go_fish)
{
    static const char *const settings[] = {
        "", "four", "small", "tiny", "players=3,limit=20", "players=6", NULL};
    compare("gofish", "gofish", settings, SAMPLE(5, 1000));
}
