// The reader: files, statements and names.
//
// A file is a list of statements, each with its keyword; what is declared is
// known from there on.  A name has one role in a file (an agent may be a value
// as well), kept by its number, with the place where it got it, so that
// "declared twice" can say where.  Errors stand where the culprit is: the
// formula parser keeps no places for its nodes, so a name or term is looked for
// again in the text of the last expression (dx_read_place_of), which costs only
// those who made a mistake.

#include "logic/dx/read.h"

#include "base/memory.h"
#include "base/text.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

dx_file_place dx_read_here(const dx_reader *reader)
{
    return (dx_file_place){reader->file, reader->lexer.token.line,
                           reader->lexer.token.column};
}

static bool token_is(const dx_token *token, const char *text)
{
    return token->length == strlen(text) &&
           memcmp(token->at, text, token->length) == 0;
}

// Do the tokens from here on, without the blanks, begin with `text`?
static bool reads(dx_lexer lexer, const char *text)
{
    while (*text != '\0') {
        const dx_token *token = &lexer.token;
        if (token->length == 0 || strncmp(text, token->at, token->length) != 0)
            return false;
        text += token->length;
        dx_lexer_step(&lexer);
    }
    return true;
}

static dx_file_place place_of_text(const dx_reader *reader, const char *text)
{
    dx_lexer lexer = reader->start;
    while (lexer.token.kind != DX_TOKEN_END &&
           lexer.next < reader->lexer.next && !reads(lexer, text))
        dx_lexer_step(&lexer);
    if (!reads(lexer, text))
        lexer = reader->start;
    return (dx_file_place){reader->file, lexer.token.line, lexer.token.column};
}

dx_file_place dx_read_place_of(const dx_reader *reader, dx_name name)
{
    dx_lexer lexer = reader->start;
    const char *text = dx_read_text(reader, name);
    while (lexer.token.kind != DX_TOKEN_END &&
           lexer.next < reader->lexer.next && !token_is(&lexer.token, text))
        dx_lexer_step(&lexer);
    if (!token_is(&lexer.token, text))
        lexer = reader->start;
    return (dx_file_place){reader->file, lexer.token.line, lexer.token.column};
}

dx_file_place dx_read_place_of_term(const dx_reader *reader, dx_formula term)
{
    dx_text text = {0};
    dx_formula_print(reader->store, term, &text);
    dx_file_place place = place_of_text(reader, dx_text_string(&text));
    dx_text_release(&text);
    return place;
}

DX_PRINTF(4, 0)
static dx_status fail_with(dx_reader *reader, dx_status status,
                           dx_file_place place, const char *format,
                           va_list arguments)
{
    char message[DX_ERROR_MESSAGE_MAX];
    vsnprintf(message, sizeof message, format, arguments);
    return dx_document_fail(reader->document, reader->error, status, place,
                            "%s", message);
}

dx_status dx_read_fail(dx_reader *reader, dx_file_place place,
                       const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_with(reader, DX_ERR_INPUT, place, format, arguments);
    va_end(arguments);
    return DX_ERR_INPUT;
}

dx_status dx_read_limit(dx_reader *reader, dx_file_place place,
                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_with(reader, DX_ERR_LIMIT, place, format, arguments);
    va_end(arguments);
    return DX_ERR_LIMIT;
}

// Errors of lexer and formula parser do not know the file.
static dx_status in_file(dx_reader *reader, dx_status status)
{
    if (status != DX_OK)
        dx_error_in_file(reader->error,
                         reader->document->files.at[reader->file]);
    return status;
}

dx_status dx_read_expected(dx_reader *reader, const char *what)
{
    return in_file(reader,
                   dx_lexer_expected(&reader->lexer, what, reader->error));
}

dx_status dx_read_sign(dx_reader *reader, const char *sign)
{
    return in_file(reader,
                   dx_lexer_expect(&reader->lexer, sign, reader->error));
}

bool dx_read_at_name(const dx_reader *reader)
{
    dx_token_kind kind = reader->lexer.token.kind;
    return kind == DX_TOKEN_NAME || kind == DX_TOKEN_NUMBER ||
           kind == DX_TOKEN_MIXED;
}

