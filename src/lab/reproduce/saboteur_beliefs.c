// How good beliefs about roles are: the paper's graphs over a sweep of alpha,
// beta, threshold and depth, and Bayes' rule, on the same games.  The best
// graph and the best power of its factors are chosen for each kind of game, on
// deals of their own, and then judged on others beside Bayes' rule, which is
// fitted on neither.

#include "lab/reproduce/saboteur.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double alphas[] = {2, 4, 10, 50, 300};
static const double betas[] = {1.03, 1.08, 1.15, 1.25, 1.5, 2, 4};
enum {
    ALPHAS = sizeof alphas / sizeof *alphas,
    BETAS = sizeof betas / sizeof *betas,
    GRID = ALPHAS * BETAS,
};

static dx_status judge_games(const dx_reproduce_options *options,
                             const char *miner, const char *saboteur,
                             uint64_t experiment, unsigned games,
                             unsigned count, dx_saboteur_judged *judged,
                             dx_error *error)
{
    dx_saboteur_cast cast;
    dx_status status = dx_saboteur_cast_read(
        options->all_agents, "saboteur(round)", miner, saboteur, &cast, error);
    for (unsigned i = 0; status == DX_OK && i < games; i++)
        dx_saboteur_judge(&cast, experiment + options->seed, i, count, judged);
    return status;
}

static double loss(const dx_saboteur_judged *judged)
{
    return judged->marks.log_loss / judged->marks.count;
}

// All of the grid at one depth, on games against one kind of saboteur.
static dx_status sweep_against(const dx_reproduce_options *options,
                               const char *saboteur, unsigned depth,
                               unsigned games, double *out, dx_error *error)
{
    dx_saboteur_graph_believer by[GRID];
    dx_saboteur_judged *judged = dx_alloc(GRID, sizeof *judged);
    for (unsigned i = 0; i < GRID; i++) {
        by[i] = dx_saboteur_even_graph(alphas[i / BETAS], betas[i % BETAS],
                                       0.05, depth, 1);
        judged[i].believer = dx_saboteur_by_graph;
        judged[i].context = &by[i];
    }
    dx_status status =
        judge_games(options, "straight", saboteur, DX_DEALS_OF_CHOICE, games,
                    GRID, judged, error);
    for (unsigned i = 0; status == DX_OK && i < GRID; i++)
        out[i] = loss(&judged[i]);
    dx_free(judged);
    return status;
}

static void print_grid(const double *loss_of, dx_text *out)
{
    dx_text_add(out, "alpha\\beta");
    for (unsigned b = 0; b < BETAS; b++)
        dx_text_printf(out, "  %5.2f", betas[b]);
    dx_text_add(out, "\n");
    for (unsigned a = 0; a < ALPHAS; a++) {
        dx_text_printf(out, "%10.0f", alphas[a]);
        for (unsigned b = 0; b < BETAS; b++)
            dx_text_printf(out, "  %5.3f", loss_of[a * BETAS + b]);
        dx_text_add(out, "\n");
    }
    dx_text_add(out, "\n");
}

static unsigned least(unsigned count, const double *of)
{
    unsigned best = 0;
    for (unsigned i = 1; i < count; i++)
        best = of[i] < of[best] ? i : best;
    return best;
}

// Depth two at its best alpha and beta, by threshold: at depth one beliefs do
// not depend on it.
static dx_status sweep_thresholds(const dx_reproduce_options *options,
                                  const char *saboteur, unsigned place,
                                  unsigned games, dx_text *out, dx_error *error)
{
    static const double thresholds[] = {0.01, 0.05, 0.1, 0.2, 0.3, 0.4};
    enum { COUNT = sizeof thresholds / sizeof *thresholds };
    dx_saboteur_graph_believer by[COUNT];
    dx_saboteur_judged judged[COUNT] = {0};
    double alpha = alphas[place / BETAS], beta = betas[place % BETAS];
    for (unsigned i = 0; i < COUNT; i++) {
        by[i] = dx_saboteur_even_graph(alpha, beta, thresholds[i], 2, 1);
        judged[i].believer = dx_saboteur_by_graph;
        judged[i].context = &by[i];
    }
    dx_status status =
        judge_games(options, "straight", saboteur, DX_DEALS_OF_CHOICE, games,
                    COUNT, judged, error);
    if (status != DX_OK)
        return status;
    dx_text_printf(out, "alpha %.0f, beta %.2f by threshold:", alpha, beta);
    for (unsigned i = 0; i < COUNT; i++)
        dx_text_printf(out, "  %.2f %5.3f", thresholds[i], loss(&judged[i]));
    dx_text_add(out, "\n\n");
    return DX_OK;
}

