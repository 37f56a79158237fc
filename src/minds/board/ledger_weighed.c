// A ledger where behaviour weighs.
//
// Where the game says how many moves seats had (minds/turn/factors.h), one run
// of an outlook for each hand and kind answers how many cards of the kind lie
// in the hand, with the weights of all moves in it.  Under a policy the worlds
// that a reckoner lists are gone through.

#include "minds/board/ledger_private.h"

#include "base/memory.h"
#include "minds/board/board_private.h"
#include "minds/turn/scope.h"

#include <assert.h>

static dx_rational *row_of(dx_ledger *ledger, unsigned hand, unsigned kind)
{
    return &ledger
                ->chance[(size_t)(hand * ledger->kinds + kind) * ledger->most];
}

// The weights of what occurs become chances of at least so many.
static void take_row(const dx_states *states, dx_reading number,
                     dx_rational *row, unsigned most)
{
    dx_natural all = {0}, least[DX_CARDS_MAX + 1] = {0};
    for (size_t i = 0; i < states->count; i++) {
        unsigned n = dx_reading_value(number, dx_states_key(states, i));
        dx_natural_add(&all, &states->weights[i]);
        for (unsigned m = 1; m <= n && m <= most; m++)
            dx_natural_add(&least[m], &states->weights[i]);
    }
    for (unsigned m = 1; m <= most; m++)
        row[m - 1] = dx_rational_of_ratio(&least[m], &all);
    dx_natural_release_all(least, DX_CARDS_MAX + 1);
    dx_natural_release(&all);
}

static dx_status weigh(dx_ledger *ledger, const dx_frame *now,
                       const dx_looker *looker, const dx_places *places,
                       unsigned hand, uint64_t in, unsigned kind,
                       dx_effort *effort)
{
    dx_outlook o = {.frame = now,
                    .sees = looker->sees & now->all,
                    .weighs = true,
                    .is_uniform = looker->is_uniform,
                    .factors = looker->factors,
                    .mechanisms = effort->mechanisms,
                    .self = {.frame = now},
                    .inner = {.frame = now}};
    uint64_t kinds = DX_BIT(kind);
    unsigned known = dx_scope_tidy(now, &in, &kinds);
    dx_reading number = {DX_SLOT_NONE, 0};
    if (in != 0)
        number = dx_scope_read(&o.inner, in, kinds, dx_span_all());
    number.add = (int16_t)(number.add + (int)known);
    dx_outlook_plan(&o);
    dx_status status = o.is_refused ? DX_ERR_UNSUPPORTED : DX_OK;
    if (status == DX_OK) {
        uint8_t *self = dx_scope_values(&o.self, places, looker->own);
        const dx_states *states = dx_outlook_run(&o, self, NULL, effort);
        if (states != NULL)
            take_row(states, number, row_of(ledger, hand, kind), ledger->most);
        status = effort->status;
        dx_free(self);
    }
    dx_outlook_release(&o);
    return status;
}

dx_status dx_ledger_weigh(dx_ledger *ledger, const dx_frame *now,
                          const dx_looker *looker, const dx_places *places,
                          const uint64_t *hands, dx_effort *effort)
{
    dx_status status = DX_OK;
    for (unsigned h = 0; h < ledger->hands && status == DX_OK; h++)
        for (unsigned k = 0; k < ledger->kinds && status == DX_OK; k++)
            status = weigh(ledger, now, looker, places, h, hands[h], k, effort);
    return status;
}

// ---- belief ----

typedef struct believing {
    dx_ledger *ledger;
    const dx_places *places;
    const dx_frame *now;
    const uint64_t *hands;
    dx_rational all;
    bool is_lost; // a weight does not fit
} believing;

static unsigned number_in(const believing *b, const void *table,
                          uint64_t places, unsigned kind)
{
    unsigned number = 0;
    for (; places != 0; places &= places - 1) {
        uint8_t copies[DX_KINDS_MAX] = {0};
        dx_places_held(b->places, b->now->sight, table,
                       (unsigned)__builtin_ctzll(places), copies);
        number += copies[kind];
    }
    return number;
}

static bool add_world(void *context, const dx_world *world)
{
    believing *b = context;
    if (dx_fraction_is_lost(world->exact)) {
        b->is_lost = true;
        return false;
    }
    dx_rational weight = dx_rational_of(world->exact);
    dx_rational_add(&b->all, &weight);
    for (unsigned h = 0; h < b->ledger->hands; h++)
        for (unsigned kind = 0; kind < b->ledger->kinds; kind++) {
            unsigned n = number_in(b, world->table, b->hands[h], kind);
            for (unsigned m = 0; m < n && m < b->ledger->most; m++)
                dx_rational_add(&row_of(b->ledger, h, kind)[m], &weight);
        }
    dx_rational_release(&weight);
    return true;
}

dx_status dx_ledger_believe(dx_ledger *ledger, dx_frames *frames,
                            const dx_view *view,
                            const dx_assumption *assumption,
                            const dx_listing_limits *limits, unsigned count,
                            const uint64_t *hands, dx_account *out_account)
{
    const dx_frame *now = dx_frames_now(frames);
    believing b = {.ledger = ledger,
                   .places = view->rules->game->places,
                   .now = now,
                   .hands = hands};
    *ledger = dx_ledger_new(now, count);
    ledger->has_chances = true;
    dx_status status = dx_believed_worlds(view, assumption, limits, add_world,
                                          &b, out_account);
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
