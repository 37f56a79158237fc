// The rules of Yokai: yokai.h says what they are, board.h where cards may go.
//
// A turn is four actions, kept as bits: in the official order the lowest that
// is missing is next, in a free one any that is missing.  The turn ends with
// the last, and the game with the turn in which the last hint was placed.
//
// Colours are laid by nature, unseen, and hints are drawn when they are
// revealed; so nothing is hidden but colours.  How many hints of each size are
// in the game is known; which ones, and in which order, is not.  Of two
// shuffles one gives the order of the sizes and one that of the hints within
// each size.

#include "game/deal.h"
#include "games/yokai/yokai.h"

#include <assert.h>
#include <string.h>

enum {
    PLAYERS,
    COLOURS,
    COPIES,
    ORDER,
    HINTS,
    ONE,
    TWO,
    THREE,
};
enum { CARD_PACK, HINT_PACK, SIZE_PACK };

static const char *const orders[] = {"fixed", "free", NULL};
static const char *const ways[] = {"drawn", "chosen", NULL};

static const dx_param params[] = {
    [PLAYERS] = {"players", "seats at the table", 2, DX_YOKAI_SEATS, 2,
                 .choices = NULL},
    [COLOURS] = {"colours", "families", 2, DX_YOKAI_COLOURS, 4,
                 .choices = NULL},
    [COPIES] = {"copies", "cards of a family", 2, 4, 4, .choices = NULL},
    [ORDER] = {"order", "of the four actions of a turn", 0, 1, 0,
               .choices = orders},
    [HINTS] = {"hints", "how a hint is revealed", 0, 1, 0, .choices = ways},
    [ONE] = {"one", "hints of one colour; -1: as usual for the players", -1, 4,
             -1, .choices = NULL},
    [TWO] = {"two", "hints of two colours", -1, 6, -1, .choices = NULL},
    [THREE] = {"three", "hints of three colours", -1, 4, -1, .choices = NULL},
    {0},
};

static const dx_preset presets[] = {
    {"paper", "any order of actions, hints lie open and are chosen",
     "order=free,hints=chosen"},
    {"nine", "nine cards of three families", "colours=3,copies=3"},
    {"tiny", "four cards of two families, two hints", "colours=2,copies=2"},
    {"tiny-paper", "the same, actions in any order",
     "colours=2,copies=2,order=free,hints=chosen"},
    {0},
};

static const dx_verb verbs[] = {
    [DX_YOKAI_LAY] = {"lay", .chance = true,
                      .arg = {{"colour", "colour", DX_NOBODY, false}}},
    [DX_YOKAI_DRAW] = {"draw", .chance = true,
                       .arg = {{"hint", "hint", DX_ALL, false}}},
    [DX_YOKAI_LOOK] = {"look", .arg = {{"card", "card", DX_ALL, false},
                                       {"colour", "colour", DX_WHO, true}}},
    [DX_YOKAI_MOVE] = {"move", .arg = {{"card", "card", DX_ALL, false},
                                       {"row", "row", DX_ALL, false},
                                       {"column", "column", DX_ALL, false}}},
    [DX_YOKAI_STAY] = {"stay"},
    [DX_YOKAI_REVEAL] = {"reveal"},
    [DX_YOKAI_ACTIVATE] = {"activate",
                           .arg = {{"hint", "hint", DX_ALL, false}}},
    [DX_YOKAI_PLACE] = {"place", .arg = {{"hint", "hint", DX_ALL, false},
                                         {"card", "card", DX_ALL, false}}},
    [DX_YOKAI_STOP] = {"stop"},
    [DX_YOKAI_SHOW] = {"show", .chance = true,
                       .arg = {{"colour", "colour", DX_ALL, false}}},
    {0},
};

// ---- hints ----

static const uint8_t hints_of_four[] = {1, 2,  4,  8, 3,  5,  9,
                                        6, 10, 12, 7, 11, 13, 14};
static const uint8_t hints_of_three[] = {1, 2, 4, 3, 5, 6};
static const uint8_t hints_of_two[] = {1, 2};

unsigned dx_yokai_hint_colours(unsigned colours, unsigned hint)
{
    assert(hint < dx_yokai_hint_count(colours));
    return (colours == 4   ? hints_of_four
            : colours == 3 ? hints_of_three
                           : hints_of_two)[hint];
}

unsigned dx_yokai_hint_count(unsigned colours)
{
    return (1U << colours) - 2;
}

// The size of a hint, less one.
static unsigned size_of(unsigned colours, unsigned hint)
{
    unsigned mask = dx_yokai_hint_colours(colours, hint);
    return (unsigned)__builtin_popcount(mask) - 1;
}

