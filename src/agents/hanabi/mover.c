// What all know is narrowed by what this seat sees: the cards of the others
// leave the pool, and with fewer copies left more follows about its own slots.
// Chances are slot by slot, copies that fit over copies that could be there:
// cheap, and blind to how slots depend on each other.

#include "agents/hanabi/mover.h"

#include <stdio.h>
#include <string.h>

dx_mover dx_mover_of(const dx_public *common, const dx_hand *hands,
                     unsigned seat)
{
    dx_mover mover = {.common = common,
                      .hands = hands,
                      .seat = seat,
                      .own = common->hand[seat],
                      .pool = common->unseen};
    for (unsigned other = 0; other < common->table.players; other++)
        for (unsigned slot = 0;
             other != seat && slot < common->table.size[other]; slot++) {
            dx_copies_take(&mover.pool, hands[other][slot]);
            mover.seen |= UINT32_C(1) << hands[other][slot];
        }
    dx_hand_sets_refine(&mover.own, &common->table, seat, 1, &mover.pool);
    return mover;
}

double dx_mover_chance(const dx_mover *mover, unsigned slot, uint32_t kinds)
{
    uint32_t could = mover->own.could[slot];
    if (dx_is_within(could, kinds))
        return 1;
    unsigned all = dx_copies_in(&mover->pool, could);
    return all == 0 ? 0
                    : (double)dx_copies_in(&mover->pool, could & kinds) / all;
}

dx_event dx_mover_act(const dx_mover *m, unsigned verb, unsigned slot)
{
    return dx_with(dx_event_new(verb, m->seat), 0, slot);
}

void dx_mover_say_sure(const dx_mover *m, dx_thought *thought, const char *rule,
                       unsigned slot, const char *status)
{
    char formula[64];
    if (thought->reason == NULL)
        return;
    snprintf(formula, sizeof formula, "B[%u] %s(%u,%u)", m->seat + 1, status,
             m->seat + 1, slot + 1);
    dx_thought_say(thought, rule, formula, "card %u %s", slot + 1,
                   strcmp(status, "doomed") == 0 ? "will surely never be of use"
                                                 : "can surely be played");
}

// Is there a copy to be had of a kind that hints leave and that would fit?
static bool may_fit(const dx_hanabi *table, unsigned seat, unsigned slot)
{
    for (uint32_t rest = table->could[seat][slot]; rest != 0;
         rest &= rest - 1) {
        unsigned kind = (unsigned)__builtin_ctz(rest);
        if (table->unseen[kind] > 0 && dx_hanabi_playable(table, kind))
            return true;
    }
    return false;
}

const char *dx_open_formula(const dx_thought *thought, const dx_hanabi *table,
                            dx_event move, dx_reason_formula *out)
{
    unsigned seat = move.who + 1U, slot = move.arg[0] + 1U;
    if (thought->reason == NULL)
        return NULL;
    if (move.verb == DX_HANABI_HINT)
        return "tokens > 0";
    if (move.verb == DX_HANABI_PLAY && !may_fit(table, move.who, move.arg[0]))
        return "lives > 0";
    if (move.verb == DX_HANABI_PLAY)
        snprintf(out->text, sizeof out->text, "M[%u] playable(%u,%u)", seat,
                 seat, slot);
    else
        snprintf(out->text, sizeof out->text,
                 table->tokens < table->tokens_max ? "tokens < %u"
                                                   : "tokens = %u",
                 table->tokens_max);
    return out->text;
}
