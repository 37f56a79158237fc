// The table of mechanisms, read and written.

#include "minds/mechanism.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const dx_mechanism_row dx_mechanism_rows[DX_MECHANISMS] = {
    [DX_BY_GROUPS] = {"groups",
                      "counts worlds, kinds told apart by nothing "
                      "taken together",
                      .is_needed = true},
    [DX_BY_PLACES] = {"by-place", "counts them place by place, where seats had "
                                  "more or fewer moves; nothing else can"},
    [DX_BY_HANDS] = {"by-hand", "lists what a hidden hand may be once, for all "
                                "minds"},
    [DX_BY_EXISTENCE] = {"occurs",
                         "looks for one way to lay the rest, where "
                         "nothing is weighed",
                         .threshold = 200000,
                         .what_it_is = "steps before it gives up"},
    [DX_BY_TELLS] = {"tells", "remembers what each hand says, wherever the "
                              "mind stands"},
    [DX_BY_CHAINS] = {"chains", "keeps one bit for what was so at some turn",
                      .threshold = 8,
                      .what_it_is = "numbers, if there are more"},
    [DX_BY_LIKENESS] = {"alike", "takes kinds of a hand together that nobody "
                                 "asks about apart"},
    [DX_BY_PATTERNS] = {"patterns", "weighs a fact that is one of many "
                                    "placements placement by placement"},
    [DX_BY_CASES] = {"cases", "asks facts about one card kind by kind",
                     .threshold = 200, .what_it_is = "cases at most"},
    [DX_BY_CONNECTION] = {"connected", "finds that doubts lead everywhere, so "
                                       "that common knowledge is one mind's"},
    [DX_BY_FUSION] = {"fusion", "takes places together that the cards to come "
                                "do not tell apart"},
    [DX_BY_RELEVANCE] = {"relevance", "leaves out numbers that what the mind "
                                      "sees makes idle"},
    [DX_BY_DECIDING] = {"decide", "compares a chance without working it out "
                                  "to the end"},
};

void dx_mechanisms_init(dx_mechanisms *set)
{
    *set = (dx_mechanisms){.off = {false}};
    for (unsigned i = 0; i < DX_MECHANISMS; i++)
        set->threshold[i] = dx_mechanism_rows[i].threshold;
}

static bool find(const char *name, size_t length, unsigned *out)
{
    for (*out = 0; *out < DX_MECHANISMS; (*out)++)
        if (strlen(dx_mechanism_rows[*out].name) == length &&
            strncmp(dx_mechanism_rows[*out].name, name, length) == 0)
            return true;
    return false;
}

bool dx_mechanisms_switch(dx_mechanisms *set, const char *word)
{
    bool off = word[0] == '-';
    const char *name = word + off, *number = strchr(name, '=');
    unsigned which;
    if (!find(name, number != NULL ? (size_t)(number - name) : strlen(name),
              &which))
        return false;
    const dx_mechanism_row *row = &dx_mechanism_rows[which];
    if (off && (row->is_needed || number != NULL))
        return false;
    if (number != NULL) {
        char *end;
        if (row->what_it_is == NULL || number[1] < '0' || number[1] > '9')
            return false;
        set->threshold[which] = strtoull(number + 1, &end, 10);
        if (*end != '\0')
            return false;
    }
    set->off[which] = off;
    return true;
}

bool dx_mechanism_is_on(const dx_mechanisms *set, dx_mechanism which)
{
    assert(which < DX_MECHANISMS);
    return set == NULL || !set->off[which];
}

uint64_t dx_mechanism_threshold(const dx_mechanisms *set, dx_mechanism which)
{
    assert(dx_mechanism_rows[which].what_it_is != NULL);
    return set == NULL ? dx_mechanism_rows[which].threshold
                       : set->threshold[which];
}

void dx_mechanism_note(dx_mechanisms *set, dx_mechanism which, uint64_t steps)
{
    if (set == NULL)
        return;
    assert(which < DX_MECHANISMS);
    set->uses[which]++;
    set->steps[which] += steps;
}

void dx_mechanisms_say(const dx_mechanisms *set, dx_text *out)
{
    for (unsigned i = 0; i < DX_MECHANISMS; i++) {
        if (set->off[i])
            dx_text_printf(out, "%-10s off\n", dx_mechanism_rows[i].name);
        else if (set->uses[i] > 0)
            dx_text_printf(
                out, "%-10s used %llu time%s", dx_mechanism_rows[i].name,
                (unsigned long long)set->uses[i], dx_plural(set->uses[i]));
        if (set->steps[i] > 0)
            dx_text_printf(out, ", %llu step%s",
                           (unsigned long long)set->steps[i],
                           dx_plural(set->steps[i]));
        if (!set->off[i] && set->uses[i] > 0)
            dx_text_add_char(out, '\n');
    }
}

void dx_mechanisms_json(const dx_mechanisms *set, dx_text *out)
{
    for (unsigned i = 0; i < DX_MECHANISMS; i++)
        dx_text_printf(out, "%c\"%s\":{\"on\":%s,\"uses\":%llu,\"steps\":%llu}",
                       i == 0 ? '{' : ',', dx_mechanism_rows[i].name,
                       set->off[i] ? "false" : "true",
                       (unsigned long long)set->uses[i],
                       (unsigned long long)set->steps[i]);
    dx_text_add_char(out, '}');
}

void dx_mechanisms_list(dx_text *out)
{
    for (unsigned i = 0; i < DX_MECHANISMS; i++) {
        const dx_mechanism_row *row = &dx_mechanism_rows[i];
        dx_text_printf(out, "  %-10s %s", row->name, row->says);
        if (row->what_it_is != NULL)
            dx_text_printf(out, " (%llu %s)",
                           (unsigned long long)row->threshold, row->what_it_is);
        dx_text_add_char(out, '\n');
    }
}
