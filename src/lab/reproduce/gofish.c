// The Go Fish paper's Table 1, with seats swapped and intervals, which it has
// not; the threshold of exploit-explore, of which it gives two values; and the
// list of its other parts.
//
// The table's last row and column, the learner's, come from a program that let
// it ask for ranks it did not hold, after which its opponents believed nothing
// any more (docs/results/gofish.md); ours asks legal questions only.

#include "lab/reproduce/gofish.h"

#include "agents/gofish/train.h"
#include "base/clock.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

enum { GAMES_USUAL = 1000, CHUNK = 10 };

const char *const dx_paper_strategies[DX_PAPER_STRATEGIES] = {
    "random",      "closer-point", "hoarding",
    "finish-fast", "exploration",  "exploit-explore"};

const double dx_paper_table[DX_PAPER_PLAYERS][DX_PAPER_PLAYERS] = {
    {-1, .87, .21, .18, .77, .19, .26}, {.13, -1, .07, .04, .22, .05, .10},
    {.79, .93, -1, .44, .96, .52, .25}, {.82, .96, .56, -1, .97, .61, .16},
    {.23, .78, .04, .03, -1, .04, .15}, {.81, .95, .48, .39, .96, -1, .17},
    {.74, .90, .75, .84, .85, .83, -1},
};

dx_status dx_paper_rules(const dx_reproduce_options *options, dx_rules *out,
                         dx_error *error)
{
    return dx_rules_parse(options->all_games, "gofish", out, error);
}

dx_status dx_paper_policy(const dx_reproduce_options *options,
                          const dx_rules *rules, const char *name,
                          dx_policy *out, dx_error *error)
{
    return dx_policy_parse(options->all_agents, name, rules, out, error);
}

dx_share dx_paper_duel(const dx_reproduce_options *options,
                       const dx_policy *row, const dx_policy *column,
                       unsigned *out_games)
{
    unsigned wanted = options->games > 0 ? options->games : GAMES_USUAL;
    unsigned deals = (wanted + 1) / 2, done = 0;
    dx_rules rules;
    dx_cluster *clusters = dx_alloc(deals, sizeof *clusters);
    double limit = dx_cpu_seconds() + options->seconds, won[CHUNK];
    dx_status status = dx_paper_rules(options, &rules, NULL);
    DX_REQUIRE(status == DX_OK, "a list of games with Go Fish in it");
    while (done < deals) {
        unsigned some = deals - done < CHUNK ? deals - done : CHUNK;
        if (done > 0 && options->seconds > 0 && dx_cpu_seconds() > limit)
            break;
        dx_gofish_compare(&rules, row, column, options->seed + done, some, won);
        for (unsigned i = 0; i < some; i++)
            clusters[done + i] = (dx_cluster){won[i], 2};
        done += some;
    }
    dx_share share = dx_share_estimate(clusters, done);
    dx_free(clusters);
    *out_games = 2 * done;
    return share;
}

static void print_cell(const dx_reproduce_options *options, const char *row,
                       const char *column, double paper, dx_share share,
                       unsigned games, bool is_first, dx_text *out)
{
    if (options->json)
        dx_text_printf(out,
                       "%s{\"row\":\"%s\",\"column\":\"%s\",\"paper\":%.2f,"
                       "\"ours\":%.4f,\"low\":%.4f,\"high\":%.4f,"
                       "\"games\":%u}",
                       is_first ? "" : ",\n", row, column, paper, share.share,
                       share.low, share.high, games);
    else
        dx_text_printf(out, "  %-16s %-16s %5.2f  %6.3f [%.3f, %.3f] %6u\n",
                       row, column, paper, share.share, share.low, share.high,
                       games);
}

static dx_status table(const dx_reproduce_options *options, dx_text *out,
                       dx_error *error)
{
    dx_policy policy[DX_PAPER_STRATEGIES];
    dx_rules rules;
    unsigned games, done = 0;
    dx_status status = dx_paper_rules(options, &rules, error);
    for (unsigned i = 0; i < DX_PAPER_STRATEGIES && status == DX_OK; i++)
        status = dx_paper_policy(options, &rules, dx_paper_strategies[i],
                                 &policy[i], error);
    if (status != DX_OK)
        return status;
    dx_text_add(out, options->json
                         ? "["
                         : "Table 1, the row beats the column, seats swapped\n"
                           "  row              column           paper   ours  "
                           "   95 %           games\n");
    for (unsigned i = 0; i < DX_PAPER_STRATEGIES; i++)
        for (unsigned k = 0; k < i; k++) {
            if (options->progress != NULL)
                options->progress(dx_paper_strategies[i], done, 15);
            dx_share share =
                dx_paper_duel(options, &policy[i], &policy[k], &games);
            print_cell(options, dx_paper_strategies[i], dx_paper_strategies[k],
                       dx_paper_table[i][k], share, games, done++ == 0, out);
            dx_reproduce_show(options, out);
        }
    dx_text_add(out, options->json ? "]" : "");
    return DX_OK;
}

// A value of the threshold, under the paper's text or its appendix.
typedef struct cell {
    dx_share share;
    unsigned games;
} cell;

static const char *const paper_rules[] = {"text", "appendix"};
enum { PAPER_RULES = sizeof paper_rules / sizeof *paper_rules };

