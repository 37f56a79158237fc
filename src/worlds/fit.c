// Bipartite matching by augmenting paths, kinds with room for several places.

#include "worlds/fit.h"

#include <string.h>

typedef struct matching {
    const uint64_t *kinds;
    uint64_t open;               // kinds with copies left
    uint64_t fresh;              // kinds that this search has not met
    uint64_t held[DX_KINDS_MAX]; // places that hold the kind
    uint8_t left[DX_KINDS_MAX];
    uint8_t kind[DX_PLACES_MAX];
} matching;

static void give(matching *match, unsigned place, unsigned kind)
{
    match->kind[place] = (uint8_t)kind;
    match->held[kind] |= DX_BIT(place);
}

// Finds a card for `place`: an open one, or one whose holder finds another.
// Each kind is met once, so the depth is at most the number of kinds.
static bool serve(matching *match, unsigned place)
{
    uint64_t open = match->kinds[place] & match->open;
    if (open != 0) {
        unsigned kind = (unsigned)__builtin_ctzll(open);
        give(match, place, kind);
        if (--match->left[kind] == 0)
            match->open &= ~DX_BIT(kind);
        return true;
    }
    for (uint64_t tries; (tries = match->kinds[place] & match->fresh) != 0;) {
        unsigned kind = (unsigned)__builtin_ctzll(tries);
        match->fresh &= ~DX_BIT(kind);
        for (uint64_t held = match->held[kind]; held != 0; held &= held - 1) {
            unsigned holder = (unsigned)__builtin_ctzll(held);
            if (!serve(match, holder))
                continue;
            match->held[kind] &= ~DX_BIT(holder);
            give(match, place, kind);
            return true;
        }
    }
    return false;
}

bool dx_places_fit(const uint64_t *kinds, unsigned place_count,
                   const uint8_t *copies, unsigned kind_count,
                   uint8_t *out_kind)
{
    matching match = {.kinds = kinds};
    DX_REQUIRE(place_count <= DX_PLACES_MAX, "places <= DX_PLACES_MAX");
    DX_REQUIRE(kind_count <= DX_KINDS_MAX, "kinds <= DX_KINDS_MAX");
    for (unsigned kind = 0; kind < kind_count; kind++) {
        match.left[kind] = copies[kind];
        if (copies[kind] > 0)
            match.open |= DX_BIT(kind);
    }
    uint64_t there_are = match.open;
    for (unsigned place = 0; place < place_count; place++) {
        match.fresh = there_are;
        if (!serve(&match, place))
            return false;
    }
    if (out_kind != NULL)
        memcpy(out_kind, match.kind, place_count);
    return true;
}
