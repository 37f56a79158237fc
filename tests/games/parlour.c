#include "games/parlour.h"
#include "game/words.h"

#include "base/hash.h"
#include "game/deal.h"

#include <string.h>

enum { SEATS = 4, COLOURS = 4, HONEST = 0, KNAVE = 1, NO_CLAIM = 200 };
enum { ROLE, DRAW, CHEST, PEEK, TOSS, MELD, WAIT, SHUFFLE, CLAIM, SILENT };
enum { SHOW_ROLE = SILENT + 1, SHOW_CHEST };
enum { PLAYERS, N_COLOURS, COPIES, HAND, TURNS };
enum { ROLES, DECK }; // packs

static const dx_verb verbs[] = {
    [ROLE] = {"role", .chance = true, .arg = {{"role", "role", DX_WHO}}},
    [DRAW] = {"draw", .chance = true, .arg = {{"card", "colour", DX_WHO}}},
    [CHEST] = {"chest", .chance = true, .arg = {{"card", "colour", DX_NOBODY}}},
    [PEEK] = {"peek", .arg = {{"card", "colour", DX_WHO, .outcome = true}}},
    [TOSS] = {"toss", .arg = {{"card", "colour", DX_WHO}}},
    [MELD] = {"meld", .arg = {{"card", "colour", DX_ALL}}},
    [WAIT] = {"wait"},
    [SHUFFLE] = {"shuffle", .chance = true},
    [CLAIM] = {"claim", .arg = {{"chest", "colour", DX_ALL}}},
    [SILENT] = {"silent"},
    [SHOW_ROLE] = {"show-role", .chance = true,
                   .arg = {{"role", "role", DX_ALL}}},
    [SHOW_CHEST] = {"show-chest", .chance = true,
                    .arg = {{"card", "colour", DX_ALL}}},
    {0}};

static const dx_param params[] = {
    {"players", "seats at the table", 2, SEATS, 3},
    {"colours", "colours of cards", 2, COLOURS, 3},
    {"copies", "cards of each colour", 1, 6, 4},
    {"hand", "cards in a hand", 1, 3, 2},
    {"turns", "turns of each seat", 1, 6, 3},
    {0}};

static const dx_preset presets[] = {
    {"tiny", "few enough worlds to list",
     "players=2,colours=2,copies=2,hand=1,turns=2"},
    {0}};

// Cards of which some colours are known; `unknown` more are there.
typedef struct pile {
    uint8_t count[COLOURS], unknown;
} pile;

typedef struct table {
    uint8_t players, colours, hand_size, turns;
    uint8_t roles_dealt, cards_dealt, moves_made; // two moves a turn
    bool chest_laid, must_draw, word_is_due;
    uint8_t shuffles, drawn, roles_shown;
    bool chest_shown;
    uint8_t role[SEATS], chest, claim[SEATS], melds[SEATS];
    bool peeked[SEATS];
    pile hand[SEATS], tossed[SEATS], stock, melded;
    pile shuffled; // what the stock was after the last shuffle
    // Each seat's private past: what it drew and tossed since the last
    // shuffle, as bags, and a hash of the bags before.
    pile drew[SEATS];
    uint64_t past[SEATS];
} table;

static unsigned pile_size(const pile *p)
{
    unsigned size = p->unknown;
    for (unsigned i = 0; i < COLOURS; i++)
        size += p->count[i];
    return size;
}

static void put(pile *p, unsigned colour)
{
    if (colour < COLOURS)
        p->count[colour]++;
    else
        p->unknown++;
}

// Taking a card unseen leaves a pile of which only the size is known.
static void take(pile *p, unsigned colour)
{
    if (colour < COLOURS && p->count[colour] > 0) {
        p->count[colour]--;
        return;
    }
    if (colour >= COLOURS)
        *p = (pile){.unknown = (uint8_t)pile_size(p)};
    if (p->unknown > 0)
        p->unknown--;
}

static void pour(pile *from, pile *into)
{
    for (unsigned i = 0; i < COLOURS; i++)
        into->count[i] = (uint8_t)(into->count[i] + from->count[i]);
    into->unknown = (uint8_t)(into->unknown + from->unknown);
    *from = (pile){.unknown = 0};
}

