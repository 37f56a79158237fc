// The player; how the table is learnt is in qlearn_train.c.  Of questions with
// the same value each is as likely: a state that was never met is played at
// random.

#include "agents/gofish/qlearn.h"

#include "base/hash.h"

#include <math.h>
#include <string.h>

static unsigned sixths(double chance)
{
    return (unsigned)(chance * 6 + 1e-9);
}

static unsigned cell_of(const dx_gofish_notes *n, const dx_view *view,
                        const dx_gofish_prospect *p)
{
    const dx_gofish *t = view->sight;
    unsigned missing = t->copies - p->own, stock = dx_gofish_stock(t);
    unsigned own = missing >= 3 ? 0 : 3 - missing;
    unsigned phase = stock > 24 ? 0 : stock > 12 ? 1 : stock > 4 ? 2 : 3;
    unsigned is_known = n->shown.least[view->seat][p->rank] > 0;
    unsigned cell = (own * 7 + sixths(p->has)) * 7 + sixths(p->completes);
    return (cell * 2 + is_known) * 4 + phase;
}

// What is expected of all other hands together, rounded down.
static void read_state(const dx_gofish_notes *n, const dx_view *view,
                       dx_gofish_choices *c)
{
    const dx_gofish *t = view->sight;
    dx_gofish_chances chances;
    c->own = c->other = 0;
    if (t->players != 2)
        return;
    if (n->beliefs.exact != NULL)
        dx_gofish_exact_read(n->beliefs.exact, DX_GOFISH_ALL_RANKS, &chances);
    else
        dx_gofish_by_rank_read(n->beliefs.by_rank, !view->seat, &chances);
    for (unsigned rank = 0; rank < t->ranks; rank++) {
        double mean = 0;
        for (unsigned k = 1; k <= t->copies; k++)
            mean += k * chances.exactly[rank][k];
        c->own |= (uint64_t)t->count[view->seat][rank] << (3 * rank);
        c->other |= (uint64_t)(mean + 1e-9) << (3 * rank);
    }
}

void dx_gofish_choices_read(const dx_gofish_notes *n, const dx_view *view,
                            dx_gofish_choices *c)
{
    c->count = dx_gofish_prospects(&n->beliefs, view, c->asks);
    for (unsigned i = 0; i < c->count; i++)
        c->cell[i] = cell_of(n, view, &c->asks[i]);
    read_state(n, view, c);
}

uint32_t dx_gofish_met_find(const dx_gofish_qtable *table,
                            const dx_gofish_choices *c)
{
    dx_probe probe =
        dx_index_probe(&table->index, dx_hash_add(c->own, c->other));
    uint32_t number;
    while ((number = dx_probe_next(&probe)) != DX_INDEX_NONE)
        if (table->states.at[number].own == c->own &&
            table->states.at[number].other == c->other)
            break;
    return number;
}

void dx_gofish_choices_values(const dx_gofish_choices *c,
                              const dx_gofish_qtable *table, float *out)
{
    uint32_t state = DX_INDEX_NONE;
    if (table != NULL && table->by_state)
        state = dx_gofish_met_find(table, c);
    for (unsigned i = 0; i < c->count; i++)
        if (table == NULL)
            out[i] = dx_gofish_qlearn_cells[c->cell[i]];
        else if (!table->by_state)
            out[i] = table->cell[c->cell[i]];
        else
            out[i] = state == DX_INDEX_NONE
                         ? 0
                         : table->states.at[state].value[c->asks[i].rank];
}

static const dx_gofish_qtable *table_of(const dx_policy *policy)
{
    return policy->data != NULL ? policy->data : policy->agent->data;
}

// Marks the questions of the highest value, and returns how many they are.
static unsigned best_of(const void *memory, const dx_policy *self,
                        const dx_view *view, dx_gofish_choices *c, bool *out)
{
    float value[DX_GOFISH_PROSPECTS], most = -INFINITY;
    unsigned count = 0;
    dx_gofish_choices_read(memory, view, c);
    dx_gofish_choices_values(c, table_of(self), value);
    for (unsigned i = 0; i < c->count; i++)
        most = fmaxf(most, value[i]);
    for (unsigned i = 0; i < c->count; i++)
        count += out[i] = value[i] >= most;
    return count;
}

static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    dx_gofish_choices c;
    bool is_best[DX_GOFISH_PROSPECTS];
    unsigned count = best_of(memory, self, view, &c, is_best), i = 0;
    if (c.count == 0)
        return dx_gofish_nothing(view, thought);
    uint64_t left = count > 1 ? dx_random_below(thought->random, count) : 0;
    while (!is_best[i] || left-- > 0)
        i++;
    dx_thought_say(thought, "value", NULL,
                   count > 1
                       ? "%u questions have the highest value by what I learnt "
                         "in training; this is one of them"
                       : "of all questions it has the highest value by what I "
                         "learnt in training",
                   count);
    return c.asks[i].move;
}

static void odds(const void *memory, const dx_policy *self, const dx_view *view,
                 unsigned count, const dx_event *moves, dx_fraction *out)
{
    dx_gofish_choices c;
    bool is_best[DX_GOFISH_PROSPECTS];
    unsigned best = best_of(memory, self, view, &c, is_best);
    for (unsigned i = 0; i < count; i++) {
        out[i] = dx_fraction_of(c.count == 0, 1);
        for (unsigned k = 0; k < c.count; k++)
            if (is_best[k] && dx_event_same(moves[i], c.asks[k].move))
                out[i] = dx_fraction_of(1, best);
    }
}

static void note(void *memory, const dx_policy *self, const dx_view *view,
                 unsigned noted)
{
    dx_gofish_notes_follow(memory, self, NULL, view, noted);
}

const dx_agent dx_agent_gofish_qlearn = {
    .name = "qlearn",
    .help = "asks for what has the highest value in a table learnt from play",
    .talk = "I ask what paid most often when I was trained; I cannot tell why.",
    .people = true,
    .game = "gofish",
    .schema = {dx_gofish_belief_params, NULL},
    .memory_bytes = dx_gofish_notes_bytes,
    .begin = dx_gofish_notes_begin,
    .note = note,
    .copy = dx_gofish_notes_copy,
    .end = dx_gofish_notes_end,
    .choose = choose,
    .odds = odds,
};
