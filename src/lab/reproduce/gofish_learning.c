// The paper's learner: 500 rounds against each strategy, by both of its reward
// designs, beside a player who asks at random, and beside a table that can
// generalise; and its figures 7 and 8, how it fares against finish-fast while
// it learns.  Beliefs are by ranks here, for speed.

#include "agents/gofish/train.h"
#include "lab/reproduce/gofish.h"
#include "lab/svg.h"

#include <string.h>

enum { ROUNDS = 500, POINTS = 10 };

static dx_status rival_of(const dx_reproduce_options *options,
                          const dx_rules *rules, unsigned number,
                          dx_policy *out, dx_error *error)
{
    dx_status status = dx_paper_policy(options, rules,
                                       dx_paper_strategies[number], out, error);
    if (status == DX_OK && number > 1)
        out->params.value[0] = 1; // beliefs=ranks
    return status;
}

// One learner, trained against the rival; its curve goes to `points` unless
// that is NULL.
static dx_status train(const dx_reproduce_options *options,
                       dx_gofish_course *course, dx_svg_point *points,
                       dx_share *out, size_t *out_states, dx_error *error)
{
    dx_gofish_trainer *t;
    unsigned games, parts = points != NULL ? POINTS : 1;
    course->seed = options->seed;
    course->share[0] = course->opponent_count = 1;
    course->rounds = ROUNDS;
    dx_status status = dx_gofish_trainer_new(course, &t, error);
    if (status != DX_OK)
        return status;
    dx_policy self = dx_gofish_trainer_policy(t);
    for (unsigned i = 0; i < parts; i++) {
        dx_gofish_trainer_run(t, ROUNDS / parts);
        *out = dx_paper_duel(options, &self, &course->opponent[0], &games);
        if (points != NULL)
            points[i] = (dx_svg_point){dx_gofish_trainer_rounds(t), out->share,
                                       (out->high - out->low) / 2};
    }
    *out_states = dx_gofish_trainer_size(t);
    dx_gofish_trainer_free(t);
    return DX_OK;
}

// The row of one strategy: random asking, the paper's learner by both rewards,
// the table over features by both.
static dx_status learn_row(const dx_reproduce_options *options, unsigned number,
                           dx_text *out, dx_error *error)
{
    static const char *const keys[] = {"states_win", "states_steps",
                                       "features_win", "features_steps"};
    dx_gofish_course course = {.rounds = ROUNDS};
    dx_policy chance;
    dx_share share;
    unsigned games;
    size_t states;
    dx_status status = dx_paper_rules(options, &course.rules, error);
    if (status == DX_OK)
        status = rival_of(options, &course.rules, number, &course.opponent[0],
                          error);
    if (status == DX_OK)
        status = rival_of(options, &course.rules, 0, &chance, error);
    if (status != DX_OK)
        return status;
    share = dx_paper_duel(options, &chance, &course.opponent[0], &games);
    double paper = dx_paper_table[DX_PAPER_PLAYERS - 1][number];
    dx_text_printf(out,
                   options->json ? "{\"against\":\"%s\",\"paper\":%.2f,"
                                   "\"random\":%.4f"
                                 : "  %-16s %5.2f   %.3f",
                   dx_paper_strategies[number], paper, share.share);
    for (unsigned i = 0; i < 4 && status == DX_OK; i++) {
        course.method = i < 2 ? DX_GOFISH_STATES : DX_GOFISH_FEATURES;
        course.win_only = i % 2 == 0;
        status = train(options, &course, NULL, &share, &states, error);
        if (options->json)
            dx_text_printf(out, ",\"%s\":%.4f", keys[i], share.share);
        else
            dx_text_printf(out, "   %.3f ± %.3f", share.share,
                           (share.high - share.low) / 2);
    }
    dx_text_add(out, options->json ? "}" : "\n");
    return status;
}

// Figures 7 and 8.
static dx_status draw_curves(const dx_reproduce_options *options, dx_text *out,
                             dx_error *error)
{
    dx_status status = DX_OK;
    for (unsigned figure = 7; figure <= 8 && status == DX_OK; figure++) {
        dx_gofish_course course = {.win_only = figure == 7};
        dx_svg_point points[2][POINTS];
        dx_text svg = {0};
        dx_share share;
        size_t states[2] = {0};
        status = dx_paper_rules(options, &course.rules, error);
        if (status == DX_OK)
            status =
                rival_of(options, &course.rules, 3, &course.opponent[0], error);
        for (unsigned i = 0; i < 2 && status == DX_OK; i++) {
            course.method = i == 0 ? DX_GOFISH_STATES : DX_GOFISH_FEATURES;
            status =
                train(options, &course, points[i], &share, &states[i], error);
        }
        if (status != DX_OK)
            break;
        const dx_svg_series series[] = {{"states", points[0], POINTS},
                                        {"features", points[1], POINTS}};
        dx_svg_lines(series, 2,
                     figure == 7 ? "share won against finish-fast, reward for "
                                   "the win alone"
                                 : "share won against finish-fast, all rewards",
                     &svg);
        status = dx_reproduce_picture(options,
                                      figure == 7 ? "gofish-figure-7.svg"
                                                  : "gofish-figure-8.svg",
                                      &svg, error);
        dx_text_release(&svg);
        if (options->json)
            continue;
        dx_text_printf(out,
                       "figure %u, states after 50, 100, ... rounds:", figure);
        for (unsigned i = 0; i < POINTS; i++)
            dx_text_printf(out, " %.2f", points[0][i].value);
        dx_text_printf(out, " (%zu states)\n", states[0]);
    }
    return status;
}

dx_status dx_paper_learning(const dx_reproduce_options *options, dx_text *out,
                            dx_error *error)
{
    dx_status status = DX_OK;
    dx_text_add(out, options->json
                         ? "["
                         : "the learner after 500 rounds; the paper's asks for "
                           "what it does not hold, ours does not\n"
                           "  against          paper  random  states, win     "
                           "states, steps   features, win   features, steps\n");
    for (unsigned i = 0; i < DX_PAPER_STRATEGIES && status == DX_OK; i++) {
        dx_text_add(out, options->json && i > 0 ? ",\n" : "");
        if (options->progress != NULL)
            options->progress(dx_paper_strategies[i], i, DX_PAPER_STRATEGIES);
        status = learn_row(options, i, out, error);
        dx_reproduce_show(options, out);
    }
    dx_text_add(out, options->json ? "]" : "");
    return status == DX_OK ? draw_curves(options, out, error) : status;
}
