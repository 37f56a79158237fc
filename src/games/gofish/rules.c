// The rules, once for play, worlds and benchmarks.

#include "games/gofish/gofish.h"

#include "game/deal.h"

#include <assert.h>
#include <string.h>

// The parameters, in the order of the table below.
enum {
    PLAYERS,
    RANKS,
    COPIES,
    HAND,
    STARTS,
    DEAL,
    CAUGHT,
    EMPTY,
    BOOKS,
    END,
    WINS,
    LIMIT
};

enum { CARDS, SEATS }; // packs

static const char *const deal_choices[] = {"round", "whole", NULL};
static const char *const caught_choices[] = {"hidden", "shown", "again", NULL};
static const char *const empty_choices[] = {"pass", "ask", "hand", "out", NULL};
static const char *const books_choices[] = {"kept", "laid", NULL};
static const char *const end_choices[] = {"books", "out", "stock", NULL};
static const char *const wins_choices[] = {"books", "out", NULL};

static const dx_param params[] = {
    [PLAYERS] = {"players", "seats at the table", 2, DX_GOFISH_SEATS, 2,
                 .choices = NULL},
    [RANKS] = {"ranks", "ranks in the pack", 1, DX_GOFISH_RANKS, 13,
               .choices = NULL},
    [COPIES] = {"copies", "cards of each rank", 2, DX_GOFISH_COPIES, 4,
                .choices = NULL},
    [HAND] = {"hand", "cards dealt to each; 0: seven, or five to four and more",
              0, DX_GOFISH_CARDS / 2, 0, .choices = NULL},
    [STARTS] = {"starts", "the seat that asks first; 0: drawn by lot", 0,
                DX_GOFISH_SEATS, 1, .choices = NULL},
    [DEAL] = {"deal", "cards go round, or a whole hand at a time", 0, 1, 0,
              .choices = deal_choices},
    [CAUGHT] = {"caught",
                "who draws the rank it asked for hides it, shows it, or shows "
                "it and asks again",
                0, 2, 0, .choices = caught_choices},
    [EMPTY] = {"empty",
               "who has nothing to ask draws a card and passes, draws a card "
               "and asks, draws a new hand and asks, or draws no more",
               0, 3, 0, .choices = empty_choices},
    [BOOKS] = {"books", "stay in the hand until the end, or are laid down", 0,
               1, 0, .choices = books_choices},
    [END] = {"end",
             "when all books are made, or at the first hand that its last book "
             "leaves empty, or also when the stock is empty",
             0, 2, 0, .choices = end_choices},
    [WINS] = {"wins", "most books, or the first hand that is empty", 0, 1, 0,
              .choices = wins_choices},
    [LIMIT] = {"limit", "questions until the game is cut", 1, 10000, 1000,
               .choices = NULL},
    {0},
};

static const dx_preset presets[] = {
    {"paper", "as in the paper on Go Fish and PLCC", "players=2"},
    {"bicycle", "as Bicycle's rules have it",
     "caught=again,empty=ask,books=laid"},
    {"openspiel", "as OpenSpiel has it",
     "deal=whole,caught=again,empty=ask,books=laid"},
    {"four", "the paper's rules for four, five cards each", "players=4"},
    {"small", "nine cards for two, three of a rank", "ranks=3,copies=3,hand=2"},
    {"small3", "eight cards for three, books laid down",
     "players=3,ranks=4,copies=2,hand=2,caught=again,empty=ask,books=laid"},
    {"tiny", "the paper's example: six cards for two",
     "ranks=3,copies=2,hand=2"},
    {0},
};

static const dx_verb verbs[] = {
    [DX_GOFISH_START] = {"start", .chance = true},
    [DX_GOFISH_DEAL] = {"deal", .chance = true,
                        .arg = {{"card", "rank", DX_WHO, false},
                                {"book", "book", DX_ALL, false}}},
    [DX_GOFISH_ASK] = {"ask", .arg = {{"of", "seat", DX_ALL, false},
                                      {"rank", "rank", DX_ALL, false},
                                      {"given", "number", DX_ALL, true},
                                      {"book", "flag", DX_ALL, true}}},
    [DX_GOFISH_NOTHING] = {"nothing"},
    [DX_GOFISH_DRAW] = {"draw", .chance = true,
                        .arg = {{"card", "rank", DX_WHO, false},
                                {"caught", "flag", DX_ALL, false},
                                {"book", "book", DX_ALL, false}}},
    [DX_GOFISH_LAY] = {"lay", .chance = true,
                       .arg = {{"rank", "rank", DX_ALL, false}}},
    {0},
};