static dx_status check(const dx_rules *rules, dx_error *error)
{
    const int *value = rules->params.value;
    int needed = value[PLAYERS] * value[HAND] + 1;
    if (needed > value[N_COLOURS] * value[COPIES])
        return dx_fail(error, DX_ERR_INPUT, 1, 1,
                       "the hands and the chest need %d cards: colours times "
                       "copies must be as many",
                       needed);
    return DX_OK;
}

static unsigned pack(const dx_rules *rules, unsigned number, uint8_t *copies)
{
    const int *value = rules->params.value;
    if (number == ROLES) {
        copies[HONEST] = (uint8_t)value[PLAYERS];
        copies[KNAVE] = 1;
        return 2;
    }
    if (number != DECK)
        return 0;
    for (int i = 0; i < value[N_COLOURS]; i++)
        copies[i] = (uint8_t)value[COPIES];
    return (unsigned)value[N_COLOURS];
}

static size_t table_bytes(const dx_rules *rules)
{
    (void)rules;
    return sizeof(table);
}

static void setup(void *at, const dx_rules *rules)
{
    table *t = at;
    const int *value = rules->params.value;
    t->players = (uint8_t)value[PLAYERS];
    t->colours = (uint8_t)value[N_COLOURS];
    t->hand_size = (uint8_t)value[HAND];
    t->turns = (uint8_t)(value[TURNS] * value[PLAYERS]);
    memset(t->role, DX_HOLE, sizeof t->role);
    memset(t->claim, NO_CLAIM, sizeof t->claim);
    t->chest = DX_HOLE;
    for (unsigned i = 0; i < t->colours; i++)
        t->stock.count[i] = (uint8_t)value[COPIES];
    t->shuffled = t->stock;
}

static unsigned mover(const table *t)
{
    return t->moves_made / 2u % t->players;
}

static unsigned tossed_size(const table *t)
{
    unsigned size = 0;
    for (unsigned seat = 0; seat < t->players; seat++)
        size += pile_size(&t->tossed[seat]);
    return size;
}

static bool is_dealt(const table *t)
{
    return t->chest_laid;
}

static unsigned turn(const void *truth)
{
    const table *t = truth;
    if (!is_dealt(t) || t->must_draw)
        return DX_NATURE;
    if (t->moves_made < 2 * t->turns)
        return mover(t);
    return t->chest_shown ? DX_OVER : DX_NATURE;
}

// What nature does next, without the card if it is a card from the stock.
static dx_event natures_verb(const table *t)
{
    if (t->roles_dealt < t->players)
        return dx_event_new(ROLE, t->roles_dealt);
    if (t->cards_dealt < t->players * t->hand_size)
        return dx_event_new(DRAW, t->cards_dealt % t->players);
    if (!t->chest_laid)
        return dx_event_new(CHEST, DX_NATURE);
    if (t->must_draw && pile_size(&t->stock) == 0)
        return dx_event_new(SHUFFLE, DX_NATURE);
    if (t->must_draw)
        return dx_event_new(DRAW, mover(t));
    if (t->roles_shown < t->players)
        return dx_with(dx_event_new(SHOW_ROLE, t->roles_shown), 0,
                       t->role[t->roles_shown]);
    return dx_with(dx_event_new(SHOW_CHEST, DX_NATURE), 0, t->chest);
}

static unsigned chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    const table *t = truth;
    dx_event event = natures_verb(t);
    unsigned count = 0;
    if (event.verb == ROLE) {
        uint32_t left[2] = {t->players, 1};
        for (unsigned i = 0; i < t->roles_dealt; i++)
            left[t->role[i]]--;
        for (unsigned role = 0; role < 2; role++)
            if (left[role] > 0) {
                out_weight[count] = left[role];
                out[count++] = dx_with(event, 0, role);
            }
        return count;
    }
    if (event.verb != DRAW && event.verb != CHEST) {
        out[0] = event;
        out_weight[0] = 1;
        return 1;
    }
    for (unsigned i = 0; i < t->colours; i++)
        if (t->stock.count[i] > 0) {
            out_weight[count] = t->stock.count[i];
            out[count++] = dx_with(event, 0, i);
        }
    return count;
}

