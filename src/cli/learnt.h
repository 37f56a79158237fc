// cli/learnt.h -- agents from files: what `doxa train` wrote, and rules (.da).

#ifndef DX_CLI_LEARNT_H
#define DX_CLI_LEARNT_H

#include "agents/gofish/train.h"
#include "base/vector.h"
#include "cli/command.h"

// clang-format off
#define DX_LEARNT_OPTION                                                       \
    {"learnt", "FILE", "what doxa train wrote plays as the agent 'learnt'"}
// clang-format on

// All agents, the one of --learnt if it was given, and those of files of rules
// (agents/rules/rules.h) that sit at a table or are assumed: --seats
// ./mine.da,greedy.
typedef struct dx_cli_learnt {
    dx_gofish_learnt *learnt; // NULL: none
    DX_VECTOR(dx_agent *) files;
    const dx_agent **agents; // end with NULL
} dx_cli_learnt;

DX_MUST_USE dx_status dx_cli_learnt_open(const dx_arguments *arguments,
                                         dx_cli_learnt *out, dx_error *error);
void dx_cli_learnt_close(dx_cli_learnt *learnt);

#endif
