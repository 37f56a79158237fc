// minds/inquiry/chains.h -- what was so at some turn, or at all: one bit that
// runs along while a hand is listed.
//
// "Once you knew it" asks of every turn what another mind knew there, and that
// mind had the first cards of its hand: which these were at each of fifty turns
// nobody can list.  But as a hand is listed card by card, its first cards are
// at hand; whether the other knew is asked then, and all that is kept is
// whether it was so at one of the turns so far.
//
// A *chain* is such an "or" or "and" among what a mind is asked, a *link* one
// of its operands; what one mind knew at one turn is a chain of one link.
// Where a chain is used, its node is read from a number of the inner scope that
// stands for no cards.

#ifndef DX_MINDS_INQUIRY_CHAINS_H
#define DX_MINDS_INQUIRY_CHAINS_H

#include "base/vector.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dx_link {
    uint32_t node;
    size_t first, count; // of the slots of the inner scope that it reads
} dx_link;

typedef struct dx_chain {
    uint32_t node;
    bool is_or;
    uint16_t slot;       // that will have its value
    size_t first, count; // of the links
} dx_chain;

typedef struct dx_chains {
    DX_VECTOR(dx_chain) of;
    DX_VECTOR(dx_link) links;
    DX_VECTOR(uint16_t) slots;
    bool
        *is_only_here; // of each slot of the inner scope: nothing else reads it
    // Does a link hold where the inner scope has these numbers?
    bool (*holds)(void *context, uint32_t node, const uint8_t *vector);
    void *context;
} dx_chains;

struct dx_inquiry;
struct dx_mind_data;

// The chains of a mind of which all nodes are settled, before it is planned;
// NULL if there are none.  Adds to its inner scope.
dx_chains *dx_inquiry_find_chains(struct dx_inquiry *inquiry,
                                  struct dx_mind_data *mind);

// The plan uses them: their nodes are read from the slots from now on.
void dx_inquiry_use_chains(struct dx_inquiry *inquiry, dx_chains *chains);

void dx_chains_free(dx_chains *chains);

#endif
