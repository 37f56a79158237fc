#include "games/loveletter.h"

#include "game/deal.h"
#include "game/lots.h"
#include "game/words.h"

#include <string.h>

enum { SEATS = 4, KINDS = 8, CARDS = 16, SAID = 96 };
enum { GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS };
// The first eight verbs are the cards.
enum { WASTE = KINDS, BURN, DRAW, SHOW };
enum { PLAYERS, GUARDS, PAIRS, HIGH };
enum { FRONT = SEATS, BURNT, SPOTS }; // behind the hands
enum { BURNING, DEALING, DRAWING, PLAYING, REDRAWING, SHOWING, DONE };

// clang-format off
static const dx_verb verbs[] = {
    [GUARD] = {"guard", .arg = {{"of", "seat", DX_ALL},
                                {"card", "card", DX_ALL},
                                {"right", "flag", DX_ALL, .outcome = true}}},
    [PRIEST] = {"priest", .arg = {{"of", "seat", DX_ALL},
                                  {"card", "card", DX_AMONG, .outcome = true}}},
    [BARON] = {"baron", .arg = {{"of", "seat", DX_ALL},
                                {"own", "card", DX_AMONG, .outcome = true},
                                {"other", "card", DX_AMONG, .outcome = true},
                                {"loser", "loser", DX_ALL, .outcome = true},
                                {"lost", "lost", DX_ALL, .outcome = true}}},
    [HANDMAID] = {"handmaid"},
    [PRINCE] = {"prince", .arg = {{"of", "seat", DX_ALL},
                                  {"card", "card", DX_ALL, .outcome = true}}},
    [KING] = {"king", .arg = {{"of", "seat", DX_ALL},
                              {"gave", "card", DX_AMONG, .outcome = true},
                              {"got", "card", DX_AMONG, .outcome = true}}},
    [COUNTESS] = {"countess"},
    [PRINCESS] = {"princess",
                  .arg = {{"other", "card", DX_ALL, .outcome = true}}},
    [WASTE] = {"waste", .arg = {{"card", "card", DX_ALL}}},
    [BURN] = {"burn", .chance = true, .arg = {{"card", "card", DX_NOBODY}}},
    [DRAW] = {"draw", .chance = true, .arg = {{"card", "card", DX_WHO}}},
    [SHOW] = {"show", .chance = true, .arg = {{"card", "card", DX_ALL}}},
    {0}};
// clang-format on

static const dx_param params[] = {
    {"players", "seats at the table", 2, SEATS, 4},
    {"guards", "guards in the pack", 0, 5, 5},
    {"pairs", "copies of priest, baron, handmaid and prince", 0, 2, 2},
    {"high", "copies of king, countess and princess", 0, 1, 1},
    {0}};

static const dx_preset presets[] = {
    {"tiny", "a card of each", "players=3,guards=1,pairs=1"}, {0}};

// So many cards of `kinds` lie in `lots`, as bits.
typedef struct said {
    uint64_t lots;
    uint8_t kinds, fits;
} said;

typedef struct table {
    uint8_t players, copies[KINDS];
    uint8_t phase, turn, drawn, shown, redraws;
    uint8_t alive, safe; // seats, as bits
    uint8_t said_count;
    said said[SAID];
    uint64_t lots[]; // the dx_lots
} table;

static dx_lots *lots_of(const table *t)
{
    return (dx_lots *)(uintptr_t)t->lots;
}

static void set_copies(const dx_rules *rules, uint8_t *copies)
{
    const int *value = rules->params.value;
    for (unsigned kind = 0; kind < KINDS; kind++)
        copies[kind] = (uint8_t)value[kind == GUARD    ? GUARDS
                                      : kind <= PRINCE ? PAIRS
                                                       : HIGH];
}

static dx_status check(const dx_rules *rules, dx_error *error)
{
    const int *value = rules->params.value;
    return value[GUARDS] + 4 * value[PAIRS] + 3 * value[HIGH] >
                   value[PLAYERS] + 1
               ? DX_OK
               : dx_fail(error, DX_ERR_INPUT, 0, 0, "too few cards");
}