dx_status dx_saboteur_sweep(const dx_reproduce_options *options, dx_text *out,
                            dx_error *error)
{
    static const char *const against[] = {"straight", "sly"};
    unsigned games = options->games > 0 ? options->games : 200;
    dx_status status = DX_OK;
    for (unsigned depth = 1; depth <= 2; depth++)
        for (unsigned i = 0; i < 2 && status == DX_OK; i++) {
            double loss_of[GRID];
            status = sweep_against(options, against[i], depth, games, loss_of,
                                   error);
            if (status != DX_OK)
                break;
            dx_text_printf(out,
                           "role log-loss of the graphs at depth %u against %s "
                           "saboteurs, %u deals\n",
                           depth, against[i], games);
            print_grid(loss_of, out);
            if (depth == 2)
                status =
                    sweep_thresholds(options, against[i], least(GRID, loss_of),
                                     games, out, error);
            dx_reproduce_show(options, out);
        }
    return status;
}

// ---- the best graph ----

// Of the graphs that the sweep finds good, the best in these games and, for it,
// the best power of its factors.
static dx_status choose_graph(const dx_reproduce_options *options,
                              const char *miner, const char *saboteur,
                              unsigned games, dx_saboteur_graph_believer *best,
                              dx_saboteur_graph_believer *powered,
                              dx_error *error)
{
    enum { ALPHA = ALPHAS - 2, GRAPHS = 2 * BETAS, POWERS = 9 };
    static const double powers[POWERS] = {0.5, 0.7, 1,   1.4, 1.8,
                                          2.4, 3.2, 4.4, 6};
    dx_saboteur_graph_believer by[GRAPHS];
    dx_saboteur_judged judged[GRAPHS] = {0};
    double loss_of[GRAPHS];
    for (unsigned pass = 0; pass < 2; pass++) {
        unsigned count = pass == 0 ? GRAPHS : POWERS;
        memset(judged, 0, sizeof judged);
        for (unsigned i = 0; i < count; i++) {
            by[i] = pass == 0
                        ? dx_saboteur_even_graph(alphas[ALPHA + i / BETAS],
                                                 betas[i % BETAS], 0.05, 1, 1)
                        : *best;
            by[i].power = pass == 0 ? 1 : powers[i];
            judged[i].believer = dx_saboteur_by_graph;
            judged[i].context = &by[i];
        }
        dx_status status =
            judge_games(options, miner, saboteur, DX_DEALS_OF_CHOICE, games,
                        count, judged, error);
        if (status != DX_OK)
            return status;
        for (unsigned i = 0; i < count; i++)
            loss_of[i] = loss(&judged[i]);
        *(pass == 0 ? best : powered) = by[least(count, loss_of)];
    }
    return DX_OK;
}

// ---- fresh deals ----

typedef struct contender {
    const char *name;
    dx_saboteur_believer *believer;
    const void *context;
} contender;

enum { CHANCE, EARLY, BEST, POWERED, DEEP, BAYES, PLAIN, CONTENDERS };

static void print_marks(const char *name, const dx_saboteur_judged *j,
                        dx_text *out)
{
    const dx_saboteur_marks *m = &j->marks;
    dx_text_printf(out, "%-26s %6.4f  %6.4f  %6.4f  %5.1f%%  %5.1f  %5.2f%%",
                   name, loss(j), m->brier / m->count,
                   dx_saboteur_calibration(m), 100 * m->caught / m->guilty,
                   m->caught > 0 ? m->turns / m->caught : 0,
                   100 * m->accused / m->innocent);
    if (m->gold_count > 0)
        dx_text_printf(out, "  %6.4f", m->gold_loss / m->gold_count);
    dx_text_add(out, "\n");
}

