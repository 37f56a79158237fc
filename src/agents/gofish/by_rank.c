// A distribution a rank, updated event by event.  A question, an answer and a
// draw touch the ways to split one rank, or each rank by itself; then hands are
// brought to their sizes by multiplying with x^k, where Newton's method finds
// log x: the mean size rises with it, and its slope is the variance.  With
// several other hands, which pull at each other, that is done twice over, on
// the ways that have a chance alone.
//
// Cost: ranks times splits (at most 126) for each event and seat, whatever the
// number of worlds.

#include "agents/gofish/by_rank.h"

#include "worlds/count.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { NEWTON_STEPS = 8 };

static void list_splits(dx_gofish_splits *s, unsigned others, unsigned copies)
{
    unsigned codes = 1;
    s->others = others;
    for (unsigned i = 0; i < others; i++)
        codes *= DX_GOFISH_NUMBERS;
    for (unsigned code = 0; code < codes; code++) {
        uint8_t number[DX_GOFISH_OTHERS] = {0}, sum = 0;
        for (unsigned i = 0, rest = code; i < others; i++) {
            number[i] = (uint8_t)(rest % DX_GOFISH_NUMBERS);
            rest /= DX_GOFISH_NUMBERS;
            sum = (uint8_t)(sum + number[i]);
        }
        if (sum > copies)
            continue;
        memcpy(s->number[s->count], number, sizeof number);
        s->sum[s->count] = sum;
        s->of_code[code] = (uint8_t)s->count++;
    }
}

void dx_gofish_by_rank_init(dx_gofish_by_rank *b, const dx_rules *rules,
                            unsigned seat)
{
    memset(b, 0, sizeof *b);
    b->players = dx_players(rules);
    b->seat = seat;
    b->ranks = (unsigned)dx_rules_value(rules, "ranks");
    b->copies = (unsigned)dx_rules_value(rules, "copies");
    b->caught = (unsigned)dx_rules_value(rules, "caught");
    b->lays = dx_rules_value(rules, "books") == DX_GOFISH_BOOKS_LAID;
    b->stock = b->ranks * b->copies;
    list_splits(&b->splits, b->players - 1, b->copies);
}

static unsigned other_of(const dx_gofish_by_rank *b, unsigned seat)
{
    return (seat + b->players - b->seat - 1) % b->players;
}

// Cards of a rank that the observer does not have.
static unsigned room_of(const dx_gofish_by_rank *b, unsigned rank)
{
    return b->is_gone[rank] ? 0U : b->copies - b->own[rank];
}

static void normalise(dx_gofish_by_rank *b, unsigned rank)
{
    double sum = 0;
    for (unsigned i = 0; i < b->splits.count; i++)
        sum += b->chance[rank][i];
    if (sum <= 0) {
        // What was thought impossible has happened: anything may be the case.
        for (unsigned i = 0; i < b->splits.count; i++)
            sum += b->chance[rank][i] = b->splits.sum[i] <= room_of(b, rank);
    }
    for (unsigned i = 0; i < b->splits.count; i++)
        b->chance[rank][i] /= sum;
}

// The chances of each number of cards of a rank in one hand.
static void hand_chances(const dx_gofish_by_rank *b, unsigned other,
                         unsigned rank, double *out)
{
    memset(out, 0, DX_GOFISH_NUMBERS * sizeof *out);
    for (unsigned i = 0; i < b->splits.count; i++)
        out[b->splits.number[i][other]] += b->chance[rank][i];
}

// The mean size of a hand if all chances of k cards are multiplied by x^k, and
// its slope over the logarithm of x.
static double mean_size(const dx_gofish_by_rank *b, double x,
                        double chances[][DX_GOFISH_NUMBERS], double *out_slope)
{
    double mean = 0, slope = 0;
    for (unsigned rank = 0; rank < b->ranks; rank++) {
        double all = 0, first = 0, second = 0, power = 1;
        for (unsigned k = 0; k <= b->copies; k++) {
            double p = chances[rank][k] * power;
            all += p;
            first += p * k;
            second += p * k * k;
            power *= x;
        }
        if (all <= 0)
            continue;
        first /= all;
        mean += first;
        slope += second / all - first * first;
    }
    *out_slope = slope;
    return mean;
}

// The ways to split a rank that have a chance: few of all, as soon as something
// is known.
typedef struct live {
    unsigned count;
    uint8_t split[DX_GOFISH_SPLITS];
    double chance[DX_GOFISH_SPLITS];
} live;

