// How many worlds there will be, by a few walks down the tree of values.
//
// Knuth (1975, "Estimating the efficiency of backtrack programs"): a walk that
// had d1, d2, ... lawful values to choose from, and chose at random, stands for
// d1 * d2 * ... worlds, and the average over walks is right on average.

#include "logic/dx/build_private.h"

#include "base/memory.h"
#include "base/random.h"

#include <stdlib.h>

enum { GROUPS = 4, PROBES = 8, PROBES_MAX = 512, VALUES_TRIED = 32 };

// Eight times as many walks from this cost on, and again from 64 times that.
static const double worth_more = 2e7;

// What it costs to ask the laws of a stage about one value, and to add what is
// seen.
typedef struct stage_cost {
    double laws, sights;
} stage_cost;

static double length_of(const dx_code *code)
{
    return code->program == NULL
               ? 1
               : (double)dx_codes_length(code->program, code->start, code->end);
}

// Shared parts are run again when the last variable that they read changes.
static stage_cost *cost_of_stages(const dx_builder *b)
{
    size_t count = b->document->variables.count;
    stage_cost *costs = dx_alloc(count, sizeof *costs);
    for (size_t v = 0; v < count; v++) {
        const dx_build_stage *s = &b->stages[v];
        costs[v].laws = 10 + 3 * (double)s->foreseen.count;
        costs[v].sights = 5 + 0.2 * (double)b->words;
        for (size_t i = 0; i < s->laws.count; i++)
            costs[v].laws += length_of(s->laws.at[i]);
        for (size_t i = 0; i < s->sights.count; i++)
            costs[v].sights += length_of(&s->sights.at[i]->code);
        costs[v].sights += (double)s->glances.count;
    }
    for (size_t i = 0; i < b->program.shared.count; i++) {
        const dx_code_part_kept *part = &b->program.shared.at[i];
        size_t v = part->variable_end > 0 ? part->variable_end - 1 : 0;
        if (part->end > 0)
            costs[v].sights += (double)dx_codes_length(
                &b->program, part->start + 1, part->end);
    }
    return costs;
}

// Tries values of variable v, all or some, and keeps one that the law allows.
// Returns how large a part of them it allows.
static double try_values(dx_builder *b, dx_random *random, size_t v)
{
    const dx_document *document = b->document;
    const dx_value_domain *domain =
        &document->domains.at[document->variables.at[v].domain];
    size_t tried = domain->count < VALUES_TRIED ? domain->count : VALUES_TRIED;
    size_t lawful = 0, chosen = 0;
    for (size_t i = 0; i < tried; i++) {
        size_t k = tried == domain->count
                       ? i
                       : (size_t)dx_random_below(random, domain->count);
        b->choice[v] = k;
        b->values[v] = domain->value[k];
        b->since[v + 1] = ++b->program.now;
        if (dx_builder_is_lawful(b, v) &&
            dx_random_below(random, ++lawful) == 0)
            chosen = k;
    }
    b->choice[v] = chosen;
    b->values[v] = domain->value[chosen];
    (void)dx_builder_is_lawful(b, v); // tables go on from the chosen one
    b->since[v + 1] = ++b->program.now;
    return (double)lawful / (double)tried;
}

// One walk down the tree of values.  A branch taken out of n stands for n.
static void probe(dx_builder *b, const stage_cost *costs, dx_random *random,
                  dx_listing *sum)
{
    const dx_document *document = b->document;
    double weight = 1;
    for (size_t v = 0; v < document->variables.count && weight > 0; v++) {
        size_t domain = document->variables.at[v].domain;
        double values = weight * (double)document->domains.at[domain].count;
        weight = values * try_values(b, random, v);
        sum->steps += values;
        sum->cost += values * costs[v].laws + weight * costs[v].sights;
    }
    sum->worlds += weight;
}

static int by_cost(const void *a, const void *b)
{
    double x = ((const dx_listing *)a)->cost, y = ((const dx_listing *)b)->cost;
    return (x > y) - (x < y);
}

// A few lucky walks can make an average far too high, so averages are taken
// group by group, and the second lowest of them is believed.
static dx_listing probe_often(dx_builder *b, const stage_cost *costs,
                              size_t probes)
{
    const dx_document *document = b->document;
    dx_listing group[GROUPS] = {0};
    dx_random random = dx_random_named(1, 0, 0);
    double each =
        2 * (double)(document->agents.count + document->variables.count);
    for (size_t i = 0; i < GROUPS; i++) {
        for (size_t k = 0; k < probes; k++)
            probe(b, costs, &random, &group[i]);
        group[i].steps /= (double)probes;
        group[i].worlds /= (double)probes;
        group[i].cost = group[i].cost / (double)probes + each * group[i].worlds;
    }
    qsort(group, GROUPS, sizeof *group, by_cost);
    return group[1];
}

// Where dead ends are many, few walks come far, and the second lowest average
// is too low: what will cost much is walked more often.
dx_listing dx_builder_probe(dx_builder *b)
{
    stage_cost *costs = cost_of_stages(b);
    dx_listing listing = probe_often(b, costs, PROBES);
    double enough = worth_more;
    for (size_t n = 8 * PROBES; n <= PROBES_MAX && listing.cost > enough;
         n *= 8, enough *= 64)
        listing = probe_often(b, costs, n);
    dx_free(costs);
    return listing;
}

dx_status dx_builder_estimate(dx_builder *b, dx_listing *out, dx_error *error)
{
    const dx_document *document = b->document;
    *out = (dx_listing){.worlds = (double)document->worlds.count};
    if (dx_document_is_listed(document))
        return DX_OK;
    DX_REQUIRE(!b->is_started, "a builder that has not run yet");
    b->error = error;
    dx_status status = dx_builder_prepare(b);
    b->error = NULL;
    if (status != DX_OK)
        return status;
    dx_builder_look_ahead(b);
    *out = dx_builder_probe(b);
    return DX_OK;
}