static void print_rounds(const char *name, const dx_saboteur_judged *j,
                         dx_text *out)
{
    dx_text_printf(out, "%-17s", name);
    for (unsigned i = 0; i < DX_SABOTEUR_MARKED; i++)
        if (j->marks.round_count[i] > 0)
            dx_text_printf(out, " %.3f",
                           j->marks.round_loss[i] / j->marks.round_count[i]);
    dx_text_add(out, "\n");
}

static void print_comparison(const contender *list,
                             const dx_saboteur_judged *judged, dx_text *out)
{
    dx_text_printf(out, "%-26s %6s  %6s  %6s  %6s  %5s  %6s  %6s\n", "", "loss",
                   "Brier", "calib", "caught", "turn", "wrong", "gold");
    for (unsigned i = 0; i < CONTENDERS; i++)
        print_marks(list[i].name, &judged[i], out);
    dx_text_printf(out,
                   "loss of bayes below the best graph %.1f %%, with a power "
                   "%.1f %%\nloss by round of the table\n",
                   100 - 100 * loss(&judged[BAYES]) / loss(&judged[BEST]),
                   100 - 100 * loss(&judged[BAYES]) / loss(&judged[POWERED]));
    print_rounds("graph1, best", &judged[BEST], out);
    print_rounds("graph1, power", &judged[POWERED], out);
    print_rounds("graph2", &judged[DEEP], out);
    print_rounds("bayes", &judged[BAYES], out);
    dx_text_add(out, "\n");
}

static dx_status compare(const dx_reproduce_options *options, const char *miner,
                         const char *saboteur, unsigned games, dx_text *out,
                         dx_error *error)
{
    dx_saboteur_graph_believer early = dx_saboteur_even_graph(4, 2, 0.05, 1, 1);
    dx_saboteur_graph_believer best = early, powered = early, deep;
    dx_saboteur_bayes_options plain = dx_saboteur_bayes_normal;
    plain.temper = 1;
    dx_status status = choose_graph(options, miner, saboteur, games / 10 + 1,
                                    &best, &powered, error);
    deep = best;
    deep.options.depth = 2;
    const contender list[CONTENDERS] = {
        [CHANCE] = {"chance alone", dx_saboteur_by_chance, NULL},
        [EARLY] = {"graph1 4, 2", dx_saboteur_by_graph, &early},
        [BEST] = {"graph1, best", dx_saboteur_by_graph, &best},
        [POWERED] = {"graph1, best, power", dx_saboteur_by_graph, &powered},
        [DEEP] = {"graph2, the same", dx_saboteur_by_graph, &deep},
        [BAYES] = {"bayes", dx_saboteur_by_bayes, &dx_saboteur_bayes_normal},
        [PLAIN] = {"bayes, not tempered", dx_saboteur_by_bayes, &plain}};
    dx_saboteur_judged *judged = dx_alloc(CONTENDERS, sizeof *judged);
    for (unsigned i = 0; i < CONTENDERS; i++) {
        judged[i].believer = list[i].believer;
        judged[i].context = list[i].context;
    }
    if (status == DX_OK)
        status = judge_games(options, miner, saboteur, DX_DEALS_OF_JUDGING,
                             games, CONTENDERS, judged, error);
    if (status == DX_OK) {
        dx_text_printf(out,
                       "%s miners, %s saboteurs, %u deals; best on %u others: "
                       "alpha %.0f, beta %.2f, power %.1f\n",
                       miner, saboteur, games, games / 10 + 1,
                       best.options.by[0].alpha, best.options.by[0].beta,
                       powered.power);
        print_comparison(list, judged, out);
        dx_reproduce_show(options, out);
    }
    dx_free(judged);
    return status;
}

dx_status dx_saboteur_beliefs(const dx_reproduce_options *options, dx_text *out,
                              dx_error *error)
{
    static const char *const games_of[][2] = {{"straight", "straight"},
                                              {"straight", "sly"},
                                              {"straight", "shy"},
                                              {"bayes", "straight"},
                                              {"bayes", "sly"}};
    unsigned games = options->games > 0 ? options->games : 500;
    dx_status status = DX_OK;
    for (unsigned i = 0; i < 5 && status == DX_OK; i++)
        status =
            compare(options, games_of[i][0], games_of[i][1], games, out, error);
    return status;
}
