#include "agents/hanabi/blueprint.h"

#include "agents/hanabi/follow.h"

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

size_t dx_blueprint_bytes(const dx_rules *rules, const dx_params *params)
{
    (void)rules, (void)params;
    return sizeof(dx_public);
}

void dx_blueprint_begin(void *memory, const dx_params *params,
                        const dx_view *view)
{
    (void)params;
    dx_public_begin(memory, view->rules);
}

void dx_blueprint_catch_up(const dx_blueprint *blueprint, void *memory,
                           const dx_view *view, unsigned noted)
{
    for (dx_follow f = dx_follow_from(view, noted); dx_follow_more(&f);
         dx_follow_step(&f))
        blueprint->note(memory, dx_follow_event(&f), (const dx_hand *)f.hands,
                        view->seat);
}

dx_event dx_blueprint_choose(const dx_blueprint *blueprint, const void *memory,
                             const dx_view *view, dx_thought *thought)
{
    const dx_hanabi *sight = view->sight;
    return dx_blueprint_move(blueprint, memory, (const dx_hand *)sight->hand,
                             view->seat, thought);
}
