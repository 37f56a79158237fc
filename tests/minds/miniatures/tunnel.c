// Saboteur in small: who digs for the gold, and who only seems to?  Everybody
// has a role and a hand of cards.  In a turn a seat digs (shows a path), looks
// at one of the goals with a map, or drops a card face down; then it draws.  In
// the end roles are shown: diggers score what was dug, saboteurs what was not.
//
// Worlds are about roles and goals alone, two packs of their own.  Cards of a
// hand are a bag; which of them was dropped nobody else knows, so while nothing
// is assumed about how seats choose there are no chances; and no table is made
// of a world, since hands are not part of it.

#include "game/deal.h"
#include "game/places.h"
#include "minds/miniatures/miniatures.h"

#include <string.h>

enum { SEATS = 3, GOALS = 3, LIMIT_MAX = 60 };
enum { PATH, MAP, ROCK, CARDS };
enum { ROLE, GOAL, DRAW, DIG, LOOK, DROP, PASS, SHOW };
enum { PLAYERS, N_GOALS, COPIES, LIMIT };
enum { DECK, ROLES, ALL_GOALS };                  // packs
enum { MINER, SABOTEUR, GOLD, STONE, KINDS = 4 }; // of places

static const dx_verb verbs[] = {
    [ROLE] = {"role", .chance = true, .arg = {{"role", "role", DX_WHO}}},
    [GOAL] = {"goal", .chance = true, .arg = {{"lies", "goal", DX_NOBODY}}},
    [DRAW] = {"draw", .chance = true, .arg = {{"card", "card", DX_WHO}}},
    [DIG] = {"dig"},
    [LOOK] = {"look", .arg = {{"at", "spot"},
                              {"lies", "goal", DX_WHO, .outcome = true}}},
    [DROP] = {"drop", .arg = {{"card", "card", DX_WHO}}},
    [PASS] = {"pass"},
    [SHOW] = {"show", .chance = true, .arg = {{"role", "role"}}},
    {0}};

static const dx_param params[] = {
    {"players", "seats at the table", 2, SEATS, 3},
    {"goals", "where the gold may be", 2, GOALS, 3},
    {"copies", "cards of each kind", 2, 4, 4},
    {"limit", "moves in all", 1, LIMIT_MAX, 12},
    {0}};

static const dx_preset presets[] = {
    {"tiny", "few enough worlds to list", "players=2,goals=2,copies=2,limit=4"},
    {0}};

typedef struct table {
    // What everybody sees.
    uint8_t players, goals, copies, limit;
    uint8_t roles_dealt, goals_laid, drawn, turns, turn, shown, digs;
    bool must_draw;
    uint8_t size[SEATS];    // of each hand
    uint8_t used[CARDS];    // shown, by kind
    uint8_t looked[GOALS];  // seats as bits
    uint8_t who[LIMIT_MAX]; // dropped each card
    uint8_t drops;
    // What a seat sees of the rest.
    uint8_t role[SEATS], goal[GOALS]; // or DX_HOLE; DX_NONE: not yet
    uint8_t hand[SEATS][CARDS];       // known cards
    uint8_t dropped[LIMIT_MAX];       // a card, or DX_HOLE
    // Copies that are in no place seen here.
    uint8_t left[CARDS], roles_left[2], goals_left[2];
} table;

static unsigned pack(const dx_rules *rules, unsigned number, uint8_t *copies)
{
    const int *value = rules->params.value;
    if (number == DECK)
        memset(copies, value[COPIES], CARDS);
    if (number == ROLES) { // one role is left over
        copies[0] = (uint8_t)value[PLAYERS];
        copies[1] = 1;
    }
    if (number == ALL_GOALS) {
        copies[0] = 1;
        copies[1] = (uint8_t)(value[N_GOALS] - 1);
    }
    return number == DECK ? CARDS : number <= ALL_GOALS ? 2U : 0U;
}

static size_t table_bytes(const dx_rules *rules)
{
    (void)rules;
    return sizeof(table);
}

static void setup(void *out, const dx_rules *rules)
{
    table *t = out;
    t->players = (uint8_t)rules->params.value[PLAYERS];
    t->goals = (uint8_t)rules->params.value[N_GOALS];
    t->copies = (uint8_t)rules->params.value[COPIES];
    t->limit = (uint8_t)rules->params.value[LIMIT];
    memset(t->role, DX_NONE, sizeof t->role);
    memset(t->goal, DX_NONE, sizeof t->goal);
    memset(t->dropped, DX_NONE, sizeof t->dropped);
    pack(rules, DECK, t->left);
    pack(rules, ROLES, t->roles_left);
    pack(rules, ALL_GOALS, t->goals_left);
}

