// Every axiom is written as the paper has it, an implication or a bound for
// each card, square, colour and hint; but what they have in common ("all hints
// stay as they are") is one formula, and equal formulas are one gate of the
// solver. So the clauses are those of the factored grounding: some 40 facts a
// time for four cards, and not the 30 thousand million clauses of the print.
//
// Where it is repaired: ICH7 is about two different cards.  SSA13 begins with
// what m has come to *believe*, since as printed nothing could move while any
// colour is unknown.  Colours never change, also not of the card that is looked
// at.  Looks of h are an action too.  m's base is not introspective, so that m
// believes a colour is written into it beside the colour.

#include "games/yokai/theory.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 400, LIST_MAX = 2048 };

struct dx_yokai_theory {
    dx_rules rules;
    unsigned seat, times, now;
    bool begun;
    dx_yokai table; // as m sees it
    unsigned hints, cell_count;
    uint16_t cell[CELLS_MAX];
    dx_formulas *store;
    dx_language language;
    dx_base *base;
    dx_formula self, other; // m, h
};

static void must(dx_status status)
{
    DX_REQUIRE(status == DX_OK, "a theory that can be written down");
}

// ---- facts ----

// name(a,b,..)@t from the words of its arguments; NULL ends them early.
static dx_formula fact(dx_yokai_theory *y, const char *name,
                       const char *const *words, unsigned count, unsigned time)
{
    uint32_t operands[4] = {dx_names_add(dx_formulas_names(y->store), name)};
    for (unsigned i = 0; i < count; i++)
        operands[i + 1] = dx_formula_atom(y->store, words[i]);
    dx_formula f = dx_formula_make(y->store, DX_APPLY, count + 1, operands);
    dx_formula at = dx_formula_number(y->store, dx_fraction_int(time));
    return dx_formula_make(y->store, DX_AT, 2, (uint32_t[]){f, at});
}

// The words of arguments, for a moment.
typedef struct words {
    char text[3][16];
    const char *at[3];
} words;

static void say_card(words *w, unsigned i, unsigned card)
{
    snprintf(w->text[i], sizeof w->text[i], "c%u", card + 1);
    w->at[i] = w->text[i];
}
static void say_number(words *w, unsigned i, unsigned number)
{
    snprintf(w->text[i], sizeof w->text[i], "%u", number);
    w->at[i] = w->text[i];
}
static void say_hint(const dx_yokai_theory *y, words *w, unsigned i,
                     unsigned hint)
{
    dx_text text = {0};
    dx_yokai_say_hint(y->table.colours, hint, &text);
    snprintf(w->text[i], sizeof w->text[i], "%s", dx_text_string(&text));
    dx_text_release(&text);
    w->at[i] = w->text[i];
}

static dx_formula col(dx_yokai_theory *y, unsigned card, unsigned colour,
                      unsigned time)
{
    words w;
    say_card(&w, 0, card);
    w.text[1][0] = "rgby"[colour];
    w.text[1][1] = '\0';
    w.at[1] = w.text[1];
    return fact(y, "col", w.at, 2, time);
}

static dx_formula pos(dx_yokai_theory *y, unsigned card, unsigned square,
                      unsigned time)
{
    words w;
    say_card(&w, 0, card);
    say_number(&w, 1, dx_yokai_row(square));
    say_number(&w, 2, dx_yokai_column(square));
    return fact(y, "pos", w.at, 3, time);
}

static dx_formula of_hint(dx_yokai_theory *y, const char *name, unsigned hint,
                          unsigned time)
{
    words w;
    say_hint(y, &w, 0, hint);
    return fact(y, name, w.at, 1, time);
}

static dx_formula mark(dx_yokai_theory *y, unsigned card, unsigned hint,
                       unsigned time)
{
    words w;
    say_card(&w, 0, card);
    say_hint(y, &w, 1, hint);
    return fact(y, "mark", w.at, 2, time);
}

static dx_formula look(dx_yokai_theory *y, unsigned card, unsigned time)
{
    words w;
    say_card(&w, 0, card);
    return fact(y, "look", w.at, 1, time);
}