static unsigned pack(const dx_rules *rules, unsigned number, uint8_t *copies)
{
    if (number > 0)
        return 0;
    set_copies(rules, copies);
    return KINDS;
}

static size_t table_bytes(const dx_rules *rules DX_UNUSED)
{
    return offsetof(table, lots) + dx_lots_bytes(SPOTS, KINDS, CARDS);
}

static void setup(void *at, const dx_rules *rules)
{
    table *t = at;
    t->players = (uint8_t)dx_players(rules);
    set_copies(rules, t->copies);
    t->alive = (uint8_t)((1U << t->players) - 1);
    dx_lots_init(lots_of(t), SPOTS, KINDS, CARDS);
    for (unsigned seat = 0; seat < t->players; seat++)
        dx_lots_seen(lots_of(t), seat, 1U << seat);
    dx_lots_seen(lots_of(t), FRONT, DX_SEATS_ALL);
}

static unsigned stock(const table *t)
{
    unsigned cards = 0;
    for (unsigned kind = 0; kind < KINDS; kind++)
        cards += t->copies[kind];
    return cards - t->drawn;
}

static unsigned turn(const void *truth)
{
    const table *t = truth;
    return t->phase == PLAYING ? t->turn
           : t->phase == DONE  ? DX_OVER
                               : DX_NATURE;
}

static bool has(const table *t, unsigned seat, unsigned kind)
{
    return dx_lots_at(lots_of(t), seat, kind) > 0;
}

// The card of a hand beside one of `played`, if that is there.
static unsigned card_of(const table *t, unsigned seat, unsigned played)
{
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (dx_lots_at(lots_of(t), seat, kind) > (kind == played))
            return kind;
    return played;
}

static dx_event natures_verb(const table *t)
{
    if (t->phase == BURNING)
        return dx_event_new(BURN, DX_NATURE);
    if (t->phase == SHOWING)
        return dx_event_new(SHOW, t->shown);
    unsigned seat = t->phase == DEALING     ? t->drawn - 1U
                    : t->phase == REDRAWING ? t->redraws
                                            : t->turn;
    return dx_event_new(DRAW, seat);
}

static unsigned chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    const table *t = truth;
    dx_event event = natures_verb(t);
    unsigned count = 0;
    bool is_drawn = event.verb != SHOW;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        int left = is_drawn ? t->copies[kind] : has(t, t->shown, kind);
        for (unsigned spot = 0; is_drawn && spot < SPOTS; spot++)
            left -= dx_lots_at(lots_of(t), spot, kind);
        if (left <= 0)
            continue;
        out_weight[count] = (uint32_t)left;
        out[count++] = dx_with(event, 0, kind);
    }
    return count;
}

static dx_event answer(const void *truth, dx_deal *deal)
{
    const table *t = truth;
    dx_event event = natures_verb(t);
    unsigned kind = event.verb == SHOW
                        ? card_of(t, t->shown, KINDS)
                        : dx_deal_next(deal, 0, 0, NULL, t->drawn);
    return dx_with(event, 0, kind);
}

static bool is_target(const table *t, unsigned seat, unsigned of)
{
    return of != seat && (t->alive >> of & 1) && !(t->safe >> of & 1);
}

static unsigned add_targets(const table *t, unsigned seat, unsigned kind,
                            dx_event *out)
{
    unsigned count = 0;
    for (unsigned of = 0; of < t->players; of++) {
        dx_event move = dx_with(dx_event_new(kind, seat), 0, of);
        if (!is_target(t, seat, of) && !(kind == PRINCE && of == seat))
            continue;
        if (kind != GUARD)
            out[count++] = move;
        for (unsigned guess = PRIEST; kind == GUARD && guess < KINDS; guess++)
            out[count++] = dx_with(move, 1, guess);
    }
    if (count == 0)
        out[count++] = dx_with(dx_event_new(WASTE, seat), 0, kind);
    return count;
}

