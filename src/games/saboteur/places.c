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

#include <string.h>

static bool is_known(unsigned what)
{
    return what != DX_HOLE && what != DX_NONE;
}

// One card that lies there once it is dealt, and that all may know.
static void add_single(dx_deal_space *out, unsigned what, unsigned first,
                       unsigned count)
{
    uint64_t all = (DX_BIT(count) - 1) << first;
    dx_deal_space_add_place(out, what != DX_NONE,
                            is_known(what) ? DX_BIT(first + what) : all);
}

static void space(const void *sight, dx_deal_space *out)
{
    const dx_saboteur *t = sight;
    uint8_t copies[DX_SABOTEUR_KINDS];
    uint64_t cards = DX_BIT(DX_SABOTEUR_CARDS) - 1;
    for (unsigned kind = 0; kind < DX_SABOTEUR_CARDS; kind++)
        copies[kind] = (uint8_t)dx_saboteur_unseen(t, kind);
    for (unsigned i = 0; i < DX_SABOTEUR_ROLES; i++)
        copies[DX_SABOTEUR_KIND_ROLE + i] =
            (uint8_t)dx_saboteur_role_cards(t, i);
    for (unsigned i = 0; i < DX_SABOTEUR_TREASURES; i++)
        copies[DX_SABOTEUR_KIND_TREASURE + i] = i < t->goals;
    dx_deal_space_init(out, DX_SABOTEUR_KINDS, copies);
    for (unsigned seat = 0; seat < t->players; seat++)
        dx_deal_space_add_place(out, t->size[seat], cards);
    for (unsigned seat = 0; seat < t->players; seat++)
        dx_deal_space_add_place(out, t->throws[seat], cards);
    for (unsigned seat = 0; seat < t->players; seat++)
        add_single(out, t->role[seat], DX_SABOTEUR_KIND_ROLE,
                   DX_SABOTEUR_ROLES);
    add_single(out, t->spare, DX_SABOTEUR_KIND_ROLE, DX_SABOTEUR_ROLES);
    for (unsigned i = 0; i < t->goals; i++)
        add_single(out, t->goal[i], DX_SABOTEUR_KIND_TREASURE, t->goals);
}

static uint64_t sees(const void *sight, unsigned seat)
{
    const dx_saboteur *t = sight;
    return DX_BIT(seat) | DX_BIT(dx_saboteur_place_thrown(t, seat)) |
           DX_BIT(dx_saboteur_place_role(t, seat)) |
           (uint64_t)t->looked[seat] << dx_saboteur_place_goal(t, 0);
}

static void held(const void *sight DX_UNUSED, const void *own, unsigned place,
                 uint8_t *out_copies)
{
    const dx_saboteur *t = own;
    unsigned what = DX_NONE, first = DX_SABOTEUR_KIND_ROLE;
    if (place < t->players) {
        memcpy(out_copies, t->in_hand[place], DX_SABOTEUR_CARDS);
    } else if (place < dx_saboteur_place_role(t, 0)) {
        memcpy(out_copies, t->thrown[place - t->players], DX_SABOTEUR_CARDS);
    } else if (place < dx_saboteur_place_spare(t)) {
        what = t->role[place - dx_saboteur_place_role(t, 0)];
    } else if (place == dx_saboteur_place_spare(t)) {
        what = t->spare;
    } else {
        what = t->goal[place - dx_saboteur_place_goal(t, 0)];
        first = DX_SABOTEUR_KIND_TREASURE;
    }
    if (what != DX_NONE)
        out_copies[first + what]++;
}

static void fill_single(uint8_t *what, const dx_dealt *dealt, unsigned place,
                        unsigned first)
{
    if (*what == DX_HOLE)
        *what = (uint8_t)(dx_dealt_first(dealt, place) - first);
}

static void fill(void *sight, const dx_dealt *dealt)
{
    dx_saboteur *t = sight;
    for (unsigned seat = 0; seat < t->players; seat++) {
        memcpy(t->in_hand[seat], dealt->count[seat], DX_SABOTEUR_CARDS);
        memcpy(t->thrown[seat], dealt->count[dx_saboteur_place_thrown(t, seat)],
               DX_SABOTEUR_CARDS);
        fill_single(&t->role[seat], dealt, dx_saboteur_place_role(t, seat),
                    DX_SABOTEUR_KIND_ROLE);
    }
    fill_single(&t->spare, dealt, dx_saboteur_place_spare(t),
                DX_SABOTEUR_KIND_ROLE);
    for (unsigned i = 0; i < t->goals; i++)
        fill_single(&t->goal[i], dealt, dx_saboteur_place_goal(t, i),
                    DX_SABOTEUR_KIND_TREASURE);
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
    .space = space,
    .hides_choices = hides_choices,
    .sees = sees,
    .held = held,
    .fill = fill,
    .since = since,
    .blurs = blurs,
};