// m has it in its base; h had it in its base at the time.
static dx_formula believes(dx_yokai_theory *y, dx_formula f)
{
    return dx_formula_make(y->store, DX_EXPLICIT, 2, (uint32_t[]){y->self, f});
}
static dx_formula other_believes(dx_yokai_theory *y, unsigned time,
                                 dx_formula f)
{
    dx_formula at = dx_formula_number(y->store, dx_fraction_int(time));
    return dx_formula_make(y->store, DX_EXPLICIT_AT, 3,
                           (uint32_t[]){y->other, at, f});
}

static dx_formula no(dx_yokai_theory *y, dx_formula f)
{
    return dx_formula_not(y->store, f);
}

// A list that is put together part by part.
typedef struct list {
    size_t count;
    dx_formula at[LIST_MAX];
} list;

static void push(list *l, dx_formula f)
{
    DX_REQUIRE(l->count < LIST_MAX, "a small game");
    l->at[l->count++] = f;
}
static dx_formula all_of(dx_yokai_theory *y, const list *l)
{
    return dx_formula_all(y->store, DX_AND, l->count, l->at);
}

static void core(dx_yokai_theory *y, dx_formula f)
{
    must(dx_base_add(y->base, f, DX_FROM_CORE, NULL));
}
static void bound(dx_yokai_theory *y, const list *l, size_t low, size_t high)
{
    must(dx_base_add_count(y->base, l->count, l->at, low, high, NULL));
}

// ---- integrity constraints, at each time ----

// ICP1 to ICP3: a card is on one square, and no two are on the same.
static void add_positions(dx_yokai_theory *y, list *l, unsigned time)
{
    for (unsigned card = 0; card < y->table.cards; card++) {
        l->count = 0;
        for (unsigned i = 0; i < y->cell_count; i++)
            push(l, pos(y, card, y->cell[i], time));
        bound(y, l, 1, 1);
    }
    for (unsigned i = 0; i < y->cell_count; i++) {
        l->count = 0;
        for (unsigned card = 0; card < y->table.cards; card++)
            push(l, pos(y, card, y->cell[i], time));
        bound(y, l, 0, 1);
    }
}

// ICC4 to ICC6: a card has one colour, and each colour has its cards.
static void add_colours(dx_yokai_theory *y, list *l, unsigned time)
{
    const dx_yokai *t = &y->table;
    for (unsigned card = 0; card < t->cards; card++) {
        l->count = 0;
        for (unsigned colour = 0; colour < t->colours; colour++)
            push(l, col(y, card, colour, time));
        bound(y, l, 1, 1);
    }
    for (unsigned colour = 0; colour < t->colours; colour++) {
        l->count = 0;
        for (unsigned card = 0; card < t->cards; card++)
            push(l, col(y, card, colour, time));
        bound(y, l, t->copies, t->copies);
    }
}

// ICH7, ICH9, ICH10: a hint is in one state, and marks one card at most.  ICH8,
// that those in the game are in one, comes with the beginning.
static void add_hints(dx_yokai_theory *y, list *l, unsigned time)
{
    for (unsigned hint = 0; hint < y->hints; hint++) {
        l->count = 0;
        push(l, of_hint(y, "avail", hint, time));
        push(l, of_hint(y, "active", hint, time));
        for (unsigned card = 0; card < y->table.cards; card++)
            push(l, mark(y, card, hint, time));
        bound(y, l, 0, 1);
    }
}

// ---- from one time to the next ----

static dx_formula same_as_before(dx_yokai_theory *y, dx_formula then,
                                 dx_formula before)
{
    return dx_formula_binary(y->store, DX_IFF, then, before);
}

