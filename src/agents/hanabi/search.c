// For each truthful move: what do we score if I make it and everybody goes on
// by the blueprint?  The same imagined games serve all moves, so only the
// differences matter; a move that is clearly no better than the blueprint's
// is dropped early.

#include "agents/hanabi/search.h"

#include "agents/hanabi/blueprint.h"
#include "agents/hanabi/mover.h"
#include "agents/hanabi/rollout.h"
#include "base/hash.h"
#include "game/deal.h"
#include "worlds/slots.h"

#include <math.h>
#include <string.h>

enum { BLUEPRINT, ROLLOUTS, THRESHOLD, DECK };

static const char *const blueprints[] = {"info", "recommend", NULL};

static const dx_param params[] = {
    {"blueprint", "what is played on by", 0, 1, 0, .choices = blueprints},
    {"rollouts", "imagined games a move; 0: 600 for two players, else 250", 0,
     100000, 0, .choices = NULL},
    {"threshold", "points to be better by; 0: 0.05 for two players, else 0.01",
     0, 100, 0, .decimals = 2},
    {"deck", "search with at most so many cards in the deck", 0, 250, 250,
     .choices = NULL},
    {0},
};

enum { CANDIDATES_MAX = 32, FIRST_LOOK = 16, LOOK_EVERY = 8 };

typedef struct candidate {
    dx_event move;
    double sum, squares; // of differences to the blueprint's move
    bool dropped;
} candidate;

typedef struct search {
    const dx_mover *mover;
    dx_rollout start; // without the own hand
    dx_random random;
    uint8_t unseen[DX_HANABI_KINDS];
    candidate candidate[CANDIDATES_MAX]; // [0] is the blueprint's
    unsigned count, alive;
    unsigned samples;
} search;

static void add(search *s, dx_event move)
{
    for (unsigned i = 0; i < s->count; i++)
        if (dx_event_same(s->candidate[i].move, move))
            return;
    if (s->count < CANDIDATES_MAX)
        s->candidate[s->count++] = (candidate){.move = move};
}

// Draws the own hand from all that fit, and shuffles the rest into a deck.
static bool imagine(search *s, uint8_t *own, uint8_t *deck)
{
    const dx_mover *m = s->mover;
    unsigned kinds = dx_hanabi_kinds(&m->common->table), count = 0;
    uint8_t left[DX_HANABI_KINDS];
    dx_slots slots = {.count = m->own.size};
    for (unsigned slot = 0; slot < m->own.size; slot++)
        slots.kinds[slot] = m->own.could[slot];
    if (!dx_slots_sample(&slots, kinds, s->unseen, &s->random, own))
        return false;
    memcpy(left, s->unseen, sizeof left);
    for (unsigned slot = 0; slot < m->own.size; slot++)
        left[own[slot]]--;
    for (unsigned kind = 0; kind < kinds; kind++)
        for (unsigned i = 0; i < left[kind]; i++)
            deck[count++] = (uint8_t)kind;
    dx_random_shuffle(&s->random, deck, count, 1);
    return true;
}

static int try(const search *s, dx_event move, const uint8_t *own,
               const uint8_t *deck)
{
    dx_rollout rollout = s->start;
    rollout.deck = deck;
    memcpy(rollout.hands[s->mover->seat], own, s->mover->own.size);
    dx_rollout_move(&rollout, move);
    return dx_rollout_finish(&rollout);
}

static bool sample(search *s)
{
    uint8_t own[DX_SLOTS_MAX], deck[DX_PACK_CARDS_MAX];
    if (!imagine(s, own, deck))
        return false;
    int base = try(s, s->candidate[0].move, own, deck);
    s->samples++;
    for (unsigned i = 1; i < s->count; i++) {
        candidate *c = &s->candidate[i];
        if (c->dropped)
            continue;
        int difference = try(s, c->move, own, deck) - base;
        c->sum += difference;
        c->squares += difference * difference;
    }
    return true;
}

static double mean(const search *s, const candidate *c)
{
    return c->sum / s->samples;
}

static double error_of(const search *s, const candidate *c)
{
    double n = s->samples, m = mean(s, c);
    double variance = (c->squares - n * m * m) / (n - 1);
    return sqrt((variance > 0 ? variance : 0) / n);
}

static void prune(search *s, double threshold)
{
    s->alive = 0;
    for (unsigned i = 1; i < s->count; i++) {
        candidate *c = &s->candidate[i];
        if (!c->dropped && mean(s, c) + 2 * error_of(s, c) < threshold)
            c->dropped = true;
        s->alive += !c->dropped;
    }
}

