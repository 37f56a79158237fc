// One table: deal, match, players, kept from game to game.
//
// For each game the deal is set, the players of the line-up sit down at their
// places with their random streams, and the match is played to its end, to a
// forfeit or until it is cut.  Players are found by name and by how many of
// that name sit before them, so that a program is started once and plays all
// its games.  Where all play one convention with the same settings, one mind
// serves all places.

#include "lab/host.h"

#include "base/memory.h"
#include "base/vector.h"
#include "game/match.h"
#include "game/record.h"

#include <string.h>
#include <time.h>

// A player who stays at the table.
typedef struct guest {
    const char *name;   // borrowed from the schedule
    unsigned namesakes; // before it in its line-up
    dx_player *player;  // NULL: it cannot be started
} guest;

struct dx_host {
    const dx_schedule *schedule;
    dx_budget budget;
    dx_deal *deal;
    unsigned deal_number;
    dx_match *match;
    DX_VECTOR(guest) guests;
};

dx_host *dx_host_new(const dx_schedule *schedule, const atomic_bool *cancelled)
{
    dx_host *host = dx_alloc(1, sizeof *host);
    host->schedule = schedule;
    host->budget.cancelled = cancelled;
    host->deal = dx_deal_new(&schedule->rules, schedule->seed, 0);
    host->match = dx_match_new(&schedule->rules, host->deal);
    return host;
}

void dx_host_free(dx_host *host)
{
    if (host == NULL)
        return;
    for (size_t i = 0; i < host->guests.count; i++)
        dx_player_close(host->guests.at[i].player);
    dx_vector_release(&host->guests);
    dx_match_free(host->match);
    dx_deal_free(host->deal);
    dx_free(host);
}

static dx_status open_player(const dx_schedule *schedule,
                             const dx_budget *budget,
                             const dx_player_spec *spec, dx_player **out,
                             dx_error *error)
{
    dx_player_options options = {.outsider = schedule->programs,
                                 .budget = budget};
    return dx_player_open(spec, &options, out, error);
}

dx_status dx_host_try_programs(const dx_schedule *schedule, dx_error *error)
{
    for (unsigned i = 0; i < schedule->lineup_count; i++)
        for (unsigned j = 0; j < dx_players(&schedule->rules); j++) {
            const dx_lineup *lineup = &schedule->lineups[i];
            bool seen = lineup->spec[j].kind != DX_PLAYER_PROGRAM;
            for (unsigned k = 0; k < i * DX_SEATS_MAX + j && !seen; k++) {
                const char *name =
                    schedule->lineups[k / DX_SEATS_MAX].name[k % DX_SEATS_MAX];
                seen = name != NULL && strcmp(name, lineup->name[j]) == 0;
            }
            dx_player *player;
            if (seen)
                continue;
            dx_status status =
                open_player(schedule, NULL, &lineup->spec[j], &player, error);
            if (status != DX_OK)
                return status;
            dx_player_close(player);
        }
    return DX_OK;
}

// The player of an entry, who comes to the table when first needed.
static dx_player *player_of(dx_host *host, const dx_lineup *lineup,
                            unsigned entry)
{
    guest wanted = {.name = lineup->name[entry]};
    for (unsigned i = 0; i < entry; i++)
        wanted.namesakes += strcmp(lineup->name[i], wanted.name) == 0;
    for (size_t i = 0; i < host->guests.count; i++) {
        const guest *g = &host->guests.at[i];
        if (g->namesakes == wanted.namesakes &&
            strcmp(g->name, wanted.name) == 0)
            return g->player;
    }
    dx_error error;
    if (open_player(host->schedule, &host->budget, &lineup->spec[entry],
                    &wanted.player, &error) != DX_OK)
        wanted.player = NULL;
    dx_vector_push(&host->guests, wanted);
    return wanted.player;
}

static int64_t cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static bool is_cancelled(const dx_host *host)
{
    const atomic_bool *cancelled = host->budget.cancelled;
    return cancelled != NULL &&
           atomic_load_explicit(cancelled, memory_order_relaxed);
}

static dx_ending ending_of(dx_fault fault)
{
    switch (fault) {
    case DX_FAULT_ILLEGAL:
        return DX_END_ILLEGAL;
    case DX_FAULT_GARBAGE:
        return DX_END_GARBAGE;
    case DX_FAULT_LATE:
        return DX_END_LATE;
    default:
        return DX_END_CRASHED;
    }
}

// One move of the player at `place`; DX_END_OVER if the game goes on.
static dx_ending step(dx_host *host, dx_player *player, unsigned place,
                      bool with_reasons)
{
    dx_match *match = host->match;
    dx_reason why = {.rule = ""};
    dx_event move;
    dx_error error;
    dx_fault fault =
        player == NULL
            ? DX_FAULT_CRASHED
            : dx_player_choose(player, dx_match_view(match, place), &move,
                               with_reasons ? &why : NULL, &error);
    if (is_cancelled(host)) // before a program that was interrupted counts
        return DX_END_MISSING;
    if (fault != DX_FAULT_NONE)
        return ending_of(fault);
    dx_status status = dx_match_play(match, place, move,
                                     why.rule[0] != '\0' ? &why : NULL, NULL);
    return status == DX_OK         ? DX_END_OVER
           : status == DX_ERR_MOVE ? DX_END_ILLEGAL
                                   : DX_END_CUT;
}

