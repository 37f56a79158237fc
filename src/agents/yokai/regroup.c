// For one, two, three, ... moves: is there such a row of boards?  Each card is
// on one square, no two on the same; one card moves at a time, to a square that
// was empty.  A set is one group if all of it can be reached from one of its
// cards: reached in l + 1 steps is what is in it and was reached in l steps, or
// is beside such a square (Longin, Lorini and Maris's `linked`, repaired).

#include "agents/yokai/regroup.h"

#include "base/memory.h"
#include "belief/base.h"

#include <stdio.h>

// No card is further from the first than STEPS_MAX, on the way of the cards.
enum { CELLS_MAX = 256, PARTS_MAX = 300, STEPS_MAX = 10 };

typedef struct riddle {
    const dx_yokai_layout *layout;
    unsigned cell_count, count; // count: cards
    uint16_t cell[CELLS_MAX];
    dx_formulas *store;
    dx_language language;
    dx_base *base;
} riddle;

static void must(dx_status status)
{
    DX_REQUIRE(status == DX_OK, "a base that can be built and asked");
}

// The squares of the rectangle and one step beyond.
static void list_cells(riddle *r)
{
    unsigned top = DX_YOKAI_SIDE, bottom = 0, left = DX_YOKAI_SIDE, right = 0;
    for (unsigned card = 0; card < r->count; card++) {
        unsigned square = r->layout->board.square[card];
        unsigned row = dx_yokai_row(square), column = dx_yokai_column(square);
        top = row < top ? row : top;
        bottom = row > bottom ? row : bottom;
        left = column < left ? column : left;
        right = column > right ? column : right;
    }
    for (unsigned row = top - 1; row <= bottom + 1; row++)
        for (unsigned column = left - 1; column <= right + 1; column++) {
            DX_REQUIRE(r->cell_count < CELLS_MAX, "cards that lie together");
            r->cell[r->cell_count++] = (uint16_t)dx_yokai_square(row, column);
        }
}

static dx_formula fact(riddle *r, char kind, unsigned a, unsigned b, unsigned c)
{
    char name[48];
    snprintf(name, sizeof name, "%c_%u_%u_%u", kind, a, b, c);
    return dx_formula_atom(r->store, name);
}

// The card is on the cell after so many moves; before the first all is known.
static dx_formula at(riddle *r, unsigned card, unsigned cell, unsigned time)
{
    bool known = time == 0 || (r->layout->locked >> card & 1);
    if (!known)
        return fact(r, 'p', card, cell, time);
    return r->layout->board.square[card] == r->cell[cell]
               ? dx_formula_true(r->store)
               : dx_formula_false(r->store);
}

static void say(riddle *r, dx_formula f)
{
    must(dx_base_add(r->base, f, DX_FROM_CORE, NULL));
}

// One of `cards` is on the cell.
static dx_formula taken(riddle *r, dx_yokai_cards cards, unsigned cell,
                        unsigned time)
{
    dx_formula parts[DX_YOKAI_CARDS];
    unsigned count = 0;
    for (; cards != 0; cards &= (dx_yokai_cards)(cards - 1))
        parts[count++] = at(r, dx_yokai_first(cards), cell, time);
    return dx_formula_all(r->store, DX_OR, count, parts);
}

static bool is_beside(unsigned a, unsigned b)
{
    unsigned gap = a < b ? b - a : a - b;
    return gap == 1 || gap == DX_YOKAI_SIDE;
}

// The cell, or one beside it, was reached in `level` steps.
static dx_formula near_reached(riddle *r, char kind, unsigned cell,
                               unsigned level, unsigned time)
{
    dx_formula parts[5];
    unsigned count = 0;
    for (unsigned i = 0; i < r->cell_count; i++)
        if (i == cell || is_beside(r->cell[i], r->cell[cell]))
            parts[count++] = fact(r, kind, i, level, time);
    return dx_formula_all(r->store, DX_OR, count, parts);
}

// If `guard` holds, all of `cards` are one group.
static void say_group(riddle *r, char kind, dx_yokai_cards cards, unsigned time,
                      dx_formula guard)
{
    unsigned levels = dx_yokai_size(cards) - 1;
    levels = levels < STEPS_MAX ? levels : STEPS_MAX;
    unsigned first = dx_yokai_first(cards);
    for (unsigned cell = 0; cell < r->cell_count; cell++) {
        dx_formula there = taken(r, cards, cell, time);
        say(r, dx_formula_implies(r->store, fact(r, kind, cell, 0, time),
                                  at(r, first, cell, time)));
        for (unsigned level = 0; level < levels; level++)
            say(r,
                dx_formula_implies(
                    r->store, fact(r, kind, cell, level + 1, time),
                    dx_formula_and(r->store, there,
                                   near_reached(r, kind, cell, level, time))));
        say(r,
            dx_formula_implies(r->store, dx_formula_and(r->store, guard, there),
                               fact(r, kind, cell, levels, time)));
    }
}

