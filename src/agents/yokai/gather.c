// The cost of a family tries, from no move upwards, which cards might stay.
// Those that stay are one group, or become one with as many empty squares as
// cards move: a square that joins two or three parts, a way of two squares
// between two cards.  That the squares are still empty when they are needed,
// and that the block of all cards holds together, only the search finds out.
//
// The search keeps the best boards of each length.  From a board it tries the
// moves of cards of families that are not gathered to squares near their
// relatives, and only if none of these is better, all others.  Boards are
// ordered by cost, then by how far relatives are from each other.

#include "agents/yokai/gather.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const int steps[] = {-DX_YOKAI_SIDE, -1, 1, DX_YOKAI_SIDE};

void dx_yokai_layout_init(dx_yokai_layout *layout, const dx_yokai *table)
{
    layout->colours = table->colours;
    layout->board = table->board;
    layout->locked = 0;
    memset(layout->taken, 0, sizeof layout->taken);
    for (unsigned card = 0; card < table->cards; card++) {
        layout->taken[table->board.square[card]] = 1;
        if (dx_yokai_is_marked(table, card))
            layout->locked |= dx_yokai_card(card);
    }
}

void dx_yokai_layout_move(dx_yokai_layout *layout, unsigned card,
                          unsigned square)
{
    layout->taken[layout->board.square[card]] = 0;
    layout->board.square[card] = (uint16_t)square;
    layout->taken[square] = 1;
}

// ---- the cost of a family ----

// The squares of a family, and which are 1, 2 and 3 steps from each other.
typedef struct group {
    unsigned count, all, locked; // sets are bits of the numbers in `square`
    unsigned pairs, gaps;        // how many are beside each other; two steps
    int square[4];
    uint8_t beside[4], two[4], three[4];
} group;

static bool is_beside(int a, int b)
{
    int gap = a < b ? b - a : a - b;
    return gap == 1 || gap == DX_YOKAI_SIDE;
}

static unsigned distance(int a, int b)
{
    int rows = (int)dx_yokai_row((unsigned)a) - (int)dx_yokai_row((unsigned)b);
    int columns =
        (int)dx_yokai_column((unsigned)a) - (int)dx_yokai_column((unsigned)b);
    return (unsigned)(abs(rows) + abs(columns));
}

static void group_init(group *g, const dx_yokai_layout *layout,
                       dx_yokai_cards family)
{
    g->count = g->locked = g->pairs = g->gaps = 0;
    for (; family != 0; family &= (dx_yokai_cards)(family - 1)) {
        unsigned card = dx_yokai_first(family), n = g->count++;
        g->locked |= (layout->locked >> card & 1U) << n;
        g->square[n] = layout->board.square[card];
        g->beside[n] = g->two[n] = g->three[n] = 0;
        for (unsigned i = 0; i < n; i++) {
            unsigned steps_apart = distance(g->square[i], g->square[n]);
            uint8_t *near = steps_apart == 1   ? g->beside
                            : steps_apart == 2 ? g->two
                                               : g->three;
            if (steps_apart > 3)
                continue;
            g->pairs += steps_apart == 1;
            g->gaps += steps_apart == 2;
            near[i] |= (uint8_t)(1U << n);
            near[n] |= (uint8_t)(1U << i);
        }
    }
    g->all = (1U << g->count) - 1;
}

// What hangs together with `from` among `stay`; at most three steps away.
static unsigned reach(const group *g, unsigned from, unsigned stay)
{
    unsigned reached = from & stay;
    for (unsigned round = 1; round < g->count && reached != stay; round++)
        for (unsigned i = 0; i < g->count; i++)
            if (reached >> i & 1)
                reached |= g->beside[i] & stay;
    return reached;
}

static bool is_one(const group *g, unsigned stay)
{
    return reach(g, stay & -stay, stay) == stay;
}

static bool has_room(const dx_yokai_layout *layout, const group *g,
                     unsigned stay)
{
    for (unsigned i = 0; i < g->count; i++)
        for (unsigned k = 0; k < 4 && (stay >> i & 1); k++)
            if (!layout->taken[g->square[i] + steps[k]])
                return true;
    return false;
}

