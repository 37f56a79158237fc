// Everything is read off the results deal by deal: a cluster for each deal, one
// number for each game in it, and stats.h does the rest.  Comparisons take only
// the deals that both line-ups have played in every rotation, because then the
// luck of the cards, and of the places, is the same on both sides.

#include "lab/summary.h"

#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <string.h>

typedef DX_VECTOR(dx_cluster) cluster_list;

enum { COMPARE_ALL_MAX = 6 }; // line-ups that are all compared

// A number that is read off a game: `which` is the column of a score, or a
// score to be reached.
typedef double reading(const dx_result *result, int which);

static bool read_deal(const dx_results *results, unsigned lineup, unsigned deal,
                      reading *read, int which, dx_cluster *out)
{
    const dx_schedule *schedule = dx_results_schedule(results);
    dx_cluster cluster = {0};
    for (unsigned r = 0; r < schedule->lineups[lineup].rotations; r++) {
        dx_game_key key = {lineup, deal, r};
        if (dx_game_number(schedule, key) >= schedule->games ||
            !dx_results_has(results, key))
            continue;
        dx_result result = dx_results_at(results, key);
        cluster.sum += read(&result, which);
        cluster.count++;
    }
    *out = cluster;
    return cluster.count > 0;
}

static double read_score(const dx_result *result, int column)
{
    return result->score[column];
}

static double read_won(const dx_result *result, int column)
{
    return result->won >> column & 1;
}

static double read_sole(const dx_result *result, int column)
{
    return result->won == 1u << column;
}

// Scores that a game does not have are 0, and no best score is.
static double read_perfect(const dx_result *result, int best)
{
    for (unsigned i = 0; i < DX_SEATS_MAX; i++)
        if (result->score[i] >= best)
            return 1;
    return 0;
}

bool dx_summary_deal(const dx_results *results, unsigned lineup, unsigned deal,
                     unsigned column, dx_cluster *out)
{
    return read_deal(results, lineup, deal, read_score, (int)column, out);
}

static void read_deals(const dx_results *results, unsigned lineup,
                       reading *read, int which, cluster_list *list)
{
    list->count = 0;
    dx_cluster cluster;
    unsigned deals = dx_schedule_deals(dx_results_schedule(results), lineup);
    for (unsigned deal = 0; deal < deals; deal++)
        if (read_deal(results, lineup, deal, read, which, &cluster))
            dx_vector_push(list, cluster);
}

// From the lowest score there is, up to the best, or the highest seen; at least
// one point.
static dx_range find_range(const dx_results *results)
{
    const dx_schedule *schedule = dx_results_schedule(results);
    const dx_game *game = schedule->rules.game;
    dx_range range = {.is_bound = game->best != NULL, .has_floor = true};
    if (game->worst != NULL)
        range.low = range.high = game->worst(&schedule->rules);
    if (range.is_bound)
        range.high = game->best(&schedule->rules);
    for (dx_game_key key = {0}; dx_schedule_find(schedule, &key);
         key.rotation++) {
        if (!dx_results_has(results, key))
            continue;
        dx_result result = dx_results_at(results, key);
        for (unsigned i = 0; i < dx_schedule_columns(schedule); i++) {
            range.low = fmin(range.low, result.score[i]);
            range.high = fmax(range.high, result.score[i]);
        }
    }
    range.high = fmax(range.high, range.low + 1);
    return range;
}

static int best_score(const dx_schedule *schedule)
{
    const dx_game *game = schedule->rules.game;
    return game->best != NULL ? game->best(&schedule->rules) : INT_MAX;
}

static void sum_up(dx_summary *summary, unsigned lineup, cluster_list *list)
{
    const dx_results *results = summary->results;
    dx_lineup_summary *l = &summary->lineups[lineup];
    l->games = dx_results_count(results, lineup);
    l->spent = dx_results_spent(results, lineup);
    for (int i = 0; i < (int)summary->columns; i++) {
        read_deals(results, lineup, read_score, i, list);
        l->deals = (unsigned)list->count;
        l->score[i] = dx_mean_estimate(list->at, list->count, summary->range);
        read_deals(results, lineup, read_won, i, list);
        l->won[i] = dx_share_estimate(list->at, list->count);
        read_deals(results, lineup, read_sole, i, list);
        l->sole[i] = dx_share_estimate(list->at, list->count);
    }
    read_deals(results, lineup, read_perfect, best_score(summary->schedule),
               list);
    l->perfect = dx_share_estimate(list->at, list->count);
}

static void compare(const dx_summary *summary, dx_difference *difference,
                    cluster_list *list)
{
    const dx_results *results = summary->results;
    double width = summary->range.high - summary->range.low;
    dx_range range = {-width, width, summary->range.is_bound, false};
    for (unsigned i = 0; i < summary->columns; i++) {
        list->count = 0;
        for (unsigned deal = 0; deal < summary->schedule->games; deal++) {
            dx_cluster one, other;
            if (!dx_results_has_deal(results, difference->one, deal) ||
                !dx_results_has_deal(results, difference->other, deal) ||
                !dx_summary_deal(results, difference->one, deal, i, &one) ||
                !dx_summary_deal(results, difference->other, deal, i, &other))
                continue;
            dx_cluster gap = {one.sum / one.count - other.sum / other.count, 1};
            dx_vector_push(list, gap);
        }
        difference->score[i] = dx_mean_estimate(list->at, list->count, range);
    }
}

