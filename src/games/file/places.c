// What everybody knows, from the rules alone: lots are the places, and every
// event is an announcement of its conditions and outcomes, each said of the
// lots as they were at its moment (claim.c).  For that the log is heard again
// on a table of its own.

#include "game/places.h"
#include "game/claims.h"

#include "base/memory.h"
#include "games/file/inside.h"

#include <string.h>

static void space(const void *sight, dx_deal_space *out)
{
    const dx_dg_table *t = sight;
    dx_lots_space(dx_dg_lots(t), t->program->copies, out);
    if (t->beyond != NULL)
        out->beyond = t->beyond;
}

// ---- hearing ----

typedef struct hearing {
    dx_dg_claiming c;
    dx_claim all;
    // Of what some were told, unless `own` is NULL: claims and outcomes.
    const dx_dg_table *own;
    dx_heard_claim *told;
    unsigned told_count, at;
    const dx_dealt *dealt; // not NULL: outcomes are written by it
} hearing;

static void hear(hearing *h, dx_claim claim)
{
    if (dx_dg_lots(h->c.t)->age != h->c.now->age)
        return; // it was of cards that are all back in the stock
    h->all = dx_claim_and(h->c.out, h->all, claim);
}

static bool is_open(const dx_dg *p, dx_event event, unsigned arg)
{
    return p->dx_verbs[event.verb].arg[arg].audience == DX_ALL;
}

// Does it depend on an argument that not all see?
static bool is_of_hidden(const dx_dg *p, dx_event event, unsigned level)
{
    return level > 0 && !is_open(p, event, level - 1);
}

static void hear_conditions(hearing *h, dx_event event)
{
    const dx_dg *p = h->c.t->program;
    const dx_dg_verb *v = &p->verb[event.verb];
    for (unsigned i = 0; i < v->conditions; i++)
        if (v->condition[i].node->sees != DX_DG_ALL &&
            !is_of_hidden(p, event, v->condition[i].level))
            hear(h, dx_dg_claim(&h->c, v->condition[i].node));
    for (unsigned i = 0; i < v->params; i++) {
        const dx_dg_node *in = v->arg[i].in;
        if (in == NULL || in->sees == DX_DG_ALL || !is_open(p, event, i) ||
            in->range != DX_DG_CARDS_OF)
            continue;
        dx_dg_node card = {.op = DX_DG_NUMBER, .value = h->c.reg[1 + i]};
        dx_dg_node has = *in;
        has.a = &card;
        hear(h, dx_dg_claim(&h->c, &has));
    }
}

// Which of its values it has, value by value: the last follows.
static void hear_told(hearing *h, dx_event event, unsigned arg)
{
    const dx_dg *p = h->c.t->program;
    const dx_dg_param *a = &p->verb[event.verb].arg[arg];
    uint8_t *is = &dx_dg_told(h->own)[h->at++];
    unsigned values = dx_dg_values(p, a->type);
    if (h->dealt != NULL)
        *is = (uint8_t)(values - 1);
    for (unsigned i = values - 1; i-- > 0; h->told_count++) {
        dx_claim claim =
            dx_dg_claim_equals(&h->c, a->value, dx_dg_decode(p, a->type, i));
        if (h->dealt != NULL && dx_claim_value(h->c.out, claim, h->dealt) != 0)
            *is = (uint8_t)i;
        if (h->told_count < DX_TOLD_MAX)
            h->told[h->told_count] = (dx_heard_claim){
                claim, (uint16_t)dx_dg_audience(p, event, arg), *is == i};
    }
}

static void hear_outcomes(hearing *h, dx_event event)
{
    const dx_dg *p = h->c.t->program;
    const dx_dg_verb *v = &p->verb[event.verb];
    for (unsigned i = v->params; i < v->params + v->outcomes; i++) {
        const dx_dg_node *value = v->arg[i].value;
        int heard = dx_dg_decode(p, v->arg[i].type, event.arg[i]);
        dx_dg_registers(p, event, h->c.reg); // loops have written there
        if (is_open(p, event, i) && value->sees != DX_DG_ALL)
            hear(h, dx_dg_claim_equals(&h->c, value, heard));
        if (h->own != NULL && dx_dg_is_told(p, event.verb, i))
            hear_told(h, event, i);
    }
    if (v->by != NULL && v->by->sees != DX_DG_ALL)
        hear(h, dx_dg_claim_equals(&h->c, v->by, h->c.reg[0]));
}

static dx_event hidden_draw(const dx_dg_table *t)
{
    return dx_dg_decide(t, dx_with(dx_dg_natures(t), 0, DX_HOLE));
}

static void hear_log(hearing *h, const dx_dg_table *now)
{
    const dx_dg *p = now->program;
    dx_dg_table *t = dx_alloc(1, p->bytes);
    h->c.t = t;
    h->c.now = dx_dg_lots(now);
    dx_dg_begin(t, p);
    for (unsigned at = 0; now->beyond == NULL;) {
        if (dx_dg_is_quiet(t) && t->hidden_draws < now->hidden_draws) {
            dx_dg_fold(t, hidden_draw(t));
            continue;
        }
        if (at == now->logged)
            break;
        dx_event event = dx_dg_log(now)[at++];
        memset(h->c.reg, 0, sizeof h->c.reg);
        dx_dg_registers(p, event, h->c.reg);
        hear_conditions(h, event);
        hear_outcomes(h, event);
        dx_dg_fold(t, event);
    }
    dx_free(t);
}

static dx_claim heard(const void *sight, dx_claims *out)
{
    hearing h = {.c = {.out = out}, .all = dx_claim_number(out, 1)};
    hear_log(&h, sight);
    return h.c.is_lost ? DX_CLAIM_LOST : h.all;
}

