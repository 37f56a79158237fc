#include "logic/random_formula.h"

#include "base/vector.h"
#include "test.h"

#include <string.h>

typedef struct maker {
    const random_formulas *shape;
    dx_random *random;
} maker;

static size_t below(maker *m, size_t bound)
{
    return (size_t)dx_random_below(m->random, bound);
}

void random_formulas_allow(random_formulas *shape, size_t count,
                           const dx_kind *kinds)
{
    for (size_t i = 0; i < count; i++)
        shape->is_allowed[kinds[i]] = true;
}

void random_formulas_allow_all(random_formulas *shape)
{
    for (size_t kind = 0; kind < DX_KINDS; kind++)
        shape->is_allowed[kind] = true;
}

// The sort that a kind belongs to, as its letter; APPLY is a formula here.
static char letter_of(dx_kind kind)
{
    if (kind < DX_NUMBER)
        return 'f';
    if (kind < DX_SET)
        return 't';
    return kind < DX_STEP ? 'd' : 'p';
}

static bool fits(const random_formulas *shape, dx_kind kind, char letter)
{
    bool is_thing = kind == DX_APPLY && (letter == 't' || letter == 'd');
    return shape->is_allowed[kind] && (is_thing || letter_of(kind) == letter);
}

// Kinds that need no node below them.
static bool is_leaf(dx_kind kind)
{
    return strcspn(dx_kind_operands(kind), "ftpd") ==
               strlen(dx_kind_operands(kind)) ||
           kind == DX_APPLY || kind == DX_SET;
}

// A kind of the sort that is allowed; a leaf if `leaf` and there is one.
static dx_kind pick_kind(maker *m, char letter, bool leaf)
{
    dx_kind candidates[DX_KINDS];
    size_t count = 0;
    for (size_t round = 0; round < 2 && count == 0; round++)
        for (size_t k = 0; k < DX_KINDS; k++) {
            dx_kind kind = (dx_kind)k;
            bool is_good = !leaf || is_leaf(kind) || round == 1;
            if (fits(m->shape, kind, letter) && is_good)
                candidates[count++] = kind;
        }
    CHECK_THAT(count > 0, "no kind is allowed for the sort %c", letter);
    return candidates[below(m, count)];
}

static dx_name pick_name(maker *m, const random_names *names)
{
    CHECK_THAT(names->count > 0, "a list of names is empty");
    return dx_names_add(dx_formulas_names(m->shape->store),
                        names->at[below(m, names->count)]);
}

static dx_formula make_number(maker *m)
{
    int64_t top = (int64_t)below(m, 7) - 3;
    int64_t over = below(m, 2) == 0 ? 1 : 1 + (int64_t)below(m, 4);
    return dx_formula_number(m->shape->store, dx_fraction_of(top, over));
}

static dx_formula make_of(maker *m, char letter, unsigned depth);

static dx_formula make_apply(maker *m, char letter, unsigned depth)
{
    const random_formulas *shape = m->shape;
    uint32_t operands[1 + 8] = {
        pick_name(m, letter == 'f' ? &shape->atoms : &shape->things)};
    size_t count = 0;
    if (shape->arguments_max > 0 && depth > 0 && below(m, 3) == 0)
        count = below(m, (shape->arguments_max < 8 ? shape->arguments_max : 8) +
                             (size_t)1);
    for (size_t i = 1; i <= count; i++)
        operands[i] = make_of(m, 't', depth - 1);
    return dx_formula_make(shape->store, DX_APPLY, 1 + count, operands);
}

static uint32_t make_operand(maker *m, char letter, unsigned depth)
{
    if (letter == 'x')
        return pick_name(m, &m->shape->names);
    if (letter == 'a') {
        dx_name name = pick_name(m, &m->shape->agents);
        return dx_formula_make(m->shape->store, DX_APPLY, 1, &name);
    }
    return make_of(m, letter, depth);
}

static dx_formula make_of(maker *m, char letter, unsigned depth)
{
    dx_kind kind = pick_kind(m, letter, depth == 0 || below(m, 8) == 0);
    const char *letters = dx_kind_operands(kind);
    if (kind == DX_APPLY)
        return make_apply(m, letter, depth);
    if (kind == DX_NUMBER)
        return make_number(m);
    size_t fixed = strcspn(letters, "*+"), count = fixed;
    bool is_list = letters[fixed] != '\0';
    if (is_list && letters[fixed] == '*')
        count = fixed - 1;
    if (is_list && depth > 0)
        count += below(m, 3);
    DX_VECTOR(uint32_t) operands = {0};
    for (size_t i = 0; i < count; i++) {
        char each = letters[i < fixed ? i : fixed - 1];
        uint32_t one = make_operand(m, each, depth > 0 ? depth - 1 : 0);
        dx_vector_push(&operands, one);
    }
    dx_formula f =
        dx_formula_make(m->shape->store, kind, operands.count, operands.at);
    dx_vector_release(&operands);
    return f;
}

dx_formula random_formula(const random_formulas *shape, dx_random *random)
{
    return make_of(&(maker){.shape = shape, .random = random}, 'f',
                   shape->depth);
}
