// What formulas may ask of a Saboteur table: roles and gold first, then cards,
// and what all can see.

#include "games/saboteur/distance.h"
#include "games/saboteur/places.h"

// ---- roles and goals ----

static bool is_role(const dx_atom *self DX_UNUSED, const void *table,
                    const int *args)
{
    return ((const dx_saboteur *)table)->role[args[0]] == args[1];
}

static dx_claim claim_role(const dx_atom *self DX_UNUSED, const void *sight,
                           const int *args, dx_claims *out)
{
    unsigned place = dx_saboteur_place_role(sight, (unsigned)args[0]);
    return dx_claim_some(out, DX_BIT(place),
                         DX_BIT(DX_SABOTEUR_KIND_ROLE + args[1]));
}

static bool is_saboteur(const dx_atom *self, const void *table, const int *args)
{
    return is_role(self, table, (const int[]){args[0], DX_SABOTEUR_SABOTEUR});
}

static dx_claim claim_saboteur(const dx_atom *self, const void *sight,
                               const int *args, dx_claims *out)
{
    return claim_role(self, sight, (const int[]){args[0], DX_SABOTEUR_SABOTEUR},
                      out);
}

static bool is_spare(const dx_atom *self DX_UNUSED, const void *table,
                     const int *args)
{
    return ((const dx_saboteur *)table)->spare == args[0];
}

static dx_claim claim_spare(const dx_atom *self DX_UNUSED, const void *sight,
                            const int *args, dx_claims *out)
{
    return dx_claim_some(out, DX_BIT(dx_saboteur_place_spare(sight)),
                         DX_BIT(DX_SABOTEUR_KIND_ROLE + args[0]));
}

static bool lies(const dx_atom *self DX_UNUSED, const void *table,
                 const int *args)
{
    return ((const dx_saboteur *)table)->goal[args[0]] == args[1];
}

static dx_claim claim_lies(const dx_atom *self DX_UNUSED, const void *sight,
                           const int *args, dx_claims *out)
{
    unsigned place = dx_saboteur_place_goal(sight, (unsigned)args[0]);
    return dx_claim_some(out, DX_BIT(place),
                         DX_BIT(DX_SABOTEUR_KIND_TREASURE + args[1]));
}

static bool is_gold(const dx_atom *self, const void *table, const int *args)
{
    return lies(self, table, (const int[]){args[0], DX_SABOTEUR_GOLD});
}

static dx_claim claim_gold(const dx_atom *self, const void *sight,
                           const int *args, dx_claims *out)
{
    return claim_lies(self, sight, (const int[]){args[0], DX_SABOTEUR_GOLD},
                      out);
}

// ---- cards ----

static bool has(const dx_atom *self DX_UNUSED, const void *table,
                const int *args)
{
    return ((const dx_saboteur *)table)->in_hand[args[0]][args[1]] > 0;
}

static dx_claim claim_has(const dx_atom *self DX_UNUSED,
                          const void *sight DX_UNUSED, const int *args,
                          dx_claims *out)
{
    return dx_claim_some(out, DX_BIT(args[0]), DX_BIT(args[1]));
}

static bool threw(const dx_atom *self DX_UNUSED, const void *table,
                  const int *args)
{
    return ((const dx_saboteur *)table)->thrown[args[0]][args[1]] > 0;
}

static dx_claim claim_threw(const dx_atom *self DX_UNUSED, const void *sight,
                            const int *args, dx_claims *out)
{
    unsigned place = dx_saboteur_place_thrown(sight, (unsigned)args[0]);
    return dx_claim_some(out, DX_BIT(place), DX_BIT(args[1]));
}

// ---- what all see ----

static bool is_broken(const dx_atom *self DX_UNUSED, const void *table,
                      const int *args)
{
    return ((const dx_saboteur *)table)->broken[args[0]] >> args[1] & 1;
}

static bool has_looked(const dx_atom *self DX_UNUSED, const void *table,
                       const int *args)
{
    return ((const dx_saboteur *)table)->looked[args[0]] >> args[1] & 1;
}

