// The store: nodes, made once each and never changed.  Parsing and printing are
// elsewhere.
//
// A node is its kind and a range of the vector of operands.  Equal nodes are
// found by an index over kind and operands before one is made, so equality of
// formulas is equality of numbers; a store only grows.  The depth of every node
// is kept, and none deeper than DX_FORMULA_DEPTH_MAX is made: whoever recurses
// over a formula has a bound for its stack.

#include "logic/formula/formula.h"

#include "base/base.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/pair_map.h"
#include "base/stack.h"
#include "base/vector.h"
#include "logic/formula/parts.h"
#include "logic/formula/print.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct node {
    uint16_t kind, depth;
    uint32_t count; // operands ...
    size_t first;   // ... from here on in the store's vector
} node;

struct dx_formulas {
    dx_names *names;
    DX_VECTOR(node) nodes;
    DX_VECTOR(uint32_t) operands;
    dx_index index; // finds a node by its kind and operands
    dx_pair_map called;
};

const char *dx_kind_operands(dx_kind kind)
{
    static const char *const operands[] = {
#define X(name, family, letters) [DX_##name] = (letters),
        DX_KIND_LIST(X)
#undef X
    };
    assert(kind < DX_KINDS);
    return operands[kind];
}

dx_family dx_kind_family(dx_kind kind)
{
    static const uint8_t families[] = {
#define X(name, family, letters) [DX_##name] = DX_FAMILY_##family,
        DX_KIND_LIST(X)
#undef X
    };
    assert(kind < DX_KINDS);
    return (dx_family)families[kind];
}

bool dx_kind_is_number(dx_kind kind)
{
    dx_family family = dx_kind_family(kind);
    return family == DX_FAMILY_NUMBER || family == DX_FAMILY_ARITHMETIC ||
           family == DX_FAMILY_GATHER || family == DX_FAMILY_PROBABILITY;
}

dx_formulas *dx_formulas_new(void)
{
    dx_formulas *store = dx_alloc(1, sizeof *store);
    store->names = dx_names_new();
    return store;
}

void dx_formulas_free(dx_formulas *store)
{
    if (store == NULL)
        return;
    dx_names_free(store->names);
    dx_vector_release(&store->nodes);
    dx_vector_release(&store->operands);
    dx_index_release(&store->index);
    dx_pair_map_release(&store->called);
    dx_free(store);
}

dx_names *dx_formulas_names(const dx_formulas *store)
{
    return store->names;
}

void dx_formula_call(dx_formulas *store, dx_formula f, dx_formula called)
{
    dx_kind kind = dx_formula_kind(store, f);
    if (kind != DX_APPLY && kind != DX_NUMBER && called != DX_FORMULA_NONE &&
        dx_formula_called(store, f) == f)
        dx_pair_map_put(&store->called, f, 0, called);
}

dx_formula dx_formula_called(const dx_formulas *store, dx_formula f)
{
    uint32_t called = dx_pair_map_find(&store->called, f, 0);
    return called != UINT32_MAX ? called : f;
}

const char *dx_formulas_name_text(const dx_formulas *store, dx_name name)
{
    return dx_names_text(store->names, name);
}

size_t dx_formulas_count(const dx_formulas *store)
{
    return store->nodes.count;
}

static const node *node_of(const dx_formulas *store, dx_formula f)
{
    DX_REQUIRE(f < store->nodes.count, "a formula of this store");
    return &store->nodes.at[f];
}

dx_kind dx_formula_kind(const dx_formulas *store, dx_formula f)
{
    return (dx_kind)node_of(store, f)->kind;
}

dx_family dx_formula_family(const dx_formulas *store, dx_formula f)
{
    return dx_kind_family(dx_formula_kind(store, f));
}

size_t dx_formula_count(const dx_formulas *store, dx_formula f)
{
    return node_of(store, f)->count;
}

uint32_t dx_formula_operand(const dx_formulas *store, dx_formula f, size_t i)
{
    const node *n = node_of(store, f);
    DX_REQUIRE(i < n->count, "an operand that is there");
    return store->operands.at[n->first + i];
}

unsigned dx_formula_depth(const dx_formulas *store, dx_formula f)
{
    return node_of(store, f)->depth;
}

// The letter for operand i: the last letter of the pattern repeats.
static char letter_at(const char *letters, size_t i)
{
    size_t length = strcspn(letters, "*+");
    assert(length > 0);
    return letters[i < length ? i : length - 1];
}

static bool is_node_letter(char letter)
{
    return letter != 'x' && letter != 'n';
}

