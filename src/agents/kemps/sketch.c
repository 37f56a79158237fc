// Kemps in ranks: a turn is a subtraction of bags.
//
// Hands, table and discards are 64-bit numbers with four bits a rank; the hand
// at the end of a turn and the table are what both had together, so playing is
// `table = hand + table - new hand`.  Shuffles and ties use a generator of
// their own inside the sketch, so that copies of a sketch go on alike.

#include "agents/kemps/sketch.h"

#include <assert.h>
#include <string.h>

dx_kemps_bag dx_kemps_bag_from(const dx_kemps *table, dx_kemps_cards cards)
{
    dx_kemps_bag bag = 0;
    for (; cards != 0; cards &= cards - 1)
        bag += dx_kemps_bag_one(table->rank_of[dx_kemps_first(cards)]);
    return bag;
}

// xorshift64*: good enough for ties and shuffles of imagined games.
static uint32_t below(dx_kemps_sketch *s, uint32_t bound)
{
    s->chance ^= s->chance >> 12;
    s->chance ^= s->chance << 25;
    s->chance ^= s->chance >> 27;
    uint32_t high = (uint32_t)(s->chance * UINT64_C(0x2545f4914f6cdd1d) >> 32);
    return (uint32_t)((uint64_t)high * bound >> 32);
}

static void shuffle(dx_kemps_sketch *s)
{
    for (uint32_t i = s->deck_count; i > 1; i--) {
        uint32_t j = below(s, i);
        uint8_t hold = s->deck[i - 1];
        s->deck[i - 1] = s->deck[j];
        s->deck[j] = hold;
    }
}

static unsigned put_in_deck(dx_kemps_sketch *s, dx_kemps_bag bag)
{
    unsigned before = s->deck_count;
    for (; bag != 0; bag &= bag - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(bag);
        for (unsigned i = 0; i < 1U << bit % 4; i++)
            s->deck[s->deck_count++] = (uint8_t)(bit / 4);
    }
    assert(s->deck_count <= DX_KEMPS_CARDS);
    return s->deck_count - before;
}

void dx_kemps_sketch_init(dx_kemps_sketch *sketch, const dx_kemps *truth,
                          uint64_t seed)
{
    memset(sketch, 0, offsetof(dx_kemps_sketch, deck));
    for (unsigned seat = 0; seat < truth->players; seat++)
        sketch->hand[seat] = dx_kemps_bag_from(truth, truth->hand[seat]);
    sketch->table = dx_kemps_bag_from(truth, truth->table);
    sketch->discards = dx_kemps_bag_from(truth, truth->discards);
    sketch->discard_count = (uint8_t)dx_kemps_size(truth->discards);
    sketch->players = truth->players;
    sketch->hand_size = truth->hand_size;
    sketch->table_size = truth->table_size;
    sketch->idle_max = truth->idle_max;
    sketch->turn = truth->turn;
    sketch->idle = truth->idle;
    sketch->chance = seed * 2 + 1;
    sketch->wary = 0;
    memset(sketch->shown, 0, sizeof sketch->shown);
    put_in_deck(sketch, dx_kemps_bag_from(truth, truth->unseen));
    shuffle(sketch);
}

static void shuffle_discards_in(dx_kemps_sketch *s)
{
    put_in_deck(s, s->discards);
    s->discards = 0;
    s->discard_count = 0;
    shuffle(s);
}

static dx_kemps_bag draw(dx_kemps_sketch *s, unsigned count)
{
    dx_kemps_bag bag = 0;
    assert(count <= s->deck_count);
    while (count-- > 0)
        bag += dx_kemps_bag_one(s->deck[--s->deck_count]);
    return bag;
}

static void deal_hand(dx_kemps_sketch *s, unsigned seat)
{
    s->hand[seat] = s->shown[seat] = 0;
    if (s->deck_count < s->hand_size) {
        if (s->deck_count + s->discard_count < s->hand_size) {
            s->over = true;
            return;
        }
        shuffle_discards_in(s);
    }
    s->hand[seat] = draw(s, s->hand_size);
}

