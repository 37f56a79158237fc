// The page from top to bottom, section by section; every picture is in the page
// and no script is.  It says nothing but what the summary and the results say,
// without a date or a time taken, so that the same games make the same bytes.

#include "lab/html.h"

#include "base/memory.h"
#include "base/vector.h"
#include "lab/run.h"
#include "lab/svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BARS_MAX = 200, CURVE_POINTS = 200, DEALS_SHOWN = 10 };

static const char style[] =
    "<style>\n"
    ":root{color-scheme:light dark}\n"
    "body{font:15px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;"
    "padding:0 1em}\n"
    "table{border-collapse:collapse;margin:1em 0}\n"
    "th,td{padding:.2em .8em;text-align:right;border-bottom:1px solid "
    "#8884}\n"
    "th:first-child,td:first-child,td.name,th.name{text-align:left}\n"
    "svg{max-width:100%;height:auto;display:block;margin:1em 0}\n"
    "svg text{font:12px system-ui,sans-serif;fill:currentColor}\n"
    ".axis{stroke:#8886;stroke-width:1}\n"
    ".mark{stroke:currentColor;stroke-width:1.5}\n"
    ".dot{fill:#2a7fb8}\n.bar{fill:#2a7fb8}\n"
    ".line{fill:none;stroke:#2a7fb8;stroke-width:2}\n"
    ".soft{fill:#2a7fb844;stroke:none}\n"
    "code{font-size:90%}\n"
    "</style>\n";

// "thinker" of entry 2, or all names of a team.
static char *entry_name(const dx_summary *s, unsigned lineup, unsigned entry)
{
    dx_text name = {0};
    unsigned players = dx_players(&s->schedule->rules);
    unsigned end = s->columns == 1 ? players : entry + 1;
    for (unsigned i = entry; i < end; i++)
        dx_text_printf(
            &name, "%s%s", i > entry ? "," : "",
            dx_label_of(&s->labels, s->schedule->lineups[lineup].name[i]));
    return dx_text_take(&name);
}

static void add_row(const dx_summary *s, unsigned lineup, unsigned entry,
                    dx_text *out)
{
    const dx_lineup_summary *l = &s->lineups[lineup];
    char *name = entry_name(s, lineup, entry);
    dx_text_printf(out, "<tr><td>%u</td><td class=\"name\">", lineup + 1);
    dx_html_add(out, name);
    dx_free(name);
    dx_text_printf(
        out,
        "</td><td>%u</td><td>%.4g [%.4g, %.4g]</td><td>%.1f %% "
        "[%.1f, %.1f]</td><td>%.1f %%</td><td>%.1f %%</td><td>%u</td>"
        "<td>%u</td><td>%u</td></tr>\n",
        l->games, l->score[entry].mean, l->score[entry].low,
        l->score[entry].high, 100 * l->won[entry].share,
        100 * l->won[entry].low, 100 * l->won[entry].high,
        100 * l->sole[entry].share, 100 * l->perfect.share,
        dx_results_ended(s->results, lineup, DX_END_ILLEGAL),
        dx_results_failed(s->results, lineup),
        dx_results_missed(s->results, lineup));
}

static void add_table(const dx_summary *s, dx_text *out)
{
    dx_text_add(out,
                "<h2>Line-ups</h2>\n<table><tr><th></th><th class=\"name\">"
                "players</th><th>games</th><th>score, 95 %</th><th>won, "
                "95 %</th><th>alone</th><th>perfect</th><th>illegal</th>"
                "<th>crashed</th><th>not played</th></tr>\n");
    for (unsigned i = 0; i < s->schedule->lineup_count; i++)
        for (unsigned j = 0; j < s->columns; j++)
            add_row(s, i, j, out);
    dx_text_add(out, "</table>\n");
}

