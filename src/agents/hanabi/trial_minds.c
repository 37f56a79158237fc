// Trials of any agent: through the referee, with a mind at every seat.
//
// A hand that the seat may hold says which cards it drew, and so completes the
// past: what partners saw is then known, and what they would have done.

#include "agents/hanabi/hidden_cards.h"
#include "agents/hanabi/trial.h"
#include "base/memory.h"
#include "game/match.h"

#include <string.h>

typedef struct minds_trial {
    dx_trial trial;
    const dx_policy *policy;
    const dx_view *view;
    dx_trial_options options;
    dx_hidden_cards cards;
    dx_event *past;                  // with the hand of the moment
    unsigned drawn[DX_HANABI_SLOTS]; // the events that drew the own slots
    unsigned hidden;                 // own slots that are not seen
    dx_random chance;                // of the world of the moment
    dx_policy seat[DX_HANABI_SEATS]; // likewise
} minds_trial;

// The own cards that were played or thrown away are known now.
static void complete_past(minds_trial *t)
{
    const dx_view *view = t->view;
    unsigned held[DX_HANABI_SLOTS] = {0}, size = 0;
    memcpy(t->past, view->seen, view->count * sizeof *t->past);
    for (unsigned i = 0; i < view->count; i++) {
        dx_event event = view->seen[i];
        if (event.who != view->seat || event.verb == DX_HANABI_HINT)
            continue;
        if (dx_hanabi_leaves(event)) {
            unsigned slot = event.arg[0];
            t->past[held[slot]].arg[0] = event.arg[1];
            memmove(&held[slot], &held[slot + 1],
                    (--size - slot) * sizeof *held);
        } else if (dx_hanabi_draws(event)) {
            held[size++] = i;
        }
    }
    memcpy(t->drawn, held, size * sizeof *held);
}

static void put_hand(minds_trial *t, const uint8_t *hand)
{
    for (unsigned slot = 0; slot < t->hidden; slot++)
        t->past[t->drawn[slot]].arg[0] = hand[slot];
}

static bool is_partners_move(const minds_trial *t, unsigned i)
{
    dx_event event = t->view->seen[i];
    return event.who != t->view->seat && !dx_hanabi_draws(event);
}

// Where the evidence begins: the last few moves of partners.
static unsigned first_witness(const minds_trial *t)
{
    unsigned i = t->view->count, rest = t->options.witnesses;
    while (i > 0 && rest > 0)
        rest -= is_partners_move(t, --i);
    return i;
}

// The move of event `i`, without what came of it.
static dx_event move_of(const minds_trial *t, unsigned i)
{
    dx_event done = t->past[i];
    if (done.verb == DX_HANABI_BLIND)
        return dx_event_new(done.verb, done.who);
    dx_event move = dx_with(dx_event_new(done.verb, done.who), 0, done.arg[0]);
    return done.verb == DX_HANABI_HINT ? dx_with(move, 1, done.arg[1]) : move;
}

// How likely event `i` is, for one who sees `view`.
static double chance_of(const minds_trial *t, const dx_view *view, unsigned i)
{
    dx_event moves[DX_TRIAL_MOVES], done = move_of(t, i);
    dx_fraction odds[DX_TRIAL_MOVES];
    unsigned count = dx_view_moves(view, moves);
    dx_mind *mind = dx_mind_new(t->policy, view);
    dx_mind_odds(mind, view, count, moves, odds);
    dx_mind_free(mind);
    double chance = 0, trust = t->options.trust;
    for (unsigned k = 0; k < count; k++)
        if (dx_event_same(moves[k], done))
            chance = dx_fraction_value(odds[k]);
    return trust * chance + (1 - trust) / count;
}

static double likelihood(void *context, const uint8_t *hand)
{
    minds_trial *t = context;
    double likely = 1;
    put_hand(t, hand);
    for (unsigned i = first_witness(t); i < t->view->count; i++) {
        if (!is_partners_move(t, i))
            continue;
        dx_eyes *eyes =
            dx_eyes_after(t->view->rules, t->past[i].who, t->past, i);
        likely *= chance_of(t, dx_eyes_view(eyes), i);
        dx_eyes_free(eyes);
    }
    return likely;
}

