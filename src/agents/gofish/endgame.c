// Stocks are drawn rank by rank, from the last one to the first, with the
// number of ways to deal the rest of the stock from the ranks before as
// weights; all questions are tried in the same stocks.  Games are played on two
// beliefs of by_rank.h, which are plain values.

#include "agents/gofish/endgame.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum { CASES = 64, STOCK = DX_GOFISH_ENDGAME_STOCK };

// A game that is played out.
typedef struct ending {
    uint8_t count[2][DX_GOFISH_RANKS];
    uint8_t deck[STOCK];
    unsigned stock, turn;
    dx_gofish_by_rank belief[2];
} ending;

typedef struct endings {
    const dx_view *view;
    const dx_gofish *table;
    const dx_gofish_chances *believed;
    unsigned type;
    double fold[DX_GOFISH_RANKS][DX_GOFISH_NUMBERS]; // of the own hand, public
    // The weight of all ways to have so many cards in the stock of the ranks
    // before this one.
    double ways[DX_GOFISH_RANKS + 1][STOCK + 1];
    dx_gofish_by_rank own;
    dx_random random;
} endings;

bool dx_gofish_is_endgame(const dx_view *view)
{
    const dx_gofish *t = view->sight;
    unsigned stock = dx_gofish_stock(t);
    return t->players == 2 && stock > 0 && stock <= STOCK &&
           t->phase == DX_GOFISH_ASKING &&
           t->caught == DX_GOFISH_CAUGHT_HIDDEN &&
           t->empty == DX_GOFISH_EMPTY_PASS &&
           t->books == DX_GOFISH_BOOKS_KEPT && t->end == DX_GOFISH_END_BOOKS &&
           t->wins == DX_GOFISH_WINS_BOOKS && t->turns + 40U < t->limit;
}

// ---- what all saw of the own hand ----

static double factorial(unsigned n)
{
    double product = 1;
    for (unsigned i = 2; i <= n; i++)
        product *= i;
    return product;
}

static void fold_question(endings *e, unsigned asked)
{
    static const double shyer = 5.0 / 6;
    unsigned copies = e->table->copies;
    for (unsigned rank = 0; rank < e->table->ranks; rank++)
        for (unsigned k = 1; rank != asked && k < copies; k++)
            e->fold[rank][k] *= shyer;
    e->fold[asked][0] = e->fold[asked][copies] = 0;
}

static void fold_answer(endings *e, dx_event ask)
{
    double *g = e->fold[ask.arg[1]];
    unsigned given = ask.arg[2], copies = e->table->copies;
    bool is_own = ask.who == e->view->seat;
    for (unsigned k = copies + 1; k-- > 0;)
        g[k] = !is_own ? k == 0 : k >= given ? g[k - given] : 0;
}

static void fold_past(endings *e)
{
    unsigned copies = e->table->copies, stock = e->table->cards;
    for (unsigned rank = 0; rank < e->table->ranks; rank++)
        for (unsigned k = 0; k <= copies; k++)
            e->fold[rank][k] = 1 / factorial(k);
    for (unsigned i = 0; i < e->view->count; i++) {
        dx_event event = e->view->seen[i];
        bool is_own = event.who == e->view->seat;
        if (event.verb == DX_GOFISH_ASK && is_own)
            fold_question(e, event.arg[1]);
        if (event.verb == DX_GOFISH_ASK)
            fold_answer(e, event);
        for (unsigned rank = 0; rank < e->table->ranks; rank++)
            for (unsigned k = copies; k > 0 && is_own; k--) {
                if (event.verb == DX_GOFISH_DRAW)
                    e->fold[rank][k] += e->fold[rank][k - 1] / stock;
                if (event.verb == DX_GOFISH_NOTHING && k < copies)
                    e->fold[rank][k] = 0;
            }
        if (event.verb == DX_GOFISH_DRAW || event.verb == DX_GOFISH_DEAL)
            stock--;
    }
}

