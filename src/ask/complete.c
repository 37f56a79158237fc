// Candidates come from the words of the language and of the game; the parser
// says which of them can stand where the text ends: a text that is only
// unfinished fails at its end, one that is wrong fails before.  What the parser
// does not know, the types of arguments, is told by the brackets that are open.

#include "ask/complete.h"

#include "base/memory.h"
#include "logic/formula/parse.h"

#include <ctype.h>
#include <string.h>

enum { OPEN_MAX = 64, TEXT_MAX = 2000 };

static const char *const language[] = {
    "K[",     "M[",     "Kw[",  "B[",    "P[",       "E[",  "C[",   "D[",
    "public", "prev",   "once", "sofar", "learned[", "now", "true", "false",
    "forall", "exists", "[!",   "[",     "!",        "?!",  "~",    "(",
    "&",      "|",      "->",   "<->",   ">=",       "<=",  "=",    "!=",
    ">",      "<",      "+",    "-",     "*",        "/",   "mod",  "in",
    "given",  "@",      ")",    "]",     ",",        ":",
};

// A bracket that is open at the end of the text.
typedef struct open_bracket {
    char sign;
    const char *const *types; // of the arguments inside; NULL: none
    bool seats;               // agents are named inside
    unsigned argument;
} open_bracket;

typedef struct completer {
    const dx_rules *rules;
    const char *const *names;
    const char *text;
    dx_formulas *store;
    open_bracket open[OPEN_MAX];
    unsigned depth;
    bool wants_set; // behind `in`
    DX_VECTOR(char *) variables;
    dx_completions out;
} completer;

void dx_completions_release(dx_completions *completions)
{
    for (size_t i = 0; i < completions->words.count; i++)
        dx_free(completions->words.at[i]);
    dx_vector_release(&completions->words);
}

// ---- where the text ends ----

static const char *const *types_of(const dx_game *game, const dx_token *name)
{
    size_t n = name->length;
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++)
        if (strlen(a->name) == n && strncmp(a->name, name->at, n) == 0)
            return a->type;
    for (const dx_quantity *q = game->quantities; q != NULL && q->name != NULL;
         q++)
        if (strlen(q->name) == n && strncmp(q->name, name->at, n) == 0)
            return q->type;
    for (const dx_domain *d = game->domains; d != NULL && d->name != NULL; d++)
        if (strlen(d->name) == n && strncmp(d->name, name->at, n) == 0)
            return d->type;
    return NULL;
}

static bool is_word(const dx_token *token, const char *word)
{
    return token->length == strlen(word) &&
           strncmp(token->at, word, token->length) == 0;
}

static bool names_agents(const dx_token *token)
{
    static const char *const operators[] = {"K", "M", "Kw", "B",      "P",
                                            "E", "C", "D",  "learned"};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (is_word(token, operators[i]))
            return true;
    return false;
}

static void take_sign(completer *c, const dx_token *token,
                      const dx_token *before)
{
    char sign = token->at[0];
    bool behind_name = before->kind == DX_TOKEN_NAME;
    if ((sign == '(' || sign == '[') && token->length == 1 &&
        c->depth < OPEN_MAX) {
        open_bracket *b = &c->open[c->depth++];
        *b = (open_bracket){.sign = sign};
        if (sign == '(' && behind_name)
            b->types = types_of(c->rules->game, before);
        b->seats = sign == '[' && behind_name && names_agents(before);
    } else if ((sign == ')' || sign == ']') && c->depth > 0) {
        c->depth--;
    } else if (sign == ',' && c->depth > 0) {
        c->open[c->depth - 1].argument++;
    }
}

static void read_head(completer *c, size_t length)
{
    dx_lexer lexer;
    dx_token before = {.kind = DX_TOKEN_END};
    dx_lexer_init(&lexer, c->text, length);
    for (; lexer.token.kind != DX_TOKEN_END; dx_lexer_step(&lexer)) {
        const dx_token *token = &lexer.token;
        if (token->kind == DX_TOKEN_SIGN)
            take_sign(c, token, &before);
        c->wants_set = token->kind == DX_TOKEN_NAME && is_word(token, "in");
        if (token->kind == DX_TOKEN_NAME && before.kind == DX_TOKEN_NAME &&
            (is_word(&before, "forall") || is_word(&before, "exists"))) {
            char *name = dx_alloc(token->length + 1, 1);
            memcpy(name, token->at, token->length);
            dx_vector_push(&c->variables, name);
        }
        before = *token;
    }
}

// ---- candidates ----

// Is the text a formula or a term, or wrong only in that it ends too early?
static bool is_begun_well(completer *c, const char *text)
{
    dx_error error = {.message = ""};
    dx_lexer lexer;
    dx_formula node;
    dx_sort sort;
    dx_lexer_init(&lexer, text, strlen(text));
    dx_status status =
        dx_parse_expression(&lexer, c->store, &node, &sort, &error);
    return status == DX_OK
               ? lexer.token.kind == DX_TOKEN_END
               : strstr(error.message, "found the end of the text") != NULL;
}

// Can the text, with `word` in place of what was begun, still become a formula?
// A term inside another operator may be one that is to be compared.
static bool can_follow(completer *c, const char *word)
{
    dx_text text = {0};
    dx_text_add_part(&text, c->text, c->out.from);
    dx_text_add(&text, word);
    bool can = is_begun_well(c, dx_text_string(&text));
    if (!can) {
        dx_text_add(&text, " = 0");
        can = is_begun_well(c, dx_text_string(&text));
    }
    dx_text_release(&text);
    return can;
}

