// cli/moment.h -- a moment of a record as a model in the .dx format.

#ifndef DX_CLI_MOMENT_H
#define DX_CLI_MOMENT_H

#include "cli/command.h"
#include "game/record.h"

// The worlds of the table after `events` events; with --card CARD the small
// model of that one card (Kemps).
DX_MUST_USE dx_status dx_cli_moment(const dx_arguments *arguments,
                                    const dx_record *record, unsigned events,
                                    dx_text *out, dx_error *error);

// The paper's event model, and what happened as its events (Go Fish).
DX_MUST_USE dx_status dx_cli_event_model(const dx_record *record,
                                         unsigned events, dx_text *out,
                                         dx_error *error);

#endif