static unsigned moves(const void *at, unsigned seat, dx_event *out)
{
    const table *t = at;
    unsigned count = 0;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        bool is_held =
            (kind == PRINCE || kind == KING) && has(t, seat, COUNTESS);
        if (!has(t, seat, kind) || is_held)
            continue;
        if (kind == HANDMAID || kind >= COUNTESS)
            out[count++] = dx_event_new(kind, seat);
        else
            count += add_targets(t, seat, kind, out + count);
    }
    return count;
}

static dx_event decide(const void *truth, dx_event move)
{
    const table *t = truth;
    unsigned of = move.arg[0];
    if (move.verb == PRINCESS)
        return dx_with(move, 0, card_of(t, move.who, PRINCESS));
    if (move.verb > PRINCESS || move.verb == HANDMAID || move.verb == COUNTESS)
        return move;
    unsigned own = card_of(t, move.who, move.verb);
    unsigned other = of == move.who ? own : card_of(t, of, KINDS);
    if (move.verb == GUARD)
        return dx_with(move, 2, other == move.arg[1]);
    if (move.verb != BARON && move.verb != KING)
        return dx_with(move, 1, other);
    move = dx_with(dx_with(move, 1, own), 2, other);
    if (move.verb == BARON && own != other) {
        unsigned loser = own < other ? move.who : of;
        move = dx_with(move, 3, loser + 1);
        move = dx_with(move, 4, (own < other ? own : other) + 1);
    }
    return move;
}

// All have heard that so many cards of `kinds` (numbers as bits) lie in these
// spots now.
static void hear(table *t, uint64_t spots, unsigned kinds, unsigned numbers)
{
    int offset = 0;
    uint64_t lots = 0;
    for (; spots != 0; spots &= spots - 1) {
        unsigned spot = (unsigned)__builtin_ctzll(spots);
        lots |= lots_of(t)->spot[spot].lots;
        for (unsigned kind = 0; kind < KINDS; kind++)
            offset +=
                kinds >> kind & 1 ? dx_lots_offset(lots_of(t), spot, kind) : 0;
    }
    if (lots != 0)
        t->said[t->said_count++] = (said){
            lots, (uint8_t)kinds,
            (uint8_t)(offset > 0 ? numbers >> offset : numbers << -offset)};
}

// A card is laid down in the open.
static void lay(table *t, unsigned seat, unsigned kind)
{
    hear(t, DX_BIT(seat), 1U << kind, 6);
    dx_lots_move(lots_of(t), seat, FRONT, kind, 1);
}

static void lose(table *t, unsigned seat, unsigned kind)
{
    lay(t, seat, kind);
    t->alive &= (uint8_t) ~(1U << seat);
}

static void show(table *t, unsigned spot, unsigned seats, unsigned kind)
{
    uint8_t content[KINDS] = {0};
    if (kind != DX_HOLE)
        content[kind] = 1;
    dx_lots_show(lots_of(t), spot, seats, kind != DX_HOLE ? content : NULL);
}

static void show_next(table *t)
{
    t->phase = SHOWING;
    while (t->shown < t->players && !(t->alive >> t->shown & 1))
        t->shown++;
    if (t->shown == t->players)
        t->phase = DONE;
}

static void go_on(table *t)
{
    dx_lots_close(lots_of(t));
    if (stock(t) == 0 || (t->alive & (t->alive - 1)) == 0) {
        show_next(t);
        return;
    }
    do
        t->turn = (uint8_t)(t->turn + 1 == t->players ? 0 : t->turn + 1);
    while (!(t->alive >> t->turn & 1));
    t->safe &= (uint8_t) ~(1U << t->turn);
    t->phase = DRAWING;
}