static unsigned hand_of(const dx_rules *rules)
{
    int hand = rules->params.value[HAND];
    return hand > 0 ? (unsigned)hand : dx_players(rules) < 4 ? 7U : 5U;
}

static unsigned cards_of(const dx_rules *rules)
{
    return (unsigned)(rules->params.value[RANKS] * rules->params.value[COPIES]);
}

static dx_status check(const dx_rules *rules, dx_error *error)
{
    const int *value = rules->params.value;
    unsigned players = dx_players(rules);
    if (hand_of(rules) * players > cards_of(rules))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "%u cards are too few for %u hands of %u: expected "
                       "fewer players, smaller hands or more ranks",
                       cards_of(rules), players, hand_of(rules));
    if (value[STARTS] > (int)players)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "seat %d cannot start: expected a seat up to %u, or 0",
                       value[STARTS], players);
    bool goes_out =
        value[END] == DX_GOFISH_END_OUT || value[WINS] == DX_GOFISH_WINS_OUT;
    if (goes_out && value[BOOKS] != DX_GOFISH_BOOKS_LAID)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "nobody gets rid of its cards where books are kept: "
                       "expected books=laid with end=out and wins=out");
    if (value[WINS] == DX_GOFISH_WINS_OUT && value[END] != DX_GOFISH_END_OUT)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "the first to be out wins: expected end=out with "
                       "wins=out");
    return DX_OK;
}

static bool draws_lots(const dx_rules *rules)
{
    return rules->params.value[STARTS] == 0;
}

static unsigned pack(const dx_rules *rules, unsigned number, uint8_t *copies)
{
    unsigned ranks = (unsigned)rules->params.value[RANKS];
    if (number == SEATS && draws_lots(rules)) {
        memset(copies, 1, dx_players(rules));
        return dx_players(rules);
    }
    if (number != CARDS)
        return 0;
    memset(copies, rules->params.value[COPIES], ranks);
    return ranks;
}

static size_t table_bytes(const dx_rules *rules)
{
    (void)rules;
    return sizeof(dx_gofish);
}

static void unpack(dx_gofish *t, const dx_rules *rules)
{
    const int *value = rules->params.value;
    t->players = (uint8_t)value[PLAYERS];
    t->ranks = (uint8_t)value[RANKS];
    t->copies = (uint8_t)value[COPIES];
    t->hand = (uint8_t)hand_of(rules);
    t->cards = (uint8_t)cards_of(rules);
    t->starts = (uint8_t)value[STARTS];
    t->deal = (uint8_t)value[DEAL];
    t->caught = (uint8_t)value[CAUGHT];
    t->empty = (uint8_t)value[EMPTY];
    t->books = (uint8_t)value[BOOKS];
    t->end = (uint8_t)value[END];
    t->wins = (uint8_t)value[WINS];
    t->limit = (uint16_t)value[LIMIT];
}

static void setup(void *table, const dx_rules *rules)
{
    dx_gofish *t = table;
    unpack(t, rules);
    t->phase = t->starts == 0 ? DX_GOFISH_STARTING : DX_GOFISH_DEALING;
    t->turn = t->starts == 0 ? 0 : (uint8_t)(t->starts - 1);
    t->out = DX_GOFISH_NOBODY;
    t->place_count = t->players;
    memset(t->owner, DX_GOFISH_NOBODY, sizeof t->owner);
    for (uint8_t seat = 0; seat < t->players; seat++) {
        t->last[seat] = t->seat[seat] = seat;
        memset(t->fits[seat], 1, t->ranks);
    }
    memset(t->may, 0xff, sizeof t->may);
    memset(t->drawn, DX_HOLE, sizeof t->drawn);
    memset(t->unseen, t->copies, t->ranks);
}

