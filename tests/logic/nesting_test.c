// Depth has a limit, and up to the limit everything works within the stack.

#include "base/text.h"
#include "logic/formula/parse.h"
#include "logic/formula/print.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

// The first operand of a kind that is of the sort `letter`; -1 if none is.
static int hole_of(dx_kind kind, char letter)
{
    const char *letters = dx_kind_operands(kind);
    const char *at = strchr(letters, letter);
    return at != NULL && kind != DX_NUMBER ? (int)(at - letters) : -1;
}

// Something small of each sort.
static uint32_t filler(dx_formulas *store, char letter)
{
    dx_formula x = dx_formula_atom(store, "x");
    if (letter == 'x')
        return dx_formula_name(store, x);
    return letter == 'p' ? dx_formula_unary(store, DX_STEP, x) : x;
}

// A node of this kind around `inner`, everything else small.
static dx_formula wrap(dx_formulas *store, dx_kind kind, size_t hole,
                       dx_formula inner)
{
    const char *letters = dx_kind_operands(kind);
    size_t count = strcspn(letters, "*+");
    uint32_t operands[4];
    for (size_t i = 0; i < count; i++)
        operands[i] = filler(store, letters[i]);
    operands[hole] = inner;
    return dx_formula_make(store, kind, count, operands);
}

// The sort of a kind's nodes; APPLY counts as a term.
static char letter_of(dx_kind kind)
{
    if (kind == DX_APPLY)
        return 't';
    if (kind < DX_NUMBER)
        return 'f';
    if (kind < DX_SET)
        return 't';
    return kind < DX_STEP ? 'd' : 'p';
}

// `inner`, of the sort `from`, made a part of something of the sort `to`.
static dx_formula convert(dx_formulas *store, dx_formula inner, char from,
                          char to)
{
    if (from == to)
        return inner;
    if (from == 'f' && to == 't')
        return wrap(store, DX_PROBABILITY, 1, inner);
    if (from == 'f' && to == 'p')
        return wrap(store, DX_TEST, 0, inner);
    if (from == 'f' && to == 'd')
        return convert(store, wrap(store, DX_PROBABILITY, 1, inner), 't', to);
    if (from == 't' && to == 'd')
        return wrap(store, DX_RANGE, 0, inner);
    dx_formula f = wrap(store,
                        from == 't'   ? DX_EQUAL
                        : from == 'p' ? DX_DIAMOND
                                      : DX_IN,
                        from == 'd' ? 1 : 0, inner);
    return convert(store, f, 'f', to);
}

// Deeper than a walk goes on the stack of its caller.
enum { DEEP = 1000 };

// Nests the two kinds in turn, leaving room for what turns the result into a
// formula, and reads back what is printed.
static void check_pair(dx_formulas *store, const dx_kind kind[2],
                       const size_t hole[2])
{
    dx_formula f = dx_formula_atom(store, "p");
    char sort = 'f';
    for (size_t i = 0; dx_formula_depth(store, f) < DEEP; i++) {
        dx_kind next = kind[i % 2];
        char wanted = dx_kind_operands(next)[hole[i % 2]];
        f = wrap(store, next, hole[i % 2], convert(store, f, sort, wanted));
        sort = letter_of(next);
    }
    f = convert(store, f, sort, 'f');
    dx_text out = {0};
    dx_formula read = DX_FORMULA_NONE;
    dx_error error = {0};
    dx_formula_print(store, f, &out);
    CHECK_THAT(dx_parse(store, dx_text_string(&out), &read, &error) == DX_OK,
               "kinds %d and %d: %u:%u: %s", (int)kind[0], (int)kind[1],
               error.line, error.column, error.message);
    CHECK_THAT(read == f, "kinds %d and %d", (int)kind[0], (int)kind[1]);
    dx_text_release(&out);
}

// Every kind with `second`, in every position where something can nest.
static void check_with(dx_kind second)
{
    dx_formulas *store = dx_formulas_new();
    const char *letters = "ftdp";
    for (size_t k = 0; k < DX_KINDS; k++)
        for (const char *letter = letters; *letter != '\0'; letter++) {
            dx_kind kind[2] = {(dx_kind)k, second};
            int hole = hole_of(kind[0], *letter);
            int other = hole_of(second, letter_of(second));
            bool is_last = kind[0] == DX_AND || kind[0] == DX_ADD;
            if (hole >= 0 && other >= 0)
                check_pair(store, kind,
                           (size_t[]){(size_t)hole + is_last, (size_t)other});
        }
    dx_formulas_free(store);
}

TEST(deep_formulas_are_printed_and_read)
{
    check_with(DX_NOT);
    check_with(DX_AND);
}

LONG_TEST(deep_formulas_of_any_two_kinds_are_printed_and_read)
{
    check_with(DX_FORALL);
    check_with(DX_ANNOUNCE_DUAL);
    check_with(DX_NEGATIVE);
    check_with(DX_SEQUENCE);
}

