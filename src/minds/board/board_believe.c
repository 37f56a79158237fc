// Hands, and a board, as far as they are believed: over the worlds that a
// reckoner lists with their weights.

#include "minds/board/board_private.h"
#include "minds/board/ledger_private.h"

#include "base/memory.h"
#include "minds/consider.h"

#include <assert.h>
#include <string.h>

typedef struct listing {
    const dx_view *view;
    const dx_assumption *assumption;
    const dx_listing_limits *limits;
    dx_visit *visit;
    void *context;
} listing;

// The steps of policies count as others do.
static dx_budget budget_of(const dx_listing_limits *limits)
{
    dx_budget budget = {0};
    if (limits->budget != NULL)
        budget = *limits->budget;
    if (limits->steps_max != 0 &&
        (budget.steps_max == 0 || budget.steps_max > limits->steps_max))
        budget.steps_max = limits->steps_max;
    return budget;
}

static dx_status list_by_reckoner(const listing *l, const dx_reckoning *r)
{
    dx_budget budget = budget_of(l->limits);
    if (r->how->limit != NULL)
        r->how->limit(r->self, &budget);
    dx_status status =
        r->how->believed != NULL
            ? r->how->believed(r->self, l->limits->worlds_max, l->visit,
                               l->context)
        : r->how->each != NULL
            ? r->how->each(r->self, l->limits->worlds_max, l->visit, l->context)
            : DX_ERR_UNSUPPORTED;
    if (r->how->limit != NULL)
        r->how->limit(r->self, l->limits->budget);
    return status;
}

static dx_status list_by_reference(const listing *l)
{
    dx_consider_options options = {.assumption = l->assumption,
                                   .worlds_max = l->limits->worlds_max,
                                   .budget = l->limits->budget};
    dx_worlds *worlds;
    dx_status status = dx_consider(l->view, &options, &worlds, NULL);
    if (status != DX_OK)
        return status;
    if (!dx_worlds_have_chances(worlds))
        status = DX_ERR_UNSUPPORTED;
    for (size_t i = 0; status == DX_OK && i < dx_worlds_count(worlds); i++) {
        dx_world world = dx_worlds_at(worlds, i);
        l->visit(l->context, &world);
    }
    dx_worlds_free(worlds);
    return status;
}

// Visits the worlds that the view's seat believes in, with their weights.
static dx_status visit_believed(const dx_view *view,
                                const dx_assumption *assumption,
                                const dx_listing_limits *limits,
                                dx_visit *visit, void *context,
                                dx_account *out_account)
{
    listing l = {view, assumption, limits, visit, context};
    dx_reckoning r = dx_reckoning_open(view->rules, view->seat, assumption,
                                       view->seen, view->count);
    dx_status status = DX_ERR_UNSUPPORTED;
    *out_account = (dx_account){0};
    if (r.self != NULL)
        status = list_by_reckoner(&l, &r);
    if (status == DX_OK && r.how->account != NULL)
        r.how->account(r.self, out_account);
    if (r.self != NULL)
        dx_reckoning_close(&r);
    return status == DX_ERR_UNSUPPORTED ? list_by_reference(&l) : status;
}

// ---- hands, and a board ----

typedef struct believing {
    dx_ledger *ledger;
    const dx_places *places;
    const void *sight;
    const uint64_t *hands;
    uint64_t hidden; // all of them
    dx_rational all;
    bool is_lost; // a weight does not fit
} believing;

static bool add_world(void *context, const dx_world *world)
{
    believing *b = context;
    if (dx_fraction_is_lost(world->exact)) {
        b->is_lost = true;
        return false;
    }
    assert(world->exact.top >= 0); // no weight is below 0
    dx_rational weight = dx_rational_of(world->exact);
    dx_rational *row = b->ledger->chance;
    dx_dealt dealt;
    memset(&dealt, 0, sizeof dealt);
    dx_places_held_in(b->places, b->sight, world->table, b->hidden, &dealt);
    dx_rational_add(&b->all, &weight);
    for (unsigned h = 0; h < b->ledger->hands; h++)
        for (unsigned kind = 0; kind < b->ledger->kinds; kind++) {
            unsigned n = dx_dealt_count(&dealt, b->hands[h], DX_BIT(kind));
            assert(n <= b->ledger->most);
            for (unsigned m = 0; m < n; m++)
                dx_rational_add(&row[m], &weight);
            row += b->ledger->most;
        }
    dx_rational_release(&weight);
    return true;
}

dx_status dx_ledger_believe(dx_ledger *ledger, const dx_frame *now,
                            const dx_view *view,
                            const dx_assumption *assumption,
                            const dx_listing_limits *limits, unsigned count,
                            const uint64_t *hands, dx_account *out_account)
{
    believing b = {.ledger = ledger,
                   .places = view->rules->game->places,
                   .sight = now->sight,
                   .hands = hands};
    for (unsigned h = 0; h < count; h++)
        b.hidden |= hands[h];
    *ledger = dx_ledger_new(now, count);
    ledger->has_chances = true;
    dx_status status =
        visit_believed(view, assumption, limits, add_world, &b, out_account);
    if (status == DX_OK && (b.is_lost || dx_rational_is_zero(&b.all)))
        status = DX_ERR_UNSUPPORTED;
    size_t cells = (size_t)count * ledger->kinds * ledger->most;
    for (size_t i = 0; status == DX_OK && i < cells; i++)
        dx_rational_divide(&ledger->chance[i], &b.all);
    dx_rational_release(&b.all);
    if (status != DX_OK)
        dx_ledger_release(ledger);
    return status;
}

// Each place is a hand; the mean of a number is the sum of the chances of at
// least one, at least two, ...
dx_status dx_board_believe(dx_board *board, const dx_view *view,
                           const dx_assumption *assumption,
                           const dx_listing_limits *limits,
                           dx_account *out_account)
{
    uint64_t each[DX_PLACES_MAX];
    dx_ledger ledger;
    for (unsigned place = 0; place < board->places; place++)
        each[place] = DX_BIT(place);
    dx_status status =
        dx_ledger_believe(&ledger, board->frame, view, assumption, limits,
                          board->places, each, out_account);
    if (status != DX_OK)
        return status;
    assert(ledger.kinds == board->kinds);
    for (size_t i = 0; i < (size_t)board->places * board->kinds; i++) {
        dx_rational_release(&board->mean[i]);
        board->mean[i] = (dx_rational){0};
        for (unsigned m = 0; m < ledger.most; m++)
            dx_rational_add(&board->mean[i],
                            &ledger.chance[i * ledger.most + m]);
    }
    board->has_chances = true;
    dx_ledger_release(&ledger);
    return DX_OK;
}
