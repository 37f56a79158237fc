#include "agents/kemps/kb_blocking.h"

dx_kemps_cards dx_kemps_kb_blockers(const dx_view *view)
{
    const dx_kemps *sight = view->sight;
    return sight->table & dx_kemps_kb_avoided_cards(view) & ~sight->given;
}

dx_kemps_cards dx_kemps_kb_idle_cards(const dx_kemps_kb *kb,
                                      const dx_view *view)
{
    const dx_kemps *sight = view->sight;
    dx_kemps_cards hand = sight->hand[view->seat];
    dx_kemps_cards kept = dx_kemps_kb_avoided_cards(view) | sight->taken;
    unsigned most = dx_kemps_most(sight, view->seat);
    if (kb->as_program)
        return hand & ~(kept | dx_kemps_hoard(sight, view->seat,
                                              dx_kemps_kb_available(kb, view)));
    for (unsigned rank = 0; rank < sight->ranks && most > 1; rank++)
        if (dx_kemps_of(sight, hand, rank) == most)
            kept |= sight->of_rank[rank];
    return hand & ~kept;
}

static dx_kemps_step block(const dx_kemps_kb *kb, const dx_view *view)
{
    dx_kemps_cards blockers = dx_kemps_kb_blockers(view);
    dx_kemps_cards idle = dx_kemps_kb_idle_cards(kb, view);
    if (blockers == 0 || idle == 0)
        return dx_kemps_step_done(DX_NONE);
    return (dx_kemps_step){.take = dx_kemps_first(blockers),
                           .rank = DX_NONE,
                           .give =
                               dx_kemps_rarest(view->sight, view->seat, idle)};
}

static void begin(void *memory, const dx_policy *self, const dx_view *view)
{
    dx_kemps_kb_begin(memory, self, view);
    ((dx_kemps_kb *)memory)->block = block;
}

const dx_agent dx_agent_kemps_kb_blocking = {
    .name = "kb-blocking",
    .help = "as kb-greedy, and keeps from others what they collect",
    .talk = "I remember what everybody takes, collect what is free, and keep "
            "from you what you collect.",
    .people = true,
    .game = "kemps",
    .schema = {dx_kemps_reading_params, NULL},
    .memory_bytes = dx_kemps_kb_bytes,
    .begin = begin,
    .note = dx_kemps_kb_note,
    .choose = dx_kemps_kb_choose,
    .odds = dx_kemps_kb_odds,
};