static dx_event answer(const void *truth, dx_deal *deal)
{
    const table *t = truth;
    dx_event event = natures_verb(t);
    if (event.verb == ROLE)
        return dx_with(event, 0,
                       dx_deal_next(deal, ROLES, 0, NULL, t->roles_dealt));
    if (event.verb == DRAW || event.verb == CHEST)
        return dx_with(
            event, 0,
            dx_deal_next(deal, DECK, t->shuffles, t->shuffled.count, t->drawn));
    return event;
}

static unsigned moves(const void *at, unsigned seat, dx_event *out)
{
    const table *t = at;
    unsigned count = 0;
    if (t->word_is_due) {
        for (unsigned i = 0; i < t->colours; i++)
            out[count++] = dx_with(dx_event_new(CLAIM, seat), 0, i);
        out[count++] = dx_event_new(SILENT, seat);
        return count;
    }
    if (!t->peeked[seat])
        out[count++] = dx_event_new(PEEK, seat);
    for (unsigned verb = TOSS; verb <= MELD; verb++)
        for (unsigned i = 0; i < t->colours; i++)
            if (t->hand[seat].count[i] > 0)
                out[count++] = dx_with(dx_event_new(verb, seat), 0, i);
    out[count++] = dx_event_new(WAIT, seat);
    return count;
}

static dx_event decide(const void *truth, dx_event move)
{
    const table *t = truth;
    return move.verb == PEEK ? dx_with(move, 0, t->chest) : move;
}

static bool has_pair(const pile *hand)
{
    for (unsigned i = 0; i < COLOURS; i++)
        if (hand->count[i] > 1)
            return true;
    return false;
}

static void fold_shuffle(table *t)
{
    for (unsigned seat = 0; seat < t->players; seat++) {
        uint64_t bags[2] = {dx_hash_bytes(&t->drew[seat], sizeof(pile)),
                            dx_hash_bytes(&t->tossed[seat], sizeof(pile))};
        t->past[seat] =
            dx_hash_add(t->past[seat], dx_hash_bytes(bags, sizeof bags));
        t->drew[seat] = (pile){.unknown = 0};
        pour(&t->tossed[seat], &t->stock);
    }
    t->shuffled = t->stock;
    t->shuffles++;
    t->drawn = 0;
}

static void fold_nature(table *t, dx_event event)
{
    unsigned card = event.arg[0];
    switch (event.verb) {
    case ROLE:
        t->role[t->roles_dealt++] = (uint8_t)card;
        break;
    case DRAW:
        t->cards_dealt = (uint8_t)(t->cards_dealt + (t->chest_laid ? 0 : 1));
        t->must_draw = false;
        t->drawn++;
        take(&t->stock, card);
        put(&t->hand[event.who], card);
        put(&t->drew[event.who], card);
        break;
    case CHEST:
        t->chest_laid = true;
        t->drawn++;
        take(&t->stock, card);
        t->chest = (uint8_t)card;
        break;
    case SHUFFLE:
        fold_shuffle(t);
        break;
    case SHOW_ROLE:
        t->role[t->roles_shown++] = (uint8_t)card;
        break;
    case SHOW_CHEST:
        t->chest = (uint8_t)card;
        t->chest_shown = true;
        break;
    default:
        break;
    }
}

// must_draw matters to the truth alone, which has no holes: a sight learns
// from `next` and from the draw itself what happened.
static void fold_toss(table *t, dx_event event)
{
    take(&t->hand[event.who], event.arg[0]);
    put(&t->tossed[event.who], event.arg[0]);
    t->must_draw = !has_pair(&t->hand[event.who]);
}

static void fold(void *at, dx_event event)
{
    table *t = at;
    if (verbs[event.verb].chance) {
        fold_nature(t, event);
        return;
    }
    t->moves_made++;
    t->word_is_due = event.verb < SHUFFLE;
    if (event.verb == PEEK) {
        t->peeked[event.who] = true;
        if (event.arg[0] != DX_HOLE)
            t->chest = event.arg[0];
    } else if (event.verb == TOSS) {
        fold_toss(t, event);
    } else if (event.verb == MELD) {
        take(&t->hand[event.who], event.arg[0]);
        put(&t->melded, event.arg[0]);
        t->melds[event.who]++;
    } else if (event.verb == CLAIM) {
        t->claim[event.who] = event.arg[0];
    }
}

