// The worked example of the Go Fish paper: dealt, asked, given and drawn by
// product updates, every probability of every world compared, in both
// readings of "ask".

#include "logic/evaluate/evaluate.h"
#include "logic/formula/parse.h"
#include "logic/golden_model.h"
#include "test.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// R(r,i) is the number of cards of rank r that player i holds; 0 is the deck.
typedef struct table {
    int n, m, h; // ranks, cards of each, cards dealt
    bool strict; // a complete book cannot be asked for
    dx_formulas *store;
    dx_model *model;
} table;

static dx_formula read(const table *t, const char *format, ...) DX_PRINTF(2, 3);

static dx_formula read(const table *t, const char *format, ...)
{
    char text[4000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    dx_formula f;
    dx_error error;
    CHECK_THAT(dx_parse(t->store, text, &f, &error) == DX_OK, "%s: %s", text,
               error.message);
    return f;
}

static dx_formula cards(const table *t, int rank, int player)
{
    dx_formula f = read(t, "R(%d,%d) = 0", rank, player);
    return dx_formula_operand(t->store, f, 0);
}

// All cards in the deck.
static void lay_out(table *t)
{
    t->model = dx_model_new(t->store, 1);
    dx_model_add_agent(t->model, "1");
    dx_model_add_agent(t->model, "2");
    for (int r = 1; r <= t->n; r++)
        for (int i = 0; i <= 2; i++)
            dx_model_add_variable(t->model, cards(t, r, i),
                                  (int32_t[]){i == 0 ? t->m : 0});
}

// The model after `events`, standing where `event` happened at some world
// where it could.
static void happen(table *t, dx_event_model *events)
{
    dx_evaluator *evaluator = dx_evaluator_new(t->model, NULL);
    dx_error error;
    dx_model *next = NULL;
    dx_status status = DX_ERR_INPUT;
    for (size_t w = 0; w < dx_model_world_count(t->model); w++)
        for (size_t e = 0; e < dx_event_model_count(events) && status != DX_OK;
             e++) {
            dx_model_set_actual(t->model, w);
            status =
                dx_model_product(evaluator, events, e, 10000, &next, &error);
        }
    CHECK_THAT(status == DX_OK, "%s: %s", dx_event_model_name(events),
               error.message);
    dx_evaluator_free(evaluator);
    dx_event_model_free(events);
    dx_model_free(t->model);
    t->model = next;
}

static void set(table *t, dx_event_model *events, size_t e, int rank,
                int player, const char *change)
{
    dx_formula f = read(t, "R(%d,%d) %s = 0", rank, player, change);
    dx_event_model_assign(events, e,
                          (dx_assignment){cards(t, rank, player),
                                          dx_formula_operand(t->store, f, 0)});
}

// The player sees which rank it is, the other does not; a rank of which y of
// the t cards in the deck are comes with probability y/t.
static void draw(table *t, int player, int in_deck)
{
    dx_event_model *events = dx_event_model_new(t->store, "draw");
    for (int r = 1; r <= t->n; r++) {
        char name[16];
        snprintf(name, sizeof name, "draw%d", r);
        size_t e = dx_event_model_add(events, name, read(t, "R(%d,0) > 0", r));
        for (int y = 1; y <= t->m; y++)
            dx_event_model_occurs(events, e,
                                  (dx_occurrence){read(t, "R(%d,0) = %d", r, y),
                                                  dx_fraction_of(y, in_deck)});
        set(t, events, e, r, player, "+ 1");
        set(t, events, e, r, 0, "- 1");
    }
    for (size_t e = 0; e < (size_t)t->n; e++)
        for (size_t d = 0; d < (size_t)t->n; d++)
            dx_event_model_link(events, player == 1 ? "2" : "1", e, d);
    happen(t, events);
}

// Exactly `count` of the ranks can be asked for.
static dx_formula has_choices(const table *t, int player, int count)
{
    dx_text text = {0};
    dx_text_add(&text, "false");
    for (int set_of = 0; set_of < 1 << t->n; set_of++) {
        if (__builtin_popcount((unsigned)set_of) != count)
            continue;
        dx_text_add(&text, " | true");
        for (int r = 1; r <= t->n; r++) {
            dx_text_printf(&text, " & %s(R(%d,%d) > 0",
                           set_of >> (r - 1) & 1 ? "" : "~", r, player);
            if (t->strict)
                dx_text_printf(&text, " & R(%d,%d) < %d", r, player, t->m);
            dx_text_add(&text, ")");
        }
    }
    dx_formula f = read(t, "%s", dx_text_string(&text));
    dx_text_release(&text);
    return f;
}

// Whoever has t ranks to ask for picks this one with probability 1/t.
static void ask(table *t, int rank, int player)
{
    dx_event_model *events = dx_event_model_new(t->store, "ask");
    for (int choices = 1; choices <= t->n; choices++) {
        char name[16];
        snprintf(name, sizeof name, "ask%d", choices);
        dx_formula holds = read(t, "R(%d,%d) > 0 & R(%d,%d) < %d", rank, player,
                                rank, player, t->strict ? t->m : t->m + 1);
        size_t e = dx_event_model_add(
            events, name,
            dx_formula_and(t->store, holds, has_choices(t, player, choices)));
        dx_event_model_occurs(events, e,
                              (dx_occurrence){dx_formula_true(t->store),
                                              dx_fraction_of(1, choices)});
    }
    for (size_t e = 0; e < (size_t)t->n; e++)
        for (size_t d = 0; d < (size_t)t->n; d++)
            dx_event_model_link(events, player == 1 ? "2" : "1", e, d);
    happen(t, events);
}

// `giver` hands over x cards of the rank and cannot see how many `taker` has.
static void give(table *t, int rank, int x, int giver, int taker)
{
    dx_event_model *events = dx_event_model_new(t->store, "give");
    for (int y = 1; y < t->m; y++) {
        char name[16], change[32];
        snprintf(name, sizeof name, "give%d", y);
        snprintf(change, sizeof change, "+ %d", x);
        size_t e = dx_event_model_add(events, name,
                                      read(t, "R(%d,%d) = %d & R(%d,%d) = %d",
                                           rank, giver, x, rank, taker, y));
        set(t, events, e, rank, taker, change);
        snprintf(change, sizeof change, "- %d", x);
        set(t, events, e, rank, giver, change);
    }
    for (size_t e = 0; e < dx_event_model_count(events); e++)
        for (size_t d = 0; d < dx_event_model_count(events); d++)
            dx_event_model_link(events, giver == 1 ? "1" : "2", e, d);
    happen(t, events);
}

static void go_fish(table *t, int rank, int player)
{
    happen(t, dx_events_public(t->store, "gofish",
                               read(t, "R(%d,%d) = 0", rank, player)));
}

static int count_in(const char *hand, int rank)
{
    int count = 0;
    for (const char *c = hand; *c != '\0'; c++)
        count += *c == '0' + rank;
    return count;
}

static dx_formula state_of(const table *t, const json_t *row)
{
    dx_text text = {0};
    dx_text_add(&text, "true");
    for (int r = 1; r <= t->n; r++)
        dx_text_printf(&text, " & R(%d,1) = %d & R(%d,2) = %d & R(%d,0) = %d",
                       r, count_in(golden_text(row, "hand1"), r), r,
                       count_in(golden_text(row, "hand2"), r), r,
                       count_in(golden_text(row, "deck"), r));
    dx_formula f = read(t, "%s", dx_text_string(&text));
    dx_text_release(&text);
    return f;
}

// The raw product keeps histories apart; what each player thinks of a deal is
// the same in all worlds with that deal.
static size_t check_row(const table *t, dx_evaluator *evaluator,
                        const json_t *row)
{
    static const char *const keys[] = {"mu1", "mu2"};
    dx_formula state = state_of(t, row);
    const dx_bitset *where;
    dx_error error;
    CHECK_EQ(dx_evaluate(evaluator, state, &where, &error), DX_OK);
    CHECK_THAT(!dx_bitset_is_empty(where), "%s is missing",
               golden_text(row, "id"));
    for (size_t i = 0; i < 2; i++) {
        dx_formula p = dx_formula_binary(
            t->store, DX_PROBABILITY,
            dx_formula_atom(t->store, i == 0 ? "1" : "2"), state);
        dx_fraction wanted = golden_fraction(golden_text(row, keys[i])), got;
        for (size_t w = dx_bitset_next(where, 0); w < where->size;
             w = dx_bitset_next(where, w + 1)) {
            CHECK_EQ(dx_evaluate_term(evaluator, p, w, &got, &error), DX_OK);
            CHECK_THAT(dx_fraction_equal(got, wanted),
                       "%s of %s is %d/%d, not %s", keys[i],
                       golden_text(row, "id"), (int)got.top, (int)got.over,
                       golden_text(row, keys[i]));
        }
    }
    return dx_bitset_count(where);
}

static void check_step(const table *t, const json_t *step)
{
    dx_evaluator *evaluator = dx_evaluator_new(t->model, NULL);
    const json_t *rows = json_object_get(step, "table");
    size_t i, worlds = 0;
    json_t *row;
    CHECK_EQ(json_array_size(rows),
             json_integer_value(json_object_get(step, "worlds")));
    json_array_foreach (rows, i, row)
        worlds += check_row(t, evaluator, row);
    CHECK_THAT(worlds == dx_model_world_count(t->model),
               "%s: %zu of %zu worlds are in the table",
               golden_text(step, "after"), worlds,
               dx_model_world_count(t->model));
    dx_evaluator_free(evaluator);
}

static void play(table *t, const char *move, int cards_in_deck)
{
    int r, x, y, i, j;
    if (strcmp(move, "deal") == 0) {
        for (int k = 0; k < 2 * t->h; k++)
            draw(t, 1 + k % 2, t->n * t->m - k);
    } else if (sscanf(move, "ask_{%d,.,%d,%d}", &r, &i, &j) == 3) {
        ask(t, r, i);
    } else if (sscanf(move, "give_{%d,%d,%d,%d,%d}", &r, &x, &y, &i, &j) == 5) {
        give(t, r, x, i, j);
    } else if (sscanf(move, "gofish_{%d,%d,%d}", &r, &i, &j) == 3) {
        go_fish(t, r, i);
    } else {
        CHECK_THAT(sscanf(move, "draw_{%d,...,%d,%d}", &r, &i, &j) == 3,
                   "what is %s?", move);
        draw(t, i, cards_in_deck);
    }
}

static bool is_draw(const json_t *step)
{
    return step != NULL && strncmp(golden_text(step, "after"), "draw", 4) == 0;
}

// A draw after a draw is another outcome of the same one.
static void check_reading(const json_t *json, const char *reading, bool strict)
{
    table t = {.n = (int)json_integer_value(json_object_get(json, "n")),
               .m = (int)json_integer_value(json_object_get(json, "m")),
               .h = (int)json_integer_value(json_object_get(json, "h")),
               .strict = strict,
               .store = dx_formulas_new()};
    const json_t *steps = json_object_get(json, reading);
    CHECK_THAT(json_array_size(steps) > 1, "no %s", reading);
    lay_out(&t);
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *step = json_array_get(steps, i);
        const json_t *before = i == 0 ? NULL : json_array_get(steps, i - 1);
        if (!is_draw(step) || !is_draw(before)) {
            const json_t *row =
                i == 0 ? NULL
                       : json_array_get(json_object_get(before, "table"), 0);
            play(&t, golden_text(step, "after"),
                 row == NULL ? 0 : (int)strlen(golden_text(row, "deck")));
        }
        // Orders of drawing stay apart: 54 worlds for the 21 deals.
        if (i == 0 && t.n == 3 && t.m == 2 && t.h == 2)
            CHECK_EQ(dx_model_world_count(t.model), 54);
        check_step(&t, step);
    }
    dx_model_free(t.model);
    dx_formulas_free(t.store);
}

TEST(the_go_fish_example_has_the_papers_probabilities)
{
    json_t *json = golden_file("gofish_example.json");
    check_reading(json, "reading_example", false);
    json_decref(json);
}

TEST(the_go_fish_example_read_strictly_loses_world_13)
{
    json_t *json = golden_file("gofish_example.json");
    check_reading(json, "reading_strict", true);
    json_decref(json);
}
