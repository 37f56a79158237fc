// lab/crew.h -- the outside programs of one table, kept from game to game.
//
// A program is started when it is first needed and plays on in later games;
// a line-up that has the same command twice gets two of them.  A crew belongs
// to one thread.

#ifndef DX_LAB_CREW_H
#define DX_LAB_CREW_H

#include "agents/outsider.h"

typedef struct dx_crew dx_crew;

// Borrows nothing.
dx_crew *dx_crew_new(const dx_outsider_options *options);
void dx_crew_free(dx_crew *crew); // says bye to all; NULL is fine

// A program of `command` (borrowed as long as the crew lives) that does not
// play yet; it is the crew's.
DX_MUST_USE dx_status dx_crew_take(dx_crew *crew, const char *command,
                                   dx_outsider **out_outsider, dx_error *error);

// The game is over: nobody plays.
void dx_crew_rest(dx_crew *crew);

#endif
