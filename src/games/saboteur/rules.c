// The rules: parameters, packs, chance and scores.  moves.c has what a seat may
// do, fold.c what comes of it, board.c what fits and what is joined.

#include "games/saboteur/board.h"

#include "game/deal.h"

#include <assert.h>
#include <string.h>

// The parameters, in the order of the table below.
enum {
    PLAYERS,
    ROUNDS,
    SPARE,
    CLAIMS,
    JOINED,
    STRAIGHTS,
    SCORE,
    DISTANCE,
    GOALS,
    HAND,
    DECK
};

enum { CARDS, ROLES, TREASURES, GOLD_CARDS }; // packs

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const straights[] = {"ns", "ew", NULL};
static const char *const scores[] = {"gold", "side", NULL};
static const char *const decks[] = {"whole", "tiny", NULL};

static const dx_param params[] = {
    [PLAYERS] = {"players", "seats at the table; two only for small worlds", 2,
                 DX_SABOTEUR_SEATS, 5, .choices = NULL},
    [ROUNDS] = {"rounds", "rounds of a game", 1, DX_SABOTEUR_ROUNDS,
                DX_SABOTEUR_ROUNDS, .choices = NULL},
    [SPARE] = {"spare", "one role card more than players", 0, 1, 1,
               .choices = no_yes},
    [CLAIMS] = {"claims", "who looks at a goal may say what lies there", 0, 1,
                1, .choices = no_yes},
    [JOINED] = {"joined", "a tunnel must be joined to the start", 0, 1, 1,
                .choices = no_yes},
    [STRAIGHTS] = {"straights", "the straight with four copies", 0, 1, 0,
                   .choices = straights},
    [SCORE] = {"score", "nuggets of gold, or rounds won by one's side", 0, 1, 0,
               .choices = scores},
    [DISTANCE] = {"distance", "columns from the start to the goals", 2, 8, 8,
                  .choices = NULL},
    [GOALS] = {"goals", "goals, one of them with the gold", 2,
               DX_SABOTEUR_GOALS, DX_SABOTEUR_GOALS, .choices = NULL},
    [HAND] = {"hand", "cards in a hand; 0: by the number of players", 0, 6, 0,
              .choices = NULL},
    [DECK] = {"deck", "all 67 cards, or six to list all worlds of", 0, 1, 0,
              .choices = decks},
    {0},
};

static const dx_preset presets[] = {
    {"normal", "the game as it is sold, for five", "players=5"},
    {"simplified", "the paper's: one round, the number of saboteurs is known",
     "rounds=1,spare=no,score=side"},
    {"round", "one round of the game as it is sold, won or lost",
     "rounds=1,score=side"},
    {"three", "for three", "players=3"},
    {"ten", "for ten, one round", "players=10,rounds=1"},
    {"loose", "tunnels need not be joined to the start, for four",
     "players=4,joined=no,straights=ew,rounds=1"},
    {"tiny", "six cards for two: few enough worlds to list",
     "players=2,rounds=1,score=side,distance=2,goals=2,hand=2,deck=tiny"},
    {0},
};

