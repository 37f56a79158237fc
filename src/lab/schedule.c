// Line-ups from what was typed, and the order of their games.  The order is not
// stored: the next game is found from the one before, so that a schedule of ten
// million games costs no more than one of ten.

#include "lab/schedule.h"

#include "base/memory.h"
#include "base/vector.h"

#include <string.h>

typedef DX_VECTOR(dx_lineup) lineup_list;

static void release_lineups(dx_lineup *lineups, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (unsigned entry = 0; entry < DX_SEATS_MAX; entry++)
            dx_free(lineups[i].name[entry]);
    dx_free(lineups);
}

void dx_schedule_free(dx_schedule *schedule)
{
    if (schedule == NULL)
        return;
    release_lineups(schedule->lineups, schedule->lineup_count);
    dx_free(schedule);
}

// The smallest rotation that changes nothing.
static unsigned period(const dx_lineup *lineup, unsigned players)
{
    for (unsigned shift = 1; shift < players; shift++) {
        bool same = players % shift == 0;
        for (unsigned i = 0; i < players && same; i++)
            same = strcmp(lineup->name[i],
                          lineup->name[(i + shift) % players]) == 0;
        if (same)
            return shift;
    }
    return players;
}

// Adds a line-up whose entries are names; finds out who they are.
static dx_status add_lineup(const dx_schedule_options *options,
                            const dx_rules *rules, const char *const *names,
                            lineup_list *list, dx_error *error)
{
    if (list->count == DX_LINEUPS_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0, "more than %d line-ups",
                       DX_LINEUPS_MAX);
    dx_lineup lineup = {.rotations = 1};
    unsigned players = dx_players(rules);
    for (unsigned i = 0; i < players; i++)
        lineup.name[i] = dx_copy_text(names[i]);
    lineup.rotations = period(&lineup, players);
    dx_vector_push(list, lineup); // it owns the names from now on
    dx_player_spec *spec = list->at[list->count - 1].spec;
    for (unsigned i = 0; i < players; i++) {
        dx_status status = dx_player_spec_parse(
            options->all_agents, lineup.name[i], rules, &spec[i], error);
        if (status == DX_OK && spec[i].kind == DX_SEAT_PERSON)
            status = dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                             "'you' cannot sit in a tournament; a person "
                             "plays with doxa play");
        if (status != DX_OK)
            return status;
    }
    return DX_OK;
}

// Reads the line-up between `at` and `end`.  The first one settles the rules.
static dx_status read_lineup(const dx_schedule_options *options, const char *at,
                             const char *end, dx_rules *rules,
                             lineup_list *list, dx_error *error)
{
    char *text = dx_copy_text_part(at, (size_t)(end - at));
    dx_seat_list seats = {0};
    dx_status status = dx_seat_list_parse(text, &seats, error);
    if (status == DX_OK && list->count == 0)
        status = dx_rules_parse_seated(options->all_games, options->game,
                                       seats.count, rules, error);
    else if (status == DX_OK && seats.count != dx_players(rules))
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "line-up %zu has %u seat%s: expected %u, as in the "
                         "first one",
                         list->count + 1, seats.count, dx_plural(seats.count),
                         dx_players(rules));
    if (status == DX_OK)
        status = add_lineup(options, rules, (const char *const *)seats.name,
                            list, error);
    dx_seat_list_release(&seats);
    dx_free(text);
    return status;
}

static dx_status read_lineups(const dx_schedule_options *options,
                              dx_rules *rules, lineup_list *list,
                              dx_error *error)
{
    for (const char *at = options->seats;; at++) {
        const char *end = dx_seat_text_end(at, ';');
        dx_status status = read_lineup(options, at, end, rules, list, error);
        if (status != DX_OK)
            return status;
        if (*end == '\0')
            return DX_OK;
        at = end;
    }
}

// Each agent with itself, then each with a table full of each other one.  At a
// table of two the second pairing of two agents would only be a rotation.
static dx_status pair_up(const dx_schedule_options *options,
                         const dx_rules *rules, const dx_seat_list *agents,
                         lineup_list *list, dx_error *error)
{
    unsigned players = dx_players(rules);
    for (unsigned one = 0; one < agents->count; one++)
        for (unsigned other = 0; other < agents->count; other++) {
            if (players == 2 && other < one)
                continue;
            const char *names[DX_SEATS_MAX] = {agents->name[one]};
            for (unsigned i = 1; i < players; i++)
                names[i] = agents->name[other];
            dx_status status = add_lineup(options, rules, names, list, error);
            if (status != DX_OK)
                return status;
        }
    return DX_OK;
}

static dx_status read_round_robin(const dx_schedule_options *options,
                                  dx_rules *rules, lineup_list *list,
                                  dx_error *error)
{
    dx_seat_list agents = {0};
    dx_status status =
        dx_rules_parse(options->all_games, options->game, rules, error);
    if (status == DX_OK)
        status = dx_seat_list_parse(options->round_robin, &agents, error);
    for (unsigned i = 0; i < agents.count; i++)
        for (unsigned j = 0; j < i && status == DX_OK; j++)
            if (strcmp(agents.name[i], agents.name[j]) == 0)
                status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                                 "'%.60s' is in the round robin twice",
                                 agents.name[i]);
    if (status == DX_OK)
        status = pair_up(options, rules, &agents, list, error);
    dx_seat_list_release(&agents);
    return status;
}

dx_status dx_schedule_new(const dx_schedule_options *options,
                          dx_schedule **out_schedule, dx_error *error)
{
    DX_REQUIRE((options->seats == NULL) != (options->round_robin == NULL),
               "either seats or a round robin");
    dx_schedule schedule = {.seed = options->seed,
                            .games = options->games,
                            .programs = options->programs};
    lineup_list list = {0};
    dx_status status =
        options->seats != NULL
            ? read_lineups(options, &schedule.rules, &list, error)
            : read_round_robin(options, &schedule.rules, &list, error);
    if (status == DX_OK &&
        (schedule.games > DX_SCHEDULE_GAMES_MAX ||
         list.count * schedule.games * dx_schedule_columns(&schedule) >
             DX_SCHEDULE_SCORES_MAX))
        status = dx_fail(error, DX_ERR_LIMIT, 0, 0,
                         "%zu line-ups of %u games are too many: at most %d "
                         "games a line-up and %d scores in all",
                         list.count, schedule.games, DX_SCHEDULE_GAMES_MAX,
                         DX_SCHEDULE_SCORES_MAX);
    if (status != DX_OK) {
        release_lineups(list.at, list.count);
        return status;
    }
    schedule.lineups = list.at;
    schedule.lineup_count = (unsigned)list.count;
    *out_schedule = dx_copy(&schedule, sizeof schedule);
    return DX_OK;
}

unsigned dx_schedule_columns(const dx_schedule *schedule)
{
    return schedule->rules.game->team ? 1 : dx_players(&schedule->rules);
}

unsigned dx_schedule_deals(const dx_schedule *schedule, unsigned lineup)
{
    unsigned rotations = schedule->lineups[lineup].rotations;
    return (schedule->games + rotations - 1) / rotations;
}

bool dx_schedule_find(const dx_schedule *schedule, dx_game_key *key)
{
    for (; key->deal < schedule->games; key->lineup = 0, key->deal++)
        for (; key->lineup < schedule->lineup_count;
             key->rotation = 0, key->lineup++)
            if (key->rotation < schedule->lineups[key->lineup].rotations &&
                dx_game_number(schedule, *key) < schedule->games)
                return true;
    return false;
}
