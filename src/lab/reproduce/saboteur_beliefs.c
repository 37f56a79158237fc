// How good beliefs about roles are: the paper's graphs over a sweep of alpha,
// beta, threshold and depth, and Bayes' rule, on the same games.  The best
// graph and the best power of its factors are chosen for each kind of game, on
// deals of their own, and then judged on others beside Bayes' rule, which is
// fitted on neither.

#include "lab/reproduce/saboteur.h"

#include "base/memory.h"
#include "lab/svg.h"

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
                               unsigned games, dx_saboteur_judged *judged,
                               dx_error *error)
{
    dx_saboteur_graph_believer by[GRID];
    for (unsigned i = 0; i < GRID; i++) {
        by[i] = dx_saboteur_even_graph(alphas[i / BETAS], betas[i % BETAS],
                                       0.05, depth, 1);
        judged[i].believer = dx_saboteur_by_graph;
        judged[i].context = &by[i];
    }
    return judge_games(options, "straight", saboteur, DX_DEALS_OF_CHOICE, games,
                       GRID, judged, error);
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

static void json_rounds(const dx_saboteur_judged *j, dx_text *out)
{
    dx_text_add(out, "\"loss_by_round\":[");
    for (unsigned i = 0; i < DX_SABOTEUR_MARKED; i++)
        if (j->marks.round_count[i] > 0)
            dx_text_printf(out, "%s%.5f", i > 0 ? "," : "",
                           j->marks.round_loss[i] / j->marks.round_count[i]);
    dx_text_add(out, "]");
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

// The same turn by turn: by how often the table has gone round.
static void print_turns(const dx_saboteur_judged *judged, dx_text *out)
{
    dx_text_add(out, "alpha, beta, by round of the table\n");
    for (unsigned i = 0; i < GRID; i++) {
        char name[32];
        snprintf(name, sizeof name, "%3.0f, %.2f", alphas[i / BETAS],
                 betas[i % BETAS]);
        print_rounds(name, &judged[i], out);
    }
    dx_text_add(out, "\n");
}

static void json_grid(const char *saboteur, unsigned depth, unsigned games,
                      const dx_saboteur_judged *judged, dx_text *out)
{
    for (unsigned i = 0; i < GRID; i++) {
        dx_text_printf(out,
                       "%s{\"saboteurs\":\"%s\",\"deals\":%u,\"depth\":%u,"
                       "\"alpha\":%g,\"beta\":%g,\"threshold\":0.05,"
                       "\"loss\":%.5f,",
                       dx_saboteur_comma(out), saboteur, games, depth,
                       alphas[i / BETAS], betas[i % BETAS], loss(&judged[i]));
        json_rounds(&judged[i], out);
        dx_text_add(out, "}");
    }
}

// The corners and the middle of the sweep as lines over rounds of the table.
static dx_status draw_turns(const dx_reproduce_options *options,
                            const char *saboteur, unsigned depth,
                            const dx_saboteur_judged *judged, dx_error *error)
{
    enum { LINES = 6 };
    static const struct {
        const char *name;
        unsigned alpha, beta; // as numbers of the sweep
    } lines[LINES] = {{"4, 1.03", 1, 0},   {"4, 2", 1, 5},
                      {"50, 1.03", 3, 0},  {"50, 2", 3, 5},
                      {"300, 1.03", 4, 0}, {"300, 2", 4, 5}};
    dx_svg_point point[LINES][DX_SABOTEUR_MARKED];
    dx_svg_series series[LINES];
    dx_text svg = {0};
    char title[96], file[48];
    for (unsigned i = 0; i < LINES; i++) {
        const dx_saboteur_marks *m =
            &judged[lines[i].alpha * BETAS + lines[i].beta].marks;
        unsigned n = 0;
        for (; n < DX_SABOTEUR_MARKED && m->round_count[n] > 0; n++)
            point[i][n] =
                (dx_svg_point){n + 1, m->round_loss[n] / m->round_count[n], 0};
        series[i] = (dx_svg_series){lines[i].name, point[i], n};
    }
    snprintf(title, sizeof title,
             "role log-loss by round, depth %u against %s; alpha, beta", depth,
             saboteur);
    snprintf(file, sizeof file, "sweep-%u-%s.svg", depth, saboteur);
    dx_svg_lines(series, LINES, title, &svg);
    dx_status status = dx_reproduce_picture(options, file, &svg, error);
    dx_text_release(&svg);
    return status;
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
    if (!options->json)
        dx_text_printf(out, "alpha %.0f, beta %.2f by threshold:", alpha, beta);
    for (unsigned i = 0; i < COUNT; i++)
        if (options->json)
            dx_text_printf(
                out,
                "%s{\"saboteurs\":\"%s\",\"deals\":%u,\"depth\":2,"
                "\"alpha\":%g,\"beta\":%g,\"threshold\":%g,\"loss\":%.5f}",
                dx_saboteur_comma(out), saboteur, games, alpha, beta,
                thresholds[i], loss(&judged[i]));
        else
            dx_text_printf(out, "  %.2f %5.3f", thresholds[i],
                           loss(&judged[i]));
    dx_text_add(out, options->json ? "" : "\n\n");
    return DX_OK;
}

static dx_status sweep_one(const dx_reproduce_options *options,
                           const char *saboteur, unsigned depth, unsigned games,
                           dx_text *out, dx_error *error)
{
    dx_saboteur_judged *judged = dx_alloc(GRID, sizeof *judged);
    double loss_of[GRID];
    dx_status status =
        sweep_against(options, saboteur, depth, games, judged, error);
    if (status == DX_OK) {
        for (unsigned i = 0; i < GRID; i++)
            loss_of[i] = loss(&judged[i]);
        if (options->json) {
            json_grid(saboteur, depth, games, judged, out);
        } else {
            dx_text_printf(out,
                           "role log-loss of the graphs at depth %u against %s "
                           "saboteurs, %u deals\n",
                           depth, saboteur, games);
            print_grid(loss_of, out);
            print_turns(judged, out);
        }
        status = draw_turns(options, saboteur, depth, judged, error);
    }
    if (status == DX_OK && depth == 2)
        status = sweep_thresholds(options, saboteur, least(GRID, loss_of),
                                  games, out, error);
    dx_free(judged);
    return status;
}

dx_status dx_saboteur_sweep(const dx_reproduce_options *options, dx_text *out,
                            dx_error *error)
{
    static const char *const against[] = {"straight", "sly"};
    unsigned games = options->games > 0 ? options->games : 200;
    dx_status status = DX_OK;
    for (unsigned i = 0; i < 4 && status == DX_OK; i++) {
        status =
            sweep_one(options, against[i % 2], 1 + i / 2, games, out, error);
        dx_reproduce_show(options, out);
    }
    return status;
}

// ---- blocking and rock-fall by a beta of their own ----

// The paper: such acts "should be treated much more severe (smaller beta)".
static const double severe_betas[] = {1.03, 1.15, 1.5, 2, 4};
static const double tunnel_betas[] = {1.15, 2};
enum {
    SEVERE = sizeof severe_betas / sizeof *severe_betas,
    TUNNELS = sizeof tunnel_betas / sizeof *tunnel_betas,
    SEVERE_ALPHA = 300,
};

static const struct severe_act {
    const char *title, *key;
    bool rock, tool;
} severe_acts[] = {{"rock-fall", "rock", true, false},
                   {"tools", "tool", false, true},
                   {"both", "both", true, true}};
enum { ACTS = sizeof severe_acts / sizeof *severe_acts };

// The graph with `beta` for tunnels and another for these acts.
static dx_saboteur_graph_believer
severe_graph(double beta, const struct severe_act *act, double severe)
{
    dx_saboteur_graph_believer by =
        dx_saboteur_even_graph(SEVERE_ALPHA, beta, 0.05, 1, 1);
    if (act->rock)
        by.options.by[DX_SABOTEUR_BY_ROCK].beta = severe;
    if (act->tool)
        by.options.by[DX_SABOTEUR_BY_TOOL].beta = severe;
    return by;
}

static void print_severe(const dx_reproduce_options *options,
                         const char *saboteur, double beta, unsigned games,
                         const dx_saboteur_judged *judged, dx_text *out)
{
    for (unsigned a = 0; a < ACTS; a++) {
        if (!options->json)
            dx_text_printf(out, "%-9s  %4.2f  %-9s", saboteur, beta,
                           severe_acts[a].title);
        for (unsigned i = 0; i < SEVERE; i++) {
            double got = loss(&judged[a * SEVERE + i]);
            if (options->json)
                dx_text_printf(out,
                               "%s{\"saboteurs\":\"%s\",\"deals\":%u,"
                               "\"alpha\":%u,\"beta\":%g,\"acts\":\"%s\","
                               "\"acts_beta\":%g,\"loss\":%.5f}",
                               dx_saboteur_comma(out), saboteur, games,
                               SEVERE_ALPHA, beta, severe_acts[a].key,
                               severe_betas[i], got);
            else
                dx_text_printf(out, " %c%5.3f",
                               severe_betas[i] == beta ? '=' : ' ', got);
        }
        dx_text_add(out, options->json ? "" : "\n");
    }
}

static dx_status severe_against(const dx_reproduce_options *options,
                                const char *saboteur, double beta,
                                unsigned games, dx_text *out, dx_error *error)
{
    dx_saboteur_graph_believer by[ACTS * SEVERE];
    dx_saboteur_judged *judged = dx_alloc(ACTS * SEVERE, sizeof *judged);
    for (unsigned i = 0; i < ACTS * SEVERE; i++) {
        by[i] = severe_graph(beta, &severe_acts[i / SEVERE],
                             severe_betas[i % SEVERE]);
        judged[i].believer = dx_saboteur_by_graph;
        judged[i].context = &by[i];
    }
    dx_status status =
        judge_games(options, "straight", saboteur, DX_DEALS_OF_CHOICE, games,
                    ACTS * SEVERE, judged, error);
    if (status == DX_OK)
        print_severe(options, saboteur, beta, games, judged, out);
    dx_free(judged);
    dx_reproduce_show(options, out);
    return status;
}

dx_status dx_saboteur_severe(const dx_reproduce_options *options, dx_text *out,
                             dx_error *error)
{
    static const char *const against[] = {"straight", "sly", "shy"};
    unsigned games = options->games > 0 ? options->games : 200;
    dx_status status = DX_OK;
    if (!options->json) {
        dx_text_printf(out,
                       "role log-loss of graph1, alpha %u, if rock-fall and "
                       "tools have a beta of their own\n(the paper wants a "
                       "smaller one), %u deals; =: the same as tunnels\n"
                       "saboteurs  beta  of these ",
                       SEVERE_ALPHA, games);
        for (unsigned i = 0; i < SEVERE; i++)
            dx_text_printf(out, "  %5.2f", severe_betas[i]);
        dx_text_add(out, "\n");
    }
    for (unsigned i = 0; i < 3 * TUNNELS && status == DX_OK; i++)
        status = severe_against(options, against[i / TUNNELS],
                                tunnel_betas[i % TUNNELS], games, out, error);
    dx_text_add(out, options->json ? "" : "\n");
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

enum { CHANCE, EARLY, BEST, POWERED, DEEP, BAYES, KNOWN, PLAIN, CONTENDERS };

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

static void json_comparison(const char *miner, const char *saboteur,
                            unsigned games, const contender *list,
                            const dx_saboteur_judged *judged, dx_text *out)
{
    for (unsigned i = 0; i < CONTENDERS; i++) {
        const dx_saboteur_marks *m = &judged[i].marks;
        dx_text_printf(out,
                       "%s{\"miners\":\"%s\",\"saboteurs\":\"%s\","
                       "\"deals\":%u,\"belief\":\"%s\",\"loss\":%.5f,"
                       "\"brier\":%.5f,\"calibration\":%.5f,"
                       "\"found_out\":%.5f,\"turn\":%.2f,"
                       "\"innocents\":%.5f,",
                       dx_saboteur_comma(out), miner, saboteur, games,
                       list[i].name, loss(&judged[i]), m->brier / m->count,
                       dx_saboteur_calibration(m), m->caught / m->guilty,
                       m->caught > 0 ? m->turns / m->caught : 0,
                       m->accused / m->innocent);
        if (list[i].believer == dx_saboteur_by_graph) {
            const dx_saboteur_graph_believer *by = list[i].context;
            dx_text_printf(out, "\"alpha\":%g,\"beta\":%g,\"power\":%g,",
                           by->options.by[0].alpha, by->options.by[0].beta,
                           by->power);
        }
        if (m->gold_count > 0)
            dx_text_printf(out, "\"gold_loss\":%.5f,",
                           m->gold_loss / m->gold_count);
        json_rounds(&judged[i], out);
        dx_text_add(out, "}");
    }
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
    dx_saboteur_bayes_options plain = dx_saboteur_bayes_normal, known = plain;
    known.stranger = known.strangers = 0;
    plain.temper = plain.throws = plain.tools = 1;
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
        [KNOWN] = {"bayes, no stranger", dx_saboteur_by_bayes, &known},
        [PLAIN] = {"bayes, not tempered", dx_saboteur_by_bayes, &plain}};
    dx_saboteur_judged *judged = dx_alloc(CONTENDERS, sizeof *judged);
    for (unsigned i = 0; i < CONTENDERS; i++) {
        judged[i].believer = list[i].believer;
        judged[i].context = list[i].context;
    }
    if (status == DX_OK)
        status = judge_games(options, miner, saboteur, DX_DEALS_OF_JUDGING,
                             games, CONTENDERS, judged, error);
    if (status == DX_OK && options->json) {
        json_comparison(miner, saboteur, games, list, judged, out);
    } else if (status == DX_OK) {
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

typedef struct company {
    const char *miner, *saboteur;
} company;

static dx_status compare_all(const dx_reproduce_options *options,
                             const company *all, unsigned count, unsigned games,
                             dx_text *out, dx_error *error)
{
    dx_status status = DX_OK;
    for (unsigned i = 0; i < count && status == DX_OK; i++)
        status =
            compare(options, all[i].miner, all[i].saboteur, games, out, error);
    return status;
}

dx_status dx_saboteur_beliefs(const dx_reproduce_options *options, dx_text *out,
                              dx_error *error)
{
    static const company all[] = {{"straight", "straight"},
                                  {"straight", "sly"},
                                  {"straight", "shy"},
                                  {"bayes", "straight"},
                                  {"bayes", "sly"}};
    return compare_all(options, all, sizeof all / sizeof *all,
                       options->games > 0 ? options->games : 500, out, error);
}

// Players of kinds that no table was counted on.
dx_status dx_saboteur_strangers(const dx_reproduce_options *options,
                                dx_text *out, dx_error *error)
{
    static const company all[] = {{"straight", "random"},
                                  {"straight", "stranger(saboteur=idle)"},
                                  {"straight", "stranger(saboteur=late)"},
                                  {"straight", "stranger(saboteur=waste)"},
                                  {"straight", "stranger(saboteur=brawl)"},
                                  {"stranger(miner=odd)", "straight"},
                                  {"stranger(miner=timid)", "straight"},
                                  {"stranger(miner=loner)", "straight"},
                                  {"straight", "stranger(saboteur=miser)"},
                                  {"straight", "stranger(saboteur=turncoat)"},
                                  {"straight", "stranger(saboteur=sniper)"},
                                  {"straight", "stranger(saboteur=liar)"},
                                  {"stranger(miner=hasty)", "straight"},
                                  {"stranger(miner=guard)", "straight"},
                                  {"stranger(miner=dreamer)", "straight"}};
    return compare_all(options, all, sizeof all / sizeof *all,
                       options->games > 0 ? options->games : 200, out, error);
}
