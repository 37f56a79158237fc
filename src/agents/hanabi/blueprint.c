// Playing by a convention: the parts of an agent that are the same for all of
// them.
//
// The memory is the public table; events are noted on it as the convention
// says.  With few cards left in the deck, a seat that knows its own hand looks
// for the best order of the last plays (endgame.h) among the moves whose
// assertions are true, so that playing better says nothing false.

#include "agents/hanabi/blueprint.h"

#include "agents/hanabi/endgame.h"
#include "agents/hanabi/mover.h"
#include "agents/hanabi/retrace.h"

#include <string.h>

// With more cards in the deck, or more moments to look at, little is gained.
enum { PLAN_DECK = 4, PLAN_STATES = 300 };

static bool is_legal(const dx_hanabi *t, const dx_hand *hands, dx_event move)
{
    if (move.verb != DX_HANABI_HINT)
        return move.arg[0] < t->size[move.who];
    unsigned to = move.arg[0];
    bool names = false;
    for (unsigned slot = 0; to != move.who && slot < t->size[to]; slot++)
        names |= t->clues_of[hands[to][slot]] >> move.arg[1] & 1;
    return names && t->tokens > 0;
}

// A play if there is a card, else the first hint.
static dx_event any_move(const dx_hanabi *t, const dx_hand *hands,
                         unsigned seat)
{
    dx_event hint = dx_event_new(DX_HANABI_HINT, seat);
    if (t->size[seat] > 0)
        return dx_event_new(DX_HANABI_PLAY, seat);
    for (unsigned to = 0; to < t->players; to++)
        if (to != seat && t->size[to] > 0)
            return dx_with(dx_with(hint, 0, to), 1, t->colour_of[hands[to][0]]);
    return hint;
}

dx_event dx_blueprint_move(const dx_blueprint *blueprint,
                           const dx_public *common, const dx_hand *hands,
                           unsigned seat, dx_thought *thought)
{
    dx_event move = blueprint->move(common, hands, seat, thought);
    if (common->table.deck == 0 && !is_legal(&common->table, hands, move))
        return any_move(&common->table, hands, seat);
    return move;
}

// All hands as `seat` knows them; a card that is surely dead may be any such.
static bool knows_all(const dx_public *common, const dx_hand *hands,
                      unsigned seat, dx_hand *out)
{
    dx_mover m = dx_mover_of(common, hands, seat);
    memcpy(out, hands, DX_HANABI_SEATS * sizeof *out);
    for (unsigned slot = 0; slot < m.own.size; slot++) {
        uint32_t could = m.own.could[slot];
        if (could == 0 ||
            !(dx_is_single(could) || dx_is_within(could, common->dead)))
            return false;
        out[seat][slot] = (uint8_t)__builtin_ctz(could);
    }
    return true;
}

// The best of the truthful moves, and `rule` if there is none better.
static dx_event best_order(const dx_blueprint *blueprint,
                           const dx_public *common, const dx_hand *hands,
                           const dx_endgame_state *state, dx_event rule,
                           dx_thought *thought)
{
    dx_event move[DX_TRUTHFUL_MAX + 1] = {rule};
    unsigned count =
        1 + blueprint->truthful(common, hands, state->turn, move + 1);
    dx_endgame *endgame = dx_endgame_new(&common->table, PLAN_STATES);
    unsigned bound = dx_endgame_bound(endgame, state), best = 0;
    double first = dx_endgame_value_of(endgame, state, hands, rule);
    double most = first;
    for (unsigned i = 1; i < count && most >= 0 && most < bound - 1e-6; i++) {
        double value = dx_endgame_value_of(endgame, state, hands, move[i]);
        if (value > most + 1e-6)
            best = i;
        if (value > most + 1e-6 || value < 0)
            most = value;
    }
    dx_endgame_free(endgame);
    if (most < 0 || best == 0)
        return rule;
    dx_reason_formula formula;
    dx_thought_say(
        thought, "endgame",
        dx_open_formula(thought, &common->table, move[best], &formula),
        "%.2f more points by the best order, %.2f if I go by rule", most,
        first);
    return move[best];
}

// What the blueprint does, or the truthful move that starts a better order in
// the endgame, if the seat knows its hand.
static dx_event plan(const dx_blueprint *blueprint, const dx_public *common,
                     const dx_hand *hands, unsigned seat, dx_thought *thought)
{
    dx_event rule = dx_blueprint_move(blueprint, common, hands, seat, thought);
    dx_hand all[DX_HANABI_SEATS];
    dx_endgame_state state;
    if (!blueprint->plans || common->table.deck > PLAN_DECK ||
        !knows_all(common, hands, seat, all) ||
        !dx_endgame_state_of(common, (const dx_hand *)all, &state))
        return rule;
    state.fresh[seat] = 0;
    return best_order(blueprint, common, (const dx_hand *)all, &state, rule,
                      thought);
}

size_t dx_blueprint_bytes(const dx_rules *rules, const dx_policy *self)
{
    (void)rules, (void)self;
    return sizeof(dx_public);
}

void dx_blueprint_begin(const dx_blueprint *blueprint, void *memory,
                        const dx_view *view)
{
    dx_public_begin(memory, view->rules);
    ((dx_public *)memory)->by = blueprint;
}

void dx_blueprint_note(void *memory, const dx_policy *self, const dx_view *view,
                       unsigned noted)
{
    (void)self;
    dx_public *common = memory;
    for (dx_retrace f = dx_retrace_from(view, noted); dx_retrace_more(&f);
         dx_retrace_step(&f))
        common->by->note(common, dx_retrace_event(&f), (const dx_hand *)f.hands,
                         view->seat);
}

dx_event dx_blueprint_choose(const void *memory, const dx_policy *self,
                             const dx_view *view, dx_thought *thought)
{
    (void)self;
    const dx_public *common = memory;
    const dx_hanabi *sight = view->sight;
    return plan(common->by, common, (const dx_hand *)sight->hand, view->seat,
                thought);
}

void dx_blueprint_are_true(const void *memory, const dx_policy *self,
                           const dx_view *view, unsigned count,
                           const dx_event *moves, bool *out)
{
    (void)self;
    const dx_public *common = memory;
    const dx_hanabi *sight = view->sight;
    for (unsigned i = 0; i < count; i++)
        out[i] =
            common->by->is_true(common, (const dx_hand *)sight->hand, moves[i]);
}

// A hint that was not given to be read literally is one all the same.
void dx_blueprint_hear(const void *memory, const dx_policy *self,
                       const dx_view *view, void *sight)
{
    (void)self, (void)view;
    const dx_public *common = memory;
    dx_hanabi *t = sight;
    for (unsigned seat = 0; seat < t->players; seat++)
        for (unsigned slot = 0; slot < t->size[seat]; slot++)
            t->could[seat][slot] &= common->hand[seat].could[slot];
}
