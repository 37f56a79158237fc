// The rules, once for play, search and benchmarks.

#include "games/hanabi/hanabi.h"

#include "game/deal.h"

#include <assert.h>
#include <string.h>

// The parameters, in the order of the table below.
enum {
    PLAYERS,
    COLOURS,
    RANKS,
    HAND,
    LOW,
    MIDDLE,
    HIGH,
    TOKENS,
    LIVES,
    BOMB,
    BACK,
    FULL,
    LAST,
    EMPTY,
    OPEN,
    BLIND,
    FROM,
};

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const bombs[] = {"keep", "zero", NULL};

static const dx_param params[] = {
    [PLAYERS] = {"players", "seats at the table", 2, 5, 5, .choices = NULL},
    [COLOURS] = {"colours", "piles to build", 1, 6, 5, .choices = NULL},
    [RANKS] = {"ranks", "cards of a full pile", 1, 5, 5, .choices = NULL},
    [HAND] = {"hand", "cards in a hand; 0: 5 up to three players, else 4", 0, 6,
              0, .choices = NULL},
    [LOW] = {"low", "copies of each 1", 1, 5, 3, .choices = NULL},
    [MIDDLE] = {"middle", "copies of what is between", 1, 5, 2,
                .choices = NULL},
    [HIGH] = {"high", "copies of the highest rank", 1, 5, 1, .choices = NULL},
    [TOKENS] = {"tokens", "hint tokens", 1, 20, 8, .choices = NULL},
    [LIVES] = {"lives", "the misplay that ends the game", 1, 10, 3,
               .choices = NULL},
    [BOMB] = {"bomb", "the score when all lives are gone", 0, 1, 1,
              .choices = bombs},
    [BACK] = {"back", "a finished pile gives a token back", 0, 1, 1,
              .choices = no_yes},
    [FULL] = {"full", "discarding with all tokens there", 0, 1, 0,
              .choices = no_yes},
    [LAST] = {"last", "turns of each seat after the last draw", 0, 3, 1,
              .choices = NULL},
    [EMPTY] = {"empty", "hints that name no slot", 0, 1, 0, .choices = no_yes},
    [OPEN] = {"open", "everybody sees the own hand too", 0, 1, 0,
              .choices = no_yes},
    [BLIND] = {"blind", "the last card of the deck may be played unseen", 0, 1,
               0, .choices = no_yes},
    [FROM] = {"from",
              "a table to start at: piles r2 b1; gone r1; hints 4; "
              "lives 2; next 3",
              .text = 250},
    {0},
};

static const dx_preset presets[] = {
    {"standard", "3 lives, a bomb scores 0", ""},
    {"report", "as the report has it: 4 lives, points are kept",
     "lives=4,bomb=keep,back=no"},
    {"hle", "as the Hanabi Learning Environment has it", ""},
    {"open", "with open hands: the ceiling for every agent", "open=yes"},
    {"late", "starts near the end, and the last card may be played unseen",
     "blind=yes,from=\"piles r3 y3 g3 b3 p3; gone r1 r1 r4 y1 y2 g1 g1 b1 b2 "
     "p1 p1; hints 4\""},
    {"tiny", "few enough worlds to list them all",
     "players=2,colours=2,ranks=2,low=2,hand=2"},
    {0},
};

static const dx_verb verbs[] = {
    [DX_HANABI_DRAW] = {"draw", .chance = true,
                        .arg = {{"card", "card", DX_BUT_WHO, false}}},
    [DX_HANABI_OPEN] = {"face", .chance = true,
                        .arg = {{"card", "card", DX_ALL, false}}},
    [DX_HANABI_PLAY] = {"play", .arg = {{"slot", "slot", DX_ALL, false},
                                        {"card", "card", DX_ALL, true},
                                        {"fits", "flag", DX_ALL, true}}},
    [DX_HANABI_THROW] = {"discard", .arg = {{"slot", "slot", DX_ALL, false},
                                            {"card", "card", DX_ALL, true}}},
    [DX_HANABI_HINT] = {"hint", .arg = {{"to", "seat", DX_ALL, false},
                                        {"clue", "clue", DX_ALL, false},
                                        {"slots", "slots", DX_ALL, true}}},
    [DX_HANABI_BLIND] = {"blind", .arg = {{"card", "card", DX_ALL, true},
                                          {"fits", "flag", DX_ALL, true}}},
    {0},
};

