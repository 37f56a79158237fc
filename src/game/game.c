// Rules from text, and what holds of every game: who has won, and the types
// that all games share (seat, number, flag) beside those that a game names its
// own values by.

#include "game/game.h"

#include <string.h>

dx_rules dx_rules_normal(const dx_game *game)
{
    return (dx_rules){game, dx_params_normal(&game->schema)};
}

static dx_status no_such_game(const dx_game *const *games, const dx_spec *spec,
                              dx_error *error)
{
    dx_text known = {0};
    for (; *games != NULL; games++)
        dx_text_printf(&known, "%s%s", known.length > 0 ? ", " : "",
                       (*games)->name);
    size_t length = spec->name_length < 40 ? spec->name_length : 40;
    dx_status status = dx_fail(
        error, DX_ERR_INPUT, 1, 1, "no game '%.*s'; there are: %s", (int)length,
        spec->name, known.length > 0 ? dx_text_string(&known) : "none");
    dx_text_release(&known);
    return status;
}

dx_status dx_rules_parse(const dx_game *const *games, const char *text,
                         dx_rules *out_rules, dx_error *error)
{
    dx_spec spec;
    dx_status status = dx_spec_parse(text, &spec, error);
    if (status != DX_OK)
        return status;
    const dx_game *const *game = games;
    while (*game != NULL &&
           (strlen((*game)->name) != spec.name_length ||
            memcmp((*game)->name, spec.name, spec.name_length) != 0))
        game++;
    if (*game == NULL)
        return no_such_game(games, &spec, error);
    dx_rules rules = {.game = *game};
    status = dx_params_parse(&(*game)->schema, &spec, &rules.params, error);
    if (status == DX_OK && (*game)->check != NULL)
        status = (*game)->check(&rules, error);
    if (status == DX_OK)
        *out_rules = rules;
    return status;
}

bool dx_rules_won(const dx_rules *rules, const void *table, unsigned seat)
{
    const dx_game *game = rules->game;
    if (game->won != NULL)
        return game->won(table, seat);
    int own = game->score(table, seat);
    if (game->team)
        return game->best != NULL && own >= game->best(rules);
    for (unsigned other = 0; other < dx_players(rules); other++)
        if (game->score(table, other) > own)
            return false;
    return true;
}

int dx_rules_value(const dx_rules *rules, const char *name)
{
    unsigned count = dx_schema_count(&rules->game->schema);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(rules->game->schema.params[i].name, name) == 0)
            return rules->params.value[i];
    DX_REQUIRE(false, "the name of a parameter of the game");
    return 0;
}

void dx_rules_print(const dx_rules *rules, dx_text *out)
{
    dx_params_print(&rules->game->schema, rules->game->name, &rules->params,
                    out);
}

void dx_rules_print_short(const dx_rules *rules, dx_text *out)
{
    dx_params_print_short(&rules->game->schema, rules->game->name,
                          &rules->params, out);
}

unsigned dx_type_values(const dx_rules *rules, const char *type)
{
    if (strcmp(type, "seat") == 0)
        return dx_players(rules);
    if (strcmp(type, "number") == 0)
        return DX_VALUES_MAX;
    if (strcmp(type, "flag") == 0)
        return 2;
    return rules->game->values(rules, type);
}

void dx_type_say(const dx_rules *rules, const char *type, unsigned value,
                 dx_text *out)
{
    if (strcmp(type, "seat") == 0)
        dx_text_printf(out, "%u", value + 1);
    else if (strcmp(type, "number") == 0)
        dx_text_printf(out, "%u", value);
    else if (strcmp(type, "flag") == 0)
        dx_text_add(out, value != 0 ? "yes" : "no");
    else
        rules->game->say(rules, type, value, out);
}

bool dx_type_read(const dx_rules *rules, const char *type, const char *word,
                  size_t length, unsigned *out_value)
{
    dx_text said = {0};
    unsigned count = dx_type_values(rules, type), value = 0;
    for (; value < count; value++) {
        dx_text_clear(&said);
        dx_type_say(rules, type, value, &said);
        if (said.length == length &&
            memcmp(dx_text_string(&said), word, length) == 0)
            break;
    }
    dx_text_release(&said);
    if (value < count)
        *out_value = value;
    return value < count;
}

bool dx_atom_is_in_sight(const dx_game *game, const dx_atom *atom)
{
    return atom->in_sight || (game->places != NULL && atom->claim == NULL);
}

bool dx_quantity_is_in_sight(const dx_game *game, const dx_quantity *quantity)
{
    return quantity->in_sight ||
           (game->places != NULL && quantity->claim == NULL);
}

const dx_atom *dx_atom_named(const dx_game *game, const char *name)
{
    const dx_atom *atom = game->atoms;
    while (atom != NULL && atom->name != NULL && strcmp(atom->name, name) != 0)
        atom++;
    return atom != NULL && atom->name != NULL ? atom : NULL;
}

const dx_quantity *dx_quantity_named(const dx_game *game, const char *name)
{
    const dx_quantity *q = game->quantities;
    while (q != NULL && q->name != NULL && strcmp(q->name, name) != 0)
        q++;
    return q != NULL && q->name != NULL ? q : NULL;
}
