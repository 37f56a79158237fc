// The rules: verbs, what is dealt, whose turn it is, what may be done.

#include "games/sample/sample.h"

#include "game/deal.h"

#include <string.h>

// The parameters, in the order of their table.
enum { PLAYERS, RANKS, COPIES, HAND };

static const dx_param params[] = {
    [PLAYERS] = {"players", "seats at the table", 2, DX_SAMPLE_SEATS, 3},
    [RANKS] = {"ranks", "different cards", 2, DX_SAMPLE_RANKS, 6},
    [COPIES] = {"copies", "cards of each rank", 1, 4, 3},
    [HAND] = {"hand", "cards in a hand, and rounds", 1, 4, 3},
    {0}};

static const dx_preset presets[] = {
    {"tiny", "few enough worlds to list, and still choices that are hidden",
     "players=2,ranks=3,copies=2,hand=2"},
    {0}};

static const dx_verb verbs[] = {
    [DX_SAMPLE_DRAW] = {"draw", .chance = true, {{"card", "card", DX_WHO}}},
    [DX_SAMPLE_LAY] = {"lay", .arg = {{"card", "card", DX_WHO}}},
    [DX_SAMPLE_SHOW] = {"show", .chance = true, {{"card", "card"}}},
    {0}};

static dx_status check(const dx_rules *rules, dx_error *error)
{
    const int *value = rules->params.value;
    if (value[PLAYERS] * value[HAND] <= value[RANKS] * value[COPIES])
        return DX_OK;
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "the hands need %d cards: ranks times copies must be as "
                   "many",
                   value[PLAYERS] * value[HAND]);
}

static unsigned pack(const dx_rules *rules, unsigned number, uint8_t *copies)
{
    if (number > 0)
        return 0;
    unsigned ranks = (unsigned)rules->params.value[RANKS];
    memset(copies, rules->params.value[COPIES], ranks);
    return ranks;
}

static size_t table_bytes(const dx_rules *rules)
{
    (void)rules;
    return sizeof(dx_sample);
}

static void setup(void *table, const dx_rules *rules)
{
    dx_sample *t = table;
    const int *value = rules->params.value;
    t->players = (uint8_t)value[PLAYERS];
    t->ranks = (uint8_t)value[RANKS];
    t->copies = (uint8_t)value[COPIES];
    t->hand_size = (uint8_t)value[HAND];
    memset(t->unseen, t->copies, t->ranks);
    memset(t->laid, DX_NONE, sizeof t->laid);
    memset(t->shown, DX_NONE, sizeof t->shown);
}

// ---- whose turn it is, and what may happen ----

static bool is_dealing(const dx_sample *t)
{
    return t->dealt < t->players * t->hand_size;
}

// The first seat, from the one that leads this round, whose place is empty;
// DX_NONE: there is none.
static unsigned first_without(const dx_sample *t, const uint8_t *place)
{
    for (unsigned i = 0; i < t->players; i++) {
        unsigned seat = (t->round + i) % t->players;
        if (place[seat] == DX_NONE)
            return seat;
    }
    return DX_NONE;
}

static unsigned turn(const void *truth)
{
    const dx_sample *t = truth;
    if (t->round == t->hand_size)
        return DX_OVER;
    unsigned seat = first_without(t, t->laid);
    return is_dealing(t) || seat == DX_NONE ? DX_NATURE : seat;
}

// Nature deals from the stock, one way for each card there; or shows what lies
// face down, in the one way there is.
static unsigned chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    const dx_sample *t = truth;
    unsigned count = 0;
    if (!is_dealing(t)) {
        unsigned seat = first_without(t, t->shown);
        out[0] = dx_with(dx_event_new(DX_SAMPLE_SHOW, seat), 0, t->laid[seat]);
        out_weight[0] = 1;
        return 1;
    }
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        dx_event draw = dx_event_new(DX_SAMPLE_DRAW, t->dealt % t->players);
        if (t->unseen[rank] == 0)
            continue;
        out[count] = dx_with(draw, 0, rank);
        out_weight[count++] = t->unseen[rank];
    }
    return count;
}

static dx_event answer(const void *truth, dx_deal *deal)
{
    const dx_sample *t = truth;
    dx_event only;
    uint32_t weight;
    if (!is_dealing(t)) {
        chances(truth, &only, &weight);
        return only;
    }
    return dx_with(dx_event_new(DX_SAMPLE_DRAW, t->dealt % t->players), 0,
                   dx_deal_next(deal, 0, 0, NULL, t->dealt));
}