bool dx_hanabi_playable(const dx_hanabi *table, unsigned kind)
{
    return table->pile[table->colour_of[kind]] == table->rank_of[kind];
}

bool dx_hanabi_dead(const dx_hanabi *table, unsigned kind)
{
    return table->rank_of[kind] < table->pile[table->colour_of[kind]];
}

bool dx_hanabi_doomed(const dx_hanabi *table, unsigned kind)
{
    unsigned colour = dx_hanabi_colour(table, kind);
    if (dx_hanabi_dead(table, kind))
        return true;
    for (unsigned rank = table->pile[colour];
         rank < dx_hanabi_rank(table, kind); rank++)
        if (table->discarded[dx_hanabi_kind(table, colour, rank)] ==
            table->copies[rank])
            return true;
    return false;
}

bool dx_hanabi_dispensable(const dx_hanabi *table, unsigned kind)
{
    return !dx_hanabi_dead(table, kind) &&
           table->copies[table->rank_of[kind]] - table->discarded[kind] >= 2;
}

unsigned dx_hanabi_hand_size(const dx_rules *rules)
{
    int hand = rules->params.value[HAND];
    return hand > 0 ? (unsigned)hand : dx_players(rules) <= 3 ? 5 : 4;
}

unsigned dx_hanabi_copies(const dx_rules *rules, unsigned rank)
{
    const int *value = rules->params.value;
    unsigned ranks = (unsigned)value[RANKS];
    if (rank == 0)
        return (unsigned)value[LOW];
    return (unsigned)value[rank + 1 == ranks ? HIGH : MIDDLE];
}

static bool starts_later(const dx_rules *rules)
{
    return dx_params_text(&rules->params, FROM)[0] != '\0';
}

// What is dealt: all cards but those on the table at the start.
static unsigned pack(const dx_rules *rules, unsigned number, uint8_t *copies)
{
    if (number > 0)
        return 0;
    dx_hanabi_start start = {.pile = {0}};
    bool later = starts_later(rules) &&
                 dx_hanabi_start_read(rules, &start, NULL) == DX_OK;
    unsigned ranks = (unsigned)rules->params.value[RANKS];
    unsigned kinds = ranks * (unsigned)rules->params.value[COLOURS];
    for (unsigned kind = 0; kind < kinds; kind++) {
        copies[kind] = (uint8_t)dx_hanabi_copies(rules, kind % ranks);
        if (later)
            copies[kind] = (uint8_t)(copies[kind] - start.gone[kind] -
                                     (kind % ranks < start.pile[kind / ranks]));
    }
    return kinds;
}

static unsigned deck_size(const dx_rules *rules)
{
    uint8_t copies[DX_HANABI_KINDS];
    unsigned kinds = pack(rules, 0, copies), cards = 0;
    for (unsigned kind = 0; kind < kinds; kind++)
        cards += copies[kind];
    return cards;
}

static dx_status check(const dx_rules *rules, dx_error *error)
{
    dx_hanabi_start start;
    if (starts_later(rules) &&
        dx_hanabi_start_read(rules, &start, error) != DX_OK)
        return DX_ERR_INPUT;
    unsigned need = dx_players(rules) * dx_hanabi_hand_size(rules);
    unsigned have = deck_size(rules);
    if (need > have)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "%u hands of %u need %u cards and the deck has %u: "
                       "fewer players, a smaller hand or more colours",
                       dx_players(rules), dx_hanabi_hand_size(rules), need,
                       have);
    return DX_OK;
}

static size_t table_bytes(const dx_rules *rules)
{
    (void)rules;
    return sizeof(dx_hanabi);
}

// Tables instead of divisions: half of the time of a playout.
static void lay_out_kinds(dx_hanabi *t)
{
    for (unsigned kind = 0; kind < dx_hanabi_kinds(t); kind++) {
        unsigned colour = kind / t->ranks, rank = kind % t->ranks;
        t->colour_of[kind] = (uint8_t)colour;
        t->rank_of[kind] = (uint8_t)rank;
        t->clues_of[kind] =
            (uint16_t)(1U << colour | 1U << (t->colours + rank));
        t->of_clue[colour] |= UINT32_C(1) << kind;
        t->of_clue[t->colours + rank] |= UINT32_C(1) << kind;
    }
}