dx_status dx_read_name(dx_reader *reader, const char *what, dx_name *out)
{
    if (!dx_read_at_name(reader))
        return dx_read_expected(reader, what);
    const dx_token *token = &reader->lexer.token;
    *out = dx_names_add_part(dx_formulas_names(reader->store), token->at,
                             token->length);
    dx_lexer_step(&reader->lexer);
    return DX_OK;
}

// `true at`, `sees a: nothing` and the words of formulas are read as such.
static bool is_taken(const dx_lexer *lexer)
{
    const dx_token *token = &lexer->token;
    bool is_word = token->kind == DX_TOKEN_NAME && !token->is_quoted;
    return dx_lexer_is(lexer, "at") || dx_lexer_is(lexer, "nothing") ||
           (is_word && dx_is_reserved(token->at, token->length));
}

dx_status dx_read_check_word(dx_reader *reader, const char *what)
{
    const dx_token *token = &reader->lexer.token;
    if (!is_taken(&reader->lexer))
        return DX_OK;
    return dx_read_fail(reader, dx_read_here(reader),
                        "'%.*s' is a word of the language and cannot be %s; "
                        "take another, or write `%.*s`",
                        (int)token->length, token->at, what, (int)token->length,
                        token->at);
}

dx_status dx_read_new_name(dx_reader *reader, const char *what, dx_name *out)
{
    dx_status status = dx_read_check_word(reader, what);
    return status == DX_OK ? dx_read_name(reader, what, out) : status;
}

const char *dx_read_text(const dx_reader *reader, dx_name name)
{
    return dx_names_text(dx_formulas_names(reader->store), name);
}

dx_symbol *dx_read_symbol(dx_reader *reader, dx_name name)
{
    while (reader->symbols.count <= name)
        dx_vector_push(&reader->symbols, (dx_symbol){0});
    return &reader->symbols.at[name];
}

static const char *role_text(unsigned roles)
{
    return roles & DX_ROLE_AGENT        ? "an agent"
           : roles & DX_ROLE_SET        ? "a set"
           : roles & DX_ROLE_CONSTANT   ? "a constant"
           : roles & DX_ROLE_THING      ? "a value"
           : roles & DX_ROLE_VARIABLE   ? "a variable"
           : roles & DX_ROLE_DEFINITION ? "a definition"
                                        : "an event model";
}

// May a name that has these roles take this one too?
static bool goes_with(unsigned roles, unsigned role)
{
    unsigned agent_and_thing = DX_ROLE_AGENT | DX_ROLE_THING;
    roles &= ~(unsigned)DX_ROLE_WORLD;
    return roles == 0 ||
           ((roles | role) == agent_and_thing && (roles & role) == 0);
}

dx_status dx_read_declare(dx_reader *reader, dx_name name, unsigned role,
                          dx_file_place place)
{
    dx_symbol *symbol = dx_read_symbol(reader, name);
    if (role == DX_ROLE_WORLD ? symbol->roles & DX_ROLE_WORLD
                              : !goes_with(symbol->roles, role)) {
        dx_file_place first =
            role == DX_ROLE_WORLD ? symbol->world_place : symbol->place;
        return dx_read_fail(
            reader, place, "'%s' is declared twice: it is %s since line %u",
            dx_read_text(reader, name),
            role == DX_ROLE_WORLD ? "a world" : role_text(symbol->roles),
            first.line);
    }
    if (role == DX_ROLE_WORLD)
        symbol->world_place = place;
    else if (symbol->roles == 0 || role != DX_ROLE_THING)
        symbol->place = place;
    symbol->roles |= role;
    return DX_OK;
}

static const char *const keywords[] = {
    "include", "agents", "set",  "const", "let",   "vars",  "law",
    "sees",    "weight", "prob", "world", "links", "frame", "believes",
    "actual",  "events", "true", "valid", "where", "count", "value",
    "after",   "expect", "bool", NULL};