static bool is_dealing(const table *t)
{
    return t->drawn < 2 * t->players;
}

static unsigned turn(const void *truth)
{
    const table *t = truth;
    if (t->roles_dealt < t->players || t->goals_laid < t->goals ||
        is_dealing(t) || t->must_draw)
        return DX_NATURE;
    if (t->turns < t->limit)
        return t->turn;
    return t->shown < t->players ? DX_NATURE : DX_OVER;
}

// What nature does next, but for what turns up; and the copies of each.
static dx_event next_chance(const table *t, uint8_t copies[CARDS])
{
    unsigned drawn = t->drawn, last = (unsigned)(t->turn + t->players - 1);
    memset(copies, 0, CARDS);
    if (t->roles_dealt < t->players) {
        memcpy(copies, t->roles_left, sizeof t->roles_left);
        return dx_event_new(ROLE, t->roles_dealt);
    }
    if (t->goals_laid < t->goals) {
        memcpy(copies, t->goals_left, sizeof t->goals_left);
        return dx_event_new(GOAL, DX_NATURE);
    }
    if (is_dealing(t) || t->must_draw) {
        memcpy(copies, t->left, CARDS);
        return dx_event_new(DRAW, (is_dealing(t) ? drawn : last) % t->players);
    }
    copies[t->role[t->shown]] = 1;
    return dx_event_new(SHOW, t->shown);
}

static unsigned chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    uint8_t copies[CARDS];
    dx_event event = next_chance(truth, copies);
    unsigned count = 0;
    for (unsigned i = 0; i < CARDS; i++)
        if (copies[i] > 0) {
            out[count] = dx_with(event, 0, i);
            out_weight[count++] = copies[i];
        }
    return count;
}

static dx_event answer(const void *truth, dx_deal *deal)
{
    const table *t = truth;
    uint8_t copies[CARDS];
    dx_event event = next_chance(t, copies);
    switch (event.verb) {
    case ROLE:
        return dx_with(event, 0,
                       dx_deal_next(deal, ROLES, 0, NULL, t->roles_dealt));
    case GOAL:
        return dx_with(event, 0,
                       dx_deal_next(deal, ALL_GOALS, 0, NULL, t->goals_laid));
    case DRAW:
        return dx_with(event, 0, dx_deal_next(deal, DECK, 0, NULL, t->drawn));
    default:
        return dx_with(event, 0, t->role[t->shown]);
    }
}

static unsigned moves(const void *any, unsigned seat, dx_event *out)
{
    const table *t = any;
    unsigned count = 0;
    if (t->hand[seat][PATH] > 0)
        out[count++] = dx_event_new(DIG, seat);
    for (unsigned at = 0; at < t->goals && t->hand[seat][MAP] > 0; at++)
        out[count++] = dx_with(dx_event_new(LOOK, seat), 0, at);
    for (unsigned card = 0; card < CARDS; card++)
        if (t->hand[seat][card] > 0)
            out[count++] = dx_with(dx_event_new(DROP, seat), 0, card);
    if (count == 0)
        out[count++] = dx_event_new(PASS, seat);
    return count;
}

static dx_event decide(const void *truth, dx_event move)
{
    const table *t = truth;
    return move.verb == LOOK ? dx_with(move, 1, t->goal[move.arg[0]]) : move;
}

// A card leaves a hand; where it was not seen there, it is seen now.
static void leave(table *t, unsigned seat, unsigned card)
{
    t->size[seat]--;
    if (card == DX_HOLE)
        return;
    if (t->hand[seat][card] > 0)
        t->hand[seat][card]--;
    else
        t->left[card]--;
}

// Something is there, seen or not; seen for the first time, it is one less of
// those that were not.
static void see(uint8_t *at, unsigned what, uint8_t *left)
{
    if (what != DX_HOLE && (*at == DX_HOLE || *at == DX_NONE))
        left[what]--;
    if (what != DX_HOLE || *at == DX_NONE)
        *at = (uint8_t)what;
}

