// The report's rule (section 3.6), each step on exact knowledge:
//
//  1. play the playable card with the lowest index;
//  2. with fewer than 5 discards, discard the dead card with the lowest index;
//  3. if there is a token, give a random hint to a random player;
//  4. discard the dead card with the lowest index;
//  5. discard a duplicate of a card in another hand;
//  6. discard the dispensable card with the lowest index;
//  7. discard index 0.
//
// A card is playable, dead, ... if it is so in every world.  Dead is as
// printed: on its pile already.  With all tokens there, step 2 is not legal
// and is passed over.

#include "agents/hanabi/report.h"

#include "agents/hanabi/known.h"

#include <stdio.h>

enum { FEW_DISCARDS = 5 };

typedef struct statuses {
    uint32_t playable, dead, dispensable, duplicate; // sets of kinds
} statuses;

static statuses sort_kinds(const dx_hanabi *t, unsigned seat)
{
    statuses s = {0};
    for (unsigned kind = 0; kind < dx_hanabi_kinds(t); kind++) {
        s.playable |= (uint32_t)dx_hanabi_playable(t, kind) << kind;
        s.dead |= (uint32_t)dx_hanabi_dead(t, kind) << kind;
        s.dispensable |= (uint32_t)dx_hanabi_dispensable(t, kind) << kind;
    }
    for (unsigned other = 0; other < t->players; other++)
        for (unsigned slot = 0; other != seat && slot < t->size[other]; slot++)
            s.duplicate |= UINT32_C(1) << t->hand[other][slot];
    return s;
}

// One step: the first slot that is `status` in every world.
static bool find(const dx_hanabi *t, unsigned seat, const uint32_t *known,
                 uint32_t status, unsigned *out_slot)
{
    for (unsigned slot = 0; slot < t->size[seat]; slot++)
        if ((known[slot] & ~status) == 0) {
            *out_slot = slot;
            return true;
        }
    return false;
}

static unsigned discards(const dx_hanabi *t)
{
    unsigned count = 0;
    for (unsigned kind = 0; kind < dx_hanabi_kinds(t); kind++)
        count += t->discarded[kind];
    return count;
}

static dx_event act(unsigned verb, unsigned seat, unsigned slot,
                    const char *rule, const char *status, dx_thought *thought)
{
    char formula[64];
    snprintf(formula, sizeof formula, "K[%u] %s(%u,%u)", seat + 1, status,
             seat + 1, slot + 1);
    dx_thought_say(thought, rule, status[0] != '\0' ? formula : NULL,
                   "slot %u%s%s", slot + 1,
                   status[0] != '\0' ? " is surely " : ", for want of better",
                   status);
    return dx_with(dx_event_new(verb, seat), 0, slot);
}

// The steps that draw no lots; false: a random hint is next.
static bool decide(const dx_view *view, dx_thought *thought, dx_event *out)
{
    const dx_hanabi *t = view->sight;
    unsigned seat = view->seat, slot = 0;
    uint32_t known[DX_HANABI_SLOTS];
    dx_known_sets(t, seat, known);
    statuses is = sort_kinds(t, seat);
    bool may_throw = t->tokens < t->tokens_max || t->throw_when_full;
    if (find(t, seat, known, is.playable, &slot))
        *out = act(DX_HANABI_PLAY, seat, slot, "step 1", "playable", thought);
    else if (may_throw && discards(t) < FEW_DISCARDS &&
             find(t, seat, known, is.dead, &slot))
        *out = act(DX_HANABI_THROW, seat, slot, "step 2", "dead", thought);
    else if (t->tokens > 0)
        return false;
    else if (find(t, seat, known, is.dead, &slot))
        *out = act(DX_HANABI_THROW, seat, slot, "step 4", "dead", thought);
    else if (find(t, seat, known, is.duplicate, &slot))
        *out = act(DX_HANABI_THROW, seat, slot, "step 5", "duplicate", thought);
    else if (find(t, seat, known, is.dispensable, &slot))
        *out =
            act(DX_HANABI_THROW, seat, slot, "step 6", "dispensable", thought);
    else
        *out = act(DX_HANABI_THROW, seat, 0, "step 7", "", thought);
    return true;
}

// The legal hints to one partner; a partner without cards has none.
static unsigned hints_to(const dx_event *moves, unsigned count, unsigned to,
                         dx_event *out)
{
    unsigned hints = 0;
    for (unsigned i = 0; i < count; i++)
        if (moves[i].verb == DX_HANABI_HINT && moves[i].arg[0] == to)
            out[hints++] = moves[i];
    return hints;
}

static dx_event choose(const void *memory, const dx_params *params,
                       const dx_view *view, dx_thought *thought)
{
    (void)memory, (void)params;
    dx_event move, moves[DX_MOVES_MAX], hints[DX_HANABI_CLUES];
    if (decide(view, thought, &move))
        return move;
    unsigned players = dx_players(view->rules), found = 0;
    unsigned count = dx_view_moves(view, moves);
    while (found == 0) {
        unsigned step = (unsigned)dx_random_below(thought->random, players - 1);
        found =
            hints_to(moves, count, (view->seat + 1 + step) % players, hints);
    }
    dx_thought_say(thought, "step 3", "tokens > 0",
                   "a random hint to a random player");
    return hints[dx_random_below(thought->random, found)];
}

static void odds(const void *memory, const dx_params *params,
                 const dx_view *view, unsigned count, const dx_event *moves,
                 dx_fraction *out_odds)
{
    (void)memory, (void)params;
    dx_thought thought = {0};
    dx_event sure, hints[DX_HANABI_CLUES];
    unsigned players = dx_players(view->rules), partners = 0;
    bool is_sure = decide(view, &thought, &sure);
    for (unsigned to = 0; to < players && !is_sure; to++)
        partners += hints_to(moves, count, to, hints) > 0;
    for (unsigned i = 0; i < count; i++) {
        if (is_sure)
            out_odds[i] = dx_fraction_int(dx_event_same(moves[i], sure));
        else if (moves[i].verb != DX_HANABI_HINT)
            out_odds[i] = dx_fraction_int(0);
        else
            out_odds[i] = dx_fraction_of(
                1, partners * hints_to(moves, count, moves[i].arg[0], hints));
    }
}

const dx_agent dx_agent_report = {
    .name = "report",
    .help = "the report's seven steps on exact knowledge",
    .game = "hanabi",
    .choose = choose,
    .odds = odds,
};