static void fold_baron(table *t, dx_event event)
{
    unsigned of = event.arg[0], loser = event.arg[3], lost = event.arg[4];
    show(t, of, 1U << event.who, event.arg[2]);
    show(t, event.who, 1U << of, event.arg[1]);
    uint64_t both = DX_BIT(event.who) | DX_BIT(of);
    for (unsigned kind = 0; loser == 0 && kind < KINDS; kind++)
        hear(t, both, 1U << kind, 5);
    if (loser == 0)
        return;
    unsigned winner = loser - 1 == of ? event.who : of;
    hear(t, DX_BIT(winner), (1U << lost) - 1, 1);
    lose(t, loser - 1, lost - 1);
}

static void fold_prince(table *t, unsigned of, unsigned card)
{
    lay(t, of, card);
    t->redraws = (uint8_t)of;
    if (card == PRINCESS || stock(t) == 0)
        t->alive &= (uint8_t) ~(1U << of);
    else
        t->phase = REDRAWING;
}

static void fold_guard(table *t, dx_event event)
{
    if (event.arg[2] != 0)
        lose(t, event.arg[0], event.arg[1]);
    else
        hear(t, DX_BIT(event.arg[0]), 1U << event.arg[1], 1);
}

static void fold_move(table *t, dx_event event)
{
    unsigned who = event.who, of = event.arg[0];
    unsigned card = event.verb == WASTE ? event.arg[0] : event.verb;
    dx_lots_close(lots_of(t));
    if (card == PRINCE || card == KING)
        hear(t, DX_BIT(who), 1U << COUNTESS, 1);
    lay(t, who, card);
    if (event.verb == GUARD)
        fold_guard(t, event);
    else if (event.verb == PRIEST)
        show(t, of, 1U << who, event.arg[1]);
    else if (event.verb == BARON)
        fold_baron(t, event);
    else if (event.verb == HANDMAID)
        t->safe |= (uint8_t)(1U << who);
    else if (event.verb == PRINCE)
        fold_prince(t, of, event.arg[1]);
    else if (event.verb == PRINCESS)
        lose(t, who, event.arg[0]);
    if (event.verb == KING) {
        dx_lots_swap(lots_of(t), who, of);
        show(t, who, 1U << who, event.arg[2]);
        show(t, of, 1U << of, event.arg[1]);
    }
    if (t->phase != REDRAWING)
        go_on(t);
}

static void fold_draw(table *t, dx_event event)
{
    t->drawn++;
    dx_lots_draw(lots_of(t), event.who, event.arg[0], DX_ALL_KINDS);
    if (t->phase == REDRAWING)
        go_on(t);
    else if (t->phase == DRAWING)
        t->phase = PLAYING;
    else if (t->drawn == t->players + 1)
        t->phase = DRAWING;
}

static void fold(void *at, dx_event event)
{
    table *t = at;
    if (event.verb <= WASTE) {
        fold_move(t, event);
    } else if (event.verb == DRAW) {
        fold_draw(t, event);
    } else if (event.verb == BURN) {
        t->drawn++;
        t->phase = DEALING;
        dx_lots_draw(lots_of(t), BURNT, event.arg[0], DX_ALL_KINDS);
    } else {
        show(t, event.who, DX_SEATS_ALL, event.arg[0]);
        t->shown++;
        show_next(t);
    }
}

static int score(const void *at, unsigned seat)
{
    const table *t = at;
    if (t->phase != DONE || !(t->alive >> seat & 1))
        return 0;
    for (unsigned other = 0; other < t->players; other++)
        if ((t->alive >> other & 1) &&
            card_of(t, other, KINDS) > card_of(t, seat, KINDS))
            return 0;
    return 1;
}

static int best(const dx_rules *rules DX_UNUSED)
{
    return 1;
}

// ---- what can be asked ----

static bool holds_has(const dx_atom *self DX_UNUSED, const void *at,
                      const int *args)
{
    return has(at, (unsigned)args[0], (unsigned)args[1]);
}

static dx_claim claim_at(const table *t, unsigned spot, int kind,
                         dx_claims *out)
{
    return dx_claim_at_least(
        out,
        dx_lots_count(lots_of(t), lots_of(t), DX_BIT(spot), DX_BIT(kind), out),
        dx_claim_number(out, 1));
}