bool dx_formula_operand_is_node(const dx_formulas *store, dx_formula f,
                                size_t i)
{
    const char *letters = dx_kind_operands(dx_formula_kind(store, f));
    return is_node_letter(letter_at(letters, i));
}

dx_name dx_formula_name(const dx_formulas *store, dx_formula apply)
{
    DX_REQUIRE(dx_formula_kind(store, apply) == DX_APPLY, "an APPLY node");
    return dx_formula_operand(store, apply, 0);
}

const char *dx_formula_text(const dx_formulas *store, dx_formula apply)
{
    return dx_names_text(store->names, dx_formula_name(store, apply));
}

// A number is kept as the two halves of its top and of its bottom.
dx_fraction dx_formula_value(const dx_formulas *store, dx_formula number)
{
    DX_REQUIRE(dx_formula_kind(store, number) == DX_NUMBER, "a NUMBER node");
    assert(dx_formula_count(store, number) == 4);
    uint64_t half[4];
    for (size_t i = 0; i < 4; i++)
        half[i] = dx_formula_operand(store, number, i);
    return (dx_fraction){
        .top = (int64_t)(half[0] << 32 | half[1]),
        .over = (int64_t)(half[2] << 32 | half[3]),
    };
}

// Does a list of `count` operands fit the letters of a kind?
static bool count_fits(const char *letters, size_t count)
{
    if (strcmp(letters, "n") == 0)
        return count == 4;
    size_t length = strcspn(letters, "*+");
    if (letters[length] == '*')
        return count >= length - 1;
    return letters[length] == '+' ? count >= length : count == length;
}

static uint64_t hash_of(dx_kind kind, size_t count, const uint32_t *operands)
{
    uint64_t hash = dx_hash_add(kind, count);
    for (size_t i = 0; i < count; i++)
        hash = dx_hash_add(hash, operands[i]);
    return hash;
}

static bool is_same(const dx_formulas *store, dx_formula f, dx_kind kind,
                    size_t count, const uint32_t *operands)
{
    const node *n = &store->nodes.at[f];
    return n->kind == kind && n->count == count &&
           (count == 0 || memcmp(store->operands.at + n->first, operands,
                                 count * sizeof *operands) == 0);
}

static dx_formula find(const dx_formulas *store, uint64_t hash, dx_kind kind,
                       size_t count, const uint32_t *operands)
{
    dx_probe probe = dx_index_probe(&store->index, hash);
    dx_formula f;
    while ((f = dx_probe_next(&probe)) != DX_INDEX_NONE)
        if (is_same(store, f, kind, count, operands))
            return f;
    return DX_FORMULA_NONE;
}

// One more than the deepest operand; 0 if an operand is missing.
static unsigned depth_above(const dx_formulas *store, const char *letters,
                            size_t count, const uint32_t *operands)
{
    unsigned depth = 1;
    for (size_t i = 0; i < count; i++) {
        if (!is_node_letter(letter_at(letters, i)))
            continue;
        if (operands[i] == DX_FORMULA_NONE)
            return 0;
        unsigned below = dx_formula_depth(store, operands[i]);
        assert(below > 0 && below <= DX_FORMULA_DEPTH_MAX);
        if (below >= depth)
            depth = below + 1;
    }
    return depth;
}

static dx_formula add(dx_formulas *store, dx_kind kind, size_t count,
                      const uint32_t *operands)
{
    unsigned depth =
        depth_above(store, dx_kind_operands(kind), count, operands);
    if (depth == 0 || depth > DX_FORMULA_DEPTH_MAX)
        return DX_FORMULA_NONE;
    uint64_t hash = hash_of(kind, count, operands);
    dx_formula known = find(store, hash, kind, count, operands);
    if (known != DX_FORMULA_NONE)
        return known;
    DX_REQUIRE(store->nodes.count < DX_FORMULA_NONE, "fewer than 2^32");
    dx_index_add(&store->index, hash, (uint32_t)store->nodes.count);
    node n = {.kind = (uint16_t)kind,
              .depth = (uint16_t)depth,
              .count = (uint32_t)count,
              .first = store->operands.count};
    dx_vector_push(&store->nodes, n);
    for (size_t i = 0; i < count; i++)
        dx_vector_push(&store->operands, operands[i]);
    return (dx_formula)store->nodes.count - 1;
}

// An agent is a name, also where it is written as a number.
static dx_formula as_agent(dx_formulas *store, dx_formula agent)
{
    if (agent == DX_FORMULA_NONE || dx_formula_kind(store, agent) != DX_NUMBER)
        return agent;
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, dx_formula_value(store, agent).top);
    return dx_formula_atom(store, text);
}