static int score(const void *at, unsigned seat)
{
    const table *t = at;
    if (!t->chest_shown)
        return DX_SCORE_HIDDEN;
    unsigned right = 0, wrong = 0;
    for (unsigned i = 0; i < t->players; i++)
        if (t->claim[i] != NO_CLAIM)
            *(t->claim[i] == t->chest ? &right : &wrong) += 1;
    bool honest_win = right > wrong;
    return t->melds[seat] + ((t->role[seat] == HONEST) == honest_win ? 2 : 0);
}

static unsigned values(const dx_rules *rules, const char *type)
{
    return strcmp(type, "role") == 0 ? 2
           : strcmp(type, "colour") == 0
               ? (unsigned)rules->params.value[N_COLOURS]
               : 0;
}

static void say(const dx_rules *rules, const char *type, unsigned value,
                dx_text *out)
{
    (void)rules;
    static const char *const colour[] = {"red", "green", "blue", "gold"};
    static const char *const role[] = {"honest", "knave"};
    dx_text_add(out, type[0] == 'r' ? role[value] : colour[value]);
}

static void show_pile(const char *name, const pile *p, dx_text *out)
{
    dx_text_printf(out, " %s ", name);
    for (unsigned i = 0; i < COLOURS; i++)
        for (unsigned n = 0; n < p->count[i]; n++)
            dx_text_add_char(out, "rgby"[i]);
    for (unsigned n = 0; n < p->unknown; n++)
        dx_text_add_char(out, '?');
}

static void show(const void *at, dx_text *out)
{
    const table *t = at;
    dx_text_printf(out, "chest %c, stock %u, shuffles %u\n",
                   t->chest == DX_HOLE ? '?' : "rgby"[t->chest],
                   pile_size(&t->stock), t -> shuffles);
    for (unsigned seat = 0; seat < t->players; seat++) {
        dx_text_printf(out, "%u %c", seat + 1,
                       t->role[seat] == DX_HOLE ? '?' : "HK"[t->role[seat]]);
        show_pile("hand", &t->hand[seat], out);
        show_pile("tossed", &t->tossed[seat], out);
        dx_text_printf(out, " melds %u%s", t->melds[seat],
                       t->peeked[seat] ? " peeked" : "");
        if (t->claim[seat] != NO_CLAIM)
            dx_text_printf(out, " says %c", "rgby"[t->claim[seat]]);
        dx_text_add_char(out, '\n');
    }
}

// What everyone can see on the table.
static bool same_in_public(const table *a, const table *b)
{
    if (a->moves_made != b->moves_made || turn(a) != turn(b) ||
        a->roles_dealt != b->roles_dealt || a->cards_dealt != b->cards_dealt ||
        a->chest_laid != b->chest_laid || a->shuffles != b->shuffles ||
        a->roles_shown != b->roles_shown || a->chest_shown != b->chest_shown ||
        pile_size(&a->stock) != pile_size(&b->stock) ||
        memcmp(&a->melded, &b->melded, sizeof a->melded) != 0)
        return false;
    for (unsigned i = 0; i < a->players; i++)
        if (a->claim[i] != b->claim[i] || a->melds[i] != b->melds[i] ||
            a->peeked[i] != b->peeked[i] ||
            pile_size(&a->hand[i]) != pile_size(&b->hand[i]) ||
            pile_size(&a->tossed[i]) != pile_size(&b->tossed[i]) ||
            (i < a->roles_shown && a->role[i] != b->role[i]))
            return false;
    return tossed_size(a) == tossed_size(b);
}

static bool alike(const dx_rules *rules DX_UNUSED, const void *truth,
                  const void *other, unsigned seat)
{
    const table *a = truth, *b = other;
    if (!same_in_public(a, b))
        return false;
    if (a->chest_shown && a->chest != b->chest)
        return false;
    if (seat >= a->players)
        return true;
    return a->role[seat] == b->role[seat] &&
           memcmp(&a->hand[seat], &b->hand[seat], sizeof(pile)) == 0 &&
           memcmp(&a->tossed[seat], &b->tossed[seat], sizeof(pile)) == 0 &&
           memcmp(&a->drew[seat], &b->drew[seat], sizeof(pile)) == 0 &&
           a->past[seat] == b->past[seat] &&
           (!a->peeked[seat] || a->chest == b->chest);
}

// Only what is tossed face down is chosen in secret.
static bool moves_alike(const dx_rules *rules DX_UNUSED, dx_event move,
                        dx_event other, unsigned seat)
{
    return dx_event_same(move, other) ||
           (move.verb == TOSS && other.verb == TOSS && move.who != seat);
}

