// Any text is refused with a place, or read as an assumption that prints as
// text that is read as the same one.

#include "minds/assumption.h"
#include "agents/agents.h"
#include "base/memory.h"
#include "games/games.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const dx_assumption *a, const dx_rules *rules)
{
    dx_text out = {0}, same = {0};
    dx_assumption again;
    dx_assumption_print(a, rules, &out);
    if (dx_assumption_parse(dx_agents(), dx_text_string(&out), rules, &again,
                            NULL) != DX_OK)
        abort();
    dx_assumption_print(&again, rules, &same);
    if (strcmp(dx_text_string(&out), dx_text_string(&same)) != 0 ||
        a->kind != again.kind || a->refutation != again.refutation)
        abort();
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++)
        if (!dx_policy_same(&a->policy[seat], &again.policy[seat]) ||
            !dx_fraction_equal(a->lapse[seat], again.lapse[seat]))
            abort();
    dx_text_release(&out);
    dx_text_release(&same);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = dx_copy_text_part((const char *)data, size);
    dx_rules rules;
    dx_assumption assumption;
    dx_error error = {0};
    if (dx_rules_parse(dx_games(), "hanabi(players=3)", &rules, NULL) != DX_OK)
        abort();
    if (dx_assumption_parse(dx_agents(), text, &rules, &assumption, &error) ==
        DX_OK)
        check(&assumption, &rules);
    else if (error.line != 1 || error.column == 0 ||
             error.column > strlen(text) + 1 || error.message[0] == '\0')
        abort();
    dx_free(text);
    return 0;
}