// Of `-`(x), an agent that is left out: x.  Else DX_FORMULA_NONE.
static dx_formula excluded(dx_formulas *store, dx_formula agent)
{
    if (agent == DX_FORMULA_NONE || dx_formula_kind(store, agent) != DX_APPLY ||
        dx_formula_count(store, agent) != 2 ||
        strcmp(dx_formula_text(store, agent), DX_WITHOUT) != 0)
        return DX_FORMULA_NONE;
    return as_agent(store, dx_formula_operand(store, agent, 1));
}

// Leaves out of a list of agents those of whom it says so; who is not in the
// list yet may be a variable.  A group has members: nobody's is left as it is.
static size_t without_excluded(dx_formulas *store, const char *letters,
                               size_t count, uint32_t *operands)
{
    size_t first = strcspn(letters, "*+") - 1;
    bool is_list = letters[first + 1] != '\0' && letters[first] == 'a';
    for (size_t i = first; is_list && i < count; i++) {
        dx_formula gone = excluded(store, operands[i]);
        size_t found = 0, kept = first;
        for (size_t k = first; k < count && gone != DX_FORMULA_NONE; k++)
            found += operands[k] == gone;
        if (found == 0 || first + found + 1 == count)
            continue;
        for (size_t k = first; k < count; k++)
            if (k != i && operands[k] != gone)
                operands[kept++] = operands[k];
        count = kept;
        i = first - 1;
    }
    return count;
}

dx_formula dx_formula_make(dx_formulas *store, dx_kind kind, size_t count,
                           const uint32_t *operands)
{
    const char *letters = dx_kind_operands(kind);
    DX_REQUIRE(count_fits(letters, count), "operands that fit the kind");
    if (strchr(letters, 'a') == NULL)
        return add(store, kind, count, operands);
    uint32_t *copy = dx_copy(operands, count * sizeof *operands);
    for (size_t i = 0; i < count; i++)
        if (letter_at(letters, i) == 'a')
            copy[i] = as_agent(store, copy[i]);
    count = without_excluded(store, letters, count, copy);
    dx_formula f = add(store, kind, count, copy);
    dx_free(copy);
    return f;
}

dx_formula dx_formula_true(dx_formulas *store)
{
    return add(store, DX_TRUE, 0, NULL);
}

dx_formula dx_formula_false(dx_formulas *store)
{
    return add(store, DX_FALSE, 0, NULL);
}

dx_formula dx_formula_atom(dx_formulas *store, const char *name)
{
    uint32_t number = dx_names_add(store->names, name);
    return add(store, DX_APPLY, 1, &number);
}

dx_formula dx_formula_unary(dx_formulas *store, dx_kind kind, dx_formula f)
{
    return dx_formula_make(store, kind, 1, &f);
}

dx_formula dx_formula_not(dx_formulas *store, dx_formula f)
{
    return dx_formula_unary(store, DX_NOT, f);
}

dx_formula dx_formula_binary(dx_formulas *store, dx_kind kind, dx_formula f,
                             dx_formula g)
{
    return dx_formula_make(store, kind, 2, (uint32_t[]){f, g});
}

dx_formula dx_formula_and(dx_formulas *store, dx_formula f, dx_formula g)
{
    return dx_formula_binary(store, DX_AND, f, g);
}

dx_formula dx_formula_or(dx_formulas *store, dx_formula f, dx_formula g)
{
    return dx_formula_binary(store, DX_OR, f, g);
}

dx_formula dx_formula_implies(dx_formulas *store, dx_formula f, dx_formula g)
{
    return dx_formula_binary(store, DX_IMPLIES, f, g);
}

dx_formula dx_formula_knows(dx_formulas *store, const char *agent, dx_formula f)
{
    return dx_formula_binary(store, DX_KNOWS, dx_formula_atom(store, agent), f);
}

dx_formula dx_formula_number(dx_formulas *store, dx_fraction value)
{
    uint64_t top = (uint64_t)value.top, over = (uint64_t)value.over;
    return add(store, DX_NUMBER, 4,
               (uint32_t[]){(uint32_t)(top >> 32), (uint32_t)top,
                            (uint32_t)(over >> 32), (uint32_t)over});
}

dx_formula dx_formula_all(dx_formulas *store, dx_kind kind, size_t count,
                          const dx_formula *formulas)
{
    DX_REQUIRE(kind == DX_AND || kind == DX_OR, "AND or OR");
    if (count == 0)
        return add(store, kind == DX_AND ? DX_TRUE : DX_FALSE, 0, NULL);
    return count == 1 ? formulas[0]
                      : dx_formula_make(store, kind, count, formulas);
}