static unsigned told(const void *sight, const void *own, dx_claims *out,
                     dx_heard_claim *list)
{
    hearing h = {.c = {.out = out},
                 .all = dx_claim_number(out, 1),
                 .own = own,
                 .told = list};
    if (((const dx_dg_table *)sight)->told_count > 0)
        hear_log(&h, sight);
    return h.told_count;
}

static void fill_told(dx_dg_table *t, const dx_dealt *dealt)
{
    dx_heard_claim list[DX_TOLD_MAX];
    hearing h = {
        .c = {.out = dx_claims_new()}, .own = t, .told = list, .dealt = dealt};
    h.all = dx_claim_number(h.c.out, 1);
    if (t->told_count > 0)
        hear_log(&h, t);
    dx_claims_free(h.c.out);
}

// ---- the rest is the ledger's ----

static unsigned choices(const void *sight, dx_choice *out)
{
    const dx_dg_table *t = sight;
    const dx_dg_choice *choice = dx_dg_choices(t);
    for (unsigned i = 0; i < t->choice_count; i++)
        out[i] = (dx_choice){choice[i].lot, choice[i].kinds, choice[i].seats};
    return t->choice_count;
}

static uint64_t sees(const void *sight, unsigned seat)
{
    return dx_lots_sees(dx_dg_lots(sight), seat);
}

static void held(const void *sight, const void *own, unsigned place,
                 uint8_t *out_copies)
{
    unsigned lots = dx_dg_lots(sight)->lot_count;
    if (place < lots)
        dx_lots_held(dx_dg_lots(own), place, out_copies);
    else
        out_copies[dx_dg_chosen(own)[place - lots]] = 1;
}

static void fill(void *sight, const dx_dealt *dealt)
{
    dx_dg_table *t = sight;
    const dx_dg *p = t->program;
    dx_lots *lots = dx_dg_lots(t);
    dx_lots_fill(lots, dealt);
    for (unsigned i = 0; i < t->choice_count; i++)
        dx_dg_chosen(t)[i] =
            (uint8_t)dx_dealt_first(dealt, lots->lot_count + i);
    fill_told(t, dealt);
    for (unsigned kind = 0; kind < p->kinds; kind++)
        dx_dg_deck(t)[kind] = (int8_t)dx_dg_left(t, kind);
}

static unsigned sums(const void *sight, unsigned seat, uint64_t *out)
{
    return dx_lots_sums(dx_dg_lots(sight), seat, out);
}

static void summed(const void *sight DX_UNUSED, const void *own, uint64_t sum,
                   uint8_t *out_copies)
{
    dx_lots_summed(dx_dg_lots(own), sum, out_copies);
}

// What lots had before the ledger began anew is not kept.
static uint64_t blurs(const void *then, const void *now)
{
    return dx_dg_lots(then)->age == dx_dg_lots(now)->age ? 0 : UINT64_MAX;
}

static uint64_t since(const void *before, dx_event event DX_UNUSED,
                      const void *after, unsigned place, uint8_t *out_known)
{
    return dx_lots_since(dx_dg_lots(before), dx_dg_lots(after), place,
                         out_known);
}

const dx_places dx_dg_places = {
    .space = space,
    .heard = heard,
    .told = told,
    .choices = choices,
    .sees = sees,
    .sums = sums,
    .summed = summed,
    .blurs = blurs,
    .held = held,
    .fill = fill,
    .since = since,
};

// Are a seat's own secrets the same?
static bool are_secrets_same(const dx_dg_table *a, const dx_dg_table *b,
                             unsigned seat)
{
    const dx_dg *p = a->program;
    for (unsigned i = 0; i < p->vars; i++) {
        const dx_dg_var *v = &p->var[i];
        if (v->is_secret && v->has_index && v->index.kind == DX_DG_T_SEAT &&
            dx_dg_secrets(a)[v->base + seat] !=
                dx_dg_secrets(b)[v->base + seat])
            return false;
    }
    return true;
}

// Was the seat told the same?
static bool are_told_same(const dx_dg_table *a, const dx_dg_table *b,
                          unsigned seat)
{
    const dx_dg *p = a->program;
    unsigned at = 0;
    for (unsigned i = 0; i < a->logged; i++) {
        dx_event event = dx_dg_log(a)[i];
        const dx_dg_verb *v = &p->verb[event.verb];
        for (unsigned k = v->params; k < v->params + v->outcomes; k++)
            if (dx_dg_is_told(p, event.verb, k) && at < a->told_count) {
                if ((dx_dg_audience(p, event, k) >> seat & 1) &&
                    dx_dg_told(a)[at] != dx_dg_told(b)[at])
                    return false;
                at++;
            }
    }
    return true;
}

// Do two truths, alike in public, look the same to a seat?
bool dx_dg_alike(const dx_dg_table *a, const dx_dg_table *b, unsigned seat)
{
    const dx_dg *p = a->program;
    if (seat >= p->players)
        return true;
    if (!are_secrets_same(a, b, seat) || !are_told_same(a, b, seat))
        return false;
    uint64_t own = dx_lots_sees(dx_dg_lots(a), seat);
    for (unsigned lot = 0; lot < dx_dg_lots(a)->lot_count; lot++) {
        uint8_t x[DX_KINDS_MAX] = {0}, y[DX_KINDS_MAX] = {0};
        dx_lots_held(dx_dg_lots(a), lot, x);
        dx_lots_held(dx_dg_lots(b), lot, y);
        if (own >> lot & 1 && memcmp(x, y, sizeof x) != 0)
            return false;
    }
    for (unsigned i = 0; i < a->choice_count; i++)
        if (dx_dg_choices(a)[i].seats >> seat & 1 &&
            dx_dg_chosen(a)[i] != dx_dg_chosen(b)[i])
            return false;
    return true;
}
