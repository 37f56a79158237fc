// game/claims.h -- claims as who reads them has them: nodes in a store.

#ifndef DX_GAME_CLAIMS_H
#define DX_GAME_CLAIMS_H

#include "game/claim.h"
#include "worlds/deal_space.h"

typedef enum dx_claim_kind {
    DX_CLAIM_NUMBER,
    DX_CLAIM_COUNT,    // n(places, kinds)
    DX_CLAIM_ADD,      // a + b
    DX_CLAIM_AT_LEAST, // a >= b
    DX_CLAIM_NOT,
    DX_CLAIM_AND,
    DX_CLAIM_OR,
} dx_claim_kind;

typedef struct dx_claim_node {
    dx_claim_kind kind;
    int32_t number;
    uint64_t places, kinds; // sets, as in worlds/deal_space.h
    dx_claim a, b;
} dx_claim_node;

dx_claims *dx_claims_new(void);
void dx_claims_free(dx_claims *claims);
void dx_claims_clear(dx_claims *claims); // as if new
const dx_claim_node *dx_claims_at(const dx_claims *claims, dx_claim claim);

// What it comes to in a deal.
int dx_claim_value(const dx_claims *claims, dx_claim claim,
                   const dx_dealt *dealt);

#endif