static void offer(completer *c, const char *word)
{
    const char *begun = c->text + c->out.from;
    if (strncmp(word, begun, strlen(begun)) != 0 || !can_follow(c, word))
        return;
    for (size_t i = 0; i < c->out.words.count; i++)
        if (strcmp(c->out.words.at[i], word) == 0)
            return;
    dx_vector_push(&c->out.words, dx_copy_text(word));
}

// A name of the game, with the bracket that follows it.
static void offer_name(completer *c, const char *name, const char *const *types)
{
    dx_text word = {0};
    dx_text_printf(&word, "%s%s", name, types[0] != NULL ? "(" : "");
    offer(c, dx_text_string(&word));
    dx_text_release(&word);
}

static void offer_values(completer *c, const char *type)
{
    unsigned count = dx_type_values(c->rules, type);
    for (unsigned value = 0; value < count; value++) {
        dx_text word = {0};
        dx_type_say(c->rules, type, value, &word);
        offer(c, dx_text_string(&word));
        dx_text_release(&word);
    }
    if (strcmp(type, "seat") == 0)
        for (unsigned i = 0; c->names != NULL && i < dx_players(c->rules); i++)
            if (c->names[i] != NULL && dx_is_plain_name(c->names[i]))
                offer(c, c->names[i]);
    for (size_t i = 0; i < c->variables.count; i++)
        offer(c, c->variables.at[i]);
}

static void offer_signs(completer *c, const char *signs)
{
    for (const char *s = signs; *s != '\0'; s++)
        offer(c, (const char[]){*s, '\0'});
}

static void offer_sets(completer *c)
{
    const dx_game *game = c->rules->game;
    for (const dx_domain *d = game->domains; d != NULL && d->name != NULL; d++)
        offer_name(c, d->name, d->type);
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++)
        for (unsigned i = 0; i < DX_TERM_ARGS && a->type[i] != NULL; i++)
            offer(c, a->type[i]);
}

static void offer_all(completer *c)
{
    const dx_game *game = c->rules->game;
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++)
        offer_name(c, a->name, a->type);
    for (const dx_quantity *q = game->quantities; q != NULL && q->name != NULL;
         q++)
        offer_name(c, q->name, q->type);
    for (size_t i = 0; i < c->variables.count; i++)
        offer(c, c->variables.at[i]);
    for (size_t i = 0; i < sizeof language / sizeof *language; i++)
        offer(c, language[i]);
}

static void offer_what_fits(completer *c)
{
    const open_bracket *b = c->depth > 0 ? &c->open[c->depth - 1] : NULL;
    if (b != NULL && b->types != NULL) {
        unsigned i = b->argument;
        bool more = i + 1 < DX_TERM_ARGS && b->types[i] != NULL &&
                    b->types[i + 1] != NULL;
        if (i < DX_TERM_ARGS && b->types[i] != NULL)
            offer_values(c, b->types[i]);
        offer_signs(c, more ? "," : ")");
    } else if (b != NULL && b->seats) {
        offer_values(c, "seat");
        offer_signs(c, ",]");
    } else if (c->wants_set) {
        offer_sets(c);
    } else {
        offer_all(c);
    }
}

// A word that is whole already may also be followed at once.
static void offer_behind(completer *c)
{
    const char *begun = c->text + c->out.from;
    static const char *const signs[] = {"(", ",", ")", "]", ":"};
    bool is_whole = false;
    for (size_t i = 0; i < c->out.words.count; i++)
        is_whole = is_whole || strcmp(c->out.words.at[i], begun) == 0;
    for (size_t i = 0; is_whole && i < sizeof signs / sizeof *signs; i++) {
        const open_bracket *b = c->depth > 0 ? &c->open[c->depth - 1] : NULL;
        bool has_types = b != NULL && b->types != NULL;
        bool more = has_types && b->argument + 1 < DX_TERM_ARGS &&
                    b->types[b->argument + 1] != NULL;
        if (has_types && strcmp(signs[i], more ? "," : ")") != 0)
            continue;
        dx_text word = {0};
        dx_text_printf(&word, "%s%s", begun, signs[i]);
        offer(c, dx_text_string(&word));
        dx_text_release(&word);
    }
}

// Where the word begins that the text ends with.
static size_t begun_at(const char *text, size_t length)
{
    size_t from = length;
    while (from > 0 && (isalnum((unsigned char)text[from - 1]) ||
                        text[from - 1] == '_' || text[from - 1] == '\''))
        from--;
    return from;
}

dx_completions dx_complete(const dx_rules *rules, const char *const *names,
                           const char *text)
{
    completer c = {.rules = rules, .names = names, .text = text};
    size_t length = strlen(text);
    if (length > TEXT_MAX)
        return c.out;
    c.store = dx_formulas_new();
    c.out.from = begun_at(text, length);
    read_head(&c, c.out.from);
    offer_what_fits(&c);
    if (c.out.from < length)
        offer_behind(&c);
    for (size_t i = 0; i < c.variables.count; i++)
        dx_free(c.variables.at[i]);
    dx_vector_release(&c.variables);
    dx_formulas_free(c.store);
    return c.out;
}
