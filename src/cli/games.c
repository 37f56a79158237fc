// doxa games: every game, and of one its parameters, players and facts.

#include "agents/agents.h"
#include "base/text.h"
#include "base/wrap.h"
#include "cli/commands.h"
#include "cli/door.h"
#include "cli/named.h"
#include "cli/verbs.h"
#include "game/agent.h"
#include "games/file/file.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_COLUMN = 29, TYPES_MAX = 32 };

// A line of the form "    label   what it is", the text behind its column.
static void print_entry(dx_text *label, const char *help, dx_text *out)
{
    dx_wrap wrap = {.out = out, .indent = TEXT_COLUMN};
    dx_wrap_add(&wrap, dx_text_string(label));
    for (; wrap.column + 1 < TEXT_COLUMN; wrap.column++)
        dx_text_add_char(out, ' ');
    dx_text_clear(label);
    dx_wrap_words(&wrap, help);
    dx_wrap_end(&wrap);
}

static void add_range(const dx_param *param, dx_text *out)
{
    if (param->text > 0) {
        dx_text_printf(out, "a text of at most %u bytes", param->text);
        return;
    }
    if (param->choices == NULL) {
        dx_param_print(param, param->min, out);
        dx_text_add(out, " to ");
        dx_param_print(param, param->max, out);
        return;
    }
    for (int i = param->min; i <= param->max; i++)
        dx_text_printf(out, "%s%s", i > param->min ? ", " : "",
                       param->choices[i]);
}

static void print_params(const dx_schema *schema, const char *indent,
                         dx_text *out)
{
    dx_text label = {0}, help = {0};
    const dx_param *param = schema->params;
    for (; param != NULL && param->name != NULL; param++) {
        dx_text_printf(&label, "%s%s=", indent, param->name);
        dx_param_print(param, param->normal, &label);
        dx_text_printf(&help, "%s (", param->help);
        add_range(param, &help);
        dx_text_add(&help, ")");
        print_entry(&label, dx_text_string(&help), out);
        dx_text_clear(&help);
    }
    dx_text_release(&label);
    dx_text_release(&help);
}

static void print_presets(const dx_schema *schema, dx_text *out)
{
    dx_text label = {0};
    const dx_preset *preset = schema->presets;
    dx_text_add(out, preset != NULL ? "  presets:\n" : "");
    for (; preset != NULL && preset->name != NULL; preset++) {
        dx_text_printf(&label, "    %s", preset->name);
        print_entry(&label, preset->help, out);
    }
    dx_text_release(&label);
}

// How a player talks, in its own voice, and whether it is one for people.
static void print_talk(const dx_agent *agent, dx_text *out)
{
    dx_text label = {0}, help = {0};
    dx_text_printf(&label, "      people: %s", agent->people ? "yes" : "no");
    if (agent->talk != NULL)
        dx_text_printf(&help, "\"%s\"", agent->talk);
    print_entry(&label, dx_text_string(&help), out);
    dx_text_release(&label);
    dx_text_release(&help);
}

static void print_players(const dx_game *game, dx_text *out)
{
    dx_text label = {0};
    dx_text_add(out, "  players:\n");
    for (const dx_agent *const *agent = dx_agents(); *agent != NULL; agent++)
        if (dx_agent_plays(*agent, game)) {
            dx_text_printf(&label, "    %s", (*agent)->name);
            print_entry(&label, (*agent)->help, out);
            print_talk(*agent, out);
            print_params(&(*agent)->schema, "      ", out);
        }
    dx_text_release(&label);
}

static void add_types(const char *const *types, dx_text *out)
{
    for (unsigned i = 0; i < DX_TERM_ARGS && types[i] != NULL; i++)
        dx_text_printf(out, "%c%s", i > 0 ? ',' : '(', types[i]);
    dx_text_add(out, types[0] != NULL ? ")" : "");
}

static void print_facts(const dx_game *game, dx_text *out)
{
    dx_text label = {0}, help = {0};
    const dx_atom *atom = game->atoms;
    dx_text_add(out, atom != NULL ? "  facts for formulas:\n" : "");
    for (; atom != NULL && atom->name != NULL; atom++) {
        dx_text_printf(&label, "    %s", atom->name);
        add_types(atom->type, &label);
        print_entry(&label, atom->help, out);
    }
    const dx_quantity *quantity = game->quantities;
    dx_text_add(out, quantity != NULL ? "  numbers for formulas:\n" : "");
    for (; quantity != NULL && quantity->name != NULL; quantity++) {
        dx_text_printf(&label, "    %s", quantity->name);
        add_types(quantity->type, &label);
        print_entry(&label, quantity->help, out);
    }
    const dx_domain *domain = game->domains;
    dx_text_add(out, domain != NULL ? "  sets for quantifiers:\n" : "");
    for (; domain != NULL && domain->name != NULL; domain++) {
        dx_text_printf(&label, "    %s", domain->name);
        add_types(domain->type, &label);
        dx_text_printf(&help, "%s (%s)", domain->help, domain->member);
        print_entry(&label, dx_text_string(&help), out);
        dx_text_clear(&help);
    }
    dx_text_release(&help);
    dx_text_release(&label);
}

typedef struct type_list {
    unsigned count;
    const char *at[TYPES_MAX];
} type_list;

static void add_type(type_list *list, const char *type)
{
    for (unsigned i = 0; i < list->count; i++)
        if (strcmp(list->at[i], type) == 0)
            return;
    if (list->count < TYPES_MAX)
        list->at[list->count++] = type;
}

static void add_all(type_list *list, const char *const *types)
{
    for (unsigned i = 0; i < DX_TERM_ARGS && types[i] != NULL; i++)
        add_type(list, types[i]);
}

