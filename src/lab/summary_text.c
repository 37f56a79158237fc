// The summary for people: a table within 80 columns, long names cut, and below
// it what went wrong, the differences, cross-play and which program is which.

#include "base/wrap.h"
#include "lab/summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// `name` in exactly DX_LABEL_COLUMNS columns.
static void add_name(dx_text *out, const char *name)
{
    dx_text label = {0};
    dx_label_fit(name, DX_LABEL_COLUMNS, &label);
    const char *text = dx_text_string(&label);
    dx_text_printf(out, "%s%*s", text,
                   (int)(DX_LABEL_COLUMNS - dx_label_columns(text)), "");
    dx_text_release(&label);
}

// `mark` and a number with up to two decimals.
static void add_short(dx_text *out, char mark, double number)
{
    char digits[40];
    int length = snprintf(digits, sizeof digits, "%.2f", number);
    while (digits[length - 1] == '0')
        length--;
    length -= digits[length - 1] == '.';
    dx_text_printf(out, "%c%.*s", mark, length, digits);
}

// The half-width of an interval that is as wide on both sides; where the rules
// cut one side off, both ends.
static void add_mean(dx_text *out, dx_mean mean)
{
    double below = mean.mean - mean.low, above = mean.high - mean.mean;
    if (mean.clusters == 0) {
        dx_text_printf(out, " %8s  %7s", "-", "-");
    } else if (fabs(above - mean.half) < 1e-9 &&
               fabs(below - mean.half) < 1e-9) {
        dx_text_printf(out, " %8.3f ±%7.3f", mean.mean, mean.half);
    } else {
        dx_text ends = {0};
        add_short(&ends, '[', mean.low);
        add_short(&ends, ',', mean.high);
        dx_text_add_char(&ends, ']');
        dx_text_printf(out, " %8.3f %8s", mean.mean, dx_text_string(&ends));
        dx_text_release(&ends);
    }
}

static void add_share(dx_text *out, dx_share share, unsigned games)
{
    if (games == 0) {
        dx_text_printf(out, " %5s  %12s", "-", "-");
        return;
    }
    dx_text_printf(out, " %5.1f%% [%4.1f,%5.1f]", 100 * share.share,
                   100 * share.low, 100 * share.high);
}

// The name of an entry, or of the whole team.
static void add_entry(const dx_summary *s, unsigned lineup, unsigned entry,
                      dx_text *out)
{
    char *const *names = s->schedule->lineups[lineup].name;
    unsigned players = dx_players(&s->schedule->rules);
    dx_text name = {0};
    for (unsigned i = entry; i < (s->columns == 1 ? players : entry + 1); i++)
        dx_text_printf(&name, "%s%s", i > entry ? "," : "",
                       dx_label_of(&s->labels, names[i]));
    if (s->columns == 1 && s->schedule->lineups[lineup].rotations == 1) {
        dx_text_clear(&name);
        dx_text_printf(&name, "%s x%u", dx_label_of(&s->labels, names[0]),
                       players);
    }
    add_name(out, dx_text_string(&name));
    dx_text_release(&name);
}

// What went wrong, of each kind the first game.
static void add_incidents(const dx_summary *s, unsigned lineup, dx_text *out)
{
    dx_incident incident;
    dx_text words = {0};
    for (unsigned at = 0; dx_summary_incident(s, lineup, &at, &incident);) {
        dx_text_clear(&words);
        dx_text_printf(
            &words, "%s in deal %u, rotation %u, by %s: %s",
            incident.ending == DX_END_MISSING ? "no game"
                                              : dx_ending_text(incident.ending),
            incident.key.deal, incident.key.rotation,
            dx_label_of(&s->labels,
                        s->schedule->lineups[lineup].name[incident.entry]),
            incident.why);
        dx_wrap wrap = {.out = out, .indent = 8};
        dx_wrap_add(&wrap, "      first");
        dx_wrap_words(&wrap, dx_text_string(&words));
        dx_wrap_end(&wrap);
    }
    dx_text_release(&words);
}