static void start_later(dx_hanabi *t, const dx_rules *rules)
{
    dx_hanabi_start start;
    if (dx_hanabi_start_read(rules, &start, NULL) != DX_OK)
        return;
    memcpy(t->pile, start.pile, sizeof t->pile);
    memcpy(t->discarded, start.gone, sizeof t->discarded);
    t->tokens = start.tokens;
    t->lives = start.lives;
    t->turn = start.next;
    for (unsigned kind = 0; kind < dx_hanabi_kinds(t); kind++) {
        bool on_pile = dx_hanabi_dead(t, kind);
        t->before[kind] = (uint8_t)(start.gone[kind] + on_pile);
        t->score = (uint8_t)(t->score + on_pile);
    }
}

static void setup(void *table, const dx_rules *rules)
{
    dx_hanabi *t = table;
    const int *value = rules->params.value;
    t->players = (uint8_t)value[PLAYERS];
    t->colours = (uint8_t)value[COLOURS];
    t->ranks = (uint8_t)value[RANKS];
    t->hand_size = (uint8_t)dx_hanabi_hand_size(rules);
    t->tokens = t->tokens_max = (uint8_t)value[TOKENS];
    t->lives = (uint8_t)value[LIVES];
    t->last_turns = (uint8_t)(value[LAST] * value[PLAYERS]);
    t->bomb_is_zero = value[BOMB] == 1;
    t->back_for_top = value[BACK] == 1;
    t->throw_when_full = value[FULL] == 1;
    t->empty_hints = value[EMPTY] == 1;
    t->open = value[OPEN] == 1;
    t->deck_plays = value[BLIND] == 1;
    for (unsigned rank = 0; rank < t->ranks; rank++)
        t->copies[rank] = (uint8_t)dx_hanabi_copies(rules, rank);
    lay_out_kinds(t);
    pack(rules, 0, t->unseen);
    t->deck = (uint8_t)deck_size(rules);
    t->draws_for = 0;
    t->turns_left = DX_HANABI_NOT_YET;
    if (starts_later(rules))
        start_later(t, rules);
}

// With last rounds longer than a hand a seat may have neither a card left nor
// a hint to give; the game is over then.
static bool is_stuck(const dx_hanabi *t)
{
    if (t->size[t->turn] > 0)
        return false;
    unsigned cards = 0;
    for (unsigned seat = 0; seat < t->players; seat++)
        cards += t->size[seat];
    return t->tokens == 0 || (cards == 0 && !t->empty_hints);
}

static unsigned turn(const void *truth)
{
    const dx_hanabi *t = truth;
    if (t->draws_for != DX_NONE)
        return DX_NATURE;
    if (t->lives == 0 || t->turns_left == 0 ||
        t->score == t->colours * t->ranks || is_stuck(t))
        return DX_OVER;
    return t->turn;
}

static dx_event draw_event(const dx_hanabi *t, unsigned kind)
{
    unsigned verb = t->open ? DX_HANABI_OPEN : DX_HANABI_DRAW;
    return dx_with(dx_event_new(verb, t->draws_for), 0, kind);
}

static unsigned chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    const dx_hanabi *t = truth;
    unsigned count = 0;
    for (unsigned kind = 0; kind < dx_hanabi_kinds(t); kind++)
        if (t->unseen[kind] > 0) {
            out[count] = draw_event(t, kind);
            out_weight[count++] = t->unseen[kind];
        }
    return count;
}

static dx_event answer(const void *truth, dx_deal *deal)
{
    const dx_hanabi *t = truth;
    return draw_event(t, dx_deal_next(deal, 0, 0, NULL, t->drawn));
}

// The clues that name a card of a hand, as bits.
static unsigned clues_for(const dx_hanabi *t, unsigned seat)
{
    unsigned clues = 0;
    if (t->empty_hints)
        return (1U << (t->colours + t->ranks)) - 1;
    for (unsigned slot = 0; slot < t->size[seat]; slot++)
        clues |= t->clues_of[t->hand[seat][slot]];
    return clues;
}

// Hints in the order of seats from the mover's left, colours before ranks.
static unsigned hints(const dx_hanabi *t, unsigned seat, dx_event *out)
{
    unsigned count = 0;
    dx_event hint = dx_event_new(DX_HANABI_HINT, seat);
    for (unsigned step = 1; step < t->players; step++) {
        unsigned to =
            seat + step < t->players ? seat + step : seat + step - t->players;
        dx_event there = dx_with(hint, 0, to);
        unsigned clues = clues_for(t, to);
        for (; clues != 0; clues &= clues - 1)
            out[count++] = dx_with(there, 1, (unsigned)__builtin_ctz(clues));
    }
    return count;
}

