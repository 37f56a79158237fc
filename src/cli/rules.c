// doxa rules: how a game is played, on one screen, and how its players talk.

#include "agents/agents.h"
#include "base/wrap.h"
#include "cli/commands.h"
#include "cli/door.h"
#include "cli/named.h"
#include "game/agent.h"
#include "words/sheet.h"

#include <stdio.h>
#include <string.h>

static void say_talk(const dx_agent *agent, dx_text *out)
{
    dx_text line = {0};
    dx_wrap wrap = {.out = out, .indent = 4};
    dx_text_printf(&line, "  %s: \"%s\"%s", agent->name, agent->talk,
                   agent->people ? "" : " (not beside people)");
    dx_wrap_add(&wrap, " ");
    dx_wrap_words(&wrap, dx_text_string(&line) + 2);
    dx_wrap_end(&wrap);
    dx_text_release(&line);
}

static void say_talks(const dx_game *game, dx_text *out)
{
    static const char title[] = "How they play and talk\n";
    size_t before = out->length;
    dx_text_add(out, title);
    for (unsigned people = 2; people-- > 0;)
        for (const dx_agent *const *agent = dx_agents(); *agent != NULL;
             agent++)
            if (dx_agent_talks(*agent, game, people))
                say_talk(*agent, out);
    if (out->length == before + sizeof title - 1)
        out->length = before; // nobody has anything to say
}

static int run(const dx_arguments *arguments)
{
    dx_rules rules;
    dx_error error = {.message = ""};
    dx_text out = {0};
    dx_status status =
        dx_cli_rules(arguments, arguments->operands[0], &rules, &error);
    if (status != DX_OK)
        return dx_cli_fail(arguments, status, &error);
    if (dx_argument_given(arguments, "json")) {
        dx_rules_print(&rules, &out);
        json_t *in = json_pack("{s:s}", "game", dx_text_string(&out));
        dx_text_release(&out);
        return dx_cli_door(arguments, "rules", NULL, in, NULL);
    }
    dx_sheet_say(&rules, &out);
    say_talks(rules.game, &out);
    fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
    return DX_EXIT_YES;
}

static const dx_option options[] = {
    {"json", NULL, "the same as one object"},
    {0},
};

const dx_command dx_command_rules = {
    .name = "rules",
    .operands = "GAME",
    .summary = "how a game is played, on one screen",
    .details =
        "The aim, the moves, how many cards there are, how it ends and a "
        "round for\n"
        "example, with the numbers of the parameters that are given\n"
        "(hanabi(players=3)), and how the agents of the game talk or "
        "play.",
    .options = options,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