static bool is_keyword(const dx_token *token)
{
    for (size_t i = 0; keywords[i] != NULL && !token->is_quoted; i++)
        if (token_is(token, keywords[i]))
            return true;
    return false;
}

// Before the colon of a line: as many agents as there can be, and commas.
enum { ENTRY_TOKENS_MAX = 2 * DX_AGENTS_MAX };

// `rank` before an agent; a name of that spelling may stand elsewhere.
static bool at_rank(const dx_reader *reader)
{
    dx_token_kind next = dx_lexer_next_kind(&reader->lexer);
    return dx_lexer_is(&reader->lexer, "rank") &&
           (next == DX_TOKEN_NAME || next == DX_TOKEN_NUMBER ||
            next == DX_TOKEN_MIXED);
}

bool dx_read_at_plan(const dx_reader *reader)
{
    return dx_lexer_is(&reader->lexer, "plan") &&
           (dx_lexer_next_is(&reader->lexer, "goal") ||
            dx_lexer_next_is(&reader->lexer, "at"));
}

bool dx_read_at_entry(const dx_reader *reader)
{
    dx_lexer lexer = reader->lexer;
    if (!dx_read_at_name(reader) || at_rank(reader) || dx_read_at_plan(reader))
        return false;
    if (is_keyword(&lexer.token)) {
        if (!token_is(&lexer.token, "agents"))
            return false;
        dx_lexer_step(&lexer);
        return dx_lexer_is(&lexer, ":") || dx_lexer_is(&lexer, ",");
    }
    for (unsigned i = 0; i < ENTRY_TOKENS_MAX; i++) {
        if (dx_lexer_is(&lexer, ":"))
            return true;
        dx_token_kind kind = lexer.token.kind;
        bool fits = kind == DX_TOKEN_NAME || kind == DX_TOKEN_NUMBER ||
                    kind == DX_TOKEN_MIXED || dx_lexer_is(&lexer, ",") ||
                    dx_lexer_is(&lexer, "..") || dx_lexer_is(&lexer, "(") ||
                    dx_lexer_is(&lexer, ")") || dx_lexer_is(&lexer, "{") ||
                    dx_lexer_is(&lexer, "}");
        if (!fits || (i > 0 && is_keyword(&lexer.token) &&
                      !token_is(&lexer.token, "agents")))
            return false;
        dx_lexer_step(&lexer);
    }
    return false;
}

// How many bytes of blank or comment are at `at`, as the lexer has it.
static size_t blank_length(const char *at, const char *end)
{
    size_t left = (size_t)(end - at);
    if (left >= 1 && isspace((unsigned char)*at))
        return 1;
    if (left >= 2 && memcmp(at, "\xC2\xA0", 2) == 0)
        return 2;
    if (left >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0)
        return 3;
    bool dashes =
        left >= 2 && memcmp(at, "--", 2) == 0 && !(left >= 3 && at[2] == '>');
    if (left == 0 || !(*at == '#' || dashes))
        return 0;
    const char *line_end = memchr(at, '\n', left);
    return line_end != NULL ? (size_t)(line_end - at) : left;
}

// The first byte of a lexer's token: behind the token before it come only
// blanks and comments.
static const char *token_start(const dx_lexer *lexer)
{
    const char *at = lexer->text + lexer->last_end;
    for (size_t length; (length = blank_length(at, lexer->end)) > 0;)
        at += length;
    return at;
}

// What the families around have chosen for a name, or NONE.
static dx_formula chosen_for(const dx_reader *reader, const char *name,
                             size_t length)
{
    const dx_substitution *choice = reader->choice;
    for (size_t i = 0; choice != NULL && i < choice->count; i++) {
        const char *text = dx_read_text(reader, choice->names[i]);
        if (strlen(text) == length && memcmp(text, name, length) == 0)
            return choice->terms[i];
    }
    return DX_FORMULA_NONE;
}

