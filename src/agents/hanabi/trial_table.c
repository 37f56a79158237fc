// Trials of a convention: on its public table.

#include "agents/hanabi/hidden_cards.h"
#include "agents/hanabi/mover.h"
#include "agents/hanabi/rollout.h"
#include "agents/hanabi/trial.h"
#include "agents/hanabi/witness.h"
#include "base/memory.h"

#include <string.h>

enum { STATES_MAX = 1 << 13 }; // for all imagined games of one choice

typedef struct table_trial {
    dx_trial trial;
    dx_mover mover;
    dx_rollout start; // with the hand of the moment
    dx_hidden_cards cards;
    dx_witnesses witnesses;
} table_trial;

static void add(dx_trial *trial, dx_event move)
{
    for (unsigned i = 0; i < trial->moves; i++)
        if (dx_event_same(trial->move[i], move))
            return;
    trial->move[trial->moves++] = move;
}

static void add_moves(table_trial *t, const dx_view *view, dx_thought *thought)
{
    const dx_mover *m = &t->mover;
    const dx_blueprint *blueprint = t->start.blueprint;
    dx_event truthful[DX_TRUTHFUL_MAX];
    add(&t->trial, dx_blueprint_choose(m->common, NULL, view, thought));
    unsigned count =
        blueprint->truthful(m->common, m->hands, m->seat, truthful);
    for (unsigned i = 0; i < count; i++)
        add(&t->trial, truthful[i]);
}

static void ask_for_worlds(table_trial *t, const dx_trial_options *options)
{
    const dx_mover *m = &t->mover;
    const dx_hanabi *table = &m->common->table;
    dx_hidden_cards *cards = &t->cards;
    cards->kinds = dx_hanabi_kinds(table);
    cards->slots.count = m->own.size;
    for (unsigned slot = 0; slot < m->own.size; slot++)
        cards->slots.kinds[slot] = m->own.could[slot];
    memcpy(cards->unseen, table->unseen, sizeof cards->unseen);
    for (unsigned seat = 0; seat < table->players; seat++)
        for (unsigned i = 0; seat != m->seat && i < table->size[seat]; i++)
            cards->unseen[m->hands[seat][i]]--;
    t->trial.is_list = dx_hidden_cards_list(cards, options->list_max);
}

static double next(dx_trial *trial, dx_random *random)
{
    table_trial *t = (table_trial *)trial;
    double weight = trial->is_list ? dx_hidden_cards_next(&t->cards)
                                   : dx_hidden_cards_draw(&t->cards, random);
    memcpy(t->start.hands[t->mover.seat], t->cards.hand, t->mover.own.size);
    return weight;
}

static double score(dx_trial *trial, dx_event move)
{
    dx_rollout rollout = ((table_trial *)trial)->start;
    dx_rollout_move(&rollout, move);
    return dx_rollout_finish(&rollout);
}

static void close_trial(dx_trial *trial)
{
    table_trial *t = (table_trial *)trial;
    dx_hidden_cards_release(&t->cards);
    dx_endgame_free(t->start.plan);
    dx_free(trial);
}

dx_trial *dx_trial_of_table(const dx_blueprint *blueprint,
                            const dx_public *common, const dx_view *view,
                            const dx_trial_options *options,
                            dx_thought *thought)
{
    const dx_hanabi *sight = view->sight;
    table_trial *t = dx_alloc(1, sizeof *t);
    t->trial.next = next;
    t->trial.score = score;
    t->trial.close = close_trial;
    t->mover = dx_mover_of(common, (const dx_hand *)sight->hand, view->seat);
    t->start = (dx_rollout){
        .blueprint = blueprint, .common = *common, .deck = t->cards.deck};
    memcpy(t->start.hands, sight->hand, sizeof t->start.hands);
    if (blueprint->plans)
        t->start.plan = dx_endgame_new(&t->mover.common->table, STATES_MAX);
    add_moves(t, view, thought);
    if (options->witnesses > 0) {
        t->witnesses.blueprint = blueprint;
        t->witnesses.trust = options->trust;
        dx_witnesses_call(&t->witnesses, view, options->witnesses);
        t->cards.likelihood = dx_witnesses_likelihood;
        t->cards.context = &t->witnesses;
    }
    ask_for_worlds(t, options);
    return &t->trial;
}

void dx_trial_close(dx_trial *trial)
{
    if (trial != NULL)
        trial->close(trial);
}
