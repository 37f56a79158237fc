// doxa tournament: many games, and what they say.

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/door.h"
#include "cli/learnt.h"
#include "cli/named.h"
#include "cli/party.h"
#include "cli/seed.h"
#include "cli/signals.h"
#include "lab/folder.h"
#include "lab/mpi.h"
#include "lab/programs.h"
#include "lab/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { GAMES_USUAL = 1000, RECORDS_MAX = 100000 };

typedef struct tournament {
    const dx_arguments *arguments;
    const atomic_bool *interrupted;
    dx_cli_learnt agents;
    dx_text game;    // by its name, if it was a file
    const char *out; // the folder, or NULL
    bool json, csv, records, resume;
    unsigned threads;
    dx_schedule_options wanted;
    dx_schedule *schedule;
    dx_results *results;
    dx_programs programs;
    dx_spent *before; // CPU time of earlier runs
    dx_log *log;
    bool has_sprt;
    dx_sprt sprt;
    struct timespec started;
    uint64_t done_before;
} tournament;

static void add_quoted(dx_text *out, const char *word)
{
    dx_text_add_char(out, '\'');
    for (; *word != '\0'; word++)
        if (*word == '\'')
            dx_text_add(out, "'\\''");
        else
            dx_text_add_char(out, *word);
    dx_text_add_char(out, '\'');
}

// The command line again, in full, so that it goes on.
static void print_command(const tournament *t)
{
    static const char *const switches[] = {"json", "csv", "records", "sprt"};
    static const char *const values[] = {
        "seats",   "round-robin", "games",   "threads", "effect",
        "out",     "start-ms",    "move-ms", "game-ms", "on-illegal",
        "on-late", "on-crash",    "learnt"};
    dx_text line = {0};
    dx_text_add(&line, "doxa tournament ");
    add_quoted(&line, t->wanted.game);
    dx_text_printf(&line, " --seed %" PRIu64, t->wanted.seed);
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        const char *value = dx_argument_value(t->arguments, values[i]);
        if (value == NULL)
            continue;
        dx_text_printf(&line, " --%s ", values[i]);
        add_quoted(&line, value);
    }
    for (unsigned i = 0; i < sizeof switches / sizeof *switches; i++)
        if (dx_argument_given(t->arguments, switches[i]))
            dx_text_printf(&line, " --%s", switches[i]);
    if (t->out != NULL)
        dx_text_add(&line, " --resume");
    fprintf(stderr, "  %s\n", dx_text_string(&line));
    dx_text_release(&line);
}

static void show_progress(void *context, uint64_t done, uint64_t wanted)
{
    const tournament *t = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double seconds = (double)(now.tv_sec - t->started.tv_sec) +
                     (double)(now.tv_nsec - t->started.tv_nsec) * 1e-9;
    double rate = (double)(done - t->done_before) / fmax(seconds, 1e-3);
    fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " games, %.3g a second", done,
            wanted, rate);
    if (rate > 0) {
        unsigned left = (unsigned)fmin((double)(wanted - done) / rate, 1e9);
        fprintf(stderr, ", %u:%02u:%02u left", left / 3600, left / 60 % 60,
                left % 60);
    }
    fputs("\033[K", stderr);
}

// Reads "LOW,HIGH".
static bool read_effect(tournament *t)
{
    const char *text = dx_argument_value(t->arguments, "effect");
    t->has_sprt = dx_argument_given(t->arguments, "sprt");
    t->sprt = dx_sprt_usual();
    if (text == NULL)
        return true;
    char *end, *last;
    t->sprt.in_spreads = false;
    t->sprt.low = strtod(text, &end);
    if (end == text || *end != ',')
        return false;
    t->sprt.high = strtod(end + 1, &last);
    return last != end + 1 && *last == '\0' && isfinite(t->sprt.low) &&
           isfinite(t->sprt.high) && t->sprt.low < t->sprt.high;
}