// posFA, colFA and hintFA: all but one stay as they are.  `but` is a card or a
// hint; DX_NONE: all.
static dx_formula positions_stay(dx_yokai_theory *y, unsigned but,
                                 unsigned time)
{
    list *l = dx_alloc_raw(1, sizeof *l);
    l->count = 0;
    for (unsigned card = 0; card < y->table.cards; card++)
        for (unsigned i = 0; i < y->cell_count && card != but; i++)
            push(l, same_as_before(y, pos(y, card, y->cell[i], time),
                                   pos(y, card, y->cell[i], time - 1)));
    dx_formula f = all_of(y, l);
    dx_free(l);
    return f;
}

static dx_formula colours_stay(dx_yokai_theory *y, unsigned but, unsigned time)
{
    list *l = dx_alloc_raw(1, sizeof *l);
    l->count = 0;
    for (unsigned card = 0; card < y->table.cards; card++)
        for (unsigned c = 0; c < y->table.colours; c++) {
            dx_formula then = col(y, card, c, time);
            dx_formula before = col(y, card, c, time - 1);
            push(l, same_as_before(y, then, before));
            if (card != but)
                push(l,
                     same_as_before(y, believes(y, then), believes(y, before)));
        }
    dx_formula f = all_of(y, l);
    dx_free(l);
    return f;
}

static dx_formula hints_stay(dx_yokai_theory *y, unsigned but, unsigned time)
{
    static const char *const names[] = {"avail", "active"};
    list *l = dx_alloc_raw(1, sizeof *l);
    l->count = 0;
    for (unsigned hint = 0; hint < y->hints; hint++) {
        if (hint == but)
            continue;
        for (unsigned i = 0; i < 2; i++)
            push(l, same_as_before(y, of_hint(y, names[i], hint, time),
                                   of_hint(y, names[i], hint, time - 1)));
        for (unsigned card = 0; card < y->table.cards; card++)
            push(l, same_as_before(y, mark(y, card, hint, time),
                                   mark(y, card, hint, time - 1)));
    }
    dx_formula f = all_of(y, l);
    dx_free(l);
    return f;
}

// If `f` is true now and was not before (or, with NULL, if it is true), the
// three stay.  The antecedent is kept: something happens at each time.
static void add_change(dx_yokai_theory *y, dx_formula then,
                       const dx_formula *before, const dx_formula stay[3],
                       list *happens)
{
    dx_formula when =
        before == NULL ? then : dx_formula_and(y->store, then, no(y, *before));
    push(happens, when);
    core(y, dx_formula_implies(y->store, when,
                               dx_formula_all(y->store, DX_AND, 3, stay)));
}

// SSA12 and SSA13, and the looks of h, for one card.
static void add_card_changes(dx_yokai_theory *y, unsigned card, unsigned time,
                             list *happens)
{
    dx_formula before;
    dx_formula moved[] = {positions_stay(y, card, time),
                          colours_stay(y, DX_NONE, time),
                          hints_stay(y, DX_NONE, time)};
    dx_formula seen[] = {positions_stay(y, DX_NONE, time),
                         colours_stay(y, card, time), moved[2]};
    dx_formula looked[] = {seen[0], moved[1], moved[2]};
    for (unsigned i = 0; i < y->cell_count; i++) {
        before = pos(y, card, y->cell[i], time - 1);
        add_change(y, pos(y, card, y->cell[i], time), &before, moved, happens);
    }
    for (unsigned c = 0; c < y->table.colours; c++) {
        before = believes(y, col(y, card, c, time - 1));
        add_change(y, believes(y, col(y, card, c, time)), &before, seen,
                   happens);
    }
    add_change(y, look(y, card, time), NULL, looked, happens);
}

// SSA14 and SSA15, for one hint.
static void add_hint_changes(dx_yokai_theory *y, unsigned hint, unsigned time,
                             list *happens)
{
    dx_formula stay[] = {positions_stay(y, DX_NONE, time),
                         colours_stay(y, DX_NONE, time),
                         hints_stay(y, hint, time)};
    dx_formula before = of_hint(y, "active", hint, time - 1);
    add_change(y, of_hint(y, "active", hint, time), &before, stay, happens);
    for (unsigned card = 0; card < y->table.cards; card++) {
        before = mark(y, card, hint, time - 1);
        add_change(y, mark(y, card, hint, time), &before, stay, happens);
    }
}

