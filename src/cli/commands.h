// cli/commands.h -- the commands of doxa, one file each in this folder.

#ifndef DX_CLI_COMMANDS_H
#define DX_CLI_COMMANDS_H

#include "cli/command.h"

extern const dx_command dx_command_ask;
extern const dx_command dx_command_bot;
extern const dx_command dx_command_check;
extern const dx_command dx_command_convert;
extern const dx_command dx_command_draw;
extern const dx_command dx_command_exercise;
extern const dx_command dx_command_export;
extern const dx_command dx_command_games;
extern const dx_command dx_command_new_game;
extern const dx_command dx_command_help;
extern const dx_command dx_command_import;
extern const dx_command dx_command_lens;
extern const dx_command dx_command_match;
extern const dx_command dx_command_mcp;
extern const dx_command dx_command_play;
extern const dx_command dx_command_replay;
extern const dx_command dx_command_rules;
extern const dx_command dx_command_reproduce;
extern const dx_command dx_command_sat;
extern const dx_command dx_command_serve;
extern const dx_command dx_command_store;
extern const dx_command dx_command_tournament;
extern const dx_command dx_command_train;
extern const dx_command dx_command_valid;
extern const dx_command dx_command_plan;

// Prints all there is to say about `command`; returns DX_EXIT_YES.
int dx_help_about(const dx_command *command);

// Prints the completions for bash, zsh or fish; false if it is none of them.
bool dx_print_completion(const char *shell);

#endif
