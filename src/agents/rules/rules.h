// agents/rules/rules.h -- agents read from text: an ordered list of rules.
//
//     agent report "the report's seven steps" for hanabi
//     "step 1": for i in slots(me): if K[me] playable(me,i) then play i
//     ...
//     "step 7": then discard 1
//
// The first rule whose condition its seat knows to hold, and whose move is
// legal, moves; its name and its condition are the reason.  Everything is asked
// of the seat's view (ask/ask.h), so a file cannot see more.
// docs/agent-files.md has the language.  The odds of a move are exact: a file
// can be assumed.

#ifndef DX_AGENTS_RULES_RULES_H
#define DX_AGENTS_RULES_RULES_H

#include "game/agent.h"

enum { DX_RULE_FILE_MAX = 1 << 16 }; // bytes of a file

// Reads an agent of one of `games`, which end with NULL.  It is called `name`,
// or as the file says where that is NULL.  The text is copied.  DX_ERR_SYNTAX
// or DX_ERR_INPUT with line and column.  Who uses it in a policy keeps it.
DX_MUST_USE dx_status dx_rule_agent_read(const char *text, size_t length,
                                         const char *name,
                                         const dx_game *const *games,
                                         dx_agent **out, dx_error *error);
void dx_rule_agent_free(dx_agent *agent); // NULL is fine

#endif
