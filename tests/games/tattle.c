#include "games/tattle.h"

#include "game/deal.h"
#include "game/places.h"
#include "game/words.h"

#include <string.h>

enum { SEATS = 4, RANKS = 5, SAID = 12 };
enum { COMPARE, WHISPER, BOAST, DEAL };
enum { PLAYERS, RANKED, COPIES, HAND, LIMIT, COMPARES };

// clang-format off
static const dx_verb verbs[] = {
    [COMPARE] = {"compare", .arg = {{"with", "seat", DX_ALL},
                                    {"more", "flag", DX_ALL, .outcome = true}}},
    [WHISPER] = {"whisper",
                 .arg = {{"with", "seat", DX_ALL},
                         {"more", "flag", DX_AMONG, .outcome = true}}},
    [BOAST] = {"boast", .arg = {{"to", "seat", DX_ALL},
                                {"rank", "rank", DX_ALL}}},
    [DEAL] = {"deal", .chance = true, .arg = {{"card", "rank", DX_WHO}}},
    {0}};
// clang-format on

static const dx_param params[] = {
    {"players", "seats at the table", 2, SEATS, 3},
    {"ranks", "ranks of cards", 2, RANKS, 4},
    {"copies", "cards of a rank", 1, 3, 2},
    {"hand", "cards of a hand", 1, 3, 2},
    {"turns", "questions asked", 1, SAID, 6},
    {"compares", "hands are compared; 0: seats boast only", 0, 1, 1},
    {0}};

static const dx_preset presets[] = {
    {"tiny", "six cards, four of them dealt",
     "players=2,ranks=3,copies=2,hand=2,turns=4"},
    {"small", "a card each of three", "ranks=3,hand=1,turns=4"},
    {0}};

// A has as much as b, or has not: DX_HOLE where that is not seen.  Or a has a
// rank, if it is not DX_NONE.
typedef struct said {
    uint8_t a, b, is, to_all, rank;
} said;

typedef struct table {
    uint8_t players, ranks, copies, hand, limit, compares;
    uint8_t dealt, turns;
    said said[SAID];
    uint8_t cards[SEATS][RANKS]; // zeros where they are not seen
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
                           .limit = (uint8_t)value[LIMIT],
                           .compares = (uint8_t)value[COMPARES]};
}

static bool is_dealing(const table *t)
{
    return t->dealt < t->players * t->hand;
}

static unsigned turn(const void *truth)
{
    const table *t = truth;
    return is_dealing(t)          ? DX_NATURE
           : t->turns == t->limit ? DX_OVER
                                  : t->turns % (unsigned)t->players;
}

static unsigned chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    const table *t = truth;
    unsigned count = 0;
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        unsigned left = t->copies;
        for (unsigned seat = 0; seat < t->players; seat++)
            left -= t->cards[seat][rank];
        if (left == 0)
            continue;
        out_weight[count] = left;
        out[count++] = dx_with(dx_event_new(DEAL, t->dealt / t->hand), 0, rank);
    }
    return count;
}

static dx_event answer(const void *truth, dx_deal *deal)
{
    const table *t = truth;
    return dx_with(dx_event_new(DEAL, t->dealt / t->hand), 0,
                   dx_deal_next(deal, 0, 0, NULL, t->dealt));
}

static unsigned moves(const void *at, unsigned seat, dx_event *out)
{
    const table *t = at;
    unsigned count = 0;
    for (unsigned verb = COMPARE; verb <= WHISPER && t->compares; verb++)
        for (unsigned of = 0; of < t->players; of++)
            if (of != seat)
                out[count++] = dx_with(dx_event_new(verb, seat), 0, of);
    for (unsigned rank = 0; rank < t->ranks; rank++)
        for (unsigned to = 0; to < t->players; to++)
            if (to != seat && t->cards[seat][rank] > 0)
                out[count++] =
                    dx_with(dx_with(dx_event_new(BOAST, seat), 0, to), 1, rank);
    return count;
}

