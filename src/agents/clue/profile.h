// agents/clue/profile.h -- what the questions of others say about their cards.
//
// Nobody asks at random.  Who thinks before it asks names what it does not
// know, hardly ever a card that it was shown, and fills up with cards of its
// own: a room at first, since most rooms are unknown, suspects and weapons
// later.  And who asked in vain and did not accuse has one of the three.  So a
// question weighs the worlds by how likely it is there, and worlds are drawn
// by these weights.

#ifndef DX_AGENTS_CLUE_PROFILE_H
#define DX_AGENTS_CLUE_PROFILE_H

#include "agents/clue/study.h"

// How likely all questions of others than `seat` are in a world; `trust` is the
// chance that they think, else every question is as likely.
double dx_clue_profile(const dx_clue *world, unsigned seat, double trust);

// As dx_clue_study_worlds for the own seat of a view, and weighed.
dx_clue_worlds dx_clue_profile_worlds(const dx_clue_study *study,
                                      const dx_view *view, unsigned count,
                                      double trust, dx_random *random);

#endif
