// Go Fish in small: ask another seat for all its cards of a rank that you hold;
// if it has none, draw.  After some questions it is over, and who has most
// cards has won.
//
// A place is one card drawn from the pack, in the order in which they were
// drawn; its owner saw it.  Places never move: a seat that gives or denies a
// rank has none of it left in all that it drew so far, so its cards of the rank
// are those that it was given since and those among its later draws.

#include "game/deal.h"
#include "game/places.h"
#include "minds/miniatures/miniatures.h"

#include <string.h>

enum { SEATS = 3, RANKS = 4, CARDS = 12, BOUNDS = 120 };
enum { DRAW, ASK, PASS };
enum { PLAYERS, N_RANKS, COPIES, HAND, LIMIT };

static const dx_verb verbs[] = {
    [DRAW] = {"draw", .chance = true, .arg = {{"rank", "rank", DX_WHO}}},
    [ASK] = {"ask", .arg = {{"of", "seat"},
                            {"rank", "rank"},
                            {"given", "number", .outcome = true}}},
    [PASS] = {"pass"},
    {0}};

static const dx_param params[] = {
    {"players", "seats at the table", 2, SEATS, 3},
    {"ranks", "different cards", 2, RANKS, 4},
    {"copies", "cards of each rank", 1, 3, 3},
    {"hand", "cards dealt to each", 1, 3, 2},
    {"limit", "questions in all", 1, 60, 20},
    {0}};

static const dx_preset presets[] = {
    {"tiny", "few enough worlds to list",
     "players=2,ranks=3,copies=2,hand=2,limit=8"},
    {"three", "the same with a third seat",
     "players=3,ranks=2,copies=3,hand=1,limit=6"},
    {0}};

// Between min and max cards of a rank were drawn in `places`.
typedef struct said {
    uint64_t places;
    uint8_t rank, min, max;
} said;

typedef struct table {
    // What everybody sees.
    uint8_t players, ranks, cards, hand, limit;
    uint8_t turns, turn, drawn; // moves made, whose turn, cards drawn
    bool must_fish;
    uint8_t size[SEATS], owner[CARDS]; // of each card drawn
    uint8_t from[SEATS][RANKS];        // the first draw that counts
    uint8_t got[SEATS][RANKS];         // given to it since
    unsigned said_count;
    said said[BOUNDS];
    // What a seat sees of the cards.
    uint8_t card[CARDS]; // drawn, or DX_HOLE; DX_NONE: not drawn
    uint8_t left[RANKS]; // in no place seen here
} table;

// The places in which a seat's own cards of a rank may lie.
static uint64_t places_of(const table *t, unsigned seat, unsigned rank)
{
    uint64_t places = 0;
    for (unsigned i = t->from[seat][rank]; i < t->drawn; i++)
        if (t->owner[i] == seat)
            places |= DX_BIT(i);
    return places;
}

static unsigned count_of(const table *t, unsigned seat, unsigned rank)
{
    unsigned count = t->got[seat][rank];
    uint64_t left = places_of(t, seat, rank);
    for (; left != 0; left &= left - 1)
        count += t->card[__builtin_ctzll(left)] == rank;
    return count;
}

static unsigned pack(const dx_rules *rules, unsigned number, uint8_t *copies)
{
    if (number > 0)
        return 0;
    unsigned ranks = (unsigned)rules->params.value[N_RANKS];
    memset(copies, rules->params.value[COPIES], ranks);
    return ranks;
}

static dx_status check(const dx_rules *rules, dx_error *error)
{
    const int *v = rules->params.value;
    if (v[PLAYERS] * v[HAND] <= v[N_RANKS] * v[COPIES])
        return DX_OK;
    return dx_fail(error, DX_ERR_INPUT, 0, 0, "too few cards for the hands");
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
    t->ranks = (uint8_t)value[N_RANKS];
    t->cards = (uint8_t)(value[N_RANKS] * value[COPIES]);
    t->hand = (uint8_t)value[HAND];
    t->limit = (uint8_t)value[LIMIT];
    memset(t->owner, DX_NONE, sizeof t->owner);
    memset(t->card, DX_NONE, sizeof t->card);
    memset(t->left, value[COPIES], t->ranks);
}

static bool is_dealing(const table *t)
{
    return t->drawn < t->players * t->hand;
}

static unsigned turn(const void *truth)
{
    const table *t = truth;
    if (is_dealing(t) || t->must_fish)
        return DX_NATURE;
    return t->turns == t->limit ? DX_OVER : t->turn;
}

