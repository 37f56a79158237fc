// Claims are nodes in one list, each behind its parts, so that a claim is
// understood in one pass from the front, and clearing the list forgets them
// all.

#include "game/claims.h"

#include "base/memory.h"
#include "base/vector.h"

#include <assert.h>
#include <stdbool.h>

struct dx_claims {
    DX_VECTOR(dx_claim_node) nodes;
};

dx_claims *dx_claims_new(void)
{
    return dx_alloc(1, sizeof(dx_claims));
}

void dx_claims_free(dx_claims *claims)
{
    if (claims != NULL)
        dx_vector_release(&claims->nodes);
    dx_free(claims);
}

void dx_claims_clear(dx_claims *claims)
{
    claims->nodes.count = 0;
}

const dx_claim_node *dx_claims_at(const dx_claims *claims, dx_claim claim)
{
    assert(claim < claims->nodes.count);
    return &claims->nodes.at[claim];
}

static dx_claim add(dx_claims *claims, dx_claim_node node)
{
    assert(node.a <= claims->nodes.count && node.b <= claims->nodes.count);
    dx_vector_push(&claims->nodes, node);
    return (dx_claim)claims->nodes.count - 1;
}

dx_claim dx_claim_number(dx_claims *claims, int number)
{
    return add(claims,
               (dx_claim_node){.kind = DX_CLAIM_NUMBER, .number = number});
}

dx_claim dx_claim_count(dx_claims *claims, uint64_t places, uint64_t kinds)
{
    return add(claims, (dx_claim_node){.kind = DX_CLAIM_COUNT,
                                       .places = places,
                                       .kinds = kinds});
}

static dx_claim join(dx_claims *claims, dx_claim_kind kind, dx_claim a,
                     dx_claim b)
{
    return add(claims, (dx_claim_node){.kind = kind, .a = a, .b = b});
}

// What is plainly so, or not, is a number at once.
static bool is_number(const dx_claims *claims, dx_claim claim, int *out)
{
    const dx_claim_node *node = dx_claims_at(claims, claim);
    *out = node->number;
    return node->kind == DX_CLAIM_NUMBER;
}

dx_claim dx_claim_add(dx_claims *claims, dx_claim a, dx_claim b)
{
    int m, n;
    bool is_a = is_number(claims, a, &m), is_b = is_number(claims, b, &n);
    if (is_a && is_b)
        return dx_claim_number(claims, m + n);
    return is_a && m == 0   ? b
           : is_b && n == 0 ? a
                            : join(claims, DX_CLAIM_ADD, a, b);
}

dx_claim dx_claim_at_least(dx_claims *claims, dx_claim a, dx_claim b)
{
    int m, n;
    return is_number(claims, a, &m) && is_number(claims, b, &n)
               ? dx_claim_number(claims, m >= n)
               : join(claims, DX_CLAIM_AT_LEAST, a, b);
}

dx_claim dx_claim_not(dx_claims *claims, dx_claim a)
{
    int n;
    return is_number(claims, a, &n) ? dx_claim_number(claims, n == 0)
                                    : join(claims, DX_CLAIM_NOT, a, a);
}

// One that is a number decides, or says nothing.
static dx_claim connect(dx_claims *claims, dx_claim_kind kind, dx_claim a,
                        dx_claim b)
{
    int n;
    bool decides = kind == DX_CLAIM_OR;
    if (is_number(claims, a, &n))
        return (n != 0) == decides ? a : b;
    if (is_number(claims, b, &n))
        return (n != 0) == decides ? b : a;
    return join(claims, kind, a, b);
}

dx_claim dx_claim_and(dx_claims *claims, dx_claim a, dx_claim b)
{
    return connect(claims, DX_CLAIM_AND, a, b);
}

dx_claim dx_claim_or(dx_claims *claims, dx_claim a, dx_claim b)
{
    return connect(claims, DX_CLAIM_OR, a, b);
}

// Range by range: from the first of its numbers up to, but not, the next that
// is not one.
dx_claim dx_claim_among(dx_claims *claims, dx_claim a, uint64_t numbers)
{
    dx_claim any = dx_claim_number(claims, 0);
    while (numbers != 0) {
        int first = __builtin_ctzll(numbers);
        uint64_t gaps = ~(numbers | (numbers - 1));
        dx_claim is =
            dx_claim_at_least(claims, a, dx_claim_number(claims, first));
        numbers = gaps == 0 ? 0 : numbers & ~((gaps & -gaps) - 1);
        if (gaps != 0)
            is = dx_claim_and(
                claims, is,
                dx_claim_not(claims, dx_claim_at_least(
                                         claims, a,
                                         dx_claim_number(
                                             claims, __builtin_ctzll(gaps)))));
        any = dx_claim_or(claims, any, is);
    }
    return any;
}

dx_claim dx_claim_some(dx_claims *claims, uint64_t places, uint64_t kinds)
{
    return dx_claim_at_least(claims, dx_claim_count(claims, places, kinds),
                             dx_claim_number(claims, 1));
}

dx_claim dx_claim_none(dx_claims *claims, uint64_t places, uint64_t kinds)
{
    return dx_claim_not(claims, dx_claim_some(claims, places, kinds));
}

int dx_claim_value(const dx_claims *claims, dx_claim claim,
                   const dx_dealt *dealt)
{
    const dx_claim_node *node = dx_claims_at(claims, claim);
    if (node->kind == DX_CLAIM_NUMBER)
        return node->number;
    if (node->kind == DX_CLAIM_COUNT)
        return (int)dx_dealt_count(dealt, node->places, node->kinds);
    int a = dx_claim_value(claims, node->a, dealt);
    if (node->kind == DX_CLAIM_NOT)
        return a == 0;
    int b = dx_claim_value(claims, node->b, dealt);
    return node->kind == DX_CLAIM_ADD        ? a + b
           : node->kind == DX_CLAIM_AT_LEAST ? a >= b
           : node->kind == DX_CLAIM_AND      ? a != 0 && b != 0
                                             : a != 0 || b != 0;
}
