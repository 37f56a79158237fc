// minds/turn/scope.h -- the numbers of cards that a formula can tell apart.
//
// A formula about a world is a function of a few numbers n(P,S): how many
// cards of the kinds S lie in the places P.  A scope is the list of those that
// matter to something, all of one turn; a *vector* has their values, a byte
// each.  Numbers are brought into one form before they are compared: places
// that are empty or can hold none of the kinds fall away, places that can hold
// nothing else count what they hold, and kinds that no place can hold are left
// out.
//
// A *floor* says that smaller values are as good as this one, a *ceiling* that
// larger ones are: with "at least three" in mind all up to two are alike, and
// all from three on.

#ifndef DX_MINDS_TURN_SCOPE_H
#define DX_MINDS_TURN_SCOPE_H

#include "base/vector.h"
#include "minds/turn/frame.h"

enum { DX_SLOT_NONE = UINT16_MAX, DX_ENTRIES_MAX = 60000 };

typedef struct dx_entry {
    uint64_t places, kinds;
    uint8_t floor, ceiling;
} dx_entry;

static inline uint8_t dx_entry_clamp(const dx_entry *entry, unsigned value)
{
    return (uint8_t)(value < entry->floor     ? entry->floor
                     : value > entry->ceiling ? entry->ceiling
                                              : value);
}

// Which values matter.
typedef struct dx_span {
    unsigned floor, ceiling;
} dx_span;

static inline dx_span dx_span_all(void)
{
    return (dx_span){0, UINT8_MAX};
}

typedef struct dx_number_scope {
    const dx_frame *frame;
    DX_VECTOR(dx_entry) entries;
} dx_number_scope;

// A number as a scope has it: vector[slot] + add, or `add` alone.
// `is_less`: add - vector[slot].
typedef struct dx_reading {
    uint16_t slot;
    int16_t add;
    bool is_less;
} dx_reading;

static inline unsigned dx_reading_value(dx_reading reading,
                                        const uint8_t *vector)
{
    int value = reading.add;
    if (reading.slot != DX_SLOT_NONE)
        value += reading.is_less ? -vector[reading.slot] : vector[reading.slot];
    return (unsigned)value;
}

// Brings n(places, kinds) of a turn into its one form; answers what is known of
// it and to be added.
unsigned dx_scope_tidy(const dx_frame *frame, uint64_t *places,
                       uint64_t *kinds);

// n(places, kinds), of which the values in `matters` matter; added to the scope
// if it is new.
dx_reading dx_scope_read(dx_number_scope *scope, uint64_t places,
                         uint64_t kinds, dx_span matters);

// The values of all numbers, as `own` (a sight that sees their places, or the
// truth) has the cards; the caller frees the vector.
uint8_t *dx_scope_values(const dx_number_scope *scope, const dx_places *places,
                         const void *own);

void dx_scope_release(dx_number_scope *scope);

#endif