// Does the square make one group of the others, if one card leaves them?
static bool joins(const group *g, int square)
{
    unsigned near = 0;
    for (unsigned i = 0; i < g->count; i++)
        if (is_beside(g->square[i], square))
            near |= 1U << i;
    for (unsigned i = 0; i < g->count; i++) {
        unsigned stay = g->all & ~(1U << i);
        if (!(g->locked >> i & 1) && reach(g, near, stay) == stay)
            return true;
    }
    return false;
}

// One or two squares lie between squares that are two steps apart.
static void between(int a, int b, int out[2])
{
    int row = a / DX_YOKAI_SIDE, column = a % DX_YOKAI_SIDE;
    int other_row = b / DX_YOKAI_SIDE, other_column = b % DX_YOKAI_SIDE;
    if (row == other_row || column == other_column) {
        out[0] = out[1] = (a + b) / 2;
        return;
    }
    out[0] = row * DX_YOKAI_SIDE + other_column;
    out[1] = other_row * DX_YOKAI_SIDE + column;
}

// For one square to make one group of the others, all but one of them are
// beside each other or two steps apart; three of four with no neighbours need
// three such pairs.
static bool may_one_move(const group *g)
{
    return g->pairs + 2 >= g->count || (g->pairs > 0 && g->gaps > 0) ||
           g->gaps + 2 > g->count;
}

// Is one card to move?  The others are one group, or a square between two of
// them makes them one: 1.  If the square is taken, or the group has no room
// beside it, somebody has to go first: 2.  Otherwise 3.
static unsigned one_moves(const dx_yokai_layout *layout, const group *g)
{
    unsigned best = 3;
    for (unsigned i = 0; i < g->count && g->pairs + 2 >= g->count; i++) {
        unsigned stay = g->all & ~(1U << i);
        if ((g->locked >> i & 1) || !is_one(g, stay))
            continue;
        if (has_room(layout, g, stay))
            return 1;
        best = 2;
    }
    for (unsigned i = 0; i < g->count && g->gaps > 0; i++)
        for (unsigned k = 0; k < i; k++) {
            int middle[2];
            if (!(g->two[i] >> k & 1))
                continue;
            between(g->square[i], g->square[k], middle);
            for (unsigned n = 0; n < 2; n++)
                if (joins(g, middle[n])) {
                    if (!layout->taken[middle[n]])
                        return 1;
                    best = 2;
                }
        }
    return best;
}

// Can two cards be joined by two empty squares?
static bool two_join(const dx_yokai_layout *layout, int a, int b)
{
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < 4 && !layout->taken[a + steps[i]]; k++) {
            int next = a + steps[i] + steps[k];
            if (!layout->taken[next] && is_beside(next, b))
                return true;
        }
    return false;
}

// May two of four cards stay, and the others move?
static bool two_stay(const dx_yokai_layout *layout, const group *g, unsigned i,
                     unsigned k)
{
    unsigned stay = 1U << i | 1U << k;
    int a = g->square[i], b = g->square[k], middle[2];
    if ((g->locked & ~stay) != 0)
        return false;
    if (g->beside[i] >> k & 1)
        return has_room(layout, g, stay);
    if (g->two[i] >> k & 1) {
        between(a, b, middle);
        return !layout->taken[middle[0]] || !layout->taken[middle[1]];
    }
    return (g->three[i] >> k & 1) && two_join(layout, a, b);
}

static bool two_move(const dx_yokai_layout *layout, const group *g)
{
    if (g->count == 3) {
        for (unsigned i = 0; i < 3; i++)
            if ((g->locked & ~(1U << i)) == 0 && has_room(layout, g, 1U << i))
                return true;
        return false;
    }
    for (unsigned i = 0; i < g->count; i++)
        for (unsigned k = 0; k < i; k++)
            if (two_stay(layout, g, i, k))
                return true;
    return false;
}

unsigned dx_yokai_family_cost(const dx_yokai_layout *layout,
                              dx_yokai_cards family)
{
    group g;
    group_init(&g, layout, family);
    if (g.pairs + 1 >= g.count && is_one(&g, g.all))
        return 0;
    unsigned one = may_one_move(&g) ? one_moves(layout, &g) : 3;
    if (one < 3)
        return one;
    if (g.count > 2 && two_move(layout, &g))
        return 2;
    bool all_but_one = (g.locked & (g.locked - 1)) == 0;
    return g.count == 4 && all_but_one ? 3 : DX_YOKAI_NEVER;
}