// Hints of each size that there are in the box.
static unsigned in_box(unsigned colours, unsigned size)
{
    unsigned count = 0;
    for (unsigned hint = 0; hint < dx_yokai_hint_count(colours); hint++)
        count += size_of(colours, hint) == size;
    return count;
}

// Hints of a size that are in the game: as the rules were told, or as usual
// for so many players and as far as there are any.
static unsigned in_game(const dx_rules *rules, unsigned size)
{
    static const uint8_t usual[][DX_YOKAI_SIZES] = {
        {2, 3, 2}, {2, 4, 3}, {3, 4, 3}};
    const int *value = rules->params.value;
    unsigned box = in_box((unsigned)value[COLOURS], size);
    unsigned normal = usual[value[PLAYERS] - 2][size];
    if (value[ONE + size] >= 0)
        return (unsigned)value[ONE + size];
    return normal < box ? normal : box;
}

// ---- what there is ----

static unsigned card_count(const dx_rules *rules)
{
    return (unsigned)(rules->params.value[COLOURS] *
                      rules->params.value[COPIES]);
}

static dx_status check(const dx_rules *rules, dx_error *error)
{
    unsigned hints = 0, colours = (unsigned)rules->params.value[COLOURS];
    for (unsigned size = 0; size < DX_YOKAI_SIZES; size++) {
        unsigned wanted = in_game(rules, size), box = in_box(colours, size);
        if (wanted > box)
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "%u hints of %u colour%s: with %u families there "
                           "are %u; fewer hints or more colours",
                           wanted, size + 1, dx_plural(size + 1), colours, box);
        hints += wanted;
    }
    if (hints == 0 || hints + 2 > card_count(rules))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "%u hints for %u cards: expected one or more, and two "
                       "cards that none can lie on; set one, two and three",
                       hints, card_count(rules));
    return DX_OK;
}

static unsigned pack(const dx_rules *rules, unsigned number, uint8_t *copies)
{
    unsigned colours = (unsigned)rules->params.value[COLOURS];
    if (number == CARD_PACK) {
        memset(copies, rules->params.value[COPIES], colours);
        return colours;
    }
    if (number == HINT_PACK) {
        memset(copies, 1, dx_yokai_hint_count(colours));
        return dx_yokai_hint_count(colours);
    }
    for (unsigned size = 0; size < DX_YOKAI_SIZES; size++)
        copies[size] = (uint8_t)in_game(rules, size);
    return number == SIZE_PACK ? DX_YOKAI_SIZES : 0;
}

static size_t table_bytes(const dx_rules *rules)
{
    (void)rules;
    return sizeof(dx_yokai);
}

static void setup(void *table, const dx_rules *rules)
{
    dx_yokai *t = table;
    const int *value = rules->params.value;
    t->players = (uint8_t)value[PLAYERS];
    t->colours = (uint8_t)value[COLOURS];
    t->copies = (uint8_t)value[COPIES];
    t->cards = (uint8_t)card_count(rules);
    t->free_order = value[ORDER] != 0;
    t->chosen = value[HINTS] != 0;
    for (unsigned size = 0; size < DX_YOKAI_SIZES; size++) {
        t->of_size[size] = (uint8_t)in_game(rules, size);
        t->hints = (uint8_t)(t->hints + t->of_size[size]);
    }
    t->origin = (uint8_t)(2 * t->hints + 1); // as many moves as that, and one
    t->side = (uint8_t)(4 * t->hints + 4);
    t->first = DX_NONE;
    memset(t->mark, DX_NONE, sizeof t->mark);
    memset(t->colour, DX_NONE, sizeof t->colour);
    memset(t->left, t->copies, t->colours);
    t->board.count = t->cards;
    for (unsigned card = 0; card < t->cards; card++)
        t->board.square[card] = (uint16_t)dx_yokai_square(
            t->origin + card / t->copies, t->origin + card % t->copies);
}

// ---- nature ----

// Hints lie open from the start, and some are still missing.
static bool is_offering(const dx_yokai *t)
{
    return t->chosen && dx_yokai_drawn(t) < t->hints;
}

static unsigned turn(const void *truth)
{
    const dx_yokai *t = truth;
    if (t->laid < t->cards || is_offering(t) || t->drawing)
        return DX_NATURE;
    if (!t->ended)
        return t->turn;
    return t->shown < t->cards ? DX_NATURE : DX_OVER;
}

