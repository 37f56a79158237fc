// games/file/inside.h -- a game from a file as it runs.
//
// A text is read once for each choice of parameters, so that all parameters are
// numbers, all sets and places have a size, and expressions have no names left:
// the *program*.  Expressions are trees of nodes, effects a list of steps.
//
// Cards lie in *cells*: the stock is cell 0, `hand(seat)` is one for each seat.
// Every other cell is a spot of game/lots.h, so that what is said of hands
// today is a claim about lots, and knowledge is derived from the rules.

#ifndef DX_GAMES_FILE_INSIDE_H
#define DX_GAMES_FILE_INSIDE_H

#include "base/vector.h"
#include "game/game.h"
#include "game/lots.h"
#include "game/places.h"
#include "game/words.h"
#include "games/file/file.h"

enum {
    DX_DG_REGS = 24, // names in scope: who, arguments, variables of loops
    DX_DG_SETS = 24, // and so on
    DX_DG_PLACES = 16,
    DX_DG_VARS = 48,
    DX_DG_LETS = 48,
    DX_DG_PHASES = 16,
    DX_DG_DEFS = 24,
    DX_DG_PHASE_VERBS = 12,
    DX_DG_PRESETS = 12,
    DX_DG_REQUIRES = 8,
    DX_DG_NAME = 32,
    DX_DG_CELLS = DX_LOT_SPOTS_MAX,
    DX_DG_CHOICES = 48,
    DX_DG_LOG = 512,            // events; places are beyond what comes after
    DX_DG_DECK = 0,             // the cell
    DX_DG_NONE = -1,            // no seat, no card
    DX_DG_HOLE = -2,            // a register that is not seen here
    DX_DG_REPEATS_MAX = 20000,  // of loops inside each other
    DX_DG_LOOKS_MAX = 10000000, // of what is looked at for one of them
    DX_DG_PARTS_MAX = 50000,    // of a file, lets and blocks written out
    DX_DG_ANY = 30000,          // of a number without bounds
    DX_DG_TOLD_MAX = 250,       // of a number in an event
};

// Who can tell what an expression comes to.
enum { DX_DG_ALL, DX_DG_WHO, DX_DG_SECRET };

typedef enum dx_dg_type_kind {
    DX_DG_T_FLAG,
    DX_DG_T_NUMBER,
    DX_DG_T_SEAT,
    DX_DG_T_CARD,
    DX_DG_T_SET,  // of words or of numbers
    DX_DG_T_SOME, // some of a set or of the seats, as bits
    DX_DG_T_NONE,
} dx_dg_type_kind;

typedef struct dx_dg_type {
    uint8_t kind, set;
    uint8_t of; // the kind of the members of DX_DG_T_SOME
    bool or_none;
} dx_dg_type;

typedef enum dx_dg_op {
    DX_DG_NUMBER,
    DX_DG_REG,
    DX_DG_VAR,    // var[value + a], a: NULL or an index from 0
    DX_DG_HIDDEN, // the same of secret variables
    DX_DG_NOT,
    DX_DG_AND,
    DX_DG_OR,
    DX_DG_EQUAL,
    DX_DG_GREATER_EQUAL,
    DX_DG_ADD,
    DX_DG_SUBTRACT,
    DX_DG_MULTIPLY,
    DX_DG_DIVIDE,
    DX_DG_MODULO,
    DX_DG_IF,      // a ? b : c
    DX_DG_ATTR,    // attribute number `value` of card a
    DX_DG_SEAT_OF, // of a number, round the table from 1
    DX_DG_CELL,    // value + a (+ b): a place
    DX_DG_SIZE,    // of cell a
    DX_DG_THE,     // the first kind in cell a, or none
    DX_DG_KNOWS,   // seat a knows b
    DX_DG_IN,      // is a in the domain
    DX_DG_EXISTS,
    DX_DG_FORALL,
    DX_DG_SUM,   // of a number; of a formula, for how many it holds
    DX_DG_FIRST, // first reg in the domain for which a, else c
    DX_DG_BITS,  // the members of a domain for which a, as bits
} dx_dg_op;

