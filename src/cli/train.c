// doxa train: a learner plays round after round, is tested now and then, and
// what it has learnt is kept.
//
// The folder has what `--resume` goes on from (checkpoint.txt), what an agent
// plays by (learnt.txt), and how the tests went: curve.csv, and curve.svg drawn
// from it.  Tests are the same deals each time, with the learner in every seat;
// what comes out depends on the seed and the rounds alone, however often it was
// interrupted.

#include "agents/gofish/train.h"
#include "agents/agents.h"
#include "base/clock.h"
#include "base/heed.h"
#include "base/memory.h"
#include "base/vector.h"
#include "cli/commands.h"
#include "cli/keep.h"
#include "cli/named.h"
#include "cli/signals.h"
#include "lab/folder.h"
#include "lab/stats.h"
#include "lab/svg.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKPOINT_BYTES_MAX = 1 << 30, STEPS = 20, TEST_SEED = 777 };

// Whose habits are learnt, where nothing else is said.
#define FIELD                                                                  \
    "random,hoarding(beliefs=ranks),finish-fast(beliefs=ranks),"               \
    "exploit-explore(beliefs=ranks),closer-point,"                             \
    "exploration(beliefs=ranks)"

typedef struct training {
    const dx_arguments *arguments;
    const atomic_bool *interrupted;
    dx_gofish_course course;
    dx_gofish_trainer *trainer;
    const char *out; // the folder, or NULL
    const char *against;
    unsigned tests; // deals of a test against each opponent
    DX_VECTOR(dx_svg_point) curve[DX_GOFISH_OPPONENTS];
} training;

// "NAME:SHARE" or "NAME".
static dx_status read_opponent(training *t, char *name, dx_error *error)
{
    dx_gofish_course *c = &t->course;
    char *mark = strrchr(name, ':');
    uint64_t share = 1;
    if (mark != NULL) {
        *mark = '\0';
        if (!dx_whole_number(mark + 1, 1, 1000, &share))
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "behind %s: expected how often it plays, 1 to 1000",
                           name);
    }
    c->share[c->opponent_count] = (unsigned)share;
    return dx_policy_parse(dx_agents(), name, &c->rules,
                           &c->opponent[c->opponent_count++], error);
}

static dx_status read_opponents(training *t, dx_error *error)
{
    const char *text = dx_argument_value(t->arguments, "against");
    dx_seat_list list;
    if (text == NULL)
        text = t->course.method == DX_GOFISH_HABITS ? FIELD : "random";
    t->against = text;
    dx_status status = dx_seat_list_parse(text, &list, error);
    if (status != DX_OK)
        return status;
    if (list.count > DX_GOFISH_OPPONENTS)
        status =
            dx_fail(error, DX_ERR_LIMIT, 0, 0,
                    "at most %d strategies to learn from", DX_GOFISH_OPPONENTS);
    for (unsigned i = 0; i < list.count && status == DX_OK; i++)
        status = read_opponent(t, list.name[i], error);
    dx_seat_list_release(&list);
    return status;
}

// The number of the word, or `count`.
static unsigned find_word(const char *word, const char *const *words,
                          unsigned count)
{
    unsigned i = 0;
    while (i < count && strcmp(word, words[i]) != 0)
        i++;
    return i;
}

static int read_options(training *t)
{
    static const char *const rewards[] = {"steps", "win"};
    static const unsigned usual[DX_GOFISH_METHODS] = {100000, 50000, 500, 4000};
    const dx_arguments *a = t->arguments;
    const char *method = dx_argument_value(a, "method");
    const char *reward = dx_argument_value(a, "reward");
    uint64_t rounds, tests;
    unsigned i = method == NULL ? 0
                                : find_word(method, dx_gofish_method_names,
                                            DX_GOFISH_METHODS);
    unsigned k = reward == NULL ? 0 : find_word(reward, rewards, 2);
    if (i == DX_GOFISH_METHODS)
        return dx_usage(a->command,
                        "--method is gradient, features, states or habits");
    if (k == 2)
        return dx_usage(a->command, "--reward is steps or win");
    if (k == 1 && i != DX_GOFISH_FEATURES && i != DX_GOFISH_STATES)
        return dx_usage(a->command,
                        "--reward is for tables: features and states");
    t->course.method = (dx_gofish_method)i;
    t->course.win_only = k == 1;
    t->out = dx_argument_value(a, "out");
    if (t->out == NULL && dx_argument_given(a, "resume"))
        return dx_usage(a->command, "--resume needs --out, the folder");
    if (!dx_argument_number(a, "rounds", 1, 100000000, usual[i], &rounds) ||
        !dx_argument_number(a, "test", 1, 1000000, 1000, &tests) ||
        !dx_argument_number(a, "seed", 0, UINT64_MAX, 1, &t->course.seed))
        return DX_EXIT_USAGE;
    t->course.rounds = (unsigned)rounds;
    t->tests = (unsigned)tests;
    return 0;
}

