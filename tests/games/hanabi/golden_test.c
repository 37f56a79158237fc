// The golden Hanabi states on the game's own table: what a player knows of its
// slots, by the sets that counting leaves and by the engine behind questions.

#include "agents/hanabi/own_hand.h"
#include "games/games.h"
#include "minds/reckoner.h"
#include "test.h"
#include "worlds/golden.h"

#include <stdio.h>
#include <string.h>

enum { RANKS = 5, KINDS = 25 };

static unsigned kind_of(const json_t *file, const char *card)
{
    const char *colours = json_string_value(json_object_get(file, "colours"));
    const char *colour = strchr(colours, card[0]);
    CHECK(colour != NULL);
    return (unsigned)(colour - colours) * RANKS + (unsigned)(card[1] - '1');
}

static void lay_piles(const json_t *file, const json_t *state, dx_hanabi *t)
{
    const char *colour;
    json_t *top, *card;
    size_t i;
    json_object_foreach (json_object_get(state, "piles"), colour, top) {
        unsigned first = kind_of(file, (const char[]){colour[0], '1', 0});
        t->pile[first / RANKS] = (uint8_t)json_integer_value(top);
        for (unsigned rank = 0; rank < t->pile[first / RANKS]; rank++)
            t->unseen[first + rank]--;
    }
    json_array_foreach (json_object_get(state, "discards"), i, card) {
        unsigned kind = kind_of(file, json_string_value(card));
        t->discarded[kind]++;
        t->unseen[kind]--;
    }
}

static void fill_hands(const json_t *file, const json_t *state, unsigned seat,
                       dx_hanabi *t)
{
    json_t *hand, *card;
    size_t player, slot;
    json_array_foreach (json_object_get(state, "hands"), player, hand) {
        t->size[player] = (uint8_t)json_array_size(hand);
        json_array_foreach (hand, slot, card) {
            unsigned kind = kind_of(file, json_string_value(card));
            bool is_own = player == seat;
            t->hand[player][slot] = is_own ? DX_HOLE : (uint8_t)kind;
            t->unseen[kind] = (uint8_t)(t->unseen[kind] - !is_own);
            t->could[player][slot] = (UINT32_C(1) << KINDS) - 1;
        }
    }
}

// A hint to one hand; without negative information the slots that it does not
// name learn nothing.
static void fold_hint(const json_t *file, const json_t *hint, bool negative,
                      unsigned player, dx_hanabi *t)
{
    const json_t *what = json_object_get(hint, "what");
    unsigned touched = 0;
    uint32_t named =
        json_is_integer(what)
            ? dx_hanabi_of_rank(t, (unsigned)json_integer_value(what) - 1)
            : dx_hanabi_of_colour(
                  t, kind_of(file, (const char[]){json_string_value(what)[0],
                                                  '1', 0}) /
                         RANKS);
    size_t i;
    json_t *slot;
    json_array_foreach (json_object_get(hint, "slots"), i, slot)
        touched |= 1U << json_integer_value(slot);
    for (unsigned at = 0; at < t->size[player]; at++)
        if (touched >> at & 1)
            t->could[player][at] &= named;
        else if (negative)
            t->could[player][at] &= ~named;
}

// What `seat` sees of a golden state.
static dx_hanabi sight_of(const json_t *file, const json_t *state,
                          unsigned seat, bool negative, dx_rules *out_rules)
{
    dx_hanabi t = {0};
    char rules[64];
    snprintf(rules, sizeof rules, "hanabi(players=%d)",
             (int)worlds_number(state, "players"));
    CHECK_EQ(dx_rules_parse(dx_games(), rules, out_rules, NULL), DX_OK);
    dx_game_hanabi.setup(&t, out_rules);
    lay_piles(file, state, &t);
    fill_hands(file, state, seat, &t);
    json_t *hints, *hint;
    size_t player, i;
    json_array_foreach (json_object_get(state, "hints"), player, hints)
        json_array_foreach (hints, i, hint)
            fold_hint(file, hint, negative, (unsigned)player, &t);
    t.turn = (uint8_t)seat;
    t.draws_for = DX_NONE;
    t.deck = (uint8_t)worlds_number(state, "deck_size");
    t.drawn = (uint8_t)(50 - t.deck);
    return t;
}

// The names of the golden file, and ours.
static const char *const statuses[][2] = {{"playable", "playable"},
                                          {"dead", "dead"},
                                          {"dead_ext", "doomed"},
                                          {"dispensable", "dispensable"},
                                          {"duplicate", "duplicate"}};
enum { STATUSES = sizeof statuses / sizeof *statuses };

static const dx_atom *atom_named(const char *name)
{
    const dx_atom *atom = dx_hanabi_atoms;
    while (strcmp(atom->name, name) != 0)
        atom++;
    return atom;
}

// Is the atom true of the slot with each of the kinds that it may hold?
static bool is_sure(const dx_hanabi *sight, unsigned seat, unsigned slot,
                    uint32_t kinds, const dx_atom *atom)
{
    dx_hanabi imagined = *sight;
    for (; kinds != 0; kinds &= kinds - 1) {
        imagined.hand[seat][slot] = (uint8_t)__builtin_ctz(kinds);
        if (!dx_atom_holds(atom, &imagined,
                           (const int[]){(int)seat, (int)slot}))
            return false;
    }
    return true;
}