static void fold_move(table *t, dx_event event)
{
    t->turns++;
    t->turn = (uint8_t)((t->turn + 1) % t->players);
    if (event.verb == DIG || event.verb == LOOK) {
        unsigned card = event.verb == DIG ? PATH : MAP;
        leave(t, event.who, card);
        t->used[card]++;
        t->digs = (uint8_t)(t->digs + (event.verb == DIG));
    }
    if (event.verb == LOOK) {
        t->looked[event.arg[0]] |= (uint8_t)(1U << event.who);
        see(&t->goal[event.arg[0]], event.arg[1], t->goals_left);
    }
    if (event.verb == DROP) {
        leave(t, event.who, event.arg[0]);
        t->who[t->drops] = event.who;
        t->dropped[t->drops++] = event.arg[0];
    }
    t->must_draw = event.verb != PASS && t->drawn < t->copies * CARDS;
}

static void fold(void *any, dx_event event)
{
    table *t = any;
    switch (event.verb) {
    case ROLE:
        see(&t->role[t->roles_dealt++], event.arg[0], t->roles_left);
        break;
    case GOAL:
        see(&t->goal[t->goals_laid++], event.arg[0], t->goals_left);
        break;
    case DRAW:
        t->drawn++;
        t->must_draw = false;
        t->size[event.who]++;
        if (event.arg[0] != DX_HOLE) {
            t->hand[event.who][event.arg[0]]++;
            t->left[event.arg[0]]--;
        }
        break;
    case SHOW:
        see(&t->role[t->shown++], event.arg[0], t->roles_left);
        break;
    default:
        fold_move(t, event);
    }
}

static int score(const void *any, unsigned seat)
{
    const table *t = any;
    if (t->role[seat] == DX_HOLE || t->role[seat] == DX_NONE)
        return DX_SCORE_HIDDEN;
    return t->role[seat] == MINER ? t->digs : t->turns - t->digs;
}

static unsigned values(const dx_rules *rules, const char *type)
{
    if (strcmp(type, "spot") == 0)
        return (unsigned)rules->params.value[N_GOALS];
    return strcmp(type, "card") == 0 ? CARDS : 2U;
}

static void say(const dx_rules *rules, const char *type, unsigned value,
                dx_text *out)
{
    static const char *const cards[] = {"path", "map", "rock"};
    static const char *const goals[] = {"gold", "stone"};
    static const char *const roles[] = {"miner", "saboteur"};
    (void)rules;
    if (strcmp(type, "spot") == 0)
        dx_text_printf(out, "s%u", value + 1);
    else
        dx_text_add(out, strcmp(type, "card") == 0   ? cards[value]
                         : strcmp(type, "role") == 0 ? roles[value]
                                                     : goals[value]);
}

static void show(const void *any, dx_text *out)
{
    const table *t = any;
    dx_text_printf(out, "%u of %u dug\n", t->digs, t->turns);
}

static bool alike(const void *truth, const void *other, unsigned seat)
{
    const table *a = truth, *b = other;
    if (memcmp(a, b, offsetof(table, role)) != 0)
        return false;
    for (unsigned i = 0; i < a->players; i++)
        if ((i == seat || i < a->shown) && a->role[i] != b->role[i])
            return false;
    if (seat == DX_BYSTANDER)
        return true;
    for (unsigned i = 0; i < a->goals; i++)
        if ((a->looked[i] >> seat & 1) != 0 && a->goal[i] != b->goal[i])
            return false;
    for (unsigned i = 0; i < a->drops; i++)
        if (a->who[i] == seat && a->dropped[i] != b->dropped[i])
            return false;
    return memcmp(a->hand[seat], b->hand[seat], CARDS) == 0;
}

static bool moves_alike(dx_event move, dx_event other, unsigned seat)
{
    return dx_event_same(move, other) ||
           (move.verb == DROP && other.verb == DROP && move.who != seat);
}

