// agents/yokai/belief.h -- what a player of Yokai holds of the colours.
//
// Each card may have some colours, and each colour has so many cards; besides,
// there may be things that are likely but not sure, each with the weight of a
// colouring in which it is not so.  How many colourings there are is counted
// exactly.  A *cloud* is a list of colourings with weights: all of them where
// they are few, and a fair sample where they are many.

#ifndef DX_AGENTS_YOKAI_BELIEF_H
#define DX_AGENTS_YOKAI_BELIEF_H

#include "agents/yokai/gather.h"

enum {
    DX_YOKAI_LIKELY_MAX = 40,
    DX_YOKAI_CLOUD_MAX = 4000, // so many colourings are all listed
    DX_YOKAI_DRAWS = 256,      // and so many are drawn where there are more
};

// Either the card has one of `colours`, or the colour of one of `others`; where
// neither is so, a colouring weighs `lapse` of what it would.
typedef struct dx_yokai_likely {
    uint8_t card, colours;
    dx_yokai_cards others;
    double lapse;
} dx_yokai_likely;

typedef struct dx_yokai_belief {
    unsigned cards, colours, copies;
    uint8_t may[DX_YOKAI_CARDS]; // colours, as bits
    unsigned likely_count;
    dx_yokai_likely likely[DX_YOKAI_LIKELY_MAX];
} dx_yokai_belief;

typedef struct dx_yokai_cloud {
    unsigned count;
    bool is_exact;
    double total; // the sum of the weights
    double weight[DX_YOKAI_CLOUD_MAX];
    dx_yokai_colouring colouring[DX_YOKAI_CLOUD_MAX];
    double chance[DX_YOKAI_CARDS][DX_YOKAI_COLOURS];
} dx_yokai_cloud;

// Anything is possible.
void dx_yokai_belief_init(dx_yokai_belief *belief, const dx_yokai *table);

// One more thing that is likely; past DX_YOKAI_LIKELY_MAX it is forgotten.
void dx_yokai_belief_add(dx_yokai_belief *belief, dx_yokai_likely likely);

// Strikes out the colours that no colouring has.  False: there is none, and
// nothing was changed.
bool dx_yokai_belief_close(dx_yokai_belief *belief);

// There must be a colouring.  Free with dx_free.
dx_yokai_cloud *dx_yokai_cloud_new(const dx_yokai_belief *belief,
                                   dx_random *random);

// Works out `total` and `chance` of a cloud that was filled otherwise.
void dx_yokai_cloud_weigh(dx_yokai_cloud *cloud, unsigned cards);

// The numbers of `count` colourings of the cloud, drawn by weight and spread
// evenly over it.
void dx_yokai_cloud_draw(const dx_yokai_cloud *cloud, unsigned count,
                         dx_random *random, unsigned *out);

// How uncertain a colour is, in bits.
double dx_yokai_cloud_bits(const dx_yokai_cloud *cloud, unsigned card);

// The chance that the card has the colour of one of the others.
double dx_yokai_cloud_same(const dx_yokai_cloud *cloud, unsigned card,
                           dx_yokai_cards others);

// The chance that all families are gathered on the board of the layout.
double dx_yokai_cloud_win(const dx_yokai_cloud *cloud,
                          const dx_yokai_layout *layout);

static inline unsigned dx_yokai_colour_of(const dx_yokai_colouring *colouring,
                                          unsigned card)
{
    unsigned colour = 0;
    while (!(colouring->family[colour] >> card & 1))
        colour++;
    return colour;
}

#endif