static void note_point(training *t, unsigned opponent, double rounds,
                       dx_share share)
{
    dx_vector_push(
        &t->curve[opponent],
        (dx_svg_point){rounds, share.share, (share.high - share.low) / 2});
}

static void show_test(training *t, const dx_share *shares)
{
    unsigned rounds = dx_gofish_trainer_rounds(t->trainer);
    printf("%u", rounds);
    for (unsigned i = 0; i < t->course.opponent_count; i++) {
        note_point(t, i, rounds, shares[i]);
        printf("  %s %.3f [%.3f, %.3f]", t->course.opponent[i].agent->name,
               shares[i].share, shares[i].low, shares[i].high);
    }
    if (t->course.method == DX_GOFISH_STATES)
        printf("  %zu states", dx_gofish_trainer_size(t->trainer));
    printf("\n");
    fflush(stdout);
}

// Tests against every opponent of the course; of a test that was interrupted
// nothing is said, and it is made later.
static void test(training *t)
{
    unsigned players = dx_players(&t->course.rules);
    unsigned deals = (t->tests + players - 1) / players;
    double *won = dx_alloc(deals, sizeof *won);
    dx_cluster *clusters = dx_alloc(deals, sizeof *clusters);
    dx_policy self = dx_gofish_trainer_policy(t->trainer);
    dx_share shares[DX_GOFISH_OPPONENTS];
    for (unsigned i = 0; i < t->course.opponent_count; i++) {
        dx_gofish_compare(&t->course.rules, &self, &t->course.opponent[i],
                          TEST_SEED, deals, won);
        for (unsigned k = 0; k < deals; k++)
            clusters[k] = (dx_cluster){won[k], players};
        shares[i] = dx_share_estimate(clusters, deals);
    }
    if (!dx_is_called_off())
        show_test(t, shares);
    dx_free(won);
    dx_free(clusters);
}

static dx_status write_file(const training *t, const char *name,
                            const dx_text *text, dx_error *error)
{
    char *path = dx_folder_path(t->out, name);
    dx_status status = dx_keep_write(path, true, text, error);
    dx_free(path);
    return status;
}

static void write_csv(const training *t, dx_text *out)
{
    dx_text_add(out, "rounds,opponent,share,half\n");
    for (unsigned i = 0; i < t->course.opponent_count; i++)
        for (size_t k = 0; k < t->curve[i].count; k++)
            dx_text_printf(out, "%.0f,%u,%.17g,%.17g\n", t->curve[i].at[k].x,
                           i + 1, t->curve[i].at[k].value,
                           t->curve[i].at[k].half);
}

static void write_svg(const training *t, dx_text *out)
{
    dx_svg_series series[DX_GOFISH_OPPONENTS];
    for (unsigned i = 0; i < t->course.opponent_count; i++)
        series[i] =
            (dx_svg_series){t->course.opponent[i].agent->name, t->curve[i].at,
                            (unsigned)t->curve[i].count};
    dx_svg_lines(series, t->course.opponent_count,
                 "share of games won, by rounds of training", out);
}

// All that a learner depends on but for its rounds.
static void write_course(const training *t, dx_text *out)
{
    const dx_gofish_course *c = &t->course;
    dx_text_add(out, "game ");
    dx_rules_print_short(&c->rules, out);
    dx_text_printf(out,
                   "\nmethod %s\nreward %s\nseed %" PRIu64 "\nagainst %s\n",
                   dx_gofish_method_names[c->method],
                   c->win_only ? "win" : "steps", c->seed, t->against);
}

