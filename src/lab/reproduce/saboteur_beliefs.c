// How good beliefs about roles are: the paper's graphs over a sweep of alpha,
// beta, depth and power, and Bayes' rule, on the same games.

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
        }
    return status;
}

// ---- fresh deals ----

typedef struct contender {
    const char *name;
    dx_saboteur_believer *believer;
    const void *context;
} contender;

static void print_marks(const contender *c, const dx_saboteur_judged *j,
                        dx_text *out)
{
    const dx_saboteur_marks *m = &j->marks;
    dx_text_printf(out, "%-26s %6.4f  %6.4f  %6.4f  %5.1f%%  %5.1f  %5.2f%%",
                   c->name, loss(j), m->brier / m->count,
                   dx_saboteur_calibration(m), 100 * m->caught / m->guilty,
                   m->caught > 0 ? m->turns / m->caught : 0,
                   100 * m->accused / m->innocent);
    if (m->gold_count > 0)
        dx_text_printf(out, "  %6.4f", m->gold_loss / m->gold_count);
    dx_text_add(out, "\n");
}

static dx_status compare(const dx_reproduce_options *options, const char *miner,
                         const char *saboteur, const contender *list,
                         unsigned count, unsigned games, dx_text *out,
                         dx_error *error)
{
    dx_saboteur_judged *judged = dx_alloc(count, sizeof *judged);
    for (unsigned i = 0; i < count; i++) {
        judged[i].believer = list[i].believer;
        judged[i].context = list[i].context;
    }
    dx_status status =
        judge_games(options, miner, saboteur, DX_DEALS_OF_JUDGING, games, count,
                    judged, error);
    if (status == DX_OK) {
        dx_text_printf(out,
                       "%s miners, %s saboteurs, %u deals\n"
                       "%-26s %6s  %6s  %6s  %6s  %5s  %6s  %6s\n",
                       miner, saboteur, games, "", "loss", "Brier", "calib",
                       "caught", "turn", "wrong", "gold");
        for (unsigned i = 0; i < count; i++)
            print_marks(&list[i], &judged[i], out);
        dx_text_add(out, "\n");
    }
    dx_free(judged);
    return status;
}

dx_status dx_saboteur_beliefs(const dx_reproduce_options *options, dx_text *out,
                              dx_error *error)
{
    static const struct {
        const char *miner, *saboteur;
    } games_of[] = {{"straight", "straight"},
                    {"straight", "sly"},
                    {"straight", "shy"},
                    {"bayes", "straight"},
                    {"bayes", "sly"}};
    dx_saboteur_graph_believer by[] = {
        dx_saboteur_even_graph(4, 2, 0.05, 1, 1),
        dx_saboteur_even_graph(300, 1.03, 0.05, 1, 1),
        dx_saboteur_even_graph(300, 1.15, 0.05, 1, 1),
        dx_saboteur_even_graph(300, 1.25, 0.05, 1, 1),
        dx_saboteur_even_graph(300, 2, 0.05, 1, 1),
        dx_saboteur_even_graph(300, 1.15, 0.05, 1, 2.2),
        dx_saboteur_even_graph(300, 1.15, 0.05, 2, 1)};
    dx_saboteur_bayes_options plain = dx_saboteur_bayes_normal;
    plain.temper = 1;
    const contender list[] = {
        {"chance alone", dx_saboteur_by_chance, NULL},
        {"graph1 4, 2", dx_saboteur_by_graph, &by[0]},
        {"graph1 300, 1.03", dx_saboteur_by_graph, &by[1]},
        {"graph1 300, 1.15", dx_saboteur_by_graph, &by[2]},
        {"graph1 300, 1.25", dx_saboteur_by_graph, &by[3]},
        {"graph1 300, 2", dx_saboteur_by_graph, &by[4]},
        {"graph1 300, 1.15, power 2.2", dx_saboteur_by_graph, &by[5]},
        {"graph2 300, 1.15", dx_saboteur_by_graph, &by[6]},
        {"bayes", dx_saboteur_by_bayes, &dx_saboteur_bayes_normal},
        {"bayes, not tempered", dx_saboteur_by_bayes, &plain}};
    unsigned games = options->games > 0 ? options->games : 500;
    dx_status status = DX_OK;
    for (unsigned i = 0; i < 5 && status == DX_OK; i++)
        status = compare(options, games_of[i].miner, games_of[i].saboteur, list,
                         sizeof list / sizeof *list, games, out, error);
    return status;
}