static unsigned turn(const void *truth)
{
    const dx_gofish *t = truth;
    if (t->phase == DX_GOFISH_ASKING)
        return t->turn;
    return t->phase == DX_GOFISH_DONE ? DX_OVER : DX_NATURE;
}

static unsigned left_of(const dx_gofish *t, unsigned seat)
{
    return seat + 1 == t->players ? 0 : seat + 1;
}

// Has another seat a card?
static bool can_be_asked(const dx_gofish *t, unsigned seat)
{
    for (unsigned other = 0; other < t->players; other++)
        if (other != seat && t->size[other] > 0)
            return true;
    return false;
}

// Who gets the next card of the deal.
static unsigned receiver(const dx_gofish *t)
{
    unsigned taken = t->taken;
    return t->deal == DX_GOFISH_DEAL_ROUND ? taken % t->players
                                           : taken / t->hand;
}

// A card of the rank comes to `seat`: what all see of it.
static dx_event coming(const dx_gofish *t, unsigned seat, unsigned rank)
{
    bool is_book = t->books == DX_GOFISH_BOOKS_LAID &&
                   t->count[seat][rank] + 1 == t->copies;
    unsigned book = is_book ? rank + 1 : 0;
    if (t->phase == DX_GOFISH_DEALING)
        return dx_with(dx_with(dx_event_new(DX_GOFISH_DEAL, seat), 0, rank), 1,
                       book);
    bool caught = t->phase == DX_GOFISH_FISHING && rank == t->asked &&
                  t->caught != DX_GOFISH_CAUGHT_HIDDEN;
    dx_event event = dx_with(dx_event_new(DX_GOFISH_DRAW, seat), 0, rank);
    return dx_with(dx_with(event, 1, caught), 2, book);
}

// Who has all cards of the rank that is looked at, at the end.
static dx_event laying(const dx_gofish *t)
{
    unsigned seat = 0;
    while (seat < t->players && t->count[seat][t->laying] < t->copies)
        seat++;
    return dx_with(
        dx_event_new(DX_GOFISH_LAY, seat < t->players ? seat : DX_NATURE), 0,
        t->laying);
}

static unsigned chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    const dx_gofish *t = truth;
    unsigned count = 0;
    if (t->phase == DX_GOFISH_LAYING) {
        out_weight[0] = 1;
        out[0] = laying(t);
        return 1;
    }
    for (; t->phase == DX_GOFISH_STARTING && count < t->players; count++) {
        out_weight[count] = 1;
        out[count] = dx_event_new(DX_GOFISH_START, count);
    }
    if (count > 0)
        return count;
    unsigned seat = t->phase == DX_GOFISH_DEALING ? receiver(t) : t->turn;
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        if (t->unseen[rank] == 0)
            continue;
        out_weight[count] = t->unseen[rank];
        out[count++] = coming(t, seat, rank);
    }
    return count;
}

static dx_event answer(const void *truth, dx_deal *deal)
{
    const dx_gofish *t = truth;
    if (t->phase == DX_GOFISH_LAYING)
        return laying(t);
    if (t->phase == DX_GOFISH_STARTING)
        return dx_event_new(DX_GOFISH_START,
                            dx_deal_next(deal, SEATS, 0, NULL, 0));
    unsigned seat = t->phase == DX_GOFISH_DEALING ? receiver(t) : t->turn;
    return coming(t, seat, dx_deal_next(deal, CARDS, 0, NULL, t->taken));
}

static unsigned moves(const void *table, unsigned seat, dx_event *out)
{
    const dx_gofish *t = table;
    unsigned count = 0;
    for (unsigned of = 0; of < t->players; of++) {
        if (of == seat || t->size[of] == 0)
            continue;
        dx_event ask = dx_with(dx_event_new(DX_GOFISH_ASK, seat), 0, of);
        for (unsigned rank = 0; rank < t->ranks; rank++)
            if (dx_gofish_is_open(t, seat, rank))
                out[count++] = dx_with(ask, 1, rank);
    }
    if (count == 0)
        out[count++] = dx_event_new(DX_GOFISH_NOTHING, seat);
    return count;
}

