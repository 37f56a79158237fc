// The rules, once for play, worlds and benchmarks.

#include "games/clue/clue.h"

#include "game/deal.h"

#include <assert.h>
#include <string.h>

// The parameters, in the order of the table below.
enum { PLAYERS, SUSPECTS, WEAPONS, ROOMS, LIMIT };

// The shuffles of the pack: each sort by itself for the envelope, then what
// is left.  One shuffle would not do: a card that is not the first of its
// sort tends to lie further down.
enum { FOR_ENVELOPE, FOR_HANDS };

static const dx_param params[] = {
    [PLAYERS] = {"players", "seats at the table", 3, DX_CLUE_SEATS, 3,
                 .choices = NULL},
    [SUSPECTS] = {"suspects", "cards of suspects", 1, DX_CLUE_SUSPECTS, 6,
                  .choices = NULL},
    [WEAPONS] = {"weapons", "cards of weapons", 1, DX_CLUE_WEAPONS, 6,
                 .choices = NULL},
    [ROOMS] = {"rooms", "cards of rooms", 1, DX_CLUE_ROOMS, 9, .choices = NULL},
    [LIMIT] = {"limit", "turns until the game is cut", 1, 1000, 100,
               .choices = NULL},
    {0},
};

static const dx_preset presets[] = {
    {"normal", "the game as it is sold, for three", "players=3"},
    {"six", "the same for six, three cards each", "players=6"},
    {"small", "eight cards for three: hands of two, two and one",
     "suspects=3,weapons=3,rooms=2"},
    {"small4", "nine cards for four: hands of two, two, one and one",
     "players=4,suspects=3,weapons=3,rooms=3"},
    {"tiny", "seven cards for three: hands of two, one and one",
     "suspects=2,weapons=2,rooms=3"},
    {0},
};

static const dx_verb verbs[] = {
    [DX_CLUE_HIDE] = {"hide", .chance = true,
                      .arg = {{"card", "card", DX_NOBODY, false}}},
    [DX_CLUE_DEAL] = {"deal", .chance = true,
                      .arg = {{"card", "card", DX_WHO, false}}},
    [DX_CLUE_ASK] = {"ask", .arg = {{"suspect", "suspect", DX_ALL, false},
                                    {"weapon", "weapon", DX_ALL, false},
                                    {"room", "room", DX_ALL, false},
                                    {"stops", "seat", DX_ALL, true}}},
    [DX_CLUE_SHOW] = {"show", .arg = {{"to", "seat", DX_ALL, false},
                                      {"card", "card", DX_AMONG, false}}},
    [DX_CLUE_END] = {"end"},
    [DX_CLUE_ACCUSE] = {"accuse", .arg = {{"suspect", "suspect", DX_ALL, false},
                                          {"weapon", "weapon", DX_ALL, false},
                                          {"room", "room", DX_ALL, false},
                                          {"right", "flag", DX_ALL, true}}},
    [DX_CLUE_LOOK] = {"look", .chance = true,
                      .arg = {{"suspect", "suspect", DX_WHO, false},
                              {"weapon", "weapon", DX_WHO, false},
                              {"room", "room", DX_WHO, false}}},
    [DX_CLUE_OPEN] = {"open", .chance = true,
                      .arg = {{"suspect", "suspect", DX_ALL, false},
                              {"weapon", "weapon", DX_ALL, false},
                              {"room", "room", DX_ALL, false}}},
    {0},
};

static unsigned card_count(const dx_rules *rules)
{
    const int *value = rules->params.value;
    return (unsigned)(value[SUSPECTS] + value[WEAPONS] + value[ROOMS]);
}

static dx_status check(const dx_rules *rules, dx_error *error)
{
    unsigned hands = card_count(rules) - DX_CLUE_SORTS;
    if (hands < dx_players(rules))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "%u cards are left to deal to %u players: expected one "
                       "or more for each; fewer players or more cards",
                       hands, dx_players(rules));
    return DX_OK;
}

static unsigned pack(const dx_rules *rules, unsigned number, uint8_t *copies)
{
    if (number > 0)
        return 0;
    memset(copies, 1, card_count(rules));
    return card_count(rules);
}

static size_t table_bytes(const dx_rules *rules)
{
    return sizeof(dx_clue) +
           (size_t)rules->params.value[LIMIT] * sizeof(dx_clue_ask);
}

