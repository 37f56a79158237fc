#include "games/parcel.h"

#include "game/deal.h"
#include "game/places.h"
#include "game/words.h"

#include <string.h>

enum { SEATS = 4, RANKS = 4, TURNS = 12, ITEMS = 40 };
enum { HIDE, PASS, SHOW, LAY, DRAW };
enum { PLAYERS, RANKED, COPIES, HAND, LIMIT };

// clang-format off
static const dx_verb verbs[] = {
    [HIDE] = {"hide", .arg = {{"card", "rank", DX_WHO}}},
    [PASS] = {"pass", .arg = {{"to", "seat", DX_ALL},
                              {"card", "rank", DX_AMONG}}},
    [SHOW] = {"show", .arg = {{"to", "seat", DX_ALL},
                              {"card", "rank", DX_AMONG}}},
    [LAY] = {"lay", .arg = {{"card", "rank", DX_ALL}}},
    [DRAW] = {"draw", .chance = true, .arg = {{"card", "rank", DX_WHO}}},
    {0}};
// clang-format on

static const dx_param params[] = {
    {"players", "seats at the table", 2, SEATS, 3},
    {"ranks", "ranks of cards", 2, RANKS, 4},
    {"copies", "cards of a rank", 1, 3, 3},
    {"hand", "cards of a hand", 1, 3, 2},
    {"turns", "turns played", 1, TURNS, 9},
    {0}};

static const dx_preset presets[] = {
    {"tiny", "four cards", "ranks=2,copies=2,hand=1,turns=3"},
    {"tiny2", "two players", "players=2,ranks=3,copies=2,hand=1,turns=4"},
    {"small", "hands of two", "players=2,ranks=2,copies=3,turns=4"},
    {0}};

// What happened: a verb, and the rank where it is seen here.
typedef struct item {
    uint8_t verb, who, to, card;
} item;

typedef struct table {
    uint8_t players, ranks, copies, hand, limit;
    uint8_t drawn, turns, count;
    item items[ITEMS];
} table;

static unsigned pack(const dx_rules *rules, unsigned number, uint8_t *copies)
{
    const int *value = rules->params.value;
    if (number > 0)
        return 0;
    memset(copies, value[COPIES], (size_t)value[RANKED]);
    return (unsigned)value[RANKED];
}

static dx_status check(const dx_rules *rules, dx_error *error)
{
    const int *value = rules->params.value;
    return value[PLAYERS] * value[HAND] <= value[RANKED] * value[COPIES]
               ? DX_OK
               : dx_fail(error, DX_ERR_INPUT, 0, 0, "too few cards");
}

static size_t table_bytes(const dx_rules *rules DX_UNUSED)
{
    return sizeof(table);
}

static void setup(void *at, const dx_rules *rules)
{
    const int *value = rules->params.value;
    *(table *)at = (table){.players = (uint8_t)value[PLAYERS],
                           .ranks = (uint8_t)value[RANKED],
                           .copies = (uint8_t)value[COPIES],
                           .hand = (uint8_t)value[HAND],
                           .limit = (uint8_t)value[LIMIT]};
}

static bool comes(const item *i, unsigned seat)
{
    return (i->verb == DRAW && i->who == seat) ||
           (i->verb == PASS && i->to == seat);
}

static bool goes(const item *i, unsigned seat)
{
    return i->who == seat && i->verb != DRAW && i->verb != SHOW;
}

static bool is_choice(const item *i)
{
    return i->verb == HIDE || i->verb == PASS || i->verb == SHOW;
}

// Cards of a rank in a hand, of any rank where it is DX_NONE.
static unsigned in_hand(const table *t, unsigned seat, unsigned rank)
{
    int number = 0;
    for (const item *i = t->items; i < t->items + t->count; i++)
        if (rank == DX_NONE || i->card == rank)
            number += (int)comes(i, seat) - (int)goes(i, seat);
    return (unsigned)number;
}

static unsigned mover(const table *t)
{
    return t->turns % (unsigned)t->players;
}

static unsigned dealt(const table *t)
{
    return (unsigned)t->players * t->hand;
}

// To whom the next card goes; DX_NONE: nobody.
static unsigned draws(const table *t)
{
    if (t->drawn < dealt(t))
        return t->drawn / (unsigned)t->hand;
    bool is_due = t->count == 0 || t->items[t->count - 1].verb != DRAW ||
                  (t->turns == 0 && t->drawn == dealt(t));
    return is_due && t->turns < t->limit && t->drawn < t->ranks * t->copies
               ? mover(t)
               : DX_NONE;
}