static double next(dx_trial *trial, dx_random *random)
{
    minds_trial *t = (minds_trial *)trial;
    if (!dx_hidden_cards_draw(&t->cards, random))
        return 0;
    put_hand(t, t->cards.hand);
    t->chance = dx_random_named(dx_random_next(random), 0, 0);
    for (unsigned seat = 0; seat < DX_HANABI_SEATS; seat++)
        t->seat[seat] = *t->policy;
    if (t->options.cast != NULL)
        t->options.cast(t->options.context, random, t->seat);
    return 1;
}

// The same chance for every move: what is drawn, and the lots of minds.
static double score(dx_trial *trial, dx_event move)
{
    minds_trial *t = (minds_trial *)trial;
    const dx_view *view = t->view;
    dx_mind *mind[DX_HANABI_SEATS] = {NULL};
    dx_random lots = t->chance;
    dx_thought thought = {.random = &lots};
    dx_match *match =
        dx_match_imagine(view->rules, t->past, view->count, &t->chance);
    dx_status status = dx_match_play(match, view->seat, move, NULL, NULL);
    while (status == DX_OK && dx_match_turn(match) != DX_OVER) {
        unsigned seat = dx_match_turn(match);
        const dx_view *seen = dx_match_view(match, seat);
        if (mind[seat] == NULL)
            mind[seat] = dx_mind_new(&t->seat[seat], seen);
        dx_event choice = dx_mind_choose(mind[seat], seen, &thought);
        status = dx_match_play(match, seat, choice, NULL, NULL);
    }
    int points = dx_match_score(match, 0);
    for (unsigned seat = 0; seat < DX_HANABI_SEATS; seat++)
        dx_mind_free(mind[seat]);
    dx_match_free(match);
    return points;
}

static void close_trial(dx_trial *trial)
{
    minds_trial *t = (minds_trial *)trial;
    dx_hidden_cards_release(&t->cards);
    dx_free(t->past);
    dx_free(t);
}

static void add_moves(minds_trial *t, dx_thought *thought)
{
    dx_trial *trial = &t->trial;
    dx_event legal[DX_TRIAL_MOVES];
    unsigned count = dx_view_moves(t->view, legal);
    dx_mind *mind = dx_mind_new(t->policy, t->view);
    trial->move[trial->moves++] = dx_mind_choose(mind, t->view, thought);
    dx_mind_free(mind);
    for (unsigned i = 0; i < count; i++)
        if (!dx_event_same(legal[i], trial->move[0]))
            trial->move[trial->moves++] = legal[i];
}

static void ask_for_worlds(minds_trial *t)
{
    const dx_hanabi *sight = t->view->sight;
    unsigned seat = t->view->seat;
    dx_hidden_cards *cards = &t->cards;
    t->hidden = sight->open ? 0 : sight->size[seat];
    cards->kinds = dx_hanabi_kinds(sight);
    cards->slots.count = t->hidden;
    for (unsigned slot = 0; slot < t->hidden; slot++)
        cards->slots.kinds[slot] = sight->could[seat][slot];
    memcpy(cards->unseen, sight->unseen, sizeof cards->unseen);
    if (t->options.likelihood != NULL) {
        cards->likelihood = t->options.likelihood;
        cards->context = t->options.context;
    } else if (t->options.witnesses > 0) {
        cards->likelihood = likelihood;
        cards->context = t;
    }
}

dx_trial *dx_trial_of_minds(const dx_policy *policy, const dx_view *view,
                            const dx_trial_options *options,
                            dx_thought *thought)
{
    minds_trial *t = dx_alloc(1, sizeof *t);
    t->trial.next = next;
    t->trial.score = score;
    t->trial.close = close_trial;
    t->policy = policy;
    t->view = view;
    t->options = *options;
    t->past = dx_alloc(view->count, sizeof *t->past);
    add_moves(t, thought);
    complete_past(t);
    ask_for_worlds(t);
    return &t->trial;
}