static dx_event decide(const void *truth, dx_event move)
{
    const dx_gofish *t = truth;
    if (move.verb != DX_GOFISH_ASK)
        return move;
    int given = t->count[move.arg[0]][move.arg[1]];
    bool is_book = t->books == DX_GOFISH_BOOKS_LAID &&
                   t->count[move.who][move.arg[1]] + given == t->copies;
    return dx_with(dx_with(move, 2, (unsigned)given), 3, is_book);
}

// The numbers from `from` to `to` as bits.
static unsigned numbers(unsigned from, unsigned to)
{
    return (2U << to) - (1U << from);
}

// The cards of a rank in a hand: no more than all of them, and all of them only
// where books are kept.
static unsigned all_numbers(const dx_gofish *t)
{
    return numbers(0, t->books == DX_GOFISH_BOOKS_LAID ? t->copies - 1U
                                                       : t->copies);
}

// The same as numbers of cards in the seat's places.
static unsigned in_places(const dx_gofish *t, unsigned seat, unsigned rank,
                          unsigned hand)
{
    int offset = t->offset[seat][rank];
    unsigned there = offset >= 0 ? hand >> offset : hand << -offset;
    return there & numbers(0, t->copies);
}

// All know now that the seat has one of these numbers of cards of the rank.
static void bound(dx_gofish *t, unsigned seat, unsigned rank, unsigned hand)
{
    t->fits[t->last[seat]][rank] &= (uint8_t)in_places(t, seat, rank, hand);
}

static void finish(dx_gofish *t)
{
    t->phase =
        t->books == DX_GOFISH_BOOKS_KEPT ? DX_GOFISH_LAYING : DX_GOFISH_DONE;
}

// A book leaves the hand.
static void lay(dx_gofish *t, unsigned seat, unsigned rank)
{
    bound(t, seat, rank, 1U << t->copies);
    t->offset[seat][rank] = (int8_t)(t->offset[seat][rank] - t->copies);
    t->count[seat][rank] = (int8_t)(t->count[seat][rank] - t->copies);
    t->size[seat] = (uint8_t)(t->size[seat] - t->copies);
    t->owner[rank] = (uint8_t)seat;
    t->laid[seat]++;
    if (t->size[seat] == 0 && t->out == DX_GOFISH_NOBODY &&
        t->phase != DX_GOFISH_DEALING)
        t->out = (uint8_t)seat;
}

static unsigned books_laid(const dx_gofish *t)
{
    unsigned books = 0;
    for (unsigned seat = 0; seat < t->players; seat++)
        books += t->laid[seat];
    return books;
}

static bool is_over(const dx_gofish *t)
{
    return books_laid(t) == t->ranks || t->turns >= t->limit ||
           t->quiet >= t->players ||
           (t->end != DX_GOFISH_END_BOOKS && t->out != DX_GOFISH_NOBODY) ||
           (t->end == DX_GOFISH_END_STOCK && dx_gofish_stock(t) == 0);
}

// Somebody asks next, if the game goes on.
static void ask_next(dx_gofish *t, unsigned seat)
{
    t->turn = (uint8_t)seat;
    t->phase = DX_GOFISH_ASKING;
    if (is_over(t))
        finish(t);
}

static void draw_next(dx_gofish *t, unsigned phase, unsigned wanted)
{
    t->phase = (uint8_t)phase;
    t->wanted =
        (uint8_t)(wanted < dx_gofish_stock(t) ? wanted : dx_gofish_stock(t));
    if (is_over(t))
        finish(t);
}

// A card has come into the last place of a seat, of a rank that `may` be, where
// `before` is the one it had until then; `book` (from 1) is one that the card
// completes.
static void take(dx_gofish *t, unsigned seat, unsigned before, unsigned may,
                 unsigned rank, unsigned book)
{
    unsigned place = t->last[seat];
    t->taken++;
    t->size[seat]++;
    for (unsigned i = 0; i < t->ranks; i++)
        t->fits[place][i] =
            (uint8_t)(dx_gofish_one_more(t->fits[before][i], i, may) &
                      in_places(t, seat, i,
                                i + 1 == book ? 1U << t->copies
                                              : all_numbers(t)));
    if (rank != DX_HOLE) {
        t->unseen[rank]--;
        t->count[seat][rank]++;
    }
    if (book > 0)
        lay(t, seat, book - 1);
}