// ---- cases ----

static unsigned missing(const endings *e, unsigned rank)
{
    return (unsigned)(e->table->copies - e->table->count[e->view->seat][rank]);
}

// How likely so many cards of the rank are in the stock.
static double in_stock(const endings *e, unsigned rank, unsigned cards)
{
    return cards <= missing(e, rank)
               ? e->believed->exactly[rank][missing(e, rank) - cards]
               : 0;
}

static void count_ways(endings *e)
{
    e->ways[0][0] = 1;
    for (unsigned rank = 0; rank < e->table->ranks; rank++)
        for (unsigned all = 0; all <= STOCK; all++)
            for (unsigned cards = 0; cards <= all; cards++)
                e->ways[rank + 1][all] +=
                    e->ways[rank][all - cards] * in_stock(e, rank, cards);
}

static unsigned draw_cards(endings *e, unsigned rank, unsigned left)
{
    double drawn = dx_random_unit(&e->random) * e->ways[rank + 1][left];
    unsigned cards = 0;
    while (cards < left) {
        double weight = e->ways[rank][left - cards] * in_stock(e, rank, cards);
        if (drawn < weight)
            break;
        drawn -= weight;
        cards++;
    }
    return cards;
}

// What the other believes, with the cards that it has here.
static void suppose_other(endings *e, ending *out)
{
    unsigned seat = e->view->seat, copies = e->table->copies;
    const uint8_t *held = out->count[1 - seat];
    dx_gofish_chances weights;
    memset(&weights, 0, sizeof weights);
    for (unsigned rank = 0; rank < e->table->ranks; rank++)
        for (unsigned k = 0; k + held[rank] <= copies; k++)
            weights.exactly[rank][k] =
                e->fold[rank][k] / factorial(copies - k - held[rank]);
    dx_gofish_by_rank *b = &out->belief[1 - seat];
    *b = e->own;
    b->seat = 1 - seat;
    dx_gofish_by_rank_suppose(b, held, e->table->size[seat], out->stock,
                              &weights);
}

static void draw_case(endings *e, ending *out)
{
    unsigned seat = e->view->seat, left = dx_gofish_stock(e->table), n = 0;
    out->stock = left;
    out->turn = seat;
    for (unsigned rank = e->table->ranks; rank-- > 0;) {
        unsigned cards = draw_cards(e, rank, left);
        out->count[seat][rank] = (uint8_t)e->table->count[seat][rank];
        out->count[1 - seat][rank] = (uint8_t)(missing(e, rank) - cards);
        left -= cards;
        for (; cards > 0; cards--)
            out->deck[n++] = (uint8_t)rank;
    }
    assert(n == out->stock);
    for (unsigned i = n; i > 1; i--) {
        unsigned k = (unsigned)dx_random_below(&e->random, i);
        uint8_t card = out->deck[i - 1];
        out->deck[i - 1] = out->deck[k];
        out->deck[k] = card;
    }
    out->belief[seat] = e->own;
    suppose_other(e, out);
}

// ---- playing on ----

static void follow(ending *s, dx_event event)
{
    dx_gofish_by_rank_follow(&s->belief[0], event);
    dx_gofish_by_rank_follow(&s->belief[1], event);
}

static void draw_card(ending *s)
{
    if (s->stock > 0) {
        unsigned rank = s->deck[--s->stock];
        follow(s, dx_with(dx_event_new(DX_GOFISH_DRAW, s->turn), 0, rank));
        s->count[s->turn][rank]++;
    }
    s->turn = 1 - s->turn;
}

static void ask_for(ending *s, unsigned rank)
{
    unsigned other = 1 - s->turn, given = s->count[other][rank];
    dx_event event = dx_event_new(DX_GOFISH_ASK, s->turn);
    event = dx_with(dx_with(event, 0, other), 1, rank);
    follow(s, dx_with(event, 2, given));
    s->count[s->turn][rank] = (uint8_t)(s->count[s->turn][rank] + given);
    s->count[other][rank] = 0;
    if (given == 0)
        draw_card(s);
}

