// How many worlds there are: the hands that a player holds possible (Table 1
// of the report), and the array of what it holds possible that others hold
// possible, which the report builds and we count.

#include "lab/reproduce/hanabi.h"

#include "base/memory.h"
#include "worlds/deal_table.h"
#include "worlds/slots.h"

#include <math.h>

enum {
    COUNTS = 4, // 2 to 5 players
    DEALS = 2000,
    STEPS_MAX = 100000,
    WORLD_BYTES = 25, // of the report: a table in bytes
};

// A table with a column for each number of players.
static void print_header(const char *title, dx_text *out)
{
    dx_text_printf(out, "%-30s", title);
    for (unsigned i = 0; i < COUNTS; i++)
        dx_text_printf(out, "%4u players", i + DX_FEWEST_PLAYERS);
    dx_text_add_char(out, '\n');
}

// A row of it, each number divided by `unit`; NAN is a gap.
static void print_row(const char *label, const double *value, double unit,
                      int digits, dx_text *out)
{
    dx_text_printf(out, "  %-28s", label);
    for (unsigned i = 0; i < COUNTS; i++)
        if (isnan(value[i]))
            dx_text_printf(out, "%12s", "-");
        else
            dx_text_printf(out, "%12.*f", digits, value[i] / unit);
    dx_text_add_char(out, '\n');
}

static void print_spreads(const char *label, const dx_spread *spread,
                          double unit, int digits, dx_text *out)
{
    static const char *const name[] = {
        "min", "median", "mean", "mean +- (95 %)", "standard deviation", "max"};
    enum { ROWS = sizeof name / sizeof *name };
    double value[ROWS][COUNTS];
    for (unsigned i = 0; i < COUNTS; i++) {
        const dx_spread *s = &spread[i];
        const double all[ROWS] = {s->min,  s->median,    s->mean,
                                  s->half, s->deviation, s->max};
        for (unsigned row = 0; row < ROWS; row++)
            value[row][i] = all[row];
    }
    dx_text_printf(out, "%s\n", label);
    for (unsigned row = 0; row < ROWS; row++)
        print_row(name[row], value[row], unit, digits, out);
}

// A number of worlds, deal by deal, for each number of players.
typedef double count_worlds(const dx_opening *opening);

static dx_status over_deals(const dx_reproduce_options *options, unsigned deals,
                            count_worlds *count, dx_spread *out_spreads,
                            dx_error *error)
{
    double *value = dx_alloc(deals, sizeof *value);
    dx_status status = DX_OK;
    for (unsigned i = 0; i < COUNTS && status == DX_OK; i++) {
        dx_rules rules;
        status = dx_hanabi_rules(options, i + DX_FEWEST_PLAYERS, &rules, error);
        if (status != DX_OK)
            break;
        for (unsigned deal = 0; deal < deals; deal++) {
            dx_opening o = dx_opening_of(&rules, options->seed, deal);
            value[deal] = count(&o);
        }
        out_spreads[i] = dx_spread_of(value, deals);
    }
    dx_free(value);
    return status;
}

static double count_deals(const dx_deal_space *space)
{
    dx_tally deals;
    dx_status status = dx_deals_count(space, STEPS_MAX, &deals);
    DX_REQUIRE(status == DX_OK, "two hands without hints have few states");
    return dx_tally_value(deals);
}

static double count_unordered(const dx_opening *o)
{
    dx_deal_space space;
    dx_deal_space_init(&space, DX_ENCODED_KINDS, o->pool.count);
    dx_deal_space_add_place(&space, o->size, DX_ALL_KINDS);
    return count_deals(&space);
}

static double count_ordered(const dx_opening *o)
{
    dx_slots slots = {.count = o->size};
    for (unsigned slot = 0; slot < o->size; slot++)
        slots.kinds[slot] = DX_ALL_KINDS;
    return (double)dx_slots_ordered(&slots, DX_ENCODED_KINDS, o->pool.count);
}

// Of 30 deals each.  The rows between have no figures in the copy we have.
static const double report_min[COUNTS] = {65574, 47666, 7406, 6676};
static const double report_max[COUNTS] = {93667, 83848, 16316, 12962};

static void print_hands(const dx_spread *unordered, const dx_spread *ordered,
                        unsigned deals, dx_text *out)
{
    dx_text_printf(out,
                   "Table 1: hands that a player holds possible at the start, "
                   "%u random deal%s\n",
                   deals, dx_plural(deals));
    print_header("", out);
    dx_text_add(out, "the report, 30 deals\n");
    print_row("min", report_min, 1, 0, out);
    print_row("max", report_max, 1, 0, out);
    print_spreads("ours, unordered as there", unordered, 1, 0, out);
    print_spreads("ours, ordered as slots are", ordered, 1, 0, out);
}