char *dx_read_slice(const dx_reader *reader, const dx_lexer *from)
{
    dx_text out = {0};
    dx_lexer lexer = *from;
    size_t end = reader->lexer.last_end;
    while (lexer.token.kind != DX_TOKEN_END) {
        const char *start = token_start(&lexer);
        if ((size_t)(start - lexer.text) >= end)
            break;
        bool apart = start != lexer.text + lexer.last_end;
        dx_lexer_step(&lexer);
        size_t length = lexer.last_end - (size_t)(start - lexer.text);
        if (apart && out.length > 0)
            dx_text_add_char(&out, ' ');
        dx_formula term = chosen_for(reader, start, length);
        if (term == DX_FORMULA_NONE)
            dx_text_add_part(&out, start, length);
        else
            dx_formula_print(reader->store, term, &out);
    }
    return dx_text_take(&out);
}

// What families have chosen is put in at once.
static dx_status chosen(dx_reader *reader, dx_status status, dx_formula *out)
{
    if (status == DX_OK && reader->choice != NULL)
        *out = dx_substitute(reader->store, *out, *reader->choice);
    return in_file(reader, status);
}

dx_status dx_read_raw_formula(dx_reader *reader, dx_formula *out)
{
    reader->start = reader->lexer;
    return chosen(
        reader,
        dx_parse_formula(&reader->lexer, reader->store, out, reader->error),
        out);
}

dx_status dx_read_raw_term(dx_reader *reader, dx_formula *out)
{
    reader->start = reader->lexer;
    return chosen(
        reader,
        dx_parse_term(&reader->lexer, reader->store, out, reader->error), out);
}

dx_status dx_read_raw(dx_reader *reader, dx_formula *out)
{
    dx_sort sort;
    reader->start = reader->lexer;
    return chosen(reader,
                  dx_parse_expression(&reader->lexer, reader->store, out, &sort,
                                      reader->error),
                  out);
}

dx_status dx_read_formula(dx_reader *reader, dx_formula *out)
{
    dx_formula raw;
    dx_status status = dx_read_raw_formula(reader, &raw);
    return status != DX_OK ? status : dx_expand(reader, raw, out);
}

dx_status dx_read_term(dx_reader *reader, dx_formula *out)
{
    dx_formula raw;
    dx_status status = dx_read_raw_term(reader, &raw);
    return status != DX_OK ? status : dx_expand(reader, raw, out);
}

dx_status dx_read_number(dx_reader *reader, dx_fraction *out)
{
    dx_file_place place = dx_read_here(reader);
    dx_formula term;
    dx_status status = dx_read_term(reader, &term);
    return status != DX_OK ? status
                           : dx_read_constant(reader, term, place, out);
}

static dx_status read_statements(dx_reader *reader);

// `path` as seen from the file that includes it.
static char *path_beside(const char *file, const char *path, size_t length)
{
    const char *slash = strrchr(file, '/');
    dx_text out = {0};
    if (slash != NULL && length > 0 && path[0] != '/')
        dx_text_add_part(&out, file, (size_t)(slash - file) + 1);
    dx_text_add_part(&out, path, length);
    return dx_text_take(&out);
}

// Reads the statements of one more file of the document.
static dx_status read_file(dx_reader *reader, const char *name,
                           const char *text, size_t length)
{
    dx_document *document = reader->document;
    dx_vector_push(&document->files, dx_copy_text(name));
    dx_lexer outer = reader->lexer;
    uint32_t outer_file = reader->file;
    reader->file = (uint32_t)document->files.count - 1;
    dx_vector_push(&reader->open, reader->file);
    dx_lexer_init(&reader->lexer, text, length);
    reader->start = reader->lexer;
    dx_status status = read_statements(reader);
    reader->open.count--;
    reader->lexer = reader->start = outer;
    reader->file = outer_file;
    return status;
}

static dx_status check_include(dx_reader *reader, const char *path,
                               dx_file_place place)
{
    if (reader->document->files.at[0][0] == '<')
        return dx_read_fail(reader, place,
                            "a text from outside includes no files");
    if (reader->open.count >= DX_INCLUDES_MAX)
        return dx_read_limit(reader, place,
                             "files include each other more than %d deep",
                             DX_INCLUDES_MAX);
    for (size_t i = 0; i < reader->open.count; i++)
        if (strcmp(reader->document->files.at[reader->open.at[i]], path) == 0)
            return dx_read_fail(reader, place,
                                "'%s' includes itself: a circle of includes",
                                path);
    return DX_OK;
}

