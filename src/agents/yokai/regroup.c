// For so many moves, and one more, and one more: is there such a row of boards?
// A move is a card and an empty square; each card is where it was, or if it is
// the one that moves, on that square; so no two cards ever share one.  A set is
// one group if all of it can be reached from one of its cards: reached in l + 1
// steps is what is in it and was reached in l steps, or is beside such a square
// (Longin, Lorini and Maris's `linked`, repaired).
//
// Most of the time would go into the proof that one move less is too few.  It
// is short if what is plain is said: some cards of a family cannot all stay
// where they are, because those that are left of it could not fill what is
// between them.  One of them moves; and how many must in all is where the
// search begins.

#include "agents/yokai/regroup.h"

#include "base/memory.h"
#include "sat/solver.h"

// No card is further from the middle one than STEPS_MAX, on the way of the
// cards.
enum { CELLS_MAX = 256, STEPS_MAX = 8, MOVES_MAX = 32 };

// A board as literals: where each card is, and which cells are taken.
typedef struct layer {
    int at[DX_YOKAI_CARDS][CELLS_MAX];
    int taken[CELLS_MAX];
} layer;

typedef struct riddle {
    const dx_yokai_layout *layout;
    unsigned cell_count, count; // count: cards
    uint16_t cell[CELLS_MAX];
    dx_sat *sat;
    int yes;                              // the literal that is true
    int mover[MOVES_MAX][DX_YOKAI_CARDS]; // the card moves in this move
    unsigned moves;                       // that were added
    layer before, now;                    // of the last of them
} riddle;

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

static void say(riddle *r, size_t count, const int *literals)
{
    dx_sat_add(r->sat, count, literals);
}
#define SAY(r, ...)                                                            \
    say(r, sizeof((int[]){__VA_ARGS__}) / sizeof(int), (int[]){__VA_ARGS__})

static bool is_locked(const riddle *r, unsigned card)
{
    return r->layout->locked >> card & 1;
}

// The board as it is.
static void lay_first(riddle *r)
{
    for (unsigned cell = 0; cell < r->cell_count; cell++) {
        r->now.taken[cell] = -r->yes;
        for (unsigned card = 0; card < r->count; card++) {
            bool here = r->layout->board.square[card] == r->cell[cell];
            r->now.at[card][cell] = here ? r->yes : -r->yes;
            if (here)
                r->now.taken[cell] = r->yes;
        }
    }
}

// The next board: locked cards stay.
static void lay_next(riddle *r)
{
    r->before = r->now;
    for (unsigned cell = 0; cell < r->cell_count; cell++) {
        r->now.taken[cell] = dx_sat_variable(r->sat);
        for (unsigned card = 0; card < r->count; card++)
            if (!is_locked(r, card))
                r->now.at[card][cell] = dx_sat_variable(r->sat);
    }
}

static void say_exactly_one(riddle *r, unsigned count, const int *literals)
{
    say(r, count, literals);
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < i; k++)
            SAY(r, -literals[i], -literals[k]);
}

// Where the card is after a move: on the target if it moves, else where it was.
static void say_place(riddle *r, unsigned card, unsigned cell, int target)
{
    int moves = r->mover[r->moves][card];
    int now = r->now.at[card][cell], before = r->before.at[card][cell];
    int taken = r->now.taken[cell];
    if (!is_locked(r, card)) {
        SAY(r, -moves, -target, now);
        SAY(r, -moves, target, -now);
        SAY(r, moves, -before, now);
        SAY(r, moves, before, -now);
    }
    SAY(r, -moves, -before, -taken);
    SAY(r, moves, -before, taken);
}

// A cell is taken if it is the target, or was taken and is not left.
static void say_taken(riddle *r, unsigned cell, int target)
{
    SAY(r, -target, r->now.taken[cell]);
    SAY(r, -target, -r->before.taken[cell]);
    SAY(r, target, r->before.taken[cell], -r->now.taken[cell]);
}