// `part` many times over, and the error it gives.
static dx_error error_of_repeated(const char *part, size_t count)
{
    size_t length = strlen(part);
    char *text = malloc(count * length + 1);
    CHECK(text != NULL);
    for (size_t i = 0; i < count; i++)
        memcpy(text + i * length, part, length);
    text[count * length] = '\0';
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_error error = {0};
    dx_status status = dx_parse(store, text, &f, &error);
    CHECK_THAT(status == DX_ERR_LIMIT, "%s...: %u:%u %s", part, error.line,
               error.column, error.message);
    dx_formulas_free(store);
    free(text);
    return error;
}

TEST(ten_megabytes_of_brackets_are_refused_at_the_limit)
{
    dx_error error = error_of_repeated("(", 10000000);
    CHECK_EQ(error.line, 1);
    CHECK_EQ(error.column, DX_BRACKETS_MAX + 1); // the first one too many
    CHECK_TEXT(error.message, "brackets are nested deeper than 1000000");
}

// ((((~((((p))))...
TEST(brackets_that_only_group_do_not_make_a_formula_deep)
{
    enum { COUNT = 200000 };
    char *text = malloc(2 * COUNT + 3), *at = text;
    CHECK(text != NULL);
    for (size_t i = 0; i < COUNT; i++) {
        if (i == COUNT / 2)
            *at++ = '~';
        *at++ = '(';
    }
    *at++ = 'p';
    memset(at, ')', COUNT);
    at[COUNT] = '\0';
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    CHECK_EQ(dx_parse(store, text, &f, NULL), DX_OK);
    CHECK_EQ(f, dx_formula_not(store, dx_formula_atom(store, "p")));
    at[COUNT - 1] = ' '; // the first one that was opened is not closed
    dx_error error = {0};
    CHECK_EQ(dx_parse(store, text, &f, &error), DX_ERR_SYNTAX);
    CHECK_TEXT(error.message,
               "expected an operator or ')' to close the '(' at 1:1, found the "
               "end of the text");
    dx_formulas_free(store);
    free(text);
}

// Fully bracketed conjunctions, as programs write them: deep on one side.
TEST(as_many_conjunctions_as_a_formula_has_levels_may_be_bracketed)
{
    enum { COUNT = DX_FORMULA_DEPTH_MAX - 1 };
    dx_text text = {0};
    for (size_t i = 0; i < COUNT; i++)
        dx_text_add(&text, "(");
    dx_text_add(&text, "p");
    for (size_t i = 0; i < COUNT; i++)
        dx_text_add(&text, " & q)");
    dx_formulas *store = dx_formulas_new();
    dx_formula f, again;
    CHECK_EQ(dx_parse(store, dx_text_string(&text), &f, NULL), DX_OK);
    CHECK_EQ(dx_formula_depth(store, f), DX_FORMULA_DEPTH_MAX);
    dx_text_clear(&text);
    dx_formula_print(store, f, &text);
    CHECK_EQ(dx_parse(store, dx_text_string(&text), &again, NULL), DX_OK);
    CHECK_EQ(again, f);
    dx_text_release(&text);
    dx_formulas_free(store);
}

TEST(whatever_nests_has_a_limit)
{
    static const char *const parts[] = {
        "f(",
        "[!",
        "<!",
        "[?",
        "B[a](",
        "P[a](",
        "p@(",
        "[a !",
        "K[f(",
        "[+",
        "<a ?!",
        "f(1,",
        "[(?",
        "<a;(?",
        "x in {P[a](",
        "[a* + ?",
        "P[a](p given ",
        "explicit[h]@(",
        "forall x in {P[a](",
        "E[a,f(",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        CHECK(error_of_repeated(parts[i], DX_FORMULA_DEPTH_MAX + 20).line == 1);
    CHECK(error_of_repeated("-(", DX_BRACKETS_MAX + 1).line == 1);
}

// Prefix operators nest without brackets: the store's limit stops them.
TEST(formulas_deeper_than_the_store_allows_are_refused)
{
    enum { COUNT = DX_FORMULA_DEPTH_MAX + 1 };
    char text[COUNT + 2];
    memset(text, '~', COUNT);
    memcpy(text + COUNT, "p", 2);
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    dx_error error;
    CHECK_EQ(dx_parse(store, text, &f, &error), DX_ERR_LIMIT);
    CHECK(strstr(error.message, "nested deeper than 50000: every operator "
                                "counts") != NULL);
    CHECK_EQ(dx_parse(store, text + 2, &f, &error), DX_OK);
    CHECK_EQ(dx_formula_depth(store, f), DX_FORMULA_DEPTH_MAX);
    dx_formulas_free(store);
}
