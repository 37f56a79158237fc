// The games: each from its own tables, so that a new game is there on its first
// day.

#include "door/call.h"

#include "agents/agents.h"
#include "base/members.h"
#include "base/memory.h"
#include "minds/board/nested.h"

#include <ctype.h>
#include <string.h>

enum { QUICK_STEPS = 100 };

static void add_value(const char *name, const dx_param *param, int value,
                      dx_text *out)
{
    dx_text text = {0};
    if (param->text == 0)
        dx_param_print(param, value, &text);
    dx_put_member(out, name);
    if (param->choices == NULL && param->text == 0)
        dx_text_add_part(out, text.at, text.length);
    else
        dx_text_add_json(out, dx_text_string(&text));
    dx_text_release(&text);
}

static void add_range(const dx_param *param, dx_text *out)
{
    if (param->text > 0) {
        dx_put_number(out, "text", param->text);
    } else if (param->choices != NULL) {
        dx_put_texts(out, "choices", (size_t)(param->max - param->min + 1),
                     param->choices + param->min);
    } else {
        add_value("min", param, param->min, out);
        add_value("max", param, param->max, out);
    }
    if (param->decimals > 0)
        dx_put_number(out, "decimals", param->decimals);
}

static void add_params(const dx_schema *schema, dx_text *out)
{
    const dx_param *param = schema->params;
    dx_text_add(out, ",\"params\":[");
    for (; param != NULL && param->name != NULL; param++) {
        dx_put_open(out, NULL, '{');
        dx_put_text(out, "name", param->name);
        dx_put_text(out, "help", param->help);
        add_range(param, out);
        add_value("normal", param, param->normal, out);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

static void add_presets(const dx_schema *schema, dx_text *out)
{
    const dx_preset *preset = schema->presets;
    dx_text_add(out, ",\"presets\":[");
    for (; preset != NULL && preset->name != NULL; preset++) {
        dx_put_open(out, NULL, '{');
        dx_put_text(out, "name", preset->name);
        dx_put_text(out, "help", preset->help);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

static void add_agents(const dx_game *game, dx_text *out)
{
    dx_put_open(out, "agents", '[');
    for (const dx_agent *const *a = dx_agents(); *a != NULL; a++) {
        if (!dx_agent_plays(*a, game))
            continue;
        dx_put_open(out, NULL, '{');
        dx_put_text(out, "name", (*a)->name);
        dx_put_text(out, "about", (*a)->help);
        if ((*a)->talk != NULL)
            dx_put_text(out, "talk", (*a)->talk);
        if ((*a)->assume != NULL)
            dx_put_text(out, "assume", (*a)->assume);
        dx_put_flag(out, "people", (*a)->people);
        dx_put_flag(out, "quick", (*a)->steps <= QUICK_STEPS);
        dx_put_flag(out, "values", (*a)->values != NULL);
        add_params(&(*a)->schema, out);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

// Partners for people where another parameter, or one that takes its time, is
// better than what the list would give.
static const struct {
    const char *game, *agent;
} partners[] = {
    {"yokai", "natural"},
};

static bool plays_by(const char *agent, const dx_rules *rules)
{
    dx_policy policy;
    return dx_policy_parse(dx_agents(), agent, rules, &policy, NULL) == DX_OK;
}

// Who sits beside a person: one of those above, or the last of the quick ones
// for people that play by these rules, since lists go from the simple to the
// clever.
const char *dx_line_up(const dx_rules *rules)
{
    const char *best = "random";
    for (size_t i = 0; i < sizeof partners / sizeof *partners; i++)
        if (strcmp(rules->game->name, partners[i].game) == 0 &&
            plays_by(partners[i].agent, rules))
            return partners[i].agent;
    for (const dx_agent *const *a = dx_agents(); *a != NULL; a++)
        if ((*a)->game != NULL && (*a)->people &&
            dx_agent_plays(*a, rules->game) && (*a)->steps <= QUICK_STEPS &&
            plays_by((*a)->name, rules))
            best = (*a)->name;
    return best;
}

void dx_line_up_beside(const dx_rules *rules, unsigned seat, dx_text *out)
{
    for (unsigned i = 0; i < dx_players(rules); i++)
        dx_text_printf(out, "%s%s", i > 0 ? "," : "",
                       i == seat ? "you" : dx_line_up(rules));
}

static void add_line_up(const dx_rules *rules, dx_text *out)
{
    dx_text_add(out, ",\"line_up\":[");
    for (unsigned i = 1; i < dx_players(rules); i++)
        dx_put_text(out, NULL, dx_line_up(rules));
    dx_text_add_char(out, ']');
}

// ---- what formulas are made of ----

static void add_signature(const char *name, const char *const *types,
                          const char *help, dx_text *out)
{
    dx_text signature = {0};
    dx_text_add(&signature, name);
    for (unsigned i = 0; i < DX_TERM_ARGS && types[i] != NULL; i++)
        dx_text_printf(&signature, "%c%s", i > 0 ? ',' : '(', types[i]);
    dx_text_add(&signature, types[0] != NULL ? ")" : "");
    dx_put_open(out, NULL, '{');
    dx_put_text(out, "name", name);
    dx_put_said(out, "signature", &signature);
    dx_put_text(out, "help", help);
}

static void add_facts(const dx_game *game, dx_text *out)
{
    const dx_atom *fact = game->atoms;
    dx_put_open(out, "facts", '[');
    for (; fact != NULL && fact->name != NULL; fact++) {
        add_signature(fact->name, fact->type, fact->help, out);
        dx_text_add_char(out, '}');
    }
    dx_text_add(out, "],\"numbers\":[");
    const dx_quantity *number = game->quantities;
    for (; number != NULL && number->name != NULL; number++) {
        add_signature(number->name, number->type, number->help, out);
        dx_text_add_char(out, '}');
    }
    dx_text_add(out, "],\"sets\":[");
    const dx_domain *set = game->domains;
    for (; set != NULL && set->name != NULL; set++) {
        add_signature(set->name, set->type, set->help, out);
        dx_put_text(out, "member", set->member);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

static void add_verbs(const dx_game *game, dx_text *out)
{
    static const char *const sees[] = {"all", "who", "others", "both",
                                       "nobody"};
    dx_put_open(out, "verbs", '[');
    for (const dx_verb *verb = game->verbs; verb->name != NULL; verb++) {
        dx_put_open(out, NULL, '{');
        dx_put_text(out, "name", verb->name);
        dx_put_flag(out, "chance", verb->chance);
        dx_put_open(out, "args", '[');
        for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++) {
            dx_put_open(out, NULL, '{');
            dx_put_text(out, "name", verb->arg[i].name);
            dx_put_text(out, "type", verb->arg[i].type);
            dx_put_text(out, "sees", sees[verb->arg[i].audience]);
            dx_put_flag(out, "outcome", verb->arg[i].outcome);
            dx_text_add_char(out, '}');
        }
        dx_text_add(out, "]}");
    }
    dx_text_add_char(out, ']');
}

// ---- cards ----

static char *word_of(const dx_rules *rules, const char *type, unsigned value)
{
    dx_text word = {0};
    dx_type_say(rules, type, value, &word);
    return dx_text_take(&word);
}

// How many words at the front begin with the same letter.
static unsigned run_length(const dx_rules *rules, const char *type)
{
    unsigned count = dx_type_values(rules, type), run = 1;
    char *first = word_of(rules, type, 0);
    for (; run < count; run++) {
        char *word = word_of(rules, type, run);
        bool same = word[0] == first[0];
        dx_free(word);
        if (!same)
            break;
    }
    dx_free(first);
    return run;
}

// Is every word `i` a letter of its row and the rest of its column?
static bool is_grid(const dx_rules *rules, const char *type, unsigned cols)
{
    unsigned count = dx_type_values(rules, type);
    bool fits = cols > 1 && cols < count && count % cols == 0;
    for (unsigned i = 0; i < count && fits; i++) {
        char *word = word_of(rules, type, i);
        char *row = word_of(rules, type, i - i % cols);
        char *col = word_of(rules, type, i % cols);
        fits = word[0] == row[0] && strcmp(word + 1, col + 1) == 0;
        dx_free(word);
        dx_free(row);
        dx_free(col);
    }
    return fits;
}

// "r1", "r2", ..., "y1", ...: rows are first letters, columns the rest.
static void add_grid(const dx_rules *rules, const char *type, dx_text *out)
{
    unsigned count = dx_type_values(rules, type);
    unsigned cols = run_length(rules, type);
    if (!is_grid(rules, type, cols))
        return;
    dx_text_add(out, ",\"grid\":{\"rows\":[");
    for (unsigned i = 0; i < count; i += cols) {
        char *word = word_of(rules, type, i);
        word[1] = '\0';
        dx_put_text(out, NULL, word);
        dx_free(word);
    }
    dx_text_add(out, "],\"cols\":[");
    for (unsigned i = 0; i < cols; i++) {
        char *word = word_of(rules, type, i);
        dx_put_text(out, NULL, word + 1);
        dx_free(word);
    }
    dx_text_add(out, "]}");
}

static void add_kinds(const dx_rules *rules, dx_text *out)
{
    const char *type = "card";
    unsigned count = dx_type_values(rules, type);
    dx_text_add(out, ",\"kinds\":[");
    for (unsigned i = 0; i < count; i++) {
        char *word = word_of(rules, type, i);
        dx_put_text(out, NULL, word);
        dx_free(word);
    }
    dx_text_add_char(out, ']');
    if (count > 1)
        add_grid(rules, type, out);
}

// ---- a game ----

static void add_assumptions(const dx_game *game, dx_text *out)
{
    dx_text_add(out, ",\"assumptions\":[\"none\",\"uniform\"");
    for (const dx_agent *const *a = dx_agents(); *a != NULL; a++)
        if ((*a)->game != NULL && dx_agent_plays(*a, game) &&
            (*a)->steps <= QUICK_STEPS)
            dx_put_text(out, NULL,
                        (*a)->assume != NULL ? (*a)->assume : (*a)->name);
    dx_text_add_char(out, ']');
}

static void add_title(const dx_game *game, dx_text *out)
{
    char *title = dx_copy_text(game->name);
    title[0] = (char)toupper((unsigned char)title[0]);
    dx_put_text(out, "title", title);
    dx_free(title);
    dx_put_text(out, "about", game->help);
}

static void add_game(const dx_game *game, dx_text *out)
{
    dx_rules rules = dx_rules_normal(game);
    const dx_param *players = &game->schema.params[0];
    dx_text_add(out, "\n{");
    dx_put_text(out, "name", game->name);
    add_title(game, out);
    dx_text_printf(out, ",\"players\":[%d,%d]", players->min, players->max);
    dx_put_flag(out, "team", game->team);
    add_presets(&game->schema, out);
    add_params(&game->schema, out);
    add_agents(game, out);
    add_line_up(&rules, out);
    add_facts(game, out);
    add_verbs(game, out);
    add_kinds(&rules, out);
    add_assumptions(game, out);
    dx_put_number(out, "depth_max", DX_PATH_MAX + 1);
    dx_put_text(out, "board", game->name);
    dx_put_flag(out, "lens", game->places != NULL);
    dx_put_flag(out, "state", game->state != NULL);
    dx_text_add_char(out, '}');
}

dx_status dx_do_games(dx_call *call, dx_text *out, dx_error *error)
{
    const char *name = dx_call_text(call, "game");
    dx_rules rules = {0};
    const dx_game *const *games = dx_session_games(call->session);
    dx_status status =
        name != NULL ? dx_rules_parse(games, name, &rules, error) : DX_OK;
    if (status != DX_OK)
        return status;
    dx_text_add(out, "{\"games\":[");
    for (const dx_game *const *game = games; *game != NULL; game++)
        if (rules.game == NULL || rules.game == *game) {
            dx_put_member(out, NULL);
            add_game(*game, out);
        }
    dx_text_add(out, "]}");
    return DX_OK;
}
