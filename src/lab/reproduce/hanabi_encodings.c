// The report's three encodings, each in bits and in bytes, in space and time:
// what its further work asks for.

#include "lab/reproduce/hanabi.h"

#include "base/clock.h"
#include "base/memory.h"
#include "lab/reproduce/encoded.h"

enum { DEALS = 4, COUNTS = 4, LOOKUPS = 2000 };

// CPU seconds of each procedure, over all lists of one encoding.
typedef struct costs {
    double build, filter, orders, find, weigh;
    double worlds, bytes; // of the lists before a hint
    unsigned bits;        // of a world
    size_t map;           // bytes of the numbers; 0: does without
} costs;

// Seconds since the last call.
static double lap(double *clock)
{
    double now = dx_cpu_seconds(), passed = now - *clock;
    *clock = now;
    return passed;
}

// The first seat is told the colour of its first card.
static dx_slots hinted_slots(const dx_opening *o)
{
    dx_slots slots = {.count = o->size};
    uint64_t named = UINT64_C(31) << o->hand[0][0] / 5 * 5;
    for (unsigned slot = 0; slot < o->size; slot++)
        slots.kinds[slot] = named >> o->hand[0][slot] & 1
                                ? named
                                : (DX_BIT(DX_ENCODED_KINDS) - 1) & ~named;
    return slots;
}

static void look_up(const dx_encoded *list, costs *out)
{
    dx_random random = dx_random_named(1, dx_encoded_count(list), 0);
    dx_hand_key keys[LOOKUPS];
    for (unsigned i = 0; i < LOOKUPS; i++)
        keys[i] = dx_encoded_at(
            list, dx_random_below(&random, dx_encoded_count(list)));
    double clock = dx_cpu_seconds();
    size_t sum = 0;
    for (unsigned i = 0; i < LOOKUPS; i++)
        sum += dx_encoded_find(list, keys[i]);
    out->find += lap(&clock);
    DX_REQUIRE(sum / LOOKUPS < dx_encoded_count(list), "every hand is found");
}

static void measure(const dx_encoding *encoding, const dx_hand_numbers *numbers,
                    const dx_opening *o, costs *out)
{
    uint64_t weight[DX_ENCODED_KINDS];
    dx_slots slots = hinted_slots(o);
    double clock = dx_cpu_seconds();
    dx_encoded *list = dx_encoded_new(encoding, numbers, &o->pool);
    out->build += lap(&clock);
    (void)dx_encoded_weigh(list, &o->pool, weight);
    out->weigh += lap(&clock);
    look_up(list, out);
    out->worlds += (double)dx_encoded_count(list);
    out->bytes += (double)dx_encoded_bytes(list);
    dx_encoded *again = dx_encoded_copy(list);
    clock = dx_cpu_seconds();
    dx_encoded_filter(list, &slots, DX_FIT_SEARCH);
    out->filter += lap(&clock);
    dx_encoded_filter(again, &slots, DX_FIT_ORDERS);
    out->orders += lap(&clock);
    DX_REQUIRE(dx_encoded_count(list) == dx_encoded_count(again),
               "both ways keep the same hands");
    dx_encoded_free(list);
    dx_encoded_free(again);
}

static void print_costs(const dx_encoding *e, const costs *c, unsigned deals,
                        dx_text *out)
{
    double ns = 1e9 / c->worlds;
    dx_text_printf(
        out, "  %-10s %-6s %5u %9.2f %9.1f %8.1f %9.1f %8.1f %8.1f\n", e->name,
        e->form, c->bits, c->bytes / c->worlds, ns * c->build, ns * c->filter,
        ns * c->orders, 1e9 * c->find / LOOKUPS / deals, ns * c->weigh);
}

