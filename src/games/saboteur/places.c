// Where what is hidden in Saboteur lies: in the hands and among the cards that
// each seat threw away, seen by that seat; in its role, seen by itself; in the
// spare role card, seen by nobody; at the goals, seen by who has looked.
//
// Cards are told apart by what became of them, not by when they were drawn.
// Whatever lies in the hands and the thrown cards, there is an order of draws
// in which every card came before it was used: so nothing that was played in
// the open rules out a hand, and there are no bounds.  How likely a hand is
// does depend on how its owner chooses what to play and what to keep, so
// chances are not defined once somebody has played a card.  What a hand held at
// an earlier turn cannot be told from what lies where now (`blurs`), the roles
// of an earlier round can.

#include "games/saboteur/places.h"

static bool is_known(unsigned what)
{
    return what != DX_HOLE && what != DX_NONE;
}

// One card that lies there once it is dealt, and that all may know.
static void list_single(dx_lot_list *out, uint8_t *what, unsigned seats,
                        unsigned first, unsigned count)
{
    dx_list_lot(out, (dx_listed){*what != DX_NONE, seats,
                                 (DX_BIT(count) - 1) << first, .card = what,
                                 .first = first});
}

static void list_cards(dx_lot_list *out, uint8_t *row, unsigned size,
                       unsigned seat)
{
    dx_list_lot(out, (dx_listed){size, 1U << seat,
                                 DX_BIT(DX_SABOTEUR_CARDS) - 1, .row = row});
}

static void list_pack(const dx_saboteur *t, dx_lot_list *out)
{
    out->kind_count = DX_SABOTEUR_KINDS;
    for (unsigned kind = 0; kind < DX_SABOTEUR_CARDS; kind++)
        out->copies[kind] = (uint8_t)dx_saboteur_unseen(t, kind);
    for (unsigned i = 0; i < DX_SABOTEUR_ROLES; i++)
        out->copies[DX_SABOTEUR_KIND_ROLE + i] =
            (uint8_t)dx_saboteur_role_cards(t, i);
    for (unsigned i = 0; i < DX_SABOTEUR_TREASURES; i++)
        out->copies[DX_SABOTEUR_KIND_TREASURE + i] = i < t->goals;
}

static void lots(void *table, dx_lot_list *out)
{
    dx_saboteur *t = table;
    list_pack(t, out);
    for (unsigned seat = 0; seat < t->players; seat++)
        list_cards(out, t->in_hand[seat], t->size[seat], seat);
    for (unsigned seat = 0; seat < t->players; seat++)
        list_cards(out, t->thrown[seat], t->throws[seat], seat);
    for (unsigned seat = 0; seat < t->players; seat++)
        list_single(out, &t->role[seat], 1U << seat, DX_SABOTEUR_KIND_ROLE,
                    DX_SABOTEUR_ROLES);
    list_single(out, &t->spare, 0, DX_SABOTEUR_KIND_ROLE, DX_SABOTEUR_ROLES);
    for (unsigned i = 0; i < t->goals; i++) {
        unsigned looked = 0;
        for (unsigned seat = 0; seat < t->players; seat++)
            looked |= (unsigned)(t->looked[seat] >> i & 1) << seat;
        list_single(out, &t->goal[i], looked, DX_SABOTEUR_KIND_TREASURE,
                    t->goals);
    }
}

static void fill(void *sight, const dx_dealt *dealt)
{
    dx_places_lay(&dx_saboteur_places, sight, dealt);
}

// Who plays a card has chosen it among others that nobody sees.
static bool hides_choices(const void *sight)
{
    return ((const dx_saboteur *)sight)->moves > 0;
}

// Is what lies where in one still there in the other?
static bool is_same_round(const dx_saboteur *a, const dx_saboteur *b)
{
    return a->round == b->round ||
           (b->round == b->rounds && a->round + 1 == b->round);
}

// With a new round all cards are taken up; by then all have seen the roles of
// the seats, and the goals that were turned up.
static uint64_t since(const void *before, dx_event event, const void *after,
                      unsigned place, uint8_t *out_known)
{
    const dx_saboteur *t = before;
    if (is_same_round(before, after))
        return DX_BIT(place);
    unsigned what = DX_NONE, first = DX_SABOTEUR_KIND_ROLE;
    if (place >= dx_saboteur_place_goal(t, 0)) {
        what = t->goal[place - dx_saboteur_place_goal(t, 0)];
        first = DX_SABOTEUR_KIND_TREASURE;
    } else if (place >= dx_saboteur_place_role(t, 0) &&
               place < dx_saboteur_place_spare(t)) {
        what = t->role[place - dx_saboteur_place_role(t, 0)];
        if (event.verb == DX_SABOTEUR_SHOW && // the last thing that was seen
            place == dx_saboteur_place_role(t, t->dealt))
            what = event.arg[0];
    }
    if (is_known(what))
        out_known[first + what]++;
    return 0;
}

// Of hands and thrown cards; and, of a round before, of what not all have seen.
static uint64_t blurs(const void *then, const void *now)
{
    const dx_saboteur *a = then, *b = now;
    uint64_t hands = DX_BIT(2 * a->players) - 1, seen = 0;
    if (is_same_round(a, b))
        return hands;
    for (unsigned seat = 0; seat < a->players; seat++)
        seen |= DX_BIT(dx_saboteur_place_role(a, seat));
    for (unsigned i = 0; i < a->goals; i++)
        if (is_known(a->goal[i]))
            seen |= DX_BIT(dx_saboteur_place_goal(a, i));
    return ~seen;
}

const dx_places dx_saboteur_places = {
    .lots = lots,
    .hides_choices = hides_choices,
    .fill = fill,
    .since = since,
    .blurs = blurs,
};
