// Offsets and sets of lots change in the open, in every table alike; numbers of
// cards are added as far as they are seen.  A seat that is shown a spot of
// several lots learns how many of each kind they have together.  What it knows
// of them is kept reduced: lots and smaller sums that it knows already are
// taken out, so its sums have no lot in common unless they cross, and a sum of
// one lot is a lot that it sees.  What all see is learnt by one seat more, the
// last bit of a set of seats, which stands for a bystander.

#include "game/lots.h"

#include <assert.h>
#include <string.h>

enum { SEAT_BITS = 16, BYSTANDER = SEAT_BITS - 1 };

#define SIGNS UINT64_C(0x8080808080808080) // of eight numbers

// What lies in some lots together, if that is seen here.
typedef struct content {
    uint64_t lots;
    bool is_seen;
    int8_t number[DX_KINDS_MAX];
} content;

static unsigned row_bytes(unsigned kinds)
{
    return (kinds + 7) & ~7U;
}

size_t dx_lots_bytes(unsigned spots, unsigned kinds, unsigned lots)
{
    return sizeof(dx_lots) +
           (size_t)(2 * spots + lots + DX_LOT_SUMS_MAX) * row_bytes(kinds) +
           spots * sizeof(uint64_t);
}

void dx_lots_init(dx_lots *l, unsigned spots, unsigned kinds, unsigned lot_max)
{
    DX_REQUIRE(spots <= DX_LOT_SPOTS_MAX && kinds <= DX_KINDS_MAX &&
                   lot_max <= DX_PLACES_MAX,
               "no more spots, kinds and lots than there is room for");
    l->spot_count = (uint8_t)spots;
    l->kind_count = (uint8_t)kinds;
    l->row_bytes = (uint8_t)row_bytes(kinds);
    l->lot_max = (uint8_t)lot_max;
}

static int8_t *row(dx_lots *l, unsigned number)
{
    return l->number + (size_t)number * l->row_bytes;
}
static int8_t *offset_of(dx_lots *l, unsigned spot)
{
    return row(l, spot);
}
static int8_t *spot_row(dx_lots *l, unsigned spot)
{
    return row(l, l->spot_count + spot);
}
static int8_t *lot_row(dx_lots *l, unsigned lot)
{
    return row(l, 2U * l->spot_count + lot);
}
static int8_t *sum_row(dx_lots *l, unsigned sum)
{
    return row(l, 2U * l->spot_count + l->lot_max + sum);
}
static const int8_t *lot_numbers(const dx_lots *l, unsigned lot)
{
    return l->number + (size_t)(2U * l->spot_count + lot) * l->row_bytes;
}

static const int8_t *sum_numbers(const dx_lots *l, unsigned sum)
{
    return lot_numbers(l, l->lot_max + sum);
}

// Eight numbers are looked at together: the low bits of each byte carry into
// its sign where one is set.
uint64_t dx_lots_kinds(const int8_t *row_of, unsigned bytes)
{
    uint64_t kinds = 0, eight;
    for (unsigned from = 0; from < bytes; from += 8) {
        memcpy(&eight, row_of + from, 8);
        eight = ((eight & ~SIGNS) + ~SIGNS) & ~eight & SIGNS;
        kinds |= ((eight >> 7) * UINT64_C(0x0102040810204080) >> 56) << from;
    }
    return kinds;
}

// Cards of a kind come to a spot, or go.
static void change(dx_lots *l, unsigned spot, unsigned kind, int number)
{
    int8_t *at = &spot_row(l, spot)[kind];
    *at = (int8_t)(*at + number);
    if (*at > 0)
        *dx_lots_here(l, spot) |= DX_BIT(kind);
    else
        *dx_lots_here(l, spot) &= ~DX_BIT(kind);
}

static void find_kinds(dx_lots *l, unsigned spot)
{
    *dx_lots_here(l, spot) = dx_lots_kinds(spot_row(l, spot), l->row_bytes);
}

