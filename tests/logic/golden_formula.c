#include "logic/golden_formula.h"

#include "base/memory.h"
#include "base/vector.h"
#include "test.h"

#include <string.h>

typedef struct reader {
    dx_formulas *store;
    const char *at, *text;
    bool is_binary; // `and` and `or` take two
} reader;

typedef DX_VECTOR(uint32_t) nodes;

enum { WORD_MAX = 64 };

static void skip_blanks(reader *r)
{
    while (*r->at == ' ' || *r->at == '\n' || *r->at == '\t')
        r->at++;
}

static bool is_next(reader *r, char c)
{
    skip_blanks(r);
    return *r->at == c;
}

static void expect(reader *r, char c)
{
    CHECK_THAT(is_next(r, c), "expected %c at '%s' in %s", c, r->at, r->text);
    r->at++;
}

static void read_word(reader *r, char word[WORD_MAX])
{
    skip_blanks(r);
    size_t length = strcspn(r->at, "() \n\t");
    CHECK_THAT(length > 0 && length < WORD_MAX, "expected a word at '%s' in %s",
               r->at, r->text);
    memcpy(word, r->at, length);
    word[length] = '\0';
    r->at += length;
}

static dx_formula read_formula(reader *r);

static dx_formula read_agent(reader *r)
{
    char word[WORD_MAX];
    read_word(r, word);
    return dx_formula_atom(r->store, word);
}

static dx_name read_name(reader *r)
{
    char word[WORD_MAX];
    read_word(r, word);
    return dx_names_add(dx_formulas_names(r->store), word);
}

static dx_formula read_number(reader *r)
{
    char word[WORD_MAX];
    dx_fraction value;
    read_word(r, word);
    CHECK_THAT(dx_fraction_parse(word, &value) == DX_OK, "no number: %s", word);
    return dx_formula_number(r->store, value);
}

static dx_formula make(reader *r, dx_kind kind, nodes *operands)
{
    dx_formula f =
        dx_formula_make(r->store, kind, operands->count, operands->at);
    dx_vector_release(operands);
    return f;
}

static dx_formula read_program(reader *r)
{
    if (!is_next(r, '(')) {
        dx_formula agent = read_agent(r);
        return dx_formula_unary(r->store, DX_STEP, agent);
    }
    char head[WORD_MAX];
    expect(r, '(');
    read_word(r, head);
    nodes parts = {0};
    bool is_test = strcmp(head, "test") == 0;
    while (!is_next(r, ')')) {
        uint32_t part = is_test ? read_formula(r) : read_program(r);
        dx_vector_push(&parts, part);
    }
    expect(r, ')');
    if (is_test)
        return make(r, DX_TEST, &parts);
    if (strcmp(head, "star") == 0)
        return make(r, DX_STAR, &parts);
    bool is_choice = strcmp(head, "union") == 0;
    CHECK_THAT(is_choice || strcmp(head, "seq") == 0, "no program: %s", head);
    return make(r, is_choice ? DX_CHOICE : DX_SEQUENCE, &parts);
}

// (pge a ((c F) ...) b): the sum leans to the left.
static dx_formula read_inequality(reader *r)
{
    dx_formula agent = read_agent(r), sum = DX_FORMULA_NONE;
    expect(r, '(');
    while (is_next(r, '(')) {
        expect(r, '(');
        dx_formula weight = read_number(r);
        dx_formula chance =
            dx_formula_binary(r->store, DX_PROBABILITY, agent, read_formula(r));
        dx_formula part =
            dx_formula_binary(r->store, DX_MULTIPLY, weight, chance);
        sum = sum == DX_FORMULA_NONE
                  ? part
                  : dx_formula_binary(r->store, DX_ADD, sum, part);
        expect(r, ')');
    }
    expect(r, ')');
    if (sum == DX_FORMULA_NONE)
        sum = dx_formula_number(r->store, dx_fraction_int(0));
    return dx_formula_binary(r->store, DX_GREATER_EQUAL, sum, read_number(r));
}

static dx_formula read_chain(reader *r, dx_kind kind)
{
    nodes parts = {0};
    while (!is_next(r, ')')) {
        uint32_t part = read_formula(r);
        dx_vector_push(&parts, part);
    }
    dx_formula f;
    if (r->is_binary && parts.count > 2) {
        f = parts.at[0];
        for (size_t i = 1; i < parts.count; i++)
            f = dx_formula_binary(r->store, kind, f, parts.at[i]);
    } else {
        f = dx_formula_all(r->store, kind, parts.count, parts.at);
    }
    dx_vector_release(&parts);
    return f;
}

// (E (a b) F)
static dx_formula read_group(reader *r, dx_kind kind)
{
    nodes operands = {0};
    dx_vector_push(&operands, DX_FORMULA_NONE);
    expect(r, '(');
    while (!is_next(r, ')')) {
        uint32_t agent = read_agent(r);
        dx_vector_push(&operands, agent);
    }
    expect(r, ')');
    operands.at[0] = read_formula(r);
    return make(r, kind, &operands);
}