static void add_step(dx_yokai_theory *y, list *happens, unsigned time)
{
    happens->count = 0;
    for (unsigned card = 0; card < y->table.cards; card++)
        add_card_changes(y, card, time, happens);
    for (unsigned hint = 0; hint < y->hints; hint++)
        add_hint_changes(y, hint, time, happens);
    bound(y, happens, 1, happens->count);
}

// ---- the beginning ----

// Squares within as many steps of the first square as there may be moves.
static void list_cells(dx_yokai_theory *y)
{
    int reach = (int)(y->times / 4 + 1);
    int low = y->table.origin, high = low + y->table.copies - 1;
    int bottom = low + y->table.cards / y->table.copies - 1;
    for (int row = low - reach; row <= bottom + reach; row++)
        for (int column = low - reach; column <= high + reach; column++) {
            int down = row < low ? low - row : row > bottom ? row - bottom : 0;
            int side = column < low    ? low - column
                       : column > high ? column - high
                                       : 0;
            DX_REQUIRE(y->cell_count < CELLS_MAX, "a small game");
            if (down + side <= reach)
                y->cell[y->cell_count++] =
                    (uint16_t)dx_yokai_square((unsigned)row, (unsigned)column);
        }
}

dx_yokai_theory *dx_yokai_theory_new(const dx_rules *rules, unsigned seat,
                                     unsigned times)
{
    dx_yokai_theory *y = dx_alloc(1, sizeof *y);
    list *l = dx_alloc_raw(1, sizeof *l);
    y->rules = *rules;
    y->seat = seat;
    y->times = times;
    rules->game->setup(&y->table, rules);
    DX_REQUIRE(y->table.chosen, "hints that lie open, as in the paper");
    y->hints = dx_yokai_hint_count(y->table.colours);
    list_cells(y);
    y->store = dx_formulas_new();
    dx_language_init(&y->language, y->store, "m");
    y->base = dx_base_new(&y->language);
    y->self = dx_formula_atom(y->store, "m");
    y->other = dx_formula_atom(y->store, "h");
    for (unsigned time = 0; time <= times; time++) {
        add_positions(y, l, time);
        add_colours(y, l, time);
        add_hints(y, l, time);
        if (time > 0)
            add_step(y, l, time);
    }
    dx_free(l);
    return y;
}

void dx_yokai_theory_free(dx_yokai_theory *y)
{
    dx_base_free(y->base);
    dx_language_release(&y->language);
    dx_formulas_free(y->store);
    dx_free(y);
}

// What is believed, and that h believes it too.
static void both_believe(dx_yokai_theory *y, unsigned time, dx_formula f)
{
    must(dx_base_add(y->base, f, DX_FROM_SIGHT, NULL));
    must(dx_base_add(y->base, other_believes(y, time, f), DX_FROM_SIGHT, NULL));
}

// Initial volatile beliefs, and ICH8 of the hints that are in the game.
static void begin(dx_yokai_theory *y)
{
    const dx_yokai *t = &y->table;
    for (unsigned card = 0; card < t->cards; card++) {
        both_believe(y, 0, pos(y, card, t->board.square[card], 0));
        for (unsigned c = 0; c < t->colours; c++)
            must(dx_base_add(y->base, no(y, believes(y, col(y, card, c, 0))),
                             DX_FROM_SIGHT, NULL));
    }
    for (unsigned hint = 0; hint < y->hints; hint++) {
        dx_formula avail = of_hint(y, "avail", hint, 0);
        bool in_game = t->hint[hint] != DX_YOKAI_UNSEEN;
        both_believe(y, 0, in_game ? avail : no(y, avail));
        both_believe(y, 0, no(y, of_hint(y, "active", hint, 0)));
        for (unsigned card = 0; card < t->cards; card++)
            both_believe(y, 0, no(y, mark(y, card, hint, 0)));
        for (unsigned time = 0; time <= y->times && in_game; time++) {
            list l = {0};
            push(&l, of_hint(y, "avail", hint, time));
            push(&l, of_hint(y, "active", hint, time));
            for (unsigned card = 0; card < t->cards; card++)
                push(&l, mark(y, card, hint, time));
            bound(y, &l, 1, l.count);
        }
    }
    y->begun = true;
}

