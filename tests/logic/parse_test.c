// The language of formulas: what is read, what is printed, what is refused.
// The cases are in tests/formulas/, for everybody to add to.

#include "logic/formula/parse.h"

#include "base/memory.h"
#include "base/text.h"
#include "logic/formula/print.h"
#include "logic/golden_formula.h"
#include "test.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(golden_formulas_are_those_of_the_language)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    CHECK_EQ(dx_parse(store,
                      "K[a](p & q) -> <(a + b)*; ?p> 1/2*P[a](p) + "
                      "-1*P[a](q) >= 1/3",
                      &f, NULL),
             DX_OK);
    CHECK_EQ(golden_formula(store, "(imp (K a (and p q)) (dia (seq (star "
                                   "(union a b)) (test p)) (pge a ((1/2 p) "
                                   "(-1 q)) 1/3)))"),
             f);
    CHECK_EQ(dx_parse(store, "[+p] (explicit[h]@3 (q@4) & now>=2)", &f, NULL),
             DX_OK);
    CHECK_EQ(
        golden_belief_formula(store, "(plus p (and (Bh 3 (at q 4)) (now 2)))"),
        f);
    dx_formulas_free(store);
}

// One case of a file: the formula's lines, and what was said about it.
typedef struct test_case {
    dx_formulas *store;
    const char *file;
    unsigned line;
    dx_text formula;
    dx_formula read;
    dx_error error;
    dx_status status;
} test_case;

typedef void print_formula(const dx_formulas *store, dx_formula f,
                           dx_text *out);

static void check_print(test_case *c, const char *wanted, print_formula *print)
{
    CHECK_THAT(c->status == DX_OK, "%s:%u: refused: %u:%u %s", c->file, c->line,
               c->error.line, c->error.column, c->error.message);
    if (*wanted == '\0')
        wanted = dx_text_string(&c->formula);
    dx_text out = {0};
    print(c->store, c->read, &out);
    CHECK_THAT(strcmp(dx_text_string(&out), wanted) == 0,
               "%s:%u: printed as\n  %s\nnot as\n  %s", c->file, c->line,
               dx_text_string(&out), wanted);
    dx_formula again = DX_FORMULA_NONE;
    CHECK_THAT(dx_parse(c->store, wanted, &again, NULL) == DX_OK &&
                   again == c->read,
               "%s:%u: the print is not read back", c->file, c->line);
    dx_text_release(&out);
}

static void check_error(test_case *c, const char *wanted)
{
    CHECK_THAT(c->status != DX_OK, "%s:%u: read, not refused", c->file,
               c->line);
    char got[DX_ERROR_MESSAGE_MAX + 40];
    snprintf(got, sizeof got, "%u:%u %s", c->error.line, c->error.column,
             c->error.message);
    CHECK_THAT(strcmp(got, wanted) == 0, "%s:%u: the error is\n  %s\nnot\n  %s",
               c->file, c->line, got, wanted);
}

// A line that says what becomes of the formula above it.
static bool is_verdict(const char *line)
{
    return strchr("=!u", *line) != NULL && (line[1] == ' ' || line[1] == '\0');
}

static void check_verdict(test_case *c, const char *line)
{
    const char *wanted = line[1] == ' ' ? line + 2 : line + 1;
    c->status =
        dx_parse(c->store, dx_text_string(&c->formula), &c->read, &c->error);
    if (*line == '!')
        check_error(c, wanted);
    else
        check_print(c, wanted,
                    *line == 'u' ? dx_formula_print_unicode : dx_formula_print);
}

// Reads the file line by line; answers how many verdicts were checked.
static size_t check_file(const char *path)
{
    dx_text text = {0};
    dx_error error;
    CHECK_EQ(dx_text_read_file(path, 1 << 20, &text, &error), DX_OK);
    test_case c = {.store = dx_formulas_new(), .file = path};
    size_t count = 0;
    bool is_judged = true; // the next line of formula begins a new one
    char *rest = NULL, *line, *all = dx_text_take(&text);
    for (rest = all; (line = strsep(&rest, "\n")) != NULL;) {
        c.line++;
        bool is_between = *line == '\0' || *line == '#';
        if (is_between && is_judged)
            continue;
        if (*line != '\0' && is_verdict(line) && c.formula.length > 0) {
            check_verdict(&c, line);
            is_judged = true;
            count++;
            continue;
        }
        if (is_judged)
            dx_text_clear(&c.formula);
        else
            dx_text_add_char(&c.formula, '\n');
        dx_text_add(&c.formula, line);
        is_judged = false;
    }
    CHECK_THAT(is_judged, "%s: the last formula has no verdict", path);
    dx_text_release(&c.formula);
    dx_formulas_free(c.store);
    dx_free(all);
    return count;
}