static bool has_claimed(const dx_atom *self DX_UNUSED, const void *table,
                        const int *args)
{
    return ((const dx_saboteur *)table)->said[args[0]][args[1]] ==
           DX_SABOTEUR_SAID_GOLD + args[2];
}

static bool is_up(const dx_atom *self DX_UNUSED, const void *table,
                  const int *args)
{
    return ((const dx_saboteur *)table)->up >> args[0] & 1;
}

// The tunnel at a column and row; NULL: none.
static const dx_saboteur_tunnel *tunnel_at(const void *table, const int *args)
{
    const dx_saboteur *t = table;
    for (unsigned i = 0; i < t->tunnels; i++)
        if (t->tunnel[i].x + DX_SABOTEUR_REACH == args[0] &&
            t->tunnel[i].y + DX_SABOTEUR_REACH == args[1])
            return &t->tunnel[i];
    return NULL;
}

static bool is_tunnel(const dx_atom *self DX_UNUSED, const void *table,
                      const int *args)
{
    return tunnel_at(table, args) != NULL;
}

static bool is_laid(const dx_atom *self DX_UNUSED, const void *table,
                    const int *args)
{
    const dx_saboteur_tunnel *tunnel = tunnel_at(table, args);
    return tunnel != NULL && tunnel->kind == args[2];
}

static bool is_turned(const dx_atom *self DX_UNUSED, const void *table,
                      const int *args)
{
    const dx_saboteur_tunnel *tunnel = tunnel_at(table, args);
    return tunnel != NULL && tunnel->turned;
}

// The places take their words from the first that fit.
enum { ROLE, LIES, SPARE, HAS };

const dx_atom dx_saboteur_atoms[] = {
    {"role", "what a seat is", {"seat", "role"}, is_role, claim_role},
    {"lies", "what lies at a goal", {"goal", "treasure"}, lies, claim_lies},
    {"spare",
     "the role card that is left over",
     {"role"},
     is_spare,
     claim_spare},
    {"has", "a seat has the card", {"seat", "card"}, has, claim_has},
    {"threw",
     "a seat has thrown the card away",
     {"seat", "card"},
     threw,
     claim_threw},
    {"saboteur", "a seat is a saboteur", {"seat"}, is_saboteur, claim_saboteur},
    {"gold", "the gold lies at a goal", {"goal"}, is_gold, claim_gold},
    {"broken", "a tool of a seat is broken", {"seat", "tool"}, is_broken},
    {"looked", "a seat has looked at the goal", {"seat", "goal"}, has_looked},
    {"claimed",
     "a seat says that the goal is gold, or stone",
     {"seat", "goal", "word"},
     has_claimed},
    {"up", "a goal lies face up", {"goal"}, is_up},
    {"tunnel", "a tunnel lies there", {"column", "row"}, is_tunnel},
    {"laid", "which tunnel lies there", {"column", "row", "card"}, is_laid},
    {"turned", "the tunnel there is turned", {"column", "row"}, is_turned},
    {0},
};

// ---- numbers ----

static int count(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    return ((const dx_saboteur *)table)->in_hand[args[0]][args[1]];
}

static dx_claim claim_count(const dx_quantity *self DX_UNUSED,
                            const void *sight DX_UNUSED, const int *args,
                            dx_claims *out)
{
    return dx_claim_count(out, DX_BIT(args[0]), DX_BIT(args[1]));
}

static int saboteurs(const dx_quantity *self DX_UNUSED, const void *table,
                     const int *args DX_UNUSED)
{
    const dx_saboteur *t = table;
    int number = 0;
    for (unsigned seat = 0; seat < t->players; seat++)
        number += t->role[seat] == DX_SABOTEUR_SABOTEUR;
    return number;
}