static dx_status read_include(dx_reader *reader)
{
    const dx_token token = reader->lexer.token;
    dx_file_place place = dx_read_here(reader);
    if (token.kind != DX_TOKEN_STRING)
        return dx_read_expected(reader, "a file name in quotes");
    dx_lexer_step(&reader->lexer);
    char *path = path_beside(reader->document->files.at[reader->file], token.at,
                             token.length);
    dx_text text = {0};
    dx_error why;
    dx_status status = check_include(reader, path, place);
    if (status == DX_OK &&
        dx_text_read_file(path, DX_FILE_BYTES_MAX, &text, &why) != DX_OK) {
        status = dx_read_fail(reader, place, "cannot include '%s': %s", path,
                              why.message);
    } else if (status == DX_OK) {
        status = read_file(reader, path, text.at, text.length);
        dx_text_release(&text);
    }
    dx_free(path);
    return status;
}

static uint32_t line_given(const dx_reader *reader, uint32_t key, size_t about)
{
    return dx_pair_map_find(&reader->given, key, (uint32_t)about);
}

dx_status dx_read_once(dx_reader *reader, dx_given what,
                       const dx_subject *subject, size_t about,
                       dx_file_place place)
{
    static const char *const words[] = {"links", "belief", "weight", "rank"};
    for (size_t i = 0; i < subject->agents.count; i++) {
        size_t agent = subject->agents.at[i];
        uint32_t key = (uint32_t)(agent * DX_GIVEN_COUNT + what);
        uint32_t line = line_given(
            reader, key, about == DX_ABOUT_ARROWS ? DX_ABOUT_ALL : about);
        if (line == UINT32_MAX && about == DX_ABOUT_ALL)
            line = line_given(reader, key, DX_ABOUT_ARROWS);
        if (line != UINT32_MAX)
            return dx_read_fail(
                reader, place,
                "the %s of %s %s given twice, at line %u and here; one of them "
                "must go",
                words[what],
                dx_read_text(reader, reader->document->agents.at[agent]),
                what == DX_GIVEN_LINKS ? "are" : "is", line);
        dx_pair_map_put(&reader->given, key, (uint32_t)about, place.line);
    }
    return DX_OK;
}

static dx_status read_statement(dx_reader *reader)
{
    static const struct {
        const char *keyword;
        dx_status (*read)(dx_reader *reader);
    } statements[] = {
        {"include", read_include},  {"agents", dx_read_agents},
        {"set", dx_read_set},       {"const", dx_read_const},
        {"let", dx_read_let},       {"vars", dx_read_vars},
        {"law", dx_read_law},       {"sees", dx_read_sees},
        {"world", dx_read_world},   {"frame", dx_read_frame},
        {"actual", dx_read_actual}, {"events", dx_read_events},
    };
    if (reader->only_asks)
        return dx_read_query(reader);
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (dx_lexer_take(&reader->lexer, statements[i].keyword))
            return statements[i].read(reader);
    if (dx_lexer_take(&reader->lexer, "links"))
        return dx_read_links(reader, DX_KNOWLEDGE);
    if (dx_lexer_take(&reader->lexer, "believes"))
        return dx_read_links(reader, DX_BELIEF);
    if (dx_lexer_take(&reader->lexer, "weight"))
        return dx_read_weights(reader, DX_WEIGHT);
    if (dx_lexer_take(&reader->lexer, "prob"))
        return dx_read_weights(reader, DX_PROBABILITIES);
    if (at_rank(reader)) {
        dx_lexer_step(&reader->lexer);
        return dx_read_weights(reader, DX_RANK);
    }
    return dx_read_query(reader);
}

static dx_status read_statements(dx_reader *reader)
{
    while (reader->lexer.token.kind != DX_TOKEN_END) {
        dx_status status = read_statement(reader);
        if (status != DX_OK)
            return status;
    }
    return DX_OK;
}

