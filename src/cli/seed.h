// cli/seed.h -- the seed of a game, and who may know it.
//
// Who knows the seed knows every card.  Programs outside run with the rights of
// whoever started them and can read the command lines of other processes, so a
// seed on ours is blotted out before a program starts.  The command lines of
// those who started us (a shell script, mpirun, timeout) are not ours to
// change:
// --seed-file keeps the seed off them too.

#ifndef DX_CLI_SEED_H
#define DX_CLI_SEED_H

#include "cli/command.h"

// clang-format off
#define DX_SEED_OPTIONS                                                        \
    {"seed", "N", "the deal and all chance; printed if chosen for you"},       \
    {"seed-file", "FILE", "the first word of FILE is the seed; - is stdin"}
// clang-format on

// The seed that --seed or --seed-file gives, or one of the machine's own.  0,
// or an exit code with a message.  Where a seat is a program, the seed is not
// on the command line any more afterwards.
int dx_cli_seed(const dx_arguments *arguments, uint64_t *out);

// Was it given?  Then it needs not be told.
bool dx_cli_seed_given(const dx_arguments *arguments);

#endif