static dx_status play_threshold(const dx_reproduce_options *options,
                                unsigned hundredths, const char *rule,
                                cell *out, dx_error *error)
{
    char name[80];
    dx_rules rules;
    dx_policy rival, policy;
    snprintf(name, sizeof name, "exploit-explore(threshold=0.%02u,rule=%s)",
             hundredths, rule);
    if (options->progress != NULL)
        options->progress(name, hundredths, 100);
    dx_status status = dx_paper_rules(options, &rules, error);
    if (status == DX_OK)
        status = dx_paper_policy(options, &rules, "finish-fast", &rival, error);
    if (status == DX_OK)
        status = dx_paper_policy(options, &rules, name, &policy, error);
    if (status == DX_OK)
        out->share = dx_paper_duel(options, &policy, &rival, &out->games);
    return status;
}

static void print_threshold(const dx_reproduce_options *options,
                            unsigned hundredths, const cell *cells,
                            dx_text *out)
{
    if (!options->json)
        dx_text_printf(out, "       0.%02u", hundredths);
    for (unsigned i = 0; i < PAPER_RULES; i++) {
        const dx_share *s = &cells[i].share;
        if (options->json)
            dx_text_printf(out,
                           "%s{\"threshold\":0.%02u,\"rule\":\"%s\","
                           "\"ours\":%.4f,\"low\":%.4f,\"high\":%.4f,"
                           "\"games\":%u}",
                           hundredths + i > 0 ? ",\n" : "", hundredths,
                           paper_rules[i], s->share, s->low, s->high,
                           cells[i].games);
        else
            dx_text_printf(out, "  %.3f [%.3f, %.3f] %6u", s->share, s->low,
                           s->high, cells[i].games);
    }
    dx_text_add(out, options->json ? "" : "\n");
    dx_reproduce_show(options, out);
}

static dx_status threshold(const dx_reproduce_options *options, dx_text *out,
                           dx_error *error)
{
    static const unsigned hundredths[] = {0, 5, 10, 20, 30, 50, 70};
    enum { COUNT = sizeof hundredths / sizeof *hundredths };
    dx_status status = DX_OK;
    dx_text_add(out, options->json
                         ? "["
                         : "exploit-explore against finish-fast, by its "
                           "threshold (the paper: 0.2 in the table's\n"
                           "caption, 0.7 in the appendix) and by what it is "
                           "compared with: the chance that\n"
                           "finish-fast goes by (section 5), or that the other "
                           "has the rank (appendix D)\n"
                           "  threshold  section 5             games  "
                           "appendix D            games\n");
    for (unsigned i = 0; i < COUNT && status == DX_OK; i++) {
        cell cells[PAPER_RULES];
        for (unsigned k = 0; k < PAPER_RULES && status == DX_OK; k++)
            status = play_threshold(options, hundredths[i], paper_rules[k],
                                    &cells[k], error);
        if (status == DX_OK)
            print_threshold(options, hundredths[i], cells, out);
    }
    dx_text_add(out, options->json ? "]" : "");
    return status;
}

// The paper's pace, of two players with first-order beliefs, beside ours.
static dx_status pace(const dx_reproduce_options *options, dx_text *out,
                      dx_error *error)
{
    enum { PAPER_GAMES = 5000, PAPER_HOURS = 10 };
    double paper = PAPER_GAMES / (PAPER_HOURS * 3600.0);
    dx_rules rules;
    dx_policy row, column;
    unsigned games;
    dx_status status = dx_paper_rules(options, &rules, error);
    if (status == DX_OK)
        status = dx_paper_policy(options, &rules, "hoarding", &row, error);
    if (status == DX_OK)
        status =
            dx_paper_policy(options, &rules, "finish-fast", &column, error);
    if (status != DX_OK)
        return status;
    double start = dx_cpu_seconds();
    dx_paper_duel(options, &row, &column, &games);
    double ours = games / (dx_cpu_seconds() - start + 1e-9);
    dx_text_printf(out,
                   options->json
                       ? "{\"paper\":%.4f,\"ours\":%.2f,\"games\":%u,"
                         "\"times\":%.1f}"
                       : "games a second (ours: of CPU, hoarding against "
                         "finish-fast, exact beliefs)\n"
                         "  the paper, 5000 in 10 hours   %8.2f\n"
                         "  ours                          %8.2f  (%u games)\n"
                         "  times as fast                 %8.0f\n",
                   paper, ours, games, ours / paper);
    return DX_OK;
}

const char *const dx_reproduce_gofish_parts[] = {
    "table",  "threshold", "learning", "worlds", "beliefs",
    "second", "figures",   "pace",     NULL};

dx_status dx_reproduce_gofish(const dx_reproduce_options *options, dx_text *out,
                              dx_error *error)
{
    static dx_paper_part *const parts[] = {table,
                                           threshold,
                                           dx_paper_learning,
                                           dx_paper_worlds,
                                           dx_paper_beliefs,
                                           dx_paper_second,
                                           dx_paper_figures,
                                           pace};
    dx_status status = DX_OK;
    bool is_first = true;
    if (options->json)
        dx_text_printf(out, "{\"reproduce\":\"gofish\"");
    for (unsigned i = 0;
         dx_reproduce_gofish_parts[i] != NULL && status == DX_OK; i++) {
        if (options->only != NULL &&
            strcmp(options->only, dx_reproduce_gofish_parts[i]) != 0)
            continue;
        if (options->json)
            dx_text_printf(out, ",\n\"%s\":", dx_reproduce_gofish_parts[i]);
        else
            dx_text_add(out, is_first ? "" : "\n");
        is_first = false;
        status = parts[i](options, out, error);
        dx_reproduce_show(options, out);
    }
    dx_text_add(out, options->json ? "}\n" : "");
    return status;
}