static unsigned worth(const table *t, unsigned seat)
{
    unsigned sum = 0;
    for (unsigned rank = 0; rank < t->ranks; rank++)
        sum += (rank + 1) * t->cards[seat][rank];
    return sum;
}

static dx_event decide(const void *truth, dx_event move)
{
    if (move.verb == BOAST)
        return move;
    return dx_with(move, 1,
                   worth(truth, move.who) >= worth(truth, move.arg[0]));
}

static void fold(void *at, dx_event event)
{
    table *t = at;
    if (event.verb == DEAL) {
        t->dealt++;
        if (event.arg[0] != DX_HOLE)
            t->cards[event.who][event.arg[0]]++;
        return;
    }
    bool boasts = event.verb == BOAST;
    t->said[t->turns++] =
        (said){event.who, event.arg[0], boasts ? 1 : event.arg[1],
               event.verb != WHISPER, boasts ? event.arg[1] : DX_NONE};
}

// How often all heard that it has as much.
static int score(const void *at, unsigned seat)
{
    const table *t = at;
    int score = 0;
    for (const said *s = t->said; s < t->said + t->turns; s++)
        score += s->to_all && s->rank == DX_NONE && s->is == 1 && s->a == seat;
    return score;
}

static int best(const dx_rules *rules)
{
    return rules->params.value[LIMIT];
}

static bool holds_has(const dx_atom *self DX_UNUSED, const void *at,
                      const int *args)
{
    return ((const table *)at)->cards[args[0]][args[1]] > 0;
}

static dx_claim claim_has(const dx_atom *self DX_UNUSED,
                          const void *sight DX_UNUSED, const int *args,
                          dx_claims *out)
{
    return dx_claim_some(out, DX_BIT(args[0]), DX_BIT(args[1]));
}

static const dx_atom atoms[] = {
    {"has", "a seat has the rank", {"seat", "rank"}, holds_has, claim_has},
    {0}};

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
    for (unsigned seat = 0; seat < t->players; seat++) {
        dx_text_printf(out, "%u:", seat + 1);
        for (unsigned rank = 0; rank < t->ranks; rank++)
            for (unsigned i = 0; i < t->cards[seat][rank]; i++)
                dx_text_printf(out, " r%u", rank + 1);
        dx_text_add_char(out, '\n');
    }
}

static bool alike(const dx_rules *rules DX_UNUSED, const void *truth,
                  const void *other, unsigned seat)
{
    const table *a = truth, *b = other;
    if (memcmp(a, b, offsetof(table, said)) != 0)
        return false;
    for (unsigned i = 0; i < a->turns; i++) {
        const said *s = &a->said[i];
        bool hears = s->to_all || seat == s->a || seat == s->b;
        if (s->a != b->said[i].a || s->b != b->said[i].b ||
            s->to_all != b->said[i].to_all || s->rank != b->said[i].rank ||
            (hears && s->is != b->said[i].is))
            return false;
    }
    return seat >= a->players ||
           memcmp(a->cards[seat], b->cards[seat], RANKS) == 0;
}

// ---- places ----

static void space(const void *sight, dx_deal_space *out)
{
    const table *t = sight;
    uint8_t copies[RANKS];
    memset(copies, t->copies, sizeof copies);
    dx_deal_space_init(out, t->ranks, copies);
    for (unsigned seat = 0; seat < t->players; seat++) {
        unsigned all = seat * t->hand, size = t->hand;
        unsigned there = t->dealt < all ? 0 : t->dealt - all;
        dx_deal_space_add_place(out, there < size ? there : size, DX_ALL_KINDS);
    }
}

static dx_claim claim_worth(const table *t, unsigned seat, dx_claims *out)
{
    dx_claim sum = dx_claim_number(out, 0);
    for (unsigned rank = 0; rank < t->ranks; rank++) // those of this or higher
        sum = dx_claim_add(
            out, sum,
            dx_claim_count(out, DX_BIT(seat), DX_BIT(RANKS) - DX_BIT(rank)));
    return sum;
}

