// Lots against what happened: random events on a small table, and all orders
// of its stock gone through by hand.  What all and each seat can tell is
// compared with the space of the lots and with who sees which of them.

#include "base/memory.h"
#include "base/random.h"
#include "game/heard.h"
#include "game/lots.h"
#include "test.h"
#include "worlds/deal_table.h"

#include <string.h>

enum { CARDS = 6, KINDS = 3, SPOTS = 5, SEATS = 2, EVENTS = 12, LOTS = 12 };
enum { DRAW, MOVE, JOIN, SWAP, SHOW, SAY };
enum { BYSTANDER = SEATS, TRUTH };

// Spots 0 and 1 are the hands of seats 0 and 1, 2 is seen by both, 3 by
// nobody, 4 by all.
static const uint16_t seen_by[SPOTS] = {1, 2, 3, 0, DX_SEATS_ALL};

typedef struct happening {
    unsigned what, spot, other, kind, seats;
} happening;

typedef struct scene {
    dx_random random;
    uint8_t copies[KINDS];
    unsigned event_count;
    happening event[EVENTS];
    // Tables: of each seat, of a bystander, and of the truth.
    dx_lots *lots[TRUTH + 1];
    dx_claims *claims;
    dx_claim heard;
    dx_deal_space space;
} scene;

// One order of the stock, gone through.
typedef struct world {
    uint8_t stock[CARDS];
    unsigned drawn, lot_count;
    unsigned growing[SPOTS]; // its lot, from 1
    uint8_t at[SPOTS][KINDS];
    uint8_t lot[LOTS][KINDS];
    unsigned seen_count;
    uint8_t seen[SEATS][EVENTS][KINDS]; // what each seat was shown
    uint64_t sees[SEATS];               // lots that it saw coming
} world;

static unsigned below(scene *s, unsigned bound)
{
    return (unsigned)dx_random_below(&s->random, bound);
}

static unsigned size_of(const uint8_t *row)
{
    return (unsigned)(row[0] + row[1] + row[2]);
}

static bool is_draw(const happening *e)
{
    return e->what == DRAW;
}

static void draw(world *w, const happening *e)
{
    unsigned kind = w->stock[w->drawn++];
    w->at[e->spot][kind]++;
    if (seen_by[e->spot] == DX_SEATS_ALL)
        return;
    if (w->growing[e->spot] == 0)
        w->growing[e->spot] = ++w->lot_count;
    unsigned lot = w->growing[e->spot] - 1;
    w->lot[lot][kind]++;
    for (unsigned seat = 0; seat < SEATS; seat++)
        if (seen_by[e->spot] >> seat & 1)
            w->sees[seat] |= DX_BIT(lot);
}

// False if it cannot happen.
static bool happen(world *w, const happening *e)
{
    uint8_t kept[KINDS];
    if (is_draw(e)) {
        draw(w, e);
        return true;
    }
    memset(w->growing, 0, sizeof w->growing);
    if (e->what == MOVE) {
        if (w->at[e->spot][e->kind] == 0)
            return false;
        w->at[e->spot][e->kind]--;
        w->at[e->other][e->kind]++;
    }
    memcpy(kept, w->at[e->spot], KINDS);
    if (e->what == SWAP)
        memcpy(w->at[e->spot], w->at[e->other], KINDS);
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (e->what == JOIN) {
            w->at[e->other][kind] =
                (uint8_t)(w->at[e->other][kind] + kept[kind]);
            w->at[e->spot][kind] = 0;
        }
    if (e->what == SWAP)
        memcpy(w->at[e->other], kept, KINDS);
    for (unsigned seat = 0; e->what == SHOW && seat < SEATS; seat++)
        if (e->seats >> seat & 1)
            memcpy(w->seen[seat][w->seen_count], w->at[e->spot], KINDS);
    w->seen_count += e->what == SHOW;
    return true;
}