static bool is_public(unsigned seats)
{
    return seats >> BYSTANDER & 1;
}

static bool is_within(uint64_t part, uint64_t whole)
{
    return (part & ~whole) == 0;
}

// Are these numbers of cards all that lies in the lots?
static bool is_whole(const dx_lots *l, uint64_t lots, const int8_t *number)
{
    int left = 0;
    for (; lots != 0; lots &= lots - 1)
        left += l->lot[__builtin_ctzll(lots)].size;
    for (unsigned kind = 0; kind < l->kind_count; kind++)
        left -= number[kind];
    return left == 0;
}

static void take_out(const dx_lots *l, content *c, uint64_t lots,
                     const int8_t *number)
{
    c->lots &= ~lots;
    c->is_seen = c->is_seen && is_whole(l, lots, number);
    for (unsigned kind = 0; kind < l->kind_count; kind++)
        c->number[kind] = (int8_t)(c->number[kind] - number[kind]);
}

// A sum is no longer one of the seat's; the last one takes the place of one
// that is nobody's.
static void forget(dx_lots *l, unsigned sum, unsigned seat)
{
    l->sum[sum].seats &= (uint16_t) ~(1U << seat);
    if (l->sum[sum].seats != 0)
        return;
    l->sum[sum] = l->sum[--l->sum_count];
    memmove(sum_row(l, sum), sum_row(l, l->sum_count), l->kind_count);
    l->sum[l->sum_count] = (dx_lot_sum){0};
    memset(sum_row(l, l->sum_count), 0, l->kind_count);
}

static void write_down(const dx_lots *l, const content *c, int8_t *out)
{
    if (c->is_seen)
        memcpy(out, c->number, l->kind_count);
}

static void add_sum(dx_lots *l, unsigned seat, const content *c)
{
    unsigned sum = 0;
    while (sum < l->sum_count && l->sum[sum].lots != c->lots)
        sum++;
    if (sum == DX_LOT_SUMS_MAX) {
        l->is_beyond = true;
        return;
    }
    if (sum == l->sum_count)
        l->sum_count++;
    l->sum[sum].lots = c->lots;
    l->sum[sum].seats |= (uint16_t)(1U << seat);
    write_down(l, c, sum_row(l, sum));
}

static void learn(dx_lots *l, unsigned seat, content c);

// The sums of a seat with all of `lots` in them are learnt again, now that
// there is something to be taken out of them.
static void learn_again(dx_lots *l, unsigned seat, uint64_t lots)
{
    for (unsigned i = 0; i < l->sum_count; i++)
        if ((l->sum[i].seats >> seat & 1) && lots != l->sum[i].lots &&
            is_within(lots, l->sum[i].lots)) {
            content c = {.lots = l->sum[i].lots};
            memcpy(c.number, sum_row(l, i), l->kind_count);
            c.is_seen = is_whole(l, c.lots, c.number);
            forget(l, i, seat);
            learn(l, seat, c);
            i = UINT32_MAX; // from the front
        }
}

static void learn(dx_lots *l, unsigned seat, content c)
{
    for (uint64_t left = c.lots; left != 0; left &= left - 1) {
        unsigned lot = (unsigned)__builtin_ctzll(left);
        if (l->lot[lot].seats >> seat & 1)
            take_out(l, &c, DX_BIT(lot), lot_row(l, lot));
    }
    for (unsigned i = 0; i < l->sum_count; i++)
        if ((l->sum[i].seats >> seat & 1) && is_within(l->sum[i].lots, c.lots))
            take_out(l, &c, l->sum[i].lots, sum_row(l, i));
    if (c.lots == 0)
        return;
    if ((c.lots & (c.lots - 1)) != 0) {
        add_sum(l, seat, &c);
    } else {
        unsigned lot = (unsigned)__builtin_ctzll(c.lots);
        l->lot[lot].seats |= (uint16_t)(1U << seat);
        write_down(l, &c, lot_row(l, lot));
    }
    learn_again(l, seat, c.lots);
}