static void setup(void *table, const dx_rules *rules)
{
    dx_clue *t = table;
    const int *value = rules->params.value;
    t->players = (uint8_t)value[PLAYERS];
    t->cards = (uint8_t)card_count(rules);
    t->first[1] = (uint8_t)value[SUSPECTS];
    t->first[2] = (uint8_t)(t->first[1] + value[WEAPONS]);
    t->first[3] = t->cards;
    t->limit = (uint16_t)value[LIMIT];
    t->winner = DX_CLUE_NONE;
    for (unsigned seat = 0; seat < t->players; seat++)
        t->could[seat] = dx_clue_pack(t);
    t->unseen = dx_clue_pack(t);
    memset(&t->envelope, DX_HOLE, sizeof t->envelope);
}

static const dx_clue_ask *last_ask(const dx_clue *t)
{
    assert(t->turns > 0);
    return &t->ask[t->turns - 1];
}

static unsigned turn(const void *truth)
{
    const dx_clue *t = truth;
    switch (t->phase) {
    case DX_CLUE_ASKING:
    case DX_CLUE_CLOSING:
        return t->turn;
    case DX_CLUE_SHOWING:
        return last_ask(t)->shower;
    case DX_CLUE_DONE:
        return DX_OVER;
    default:
        return DX_NATURE;
    }
}

// An event with three cards, and the cards of one.
static dx_event with_triple(const dx_clue *t, dx_event event,
                            dx_clue_triple triple)
{
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
        event = dx_with(event, sort, triple.card[sort] - t->first[sort]);
    return event;
}
static dx_clue_triple triple_of(const dx_clue *t, dx_event event)
{
    dx_clue_triple triple;
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
        triple.card[sort] = (uint8_t)(t->first[sort] + event.arg[sort]);
    return triple;
}

// What nature does next, without the card if it deals one.
static dx_event natures_verb(const dx_clue *t)
{
    if (t->phase == DX_CLUE_LOOKING)
        return with_triple(t, dx_event_new(DX_CLUE_LOOK, t->turn), t->envelope);
    if (t->phase == DX_CLUE_OPENING)
        return with_triple(t, dx_event_new(DX_CLUE_OPEN, DX_NATURE),
                           t->envelope);
    if (t->dealt < DX_CLUE_SORTS)
        return dx_event_new(DX_CLUE_HIDE, DX_NATURE);
    return dx_event_new(DX_CLUE_DEAL,
                        (unsigned)(t->dealt - DX_CLUE_SORTS) % t->players);
}

// The cards that may come next: one of a sort, or any that is left.
static dx_clue_cards candidates(const dx_clue *t)
{
    return t->dealt < DX_CLUE_SORTS ? dx_clue_sort(t, t->dealt) : t->unseen;
}

static unsigned chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    const dx_clue *t = truth;
    dx_event event = natures_verb(t);
    unsigned count = 0;
    if (t->phase != DX_CLUE_DEALING) {
        out[0] = event;
        out_weight[0] = 1;
        return 1;
    }
    for (dx_clue_cards left = candidates(t); left != 0; left &= left - 1) {
        out[count] = dx_with(event, 0, dx_clue_first(left));
        out_weight[count++] = 1;
    }
    return count;
}

static dx_event answer(const void *truth, dx_deal *deal)
{
    const dx_clue *t = truth;
    dx_event event = natures_verb(t);
    if (t->phase != DX_CLUE_DEALING)
        return event;
    bool hides = t->dealt < DX_CLUE_SORTS;
    dx_clue_cards shuffled =
        hides ? candidates(t) : dx_clue_pack(t) & ~dx_clue_set(t->envelope);
    uint8_t copies[DX_CLUE_CARDS];
    for (unsigned card = 0; card < DX_CLUE_CARDS; card++)
        copies[card] = shuffled >> card & 1;
    return dx_with(event, 0,
                   hides ? dx_deal_next(deal, 0, FOR_ENVELOPE, copies, 0)
                         : dx_deal_next(deal, 0, FOR_HANDS, copies,
                                        t->dealt - DX_CLUE_SORTS));
}

static unsigned add_triples(const dx_clue *t, dx_event event, dx_event *out)
{
    unsigned count = 0;
    for (unsigned suspect = t->first[0]; suspect < t->first[1]; suspect++)
        for (unsigned weapon = t->first[1]; weapon < t->first[2]; weapon++)
            for (unsigned room = t->first[2]; room < t->first[3]; room++)
                out[count++] = with_triple(
                    t, event,
                    (dx_clue_triple){
                        {(uint8_t)suspect, (uint8_t)weapon, (uint8_t)room}});
    return count;
}