// Which program stands behind which name.
static void add_programs(const dx_summary *s, dx_text *out)
{
    bool any = false;
    for (unsigned i = 0; i < s->labels.count; i++) {
        const dx_label *label = &s->labels.at[i];
        if (strcmp(label->label, label->name) == 0)
            continue;
        dx_text_add(out, any ? "<br>" : "<p>");
        dx_html_add(out, label->label);
        dx_text_add(out, " is <code>");
        dx_html_add(out, label->name);
        dx_text_add(out, "</code>");
        any = true;
    }
    dx_text_add(out, any ? "</p>\n" : "");
}

// What went wrong in a line-up, of each entry and kind the first game.
static void add_incidents(const dx_summary *s, unsigned lineup, dx_text *out)
{
    dx_incident incident;
    for (unsigned at = 0; dx_summary_incident(s, lineup, &at, &incident);) {
        dx_text_printf(out, "<tr><td>%u</td><td class=\"name\">", lineup + 1);
        dx_html_add(
            out,
            dx_label_of(&s->labels,
                        s->schedule->lineups[lineup].name[incident.entry]));
        dx_text_printf(out,
                       "</td><td>%s</td><td>%u, rotation %u</td><td "
                       "class=\"name\">",
                       incident.ending == DX_END_MISSING
                           ? "not played"
                           : dx_ending_text(incident.ending),
                       incident.key.deal, incident.key.rotation);
        dx_html_add(out, incident.why);
        dx_text_add(out, "</td></tr>\n");
    }
}

static void add_all_incidents(const dx_summary *s, dx_text *out)
{
    dx_text rows = {0};
    for (unsigned i = 0; i < s->schedule->lineup_count; i++)
        add_incidents(s, i, &rows);
    if (rows.length > 0)
        dx_text_printf(out,
                       "<h2>What went wrong</h2>\n<p>Of each kind the first "
                       "game.</p>\n<table><tr><th></th><th class=\"name\">"
                       "player</th><th>ended as</th><th>deal</th><th "
                       "class=\"name\">why</th></tr>\n%s</table>\n",
                       dx_text_string(&rows));
    dx_text_release(&rows);
}

static void add_means(const dx_summary *s, dx_text *out)
{
    unsigned count = 0, most = s->schedule->lineup_count * s->columns;
    dx_svg_row *rows = dx_alloc(most, sizeof *rows);
    char **names = dx_alloc(most, sizeof(char *));
    for (unsigned i = 0; i < most; i++) {
        unsigned lineup = i / s->columns, entry = i % s->columns;
        dx_mean mean = s->lineups[lineup].score[entry];
        if (mean.clusters == 0)
            continue;
        dx_text label = {0};
        char *name = entry_name(s, lineup, entry);
        dx_text_printf(&label, "%u: ", lineup + 1);
        dx_label_fit(name, DX_LABEL_COLUMNS, &label);
        dx_free(name);
        names[count] = dx_text_take(&label);
        rows[count] =
            (dx_svg_row){names[count], mean.mean, mean.low, mean.high};
        count++;
    }
    dx_svg_intervals(rows, count, false, out);
    for (unsigned i = 0; i < count; i++)
        dx_free(names[i]);
    dx_free(names);
    dx_free(rows);
}

// How often each score of the first entry (or the team) occurred.
static void add_spread(const dx_summary *s, unsigned lineup, dx_text *out)
{
    const dx_schedule *schedule = s->schedule;
    int low = (int)s->range.low;
    double width = s->range.high - s->range.low + 1;
    if (width > BARS_MAX || s->lineups[lineup].games == 0)
        return;
    unsigned counts[BARS_MAX] = {0};
    for (unsigned game = 0; game < schedule->games; game++) {
        unsigned rotations = schedule->lineups[lineup].rotations;
        dx_game_key key = {lineup, game / rotations, game % rotations};
        if (dx_results_has(s->results, key))
            counts[dx_results_at(s->results, key).score[0] - low]++;
    }
    char *name = entry_name(s, lineup, 0);
    dx_text_printf(out, "<h3>Line-up %u: scores of ", lineup + 1);
    dx_html_add(out, name);
    dx_text_add(out, "</h3>\n");
    dx_free(name);
    dx_svg_bars(counts, (unsigned)width, low, out);
}

