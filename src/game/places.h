// game/places.h -- where a game's hidden cards may lie, and who sees them.
//
// What is hidden from a bystander is one space of deals (worlds/deal_space.h):
// kinds with copies, places with a size and a set of kinds, bounds.  A seat is
// the set of places whose content it sees.  The law that everything rests on:
//
//     the worlds of a seat are the deals of the space that have in the places
//     it sees what it sees there, and they weigh what they weigh in the space.
//
// So one space serves every seat, and a mind within a mind is another set of
// places.  A game writes the functions below, a few lines each, and gets exact
// answers of every form at full size; tests/minds/board_test.c and
// tests/ask/judge_test.c hold them to the rules on small decks.

#ifndef DX_GAME_PLACES_H
#define DX_GAME_PLACES_H

#include "game/claim.h"
#include "game/event.h"
#include "worlds/deal_space.h"

// A choice that was made unseen: one of the cards of `kinds` in a place was
// taken for something (shown, say), and only `seats` saw which.  All see that
// it happened, and so that there is such a card; kinds that are chosen among
// have one copy.  What was chosen is a place of its own, of one card, that
// `seats` see: choice i is the place with the number of places plus i, in
// `held`, `fill` and in claims (dx_places_chosen).  A choice out of several
// places, of kinds of several copies or of a card that leaves is places and
// bounds (docs/adding-a-game.md).
typedef struct dx_choice {
    uint8_t place;  // it was chosen from
    uint64_t kinds; // that could be chosen
    uint16_t seats; // as bits
} dx_choice;

// A lot as its game lists it: cards that lie together, and where the table has
// them; what is not seen there is a hole, or none.
typedef struct dx_listed {
    unsigned size;
    unsigned seats; // that see it, as bits
    uint64_t kinds; // that may lie there
    uint8_t *card;  // its one card,
    uint32_t *set;  // or its cards, of kinds of one copy,
    uint8_t *row;   // or how many of each kind
    unsigned first; // the kind that `card` counts from
    uint64_t from;  // not 0: it is a choice, from this place
} dx_listed;

typedef struct dx_lot_list {
    unsigned kind_count, count, choice_count;
    uint8_t copies[DX_KINDS_MAX];
    dx_listed lot[DX_PLACES_MAX], choice[DX_PLACES_MAX];
} dx_lot_list;

// More than there is room for are counted and not written.
void dx_list_lot(dx_lot_list *list, dx_listed lot);

enum { DX_TOLD_MAX = 32 };

typedef struct dx_heard_claim {
    dx_claim claim;
    uint16_t seats; // as bits; 0: all, and it is so
    bool is;        // so
} dx_heard_claim;

// At least one card of `kinds` lies in `places`; or, where `most` is not 0,
// between `least` and `most` of them do.  It stands for so many `moves`; 0:
// one.
typedef struct dx_some {
    uint64_t places, kinds;
    uint16_t least, most;
    uint32_t moves;
} dx_some;

// Does it hold with so many cards?
static inline bool dx_some_holds(const dx_some *some, unsigned number)
{
    return some->most == 0 ? number > 0
                           : number >= some->least && number <= some->most;
}

static inline unsigned dx_some_moves(const dx_some *some)
{
    return some->moves == 0 ? 1 : some->moves;
}

enum { DX_SOMES_MAX = 128 };

// An argument of an event that names a card: one of those in `place` of the
// turn that follows, its kind less `less`.  DX_NONE: by then all know that it
// was `kind`.
typedef struct dx_brought {
    uint8_t arg, place, kind, less;
} dx_brought;

struct dx_places {
    // How many moves a seat had is known to all, but for its choices.
    bool moves_are_open;

    // Where it is not: how many legal moves `seat`, who is to move, has, or
    // that over a number that all know.  It is the number answered, and the
    // moves of each of `out` that holds; none: it has one move, to pass.  There
    // are *out_count of them, no two of the same cards, and `out` has room for
    // DX_SOMES_MAX.  NULL: nothing can be
    // said, and then chances are not reckoned under an assumption about how
    // seats move.
    unsigned (*factors)(const void *sight, unsigned seat, dx_some *out,
                        unsigned *out_count);

    // The name of a quantity of a seat and a kind: how many cards of a kind its
    // hand has, where a hand is one thing and nobody asks which card lies in
    // which of its places.  NULL: it is asked.
    const char *ledger;

    // The pack and all its lots, by which cards lie in which bytes of a table,
    // truth or sight; choices among them.  They are the places, numbered as
    // they are listed, and `space`, `choices`, `sees` and `held` follow where
    // the game leaves them out.  NULL: it has them all.
    void (*lots)(void *table, dx_lot_list *out);

    // The deals that a bystander's sight leaves, but for what follows from
    // choices.  Kinds keep their numbers through the game; places are numbered
    // from 0 as the sight has them.
    void (*space)(const void *sight, dx_deal_space *out);

