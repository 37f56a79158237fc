// games/file/reader.h -- what the files of the reader share.
//
// Failure is sticky, as in logic/formula: the first error is kept, the lexer
// jumps to the end of the text, and whatever is read then is a 0.  So loops end
// by themselves and nobody checks after each step.

#ifndef DX_GAMES_FILE_READER_H
#define DX_GAMES_FILE_READER_H

#include "games/file/inside.h"
#include "logic/formula/parse.h"

static const dx_dg_type flag = {.kind = DX_DG_T_FLAG};
static const dx_dg_type number = {.kind = DX_DG_T_NUMBER};
static const dx_dg_type seat = {.kind = DX_DG_T_SEAT};
static const dx_dg_type card = {.kind = DX_DG_T_CARD};

enum { DX_DG_SCOPE = 64, DX_DG_DEF_ARGS = 4, DX_DG_NESTING = 40 };

// What is written once and read where it is used.
typedef struct dx_dg_def {
    const char *name;
    dx_lexer body;
    unsigned count;
    const char *arg[DX_DG_DEF_ARGS];
    dx_dg_type type[DX_DG_DEF_ARGS]; // of a let
    bool is_let;
} dx_dg_def;

typedef struct dx_dg_reader {
    dx_lexer lexer;
    dx_formulas *store;
    dx_dg *p;
    const int *values; // NULL: the normal ones
    dx_error *error;
    dx_status status;
    struct {
        const char *name;
        const dx_dg_node *node;
    } scope[DX_DG_SCOPE];
    unsigned scoped, regs, nesting;
    const char *statement; // its word
    dx_token block;        // where the effects begin that are read
    unsigned hidden_scope; // names from here on are those of the innermost let
    uint32_t differs;      // registers that are another seat than who
    bool in_verb;          // register 0 is who moves
    uint64_t repeats;      // how often what is read can be done at most
    unsigned written;      // parts of expressions and blocks made so far
    struct {
        bool is_known;
        int low, high;
    } bound[DX_DG_REGS]; // what a number can be
    dx_dg_def def[DX_DG_DEFS + DX_DG_LETS];
    unsigned defs;
    dx_lexer here; // where the expression that is worked out begins
    struct {
        const char *name;
        dx_token at;
    } wanted[DX_DG_PHASES * DX_DG_PHASE_VERBS]; // verbs that phases name
    unsigned wanted_count;
    dx_token verb_at[DX_VERBS_MAX];
    DX_VECTOR(const char *) words; // of choices of parameters, number by number
} dx_dg_reader;

// read.c
void dx_dg_fail(dx_dg_reader *r, const dx_token *at, const char *format, ...)
    DX_PRINTF(3, 4);
bool dx_dg_is(const dx_dg_reader *r, const char *sign_or_word);
bool dx_dg_take(dx_dg_reader *r, const char *sign_or_word);
void dx_dg_expect(dx_dg_reader *r, const char *sign_or_word);
const char *dx_dg_name_of(dx_dg_reader *r, const char *what);
// A name that none of an array has, each of which begins with its own.
const char *dx_dg_new_name(dx_dg_reader *r, const void *array, size_t size,
                           unsigned count, const char *what);
#define DX_DG_NEW_NAME(r, array, count, what)                                  \
    dx_dg_new_name((r), (array), sizeof *(array), (count), (what))
void *dx_dg_own(dx_dg_reader *r, size_t count, size_t size);
const char *dx_dg_own_text(dx_dg_reader *r, const char *at, size_t length);
const char *dx_dg_print(dx_dg_reader *r, const char *format, ...)
    DX_PRINTF(2, 3);
bool dx_dg_is_name(const dx_token *token);
// One more of an array of `max`.
unsigned dx_dg_more(dx_dg_reader *r, unsigned *count, unsigned max,
                    const char *what);
int dx_dg_read_whole(dx_dg_reader *r);

// type.c
dx_dg_type dx_dg_read_type(dx_dg_reader *r);
// The type of some members of another.
void dx_dg_set_of(dx_dg_reader *r, dx_dg_type member, dx_dg_type *out);
// May a value of one type stand where another is wanted?
bool dx_dg_fits(const dx_dg *p, dx_dg_type type, dx_dg_type want);
const char *dx_dg_type_said(const dx_dg *p, dx_dg_type type);
bool dx_dg_is_number(const dx_dg *p, dx_dg_type type);
bool dx_dg_is_card(const dx_dg *p, dx_dg_type type);
const dx_dg_node *dx_dg_check(dx_dg_reader *r, const dx_dg_node *node,
                              const dx_dg_type *want, const char *name);

// parts.c: the text of a shipped part; NULL: there is none.
const char *dx_dg_part(const char *name);

// declare.c
void dx_dg_read_set(dx_dg_reader *r);
void dx_dg_read_pack(dx_dg_reader *r);
void dx_dg_read_place(dx_dg_reader *r); // or a row
void dx_dg_read_vars(dx_dg_reader *r);

// bind.c

// The token of a name in the expression that is worked out, or its first; and
// an error there.
dx_token dx_dg_place_of(const dx_dg_reader *r, const char *name);
#define BAD(r, name, ...)                                                      \
    do {                                                                       \
        dx_token bad_at = dx_dg_place_of(r, name);                             \
        dx_dg_fail(r, &bad_at, __VA_ARGS__);                                   \
    } while (0)