static dx_claim claim_said(const table *t, const said *s, dx_claims *out)
{
    if (s->rank != DX_NONE)
        return dx_claim_some(out, DX_BIT(s->a), DX_BIT(s->rank));
    return dx_claim_at_least(out, claim_worth(t, s->a, out),
                             claim_worth(t, s->b, out));
}

static dx_claim heard(const void *sight, dx_claims *out)
{
    const table *t = sight;
    dx_claim all = dx_claim_number(out, 1);
    for (const said *s = t->said; s < t->said + t->turns; s++) {
        dx_claim is = claim_said(t, s, out);
        if (s->to_all)
            all = dx_claim_and(out, all, s->is ? is : dx_claim_not(out, is));
    }
    return all;
}

static unsigned told(const void *sight, const void *own, dx_claims *out,
                     dx_heard_claim *list)
{
    const table *t = sight, *o = own;
    unsigned count = 0;
    for (const said *s = t->said; s < t->said + t->turns; s++)
        if (!s->to_all)
            list[count++] = (dx_heard_claim){
                claim_said(t, s, out), (uint16_t)(1U << s->a | 1U << s->b),
                o->said[s - t->said].is == 1};
    return count;
}

static uint64_t sees(const void *sight DX_UNUSED, unsigned seat)
{
    return DX_BIT(seat);
}

static void held(const void *sight DX_UNUSED, const void *own, unsigned place,
                 uint8_t *out_copies)
{
    memcpy(out_copies, ((const table *)own)->cards[place], RANKS);
}

static void fill(void *sight, const dx_dealt *dealt)
{
    table *t = sight;
    for (unsigned seat = 0; seat < t->players; seat++)
        memcpy(t->cards[seat], dealt->count[seat], t->ranks);
    for (said *s = t->said; s < t->said + t->turns; s++)
        s->is = s->rank != DX_NONE || worth(t, s->a) >= worth(t, s->b);
}

// Two ways to compare with each other seat, and a boast to each for every rank
// that it has.
static unsigned factors(const void *sight, unsigned seat, dx_some *out,
                        unsigned *out_count)
{
    const table *t = sight;
    unsigned others = t->players - 1U;
    for (*out_count = 0; *out_count < t->ranks; ++*out_count)
        out[*out_count] =
            (dx_some){DX_BIT(seat), DX_BIT(*out_count), .moves = others};
    return t->compares ? 2 * others : 0;
}

static const dx_places places = {
    .factors = factors,
    .space = space,
    .heard = heard,
    .told = told,
    .sees = sees,
    .held = held,
    .fill = fill,
};

static const dx_fact_words fact_words[] = {
    {"has", "%0 {has|have} %1a", "%0 {does|do} not have %1a", "has this rank"},
    {0}};

static const dx_verb_words verb_words[] = {
    {"compare", "@ compared with %0 aloud; as much: %1",
     .move = "compare with %0 aloud"},
    {"whisper", "@ compared with %0 in a whisper; as much: %1",
     .part = "@ compared with %0 in a whisper",
     .move = "compare with %0 in a whisper"},
    {"boast", "@ told %0 before all of a %1", .move = "tell %0 of a %1"},
    {"deal", "@ was dealt a %0", .part = "@ was dealt a card"},
    {0}};

static void say_ending(const dx_cast *cast DX_UNUSED,
                       const void *truth DX_UNUSED, dx_text *out)
{
    dx_text_add(out, "All turns are over.");
}

static const dx_words spoken = {
    .ending = say_ending,
    .facts = fact_words,
    .verbs = verb_words,
    .sheet = {.aim = "Be known to have the better hand.",
              .line = "Hands are compared, aloud or in a whisper.",
              .move = {{"Compare", "Name another player."},
                       {"Boast", "Name a rank that you have."}},
              .counts = "How often all heard that you have as much.",
              .ends = {"All turns are over."}}};

const dx_game dx_game_tattle = {
    .name = "tattle",
    .help = "compare hands, aloud or in a whisper",
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
    .show = show,
    .alike = alike,
    .words = &spoken,
};
