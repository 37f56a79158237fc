// A reason has a formula where there is one that holds: who shows a card knows
// that it has it, who accuses knows the envelope, or holds it possible and
// dares.

#include "agents/clue/turn.h"
#include "words/number.h"

#include <math.h>
#include <stdio.h>

static const dx_clue_ask *last_ask(const dx_clue *t)
{
    return &t->ask[t->turns - 1];
}

static dx_event with_triple(const dx_clue *t, unsigned verb, unsigned seat,
                            dx_clue_triple named)
{
    dx_event event = dx_event_new(verb, seat);
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
        event = dx_with(event, sort, named.card[sort] - t->first[sort]);
    return event;
}

static dx_value_word card_word(const dx_view *view, unsigned card)
{
    return dx_value_word_of(view->rules, "card", card, DX_WORD_PLAIN);
}

dx_event dx_clue_ask_move(const dx_view *view, dx_clue_triple named,
                          const char *why, dx_thought *thought)
{
    const dx_clue *t = view->sight;
    if (thought->reason != NULL)
        dx_thought_say(thought, "ask", NULL, "about %s, %s and %s: %s",
                       card_word(view, named.card[0]).text,
                       card_word(view, named.card[1]).text,
                       card_word(view, named.card[2]).text, why);
    return with_triple(t, DX_CLUE_ASK, view->seat, named);
}

dx_event dx_clue_show_move(const dx_view *view, unsigned card, const char *why,
                           dx_thought *thought)
{
    const dx_clue *t = view->sight;
    unsigned asker = last_ask(t)->asker;
    char formula[80];
    snprintf(formula, sizeof formula, "K[%u] has(%u,%s)", view->seat + 1,
             view->seat + 1, dx_clue_word(t, card));
    if (thought->reason != NULL)
        dx_thought_say(thought, "show", formula, "%s to seat %u: %s",
                       card_word(view, card).text, asker + 1, why);
    return dx_with(dx_with(dx_event_new(DX_CLUE_SHOW, view->seat), 0, asker), 1,
                   card);
}

dx_event dx_clue_end_move(const dx_view *view, dx_thought *thought)
{
    dx_thought_say(thought, "end", NULL,
                   "I am not sure enough what is in the envelope");
    return dx_event_new(DX_CLUE_END, view->seat);
}

dx_event dx_clue_accuse_move(const dx_view *view, dx_clue_triple named,
                             double chance, dx_thought *thought)
{
    const dx_clue *t = view->sight;
    char formula[160];
    snprintf(formula, sizeof formula,
             "%c[%u] (envelope(%s) & envelope(%s) & envelope(%s))",
             chance == 1 ? 'K' : 'M', view->seat + 1,
             dx_clue_word(t, named.card[0]), dx_clue_word(t, named.card[1]),
             dx_clue_word(t, named.card[2]));
    if (chance == 1)
        dx_thought_say(thought, "accuse", formula,
                       "I know what is in the envelope");
    else
        dx_thought_say(
            thought, "dare", formula,
            "it is right with a chance of %.0f %%, and others may be sooner",
            100 * chance);
    return with_triple(t, DX_CLUE_ACCUSE, view->seat, named);
}

static unsigned count_of(const dx_clue *sight, unsigned sort)
{
    return sight->first[sort + 1] - sight->first[sort];
}

static unsigned count_asks(const dx_clue *sight)
{
    return count_of(sight, 0) * count_of(sight, 1) * count_of(sight, 2);
}

// Questions have numbers: the last sort changes first.
static dx_clue_triple ask_of(const dx_clue *sight, unsigned number)
{
    dx_clue_triple triple;
    for (unsigned sort = DX_CLUE_SORTS; sort-- > 0;) {
        unsigned count = count_of(sight, sort);
        triple.card[sort] = (uint8_t)(sight->first[sort] + number % count);
        number /= count;
    }
    return triple;
}

static unsigned number_of(const dx_clue *sight, dx_clue_triple triple)
{
    unsigned number = 0;
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
        number = number * count_of(sight, sort) + triple.card[sort] -
                 sight->first[sort];
    return number;
}

dx_clue_triple dx_clue_best_ask(const dx_clue_asking *asking,
                                const void *memory, const dx_params *settings,
                                const dx_view *view)
{
    const dx_clue *sight = view->sight;
    void *musing = asking->muse(memory, settings, view);
    unsigned best = 0;
    double most = -INFINITY;
    for (unsigned i = 0; i < count_asks(sight); i++) {
        double now = asking->worth(musing, ask_of(sight, i));
        if (now > most) {
            most = now;
            best = i;
        }
    }
    asking->forget(musing);
    return ask_of(sight, best);
}

// Neighbours are worth about the same, so what comes next is far away; a prime
// that no number of questions is divided by leads to all of them.
static bool is_best_ask(const dx_clue *sight, dx_clue_triple named,
                        dx_clue_worth *worth, void *context)
{
    enum { FAR = 101 };
    unsigned it = number_of(sight, named), all = count_asks(sight), i = it;
    double mine = worth(context, named);
    for (unsigned k = 1; k < all; k++) {
        i = (i + FAR) % all;
        double now = worth(context, ask_of(sight, i));
        if (now > mine || (now == mine && i < it))
            return false;
    }
    return true;
}

bool dx_clue_makes(const dx_clue_asking *asking, const void *memory,
                   const dx_policy *self, const dx_view *view, dx_event move)
{
    const dx_clue *sight = view->sight;
    dx_thought thought = {.random = NULL};
    if (sight->phase != DX_CLUE_ASKING)
        return dx_event_same(self->agent->choose(memory, self, view, &thought),
                             move);
    void *musing = asking->muse(memory, &self->params, view);
    bool is =
        is_best_ask(sight, dx_clue_named(sight, move), asking->worth, musing);
    asking->forget(musing);
    return is;
}

dx_clue_triple dx_clue_named(const dx_clue *sight, dx_event move)
{
    dx_clue_triple named;
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
        named.card[sort] = (uint8_t)(move.arg[sort] + sight->first[sort]);
    return named;
}

dx_clue_cards dx_clue_fitting(const dx_view *view, bool *out_again)
{
    const dx_clue *t = view->sight;
    const dx_clue_ask *now = last_ask(t);
    dx_clue_cards fit = t->hand[view->seat] & dx_clue_set(now->named);
    dx_clue_cards before = 0;
    for (unsigned i = 0; i + 1 < t->turns; i++)
        if (t->ask[i].shower == view->seat && t->ask[i].asker == now->asker &&
            dx_clue_showed(&t->ask[i]))
            before |= dx_clue_card(t->ask[i].card);
    *out_again = (fit & before) != 0;
    return *out_again ? fit & before : fit;
}
