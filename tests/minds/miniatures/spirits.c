// Yokai in small: cards of a few colours lie face down in a row.  In its turn a
// seat looks at one, which it alone sees, and then swaps two for all to see.
// In the end all are turned over, and neighbours of one colour score.
//
// A place is a position of the row.  Nobody sees one at first; who has looked
// at a card sees it from then on, wherever it is moved to.

#include "game/deal.h"
#include "game/places.h"
#include "minds/miniatures/miniatures.h"

#include <string.h>

enum { SEATS = 4, COLOURS = 4, CARDS = 8 };
enum { LAY, LOOK, SWAP, SHOW };
enum { PLAYERS, N_COLOURS, COPIES, LIMIT };

static const dx_verb verbs[] = {
    [LAY] = {"lay", .chance = true, .arg = {{"colour", "colour", DX_NOBODY}}},
    [LOOK] = {"look", .arg = {{"at", "spot"},
                              {"colour", "colour", DX_WHO, .outcome = true}}},
    [SWAP] = {"swap", .arg = {{"one", "spot"}, {"other", "spot"}}},
    [SHOW] = {"show", .chance = true, .arg = {{"colour", "colour"}}},
    {0}};

static const dx_param params[] = {
    {"players", "seats at the table", 2, SEATS, 2},
    {"colours", "different cards", 2, COLOURS, 4},
    {"copies", "cards of each colour", 1, 2, 2},
    {"limit", "moves in all", 1, 60, 12},
    {0}};

static const dx_preset presets[] = {
    {"tiny", "few enough worlds to list", "colours=2,copies=2,limit=8"},
    {"three", "three seats, three colours",
     "players=3,colours=3,copies=1,limit=9"},
    {0}};

typedef struct table {
    // What everybody sees.
    uint8_t players, colours, cards, limit;
    uint8_t turns, laid, shown;
    uint16_t looked[CARDS]; // the seats that know the card there, as bits
    // What a seat sees of the cards.
    uint8_t card[CARDS]; // a colour, or DX_HOLE; DX_NONE: none laid yet
    uint8_t left[COLOURS];
} table;

static unsigned pack(const dx_rules *rules, unsigned number, uint8_t *copies)
{
    if (number > 0)
        return 0;
    unsigned colours = (unsigned)rules->params.value[N_COLOURS];
    memset(copies, rules->params.value[COPIES], colours);
    return colours;
}

static size_t table_bytes(const dx_rules *rules)
{
    (void)rules;
    return sizeof(table);
}

static void setup(void *out, const dx_rules *rules)
{
    table *t = out;
    const int *value = rules->params.value;
    t->players = (uint8_t)value[PLAYERS];
    t->colours = (uint8_t)value[N_COLOURS];
    t->cards = (uint8_t)(value[N_COLOURS] * value[COPIES]);
    t->limit = (uint8_t)value[LIMIT];
    memset(t->card, DX_NONE, sizeof t->card);
    memset(t->left, value[COPIES], t->colours);
}

// Two moves a turn: look, then swap.
static bool is_look(const table *t)
{
    return t->turns % 2 == 0;
}

static unsigned turn(const void *truth)
{
    const table *t = truth;
    if (t->laid < t->cards)
        return DX_NATURE;
    if (t->turns < t->limit)
        return t->turns / 2U % t->players;
    return t->shown < t->cards ? DX_NATURE : DX_OVER;
}

static unsigned chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    const table *t = truth;
    unsigned count = 0;
    if (t->laid == t->cards) {
        out[0] = dx_with(dx_event_new(SHOW, DX_NATURE), 0, t->card[t->shown]);
        out_weight[0] = 1;
        return 1;
    }
    for (unsigned colour = 0; colour < t->colours; colour++)
        if (t->left[colour] > 0) {
            out[count] = dx_with(dx_event_new(LAY, DX_NATURE), 0, colour);
            out_weight[count++] = t->left[colour];
        }
    return count;
}

