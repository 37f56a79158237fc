// agents/hanabi/reader.h -- what a hint means: a convention as data.
//
// A reader is put together from parts: which of the named cards is meant, what
// a number says of it, what a colour says.  Two functions go with it: what a
// hint tells its receiver, as a set of kinds for each slot, and whether that is
// right in a world.  All that a reading uses is public, so giver, receiver and
// bystanders read the same; but for readers that look ahead, who count cards
// in third hands.
//
// A card is *to play* if its set is, but for dead kinds, within what can be
// played now; one that a hint has named and that is not to play is kept.

#ifndef DX_AGENTS_HANABI_READER_H
#define DX_AGENTS_HANABI_READER_H

#include "game/view.h"
#include "games/hanabi/hanabi.h"

// Which card a hint is about.  Cards named for the first time come before
// those that were named already.
typedef enum dx_hint_meant {
    DX_MEANT_NONE,   // none: a hint is a fact and no more
    DX_MEANT_NEWEST, //
    DX_MEANT_OLDEST,
    DX_MEANT_CHOP, // the card that would be thrown next, else the newest
} dx_hint_meant;

// What a number says of it.
typedef enum dx_hint_number {
    DX_HINT_NUMBER_PLAY, // it can be played; if it cannot, keep what is named
    DX_HINT_NUMBER_ONES, // the same, but ones are all to play
    DX_HINT_NUMBER_ALL,  // all named can be played, unless the next throw is
                         // named: that is a warning
    DX_HINT_NUMBER_SAVE, // it can be played; the next throw may also be a 2, a
                         // top card or a last copy
    DX_HINT_NUMBER_KEEP, // keep what is named
} dx_hint_number;

// What a colour says of it.
typedef enum dx_hint_colour {
    DX_HINT_COLOUR_PLAY, // it can be played
    DX_HINT_COLOUR_SAVE, // it can be played; the next throw may also be a last
                         // copy, but no top card
    DX_HINT_COLOUR_KEEP, // keep what is named
} dx_hint_colour;

typedef struct dx_hint_reader {
    uint8_t meant, number, colour;
    // Cards that are to play, known or in a hand that giver and receiver see,
    // count as played; and good touch: what a hint names is not dead, nor a
    // second copy of a named card that both see.
    bool ahead;
    // A card may also be one behind what can be played, if the card between
    // lies where somebody else plays it unasked: H-group's second level.
    bool through;
} dx_hint_reader;

extern const dx_hint_reader dx_reader_literal, dx_reader_beginner,
    dx_reader_smart, dx_reader_hgroup, dx_reader_hgroup2;

// What all hints so far have told, by one reader: a set for each slot.
typedef struct dx_hint_heard {
    uint32_t set[DX_HANABI_SEATS][DX_HANABI_SLOTS];
    // Slots that a hint to somebody else calls for: as good as named.
    uint8_t called[DX_HANABI_SEATS];
    // What a card of `to` may be only if this seat, on its next turn, plays
    // what it was not told of; 0: nothing.
    struct {
        uint32_t kinds;
        uint8_t to, slot;
    } waits[DX_HANABI_SEATS];
} dx_hint_heard;

// A table and what its piles make of the kinds.
typedef struct dx_hint_scene {
    const dx_hanabi *table;            // hands may have holes
    uint32_t playable, dead, critical; // dead: never of use again
} dx_hint_scene;

dx_hint_scene dx_scene_of(const dx_hanabi *table);

// What a hint (its slots filled in) tells the receiver, at the table before
// it: the sets of all slots of that hand, and the slot that is meant, DX_NONE
// if no one is.
typedef struct dx_hint_reading {
    unsigned meant;
    uint32_t set[DX_HANABI_SLOTS];
    uint32_t goal;  // the kinds that are to play, those of soon included
    uint32_t saves; // those to keep that the meant card may be
    uint32_t later; // those behind a card that somebody plays unasked
    uint32_t later_by[DX_HANABI_SEATS]; // and who
    unsigned fresh, named; // slots that it names first; all that are named
} dx_hint_reading;

void dx_reader_read(const dx_hint_reader *reader, const dx_hint_scene *scene,
                    const dx_hint_heard *heard, dx_event hint,
                    dx_hint_reading *out);

// The slot that the hint makes its receiver play, by the hand it has; DX_NONE:
// none.
unsigned dx_reader_made_play(const dx_hint_reader *reader,
                             const dx_hint_scene *scene,
                             const dx_hint_heard *heard, dx_event hint);

// Is it right if this is the receiver's hand?
bool dx_reading_is_right(const dx_hint_reading *reading, const dx_hanabi *table,
                         unsigned seat, const uint8_t *hand);

// Folds an event into what was heard; `scene` is before it.  What is read
// through other hands depends on whose eyes the scene is by.
void dx_reader_hear(const dx_hint_reader *reader, const dx_hint_scene *scene,
                    dx_hint_heard *heard, dx_event event);
void dx_heard_begin(dx_hint_heard *heard);
// All that was heard, by the eyes of the view.
void dx_heard_by_eyes(const dx_hint_reader *reader, const dx_view *view,
                      dx_hint_heard *out);

// The kinds that a slot can be by what was heard; by hints alone, if that is
// nothing.
static inline uint32_t dx_heard_set(const dx_hint_heard *heard,
                                    const dx_hanabi *table, unsigned seat,
                                    unsigned slot)
{
    uint32_t both = heard->set[seat][slot] & table->could[seat][slot];
    return both != 0 ? both : table->could[seat][slot];
}

// Is a slot named, or called for?
static inline bool dx_is_named(const dx_hint_heard *heard,
                               const dx_hanabi *table, unsigned seat,
                               unsigned slot)
{
    return (table->touched[seat] | heard->called[seat]) >> slot & 1;
}

// Is a named card of such a set to play, if `goal` can be played?
static inline bool dx_is_to_play(const dx_hint_scene *scene, uint32_t set,
                                 uint32_t goal)
{
    set &= ~scene->dead;
    return set != 0 && (set & ~goal) == 0;
}

// The slot that a seat throws next: the oldest that no hint has named; DX_NONE
// if all are named.
unsigned dx_next_throw(const dx_hanabi *table, unsigned seat);

// A hint with the slots that it names.
dx_event dx_hint_named(const dx_hanabi *table, dx_event hint);

// What a hint does to its receiver by one reader, by the eyes of one who sees
// that hand: how many cards are newly to play and can be; how many are and
// cannot, or are another copy of one that is; how many playable ones are no
// longer to play.  `taken` are kinds that somebody else is to play.
typedef struct dx_hint_effect {
    uint8_t right, wrong, lost;
    bool is_true; // dx_reading_is_right
    // Who takes it for a call to play a card unasked, DX_NONE: nobody; and does
    // it then play the card that is wanted?
    uint8_t called;
    bool call_is_right;
} dx_hint_effect;

dx_hint_effect dx_reader_effect(const dx_hint_reader *reader,
                                const dx_hint_scene *scene,
                                const dx_hint_heard *heard, dx_event hint,
                                uint32_t taken);

// What people call it, as in "the house language".
const char *dx_reader_name(const dx_hint_reader *reader);

// Tells what the last hint to each hand that has not moved since says to its
// receiver, if each giver goes by its reader: a line each.
void dx_readers_tell(const dx_hint_reader *const *of_giver, const dx_view *view,
                     dx_text *out);

#endif
