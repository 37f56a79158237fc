// What a seat may do: the list of its moves, in an order that depends on
// nothing but what it sees.

#include "games/saboteur/board.h"

// A move of `seat` that lays the card `kind` on all cells that take it.
static unsigned add_tunnels(const dx_saboteur_grid *g, unsigned seat,
                            unsigned kind, unsigned cells, const uint16_t *cell,
                            dx_event *out)
{
    unsigned count = 0, turns = dx_saboteur_is_even(kind) ? 1 : 2;
    unsigned sides = dx_saboteur_cards[kind].sides;
    dx_event dig = dx_with(dx_event_new(DX_SABOTEUR_DIG, seat), 0, kind);
    for (unsigned i = 0; i < cells; i++) {
        dx_saboteur_fit fit = dx_saboteur_fit_of(g, cell[i]);
        int x = dx_saboteur_column(g, cell[i]) + DX_SABOTEUR_REACH;
        int y = dx_saboteur_row(g, cell[i]) + DX_SABOTEUR_REACH;
        dx_event there = dx_with(dx_with(dig, 1, (unsigned)x), 2, (unsigned)y);
        for (unsigned turned = 0; turned < turns; turned++)
            if (dx_saboteur_fits(fit, dx_saboteur_turn_sides(sides, turned)))
                out[count++] = dx_with(there, 3, turned);
    }
    return count;
}

static unsigned add_digs(const dx_saboteur *t, unsigned seat, dx_event *out)
{
    dx_saboteur_grid grid;
    dx_saboteur_reach reach;
    unsigned count = 0;
    dx_saboteur_grid_init(&grid, t);
    if (t->joined)
        dx_saboteur_reach_find(&grid, &reach);
    else
        reach.count = dx_saboteur_beside(&grid, reach.open);
    for (unsigned kind = 0; kind < DX_SABOTEUR_TUNNEL_KINDS; kind++)
        if (t->in_hand[seat][kind] > 0)
            count += add_tunnels(&grid, seat, kind, reach.count, reach.open,
                                 out + count);
    return count;
}

static unsigned add_blocks(const dx_saboteur *t, unsigned seat, unsigned kind,
                           dx_event *out)
{
    unsigned count = 0;
    for (unsigned of = 0; of < t->players; of++)
        if (of != seat && !(t->broken[of] & dx_saboteur_cards[kind].sides))
            out[count++] = dx_with(
                dx_with(dx_event_new(DX_SABOTEUR_BLOCK, seat), 0, of), 1, kind);
    return count;
}

static unsigned add_unblocks(const dx_saboteur *t, unsigned seat, unsigned kind,
                             dx_event *out)
{
    unsigned count = 0;
    for (unsigned of = 0; of < t->players; of++)
        for (unsigned tool = 0; tool < DX_SABOTEUR_TOOLS; tool++)
            if (t->broken[of] & dx_saboteur_cards[kind].sides & 1U << tool)
                out[count++] = dx_with(
                    dx_with(
                        dx_with(dx_event_new(DX_SABOTEUR_UNBLOCK, seat), 0, of),
                        1, kind),
                    2, tool);
    return count;
}

static unsigned add_crushes(const dx_saboteur *t, unsigned seat, dx_event *out)
{
    for (unsigned i = 0; i < t->tunnels; i++) {
        int x = t->tunnel[i].x + DX_SABOTEUR_REACH;
        int y = t->tunnel[i].y + DX_SABOTEUR_REACH;
        out[i] = dx_with(
            dx_with(dx_event_new(DX_SABOTEUR_CRUSH, seat), 0, (unsigned)x), 1,
            (unsigned)y);
    }
    return t->tunnels;
}

static unsigned add_looks(const dx_saboteur *t, unsigned seat, dx_event *out)
{
    unsigned count = 0;
    for (unsigned goal = 0; goal < t->goals; goal++)
        if (!(t->up >> goal & 1))
            out[count++] =
                dx_with(dx_event_new(DX_SABOTEUR_LOOK, seat), 0, goal);
    return count;
}

static unsigned add_actions(const dx_saboteur *t, unsigned seat, unsigned kind,
                            dx_event *out)
{
    switch (dx_saboteur_cards[kind].sort) {
    case DX_SABOTEUR_BREAK:
        return add_blocks(t, seat, kind, out);
    case DX_SABOTEUR_MEND:
        return add_unblocks(t, seat, kind, out);
    case DX_SABOTEUR_ROCK:
        return add_crushes(t, seat, out);
    default:
        return add_looks(t, seat, out);
    }
}

// Who has looked says that it is gold, that it is not, or nothing.
static unsigned add_claims(const dx_saboteur *t, unsigned seat, dx_event *out)
{
    dx_event claim =
        dx_with(dx_event_new(DX_SABOTEUR_CLAIM, seat), 0, t->last_goal);
    out[0] = dx_event_new(DX_SABOTEUR_SILENT, seat);
    out[1] = dx_with(claim, 1, 0);
    out[2] = dx_with(claim, 1, 1);
    return 3;
}

unsigned dx_saboteur_moves(const void *table, unsigned seat, dx_event *out)
{
    const dx_saboteur *t = table;
    if (t->phase == DX_SABOTEUR_CLAIMING)
        return add_claims(t, seat, out);
    unsigned count = t->broken[seat] == 0 ? add_digs(t, seat, out) : 0;
    for (unsigned kind = DX_SABOTEUR_TUNNEL_KINDS; kind < DX_SABOTEUR_CARDS;
         kind++)
        if (t->in_hand[seat][kind] > 0)
            count += add_actions(t, seat, kind, out + count);
    for (unsigned kind = 0; kind < DX_SABOTEUR_CARDS; kind++)
        if (t->in_hand[seat][kind] > 0)
            out[count++] =
                dx_with(dx_event_new(DX_SABOTEUR_THROW, seat), 0, kind);
    return count;
}