typedef enum dx_dg_range {
    DX_DG_FROM_TO, // lo .. hi
    DX_DG_LIST,
    DX_DG_AFTER,    // the other seats, from the one behind seat lo on
    DX_DG_CARDS_OF, // the cards of cell lo
    DX_DG_BITS_OF,  // the members of lo, a DX_DG_T_SOME
} dx_dg_range;

typedef struct dx_dg_node dx_dg_node;
struct dx_dg_node {
    uint8_t op, sees, reg, range, count;
    bool is_apart; // a comparison: b does not depend on the name in a
    dx_dg_type type;
    int value;
    uint64_t mask;
    const dx_dg_node *a, *b, *c, *lo, *hi;
    const dx_dg_node **list;
};

typedef enum dx_dg_step_kind {
    DX_DG_SET,  // var[number + x] := y, or the nearest of z .. w
    DX_DG_KEEP, // register `reg` := x
    DX_DG_SET_HIDDEN,
    DX_DG_DRAW,   // nature `verb`, into cell x, of the kinds `mask`, or those
                  // whose attribute `jump` is z; by y
    DX_DG_REVEAL, // nature `verb`, by y
    DX_DG_MOVE,   // x cards of kind y from cell z to cell w
    DX_DG_MOVE_ALL,
    DX_DG_SWAP,
    DX_DG_SHUFFLE,
    DX_DG_THEN, // phase `number` by x
    DX_DG_OVER,
    DX_DG_UNLESS, // x holds, go on at `jump`
    DX_DG_JUMP,
    DX_DG_LOOP, // register `number` from x to y; none: go on at `jump`
    DX_DG_NEXT,
    DX_DG_CLOSE, // the gap at slot y of the row that begins at cell x
    DX_DG_END,
} dx_dg_step_kind;

typedef struct dx_dg_step {
    uint8_t kind, verb, reg;
    uint16_t number, jump;
    uint64_t mask;
    const dx_dg_node *x, *y, *z, *w;
} dx_dg_step;

typedef struct dx_dg_set {
    const char *name;
    unsigned count;
    int first; // value of the first; of words in a pack their kind
    bool is_numbers, is_cards;
    uint8_t whole; // the set that it is a part of, from 1; else 0
    const char **word;
} dx_dg_set;

typedef struct dx_dg_place {
    const char *name;
    const char *noun;            // for its cards in words, or NULL
    unsigned base, count, slots; // cells; slots of a row, else 0
    int low;                     // of the index
    dx_dg_type index;
    bool has_index;
    uint8_t audience; // dx_audience: DX_WHO is the owner
} dx_dg_place;

typedef struct dx_dg_var {
    const char *name;
    dx_dg_type type, index;
    bool has_index, is_secret;
    unsigned base, count;
    int low;
} dx_dg_var;

typedef struct dx_dg_param {
    const char *name;
    dx_dg_type type;
    const dx_dg_node *in;    // an IN of the domain that it is chosen from
    bool is_fixed;           // which does not depend on other arguments
    const dx_dg_node *value; // of an outcome
} dx_dg_param;

typedef struct dx_dg_condition {
    const dx_dg_node *node;
    unsigned level; // arguments that must be there
} dx_dg_condition;

enum { DX_DG_CONDITIONS = 16 };

typedef struct dx_dg_verb {
    const char *name;
    bool is_chance, draws, reveals;
    bool tells; // an outcome that is not always the same
    unsigned params, outcomes;
    dx_dg_param arg[DX_ARGS];
    const dx_dg_node *by; // nature's, where it is itself an outcome
    dx_dg_condition condition[DX_DG_CONDITIONS];
    unsigned conditions;
    uint8_t levels; // that conditions have, as bits
    uint16_t code;
} dx_dg_verb;