void dx_lots_close(dx_lots *l)
{
    for (unsigned spot = 0; spot < l->spot_count; spot++)
        l->spot[spot].growing = 0;
}

void dx_lots_draw(dx_lots *l, unsigned spot, unsigned kind, uint64_t kinds)
{
    dx_lot_spot *s = &l->spot[spot];
    s->size++;
    if (kind != DX_HOLE)
        change(l, spot, kind, 1);
    if (s->seats == DX_SEATS_ALL) {
        assert(kind != DX_HOLE);
        offset_of(l, spot)[kind]++;
        return;
    }
    // It comes to a lot that has begun, or to the next.
    bool goes_on = s->growing != 0 && l->lot[s->growing - 1].kinds == kinds;
    unsigned lot = goes_on ? s->growing - 1U : l->lot_count;
    if (lot == l->lot_max) {
        l->is_beyond = true;
        return;
    }
    if (lot == l->lot_count)
        l->lot[l->lot_count++] = (dx_lot){.seats = s->seats, .kinds = kinds};
    s->growing = (uint8_t)(lot + 1);
    s->lots |= DX_BIT(lot);
    l->lot[lot].size++;
    if (kind != DX_HOLE)
        lot_row(l, lot)[kind]++;
}

void dx_lots_show(dx_lots *l, unsigned spot, unsigned seats,
                  const uint8_t *seen)
{
    dx_lot_spot *s = &l->spot[spot];
    content c = {.lots = s->lots, .is_seen = seen != NULL};
    assert(seats != DX_SEATS_ALL || seen != NULL);
    dx_lots_close(l);
    for (unsigned kind = 0; seen != NULL && kind < l->kind_count; kind++) {
        spot_row(l, spot)[kind] = (int8_t)seen[kind];
        c.number[kind] = (int8_t)(seen[kind] - offset_of(l, spot)[kind]);
    }
    find_kinds(l, spot);
    for (unsigned seat = 0; seat < SEAT_BITS; seat++)
        if (seats >> seat & 1)
            learn(l, seat, c);
    if (seats != DX_SEATS_ALL)
        return;
    s->lots = 0; // it depends on none of them any more
    for (unsigned kind = 0; kind < l->kind_count; kind++)
        offset_of(l, spot)[kind] = (int8_t)seen[kind];
}

void dx_lots_move(dx_lots *l, unsigned from, unsigned to, unsigned kind,
                  unsigned number)
{
    int sign = 1;
    dx_lots_close(l);
    for (unsigned i = 0; i < 2; i++, sign = -1) {
        unsigned spot = i == 0 ? to : from;
        int come = sign * (int)number;
        int8_t *offset = &offset_of(l, spot)[kind];
        *offset = (int8_t)(*offset + come);
        change(l, spot, kind, come);
        l->spot[spot].size = (uint8_t)(l->spot[spot].size + come);
    }
    static const uint8_t nothing[DX_KINDS_MAX];
    if (l->spot[from].size == 0 && l->spot[from].lots != 0)
        dx_lots_show(l, from, DX_SEATS_ALL, nothing);
}

// A card that all saw leave a spot was in the only lot there.
static unsigned left_from(dx_lots *l, unsigned kind)
{
    for (unsigned lot = 0; lot < l->lot_count; lot++)
        if (is_public(l->lot[lot].seats) && lot_row(l, lot)[kind] > 0)
            return lot;
    for (unsigned spot = 0; spot < l->spot_count; spot++) {
        uint64_t lots = l->spot[spot].lots;
        if (offset_of(l, spot)[kind] >= 0)
            continue;
        l->is_mixed |= lots == 0 || (lots & (lots - 1)) != 0;
        offset_of(l, spot)[kind]++;
        return lots == 0 ? DX_NONE : (unsigned)__builtin_ctzll(lots);
    }
    return DX_NONE; // it never was in one
}