static unsigned moves(const void *table, unsigned seat, dx_event *out)
{
    const dx_hanabi *t = table;
    unsigned count = 0;
    for (unsigned slot = 0; slot < t->size[seat]; slot++)
        out[count++] = dx_with(dx_event_new(DX_HANABI_PLAY, seat), 0, slot);
    if (t->tokens < t->tokens_max || t->throw_when_full)
        for (unsigned slot = 0; slot < t->size[seat]; slot++)
            out[count++] =
                dx_with(dx_event_new(DX_HANABI_THROW, seat), 0, slot);
    if (t->tokens > 0)
        count += hints(t, seat, out + count);
    if (t->deck_plays && t->deck == 1)
        out[count++] = dx_event_new(DX_HANABI_BLIND, seat);
    return count;
}

// The slots of a hand with a card of `kinds`, as bits.
static unsigned slots_with(const dx_hanabi *t, unsigned seat, uint32_t kinds)
{
    unsigned slots = 0;
    for (unsigned slot = 0; slot < t->size[seat]; slot++)
        slots |= (kinds >> t->hand[seat][slot] & 1) << slot;
    return slots;
}

// The card of a deck that has one.
static unsigned last_card(const dx_hanabi *t)
{
    unsigned kind = 0;
    while (t->unseen[kind] == 0)
        kind++;
    return kind;
}

static dx_event decide(const void *truth, dx_event move)
{
    const dx_hanabi *t = truth;
    if (move.verb == DX_HANABI_BLIND) {
        unsigned last = last_card(t);
        return dx_with(dx_with(move, 0, last), 1, dx_hanabi_playable(t, last));
    }
    if (move.verb == DX_HANABI_HINT)
        return dx_with(move, 2,
                       slots_with(t, move.arg[0], t->of_clue[move.arg[1]]));
    unsigned kind = t->hand[move.who][move.arg[0]];
    move = dx_with(move, 1, kind);
    if (move.verb == DX_HANABI_PLAY)
        move = dx_with(move, 2, dx_hanabi_playable(t, kind));
    return move;
}

static void fold_draw(dx_hanabi *t, unsigned seat, unsigned kind)
{
    unsigned slot = t->size[seat]++;
    t->hand[seat][slot] = (uint8_t)kind;
    t->order[seat][slot] = t->drawn++;
    t->could[seat][slot] = (UINT32_C(1) << dx_hanabi_kinds(t)) - 1;
    if (kind != DX_HOLE)
        t->unseen[kind]--;
    t->deck--;
    if (t->drawn < t->players * t->hand_size) { // still dealing
        t->draws_for = (uint8_t)(t->drawn / t->hand_size);
        return;
    }
    t->draws_for = DX_NONE;
    if (t->deck == 0 && t->turns_left == DX_HANABI_NOT_YET)
        t->turns_left = t->last_turns;
}

static void shift_out(uint8_t *at, unsigned slot, unsigned size)
{
    for (; slot + 1 < size; slot++)
        at[slot] = at[slot + 1];
    at[slot] = 0;
}

// The card in `slot` is seen by all and leaves the hand.
static void leave_hand(dx_hanabi *t, unsigned seat, unsigned slot,
                       unsigned kind)
{
    unsigned size = t->size[seat]--;
    if (t->hand[seat][slot] == DX_HOLE)
        t->unseen[kind]--;
    shift_out(t->hand[seat], slot, size);
    shift_out(t->order[seat], slot, size);
    for (unsigned i = slot; i + 1 < size; i++)
        t->could[seat][i] = t->could[seat][i + 1];
    t->could[seat][size - 1] = 0;
    unsigned below = (1U << slot) - 1;
    t->touched[seat] = (uint8_t)((t->touched[seat] & below) |
                                 (t->touched[seat] >> 1 & ~below));
}

static void end_turn(dx_hanabi *t)
{
    if (t->turns_left != DX_HANABI_NOT_YET)
        t->turns_left--;
    t->turn = (uint8_t)(t->turn + 1 == t->players ? 0 : t->turn + 1);
}