static dx_status keep(const training *t, dx_error *error)
{
    dx_text text = {0};
    dx_status status = DX_OK;
    for (unsigned i = 0; t->out != NULL && i < 5 && status == DX_OK; i++) {
        static const char *const names[] = {"learnt.txt", "curve.csv",
                                            "curve.svg", "course.txt",
                                            "checkpoint.txt"};
        dx_text_clear(&text);
        if (i == 1)
            write_csv(t, &text);
        else if (i == 2)
            write_svg(t, &text);
        else if (i == 3)
            write_course(t, &text);
        else
            dx_gofish_trainer_write(t->trainer, i == 4, &text);
        status = write_file(t, names[i], &text, error);
    }
    dx_text_release(&text);
    return status;
}

static dx_status read_file(const training *t, const char *name, dx_text *out,
                           dx_error *error)
{
    char *path = dx_folder_path(t->out, name);
    dx_status status =
        dx_text_read_file(path, CHECKPOINT_BYTES_MAX, out, error);
    dx_free(path);
    return status;
}

// A curve that is damaged is begun anew; the learner does not depend on it.
static void read_csv(training *t, const char *text)
{
    double rounds, share, half;
    unsigned opponent;
    for (text = strchr(text, '\n'); text != NULL; text = strchr(text + 1, '\n'))
        if (sscanf(text + 1, "%lf,%u,%lf,%lf", &rounds, &opponent, &share,
                   &half) == 4 &&
            opponent >= 1 && opponent <= t->course.opponent_count)
            dx_vector_push(&t->curve[opponent - 1],
                           (dx_svg_point){rounds, share, half});
}

// Is it the course that the folder was begun with?  Of a folder without one
// nothing is said.
static dx_status check_course(const training *t, dx_error *error)
{
    dx_text then = {0}, now = {0};
    dx_status status = DX_OK;
    write_course(t, &now);
    if (read_file(t, "course.txt", &then, NULL) == DX_OK &&
        strcmp(dx_text_string(&then), dx_text_string(&now)) != 0) {
        const char *a = dx_text_string(&then), *b = dx_text_string(&now);
        size_t i = 0, line = 0; // of the first difference
        for (; a[i] == b[i]; i++)
            line = a[i] == '\n' ? i + 1 : line;
        a += line;
        b += line;
        status =
            dx_fail(error, DX_ERR_INPUT, 0, 0,
                    "%s was begun with '%.*s', and would go on with "
                    "'%.*s': expected the same, or another folder",
                    t->out, (int)strcspn(a, "\n"), a, (int)strcspn(b, "\n"), b);
    }
    dx_text_release(&then);
    dx_text_release(&now);
    return status;
}

// Says where the checkpoint is of which nothing can be made, and what to do.
static dx_status refuse_checkpoint(const training *t, dx_status status,
                                   const dx_error *found, dx_error *error)
{
    dx_text path = {0};
    (void)dx_fail(error, status, found->line, found->column,
                  "%s; begin anew with --out another folder", found->message);
    dx_text_printf(&path, "%s/checkpoint.txt", t->out);
    dx_error_in_file(error, dx_text_string(&path));
    dx_text_release(&path);
    return status;
}

static dx_status resume(training *t, dx_error *error)
{
    dx_text text = {0};
    dx_error found = {.message = ""};
    dx_status status = read_file(t, "checkpoint.txt", &text, &found);
    if (status == DX_OK)
        status =
            dx_gofish_trainer_read(t->trainer, dx_text_string(&text), &found);
    if (status != DX_OK) {
        status = refuse_checkpoint(t, status, &found, error);
    } else {
        dx_text_release(&text);
        if (read_file(t, "curve.csv", &text, NULL) == DX_OK)
            read_csv(t, dx_text_string(&text));
    }
    dx_text_release(&text);
    return status;
}

static dx_status open_training(training *t, dx_error *error)
{
    dx_status status = dx_cli_rules(t->arguments, t->arguments->operands[0],
                                    &t->course.rules, error);
    if (status == DX_OK && strcmp(t->course.rules.game->name, "gofish") != 0)
        status = dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                         "there is no learner for this game; there is one for "
                         "gofish");
    if (status == DX_OK)
        status = read_opponents(t, error);
    if (status == DX_OK && t->out != NULL)
        status = dx_folder_open(t->out, false, error);
    bool resumes = dx_argument_given(t->arguments, "resume");
    if (status == DX_OK && t->out != NULL && !resumes &&
        dx_folder_has(t->out, "checkpoint.txt"))
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "there is a learner in %s already: go on with "
                         "--resume, or give --out another folder",
                         t->out);
    if (status == DX_OK && resumes)
        status = check_course(t, error);
    if (status == DX_OK)
        status = dx_gofish_trainer_new(&t->course, &t->trainer, error);
    if (status == DX_OK && resumes)
        status = resume(t, error);
    return status;
}

