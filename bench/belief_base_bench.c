// A belief base of the size of a game of Yōkai: 16 cards, each of one of four
// colours, four of each; five cards seen, three marked, and six rules that say
// that two cards are alike.  The peer is a trial with clauses written by hand
// (CPU time on one core of such a machine).

#include "belief/base.h"

#include "base/base.h"
#include "base/random.h"
#include "bench.h"

#include <stdio.h>

enum { CARDS = 16, COLOURS = 4, SEEN = 5, MARKED = 3, RULES = 6 };

typedef struct table {
    dx_formulas *store;
    dx_language language;
    dx_base *base;
    dx_formula is[CARDS][COLOURS];
    unsigned colour[CARDS];
} table;

static void shuffle(table *t)
{
    dx_random random = dx_random_named(1, 2, 3);
    for (unsigned i = 0; i < CARDS; i++)
        t->colour[i] = i / (CARDS / COLOURS);
    for (unsigned i = CARDS - 1; i > 0; i--) {
        unsigned k = (unsigned)dx_random_below(&random, i + 1);
        unsigned held = t->colour[i];
        t->colour[i] = t->colour[k];
        t->colour[k] = held;
    }
}

static void must(dx_status status)
{
    DX_REQUIRE(status == DX_OK, "a base that can be built");
}

static void add_colours(table *t)
{
    char text[40];
    for (unsigned x = 0; x < CARDS; x++)
        for (unsigned c = 0; c < COLOURS; c++) {
            snprintf(text, sizeof text, "colour_%u_%u", x, c);
            t->is[x][c] = dx_formula_atom(t->store, text);
        }
    for (unsigned x = 0; x < CARDS; x++)
        must(dx_base_add_count(t->base, COLOURS, t->is[x], 1, 1, NULL));
    for (unsigned c = 0; c < COLOURS; c++) {
        dx_formula column[CARDS];
        for (unsigned x = 0; x < CARDS; x++)
            column[x] = t->is[x][c];
        must(dx_base_add_count(t->base, CARDS, column, 4, 4, NULL));
    }
}

static dx_formula alike(table *t, unsigned x, unsigned y)
{
    dx_formula same[COLOURS];
    for (unsigned c = 0; c < COLOURS; c++)
        same[c] = dx_formula_binary(t->store, DX_IFF, t->is[x][c], t->is[y][c]);
    return dx_formula_all(t->store, DX_AND, COLOURS, same);
}

// Card SEEN + MARKED + i is alike another card that was seen: true.
static void add_rules(table *t)
{
    for (unsigned i = 0; i < RULES; i++) {
        unsigned x = SEEN + MARKED + i, y = 0;
        while (y < SEEN && t->colour[y] != t->colour[x])
            y++;
        if (y < SEEN)
            must(dx_base_add(t->base, alike(t, x, y), DX_FROM_RULE, NULL));
    }
}

static void set_up(table *t)
{
    *t = (table){.store = dx_formulas_new()};
    dx_language_init(&t->language, t->store, "m");
    t->base = dx_base_new(&t->language);
    shuffle(t);
    add_colours(t);
    for (unsigned x = 0; x < SEEN; x++)
        must(dx_base_expand(t->base, t->is[x][t->colour[x]], DX_FROM_SIGHT,
                            NULL));
    for (unsigned x = SEEN; x < SEEN + MARKED; x++) {
        dx_formula hint = dx_formula_or(t->store, t->is[x][t->colour[x]],
                                        t->is[x][(t->colour[x] + 1) % COLOURS]);
        must(dx_base_expand(t->base, hint, DX_FROM_SIGHT, NULL));
    }
    add_rules(t);
}

static void clear_away(table *t)
{
    dx_base_free(t->base);
    dx_language_release(&t->language);
    dx_formulas_free(t->store);
}

// One round asks of every card and every colour, as after a move: what the
// base remembers from the round before is forgotten.
static uint64_t ask_all(table *t)
{
    uint64_t answers = 0;
    dx_base_set_time(t->base, dx_base_time(t->base));
    for (unsigned x = 0; x < CARDS; x++)
        for (unsigned c = 0; c < COLOURS; c++) {
            bool yes;
            must(dx_base_implies(t->base, t->is[x][c], NULL, &yes, NULL));
            answers = 2 * answers + yes;
        }
    return answers;
}

BENCH(belief_base_implicit_beliefs)
{
    table t;
    set_up(&t);
    uint64_t last = 0;
    while (dx_bench_running(bench))
        last = ask_all(&t);
    dx_bench_items(bench, CARDS * COLOURS);
    dx_bench_result(bench, last);
    dx_bench_peer(bench, 11000, "trial, clauses by hand");
    clear_away(&t);
}

BENCH(belief_base_smallest_reason)
{
    table t;
    set_up(&t);
    size_t last = 0;
    while (dx_bench_running(bench)) {
        dx_base_reason reason;
        must(dx_base_why(t.base, t.is[0][t.colour[0]], NULL, &reason, NULL));
        last = reason.beliefs.count;
        dx_base_reason_release(&reason);
    }
    dx_bench_result(bench, last);
    clear_away(&t);
}

// Build, contradict a rule, revise.
BENCH(belief_base_built_and_revised)
{
    size_t last = 0;
    while (dx_bench_running(bench)) {
        table t;
        set_up(&t);
        unsigned x = SEEN + MARKED;
        dx_base_revision revision;
        must(dx_base_revise(t.base, t.is[x][(t.colour[x] + 1) % COLOURS],
                            DX_FROM_SIGHT, NULL, &revision, NULL));
        last = revision.given_up.count +
               (size_t)dx_base_variable_count(t.base) * 100;
        dx_base_revision_release(&revision);
        clear_away(&t);
    }
    dx_bench_result(bench, last);
}
