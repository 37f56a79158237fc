// ask/lens_private.h -- the inside of a lens.

#ifndef DX_ASK_LENS_PRIVATE_H
#define DX_ASK_LENS_PRIVATE_H

#include "ask/lens.h"
#include "ask/lens_hands.h"
#include "ask/question.h"

// A board may take a tenth of what a question may.
enum { DX_LENS_SHARE = 10 };

struct dx_lens {
    dx_rules rules;
    dx_lens_options options;
    dx_frames *frames;
    dx_eyes *eyes;
    dx_factors_list factors;
    dx_chronicle *chronicle; // NULL while nobody asked
    dx_formulas *store;
    // Until the next event.
    bool has_board;
    dx_lens_board board;
    dx_lens_hands *hands; // NULL while nobody looked at them
    DX_VECTOR(dx_lens_answer *) answers;
};

// How the lens asks: from its own turns, under its limits.
dx_ask_options dx_lens_asking(const dx_lens *lens);

// A question of the lens's moment, without its formula; the caller releases its
// grounding.
dx_question dx_lens_question(const dx_lens *lens,
                             const dx_ask_options *options);

// What a look may cost; the seat as it looks; and the error of one that took
// too long.
dx_effort dx_lens_effort(const dx_lens *lens);
dx_looker dx_lens_looker(dx_lens *lens);
DX_MUST_USE dx_status dx_lens_too_much(const dx_effort *effort,
                                       dx_error *error);

dx_assumption_kind dx_lens_assumes(const dx_lens *lens);

// What listing believed worlds may take, and what it told.
dx_listing_limits dx_lens_listing_limits(const dx_lens *lens);
void dx_lens_tell_account(dx_lens *lens, const dx_account *account);

// Has the place chances?  How many values its fact can have.
static inline bool dx_lens_is_weighed(const dx_lens_board *b, unsigned place)
{
    return b->has_chances && (b->weighed >> place & 1) != 0;
}
static inline unsigned dx_lens_values(const dx_lens_board *b, unsigned place)
{
    const dx_place_word *word = &b->words.of[place];
    return word->atom == NULL
               ? 0
               : dx_type_values(b->words.rules, word->atom->type[word->last]);
}

// How many cards of a value a hand has.
unsigned dx_lens_hand_number(const dx_hand_claim *hand, const dx_dealt *dealt,
                             unsigned value);

// Puts the hands of a game that has them into the board.
void dx_lens_list_hands(dx_lens *lens);
void dx_lens_hands_free(dx_lens_hands *hands);

// A place of a board in words, and what removed what from it.  The story says
// when its cards came, where others are called alike; NULL: it is not said.
void dx_lens_place_say(dx_lens *lens, const dx_lens_board *board,
                       unsigned place, const dx_place_story *story,
                       dx_text *out);
void dx_lens_story_say(dx_lens *lens, const dx_lens_board *board,
                       unsigned place, const dx_place_story *story,
                       dx_text *out);

// "your card 4", where a card lay that lies in another place now; false: it lay
// there, or in none that has a name.
bool dx_lens_was_say(dx_lens *lens, unsigned place, uint64_t from,
                     dx_text *out);

// What lies in places of a deal, "a; b; c".
void dx_lens_deal_facts(dx_lens *lens, const dx_lens_board *board,
                        uint64_t places, const dx_dealt *dealt, dx_text *out);

void dx_lens_answer_free(dx_lens_answer *answer);

#endif
