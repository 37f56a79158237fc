// Files of SMCDEL's, turned into .dx, get the answers that SMCDEL gives.

#include "logic/dx/engine.h"
#include "logic/smcdel/answer.h"
#include "logic/smcdel/convert.h"
#include "test.h"

#include "base/memory.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// States as one sorted text, "{1,2} {3}"; takes the texts over.
static char *join(char **states, size_t count)
{
    dx_text all = {0};
    if (count > 0)
        qsort(states, count, sizeof *states, by_text);
    for (size_t i = 0; i < count; i++) {
        dx_text_printf(&all, "{%s} ", states[i]);
        dx_free(states[i]);
    }
    dx_free(states);
    dx_text_add(&all, ".");
    return dx_text_take(&all);
}

static char *states_of_smcdel(const dx_formulas *store, const dx_smcdel *file,
                              const dx_smcdel_answer *answer)
{
    char **states = dx_alloc(answer->state_count, sizeof *states);
    for (size_t i = 0; i < answer->state_count; i++) {
        dx_text one = {0};
        for (size_t v = 0; v < file->var_count; v++)
            for (size_t k = 0; k < answer->states[i].count; k++)
                if (answer->states[i].at[k] == v)
                    dx_text_printf(&one, "%s,",
                                   dx_formulas_name_text(store, file->vars[v]));
        dx_text_add(&one, "");
        states[i] = dx_text_take(&one);
    }
    return join(states, answer->state_count);
}

static char *states_of_dx(const dx_check_answer *answer)
{
    char **states = dx_alloc(answer->state_count, sizeof *states);
    for (size_t i = 0; i < answer->state_count; i++) {
        dx_text one = {0};
        for (size_t f = 0; f < answer->states[i].count; f++)
            dx_text_printf(&one, "%s,", answer->states[i].facts[f] + 1);
        dx_text_add(&one, "");
        states[i] = dx_text_take(&one);
    }
    return join(states, answer->state_count);
}

typedef struct conversion {
    const char *path;
    dx_formulas *store;
    dx_smcdel *file;
    dx_structure *structure;
    dx_text text;
    dx_document *document;
    dx_engine *engine;
    size_t compared;
} conversion;

static void compare(conversion *c, size_t i, const dx_query *query)
{
    dx_smcdel_answer wanted;
    dx_check_answer got;
    CHECK_EQ(dx_smcdel_ask(c->structure, c->file, i, 100000, &wanted, NULL),
             DX_OK);
    dx_engine_ask(c->engine, query, (dx_check_options){.states_max = 100000},
                  &got);
    CHECK_THAT(got.status == DX_OK, "%s, question %zu: %s", c->path, i,
               got.error.message);
    if (query->kind == DX_QUERY_WHERE) {
        char *a = states_of_smcdel(c->store, c->file, &wanted);
        char *b = states_of_dx(&got);
        CHECK_THAT(strcmp(a, b) == 0, "%s, question %zu: %s not %s", c->path, i,
                   b, a);
        dx_free(a);
        dx_free(b);
    } else {
        CHECK_THAT(got.truth == wanted.is_true, "%s, question %zu", c->path, i);
    }
    c->compared++;
    dx_smcdel_answer_release(&wanted);
    dx_check_answer_release(&got);
}

// Questions at states outside the law are comments, and have no line of their
// own in the document: the lines tell which are there.
static void compare_all(conversion *c)
{
    unsigned line = 1;
    size_t found = 0, query = 0, first = 0;
    const char *at = dx_text_string(&c->text);
    for (const char *p = at; *p != '\0'; p++)
        first += *p == '\n';
    first = first - c->file->query_count + 1;
    for (; query < c->file->query_count; query++) {
        line = (unsigned)(first + query);
        if (found < c->document->queries.count &&
            c->document->queries.at[found].place.line == line)
            compare(c, query, &c->document->queries.at[found++]);
    }
    CHECK_EQ(found, c->document->queries.count);
}

static size_t convert_file(const char *path)
{
    conversion c = {.path = path, .store = dx_formulas_new()};
    dx_text source = {0};
    dx_error error = {.message = ""};
    CHECK_EQ(dx_text_read_file(path, 1 << 24, &source, NULL), DX_OK);
    CHECK_EQ(dx_smcdel_read(c.store, dx_text_string(&source), source.length,
                            &c.file, NULL),
             DX_OK);
    CHECK_EQ(dx_smcdel_structure(c.store, c.file, NULL, &c.structure, NULL),
             DX_OK);
    CHECK_EQ(dx_smcdel_convert(c.store, c.file, &c.text, NULL), DX_OK);
    dx_status status = dx_document_read_text(
        path, dx_text_string(&c.text), c.text.length, &c.document, &error);
    CHECK_THAT(status == DX_OK, "%s:%u: %s", path, error.line, error.message);
    status =
        dx_engine_new(c.document, DX_ENGINE_AUTOMATIC, NULL, &c.engine, &error);
    CHECK_THAT(status == DX_OK || status == DX_ERR_EMPTY, "%s: %s", path,
               error.message);
    if (status == DX_OK) {
        compare_all(&c);
        dx_engine_free(c.engine);
    }
    dx_document_free(c.document);
    dx_text_release(&c.text);
    dx_text_release(&source);
    dx_structure_free(c.structure);
    dx_smcdel_free(c.file);
    dx_formulas_free(c.store);
    return c.compared;
}

// One file takes longer than all others together: its law is a list of states,
// and the document lists worlds.
TEST(converted_files_are_answered_as_smcdel_answers_them)
{
    glob_t found;
    size_t compared = 0;
    CHECK_EQ(glob("tests/smcdel/*/*.smcdel.txt", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i];
        CHECKING("%s", path);
        if (dx_test_is_long() || strstr(path, "sum-and-product") == NULL)
            compared += convert_file(path);
    }
    CHECK_THAT(found.gl_pathc > 40 && compared > 200, "only %zu of %zu files",
               compared, found.gl_pathc);
    globfree(&found);
}