static void lay_table(dx_kemps_sketch *s)
{
    s->discards += s->table;
    s->discard_count = (uint8_t)(s->discard_count + s->table_size);
    if (s->deck_count < s->table_size)
        shuffle_discards_in(s);
    s->table = draw(s, s->table_size);
    s->idle = 0;
}

void dx_kemps_sketch_play(dx_kemps_sketch *sketch, dx_kemps_bag hand)
{
    unsigned seat = sketch->turn;
    assert(!sketch->over && seat < sketch->players);
    if (hand == sketch->hand[seat]) {
        sketch->idle++;
    } else {
        dx_kemps_bag all = sketch->hand[seat] + sketch->table;
        sketch->table = all - hand;
        sketch->hand[seat] = hand;
        sketch->idle = 0;
    }
    if (dx_kemps_bag_is_kemps(hand, sketch->hand_size)) {
        sketch->score[seat]++;
        deal_hand(sketch, seat);
        if (sketch->over)
            return;
    }
    if (sketch->idle >= sketch->idle_max)
        lay_table(sketch);
    sketch->turn = (uint8_t)(seat + 1 == sketch->players ? 0 : seat + 1);
}

unsigned dx_kemps_bag_goal(dx_kemps_bag hand, dx_kemps_bag table)
{
    dx_kemps_bag all = hand + table;
    unsigned goal = DX_NONE, most = 2;
    for (dx_kemps_bag left = table; left != 0;) {
        unsigned rank = dx_kemps_bag_first(left);
        left &= ~((dx_kemps_bag)15 << 4 * rank);
        if (dx_kemps_bag_of(all, rank) >= most) {
            most = dx_kemps_bag_of(all, rank);
            goal = rank;
        }
    }
    if (goal == DX_NONE)
        return goal;
    for (dx_kemps_bag left = hand; left != 0;) {
        unsigned rank = dx_kemps_bag_first(left);
        left &= ~((dx_kemps_bag)15 << 4 * rank);
        if (dx_kemps_bag_of(hand, rank) >= most)
            return DX_NONE;
    }
    return goal;
}

// Is `rank` one of which somebody else is known to have two or more?
static bool is_watched(const dx_kemps_sketch *s, unsigned rank)
{
    for (unsigned seat = 0; seat < s->players; seat++)
        if (seat != s->turn && dx_kemps_bag_of(s->shown[seat], rank) >= 2)
            return true;
    return false;
}

// One of the rarest cards of `bag` at random, as a rank; a wary seat counts a
// watched rank as less rare.
static unsigned rarest(dx_kemps_sketch *s, dx_kemps_bag bag)
{
    unsigned fewest = 15, ties = 0, best = 0;
    bool wary = s->wary >> s->turn & 1;
    while (bag != 0) {
        unsigned rank = dx_kemps_bag_first(bag);
        unsigned count = 2 * dx_kemps_bag_of(bag, rank);
        bag &= ~((dx_kemps_bag)15 << 4 * rank);
        if (wary && is_watched(s, rank))
            count++;
        if (count < fewest) {
            fewest = count;
            ties = 0;
        }
        if (count == fewest && (++ties == 1 || below(s, ties) == 0))
            best = rank;
    }
    return best;
}

dx_kemps_bag dx_kemps_sketch_greedy(dx_kemps_sketch *sketch)
{
    dx_kemps_bag hand = sketch->hand[sketch->turn];
    unsigned goal = dx_kemps_bag_goal(hand, sketch->table);
    if (goal == DX_NONE)
        return hand;
    unsigned take = dx_kemps_bag_of(sketch->table, goal);
    dx_kemps_bag others = hand & ~((dx_kemps_bag)15 << 4 * goal);
    while (take-- > 0 && others != 0) {
        unsigned give = rarest(sketch, others);
        others -= dx_kemps_bag_one(give);
        hand += dx_kemps_bag_one(goal) - dx_kemps_bag_one(give);
        sketch->shown[sketch->turn] += dx_kemps_bag_one(goal);
        if (dx_kemps_bag_of(sketch->shown[sketch->turn], give) > 0)
            sketch->shown[sketch->turn] -= dx_kemps_bag_one(give);
    }
    return hand;
}
