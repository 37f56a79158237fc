// doxa match: one game, told.

#include "game/match.h"
#include "agents/agents.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/seats.h"
#include "game/record.h"
#include "game/say.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct telling {
    dx_rules rules;
    dx_seat_list seats;
    dx_policy policy[DX_SEATS_MAX];
    dx_mind *mind[DX_SEATS_MAX];
    dx_random random[DX_SEATS_MAX];
    dx_deal *deal;
    dx_match *match;
    bool explain, quiet;
    unsigned told;         // events
    uint64_t seed, number; // of the deal
} telling;

static void tell_news(telling *t)
{
    unsigned count;
    const dx_event *events = dx_match_events(t->match, &count);
    dx_text line = {0};
    for (; t->told < count && !t->quiet; t->told++) {
        dx_text_clear(&line);
        dx_say_event(&t->rules, events[t->told], &line);
        puts(dx_text_string(&line));
        const dx_reason *why = dx_match_reason(t->match, t->told);
        if (t->explain && why != NULL)
            printf("    %s: %s%s%s\n", why->rule, why->words,
                   why->formula[0] != '\0' ? "  because " : "", why->formula);
    }
    dx_text_release(&line);
}

static dx_status play(telling *t, dx_error *error)
{
    for (unsigned seat = dx_match_turn(t->match); seat != DX_OVER;
         seat = dx_match_turn(t->match)) {
        tell_news(t);
        const dx_view *view = dx_match_view(t->match, seat);
        if (t->mind[seat] == NULL)
            t->mind[seat] = dx_mind_new(&t->policy[seat], view);
        dx_reason why = {.rule = ""};
        dx_thought thought = {.random = &t->random[seat], .reason = &why};
        dx_event move = dx_mind_choose(t->mind[seat], view, &thought);
        dx_status status = dx_match_play(
            t->match, seat, move, why.rule[0] != '\0' ? &why : NULL, error);
        if (status != DX_OK)
            return status;
    }
    tell_news(t);
    return DX_OK;
}

static void tell_scores(const telling *t)
{
    const dx_game *game = t->rules.game;
    if (game->team) {
        printf("score %d\n", dx_match_score(t->match, 0));
        return;
    }
    for (unsigned seat = 0; seat < dx_players(&t->rules); seat++)
        printf("%u %s: %d%s\n", seat + 1, t->seats.name[seat],
               dx_match_score(t->match, seat),
               dx_match_won(t->match, seat) ? ", won" : "");
}

static dx_status write_record(const telling *t, const char *path,
                              dx_error *error)
{
    dx_record_writer *writer =
        dx_record_writer_new(&t->rules, (const char *const *)t->seats.name);
    dx_text text = {0};
    dx_record_write(writer, t->match, &text);
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdout : fopen(path, "w");
    dx_status status = DX_OK;
    if (file == NULL || fwrite(text.at, 1, text.length, file) != text.length ||
        (!standard && fclose(file) != 0)) {
        status = dx_fail(error, DX_ERR_FILE, 0, 0, "cannot write: %s",
                         strerror(errno));
        dx_error_in_file(error, path);
    }
    dx_text_release(&text);
    dx_record_writer_free(writer);
    return status;
}

// The game that a tournament with this seed plays with this deal.
static dx_status sit_down(telling *t, const char *game, const char *seats,
                          dx_error *error)
{
    dx_status status = dx_seat_list_parse(seats, &t->seats, error);
    if (status == DX_OK)
        status = dx_rules_for_seats(game, t->seats.count, &t->rules, error);
    for (unsigned i = 0; i < t->seats.count && status == DX_OK; i++) {
        status = dx_policy_parse(dx_agents(), t->seats.name[i], &t->rules,
                                 &t->policy[i], error);
        t->random[i] =
            dx_random_named(t->seed, t->number, UINT64_C(1) << 40 | i);
    }
    if (status != DX_OK)
        return status;
    t->deal = dx_deal_new(&t->rules, t->seed, t->number);
    t->match = dx_match_new(&t->rules, t->deal);
    return DX_OK;
}

static void get_up(telling *t)
{
    for (unsigned i = 0; i < DX_SEATS_MAX; i++)
        dx_mind_free(t->mind[i]);
    dx_match_free(t->match);
    dx_deal_free(t->deal);
    dx_seat_list_release(&t->seats);
}

static int run(const dx_arguments *arguments)
{
    const char *seats = dx_argument_value(arguments, "seats");
    const char *path = dx_argument_value(arguments, "record");
    dx_error error = {.message = ""};
    if (seats == NULL)
        return dx_usage(arguments->command, "--seats says who plays");
    telling t = {.explain = dx_argument_given(arguments, "explain"),
                 .quiet = path != NULL && strcmp(path, "-") == 0};
    if (!dx_argument_number(arguments, "seed", 0, UINT64_MAX, dx_random_seed(),
                            &t.seed) ||
        !dx_argument_number(arguments, "deal", 0, UINT64_MAX, 0, &t.number))
        return DX_EXIT_USAGE;
    dx_status status = sit_down(&t, arguments->operands[0], seats, &error);
    if (status == DX_OK)
        status = play(&t, &error);
    if (status == DX_OK && !t.quiet)
        tell_scores(&t);
    if (status == DX_OK && path != NULL)
        status = write_record(&t, path, &error);
    if (!dx_argument_given(arguments, "seed") && status == DX_OK)
        fprintf(stderr, "seed %" PRIu64 "\n", t.seed);
    get_up(&t);
    return status == DX_OK ? DX_EXIT_YES : dx_report(&error);
}

static const dx_option options[] = {
    {"seats", "NAME,...", "who plays, seat by seat"},
    {"seed", "N", "the deal and all chance; printed if chosen for you"},
    {"deal", "N", "which deal of the seed, as tournaments count them; 0"},
    {"record", "FILE", "keep the game as a record; - prints only that"},
    {"explain", NULL, "with the reason of every move"},
    {0},
};

const dx_command dx_command_match = {
    .name = "match",
    .operands = "GAME",
    .summary = "one game between agents, told move by move",
    .details =
        "GAME is a name with its parameters: hanabi, hanabi(players=3),\n"
        "kemps(paper).  doxa games lists them.",
    .options = options,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