TEST(formulas_in_files_are_printed_or_refused_as_they_say)
{
    glob_t files;
    size_t count = 0;
    CHECK_EQ(glob(dx_test_path("formulas/*.txt"), 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        count += check_file(files.gl_pathv[i]);
    CHECK(files.gl_pathc >= 5 && count > 200);
    globfree(&files);
}

// Every line of a block that is marked as formulas.
static size_t check_document(const char *path)
{
    dx_text text = {0};
    dx_error error;
    CHECK_EQ(dx_text_read_file(path, 1 << 20, &text, &error), DX_OK);
    dx_formulas *store = dx_formulas_new();
    size_t count = 0, line_number = 0;
    bool is_inside = false;
    char *rest = NULL, *line, *all = dx_text_take(&text);
    for (rest = all; (line = strsep(&rest, "\n")) != NULL;) {
        line_number++;
        if (strncmp(line, "```", 3) == 0) {
            is_inside = strcmp(line, "```doxa-formula") == 0;
            continue;
        }
        dx_formula f;
        if (!is_inside || *line == '\0')
            continue;
        CHECK_THAT(dx_parse(store, line, &f, &error) == DX_OK,
                   "%s:%zu: %s\n  %u:%u %s", path, line_number, line,
                   error.line, error.column, error.message);
        count++;
    }
    dx_formulas_free(store);
    dx_free(all);
    return count;
}

TEST(every_formula_in_the_documentation_is_read)
{
    CHECK(check_document(dx_test_path("../docs/formulas.md")) > 40);
}

TEST(a_language_around_formulas_goes_on_behind_them)
{
    const char *text = "p & q; x + 1, {1, 2} : K[a] p";
    dx_formulas *store = dx_formulas_new();
    dx_lexer lexer;
    dx_formula f;
    dx_sort sort;
    dx_lexer_init(&lexer, text, strlen(text));

    CHECK_EQ(dx_parse_formula(&lexer, store, &f, NULL), DX_OK);
    CHECK_EQ(dx_formula_kind(store, f), DX_AND);
    CHECK_EQ(lexer.last_end, strlen("p & q"));
    CHECK(dx_lexer_take(&lexer, ";"));
    CHECK_EQ(dx_parse_expression(&lexer, store, &f, &sort, NULL), DX_OK);
    CHECK_EQ(sort, DX_SORT_TERM);
    CHECK(dx_lexer_take(&lexer, ","));
    CHECK_EQ(dx_parse_domain(&lexer, store, &f, NULL), DX_OK);
    CHECK_EQ(dx_formula_kind(store, f), DX_SET);
    CHECK(dx_lexer_take(&lexer, ":"));
    CHECK_EQ(dx_parse_expression(&lexer, store, &f, &sort, NULL), DX_OK);
    CHECK_EQ(sort, DX_SORT_FORMULA);
    CHECK_EQ(lexer.nesting, 0);
    dx_formulas_free(store);
}

// The message for a text that holds any bytes.
static const char *complaint(const char *text, size_t length, dx_error *error)
{
    dx_formulas *store = dx_formulas_new();
    dx_lexer lexer;
    dx_formula f;
    dx_lexer_init(&lexer, text, length);
    CHECK_EQ(dx_parse_formula(&lexer, store, &f, error), DX_ERR_SYNTAX);
    dx_formulas_free(store);
    return error->message;
}

TEST(bytes_that_are_no_text_are_refused)
{
    dx_error error;
    CHECK_TEXT(complaint("~\xff", 2, &error),
               "expected a formula, found the byte 0xff, which is not text");
    CHECK_TEXT(complaint("\0p", 2, &error),
               "expected a formula, found the byte 0x00, which is not text");
    CHECK_TEXT(complaint("`a\0`", 4, &error),
               "expected a formula, found a ` without its partner on the line");
    CHECK_TEXT(complaint("\xe2\x88", 2, &error), // half of a sign
               "expected a formula, found the byte 0xe2, which is not text");
    CHECK_EQ(error.column, 1);
}

TEST(a_long_token_is_cut_in_the_message)
{
    char text[300] = "~";
    dx_error error;
    memset(text + 2, 'x', sizeof text - 3);
    text[1] = '"';
    text[sizeof text - 2] = '"';
    text[sizeof text - 1] = '\0';
    complaint(text, strlen(text), &error);
    CHECK(strlen(error.message) < 80);
    CHECK(strstr(error.message, "xxx...\"") != NULL);
}
