// minds/inquiry/patterns.h -- facts that are one of many ways to lay a few
// cards.
//
// "These four cards are red, or those four, or ..." is told by a hundred
// numbers of cards, of which a mind would have to keep all apart.  But at most
// one of the ways is so, and each says just what lies in some places.  Such a
// fact is a *pattern*.  A mind that is asked about one need not lay what is
// hidden in all ways: with w(f) for what the worlds weigh in which f holds,
//
//     w(f) = w(f with "no" for the pattern)
//          + the sum, over the ways, of w(f with "yes", and laid that way)
//                                     - w(f with "no", and laid that way),
//
// since a world laid in no way is counted once, by the first line, and one that
// is laid in a way is counted by the first line, taken out again and counted
// with "yes".  With the cards of a way in their places there is little left to
// lay, and what is asked is often settled.
//
// A pattern may be several such facts together ("and so are the blue ones"):
// its ways are those of all of them that can be put together.
//
// A mind *folds* the patterns that are asked of its worlds, if all that is
// hidden from it can be laid in any way; elsewhere the numbers speak.

#ifndef DX_MINDS_INQUIRY_PATTERNS_H
#define DX_MINDS_INQUIRY_PATTERNS_H

#include "minds/inquiry/inquiry_private.h"

// What is asked with the patterns that are in it marked as such.
dx_inquiry_node dx_inquiry_fold(dx_inquiry *inquiry, dx_inquiry_node node);

// Are there patterns in what is asked of a mind's worlds, and can it fold them?
// Then they are listed with the mind.  Before anything is settled.
bool dx_mind_can_fold(dx_inquiry *inquiry, dx_mind_data *mind);

// The numbers of its own scope that a mind needs which folds.
void dx_mind_read_patterns(dx_inquiry *inquiry, dx_mind_data *mind);

// Looks at all worlds of a mind that folds.  An example is the kinds that lie
// in the places, one byte each.
void dx_mind_survey_patterns(dx_inquiry *inquiry, dx_mind_data *mind,
                             const uint8_t *self, dx_finding *out);

#endif
