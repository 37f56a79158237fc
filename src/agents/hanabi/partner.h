// agents/hanabi/partner.h -- a partner for people: it weighs for each seat by
// which reader it hints and reads (reader.h, game/kinds.h).

#ifndef DX_AGENTS_HANABI_PARTNER_H
#define DX_AGENTS_HANABI_PARTNER_H

#include "agents/hanabi/reader.h"
#include "game/agent.h"
#include "game/kinds.h"

typedef struct dx_hanabi_partner {
    dx_hanabi table; // by its own eyes
    unsigned me;
    dx_kinds_rule rule; // the last kind, the stranger, reads literally
    dx_kinds kinds;
    unsigned house; // the kind that speaks the house language; DX_NONE: none
    dx_hint_reader reader[DX_PLAYER_KINDS];
    dx_hint_heard heard[DX_PLAYER_KINDS]; // by each reader
    // How often a seat threw a later card than its oldest, which a hint had
    // named, and how often that one: does naming a card save it?
    uint8_t spared[DX_HANABI_SEATS], passed[DX_HANABI_SEATS];
    // Who gave the last hint that named a slot; DX_NONE: nobody.
    uint8_t giver[DX_HANABI_SEATS][DX_HANABI_SLOTS];
    // What could be played when an own slot was last named.
    uint32_t useful[DX_HANABI_SLOTS];
} dx_hanabi_partner;

extern const dx_agent dx_agent_partner;

// Which readers it counts on (partner_kinds.c): all that the parts make, the
// house language by far the likeliest.  `without` is left out; with `strike`
// so is every other that finds the meant card in the same way.
void dx_partner_begin(dx_hanabi_partner *partner, const dx_view *view,
                      double house, const dx_hint_reader *without, bool strike);
// One event further: what it says of who did it, and of the cards.
void dx_partner_note(dx_hanabi_partner *partner, dx_event event);

// How well a card goes with what the last hint about an own slot meant.
double dx_partner_fit(const dx_hanabi_partner *partner, unsigned slot,
                      unsigned kind);

// The move by so many imagined games (partner_search.c); `plain` is the policy
// without search.
dx_event dx_partner_search(const dx_hanabi_partner *partner,
                           const dx_policy *plain, const dx_view *view,
                           unsigned rollouts, dx_thought *thought);

// Is a slot to play, by one reader?
bool dx_partner_is_told(const dx_hanabi_partner *partner,
                        const dx_hint_scene *scene, unsigned reader,
                        unsigned seat, unsigned slot);

#endif
