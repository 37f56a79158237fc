// The summary for a terminal: a block a line-up, differences, the cross table,
// and what a sequential test has to say.

#include "lab/summary.h"

#include <inttypes.h>
#include <string.h>

enum { NAME_COLUMNS = 26 };

// `name` in exactly NAME_COLUMNS columns.
static void add_name(dx_text *out, const char *name)
{
    if (strlen(name) <= NAME_COLUMNS)
        dx_text_printf(out, "%-*s", NAME_COLUMNS, name);
    else
        dx_text_printf(out, "%.*s..", NAME_COLUMNS - 2, name);
}

static void add_mean(dx_text *out, dx_mean mean)
{
    if (mean.clusters == 0)
        dx_text_printf(out, " %8s  %7s", "-", "-");
    else
        dx_text_printf(out, " %8.3f ±%7.3f", mean.mean, mean.half);
}

static void add_share(dx_text *out, dx_share share)
{
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
        dx_text_printf(&name, "%s%s", i > entry ? "," : "", names[i]);
    if (s->columns == 1 && s->schedule->lineups[lineup].rotations == 1) {
        dx_text_clear(&name);
        dx_text_printf(&name, "%s x%u", names[0], players);
    }
    add_name(out, dx_text_string(&name));
    dx_text_release(&name);
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
        add_share(out, l->won[i]);
        if (s->columns > 1)
            dx_text_printf(out, " %5.1f%%", 100 * l->sole[i].share);
        dx_text_add(out, "\n");
    }
    for (dx_ending e = DX_END_ILLEGAL; e <= DX_END_CUT; e++)
        if (dx_results_ended(s->results, lineup, e) > 0)
            dx_text_printf(out, "    games that ended as %s: %u\n",
                           dx_ending_text(e),
                           dx_results_ended(s->results, lineup, e));
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
            dx_text_printf(out, "  %zu deals\n", gap->score[i].clusters);
        }
    }
}

static void add_cross(const dx_cross *cross, dx_text *out)
{
    if (cross->count == 0)
        return;
    dx_text_add(out, "\nthe agent at the left with a table full of agent\n");
    dx_text_printf(out, "%*s", 4 + NAME_COLUMNS, "");
    for (unsigned i = 0; i < cross->count; i++)
        dx_text_printf(out, " %7u", i + 1);
    dx_text_add(out, "\n");
    for (unsigned row = 0; row < cross->count; row++) {
        dx_text_printf(out, "%3u ", row + 1);
        add_name(out, cross->name[row]);
        for (unsigned i = 0; i < cross->count; i++)
            dx_text_printf(out, " %7.3f",
                           cross->cell[row * cross->count + i].mean);
        dx_text_add(out, "\n");
    }
}

void dx_summary_text(const dx_summary *s, dx_text *out)
{
    dx_rules_print_short(&s->schedule->rules, out);
    dx_text_printf(out, ": %u games a line-up, seed %" PRIu64 "\n\n",
                   s->schedule->games, s->schedule->seed);
    dx_text_printf(out, "    %-*s    score     95%%       won    95%%",
                   NAME_COLUMNS, "line-up");
    dx_text_add(out, s->columns > 1 ? "        alone\n" : "\n");
    for (unsigned i = 0; i < s->schedule->lineup_count; i++) {
        if (s->lineups[i].games < s->schedule->games)
            dx_text_printf(out, "    only %u games of line-up %u:\n",
                           s->lineups[i].games, i + 1);
        add_lineup(s, i, out);
    }
    add_differences(s, out);
    add_cross(&s->cross, out);
    if (s->sprt != NULL) {
        dx_text_add(out, "\n");
        dx_sprt_explain(s->sprt, out);
        dx_text_add(out, "\n");
    }
}