// How many of `size` may still come, and among how many hints they are.
static unsigned still_of(const dx_yokai *t, unsigned size, unsigned *out_among)
{
    *out_among = in_box(t->colours, size) - t->drawn[size];
    return (unsigned)(t->of_size[size] - t->drawn[size]);
}

static unsigned draw_chances(const dx_yokai *t, dx_event *out,
                             uint32_t *out_weight)
{
    enum { COMMON = 60 }; // a multiple of 1 to 6: as many as there are
    unsigned count = 0, among;
    for (unsigned hint = 0; hint < dx_yokai_hint_count(t->colours); hint++) {
        unsigned still = still_of(t, size_of(t->colours, hint), &among);
        if (t->hint[hint] != DX_YOKAI_UNSEEN || still == 0)
            continue;
        out[count] = dx_with(dx_event_new(DX_YOKAI_DRAW, DX_NATURE), 0, hint);
        out_weight[count++] = still * (COMMON / among);
    }
    return count;
}

static unsigned chances(const void *truth, dx_event *out, uint32_t *out_weight)
{
    const dx_yokai *t = truth;
    unsigned count = 0;
    if (t->ended) {
        out[0] = dx_with(dx_event_new(DX_YOKAI_SHOW, DX_NATURE), 0,
                         t->colour[t->shown]);
        out_weight[0] = 1;
        return 1;
    }
    if (t->laid == t->cards)
        return draw_chances(t, out, out_weight);
    for (unsigned colour = 0; colour < t->colours; colour++)
        if (t->left[colour] > 0) {
            out[count] =
                dx_with(dx_event_new(DX_YOKAI_LAY, DX_NATURE), 0, colour);
            out_weight[count++] = t->left[colour];
        }
    return count;
}

static dx_event answer(const void *truth, dx_deal *deal)
{
    const dx_yokai *t = truth;
    uint8_t copies[DX_YOKAI_HINTS];
    dx_event event;
    uint32_t weight;
    if (t->laid < t->cards)
        return dx_with(dx_event_new(DX_YOKAI_LAY, DX_NATURE), 0,
                       dx_deal_next(deal, CARD_PACK, 0, NULL, t->laid));
    if (t->ended) {
        chances(truth, &event, &weight);
        return event;
    }
    unsigned size = dx_deal_next(deal, SIZE_PACK, 0, NULL, dx_yokai_drawn(t));
    for (unsigned hint = 0; hint < dx_yokai_hint_count(t->colours); hint++)
        copies[hint] = size_of(t->colours, hint) == size;
    return dx_with(dx_event_new(DX_YOKAI_DRAW, DX_NATURE), 0,
                   dx_deal_next(deal, HINT_PACK, 0, copies, t->drawn[size]));
}

// ---- what a seat may do ----

// May one of `actions` come next?
static bool is_next(const dx_yokai *t, unsigned actions)
{
    unsigned missing = DX_YOKAI_ACTIONS & ~t->done;
    unsigned next = t->free_order ? missing : missing & -missing;
    return (next & actions) != 0;
}

static unsigned add_looks(const dx_yokai *t, unsigned seat, dx_event *out)
{
    unsigned count = 0;
    for (unsigned card = 0; card < t->cards; card++)
        if (!dx_yokai_is_marked(t, card) && card != t->first)
            out[count++] = dx_with(dx_event_new(DX_YOKAI_LOOK, seat), 0, card);
    return count;
}

static unsigned add_moves(const dx_yokai *t, unsigned seat, dx_event *out)
{
    dx_yokai_shape shape;
    uint8_t target[DX_YOKAI_RIM];
    unsigned count = 0;
    dx_yokai_shape_init(&shape, &t->board);
    for (unsigned card = 0; card < t->cards; card++) {
        unsigned targets = dx_yokai_is_marked(t, card)
                               ? 0
                               : dx_yokai_targets(&shape, card, target);
        dx_event move = dx_with(dx_event_new(DX_YOKAI_MOVE, seat), 0, card);
        for (unsigned i = 0; i < targets; i++) {
            unsigned square = shape.rim[target[i]].square;
            out[count++] = dx_with(dx_with(move, 1, dx_yokai_row(square) - 1),
                                   2, dx_yokai_column(square) - 1);
        }
    }
    if (count == 0)
        out[count++] = dx_event_new(DX_YOKAI_STAY, seat);
    return count;
}

static unsigned add_places(const dx_yokai *t, unsigned seat, unsigned hint,
                           dx_event *out)
{
    unsigned count = 0;
    dx_event place = dx_with(dx_event_new(DX_YOKAI_PLACE, seat), 0, hint);
    for (unsigned card = 0; card < t->cards; card++)
        if (!dx_yokai_is_marked(t, card))
            out[count++] = dx_with(place, 1, card);
    return count;
}

