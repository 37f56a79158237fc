// What belief bases cost in games of Yokai, beside the trial that was made
// before (clauses by hand), and the timed theory, which does not play.

#include "lab/reproduce/yokai.h"

#include "agents/yokai/costs.h"

#include <stdlib.h>

enum { GAMES = 4 };

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The smallest that `share` of all do not exceed.
static double quantile(const dx_yokai_times *times, double share)
{
    if (times->count == 0)
        return 0;
    size_t at = (size_t)(share * (double)(times->count - 1) + 0.5);
    return times->at[at];
}

static void print_times(const char *title, const char *key,
                        dx_yokai_times *times, double trial, bool json,
                        dx_text *out)
{
    if (times->count > 0)
        qsort(times->at, times->count, sizeof *times->at, by_size);
    dx_text_printf(out,
                   json ? ",\"%s\":{\"median\":%.4f,\"p99\":%.4f,"
                          "\"most\":%.4f,\"trial\":%.3f}"
                        : "  %-34s %8.4f %8.4f %8.3f   %.3f\n",
                   json ? key : title, quantile(times, 0.5),
                   quantile(times, 0.99), quantile(times, 1), trial);
}

static void print_all(dx_yokai_costs *c, bool json, dx_text *out)
{
    dx_text_printf(out,
                   json ? ",\n\"bases\":{\"positions\":%u,\"variables\":%d,"
                          "\"clauses\":%d,\"plans\":%u,\"proposals\":%u,"
                          "\"plan_variables\":%d"
                        : "\nbelief bases of logic at %u turns: at most %d "
                          "variables and %d clauses (trial 547, 1665)\n"
                          "  alpha_G1 planned at %u of them, %u proposals, %d "
                          "variables at most\n"
                          "  milliseconds of CPU time               median"
                          "      99%%     most  trial's median\n",
                   c->positions, c->variables, c->clauses, c->plans, c->rounds,
                   c->plan_variables);
    print_times("an implicit belief", "ask", &c->ask, 0.011, json, out);
    print_times("level two", "two", &c->two, 0.019, json, out);
    print_times("the base of level two, built", "build", &c->build, 0.2, json,
                out);
    print_times("an event, with its revision", "revise", &c->revise, 0.030,
                json, out);
    print_times("a plan of four actions", "plan", &c->plan, 1.7, json, out);
    print_times("regrouping two families, exactly", "regroup", &c->regroup, 73,
                json, out);
}

static void print_timed(const char *rules, unsigned times, bool json,
                        dx_text *out)
{
    dx_yokai_timed t = dx_yokai_costs_timed(rules, times);
    dx_text_printf(out,
                   json ? ",\"%s, %u actions\":{\"variables\":%d,"
                          "\"clauses\":%d,\"build_ms\":%.1f,\"ask_ms\":%.3f}"
                        : "  timed theory, %s, %u actions: %d variables, %d "
                          "clauses, built in %.0f ms, a question %.2f ms\n",
                   rules, times, t.variables, t.clauses, t.build, t.ask);
}

void dx_reproduce_yokai_bases(const dx_reproduce_options *options, dx_text *out)
{
    dx_yokai_costs costs = {0};
    unsigned games =
        options->games > 0 && options->games < GAMES ? options->games : GAMES;
    for (unsigned deal = 0; deal < games; deal++) {
        if (options->progress != NULL)
            options->progress("belief bases", deal, games);
        dx_yokai_costs_play(&costs, options->seed, deal);
        for (unsigned i = 0; i < 3; i++)
            dx_yokai_costs_regroup(&costs, options->seed, 3 * deal + i);
    }
    print_all(&costs, options->json, out);
    dx_reproduce_show(options, out);
    print_timed("yokai(tiny-paper)", 8, options->json, out);
    print_timed("yokai(paper,nine)", 4, options->json, out);
    dx_text_add(out, options->json ? "}" : "");
    dx_yokai_costs_release(&costs);
}
