// partner(search=N): moves are tried in imagined games.
//
// A world is a hand that counting and the hints' meanings allow (partner.c has
// the weight of a card in a slot), and for every other seat a reader, drawn as
// likely as that seat goes by it: it plays on as one who talks so.  Who reads
// literally plays as `iggi`.  The own seat goes on as `partner` without search.

#include "agents/hanabi/beginner.h"
#include "agents/hanabi/literature.h"
#include "agents/hanabi/partner.h"
#include "agents/hanabi/search.h"
#include "agents/hanabi/trial.h"

typedef struct guess {
    const dx_hanabi_partner *p;
    const dx_policy *self;
} guess;

static dx_policy player_of(const dx_hint_reader *reader)
{
    const dx_agent *agent = reader->meant == DX_MEANT_NONE ? &dx_agent_iggi
                            : reader->ahead                ? &dx_agent_hgroup
                                                           : &dx_agent_beginner;
    dx_policy policy = {agent, dx_params_normal(&agent->schema)};
    dx_beginner_reads(&policy, reader);
    return policy;
}

static void cast(void *context, dx_random *random, dx_policy *out)
{
    const guess *g = context;
    const dx_hanabi_partner *p = g->p;
    for (unsigned seat = 0; seat < p->table.players; seat++) {
        double lot = dx_random_unit(random);
        unsigned k = 0;
        for (; k + 1 < p->rule.count && lot >= p->kinds.weight[seat][k]; k++)
            lot -= p->kinds.weight[seat][k];
        out[seat] = seat == p->me ? *g->self : player_of(&p->reader[k]);
    }
}

static double likely(void *context, const uint8_t *hand)
{
    const guess *g = context;
    double product = 1;
    for (unsigned slot = 0; slot < g->p->table.size[g->p->me]; slot++)
        product *= dx_partner_fit(g->p, slot, hand[slot]);
    return product;
}

dx_event dx_partner_search(const dx_hanabi_partner *partner,
                           const dx_policy *plain, const dx_view *view,
                           unsigned rollouts, dx_thought *thought)
{
    guess g = {partner, plain};
    dx_trial_options options = {
        .cast = cast, .likelihood = likely, .context = &g};
    dx_trial *trial = dx_trial_of_minds(plain, view, &options, thought);
    return dx_search_trial(trial, view, rollouts, thought);
}