typedef struct dx_dg_phase {
    const char *name;
    uint8_t verb[DX_DG_PHASE_VERBS];
    unsigned count;
} dx_dg_phase;

typedef struct dx_dg_let {
    const char *name;
    unsigned count;
    dx_dg_type type[DX_TERM_ARGS];
    const dx_dg_node *body;
    const char *said[3]; // its words; NULL: plain ones
} dx_dg_let;

// A word of a set, and how it is said.
typedef struct dx_dg_spoken {
    const char *word, *as;
} dx_dg_spoken;

// A type, and how the tables of the game call it.
typedef struct dx_dg_named {
    const char *name;
    dx_dg_type type;
} dx_dg_named;

// A game as one choice of parameters makes it.
typedef struct dx_dg {
    int value[DX_PARAMS_MAX];
    unsigned players;

    dx_dg_set set[DX_DG_SETS];
    unsigned sets;
    const char *pack;
    unsigned kinds, attributes;
    uint8_t attribute_set[3];
    uint8_t attribute[3][DX_KINDS_MAX];
    uint64_t with[3][DX_KINDS_MAX]; // the kinds, by attribute and value
    uint8_t copies[DX_KINDS_MAX];
    const char *word[DX_KINDS_MAX];

    dx_dg_place place[DX_DG_PLACES];
    unsigned places, cells;
    uint8_t cell_place[DX_DG_CELLS];
    dx_dg_var var[DX_DG_VARS];
    const dx_dg_node *first[DX_DG_VARS]; // the value at the start
    unsigned vars, var_cells, secret_cells;
    dx_dg_verb verb[DX_VERBS_MAX];
    unsigned verbs;
    dx_dg_phase phase[DX_DG_PHASES];
    unsigned phases;
    dx_dg_let let[DX_DG_LETS];
    unsigned lets;
    DX_VECTOR(dx_dg_step) step;
    unsigned start, start_end; // steps
    const dx_dg_node *score, *best, *worst, *wins;
    uint8_t score_reg, wins_reg;
    struct {
        const dx_dg_node *is;
        const char *why;
    } require[DX_DG_REQUIRES];
    unsigned requires;

    bool is_team;
    const char *unsaid; // what lots cannot say: worlds are listed; else NULL
    bool knows;         // its rules speak of knowledge
    char *deals;        // then: all tables after the deal
    unsigned deal_count;
    unsigned log_max, lot_max;
    // Where things are in a table.
    size_t var_at, choice_at, log_at, private_at, secret_at, deck_at, lots_at;
    size_t chosen_at, told_at, bytes;
    // Names and words that the game's tables have, and everything else that
    // was made while reading.
    dx_param param[DX_PARAMS_MAX + 1];
    dx_preset preset[DX_DG_PRESETS + 1];
    unsigned params, presets;
    unsigned preset_line[DX_DG_PRESETS];
    const char *name, *help;
    dx_verb dx_verbs[DX_VERBS_MAX + 1];
    dx_masks masks; // of these
    dx_atom atoms[DX_DG_LETS + 1];
    dx_quantity quantities[DX_DG_LETS + 4];
    dx_domain domains[DX_DG_SETS + DX_DG_PLACES + 3];
    dx_places places_table;
    dx_fact_words fact_words[DX_DG_LETS + 1];
    dx_number_words number_words[DX_DG_LETS + 4];
    dx_set_words set_words[DX_DG_SETS + DX_DG_PLACES + 3];
    dx_verb_words verb_words[DX_VERBS_MAX + 1];
    dx_position_words position[DX_DG_LETS + 2];
    const char *know[DX_DG_LETS + 1];
    dx_dg_spoken spoken[DX_KINDS_MAX];
    unsigned spoken_words;
    dx_dg_let stock; // for its words
    dx_words words;
    DX_VECTOR(const char *) endings; // behind `then over`; NULL: no words
    DX_VECTOR(dx_dg_named) types;    // of arguments, by their names
    DX_VECTOR(void *) owned;
} dx_dg;