// How many threads play: under mpirun one a rank.
static int read_threads(tournament *t)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t usual = processors < 1                ? 1
                     : processors > DX_THREADS_MAX ? DX_THREADS_MAX
                                                   : (uint64_t)processors;
    uint64_t threads;
    if (!dx_argument_number(t->arguments, "threads", 1, DX_THREADS_MAX,
                            dx_ranks() > 1 ? 1 : usual, &threads))
        return DX_EXIT_USAGE;
    if (dx_ranks() > 1 && threads > 1)
        return dx_usage(t->arguments->command,
                        "under mpirun each rank plays in one thread: start "
                        "more ranks");
    t->threads = (unsigned)threads;
    return 0;
}

static int read_switches(tournament *t)
{
    const dx_arguments *arguments = t->arguments;
    const dx_command *command = arguments->command;
    t->json = dx_argument_given(arguments, "json");
    t->csv = dx_argument_given(arguments, "csv");
    t->records = dx_argument_given(arguments, "records");
    t->resume = dx_argument_given(arguments, "resume");
    t->out = dx_argument_value(arguments, "out");
    if ((t->wanted.seats == NULL) == (t->wanted.round_robin == NULL))
        return dx_usage(command, "either --seats or --round-robin says who "
                                 "plays");
    if (t->json && t->csv)
        return dx_usage(command, "either --json or --csv");
    if (t->out == NULL && (t->resume || t->records))
        return dx_usage(command,
                        "--%s needs --out, the folder that keeps the "
                        "games",
                        t->resume ? "resume" : "records");
    if (!read_effect(t))
        return dx_usage(command, "--effect takes two numbers, the lower one "
                                 "first: 0,0.5");
    if (dx_argument_given(arguments, "effect") && !t->has_sprt)
        return dx_usage(command, "--effect is for --sprt");
    return read_threads(t);
}

// Said once, not by every rank.
static int fail(const dx_arguments *arguments, dx_status status,
                const dx_error *error)
{
    return dx_rank() == 0 ? dx_cli_fail(arguments, status, error)
                          : DX_EXIT_INPUT;
}

// Everything that needs no file; returns 0 or an exit code.
static int read_arguments(tournament *t)
{
    const dx_arguments *arguments = t->arguments;
    uint64_t games;
    dx_error error = {.message = ""};
    dx_status status =
        dx_cli_name_game(arguments, arguments->operands[0], &t->game, &error);
    if (status != DX_OK)
        return fail(arguments, status, &error);
    t->wanted = (dx_schedule_options){
        .all_games = dx_cli_games(arguments),
        .all_agents = t->agents.agents,
        .game = dx_text_string(&t->game),
        .seats = dx_argument_value(arguments, "seats"),
        .round_robin = dx_argument_value(arguments, "round-robin"),
    };
    if (!dx_argument_number(arguments, "games", 1, DX_SCHEDULE_GAMES_MAX,
                            GAMES_USUAL, &games) ||
        !dx_cli_programs(arguments, &t->wanted.programs))
        return DX_EXIT_USAGE;
    t->wanted.games = (unsigned)games;
    int code = dx_cli_seed(arguments, &t->wanted.seed);
    if (code != 0)
        return code;
    dx_ranks_agree(&t->wanted.seed);
    return read_switches(t);
}

static dx_status check_schedule(const tournament *t, dx_error *error)
{
    if (t->has_sprt && !dx_sprt_fits(t->schedule))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "--sprt compares two line-ups; a team alone has "
                       "nothing to be compared with");
    uint64_t games = (uint64_t)t->schedule->games * t->schedule->lineup_count;
    if (t->records && games > RECORDS_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "--records would write %" PRIu64 " files; at most %d",
                       games, RECORDS_MAX);
    return DX_OK;
}

static dx_status open_folder(tournament *t, dx_error *error)
{
    dx_log_news news;
    dx_status status = DX_OK;
    if (!t->resume && dx_folder_has(t->out, "log.ndjson")) {
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "there is a tournament in this folder already: go on "
                         "with --resume, or give --out another folder");
        dx_error_in_file(error, t->out);
    }
    if (status == DX_OK)
        status = dx_folder_open(t->out, t->records, error);
    if (status != DX_OK)
        return status;
    char *path = dx_folder_path(t->out, "log.ndjson");
    status = dx_log_open(path, t->results, &t->log, &news, error);
    dx_free(path);
    if (status != DX_OK)
        return status;
    dx_folder_read_times(t->out, t->results);
    t->done_before = news.games;
    if (news.bytes_dropped > 0)
        fprintf(stderr, "doxa: the last line of the log was cut off; its game "
                        "is played again\n");
    if (t->resume)
        fprintf(stderr, "doxa: %u game%s there already\n", news.games,
                news.games == 1 ? " is" : "s are");
    return DX_OK;
}