static void take_from_lot(dx_lots *l, unsigned lot, unsigned kind)
{
    l->lot[lot].size--;
    l->lot[lot].gone |= DX_BIT(kind);
    if (lot_row(l, lot)[kind] > 0)
        lot_row(l, lot)[kind]--;
    for (unsigned i = 0; i < l->sum_count; i++)
        if ((l->sum[i].lots >> lot & 1) && sum_row(l, i)[kind] > 0)
            sum_row(l, i)[kind]--;
}

// Nothing is hidden any more: all that was said is past.
static void begin_anew(dx_lots *l)
{
    for (unsigned lot = 0; lot < l->lot_count; lot++)
        if (l->lot[lot].size > 0)
            return;
    for (unsigned spot = 0; spot < l->spot_count; spot++)
        l->spot[spot].lots = 0;
    memset(l->lot, 0, sizeof l->lot);
    memset(l->sum, 0, sizeof l->sum);
    memset(lot_row(l, 0), 0,
           (size_t)(l->lot_max + DX_LOT_SUMS_MAX) * l->row_bytes);
    l->age = (uint16_t)(l->age + (l->lot_count > 0));
    l->lot_count = l->sum_count = 0;
}

void dx_lots_back(dx_lots *l, unsigned from, unsigned kind, unsigned number,
                  unsigned copies)
{
    static const uint8_t nothing[DX_KINDS_MAX];
    int8_t gone = (int8_t)number;
    dx_lots_close(l);
    offset_of(l, from)[kind] = (int8_t)(offset_of(l, from)[kind] - gone);
    change(l, from, kind, -gone);
    l->spot[from].size = (uint8_t)(l->spot[from].size - number);
    if (l->spot[from].size == 0 && l->spot[from].lots != 0)
        dx_lots_show(l, from, DX_SEATS_ALL, nothing);
    for (unsigned i = 0; i < number; i++) {
        unsigned lot = left_from(l, kind);
        if (lot != DX_NONE && !l->is_mixed)
            take_from_lot(l, lot, kind);
    }
    for (unsigned lot = 0; lot < l->lot_count; lot++)
        if (copies == 1)
            l->lot[lot].kinds &= ~DX_BIT(kind);
        else
            l->is_mixed |=
                l->lot[lot].size > 0 && !is_public(l->lot[lot].seats);
    begin_anew(l);
}

uint64_t dx_lots_since(const dx_lots *before, const dx_lots *after,
                       unsigned lot, uint8_t *out_known)
{
    if (before->age != after->age)
        return 0;
    uint64_t gone = after->lot[lot].gone & ~before->lot[lot].gone;
    for (; gone != 0; gone &= gone - 1)
        out_known[__builtin_ctzll(gone)]++;
    return DX_BIT(lot);
}

// Eight numbers together, whose signs do not carry into each other.
static void add_row(const dx_lots *l, int8_t *to, const int8_t *numbers)
{
    uint64_t a, b;
    for (unsigned from = 0; from < l->row_bytes; from += 8) {
        memcpy(&a, to + from, 8);
        memcpy(&b, numbers + from, 8);
        a = ((a & ~SIGNS) + (b & ~SIGNS)) ^ ((a ^ b) & SIGNS);
        memcpy(to + from, &a, 8);
    }
}

void dx_lots_join(dx_lots *l, unsigned from, unsigned to)
{
    dx_lot_spot *f = &l->spot[from], *t = &l->spot[to];
    dx_lots_close(l);
    if (f->size == 0 && f->lots == 0)
        return;
    for (unsigned i = 0; i < 2; i++) {
        int8_t *here = i == 0 ? offset_of(l, from) : spot_row(l, from);
        add_row(l, i == 0 ? offset_of(l, to) : spot_row(l, to), here);
        memset(here, 0, l->kind_count);
    }
    t->size = (uint8_t)(t->size + f->size);
    t->lots |= f->lots;
    find_kinds(l, to);
    f->size = 0;
    f->lots = 0;
    *dx_lots_here(l, from) = 0;
}