static unsigned add_hints(const dx_yokai *t, unsigned seat, dx_event *out)
{
    unsigned count = 0;
    if (dx_yokai_drawn(t) < t->hints)
        out[count++] = dx_event_new(DX_YOKAI_REVEAL, seat);
    for (unsigned hint = 0; hint < dx_yokai_hint_count(t->colours); hint++) {
        if (t->hint[hint] == DX_YOKAI_OPEN)
            out[count++] =
                dx_with(dx_event_new(DX_YOKAI_ACTIVATE, seat), 0, hint);
        if (t->hint[hint] == DX_YOKAI_ACTIVE)
            count += add_places(t, seat, hint, out + count);
    }
    return count;
}

static unsigned moves(const void *table, unsigned seat, dx_event *out)
{
    const dx_yokai *t = table;
    unsigned count = 0;
    if (is_next(t, DX_YOKAI_LOOKED | DX_YOKAI_LOOKED_AGAIN))
        count += add_looks(t, seat, out);
    if (is_next(t, DX_YOKAI_MOVED))
        count += add_moves(t, seat, out + count);
    if (is_next(t, DX_YOKAI_HINTED))
        count += add_hints(t, seat, out + count);
    if (t->done == 0)
        out[count++] = dx_event_new(DX_YOKAI_STOP, seat);
    return count;
}

static dx_event decide(const void *truth, dx_event move)
{
    const dx_yokai *t = truth;
    return move.verb == DX_YOKAI_LOOK ? dx_with(move, 1, t->colour[move.arg[0]])
                                      : move;
}

// ---- what comes of it ----

static void see(dx_yokai *t, unsigned card, unsigned colour)
{
    if (colour != DX_HOLE && t->colour[card] == DX_HOLE) {
        t->colour[card] = (uint8_t)colour;
        t->left[colour]--;
    }
}

// One more action; after the last the next seat has its turn.
static void act(dx_yokai *t, unsigned action)
{
    t->done |= (uint8_t)action;
    if (t->done != DX_YOKAI_ACTIONS)
        return;
    t->done = 0;
    t->first = DX_NONE;
    t->turns++;
    t->turn = (uint8_t)(t->turn + 1 == t->players ? 0 : t->turn + 1);
    t->ended = t->placed == t->hints;
}

static void fold_draw(dx_yokai *t, unsigned hint)
{
    t->drawn[size_of(t->colours, hint)]++;
    t->hint[hint] = t->chosen ? DX_YOKAI_OPEN : DX_YOKAI_ACTIVE;
    if (t->drawing) {
        t->drawing = false;
        act(t, DX_YOKAI_HINTED);
    }
}

static void fold_look(dx_yokai *t, dx_event event)
{
    unsigned card = event.arg[0];
    bool again = (t->done & DX_YOKAI_LOOKED) != 0;
    see(t, card, event.arg[1]);
    t->looked[card] |= (uint8_t)(1U << event.who);
    if (!again)
        t->first = (uint8_t)card;
    act(t, again ? DX_YOKAI_LOOKED_AGAIN : DX_YOKAI_LOOKED);
}

static void fold_place(dx_yokai *t, unsigned hint, unsigned card)
{
    t->hint[hint] = DX_YOKAI_PLACED;
    t->mark[card] = (uint8_t)hint;
    t->placed++;
    act(t, DX_YOKAI_HINTED);
}

static void fold(void *table, dx_event event)
{
    dx_yokai *t = table;
    switch (event.verb) {
    case DX_YOKAI_LAY:
        t->colour[t->laid] = DX_HOLE;
        see(t, t->laid++, event.arg[0]);
        break;
    case DX_YOKAI_DRAW:
        fold_draw(t, event.arg[0]);
        break;
    case DX_YOKAI_LOOK:
        fold_look(t, event);
        break;
    case DX_YOKAI_MOVE:
        t->board.square[event.arg[0]] =
            (uint16_t)dx_yokai_square(event.arg[1] + 1U, event.arg[2] + 1U);
        act(t, DX_YOKAI_MOVED);
        break;
    case DX_YOKAI_STAY:
        act(t, DX_YOKAI_MOVED);
        break;
    case DX_YOKAI_REVEAL:
        t->drawing = true;
        break;
    case DX_YOKAI_ACTIVATE:
        t->hint[event.arg[0]] = DX_YOKAI_ACTIVE;
        act(t, DX_YOKAI_HINTED);
        break;
    case DX_YOKAI_PLACE:
        fold_place(t, event.arg[0], event.arg[1]);
        break;
    case DX_YOKAI_STOP:
        t->stopped = t->ended = true;
        break;
    default:
        see(t, t->shown++, event.arg[0]);
    }
}

