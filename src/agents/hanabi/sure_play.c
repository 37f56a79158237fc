// Which sure card comes first decides what others can play next: low ranks,
// cards that nobody else holds, and those that open a chain in a partner's
// hand.

#include "agents/hanabi/sure_play.h"

// Low ranks first, those that nobody else holds, and those from which others
// can go on.
static double play_value(const dx_mover *m, unsigned kind)
{
    const dx_hanabi *t = &m->common->table;
    unsigned rank = t->rank_of[kind], holders = 1, chain = 0;
    for (unsigned seat = 0; seat < t->players && t->deck > 0; seat++)
        for (unsigned slot = 0; seat != m->seat && slot < t->size[seat]; slot++)
            if (m->hands[seat][slot] == kind) {
                holders++;
                break;
            }
    while (rank + chain + 1 < t->ranks && (m->seen >> (kind + chain + 1) & 1))
        chain++;
    return (9.0 - rank) / holders + chain;
}

static double mean_play_value(const dx_mover *m, unsigned slot)
{
    double sum = 0;
    unsigned count = 0;
    for (uint32_t rest = m->own.could[slot]; rest != 0; rest &= rest - 1) {
        sum += play_value(m, (unsigned)__builtin_ctz(rest));
        count++;
    }
    return count > 0 ? sum / count : 0;
}

bool dx_sure_play_find(const dx_mover *m, unsigned *out_slot)
{
    unsigned slots = dx_hand_sets_sure(&m->own, m->common->playable);
    if (slots == 0)
        return false;
    *out_slot = (unsigned)__builtin_ctz(slots);
    if (dx_is_single(slots))
        return true;
    double most = -1;
    for (; slots != 0; slots &= slots - 1) {
        unsigned slot = (unsigned)__builtin_ctz(slots);
        double value = mean_play_value(m, slot);
        if (value > most) {
            most = value;
            *out_slot = slot;
        }
    }
    return true;
}

bool dx_sure_play_can_wait(const dx_mover *m, unsigned slot)
{
    const dx_public *common = m->common;
    const dx_hanabi *t = &common->table;
    unsigned useful = 0;
    bool partner_plays = false;
    if (t->deck != 1 || t->tokens == 0)
        return false;
    for (unsigned i = 0; i < m->own.size; i++)
        useful += dx_is_single(m->own.could[i]) &&
                  !dx_is_within(m->own.could[i], common->dead);
    for (unsigned seat = 0; seat < t->players; seat++)
        partner_plays |=
            seat != m->seat &&
            dx_hand_sets_knows(&common->hand[seat], common->playable);
    uint32_t tops = dx_hanabi_of_rank(t, t->ranks - 1U);
    uint32_t next = (m->own.could[slot] & ~tops) << 1;
    return useful < 2 && partner_plays && (next & m->seen) == 0;
}