static void add_lineup(const dx_summary *s, unsigned lineup, dx_text *out)
{
    const dx_lineup_summary *l = &s->lineups[lineup];
    for (unsigned i = 0; i < s->columns; i++) {
        if (i == 0)
            dx_text_printf(out, "%3u ", lineup + 1);
        else
            dx_text_add(out, "    ");
        add_entry(s, lineup, i, out);
        add_mean(out, l->score[i]);
        add_share(out, l->won[i], l->games);
        if (s->columns > 1 && l->games > 0)
            dx_text_printf(out, " %5.1f%%", 100 * l->sole[i].share);
        dx_text_add(out, "\n");
    }
    for (dx_ending e = DX_END_ILLEGAL; e <= DX_END_CUT; e++)
        if (dx_results_ended(s->results, lineup, e) > 0)
            dx_text_printf(out, "    games that ended as %s: %u\n",
                           dx_ending_text(e),
                           dx_results_ended(s->results, lineup, e));
    if (dx_results_missed(s->results, lineup) > 0)
        dx_text_printf(out,
                       "    games not played, as a program did not start: %u\n",
                       dx_results_missed(s->results, lineup));
    add_incidents(s, lineup, out);
}

// Which program stands behind which name.
static void add_programs(const dx_summary *s, dx_text *out)
{
    dx_text words = {0};
    const char *before = "\n";
    for (unsigned i = 0; i < s->labels.count; i++) {
        const dx_label *label = &s->labels.at[i];
        if (strcmp(label->label, label->name) == 0)
            continue;
        dx_text_clear(&words);
        dx_text_add_shown(&words, label->name);
        dx_text_printf(out, "%s%s is %s\n", before, label->label,
                       dx_text_string(&words));
        before = "";
    }
    dx_text_release(&words);
}

static void add_differences(const dx_summary *s, dx_text *out)
{
    if (s->difference_count == 0)
        return;
    dx_text_add(out, "\nper deal, the first line-up minus the second\n");
    for (unsigned d = 0; d < s->difference_count; d++) {
        const dx_difference *gap = &s->differences[d];
        for (unsigned i = 0; i < s->columns; i++) {
            if (i == 0)
                dx_text_printf(out, "%3u - %-3u", gap->one + 1, gap->other + 1);
            else
                dx_text_printf(out, "%9s", "");
            if (s->columns > 1)
                dx_text_printf(out, " entry %u", i + 1);
            add_mean(out, gap->score[i]);
            dx_text_printf(out, "  %zu deal%s\n", gap->score[i].clusters,
                           dx_plural(gap->score[i].clusters));
        }
    }
}

static void add_cross(const dx_summary *s, dx_text *out)
{
    const dx_cross *cross = &s->cross;
    if (cross->count == 0)
        return;
    dx_text_add(out, "\nthe agent at the left with a table full of agent\n");
    dx_text_printf(out, "%*s", 4 + DX_LABEL_COLUMNS, "");
    for (unsigned i = 0; i < cross->count; i++)
        dx_text_printf(out, " %7u", i + 1);
    dx_text_add(out, "\n");
    for (unsigned row = 0; row < cross->count; row++) {
        dx_text_printf(out, "%3u ", row + 1);
        add_name(out, dx_label_of(&s->labels, cross->name[row]));
        for (unsigned i = 0; i < cross->count; i++)
            dx_text_printf(out, " %7.3f",
                           cross->cell[row * cross->count + i].mean);
        dx_text_add(out, "\n");
    }
}

void dx_summary_text(const dx_summary *s, dx_text *out)
{
    dx_rules_print_short(&s->schedule->rules, out);
    dx_text_printf(out, ": %u game%s a line-up, seed %" PRIu64 "\n\n",
                   s->schedule->games, dx_plural(s->schedule->games),
                   s->schedule->seed);
    dx_text_printf(out, "    %-*s    score     95%%       won    95%%",
                   DX_LABEL_COLUMNS, "line-up");
    dx_text_add(out, s->columns > 1 ? "        alone\n" : "\n");
    for (unsigned i = 0; i < s->schedule->lineup_count; i++) {
        if (s->lineups[i].games < s->schedule->games)
            dx_text_printf(out, "    only %u game%s of line-up %u:\n",
                           s->lineups[i].games, dx_plural(s->lineups[i].games),
                           i + 1);
        add_lineup(s, i, out);
    }
    add_differences(s, out);
    add_cross(s, out);
    add_programs(s, out);
    if (s->sprt != NULL) {
        dx_text_add(out, "\n");
        dx_sprt_explain(s->sprt, out);
        dx_text_add(out, "\n");
    }
}