static dx_claim claim_saboteurs(const dx_quantity *self DX_UNUSED,
                                const void *sight, const int *args DX_UNUSED,
                                dx_claims *out)
{
    const dx_saboteur *t = sight;
    uint64_t places = (DX_BIT(t->players) - 1) << dx_saboteur_place_role(t, 0);
    return dx_claim_count(out, places,
                          DX_BIT(DX_SABOTEUR_KIND_ROLE + DX_SABOTEUR_SABOTEUR));
}

static int size(const dx_quantity *self DX_UNUSED, const void *table,
                const int *args)
{
    return ((const dx_saboteur *)table)->size[args[0]];
}

static int throws(const dx_quantity *self DX_UNUSED, const void *table,
                  const int *args)
{
    return ((const dx_saboteur *)table)->throws[args[0]];
}

static int score(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    return ((const dx_saboteur *)table)->gold[args[0]];
}

static int deck(const dx_quantity *self DX_UNUSED, const void *table,
                const int *args DX_UNUSED)
{
    return (int)dx_saboteur_deck(table);
}

static int round_number(const dx_quantity *self DX_UNUSED, const void *table,
                        const int *args DX_UNUSED)
{
    return ((const dx_saboteur *)table)->round + 1;
}

static int turns(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args DX_UNUSED)
{
    return ((const dx_saboteur *)table)->moves;
}

static int steps(const dx_quantity *self DX_UNUSED, const void *table,
                 const int *args)
{
    return (int)dx_saboteur_steps(table, (unsigned)args[0]);
}

const dx_quantity dx_saboteur_quantities[] = {
    {"saboteurs", "saboteurs at the table", {NULL}, saboteurs, claim_saboteurs},
    {"count",
     "cards of a kind in a hand",
     {"seat", "card"},
     count,
     claim_count},
    {"size", "cards in a hand", {"seat"}, size},
    {"throws", "cards that a seat has thrown away", {"seat"}, throws},
    {"score", "gold, or rounds won by one's side", {"seat"}, score},
    {"deck", "cards left to draw", {NULL}, deck},
    {"round", "the number of the round", {NULL}, round_number},
    {"turns", "cards played in this round", {NULL}, turns},
    {"steps", "tunnels missing to a goal, 12 at most", {"goal"}, steps},
    {0},
};

// ---- sets ----

static unsigned cards_of_hand(const dx_domain *self DX_UNUSED,
                              const void *table, const int *args, int *out)
{
    const dx_saboteur *t = table;
    unsigned number = 0;
    for (int kind = 0; kind < DX_SABOTEUR_CARDS; kind++)
        if (t->in_hand[args[0]][kind] > 0)
            out[number++] = kind;
    return number;
}

static unsigned seats(const dx_domain *self DX_UNUSED, const void *table,
                      const int *args DX_UNUSED, int *out)
{
    const dx_saboteur *t = table;
    for (int seat = 0; seat < t->players; seat++)
        out[seat] = seat;
    return t->players;
}

static unsigned goals(const dx_domain *self DX_UNUSED, const void *table,
                      const int *args DX_UNUSED, int *out)
{
    const dx_saboteur *t = table;
    for (int goal = 0; goal < t->goals; goal++)
        out[goal] = goal;
    return t->goals;
}

static unsigned tunnels(const dx_domain *self DX_UNUSED,
                        const void *table DX_UNUSED, const int *args DX_UNUSED,
                        int *out)
{
    for (int kind = 0; kind < DX_SABOTEUR_TUNNEL_KINDS; kind++)
        out[kind] = kind;
    return DX_SABOTEUR_TUNNEL_KINDS;
}

const dx_domain dx_saboteur_domains[] = {
    {"hand",
     "the kinds of cards in a hand",
     "card",
     {"seat"},
     cards_of_hand,
     .is = &dx_saboteur_atoms[HAS]},
    {"seats", "all seats", "seat", {NULL}, seats},
    {"goals", "all goals", "goal", {NULL}, goals},
    {"tunnels", "the kinds of tunnels", "card", {NULL}, tunnels},
    {0},
};