static void fold_deal(dx_gofish *t, dx_event event)
{
    unsigned seat = event.who, rank = event.arg[0];
    if (rank != DX_HOLE)
        t->dealt[seat][rank]++;
    t->got[seat]++;
    take(t, seat, seat, t->may[seat], rank, event.arg[1]);
    if (t->taken == t->players * t->hand)
        ask_next(t, t->turn);
}

// The ranks that all see a drawn card may have.
static unsigned ranks_drawn(const dx_gofish *t, dx_event event)
{
    unsigned all = (1U << t->ranks) - 1;
    if (event.arg[2] > 0)
        return 1U << (event.arg[2] - 1U);
    if (t->phase != DX_GOFISH_FISHING || t->caught == DX_GOFISH_CAUGHT_HIDDEN)
        return all;
    return event.arg[1] != 0 ? 1U << t->asked : all & ~(1U << t->asked);
}

static void fold_draw(dx_gofish *t, dx_event event)
{
    unsigned seat = event.who, place = t->place_count++;
    unsigned before = t->last[seat];
    unsigned may = ranks_drawn(t, event), rank = event.arg[0];
    if ((may & (may - 1)) == 0)
        rank = (unsigned)__builtin_ctz(may);
    t->last[seat] = (uint8_t)place;
    t->seat[place] = (uint8_t)seat;
    t->may[place] = (uint16_t)may;
    t->drawn[place] = (uint8_t)rank;
    t->quiet = 0;
    take(t, seat, before, may, rank, event.arg[2]);
    bool again = event.arg[1] != 0 && t->caught == DX_GOFISH_CAUGHT_AGAIN;
    if (--t->wanted > 0)
        return;
    if (t->phase == DX_GOFISH_REFILLING)
        again = t->empty != DX_GOFISH_EMPTY_PASS;
    ask_next(t, again ? seat : left_of(t, seat));
}

// `number` cards go from a hand to another.
static void give(dx_gofish *t, unsigned from, unsigned to, unsigned rank,
                 int number)
{
    t->offset[from][rank] = (int8_t)(t->offset[from][rank] - number);
    t->offset[to][rank] = (int8_t)(t->offset[to][rank] + number);
    t->count[from][rank] = (int8_t)(t->count[from][rank] - number);
    t->count[to][rank] = (int8_t)(t->count[to][rank] + number);
    t->size[from] = (uint8_t)(t->size[from] - number);
    t->size[to] = (uint8_t)(t->size[to] + number);
}

static void fold_ask(dx_gofish *t, dx_event event)
{
    unsigned who = event.who, of = event.arg[0], rank = event.arg[1];
    unsigned given = event.arg[2];
    t->turns++;
    t->quiet = 0;
    t->asked = (uint8_t)rank;
    bound(t, who, rank, numbers(1, t->copies - 1U));
    bound(t, of, rank, 1U << given);
    give(t, of, who, rank, (int)given);
    if (event.arg[3] != 0)
        lay(t, who, rank);
    else
        bound(t, who, rank, all_numbers(t));
    if (given > 0)
        ask_next(t, who);
    else if (dx_gofish_stock(t) > 0)
        draw_next(t, DX_GOFISH_FISHING, 1);
    else
        ask_next(t, left_of(t, who));
}

// Who has somebody to ask and asks nothing has no rank, or all of it.
static void fold_nothing(dx_gofish *t, unsigned seat)
{
    bool alone = t->size[seat] > 0 && !can_be_asked(t, seat);
    for (unsigned rank = 0; !alone && rank < t->ranks; rank++)
        bound(t, seat, rank, 1U | 1U << t->copies);
    if (!alone && dx_gofish_stock(t) > 0 && t->empty != DX_GOFISH_EMPTY_OUT) {
        draw_next(t, DX_GOFISH_REFILLING,
                  t->empty == DX_GOFISH_EMPTY_HAND ? t->hand : 1);
        return;
    }
    t->quiet++;
    ask_next(t, left_of(t, seat));
}

