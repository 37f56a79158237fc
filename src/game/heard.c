// Each recogniser below is an equivalence on the deals of the space:
//
//   a and b             both, one after the other; also not (a or b)
//   f(n(P,S))           the numbers for which f is so, as min, max and `but`
//   n(P,S) >= 1 or n(P,T) >= 1     n(P, S and T together) >= 1; likewise with
//                       one S and several P
//   not all of n(p,S) >= 1, n(q,T) >= 1, ...   where p, q, .. are places of one
//                       card and none can hold what is asked of another: then
//                       the sum of these numbers is the number over all of
//                       them, and it is less than how many there are
//
// What each says is one sentence; those about the same kinds are narrowed by
// each other before they become bounds (heard_narrow.c).
//
// Numbers are tidied first: places that cannot hold the kinds, and kinds that
// cannot lie in the places, are left out, so that equal numbers look equal.

#include "game/heard.h"
#include "game/heard_private.h"

#include <assert.h>

typedef struct number {
    uint64_t places, kinds; // none: it is `add` alone
    uint64_t asked;         // the kinds before they were tidied
    int add;
} number;

typedef struct hearing {
    dx_deal_space *space;
    const dx_claims *claims;
    dx_sentences said;
    DX_VECTOR(dx_claim) rest, denied; // so, and not so, that are no sentences
    uint64_t kinds;                   // of which there are copies
    // The number that was tidied last: a claim asks for the same one often.
    dx_claim last;
    number tidied;
} hearing;

static const dx_claim_node *at(const hearing *h, dx_claim claim)
{
    return dx_claims_at(h->claims, claim);
}

static number tidy(const hearing *h, uint64_t places, uint64_t kinds)
{
    number n = {0};
    for (; places != 0; places &= places - 1) {
        const dx_place *p = &h->space->place[__builtin_ctzll(places)];
        if (p->size == 0 || (p->kinds & kinds & h->kinds) == 0)
            continue;
        n.places |= places & -places;
        n.kinds |= p->kinds & kinds & h->kinds;
    }
    if (n.kinds == 0)
        n.places = 0;
    return n;
}

static bool is_same(number a, number b)
{
    return a.places == b.places && a.kinds == b.kinds;
}

// Two numbers as one; false if they are not.
static bool add(number a, number b, number *out)
{
    *out = a.kinds == 0 ? b : a;
    out->add = a.add + b.add;
    if (a.kinds == 0 || b.kinds == 0)
        return true;
    if (a.places == b.places && (a.kinds & b.kinds) == 0)
        out->kinds |= b.kinds;
    else if (a.kinds == b.kinds && (a.places & b.places) == 0)
        out->places |= b.places;
    else
        return false;
    return true;
}

static bool read_number(hearing *h, dx_claim claim, number *out)
{
    const dx_claim_node *c = at(h, claim);
    number a, b;
    *out = (number){.add = c->number};
    if (c->kind == DX_CLAIM_NUMBER)
        return true;
    if (c->kind == DX_CLAIM_COUNT) {
        if (h->last != claim)
            h->tidied = tidy(h, c->places, c->kinds);
        h->last = claim;
        *out = h->tidied;
        out->asked = c->kinds;
        return true;
    }
    return c->kind == DX_CLAIM_ADD && read_number(h, c->a, &a) &&
           read_number(h, c->b, &b) && add(a, b, out);
}

// Is it all about one number?  *one is that, once there is one.
static bool is_about(hearing *h, dx_claim claim, number *one)
{
    const dx_claim_node *c = at(h, claim);
    number n;
    if (read_number(h, claim, &n)) {
        if (one->kinds == 0)
            *one = n;
        return n.kinds == 0 || is_same(n, *one);
    }
    return c->kind != DX_CLAIM_ADD && is_about(h, c->a, one) &&
           (c->kind == DX_CLAIM_NOT || is_about(h, c->b, one));
}

// What a claim about one number comes to, if that is n.
static int value(hearing *h, dx_claim claim, int n)
{
    const dx_claim_node *c = at(h, claim);
    number read;
    if (read_number(h, claim, &read))
        return read.add + (read.kinds != 0 ? n : 0);
    int a = value(h, c->a, n);
    int b = c->kind == DX_CLAIM_NOT ? 0 : value(h, c->b, n);
    switch (c->kind) {
    case DX_CLAIM_NOT:
        return a == 0;
    case DX_CLAIM_AND:
        return a != 0 && b != 0;
    case DX_CLAIM_OR:
        return a != 0 || b != 0;
    default:
        assert(c->kind == DX_CLAIM_AT_LEAST);
        return a >= b;
    }
}

// The numbers from 0 to `most` that are among `fits`, as bits.
static void take_numbers(hearing *h, number n, uint64_t fits, unsigned most)
{
    uint64_t all = dx_numbers_to(most);
    if ((fits & all) == all)
        return;
    dx_sentence said = {n.places, n.kinds, fits & all};
    dx_vector_push(&h->said, said);
}

static unsigned most_of(const hearing *h, number n)
{
    return dx_deal_space_most(h->space, n.places, n.kinds);
}

