// Tokens, by looking at the first byte.
//
// Signs are tried longest first in a list of forty, Unicode synonyms only where
// a byte is beyond ASCII; both are short beside what a token costs otherwise.
// Names may begin with a letter of any alphabet (see is_letter_code), so that Σ
// or π can be an atom.  Nothing is copied and nothing fails here: what begins
// no token is a token that says so, with its place, and never less than one
// byte, so every loop over tokens ends.

#include "logic/formula/lexer.h"

#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// Longest first.  Some are no operators of ours but of other languages: as
// one token the parser can say what to write instead.
static const char *const signs[] = {
    "<-->", "<->", "-->", "<=>", "->", "<=",  ">=",  "!=", "?!", "..",
    ":=",   "&&",  "||",  "==",  "=>", "/\\", "\\/", "(",  ")",  "[",
    "]",    "{",   "}",   "<",   ">",  "=",   "~",   "&",  "|",  "+",
    "-",    "*",   "/",   "!",   "?",  "@",   ",",   ";",  ":",  ".",
};

typedef struct synonym {
    const char *sign;
    dx_token_kind kind;
    const char *ascii;
} synonym;

static const synonym synonyms[] = {
    {"¬", DX_TOKEN_SIGN, "~"},      {"∧", DX_TOKEN_SIGN, "&"},
    {"∨", DX_TOKEN_SIGN, "|"},      {"→", DX_TOKEN_SIGN, "->"},
    {"⇒", DX_TOKEN_SIGN, "->"},     {"↔", DX_TOKEN_SIGN, "<->"},
    {"⇔", DX_TOKEN_SIGN, "<->"},    {"≤", DX_TOKEN_SIGN, "<="},
    {"≥", DX_TOKEN_SIGN, ">="},     {"≠", DX_TOKEN_SIGN, "!="},
    {"·", DX_TOKEN_SIGN, "*"},      {"×", DX_TOKEN_SIGN, "*"},
    {"−", DX_TOKEN_SIGN, "-"},      {"⟨", DX_TOKEN_SIGN, "<"},
    {"⟩", DX_TOKEN_SIGN, ">"},      {"∀", DX_TOKEN_NAME, "forall"},
    {"∃", DX_TOKEN_NAME, "exists"}, {"∈", DX_TOKEN_NAME, "in"},
    {"⊤", DX_TOKEN_NAME, "true"},   {"⊥", DX_TOKEN_NAME, "false"},
    {"□", DX_TOKEN_NAME, "K"},      {"◇", DX_TOKEN_NAME, "M"},
};

static size_t left(const dx_lexer *lexer)
{
    return (size_t)(lexer->end - lexer->next);
}

static bool begins_with(const dx_lexer *lexer, const char *prefix)
{
    if (left(lexer) == 0 || *lexer->next != *prefix)
        return false; // the usual case, at once
    size_t length = strlen(prefix);
    return left(lexer) >= length && memcmp(lexer->next, prefix, length) == 0;
}

// Moves on, counting characters: a continuation byte of UTF-8 is none.
static void advance(dx_lexer *lexer, size_t bytes)
{
    assert(bytes <= left(lexer));
    for (; bytes > 0; bytes--, lexer->next++) {
        unsigned char c = (unsigned char)*lexer->next;
        if (c == '\n') {
            lexer->line++;
            lexer->column = 1;
        } else if ((c & 0xC0) != 0x80) {
            lexer->column++;
        }
    }
}

// How many bytes of blank or comment are here.  A byte order mark and the
// no-break space that web pages are full of are blanks.
static size_t blank_length(const dx_lexer *lexer)
{
    if (left(lexer) == 0)
        return 0;
    if (strchr(" \t\r\n\f\v", *lexer->next) != NULL && *lexer->next != '\0')
        return 1;
    if (begins_with(lexer, "\xC2\xA0"))
        return 2;
    if (begins_with(lexer, "\xEF\xBB\xBF"))
        return 3;
    bool is_comment = *lexer->next == '#' ||
                      (begins_with(lexer, "--") && !begins_with(lexer, "-->"));
    if (!is_comment)
        return 0;
    const char *line_end = memchr(lexer->next, '\n', left(lexer));
    return line_end != NULL ? (size_t)(line_end - lexer->next) : left(lexer);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static unsigned long code_point(const char *at, size_t length)
{
    static const unsigned char first_mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    assert(length > 0 && length < sizeof first_mask);
    unsigned long code = (unsigned char)at[0] & first_mask[length];
    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)at[i] & 0x3F);
    return code;
}