static dx_claim claim_has(const dx_atom *self DX_UNUSED, const void *sight,
                          const int *args, dx_claims *out)
{
    return claim_at(sight, (unsigned)args[0], args[1], out);
}

static bool holds_aside(const dx_atom *self DX_UNUSED, const void *at,
                        const int *args)
{
    return has(at, BURNT, (unsigned)args[0]);
}

static dx_claim claim_aside(const dx_atom *self DX_UNUSED, const void *sight,
                            const int *args, dx_claims *out)
{
    return claim_at(sight, BURNT, args[0], out);
}

static bool holds_out(const dx_atom *self DX_UNUSED, const void *at,
                      const int *args)
{
    return !(((const table *)at)->alive >> args[0] & 1);
}

static const dx_atom atoms[] = {
    {"has", "a seat has the card", {"seat", "card"}, holds_has, claim_has},
    {"aside", "the card lies aside", {"card"}, holds_aside, claim_aside},
    {"out", "a seat is out", {"seat"}, holds_out},
    {0}};

static const char *const words[] = {"guard",  "priest", "baron",    "handmaid",
                                    "prince", "king",   "countess", "princess"};

static unsigned values(const dx_rules *rules, const char *type)
{
    return strcmp(type, "card") == 0    ? KINDS
           : strcmp(type, "lost") == 0  ? KINDS + 1
           : strcmp(type, "loser") == 0 ? dx_players(rules) + 1
                                        : 0;
}

static void say(const dx_rules *rules DX_UNUSED, const char *type,
                unsigned value, dx_text *out)
{
    bool is_card = strcmp(type, "card") == 0;
    if (!is_card && value == 0)
        dx_text_add(out, "none");
    else if (strcmp(type, "loser") == 0)
        dx_text_printf(out, "%u", value);
    else
        dx_text_add(out, words[value - !is_card]);
}

static void show_table(const void *at, dx_text *out)
{
    const table *t = at;
    for (unsigned seat = 0; seat < t->players; seat++) {
        dx_text_printf(out, "%u:", seat + 1);
        for (unsigned kind = 0; kind < KINDS; kind++)
            if (has(t, seat, kind))
                dx_text_printf(out, " %s", words[kind]);
        dx_text_printf(out, "%s\n", t->alive >> seat & 1 ? "" : " out");
    }
    dx_text_printf(out, "stock: %u\n", stock(t));
}

// The same in the open, and in what the seat drew and was shown.
static bool alike(const dx_rules *rules DX_UNUSED, const void *truth,
                  const void *other, unsigned seat)
{
    const table *a = truth, *b = other;
    if (memcmp(a, b,
               offsetof(table, lots) + offsetof(dx_lots, number) +
                   (size_t)SPOTS * KINDS) != 0)
        return false;
    if (seat >= a->players)
        return true;
    uint64_t sums[DX_PLACES_MAX];
    unsigned count = dx_lots_sums(lots_of(a), seat, sums);
    for (unsigned i = 0; i < count; i++) {
        uint8_t one[KINDS] = {0}, two[KINDS] = {0};
        dx_lots_summed(lots_of(a), sums[i], one);
        dx_lots_summed(lots_of(b), sums[i], two);
        if (memcmp(one, two, KINDS) != 0)
            return false;
    }
    for (unsigned lot = 0; lot < lots_of(a)->lot_count; lot++) {
        uint8_t one[KINDS] = {0}, two[KINDS] = {0};
        dx_lots_held(lots_of(a), lot, one);
        dx_lots_held(lots_of(b), lot, two);
        if ((lots_of(a)->lot[lot].seats >> seat & 1) &&
            memcmp(one, two, KINDS) != 0)
            return false;
    }
    return true;
}

// ---- places ----

static void space(const void *sight, dx_deal_space *out)
{
    const table *t = sight;
    dx_lots_space(lots_of(t), t->copies, out);
}