static unsigned moves(const void *table, unsigned seat, dx_event *out)
{
    const dx_sample *t = table;
    unsigned count = 0;
    for (unsigned rank = 0; rank < t->ranks; rank++)
        if (t->held[seat][rank] > 0)
            out[count++] = dx_with(dx_event_new(DX_SAMPLE_LAY, seat), 0, rank);
    return count;
}

// A move has no outcome here: what is laid is what was chosen.
static dx_event decide(const void *truth, dx_event move)
{
    (void)truth;
    return move;
}

// ---- what an event does to a table ----

static void end_round(dx_sample *t)
{
    unsigned best = 0;
    for (unsigned seat = 0; seat < t->players; seat++)
        best = t->shown[seat] > best ? t->shown[seat] : best;
    for (unsigned seat = 0; seat < t->players; seat++) {
        t->score[seat] = (uint8_t)(t->score[seat] + (t->shown[seat] == best));
        t->pile[t->shown[seat]]++;
    }
    memset(t->laid, DX_NONE, sizeof t->laid);
    memset(t->shown, DX_NONE, sizeof t->shown);
    t->round++;
}

// A hole is stored, or counted as unknown; nothing is computed from it.
static void fold(void *table, dx_event event)
{
    dx_sample *t = table;
    unsigned seat = event.who, card = event.arg[0];
    bool is_hidden = card == DX_HOLE;
    switch (event.verb) {
    case DX_SAMPLE_DRAW:
        t->dealt++;
        if (is_hidden) {
            t->hidden[seat]++;
        } else {
            t->unseen[card]--;
            t->held[seat][card]++;
        }
        break;
    case DX_SAMPLE_LAY:
        if (is_hidden)
            t->hidden[seat]--;
        else
            t->held[seat][card]--;
        t->laid[seat] = (uint8_t)card;
        break;
    default: // DX_SAMPLE_SHOW
        if (t->laid[seat] == DX_HOLE)
            t->unseen[card]--;
        t->laid[seat] = t->shown[seat] = (uint8_t)card;
        if (first_without(t, t->shown) == DX_NONE)
            end_round(t);
    }
}

static int score(const void *table, unsigned seat)
{
    return ((const dx_sample *)table)->score[seat];
}

static int best(const dx_rules *rules)
{
    return rules->params.value[HAND];
}

// ---- for the tests, without a look at the audiences above ----

// Does the seat know the same?  All that lies open, how many cards the others
// hold and whether they have laid one; and its own cards.
static bool alike(const dx_rules *rules DX_UNUSED, const void *truth,
                  const void *other, unsigned seat)
{
    const dx_sample *a = truth, *b = other;
    if (memcmp(a, b, offsetof(dx_sample, held)) != 0)
        return false;
    for (unsigned i = 0; i < a->players; i++) {
        if ((a->laid[i] == DX_NONE) != (b->laid[i] == DX_NONE))
            return false;
        if (i == seat && (a->laid[i] != b->laid[i] ||
                          memcmp(a->held[i], b->held[i], a->ranks) != 0))
            return false;
    }
    return true;
}

// What somebody else lays face down may be any card.
static bool moves_alike(const dx_rules *rules DX_UNUSED, dx_event move,
                        dx_event other, unsigned seat)
{
    return dx_event_same(move, other) ||
           (move.verb == DX_SAMPLE_LAY && other.verb == DX_SAMPLE_LAY &&
            move.who != seat);
}

static void cards(const void *truth, unsigned number, uint8_t *out_copies)
{
    const dx_sample *t = truth;
    (void)number;
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        out_copies[rank] = (uint8_t)(t->unseen[rank] + t->pile[rank]);
        for (unsigned seat = 0; seat < t->players; seat++)
            out_copies[rank] =
                (uint8_t)(out_copies[rank] + t->held[seat][rank] +
                          (t->laid[seat] == rank));
    }
}

const dx_game dx_game_sample = {
    .name = "sample",
    .help = "lay a card face down; the highest one scores",
    .version = 1,
    .schema = {params, presets},
    .verbs = verbs,
    .atoms = dx_sample_atoms,
    .quantities = dx_sample_quantities,
    .domains = dx_sample_domains,
    .words = &dx_sample_words,
    .check = check,
    .pack = pack,
    .table_bytes = table_bytes,
    .setup = setup,
    .turn = turn,
    .chances = chances,
    .answer = answer,
    .moves = moves,
    .decide = decide,
    .fold = fold,
    .score = score,
    .best = best,
    .values = dx_sample_values,
    .say = dx_sample_say,
    .show = dx_sample_show,
    .alike = alike,
    .moves_alike = moves_alike,
    .cards = cards,
};