static const dx_verb verbs[] = {
    [DX_SABOTEUR_ROLE] = {"role", .chance = true,
                          .arg = {{"role", "role", DX_WHO, false}}},
    [DX_SABOTEUR_SPARE] = {"spare", .chance = true,
                           .arg = {{"role", "role", DX_NOBODY, false}}},
    [DX_SABOTEUR_HIDE] = {"hide", .chance = true,
                          .arg = {{"lies", "treasure", DX_NOBODY, false}}},
    [DX_SABOTEUR_DRAW] = {"draw", .chance = true,
                          .arg = {{"card", "card", DX_WHO, false}}},
    [DX_SABOTEUR_DIG] = {"dig", .arg = {{"card", "card", DX_ALL, false},
                                        {"column", "column", DX_ALL, false},
                                        {"row", "row", DX_ALL, false},
                                        {"way", "way", DX_ALL, false}}},
    [DX_SABOTEUR_BLOCK] = {"break", .arg = {{"of", "seat", DX_ALL, false},
                                            {"card", "card", DX_ALL, false}}},
    [DX_SABOTEUR_UNBLOCK] = {"mend", .arg = {{"of", "seat", DX_ALL, false},
                                             {"card", "card", DX_ALL, false},
                                             {"tool", "tool", DX_ALL, false}}},
    [DX_SABOTEUR_CRUSH] = {"rockfall",
                           .arg = {{"column", "column", DX_ALL, false},
                                   {"row", "row", DX_ALL, false}}},
    [DX_SABOTEUR_LOOK] = {"look", .arg = {{"at", "goal", DX_ALL, false},
                                          {"lies", "treasure", DX_WHO, true}}},
    [DX_SABOTEUR_CLAIM] = {"claim", .arg = {{"at", "goal", DX_ALL, false},
                                            {"lies", "word", DX_ALL, false}}},
    [DX_SABOTEUR_SILENT] = {"silent"},
    [DX_SABOTEUR_THROW] = {"throw", .arg = {{"card", "card", DX_WHO, false}}},
    [DX_SABOTEUR_TURN_UP] = {"turn_up", .chance = true,
                             .arg = {{"at", "goal", DX_ALL, false},
                                     {"lies", "treasure", DX_ALL, false},
                                     {"way", "way", DX_ALL, false}}},
    [DX_SABOTEUR_SHOW] = {"show", .chance = true,
                          .arg = {{"role", "role", DX_ALL, false}}},
    [DX_SABOTEUR_NUGGET] = {"nugget", .chance = true,
                            .arg = {{"worth", "worth", DX_ALL, false}}},
    {0},
};

// Saboteurs among the role cards and cards in a hand, by players.
static const struct {
    uint8_t saboteurs, hand;
} by_players[DX_SABOTEUR_SEATS + 1] = {
    {0, 0}, {0, 0}, {1, 6}, {1, 6}, {1, 6}, {2, 6},
    {2, 5}, {3, 5}, {3, 4}, {3, 4}, {4, 4},
};

static void setup(void *table, const dx_rules *rules)
{
    dx_saboteur *t = table;
    const int *value = rules->params.value;
    t->players = (uint8_t)value[PLAYERS];
    t->rounds = (uint8_t)value[ROUNDS];
    t->goals = (uint8_t)value[GOALS];
    t->distance = (uint8_t)value[DISTANCE];
    t->hand = (uint8_t)value[HAND];
    if (t->hand == 0)
        t->hand = by_players[t->players].hand;
    t->tiny = (uint8_t)value[DECK];
    t->four_ew = (uint8_t)value[STRAIGHTS];
    t->joined = (uint8_t)value[JOINED];
    t->spare_card = (uint8_t)value[SPARE];
    t->claims = (uint8_t)value[CLAIMS];
    t->by_side = (uint8_t)value[SCORE];
    t->saboteurs = by_players[t->players].saboteurs;
    dx_saboteur_begin_round(t);
}

static dx_status check(const dx_rules *rules, dx_error *error)
{
    dx_saboteur t = {0};
    setup(&t, rules);
    if (t.players * t.hand > dx_saboteur_pack_size(&t))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "%u hands of %u cards from a deck of %u: expected "
                       "enough for all; fewer players, or a smaller hand",
                       t.players, t.hand, dx_saboteur_pack_size(&t));
    return DX_OK;
}

static unsigned pack(const dx_rules *rules, unsigned number, uint8_t *copies)
{
    dx_saboteur t = {0};
    setup(&t, rules);
    switch (number) {
    case CARDS:
        for (unsigned kind = 0; kind < DX_SABOTEUR_CARDS; kind++)
            copies[kind] = (uint8_t)dx_saboteur_copies(&t, kind);
        return DX_SABOTEUR_CARDS;
    case ROLES:
        for (unsigned role = 0; role < DX_SABOTEUR_ROLES; role++)
            copies[role] = (uint8_t)dx_saboteur_role_cards(&t, role);
        return DX_SABOTEUR_ROLES;
    case TREASURES:
        for (unsigned i = 0; i < DX_SABOTEUR_TREASURES; i++)
            copies[i] = i < t.goals;
        return DX_SABOTEUR_TREASURES;
    case GOLD_CARDS:
        for (unsigned value = 0; value < DX_SABOTEUR_VALUES; value++)
            copies[value] = (uint8_t)dx_saboteur_nuggets(value);
        return DX_SABOTEUR_VALUES;
    default:
        return 0;
    }
}