// Letters beyond ASCII: the alphabets from Latin to Georgian and their
// extensions, kana, Chinese, Korean.  × and ÷ sit in the middle of them.
static bool is_letter_code(unsigned long code)
{
    return (code >= 0xC0 && code <= 0x1FFF && code != 0xD7 && code != 0xF7) ||
           (code >= 0x3040 && code <= 0x9FFF) ||
           (code >= 0xAC00 && code <= 0xD7A3);
}

// The bytes of the letter at `at`, or 0.
static size_t letter_length(const char *at, const char *end)
{
    if (at == end)
        return 0;
    char c = *at;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
        return 1;
    if ((unsigned char)c < 0x80)
        return 0;
    size_t length = dx_utf8_length(at, (size_t)(end - at));
    return length > 0 && is_letter_code(code_point(at, length)) ? length : 0;
}

// The bytes of a character that may continue a name, or 0: also digits, ' and
// the subscripts of p₁.
static size_t tail_length(const char *at, const char *end)
{
    if (at == end)
        return 0;
    if (is_digit(*at) || *at == '\'')
        return 1;
    if (end - at >= 3 && memcmp(at, "\xE2\x82", 2) == 0 &&
        (unsigned char)at[2] >= 0x80 && (unsigned char)at[2] <= 0x9C)
        return 3;
    return letter_length(at, end);
}

static const char *name_end(const char *at, const char *end)
{
    for (size_t length; (length = tail_length(at, end)) > 0;)
        at += length;
    return at;
}

static const char *digits_end(const char *at, const char *end)
{
    while (at < end && is_digit(*at))
        at++;
    return at;
}

// Digits, with a fraction behind a point, or with letters.
static dx_token_kind read_number(const dx_lexer *lexer, size_t *length)
{
    const char *at = digits_end(lexer->next, lexer->end);
    dx_token_kind kind = DX_TOKEN_NUMBER;
    if (letter_length(at, lexer->end) > 0) {
        at = name_end(at, lexer->end);
        kind = DX_TOKEN_MIXED;
    } else if (lexer->end - at >= 2 && at[0] == '.' && is_digit(at[1])) {
        at = digits_end(at + 1, lexer->end);
    }
    *length = (size_t)(at - lexer->next);
    return kind;
}

// Is everything between here and `end` UTF-8?
static bool is_utf8(const char *at, const char *end)
{
    while (at < end) {
        size_t length = dx_utf8_length(at, (size_t)(end - at));
        if (length == 0 || *at == '\0')
            return false;
        at += length;
    }
    return true;
}

// A name or string between two `quote`s on one line.
static void read_quoted(dx_lexer *lexer, dx_token *token, dx_token_kind kind)
{
    const char *from = lexer->next + 1, *at = from;
    while (at < lexer->end && *at != *lexer->next && *at != '\n')
        at++;
    bool is_closed = at < lexer->end && *at == *lexer->next;
    if (!is_closed || !is_utf8(from, at)) {
        token->length = 1;
        advance(lexer, 1);
        return;
    }
    token->kind = kind;
    token->is_quoted = true;
    token->at = from;
    token->length = (size_t)(at - from);
    advance(lexer, token->length + 2);
}

static bool read_sign(dx_lexer *lexer, dx_token *token)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (!begins_with(lexer, signs[i]))
            continue;
        token->kind = DX_TOKEN_SIGN;
        token->at = signs[i];
        token->length = strlen(signs[i]);
        advance(lexer, token->length);
        return true;
    }
    return false;
}

static bool read_synonym(dx_lexer *lexer, dx_token *token)
{
    if ((unsigned char)*lexer->next < 0x80)
        return false;
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        if (!begins_with(lexer, synonyms[i].sign))
            continue;
        token->kind = synonyms[i].kind;
        token->at = synonyms[i].ascii;
        token->length = strlen(token->at);
        advance(lexer, strlen(synonyms[i].sign));
        return true;
    }
    return false;
}

static void read_token(dx_lexer *lexer, dx_token *token)
{
    if (*lexer->next == '"') {
        read_quoted(lexer, token, DX_TOKEN_STRING);
    } else if (*lexer->next == '`') {
        read_quoted(lexer, token, DX_TOKEN_NAME);
    } else if (is_digit(*lexer->next)) {
        token->kind = read_number(lexer, &token->length);
        advance(lexer, token->length);
    } else if (letter_length(lexer->next, lexer->end) > 0) {
        token->kind = DX_TOKEN_NAME;
        token->length =
            (size_t)(name_end(lexer->next, lexer->end) - lexer->next);
        advance(lexer, token->length);
    } else if (!read_synonym(lexer, token) && !read_sign(lexer, token)) {
        size_t length = dx_utf8_length(lexer->next, left(lexer));
        token->length = length > 0 ? length : 1;
        advance(lexer, token->length);
    }
}

