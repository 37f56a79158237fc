// The same figures for programs: one object with a row for each game,
// assumption and form, and every question that was not decided or was slow.

#include "report.h"

#include "floors.h"

#include <stdio.h>

enum { SLOW_MS = 100 };

static void add_figures(const dx_figures *f, dx_text *out)
{
    dx_text_printf(out,
                   "\"asked\":%u,\"yes\":%u,\"no\":%u,\"open\":%u,"
                   "\"undecided\":%u,\"rounded\":%u,\"sampled\":%u,"
                   "\"late\":%u,\"large\":%u",
                   f->asked, f->answers[DX_ANSWER_YES],
                   f->answers[DX_ANSWER_NO], f->answers[DX_ANSWER_OPEN],
                   f->answers[DX_ANSWER_UNDECIDED], f->rounded, f->sampled,
                   f->late, f->large);
    dx_text_printf(out,
                   ",\"median_ms\":%.4f,\"p95_ms\":%.4f,\"max_ms\":%.4f,"
                   "\"peak_mb\":%.1f",
                   f->median, f->p95, f->most, f->peak);
}

static void add_member(dx_text *out, const char *name, const char *value)
{
    dx_text_printf(out, "\"%s\":", name);
    dx_text_add_json(out, value);
    dx_text_add_char(out, ',');
}

static void add_row(const dx_report *r, const dx_selection *s, const char **sep,
                    dx_text *out)
{
    dx_figures f = dx_results_figures(r->results, s);
    if (f.asked == 0)
        return;
    dx_text_printf(out, "%s\n  {", *sep);
    *sep = ",";
    add_member(out, "game", s->game->name);
    add_member(out, "assumption", s->assumption);
    add_member(out, "group", s->form->group);
    add_member(out, "form", s->form->name);
    add_figures(&f, out);
    const dx_floor_line *line =
        dx_floor_for(s->game, s->form->group, s->assumption);
    if (line != NULL) {
        dx_text verdict = {0};
        dx_floor_verdict(dx_floor_of(line, s->game), &f, &verdict);
        dx_text_add(out, ",\"floor\":");
        dx_text_add_json(out, line->name);
        dx_text_add(out, ",\"verdict\":");
        dx_text_add_json(out, dx_text_string(&verdict));
        dx_text_release(&verdict);
    }
    dx_text_add(out, "}");
}

static void add_rows(const dx_report *r, dx_text *out)
{
    const char *sep = "";
    for (const dx_battery_game *g = dx_battery_games; g->name != NULL; g++)
        for (unsigned i = 0; r->options->assumptions[i] != NULL; i++)
            for (const dx_form *f = dx_forms; f->pattern != NULL; f++)
                add_row(
                    r,
                    &(dx_selection){.game = g,
                                    .assumption = r->options->assumptions[i],
                                    .form = f},
                    &sep, out);
}

static void add_question(const dx_asked *a, dx_text *out)
{
    dx_text_add(out, "{");
    add_member(out, "game", a->game->name);
    add_member(out, "assumption", a->assumption);
    add_member(out, "form", a->form->name);
    add_member(out, "formula", a->text);
    add_member(out, "truth", dx_truth_text(a->truth));
    if (a->why != NULL)
        add_member(out, "why", a->why);
    dx_text_printf(out,
                   "\"position\":%u,\"turn\":%u,\"seat\":%u,\"ms\":%.4f,"
                   "\"mb\":%.1f}",
                   a->position, a->turn, a->seat + 1, a->toll.seconds * 1e3,
                   (double)a->toll.bytes / (1 << 20));
}

static void add_questions(const dx_report *r, dx_text *out)
{
    const char *sep = "";
    for (size_t i = 0; i < r->results->asked.count; i++) {
        const dx_asked *a = &r->results->asked.at[i];
        if (a->why == NULL && a->toll.seconds * 1e3 < SLOW_MS)
            continue;
        dx_text_printf(out, "%s\n  ", sep);
        sep = ",";
        add_question(a, out);
    }
}

void dx_report_json(const dx_report *r, dx_text *out)
{
    dx_text_printf(out, "{\"seed\":%u,\"seconds\":%g,\"megabytes\":%u,",
                   r->options->seed, r->options->seconds,
                   r->options->megabytes);
    dx_text_add(out, "\n \"rows\":[");
    add_rows(r, out);
    dx_text_add(out, "],\n \"questions\":[");
    add_questions(r, out);
    dx_text_add(out, "]}\n");
}