static void cards(const void *truth, unsigned number, uint8_t *out_copies)
{
    table t = *(const table *)truth;
    if (number == ROLES) {
        // The spare role is nowhere on the table: it is what is missing.
        uint8_t seen[2] = {0};
        for (unsigned i = 0; i < t.roles_dealt; i++)
            seen[t.role[i]]++;
        out_copies[HONEST] = t.players;
        out_copies[KNAVE] = seen[KNAVE] > 1 ? seen[KNAVE] : 1;
        return;
    }
    for (unsigned i = 0; i < t.players; i++) {
        pour(&t.hand[i], &t.stock);
        pour(&t.tossed[i], &t.stock);
    }
    pour(&t.melded, &t.stock);
    if (t.chest_laid)
        put(&t.stock, t.chest);
    memcpy(out_copies, t.stock.count, t.colours);
}

static bool is_knave(const dx_atom *self DX_UNUSED, const void *at,
                     const int *args)
{
    return ((const table *)at)->role[args[0]] == KNAVE;
}

static bool is_in_chest(const dx_atom *self DX_UNUSED, const void *at,
                        const int *args)
{
    return ((const table *)at)->chest == args[0];
}

static bool is_held(const dx_atom *self DX_UNUSED, const void *at,
                    const int *args)
{
    return ((const table *)at)->hand[args[0]].count[args[1]] > 0;
}

static const dx_atom atoms[] = {
    {"knave", "the seat is the knave", {"seat"}, is_knave},
    {"chest", "the card in the chest", {"colour"}, is_in_chest},
    {"holds", "a card in a hand", {"seat", "colour"}, is_held},
    {0}};

static const dx_fact_words fact_words[] = {
    {"knave", "%0 {is|are} the knave", "%0 {is|are} not the knave",
     "is the knave"},
    {"chest", "%0 is in the chest", "%0 is not in the chest",
     "is in the chest"},
    {"holds", "%0 {has|have} %1", "%0 {does|do} not have %1", "has this card"},
    {0}};

static const dx_verb_words verb_words[] = {
    {"role", "@ {is|are} %0", .part = "@ took a role"},
    {"draw", "@ drew %0", .part = "@ drew a card"},
    {"chest", "%0 was put into the chest",
     .part = "A card was put into the chest"},
    {"peek", "@ peeked at %0", .part = "@ peeked", .move = "peek"},
    {"toss", "@ tossed %0", .part = "@ tossed a card", .move = "toss %0"},
    {"meld", "@ melded %0", .move = "meld %0"},
    {"wait", "@ waited", .move = "wait"},
    {"shuffle", "The cards were shuffled"},
    {"claim", "@ said that %0 is in the chest",
     .move = "say that %0 is in the chest"},
    {"silent", "@ said nothing", .move = "say nothing"},
    {"show-role", "@ {was|were} %0"},
    {"show-chest", "The chest was opened: %0"},
    {0}};

static void say_ending(const dx_cast *cast DX_UNUSED,
                       const void *truth DX_UNUSED, dx_text *out)
{
    dx_text_add(out, "All turns are over.");
}

static const dx_words words = {
    .ending = say_ending,
    .facts = fact_words,
    .verbs = verb_words,
    .sheet = {.aim = "Find the knave.",
              .line = "Everything hides here.",
              .move = {{"Peek", "At the chest."}},
              .counts = "$colours colours, $copies of each.",
              .ends = {"All turns are over."}}};

const dx_game dx_parlour = {
    .name = "parlour",
    .help = "a small game of everything that hides",
    .version = 1,
    .schema = {params, presets},
    .verbs = verbs,
    .atoms = atoms,
    .words = &words,
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
    .moves_alike = moves_alike,
    .cards = cards,
};

void dx_leak_plant(dx_leak *leak, const dx_game *game, unsigned verb,
                   unsigned arg)
{
    memset(leak->verbs, 0, sizeof leak->verbs);
    for (unsigned i = 0; game->verbs[i].name != NULL; i++)
        leak->verbs[i] = game->verbs[i];
    leak->verbs[verb].arg[arg].audience = DX_ALL;
    leak->game = *game;
    leak->game.verbs = leak->verbs;
}
