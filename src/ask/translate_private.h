// ask/translate_private.h -- the inside of a translator.

#ifndef DX_ASK_TRANSLATE_PRIVATE_H
#define DX_ASK_TRANSLATE_PRIVATE_H

#include "ask/translate.h"
#include "base/vector.h"
#include "game/claims.h"

// An announcement and those before it.
typedef struct dx_announced {
    dx_formula said;
    uint32_t before; // number of the one before; 0: none
    uint64_t seats;  // who heard it, as bits
    bool whether;    // they heard whether it is so, and it may be not
} dx_announced;

// A mind that is asked for: what is asked of whose worlds, and when.
typedef struct dx_mind_wanted {
    dx_mind_kind kind;
    uint64_t seats; // whose sights are put together; 0: a bystander's
    uint64_t sees;
    dx_formula asked, given;
    const dx_frame *frame;
    uint32_t heard;
    bool is_part; // of a mind by cases
} dx_mind_wanted;

// One that was made.
typedef struct dx_mind_made {
    dx_mind_wanted wanted;
    dx_mind_id mind;
} dx_mind_made;

struct dx_translator {
    const dx_question *question;
    dx_formulas *store;
    dx_frames *frames;
    dx_inquiry *inquiry;
    bool closes;
    unsigned levels;
    DX_VECTOR(dx_announced) hearings; // number 0 is not used
    DX_VECTOR(dx_mind_made) minds;
    dx_claims *claims;
    dx_error *error;
};

// The seats named by the agents among the operands from `first` on, as bits;
// false if one is no seat.
bool dx_translator_seats(const dx_translator *translator, dx_formula f,
                         size_t first, size_t behind, uint64_t *out);

// The places that `seats` see together.
uint64_t dx_frame_seen_by(const dx_frame *frame, uint64_t seats);

// The operands of a formula that are asked in their turn, and whose mind asks
// them.
typedef struct dx_asked_parts {
    bool is_known;             // there is a translation
    size_t first, behind;      // the operands
    size_t seat, seats_behind; // who: operands too; none: no other mind
} dx_asked_parts;
dx_asked_parts dx_asked_parts_of(const dx_formulas *store, dx_formula f);

// A place by which the mind should be asked case by case (ask/cases.c);
// DX_NONE: there is none.
unsigned dx_translator_case(dx_translator *translator,
                            const dx_mind_wanted *wanted);

#endif