// Each card is on one square, and each square has one card at most.
static void say_places(riddle *r, unsigned time)
{
    dx_formula parts[PARTS_MAX];
    for (unsigned card = 0; card < r->count; card++) {
        if (r->layout->locked >> card & 1)
            continue;
        for (unsigned cell = 0; cell < r->cell_count; cell++)
            parts[cell] = at(r, card, cell, time);
        must(dx_base_add_count(r->base, r->cell_count, parts, 1, 1, NULL));
    }
    for (unsigned cell = 0; cell < r->cell_count; cell++) {
        for (unsigned card = 0; card < r->count; card++)
            parts[card] = at(r, card, cell, time);
        must(dx_base_add_count(r->base, r->count, parts, 0, 1, NULL));
    }
}

// One card moves, another than before (or one move would have done), and where
// it comes to was empty.
static void say_move(riddle *r, unsigned time)
{
    dx_formula movers[DX_YOKAI_CARDS];
    dx_yokai_cards all = (dx_yokai_cards)((1U << r->count) - 1);
    for (unsigned card = 0; card < r->count; card++) {
        movers[card] = fact(r, 'm', card, 0, time);
        if (time > 1)
            say(r,
                dx_formula_not(
                    r->store, dx_formula_and(r->store, movers[card],
                                             fact(r, 'm', card, 0, time - 1))));
        if (r->layout->locked >> card & 1)
            say(r, dx_formula_not(r->store, movers[card]));
        for (unsigned cell = 0;
             cell < r->cell_count && !(r->layout->locked >> card & 1); cell++) {
            dx_formula now = at(r, card, cell, time);
            dx_formula before = at(r, card, cell, time - 1);
            dx_formula stays = dx_formula_binary(r->store, DX_IFF, now, before);
            say(r, dx_formula_or(r->store, movers[card], stays));
            say(r,
                dx_formula_implies(
                    r->store, dx_formula_and(r->store, now, movers[card]),
                    dx_formula_not(r->store, taken(r, all, cell, time - 1))));
        }
    }
    must(dx_base_add_count(r->base, r->count, movers, 1, 1, NULL));
}

// One more move, and what is asked of the board after it.
static bool can_in(riddle *r, const dx_yokai_colouring *colouring,
                   unsigned colours, unsigned moves)
{
    dx_formula ends = fact(r, 'e', 0, 0, moves);
    bool found;
    say_places(r, moves);
    say_move(r, moves);
    say_group(r, 'r', (dx_yokai_cards)((1U << r->count) - 1), moves,
              dx_formula_true(r->store));
    for (unsigned colour = 0; colour < r->layout->colours; colour++)
        if (colours >> colour & 1)
            say_group(r, "abcd"[colour], colouring -> family[colour], moves,
                      ends);
    must(dx_base_find(r->base, 1, &ends, NULL, &found, NULL));
    return found;
}

static bool are_gathered(const dx_yokai_layout *layout,
                         const dx_yokai_colouring *colouring, unsigned colours)
{
    for (unsigned colour = 0; colour < layout->colours; colour++)
        if ((colours >> colour & 1) &&
            dx_yokai_family_cost(layout, colouring->family[colour]) > 0)
            return false;
    return true;
}

unsigned dx_yokai_regroup(const dx_yokai_layout *layout,
                          const dx_yokai_colouring *colouring, unsigned colours,
                          unsigned most)
{
    riddle *r = dx_alloc(1, sizeof *r);
    unsigned moves = 0;
    r->layout = layout;
    r->count = layout->board.count;
    r->store = dx_formulas_new();
    dx_language_init(&r->language, r->store, "m");
    r->base = dx_base_new(&r->language);
    list_cells(r);
    if (!are_gathered(layout, colouring, colours))
        do
            moves++;
        while (moves <= most && !can_in(r, colouring, colours, moves));
    dx_base_free(r->base);
    dx_language_release(&r->language);
    dx_formulas_free(r->store);
    dx_free(r);
    return moves;
}
