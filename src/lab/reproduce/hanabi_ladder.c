// What others have scored at Hanabi, and where ours stand among them.
//
// Published means differ in rules: who "keeps points" counts what lay on the
// piles when the last life went, the others count 0.  Bots that hint by hats
// hardly ever lose a life, so that theirs hold either way.

#include "lab/reproduce/hanabi.h"

#include "base/clock.h"
#include "base/memory.h"
#include "lab/host.h"
#include "lab/schedule.h"
#include "lab/stats.h"

#include <stdlib.h>

enum { COUNTS = 4, GAMES = 2000, BEST = 25 };

// A mean of 0: not known.
typedef struct rung {
    const char *name;
    double mean[COUNTS]; // for 2, 3, 4, 5 players
    const char *note;
} rung;

static const rung published[] = {
    {"the report", {0, 0, 0, 14.2}, "20 games, 4 lives, keeps points"},
    {"Cox et al., recommendation", {0, 0, 0, 23.00}, "keeps points, 4 lives"},
    {"Cox et al., information", {0, 0, 0, 24.68}, "keeps points, 4 lives"},
    {"HanSim, recommendation",
     {0, 0, 0, 23.035},
     "run on 1,000 games, same rules"},
    {"hanabi.rs info",
     {22.52, 24.795, 24.936, 24.922},
     "20,000 games, keeps points"},
    {"hanabi.rs cheat", {24.821, 24.978, 24.973, 24.962}, "sees its own hand"},
    {"InfoBot (Quuxplusone)",
     {20.00, 24.26, 24.86, 24.89},
     "200,000 games, keeps points"},
    {"SmartBot (Quuxplusone)",
     {23.09, 23.30, 22.44, 20.69},
     "200,000 games, keeps points"},
    {"HolmesBot (Quuxplusone)",
     {20.75, 20.86, 20.46, 18.40},
     "200,000 games, keeps points"},
    {"CheatBot (Quuxplusone)",
     {24.90, 24.98, 24.97, 24.95},
     "sees its own hand"},
    {"chikinn hat player", {0, 0, 24.92, 24.88}, "run on 500 games"},
    {"deltahanabi", {0, 0, 24.57, 24.95}, "number of games not stated"},
    {"fireflower", {23.37, 22.95, 22.83, 0}, "keeps points"},
    {"fireflower, bomb counts 0", {22.56, 21.05, 21.78, 0}, ""},
    {"Rainbow (Bard et al.)", {20.64, 18.71, 18.00, 15.26}, "second-hand"},
    {"ACHA (Bard et al.)", {22.73, 0, 0, 0}, "second-hand"},
    {"BAD", {23.92, 0, 0, 0}, "second-hand"},
    {"SAD, the best of 12 runs", {24.2, 0, 0, 0}, ""},
    {"Other-Play", {24.06, 0, 0, 0}, "second-hand"},
    {"OBL, level 4", {24.10, 23.38, 0, 0}, "second-hand"},
    {"IPPO, entropy-regularised",
     {24.48, 24.66, 24.55, 23.73},
     "second-hand, 5,000 games"},
    {"SPARTA on SAD", {24.61, 0, 0, 0}, "from its abstract"},
    {"Bouzy 2017", {0, 0, 0, 24.92}, "second-hand"},
    {"people on hanab.live", {23.37, 23.25, 0, 0}, "second-hand"},
};
enum { PUBLISHED = sizeof published / sizeof *published };

// Ours, for what numbers of players.
static const struct entry {
    const char *name, *agent, *rules; // rules: other than the normal ones
    unsigned fewest, most;
} entries[] = {
    {"report", "report", "report,", 2, 5},
    {"report(hints=playable)", "report(hints=playable)", "report,", 5, 5},
    {"recommend", "recommend", "", 2, 5},
    {"recommend, HanSim's rules", "recommend", "lives=4,bomb=keep,full=yes,", 5,
     5},
    {"info", "info", "", 2, 5},
    {"pair", "pair", "", 2, 2},
    {"search", "search", "", 2, 5},
};
enum { ENTRIES = sizeof entries / sizeof *entries };

// What one of ours brought, or somebody else's figure.
typedef struct standing {
    const char *name, *note;
    double mean;
    bool is_ours;
    double half, perfect, seconds; // share of perfect games; CPU a game
    unsigned games;
} standing;

static dx_status new_schedule(const dx_reproduce_options *options,
                              const struct entry *entry, unsigned players,
                              unsigned games, dx_schedule **out,
                              dx_error *error)
{
    dx_text game = {0}, seats = {0};
    dx_text_printf(&game, "hanabi(%splayers=%u)", entry->rules, players);
    for (unsigned i = 0; i < players; i++)
        dx_text_printf(&seats, "%s%s", i > 0 ? "," : "", entry->agent);
    dx_schedule_options wanted = {.all_games = options->all_games,
                                  .all_agents = options->all_agents,
                                  .game = dx_text_string(&game),
                                  .seats = dx_text_string(&seats),
                                  .seed = options->seed,
                                  .games = games};
    dx_status status = dx_schedule_new(&wanted, out, error);
    dx_text_release(&game);
    dx_text_release(&seats);
    return status;
}