static size_t table_bytes(const dx_rules *rules)
{
    (void)rules;
    return sizeof(dx_saboteur);
}

static unsigned turn(const void *truth)
{
    const dx_saboteur *t = truth;
    if (t->phase == DX_SABOTEUR_DONE)
        return DX_OVER;
    return t->phase == DX_SABOTEUR_PLAYING || t->phase == DX_SABOTEUR_CLAIMING
               ? t->turn
               : DX_NATURE;
}

// ---- chance ----

// What nature does next, but for what turns up.
static dx_event natures_verb(const dx_saboteur *t)
{
    switch (t->phase) {
    case DX_SABOTEUR_DEALING_ROLES:
        return t->dealt < t->players
                   ? dx_event_new(DX_SABOTEUR_ROLE, t->dealt)
                   : dx_event_new(DX_SABOTEUR_SPARE, DX_NATURE);
    case DX_SABOTEUR_HIDING:
        return dx_event_new(DX_SABOTEUR_HIDE, DX_NATURE);
    case DX_SABOTEUR_DEALING:
        return dx_event_new(DX_SABOTEUR_DRAW,
                            (unsigned)(t->turn + t->drawn) % t->players);
    case DX_SABOTEUR_DRAWING:
        return dx_event_new(DX_SABOTEUR_DRAW, t->turn);
    case DX_SABOTEUR_SHOWING:
        return dx_event_new(DX_SABOTEUR_SHOW, t->dealt);
    case DX_SABOTEUR_PAYING:
        return dx_event_new(DX_SABOTEUR_NUGGET, DX_NATURE);
    default:
        return dx_event_new(DX_SABOTEUR_TURN_UP, DX_NATURE);
    }
}

// The first goal that was reached, and the one turn of its stone that joins
// the way.
static dx_event turning_up(const dx_saboteur *t)
{
    dx_saboteur_grid grid;
    dx_saboteur_reach reach;
    dx_saboteur_grid_init(&grid, t);
    dx_saboteur_reach_find(&grid, &reach);
    assert(reach.goals != 0);
    unsigned goal = (unsigned)__builtin_ctz(reach.goals);
    unsigned side = 1U << reach.side[goal], what = t->goal[goal];
    unsigned sides =
        DX_SABOTEUR_N |
        (what == DX_SABOTEUR_STONE_NE ? DX_SABOTEUR_E : DX_SABOTEUR_W);
    bool turned = what != DX_SABOTEUR_GOLD && !(sides & side);
    return dx_with(dx_with(dx_with(natures_verb(t), 0, goal), 1, what), 2,
                   turned);
}

// The copies of each that may turn up next; returns how many sorts there are.
static unsigned copies_next(const dx_saboteur *t, uint8_t *out)
{
    memset(out, 0, DX_SABOTEUR_CARDS);
    switch (t->phase) {
    case DX_SABOTEUR_DEALING_ROLES:
        for (unsigned role = 0; role < DX_SABOTEUR_ROLES; role++)
            out[role] = (uint8_t)dx_saboteur_role_cards(t, role);
        for (unsigned seat = 0; seat < t->dealt; seat++)
            out[t->role[seat]]--;
        return DX_SABOTEUR_ROLES;
    case DX_SABOTEUR_HIDING:
        memset(out, 1, t->goals);
        for (unsigned i = 0; i < t->dealt; i++)
            out[t->goal[i]]--;
        return DX_SABOTEUR_TREASURES;
    case DX_SABOTEUR_SHOWING:
        out[t->role[t->dealt]] = 1;
        return DX_SABOTEUR_ROLES;
    case DX_SABOTEUR_PAYING:
        for (unsigned i = 0; i < DX_SABOTEUR_VALUES; i++)
            out[i] = (uint8_t)(dx_saboteur_nuggets(i) - t->paid[i]);
        return DX_SABOTEUR_VALUES;
    default:
        for (unsigned kind = 0; kind < DX_SABOTEUR_CARDS; kind++)
            out[kind] = (uint8_t)dx_saboteur_unseen(t, kind);
        return DX_SABOTEUR_CARDS;
    }
}