// One card moves, another than before (or one move would have done), to a
// square that was empty.
static void say_move(riddle *r)
{
    int target[CELLS_MAX], *mover = r->mover[r->moves];
    for (unsigned card = 0; card < r->count; card++) {
        mover[card] = is_locked(r, card) ? -r->yes : dx_sat_variable(r->sat);
        if (r->moves > 0)
            SAY(r, -mover[card], -r->mover[r->moves - 1][card]);
    }
    say_exactly_one(r, r->count, mover);
    for (unsigned cell = 0; cell < r->cell_count; cell++) {
        target[cell] = dx_sat_variable(r->sat);
        say_taken(r, cell, target[cell]);
        for (unsigned card = 0; card < r->count; card++)
            say_place(r, card, cell, target[cell]);
    }
    say_exactly_one(r, r->cell_count, target);
}

// ---- groups ----

static bool is_beside(unsigned a, unsigned b)
{
    unsigned gap = a < b ? b - a : a - b;
    return gap == 1 || gap == DX_YOKAI_SIDE;
}

// What may be reached in one step more: what is in the set and reached, or
// beside it.  `in[i]` are the literals that put something on a cell.
static void reach_further(riddle *r, unsigned kinds, const int *const *in,
                          int reached[CELLS_MAX])
{
    int next[CELLS_MAX], literals[DX_YOKAI_CARDS + 1];
    for (unsigned cell = 0; cell < r->cell_count; cell++) {
        unsigned count = 1;
        next[cell] = dx_sat_variable(r->sat);
        literals[0] = -next[cell];
        for (unsigned i = 0; i < kinds; i++)
            literals[count++] = in[i][cell];
        say(r, count, literals);
        count = 1;
        for (unsigned i = 0; i < r->cell_count; i++)
            if (i == cell || is_beside(r->cell[i], r->cell[cell]))
                literals[count++] = reached[i];
        say(r, count, literals);
    }
    for (unsigned cell = 0; cell < r->cell_count; cell++)
        reached[cell] = next[cell];
}

// If `guard` holds, all that is in the set is reached from `first` in at most
// `levels` steps.
static void say_group(riddle *r, unsigned kinds, const int *const *in,
                      const int first[CELLS_MAX], unsigned levels, int guard)
{
    int reached[CELLS_MAX];
    for (unsigned cell = 0; cell < r->cell_count; cell++)
        reached[cell] = first[cell];
    for (unsigned level = 0; level < levels; level++)
        reach_further(r, kinds, in, reached);
    for (unsigned cell = 0; cell < r->cell_count; cell++)
        for (unsigned i = 0; i < kinds; i++)
            SAY(r, -guard, -in[i][cell], reached[cell]);
}

// ---- who cannot stay ----

// The least number of squares that make one group of up to three cards: a tree
// over three squares is half the way round them.
static unsigned gap_of(const riddle *r, dx_yokai_cards cards)
{
    unsigned top = DX_YOKAI_SIDE, bottom = 0, left = DX_YOKAI_SIDE, right = 0;
    unsigned size = dx_yokai_size(cards);
    for (; cards != 0; cards &= (dx_yokai_cards)(cards - 1)) {
        unsigned square = r->layout->board.square[dx_yokai_first(cards)];
        unsigned row = dx_yokai_row(square), column = dx_yokai_column(square);
        top = row < top ? row : top;
        bottom = row > bottom ? row : bottom;
        left = column < left ? column : left;
        right = column > right ? column : right;
    }
    return bottom - top + right - left + 1 - size;
}

// Can these cards of a family stay where they are, if the others of it fill
// what is between them?
static bool can_stay(const riddle *r, dx_yokai_cards family,
                     dx_yokai_cards cards)
{
    unsigned rest = dx_yokai_size(family) - dx_yokai_size(cards);
    if (rest == 0)
        return dx_yokai_family_cost(r->layout, family) == 0;
    return dx_yokai_size(cards) <= 1 || gap_of(r, cards) <= rest;
}

// How many cards of a family have to move at least.
static unsigned least_moves(const riddle *r, dx_yokai_cards family)
{
    unsigned size = dx_yokai_size(family), least = size;
    for (unsigned stay = family; stay != 0; stay = (stay - 1) & family)
        if (can_stay(r, family, (dx_yokai_cards)stay) &&
            (r->layout->locked & family & ~stay) == 0 &&
            size - dx_yokai_size((dx_yokai_cards)stay) < least)
            least = size - dx_yokai_size((dx_yokai_cards)stay);
    return least;
}

