// A board as far as it is believed: the mean over the worlds that a reckoner
// lists with their weights.

#include "minds/board.h"

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
        b->places->held(board->frame->sight, world->table, place, copies);
        for (unsigned kind = 0; kind < board->kinds; kind++)
            for (unsigned n = 0; n < copies[kind]; n++)
                dx_rational_add(&b->sum[place * board->kinds + kind], &weight);
    }
    dx_rational_release(&weight);
    return true;
}

static dx_status list_by_reckoner(const dx_reckoning *r, size_t worlds_max,
                                  believing *b)
{
    return r->how->believed != NULL
               ? r->how->believed(r->self, worlds_max, add_world, b)
           : r->how->each != NULL
               ? r->how->each(r->self, worlds_max, add_world, b)
               : DX_ERR_UNSUPPORTED;
}

static dx_status list_by_reference(const dx_view *view,
                                   const dx_assumption *assumption,
                                   size_t worlds_max, const dx_budget *budget,
                                   believing *b)
{
    dx_consider_options options = {
        .assumption = assumption, .worlds_max = worlds_max, .budget = budget};
    dx_worlds *worlds;
    dx_status status = dx_consider(view, &options, &worlds, NULL);
    if (status != DX_OK)
        return status;
    if (!dx_worlds_have_chances(worlds))
        status = DX_ERR_UNSUPPORTED;
    for (size_t i = 0; status == DX_OK && i < dx_worlds_count(worlds); i++) {
        dx_world world = dx_worlds_at(worlds, i);
        add_world(b, &world);
    }
    dx_worlds_free(worlds);
    return status;
}

static dx_status list_worlds(const dx_view *view,
                             const dx_assumption *assumption, size_t worlds_max,
                             const dx_budget *budget, believing *b,
                             dx_account *out_account)
{
    dx_reckoning r = dx_reckoning_open(view->rules, view->seat, assumption,
                                       view->seen, view->count);
    dx_status status = DX_ERR_UNSUPPORTED;
    if (r.self != NULL && r.how->limit != NULL)
        r.how->limit(r.self, budget);
    if (r.self != NULL)
        status = list_by_reckoner(&r, worlds_max, b);
    if (status == DX_OK && r.how->account != NULL)
        r.how->account(r.self, out_account);
    if (r.self != NULL)
        dx_reckoning_close(&r);
    if (status == DX_ERR_UNSUPPORTED)
        status = list_by_reference(view, assumption, worlds_max, budget, b);
    return status;
}

dx_status dx_board_believe(dx_board *board, const dx_view *view,
                           const dx_assumption *assumption, size_t worlds_max,
                           const dx_budget *budget, dx_account *out_account)
{
    size_t cells = (size_t)board->places * board->kinds;
    believing b = {.places = view->rules->game->places,
                   .board = board,
                   .sum = dx_alloc(cells + 1, sizeof *b.sum)};
    *out_account = (dx_account){0};
    dx_status status =
        list_worlds(view, assumption, worlds_max, budget, &b, out_account);
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