// Plays until there are enough games or the time is up.
static dx_status play(const dx_schedule *schedule, unsigned seconds,
                      standing *out)
{
    dx_cluster *score = dx_alloc(schedule->games, sizeof *score);
    dx_host *host = dx_host_new(schedule, NULL);
    dx_status status = DX_OK;
    double start = dx_cpu_seconds(), spent = 0;
    unsigned game = 0, perfect = 0;
    for (; game < schedule->games; game++) {
        dx_result result;
        if (seconds > 0 && game > 1 && spent > seconds)
            break;
        status = dx_host_play(host, (dx_game_key){.deal = game}, NULL, &result);
        if (status != DX_OK)
            break;
        score[game] = (dx_cluster){result.score[0], 1};
        perfect += result.score[0] == BEST;
        spent = dx_cpu_seconds() - start;
    }
    dx_mean mean = dx_mean_estimate(score, game, (dx_range){0, BEST, true});
    out->mean = mean.mean;
    out->half = mean.half;
    out->games = game;
    out->perfect = (double)perfect / game;
    out->seconds = spent / game;
    dx_host_free(host);
    dx_free(score);
    return status;
}

static int by_mean(const void *a, const void *b)
{
    double x = ((const standing *)a)->mean, y = ((const standing *)b)->mean;
    return (x < y) - (x > y);
}

static void print_time(double seconds, dx_text *out)
{
    bool is_long = seconds >= 0.1;
    dx_text_printf(out, is_long ? "%.2f s" : "%.1f us",
                   is_long ? seconds : 1e6 * seconds);
}

static void print_standing(const standing *s, dx_text *out)
{
    if (!s->is_ours) {
        dx_text_printf(out, "  %6.3f          %s", s->mean, s->name);
        if (s->note[0] != '\0')
            dx_text_printf(out, "; %s", s->note);
        dx_text_add_char(out, '\n');
        return;
    }
    dx_text_printf(out, "* %6.3f ± %.3f  %s; %u game%s, %.1f %% perfect, ",
                   s->mean, s->half, s->name, s->games, dx_plural(s->games),
                   100 * s->perfect);
    print_time(s->seconds, out);
    dx_text_add_char(out, '\n');
}

static void standing_json(const standing *s, dx_text *out)
{
    dx_text_printf(out, "{\"name\":\"%s\",\"mean\":%.4f", s->name, s->mean);
    if (s->is_ours)
        dx_text_printf(out,
                       ",\"ours\":true,\"games\":%u,\"ci95\":%.4f,"
                       "\"perfect\":%.4f,\"cpu_seconds_a_game\":%.6f}",
                       s->games, s->half, s->perfect, s->seconds);
    else
        dx_text_printf(out, ",\"ours\":false,\"note\":\"%s\"}", s->note);
}

static void print_ladder(unsigned players, const standing *rungs,
                         unsigned count, bool json, dx_text *out)
{
    dx_text_printf(out, json ? "{\"players\":%u,\"rungs\":[" : "%u players\n",
                   players);
    for (unsigned i = 0; i < count; i++)
        if (json) {
            dx_text_add(out, i > 0 ? ",\n" : "");
            standing_json(&rungs[i], out);
        } else {
            print_standing(&rungs[i], out);
        }
    dx_text_add(out, json ? "]}" : "");
}

static dx_status one_ladder(const dx_reproduce_options *options,
                            unsigned players, dx_text *out, dx_error *error)
{
    standing rungs[PUBLISHED + ENTRIES];
    unsigned count = 0, games = dx_games_or(options, GAMES);
    for (unsigned i = 0; i < PUBLISHED; i++) {
        double mean = published[i].mean[players - DX_FEWEST_PLAYERS];
        if (mean > 0)
            rungs[count++] = (standing){.name = published[i].name,
                                        .note = published[i].note,
                                        .mean = mean};
    }
    for (unsigned i = 0; i < ENTRIES; i++) {
        dx_schedule *schedule;
        if (players < entries[i].fewest || players > entries[i].most)
            continue;
        dx_status status = new_schedule(options, &entries[i], players, games,
                                        &schedule, error);
        if (status != DX_OK)
            return status;
        if (options->progress != NULL)
            options->progress(entries[i].name, i, ENTRIES);
        rungs[count] = (standing){.name = entries[i].name, .is_ours = true};
        status = play(schedule, options->seconds, &rungs[count++]);
        dx_schedule_free(schedule);
        if (status != DX_OK)
            return status;
    }
    qsort(rungs, count, sizeof *rungs, by_mean);
    print_ladder(players, rungs, count, options->json, out);
    return DX_OK;
}

dx_status dx_hanabi_ladder(const dx_reproduce_options *options, dx_text *out,
                           dx_error *error)
{
    dx_status status = DX_OK;
    if (!options->json)
        dx_text_printf(
            out,
            "The ladder of published means, ours marked *: normal "
            "rules (3 lives, a bomb\nscores 0) if nothing is said, "
            "but `report` by the report's; up to %u games or\n%u "
            "CPU seconds each, with the CPU time of a game; an interval that "
            "covers a rung\ndecides nothing\n",
            dx_games_or(options, GAMES), options->seconds);
    for (unsigned i = 0; i < COUNTS && status == DX_OK; i++) {
        if (options->json)
            dx_text_add(out, i == 0 ? "[" : ",\n");
        status = one_ladder(options, i + DX_FEWEST_PLAYERS, out, error);
        dx_reproduce_show(options, out);
    }
    if (options->json)
        dx_text_add_char(out, ']');
    return status;
}