// Does the order agree with the truth in what all see?
static bool is_possible(const scene *s, const world *truth, world *w)
{
    world real = {0};
    memcpy(real.stock, truth->stock, CARDS);
    for (unsigned i = 0; i < s->event_count; i++) {
        const happening *e = &s->event[i];
        (void)happen(&real, e);
        if (!happen(w, e))
            return false;
        bool open = is_draw(e) ? seen_by[e->spot] == DX_SEATS_ALL
                               : e->what == SHOW && e->seats == DX_SEATS_ALL;
        if (open && memcmp(w->at[e->spot], real.at[e->spot], KINDS) != 0)
            return false;
    }
    return true;
}

static void show(scene *s, const world *truth, const happening *e)
{
    for (unsigned t = 0; t <= TRUTH; t++) {
        bool sees = t == TRUTH || e->seats == DX_SEATS_ALL ||
                    (t < SEATS && (e->seats >> t & 1));
        dx_lots_show(s->lots[t], e->spot, e->seats,
                     sees ? truth->at[e->spot] : NULL);
    }
}

static void hear(scene *s, const happening *e)
{
    dx_claim some = dx_claim_at_least(
        s->claims,
        dx_lots_count(s->lots[BYSTANDER], s->lots[BYSTANDER], DX_BIT(e->spot),
                      DX_BIT(e->kind), s->claims),
        dx_claim_number(s->claims, 1));
    s->heard = dx_claim_and(s->claims, s->heard, some);
}

// The event in the lots of every table; `truth` is after it.
static void write_down(scene *s, const world *truth, const happening *e)
{
    if (e->what == SHOW) {
        show(s, truth, e);
        return;
    }
    if (e->what == MOVE)
        hear(s, e);
    for (unsigned t = 0; t <= TRUTH; t++) {
        dx_lots *l = s->lots[t];
        bool sees = t == TRUTH || seen_by[e->spot] == DX_SEATS_ALL ||
                    (t < SEATS && (seen_by[e->spot] >> t & 1));
        if (e->what == DRAW)
            dx_lots_draw(l, e->spot,
                         sees ? truth->stock[truth->drawn - 1] : DX_HOLE,
                         DX_ALL_KINDS);
        else if (e->what == MOVE)
            dx_lots_move(l, e->spot, e->other, e->kind, 1);
        else if (e->what == JOIN)
            dx_lots_join(l, e->spot, e->other);
        else if (e->what == SWAP)
            dx_lots_swap(l, e->spot, e->other);
        else
            dx_lots_close(l);
    }
}

// Something that can happen now; what is about many cards more often.
static happening invent(scene *s, const world *truth)
{
    happening e = {.what = DRAW, .spot = below(s, 2 + below(s, SPOTS - 1))};
    e.kind = below(s, KINDS);
    e.seats = below(s, 8) == 0 ? DX_SEATS_ALL : 1 + below(s, 3);
    if (truth->drawn < CARDS && below(s, 2) == 0)
        return e;
    for (unsigned i = 0; i < 4 && size_of(truth->at[e.spot]) < 2; i++)
        e.spot = below(s, SPOTS);
    e.other = (e.spot + 1 + below(s, SPOTS - 1)) % SPOTS;
    e.what = 1 + below(s, 5);
    if (truth->at[e.spot][e.kind] == 0 && e.what == MOVE)
        e.what = SHOW;
    // What lies openly stays open.
    if ((e.spot == 4 || e.other == 4) && e.what != MOVE)
        e.what = SHOW;
    return e;
}

static void begin(scene *s, world *truth)
{
    unsigned cards = 0;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        s->copies[kind] = (uint8_t)(kind + 1);
        for (unsigned copy = 0; copy <= kind; copy++)
            truth->stock[cards++] = (uint8_t)kind;
    }
    for (unsigned i = CARDS; i > 1; i--) {
        unsigned j = below(s, i);
        uint8_t kept = truth->stock[j];
        truth->stock[j] = truth->stock[i - 1];
        truth->stock[i - 1] = kept;
    }
    for (unsigned t = 0; t <= TRUTH; t++) {
        s->lots[t] = dx_alloc(1, dx_lots_bytes(SPOTS, KINDS, LOTS));
        dx_lots_init(s->lots[t], SPOTS, KINDS, LOTS);
        for (unsigned spot = 0; spot < SPOTS; spot++)
            dx_lots_seen(s->lots[t], spot, seen_by[spot]);
    }
    s->claims = dx_claims_new();
    s->heard = dx_claim_number(s->claims, 1);
}