// Does `f` bind `variable` in its body?
static bool binds(const dx_formulas *store, dx_formula f, dx_name variable)
{
    return dx_kind_binds(dx_formula_kind(store, f)) &&
           dx_formula_operand(store, f, 0) == variable;
}

// What a walk through a formula notes of its parts, from the moment that it
// becomes a long one.
enum { SHORT_WALK = 64 };
typedef struct replacement {
    dx_formulas *store;
    dx_name variable;
    dx_formula term;
    size_t visits;
    bool failed; // something became too deep
    dx_pair_map done;
    dx_formula whole; // to be replaced in, then the result
} replacement;

static dx_formula replace(replacement *r, dx_formula f);

dx_name dx_formula_reindexed(dx_formulas *store, dx_name name, dx_name variable,
                             dx_formula term)
{
    dx_names *names = store->names;
    const char *open = strchr(dx_names_text(names, name), '(');
    const char *wanted = dx_names_text(names, variable);
    size_t length = strlen(wanted);
    dx_text text = {0};
    bool changed = false;
    if (open == NULL)
        return name;
    dx_text_add_part(&text, dx_names_text(names, name),
                     (size_t)(open - dx_names_text(names, name)));
    for (const char *at = open; *at == '(' || *at == ',';) {
        const char *end = at + 1 + strcspn(at + 1, ",)");
        bool is_it = (size_t)(end - at - 1) == length &&
                     strncmp(at + 1, wanted, length) == 0;
        dx_text_add_char(&text, *at);
        if (is_it)
            dx_formula_print(store, term, &text);
        else
            dx_text_add_part(&text, at + 1, (size_t)(end - at - 1));
        changed = changed || is_it;
        at = end;
    }
    dx_text_add_char(&text, ')');
    if (changed)
        name = dx_names_add(names, dx_text_string(&text));
    dx_text_release(&text);
    return name;
}

static dx_formula replace_in(replacement *r, dx_formula f)
{
    dx_formulas *store = r->store;
    size_t count = dx_formula_count(store, f);
    dx_kind kind = dx_formula_kind(store, f);
    uint32_t *operands = dx_alloc_raw(count, sizeof *operands);
    bool body_is_bound = binds(store, f, r->variable), changed = false;
    for (size_t i = 0; i < count; i++) {
        operands[i] = dx_formula_operand(store, f, i);
        bool is_node = dx_formula_operand_is_node(store, f, i);
        bool is_event = dx_kind_family(kind) == DX_FAMILY_EVENT;
        if ((!is_node && !is_event) || (body_is_bound && i == 2))
            continue;
        uint32_t old = operands[i];
        operands[i] =
            is_node ? replace(r, old)
                    : dx_formula_reindexed(store, old, r->variable, r->term);
        changed = changed || operands[i] != old;
    }
    if (changed)
        f = dx_formula_make(store, kind, count, operands);
    dx_free(operands);
    return f;
}

static dx_formula replace(replacement *r, dx_formula f)
{
    if (dx_formula_kind(r->store, f) == DX_APPLY &&
        dx_formula_count(r->store, f) == 1)
        return dx_formula_name(r->store, f) == r->variable ? r->term : f;
    if (r->failed)
        return DX_FORMULA_NONE;
    bool is_long = r->visits++ >= SHORT_WALK;
    uint32_t known = is_long ? dx_pair_map_find(&r->done, f, 0) : UINT32_MAX;
    if (known != UINT32_MAX)
        return known;
    dx_formula made = replace_in(r, f);
    r->failed = made == DX_FORMULA_NONE;
    dx_formula called = dx_formula_called(r->store, f);
    if (called != f && made != f && !r->failed)
        dx_formula_call(r->store, made, replace(r, called));
    if (is_long && !r->failed)
        dx_pair_map_put(&r->done, f, 0, made);
    return made;
}

static void replace_all(void *data)
{
    replacement *r = data;
    r->whole = replace(r, r->whole);
}

dx_formula dx_formula_replace(dx_formulas *store, dx_formula f,
                              dx_name variable, dx_formula term)
{
    replacement r = {
        .store = store, .variable = variable, .term = term, .whole = f};
    dx_run_deep(dx_formula_depth(store, f), replace_all, &r);
    dx_pair_map_release(&r.done);
    assert(r.failed == (r.whole == DX_FORMULA_NONE));
    return r.whole;
}