static dx_formula read_event(reader *r, dx_kind kind)
{
    uint32_t operands[3];
    operands[0] = read_name(r);
    operands[1] = read_name(r);
    operands[2] = read_formula(r);
    return dx_formula_make(r->store, kind, 3, operands);
}

// (now t) is now >= t, (Bh t A) is explicit[h]@t A, and so on.
static dx_formula read_belief(reader *r, const char *head)
{
    dx_formulas *store = r->store;
    if (strcmp(head, "now") == 0)
        return dx_formula_binary(store, DX_GREATER_EQUAL,
                                 dx_formula_atom(store, "now"), read_number(r));
    if (strcmp(head, "at") == 0) {
        dx_formula f = read_formula(r);
        return dx_formula_binary(store, DX_AT, f, read_number(r));
    }
    if (strcmp(head, "Bh") == 0) {
        uint32_t operands[3] = {dx_formula_atom(store, "h")};
        operands[1] = read_number(r);
        operands[2] = read_formula(r);
        return dx_formula_make(store, DX_EXPLICIT_AT, 3, operands);
    }
    bool is_implicit = strcmp(head, "Im") == 0;
    CHECK_THAT(is_implicit || strcmp(head, "Bm") == 0, "no operator: %s", head);
    return dx_formula_binary(store, is_implicit ? DX_IMPLICIT : DX_EXPLICIT,
                             dx_formula_atom(store, "m"), read_formula(r));
}

typedef enum shape { ONE, TWO, CHAIN, AGENT, GROUP, EVENTS, PROGRAM } shape;

typedef struct head_word {
    const char *word;
    dx_kind kind;
    shape shape;
} head_word;

static const head_word heads[] = {
    {"not", DX_NOT, ONE},
    {"and", DX_AND, CHAIN},
    {"or", DX_OR, CHAIN},
    {"imp", DX_IMPLIES, TWO},
    {"iff", DX_IFF, TWO},
    {"K", DX_KNOWS, AGENT},
    {"M", DX_POSSIBLE, AGENT},
    {"Kw", DX_KNOWS_WHETHER, AGENT},
    {"E", DX_EVERYBODY, GROUP},
    {"C", DX_COMMON, GROUP},
    {"D", DX_DISTRIBUTED, GROUP},
    {"ann", DX_ANNOUNCE, TWO},
    {"annd", DX_ANNOUNCE_DUAL, TWO},
    {"plus", DX_EXPAND, TWO},
    {"ev", DX_EVENT, EVENTS},
    {"evd", DX_EVENT_DUAL, EVENTS},
    {"box", DX_BOX, PROGRAM},
    {"dia", DX_DIAMOND, PROGRAM},
};

static dx_formula read_shape(reader *r, const head_word *head)
{
    dx_formula first;
    switch (head->shape) {
    case ONE:
        return dx_formula_unary(r->store, head->kind, read_formula(r));
    case CHAIN:
        return read_chain(r, head->kind);
    case GROUP:
        return read_group(r, head->kind);
    case EVENTS:
        return read_event(r, head->kind);
    case TWO:
        first = read_formula(r);
        break;
    case AGENT:
        first = read_agent(r);
        break;
    default:
        first = read_program(r);
    }
    return dx_formula_binary(r->store, head->kind, first, read_formula(r));
}

static dx_formula read_list(reader *r)
{
    char word[WORD_MAX];
    read_word(r, word);
    if (strcmp(word, "pge") == 0)
        return read_inequality(r);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (strcmp(word, heads[i].word) == 0)
            return read_shape(r, &heads[i]);
    return read_belief(r, word);
}

static dx_formula read_formula(reader *r)
{
    if (is_next(r, '(')) {
        expect(r, '(');
        dx_formula f = read_list(r);
        expect(r, ')');
        return f;
    }
    char word[WORD_MAX];
    read_word(r, word);
    if (strcmp(word, "true") == 0)
        return dx_formula_true(r->store);
    if (strcmp(word, "false") == 0)
        return dx_formula_false(r->store);
    return dx_formula_atom(r->store, word);
}

static dx_formula read_whole(reader *r)
{
    dx_formula f = read_formula(r);
    skip_blanks(r);
    CHECK_THAT(*r->at == '\0', "more text: '%s' in %s", r->at, r->text);
    return f;
}

dx_formula golden_formula(dx_formulas *store, const char *text)
{
    return read_whole(&(reader){.store = store, .at = text, .text = text});
}

dx_formula golden_belief_formula(dx_formulas *store, const char *text)
{
    return read_whole(
        &(reader){.store = store, .at = text, .text = text, .is_binary = true});
}