static dx_event answer(const void *truth, dx_deal *deal)
{
    const table *t = truth;
    dx_event only;
    uint32_t weight;
    if (t->laid < t->cards)
        return dx_with(dx_event_new(LAY, DX_NATURE), 0,
                       dx_deal_next(deal, 0, 0, NULL, t->laid));
    chances(truth, &only, &weight);
    return only;
}

static unsigned moves(const void *any, unsigned seat, dx_event *out)
{
    const table *t = any;
    unsigned count = 0;
    for (unsigned i = 0; i < t->cards; i++) {
        if (is_look(t))
            out[count++] = dx_with(dx_event_new(LOOK, seat), 0, i);
        for (unsigned k = 0; k < i && !is_look(t); k++)
            out[count++] =
                dx_with(dx_with(dx_event_new(SWAP, seat), 0, k), 1, i);
    }
    return count;
}

static dx_event decide(const void *truth, dx_event move)
{
    const table *t = truth;
    return move.verb == LOOK ? dx_with(move, 1, t->card[move.arg[0]]) : move;
}

static void see(table *t, unsigned spot, unsigned colour)
{
    if (colour != DX_HOLE && t->card[spot] == DX_HOLE) {
        t->card[spot] = (uint8_t)colour;
        t->left[colour]--;
    }
}

static void fold_swap(table *t, unsigned one, unsigned other)
{
    uint8_t card = t->card[one];
    uint16_t looked = t->looked[one];
    t->card[one] = t->card[other];
    t->looked[one] = t->looked[other];
    t->card[other] = card;
    t->looked[other] = looked;
}

static void fold(void *any, dx_event event)
{
    table *t = any;
    t->turns = (uint8_t)(t->turns + (event.verb == LOOK || event.verb == SWAP));
    switch (event.verb) {
    case LAY:
        t->card[t->laid] = DX_HOLE;
        see(t, t->laid++, event.arg[0]);
        break;
    case LOOK:
        see(t, event.arg[0], event.arg[1]);
        t->looked[event.arg[0]] |= (uint16_t)(1U << event.who);
        break;
    case SWAP:
        fold_swap(t, event.arg[0], event.arg[1]);
        break;
    default:
        see(t, t->shown++, event.arg[0]);
    }
}

static int score(const void *any, unsigned seat)
{
    const table *t = any;
    int score = 0;
    (void)seat;
    for (unsigned i = 1; i < t->cards; i++) {
        if (t->card[i] == DX_HOLE || t->card[i - 1] == DX_HOLE)
            return DX_SCORE_HIDDEN;
        score += t->card[i] == t->card[i - 1];
    }
    return score;
}

static unsigned values(const dx_rules *rules, const char *type)
{
    const int *value = rules->params.value;
    return (unsigned)(strcmp(type, "spot") == 0
                          ? value[N_COLOURS] * value[COPIES]
                          : value[N_COLOURS]);
}

static void say(const dx_rules *rules, const char *type, unsigned value,
                dx_text *out)
{
    (void)rules;
    dx_text_printf(out, "%s%u", strcmp(type, "spot") == 0 ? "s" : "c",
                   value + 1);
}

static void show(const void *any, dx_text *out)
{
    const table *t = any;
    for (unsigned i = 0; i < t->laid; i++)
        dx_text_printf(out, "%d ", t->card[i] == DX_HOLE ? -1 : t->card[i]);
    dx_text_add_char(out, '\n');
}

static bool alike(const void *truth, const void *other, unsigned seat)
{
    const table *a = truth, *b = other;
    if (memcmp(a, b, offsetof(table, card)) != 0)
        return false;
    for (unsigned i = 0; i < a->laid; i++) {
        bool knows = i < a->shown ||
                     (seat != DX_BYSTANDER && (a->looked[i] >> seat & 1));
        if (knows && a->card[i] != b->card[i])
            return false;
    }
    return true;
}

static void cards(const void *truth, unsigned number, uint8_t *out_copies)
{
    const table *t = truth;
    (void)number;
    memcpy(out_copies, t->left, t->colours);
    for (unsigned i = 0; i < t->laid; i++)
        out_copies[t->card[i]]++;
}

