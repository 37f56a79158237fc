// The Saboteur paper's experiment.  It has one figure with numbers (8) and two
// sentences of results: larger alpha and smaller beta are better, and depth two
// is no better than depth one.  (A third, that trust grows slower with a
// smaller alpha, contradicts the first and its own formula 3: see
// docs/results/saboteur.md.) It also advises a smaller beta for blocking and
// rock-fall. All are tested, on games against open and against deceiving
// saboteurs, which the paper could not run; beside them beliefs by Bayes' rule
// on the same games, and who wins with what.

#include "lab/reproduce/saboteur.h"

#include "lab/svg.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *const dx_reproduce_saboteur_parts[] = {
    "figure8", "sweep",  "severe",  "beliefs", "strangers", "play",
    "rivals",  "search", "players", "habits",  NULL};

dx_saboteur_graph_believer dx_saboteur_even_graph(double alpha, double beta,
                                                  double threshold,
                                                  unsigned depth, double power)
{
    return (dx_saboteur_graph_believer){
        .options = {.by = {{alpha, beta}, {alpha, beta}, {alpha, beta}},
                    .threshold = threshold,
                    .depth = depth},
        .power = power};
}

enum { FIGURE_TURNS = 11, FIGURE_BETAS = 3 };
static const double figure_betas[FIGURE_BETAS] = {1.5, 2, 4};

// The same as a picture of signs, 0.5 at the top.
static void plot_signs(dx_svg_point point[][FIGURE_TURNS], dx_text *out)
{
    for (int level = 10; level >= 0; level--) {
        dx_text_printf(out, "%.2f |", level * 0.05);
        for (unsigned turn = 0; turn < FIGURE_TURNS; turn++) {
            char sign = ' ';
            for (unsigned i = FIGURE_BETAS; i-- > 0;)
                if ((int)(point[i][turn].value / 0.05 + 0.5) == level)
                    sign = (char)('a' + i);
            dx_text_printf(out, "  %c", sign);
        }
        dx_text_add(out, "\n");
    }
    dx_text_add(out, "      a: beta 1.5, b: beta 2, c: beta 4, turns 0 to "
                     "10\n\n");
}

static void print_factors(dx_svg_point point[][FIGURE_TURNS], dx_text *out)
{
    dx_text_add(out, "Figure 8: a factor that is lowered every turn\n\n"
                     "turn   beta 1.5   beta 2     beta 4\n");
    for (unsigned turn = 0; turn < FIGURE_TURNS; turn++) {
        dx_text_printf(out, "%4u", turn);
        for (unsigned i = 0; i < FIGURE_BETAS; i++)
            dx_text_printf(out, "   %.5f ", point[i][turn].value);
        dx_text_add(out, "\n");
    }
    dx_text_add(out, "\n");
    plot_signs(point, out);
}

static void json_factors(dx_svg_point point[][FIGURE_TURNS], dx_text *out)
{
    for (unsigned i = 0; i < FIGURE_BETAS; i++) {
        dx_text_printf(out, "%s{\"beta\":%g,\"factors\":[",
                       dx_saboteur_comma(out), figure_betas[i]);
        for (unsigned turn = 0; turn < FIGURE_TURNS; turn++)
            dx_text_printf(out, "%s%.8f", turn > 0 ? "," : "",
                           point[i][turn].value);
        dx_text_add(out, "]}");
    }
}

// The factor of a world that is contradicted turn by turn.
static dx_status figure8(const dx_reproduce_options *options, dx_text *out,
                         dx_error *error)
{
    dx_svg_point point[FIGURE_BETAS][FIGURE_TURNS];
    dx_text svg = {0};
    for (unsigned i = 0; i < FIGURE_BETAS; i++)
        for (unsigned turn = 0; turn < FIGURE_TURNS; turn++) {
            double last = turn > 0 ? point[i][turn - 1].value : 0;
            point[i][turn] = (dx_svg_point){
                turn, turn > 0 ? last - last / figure_betas[i] : 0.5, 0};
        }
    if (options->json)
        json_factors(point, out);
    else
        print_factors(point, out);
    const dx_svg_series series[] = {{"beta 1.5", point[0], FIGURE_TURNS},
                                    {"beta 2", point[1], FIGURE_TURNS},
                                    {"beta 4", point[2], FIGURE_TURNS}};
    dx_svg_lines(series, FIGURE_BETAS, "a factor that is lowered every turn",
                 &svg);
    dx_status status =
        dx_reproduce_picture(options, "saboteur-figure-8.svg", &svg, error);
    dx_text_release(&svg);
    return status;
}

