// The Hanabi report (Irvall 2023): agents that list all worlds, and all worlds
// that others may hold possible in each of them.  Its figures, beside ours.

#include "lab/reproduce/hanabi.h"

#include "base/memory.h"
#include "lab/stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct part {
    const char *name;
    dx_hanabi_part *run;
} parts[] = {
    // Time comes first: its peak of memory is to be its own.
    {"time", dx_hanabi_time},           {"score", dx_hanabi_score},
    {"hands", dx_hanabi_hands},         {"models", dx_hanabi_models},
    {"encodings", dx_hanabi_encodings}, {"ladder", dx_hanabi_ladder},
};
enum { PARTS = sizeof parts / sizeof *parts };

const char *const dx_reproduce_hanabi_parts[] = {
    "time", "score", "hands", "models", "encodings", "ladder", NULL};

dx_status dx_reproduce_hanabi(const dx_reproduce_options *options, dx_text *out,
                              dx_error *error)
{
    dx_status status = DX_OK;
    if (options->json)
        dx_text_printf(out, "{\"reproduce\":\"hanabi\",\"seed\":%llu",
                       (unsigned long long)options->seed);
    bool first = true;
    for (unsigned i = 0; i < PARTS && status == DX_OK; i++) {
        if (options->only != NULL && strcmp(options->only, parts[i].name) != 0)
            continue;
        if (options->progress != NULL)
            options->progress(parts[i].name, i, PARTS);
        if (options->json)
            dx_text_printf(out, ",\n\"%s\":", parts[i].name);
        else if (!first)
            dx_text_add_char(out, '\n');
        first = false;
        status = parts[i].run(options, out, error);
        dx_reproduce_show(options, out);
    }
    if (options->json)
        dx_text_add(out, "}\n");
    return status;
}

dx_status dx_hanabi_rules(const dx_reproduce_options *options, unsigned players,
                          dx_rules *out, dx_error *error)
{
    char name[32];
    snprintf(name, sizeof name, "hanabi(players=%u)", players);
    return dx_rules_parse(options->all_games, name, out, error);
}

dx_opening dx_opening_of(const dx_rules *rules, uint64_t seed, unsigned deal)
{
    dx_opening o = {.players = dx_players(rules)};
    o.size = o.players <= 3 ? 5 : 4;
    rules->game->pack(rules, 0, o.deck.count);
    o.pool = o.deck;
    dx_deal *cards = dx_deal_new(rules, seed, deal);
    for (unsigned i = 0; i < o.players * o.size; i++) {
        unsigned kind = dx_deal_next(cards, 0, 0, NULL, i);
        o.hand[i / o.size][i % o.size] = (uint8_t)kind;
        if (i >= o.size)
            o.pool.count[kind]--;
    }
    dx_deal_free(cards);
    return o;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

dx_spread dx_spread_of(double *values, unsigned count)
{
    dx_cluster *one = dx_alloc(count, sizeof *one);
    double squares = 0;
    qsort(values, count, sizeof *values, by_value);
    for (unsigned i = 0; i < count; i++)
        one[i] = (dx_cluster){values[i], 1};
    dx_mean mean = dx_mean_estimate(
        one, count, (dx_range){values[0], values[count - 1], false});
    for (unsigned i = 0; i < count; i++)
        squares += (values[i] - mean.mean) * (values[i] - mean.mean);
    dx_free(one);
    return (dx_spread){
        .median = (values[(count - 1) / 2] + values[count / 2]) / 2,
        .mean = mean.mean,
        .half = mean.half,
        .deviation = sqrt(squares / count),
        .min = values[0],
        .max = values[count - 1],
    };
}

void dx_spread_json(const dx_spread *spread, dx_text *out)
{
    dx_text_printf(out,
                   "{\"min\":%.12g,\"median\":%.12g,\"mean\":%.12g,"
                   "\"ci95\":%.6g,\"deviation\":%.12g,\"max\":%.12g}",
                   spread->min, spread->median, spread->mean, spread->half,
                   spread->deviation, spread->max);
}
