// agents/rules/program.h -- a file of rules, read.

#ifndef DX_AGENTS_RULES_PROGRAM_H
#define DX_AGENTS_RULES_PROGRAM_H

#include "base/vector.h"
#include "game/agent.h"
#include "logic/formula/formula.h"

typedef enum dx_rule_tie {
    DX_RULE_TIE_FIRST,
    DX_RULE_TIE_LAST,
    DX_RULE_TIE_ANY
} dx_rule_tie;

// What binds a variable: `for x in D:` tries one member after the other; `with
// x = ...:` takes the one (or of several one by the tie) for which the term is
// most, or fewest, among those where the condition holds.
typedef struct dx_rule_clause {
    bool is_for;
    int sign; // 1 most, -1 fewest, 0 neither
    dx_rule_tie tie;
    dx_name variable;
    dx_formula domain, term, condition; // or DX_FORMULA_NONE
} dx_rule_clause;

enum { DX_RULE_CLAUSES_MAX = 8 };

typedef struct dx_rule_line {
    char *name;
    unsigned clause_count;
    dx_rule_clause clause[DX_RULE_CLAUSES_MAX];
    dx_formula condition; // DX_FORMULA_NONE: none
    unsigned verb;
    dx_rule_tie tie;         // of moves that fit alike
    unsigned count;          // of arguments
    dx_formula arg[DX_ARGS]; // DX_FORMULA_NONE: any
} dx_rule_line;

// A name for a formula or a term; its parameters are replaced when it is used.
typedef struct dx_rule_let {
    dx_name name;
    unsigned count;
    dx_name parameter[DX_TERM_ARGS];
    dx_formula body;
} dx_rule_let;

typedef struct dx_rule_file {
    dx_formulas *store;
    char *name, *help;
    const dx_game *game;
    DX_VECTOR(dx_rule_let) lets;
    DX_VECTOR(dx_rule_line) rules;
} dx_rule_file;

DX_MUST_USE dx_status dx_rule_file_read(const char *text, size_t length,
                                        const dx_game *const *games,
                                        dx_rule_file **out, dx_error *error);
void dx_rule_file_free(dx_rule_file *program); // NULL is fine

// Is it a type of the game's verbs or facts, and so a domain of all its values?
bool dx_rule_is_type(const dx_game *game, const char *name);

#endif