static unsigned best_of(const search *s, double threshold)
{
    unsigned best = 0;
    double most = 0;
    for (unsigned i = 1; i < s->count; i++) {
        const candidate *c = &s->candidate[i];
        double gain = mean(s, c);
        if (!c->dropped && gain > threshold && gain > 2 * error_of(s, c) &&
            gain > most) {
            most = gain;
            best = i;
        }
    }
    return best;
}

static void count_unseen(search *s)
{
    const dx_mover *m = s->mover;
    const dx_hanabi *t = &m->common->table;
    memcpy(s->unseen, t->unseen, sizeof s->unseen);
    for (unsigned seat = 0; seat < t->players; seat++)
        for (unsigned slot = 0; seat != m->seat && slot < t->size[seat]; slot++)
            s->unseen[m->hands[seat][slot]]--;
}

static const dx_blueprint *blueprint_of(const dx_params *parameters)
{
    return parameters->value[BLUEPRINT] == 0 ? &dx_blueprint_info
                                             : &dx_blueprint_recommend;
}

static unsigned rollouts_of(const dx_params *parameters, unsigned players)
{
    int given = parameters->value[ROLLOUTS];
    return given > 0 ? (unsigned)given : players == 2 ? 600 : 250;
}

static double threshold_of(const dx_params *parameters, unsigned players)
{
    int given = parameters->value[THRESHOLD];
    return (given > 0 ? given : players == 2 ? 5 : 1) / 100.0;
}

// The same view always gives the same search, at any seat of any table.
static dx_random stream_of(const dx_view *view)
{
    uint64_t name = view->count;
    for (unsigned i = 0; i < view->count; i++)
        name = dx_hash_add(name, view->seen[i].bits);
    return dx_random_named(name, view->seat, 0);
}

static void begin_search(search *s, const dx_blueprint *blueprint,
                         const dx_view *view, dx_thought *thought)
{
    const dx_mover *m = s->mover;
    dx_event truthful[DX_TRUTHFUL_MAX];
    s->start.blueprint = blueprint;
    s->start.common = *m->common;
    memcpy(s->start.hands, m->hands, sizeof s->start.hands);
    s->random = stream_of(view);
    count_unseen(s);
    add(s, dx_blueprint_choose(blueprint, m->common, view, thought));
    unsigned count =
        blueprint->truthful(m->common, m->hands, m->seat, truthful);
    for (unsigned i = 0; i < count; i++)
        add(s, truthful[i]);
    s->alive = s->count - 1;
}

static dx_event choose(const void *memory, const dx_params *parameters,
                       const dx_view *view, dx_thought *thought)
{
    const dx_hanabi *sight = view->sight;
    const dx_blueprint *blueprint = blueprint_of(parameters);
    double threshold = threshold_of(parameters, sight->players);
    unsigned samples_max = rollouts_of(parameters, sight->players);
    if (sight->deck > parameters->value[DECK])
        return dx_blueprint_choose(blueprint, memory, view, thought);
    dx_mover mover =
        dx_mover_of(memory, (const dx_hand *)sight->hand, view->seat);
    search s = {.mover = &mover};
    begin_search(&s, blueprint, view, thought);
    while (s.alive > 0 && s.samples < samples_max &&
           !dx_budget_is_spent(thought->budget, s.samples) && sample(&s))
        if (s.samples >= FIRST_LOOK && s.samples % LOOK_EVERY == 0)
            prune(&s, threshold);
    unsigned best = s.samples >= FIRST_LOOK / 2 ? best_of(&s, threshold) : 0;
    if (best > 0)
        dx_thought_say(thought, "search", NULL,
                       "%+.2f points over the blueprint's move, in %u imagined "
                       "games of each",
                       mean(&s, &s.candidate[best]), s.samples);
    return s.candidate[best].move;
}

static void catch_up(void *memory, const dx_params *parameters,
                     const dx_view *view, unsigned noted)
{
    dx_blueprint_catch_up(blueprint_of(parameters), memory, view, noted);
}

const dx_agent dx_agent_search = {
    .name = "search",
    .help = "imagines games after every truthful move of info",
    .game = "hanabi",
    .schema = {params, NULL},
    .shared = true,
    .memory_bytes = dx_blueprint_bytes,
    .begin = dx_blueprint_begin,
    .catch_up = catch_up,
    .choose = choose,
};
