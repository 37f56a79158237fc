// A board as far as it is believed: the mean over the worlds that a reckoner
// lists with their weights.

#include "minds/board/board_private.h"

#include "base/memory.h"
#include "minds/consider.h"

#include <assert.h>

typedef struct believing {
    const dx_places *places;
    dx_board *board;
    dx_rational *sum, all;
    bool is_lost; // a weight does not fit
} believing;

static bool add_world(void *context, const dx_world *world)
{
    believing *b = context;
    const dx_board *board = b->board;
    if (dx_fraction_is_lost(world->exact)) {
        b->is_lost = true;
        return false;
    }
    assert(world->exact.top >= 0); // no weight is below 0
    dx_rational weight = dx_rational_of(world->exact);
    dx_rational_add(&b->all, &weight);
    for (unsigned place = 0; place < board->places; place++) {
        uint8_t copies[DX_KINDS_MAX] = {0};
        dx_places_held(b->places, board->frame->sight, world->table, place,
                       copies);
        for (unsigned kind = 0; kind < board->kinds; kind++)
            for (unsigned n = 0; n < copies[kind]; n++)
                dx_rational_add(&b->sum[place * board->kinds + kind], &weight);
    }
    dx_rational_release(&weight);
    return true;
}

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

dx_status dx_believed_worlds(const dx_view *view,
                             const dx_assumption *assumption,
                             const dx_listing_limits *limits, dx_visit *visit,
                             void *context, dx_account *out_account)
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

dx_status dx_board_believe(dx_board *board, const dx_view *view,
                           const dx_assumption *assumption,
                           const dx_listing_limits *limits,
                           dx_account *out_account)
{
    size_t cells = (size_t)board->places * board->kinds;
    believing b = {.places = view->rules->game->places,
                   .board = board,
                   .sum = dx_alloc(cells + 1, sizeof *b.sum)};
    dx_status status = dx_believed_worlds(view, assumption, limits, add_world,
                                          &b, out_account);
    if (status == DX_OK && (b.is_lost || dx_rational_is_zero(&b.all)))
        status = DX_ERR_UNSUPPORTED;
    if (status == DX_OK) {
        for (size_t i = 0; i < cells; i++) {
            dx_rational_divide(&b.sum[i], &b.all);
            assert(dx_rational_sign(&b.sum[i]) >= 0);
            dx_rational_release(&board->mean[i]);
            board->mean[i] = dx_rational_take(&b.sum[i]);
        }
        board->has_chances = true;
    }
    dx_rational_release_all(b.sum, cells);
    dx_rational_release(&b.all);
    dx_free(b.sum);
    return status;
}
