// All seats are followed through the events with eyes of their own; what each
// cannot tell apart at the end is its relation.  Announcements are found on the
// way: the card was in doubt before an event and is not after it.

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

static const dx_kemps *sight_of(const dx_eyes *eyes)
{
    return dx_eyes_view(eyes)->sight;
}

// Is there a seat that holds it possible, but does not know, that somebody
// has the card?
static bool is_uncertain(dx_eyes *const *eyes, unsigned players, unsigned card)
{
    for (unsigned seat = 0; seat < players; seat++) {
        const dx_kemps *sight = sight_of(eyes[seat]);
        if (sight->unseen >> card & 1 && dx_kemps_holders(sight, card) != 0)
            return true;
    }
    return false;
}

void dx_kemps_card_model_init(dx_kemps_card_model *model, const dx_rules *rules,
                              const dx_event *events, unsigned count,
                              unsigned card)
{
    unsigned players = dx_players(rules);
    dx_eyes *eyes[DX_KEMPS_SEATS];
    bool announced = false, before = false;
    for (unsigned seat = 0; seat < players; seat++)
        eyes[seat] = dx_eyes_new(rules, seat);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned seat = 0; seat < players; seat++)
            dx_eyes_see(eyes[seat], events[i]);
        bool after = is_uncertain(eyes, players, card);
        announced = !after && (announced || before);
        before = after;
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

static void write_links(const dx_kemps_card_model *model, unsigned seat,
                        dx_text *out)
{
    const char *between = "";
    dx_text_printf(out, "links %u:", seat + 1);
    for (unsigned i = 0; i <= model->players; i++)
        for (unsigned j = 0; j <= model->players; j++)
            if ((model->states >> i & 1) && (model->states >> j & 1) &&
                (model->relates[seat][i] >> j & 1)) {
                dx_text_printf(out, "%s s%u -> s%u", between, i, j);
                between = ",";
            }
    dx_text_add_char(out, '\n');
}

void dx_kemps_card_model_write(const dx_kemps_card_model *model, dx_text *out)
{
    dx_text_printf(out, "agents 1..%u\nvars hand(agents): bool\n",
                   model->players);
    for (unsigned state = 0; state <= model->players; state++) {
        if (!(model->states >> state & 1))
            continue;
        dx_text_printf(out, "world s%u", state);
        if (state > 0)
            dx_text_printf(out, ": hand(%u)", state);
        dx_text_add_char(out, '\n');
    }
    for (unsigned seat = 0; seat < model->players; seat++)
        write_links(model, seat, out);
    dx_text_printf(out, "actual s%u\n", model->actual);
}