static dx_event next_draw(const table *t)
{
    unsigned dealt = t->drawn, last = (unsigned)(t->turn + t->players - 1);
    return dx_event_new(DRAW, (is_dealing(t) ? dealt : last) % t->players);
}

static unsigned chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    const table *t = truth;
    unsigned count = 0;
    for (unsigned rank = 0; rank < t->ranks; rank++)
        if (t->left[rank] > 0) {
            out[count] = dx_with(next_draw(t), 0, rank);
            out_weight[count++] = t->left[rank];
        }
    return count;
}

static dx_event answer(const void *truth, dx_deal *deal)
{
    const table *t = truth;
    return dx_with(next_draw(t), 0, dx_deal_next(deal, 0, 0, NULL, t->drawn));
}

static unsigned moves(const void *any, unsigned seat, dx_event *out)
{
    const table *t = any;
    unsigned count = 0;
    for (unsigned rank = 0; rank < t->ranks; rank++)
        for (unsigned of = 0; of < t->players; of++)
            if (of != seat && count_of(t, seat, rank) > 0)
                out[count++] =
                    dx_with(dx_with(dx_event_new(ASK, seat), 0, of), 1, rank);
    if (count == 0)
        out[count++] = dx_event_new(PASS, seat);
    return count;
}

static dx_event decide(const void *truth, dx_event move)
{
    return move.verb == ASK
               ? dx_with(move, 2, count_of(truth, move.arg[0], move.arg[1]))
               : move;
}

// Of the rank, `seat` held between min and max cards.
static void add_said(table *t, unsigned seat, unsigned rank, unsigned min,
                     unsigned max)
{
    unsigned got = t->got[seat][rank];
    said *one = &t->said[t->said_count++];
    one->places = places_of(t, seat, rank);
    one->rank = (uint8_t)rank;
    one->min = (uint8_t)(min > got ? min - got : 0);
    one->max = (uint8_t)(max - got);
}

static void fold_ask(table *t, dx_event event)
{
    unsigned who = event.who, of = event.arg[0], rank = event.arg[1];
    unsigned given = event.arg[2];
    add_said(t, who, rank, 1, t->cards + t->got[who][rank]);
    add_said(t, of, rank, given, given);
    t->from[of][rank] = t->drawn;
    t->got[of][rank] = 0;
    t->got[who][rank] = (uint8_t)(t->got[who][rank] + given);
    t->size[of] = (uint8_t)(t->size[of] - given);
    t->size[who] = (uint8_t)(t->size[who] + given);
    t->must_fish = given == 0 && t->drawn < t->cards;
}

static void fold(void *any, dx_event event)
{
    table *t = any;
    if (event.verb == DRAW) {
        t->owner[t->drawn] = event.who;
        t->card[t->drawn++] = event.arg[0];
        t->size[event.who]++;
        t->must_fish = false;
        if (event.arg[0] != DX_HOLE)
            t->left[event.arg[0]]--;
        return;
    }
    t->turns++;
    t->turn = (uint8_t)((t->turn + 1) % t->players);
    if (event.verb == ASK)
        fold_ask(t, event);
}

static int score(const void *any, unsigned seat)
{
    return ((const table *)any)->size[seat];
}

static unsigned values(const dx_rules *rules, const char *type)
{
    (void)type;
    return (unsigned)rules->params.value[N_RANKS];
}

static void say(const dx_rules *rules, const char *type, unsigned value,
                dx_text *out)
{
    (void)rules, (void)type;
    dx_text_printf(out, "r%u", value + 1);
}

static void show(const void *any, dx_text *out)
{
    const table *t = any;
    for (unsigned i = 0; i < t->drawn; i++)
        dx_text_printf(out, "%u:%d ", t->owner[i] + 1U,
                       t->card[i] == DX_HOLE ? -1 : t->card[i]);
    dx_text_add_char(out, '\n');
}

static bool alike(const void *truth, const void *other, unsigned seat)
{
    const table *a = truth, *b = other;
    if (memcmp(a, b, offsetof(table, card)) != 0)
        return false;
    for (unsigned i = 0; i < a->drawn; i++)
        if (a->owner[i] == seat && a->card[i] != b->card[i])
            return false;
    return true;
}

