#include "games/kemps/card_model.h"

#include "game/view.h"

// The states that a seat holds possible, as bits, if it does not know.
static unsigned possible(const dx_kemps *sight, unsigned card)
{
    unsigned states = dx_kemps_holders(sight, card) << 1;
    return sight->deck > 0 ? states | 1 : states;
}

static void relate(dx_kemps_card_model *model, const dx_kemps *sight,
                   unsigned seat, unsigned card)
{
    bool knows = !(sight->unseen >> card & 1);
    unsigned maybe = possible(sight, card);
    for (unsigned i = 0; i <= model->players; i++) {
        unsigned alone = 1U << i;
        model->relates[seat][i] = knows || !(maybe & alone) ? alone : maybe;
        model->relates[seat][i] &= model->states;
    }
}

static const dx_kemps *sight_of(dx_eyes *eyes)
{
    return dx_eyes_view(eyes)->sight;
}

// Was `card` announced, that is, seen by everybody after the first deal?
static bool announces(dx_event event, const dx_kemps *sight, unsigned card)
{
    return (event.verb == DX_KEMPS_FACE && event.arg[0] == card &&
            sight->turns > 0) ||
           (event.verb == DX_KEMPS_SWAP && event.arg[1] == card);
}

void dx_kemps_card_model_init(dx_kemps_card_model *model, const dx_rules *rules,
                              const dx_event *events, unsigned count,
                              unsigned card)
{
    unsigned players = dx_players(rules);
    dx_eyes *eyes[DX_KEMPS_SEATS];
    bool announced = false;
    for (unsigned seat = 0; seat < players; seat++)
        eyes[seat] = dx_eyes_new(rules, seat);
    for (unsigned i = 0; i < count; i++) {
        bool shuffled_in = events[i].verb == DX_KEMPS_SHUFFLE &&
                           (sight_of(eyes[0])->discards >> card & 1);
        announced = (announced && !shuffled_in) ||
                    announces(events[i], sight_of(eyes[0]), card);
        for (unsigned seat = 0; seat < players; seat++)
            dx_eyes_see(eyes[seat], events[i]);
    }
    *model = (dx_kemps_card_model){.players = players};
    for (unsigned seat = 0; seat < players; seat++)
        if (sight_of(eyes[seat])->hand[seat] >> card & 1)
            model->actual = seat + 1;
    model->states = announced ? 1U << model->actual : (2U << players) - 1;
    for (unsigned seat = 0; seat < players; seat++) {
        relate(model, sight_of(eyes[seat]), seat, card);
        dx_eyes_free(eyes[seat]);
    }
}
