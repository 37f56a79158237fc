// Claims: what a fact, a number or a set says of places must be what it is at
// every world; what has no claim must be in everybody's sight.  Arguments are
// drawn.

#include "game/claims.h"
#include "game/places_law_private.h"

enum { ARGS_TRIED = 3 }; // of each fact, number and set

static int evaluate(const dx_frame *f, const dx_claims *claims, dx_claim claim,
                    const uint8_t *key)
{
    const dx_claim_node *node = dx_claims_at(claims, claim);
    if (node->kind == DX_CLAIM_NUMBER)
        return node->number;
    if (node->kind == DX_CLAIM_COUNT)
        return (int)dx_law_number(f, key, node->places, node->kinds);
    int a = evaluate(f, claims, node->a, key);
    if (node->kind == DX_CLAIM_NOT)
        return a == 0;
    int b = evaluate(f, claims, node->b, key);
    switch (node->kind) {
    case DX_CLAIM_ADD:
        return a + b;
    case DX_CLAIM_AT_LEAST:
        return a >= b;
    case DX_CLAIM_AND:
        return a != 0 && b != 0;
    default:
        return a != 0 || b != 0;
    }
}

// What is asked: a fact, a number, or whether `member` is in a set.
typedef struct asked {
    const dx_atom *atom;
    const dx_quantity *quantity;
    const dx_domain *domain;
    int args[DX_TERM_ARGS], member;
} asked;

static int value_of(const asked *q, const void *table)
{
    int members[DX_VALUES_MAX];
    if (q->atom != NULL)
        return dx_atom_holds(q->atom, table, q->args);
    if (q->quantity != NULL)
        return dx_quantity_value(q->quantity, table, q->args);
    unsigned count = dx_domain_members(q->domain, table, q->args, members);
    for (unsigned i = 0; i < count; i++)
        if (members[i] == q->member)
            return 1;
    return 0;
}

// False: it is in every sight.
static bool claim_of(const asked *q, const void *sight, dx_claims *out,
                     dx_claim *out_claim)
{
    if (q->atom != NULL && q->atom->claim != NULL)
        *out_claim = q->atom->claim(q->atom, sight, q->args, out);
    else if (q->quantity != NULL && q->quantity->claim != NULL)
        *out_claim = q->quantity->claim(q->quantity, sight, q->args, out);
    else if (q->domain != NULL && q->domain->is != NULL)
        *out_claim = dx_domain_claim(q->domain, sight, q->args, q->member, out);
    else
        return false;
    return true;
}

static void check_asked(dx_law_walk *w, unsigned looker, const asked *q,
                        const char *name)
{
    dx_claims *claims = dx_claims_new();
    dx_claim claim = 0;
    bool is_claimed = claim_of(q, w->now->sight, claims, &claim);
    w->work->claims += is_claimed;
    for (size_t i = 0; i < dx_worlds_count(w->none[looker]); i++) {
        const void *table = dx_worlds_at(w->none[looker], i).table;
        uint8_t *key = dx_law_read(w, w->now, table, w->now->all);
        int said = is_claimed ? evaluate(w->now, claims, claim, key)
                              : value_of(q, w->now->sight);
        dx_free(key);
        if (said != value_of(q, table))
            dx_law_broke(w, DX_LAW_CLAIM, looker, name);
    }
    dx_claims_free(claims);
}

static void draw_args(dx_law_walk *w, const char *const *types, int *out)
{
    for (unsigned i = 0; i < DX_TERM_ARGS && types[i] != NULL; i++)
        out[i] = (int)dx_random_below(&w->random,
                                      dx_type_values(w->rules, types[i]));
}

void dx_law_check_claims(dx_law_walk *w, unsigned looker)
{
    const dx_game *game = w->rules->game;
    for (unsigned i = 0; i < ARGS_TRIED; i++) {
        const dx_atom *a = game->atoms;
        for (; a != NULL && a->name != NULL; a++) {
            asked q = {.atom = a};
            draw_args(w, a->type, q.args);
            check_asked(w, looker, &q, a->name);
        }
        const dx_quantity *n = game->quantities;
        for (; n != NULL && n->name != NULL; n++) {
            asked q = {.quantity = n};
            draw_args(w, n->type, q.args);
            check_asked(w, looker, &q, n->name);
        }
        const dx_domain *d = game->domains;
        for (; d != NULL && d->name != NULL; d++) {
            const char *const member[DX_TERM_ARGS] = {d->member};
            asked q = {.domain = d};
            draw_args(w, d->type, q.args);
            draw_args(w, member, &q.member);
            check_asked(w, looker, &q, d->name);
        }
    }
}