const dx_dg_node *dx_dg_bind(dx_dg_reader *r, dx_formula f,
                             const dx_dg_type *want);
// A domain into the range of `node`; answers the type of its members.
dx_dg_type dx_dg_bind_domain(dx_dg_reader *r, dx_formula f, dx_dg_node *node,
                             const dx_dg_type *want);
// All values of a type into the range of `node`.
void dx_dg_all_of(dx_dg_reader *r, dx_dg_node *node, dx_dg_type type);
// An index from 0, of one that counts from the type's first value, or `low`.
const dx_dg_node *dx_dg_index(dx_dg_reader *r, const dx_dg_node *index,
                              dx_dg_type type, int low);
// Which attribute of the pack a set is; `attributes`: none.
unsigned dx_dg_attribute(const dx_dg *p, const dx_dg_set *set);
// A let or a block; NULL: there is none.
const dx_dg_def *dx_dg_find_def(const dx_dg_reader *r, const char *name,
                                bool is_let);
// A place: `whole` may be a row without a slot.  What it has is seen as
// *out_sees says; the node itself is which place it is.
const dx_dg_node *dx_dg_bind_cell(dx_dg_reader *r, dx_formula f, bool whole,
                                  unsigned *out_sees, const dx_dg_place **out);
// A node is seen by no more than its parts are.
void dx_dg_look(dx_dg_node *node, const dx_dg_node *part);
dx_dg_node *dx_dg_make(dx_dg_reader *r, dx_dg_op op, dx_dg_type type);
// One part more; refuses lets and blocks that grow without end.
void dx_dg_write(dx_dg_reader *r);
const dx_dg_node *dx_dg_number(dx_dg_reader *r, int value, dx_dg_type type);
#define ZERO(r) dx_dg_number((r), 0, number)
// A name from now on; the scope is left by setting `scoped` back.
void dx_dg_define(dx_dg_reader *r, const char *name, const dx_dg_node *node);
const dx_dg_node *dx_dg_variable(dx_dg_reader *r, const char *name,
                                 dx_dg_type type, unsigned sees);
unsigned dx_dg_new_reg(dx_dg_reader *r);

// value.c

// Reads an expression, and what else a value may be; of a type, if not NULL.
const dx_dg_node *dx_dg_read_value(dx_dg_reader *r, const dx_dg_type *want);
const dx_dg_node *dx_dg_read_formula(dx_dg_reader *r);
const dx_dg_node *dx_dg_read_number(dx_dg_reader *r);
// A place: a CELL.  `out_place` may be NULL.
const dx_dg_node *dx_dg_read_cell(dx_dg_reader *r, const dx_dg_place **out);
// A domain into the range of `node`; answers the type of its members.
dx_dg_type dx_dg_read_domain(dx_dg_reader *r, dx_dg_node *node);
// A number that the parameters make.
int dx_dg_constant(dx_dg_reader *r, const dx_dg_node *node, const char *what);
const dx_dg_set *dx_dg_find_set(const dx_dg *p, const char *name);

// effects.c
void dx_dg_read_block(dx_dg_reader *r);
void dx_dg_end_block(dx_dg_reader *r);

// bounds.c

// What a number that an event tells is.
void dx_dg_bound_told(dx_dg_reader *r, unsigned reg, dx_dg_type type);
// What a name is that takes the values of a domain, or that a value is kept
// for.
void dx_dg_bound_by_domain(dx_dg_reader *r, unsigned reg,
                           const dx_dg_node *domain);
void dx_dg_bound_by_value(dx_dg_reader *r, unsigned reg,
                          const dx_dg_node *value);
// What is read from now on is done for each member of a domain: refuses what
// would go on too long.
void dx_dg_check_repeats(dx_dg_reader *r, const dx_dg_node *domain,
                         uint64_t max, const dx_token *at);
// Refuses a number of a place, variable or slot that it does not have.
void dx_dg_check_index(dx_dg_reader *r, const char *name,
                       const dx_dg_node *index, unsigned count);
// Can a number be none of its type's?
bool dx_dg_is_beyond(const dx_dg_reader *r, const dx_dg_node *value,
                     dx_dg_type type);
// Refuses a value that an event could not tell, and a none where none is
// wanted.
void dx_dg_check_told(dx_dg_reader *r, const dx_token *at,
                      const dx_dg_node *value, dx_dg_type type);

// verbs.c
void dx_dg_read_verb(dx_dg_reader *r); // or an event of nature

// words.c: how what stands before is said, if a text follows (of so many
// arguments; NULL: none follows).
const char *dx_dg_read_text(dx_dg_reader *r, unsigned args);
void dx_dg_read_said(dx_dg_reader *r, dx_dg_let *let);
void dx_dg_read_told(dx_dg_reader *r, unsigned verb);
void dx_dg_read_spoken(dx_dg_reader *r, const char *word);
void dx_dg_read_stock(dx_dg_reader *r);
void dx_dg_read_sheet(dx_dg_reader *r);
void dx_dg_read_position(dx_dg_reader *r);

// tables.c
void dx_dg_make_tables(dx_dg_reader *r);
const char *dx_dg_read_string(dx_dg_reader *r, const char *what);

#endif