static void costs_json(const dx_encoding *e, const costs *c, unsigned deals,
                       dx_text *out)
{
    double ns = 1e9 / c->worlds;
    dx_text_printf(out,
                   "{\"encoding\":\"%s\",\"form\":\"%s\",\"bits\":%u,"
                   "\"bytes_a_world\":%.3f,\"map_bytes\":%zu,\"build_ns\":%.2f,"
                   "\"filter_ns\":%.2f,\"orders_ns\":%.2f,\"find_ns\":%.1f,"
                   "\"weigh_ns\":%.2f}",
                   e->name, e->form, c->bits, c->bytes / c->worlds, c->map,
                   ns * c->build, ns * c->filter, ns * c->orders,
                   1e9 * c->find / LOOKUPS / deals, ns * c->weigh);
}

static void measure_all(const dx_rules *rules, uint64_t seed, unsigned deals,
                        costs out[DX_ENCODINGS])
{
    dx_opening o = dx_opening_of(rules, seed, 0);
    dx_hand_numbers *numbers = dx_hand_numbers_new(&o.deck, o.size);
    for (unsigned deal = 0; deal < deals; deal++) {
        o = dx_opening_of(rules, seed, deal);
        for (unsigned e = 0; e < DX_ENCODINGS; e++)
            measure(&dx_encodings[e], numbers, &o, &out[e]);
    }
    for (unsigned e = 0; e < DX_ENCODINGS; e++) {
        out[e].bits = dx_encodings[e].bits(numbers);
        out[e].map =
            dx_encodings[e].uses_map ? dx_hand_numbers_bytes(numbers) : 0;
    }
    dx_hand_numbers_free(numbers);
}

static void print_players(unsigned players, unsigned deals, const costs *cost,
                          dx_text *out)
{
    dx_text_printf(out,
                   "%u players: %.0f worlds a list; ns CPU a world\n"
                   "  %-17s  bits     bytes     build   filter    orders  "
                   "look-up    weigh\n",
                   players, cost[0].worlds / deals, "");
    for (unsigned e = 0; e < DX_ENCODINGS; e++)
        print_costs(&dx_encodings[e], &cost[e], deals, out);
    const costs *its = &cost[DX_ENCODINGS - 1];
    double all = its->build + its->orders;
    if (players == 5)
        dx_text_printf(out,
                       "The report's way, a table in bytes and all orders, "
                       "spends %.1f %% on listing and\n%.1f %% on removing "
                       "here; it measured 24.5 %% and 74.2 %%\n",
                       100 * its->build / all, 100 * its->orders / all);
}

static void players_json(unsigned players, unsigned deals, const costs *cost,
                         dx_text *out)
{
    dx_text_printf(out,
                   "{\"players\":%u,\"deals\":%u,\"worlds\":%.1f,"
                   "\"encodings\":[",
                   players, deals, cost[0].worlds / deals);
    for (unsigned e = 0; e < DX_ENCODINGS; e++) {
        dx_text_add(out, e > 0 ? ",\n" : "");
        costs_json(&dx_encodings[e], &cost[e], deals, out);
    }
    dx_text_add(out, "]}");
}

dx_status dx_hanabi_encodings(const dx_reproduce_options *options, dx_text *out,
                              dx_error *error)
{
    unsigned deals =
        options->games > 0 && options->games < DEALS ? options->games : DEALS;
    if (!options->json)
        dx_text_printf(
            out,
            "Six ways to write a hand, in %u openings each: listing them all, "
            "throwing out\nthose against a hint (slot by slot, or by all k! "
            "orders), finding one, adding up\ntheir weights.  The report has "
            "the table in bytes and tries all orders\n",
            deals);
    for (unsigned i = 0; i < COUNTS; i++) {
        dx_rules rules;
        costs cost[DX_ENCODINGS] = {0};
        unsigned players = i + DX_FEWEST_PLAYERS;
        dx_status status = dx_hanabi_rules(options, players, &rules, error);
        if (status != DX_OK)
            return status;
        measure_all(&rules, options->seed, deals, cost);
        if (options->json) {
            dx_text_add(out, i == 0 ? "[" : ",\n");
            players_json(players, deals, cost, out);
        } else {
            print_players(players, deals, cost, out);
        }
        dx_reproduce_show(options, out);
    }
    if (options->json)
        dx_text_add_char(out, ']');
    return DX_OK;
}
