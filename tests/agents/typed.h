// agents/typed.h -- rules and policies as they are typed, for tests; what does
// not parse fails the test with the parser's words.

#ifndef DX_TESTS_AGENTS_TYPED_H
#define DX_TESTS_AGENTS_TYPED_H

#include "game/agent.h"

// "gofish(players=3)", of all games.
dx_rules rules_of(const char *text);

// "planner(beliefs=ranks)", of all agents that play these rules.
dx_policy policy_of(const char *text, const dx_rules *rules);

#endif
