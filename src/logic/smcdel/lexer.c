// SMCDEL's format as tokens.  The longest token at a place wins, also when a
// longer word is a name: `Kate` and `Top1` are names, `knows thatx` is the
// operator and then `x`.

#include "logic/smcdel/inside.h"

#include "base/text.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct word {
    dx_smcdel_token_kind kind;
    uint8_t length;
    const char *spelling;
} word;

static const word words[] = {
#define X(kind, spelling) {TOKEN_##kind, sizeof(spelling) - 1, (spelling)},
    DX_SMCDEL_WORDS(X)
#undef X
};

enum { WORDS = sizeof words / sizeof *words, NO_WORD = WORDS };

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' ||
           c == '\v';
}

typedef struct scanner {
    const char *text, *at, *end;
    // Chains of the words that begin with each byte.
    uint8_t first[256], next[WORDS];
} scanner;

static void chain_words(scanner *s)
{
    memset(s->first, NO_WORD, sizeof s->first);
    for (uint8_t i = WORDS; i-- > 0;) {
        uint8_t *first = &s->first[(unsigned char)words[i].spelling[0]];
        s->next[i] = *first;
        *first = i;
    }
}

void dx_smcdel_place_move(dx_smcdel_place *place, const char *text, size_t at)
{
    assert(place->at <= at); // forward only
    for (; place->at < at; place->at++) {
        if (text[place->at] == '\n') {
            place->line++;
            place->column = 1;
        } else if (((unsigned char)text[place->at] & 0xc0) != 0x80) {
            place->column++;
        }
    }
}

static void skip_blanks_and_comments(scanner *s)
{
    for (;;) {
        if (s->at < s->end && is_blank(*s->at)) {
            s->at++;
        } else if (s->end - s->at >= 2 && s->at[0] == '-' && s->at[1] == '-') {
            const char *stop = memchr(s->at, '\n', (size_t)(s->end - s->at));
            s->at = stop == NULL ? s->end : stop;
        } else {
            return;
        }
    }
}

// The longest token at the scanner's place; length 0 if none begins here.
static dx_smcdel_token longest(const scanner *s)
{
    assert(s->at < s->end);
    size_t room = (size_t)(s->end - s->at), length = 0;
    dx_smcdel_token_kind kind = TOKEN_END;
    if (is_digit(*s->at)) {
        while (length < room && is_digit(s->at[length]))
            length++;
        kind = TOKEN_NUMBER;
    } else if (is_letter(*s->at)) {
        while (length < room &&
               (is_letter(s->at[length]) || is_digit(s->at[length])))
            length++;
        kind = TOKEN_NAME;
    }
    for (uint8_t i = s->first[(unsigned char)*s->at]; i != NO_WORD;
         i = s->next[i]) {
        size_t bytes = words[i].length;
        if (bytes < length || bytes > room ||
            memcmp(s->at, words[i].spelling, bytes) != 0)
            continue;
        kind = words[i].kind;
        length = bytes;
    }
    if (length > DX_SMCDEL_NAME_MAX) // the parser refuses it
        length = DX_SMCDEL_NAME_MAX;
    return (dx_smcdel_token){.kind = (uint8_t)kind,
                             .length = length & 0xffffff,
                             .at = (uint32_t)(s->at - s->text)};
}

static dx_status bad_character(const scanner *s, dx_error *error)
{
    dx_smcdel_place place = {.line = 1, .column = 1};
    dx_smcdel_place_move(&place, s->text, (size_t)(s->at - s->text));
    size_t length = dx_utf8_length(s->at, (size_t)(s->end - s->at));
    if (length == 0)
        return dx_fail(error, DX_ERR_SYNTAX, place.line, place.column,
                       "this is not UTF-8 text");
    const char *hint = "";
    if (*s->at == '_')
        hint = "; names are letters and digits";
    else if (*s->at == '=')
        hint = "; equivalence is written iff";
    else if (*s->at == '-')
        hint = "; implication is written ->, comments begin with --";
    return dx_fail(error, DX_ERR_SYNTAX, place.line, place.column,
                   "the character '%.*s' begins nothing here%s", (int)length,
                   s->at, hint);
}

dx_status dx_smcdel_lex(const char *text, size_t length,
                        dx_smcdel_tokens *tokens, dx_error *error)
{
    if (length > DX_SMCDEL_BYTES_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "the file has more than %d bytes", DX_SMCDEL_BYTES_MAX);
    scanner s = {.text = text, .at = text, .end = text + length};
    chain_words(&s);
    dx_vector_reserve(tokens, length / 4 + 1); // seldom moves
    for (;;) {
        skip_blanks_and_comments(&s);
        if (s.at == s.end) {
            dx_vector_push(tokens, (dx_smcdel_token){.kind = TOKEN_END,
                                                     .at = (uint32_t)length});
            return DX_OK;
        }
        dx_smcdel_token token = longest(&s);
        if (token.length == 0)
            return bad_character(&s, error);
        dx_vector_push(tokens, token);
        s.at += token.length;
    }
}
