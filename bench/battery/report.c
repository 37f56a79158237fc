#include "report.h"

#include "floors.h"

#include <string.h>

static const char heading[] =
    "                                               worst"
    "             milliseconds\n"
    "game     assuming group          asked decided  form    median"
    "      95 %       max    MB  floor\n";

// Writes "a group" or "a form" of a game, if anything was asked of it.
static void add_row(const dx_report *r, dx_selection s, const char *name,
                    dx_text *out)
{
    dx_figures f = dx_results_figures(r->results, &s);
    if (f.asked == 0)
        return;
    dx_text_printf(out,
                   "%-8s %-8s %-14s %5u %6.1f %6.1f %9.3f %9.3f %9.3f %5.0f  ",
                   s.game->name, s.assumption, name, f.asked, f.share * 100,
                   f.worst_share * 100, f.median, f.p95, f.most, f.peak);
    const dx_floor_line *line = dx_floor_for(
        s.game, s.form != NULL ? s.form->group : s.group, s.assumption);
    if (line != NULL)
        dx_floor_verdict(dx_floor_of(line, s.game), &f, out);
    else
        dx_text_add(out, "-");
    dx_text_add(out, "\n");
}

static void add_rows(const dx_report *r, const dx_battery_game *game,
                     dx_text *out)
{
    dx_text_add(out, heading);
    for (unsigned i = 0; r->options->assumptions[i] != NULL; i++)
        for (const dx_form *form = dx_forms; form->pattern != NULL; form++) {
            dx_selection s = {.game = game,
                              .assumption = r->options->assumptions[i]};
            if (r->options->by_form) {
                s.form = form;
                add_row(r, s, form->name, out);
            } else if (dx_form_begins_group(form)) {
                s.group = form->group;
                add_row(r, s, form->group, out);
            }
        }
}

static void add_answers(const dx_report *r, const dx_battery_game *game,
                        dx_text *out)
{
    dx_figures f =
        dx_results_figures(r->results, &(dx_selection){.game = game});
    dx_text_printf(out, "%s: %u yes, %u no, %u open, %u undecided", game->name,
                   f.answers[DX_ANSWER_YES], f.answers[DX_ANSWER_NO],
                   f.answers[DX_ANSWER_OPEN], f.answers[DX_ANSWER_UNDECIDED]);
    dx_text_printf(out,
                   " (%u stopped for time, %u for memory); %u rounded, "
                   "%u sampled\n",
                   f.late, f.large, f.rounded, f.sampled);
}

// One question, so that it can be asked again.
static void add_question(const dx_report *r, const dx_asked *a, dx_text *out)
{
    dx_text_printf(out, "  %9.3f ms %4.0f MB  %s, %s\n", a->toll.seconds * 1e3,
                   (double)a->toll.bytes / (1 << 20), a->form->name,
                   dx_truth_text(a->truth));
    dx_text_printf(out,
                   "    --game %s --seed %u --position %u --assume %s --ask "
                   "'%s'\n",
                   a->game->name, r->options->seed, a->position, a->assumption,
                   a->text);
    if (a->why != NULL)
        dx_text_printf(out, "    %s\n",
                       a->why[0] != '\0' ? a->why
                       : a->toll.late    ? "stopped for its time"
                       : a->toll.large   ? "stopped for its memory"
                                         : "no reason given");
}

// The next slower question of another form than those shown; NULL: none.
static const dx_asked *slowest_but(const dx_report *r,
                                   const dx_battery_game *game,
                                   const bool *form_is_shown)
{
    const dx_asked *slowest = NULL;
    for (size_t i = 0; i < r->results->asked.count; i++) {
        const dx_asked *a = &r->results->asked.at[i];
        if (a->game == game && !form_is_shown[a->form - dx_forms] &&
            (slowest == NULL || a->toll.seconds > slowest->toll.seconds))
            slowest = a;
    }
    return slowest;
}

static void add_slowest(const dx_report *r, const dx_battery_game *game,
                        dx_text *out)
{
    bool form_is_shown[256] = {false};
    dx_text_add(out, "slowest, one of a form:\n");
    for (unsigned i = 0; i < r->options->slowest; i++) {
        const dx_asked *a = slowest_but(r, game, form_is_shown);
        if (a == NULL)
            break;
        form_is_shown[a->form - dx_forms] = true;
        add_question(r, a, out);
    }
}

static bool is_new_reason(const dx_report *r, size_t i)
{
    const dx_asked *a = &r->results->asked.at[i];
    for (size_t j = 0; j < i; j++) {
        const dx_asked *b = &r->results->asked.at[j];
        if (b->game == a->game && b->form == a->form && b->why != NULL)
            return false;
    }
    return true;
}

static void add_undecided(const dx_report *r, const dx_battery_game *game,
                          dx_text *out)
{
    unsigned shown = 0;
    for (size_t i = 0;
         i < r->results->asked.count && shown < r->options->slowest; i++) {
        const dx_asked *a = &r->results->asked.at[i];
        if (a->game != game || a->why == NULL || !is_new_reason(r, i))
            continue;
        if (shown++ == 0)
            dx_text_add(out, "undecided, the first of a form:\n");
        add_question(r, a, out);
    }
}

void dx_report_game(const dx_report *r, const dx_battery_game *game,
                    dx_text *out)
{
    add_rows(r, game, out);
    add_answers(r, game, out);
    add_slowest(r, game, out);
    add_undecided(r, game, out);
    dx_text_add(out, "\n");
}

// Is every group of the line met, as far as something was asked?
static bool is_met(const dx_report *r, const dx_floor_line *line,
                   dx_selection s, bool *any)
{
    bool met = true;
    for (unsigned i = 0; i < 4 && line->groups[i] != NULL; i++) {
        s.group = line->groups[i];
        dx_figures f = dx_results_figures(r->results, &s);
        if (f.asked == 0 || dx_floor_for(s.game, s.group, s.assumption) != line)
            continue;
        dx_text verdict = {0};
        met &= dx_floor_verdict(dx_floor_of(line, s.game), &f, &verdict);
        dx_text_release(&verdict);
        *any = true;
    }
    return met;
}

static void add_floor(const dx_report *r, const dx_floor_line *line,
                      const dx_battery_game *game, dx_text *out)
{
    bool met = true, any = false;
    for (unsigned i = 0; r->options->assumptions[i] != NULL; i++)
        met &= is_met(r, line,
                      (dx_selection){.game = game,
                                     .assumption = r->options->assumptions[i]},
                      &any);
    dx_text_printf(out, " %8s", !any ? "-" : met ? "met" : "not");
}

bool dx_report_has(const dx_report *r, const dx_battery_game *game)
{
    for (size_t i = 0; i < r->results->asked.count; i++)
        if (r->results->asked.at[i].game == game)
            return true;
    return false;
}

void dx_report_floors(const dx_report *r, dx_text *out)
{
    dx_text_printf(out, "%-22s", "floors");
    for (const dx_battery_game *g = dx_battery_games; g->name != NULL; g++)
        if (dx_report_has(r, g))
            dx_text_printf(out, " %8s", g->name);
    dx_text_add(out, "\n");
    for (const dx_floor_line *l = dx_floor_lines; l->name != NULL; l++) {
        dx_text_printf(out, "%-22s", l->name);
        for (const dx_battery_game *g = dx_battery_games; g->name != NULL; g++)
            if (dx_report_has(r, g))
                add_floor(r, l, g, out);
        dx_text_add(out, "\n");
    }
}
