// The rules, once for play, worlds and benchmarks.

#include "games/kemps/kemps.h"

#include "game/deal.h"

#include <assert.h>
#include <string.h>

// The parameters, in the order of the table below.
enum { PLAYERS, FROM, TO, SUITS, HAND, TABLE, IDLE, LIMIT };

static const dx_param params[] = {
    [PLAYERS] = {"players", "seats at the table", 2, 10, 3, .choices = NULL},
    [FROM] = {"from", "lowest rank, the ace is 1", 1, 13, 1, .choices = NULL},
    [TO] = {"to", "highest rank, the king is 13", 1, 13, 13, .choices = NULL},
    [SUITS] = {"suits", "cards of a rank", 1, 4, 4, .choices = NULL},
    [HAND] = {"hand", "cards in a hand", 1, 4, 4, .choices = NULL},
    [TABLE] = {"table", "open cards", 1, 10, 6, .choices = NULL},
    [IDLE] = {"idle",
              "turns without a swap until the table is laid anew; 0: a round",
              0, 100, 0, .choices = NULL},
    [LIMIT] = {"limit", "turns until the game is cut", 1, 10000, 10000,
               .choices = NULL},
    {0},
};

static const dx_preset presets[] = {
    {"paper", "as the paper's own program: a new table after three idle turns",
     "idle=3"},
    {"2-6", "the deck of the paper's first example", "from=2,to=6"},
    {"2-8", "the deck of the paper's blocking example", "from=2,to=8"},
    {"tiny", "small enough to list every world",
     "players=2,from=2,to=5,suits=2,hand=2,table=2"},
    {0},
};

static const dx_verb verbs[] = {
    [DX_KEMPS_FACE] = {"face", .chance = true,
                       .arg = {{"card", "card", DX_ALL, false}}},
    [DX_KEMPS_DRAW] = {"draw", .chance = true,
                       .arg = {{"card", "card", DX_WHO, false}}},
    [DX_KEMPS_SWEEP] = {"sweep", .chance = true},
    [DX_KEMPS_SHUFFLE] = {"shuffle", .chance = true},
    [DX_KEMPS_SWAP] = {"swap", .arg = {{"take", "card", DX_ALL, false},
                                       {"give", "card", DX_ALL, false}}},
    [DX_KEMPS_DONE] = {"done", .arg = {{"kemps", "kemps", DX_ALL, true},
                                       {"suits", "suits", DX_ALL, true}}},
    {0},
};

static unsigned ranks_of(const dx_rules *rules)
{
    return (unsigned)(rules->params.value[TO] - rules->params.value[FROM] + 1);
}

static dx_status check(const dx_rules *rules, dx_error *error)
{
    const int *value = rules->params.value;
    if (value[FROM] > value[TO])
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "ranks from %d to %d: expected from <= to", value[FROM],
                       value[TO]);
    if (value[HAND] > value[SUITS])
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "a hand of %d cannot be of one rank with %d suits: "
                       "expected hand <= suits",
                       value[HAND], value[SUITS]);
    unsigned need = (unsigned)(value[PLAYERS] * value[HAND] + value[TABLE]);
    unsigned have = ranks_of(rules) * (unsigned)value[SUITS];
    if (need > have)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "%d hands of %d and %d on the table need %u cards and "
                       "the deck has %u: fewer players or more ranks",
                       value[PLAYERS], value[HAND], value[TABLE], need, have);
    return DX_OK;
}

static unsigned pack(const dx_rules *rules, unsigned number, uint8_t *copies)
{
    if (number > 0)
        return 0;
    unsigned cards = ranks_of(rules) * (unsigned)rules->params.value[SUITS];
    memset(copies, 1, cards);
    return cards;
}

static size_t table_bytes(const dx_rules *rules)
{
    (void)rules;
    return sizeof(dx_kemps);
}

static void setup(void *table, const dx_rules *rules)
{
    dx_kemps *t = table;
    const int *value = rules->params.value;
    t->players = (uint8_t)value[PLAYERS];
    t->first = (uint8_t)value[FROM];
    t->ranks = (uint8_t)ranks_of(rules);
    t->suits = (uint8_t)value[SUITS];
    t->hand_size = (uint8_t)value[HAND];
    t->table_size = (uint8_t)value[TABLE];
    t->idle_max = (uint8_t)(value[IDLE] > 0 ? value[IDLE] : value[PLAYERS]);
    t->limit = (uint16_t)value[LIMIT];
    unsigned cards = (unsigned)(t->ranks * t->suits);
    for (unsigned card = 0; card < cards; card++) {
        t->rank_of[card] = (uint8_t)(card / t->suits);
        t->of_rank[card / t->suits] |= dx_kemps_card(card);
    }
    t->unseen = dx_kemps_pack(t);
    t->deck = (uint8_t)cards;
}