void dx_lots_swap(dx_lots *l, unsigned spot, unsigned other)
{
    dx_lot_spot a = l->spot[spot], *b = &l->spot[other];
    int8_t kept[DX_KINDS_MAX];
    dx_lots_close(l);
    for (unsigned i = 0; i < 2; i++) {
        int8_t *one = i == 0 ? offset_of(l, spot) : spot_row(l, spot);
        int8_t *two = i == 0 ? offset_of(l, other) : spot_row(l, other);
        memcpy(kept, one, l->kind_count);
        memmove(one, two, l->kind_count);
        memcpy(two, kept, l->kind_count);
    }
    l->spot[spot].size = b->size;
    l->spot[spot].lots = b->lots;
    b->size = a.size;
    b->lots = a.lots;
    uint64_t kinds = *dx_lots_here(l, spot);
    *dx_lots_here(l, spot) = *dx_lots_here(l, other);
    *dx_lots_here(l, other) = kinds;
}

int dx_lots_offset(const dx_lots *l, unsigned spot, unsigned kind)
{
    return l->number[(size_t)spot * l->row_bytes + kind];
}

int dx_lots_at(const dx_lots *l, unsigned spot, unsigned kind)
{
    return dx_lots_row(l, spot)[kind];
}

dx_claim dx_lots_count(const dx_lots *l, const dx_lots *now, uint64_t spots,
                       uint64_t kinds, dx_claims *out)
{
    int offset = 0;
    uint8_t known[DX_KINDS_MAX] = {0};
    uint64_t lots = 0;
    for (; spots != 0; spots &= spots - 1) {
        unsigned spot = (unsigned)__builtin_ctzll(spots);
        for (uint64_t left = l->spot[spot].lots; left != 0; left &= left - 1)
            lots |=
                dx_lots_since(l, now, (unsigned)__builtin_ctzll(left), known);
        for (unsigned kind = 0; kind < l->kind_count; kind++)
            offset += kinds >> kind & 1 ? dx_lots_offset(l, spot, kind) : 0;
    }
    for (unsigned kind = 0; kind < l->kind_count; kind++)
        offset += kinds >> kind & 1 ? known[kind] : 0;
    dx_claim open = dx_claim_number(out, offset);
    if (lots == 0)
        return open;
    dx_claim hidden = dx_claim_count(out, lots, kinds);
    return offset == 0 ? hidden : dx_claim_add(out, open, hidden);
}

// What all know of some lots together.
static void add_known(const dx_lots *l, uint64_t lots, const int8_t *number,
                      dx_deal_space *out)
{
    uint64_t none = 0;
    unsigned size = 0;
    for (uint64_t left = lots; left != 0; left &= left - 1)
        size += l->lot[__builtin_ctzll(left)].size;
    for (unsigned kind = 0; kind < l->kind_count; kind++)
        if (number[kind] == 0)
            none |= DX_BIT(kind);
        else if (number[kind] != (int)size)
            dx_deal_space_add_between(out, lots, DX_BIT(kind),
                                      (uint8_t)number[kind],
                                      (uint8_t)number[kind]);
    for (; lots != 0; lots &= lots - 1)
        out->place[__builtin_ctzll(lots)].kinds &= ~none;
}

// The copies that lie in lots or in the stock: those in lots that all know are
// counted with their spots, too.
static unsigned hidden_of(const dx_lots *l, unsigned kind, unsigned copies)
{
    int number = (int)copies;
    for (unsigned spot = 0; spot < l->spot_count; spot++)
        number -= dx_lots_offset(l, spot, kind);
    for (unsigned i = 0; i < l->sum_count; i++)
        number += is_public(l->sum[i].seats) ? sum_numbers(l, i)[kind] : 0;
    for (unsigned lot = 0; lot < l->lot_count; lot++)
        number += is_public(l->lot[lot].seats) ? lot_numbers(l, lot)[kind] : 0;
    assert(number >= 0);
    return (unsigned)number;
}