unsigned dx_yokai_cost(const dx_yokai_layout *layout,
                       const dx_yokai_colouring *colouring)
{
    unsigned cost = 0;
    for (unsigned colour = 0; colour < layout->colours; colour++)
        cost += dx_yokai_family_cost(layout, colouring->family[colour]);
    return cost;
}

// ---- the search ----

// A board, and the move that the plan to it began with.
typedef struct node {
    dx_yokai_board board;
    dx_yokai_step first;
    uint32_t key; // the smaller the better
} node;

typedef struct beam {
    unsigned width, count;
    node node[DX_YOKAI_BEAM_MAX];
} beam;

// How far the cards of families that are not gathered are from each other.
static unsigned spread(const dx_yokai_layout *layout,
                       const dx_yokai_colouring *colouring, const uint8_t *cost)
{
    unsigned sum = 0;
    const uint16_t *square = layout->board.square;
    for (unsigned colour = 0; colour < layout->colours; colour++) {
        dx_yokai_cards left = colouring->family[colour];
        for (; left != 0 && cost[colour] > 0;) {
            unsigned card = dx_yokai_first(left);
            left &= (dx_yokai_cards)(left - 1);
            for (dx_yokai_cards other = left; other != 0;
                 other &= (dx_yokai_cards)(other - 1))
                sum += distance(square[card], square[dx_yokai_first(other)]);
        }
    }
    return sum;
}

static unsigned costs_of(const dx_yokai_layout *layout,
                         const dx_yokai_colouring *colouring, uint8_t *out)
{
    unsigned sum = 0;
    for (unsigned colour = 0; colour < layout->colours; colour++) {
        out[colour] =
            (uint8_t)dx_yokai_family_cost(layout, colouring->family[colour]);
        sum += out[colour];
    }
    return sum;
}

// Takes a board in if it is among the best.
static void offer(beam *b, const node *one)
{
    unsigned at = b->count;
    for (unsigned i = 0; i < b->count; i++)
        if (memcmp(&b->node[i].board, &one->board, sizeof one->board) == 0)
            return;
    if (at == b->width && b->node[at - 1].key <= one->key)
        return;
    at = at == b->width ? at - 1 : b->count++;
    for (; at > 0 && b->node[at - 1].key > one->key; at--)
        b->node[at] = b->node[at - 1];
    b->node[at] = *one;
}

static bool is_near(const dx_yokai_layout *layout, dx_yokai_cards relatives,
                    unsigned card, unsigned square)
{
    relatives &= (dx_yokai_cards)~dx_yokai_card(card);
    for (; relatives != 0; relatives &= (dx_yokai_cards)(relatives - 1))
        if (distance(layout->board.square[dx_yokai_first(relatives)],
                     (int)square) <= 2)
            return true;
    return false;
}

// What is searched.
typedef struct hunt {
    dx_yokai_layout *layout;
    const dx_yokai_colouring *colouring;
    dx_random *random;
    uint8_t of_card[DX_YOKAI_CARDS]; // its family
    uint8_t cost[DX_YOKAI_COLOURS];
    unsigned best; // cost before
} hunt;

// The costs when the card has moved: who is gathered stays so, but for its own
// family.  If that is not to lower its own cost, the sum is taken not to sink.
static unsigned costs_after(const hunt *h, unsigned card, bool lowers,
                            uint8_t *out)
{
    unsigned sum = 0, own = h->of_card[card];
    if (lowers && dx_yokai_family_cost(h->layout, h->colouring->family[own]) >=
                      h->cost[own])
        return h->best;
    for (unsigned colour = 0; colour < h->layout->colours; colour++) {
        out[colour] = 0;
        if (h->cost[colour] > 0 || h->of_card[card] == colour)
            out[colour] = (uint8_t)dx_yokai_family_cost(
                h->layout, h->colouring->family[colour]);
        sum += out[colour];
    }
    return sum;
}