// Where the agent's belief comes from by `sort`, if it does.
static const dx_file_place *source_of(const dx_document *document, size_t agent,
                                      int sort)
{
    for (size_t i = 0; i < document->ranks.count && sort == 0; i++)
        if (document->ranks.at[i].agent == agent)
            return &document->ranks.at[i].place;
    for (size_t i = 0; i < document->weights.count && sort == 1; i++)
        if (document->weights.at[i].agent == agent)
            return &document->weights.at[i].place;
    for (size_t i = 0; i < document->links.count && sort == 2; i++)
        if (document->links.at[i].agent == agent &&
            document->links.at[i].attitude == DX_BELIEF)
            return &document->links.at[i].place;
    return NULL;
}

// One source of belief an agent.
static dx_status check_sources(dx_reader *reader)
{
    static const char *const words[] = {"rank", "weight or prob", "believes"};
    const dx_document *document = reader->document;
    for (size_t a = 0; a < document->agents.count; a++) {
        const dx_file_place *found = NULL;
        int of = 0;
        for (int sort = 0; sort < 3; sort++) {
            const dx_file_place *next = source_of(document, a, sort);
            if (next != NULL && found != NULL)
                return dx_read_fail(
                    reader, *next,
                    "what %s believes is given twice: by %s at line %u and by "
                    "%s here; one of them must go",
                    dx_read_text(reader, document->agents.at[a]), words[of],
                    found->line, words[sort]);
            found = next != NULL ? next : found;
            of = next != NULL ? sort : of;
        }
    }
    return DX_OK;
}

static dx_status check_not_empty(dx_reader *reader)
{
    const dx_document *document = reader->document;
    if (document->variables.count > 0 || document->worlds.count > 0)
        return DX_OK;
    return dx_document_fail(
        document, reader->error, DX_ERR_INPUT, (dx_file_place){0, 1, 1},
        "there is no model here: expected 'vars' (with 'law' and 'sees'), "
        "or 'world' lines");
}

dx_status dx_document_read_text(const char *name, const char *text,
                                size_t length, dx_document **out_document,
                                dx_error *error)
{
    dx_document *document = dx_alloc(1, sizeof *document);
    document->store = dx_formulas_new();
    document->events = dx_event_library_new();
    dx_reader *reader = dx_alloc(1, sizeof *reader);
    *reader = (dx_reader){
        .document = document, .store = document->store, .error = error};
    document->reader = reader;
    dx_status status = read_file(reader, name, text, length);
    if (status == DX_OK)
        status = check_not_empty(reader);
    if (status == DX_OK)
        status = check_sources(reader);
    if (status == DX_OK)
        *out_document = document;
    else
        dx_document_free(document);
    return status;
}

dx_status dx_document_read_more(dx_document *document, const char *name,
                                const char *text, size_t length,
                                dx_error *error)
{
    dx_reader *reader = document->reader;
    size_t queries = document->queries.count;
    reader->error = error;
    reader->only_asks = true;
    // What one that was wrong has left open.
    reader->bound.count = reader->open.count = 0;
    reader->choice = NULL;
    reader->repeats = 0;
    reader->steps = 0;
    dx_status status = read_file(reader, name, text, length);
    if (status != DX_OK)
        dx_document_forget(document, queries);
    return status;
}

void dx_reader_free(dx_reader *reader)
{
    if (reader == NULL)
        return;
    dx_vector_release(&reader->open);
    dx_vector_release(&reader->symbols);
    dx_vector_release(&reader->bound);
    dx_pair_map_release(&reader->parts);
    dx_pair_map_release(&reader->given);
    dx_free(reader);
}

dx_status dx_document_read(const char *path, dx_document **out_document,
                           dx_error *error)
{
    dx_text text = {0};
    dx_status status = dx_text_read_file(path, DX_FILE_BYTES_MAX, &text, error);
    if (status != DX_OK)
        return status;
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    status =
        dx_document_read_text(name, text.at, text.length, out_document, error);
    dx_text_release(&text);
    return status;
}