// What lies where is what the lots of the truth and of who sees it all say.
static void check_numbers(const scene *s, const world *truth)
{
    for (unsigned spot = 0; spot < SPOTS; spot++) {
        CHECK_EQ(s->lots[BYSTANDER]->spot[spot].size, size_of(truth->at[spot]));
        for (unsigned kind = 0; kind < KINDS; kind++) {
            int number = dx_lots_offset(s->lots[BYSTANDER], spot, kind);
            uint64_t lots = s->lots[BYSTANDER]->spot[spot].lots;
            CHECK_EQ(dx_lots_at(s->lots[TRUTH], spot, kind),
                     truth->at[spot][kind]);
            for (; lots != 0; lots &= lots - 1)
                number += truth->lot[__builtin_ctzll(lots)][kind];
            CHECK_EQ(number, truth->at[spot][kind]);
        }
    }
}

static void add_lots(const world *w, uint64_t lots, uint8_t *row)
{
    for (; lots != 0; lots &= lots - 1)
        for (unsigned kind = 0; kind < KINDS; kind++)
            row[kind] =
                (uint8_t)(row[kind] + w->lot[__builtin_ctzll(lots)][kind]);
}

// Do two orders look alike to a seat, by what it saw?
static bool looks_alike(const world *a, const world *b, unsigned seat)
{
    for (uint64_t left = a->sees[seat]; left != 0; left &= left - 1) {
        unsigned lot = (unsigned)__builtin_ctzll(left);
        if (memcmp(a->lot[lot], b->lot[lot], KINDS) != 0)
            return false;
    }
    return memcmp(a->seen[seat], b->seen[seat], sizeof a->seen[seat]) == 0;
}

// And by the lots and sums that it knows?
static bool is_alike(const scene *s, const world *a, const world *b,
                     unsigned seat)
{
    uint64_t sums[DX_LOT_SUMS_MAX + 64];
    const dx_lots *l = s->lots[BYSTANDER];
    unsigned count = dx_lots_sums(l, seat, sums);
    for (uint64_t left = dx_lots_sees(l, seat); left != 0; left &= left - 1)
        sums[count++] = left & -left;
    for (unsigned i = 0; i < count; i++) {
        uint8_t one[KINDS] = {0}, two[KINDS] = {0};
        add_lots(a, sums[i], one);
        add_lots(b, sums[i], two);
        if (memcmp(one, two, KINDS) != 0)
            return false;
    }
    return true;
}

// A seat's own table has what it knows.
static void check_own(const scene *s, const world *truth, unsigned seat)
{
    const dx_lots *own = s->lots[seat];
    for (uint64_t left = dx_lots_sees(own, seat); left != 0; left &= left - 1) {
        unsigned lot = (unsigned)__builtin_ctzll(left);
        uint8_t held[DX_KINDS_MAX] = {0};
        dx_lots_held(own, lot, held);
        CHECK(memcmp(held, truth->lot[lot], KINDS) == 0);
    }
    for (unsigned i = 0; i < own->sum_count; i++) {
        uint8_t row[KINDS] = {0}, held[DX_KINDS_MAX] = {0};
        add_lots(truth, own->sum[i].lots, row);
        dx_lots_summed(own, own->sum[i].lots, held);
        if (own->sum[i].seats >> seat & 1)
            CHECK(memcmp(held, row, KINDS) == 0);
    }
}

typedef struct census {
    const scene *s;
    const world *truth;
    unsigned count, orders[720]; // of each way to lay the lots
    world way[720];
} census;

// One order of the stock, all cards told apart.
static void look_at(census *c, const uint8_t *stock)
{
    world w = {0};
    unsigned way = 0;
    memcpy(w.stock, stock, CARDS);
    if (!is_possible(c->s, c->truth, &w))
        return;
    while (way < c->count && memcmp(c->way[way].lot, w.lot, sizeof w.lot) != 0)
        way++;
    if (way == c->count)
        c->way[c->count++] = w;
    c->orders[way]++;
}

