// games/saboteur/saboteur.h -- Saboteur: who digs for the gold, and who does
// not want it found?
//
// 3 to 10 dwarves (2 where worlds are to be listed), each with a secret role.
// Miners want a tunnel from the start to the one of three hidden goals that has
// the gold; saboteurs want the cards to run out before.  In its turn a seat
// lays a tunnel, plays an action (breaks or mends a tool, brings rocks down,
// looks at a goal), or throws a card away face down; then it draws.  A round
// ends with the gold or with the last card; then roles are shown and gold is
// paid.
//
// The table below is the truth, or a seat's sight of it.  Everything above
// `role` is seen by all and has the same bytes in every sight.  Hands are bags:
// who plays a card from a hand does not say when it was drawn.  What was hidden
// in a round that is over is gone from the table.
//
// The board has no edge: it is the list of tunnels that lie on it.  Columns
// count from the start, where 0 is, to the goals; rows from the start upwards.
// A tunnel is laid beside a card that is face up, so none is further from the
// start than tunnels and stones lie on the board, 43 at most; the bytes of an
// event have room for 48 in every direction.

#ifndef DX_GAMES_SABOTEUR_SABOTEUR_H
#define DX_GAMES_SABOTEUR_SABOTEUR_H

#include "game/game.h"

enum {
    DX_SABOTEUR_SEATS = 10,
    DX_SABOTEUR_GOALS = 3,
    DX_SABOTEUR_TOOLS = 3,
    DX_SABOTEUR_TUNNELS = 40,
    DX_SABOTEUR_ROUNDS = 3,
    DX_SABOTEUR_VALUES = 3, // of gold cards: 1, 2 and 3 nuggets
    DX_SABOTEUR_REACH = 48, // columns and rows to each side of the start
    DX_SABOTEUR_LINES = 2 * DX_SABOTEUR_REACH + 1,
};

// The kinds of cards, by cards.def.
enum {
#define DX_CARD(word, sort, sides, copies, tiny) DX_SABOTEUR_CARD_##word,
#include "games/saboteur/cards.def"
#undef DX_CARD
    DX_SABOTEUR_CARDS,
    DX_SABOTEUR_TUNNEL_KINDS = DX_SABOTEUR_CARD_break_pick,
};

// What a card is for.
typedef enum dx_saboteur_sort {
    DX_SABOTEUR_OPEN, // a tunnel that joins all its openings
    DX_SABOTEUR_DEAD, // a tunnel that joins none of them
    DX_SABOTEUR_BREAK,
    DX_SABOTEUR_MEND,
    DX_SABOTEUR_ROCK,
    DX_SABOTEUR_MAP,
} dx_saboteur_sort;

// Openings as bits; a card turned by half has each on the other side.
enum {
    DX_SABOTEUR_N = 1,
    DX_SABOTEUR_E = 2,
    DX_SABOTEUR_S = 4,
    DX_SABOTEUR_W = 8,
    DX_SABOTEUR_SIDES = 4,
};

// One line of cards.def.
typedef struct dx_saboteur_card {
    const char *word;
    dx_saboteur_sort sort;
    uint8_t sides; // openings, or tools, as bits
    uint8_t copies, tiny;
} dx_saboteur_card;

extern const dx_saboteur_card dx_saboteur_cards[DX_SABOTEUR_CARDS];

enum { DX_SABOTEUR_MINER, DX_SABOTEUR_SABOTEUR, DX_SABOTEUR_ROLES };
enum {
    DX_SABOTEUR_GOLD,
    DX_SABOTEUR_STONE_NE,
    DX_SABOTEUR_STONE_NW,
    DX_SABOTEUR_TREASURES
};
enum {
    DX_SABOTEUR_SAID_NOTHING,
    DX_SABOTEUR_SAID_GOLD,
    DX_SABOTEUR_SAID_STONE
};

// The verbs, in the order of the game's verb table.
enum {
    DX_SABOTEUR_ROLE,    // nature: who, role (only who sees it)
    DX_SABOTEUR_SPARE,   // nature: the role that is left over (nobody)
    DX_SABOTEUR_HIDE,    // nature: what lies at the next goal (nobody)
    DX_SABOTEUR_DRAW,    // nature: who, card (only who sees it)
    DX_SABOTEUR_DIG,     // card, column, row, turned
    DX_SABOTEUR_BLOCK,   // of whom, card
    DX_SABOTEUR_UNBLOCK, // of whom, card, tool
    DX_SABOTEUR_CRUSH,   // column, row
    DX_SABOTEUR_LOOK,    // goal -> treasure (only who sees it)
    DX_SABOTEUR_CLAIM,   // goal, word
    DX_SABOTEUR_SILENT,  // who has looked says nothing
    DX_SABOTEUR_THROW,   // card (only who sees it)
    DX_SABOTEUR_TURN_UP, // nature: goal, treasure, turned
    DX_SABOTEUR_SHOW,    // nature: who, role
    DX_SABOTEUR_NUGGET,  // nature: what a gold card is worth, less 1
};

// What happens next.
enum {
    DX_SABOTEUR_DEALING_ROLES,
    DX_SABOTEUR_HIDING,
    DX_SABOTEUR_DEALING,
    DX_SABOTEUR_PLAYING,
    DX_SABOTEUR_CLAIMING, // who looked may say what it saw
    DX_SABOTEUR_TURNING,  // goals that were reached
    DX_SABOTEUR_DRAWING,
    DX_SABOTEUR_SHOWING,
    DX_SABOTEUR_PAYING,
    DX_SABOTEUR_DONE,
};

// A tunnel on the board.
typedef struct dx_saboteur_tunnel {
    uint8_t kind, turned;
    int8_t x, y;
} dx_saboteur_tunnel;

