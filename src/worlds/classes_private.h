// worlds/classes_private.h -- kinds and places that nothing tells apart.
//
// Arrangements do not care which kind a card is, only where it may lie and
// which bounds count it.  Kinds that every place and every bound treats alike
// are therefore one class of cards, and places that hold the same kinds and
// belong to the same bounds are one large place, whose content is spread over
// its members in (size choose sizes of the members) ways.  Twenty-five kinds
// in five slots without hints become one class of fifty cards in one place.
//
// Deals do tell kinds apart; to count them every kind and every place is a
// class of its own.

#ifndef DX_WORLDS_CLASSES_PRIVATE_H
#define DX_WORLDS_CLASSES_PRIVATE_H

#include "worlds/deal_space.h"

#include <stdbool.h>

enum { DX_NO_CLASS = 0xff, DX_NO_MAX = 0xff };

typedef struct dx_classes {
    unsigned kind_count, place_count, bound_count; // classes, not members
    uint8_t copies[DX_KINDS_MAX];
    dx_place place[DX_PLACES_MAX]; // sets of kind classes
    dx_bound bound[DX_BOUNDS_MAX]; // sets of classes; max may be DX_NO_MAX
    uint8_t kind_class[DX_KINDS_MAX], place_class[DX_PLACES_MAX];
    uint8_t kind_first[DX_KINDS_MAX], place_first[DX_PLACES_MAX]; // members
    dx_tally spreads; // arrangements for each arrangement of the classes
    bool is_empty;    // no deal satisfies it, seen without counting
} dx_classes;

// Copies of no kind and places of no card have no class.  Bounds that always
// hold are dropped.
void dx_classes_init(dx_classes *classes, const dx_deal_space *space,
                     bool merge);

#endif
