#include "options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char dx_options_help[] =
    "usage: doxa-battery [options]\n"
    "  --game NAME     only this game (hanabi3, clue); may be repeated\n"
    "  --form NAME     only this form or group of forms; may be repeated\n"
    "  --assume WHAT   none, uniform, policy (as the players play) or an\n"
    "                  agent; may be repeated; none and uniform\n"
    "  --positions N   of each game; 40\n"
    "  --instances N   of each form at each position; 1\n"
    "  --quick         6 positions\n"
    "  --seed N        of games and questions; 1\n"
    "  --seconds S     CPU time for a question; 3, 0: no limit\n"
    "  --memory MB     for a question; 256, 0: no limit\n"
    "  --lens          whole boards instead, through one mind and through two\n"
    "  --ablate        what each mechanism is worth: every question again\n"
    "                  without each that it used\n"
    "  --by-form       a row for each form, not for each group\n"
    "  --markdown      at the end the table of docs/ask.md\n"
    "  --slowest N     questions to show for each game; 5\n"
    "  --json FILE     all figures as JSON; -: instead of the tables\n"
    "  --list          the games and the forms\n"
    "  --trace         every question on standard error before it is asked\n"
    "one question of one game:\n"
    "  --position N    only this position\n"
    "  --ask FORMULA   only this question\n"
    "  --repeat N      ask so often; 1\n"
    "  --record        print the record of the position, for doxa ask\n";

typedef struct line {
    const char *name;
    enum { CHOICE, TEXT, COUNT, REAL, FLAG } kind;
    size_t at; // in dx_options
} line;

#define AT(field) offsetof(dx_options, field)
static const line lines[] = {
    {"--game", CHOICE, AT(games)},
    {"--form", CHOICE, AT(forms)},
    {"--assume", CHOICE, AT(assumptions)},
    {"--positions", COUNT, AT(positions)},
    {"--instances", COUNT, AT(instances)},
    {"--quick", FLAG, AT(quick)},
    {"--seed", COUNT, AT(seed)},
    {"--seconds", REAL, AT(seconds)},
    {"--memory", COUNT, AT(megabytes)},
    {"--lens", FLAG, AT(lens)},
    {"--ablate", FLAG, AT(ablate)},
    {"--by-form", FLAG, AT(by_form)},
    {"--markdown", FLAG, AT(markdown)},
    {"--slowest", COUNT, AT(slowest)},
    {"--json", TEXT, AT(json)},
    {"--list", FLAG, AT(list)},
    {"--trace", FLAG, AT(trace)},
    {"--help", FLAG, AT(help)},
    {"--position", TEXT, AT(position)},
    {"--ask", TEXT, AT(formula)},
    {"--repeat", COUNT, AT(repeat)},
    {"--record", FLAG, AT(record)},
};
#undef AT

static bool choose(const char **choices, const char *text)
{
    unsigned count = 0;
    while (choices[count] != NULL)
        count++;
    if (count == DX_CHOICES_MAX)
        return false;
    choices[count] = text;
    return true;
}

static bool set(dx_options *options, const line *l, const char *text)
{
    void *field = (char *)options + l->at;
    char *end = "";
    if (l->kind == CHOICE)
        return choose(field, text);
    if (l->kind == FLAG)
        *(bool *)field = true;
    else if (l->kind == TEXT)
        *(const char **)field = text;
    else if (l->kind == REAL)
        *(double *)field = strtod(text, &end);
    else
        *(unsigned *)field = (unsigned)strtoul(text, &end, 10);
    return *end == '\0';
}

static const line *find(const char *name)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (strcmp(lines[i].name, name) == 0)
            return &lines[i];
    return NULL;
}

bool dx_options_read(dx_options *options, int argc, char **argv)
{
    *options = (dx_options){.positions = 40,
                            .instances = 1,
                            .seed = 1,
                            .megabytes = 256,
                            .slowest = 5,
                            .seconds = 3,
                            .repeat = 1};
    for (int i = 1; i < argc; i++) {
        const line *l = find(argv[i]);
        bool takes_text = l != NULL && l->kind != FLAG;
        if (l == NULL || (takes_text && i + 1 == argc) ||
            !set(options, l, takes_text ? argv[i + 1] : NULL)) {
            fprintf(stderr, "doxa-battery: cannot read '%s'; see --help\n",
                    argv[i]);
            return false;
        }
        i += takes_text;
    }
    if (options->quick)
        options->positions = 6;
    if (options->assumptions[0] == NULL) {
        options->assumptions[0] = "none";
        options->assumptions[1] = "uniform";
    }
    return true;
}
