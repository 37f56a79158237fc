// The question battery: random questions of every form, asked at moments of
// games that agents have played at full size; how many are answered, and what
// an answer costs.
//
// usage: doxa-battery [options]; --help lists them.

#include "ablate.h"
#include "asking.h"
#include "lens.h"
#include "report.h"

#include "base/memory.h"
#include "game/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(dx_text *text)
{
    fputs(dx_text_string(text), stdout);
    fflush(stdout);
    dx_text_release(text);
}

static bool write(const char *path, const char *text)
{
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (file == NULL)
        return false;
    bool fine = fputs(text, file) >= 0;
    return (file == stdout ? fflush(file) : fclose(file)) == 0 && fine;
}

static dx_status write_json(const dx_report *report, dx_error *error)
{
    dx_text text = {0};
    const char *path = report->options->json;
    dx_report_json(report, &text);
    bool fine = write(path, dx_text_string(&text));
    dx_text_release(&text);
    return fine ? DX_OK
                : dx_fail(error, DX_ERR_FILE, 0, 0, "cannot write %s", path);
}

static dx_status run(dx_battery *b, dx_error *error)
{
    const char *json = b->options->json;
    bool prints = json == NULL || strcmp(json, "-") != 0;
    dx_report report = {.options = b->options, .results = &b->results};
    for (const dx_battery_game *g = dx_battery_games; g->name != NULL; g++) {
        if (!dx_battery_wants(b, g))
            continue;
        dx_status status = b->options->ablate
                               ? dx_battery_ablate(b, g, error)
                               : dx_battery_ask_game(b, g, error);
        if (status != DX_OK)
            return status;
        if (b->options->ablate)
            continue;
        dx_text text = {0};
        dx_report_game(&report, g, &text);
        if (prints)
            print(&text);
        dx_text_release(&text);
    }
    if (b->options->ablate)
        return DX_OK;
    dx_text text = {0};
    dx_report_floors(&report, &text);
    if (b->options->markdown)
        dx_report_markdown(&report, &text);
    if (prints)
        print(&text);
    dx_text_release(&text);
    return json != NULL ? write_json(&report, error) : DX_OK;
}

// One position: its record, or one question.
static void print_position(const dx_position *p)
{
    printf("%s, %s, seed %llu, position %u: turn %u of %u, seat %u\n",
           p->game->rules, p->party, (unsigned long long)p->seed, p->number,
           p->turn, p->turns, p->seat + 1);
}

static void print_record(const dx_position *p)
{
    dx_text text = {0};
    dx_record_writer *writer = dx_record_writer_new(&p->rules, NULL);
    dx_record_write(writer, p->match, &text);
    print(&text);
    dx_record_writer_free(writer);
}

static void print_asked(const dx_asked *a)
{
    printf("%s  %.3f ms, %.1f MB%s%s\n", dx_truth_text(a->truth),
           a->toll.seconds * 1e3, (double)a->toll.bytes / (1 << 20),
           a->why != NULL ? "  " : "", a->why != NULL ? a->why : "");
}

static void ask_again(dx_battery *b, const dx_position *p,
                      const dx_assumption *assumption)
{
    dx_formulas *store = dx_formulas_new();
    dx_asked asked = {.game = p->game,
                      .assumption = b->options->assumptions[0],
                      .form = dx_forms,
                      .position = p->number,
                      .text = dx_copy_text(b->options->formula)};
    dx_battery_ask(b, p, assumption, store, &asked);
    print_asked(&b->results.asked.at[b->results.asked.count - 1]);
    dx_formulas_free(store);
}

static dx_status ask_once(dx_battery *b, const dx_battery_game *game,
                          dx_error *error)
{
    const dx_options *o = b->options;
    dx_position p;
    dx_assumption assumption;
    dx_status status = dx_position_init(&p, game, o->seed, b->first, error);
    if (status != DX_OK)
        return status;
    if (o->record)
        print_record(&p);
    else
        print_position(&p);
    status = dx_position_assume(&p, o->assumptions[0], &assumption, error);
    if (status == DX_OK && o->formula != NULL)
        for (unsigned i = 0; i < o->repeat; i++)
            ask_again(b, &p, &assumption);
    dx_position_release(&p);
    return status;
}

static void list(void)
{
    for (const dx_battery_game *g = dx_battery_games; g->name != NULL; g++) {
        printf("%-10s %-20s", g->name, g->rules);
        for (unsigned i = 0; i < DX_PARTIES_MAX && g->parties[i] != NULL; i++)
            printf("%s %s", i == 0 ? "" : ",", g->parties[i]);
        printf("\n");
    }
    for (const dx_form *form = dx_forms; form->pattern != NULL; form++)
        printf("%-15s %-16s %s\n", form->group, form->name, form->pattern);
}

static dx_status work(dx_battery *b, dx_error *error)
{
    if (b->options->lens)
        return dx_battery_look(b, error);
    if (b->options->formula == NULL && !b->options->record)
        return run(b, error);
    for (const dx_battery_game *g = dx_battery_games; g->name != NULL; g++)
        if (dx_battery_wants(b, g))
            return ask_once(b, g, error);
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "there is no such game; --list has them");
}

static int begin(const dx_options *options)
{
    dx_error error = {.message = ""};
    dx_battery b = {.options = options, .positions = options->positions};
    if (options->position != NULL) {
        b.first = (unsigned)strtoul(options->position, NULL, 10);
        b.positions = 1;
    }
    b.watch = dx_watch_new(options->seconds, (size_t)options->megabytes << 20);
    dx_status status = work(&b, &error);
    if (status != DX_OK)
        fprintf(stderr, "doxa-battery: %s\n", error.message);
    dx_watch_free(b.watch);
    dx_results_release(&b.results);
    return status == DX_OK ? 0 : 1;
}

int main(int argc, char **argv)
{
    dx_options options;
    if (!dx_options_read(&options, argc, argv))
        return 2;
    if (options.help)
        fputs(dx_options_help, stdout);
    else if (options.list)
        list();
    else
        return begin(&options);
    return 0;
}