static unsigned turn(const void *truth)
{
    const table *t = truth;
    return draws(t) != DX_NONE ? DX_NATURE
           : t->turns == t->limit || in_hand(t, mover(t), DX_NONE) == 0
               ? DX_OVER
               : mover(t);
}

static unsigned chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    const table *t = truth;
    unsigned count = 0;
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        unsigned left = t->copies;
        for (const item *i = t->items; i < t->items + t->count; i++)
            left -= i->verb == DRAW && i->card == rank;
        if (left == 0)
            continue;
        out_weight[count] = left;
        out[count++] = dx_with(dx_event_new(DRAW, draws(t)), 0, rank);
    }
    return count;
}

static dx_event answer(const void *truth, dx_deal *deal)
{
    const table *t = truth;
    return dx_with(dx_event_new(DRAW, draws(t)), 0,
                   dx_deal_next(deal, 0, 0, NULL, t->drawn));
}

static unsigned moves(const void *at, unsigned seat, dx_event *out)
{
    const table *t = at;
    unsigned count = 0;
    for (unsigned verb = HIDE; verb <= LAY; verb++)
        for (unsigned to = 0; to < t->players; to++)
            for (unsigned rank = 0; rank < t->ranks; rank++) {
                bool names = verb == PASS || verb == SHOW;
                if (in_hand(t, seat, rank) == 0 || (names == (to == seat)))
                    continue;
                dx_event move = dx_event_new(verb, seat);
                move = names ? dx_with(move, 0, to) : move;
                out[count++] = dx_with(move, names, rank);
            }
    return count;
}

static dx_event decide(const void *truth DX_UNUSED, dx_event move)
{
    return move;
}

static void fold(void *at, dx_event event)
{
    table *t = at;
    bool names = event.verb == PASS || event.verb == SHOW;
    t->items[t->count++] =
        (item){event.verb, event.who, names ? event.arg[0] : event.who,
               event.arg[names]};
    if (event.verb == DRAW)
        t->drawn++;
    else
        t->turns++;
}

static int score(const void *at, unsigned seat)
{
    const table *t = at;
    int score = 0;
    for (const item *i = t->items; i < t->items + t->count; i++)
        score += i->verb == HIDE && i->who == seat;
    return score;
}

static int best(const dx_rules *rules)
{
    return rules->params.value[LIMIT];
}

// ---- what can be asked, and places ----

// Each card that was drawn is a place, and each choice two: what was chosen and
// what was not.
static unsigned places_of(const item *i)
{
    return is_choice(i) ? 2 : i->verb == DRAW;
}

// So many cards of these kinds in these places, less those.
typedef struct sum {
    uint64_t places, kinds;
    int less;
} sum;

// Cards of a rank in a hand after the first `count` things that happened; what
// was shown last is taken for gone with `shown`.
static sum hand_after(const table *t, unsigned seat, unsigned rank,
                      unsigned count, bool shown)
{
    sum s = {.kinds = DX_BIT(rank)};
    unsigned place = 0, kind = rank;
    for (unsigned n = 0; n < count; n++) {
        const item *i = &t->items[n];
        bool went = goes(i, seat) || (shown && n + 1 == count);
        kind += is_choice(i) ? t->ranks : 0U;
        if (is_choice(i) && (went || comes(i, seat)))
            s.kinds |= DX_BIT(kind);
        if (comes(i, seat))
            s.places |= DX_BIT(place);
        else if (is_choice(i) && went)
            s.places |= DX_BIT(place + 1);
        s.less += went && (is_choice(i) || i->card == rank);
        place += places_of(i);
    }
    return s;
}

static dx_claim claim_sum(const sum *s, dx_claims *out)
{
    return dx_claim_add(out, dx_claim_count(out, s->places, s->kinds),
                        dx_claim_number(out, -s->less));
}

static void space(const void *sight, dx_deal_space *out)
{
    const table *t = sight;
    uint64_t kinds = DX_BIT(t->ranks) - 1;
    uint8_t copies[DX_KINDS_MAX];
    memset(copies, 1, sizeof copies);
    memset(copies, t->copies, t->ranks);
    dx_deal_space_init(out, t->ranks * (1U + t->limit), copies);
    for (const item *i = t->items; i < t->items + t->count; i++) {
        if (i->verb == DRAW)
            dx_deal_space_add_place(out, 1, DX_BIT(t->ranks) - 1);
        if (!is_choice(i))
            continue;
        kinds <<= t->ranks;
        dx_deal_space_add_place(out, 1, kinds);
        dx_deal_space_add_place(out, t->ranks - 1U, kinds);
    }
}