typedef struct dx_saboteur {
    // The rules, unpacked.
    uint8_t players, rounds, goals, distance, hand;
    uint8_t tiny, four_ew, joined, spare_card, claims, by_side;
    uint8_t saboteurs; // role cards; those of miners fill up

    // What everybody sees.
    uint8_t phase, round;
    uint8_t turn;        // whose turn it is
    uint8_t dealt;       // roles, then goals, then cards, then roles shown
    uint8_t drawn;       // cards that have left the deck
    uint8_t moves;       // made in this round
    uint8_t linker;      // who reached the gold; DX_NONE
    uint8_t tunnels, up; // on the board; goals face up, as bits
    uint8_t last_goal;   // looked at last
    uint8_t turned[DX_SABOTEUR_GOALS];
    uint8_t size[DX_SABOTEUR_SEATS];   // of each hand
    uint8_t throws[DX_SABOTEUR_SEATS]; // cards thrown away
    uint8_t broken[DX_SABOTEUR_SEATS]; // tools as bits
    uint8_t used[DX_SABOTEUR_CARDS];   // gone from play in the open
    uint8_t looked[DX_SABOTEUR_SEATS]; // goals as bits
    uint8_t said[DX_SABOTEUR_SEATS][DX_SABOTEUR_GOALS]; // the last word
    dx_saboteur_tunnel tunnel[DX_SABOTEUR_TUNNELS];
    uint8_t won[DX_SABOTEUR_ROUNDS]; // by role, of rounds that are over
    uint8_t gold[DX_SABOTEUR_SEATS]; // nuggets, or rounds won by its side
    uint8_t paid[DX_SABOTEUR_VALUES], fan[DX_SABOTEUR_VALUES]; // gold cards

    // What a seat sees of the rest: DX_HOLE where it does not, DX_NONE where
    // nothing lies yet.
    uint8_t role[DX_SABOTEUR_SEATS], spare, goal[DX_SABOTEUR_GOALS];
    uint8_t in_hand[DX_SABOTEUR_SEATS][DX_SABOTEUR_CARDS];
    uint8_t thrown[DX_SABOTEUR_SEATS][DX_SABOTEUR_CARDS];
} dx_saboteur;

extern const dx_game dx_game_saboteur;

static inline unsigned dx_saboteur_turn_sides(unsigned sides, bool turned)
{
    return turned ? (sides << 2 | sides >> 2) & 15 : sides;
}
static inline bool dx_saboteur_is_tunnel(unsigned kind)
{
    return kind < DX_SABOTEUR_TUNNEL_KINDS;
}
static inline bool dx_saboteur_is_open(unsigned kind)
{
    return dx_saboteur_cards[kind].sort == DX_SABOTEUR_OPEN;
}
// Does it look the same when it is turned?
static inline bool dx_saboteur_is_even(unsigned kind)
{
    unsigned sides = dx_saboteur_cards[kind].sides;
    return dx_saboteur_turn_sides(sides, true) == sides;
}
// Where a goal lies.
static inline int dx_saboteur_goal_row(const dx_saboteur *table, unsigned goal)
{
    return table->goals - 1 - 2 * (int)goal;
}
// Does the round go on?
static inline bool dx_saboteur_is_open_round(const dx_saboteur *table)
{
    return table->phase < DX_SABOTEUR_SHOWING;
}

// Copies of a kind in the deck of the table's rules, all cards in it, and the
// role cards and gold cards of a kind.
unsigned dx_saboteur_copies(const dx_saboteur *table, unsigned kind);
unsigned dx_saboteur_pack_size(const dx_saboteur *table);
unsigned dx_saboteur_role_cards(const dx_saboteur *table, unsigned role);
unsigned dx_saboteur_nuggets(unsigned value);
// Copies that lie in no place that is seen here: in the truth, in the deck.
unsigned dx_saboteur_unseen(const dx_saboteur *table, unsigned kind);
// The saboteurs as bits, as far as they are seen here.  All sets of them that
// role cards allow are equally likely: the spare makes up for one that is
// missing.
static inline unsigned dx_saboteur_guilty(const dx_saboteur *table)
{
    unsigned set = 0;
    for (unsigned seat = 0; seat < table->players; seat++)
        set |= table->role[seat] == DX_SABOTEUR_SABOTEUR ? 1U << seat : 0;
    return set;
}
// Cards left to draw.
static inline unsigned dx_saboteur_deck(const dx_saboteur *table)
{
    return dx_saboteur_pack_size(table) - table->drawn;
}

// The game's parts in other files of this folder.
extern const dx_places dx_saboteur_places;
extern const dx_source *const dx_saboteur_sources[];
extern const dx_atom dx_saboteur_atoms[];
extern const dx_quantity dx_saboteur_quantities[];
extern const dx_domain dx_saboteur_domains[];
extern const dx_words dx_saboteur_words;

// How people name a square: the letter of its column, counted from the start
// eastwards, and the number of its row, counted from it northwards.
void dx_saboteur_say_column(int column, dx_text *out);
static inline int dx_saboteur_row_number(int row)
{
    return 5 - row;
}
void dx_saboteur_fold(void *table, dx_event event);
unsigned dx_saboteur_moves(const void *table, unsigned seat, dx_event *out);
unsigned dx_saboteur_values(const dx_rules *rules, const char *type);
void dx_saboteur_say(const dx_rules *rules, const char *type, unsigned value,
                     dx_text *out);
void dx_saboteur_show(const void *table, dx_text *out);
void dx_saboteur_state(const dx_rules *rules, const void *table, dx_text *out);
// The table of a new round, before any of its events.
void dx_saboteur_begin_round(dx_saboteur *table);

#endif