// What nature does next.  The table is laid before hands are dealt, and hands
// are dealt before a table is swept.
typedef enum chore { LAY, DEAL, SWEEP, SHUFFLE, STUCK, NOTHING } chore;

// The seat that is short of cards, or DX_NONE.
static unsigned short_seat(const dx_kemps *t)
{
    for (unsigned seat = 0; seat < t->players; seat++)
        if (t->size[seat] < t->hand_size)
            return seat;
    return DX_NONE;
}

static chore next_chore(const dx_kemps *t, unsigned *out_seat)
{
    unsigned open = dx_kemps_size(t->table);
    if (open < t->table_size)
        return open == 0 && t->deck < t->table_size ? SHUFFLE : LAY;
    unsigned seat = *out_seat = short_seat(t);
    if (seat != DX_NONE) {
        if (t->size[seat] > 0 || t->deck >= t->hand_size)
            return DEAL;
        unsigned left = t->deck + dx_kemps_size(t->discards);
        return left < t->hand_size ? STUCK : SHUFFLE;
    }
    return t->sweep ? SWEEP : NOTHING;
}

static unsigned turn(const void *truth)
{
    const dx_kemps *t = truth;
    unsigned seat;
    if (t->turns >= t->limit)
        return DX_OVER;
    chore todo = next_chore(t, &seat);
    return todo == NOTHING ? t->turn : todo == STUCK ? DX_OVER : DX_NATURE;
}

static dx_event chore_event(chore todo, unsigned seat)
{
    switch (todo) {
    case LAY:
        return dx_event_new(DX_KEMPS_FACE, DX_NATURE);
    case DEAL:
        return dx_event_new(DX_KEMPS_DRAW, seat);
    case SWEEP:
        return dx_event_new(DX_KEMPS_SWEEP, DX_NATURE);
    default:
        return dx_event_new(DX_KEMPS_SHUFFLE, DX_NATURE);
    }
}

static unsigned chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    const dx_kemps *t = truth;
    unsigned seat = 0, count = 0;
    chore todo = next_chore(t, &seat);
    dx_event event = chore_event(todo, seat);
    if (todo != LAY && todo != DEAL) {
        out[0] = event;
        out_weight[0] = 1;
        return 1;
    }
    for (dx_kemps_cards left = t->unseen; left != 0; left &= left - 1) {
        out[count] = dx_with(event, 0, dx_kemps_first(left));
        out_weight[count++] = 1;
    }
    return count;
}

// The deck since the last shuffle was what is in it and what was drawn.
static unsigned top_card(const dx_kemps *t, dx_deal *deal)
{
    if (t->shuffles == 0)
        return dx_deal_next(deal, 0, 0, NULL, t->drawn_count);
    uint8_t copies[DX_KEMPS_CARDS];
    dx_kemps_cards shuffled = t->unseen | t->drawn;
    for (unsigned card = 0; card < DX_KEMPS_CARDS; card++)
        copies[card] = shuffled >> card & 1;
    return dx_deal_next(deal, 0, t->shuffles, copies, t->drawn_count);
}

static dx_event answer(const void *truth, dx_deal *deal)
{
    const dx_kemps *t = truth;
    unsigned seat = 0;
    chore todo = next_chore(t, &seat);
    dx_event event = chore_event(todo, seat);
    return todo == LAY || todo == DEAL ? dx_with(event, 0, top_card(t, deal))
                                       : event;
}

// A card taken in this turn is not given back, nor the other way round, so a
// turn has at most as many swaps as a hand has cards.
static unsigned moves(const void *table, unsigned seat, dx_event *out)
{
    const dx_kemps *t = table;
    unsigned count = 0;
    dx_event swap = dx_event_new(DX_KEMPS_SWAP, seat);
    dx_kemps_cards own = t->hand[seat] & ~t->taken;
    for (dx_kemps_cards take = t->table & ~t->given; take != 0;
         take &= take - 1) {
        dx_event taking = dx_with(swap, 0, dx_kemps_first(take));
        for (dx_kemps_cards give = own; give != 0; give &= give - 1)
            out[count++] = dx_with(taking, 1, dx_kemps_first(give));
    }
    out[count++] = dx_event_new(DX_KEMPS_DONE, seat);
    return count;
}