static unsigned moves(const void *table, unsigned seat, dx_event *out)
{
    const dx_clue *t = table;
    unsigned count = 0;
    if (t->phase == DX_CLUE_ASKING)
        return add_triples(t, dx_event_new(DX_CLUE_ASK, seat), out);
    if (t->phase == DX_CLUE_CLOSING) {
        out[0] = dx_event_new(DX_CLUE_END, seat);
        return 1 + add_triples(t, dx_event_new(DX_CLUE_ACCUSE, seat), out + 1);
    }
    const dx_clue_ask *ask = last_ask(t);
    dx_event show = dx_with(dx_event_new(DX_CLUE_SHOW, seat), 0, ask->asker);
    dx_clue_cards fit = t->hand[seat] & dx_clue_set(ask->named);
    for (; fit != 0; fit &= fit - 1)
        out[count++] = dx_with(show, 1, dx_clue_first(fit));
    return count;
}

static unsigned left_of(const dx_clue *t, unsigned seat)
{
    return seat + 1 == t->players ? 0 : seat + 1;
}

// Where a question stops: at the first seat that has one of the cards, or
// where it began.
static unsigned stop_of(const dx_clue *t, unsigned asker, dx_clue_cards cards)
{
    unsigned seat = left_of(t, asker);
    while (seat != asker && (t->hand[seat] & cards) == 0)
        seat = left_of(t, seat);
    return seat;
}

static dx_event decide(const void *truth, dx_event move)
{
    const dx_clue *t = truth;
    if (move.verb == DX_CLUE_ASK)
        return dx_with(move, DX_CLUE_SORTS,
                       stop_of(t, move.who, dx_clue_set(triple_of(t, move))));
    if (move.verb == DX_CLUE_ACCUSE)
        return dx_with(move, DX_CLUE_SORTS,
                       dx_clue_same(triple_of(t, move), t->envelope));
    return move;
}

static void fold_hide(dx_clue *t, unsigned card)
{
    t->envelope.card[t->dealt++] = (uint8_t)card;
    if (card != DX_HOLE)
        t->unseen &= ~dx_clue_card(card);
}

static void see_in_hand(dx_clue *t, unsigned seat, unsigned card)
{
    if (card == DX_HOLE)
        return;
    t->hand[seat] |= dx_clue_card(card);
    t->unseen &= ~dx_clue_card(card);
}

static void fold_deal(dx_clue *t, unsigned seat, unsigned card)
{
    t->size[seat]++;
    see_in_hand(t, seat, card);
    if (++t->dealt == t->cards)
        t->phase = DX_CLUE_ASKING;
}

static void fold_ask(dx_clue *t, dx_event event)
{
    assert(t->turns < t->limit);
    dx_clue_ask *ask = &t->ask[t->turns++];
    ask->named = triple_of(t, event);
    ask->asker = event.who;
    ask->shower = event.arg[DX_CLUE_SORTS];
    ask->card = DX_CLUE_NONE;
    for (unsigned seat = left_of(t, event.who); seat != ask->shower;
         seat = left_of(t, seat))
        t->could[seat] &= ~dx_clue_set(ask->named);
    t->phase = dx_clue_answered(ask) ? DX_CLUE_SHOWING : DX_CLUE_CLOSING;
}

static void fold_show(dx_clue *t, dx_event event)
{
    t->ask[t->turns - 1].card = event.arg[1];
    see_in_hand(t, event.who, event.arg[1]);
    t->phase = DX_CLUE_CLOSING;
}

// The next seat that may still ask is next, if there is one and time for it.
static void end_turn(dx_clue *t)
{
    bool all_out = t->out == (1U << t->players) - 1;
    t->phase =
        all_out || t->turns == t->limit ? DX_CLUE_OPENING : DX_CLUE_ASKING;
    if (t->phase == DX_CLUE_OPENING)
        return;
    do
        t->turn = (uint8_t)left_of(t, t->turn);
    while (t->out >> t->turn & 1);
}

static void see_envelope(dx_clue *t, dx_clue_triple cards)
{
    t->envelope = cards;
    t->unseen &= ~dx_clue_set(cards);
}

