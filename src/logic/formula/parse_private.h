// logic/formula/parse_private.h -- what the files of the parser share.
//
// The parser is an operator-precedence parser with its stacks on the heap, so
// `~~~~...p`, a long chain of arrows or `((((...p))))` costs no stack.  What
// recurses are brackets that belong to an operator (arguments, sets, [..],
// P[a](..)): each is a level of the formula, so that the limit of those bounds
// it, and from some depth on it goes on where there is room (base/stack.h).
//
// Failure is sticky: the first error is kept and the lexer jumps to the end
// of the text, so that every loop ends by itself and callers need not check
// after each step.  A failed function answers DX_FORMULA_NONE.

#ifndef DX_LOGIC_FORMULA_PARSE_PRIVATE_H
#define DX_LOGIC_FORMULA_PARSE_PRIVATE_H

#include "base/vector.h"
#include "logic/formula/parse.h"

// Levels of recursion: deep enough for whatever the printer writes.
enum { DX_NESTING_MAX = DX_FORMULA_DEPTH_MAX + 10 };

// How tightly operators bind, loosest first.
typedef enum dx_level {
    DX_LEVEL_OPEN, // quantifiers: they take in everything to the right
    DX_LEVEL_IFF,
    DX_LEVEL_IMPLIES,
    DX_LEVEL_OR,
    DX_LEVEL_AND,
    DX_LEVEL_PREFIX,
    DX_LEVEL_COMPARE,
    DX_LEVEL_RANGE,
    DX_LEVEL_SUM,
    DX_LEVEL_PRODUCT,
    DX_LEVEL_NEGATIVE,
    DX_LEVEL_PRIMARY,
} dx_level;

// Functions that take part in the recursion keep their frames to themselves,
// so that each bracket pays only for what it needs.
#define DX_OWN_FRAME __attribute__((noinline))

// Signs that close something further out and are no operators until the next
// bracket: > inside <!f> g, and + and * in the test of [?f + a] g.
enum { DX_NO_GREATER = 1, DX_NO_PLUS_STAR = 2 };

typedef struct dx_operand {
    dx_formula node;
    dx_sort sort;
    bool is_literal; // a whole number as written: 1/3 is one number
    bool is_signed;  // ... with a minus
    unsigned line, column;
} dx_operand;

// An operator that waits for its (last) operand.
typedef struct dx_pending {
    dx_kind kind;
    dx_level level;
    const char *sign; // as error messages call it
    // A prefix operator has the operands that it already has in `fixed`, from
    // `first` on, and its body goes to `hole`.  An infix one has
    // `operand_count` operands, the last of them still to come.
    bool is_prefix;
    size_t first, hole, operand_count;
} dx_pending;

// What is being read, up to the bracket that closes it.
typedef struct dx_scope {
    size_t base;    // of the operators that wait in it
    dx_level floor; // its operators bind at least as tightly,
    bool is_open;   // unless a quantifier takes in all that follow
    // While a ( further inside is read: where that is, and DX_NO_... here.
    unsigned line, column, flags;
} dx_scope;

typedef struct dx_parser {
    dx_lexer *lexer;
    dx_formulas *store;
    dx_error *error;
    dx_status status;
    unsigned flags; // DX_NO_...
    bool is_deep;   // it goes on where there is room
    DX_VECTOR(dx_operand) operands;
    DX_VECTOR(dx_pending) pending;
    DX_VECTOR(uint32_t) fixed;
    DX_VECTOR(dx_scope) outer; // around each ( that is not closed yet
} dx_parser;

// What counts of more than a fact need.
#define DX_COUNT_ADVICE                                                        \
    "what 'count' counts stands in brackets: count i in d: (f & g) = 2"

// parse.c

// Reads the longest expression whose operators bind at least as tightly as
// `floor`.
dx_operand dx_parse_above(dx_parser *parser, dx_level floor);
// The same, and it must be of this sort.
dx_formula dx_parse_sort(dx_parser *parser, dx_level floor, dx_sort sort);
// The node, or an error if it is too deep.
dx_formula dx_parser_make(dx_parser *parser, dx_kind kind, size_t count,
                          const uint32_t *operands);
// A prefix operator whose fixed operands were pushed from `first` on.
void dx_parser_push_prefix(dx_parser *parser, dx_pending prefix);
bool dx_parser_enter(dx_parser *parser); // one level deeper, or an error
void dx_parser_leave(dx_parser *parser);
// Is it time to go on where there is room?  And does so.
bool dx_parser_wants_room(const dx_parser *parser);
void dx_parser_run_deep(dx_parser *parser, void (*run)(void *), void *data);

// parse_prefix.c

// Reads prefix operators and then what they apply to, with its @t.  False if
// that is a bracket, which is left to the caller.
bool dx_parse_operand(dx_parser *parser, dx_scope *here);

// parse_operand.c

// A name, number, probability or set: pushes it.
void dx_parse_primary(dx_parser *parser, dx_level floor);
// f@t, as often as it is written, of the operand read last.
void dx_parse_at(dx_parser *parser);
// What is written between ( and ), up to but not including the ).
dx_operand dx_parse_inside(dx_parser *parser);
// After (f: `given g`.  Makes X[a](f given g).
dx_formula dx_parse_given(dx_parser *parser, dx_kind kind, dx_formula agent,
                          const dx_operand *f);
// When: a number, a name or a term in brackets.
dx_formula dx_parse_time(dx_parser *parser);
dx_name dx_parse_name(dx_parser *parser, const char *what);
dx_formula dx_parse_an_agent(dx_parser *parser);
// [a], after an operator that takes one agent.
dx_formula dx_parse_agent_in_brackets(dx_parser *parser);
// One agent or more, with commas between them: pushes them to `fixed`.
void dx_parse_agents(dx_parser *parser);
// An operand that begins at the lexer's place and has no node yet.
dx_operand dx_operand_here(const dx_parser *parser, dx_sort sort);

// parse_modal.c

// [..] or <..> before a formula: pushes the prefix operator.
void dx_parse_box(dx_parser *parser);

// parse_error.c

bool dx_parser_failed(const dx_parser *parser);
void dx_parser_fail(dx_parser *parser, dx_status status, unsigned line,
                    unsigned column, const char *format, ...) DX_PRINTF(5, 6);
// "expected `what`, found ..." with a hint for what people write instead.
void dx_parser_expected(dx_parser *parser, const char *what);
// Steps over the sign or word or fails.
bool dx_parser_expect(dx_parser *parser, const char *sign);
// Steps over the bracket that closes `open`, or says where that was.  `also`
// is what else could stand here, or NULL; `after` the expression that was
// read last, or DX_FORMULA_NONE.
void dx_parser_close(dx_parser *parser, const char *close, const dx_token *open,
                     const char *also, dx_formula after);
// What stops the reading of a whole formula before the end of the text.
void dx_parser_expect_end(dx_parser *parser, dx_formula after);
void dx_parser_too_deep(dx_parser *parser);
// Is it a `count` that was read?
bool dx_parser_is_count(const dx_parser *parser, const dx_operand *operand);
// `operand` is not of the sort that `sign` needs.
void dx_parser_wrong_sort(dx_parser *parser, const dx_operand *operand,
                          dx_sort wanted, const char *sign);

#endif