static void add_cross(const dx_summary *s, dx_text *out)
{
    const dx_cross *cross = &s->cross;
    if (cross->count == 0)
        return;
    double low = INFINITY, high = -INFINITY;
    for (unsigned i = 0; i < cross->count * cross->count; i++) {
        low = fmin(low, cross->cell[i].mean);
        high = fmax(high, cross->cell[i].mean);
    }
    dx_text_add(out, "<h2>Cross-play</h2>\n<p>The score of the agent at the "
                     "left at a table full of the agent above.</p>\n"
                     "<table><tr><th></th>");
    for (unsigned i = 0; i < cross->count; i++) {
        dx_text_add(out, "<th>");
        dx_html_add(out, dx_label_of(&s->labels, cross->name[i]));
        dx_text_add(out, "</th>");
    }
    dx_text_add(out, "</tr>\n");
    for (unsigned row = 0; row < cross->count; row++) {
        dx_text_add(out, "<tr><td>");
        dx_html_add(out, dx_label_of(&s->labels, cross->name[row]));
        dx_text_add(out, "</td>");
        for (unsigned i = 0; i < cross->count; i++) {
            dx_mean cell = cross->cell[row * cross->count + i];
            double part = high > low ? (cell.mean - low) / (high - low) : 0;
            dx_text_printf(out,
                           "<td style=\"background:rgba(42,127,184,%.2f)\">"
                           "%.4g &plusmn; %.3g</td>",
                           0.6 * part, cell.mean, cell.half);
        }
        dx_text_add(out, "</tr>\n");
    }
    dx_text_add(out, "</table>\n");
}

// One deal that two line-ups have both played.
typedef struct gap {
    unsigned deal;
    double score; // the difference
} gap;
typedef DX_VECTOR(gap) gap_list;

static void find_gaps(const dx_summary *s, const dx_difference *d,
                      gap_list *gaps)
{
    for (unsigned deal = 0; deal < s->schedule->games; deal++) {
        dx_cluster one, other;
        if (dx_results_has_deal(s->results, d->one, deal) &&
            dx_results_has_deal(s->results, d->other, deal) &&
            dx_summary_deal(s->results, d->one, deal, 0, &one) &&
            dx_summary_deal(s->results, d->other, deal, 0, &other))
            dx_vector_push(gaps, (gap){deal, one.sum / one.count -
                                                 other.sum / other.count});
    }
}

// The mean as it stood after some of the deals, with a plain normal band.
static void add_curve(const gap_list *gaps, dx_text *out)
{
    dx_svg_point points[CURVE_POINTS + 1];
    unsigned count = 0;
    size_t every = gaps->count / CURVE_POINTS + 1;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < gaps->count; i++) {
        double n = (double)i + 1;
        sum += gaps->at[i].score;
        squares += gaps->at[i].score * gaps->at[i].score;
        if (i == 0 || (i + 1) % every != 0)
            continue;
        double spread = fmax(0, squares - sum * sum / n) / (n - 1);
        points[count++] =
            (dx_svg_point){n, sum / n, dx_student(n - 1) * sqrt(spread / n)};
    }
    dx_svg_curve(points, count, out);
}

static int by_size(const void *a, const void *b)
{
    const gap *x = a, *y = b;
    double dx = fabs(x->score), dy = fabs(y->score);
    return dx != dy ? (dx < dy) - (dx > dy)
                    : (x->deal > y->deal) - (x->deal < y->deal);
}

// Where a game can be seen: its record, or the command that tells it again.
static void add_game(const dx_summary *s, dx_game_key key, bool has_records,
                     dx_text *out)
{
    const dx_schedule *schedule = s->schedule;
    if (has_records) {
        dx_text name = {0};
        dx_run_record_name(key, &name);
        dx_text_printf(out, "<a href=\"records/%s\">line-up %u</a>",
                       dx_text_string(&name), key.lineup + 1);
        dx_text_release(&name);
        return;
    }
    dx_text rules = {0};
    dx_rules_print_short(&schedule->rules, &rules);
    dx_text_add(out, "<code>doxa match '");
    dx_html_add(out, dx_text_string(&rules));
    dx_text_add(out, "' --seats '");
    for (unsigned place = 0; place < dx_players(&schedule->rules); place++) {
        unsigned entry = dx_entry_at(schedule, key.rotation, place);
        dx_text_add(out, place > 0 ? "," : "");
        dx_html_add(out, schedule->lineups[key.lineup].name[entry]);
    }
    dx_text_printf(out, "' --seed %" PRIu64 " --deal %u</code>", schedule->seed,
                   key.deal);
    dx_text_release(&rules);
}