static unsigned chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    const dx_saboteur *t = truth;
    uint8_t copies[DX_SABOTEUR_CARDS];
    unsigned count = 0;
    if (t->phase == DX_SABOTEUR_TURNING) {
        out[0] = turning_up(t);
        out_weight[0] = 1;
        return 1;
    }
    unsigned sorts = copies_next(t, copies);
    for (unsigned i = 0; i < sorts; i++)
        if (copies[i] > 0) {
            out[count] = dx_with(natures_verb(t), 0, i);
            out_weight[count++] = copies[i];
        }
    return count;
}

static unsigned next_nugget(const dx_saboteur *t, dx_deal *deal)
{
    uint8_t copies[DX_SABOTEUR_VALUES];
    unsigned fan = 0;
    for (unsigned i = 0; i < DX_SABOTEUR_VALUES; i++) {
        fan += t->fan[i];
        copies[i] = (uint8_t)(dx_saboteur_nuggets(i) - t->paid[i] + t->fan[i]);
    }
    return dx_deal_next(deal, GOLD_CARDS, t->round, copies, fan);
}

static dx_event answer(const void *truth, dx_deal *deal)
{
    const dx_saboteur *t = truth;
    dx_event event = natures_verb(t);
    switch (t->phase) {
    case DX_SABOTEUR_TURNING:
        return turning_up(t);
    case DX_SABOTEUR_DEALING_ROLES:
        return dx_with(event, 0,
                       dx_deal_next(deal, ROLES, t->round, NULL, t->dealt));
    case DX_SABOTEUR_HIDING:
        return dx_with(event, 0,
                       dx_deal_next(deal, TREASURES, t->round, NULL, t->dealt));
    case DX_SABOTEUR_SHOWING:
        return dx_with(event, 0, t->role[t->dealt]);
    case DX_SABOTEUR_PAYING:
        return dx_with(event, 0, next_nugget(t, deal));
    default:
        return dx_with(event, 0,
                       dx_deal_next(deal, CARDS, t->round, NULL, t->drawn));
    }
}

static dx_event decide(const void *truth, dx_event move)
{
    const dx_saboteur *t = truth;
    return move.verb == DX_SABOTEUR_LOOK
               ? dx_with(move, 1, t->goal[move.arg[0]])
               : move;
}

// ---- scores ----

static int score(const void *table, unsigned seat)
{
    return ((const dx_saboteur *)table)->gold[seat];
}

// No miner takes more than two cards of a fan.
static int best(const dx_rules *rules)
{
    int rounds = rules->params.value[ROUNDS];
    return rules->params.value[SCORE] ? rounds : 6 * rounds;
}

// Most gold wins, and ties are shared; without any nobody has won.
static bool won(const void *table, unsigned seat)
{
    const dx_saboteur *t = table;
    for (unsigned other = 0; other < t->players; other++)
        if (t->gold[other] > t->gold[seat])
            return false;
    return t->gold[seat] > 0;
}

// ---- for the tests ----

// Two truths that a seat cannot tell apart: the same in public, in its role,
// its hand and what it threw away, at the goals that it has looked at, and
// where roles and goals lie open.
static bool alike(const dx_rules *rules DX_UNUSED, const void *truth,
                  const void *other, unsigned seat)
{
    const dx_saboteur *a = truth, *b = other;
    bool is_seat = seat < a->players;
    if (memcmp(a, b, offsetof(dx_saboteur, role)) != 0)
        return false;
    unsigned shown = a->phase >= DX_SABOTEUR_PAYING    ? a->players
                     : a->phase == DX_SABOTEUR_SHOWING ? a->dealt
                                                       : 0;
    for (unsigned i = 0; i < a->players; i++)
        if ((i == seat || i < shown) && a->role[i] != b->role[i])
            return false;
    for (unsigned i = 0; i < a->goals; i++) {
        bool sees = is_seat && (a->looked[seat] >> i & 1) != 0;
        if ((sees || (a->up >> i & 1) != 0) && a->goal[i] != b->goal[i])
            return false;
    }
    return !is_seat ||
           (memcmp(a->in_hand[seat], b->in_hand[seat], DX_SABOTEUR_CARDS) ==
                0 &&
            memcmp(a->thrown[seat], b->thrown[seat], DX_SABOTEUR_CARDS) == 0);
}

