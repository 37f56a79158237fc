// The nine settings of the Kemps paper's program, whose report left its
// results section empty.  The paper's numbers are those stored in its
// repository (the last 7,000 entries of each file; earlier ones belong to
// other settings): Kemps a game and the share of games won alone, by seat.
// Seats are not rotated, as they were not there.  All is played twice: as the
// paper's text reads, and as its program seems to play.  Before that come its
// tables and small models (kemps_tables.c).

#include "lab/reproduce/kemps.h"

#include "lab/host.h"
#include "lab/schedule.h"
#include "lab/stats.h"

#include "base/clock.h"
#include "base/memory.h"

#include <string.h>

enum { SEATS = 3, PAPER_GAMES = 7000, KEMPS_IN_ALL = 9 };

typedef struct setting {
    const char *seats;
    double mean[SEATS], alone[SEATS]; // the paper's
} setting;

static const setting settings[] = {
    {"greedy,greedy,greedy", {3.05, 2.99, 2.96}, {.267, .242, .232}},
    {"kb-greedy,kb-greedy,kb-greedy", {2.98, 2.98, 3.00}, {.250, .249, .245}},
    {"kb-blocking,kb-blocking,kb-blocking",
     {2.99, 2.97, 2.95},
     {.261, .254, .249}},
    {"kb-greedy,greedy,greedy", {2.29, 3.38, 3.33}, {.077, .350, .334}},
    {"kb-blocking,greedy,greedy", {2.43, 3.22, 3.35}, {.098, .314, .352}},
    {"kb-greedy,kb-greedy,greedy", {2.65, 2.63, 3.72}, {.132, .135, .523}},
    {"kb-blocking,kb-blocking,greedy", {2.92, 2.62, 3.46}, {.218, .142, .412}},
    {"kb-blocking,kb-greedy,kb-greedy", {3.45, 2.65, 2.82}, {.409, .163, .194}},
    {"kb-blocking,kb-blocking,kb-greedy",
     {3.25, 3.09, 2.59},
     {.336, .281, .155}},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

// What one setting brought.
typedef struct outcome {
    unsigned games;
    dx_mean mean[SEATS];
    dx_share alone[SEATS];
    dx_share cut; // at the turn limit, with fewer than nine Kemps
} outcome;

// The scores of one game in, and who won it alone: a seat, or SEATS.
static unsigned count_game(const dx_result *result, unsigned game,
                           unsigned games, dx_cluster *score, int *sum)
{
    int best = -1;
    unsigned winner = SEATS;
    *sum = 0;
    for (unsigned seat = 0; seat < SEATS; seat++) {
        int got = result->score[seat];
        score[seat * games + game] = (dx_cluster){got, 1};
        *sum += got;
        winner = got > best ? seat : got == best ? SEATS : winner;
        best = got > best ? got : best;
    }
    return winner;
}

static dx_status play_setting(const dx_schedule *schedule, unsigned lineup,
                              const dx_reproduce_options *options,
                              unsigned games, outcome *out)
{
    dx_cluster *score = dx_alloc((size_t)SEATS * games, sizeof *score);
    unsigned alone[SEATS + 1] = {0}, cut = 0, game = 0;
    dx_host *host = dx_host_new(schedule, NULL);
    dx_status status = DX_OK;
    double limit = dx_cpu_seconds() + options->seconds;
    for (; game < games && status == DX_OK; game++) {
        dx_result result;
        int sum;
        if (options->seconds > 0 && game > 0 && dx_cpu_seconds() > limit)
            break;
        status = dx_host_play(
            host, (dx_game_key){.lineup = lineup, .deal = game}, NULL, &result);
        if (status == DX_OK) {
            alone[count_game(&result, game, games, score, &sum)]++;
            cut += sum < KEMPS_IN_ALL;
        }
    }
    *out = (outcome){.games = game, .cut = dx_share_wilson(cut, game)};
    for (unsigned seat = 0; seat < SEATS; seat++) {
        out->mean[seat] = dx_mean_estimate(score + (size_t)seat * games, game,
                                           (dx_range){0, KEMPS_IN_ALL, false});
        out->alone[seat] = dx_share_wilson(alone[seat], game);
    }
    dx_host_free(host);
    dx_free(score);
    return status;
}

static void print_setting(const setting *s, const outcome *o, dx_text *out)
{
    dx_text_printf(out, "%s: %u game%s, %.1f %% cut at the turn limit\n",
                   s->seats, o->games, dx_plural(o->games), 100 * o->cut.share);
    for (unsigned seat = 0; seat < SEATS; seat++)
        dx_text_printf(out,
                       "  seat %u   %5.2f  %6.3f ± %.3f   %5.1f %%  %5.1f %% "
                       "[%4.1f, %4.1f]\n",
                       seat + 1, s->mean[seat], o->mean[seat].mean,
                       o->mean[seat].half, 100 * s->alone[seat],
                       100 * o->alone[seat].share, 100 * o->alone[seat].low,
                       100 * o->alone[seat].high);
}

static void print_setting_json(const setting *s, const outcome *o, dx_text *out)
{
    dx_text_printf(out,
                   "{\"seats\":\"%s\",\"games\":%u,\"cut\":%.4f,"
                   "\"places\":[",
                   s->seats, o->games, o->cut.share);
    for (unsigned seat = 0; seat < SEATS; seat++)
        dx_text_printf(out,
                       "%s{\"paper_mean\":%.2f,\"mean\":%.4f,\"ci95\":%.4f,"
                       "\"paper_sole\":%.3f,\"sole\":%.4f,"
                       "\"sole_low\":%.4f,\"sole_high\":%.4f}",
                       seat > 0 ? "," : "", s->mean[seat], o->mean[seat].mean,
                       o->mean[seat].half, s->alone[seat], o->alone[seat].share,
                       o->alone[seat].low, o->alone[seat].high);
    dx_text_add(out, "]}");
}

// One of the two ways to play the settings.
typedef struct reading {
    const char *title, *key;
    const char *suffix; // of each name of a strategy
} reading;

static const reading readings[] = {
    {"as the paper's text reads", "settings", ""},
    {"as its program seems to play", "programmed", "(as=program)"},
};
enum { READINGS = sizeof readings / sizeof *readings };

// The seats of a setting in a reading, "a(b),a(b),c(b)".
static void print_seats(const setting *s, const reading *r, dx_text *out)
{
    for (const char *at = s->seats; *at != '\0'; at++) {
        if (*at == ',')
            dx_text_add(out, r->suffix);
        dx_text_add_char(out, *at);
    }
    dx_text_add(out, r->suffix);
}

// Line-up i of reading r is number r * SETTINGS + i.
static dx_status new_schedule(const dx_reproduce_options *options,
                              unsigned games, dx_schedule **out,
                              dx_error *error)
{
    dx_text seats = {0};
    for (unsigned i = 0; i < READINGS * SETTINGS; i++) {
        dx_text_add(&seats, i > 0 ? ";" : "");
        print_seats(&settings[i % SETTINGS], &readings[i / SETTINGS], &seats);
    }
    dx_schedule_options wanted = {.all_games = options->all_games,
                                  .all_agents = options->all_agents,
                                  .game = "kemps(paper)",
                                  .seats = dx_text_string(&seats),
                                  .seed = options->seed,
                                  .games = games * SEATS};
    dx_status status = dx_schedule_new(&wanted, out, error);
    dx_text_release(&seats);
    return status;
}

static void print_title(const reading *r, bool json, dx_text *out)
{
    if (json)
        dx_text_printf(out, ",\n\"%s\":[", r->key);
    else
        dx_text_printf(out,
                       "\n%s:\n"
                       "             Kemps a game           won alone\n"
                       "           paper    ours          paper    ours\n",
                       r->title);
}

static dx_status play_reading(const dx_schedule *schedule, unsigned number,
                              const dx_reproduce_options *options,
                              unsigned games, dx_text *out)
{
    dx_status status = DX_OK;
    print_title(&readings[number], options->json, out);
    for (unsigned i = 0; i < SETTINGS && status == DX_OK; i++) {
        unsigned lineup = number * SETTINGS + i;
        outcome o;
        if (options->progress != NULL)
            options->progress(settings[i].seats, lineup, READINGS * SETTINGS);
        status = play_setting(schedule, lineup, options, games, &o);
        if (status == DX_OK && options->json) {
            dx_text_add(out, i > 0 ? ",\n" : "");
            print_setting_json(&settings[i], &o, out);
        } else if (status == DX_OK) {
            print_setting(&settings[i], &o, out);
        }
        dx_reproduce_show(options, out);
    }
    dx_text_add(out, options->json ? "]" : "");
    return status;
}

static dx_status play_settings(const dx_reproduce_options *options,
                               dx_text *out, dx_error *error)
{
    unsigned games = options->games > 0 ? options->games : PAPER_GAMES;
    dx_schedule *schedule;
    dx_status status = new_schedule(options, games, &schedule, error);
    if (status != DX_OK)
        return status;
    if (options->json)
        dx_text_printf(out, ",\n\"games\":%u", games);
    else
        dx_text_add(out, "kemps(paper), seats not rotated; the paper's "
                         "repository beside ours\n");
    for (unsigned r = 0; r < READINGS && status == DX_OK; r++)
        status = play_reading(schedule, r, options, games, out);
    dx_schedule_free(schedule);
    return status;
}

const char *const dx_reproduce_kemps_parts[] = {"table1", "table2",   "table3",
                                                "model",  "settings", NULL};

static dx_status run_part(const dx_reproduce_options *options, const char *name,
                          dx_text *out, dx_error *error)
{
    if (strcmp(name, "settings") == 0)
        return play_settings(options, out, error);
    if (options->json)
        dx_text_printf(out, ",\n\"%s\":[", name);
    dx_status status = strcmp(name, "model") == 0
                           ? dx_kemps_sixes(options, out, error)
                           : dx_kemps_tables(options, name, out, error);
    dx_text_add(out, options->json ? "]" : "");
    return status;
}

dx_status dx_reproduce_kemps(const dx_reproduce_options *options, dx_text *out,
                             dx_error *error)
{
    dx_status status = DX_OK;
    bool is_first = true;
    dx_text_add(out, options->json ? "{\"reproduce\":\"kemps\"" : "");
    for (const char *const *name = dx_reproduce_kemps_parts;
         *name != NULL && status == DX_OK; name++) {
        if (options->only != NULL && strcmp(options->only, *name) != 0)
            continue;
        dx_text_add(out, options->json || is_first ? "" : "\n");
        is_first = false;
        status = run_part(options, *name, out, error);
        dx_reproduce_show(options, out);
    }
    dx_text_add(out, options->json ? "}\n" : "");
    return status;
}
