// The Go Fish paper's Table 1, with seats swapped and intervals, which it has
// not; the threshold of exploit-explore, of which it gives two values; and the
// list of its other parts.
//
// The table's last row and column, the learner's, come from a program that let
// it ask for ranks it did not hold, after which its opponents believed nothing
// any more (docs/gofish.md); ours asks legal questions only.

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

static dx_status threshold(const dx_reproduce_options *options, dx_text *out,
                           dx_error *error)
{
    static const unsigned hundredths[] = {0, 5, 10, 20, 30, 50, 70};
    enum { COUNT = sizeof hundredths / sizeof *hundredths };
    dx_rules rules;
    dx_policy rival, policy;
    dx_status status = dx_paper_rules(options, &rules, error);
    if (status == DX_OK)
        status = dx_paper_policy(options, &rules, "finish-fast", &rival, error);
    dx_text_add(out, options->json
                         ? "["
                         : "exploit-explore against finish-fast, by its "
                           "threshold (the paper: 0.2 in the table's\n"
                           "caption, 0.7 in the appendix)\n");
    for (unsigned i = 0; i < COUNT && status == DX_OK; i++) {
        char name[60];
        unsigned games;
        snprintf(name, sizeof name, "exploit-explore(threshold=0.%02u)",
                 hundredths[i]);
        status = dx_paper_policy(options, &rules, name, &policy, error);
        if (status != DX_OK)
            break;
        if (options->progress != NULL)
            options->progress(name, i, COUNT);
        dx_share share = dx_paper_duel(options, &policy, &rival, &games);
        dx_text_printf(out,
                       options->json
                           ? "%s{\"threshold\":0.%02u,\"ours\":%.4f,"
                             "\"low\":%.4f,\"high\":%.4f,\"games\":%u}"
                           : "%s  0.%02u  %.3f [%.3f, %.3f] %6u\n",
                       options->json && i > 0 ? ",\n" : "", hundredths[i],
                       share.share, share.low, share.high, games);
        dx_reproduce_show(options, out);
    }
    dx_text_add(out, options->json ? "]" : "");
    return status;
}

const char *const dx_reproduce_gofish_parts[] = {
    "table",   "threshold", "learning", "worlds",
    "beliefs", "second",    "figures",  NULL};

dx_status dx_reproduce_gofish(const dx_reproduce_options *options, dx_text *out,
                              dx_error *error)
{
    static dx_paper_part *const parts[] = {
        table,           threshold,        dx_paper_learning,
        dx_paper_worlds, dx_paper_beliefs, dx_paper_second,
        dx_paper_figures};
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
