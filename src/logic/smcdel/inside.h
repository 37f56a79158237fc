// logic/smcdel/inside.h -- tokens and parser of SMCDEL's format.

#ifndef DX_LOGIC_SMCDEL_INSIDE_H
#define DX_LOGIC_SMCDEL_INSIDE_H

#include "base/base.h"
#include "base/vector.h"
#include "logic/smcdel/smcdel.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// X(KIND, spelling): tokens with one spelling; the first that is longest wins.
#define DX_SMCDEL_WORDS(X)                                                     \
    X(VARS, "VARS")                                                            \
    X(LAW, "LAW")                                                              \
    X(OBS, "OBS")                                                              \
    X(ASK_TRUE, "TRUE?")                                                       \
    X(ASK_VALID, "VALID?")                                                     \
    X(ASK_WHERE, "WHERE?")                                                     \
    X(TOP, "Top")                                                              \
    X(BOT, "Bot")                                                              \
    X(NOT, "~")                                                                \
    X(NOT, "¬")                                                                \
    X(NOT, "Not")                                                              \
    X(NOT, "not")                                                              \
    X(AND, "&")                                                                \
    X(AND, "∧")                                                                \
    X(OR, "|")                                                                 \
    X(OR, "∨")                                                                 \
    X(IMPLIES, "->")                                                           \
    X(IMPLIES, "→")                                                            \
    X(IFF, "iff")                                                              \
    X(ALL_OF, "AND")                                                           \
    X(ANY_OF, "OR")                                                            \
    X(ODD_OF, "XOR")                                                           \
    X(ONE_OF, "ONEOF")                                                         \
    X(FORALL, "ForAll")                                                        \
    X(FORALL, "Forall")                                                        \
    X(EXISTS, "Exists")                                                        \
    X(K, "K")                                                                  \
    X(KW, "Kw")                                                                \
    X(KNOWS_THAT, "knows that")                                                \
    X(KNOWS_WHETHER, "knows whether")                                          \
    X(COMMON_THAT, "comknow that")                                             \
    X(COMMON_WHETHER, "comknow whether")                                       \
    X(DISTRIBUTED_THAT, "distknow that")                                       \
    X(DISTRIBUTED_WHETHER, "distknow whether")                                 \
    X(COMMA, ",")                                                              \
    X(COLON, ":")                                                              \
    X(OPEN, "(")                                                               \
    X(CLOSE, ")")                                                              \
    X(OPEN_STATE, "{")                                                         \
    X(CLOSE_STATE, "}")                                                        \
    X(OPEN_BOX, "[")                                                           \
    X(CLOSE_BOX, "]")                                                          \
    X(OPEN_DIAMOND, "<")                                                       \
    X(CLOSE_DIAMOND, ">")                                                      \
    X(BANG, "!")                                                               \
    X(QUESTION, "?")

typedef enum dx_smcdel_token_kind {
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_VARS,
    TOKEN_LAW,
    TOKEN_OBS,
    TOKEN_ASK_TRUE,
    TOKEN_ASK_VALID,
    TOKEN_ASK_WHERE,
    TOKEN_TOP,
    TOKEN_BOT,
    TOKEN_NOT,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_IMPLIES,
    TOKEN_IFF,
    TOKEN_ALL_OF,
    TOKEN_ANY_OF,
    TOKEN_ODD_OF,
    TOKEN_ONE_OF,
    TOKEN_FORALL,
    TOKEN_EXISTS,
    TOKEN_K,
    TOKEN_KW,
    TOKEN_KNOWS_THAT,
    TOKEN_KNOWS_WHETHER,
    TOKEN_COMMON_THAT,
    TOKEN_COMMON_WHETHER,
    TOKEN_DISTRIBUTED_THAT,
    TOKEN_DISTRIBUTED_WHETHER,
    TOKEN_COMMA,
    TOKEN_COLON,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_OPEN_STATE,
    TOKEN_CLOSE_STATE,
    TOKEN_OPEN_BOX,
    TOKEN_CLOSE_BOX,
    TOKEN_OPEN_DIAMOND,
    TOKEN_CLOSE_DIAMOND,
    TOKEN_BANG,
    TOKEN_QUESTION,
} dx_smcdel_token_kind;

// Small, since a file has millions; lines and columns are counted when they
// are asked for.
typedef struct dx_smcdel_token {
    uint32_t kind : 8, length : 24;
    uint32_t at; // offset in the text
} dx_smcdel_token;

enum { DX_SMCDEL_BYTES_MAX = 1 << 30, DX_SMCDEL_NAME_MAX = 1 << 16 };

typedef DX_VECTOR(dx_smcdel_token) dx_smcdel_tokens;

// All tokens of the text, TOKEN_END last.  The caller releases
// `*tokens`, also after an error.
DX_MUST_USE dx_status dx_smcdel_lex(const char *text, size_t length,
                                    dx_smcdel_tokens *tokens, dx_error *error);

// A place in the text; columns count characters, from 1.
typedef struct dx_smcdel_place {
    size_t at;
    unsigned line, column;
} dx_smcdel_place;

// Moves a place that began as {0, 1, 1} forward to offset `at`.
void dx_smcdel_place_move(dx_smcdel_place *place, const char *text, size_t at);

// Where the parser is (smcdel.c reads the file, formula.c formulas).
// The first error ends everything: functions then return at once.
typedef struct dx_smcdel_parser {
    dx_formulas *store;
    const char *text;
    const dx_smcdel_token *token; // the one to look at
    unsigned nesting;
    bool is_law; // which must be Boolean
    dx_status status;
    dx_error *error;

    uint32_t *place_of; // by name: 1 + the place of the variable or agent
    size_t place_room;
    DX_VECTOR(dx_name) vars;
    DX_VECTOR(dx_smcdel_agent) agents;
    DX_VECTOR(dx_smcdel_query) queries;
    dx_smcdel_place query_place; // of the last query
} dx_smcdel_parser;

typedef DX_VECTOR(uint32_t) dx_smcdel_handles; // formulas, names or places

static inline bool is_at(const dx_smcdel_parser *p, dx_smcdel_token_kind kind)
{
    return p->token->kind == kind;
}

// Steps over a token of this kind if there is one.
static inline bool takes(dx_smcdel_parser *p, dx_smcdel_token_kind kind)
{
    if (!is_at(p, kind))
        return false;
    p->token++;
    return true;
}

// Steps over a token of this kind, or fails.
bool dx_smcdel_expects(dx_smcdel_parser *p, dx_smcdel_token_kind kind,
                       const char *what);

// Fail at the token, unless something failed before; return DX_FORMULA_NONE.
dx_formula dx_smcdel_expected(dx_smcdel_parser *p, const char *what);
dx_formula dx_smcdel_fail(dx_smcdel_parser *p, const dx_smcdel_token *token,
                          dx_status status, const char *format, ...)
    DX_PRINTF(4, 5);

// A variable among VARS; variables with commas between them; agents likewise,
// as formulas.
dx_name dx_smcdel_parse_variable(dx_smcdel_parser *p);
void dx_smcdel_parse_variables(dx_smcdel_parser *p, dx_smcdel_handles *names);
dx_formula dx_smcdel_parse_agent(dx_smcdel_parser *p);
void dx_smcdel_parse_agents(dx_smcdel_parser *p, dx_smcdel_handles *operands);

dx_formula dx_smcdel_parse_form(dx_smcdel_parser *p);

#endif