static void compare_all(dx_summary *summary, cluster_list *list)
{
    unsigned count = summary->schedule->lineup_count;
    unsigned first = count <= COMPARE_ALL_MAX ? count : 1;
    summary->differences =
        dx_alloc((size_t)first * count, sizeof *summary->differences);
    for (unsigned one = 0; one < first; one++)
        for (unsigned other = one + 1; other < count; other++) {
            dx_difference *d =
                &summary->differences[summary->difference_count++];
            *d = (dx_difference){.one = one, .other = other};
            compare(summary, d, list);
        }
}

// Is it one agent at a table full of another (or the same)?
static bool is_pairing(const dx_schedule *schedule, unsigned lineup)
{
    char *const *name = schedule->lineups[lineup].name;
    for (unsigned i = 2; i < dx_players(&schedule->rules); i++)
        if (strcmp(name[i], name[1]) != 0)
            return false;
    return true;
}

static unsigned find_name(const dx_cross *cross, const char *name)
{
    unsigned i = 0;
    while (i < cross->count && strcmp(cross->name[i], name) != 0)
        i++;
    return i;
}

// The score of agent i among agents j; in a team of two it is the same as that
// of j with i.
static bool find_cell(const dx_summary *summary, const char *one,
                      const char *other, dx_mean *out)
{
    const dx_schedule *schedule = summary->schedule;
    bool two = dx_players(&schedule->rules) == 2;
    for (unsigned i = 0; i < schedule->lineup_count; i++) {
        char *const *name = schedule->lineups[i].name;
        if (!is_pairing(schedule, i))
            continue;
        bool fits = strcmp(name[0], one) == 0 && strcmp(name[1], other) == 0;
        bool turned =
            two && strcmp(name[0], other) == 0 && strcmp(name[1], one) == 0;
        if (!fits && !turned)
            continue;
        *out = summary->lineups[i].score[fits || summary->columns == 1 ? 0 : 1];
        return true;
    }
    return false;
}

static void cross_play(dx_summary *summary)
{
    const dx_schedule *schedule = summary->schedule;
    dx_cross *cross = &summary->cross;
    if (dx_players(&schedule->rules) < 2)
        return;
    cross->name = dx_alloc(2 * (size_t)schedule->lineup_count, sizeof(char *));
    for (unsigned i = 0; i < schedule->lineup_count; i++)
        for (unsigned j = 0; j < 2; j++) {
            const char *name = schedule->lineups[i].name[j];
            if (find_name(cross, name) == cross->count)
                cross->name[cross->count++] = name;
        }
    unsigned n = cross->count;
    if ((size_t)n * n > 2 * (size_t)schedule->lineup_count)
        n = 0; // some pair is missing for sure
    cross->cell = dx_alloc((size_t)n * n, sizeof *cross->cell);
    bool all = n > 1;
    for (unsigned i = 0; i < n * n && all; i++)
        all = find_cell(summary, cross->name[i / n], cross->name[i % n],
                        &cross->cell[i]);
    if (!all)
        cross->count = 0;
}

bool dx_summary_incident(const dx_summary *summary, unsigned lineup,
                         unsigned *at, dx_incident *out)
{
    enum { ENDINGS = DX_END_CUT + 1 };
    unsigned rotations = summary->schedule->lineups[lineup].rotations;
    for (; *at < dx_players(&summary->schedule->rules) * ENDINGS; ++*at) {
        unsigned entry = *at / ENDINGS;
        dx_ending ending = (dx_ending)(*at % ENDINGS);
        const dx_trouble *trouble =
            dx_results_trouble(summary->results, lineup, entry, ending);
        if (trouble == NULL)
            continue;
        dx_game_key key = {lineup, trouble->game / rotations,
                           trouble->game % rotations};
        *out = (dx_incident){entry, ending, key, trouble->why};
        ++*at;
        return true;
    }
    return false;
}

dx_summary *dx_summary_new(const dx_results *results, const dx_sprt *sprt,
                           const dx_programs *programs)
{
    const dx_schedule *schedule = dx_results_schedule(results);
    dx_summary *summary = dx_alloc(1, sizeof *summary);
    summary->results = results;
    summary->schedule = schedule;
    summary->sprt = sprt;
    summary->programs = programs;
    summary->labels = dx_labels_make(schedule, programs, DX_LABEL_COLUMNS);
    summary->columns = dx_schedule_columns(schedule);
    summary->range = find_range(results);
    summary->lineups =
        dx_alloc(schedule->lineup_count, sizeof *summary->lineups);
    cluster_list list = {0};
    for (unsigned i = 0; i < schedule->lineup_count; i++)
        sum_up(summary, i, &list);
    compare_all(summary, &list);
    dx_vector_release(&list);
    cross_play(summary);
    return summary;
}

void dx_summary_free(dx_summary *summary)
{
    if (summary == NULL)
        return;
    dx_labels_release(&summary->labels);
    dx_free(summary->lineups);
    dx_free(summary->differences);
    dx_free(summary->cross.name);
    dx_free(summary->cross.cell);
    dx_free(summary);
}
