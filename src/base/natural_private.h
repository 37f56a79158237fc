// base/natural_private.h -- the limbs of large naturals, for natural*.c only.

#ifndef DX_BASE_NATURAL_PRIVATE_H
#define DX_BASE_NATURAL_PRIVATE_H

#include "base/natural.h"

#include <assert.h>
#include <gmp.h>

static_assert(GMP_NUMB_BITS == 64, "a limb is 64 bits");
static_assert(sizeof(void *) <= 8, "a pointer fills the low half");
static_assert(sizeof(dx_natural) == 16, "a natural is two words");

// Invariant: the highest limb is not 0; count <= room.
typedef struct dx_natural_limbs {
    uint32_t count, room;
    mp_limb_t limb[];
} limbs;

// The limbs of a number, lowest first; borrowed while it lives unchanged.
typedef struct view {
    const mp_limb_t *at;
    mp_size_t count;
    mp_limb_t pair[2];
} view;

static inline void look(const dx_natural *n, view *v)
{
    if (dx_natural_is_large(n)) {
        v->at = n->limbs->limb;
        v->count = n->limbs->count;
        return;
    }
    v->pair[0] = n->low;
    v->pair[1] = n->high;
    v->at = v->pair;
    v->count = n->high != 0 ? 2 : n->low != 0;
}

// The same as GMP's own type, to be read only.
static inline mpz_srcptr borrow(const view *v, mpz_t z)
{
    return mpz_roinit_n(z, v->at, v->count);
}

#endif
