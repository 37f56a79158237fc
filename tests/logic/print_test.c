// What is printed is read back as the same formula, and no bracket in it can
// be spared.

#include "logic/formula/print.h"

#include "logic/formula/parse.h"
#include "logic/random_formula.h"
#include "test.h"

#include <string.h>

// All kinds, with names that look like operators, numbers and words.
static random_formulas everything(dx_formulas *store, unsigned depth)
{
    static const char *const atoms[] = {"p",    "q",   "K",  "once", "prop",
                                        "true", "P",   "φ₁", "3",    "6s",
                                        "x'",   "a b", "B",  "given"};
    static const char *const things[] = {"x", "n", "6s", "hand", "in",
                                         "7", "P", "",   "now",  "mod"};
    static const char *const agents[] = {"a",  "b",          "1",  "K",
                                         "in", "the dealer", "007"};
    static const char *const names[] = {"M", "e", "x", "prop", "1", "forall"};
    random_formulas shape = {
        .store = store,
        .depth = depth,
        .atoms = {sizeof atoms / sizeof *atoms, atoms},
        .things = {sizeof things / sizeof *things, things},
        .agents = {sizeof agents / sizeof *agents, agents},
        .names = {sizeof names / sizeof *names, names},
        .arguments_max = 3,
    };
    random_formulas_allow_all(&shape);
    return shape;
}

static void check_read_back(dx_formulas *store, dx_formula f, const char *text,
                            uint64_t seed)
{
    dx_formula read = DX_FORMULA_NONE;
    dx_error error = {0};
    dx_status status = dx_parse(store, text, &read, &error);
    CHECK_THAT(status == DX_OK, "seed %lu: %s\n  %u:%u: %s",
               (unsigned long)seed, text, error.line, error.column,
               error.message);
    dx_text other = {0};
    dx_formula_print(store, read, &other);
    CHECK_THAT(read == f, "seed %lu: %s\n  is read as %s", (unsigned long)seed,
               text, dx_text_string(&other));
    dx_text_release(&other);
}

static void check_seeds(uint64_t from, uint64_t to)
{
    dx_formulas *store = dx_formulas_new();
    dx_text out = {0};
    for (uint64_t seed = from; seed < to; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(2, seed, 0);
        random_formulas shape = everything(store, 1 + (unsigned)(seed % 6));
        dx_formula f = random_formula(&shape, &random);
        dx_text_clear(&out);
        dx_formula_print(store, f, &out);
        check_read_back(store, f, dx_text_string(&out), seed);
        dx_text_clear(&out);
        dx_formula_print_unicode(store, f, &out);
        check_read_back(store, f, dx_text_string(&out), seed);
    }
    dx_text_release(&out);
    dx_formulas_free(store);
}

TEST(printing_and_reading_gives_the_same_formula)
{
    check_seeds(0, 4000);
}

LONG_TEST(printing_and_reading_gives_the_same_formula_many_times)
{
    for (uint64_t block = 1; block < 50; block++)
        check_seeds(block * 4000, (block + 1) * 4000);
}

TEST(every_kind_is_among_the_random_formulas)
{
    dx_formulas *store = dx_formulas_new();
    bool is_there[DX_KINDS] = {false};
    for (uint64_t seed = 0; seed < 1000; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(2, seed, 0);
        random_formulas shape = everything(store, 4);
        random_formula(&shape, &random);
    }
    for (size_t f = 0; f < dx_formulas_count(store); f++)
        is_there[dx_formula_kind(store, (dx_formula)f)] = true;
    for (size_t kind = 0; kind < DX_KINDS; kind++)
        CHECK_THAT(is_there[kind], "kind %zu is missing", kind);
    dx_formulas_free(store);
}

// The bracket that closes the one at `open`; quoted names are skipped.
static size_t partner(const char *text, size_t open)
{
    size_t depth = 0;
    for (size_t i = open;; i++) {
        if (text[i] == '`')
            i += 1 + strcspn(text + i + 1, "`");
        else if (text[i] == '(')
            depth++;
        else if (text[i] == ')' && --depth == 0)
            return i;
    }
}

static void check_brackets(dx_formulas *store, dx_formula f, char *text,
                           uint64_t seed)
{
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (text[i] == '`')
            i += 1 + strcspn(text + i + 1, "`");
        if (text[i] != '(')
            continue;
        size_t close = partner(text, i);
        text[i] = text[close] = ' ';
        dx_formula without = DX_FORMULA_NONE;
        bool is_spare =
            dx_parse(store, text, &without, NULL) == DX_OK && without == f;
        CHECK_THAT(!is_spare, "seed %lu: these could be spared: %s",
                   (unsigned long)seed, text);
        text[i] = '(';
        text[close] = ')';
    }
}

TEST(no_printed_bracket_can_be_spared)
{
    dx_formulas *store = dx_formulas_new();
    for (uint64_t seed = 0; seed < 1500; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(3, seed, 0);
        random_formulas shape = everything(store, 1 + (unsigned)(seed % 5));
        dx_formula f = random_formula(&shape, &random);
        dx_text out = {0};
        dx_formula_print(store, f, &out);
        dx_text_string(&out);
        check_brackets(store, f, out.at, seed);
        dx_text_release(&out);
    }
    dx_formulas_free(store);
}
