// game/game.h -- what a game is: a table of functions over a flat table.
//
// A *table* (the thing on which cards lie) is either the truth or one seat's
// *sight*: the same struct with DX_HOLE where the seat does not know.  Both
// start from `setup`, which knows no secret, and go on by `fold`, the same
// code for both: the truth folds whole events, a sight folds masked ones.
//
//     setup ── nature deals: answer (or chances) ──► event ── fold ──► ...
//           └─ a seat moves: moves, then decide  ──► event ── fold ──► ...
//
// Laws (tests/game/conformance_test.c checks them for every game):
//  1. moves(truth, s) == moves(sight of s, s), in the same order.
//  2. Only decide, chances, answer and turn read secrets.  fold never computes
//     from a hole: a hole it is given it stores or counts as unknown.
//  3. fold never reads event.next.  Who is next may depend on secrets, so the
//     referee asks turn(truth) after the fold and stamps it for all to see.
//  4. Cards are named by kind or by public place, never by a hidden handle: a
//     slot number of a hidden hand would tell when the card was drawn.
//  5. A table holds each seat's private past as far as rules or beliefs need
//     it (what it threw face down, what it looked at).
//  6. At the end every sight knows every score: what a score depends on is
//     shown by an event before the game is over.
//  7. The same events always fold to the same bytes (zero the padding: setup
//     gets a table of zeros).
// A turn of several actions is several moves.  Simultaneous moves are hidden
// commitments, one seat after the other.  docs/adding-a-game.md has the steps.

#ifndef DX_GAME_GAME_H
#define DX_GAME_GAME_H

#include "base/base.h"
#include "base/text.h"
#include "game/claim.h"
#include "game/event.h"
#include "game/params.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dx_game dx_game;
typedef struct dx_deal dx_deal;
typedef struct dx_reckoner dx_reckoner;
typedef struct dx_places dx_places;
typedef struct dx_source dx_source;
typedef struct dx_words dx_words;

// A game with its parameters chosen.  Plain value; params.value[0] is always
// the number of players.
typedef struct dx_rules {
    const dx_game *game;
    dx_params params;
} dx_rules;

static inline unsigned dx_players(const dx_rules *rules)
{
    return (unsigned)rules->params.value[0];
}

enum { DX_TERM_ARGS = 4, DX_SCORE_HIDDEN = INT_MIN };

// A fact that formulas may ask about, `holds(2,1,r3)`: the types of its
// arguments as in dx_arg.  `holds` is given a table without holes.  `claim`
// says the same of the game's hidden places (game/places.h), by a bystander's
// sight; NULL: the fact is in every sight.
typedef struct dx_atom dx_atom;
struct dx_atom {
    const char *name; // NULL ends the table
    const char *help;
    const char *type[DX_TERM_ARGS];
    bool (*holds)(const dx_atom *self, const void *table, const int *args);
    dx_claim (*claim)(const dx_atom *self, const void *sight, const int *args,
                      dx_claims *out);
    const void *data; // the game's own
    bool in_sight;    // of a game without places: every sight has it
};

// Has every sight the fact as the truth has it?
bool dx_atom_is_in_sight(const dx_game *game, const dx_atom *atom);

static inline bool dx_atom_holds(const dx_atom *atom, const void *table,
                                 const int *args)
{
    return atom->holds(atom, table, args);
}

// A number that formulas may compare, `tokens >= 3`, `pile(red) = 5`.
typedef struct dx_quantity dx_quantity;
struct dx_quantity {
    const char *name; // NULL ends the table
    const char *help;
    const char *type[DX_TERM_ARGS];
    int (*value)(const dx_quantity *self, const void *table, const int *args);
    dx_claim (*claim)(const dx_quantity *self, const void *sight,
                      const int *args, dx_claims *out);
    const void *data;
    bool in_sight; // of a game without places: every sight has it
};

static inline int dx_quantity_value(const dx_quantity *quantity,
                                    const void *table, const int *args)
{
    return quantity->value(quantity, table, args);
}

// Has every sight the number as the truth has it?
bool dx_quantity_is_in_sight(const dx_game *game, const dx_quantity *quantity);

// A set that quantifiers range over, `x in hand(2)`; its members are values
// of `member`.  Writes at most DX_VALUES_MAX of them and returns how many.
// `claim` says that `member` is one.
typedef struct dx_domain dx_domain;
struct dx_domain {
    const char *name; // NULL ends the table
    const char *help, *member;
    const char *type[DX_TERM_ARGS];
    unsigned (*members)(const dx_domain *self, const void *table,
                        const int *args, int *out);
    // Members are what this fact is true of, as its last argument; NULL: every
    // sight has them all.
    const dx_atom *is;
    const void *data;
};

static inline unsigned dx_domain_members(const dx_domain *domain,
                                         const void *table, const int *args,
                                         int *out)
{
    return domain->members(domain, table, args, out);
}

// That `member` is one, for a domain whose members a fact is true of.
static inline dx_claim dx_domain_claim(const dx_domain *domain,
                                       const void *sight, const int *args,
                                       int member, dx_claims *out)
{
    int all[DX_TERM_ARGS + 1];
    unsigned count = 0;
    for (; count < DX_TERM_ARGS && domain->type[count] != NULL; count++)
        all[count] = args[count];
    all[count] = member;
    return domain->is->claim(domain->is, sight, all, out);
}

