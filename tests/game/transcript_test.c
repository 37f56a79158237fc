// Golden transcripts: what every seat sees after every move of one game, in
// tests/transcripts/<game>.txt.  After a change that is meant:
//
//     DOXA_REGENERATE=1 make test ONLY=transcript
//
// writes them anew; read the difference before you keep it.

#include "base/memory.h"
#include "game/match.h"
#include "game/say.h"
#include "games/games.h"
#include "games/parlour.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_TOLD = 12, LEGAL_TOLD = 50 };

// The new events, as they are and as each seat sees them.
static void tell_events(dx_match *match, unsigned from, dx_text *out)
{
    const dx_rules *rules = dx_match_rules(match);
    unsigned count;
    const dx_event *events = dx_match_events(match, &count);
    for (unsigned i = from; i < count; i++) {
        dx_text_printf(out, "\nevent %u  ", i);
        dx_say_event(rules, events[i], out);
        dx_text_add_char(out, '\n');
        for (unsigned seat = 0; seat < dx_players(rules); seat++) {
            dx_text_printf(out, "  to %u     ", seat + 1);
            dx_say_event(rules, dx_match_view(match, seat)->seen[i], out);
            dx_text_add_char(out, '\n');
        }
    }
}

static void tell_tables(dx_match *match, dx_text *out)
{
    const dx_rules *rules = dx_match_rules(match);
    for (unsigned seat = 0; seat <= dx_players(rules); seat++) {
        bool last = seat == dx_players(rules);
        if (last)
            dx_text_add(out, "\nbystander\n");
        else
            dx_text_printf(out, "\nseat %u\n", seat + 1);
        const dx_view *view = dx_match_view(match, last ? DX_BYSTANDER : seat);
        rules->game->show(view->sight, out);
        if (view->turn == view->seat) {
            dx_event moves[DX_MOVES_MAX];
            unsigned count = dx_view_moves(view, moves);
            for (unsigned i = 0; i < count && i < LEGAL_TOLD; i++) {
                dx_text_add(out, i == 0 ? "may: " : ", ");
                dx_say_move(rules, moves[i], out);
            }
            if (count > LEGAL_TOLD)
                dx_text_printf(out, " and %u more", count - LEGAL_TOLD);
            dx_text_add_char(out, '\n');
        }
    }
}

// The first moves of a random game in full, and how it ends.
static void tell_game(const dx_rules *rules, dx_text *out)
{
    dx_deal *deal = dx_deal_new(rules, 1, 1);
    dx_match *match = dx_match_new(rules, deal);
    dx_random random = dx_random_named(1, 1, 1);
    unsigned told = 0;
    dx_rules_print(rules, out);
    dx_text_add_char(out, '\n');
    for (unsigned n = 0; dx_match_turn(match) != DX_OVER; n++) {
        if (n < MOVES_TOLD) {
            tell_events(match, told, out);
            tell_tables(match, out);
            dx_match_events(match, &told);
        }
        const dx_event *moves;
        unsigned count = dx_match_moves(match, &moves);
        dx_event move = moves[dx_random_below(&random, count)];
        CHECK_EQ(dx_match_play(match, dx_match_turn(match), move, NULL, NULL),
                 DX_OK);
    }
    tell_tables(match, out);
    dx_text_add(out, "\nscores");
    for (unsigned seat = 0; seat < dx_players(rules); seat++)
        dx_text_printf(out, " %d", dx_match_score(match, seat));
    dx_text_add_char(out, '\n');
    dx_match_free(match);
    dx_deal_free(deal);
}

static void write_file(const char *path, dx_text *text)
{
    FILE *file = fopen(path, "w");
    CHECK_THAT(file != NULL, "cannot write %s", path);
    fputs(dx_text_string(text), file);
    fclose(file);
}

static void check_transcript(const dx_game *game)
{
    char below[100];
    snprintf(below, sizeof below, "transcripts/%s.txt", game->name);
    const char *path = dx_test_path(below);
    dx_text told = {0}, golden = {0};
    dx_rules rules = dx_rules_normal(game);
    tell_game(&rules, &told);
    if (getenv("DOXA_REGENERATE") != NULL)
        write_file(path, &told);
    dx_error error = {.message = ""};
    CHECK_THAT(dx_text_read_file(path, 1 << 22, &golden, &error) == DX_OK,
               "%s: %s; DOXA_REGENERATE=1 make test ONLY=transcript writes it",
               path, error.message);
    CHECK_THAT(strcmp(dx_text_string(&told), dx_text_string(&golden)) == 0,
               "%s: what the seats see has changed; look at it with "
               "DOXA_REGENERATE=1 make test ONLY=transcript and git diff",
               path);
    dx_text_release(&told);
    dx_text_release(&golden);
}

TEST(every_seat_sees_what_the_golden_transcripts_show)
{
    check_transcript(&dx_parlour);
    for (const dx_game *const *game = dx_games(); *game != NULL; game++)
        check_transcript(*game);
}
