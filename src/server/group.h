// server/group.h -- a control group for the programs that the server starts,
// where the system has such (Linux, version 2, and leave to make one).
//
// Each program gets a group of its own inside, named by its process; whatever
// it starts, in whatever session, is in there and is ended with it.  Without
// one a program that leaves its session outlives its game.

#ifndef DX_SERVER_GROUP_H
#define DX_SERVER_GROUP_H

#include <stdbool.h>

enum { DX_GROUP_PATH = 300 };

// Makes the group of this server, and ends what a server that was killed has
// left in its own; "" if there can be none.
void dx_group_open(char path[DX_GROUP_PATH]);
// Is empty now, and goes.
void dx_group_close(const char *path);

// Ends all that is in the group of a program.
void dx_group_end(const char *path, int process);
// Is nothing left of it?  Then it goes.
bool dx_group_is_gone(const char *path, int process);

#endif