void dx_lexer_step(dx_lexer *lexer)
{
    lexer->last_end = (size_t)(lexer->next - lexer->text);
    for (size_t length; (length = blank_length(lexer)) > 0;)
        advance(lexer, length);
    lexer->token = (dx_token){.kind = DX_TOKEN_END,
                              .at = lexer->next,
                              .line = lexer->line,
                              .column = lexer->column};
    if (left(lexer) == 0)
        return;
    const char *from = lexer->next;
    lexer->token.kind = DX_TOKEN_BAD;
    read_token(lexer, &lexer->token);
    assert(lexer->next > from); // so every loop over tokens ends
    (void)from;
}

void dx_lexer_init(dx_lexer *lexer, const char *text, size_t length)
{
    *lexer = (dx_lexer){.text = text,
                        .end = text + length,
                        .next = text,
                        .line = 1,
                        .column = 1};
    dx_lexer_step(lexer);
}

bool dx_lexer_is(const dx_lexer *lexer, const char *sign_or_word)
{
    const dx_token *token = &lexer->token;
    bool may_be = token->kind == DX_TOKEN_SIGN ||
                  (token->kind == DX_TOKEN_NAME && !token->is_quoted);
    return may_be && token->length > 0 && *token->at == *sign_or_word &&
           strlen(sign_or_word) == token->length &&
           memcmp(sign_or_word, token->at, token->length) == 0;
}

bool dx_lexer_next_is(const dx_lexer *lexer, const char *sign_or_word)
{
    dx_lexer ahead = *lexer;
    dx_lexer_step(&ahead);
    return dx_lexer_is(&ahead, sign_or_word);
}

dx_token_kind dx_lexer_next_kind(const dx_lexer *lexer)
{
    dx_lexer ahead = *lexer;
    dx_lexer_step(&ahead);
    return ahead.token.kind;
}

bool dx_lexer_take(dx_lexer *lexer, const char *sign_or_word)
{
    if (!dx_lexer_is(lexer, sign_or_word))
        return false;
    dx_lexer_step(lexer);
    return true;
}

static void describe_bad(const dx_token *token, char *out, size_t size)
{
    unsigned char c = (unsigned char)*token->at;
    if (c == '"' || c == '`')
        snprintf(out, size, "a %c without its partner on the line", c);
    else if (token->length == 1 && (c >= 0x80 || c < 0x20))
        snprintf(out, size, "the byte 0x%02x, which is not text", c);
    else
        snprintf(out, size, "'%.*s', which means nothing here",
                 (int)token->length, token->at);
}

void dx_token_describe(const dx_token *token, char *out, size_t size)
{
    enum { SHOWN_MAX = 40 };
    size_t shown = token->length;
    if (token->kind == DX_TOKEN_END) {
        snprintf(out, size, "the end of the text");
        return;
    }
    if (token->kind == DX_TOKEN_BAD) {
        describe_bad(token, out, size);
        return;
    }
    if (shown > SHOWN_MAX) {
        shown = SHOWN_MAX;
        while (shown > 0 && ((unsigned char)token->at[shown] & 0xC0) == 0x80)
            shown--; // never half a character
    }
    char quote = token->kind == DX_TOKEN_STRING ? '"' : '\'';
    snprintf(out, size, "%c%.*s%s%c", quote, (int)shown, token->at,
             shown < token->length ? "..." : "", quote);
}

dx_status dx_lexer_expected(const dx_lexer *lexer, const char *what,
                            dx_error *error)
{
    char found[64];
    dx_token_describe(&lexer->token, found, sizeof found);
    return dx_fail(error, DX_ERR_SYNTAX, lexer->token.line, lexer->token.column,
                   "expected %s, found %s", what, found);
}

dx_status dx_lexer_expect(dx_lexer *lexer, const char *sign_or_word,
                          dx_error *error)
{
    if (dx_lexer_take(lexer, sign_or_word))
        return DX_OK;
    char what[40];
    snprintf(what, sizeof what, "'%s'", sign_or_word);
    return dx_lexer_expected(lexer, what, error);
}

bool dx_is_plain_name(const char *text)
{
    dx_lexer lexer;
    size_t length = strlen(text);
    dx_lexer_init(&lexer, text, length);
    return (lexer.token.kind == DX_TOKEN_NAME ||
            lexer.token.kind == DX_TOKEN_MIXED) &&
           lexer.token.at == text && lexer.token.length == length;
}