// A part of the way, from test to test; shows how far it is.
static void run_part(training *t, unsigned until)
{
    bool talks = dx_progress_wanted();
    double before = dx_cpu_seconds();
    unsigned from = dx_gofish_trainer_rounds(t->trainer), now = from;
    while (now < until && !*t->interrupted) {
        unsigned more = until - now < 500 ? until - now : 500;
        dx_gofish_trainer_run(t->trainer, more);
        now = dx_gofish_trainer_rounds(t->trainer);
        if (talks)
            fprintf(stderr, "\r\033[K%u of %u rounds, %.0f a CPU second", now,
                    t->course.rounds,
                    (now - from) / (dx_cpu_seconds() - before + 1e-9));
    }
    if (talks)
        fputs("\r\033[K", stderr);
}

// Is a test due that has not been made, perhaps for an interrupt?
static bool is_due(const training *t, unsigned part)
{
    unsigned now = dx_gofish_trainer_rounds(t->trainer);
    size_t tests = t->curve[0].count;
    return now > 0 && (now % part == 0 || now == t->course.rounds) &&
           (tests == 0 || t->curve[0].at[tests - 1].x < now);
}

static bool is_left(const training *t, unsigned part)
{
    return dx_gofish_trainer_rounds(t->trainer) < t->course.rounds ||
           is_due(t, part);
}

static int train(training *t)
{
    dx_error error = {.message = ""};
    if (open_training(t, &error) != DX_OK)
        return dx_report(&error);
    unsigned part = (t->course.rounds + STEPS - 1) / STEPS;
    if (!is_left(t, part))
        fprintf(stderr, "doxa: all %u rounds have been played\n",
                dx_gofish_trainer_rounds(t->trainer));
    while (is_left(t, part)) {
        unsigned now = dx_gofish_trainer_rounds(t->trainer);
        unsigned until = (now / part + 1) * part;
        if (!is_due(t, part))
            run_part(t, until < t->course.rounds ? until : t->course.rounds);
        if (is_due(t, part) && !*t->interrupted)
            test(t);
        if (keep(t, &error) != DX_OK)
            return dx_report(&error);
        if (*t->interrupted && is_left(t, part)) {
            fprintf(stderr, "doxa: interrupted after %u rounds%s\n",
                    dx_gofish_trainer_rounds(t->trainer),
                    t->out != NULL ? "; go on with --resume" : "");
            return DX_EXIT_INTERRUPTED;
        }
    }
    return DX_EXIT_YES;
}

static int run(const dx_arguments *arguments)
{
    training t = {.arguments = arguments, .interrupted = dx_heed_interrupts()};
    const atomic_bool *before = dx_heed(t.interrupted);
    int code = read_options(&t);
    if (code == 0)
        code = train(&t);
    dx_heed(before);
    dx_gofish_trainer_free(t.trainer);
    for (unsigned i = 0; i < DX_GOFISH_OPPONENTS; i++)
        dx_vector_release(&t.curve[i]);
    return code;
}

static const dx_option options[] = {
    {"method", "M",
     "gradient: a network (100000 rounds); features: a table over what is "
     "believed (50000); states: the paper's table (500); habits: how others "
     "ask (4000)"},
    {"against", "A:N,B", "who it learns from, and how often"},
    {"rounds", "N", "games to learn from, in all"},
    {"reward", "R", "of a table: steps, as the paper's second, or win alone"},
    {"test", "N", "games of each test against each of them (1000)"},
    {"out", "DIR", "keep checkpoint, what was learnt, and the curve"},
    {"resume", NULL, "go on from the checkpoint in --out"},
    {"seed", "N", "all chance (1)"},
    {0},
};

const dx_command dx_command_train = {
    .name = "train",
    .operands = "GAME",
    .summary = "a learner plays until it has learnt something",
    .details =
        "What it has learnt plays with --learnt DIR/learnt.txt of doxa\n"
        "match, play and tournament.  The same seed gives the same bytes.",
    .options = options,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