// Only which card is thrown away is chosen in secret.
static bool moves_alike(const dx_rules *rules DX_UNUSED, dx_event move,
                        dx_event other, unsigned seat)
{
    return dx_event_same(move, other) ||
           (move.verb == DX_SABOTEUR_THROW && other.verb == DX_SABOTEUR_THROW &&
            move.who != seat);
}

// What is left of a kind is in the deck; if that does not come to as many cards
// as the deck has, some are lost, and then none are counted there.
static void count_cards(const dx_saboteur *t, uint8_t *out_copies)
{
    unsigned deck = 0;
    for (unsigned kind = 0; kind < DX_SABOTEUR_CARDS; kind++)
        deck += dx_saboteur_unseen(t, kind);
    bool is_whole = deck == dx_saboteur_deck(t);
    for (unsigned kind = 0; kind < DX_SABOTEUR_CARDS; kind++)
        out_copies[kind] =
            (uint8_t)(is_whole ? dx_saboteur_copies(t, kind)
                               : dx_saboteur_copies(t, kind) -
                                     dx_saboteur_unseen(t, kind));
}

static void count_dealt(const dx_saboteur *t, uint8_t *out_copies)
{
    for (unsigned seat = 0; seat < t->players; seat++)
        if (t->role[seat] != DX_NONE)
            out_copies[t->role[seat]]++;
    if (t->spare != DX_NONE)
        out_copies[t->spare]++;
}

static void cards(const void *truth, unsigned number, uint8_t *out_copies)
{
    const dx_saboteur *t = truth;
    uint8_t left[DX_SABOTEUR_CARDS] = {0};
    unsigned kinds = 0;
    if (number == CARDS)
        count_cards(t, out_copies);
    if (number == ROLES) {
        count_dealt(t, out_copies);
        kinds =
            t->phase == DX_SABOTEUR_DEALING_ROLES ? copies_next(t, left) : 0;
    }
    if (number == TREASURES) {
        for (unsigned i = 0; i < t->goals; i++)
            if (t->goal[i] != DX_NONE)
                out_copies[t->goal[i]]++;
        if (t->phase == DX_SABOTEUR_DEALING_ROLES)
            memset(out_copies, 1, t->goals);
        kinds = t->phase == DX_SABOTEUR_HIDING ? copies_next(t, left) : 0;
    }
    for (unsigned i = 0; i < kinds; i++)
        out_copies[i] = (uint8_t)(out_copies[i] + left[i]);
    for (unsigned i = 0; number == GOLD_CARDS && i < DX_SABOTEUR_VALUES; i++)
        out_copies[i] = (uint8_t)dx_saboteur_nuggets(i);
}

const dx_game dx_game_saboteur = {
    .name = "saboteur",
    .help = "dig for the gold, and find out who does not want it found",
    .version = 1,
    .schema = {params, presets},
    .verbs = verbs,
    .atoms = dx_saboteur_atoms,
    .quantities = dx_saboteur_quantities,
    .domains = dx_saboteur_domains,
    .words = &dx_saboteur_words,
    .places = &dx_saboteur_places,
    .sources = dx_saboteur_sources,
    .check = check,
    .pack = pack,
    .table_bytes = table_bytes,
    .setup = setup,
    .turn = turn,
    .chances = chances,
    .answer = answer,
    .moves = dx_saboteur_moves,
    .decide = decide,
    .fold = dx_saboteur_fold,
    .score = score,
    .best = best,
    .won = won,
    .values = dx_saboteur_values,
    .say = dx_saboteur_say,
    .show = dx_saboteur_show,
    .state = dx_saboteur_state,
    .alike = alike,
    .moves_alike = moves_alike,
    .cards = cards,
};