static void fold_lay(dx_gofish *t, unsigned seat, unsigned rank)
{
    if (seat != DX_NATURE)
        lay(t, seat, rank);
    for (unsigned i = 0; seat == DX_NATURE && i < t->players; i++)
        bound(t, i, rank, numbers(0, t->copies - 1U));
    if (++t->laying == t->ranks)
        t->phase = DX_GOFISH_DONE;
}

static void fold(void *table, dx_event event)
{
    dx_gofish *t = table;
    switch (event.verb) {
    case DX_GOFISH_START:
        t->turn = event.who;
        t->phase = DX_GOFISH_DEALING;
        break;
    case DX_GOFISH_DEAL:
        fold_deal(t, event);
        break;
    case DX_GOFISH_ASK:
        fold_ask(t, event);
        break;
    case DX_GOFISH_NOTHING:
        fold_nothing(t, event.who);
        break;
    case DX_GOFISH_DRAW:
        fold_draw(t, event);
        break;
    default:
        fold_lay(t, event.who, event.arg[0]);
    }
}

unsigned dx_gofish_least(const dx_gofish *t, unsigned seat, unsigned rank)
{
    unsigned fits = t->fits[t->last[seat]][rank];
    assert(fits != 0);
    return (unsigned)(__builtin_ctz(fits) + t->offset[seat][rank]);
}

unsigned dx_gofish_most(const dx_gofish *t, unsigned seat, unsigned rank)
{
    unsigned fits = t->fits[t->last[seat]][rank];
    assert(fits != 0);
    return (unsigned)(31 - __builtin_clz(fits) + t->offset[seat][rank]);
}

// Books in a hand count when they are laid down, at the end.
static int score(const void *table, unsigned seat)
{
    return ((const dx_gofish *)table)->laid[seat];
}

static int best(const dx_rules *rules)
{
    return rules->params.value[RANKS];
}

static bool won(const void *table, unsigned seat)
{
    const dx_gofish *t = table;
    if (t->wins == DX_GOFISH_WINS_OUT && t->out != DX_GOFISH_NOBODY)
        return t->out == seat;
    for (unsigned other = 0; other < t->players; other++)
        if (t->laid[other] > t->laid[seat])
            return false;
    return true;
}

// Two truths that a seat cannot tell apart: the same in public, and in the
// cards that came to it.
static bool alike(const dx_rules *rules DX_UNUSED, const void *truth,
                  const void *other, unsigned seat)
{
    const dx_gofish *a = truth, *b = other;
    if (memcmp(a, b, offsetof(dx_gofish, dealt)) != 0)
        return false;
    if (seat >= a->players)
        return true;
    for (unsigned place = a->players; place < a->place_count; place++)
        if (a->seat[place] == seat && a->drawn[place] != b->drawn[place])
            return false;
    return memcmp(a->dealt[seat], b->dealt[seat], a->ranks) == 0;
}

static void cards(const void *truth, unsigned number, uint8_t *out_copies)
{
    const dx_gofish *t = truth;
    if (number == SEATS) {
        memset(out_copies, 1, t->players);
        return;
    }
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        unsigned there = t->unseen[rank];
        for (unsigned seat = 0; seat < t->players; seat++)
            there += (unsigned)t->count[seat][rank];
        if (t->owner[rank] != DX_GOFISH_NOBODY)
            there += t->copies;
        out_copies[rank] = (uint8_t)there;
    }
}

const dx_game dx_game_gofish = {
    .name = "gofish",
    .help = "ask each other for cards until you have all of a rank",
    .version = 1,
    .schema = {params, presets},
    .verbs = verbs,
    .atoms = dx_gofish_atoms,
    .quantities = dx_gofish_quantities,
    .domains = dx_gofish_domains,
    .words = &dx_gofish_words,
    .places = &dx_gofish_places,
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
    .won = won,
    .values = dx_gofish_values,
    .say = dx_gofish_say,
    .show = dx_gofish_show,
    .state = dx_gofish_state,
    .alike = alike,
    .cards = cards,
};