typedef struct dx_dg_choice {
    uint64_t kinds;
    uint16_t seats;
    uint8_t lot;
} dx_dg_choice;

// The truth, or a sight.  Behind the head come, where the program says: what
// all see (variables, choices, log), then from `private_at` what is seen here.
typedef struct dx_dg_table {
    const dx_dg *program;
    const char *beyond; // why lots do not tell any more what is known
    const char *wrong;  // with the file, as only play has shown; NULL: nothing
    int16_t step;       // that nature is at; -1: none
    uint8_t phase, actor, choice_count, told_count;
    uint16_t is_over; // by which `then over`, from 1
    uint16_t shuffles, deck, hidden_draws, logged;
    int16_t reg[DX_DG_REGS];
} dx_dg_table;

#define DX_DG_AT(type, table, where)                                           \
    ((type *)(void *)((char *)(uintptr_t)(table) + (where)))

static inline int16_t *dx_dg_vars(const dx_dg_table *t)
{
    return DX_DG_AT(int16_t, t, t->program->var_at);
}
static inline dx_dg_choice *dx_dg_choices(const dx_dg_table *t)
{
    return DX_DG_AT(dx_dg_choice, t, t->program->choice_at);
}
static inline dx_event *dx_dg_log(const dx_dg_table *t)
{
    return DX_DG_AT(dx_event, t, t->program->log_at);
}
// Secret variables; the first of them are the arguments of the verb whose
// effects are under way.
static inline int16_t *dx_dg_secrets(const dx_dg_table *t)
{
    return DX_DG_AT(int16_t, t, t->program->secret_at);
}
static inline dx_lots *dx_dg_lots(const dx_dg_table *t)
{
    return DX_DG_AT(dx_lots, t, t->program->lots_at);
}
// The stock as the truth has it.
static inline int8_t *dx_dg_deck(const dx_dg_table *t)
{
    return DX_DG_AT(int8_t, t, t->program->deck_at);
}
// Cards known to be in a cell: all of them for who sees it.
static inline const int8_t *dx_dg_count(const dx_dg_table *t, unsigned cell)
{
    return cell == DX_DG_DECK ? dx_dg_deck(t)
                              : dx_lots_row(dx_dg_lots(t), cell);
}
// The kinds that are among them.
static inline uint64_t dx_dg_kinds(const dx_dg_table *t, unsigned cell)
{
    const dx_lots *lots = dx_dg_lots(t);
    return cell == DX_DG_DECK ? dx_lots_kinds(dx_dg_deck(t), lots->row_bytes)
                              : *dx_lots_here(lots, cell);
}
static inline unsigned dx_dg_size(const dx_dg_table *t, unsigned cell)
{
    return cell == DX_DG_DECK ? t->deck : dx_dg_lots(t)->spot[cell].size;
}
static inline uint8_t *dx_dg_chosen(const dx_dg_table *t)
{
    return DX_DG_AT(uint8_t, t, t->program->chosen_at);
}
// What some were told, one after the other, as arguments of events.
static inline uint8_t *dx_dg_told(const dx_dg_table *t)
{
    return DX_DG_AT(uint8_t, t, t->program->told_at);
}
// Is an outcome of a verb told to some only, and no card that they see then?
static inline bool dx_dg_is_told(const dx_dg *p, unsigned verb, unsigned arg)
{
    const dx_dg_node *value = p->verb[verb].arg[arg].value;
    dx_audience audience = p->dx_verbs[verb].arg[arg].audience;
    return audience != DX_ALL && audience != DX_NOBODY &&
           value->sees != DX_DG_ALL && value->op != DX_DG_THE;
}
// The seats that see an argument of an event.
unsigned dx_dg_audience(const dx_dg *program, dx_event event, unsigned arg);

// Where a name is in an array of what has its name in front; `count`: nowhere.
unsigned dx_dg_find(const void *array, size_t size, size_t count,
                    const char *name);