// Plays the match to its end; *by is the entry that failed, if one did.
static dx_ending play(dx_host *host, dx_game_key key, dx_player *const *players,
                      bool with_reasons, unsigned *by)
{
    dx_match *match = host->match;
    for (unsigned place = dx_match_turn(match); place != DX_OVER;
         place = dx_match_turn(match)) {
        if (place >= DX_SEATS_MAX) // nature would not end
            return DX_END_CUT;
        *by = dx_entry_at(host->schedule, key.rotation, place);
        dx_ending ending = step(host, players[place], place, with_reasons);
        if (ending != DX_END_OVER)
            return ending;
    }
    return DX_END_OVER;
}

// The shuffles of a deal are kept for the next line-up, unless a record is
// wanted: that has only the shuffles that its own game has used.
static void shuffle(dx_host *host, dx_game_key key, bool afresh)
{
    const dx_schedule *schedule = host->schedule;
    if (afresh || host->deal_number != key.deal) {
        dx_deal_restart(host->deal, schedule->seed, key.deal);
        host->deal_number = key.deal;
    }
    dx_match_restart(host->match, host->deal);
}

// Do all play the same convention?  Then one memory serves all places.
static bool share_a_mind(const dx_lineup *lineup, unsigned players)
{
    const dx_player_spec *first = &lineup->spec[0];
    for (unsigned i = 0; i < players; i++)
        if (lineup->spec[i].kind != DX_PLAYER_MIND ||
            lineup->spec[i].policy.agent != first->policy.agent ||
            memcmp(&lineup->spec[i].policy.params, &first->policy.params,
                   sizeof first->policy.params) != 0)
            return false;
    return first->policy.agent->shared;
}

static void sit_down(dx_host *host, dx_game_key key, dx_player **out_players)
{
    const dx_schedule *schedule = host->schedule;
    bool shared = share_a_mind(&schedule->lineups[key.lineup],
                               dx_players(&schedule->rules));
    for (unsigned place = 0; place < dx_players(&schedule->rules); place++) {
        dx_player *player =
            player_of(host, &schedule->lineups[key.lineup],
                      dx_entry_at(schedule, key.rotation, place));
        if (player != NULL)
            dx_player_begin(player, dx_match_view(host->match, place),
                            dx_random_named(schedule->seed, key.deal,
                                            UINT64_C(1) << 40 | place));
        out_players[place] = player;
        if (shared)
            dx_player_share(player, out_players[0]);
    }
}

// Programs are told how it ended; minds have nothing to learn from it.
static void get_up(dx_host *host, dx_player *const *players, dx_ending ending)
{
    for (unsigned i = 0; i < dx_players(&host->schedule->rules); i++)
        if (players[i] != NULL && dx_player_outsider(players[i]) != NULL)
            dx_player_end(players[i], dx_match_view(host->match, i),
                          dx_ending_text(ending));
}

// Writes the forfeit of entry `result->by` into scores that stand.
static void forfeit(const dx_schedule *schedule, dx_result *result)
{
    unsigned columns = dx_schedule_columns(schedule);
    unsigned loser = columns == 1 ? 0 : result->by;
    if (result->score[loser] > 0)
        result->score[loser] = 0;
    result->won = 0;
    for (unsigned i = 0; i < columns; i++) {
        bool best = i != loser;
        for (unsigned j = 0; j < columns; j++)
            best = best && (j == loser || result->score[j] <= result->score[i]);
        result->won |= (unsigned)best << i;
    }
}

static void count_scores(const dx_host *host, dx_result *result)
{
    const dx_schedule *schedule = host->schedule;
    unsigned columns = dx_schedule_columns(schedule);
    for (unsigned place = 0; place < columns; place++) {
        unsigned entry =
            columns == 1 ? 0
                         : dx_entry_at(schedule, result->key.rotation, place);
        result->score[entry] = dx_match_score(host->match, place);
        if (result->ending == DX_END_OVER)
            result->won |= (unsigned)dx_match_won(host->match, place) << entry;
    }
    if (dx_ending_is_forfeit(result->ending))
        forfeit(schedule, result);
}

static void write_record(const dx_host *host, dx_game_key key, dx_text *out)
{
    const dx_schedule *schedule = host->schedule;
    const char *names[DX_SEATS_MAX];
    for (unsigned place = 0; place < dx_players(&schedule->rules); place++)
        names[place] = schedule->lineups[key.lineup]
                           .name[dx_entry_at(schedule, key.rotation, place)];
    dx_record_writer *writer = dx_record_writer_new(&schedule->rules, names);
    dx_record_write(writer, host->match, out);
    dx_record_writer_free(writer);
}

dx_status dx_host_play(dx_host *host, dx_game_key key, dx_text *record,
                       dx_result *out_result)
{
    dx_result result = {.key = key};
    int64_t before = cpu_now();
    dx_player *players[DX_SEATS_MAX] = {NULL};
    shuffle(host, key, record != NULL);
    sit_down(host, key, players);
    result.ending = play(host, key, players, record != NULL, &result.by);
    get_up(host, players, result.ending);
    if (result.ending == DX_END_MISSING)
        return DX_ERR_CANCELLED;
    if (!dx_ending_is_forfeit(result.ending))
        result.by = 0;
    count_scores(host, &result);
    if (record != NULL)
        write_record(host, key, record);
    result.cpu_ns = cpu_now() - before;
    *out_result = result;
    return DX_OK;
}