static void take_orders(census *c, uint8_t *stock, unsigned from)
{
    if (from == CARDS)
        look_at(c, stock);
    for (unsigned i = from; i < CARDS; i++) {
        uint8_t kept = stock[i];
        stock[i] = stock[from];
        stock[from] = kept;
        take_orders(c, stock, from + 1);
        stock[from] = stock[i];
        stock[i] = kept;
    }
}

static dx_count weight(const scene *s, const world *w)
{
    dx_dealt dealt;
    memset(&dealt, 0, sizeof dealt);
    for (unsigned lot = 0; lot < w->lot_count; lot++)
        memcpy(dealt.count[lot], w->lot[lot], KINDS);
    return dx_deal_space_weight(&s->space, &dealt).whole;
}

// The deals of the space are those that happen, and as likely.
static void check_space(census *c)
{
    dx_count total = 0, orders = 0;
    dx_deal_table *table;
    for (unsigned i = 0; i < c->count; i++) {
        total += weight(c->s, &c->way[i]);
        orders += c->orders[i];
    }
    for (unsigned i = 0; i < c->count; i++)
        CHECK(weight(c->s, &c->way[i]) * orders == c->orders[i] * total);
    CHECK_EQ(dx_deal_table_new(&c->s->space, 1000000, &table), DX_OK);
    CHECK(dx_deal_table_total(table).whole == total);
    dx_deal_table_free(table);
}

// A table of what all see with a deal laid into it is the truth.
static void check_fill(const scene *s, const world *truth)
{
    size_t bytes = dx_lots_bytes(SPOTS, KINDS, LOTS);
    dx_lots *copy = dx_copy(s->lots[BYSTANDER], bytes);
    dx_dealt dealt;
    memset(&dealt, 0, sizeof dealt);
    for (unsigned lot = 0; lot < truth->lot_count; lot++)
        memcpy(dealt.count[lot], truth->lot[lot], KINDS);
    dx_lots_fill(copy, &dealt);
    CHECK(memcmp(copy, s->lots[TRUTH], bytes) == 0);
    dx_free(copy);
}

static void check_all(scene *s, world *truth)
{
    census *c = dx_alloc(1, sizeof *c);
    uint8_t stock[CARDS];
    *c = (census){.s = s, .truth = truth};
    memcpy(stock, truth->stock, CARDS);
    dx_lots_space(s->lots[BYSTANDER], s->copies, &s->space);
    CHECK(dx_deal_space_hear(&s->space, s->claims, s->heard, NULL));
    take_orders(c, stock, 0);
    check_space(c);
    check_fill(s, truth);
    for (unsigned seat = 0; seat < SEATS; seat++) {
        check_own(s, truth, seat);
        for (unsigned i = 0; i < c->count; i++)
            CHECK_EQ(looks_alike(truth, &c->way[i], seat),
                     is_alike(s, truth, &c->way[i], seat));
    }
    dx_free(c);
}

static unsigned play(scene *s)
{
    world truth = {0};
    unsigned sums = 0, count = 4 + below(s, EVENTS - 3);
    begin(s, &truth);
    while (s->event_count < count) {
        happening *e = &s->event[s->event_count++];
        *e = invent(s, &truth);
        CHECK(happen(&truth, e));
        write_down(s, &truth, e);
        check_numbers(s, &truth);
        sums += s->lots[TRUTH]->sum_count;
    }
    check_all(s, &truth);
    for (unsigned t = 0; t <= TRUTH; t++)
        dx_free(s->lots[t]);
    dx_claims_free(s->claims);
    return sums;
}

TEST(lots_tell_what_happened_and_who_can_tell)
{
    unsigned seeds = SAMPLE(300, 20000), sums = 0;
    for (uint64_t seed = 0; seed < seeds; seed++) {
        scene s = {.random = dx_random_named(seed, 3, 9)};
        CHECKING_SEED(seed);
        sums += play(&s);
    }
    CHECK_THAT(sums > seeds / 10, "%u sums", sums);
}