static void take_live(const dx_gofish_by_rank *b, unsigned rank, live *out)
{
    out->count = 0;
    for (unsigned i = 0; i < b->splits.count; i++)
        if (b->chance[rank][i] > 0) {
            out->split[out->count] = (uint8_t)i;
            out->chance[out->count++] = b->chance[rank][i];
        }
}

static void put_live(dx_gofish_by_rank *b, unsigned rank, const live *ways)
{
    for (unsigned i = 0; i < ways->count; i++)
        b->chance[rank][ways->split[i]] = ways->chance[i];
}

// Multiplies the chance of each way by the power of its number of cards.
static void scale(dx_gofish_by_rank *b, unsigned other, unsigned rank,
                  const double *power, live *ways)
{
    double sum = 0;
    for (unsigned i = 0; i < ways->count; i++)
        sum += ways->chance[i] *=
            power[b->splits.number[ways->split[i]][other]];
    if (sum <= 0) { // too small for a double
        put_live(b, rank, ways);
        normalise(b, rank);
        take_live(b, rank, ways);
        return;
    }
    for (unsigned i = 0; i < ways->count; i++)
        ways->chance[i] /= sum;
}

// Brings a hand to its size.
static void fit_hand(dx_gofish_by_rank *b, unsigned other, live *ways)
{
    double chances[DX_GOFISH_RANKS][DX_GOFISH_NUMBERS] = {{0}};
    double log_x = 0, power[DX_GOFISH_NUMBERS] = {1};
    for (unsigned rank = 0; rank < b->ranks; rank++)
        for (unsigned i = 0; i < ways[rank].count; i++)
            chances[rank][b->splits.number[ways[rank].split[i]][other]] +=
                ways[rank].chance[i];
    for (unsigned i = 0; i < NEWTON_STEPS; i++) {
        double slope;
        double miss =
            b->size[other] - mean_size(b, exp(log_x), chances, &slope);
        if (fabs(miss) < 1e-6 || slope < 1e-9)
            break;
        double step = miss / slope;
        log_x += step > 2 ? 2 : step < -2 ? -2 : step;
    }
    if (log_x == 0)
        return;
    for (unsigned k = 1; k <= b->copies; k++)
        power[k] = power[k - 1] * exp(log_x);
    for (unsigned rank = 0; rank < b->ranks; rank++)
        scale(b, other, rank, power, &ways[rank]);
}

static void fit_hands(dx_gofish_by_rank *b)
{
    unsigned sweeps = b->splits.others > 1 ? 2 : 1;
    live ways[DX_GOFISH_RANKS];
    for (unsigned rank = 0; rank < b->ranks; rank++)
        take_live(b, rank, &ways[rank]);
    for (unsigned i = 0; i < sweeps; i++)
        for (unsigned other = 0; other < b->splits.others; other++)
            fit_hand(b, other, ways);
    for (unsigned rank = 0; rank < b->ranks; rank++)
        put_live(b, rank, &ways[rank]);
}

static bool is_open(const dx_gofish_by_rank *b, unsigned number)
{
    return number > 0 && number < b->copies;
}

// Leaves the ways in which a hand has one of the `numbers` (bits) of a rank.
static void keep(dx_gofish_by_rank *b, unsigned other, unsigned rank,
                 unsigned numbers)
{
    for (unsigned i = 0; i < b->splits.count; i++)
        if (!(numbers >> b->splits.number[i][other] & 1))
            b->chance[rank][i] = 0;
    normalise(b, rank);
}

static double open_chance(const dx_gofish_by_rank *b, unsigned other,
                          unsigned rank)
{
    double open = 0;
    for (unsigned i = 0; i < b->splits.count; i++)
        if (is_open(b, b->splits.number[i][other]))
            open += b->chance[rank][i];
    return open;
}

// Another seat has asked for the rank: it has it, and of each other rank that
// it could have asked for it did not.
static void other_asked(dx_gofish_by_rank *b, unsigned other, unsigned asked)
{
    double open[DX_GOFISH_RANKS], all = 1;
    keep(b, other, asked, ((1U << b->copies) - 1) & ~1U);
    for (unsigned rank = 0; rank < b->ranks; rank++) {
        open[rank] = rank == asked ? 0 : open_chance(b, other, rank);
        all += open[rank];
    }
    for (unsigned rank = 0; rank < b->ranks; rank++) {
        double without = all - open[rank];
        if (rank == asked || open[rank] <= 0)
            continue;
        for (unsigned i = 0; i < b->splits.count; i++)
            if (is_open(b, b->splits.number[i][other]))
                b->chance[rank][i] *= without / (without + 1);
        normalise(b, rank);
    }
}