#define DX_DG_FIND(array, count, name)                                         \
    dx_dg_find((array), sizeof *(array), (count), (name))

// read.c: the program of a text for these parameters; NULL values: the normal
// ones, and the tables of the game are made.
DX_MUST_USE dx_status dx_dg_read(const char *text, size_t length,
                                 const int *values, dx_dg **out,
                                 dx_error *error);
void dx_dg_free(dx_dg *program);

// game.c: the program of some rules.
const dx_dg *dx_dg_of(const dx_rules *rules);

// evaluate.c: the registers are as they were when it is done.
int dx_dg_value(const dx_dg_table *t, int16_t *reg, const dx_dg_node *node);
// The same; most nodes are numbers and registers.
static inline int dx_dg_val(const dx_dg_table *t, int16_t *reg,
                            const dx_dg_node *n)
{
    return n->op == DX_DG_NUMBER ? n->value
           : n->op == DX_DG_REG  ? reg[n->reg]
                                 : dx_dg_value(t, reg, n);
}
// A cell: the first of its place, that of the index, and the slot.
static inline int dx_dg_cell_at(const dx_dg_table *t, int16_t *reg,
                                const dx_dg_node *n)
{
    return n->value +
           (n->a != NULL ? dx_dg_val(t, reg, n->a) * (int)n->mask : 0) +
           (n->b != NULL ? dx_dg_val(t, reg, n->b) : 0);
}
// The same; the stock, if it leads out of all places.
static inline unsigned dx_dg_cell(const dx_dg_table *t, int16_t *reg,
                                  const dx_dg_node *n)
{
    int cell =
        n->op == DX_DG_CELL ? dx_dg_cell_at(t, reg, n) : dx_dg_val(t, reg, n);
    return cell < 0 || cell >= (int)t->program->cells ? DX_DG_DECK
                                                      : (unsigned)cell;
}
// Is any node of a tree of some sort?  For one, the name in a register.
bool dx_dg_has_node(const dx_dg_node *node,
                    bool (*is)(const dx_dg_node *node, unsigned data),
                    unsigned data);
bool dx_dg_is_reg(const dx_dg_node *node, unsigned reg);
// Cards of a kind that are in no place, as far as a table knows: in the stock.
int dx_dg_left(const dx_dg_table *t, unsigned kind);
// The members of a node's domain, one after the other.
unsigned dx_dg_members(const dx_dg_table *t, int16_t *reg,
                       const dx_dg_node *node, int *out);
// The first so many kinds.
static inline uint64_t dx_dg_bits(unsigned count)
{
    return count >= 64 ? UINT64_MAX : DX_BIT(count) - 1;
}
// The kinds that have a value of an attribute.
static inline uint64_t dx_dg_kinds_with(const dx_dg *p, unsigned attribute,
                                        int value)
{
    int i = value - p->set[p->attribute_set[attribute]].first;
    return i < 0 || i >= DX_KINDS_MAX ? 0 : p->with[attribute][i];
}
// An argument of an event as a value, and back.
int dx_dg_decode(const dx_dg *p, dx_dg_type type, unsigned value);
// The type of the members of DX_DG_T_SOME.
dx_dg_type dx_dg_member(dx_dg_type type);
// The first value of a type and how many there are.
static inline int dx_dg_first(const dx_dg *p, dx_dg_type type)
{
    return type.kind == DX_DG_T_SET ? p->set[type.set].first : 0;
}
unsigned dx_dg_values(const dx_dg *p, dx_dg_type type);
// What an event cannot tell, so that it tells the first value.
#define DX_DG_TOLD_NONE                                                        \
    "none was told where none is no value: write the type with 'or none', or " \
    "say in a condition that there is one"