// The types that facts, numbers and sets speak of.
static type_list types_of(const dx_game *game)
{
    type_list list = {0};
    const dx_atom *atom = game->atoms;
    for (; atom != NULL && atom->name != NULL; atom++)
        add_all(&list, atom->type);
    const dx_quantity *quantity = game->quantities;
    for (; quantity != NULL && quantity->name != NULL; quantity++)
        add_all(&list, quantity->type);
    const dx_domain *domain = game->domains;
    for (; domain != NULL && domain->name != NULL; domain++) {
        add_type(&list, domain->member);
        add_all(&list, domain->type);
    }
    return list;
}

// Every type is a set too; how its values are written.
static void print_types(const dx_rules *rules, dx_text *out)
{
    enum { SHOWN = 8 };
    type_list list = types_of(rules->game);
    dx_text label = {0}, help = {0};
    dx_text_add(out, list.count > 0 ? "  types, which are sets too:\n" : "");
    for (unsigned i = 0; i < list.count; i++) {
        unsigned count = dx_type_values(rules, list.at[i]);
        dx_text_printf(&label, "    %s", list.at[i]);
        for (unsigned value = 0; value < count && value < SHOWN; value++) {
            dx_type_say(rules, list.at[i], value, &help);
            dx_text_add_char(&help, ' ');
        }
        if (count > SHOWN)
            dx_text_printf(&help, "... (%u)", count);
        print_entry(&label, dx_text_string(&help), out);
        dx_text_clear(&help);
    }
    dx_text_release(&label);
    dx_text_release(&help);
}

static void print_game(const dx_rules *rules, dx_text *out)
{
    const dx_game *game = rules->game;
    dx_text_printf(out, "%s: %s\n  parameters:\n", game->name, game->help);
    print_params(&game->schema, "    ", out);
    print_presets(&game->schema, out);
    print_players(game, out);
    print_facts(game, out);
    print_types(rules, out);
}

// The game in a few lines, for who does not know yet what to ask for.
static void print_short(const dx_game *game, dx_text *out)
{
    dx_wrap wrap = {.out = out, .indent = 4};
    dx_text_printf(out, "%s: %s\n", game->name, game->help);
    dx_wrap_add(&wrap, "    players:");
    for (const dx_agent *const *agent = dx_agents(); *agent != NULL; agent++)
        if (dx_agent_plays(*agent, game))
            dx_wrap_add(&wrap, (*agent)->name);
    dx_wrap_end(&wrap);
    const dx_preset *preset = game->schema.presets;
    if (preset == NULL)
        return;
    dx_wrap_add(&wrap, "    presets:");
    for (; preset->name != NULL; preset++)
        dx_wrap_add(&wrap, preset->name);
    dx_wrap_end(&wrap);
}

static void print_all(const dx_game *const *games, dx_text *out)
{
    for (const dx_game *const *game = games; *game != NULL; game++) {
        dx_text_add(out, game != games ? "\n" : "");
        print_short(*game, out);
    }
    dx_text_add(out, "\n'doxa games GAME' tells more.\n");
}

// What happens in a game, or in all of them.
static void print_verbs(const dx_game *const *games, const dx_game *one,
                        dx_text *out)
{
    for (const dx_game *const *game = games; *game != NULL; game++)
        if (one == NULL || one == *game)
            dx_print_verbs(*game, out);
}

// The game tried out, by its normal rules and by each preset.
static int try_game(const dx_rules *given)
{
    const dx_game *const list[] = {given->game, NULL};
    dx_text out = {0};
    bool is_sound = dx_game_try(given, &out);
    const dx_preset *preset = given->game->schema.presets;
    for (; preset != NULL && preset->name != NULL; preset++) {
        dx_rules rules;
        dx_text name = {0};
        dx_text_printf(&name, "%s(%s)", given->game->name, preset->name);
        if (dx_rules_parse(list, dx_text_string(&name), &rules, NULL) == DX_OK)
            is_sound = dx_game_try(&rules, &out) && is_sound;
        dx_text_release(&name);
    }
    dx_text_add(&out, is_sound ? "sound as far as was tried\n" : "not sound\n");
    fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
    return is_sound ? DX_EXIT_YES : DX_EXIT_NO;
}

static int run(const dx_arguments *arguments)
{
    dx_text out = {0};
    dx_rules rules = {0};
    dx_error error = {0};
    if (arguments->operand_count > 0 &&
        dx_cli_rules(arguments, arguments->operands[0], &rules, &error) !=
            DX_OK)
        return error.file[0] != '\0'
                   ? dx_report(&error)
                   : dx_usage(arguments->command, "%s", error.message);
    if (dx_argument_given(arguments, "check") && rules.game != NULL)
        return try_game(&rules);
    bool has_verbs = dx_argument_given(arguments, "verbs");
    if (dx_argument_given(arguments, "json") && !has_verbs)
        return dx_cli_door(arguments, "games", NULL,
                           rules.game != NULL
                               ? json_pack("{s:s}", "game", rules.game->name)
                               : NULL,
                           NULL);
    if (has_verbs)
        print_verbs(dx_cli_games(arguments), rules.game, &out);
    else if (rules.game == NULL)
        print_all(dx_cli_games(arguments), &out);
    else
        print_game(&rules, &out);
    fputs(dx_text_string(&out), stdout);
    dx_text_release(&out);
    return DX_EXIT_YES;
}

static const dx_option options[] = {
    {"json", NULL, "the same in JSON"},
    {"check", NULL, "try a game out: a file that was just written, say"},
    {"verbs", NULL, "what happens in a game, as records and bots call it"},
    {0},
};

const dx_command dx_command_games = {
    .name = "games",
    .operands = "[GAME]",
    .summary = "the games, their parameters, players and facts",
    .options = options,
    .operands_max = 1,
    .run = run,
};
