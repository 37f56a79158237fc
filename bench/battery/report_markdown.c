// The table of docs/ask.md: a row for each group of forms, a column for each
// game.

#include "report.h"

#include "floors.h"

#include <string.h>

static void add_heading(const dx_report *r, dx_text *out)
{
    dx_text_add(out, "\n| forms |");
    for (const dx_battery_game *g = dx_battery_games; g->name != NULL; g++)
        if (dx_report_has(r, g))
            dx_text_printf(out, " %s |", g->name);
    dx_text_add(out, "\n| --- |");
    for (const dx_battery_game *g = dx_battery_games; g->name != NULL; g++)
        if (dx_report_has(r, g))
            dx_text_add(out, " --- |");
    dx_text_add(out, "\n");
}

// Two digits that count.
static void add_time(double ms, dx_text *out)
{
    dx_text_printf(out, "%.*f", ms >= 9.95 ? 0 : ms >= 0.995 ? 1 : 2, ms);
}

static void add_cell(const dx_report *r, dx_selection s, dx_text *out)
{
    dx_figures f = dx_results_figures(r->results, &s);
    const dx_floor_line *line = dx_floor_for(s.game, s.group, s.assumption);
    dx_text verdict = {0};
    if (f.asked == 0) {
        dx_text_add(out, " |");
        return;
    }
    bool met = line == NULL ||
               dx_floor_verdict(dx_floor_of(line, s.game), &f, &verdict);
    dx_text_release(&verdict);
    if (f.share < 1)
        dx_text_printf(out, " %.1f %%;", f.share * 100);
    dx_text_add(out, met ? " " : " *");
    add_time(f.median, out);
    dx_text_add(out, " / ");
    add_time(f.p95, out);
    dx_text_add(out, " / ");
    add_time(f.most, out);
    dx_text_add(out, met ? " |" : "* |");
}

static void add_row(const dx_report *r, dx_selection s, dx_text *out)
{
    if (dx_results_figures(r->results, &s).asked == 0)
        return;
    bool is_none = strcmp(s.assumption, "none") == 0;
    dx_text_printf(out, "| %s%s%s |", s.group, is_none ? "" : ", ",
                   is_none ? "" : s.assumption);
    for (s.game = dx_battery_games; s.game->name != NULL; s.game++)
        if (dx_report_has(r, s.game))
            add_cell(r, s, out);
    dx_text_add(out, "\n");
}

void dx_report_markdown(const dx_report *r, dx_text *out)
{
    add_heading(r, out);
    for (unsigned i = 0; r->options->assumptions[i] != NULL; i++)
        for (const dx_form *form = dx_forms; form->pattern != NULL; form++)
            if (dx_form_begins_group(form))
                add_row(r,
                        (dx_selection){.assumption = r->options->assumptions[i],
                                       .group = form->group},
                        out);
}