// What goes was there.
static dx_claim heard(const void *sight, dx_claims *out)
{
    const table *t = sight;
    dx_claim all = dx_claim_number(out, 1), none = dx_claim_number(out, 0);
    for (unsigned n = 0; n < t->count; n++)
        for (unsigned rank = 0; t->items[n].verb != DRAW && rank < t->ranks;
             rank++) {
            sum s = hand_after(t, t->items[n].who, rank, n + 1, true);
            all = dx_claim_and(
                out, all, dx_claim_at_least(out, claim_sum(&s, out), none));
        }
    return all;
}

static bool sees_item(const item *i, unsigned seat)
{
    return seat == i->who || seat == i->to || i->verb == LAY;
}

static uint64_t sees(const void *sight, unsigned seat)
{
    const table *t = sight;
    uint64_t places = 0;
    unsigned place = 0;
    for (const item *i = t->items; i < t->items + t->count; i++) {
        if (sees_item(i, seat))
            places |= (DX_BIT(places_of(i)) - 1) << place;
        place += places_of(i);
    }
    return places;
}

static void held(const void *sight DX_UNUSED, const void *own, unsigned at,
                 uint8_t *out_copies)
{
    const table *t = own;
    unsigned place = 0, kind = 0;
    for (const item *i = t->items; i < t->items + t->count; i++) {
        kind += is_choice(i) ? t->ranks : 0U;
        if (i->verb == DRAW && place == at)
            out_copies[i->card] = 1;
        for (unsigned k = 0; k < t->ranks && is_choice(i); k++)
            if (at == place + (k != i->card))
                out_copies[kind + k] = 1;
        place += places_of(i);
    }
}

static void fill(void *sight, const dx_dealt *dealt)
{
    table *t = sight;
    unsigned place = 0;
    for (item *i = t->items; i < t->items + t->count; i++) {
        if (places_of(i) > 0)
            i->card = (uint8_t)(dx_dealt_first(dealt, place) % t->ranks);
        place += places_of(i);
    }
}

// Each rank of a hand can be hidden, laid, given or shown.
static unsigned factors(const void *sight, unsigned seat, dx_some *out,
                        unsigned *out_count)
{
    const table *t = sight;
    for (*out_count = 0; *out_count < t->ranks; ++*out_count) {
        sum s = hand_after(t, seat, *out_count, t->count, false);
        out[*out_count] =
            (dx_some){s.places, s.kinds, (uint16_t)(s.less + 1),
                      (uint16_t)(s.less + t->copies), .moves = 2U * t->players};
    }
    return 0;
}

static bool hides_choices(const void *sight)
{
    const table *t = sight;
    for (const item *i = t->items; i < t->items + t->count; i++)
        if (is_choice(i))
            return true;
    return false;
}

static const dx_places places = {
    .factors = factors,
    .space = space,
    .heard = heard,
    .hides_choices = hides_choices,
    .sees = sees,
    .held = held,
    .fill = fill,
};

static bool holds_has(const dx_atom *self DX_UNUSED, const void *at,
                      const int *args)
{
    return in_hand(at, (unsigned)args[0], (unsigned)args[1]) > 0;
}

static int value_cards(const dx_quantity *self DX_UNUSED, const void *at,
                       const int *args)
{
    return (int)in_hand(at, (unsigned)args[0], (unsigned)args[1]);
}

static dx_claim claim_cards(const dx_quantity *self DX_UNUSED,
                            const void *sight, const int *args, dx_claims *out)
{
    const table *t = sight;
    sum s =
        hand_after(t, (unsigned)args[0], (unsigned)args[1], t->count, false);
    return claim_sum(&s, out);
}

static dx_claim claim_has(const dx_atom *self DX_UNUSED, const void *sight,
                          const int *args, dx_claims *out)
{
    return dx_claim_at_least(out, claim_cards(NULL, sight, args, out),
                             dx_claim_number(out, 1));
}

static bool holds_hid(const dx_atom *self DX_UNUSED, const void *at,
                      const int *args)
{
    const table *t = at;
    for (const item *i = t->items; i < t->items + t->count; i++)
        if (i->verb == HIDE && i->who == args[0] && i->card == args[1])
            return true;
    return false;
}