// The split with the number of one hand changed.
static unsigned with_number(const dx_gofish_by_rank *b, unsigned split,
                            unsigned other, unsigned number)
{
    unsigned code = 0;
    for (unsigned i = b->splits.others; i-- > 0;)
        code = code * DX_GOFISH_NUMBERS +
               (i == other ? number : b->splits.number[split][i]);
    return b->splits.of_code[code];
}

// A hand has `by` cards of a rank more, or fewer, in every way.
static void shift(dx_gofish_by_rank *b, unsigned other, unsigned rank, int by)
{
    double now[DX_GOFISH_SPLITS] = {0};
    for (unsigned i = 0; i < b->splits.count; i++) {
        int number = b->splits.number[i][other] + by;
        int sum = b->splits.sum[i] + by;
        if (b->chance[rank][i] > 0 && number >= 0 && sum <= (int)b->copies)
            now[with_number(b, i, other, (unsigned)number)] +=
                b->chance[rank][i];
    }
    memcpy(b->chance[rank], now, sizeof now);
    b->size[other] = (unsigned)((int)b->size[other] + by);
}

static double in_stock(const dx_gofish_by_rank *b, unsigned rank,
                       unsigned split)
{
    unsigned room = room_of(b, rank);
    return room > b->splits.sum[split] ? (double)room - b->splits.sum[split]
                                       : 0;
}

// Somebody sees, or all do, that a card of the rank was drawn.
static void weigh_by_stock(dx_gofish_by_rank *b, unsigned rank)
{
    for (unsigned i = 0; i < b->splits.count; i++)
        b->chance[rank][i] *= in_stock(b, rank, i);
    normalise(b, rank);
}

// A hidden card comes to a hand: of each rank as often as the stock has it.
static void other_drew(dx_gofish_by_rank *b, unsigned other, unsigned barred)
{
    double cards = b->stock;
    for (unsigned rank = 0; rank < b->ranks; rank++) {
        if (rank == barred || b->is_gone[rank])
            continue;
        double now[DX_GOFISH_SPLITS] = {0};
        for (unsigned i = 0; i < b->splits.count; i++) {
            // More than all of a small stock cannot come.
            double comes =
                b->chance[rank][i] * fmin(1, in_stock(b, rank, i) / cards);
            now[i] += b->chance[rank][i] - comes;
            if (comes > 0)
                now[with_number(b, i, other,
                                b->splits.number[i][other] + 1U)] += comes;
        }
        memcpy(b->chance[rank], now, sizeof now);
        if (b->lays)
            keep(b, other, rank, (1U << b->copies) - 1);
    }
    b->size[other]++;
}

static void lay_down(dx_gofish_by_rank *b, unsigned seat, unsigned rank)
{
    if (seat != b->seat)
        b->size[other_of(b, seat)] -= b->copies;
    b->is_gone[rank] = true;
    b->own[rank] = 0;
    memset(b->chance[rank], 0, sizeof b->chance[rank]);
    b->chance[rank][0] = 1;
}

// All cards that the observer has not got are dealt evenly.
static void begin(dx_gofish_by_rank *b)
{
    for (unsigned rank = 0; rank < b->ranks; rank++)
        for (unsigned i = 0; i < b->splits.count; i++) {
            unsigned left = room_of(b, rank);
            double ways = b->splits.sum[i] <= left;
            for (unsigned k = 0; ways > 0 && k < b->splits.others; k++) {
                ways *= (double)dx_choose(left, b->splits.number[i][k]);
                left -= b->splits.number[i][k];
            }
            b->chance[rank][i] = ways;
        }
    for (unsigned rank = 0; rank < b->ranks; rank++)
        normalise(b, rank);
    fit_hands(b);
    b->has_begun = true;
}

static void follow_deal(dx_gofish_by_rank *b, dx_event event)
{
    b->stock--;
    if (event.who == b->seat)
        b->own[event.arg[0]]++;
    else
        b->size[other_of(b, event.who)]++;
    if (event.arg[1] > 0)
        lay_down(b, event.who, event.arg[1] - 1U);
}