void dx_lots_space(const dx_lots *l, const uint8_t *copies, dx_deal_space *out)
{
    uint8_t hidden[DX_KINDS_MAX];
    unsigned cards = 0;
    for (unsigned kind = 0; kind < l->kind_count; kind++) {
        hidden[kind] =
            l->is_mixed ? 0 : (uint8_t)hidden_of(l, kind, copies[kind]);
        cards += hidden[kind];
    }
    if (cards > DX_CARDS_MAX) { // nothing is said of them
        memset(hidden, 0, sizeof hidden);
        dx_deal_space_init(out, l->kind_count, hidden);
        for (unsigned lot = 0; lot < l->lot_count; lot++)
            dx_deal_space_add_place(out, 0, l->lot[lot].kinds);
        out->beyond = "more than 120 cards are hidden";
        return;
    }
    dx_deal_space_init(out, l->kind_count, hidden);
    for (unsigned lot = 0; lot < l->lot_count; lot++)
        dx_deal_space_add_place(out, l->lot[lot].size, l->lot[lot].kinds);
    for (unsigned lot = 0; lot < l->lot_count; lot++)
        if (is_public(l->lot[lot].seats))
            add_known(l, DX_BIT(lot), lot_numbers(l, lot), out);
    for (unsigned i = 0; i < l->sum_count; i++)
        if (is_public(l->sum[i].seats))
            add_known(l, l->sum[i].lots, sum_numbers(l, i), out);
    if (l->is_mixed)
        out->beyond = "cards went back into the stock that cannot be told from "
                      "those that are hidden";
    if (l->is_beyond)
        out->beyond = "more than 64 lots of cards, or 32 looks at several";
}

uint64_t dx_lots_sees(const dx_lots *l, unsigned seat)
{
    uint64_t lots = 0;
    for (unsigned lot = 0; lot < l->lot_count; lot++)
        if (l->lot[lot].seats >> seat & 1)
            lots |= DX_BIT(lot);
    return lots;
}

unsigned dx_lots_sums(const dx_lots *l, unsigned seat, uint64_t *out)
{
    unsigned count = 0;
    for (unsigned i = 0; i < l->sum_count; i++)
        if ((l->sum[i].seats >> seat & 1) && !is_public(l->sum[i].seats))
            out[count++] = l->sum[i].lots;
    return count;
}

void dx_lots_held(const dx_lots *own, unsigned lot, uint8_t *out_copies)
{
    for (unsigned kind = 0; kind < own->kind_count; kind++)
        out_copies[kind] = (uint8_t)lot_numbers(own, lot)[kind];
}

void dx_lots_summed(const dx_lots *own, uint64_t sum, uint8_t *out_copies)
{
    unsigned i = 0;
    while (own->sum[i].lots != sum)
        i++;
    for (unsigned kind = 0; kind < own->kind_count; kind++)
        out_copies[kind] = (uint8_t)sum_numbers(own, i)[kind];
}

// The rows of some lots together.
static void add_up(dx_lots *l, uint64_t lots, int8_t *out)
{
    for (; lots != 0; lots &= lots - 1)
        add_row(l, out, lot_numbers(l, (unsigned)__builtin_ctzll(lots)));
}

void dx_lots_fill(dx_lots *l, const dx_dealt *dealt)
{
    for (unsigned lot = 0; lot < l->lot_count; lot++)
        for (unsigned kind = 0; kind < l->kind_count; kind++)
            lot_row(l, lot)[kind] = (int8_t)dealt->count[lot][kind];
    for (unsigned spot = 0; spot < l->spot_count; spot++) {
        memcpy(spot_row(l, spot), offset_of(l, spot), l->kind_count);
        add_up(l, l->spot[spot].lots, spot_row(l, spot));
        find_kinds(l, spot);
    }
    for (unsigned i = 0; i < l->sum_count; i++) {
        memset(sum_row(l, i), 0, l->kind_count);
        add_up(l, l->sum[i].lots, sum_row(l, i));
    }
}