struct dx_game {
    const char *name, *help;
    unsigned version; // raised when a record would replay differently
    dx_schema schema; // the first parameter is `players`
    const dx_verb *verbs;
    const dx_atom *atoms;                // may be NULL
    const dx_quantity *quantities;       // may be NULL
    const dx_domain *domains;            // may be NULL
    const dx_words *words;               // may be NULL; game/words.h
    const dx_places *places;             // may be NULL; game/places.h
    const dx_reckoner *const *reckoners; // ends with NULL; may be NULL
    const dx_source *const *sources;     // the same; game/source.h
    bool team;                           // one score for all seats
    // The game's own: what was read from a file, say.  Reached by its rules;
    // `setup` may lay the pointer on the table for who is given no rules.
    const void *data;
    // The text that it was read from, which its records carry; NULL: none.
    const char *source;

    // Refuses parameters that do not go together.  NULL: all do.
    dx_status (*check)(const dx_rules *rules, dx_error *error);
    // The card kinds of pack 0, 1, ... that are shuffled: writes how many
    // copies each kind has and returns the number of kinds; 0: no such pack.
    unsigned (*pack)(const dx_rules *rules, unsigned pack, uint8_t *copies);

    size_t (*table_bytes)(const dx_rules *rules); // flat: memcpy clones it
    // Fills a table of zeros with what is before any event.
    void (*setup)(void *table, const dx_rules *rules);

    // Who is next: a seat, DX_NATURE or DX_OVER.
    unsigned (*turn)(const void *truth);
    // Where nature is next: everything it may do with integer weights > 0
    // (how many ways), and what it does under a deal.
    unsigned (*chances)(const void *truth, dx_event *out, uint32_t *out_weight);
    dx_event (*answer)(const void *truth, dx_deal *deal);
    // What `seat`, being next, may do; at least one move, all different.
    unsigned (*moves)(const void *table, unsigned seat, dx_event *out);
    // The move with its outcome arguments filled in.
    dx_event (*decide)(const void *truth, dx_event move);
    void (*fold)(void *table, dx_event event);

    // The score of `seat` so far, DX_SCORE_HIDDEN where the table has not
    // enough to tell.
    int (*score)(const void *table, unsigned seat);
    int (*best)(const dx_rules *rules);  // the highest score; NULL: no bound
    int (*worst)(const dx_rules *rules); // the lowest; NULL: 0
    // Did `seat` win, now that it is over?  NULL: the highest score wins; in
    // a team game the best score does.
    bool (*won)(const void *table, unsigned seat);

    // How many values a type of the game has, and the word for each: without
    // blanks, and no two of a type alike.
    unsigned (*values)(const dx_rules *rules, const char *type);
    void (*say)(const dx_rules *rules, const char *type, unsigned value,
                dx_text *out);
    // The table for a person, a few lines, holes as '?'.
    void (*show)(const void *table, dx_text *out);
    // The same for a program: one JSON object, holes as null (docs/api.md has
    // those that there are).  NULL: {}.
    void (*state)(const dx_rules *rules, const void *table, dx_text *out);

    // For the tests, written from the rules and without looking at the
    // audience table: does `seat` (or DX_BYSTANDER) know the same at two
    // truths?  May it mistake one move for the other (NULL: all moves are
    // made in the open)?  And the copies of each kind of a pack that are
    // anywhere in the truth (NULL: nothing to count).
    bool (*alike)(const dx_rules *rules, const void *truth, const void *other,
                  unsigned seat);
    bool (*moves_alike)(const dx_rules *rules, dx_event move, dx_event other,
                        unsigned seat);
    void (*cards)(const void *truth, unsigned pack, uint8_t *out_copies);
};

// The fact, or number, of that name; NULL: none.
const dx_atom *dx_atom_named(const dx_game *game, const char *name);
const dx_quantity *dx_quantity_named(const dx_game *game, const char *name);

// A table as JSON: the truth, or a sight.
static inline void dx_rules_state(const dx_rules *rules, const void *table,
                                  dx_text *out)
{
    if (rules->game->state != NULL)
        rules->game->state(rules, table, out);
    else
        dx_text_add(out, "{}");
}

// Reads `hanabi(report,players=4)`; `games` ends with NULL (games/games.h).
DX_MUST_USE dx_status dx_rules_parse(const dx_game *const *games,
                                     const char *text, dx_rules *out_rules,
                                     dx_error *error);

// The game's normal rules.
dx_rules dx_rules_normal(const dx_game *game);

// Did `seat` win, by the table (a truth, or a sight) of a game that is over?
bool dx_rules_won(const dx_rules *rules, const void *table, unsigned seat);

// The value of the parameter called `name`, which must be one.
int dx_rules_value(const dx_rules *rules, const char *name);

// "hanabi(players=5,lives=3,...)", every parameter; the short form leaves out
// what is normal.  Both can be read again.
void dx_rules_print(const dx_rules *rules, dx_text *out);
void dx_rules_print_short(const dx_rules *rules, dx_text *out);

// The words of the verb and types: "seat" counts from 1, "number" is a plain
// number, "flag" is no or yes; the rest is the game's.
unsigned dx_type_values(const dx_rules *rules, const char *type);
void dx_type_say(const dx_rules *rules, const char *type, unsigned value,
                 dx_text *out);
// The value of a word; false if the type has none such.
bool dx_type_read(const dx_rules *rules, const char *type, const char *word,
                  size_t length, unsigned *out_value);

#endif