// Tries one move; true if it gathers all.
static bool try_step(hunt *h, const node *from, dx_yokai_step step,
                     unsigned depth, unsigned worst, beam *next)
{
    dx_yokai_layout *layout = h->layout;
    uint8_t cost[DX_YOKAI_COLOURS];
    unsigned back = layout->board.square[step.card];
    dx_yokai_layout_move(layout, step.card, step.square);
    unsigned sum = costs_after(h, step.card, worst < h->best, cost);
    if (sum <= worst) {
        node one = {layout->board, depth == 0 ? step : from->first,
                    sum * 4096 + spread(layout, h->colouring, cost) * 8 +
                        (unsigned)dx_random_below(h->random, 16)};
        offer(next, &one);
    }
    dx_yokai_layout_move(layout, step.card, back);
    return sum == 0;
}

// Tries the moves from a board: near ones of families that are not gathered and
// that lower the cost, or all that do not raise it.  True if one gathers all.
static bool try_moves(hunt *h, const dx_yokai_shape *shape, const node *from,
                      unsigned depth, bool near, beam *next)
{
    uint8_t target[DX_YOKAI_RIM];
    unsigned worst = near ? h->best - 1 : h->best;
    for (unsigned card = 0; card < shape->count; card++) {
        dx_yokai_cards family = h->colouring->family[h->of_card[card]];
        bool hangs = h->cost[h->of_card[card]] == 0;
        if ((h->layout->locked >> card & 1) || (near && hangs))
            continue;
        unsigned count = dx_yokai_targets(shape, card, target);
        for (unsigned i = 0; i < count; i++) {
            unsigned square = shape->rim[target[i]].square;
            bool close = !hangs && is_near(h->layout, family, card, square);
            dx_yokai_step step = {(uint8_t)card, (uint16_t)square};
            if ((close || !near) && try_step(h, from, step, depth, worst, next))
                return true;
        }
    }
    return false;
}

static void enter(hunt *h, const dx_yokai_board *board)
{
    for (unsigned card = 0; card < board->count; card++)
        h->layout->taken[h->layout->board.square[card]] = 0;
    h->layout->board = *board;
    for (unsigned card = 0; card < board->count; card++)
        h->layout->taken[board->square[card]] = 1;
    h->best = costs_of(h->layout, h->colouring, h->cost);
}

// All boards one move further; true if one of them, the first, is the end.
static bool expand(hunt *h, const beam *now, unsigned depth, beam *next)
{
    dx_yokai_shape shape;
    next->count = 0;
    for (unsigned pass = 0; pass < 2 && next->count == 0; pass++)
        for (unsigned i = 0; i < now->count; i++) {
            enter(h, &now->node[i].board);
            dx_yokai_shape_init(&shape, &now->node[i].board);
            if (try_moves(h, &shape, &now->node[i], depth, pass == 0, next))
                return true;
        }
    return false;
}

unsigned dx_yokai_plan(dx_yokai_layout *layout,
                       const dx_yokai_colouring *colouring, unsigned width,
                       unsigned most, dx_random *random,
                       dx_yokai_step *out_first)
{
    hunt h = {.layout = layout, .colouring = colouring, .random = random};
    beam *beams = dx_alloc_raw(2, sizeof *beams), *now = beams;
    dx_yokai_board start = layout->board;
    unsigned depth = 0;
    for (unsigned colour = 0; colour < layout->colours; colour++)
        for (unsigned card = 0; card < start.count; card++)
            if (colouring->family[colour] >> card & 1)
                h.of_card[card] = (uint8_t)colour;
    beams[0].width = beams[1].width =
        width < DX_YOKAI_BEAM_MAX ? width : DX_YOKAI_BEAM_MAX;
    now->count = 1;
    now->node[0] = (node){.board = start};
    bool found = dx_yokai_cost(layout, colouring) == 0;
    while (!found && depth < most && now->count > 0) {
        beam *next = now == beams ? beams + 1 : beams;
        found = expand(&h, now, depth++, next);
        now = next;
    }
    if (found && depth > 0 && out_first != NULL)
        *out_first = now->node[0].first;
    enter(&h, &start);
    dx_free(beams);
    return found ? depth : most + 1;
}