static void cards(const void *truth, unsigned number, uint8_t *out_copies)
{
    const table *t = truth;
    (void)number;
    memcpy(out_copies, t->left, t->ranks);
    for (unsigned i = 0; i < t->drawn; i++)
        out_copies[t->card[i]]++;
}

// ---- places ----

static void space(const void *sight, dx_deal_space *out)
{
    const table *t = sight;
    dx_deal_space_init(out, t->ranks, t->left);
    for (unsigned i = 0; i < t->drawn; i++)
        dx_deal_space_add_place(out, 1, DX_ALL_KINDS);
    for (unsigned i = 0; i < t->said_count; i++)
        dx_deal_space_add_new_bound(out, &(dx_bound){
                                             .places = t->said[i].places,
                                             .kinds = DX_BIT(t->said[i].rank),
                                             .min = t->said[i].min,
                                             .max = t->said[i].max,
                                         });
}

static uint64_t sees(const void *sight, unsigned seat)
{
    const table *t = sight;
    uint64_t places = 0;
    for (unsigned i = 0; i < t->drawn; i++)
        if (t->owner[i] == seat)
            places |= DX_BIT(i);
    return places;
}

static void held(const void *sight, const void *own, unsigned place,
                 uint8_t *out_copies)
{
    (void)sight;
    out_copies[((const table *)own)->card[place]]++;
}

static void fill(void *sight, const dx_dealt *dealt)
{
    table *t = sight;
    for (unsigned i = 0; i < t->drawn; i++)
        for (unsigned rank = 0; rank < t->ranks; rank++)
            if (dealt->count[i][rank] > 0) {
                t->card[i] = (uint8_t)rank;
                t->left[rank]--;
            }
}

static uint64_t since(const void *before, dx_event event, const void *after,
                      unsigned place, uint8_t *out_known)
{
    (void)before, (void)event, (void)after, (void)out_known;
    return DX_BIT(place);
}

// A question for each rank that it holds, to every other seat: how many others
// there are all know.
static unsigned factors(const void *sight, unsigned seat, dx_some *out,
                        unsigned *out_count)
{
    const table *t = sight;
    unsigned known = 0;
    *out_count = 0;
    for (unsigned rank = 0; rank < t->ranks && t->size[seat] > 0; rank++) {
        if (t->got[seat][rank] > 0)
            known++;
        else if (places_of(t, seat, rank) != 0)
            out[(*out_count)++] =
                (dx_some){places_of(t, seat, rank), DX_BIT(rank)};
    }
    return t->size[seat] > 0 ? known : 1;
}

static const dx_places places = {
    .factors = factors,
    .space = space,
    .sees = sees,
    .held = held,
    .fill = fill,
    .since = since,
};

// ---- what formulas may ask ----

static bool has(const dx_atom *self DX_UNUSED, const void *any, const int *args)
{
    return count_of(any, (unsigned)args[0], (unsigned)args[1]) > 0;
}

static dx_claim claim_number(const table *t, const int *args, dx_claims *out)
{
    unsigned seat = (unsigned)args[0], rank = (unsigned)args[1];
    return dx_claim_add(
        out, dx_claim_number(out, t->got[seat][rank]),
        dx_claim_count(out, places_of(t, seat, rank), DX_BIT(rank)));
}

static dx_claim claim_has(const dx_atom *self DX_UNUSED, const void *sight,
                          const int *args, dx_claims *out)
{
    return dx_claim_at_least(out, claim_number(sight, args, out),
                             dx_claim_number(out, 1));
}

static const dx_atom atoms[] = {
    {"has", "a seat holds the rank", {"seat", "rank"}, has, claim_has},
    {0},
};

static int count(const dx_quantity *self DX_UNUSED, const void *any,
                 const int *args)
{
    return (int)count_of(any, (unsigned)args[0], (unsigned)args[1]);
}

static dx_claim claim_count(const dx_quantity *self DX_UNUSED,
                            const void *sight, const int *args, dx_claims *out)
{
    return claim_number(sight, args, out);
}

static int turns(const dx_quantity *self DX_UNUSED, const void *any,
                 const int *args)
{
    (void)args;
    return ((const table *)any)->turns;
}

static const dx_quantity quantities[] = {
    {"count", "cards of a rank", {"seat", "rank"}, count, claim_count},
    {"turns", "questions asked", {NULL}, turns},
    {0},
};

const dx_game dx_fish = {
    .name = "fish",
    .help = "Go Fish in small",
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
    .values = values,
    .say = say,
    .show = show,
    .alike = alike,
    .cards = cards,
};