static void lay(dx_hanabi *t, unsigned kind, bool fits)
{
    unsigned colour = t->colour_of[kind];
    if (fits) {
        t->pile[colour]++;
        t->score++;
        if (t->pile[colour] == t->ranks && t->back_for_top &&
            t->tokens < t->tokens_max)
            t->tokens++;
    } else {
        t->discarded[kind]++;
        t->lives--;
    }
}

static void fold_play(dx_hanabi *t, dx_event event)
{
    leave_hand(t, event.who, event.arg[0], event.arg[1]);
    lay(t, event.arg[1], event.arg[2]);
}

// As if it had been drawn and played at once: the deck is empty then.
static void fold_blind(dx_hanabi *t, dx_event event)
{
    t->unseen[event.arg[0]]--;
    t->deck--;
    t->drawn++;
    lay(t, event.arg[0], event.arg[1]);
    end_turn(t);
    if (t->lives > 0)
        t->turns_left = t->last_turns;
}

static void fold_hint(dx_hanabi *t, dx_event event)
{
    uint32_t kinds = t->of_clue[event.arg[1]];
    unsigned to = event.arg[0], slots = event.arg[2];
    for (unsigned slot = 0; slot < t->size[to]; slot++)
        t->could[to][slot] &= slots >> slot & 1 ? kinds : ~kinds;
    t->touched[to] |= (uint8_t)slots;
    t->tokens--;
}

static void fold(void *table, dx_event event)
{
    dx_hanabi *t = table;
    switch (event.verb) {
    case DX_HANABI_DRAW:
    case DX_HANABI_OPEN:
        fold_draw(t, event.who, event.arg[0]);
        return;
    case DX_HANABI_BLIND:
        fold_blind(t, event);
        return;
    case DX_HANABI_PLAY:
        fold_play(t, event);
        break;
    case DX_HANABI_THROW:
        leave_hand(t, event.who, event.arg[0], event.arg[1]);
        t->discarded[event.arg[1]]++;
        if (t->tokens < t->tokens_max)
            t->tokens++;
        break;
    default:
        fold_hint(t, event);
    }
    end_turn(t);
    if (dx_hanabi_leaves(event) && t->deck > 0 && t->lives > 0)
        t->draws_for = event.who;
}

static int score(const void *table, unsigned seat)
{
    const dx_hanabi *t = table;
    (void)seat;
    return t->lives == 0 && t->bomb_is_zero ? 0 : t->score;
}

static int best(const dx_rules *rules)
{
    return rules->params.value[COLOURS] * rules->params.value[RANKS];
}

// Two truths that a seat cannot tell apart: the same in public, and the same
// cards in all hands but its own.  A bystander sees what every seat sees: no
// hand at all.
static bool alike(const dx_rules *rules DX_UNUSED, const void *truth,
                  const void *other, unsigned seat)
{
    const dx_hanabi *a = truth, *b = other;
    if (memcmp(a, b, offsetof(dx_hanabi, hand)) != 0)
        return false;
    for (unsigned s = 0; s < a->players; s++)
        if ((a->open || (s != seat && seat != DX_BYSTANDER)) &&
            memcmp(a->hand[s], b->hand[s], a->size[s]) != 0)
            return false;
    return true;
}

static void cards(const void *truth, unsigned number, uint8_t *out_copies)
{
    const dx_hanabi *t = truth;
    assert(number == 0);
    (void)number;
    for (unsigned kind = 0; kind < dx_hanabi_kinds(t); kind++)
        out_copies[kind] = (uint8_t)(t->unseen[kind] + t->discarded[kind] +
                                     dx_hanabi_dead(t, kind) - t->before[kind]);
    for (unsigned seat = 0; seat < t->players; seat++)
        for (unsigned slot = 0; slot < t->size[seat]; slot++)
            out_copies[t->hand[seat][slot]]++;
}

const dx_game dx_game_hanabi = {
    .name = "hanabi",
    .help = "build five fireworks together; everybody sees your hand but you",
    .version = 1,
    .schema = {params, presets},
    .verbs = verbs,
    .atoms = dx_hanabi_atoms,
    .domains = dx_hanabi_domains,
    .words = &dx_hanabi_words,
    .quantities = dx_hanabi_quantities,
    .places = &dx_hanabi_places,
    .reckoners = dx_hanabi_reckoners,
    .team = true,
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
    .values = dx_hanabi_values,
    .say = dx_hanabi_say,
    .show = dx_hanabi_show,
    .state = dx_hanabi_state,
    .alike = alike,
    .cards = cards,
};