unsigned dx_kemps_rank(const dx_kemps *truth, unsigned seat)
{
    dx_kemps_cards hand = truth->hand[seat];
    if (hand == 0)
        return DX_NONE;
    unsigned rank = truth->rank_of[dx_kemps_first(hand)];
    return (hand & ~truth->of_rank[rank]) == 0 ? rank : DX_NONE;
}

static dx_event decide(const void *truth, dx_event move)
{
    const dx_kemps *t = truth;
    unsigned rank;
    if (move.verb != DX_KEMPS_DONE ||
        (rank = dx_kemps_rank(t, move.who)) == DX_NONE)
        return move;
    move = dx_with(move, 0, rank + 1);
    return dx_with(move, 1, (unsigned)(t->hand[move.who] >> rank * t->suits));
}

// A card whose place was not known is seen.
static void show_up(dx_kemps *t, dx_kemps_cards cards)
{
    t->unseen &= ~cards;
    for (unsigned seat = 0; seat < t->players; seat++)
        t->could[seat] &= ~cards;
}

static void forget_hidden(dx_kemps *t, unsigned seat)
{
    t->hidden[seat] = 0;
    t->could[seat] = 0;
    t->not_all[seat] = 0;
}

static void fold_face(dx_kemps *t, unsigned card)
{
    t->deck--;
    t->drawn_count++;
    t->drawn |= dx_kemps_card(card);
    t->table |= dx_kemps_card(card);
    show_up(t, dx_kemps_card(card));
}

static void fold_draw(dx_kemps *t, unsigned seat, unsigned card)
{
    t->deck--;
    t->drawn_count++;
    t->size[seat]++;
    t->fresh[seat] = true;
    if (card == DX_HOLE) {
        t->hidden[seat]++;
        t->could[seat] = t->unseen;
        return;
    }
    t->drawn |= dx_kemps_card(card);
    t->hand[seat] |= dx_kemps_card(card);
    show_up(t, dx_kemps_card(card));
}

static void fold_shuffle(dx_kemps *t)
{
    t->deck = (uint8_t)(t->deck + dx_kemps_size(t->discards));
    t->unseen |= t->discards;
    t->discards = 0;
    t->shuffles++;
    t->drawn_count = 0;
    t->drawn = 0;
    memset(t->fresh, 0, sizeof t->fresh);
}

// Cards leave a hand for all to see.  Of cards that were hidden we learn that
// they were there; what their rest cannot all be is then only their own rank.
static void leave_hand(dx_kemps *t, unsigned seat, dx_kemps_cards cards)
{
    dx_kemps_cards revealed = cards & ~t->hand[seat];
    t->hand[seat] &= ~cards;
    t->size[seat] = (uint8_t)(t->size[seat] - dx_kemps_size(cards));
    if (revealed == 0)
        return;
    t->hidden[seat] = (uint8_t)(t->hidden[seat] - dx_kemps_size(revealed));
    if (t->fresh[seat])
        t->drawn |= revealed;
    show_up(t, revealed);
    t->not_all[seat] &= (uint16_t)(1U << t->rank_of[dx_kemps_first(revealed)]);
    if (t->hidden[seat] == 0)
        forget_hidden(t, seat);
}

static void seek(dx_kemps *t, unsigned who, unsigned in, unsigned out)
{
    for (unsigned seat = 0; seat < t->players; seat++)
        if (seat != who)
            t->sought[seat] = (uint16_t)((t->sought[seat] | in) & ~out);
}

static void fold_swap(dx_kemps *t, dx_event event)
{
    dx_kemps_cards take = dx_kemps_card(event.arg[0]);
    dx_kemps_cards give = dx_kemps_card(event.arg[1]);
    leave_hand(t, event.who, give);
    t->hand[event.who] |= take;
    t->size[event.who]++;
    t->table = (t->table & ~take) | give;
    t->taken |= take;
    t->given |= give;
    seek(t, event.who, 1U << t->rank_of[event.arg[0]],
         1U << t->rank_of[event.arg[1]]);
}

