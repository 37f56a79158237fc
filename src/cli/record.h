// cli/record.h -- a record named on the command line, at the turn asked for.

#ifndef DX_CLI_RECORD_H
#define DX_CLI_RECORD_H

#include "cli/command.h"
#include "game/record.h"

// The option of every command that reads a record.
#define DX_RECORD_OPTION                                                       \
    {                                                                          \
        "anyway", NULL, "use the sound part of a damaged record"               \
    }

// Reads the record at `path`.  One that is damaged (changed, or cut off) is an
// error; with --anyway the damage is said on stderr and what is sound before it
// is used.
DX_MUST_USE dx_status dx_cli_record_open(const dx_arguments *arguments,
                                         const char *path, dx_record **out,
                                         dx_error *error);

// The same for the record that is the first operand; that its game is not over
// is said too.
DX_MUST_USE dx_status dx_cli_record(const dx_arguments *arguments,
                                    dx_record **out, dx_error *error);

// The events up to --turn (the last turn if it is not given).  False, with a
// message, where the record does not go that far.
DX_MUST_USE bool dx_cli_turn(const dx_arguments *arguments,
                             const dx_record *record, unsigned *out_events);

// Reads --seat: a number from 1 or a player's name; DX_BYSTANDER where it is
// not given.  False, with a message, where there is no such seat.
DX_MUST_USE bool dx_cli_seat(const dx_arguments *arguments,
                             const dx_record *record, unsigned *out_seat);

#endif