static bool hear_number(hearing *h, dx_claim claim, bool is)
{
    number one = {0};
    uint64_t fits = 0;
    if (!is_about(h, claim, &one))
        return false;
    unsigned most = most_of(h, one);
    if (most > 63)
        return false;
    for (unsigned n = 0; n <= most; n++)
        if ((value(h, claim, (int)n) != 0) == is)
            fits |= DX_BIT(n);
    take_numbers(h, one, fits, most);
    return true;
}

// Is it n(P,S) >= 1?
static bool read_some(hearing *h, dx_claim claim, number *out)
{
    const dx_claim_node *c = at(h, claim);
    number least;
    return c->kind == DX_CLAIM_AT_LEAST && read_number(h, c->a, out) &&
           read_number(h, c->b, &least) && least.kinds == 0 &&
           least.add - out->add == 1;
}

typedef struct somes {
    dx_claim_kind joined; // by "or", or by "and"
    unsigned count;
    number all;
    bool has_one_place, has_one_kind, is_apart;
    bool has_empty; // one of them cannot be so
} somes;

// Adds a "some" to the others: do they share their places or their kinds; are
// they single cards that cannot lie in each other's place?
static bool gather(hearing *h, dx_claim claim, somes *s)
{
    const dx_claim_node *c = at(h, claim);
    number n;
    if (c->kind == s->joined)
        return gather(h, c->a, s) && gather(h, c->b, s);
    if (!read_some(h, claim, &n))
        return false;
    if (n.kinds == 0) {
        s->has_empty = true;
        return true;
    }
    bool is_first = s->count++ == 0;
    const dx_place *place = &h->space->place[__builtin_ctzll(n.places)];
    s->has_one_place &= is_first || n.places == s->all.places;
    s->has_one_kind &= is_first || n.asked == s->all.asked;
    s->is_apart &= (n.places & (n.places - 1)) == 0 && place->size == 1 &&
                   (place->kinds & s->all.kinds) == 0 &&
                   tidy(h, s->all.places, n.kinds).kinds == 0;
    s->all.places |= n.places;
    s->all.kinds |= n.kinds;
    s->all.asked = n.asked;
    return true;
}

static bool hear_one_of(hearing *h, dx_claim claim)
{
    somes s = {
        .joined = DX_CLAIM_OR, .has_one_place = true, .has_one_kind = true};
    if (!gather(h, claim, &s) || (!s.has_one_place && !s.has_one_kind))
        return false;
    number n = tidy(h, s.all.places, s.all.kinds);
    unsigned most = most_of(h, n);
    if (most <= 63)
        take_numbers(h, n, ~UINT64_C(1), most);
    return most <= 63;
}

static bool hear_not_all(hearing *h, dx_claim claim)
{
    somes s = {.joined = DX_CLAIM_AND, .is_apart = true};
    if (!gather(h, claim, &s))
        return false;
    if (s.has_empty)
        return true; // it says nothing
    if (!s.is_apart || s.count > 63)
        return false;
    take_numbers(h, s.all, DX_BIT(s.count) - 1, s.count);
    return true;
}

// That a claim is so, or that it is not.
static void hear(hearing *h, dx_claim claim, bool is)
{
    const dx_claim_node *c = at(h, claim);
    if (c->kind == DX_CLAIM_NOT) {
        hear(h, c->a, !is);
    } else if (c->kind == (is ? DX_CLAIM_AND : DX_CLAIM_OR)) {
        hear(h, c->a, is);
        hear(h, c->b, is);
    } else if (!hear_number(h, claim, is) &&
               !(is ? hear_one_of(h, claim) : hear_not_all(h, claim))) {
        if (is)
            dx_vector_push(&h->rest, claim);
        else
            dx_vector_push(&h->denied, claim);
    }
}

// What is no sentence, as one claim.
static dx_claim rest_of(const hearing *h, dx_claims *claims)
{
    dx_claim all = dx_claim_number(claims, 1);
    for (size_t i = 0; i < h->rest.count; i++)
        all = dx_claim_and(claims, all, h->rest.at[i]);
    for (size_t i = 0; i < h->denied.count; i++)
        all = dx_claim_and(claims, all, dx_claim_not(claims, h->denied.at[i]));
    return all;
}

bool dx_deal_space_hear(dx_deal_space *space, dx_claims *claims, dx_claim claim,
                        dx_claim *out_rest)
{
    hearing h = {.space = space, .claims = claims, .last = UINT32_MAX};
    for (unsigned kind = 0; kind < space->kind_count; kind++)
        h.kinds |= space->copies[kind] > 0 ? DX_BIT(kind) : 0;
    hear(&h, claim, true);
    dx_sentences_narrow(&h.said, space);
    bool is_all = h.rest.count + h.denied.count == 0;
    if (!is_all && out_rest == NULL)
        space->beyond = "what was heard is no bound on numbers of cards";
    else if (!is_all)
        *out_rest = rest_of(&h, claims);
    dx_vector_release(&h.said);
    dx_vector_release(&h.rest);
    dx_vector_release(&h.denied);
    return is_all;
}