// It was no Kemps: the hidden cards are not all of the rank that the known
// ones have (of any one rank, if none is known).
static void fold_no_kemps(dx_kemps *t, unsigned seat)
{
    if (t->hidden[seat] == 0)
        return;
    unsigned rank = t->hand[seat] == 0 ? DX_NONE : dx_kemps_rank(t, seat);
    if (t->hand[seat] == 0)
        t->not_all[seat] = (uint16_t)((1U << t->ranks) - 1);
    else if (rank != DX_NONE)
        t->not_all[seat] |= (uint16_t)(1U << rank);
}

static void fold_done(dx_kemps *t, dx_event event)
{
    unsigned seat = event.who;
    if (event.arg[0] > 0) {
        dx_kemps_cards cards = (dx_kemps_cards)event.arg[1]
                               << (event.arg[0] - 1U) * t->suits;
        leave_hand(t, seat, cards);
        t->gone |= cards;
        t->score[seat]++;
        seek(t, seat, 1U << (event.arg[0] - 1U), 0);
    } else {
        fold_no_kemps(t, seat);
    }
    t->idle = (uint8_t)(t->taken != 0 ? 0 : t->idle + 1);
    t->sweep = t->idle >= t->idle_max;
    t->taken = t->given = 0;
    t->turns++;
    t->turn = (uint8_t)(seat + 1 == t->players ? 0 : seat + 1);
}

static void fold(void *table, dx_event event)
{
    dx_kemps *t = table;
    switch (event.verb) {
    case DX_KEMPS_FACE:
        fold_face(t, event.arg[0]);
        break;
    case DX_KEMPS_DRAW:
        fold_draw(t, event.who, event.arg[0]);
        break;
    case DX_KEMPS_SWEEP:
        t->discards |= t->table;
        t->table = 0;
        t->idle = 0;
        t->sweep = false;
        break;
    case DX_KEMPS_SHUFFLE:
        fold_shuffle(t);
        break;
    case DX_KEMPS_SWAP:
        fold_swap(t, event);
        break;
    default:
        fold_done(t, event);
    }
}

static int score(const void *table, unsigned seat)
{
    return ((const dx_kemps *)table)->score[seat];
}

static int best(const dx_rules *rules)
{
    const int *value = rules->params.value;
    return (int)ranks_of(rules) * (value[SUITS] / value[HAND]);
}

unsigned dx_kemps_holders(const dx_kemps *sight, unsigned card)
{
    unsigned seats = 0;
    for (unsigned seat = 0; seat < sight->players; seat++) {
        if (sight->hand[seat] >> card & 1)
            return 1U << seat;
        seats |= (unsigned)(sight->could[seat] >> card & 1) << seat;
    }
    return seats;
}

// Two truths that a seat cannot tell apart: the same in public and in its own
// hand.  A bystander sees no hand.
static bool alike(const dx_rules *rules DX_UNUSED, const void *truth,
                  const void *other, unsigned seat)
{
    const dx_kemps *a = truth, *b = other;
    return memcmp(a, b, offsetof(dx_kemps, hand)) == 0 &&
           (seat >= a->players || a->hand[seat] == b->hand[seat]);
}

static void cards(const void *truth, unsigned number, uint8_t *out_copies)
{
    const dx_kemps *t = truth;
    assert(number == 0);
    (void)number;
    for (unsigned card = 0; card < t->ranks * t->suits; card++) {
        dx_kemps_cards there =
            (t->unseen >> card & 1) + (t->table >> card & 1) +
            (t->discards >> card & 1) + (t->gone >> card & 1);
        for (unsigned seat = 0; seat < t->players; seat++)
            there += t->hand[seat] >> card & 1;
        out_copies[card] = (uint8_t)there;
    }
}

const dx_game dx_game_kemps = {
    .name = "kemps",
    .help = "swap cards with the table until your hand is of one rank",
    .version = 1,
    .schema = {params, presets},
    .verbs = verbs,
    .atoms = dx_kemps_atoms,
    .quantities = dx_kemps_quantities,
    .domains = dx_kemps_domains,
    .words = &dx_kemps_words,
    .places = &dx_kemps_places,
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
    .values = dx_kemps_values,
    .say = dx_kemps_say,
    .show = dx_kemps_show,
    .state = dx_kemps_state,
    .alike = alike,
    .cards = cards,
};