static double appeal_of(const endings *e, unsigned type, unsigned held,
                        const double *chance, dx_random *random)
{
    switch (type) {
    case DX_GOFISH_TYPE_RANDOM:
        return dx_random_unit(random);
    case DX_GOFISH_TYPE_CLOSER:
        return held;
    case DX_GOFISH_TYPE_HOARDING:
        return 1 - chance[0];
    case DX_GOFISH_TYPE_EXPLORE:
        return chance[0] < 0.5 ? chance[0] : 1 - chance[0];
    default:
        return chance[e->table->copies - held];
    }
}

// Whoever is next moves.
static void move_on(endings *e, ending *s, dx_random *random)
{
    bool is_own = s->turn == e->view->seat;
    unsigned type = is_own ? DX_GOFISH_TYPE_FINISH : e->type;
    unsigned best = DX_GOFISH_RANKS;
    double most = 0;
    dx_gofish_chances chances;
    dx_gofish_by_rank_read(&s->belief[s->turn], 1 - s->turn, &chances);
    for (unsigned rank = 0; rank < e->table->ranks; rank++) {
        unsigned held = s->count[s->turn][rank];
        if (held == 0 || held == e->table->copies)
            continue;
        double appeal = appeal_of(e, type, held, chances.exactly[rank], random);
        if (best == DX_GOFISH_RANKS || appeal > most + 1e-9) {
            best = rank;
            most = appeal;
        }
    }
    if (best < DX_GOFISH_RANKS) {
        ask_for(s, best);
        return;
    }
    follow(s, dx_event_new(DX_GOFISH_NOTHING, s->turn));
    draw_card(s);
}

// With an empty stock all that is open goes to who is next.
static double result_of(const endings *e, const ending *s)
{
    unsigned own = 0, seat = e->view->seat;
    for (unsigned rank = 0; rank < e->table->ranks; rank++)
        own += s->turn == seat ? s->count[seat][rank] > 0
                               : s->count[1 - seat][rank] == 0;
    unsigned others = e->table->ranks - own;
    return own > others ? 1 : own == others ? 0.5 : 0;
}

void dx_gofish_endgame(const dx_view *view, const dx_gofish_chances *believed,
                       unsigned type, const dx_gofish_moment *m, double *out)
{
    const dx_gofish *t = view->sight;
    endings *e = dx_alloc(1, sizeof *e);
    ending *cases = dx_alloc(2, sizeof *cases);
    uint8_t held[DX_GOFISH_RANKS];
    e->view = view;
    e->table = t;
    e->believed = believed;
    e->type = type;
    e->random = dx_random_named(view->count, t->turns, view->seat);
    fold_past(e);
    count_ways(e);
    for (unsigned rank = 0; rank < t->ranks; rank++)
        held[rank] = (uint8_t)t->count[view->seat][rank];
    dx_gofish_by_rank_init(&e->own, view->rules, view->seat);
    dx_gofish_by_rank_suppose(&e->own, held, t->size[1 - view->seat],
                              dx_gofish_stock(t), believed);
    memset(out, 0, m->count * sizeof *out);
    bool any = e->ways[t->ranks][dx_gofish_stock(t)] > 0;
    for (unsigned i = 0; any && i < CASES; i++) {
        draw_case(e, &cases[0]);
        for (unsigned k = 0; k < m->count; k++) {
            dx_random random = dx_random_named(i, 0, 0);
            cases[1] = cases[0];
            ask_for(&cases[1], m->asks[k].rank);
            while (cases[1].stock > 0)
                move_on(e, &cases[1], &random);
            out[k] += result_of(e, &cases[1]) / CASES;
        }
    }
    dx_free(cases);
    dx_free(e);
}