static dx_claim claim_hid(const dx_atom *self DX_UNUSED, const void *sight,
                          const int *args, dx_claims *out)
{
    const table *t = sight;
    uint64_t hidden = 0, kinds = 0;
    unsigned place = 0, kind = (unsigned)args[1];
    for (const item *i = t->items; i < t->items + t->count; i++) {
        kind += is_choice(i) ? t->ranks : 0U;
        if (i->verb == HIDE && i->who == args[0]) {
            hidden |= DX_BIT(place);
            kinds |= DX_BIT(kind);
        }
        place += places_of(i);
    }
    return dx_claim_some(out, hidden, kinds);
}

static const dx_atom atoms[] = {
    {"has", "a seat has the rank", {"seat", "rank"}, holds_has, claim_has},
    {"hid", "a seat hid the rank", {"seat", "rank"}, holds_hid, claim_hid},
    {0}};

static const dx_quantity quantities[] = {
    {"cards", "cards of a rank", {"seat", "rank"}, value_cards, claim_cards},
    {0}};

// ---- words ----

static unsigned values(const dx_rules *rules, const char *type)
{
    return strcmp(type, "rank") == 0 ? (unsigned)rules->params.value[RANKED]
                                     : 0;
}

static void say(const dx_rules *rules DX_UNUSED, const char *type DX_UNUSED,
                unsigned value, dx_text *out)
{
    dx_text_printf(out, "r%u", value + 1);
}

static void show(const void *at, dx_text *out)
{
    const table *t = at;
    for (const item *i = t->items; i < t->items + t->count; i++)
        if (i->card == DX_HOLE)
            dx_text_printf(out, "%u %s\n", i->who + 1U, verbs[i->verb].name);
        else
            dx_text_printf(out, "%u %s r%u\n", i->who + 1U, verbs[i->verb].name,
                           i->card + 1U);
}

static bool alike(const dx_rules *rules DX_UNUSED, const void *truth,
                  const void *other, unsigned seat)
{
    const table *a = truth, *b = other;
    if (memcmp(a, b, offsetof(table, items)) != 0)
        return false;
    for (unsigned n = 0; n < a->count; n++) {
        const item *i = &a->items[n], *k = &b->items[n];
        if (i->verb != k->verb || i->who != k->who || i->to != k->to ||
            (sees_item(i, seat) && i->card != k->card))
            return false;
    }
    return true;
}

// Of what was chosen unseen.
static bool moves_alike(const dx_rules *rules DX_UNUSED, dx_event move,
                        dx_event other, unsigned seat)
{
    bool names = move.verb == PASS || move.verb == SHOW;
    return dx_event_same(move, other) ||
           (move.verb == other.verb && move.verb != LAY && move.who != seat &&
            (!names || (move.arg[0] == other.arg[0] && move.arg[0] != seat)));
}

static const dx_fact_words fact_words[] = {
    {"has", "%0 {has|have} %1a", "%0 {does|do} not have %1a", "has this rank"},
    {"hid", "%0 hid %1a", "%0 did not hide %1a", "hid this rank"},
    {0}};

static const dx_number_words number_words[] = {
    {"cards", "%0 {has|have} # {card|cards} of %1",
     "the number of %0's cards of %1", "cards of this rank"},
    {0}};

static const dx_verb_words verb_words[] = {
    {"hide", "@ hid a %0", .part = "@ hid a card", .move = "hide a %0"},
    {"pass", "@ gave %0 a %1", .part = "@ gave %0 a card",
     .move = "give %0 a %1"},
    {"show", "@ showed %0 a %1", .part = "@ showed %0 a card",
     .move = "show %0 a %1"},
    {"lay", "@ laid a %0", .move = "lay a %0"},
    {"draw", "@ drew a %0", .part = "@ drew a card"},
    {0}};

static void say_ending(const dx_cast *cast DX_UNUSED,
                       const void *truth DX_UNUSED, dx_text *out)
{
    dx_text_add(out, "All turns are over.");
}

static const dx_words spoken = {
    .ending = say_ending,
    .facts = fact_words,
    .numbers = number_words,
    .verbs = verb_words,
    .sheet = {.aim = "Hide the most cards.",
              .line = "Everybody draws a card and parts with one, or shows it.",
              .move = {{"Hide", "Face down."},
                       {"Pass", "To another player."},
                       {"Show", "To another player, and keep it."},
                       {"Lay", "Before all."}},
              .counts = "The cards that you hid.",
              .ends = {"All turns are over, or you have no card."}}};

const dx_game dx_game_parcel = {
    .name = "parcel",
    .help = "hide cards, and give them away",
    .version = 1,
    .schema = {params, presets},
    .verbs = verbs,
    .atoms = atoms,
    .quantities = quantities,
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
    .show = show,
    .alike = alike,
    .moves_alike = moves_alike,
    .words = &spoken,
};