static void print_summary(const tournament *t, const dx_summary *summary)
{
    dx_text out = {0};
    (t->json  ? dx_summary_json
     : t->csv ? dx_summary_csv
              : dx_summary_text)(summary, &out);
    fwrite(out.at, 1, out.length, stdout);
    dx_text_release(&out);
}

static unsigned games_missed(const tournament *t)
{
    unsigned missed = 0;
    for (unsigned i = 0; i < t->schedule->lineup_count; i++)
        missed += dx_results_missed(t->results, i);
    return missed;
}

static bool has_faults(const tournament *t)
{
    for (unsigned i = 0; i < t->schedule->lineup_count; i++)
        if (dx_results_ended(t->results, i, DX_END_ILLEGAL) > 0 ||
            dx_results_failed(t->results, i) > 0)
            return true;
    return false;
}

static int tell_interrupted(const tournament *t)
{
    fprintf(stderr, t->out != NULL
                        ? "doxa: interrupted; go on with:\n"
                        : "doxa: interrupted, and no games were kept (--out "
                          "keeps them); from the start:\n");
    print_command(t);
    return DX_EXIT_INTERRUPTED;
}

static void tell_missed(const tournament *t)
{
    fprintf(stderr,
            "doxa: %u game%s not played, because a program did not start; "
            "%s:\n",
            games_missed(t), games_missed(t) == 1 ? " was" : "s were",
            t->out != NULL ? "try them again with"
                           : "with --out DIR they could be tried again");
    print_command(t);
}

// Nobody can play: what is there is shown, and of what is missing, why.
static void look_only(tournament *t)
{
    if (!t->has_sprt || dx_sprt_look(&t->sprt, t->results) == DX_VERDICT_NONE)
        dx_programs_miss(&t->programs, t->results);
}

static dx_status play(tournament *t, dx_error *error)
{
    char *records = t->records ? dx_folder_path(t->out, "records") : NULL;
    bool watched = dx_progress_wanted();
    dx_run_options options = {.threads = t->threads,
                              .log = t->log,
                              .sprt = t->has_sprt ? &t->sprt : NULL,
                              .records = records,
                              .cancelled = t->interrupted,
                              .progress = watched ? show_progress : NULL,
                              .context = t};
    clock_gettime(CLOCK_MONOTONIC, &t->started);
    dx_status status = dx_run(t->results, &options, error);
    if (watched)
        fputs("\r\033[K", stderr);
    dx_free(records);
    return status;
}

// Plays, and tells what came of it.
static int play_and_tell(tournament *t, bool can_play, dx_error *error)
{
    dx_status status = DX_OK;
    if (can_play)
        status = play(t, error);
    else
        look_only(t);
    bool cancelled = status == DX_ERR_CANCELLED;
    if (status != DX_OK && !cancelled)
        return dx_report(error);
    dx_summary *summary =
        dx_summary_new(t->results, t->has_sprt ? &t->sprt : NULL, &t->programs);
    print_summary(t, summary);
    status = t->out == NULL
                 ? DX_OK
                 : dx_folder_write(t->out, summary, t->before, error);
    dx_summary_free(summary);
    if (status != DX_OK)
        return dx_report(error);
    if (cancelled)
        return tell_interrupted(t);
    bool missed = games_missed(t) > 0;
    if (missed)
        tell_missed(t);
    return missed || has_faults(t) ? DX_EXIT_AGENT : DX_EXIT_YES;
}

// Tries the programs; those that do not start are named.  False if none of the
// line-ups can play.
static bool try_programs(tournament *t)
{
    t->programs = dx_programs_try(t->schedule);
    for (unsigned i = 0; i < t->programs.count; i++) {
        const char *why = t->programs.at[i].why;
        if (why[0] == '\0')
            continue;
        fputs("doxa: ", stderr);
        dx_print_shown(stderr, why);
        fputs("\n", stderr);
    }
    return dx_programs_let_play(&t->programs, t->schedule);
}