static void follow_ask(dx_gofish_by_rank *b, dx_event event)
{
    unsigned rank = event.arg[1], given = event.arg[2];
    b->asked = rank;
    b->is_fishing = true;
    if (event.who != b->seat)
        other_asked(b, other_of(b, event.who), rank);
    if (event.arg[0] != b->seat) {
        keep(b, other_of(b, event.arg[0]), rank, 1U << given);
        shift(b, other_of(b, event.arg[0]), rank, -(int)given);
    } else {
        b->own[rank] = (uint8_t)(b->own[rank] - given);
    }
    if (event.who == b->seat)
        b->own[rank] = (uint8_t)(b->own[rank] + given);
    else
        shift(b, other_of(b, event.who), rank, (int)given);
    if (event.arg[3] != 0)
        lay_down(b, event.who, rank);
    else if (b->lays && event.who != b->seat)
        keep(b, other_of(b, event.who), rank, (1U << b->copies) - 1);
    normalise(b, rank);
}

// All see that a seat has drawn the rank.
static void other_showed(dx_gofish_by_rank *b, unsigned other, unsigned rank)
{
    weigh_by_stock(b, rank);
    shift(b, other, rank, 1);
    normalise(b, rank);
}

static void follow_draw(dx_gofish_by_rank *b, dx_event event)
{
    bool is_shown = b->is_fishing && b->caught != DX_GOFISH_CAUGHT_HIDDEN;
    unsigned book = event.arg[2];
    if (event.who == b->seat) {
        weigh_by_stock(b, event.arg[0]);
        b->own[event.arg[0]]++;
    } else if (book > 0 || (is_shown && event.arg[1] != 0)) {
        other_showed(b, other_of(b, event.who), book > 0 ? book - 1 : b->asked);
    } else {
        other_drew(b, other_of(b, event.who), is_shown ? b->asked : DX_NONE);
    }
    b->stock--;
    if (book > 0)
        lay_down(b, event.who, book - 1);
}

// Has a seat cards and nobody to ask?  Then it says nothing of its hand.
static bool is_alone(const dx_gofish_by_rank *b, unsigned other)
{
    unsigned cards = 0;
    for (unsigned rank = 0; rank < b->ranks; rank++)
        cards += b->own[rank];
    for (unsigned i = 0; i < b->splits.others; i++)
        cards += i == other ? 0 : b->size[i];
    return cards == 0 && b->size[other] > 0;
}

void dx_gofish_by_rank_follow(dx_gofish_by_rank *b, dx_event event)
{
    if (event.verb == DX_GOFISH_DEAL)
        follow_deal(b, event);
    if (event.verb <= DX_GOFISH_DEAL || event.verb == DX_GOFISH_LAY)
        return;
    if (!b->has_begun)
        begin(b);
    if (event.verb == DX_GOFISH_ASK)
        follow_ask(b, event);
    if (event.verb == DX_GOFISH_DRAW)
        follow_draw(b, event);
    if (event.verb == DX_GOFISH_NOTHING) {
        unsigned other = other_of(b, event.who);
        b->is_fishing = false;
        for (unsigned rank = 0;
             event.who != b->seat && !is_alone(b, other) && rank < b->ranks;
             rank++)
            keep(b, other, rank, 1U | 1U << b->copies);
    }
    fit_hands(b);
}

void dx_gofish_by_rank_suppose(dx_gofish_by_rank *b, const uint8_t *own,
                               unsigned others_size, unsigned stock,
                               const dx_gofish_chances *weights)
{
    assert(b->players == 2);
    b->has_begun = true;
    b->is_fishing = false;
    b->stock = stock;
    b->size[0] = others_size;
    memcpy(b->own, own, b->ranks * sizeof *own);
    for (unsigned rank = 0; rank < b->ranks; rank++) {
        for (unsigned i = 0; i < b->splits.count; i++)
            b->chance[rank][i] = weights->exactly[rank][b->splits.number[i][0]];
        normalise(b, rank);
    }
    fit_hands(b);
}

const dx_gofish_by_rank *dx_gofish_by_rank_begun(const dx_gofish_by_rank *b,
                                                 dx_gofish_by_rank *room)
{
    if (b->has_begun)
        return b;
    *room = *b;
    begin(room);
    return room;
}

void dx_gofish_by_rank_read(const dx_gofish_by_rank *b, unsigned seat,
                            dx_gofish_chances *out)
{
    dx_gofish_by_rank room;
    b = dx_gofish_by_rank_begun(b, &room);
    for (unsigned rank = 0; rank < b->ranks; rank++)
        hand_chances(b, other_of(b, seat), rank, out->exactly[rank]);
}