// If it ends now, one of each set that cannot stay has moved.
static void say_movers(riddle *r, dx_yokai_cards family, int ends)
{
    for (unsigned set = family; set != 0; set = (set - 1) & family) {
        int literals[1 + DX_YOKAI_CARDS * MOVES_MAX] = {-ends};
        unsigned count = 1;
        if (can_stay(r, family, (dx_yokai_cards)set))
            continue;
        for (unsigned card = 0; card < r->count; card++)
            for (unsigned move = 0; move < r->moves && (set >> card & 1);
                 move++)
                literals[count++] = r->mover[move][card];
        say(r, count, literals);
    }
}

// ---- asking ----

// The card from which the furthest is nearest.
static unsigned middle_card(const riddle *r)
{
    unsigned best = 0, least = DX_YOKAI_SIDE * DX_YOKAI_SIDE;
    for (unsigned card = 0; card < r->count; card++) {
        unsigned most = 0;
        for (unsigned other = 0; other < r->count; other++) {
            dx_yokai_cards both = (dx_yokai_cards)(1U << card | 1U << other);
            unsigned gap = other == card ? 0 : gap_of(r, both) + 1;
            most = gap > most ? gap : most;
        }
        if (most < least) {
            least = most;
            best = card;
        }
    }
    return best;
}

// One more move, after which the cards are one group.
static void add_move(riddle *r)
{
    unsigned levels = r->count - 1 < STEPS_MAX ? r->count - 1 : STEPS_MAX;
    const int *taken = r->now.taken;
    lay_next(r);
    say_move(r);
    say_group(r, 1, &taken, r->now.at[middle_card(r)], levels, r->yes);
    r->moves++;
}

static void say_gathered(riddle *r, dx_yokai_cards family, int ends)
{
    const int *in[DX_YOKAI_CARDS] = {NULL};
    unsigned count = 0;
    for (unsigned card = 0; card < r->count; card++)
        if (family >> card & 1)
            in[count++] = r->now.at[card];
    say_group(r, count, in, in[0], count - 1, ends);
    say_movers(r, family, ends);
}

// Can the families be gathered after the moves that were added?
static bool can_end(riddle *r, const dx_yokai_colouring *colouring,
                    unsigned colours)
{
    int ends = dx_sat_variable(r->sat);
    bool can;
    for (unsigned colour = 0; colour < r->layout->colours; colour++)
        if (colours >> colour & 1)
            say_gathered(r, colouring->family[colour], ends);
    dx_status status = dx_sat_solve(r->sat, 1, &ends, NULL, &can, NULL);
    DX_REQUIRE(status == DX_OK, "a question without a limit");
    return can;
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

static unsigned least_of(const riddle *r, const dx_yokai_colouring *colouring,
                         unsigned colours)
{
    unsigned least = 0;
    for (unsigned colour = 0; colour < r->layout->colours; colour++)
        if (colours >> colour & 1)
            least += least_moves(r, colouring->family[colour]);
    return least;
}

unsigned dx_yokai_regroup(const dx_yokai_layout *layout,
                          const dx_yokai_colouring *colouring, unsigned colours,
                          unsigned most)
{
    DX_REQUIRE(most <= MOVES_MAX, "not too many moves");
    riddle *r = dx_alloc(1, sizeof *r);
    unsigned moves = 0;
    r->layout = layout;
    r->count = layout->board.count;
    r->sat = dx_sat_new();
    r->yes = dx_sat_variable(r->sat);
    SAY(r, r->yes);
    list_cells(r);
    lay_first(r);
    unsigned least = least_of(r, colouring, colours);
    if (!are_gathered(layout, colouring, colours))
        while (++moves <= most) {
            add_move(r);
            if (moves >= least && can_end(r, colouring, colours))
                break;
        }
    dx_sat_free(r->sat);
    dx_free(r);
    return moves;
}
