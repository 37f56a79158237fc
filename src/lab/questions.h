// lab/questions.h -- random questions of every form about a game.
//
// A form is a formula with letters in place of facts, seats and numbers; a
// question is one instance of it.  What is asked about is what the game hides:
// its facts and quantities that claim something of hidden places, and seldom
// what a bystander sees at once; where a game declares no places, any of them.
//
//     dx_text text = {0};
//     const dx_form *form = &dx_forms[i];
//     const dx_view *public = dx_match_view(match, DX_BYSTANDER);
//     if (dx_question_draw(form, NULL, public, seat, turn, &random, &text))
//         ... parse dx_text_string(&text), and ask it from `seat`

#ifndef DX_LAB_QUESTIONS_H
#define DX_LAB_QUESTIONS_H

#include "base/random.h"
#include "game/view.h"

// In a pattern: F G H facts; a the asker; b c other seats, all three different
// where there are enough; d e seats, each another than the one before; q a
// fraction; n a number; t a turn; Q a hidden quantity; X a fact about `x`, one
// of the type T.  Facts and seats are the same wherever their letter stands.
typedef struct dx_form {
    const char *name;    // of the form
    const char *group;   // of forms that are reported together
    const char *pattern; // NULL ends the list
    bool has_chances;
} dx_form;

// Ordered by group.
extern const dx_form dx_forms[];

// Writes an instance for the asking `seat` at turn `turn`, of which `public` is
// the view of a bystander; `about` are the names of facts and quantities to ask
// about, ended by NULL, or NULL for any.  False if the game has nothing of the
// kind.
bool dx_question_draw(const dx_form *form, const char *const *about,
                      const dx_view *public, unsigned seat, unsigned turn,
                      dx_random *random, dx_text *out);

#endif
