// A ledger where behaviour weighs.
//
// Where the game says how many moves seats had (minds/turn/factors.h), one run
// of an outlook for each hand and kind answers how many cards of the kind lie
// in the hand, with the weights of all moves in it.

#include "minds/board/ledger_private.h"

#include "base/memory.h"
#include "minds/turn/scope.h"

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