// ---- actions ----

// +col: the colour, that m believes it, and that h believes that m believes
// one.
static dx_formula see_colour(dx_yokai_theory *y, unsigned card, unsigned colour)
{
    list l = {0};
    dx_formula seen = col(y, card, colour, y->now);
    must(dx_base_add(y->base, believes(y, seen), DX_FROM_SIGHT, NULL));
    for (unsigned c = 0; c < y->table.colours; c++)
        push(&l, believes(y, col(y, card, c, y->now)));
    must(dx_base_add(
        y->base,
        other_believes(y, y->now,
                       dx_formula_all(y->store, DX_OR, l.count, l.at)),
        DX_FROM_SIGHT, NULL));
    return seen;
}

// h looks: it believes one colour of the card, m cannot say which.
static dx_formula see_look(dx_yokai_theory *y, unsigned card)
{
    list l = {0};
    for (unsigned c = 0; c < y->table.colours; c++)
        push(&l, other_believes(y, y->now, col(y, card, c, y->now)));
    must(dx_base_add(y->base, dx_formula_all(y->store, DX_OR, l.count, l.at),
                     DX_FROM_SIGHT, NULL));
    return look(y, card, y->now);
}

// The fact that an action adds; DX_FORMULA_NONE: it is no action.
static dx_formula fact_of(dx_yokai_theory *y, dx_event event)
{
    switch (event.verb) {
    case DX_YOKAI_LOOK:
        return event.who == y->seat ? see_colour(y, event.arg[0], event.arg[1])
                                    : see_look(y, event.arg[0]);
    case DX_YOKAI_MOVE:
        return pos(y, event.arg[0],
                   dx_yokai_square(event.arg[1] + 1U, event.arg[2] + 1U),
                   y->now);
    case DX_YOKAI_ACTIVATE:
        return of_hint(y, "active", event.arg[0], y->now);
    case DX_YOKAI_PLACE:
        return mark(y, event.arg[1], event.arg[0], y->now);
    default:
        return DX_FORMULA_NONE;
    }
}

bool dx_yokai_theory_see(dx_yokai_theory *y, dx_event event)
{
    bool is_action =
        event.verb == DX_YOKAI_LOOK || event.verb == DX_YOKAI_MOVE ||
        event.verb == DX_YOKAI_ACTIVATE || event.verb == DX_YOKAI_PLACE;
    if (is_action && y->now == y->times)
        return false;
    if (is_action && !y->begun)
        begin(y);
    if (is_action) {
        y->now++;
        dx_formula f = fact_of(y, event);
        must(dx_base_expand(y->base, f, DX_FROM_SIGHT, NULL));
        if (event.verb != DX_YOKAI_LOOK)
            must(dx_base_add(y->base, other_believes(y, y->now, f),
                             DX_FROM_SIGHT, NULL));
    }
    y->rules.game->fold(&y->table, event);
    return true;
}

// ---- questions ----

dx_base *dx_yokai_theory_base(dx_yokai_theory *y)
{
    return y->base;
}

dx_formula dx_yokai_theory_colour(dx_yokai_theory *y, unsigned card,
                                  unsigned colour)
{
    return col(y, card, colour, y->now);
}

dx_formula dx_yokai_theory_place(dx_yokai_theory *y, unsigned card,
                                 unsigned square)
{
    return pos(y, card, square, y->now);
}

dx_formula dx_yokai_theory_mark(dx_yokai_theory *y, unsigned card,
                                unsigned hint)
{
    return mark(y, card, hint, y->now);
}

dx_formula dx_yokai_theory_active(dx_yokai_theory *y, unsigned hint)
{
    return of_hint(y, "active", hint, y->now);
}