static void fold_accuse(dx_clue *t, dx_event event)
{
    dx_clue_triple triple = triple_of(t, event);
    if (event.arg[DX_CLUE_SORTS] != 0) {
        see_envelope(t, triple);
        t->winner = event.who;
        t->phase = DX_CLUE_DONE;
        return;
    }
    t->accused[event.who] = triple;
    t->out |= (uint8_t)(1U << event.who);
    t->phase = DX_CLUE_LOOKING;
}

static void fold(void *table, dx_event event)
{
    dx_clue *t = table;
    switch (event.verb) {
    case DX_CLUE_HIDE:
        fold_hide(t, event.arg[0]);
        break;
    case DX_CLUE_DEAL:
        fold_deal(t, event.who, event.arg[0]);
        break;
    case DX_CLUE_ASK:
        fold_ask(t, event);
        break;
    case DX_CLUE_SHOW:
        fold_show(t, event);
        break;
    case DX_CLUE_ACCUSE:
        fold_accuse(t, event);
        break;
    case DX_CLUE_LOOK:
        if (event.arg[0] != DX_HOLE)
            see_envelope(t, triple_of(t, event));
        end_turn(t);
        break;
    case DX_CLUE_OPEN:
        see_envelope(t, triple_of(t, event));
        t->phase = DX_CLUE_DONE;
        break;
    default:
        end_turn(t);
    }
}

static int score(const void *table, unsigned seat)
{
    return ((const dx_clue *)table)->winner == seat;
}

static int best(const dx_rules *rules)
{
    (void)rules;
    return 1;
}

// A game may have no winner: then it is not all who win.
static bool won(const void *table, unsigned seat)
{
    return ((const dx_clue *)table)->winner == seat;
}

static bool same_envelope(const dx_clue *a, const dx_clue *b)
{
    return dx_clue_same(a->envelope, b->envelope);
}

// A question is heard by all; a card is seen by who shows it and who asked.
static bool same_question(const dx_clue_ask *a, const dx_clue_ask *b,
                          unsigned seat)
{
    if (!dx_clue_same(a->named, b->named) || a->asker != b->asker ||
        a->shower != b->shower || dx_clue_showed(a) != dx_clue_showed(b))
        return false;
    return (seat != a->asker && seat != a->shower) || a->card == b->card;
}

// Two truths that a seat cannot tell apart: the same in public, in its own
// hand, in what it was shown and showed, and in the envelope if it looked.
static bool alike(const dx_rules *rules DX_UNUSED, const void *truth,
                  const void *other, unsigned seat)
{
    const dx_clue *a = truth, *b = other;
    if (memcmp(a, b, offsetof(dx_clue, hand)) != 0)
        return false;
    for (unsigned i = 0; i < a->turns; i++)
        if (!same_question(&a->ask[i], &b->ask[i], seat))
            return false;
    if (a->phase == DX_CLUE_DONE && !same_envelope(a, b))
        return false;
    if (seat >= a->players)
        return true;
    bool looked = dx_clue_looked(a) >> seat & 1;
    return a->hand[seat] == b->hand[seat] && (!looked || same_envelope(a, b));
}

// Only which card is shown is chosen in secret.
static bool moves_alike(const dx_rules *rules DX_UNUSED, dx_event move,
                        dx_event other, unsigned seat)
{
    return dx_event_same(move, other) ||
           (move.verb == DX_CLUE_SHOW && other.verb == DX_CLUE_SHOW &&
            move.who != seat && move.arg[0] != seat);
}

static void cards(const void *truth, unsigned number, uint8_t *out_copies)
{
    const dx_clue *t = truth;
    assert(number == 0);
    (void)number;
    for (unsigned card = 0; card < t->cards; card++) {
        dx_clue_cards there = t->unseen >> card & 1;
        for (unsigned seat = 0; seat < t->players; seat++)
            there += t->hand[seat] >> card & 1;
        for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
            there += t->envelope.card[sort] == card;
        out_copies[card] = (uint8_t)there;
    }
}

const dx_game dx_game_clue = {
    .name = "clue",
    .help = "ask round the table which three cards are in the envelope",
    .version = 1,
    .schema = {params, presets},
    .verbs = verbs,
    .atoms = dx_clue_atoms,
    .quantities = dx_clue_quantities,
    .domains = dx_clue_domains,
    .words = &dx_clue_words,
    .places = &dx_clue_places,
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
    .values = dx_clue_values,
    .say = dx_clue_say,
    .show = dx_clue_show,
    .state = dx_clue_state,
    .alike = alike,
    .moves_alike = moves_alike,
    .cards = cards,
};
