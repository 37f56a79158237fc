// minds/place_words.h -- what places and kinds are called.
//
// A game names its hidden places by its facts: `holds(1,2,r3)` says of one
// place and one kind that the one has the other.  So the place is `holds(1,2)`
// and the kind `r3`, and a cell of a board is a fact that can be asked about.
// The first fact of the game that speaks of one place and one kind gives the
// names.  A place of which none does is called by one that speaks of it among
// others, as a card of a hand is: `has(2)`.

#ifndef DX_MINDS_PLACE_WORDS_H
#define DX_MINDS_PLACE_WORDS_H

#include "base/text.h"
#include "minds/turn/frame.h"

// `holds(1,2)`: all arguments of an atom but the last, which is the kind.
typedef struct dx_place_word {
    const dx_atom *atom; // NULL: no fact speaks of it
    int args[DX_TERM_ARGS];
    unsigned last; // the argument that is the kind
    bool is_wide;  // other places have the same name
    // Where no fact speaks of it: one of the same arguments that speaks of
    // cards of which some have left; NULL: none.
    const dx_atom *was;
    int value[DX_KINDS_MAX]; // of the last argument for each kind; -1: unknown
} dx_place_word;

typedef struct dx_place_words {
    const dx_rules *rules;
    dx_place_word of[DX_PLACES_MAX];
    // A fact whose last argument names a kind, whatever its places; NULL: none.
    struct {
        const dx_atom *atom;
        int value;
    } kind[DX_KINDS_MAX];
} dx_place_words;

// The last argument of a fact of places, which names the kind.
unsigned dx_atom_last(const dx_atom *atom);

// The names of the places of a frame.
void dx_place_words_find(const dx_rules *rules, const dx_frame *frame,
                         dx_place_words *out);

// A place whose fact has a word for the kind, this one if it does; DX_NONE: no
// place has.
unsigned dx_place_words_naming(const dx_place_words *words, unsigned place,
                               unsigned kind);

// "holds(1,2)" or "place 3", and "r3" or "kind 4".
void dx_place_words_place(const dx_place_words *words, unsigned place,
                          dx_text *out);
void dx_place_words_kind(const dx_place_words *words, unsigned place,
                         unsigned kind, dx_text *out);

#endif