static dx_claim heard(const void *sight, dx_claims *out)
{
    const table *t = sight;
    dx_claim all = dx_claim_number(out, 1);
    for (unsigned i = 0; i < t->said_count; i++)
        all = dx_claim_and(out, all,
                           dx_claim_among(out,
                                          dx_claim_count(out, t->said[i].lots,
                                                         t->said[i].kinds),
                                          t->said[i].fits));
    return all;
}

static uint64_t sees(const void *sight, unsigned seat)
{
    return dx_lots_sees(lots_of(sight), seat);
}

static unsigned sums(const void *sight, unsigned seat, uint64_t *out)
{
    return dx_lots_sums(lots_of(sight), seat, out);
}

static void summed(const void *sight DX_UNUSED, const void *own, uint64_t sum,
                   uint8_t *out_copies)
{
    dx_lots_summed(lots_of(own), sum, out_copies);
}

static void held(const void *sight DX_UNUSED, const void *own, unsigned place,
                 uint8_t *out_copies)
{
    dx_lots_held(lots_of(own), place, out_copies);
}

static void fill(void *sight, const dx_dealt *dealt)
{
    dx_lots_fill(lots_of(sight), dealt);
}

static const dx_places places = {
    .space = space,
    .heard = heard,
    .sees = sees,
    .sums = sums,
    .summed = summed,
    .held = held,
    .fill = fill,
};

static const dx_fact_words fact_words[] = {
    {"has", "%0 {has|have} a %1", "%0 {does|do} not have a %1",
     "has this card"},
    {"aside", "a %0 lies aside", "no %0 lies aside", "lies aside"},
    {"out", "%0 {is|are} out", "%0 {is|are} still at court", "is out"},
    {0}};

static const dx_verb_words verb_words[] = {
    {"guard", "@ asked whether %0 {has|have} a %1: %2",
     .move = "ask whether %0 {has|have} a %1"},
    {"priest", "@ looked at %0's card: a %1", .part = "@ looked at %0's card",
     .move = "look at %0's card"},
    {"baron", "@ with a %1 compared with %0 and a %2; out: %3 with %4",
     .part = "@ compared with %0; out: %3 with %4", .move = "compare with %0"},
    {"handmaid", "@ took a handmaid", .move = "take a handmaid"},
    {"prince", "@ had %0 throw away a %1", .move = "have %0 throw away a card"},
    {"king", "@ gave %0 a %1 for a %2", .part = "@ changed cards with %0",
     .move = "change cards with %0"},
    {"countess", "@ laid the countess", .move = "lay the countess"},
    {"princess", "@ laid the princess and had a %0", .move = "lay the princess",
     .ends = "you are out"},
    {"waste", "@ laid a %0 for nothing", .move = "lay a %0 for nothing"},
    {"burn", "A %0 was put aside", .part = "A card was put aside"},
    {"draw", "@ drew a %0", .part = "@ drew a card"},
    {"show", "@ showed a %0"},
    {0}};

static void say_ending(const dx_cast *cast DX_UNUSED,
                       const void *truth DX_UNUSED, dx_text *out)
{
    dx_text_add(out, "One is left, or the deck is empty.");
}

static const dx_words spoken = {
    .ending = say_ending,
    .facts = fact_words,
    .verbs = verb_words,
    .sheet = {.aim = "Be the last at court.",
              .line = "Everybody has one card, draws one and lays one.",
              .move = {{"Lay a card", "It does what is written on it."}},
              .counts = "Who is left has won, or has the highest card.",
              .ends = {"One is left, or the stock is empty."}}};

const dx_game dx_game_loveletter = {
    .name = "loveletter",
    .help = "be the last at court, or have the highest card",
    .version = 1,
    .schema = {params, presets},
    .verbs = verbs,
    .atoms = atoms,
    .places = &places,
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
    .values = values,
    .say = say,
    .show = show_table,
    .alike = alike,
    .words = &spoken,
};