// ---- places ----

static void space(const void *sight, dx_deal_space *out)
{
    const table *t = sight;
    dx_deal_space_init(out, t->colours, t->left);
    for (unsigned i = t->shown; i < t->cards; i++)
        dx_deal_space_add_place(out, 1, DX_ALL_KINDS);
}

static uint64_t sees(const void *sight, unsigned seat)
{
    const table *t = sight;
    uint64_t places = 0;
    for (unsigned i = t->shown; i < t->cards; i++)
        if (t->looked[i] >> seat & 1)
            places |= DX_BIT(i - t->shown);
    return places;
}

static void held(const void *sight, const void *own, unsigned place,
                 uint8_t *out_copies)
{
    const table *all = sight, *t = own;
    out_copies[t->card[all->shown + place]]++;
}

static void fill(void *sight, const dx_dealt *dealt)
{
    table *t = sight;
    for (unsigned i = t->shown; i < t->cards; i++)
        for (unsigned colour = 0; colour < t->colours; colour++)
            if (dealt->count[i - t->shown][colour] > 0)
                see(t, i, colour);
}

static uint64_t since(const void *before, dx_event event, const void *after,
                      unsigned place, uint8_t *out_known)
{
    (void)before, (void)after;
    if (event.verb == SHOW && place == 0) {
        out_known[event.arg[0]]++;
        return 0;
    }
    if (event.verb == SHOW)
        return DX_BIT(place - 1);
    if (event.verb != SWAP)
        return DX_BIT(place);
    return DX_BIT(place == event.arg[0]   ? event.arg[1]
                  : place == event.arg[1] ? event.arg[0]
                                          : place);
}

static const dx_places places = {
    .moves_are_open = true,
    .space = space,
    .sees = sees,
    .held = held,
    .fill = fill,
    .since = since,
};

// ---- what formulas may ask ----

static bool is_at(const dx_atom *self DX_UNUSED, const void *any,
                  const int *args)
{
    return ((const table *)any)->card[args[0]] == args[1];
}

static dx_claim claim_at(const dx_atom *self, const void *sight,
                         const int *args, dx_claims *out)
{
    const table *t = sight;
    if (args[0] < t->shown)
        return dx_claim_number(out, is_at(self, sight, args));
    return dx_claim_some(out, DX_BIT(args[0] - t->shown), DX_BIT(args[1]));
}

// Have both spots the same colour?
static bool match(const dx_atom *self DX_UNUSED, const void *any,
                  const int *args)
{
    const table *t = any;
    return t->card[args[0]] == t->card[args[1]];
}

static dx_claim claim_match(const dx_atom *self, const void *sight,
                            const int *args, dx_claims *out)
{
    const table *t = sight;
    dx_claim any = dx_claim_number(out, 0);
    for (int colour = 0; colour < t->colours; colour++) {
        const int one[2] = {args[0], colour}, other[2] = {args[1], colour};
        any = dx_claim_or(out, any,
                          dx_claim_and(out, claim_at(self, sight, one, out),
                                       claim_at(self, sight, other, out)));
    }
    return any;
}

static const dx_atom atoms[] = {
    {"at", "the colour there", {"spot", "colour"}, is_at, claim_at},
    {"match", "they are of one colour", {"spot", "spot"}, match, claim_match},
    {0},
};

static int turns(const dx_quantity *self DX_UNUSED, const void *any,
                 const int *args)
{
    (void)args;
    return ((const table *)any)->turns;
}

static const dx_quantity quantities[] = {
    {"turns", "moves made", {NULL}, turns},
    {0},
};

const dx_game dx_spirits = {
    .name = "spirits",
    .help = "Yokai in small",
    .version = 1,
    .schema = {params, presets},
    .verbs = verbs,
    .atoms = atoms,
    .quantities = quantities,
    .places = &places,
    .team = true,
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
    .values = values,
    .say = say,
    .show = show,
    .alike = alike,
    .cards = cards,
};