// Adds what was done in games of these two.
static dx_status count_games(const dx_reproduce_options *options,
                             const char *miner, const char *saboteur,
                             unsigned of_miners, unsigned of_saboteurs,
                             unsigned games,
                             double count[][DX_HABIT_CONTEXTS][DX_HABIT_DEEDS],
                             dx_error *error)
{
    dx_saboteur_census census = {0};
    dx_saboteur_cast cast;
    dx_status status = dx_saboteur_cast_read(
        options->all_agents, "saboteur(round)", miner, saboteur, &cast, error);
    for (unsigned i = 0; status == DX_OK && i < games; i++)
        dx_saboteur_count_habits(&cast, DX_DEALS_OF_HABITS + options->seed, i,
                                 &census);
    for (unsigned c = 0; c < DX_HABIT_CONTEXTS; c++)
        for (unsigned d = 0; d < DX_HABIT_DEEDS; d++) {
            count[of_miners][c][d] += census.count[0][c][d];
            count[of_saboteurs][c][d] += census.count[1][c][d];
        }
    return status;
}

// As C reads them, or as arrays in JSON.
static void print_habits(double (*count)[DX_HABIT_DEEDS], bool json,
                         dx_text *out)
{
    dx_text_add(out, json ? dx_saboteur_comma(out) : "");
    dx_text_add(out, json ? "[" : "{\n");
    for (unsigned c = 0; c < DX_HABIT_CONTEXTS; c++) {
        double all = 1e-9;
        for (unsigned d = 0; d < DX_HABIT_DEEDS; d++)
            all += count[c][d];
        dx_text_add(out, json ? c > 0 ? ",[" : "[" : "    {");
        for (unsigned d = 0; d < DX_HABIT_DEEDS; d++)
            dx_text_printf(out, "%s%.0f", d > 0 ? ", " : "",
                           10000 * count[c][d] / all);
        dx_text_add(out, json ? "]" : "},\n");
    }
    dx_text_add(out, json ? "]" : "},\n");
}

// The table of habits, as src/games/saboteur/habits.def has it: straight and
// bayes miners against both kinds of saboteurs.
static dx_status habits_part(const dx_reproduce_options *options, dx_text *out,
                             dx_error *error)
{
    static const char *const miners[] = {"straight", "bayes"};
    static const char *const kinds[] = {"straight", "sly"};
    unsigned games = options->games > 0 ? options->games : 4000;
    double count[DX_HABIT_COUNTED][DX_HABIT_CONTEXTS][DX_HABIT_DEEDS] = {0};
    dx_status status = DX_OK;
    for (unsigned i = 0; i < 4 && status == DX_OK; i++)
        status = count_games(options, miners[i / 2], kinds[i % 2],
                             DX_HABIT_PLAIN + i / 2, DX_HABIT_STRAIGHT + i % 2,
                             games / 2, count, error);
    if (!options->json)
        dx_text_printf(
            out,
            "// How often straight miners, bayes miners, straight and sly "
            "saboteurs do\n// what where, in parts of 10,000: %u rounds "
            "for each\n// (doxa reproduce saboteur --only habits).\n",
            games);
    for (unsigned k = 0; k < DX_HABIT_COUNTED && status == DX_OK; k++)
        print_habits(count[k], options->json, out);
    return status;
}

typedef dx_status part(const dx_reproduce_options *options, dx_text *out,
                       dx_error *error);

static part *const parts[] = {figure8,
                              dx_saboteur_sweep,
                              dx_saboteur_severe,
                              dx_saboteur_beliefs,
                              dx_saboteur_strangers,
                              dx_saboteur_play,
                              dx_saboteur_rivals,
                              dx_saboteur_searches,
                              dx_saboteur_players,
                              habits_part};

// A part's table; in JSON, an array under its name, when it is whole.
static dx_status run_part(unsigned i, const dx_reproduce_options *options,
                          dx_text *out, dx_error *error)
{
    dx_reproduce_options quiet = *options;
    if (!options->json)
        return parts[i](options, out, error);
    quiet.show = NULL;
    dx_text_printf(out, ",\n\"%s\":[", dx_reproduce_saboteur_parts[i]);
    dx_status status = parts[i](&quiet, out, error);
    dx_text_add(out, "]");
    return status;
}

dx_status dx_reproduce_saboteur(const dx_reproduce_options *options,
                                dx_text *out, dx_error *error)
{
    dx_status status = DX_OK;
    if (options->json)
        dx_text_printf(out, "{\"reproduce\":\"saboteur\",\"seed\":%" PRIu64,
                       options->seed);
    for (unsigned i = 0;
         status == DX_OK && dx_reproduce_saboteur_parts[i] != NULL; i++) {
        const char *name = dx_reproduce_saboteur_parts[i];
        bool is_wanted = options->only != NULL
                             ? strcmp(options->only, name) == 0
                             : strcmp(name, "habits") != 0;
        if (!is_wanted)
            continue;
        status = run_part(i, options, out, error);
        dx_reproduce_show(options, out);
    }
    dx_text_add(out, options->json ? "}\n" : "");
    return status;
}