static inline bool dx_dg_is_missing(dx_dg_type type, int value)
{
    return value == DX_DG_NONE && !type.or_none;
}
static inline unsigned dx_dg_encode(const dx_dg *p, dx_dg_type type, int value)
{
    if (value == DX_DG_NONE)
        return 0;
    value += type.or_none - dx_dg_first(p, type);
    return value < 0 || value >= DX_NONE ? 0 : (unsigned)value;
}

// claim.c: what a node says of lots, by a table as a bystander has it.
typedef struct dx_dg_claiming {
    const dx_dg_table *t;
    const dx_lots *now; // lots that it is said of: those of t, or later ones
    int16_t reg[DX_DG_REGS];
    dx_claims *out;
    bool is_trial; // without a table: only whether it can be said
    bool is_lost;  // it cannot be said so
} dx_dg_claiming;
dx_claim dx_dg_claim(dx_dg_claiming *c, const dx_dg_node *node);
// A fact, number or verb that cannot be said of lots; NULL: all can.
const char *dx_dg_unsaid(const dx_dg *program);
// That it comes to `value`.
dx_claim dx_dg_claim_equals(dx_dg_claiming *c, const dx_dg_node *node,
                            int value);

// knows.c: does a seat know, at a table that is its sight or the truth?  The
// deals that a start can make are kept with the program; an error is too many.
bool dx_dg_knows(const dx_dg_table *t, const int16_t *reg,
                 const dx_dg_node *node);
// Before many such questions at one table: what could be is found once.  What
// it answers is handed to dx_dg_disperse behind them.
bool dx_dg_gather(const dx_dg_table *t);
void dx_dg_disperse(bool is_gathered);
DX_MUST_USE dx_status dx_dg_list_deals(dx_dg *program, dx_error *error);

// run.c
void dx_dg_setup(void *table, const dx_rules *rules);
void dx_dg_begin(dx_dg_table *t, const dx_dg *program);
unsigned dx_dg_turn(const void *truth);
unsigned dx_dg_chances(const void *truth, dx_event *out, uint32_t *out_weight);
dx_event dx_dg_answer(const void *truth, dx_deal *deal);
dx_event dx_dg_decide(const void *truth, dx_event move);
void dx_dg_fold(void *table, dx_event event);
// The registers at the beginning of an event's effects.
void dx_dg_registers(const dx_dg *p, dx_event event, int16_t *reg);
// The event as all see it.
static inline dx_event dx_dg_in_public(const dx_dg *p, dx_event event)
{
    return dx_masks_see(&p->masks, dx_event_stamp(event, 0), DX_BYSTANDER);
}
// Where nature is next: its event as far as it is known.
dx_event dx_dg_natures(const dx_dg_table *t);
// Is nature to draw a card of which nobody else is told anything?
bool dx_dg_is_quiet(const dx_dg_table *t);

// moves.c
unsigned dx_dg_moves(const void *table, unsigned seat, dx_event *out);
// Has the seat, by a table where its cards are seen, anything to do?
bool dx_dg_can_move(const dx_dg_table *t, unsigned seat);
// May the event's seat make its move?
bool dx_dg_may(const dx_dg_table *t, dx_event event);

// places.c
extern const dx_places dx_dg_places;
bool dx_dg_alike(const dx_dg_table *truth, const dx_dg_table *other,
                 unsigned seat);

// text.c
unsigned dx_dg_values_of(const dx_rules *rules, const char *type);
void dx_dg_say(const dx_rules *rules, const char *type, unsigned value,
               dx_text *out);
void dx_dg_show(const void *table, dx_text *out);
void dx_dg_state(const dx_rules *rules, const void *table, dx_text *out);
// Of a set its members as they are spoken, "3 and 4": how many there are; of
// anything else, and of none, nothing.
unsigned dx_dg_speak_members(const dx_rules *rules, const char *type,
                             unsigned value, dx_text *out);
// A word of a set, or the pack, as it is spoken.
const char *dx_dg_spoken_of(const dx_dg *p, const char *word);
const char *dx_dg_type_name(dx_dg *p, dx_dg_type type);

#endif