    // What all have heard of the hidden cards besides, as one claim that holds
    // (game/heard.h); DX_CLAIM_LOST: the turn is beyond.  NULL: nothing.
    dx_claim (*heard)(const void *sight, dx_claims *out);
    // What only some were told: they know whether it is so, and all know that
    // they do.  Answers how many there are and writes at most DX_TOLD_MAX; `is`
    // as `own` has it, the sight of a seat that was told.  NULL: none.
    unsigned (*told)(const void *sight, const void *own, dx_claims *out,
                     dx_heard_claim *told);
    // The choices made so far, in their order; returns how many.  `out` has
    // room for DX_PLACES_MAX: more are counted and not written.  NULL: the
    // game has none.
    unsigned (*choices)(const void *sight, dx_choice *out);

    // Has anything been chosen unseen that is no `choice` (a card laid face
    // down)?  Then nobody has chances while nothing is assumed about how seats
    // choose.  NULL: never.
    bool (*hides_choices)(const void *sight);

    // The places whose content `seat` sees, by a bystander's sight; what was
    // chosen goes without saying.
    uint64_t (*sees)(const void *sight, unsigned seat);

    // Sets of two or more places of which `seat` knows what lies in them
    // together, and of none of them alone: it looked into a hand from which
    // cards had come and gone.  Writes at most DX_PLACES_MAX and answers how
    // many.  What lies in one of these together, as `own` has it: the sight of
    // a seat that knows it, or the truth; as in `held`.  NULL: there are none.
    unsigned (*sums)(const void *sight, unsigned seat, uint64_t *out);
    void (*summed)(const void *sight, const void *own, uint64_t sum,
                   uint8_t *out_copies);

    // The copies of each kind in a place of `sight`, a bystander's, as `own`
    // has it: the sight of a seat that sees the place, or the truth.
    // `out_copies` is all zeros and has room for DX_KINDS_MAX.
    void (*held)(const void *sight, const void *own, unsigned place,
                 uint8_t *out_copies);

    // Makes a truth of a bystander's sight: lays the cards of `dealt` into
    // its places, and what lies nowhere into the rest.  NULL: a world is more
    // than the places tell, and no table is made of one.
    void (*fill)(void *sight, const dx_dealt *dealt);

    // What one event (as a bystander sees it) does to a place: the cards that
    // were in it and are now known to all are added to `out_known`; answers
    // the places that have the others now.  NULL: cards stay where they are.
    uint64_t (*since)(const void *before, dx_event event, const void *after,
                      unsigned place, uint8_t *out_known);

    // The places of an earlier turn of which that cannot be told, by the
    // bystander's sights of both turns: cards come into a hand and leave it
    // unseen.  What is asked of them is then undecided.  NULL: none.
    uint64_t (*blurs)(const void *then, const void *now);

    // The hidden arguments of an event: by the bystander's sight before it and
    // at the turn that follows, when nature has done its part.  Writes at most
    // DX_ARGS and answers how many.  A place has all its cards from the events
    // between one turn and the next; where there are several, which event
    // brought which card is left open, and how seats move must not depend on
    // it.  NULL: worlds have no pasts, and so no weights under a policy.
    unsigned (*brought)(const void *before, dx_event event, const void *turn,
                        dx_brought *out);
};

// What a game says of its places, by its lots or by itself; `dx_places_laid` is
// its space without what was heard.
void dx_places_laid(const struct dx_places *places, const void *sight,
                    dx_deal_space *out);
unsigned dx_places_choices(const struct dx_places *places, const void *sight,
                           dx_choice *out);
uint64_t dx_places_sees(const struct dx_places *places, const void *sight,
                        unsigned seat);
void dx_places_held(const struct dx_places *places, const void *sight,
                    const void *own, unsigned place, uint8_t *out_copies);
// Of each place of a set, into the deal.
void dx_places_held_in(const struct dx_places *places, const void *sight,
                       const void *own, uint64_t set, dx_dealt *out);
// Lays the cards of a deal into the lots of a table: most of a `fill`.
void dx_places_lay(const struct dx_places *places, void *table,
                   const dx_dealt *dealt);

// The deals that a bystander's sight leaves, with what was heard: what is no
// bound, or was told to some, leaves the space beyond.
void dx_places_space(const struct dx_places *places, const void *sight,
                     dx_deal_space *out);
// The same, where what is no bound and what was told to some is counted and, up
// to DX_TOLD_MAX, written.
unsigned dx_places_told(const struct dx_places *places, const void *sight,
                        dx_deal_space *out, dx_claims *claims,
                        dx_heard_claim *told);

// The places of what was chosen from one of `from` and seen by just `seats`.
uint64_t dx_places_chosen(const struct dx_places *places, const void *sight,
                          uint64_t from, unsigned seats);

#endif