static void cards(const void *truth, unsigned number, uint8_t *out_copies)
{
    const table *t = truth;
    const uint8_t *left = number == ROLES ? t->roles_left : t->goals_left;
    for (unsigned kind = 0; number != DECK && kind < 2; kind++) {
        out_copies[kind] = left[kind];
        for (unsigned i = 0; i < t->players && number == ROLES; i++)
            out_copies[kind] =
                (uint8_t)(out_copies[kind] + (t->role[i] == kind));
        for (unsigned i = 0; i < t->goals && number == ALL_GOALS; i++)
            out_copies[kind] =
                (uint8_t)(out_copies[kind] + (t->goal[i] == kind));
    }
    if (number != DECK)
        return;
    for (unsigned card = 0; card < CARDS; card++) {
        out_copies[card] = (uint8_t)(t->left[card] + t->used[card]);
        for (unsigned seat = 0; seat < t->players; seat++)
            out_copies[card] =
                (uint8_t)(out_copies[card] + t->hand[seat][card]);
        for (unsigned i = 0; i < t->drops; i++)
            out_copies[card] =
                (uint8_t)(out_copies[card] + (t->dropped[i] == card));
    }
}

// ---- places: the roles that were not shown, then the goals ----

static void space(const void *sight, dx_deal_space *out)
{
    const table *t = sight;
    uint8_t copies[KINDS];
    memcpy(copies + MINER, t->roles_left, 2);
    memcpy(copies + GOLD, t->goals_left, 2);
    dx_deal_space_init(out, KINDS, copies);
    for (unsigned i = t->shown; i < t->players; i++)
        dx_deal_space_add_place(out, 1, DX_BIT(MINER) | DX_BIT(SABOTEUR));
    for (unsigned i = 0; i < t->goals; i++)
        dx_deal_space_add_place(out, 1, DX_BIT(GOLD) | DX_BIT(STONE));
}

static uint64_t sees(const void *sight, unsigned seat)
{
    const table *t = sight;
    unsigned first = (unsigned)(t->players - t->shown);
    uint64_t places = seat >= t->shown ? DX_BIT(seat - t->shown) : 0;
    for (unsigned i = 0; i < t->goals; i++)
        if (t->looked[i] >> seat & 1)
            places |= DX_BIT(first + i);
    return places;
}

static void held(const void *sight, const void *own, unsigned place,
                 uint8_t *out_copies)
{
    const table *all = sight, *t = own;
    unsigned first = (unsigned)(all->players - all->shown);
    if (place < first)
        out_copies[t->role[place + all->shown]]++;
    else
        out_copies[GOLD + t->goal[place - first]]++;
}

static bool hides_choices(const void *sight)
{
    return ((const table *)sight)->drops > 0;
}

static uint64_t since(const void *before, dx_event event, const void *after,
                      unsigned place, uint8_t *out_known)
{
    (void)before, (void)after;
    if (event.verb != SHOW)
        return DX_BIT(place);
    if (place == 0)
        out_known[event.arg[0]]++;
    return place == 0 ? 0 : DX_BIT(place - 1);
}

static const dx_places places = {
    .space = space,
    .hides_choices = hides_choices,
    .sees = sees,
    .held = held,
    .since = since,
};

// ---- what formulas may ask ----

static bool is_role(const dx_atom *self DX_UNUSED, const void *any,
                    const int *args)
{
    return ((const table *)any)->role[args[0]] == args[1];
}

static dx_claim claim_role(const dx_atom *self, const void *sight,
                           const int *args, dx_claims *out)
{
    const table *t = sight;
    if (args[0] < t->shown)
        return dx_claim_number(out, is_role(self, sight, args));
    return dx_claim_some(out, DX_BIT(args[0] - t->shown), DX_BIT(args[1]));
}

static bool is_goal(const dx_atom *self DX_UNUSED, const void *any,
                    const int *args)
{
    return ((const table *)any)->goal[args[0]] == args[1];
}

static dx_claim claim_goal(const dx_atom *self DX_UNUSED, const void *sight,
                           const int *args, dx_claims *out)
{
    const table *t = sight;
    unsigned place = (unsigned)(t->players - t->shown + args[0]);
    return dx_claim_some(out, DX_BIT(place), DX_BIT(GOLD + args[1]));
}

static const dx_atom atoms[] = {
    {"role", "what a seat is", {"seat", "role"}, is_role, claim_role},
    {"lies", "what a goal is", {"spot", "goal"}, is_goal, claim_goal},
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

const dx_game dx_tunnel = {
    .name = "tunnel",
    .help = "Saboteur in small",
    .version = 1,
    .schema = {params, presets},
    .verbs = verbs,
    .atoms = atoms,
    .quantities = quantities,
    .places = &places,
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
    .moves_alike = moves_alike,
    .cards = cards,
};