// The same from the reckoner: what is certain has the chance 1.  It passes on
// duplicates, for which worlds are listed: they hang on other hands too.
static bool engine_says(const void *self, unsigned seat, unsigned slot,
                        const dx_atom *atom, bool right)
{
    const dx_reckoner *reckoner = dx_hanabi_reckoners[0];
    const int args[DX_TERM_ARGS] = {(int)seat, (int)slot};
    dx_fraction exact;
    double rounded;
    dx_status status = reckoner->chance(self, atom, args, &exact, &rounded);
    if (strcmp(atom->name, "duplicate") == 0)
        return status == DX_ERR_UNSUPPORTED;
    CHECK_EQ(status, DX_OK);
    return dx_fraction_equal(exact, dx_fraction_int(1)) == right;
}

static void check_chance(const void *self, const char *name, const int *args,
                         const char *right)
{
    dx_fraction exact, want;
    double rounded;
    CHECK_EQ(dx_fraction_parse(right, &want), DX_OK);
    CHECK_EQ(dx_hanabi_reckoners[0]->chance(self, atom_named(name), args,
                                            &exact, &rounded),
             DX_OK);
    CHECK_THAT(dx_fraction_equal(exact, want), "%s of slot %d", name, args[1]);
}

static void check_chances(const json_t *file, const void *self, unsigned seat,
                          const json_t *right)
{
    dx_count hands;
    size_t at;
    json_t *slot, *odds;
    const char *card;
    dx_hanabi_reckoners[0]->count(self, &hands);
    CHECK_EQ((uint64_t)hands, worlds_number(right, "ordered"));
    json_array_foreach (json_object_get(right, "slots"), at, slot) {
        int args[DX_TERM_ARGS] = {(int)seat, (int)at};
        check_chance(self, "playable", args,
                     json_string_value(json_object_get(slot, "P_playable")));
        json_object_foreach (json_object_get(slot, "P"), card, odds) {
            args[2] = (int)kind_of(file, card);
            check_chance(self, "holds", args, json_string_value(odds));
        }
    }
}

// The slots that a status is listed with, as bits.
static unsigned listed(const json_t *right, const char *status)
{
    unsigned slots = 0;
    size_t i;
    json_t *slot;
    const json_t *list =
        json_object_get(json_object_get(right, "known_slots"), status);
    CHECK_THAT(json_is_array(list), "no %s", status);
    json_array_foreach (list, i, slot)
        slots |= 1U << json_integer_value(slot);
    return slots;
}

// One reading of one view; returns how many slots are known to be something.
static unsigned check_view(const json_t *file, const json_t *state,
                           unsigned seat, const json_t *right, bool negative)
{
    const dx_reckoner *reckoner = dx_hanabi_reckoners[0];
    dx_rules rules;
    uint32_t known[DX_HANABI_SLOTS];
    unsigned count = 0;
    dx_hanabi t = sight_of(file, state, seat, negative, &rules);
    dx_view view = {.rules = &rules, .sight = &t, .seat = seat, .turn = seat};
    void *self = reckoner->open(reckoner, &rules, seat, &(dx_assumption){0});
    CHECK_EQ(reckoner->follow(self, &view), DX_OK);
    check_chances(file, self, seat, right);
    dx_known_sets(&t, seat, known);
    for (unsigned i = 0; i < STATUSES; i++) {
        unsigned want = listed(right, statuses[i][0]);
        const dx_atom *atom = atom_named(statuses[i][1]);
        for (unsigned at = 0; at < t.size[seat]; at++) {
            bool is_known = want >> at & 1;
            CHECK_THAT(is_sure(&t, seat, at, known[at], atom) == is_known &&
                           engine_says(self, seat, at, atom, is_known),
                       "state %d, seat %u, slot %u: %s",
                       (int)worlds_number(state, "seed"), seat, at, atom->name);
            count += is_known;
        }
    }
    reckoner->close(self);
    return count;
}

static void check_unseen(const json_t *file, const json_t *state, unsigned seat,
                         const json_t *view)
{
    dx_rules rules;
    dx_hanabi t = sight_of(file, state, seat, true, &rules);
    unsigned unseen = 0;
    for (unsigned kind = 0; kind < KINDS; kind++)
        unseen += t.unseen[kind];
    CHECK_EQ(unseen, worlds_number(view, "unseen_cards"));
}

TEST(golden_hanabi_players_know_what_their_slots_are)
{
    json_t *file = worlds_golden("hanabi.json");
    json_t *state, *view;
    size_t i, j;
    unsigned known = 0;
    json_array_foreach (json_object_get(file, "states"), i, state)
        json_array_foreach (json_object_get(state, "views"), j, view) {
            unsigned seat = (unsigned)worlds_number(view, "player");
            check_unseen(file, state, seat, view);
            known += check_view(file, state, seat,
                                json_object_get(view, "full"), true);
            known += check_view(file, state, seat,
                                json_object_get(view, "positive_only"), false);
        }
    CHECK(known > 0);
    json_decref(file);
}
