#include "game/rules_list.h"

#include "games/games.h"
#include "games/parlour.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

// Players at random seldom end a game that is cut only by its turn limit:
// there the limit is lowered.
static void shorten(dx_rules *rules)
{
    const dx_param *param = rules->game->schema.params;
    for (unsigned i = 0; param[i].name != NULL; i++)
        if (strcmp(param[i].name, "limit") == 0)
            rules->params.value[i] = 60;
}

// A preset may be what the game is without one.
static bool is_normal(const dx_rules *rules)
{
    dx_rules normal = dx_rules_normal(rules->game);
    shorten(&normal);
    return memcmp(&rules->params, &normal.params, sizeof normal.params) == 0;
}

void dx_each_rules(void (*check)(const dx_rules *rules))
{
    const dx_game *const single[] = {&dx_parlour, NULL};
    const dx_game *const *lists[] = {single, dx_games()};
    for (unsigned list = 0; list < 2; list++)
        for (const dx_game *const *game = lists[list]; *game != NULL; game++) {
            dx_rules rules = dx_rules_normal(*game);
            shorten(&rules);
            check(&rules);
            const dx_preset *preset = (*game)->schema.presets;
            for (; preset != NULL && preset->name != NULL; preset++) {
                char name[100];
                snprintf(name, sizeof name, "%s(%s)", (*game)->name,
                         preset->name);
                dx_error error = {.message = ""};
                CHECK_THAT(dx_rules_parse(lists[list], name, &rules, &error) ==
                               DX_OK,
                           "%s: %s", name, error.message);
                shorten(&rules);
                if (!is_normal(&rules))
                    check(&rules);
            }
        }
}