// What rank 0, or the only process, does.
static int lead(tournament *t, dx_error *error)
{
    if (!dx_cli_seed_given(t->arguments))
        fprintf(stderr, "seed %" PRIu64 "\n", t->wanted.seed);
    t->results = dx_results_new(t->schedule);
    bool can_play = try_programs(t);
    dx_status status = t->out != NULL ? open_folder(t, error) : DX_OK;
    t->before = dx_alloc(t->schedule->lineup_count, sizeof *t->before);
    for (unsigned i = 0; i < t->schedule->lineup_count; i++)
        t->before[i] = dx_results_spent(t->results, i);
    uint64_t go = can_play && status == DX_OK;
    dx_ranks_agree(&go);
    int code =
        status != DX_OK ? dx_report(error) : play_and_tell(t, can_play, error);
    dx_log_free(t->log);
    dx_results_free(t->results);
    dx_programs_release(&t->programs);
    dx_free(t->before);
    return code;
}

static int follow(const tournament *t)
{
    uint64_t go = 0;
    dx_ranks_agree(&go);
    if (go)
        dx_rank_work(t->schedule, t->records, t->interrupted);
    return DX_EXIT_YES;
}

static int run_ranked(const dx_arguments *arguments,
                      const atomic_bool *interrupted)
{
    tournament t = {.arguments = arguments, .interrupted = interrupted};
    dx_error error = {.message = ""};
    if (dx_cli_learnt_open(arguments, &t.agents, &error) != DX_OK)
        return dx_report(&error);
    int code = read_arguments(&t);
    if (code != 0) {
        dx_cli_learnt_close(&t.agents);
        dx_text_release(&t.game);
        return code;
    }
    dx_status status = dx_schedule_new(&t.wanted, &t.schedule, &error);
    if (status == DX_OK)
        status = check_schedule(&t, &error);
    if (status != DX_OK)
        code = fail(arguments, status, &error);
    else
        code = dx_rank() == 0 ? lead(&t, &error) : follow(&t);
    dx_schedule_free(t.schedule);
    dx_cli_learnt_close(&t.agents);
    dx_text_release(&t.game);
    return code;
}

static int run(const dx_arguments *arguments)
{
    dx_error error = {.message = ""};
    const atomic_bool *interrupted = dx_heed_interrupts();
    dx_outlive_reader();
    if (dx_ranks_join(&error) != DX_OK)
        return dx_report(&error);
    // What is wrong is said once, not by every rank.
    if (dx_rank() > 0 && freopen("/dev/null", "w", stderr) == NULL)
        return DX_EXIT_INPUT;
    int code = run_ranked(arguments, interrupted);
    dx_ranks_leave();
    return code;
}

static const dx_option options[] = {
    {"seats", "A,B;C,D", "line-ups, who plays with whom"},
    {"round-robin", "A,B,C", "each agent with itself and with each other one"},
    {"games", "N", "games of each line-up; 1000"},
    DX_SEED_OPTIONS,
    {"threads", "N", "play on so many threads; one for each processor"},
    {"out", "DIR", "keep the games there, with summary and report"},
    {"resume", NULL, "play what is missing in --out"},
    {"records", NULL, "keep a record of every game in --out"},
    {"sprt", NULL,
     "stop as soon as line-up 1 is known to beat line-up 2, or "
     "not to"},
    {"effect", "LOW,HIGH", "the two differences that --sprt weighs"},
    DX_PROGRAM_OPTIONS,
    DX_LEARNT_OPTION,
    {"json", NULL, "the summary in JSON"},
    {"csv", NULL, "the summary as a table"},
    {0},
};

const dx_command dx_command_tournament = {
    .name = "tournament",
    .operands = "GAME",
    .summary = "many games between agents, and what they say",
    .details =
        "Every line-up is given the same deals, and its players are rotated\n"
        "through the seats.  The result does not depend on the number of\n"
        "threads.  Several machines: mpirun -n K doxa tournament ...",
    .options = options,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