dx_status dx_hanabi_hands(const dx_reproduce_options *options, dx_text *out,
                          dx_error *error)
{
    unsigned deals = dx_games_or(options, DEALS);
    dx_spread unordered[COUNTS], ordered[COUNTS];
    dx_status status =
        over_deals(options, deals, count_unordered, unordered, error);
    if (status == DX_OK)
        status = over_deals(options, deals, count_ordered, ordered, error);
    if (status != DX_OK)
        return status;
    if (!options->json) {
        print_hands(unordered, ordered, deals, out);
        return DX_OK;
    }
    for (unsigned i = 0; i < COUNTS; i++) {
        dx_text_printf(out,
                       "%s{\"players\":%u,\"deals\":%u,\"report_min\":%.0f,"
                       "\"report_max\":%.0f,\"unordered\":",
                       i == 0 ? "[" : ",\n", i + DX_FEWEST_PLAYERS, deals,
                       report_min[i], report_max[i]);
        dx_spread_json(&unordered[i], out);
        dx_text_add(out, ",\"ordered\":");
        dx_spread_json(&ordered[i], out);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
    return DX_OK;
}

// The worlds of the array: my hands, and for each of them and each of the
// others the hands that she may then hold possible.
static double count_array(const dx_opening *o)
{
    double all = count_unordered(o);
    for (unsigned other = 1; other < o->players; other++) {
        dx_cards both = o->pool; // mine and hers come out of these
        for (unsigned i = 0; i < o->size; i++)
            both.count[o->hand[other][i]]++;
        dx_deal_space space;
        dx_deal_space_init(&space, DX_ENCODED_KINDS, both.count);
        unsigned mine = dx_deal_space_add_place(&space, o->size, DX_ALL_KINDS);
        dx_deal_space_add_place(&space, o->size, DX_ALL_KINDS);
        for (unsigned kind = 0; kind < DX_ENCODED_KINDS; kind++)
            dx_deal_space_add_between(&space, DX_BIT(mine), DX_BIT(kind), 0,
                                      o->pool.count[kind]);
        all += count_deals(&space);
    }
    return all;
}

// What a world takes if it is a number among all hands.
static const double number_bits[COUNTS] = {17, 17, 15, 15};

// The least memory that the report reckons with, in GB: one bit for each of
// the smallest deal's hands squared, at five players five times.
static const double report_bound[COUNTS] = {0.53, NAN, NAN, 0.028};

// The same for each of the others, of whom there are four at five players.
static double bound_bytes(unsigned column)
{
    double others = column + DX_FEWEST_PLAYERS - 1;
    return report_min[column] * report_min[column] * others / 8;
}

static void print_bounds(const dx_spread *worlds, dx_text *out)
{
    double bound[COUNTS], least[COUNTS];
    for (unsigned i = 0; i < COUNTS; i++) {
        bound[i] = bound_bytes(i);
        least[i] = worlds[i].min / 8;
    }
    dx_text_add(out, "GB at least, one bit each\n");
    print_row("the report", report_bound, 1, 3, out);
    print_row("its min^2 for each other", bound, 1e9, 3, out);
    print_row("ours, the smallest array", least, 1e9, 3, out);
}

static void print_models(const dx_spread *worlds, const double *kept,
                         unsigned deals, dx_text *out)
{
    double packed[COUNTS];
    dx_text_printf(out,
                   "Worlds in the report's array at the start, counted exactly "
                   "in %u random deal%s\n",
                   deals, dx_plural(deals));
    print_header("", out);
    print_spreads("worlds, millions", worlds, 1e6, 0, out);
    print_spreads("GB as the report writes them, 25 bytes each; it found 3.82 "
                  "to 11.27 at 5 players",
                  worlds, 1e9 / WORLD_BYTES, 2, out);
    for (unsigned i = 0; i < COUNTS; i++)
        packed[i] = worlds[i].mean * number_bits[i] / 8;
    dx_text_add(out, "GB enumerated, 17 or 15 bits each\n");
    print_row("mean", packed, 1e9, 2, out);
    print_bounds(worlds, out);
    dx_text_add(out, "what ours keeps for a seat instead, and counts from\n");
    print_row("bytes", kept, 1, 0, out);
}

// A seat's sight, and the events it has seen.
static double bytes_kept(const dx_rules *rules, uint64_t seed)
{
    dx_opening o = dx_opening_of(rules, seed, 0);
    size_t events = (size_t)o.players * o.size * sizeof(dx_event);
    return (double)(rules->game->table_bytes(rules) + events);
}

dx_status dx_hanabi_models(const dx_reproduce_options *options, dx_text *out,
                           dx_error *error)
{
    unsigned deals = dx_games_or(options, DEALS);
    dx_spread worlds[COUNTS];
    double kept[COUNTS];
    dx_status status = over_deals(options, deals, count_array, worlds, error);
    for (unsigned i = 0; i < COUNTS && status == DX_OK; i++) {
        dx_rules rules;
        status = dx_hanabi_rules(options, i + DX_FEWEST_PLAYERS, &rules, error);
        if (status == DX_OK)
            kept[i] = bytes_kept(&rules, options->seed);
    }
    if (status != DX_OK)
        return status;
    if (!options->json) {
        print_models(worlds, kept, deals, out);
        return DX_OK;
    }
    for (unsigned i = 0; i < COUNTS; i++) {
        dx_text_printf(out,
                       "%s{\"players\":%u,\"deals\":%u,\"kept_bytes\":%.0f,"
                       "\"bound_gb\":%.4f,\"least_gb\":%.4f,",
                       i == 0 ? "[" : ",\n", i + DX_FEWEST_PLAYERS, deals,
                       kept[i], bound_bytes(i) / 1e9, worlds[i].min / 8e9);
        if (!isnan(report_bound[i]))
            dx_text_printf(out, "\"report_bound_gb\":%g,", report_bound[i]);
        dx_text_add(out, "\"worlds\":");
        dx_spread_json(&worlds[i], out);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
    return DX_OK;
}