// ---- how it ends ----

// The cards of each colour; false if one is not known.
static bool families(const dx_yokai *t, dx_yokai_cards out[DX_YOKAI_COLOURS])
{
    memset(out, 0, DX_YOKAI_COLOURS * sizeof *out);
    for (unsigned card = 0; card < t->cards; card++) {
        if (t->colour[card] >= t->colours)
            return false;
        out[t->colour[card]] |= dx_yokai_card(card);
    }
    return true;
}

int dx_yokai_points(const dx_yokai *t, unsigned wrong)
{
    unsigned active = dx_yokai_active(t);
    unsigned unused = t->hints - t->placed - active;
    return (int)(t->placed + 2 * active + 5 * unused) - 2 * (int)wrong;
}

static unsigned wrong_hints(const dx_yokai *t)
{
    unsigned wrong = 0;
    for (unsigned card = 0; card < t->cards; card++)
        if (dx_yokai_is_marked(t, card))
            wrong += !(dx_yokai_hint_colours(t->colours, t->mark[card]) >>
                           t->colour[card] &
                       1);
    return wrong;
}

// Is every family one group?  False also if a card is not known.
static bool is_gathered(const dx_yokai *t)
{
    dx_yokai_cards family[DX_YOKAI_COLOURS];
    dx_yokai_shape shape;
    if (!families(t, family))
        return false;
    dx_yokai_shape_init(&shape, &t->board);
    for (unsigned colour = 0; colour < t->colours; colour++)
        if (!dx_yokai_is_group(shape.beside, family[colour]))
            return false;
    return true;
}

static int score(const void *table, unsigned seat)
{
    const dx_yokai *t = table;
    dx_yokai_cards family[DX_YOKAI_COLOURS];
    (void)seat;
    if (!families(t, family))
        return DX_SCORE_HIDDEN;
    return is_gathered(t) ? dx_yokai_points(t, wrong_hints(t)) : 0;
}

static bool won(const void *table, unsigned seat)
{
    (void)seat;
    return is_gathered(table);
}

static int hint_sum(const dx_rules *rules)
{
    unsigned sum = 0;
    for (unsigned size = 0; size < DX_YOKAI_SIZES; size++)
        sum += in_game(rules, size);
    return (int)sum;
}

static int best(const dx_rules *rules)
{
    return 5 * hint_sum(rules);
}

static int worst(const dx_rules *rules)
{
    return -hint_sum(rules);
}

// ---- for the tests ----

// Two truths that a seat cannot tell apart: the same in public, and the cards
// that it has looked at or that were turned over have the same colours.
static bool alike(const dx_rules *rules DX_UNUSED, const void *truth,
                  const void *other, unsigned seat)
{
    const dx_yokai *a = truth, *b = other;
    if (memcmp(a, b, offsetof(dx_yokai, colour)) != 0)
        return false;
    for (unsigned card = 0; card < a->laid; card++) {
        bool knows = card < a->shown ||
                     (seat < a->players && (a->looked[card] >> seat & 1));
        if (knows && a->colour[card] != b->colour[card])
            return false;
    }
    return true;
}

static void cards(const void *truth, unsigned number, uint8_t *out_copies)
{
    const dx_yokai *t = truth;
    if (number == HINT_PACK) {
        for (unsigned hint = 0; hint < dx_yokai_hint_count(t->colours); hint++)
            out_copies[hint] = t->hint[hint] <= DX_YOKAI_PLACED;
    } else if (number == SIZE_PACK) {
        memcpy(out_copies, t->of_size, sizeof t->of_size);
    } else {
        memcpy(out_copies, t->left, t->colours);
        for (unsigned card = 0; card < t->laid; card++)
            out_copies[t->colour[card]]++;
    }
}

const dx_game dx_game_yokai = {
    .name = "yokai",
    .help = "gather families of hidden cards by looking, moving and hinting",
    .version = 1,
    .schema = {params, presets},
    .verbs = verbs,
    .atoms = dx_yokai_atoms,
    .quantities = dx_yokai_quantities,
    .domains = dx_yokai_domains,
    .words = &dx_yokai_words,
    .places = &dx_yokai_places,
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
    .worst = worst,
    .won = won,
    .values = dx_yokai_values,
    .say = dx_yokai_say,
    .show = dx_yokai_show,
    .state = dx_yokai_state,
    .alike = alike,
    .cards = cards,
};