static void add_gaps(const dx_summary *s, const dx_difference *d,
                     gap_list *gaps, bool has_records, dx_text *out)
{
    if (gaps->count == 0)
        return;
    qsort(gaps->at, gaps->count, sizeof *gaps->at, by_size);
    dx_text_add(out, "<table><tr><th>deal</th><th>difference</th><th "
                     "class=\"name\">the games</th></tr>\n");
    for (size_t i = 0; i < gaps->count && i < DEALS_SHOWN; i++) {
        if (gaps->at[i].score == 0)
            break;
        dx_text_printf(out, "<tr><td>%u</td><td>%+.4g</td><td class=\"name\">",
                       gaps->at[i].deal, gaps->at[i].score);
        add_game(s, (dx_game_key){d->one, gaps->at[i].deal, 0}, has_records,
                 out);
        dx_text_add(out, "<br>");
        add_game(s, (dx_game_key){d->other, gaps->at[i].deal, 0}, has_records,
                 out);
        dx_text_add(out, "</td></tr>\n");
    }
    dx_text_add(out, "</table>\n");
}

static void add_difference(const dx_summary *s, const dx_difference *d,
                           bool has_records, dx_text *out)
{
    gap_list gaps = {0};
    find_gaps(s, d, &gaps);
    dx_text_printf(out,
                   "<h3>Line-up %u minus line-up %u</h3>\n<p>%.4g &plusmn; "
                   "%.3g over %zu deal%s%s.</p>\n",
                   d->one + 1, d->other + 1, d->score[0].mean, d->score[0].half,
                   d->score[0].clusters, dx_plural(d->score[0].clusters),
                   s->columns > 1 ? ", the first entries compared" : "");
    add_curve(&gaps, out);
    add_gaps(s, d, &gaps, has_records, out);
    dx_vector_release(&gaps);
}

static void add_sprt(const dx_summary *s, dx_text *out)
{
    if (s->sprt == NULL)
        return;
    dx_text why = {0};
    dx_sprt_explain(s->sprt, &why);
    dx_text_add(out, "<p>Sequential test: ");
    dx_html_add(out, dx_text_string(&why));
    dx_text_add(out, ".</p>\n");
    dx_text_release(&why);
}

void dx_summary_html(const dx_summary *s, bool has_records, dx_text *out)
{
    dx_text rules = {0};
    dx_rules_print(&s->schedule->rules, &rules);
    dx_text_printf(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">"
        "\n<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<title>%s tournament</title>\n%s<h1>A tournament of "
        "%s</h1>\n<p><code>",
        s->schedule->rules.game->name, style, s->schedule->rules.game->name);
    dx_html_add(out, dx_text_string(&rules));
    dx_text_printf(out, "</code>, %u game%s a line-up, seed %" PRIu64 ".</p>\n",
                   s->schedule->games, dx_plural(s->schedule->games),
                   s->schedule->seed);
    dx_text_release(&rules);
    add_sprt(s, out);
    add_table(s, out);
    add_programs(s, out);
    add_all_incidents(s, out);
    add_means(s, out);
    add_cross(s, out);
    if (s->difference_count > 0)
        dx_text_add(out, "<h2>Deal by deal</h2>\n");
    for (unsigned i = 0; i < s->difference_count; i++)
        add_difference(s, &s->differences[i], has_records, out);
    dx_text_add(out, "<h2>Scores</h2>\n");
    for (unsigned i = 0; i < s->schedule->lineup_count; i++)
        add_spread(s, i, out);
    dx_text_add(out, "</html>\n");
}
