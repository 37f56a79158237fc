// logic/formula/lexer.h -- text as tokens, for formulas and for .dx files.
//
// One token of look-ahead, kept in `token`; a lexer is a plain value, so a
// copy looks further ahead.  Comments run from `--` or `#` to the end of the
// line.  Unicode signs come out as the token of their ASCII synonym.  A byte
// that begins no token, or is not UTF-8, is a token of kind DX_TOKEN_BAD: the
// parser that meets it reports it.
//
//     dx_lexer lexer;
//     dx_lexer_init(&lexer, text, strlen(text));
//     while (lexer.token.kind != DX_TOKEN_END)
//         dx_lexer_step(&lexer);

#ifndef DX_LOGIC_FORMULA_LEXER_H
#define DX_LOGIC_FORMULA_LEXER_H

#include "base/base.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum dx_token_kind {
    DX_TOKEN_END,
    DX_TOKEN_NAME,   // letter or _, then letters, digits, _ and '; or anything
                     // between two `
    DX_TOKEN_NUMBER, // digits, or digits '.' digits
    DX_TOKEN_MIXED,  // digits then letters, such as the card 6s
    DX_TOKEN_STRING, // "..." for file names and titles; at and length are of
                     // what is between the quotes
    DX_TOKEN_SIGN,   // punctuation and operators, the longest that fits
    DX_TOKEN_BAD,
} dx_token_kind;

typedef struct dx_token {
    dx_token_kind kind;
    bool is_quoted; // a name between two `, which is never a word or operator
    const char *at; // in the text; for a sign, its ASCII form
    size_t length;
    unsigned line, column; // columns count characters, from 1
} dx_token;

typedef struct dx_lexer {
    const char *text, *end, *next;
    unsigned line, column;
    dx_token token;   // the one to look at
    size_t last_end;  // offset in text behind the token before this one
    unsigned nesting; // brackets the parser is inside of
} dx_lexer;

// Starts at the first token of `text`, which is borrowed.
void dx_lexer_init(dx_lexer *lexer, const char *text, size_t length);

// Goes to the next token; at the end it stays there.
void dx_lexer_step(dx_lexer *lexer);

// Is the token this sign or this word?
bool dx_lexer_is(const dx_lexer *lexer, const char *sign_or_word);

// What the token after this one is, and whether it is this sign or word.
dx_token_kind dx_lexer_next_kind(const dx_lexer *lexer);
bool dx_lexer_next_is(const dx_lexer *lexer, const char *sign_or_word);

// Steps over it if it is.
bool dx_lexer_take(dx_lexer *lexer, const char *sign_or_word);

// The token as an error message names it: 'q', the end of the text.  Cut to
// fit `size`, which is at least 64.
void dx_token_describe(const dx_token *token, char *out, size_t size);

// "expected X, found Y" at the token.
dx_status dx_lexer_expected(const dx_lexer *lexer, const char *what,
                            dx_error *error);

// Steps over it, or answers DX_ERR_SYNTAX with "expected ...".
DX_MUST_USE dx_status dx_lexer_expect(dx_lexer *lexer, const char *sign_or_word,
                                      dx_error *error);

// Would `text` be read as one name or mixed token, without quoting?
bool dx_is_plain_name(const char *text);

#endif
