// One pass over the text, with a bracket's members hung under it as they come;
// the first that is out of place is named with what it should have closed.

#include "logic/epddl/tree.h"

#include <string.h>

void dx_trees_init(dx_trees *trees)
{
    *trees = (dx_trees){.words = dx_names_new()};
    dx_vector_push(&trees->at, (dx_tree){.text = ""});
}

void dx_trees_release(dx_trees *trees)
{
    dx_vector_release(&trees->at);
    dx_names_free(trees->words);
}

typedef struct reader {
    dx_trees *trees;
    const char *at, *end;
    uint16_t file;
    uint32_t line, column;
    unsigned depth;
} reader;

static void advance(reader *r)
{
    if (*r->at == '\n') {
        r->line++;
        r->column = 0;
    }
    r->column++;
    r->at++;
}

static void skip(reader *r)
{
    while (r->at < r->end) {
        if (*r->at == ';')
            while (r->at < r->end && *r->at != '\n')
                advance(r);
        else if (strchr(" \t\r\n\f", *r->at) != NULL && *r->at != '\0')
            advance(r);
        else
            return;
    }
}

static uint32_t add(reader *r, dx_tree_kind kind)
{
    dx_vector_push(&r->trees->at, (dx_tree){.kind = kind,
                                            .file = r->file,
                                            .line = r->line,
                                            .column = r->column,
                                            .text = ""});
    return (uint32_t)(r->trees->at.count - 1);
}

static bool ends_word(char c)
{
    return c == '\0' || strchr(" \t\r\n\f()[]<>|;", c) != NULL;
}

static dx_status read_word(reader *r, uint32_t *out, dx_error *error)
{
    uint32_t tree = add(r, DX_TREE_WORD);
    const char *from = r->at;
    if (*r->at == '|')
        advance(r);
    while (r->at < r->end && from[0] != '|' && !ends_word(*r->at)) {
        if ((unsigned char)*r->at < ' ' || (unsigned char)*r->at > 126)
            return dx_fail(error, DX_ERR_SYNTAX, r->line, r->column,
                           "names have letters, digits, '-' and '_'; this "
                           "character is none of them");
        advance(r);
    }
    if (r->at == from)
        return dx_fail(error, DX_ERR_SYNTAX, r->line, r->column,
                       "expected a name or a bracket");
    dx_name name =
        dx_names_add_part(r->trees->words, from, (size_t)(r->at - from));
    r->trees->at.at[tree].text = dx_names_text(r->trees->words, name);
    *out = tree;
    return DX_OK;
}

static dx_status read_tree(reader *r, uint32_t *out, dx_error *error);

// What stands between an open bracket, which has been read, and `close`.
static dx_status read_members(reader *r, uint32_t list, char close,
                              dx_error *error)
{
    uint32_t last = 0;
    for (;;) {
        skip(r);
        const dx_tree *open = &r->trees->at.at[list];
        if (r->at == r->end)
            return dx_fail(error, DX_ERR_SYNTAX, r->line, r->column,
                           "the text ends where a '%c' is missing, for the "
                           "bracket of line %u, column %u",
                           close, open->line, open->column);
        if (*r->at == close) {
            advance(r);
            return DX_OK;
        }
        if (strchr(")]>", *r->at) != NULL)
            return dx_fail(error, DX_ERR_SYNTAX, r->line, r->column,
                           "expected '%c' for the bracket of line %u, column "
                           "%u, found '%c'",
                           close, open->line, open->column, *r->at);
        uint32_t member;
        dx_status status = read_tree(r, &member, error);
        if (status != DX_OK)
            return status;
        *(last == 0 ? &r->trees->at.at[list].first
                    : &r->trees->at.at[last].next) = member;
        last = member;
    }
}

static dx_status read_tree(reader *r, uint32_t *out, dx_error *error)
{
    static const char opening[] = "([<", closing[] = ")]>";
    const char *found = strchr(opening, *r->at);
    if (dx_is_off(&r->trees->pace, 64))
        return dx_fail(error, DX_ERR_CANCELLED, 0, 0,
                       "the task was not read when the time was over");
    if (found == NULL || *r->at == '\0')
        return read_word(r, out, error);
    if (r->depth == DX_TREE_DEPTH_MAX)
        return dx_fail(error, DX_ERR_SYNTAX, r->line, r->column,
                       "brackets are nested more than %d deep",
                       DX_TREE_DEPTH_MAX);
    uint32_t list = add(r, (dx_tree_kind)(DX_TREE_LIST + (found - opening)));
    advance(r);
    r->depth++;
    dx_status status = read_members(r, list, closing[found - opening], error);
    r->depth--;
    *out = list;
    return status;
}

dx_status dx_trees_read(dx_trees *trees, const char *text, size_t length,
                        unsigned file, uint32_t *out_first, dx_error *error)
{
    reader r = {trees, text, text + length, (uint16_t)file, 1, 1, 0};
    uint32_t last = 0;
    *out_first = 0;
    for (skip(&r); r.at < r.end; skip(&r)) {
        uint32_t tree;
        if (strchr(")]>", *r.at) != NULL && *r.at != '\0')
            return dx_fail(error, DX_ERR_SYNTAX, r.line, r.column,
                           "this '%c' closes nothing", *r.at);
        dx_status status = read_tree(&r, &tree, error);
        if (status != DX_OK)
            return status;
        *(last == 0 ? out_first : &trees->at.at[last].next) = tree;
        last = tree;
    }
    return DX_OK;
}
