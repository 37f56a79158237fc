// doxa games: every game, its parameters and who can play it.

#include "games/games.h"
#include "agents/agents.h"
#include "base/text.h"
#include "cli/commands.h"
#include "game/agent.h"

#include <stdio.h>
#include <string.h>

static bool plays(const dx_agent *agent, const dx_game *game)
{
    return agent->game == NULL || strcmp(agent->game, game->name) == 0;
}

static void print_param(const dx_param *param, dx_text *out)
{
    dx_text_printf(out, "    %s=", param->name);
    dx_param_print(param, param->normal, out);
    dx_text_printf(out, "  %s", param->help);
    if (param->choices == NULL) {
        dx_text_add(out, ", ");
        dx_param_print(param, param->min, out);
        dx_text_add(out, " to ");
        dx_param_print(param, param->max, out);
    } else {
        for (int i = param->min; i <= param->max; i++)
            dx_text_printf(out, "%s%s", i > param->min ? " or " : ": ",
                           param->choices[i]);
    }
    dx_text_add(out, "\n");
}

static void print_schema(const dx_schema *schema, dx_text *out)
{
    const dx_param *param = schema->params;
    for (; param != NULL && param->name != NULL; param++)
        print_param(param, out);
    const dx_preset *preset = schema->presets;
    for (; preset != NULL && preset->name != NULL; preset++)
        dx_text_printf(out, "    %s  %s\n", preset->name, preset->help);
}

static void print_game(const dx_game *game, dx_text *out)
{
    dx_text_printf(out, "%s: %s\n", game->name, game->help);
    print_schema(&game->schema, out);
    dx_text_add(out, "  players:\n");
    for (const dx_agent *const *agent = dx_agents(); *agent != NULL; agent++)
        if (plays(*agent, game)) {
            dx_text_printf(out, "    %s  %s\n", (*agent)->name, (*agent)->help);
            const dx_param *param = (*agent)->schema.params;
            for (; param != NULL && param->name != NULL; param++) {
                dx_text_add(out, "  ");
                print_param(param, out);
            }
        }
    const dx_atom *atom = game->atoms;
    dx_text_add(out, atom != NULL ? "  facts for formulas:\n" : "");
    for (; atom != NULL && atom->name != NULL; atom++) {
        dx_text_printf(out, "    %s(", atom->name);
        for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++)
            dx_text_printf(out, "%s%s", i > 0 ? "," : "", atom->type[i]);
        dx_text_printf(out, ")  %s\n", atom->help);
    }
    const dx_quantity *quantity = game->quantities;
    for (; quantity != NULL && quantity->name != NULL; quantity++)
        dx_text_printf(out, "    %s  %s\n", quantity->name, quantity->help);
}

static void add_json_params(const dx_schema *schema, dx_text *out)
{
    const char *between = "";
    dx_text_add(out, "\"params\":[");
    const dx_param *param = schema->params;
    for (; param != NULL && param->name != NULL; param++) {
        dx_text_printf(out, "%s{\"name\":\"%s\",\"help\":", between,
                       param->name);
        dx_text_add_json(out, param->help);
        dx_text_add(out, ",\"normal\":\"");
        dx_param_print(param, param->normal, out);
        dx_text_add(out, "\",\"min\":\"");
        dx_param_print(param, param->min, out);
        dx_text_add(out, "\",\"max\":\"");
        dx_param_print(param, param->max, out);
        dx_text_add(out, "\"}");
        between = ",";
    }
    dx_text_add(out, "],\"presets\":[");
    between = "";
    const dx_preset *preset = schema->presets;
    for (; preset != NULL && preset->name != NULL; preset++) {
        dx_text_printf(out, "%s\"%s\"", between, preset->name);
        between = ",";
    }
    dx_text_add(out, "]");
}

static void add_json_game(const dx_game *game, dx_text *out)
{
    dx_text_printf(out, "{\"game\":\"%s\",\"help\":", game->name);
    dx_text_add_json(out, game->help);
    dx_text_add(out, ",");
    add_json_params(&game->schema, out);
    dx_text_add(out, ",\"agents\":[");
    const char *between = "";
    for (const dx_agent *const *agent = dx_agents(); *agent != NULL; agent++)
        if (plays(*agent, game)) {
            dx_text_printf(out, "%s{\"name\":\"%s\",\"help\":", between,
                           (*agent)->name);
            dx_text_add_json(out, (*agent)->help);
            dx_text_add(out, ",");
            add_json_params(&(*agent)->schema, out);
            dx_text_add(out, "}");
            between = ",";
        }
    dx_text_add(out, "]}");
}

static int run(const dx_arguments *arguments)
{
    bool json = dx_argument_given(arguments, "json");
    const char *wanted =
        arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    dx_text out = {0};
    unsigned shown = 0;
    dx_text_add(&out, json ? "[" : "");
    for (const dx_game *const *game = dx_games(); *game != NULL; game++) {
        if (wanted != NULL && strcmp((*game)->name, wanted) != 0)
            continue;
        if (shown++ > 0)
            dx_text_add(&out, json ? ",\n" : "\n");
        if (json)
            add_json_game(*game, &out);
        else
            print_game(*game, &out);
    }
    dx_text_add(&out, json ? "]\n" : "");
    if (shown > 0)
        fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
    if (shown == 0)
        return dx_usage(arguments->command, "there is no game '%s'", wanted);
    return DX_EXIT_YES;
}

static const dx_option options[] = {{"json", NULL, "the same in JSON"}, {0}};

const dx_command dx_command_games = {
    .name = "games",
    .operands = "[GAME]",
    .summary = "the games, their parameters, players and facts",
    .options = options,
    .operands_max = 1,
    .run = run,
};
