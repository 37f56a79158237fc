#include "game/rules_list.h"

#include "games/file/files.h"
#include "games/games.h"
#include "games/loveletter.h"
#include "games/parcel.h"
#include "games/parlour.h"
#include "games/sample/sample.h"
#include "games/tattle.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Games of the tests' own.
static const dx_game *const own[] = {&dx_parlour,         &dx_game_sample,
                                     &dx_game_loveletter, &dx_game_tattle,
                                     &dx_game_parcel,     NULL};

static bool is_among(const char *name, const dx_game *const *games)
{
    for (; *games != NULL; games++)
        if (strcmp(name, (*games)->name) == 0)
            return true;
    return false;
}

bool dx_is_wanted(const dx_game *game)
{
    const char *name = getenv("GAME");
    if (name == NULL || *name == '\0')
        return true;
    CHECK_THAT(is_among(name, dx_tested_games()),
               "GAME=%s: there is no such game", name);
    return strcmp(name, game->name) == 0;
}

const dx_game *const *dx_tested_games(void)
{
    static const dx_game *all[64];
    const dx_game *const *const lists[] = {own, dx_games(), dx_battery_files()};
    unsigned count = 0;
    for (unsigned i = 0; i < 3; i++)
        for (const dx_game *const *game = lists[i]; *game != NULL; game++)
            all[count++] = *game;
    CHECK(count < sizeof all / sizeof *all);
    return all;
}

void dx_each_game(void (*check)(const dx_game *game))
{
    for (const dx_game *const *game = dx_tested_games(); *game != NULL; game++)
        if (dx_is_wanted(*game))
            check(*game);
}

const dx_game *dx_game_called(const char *name)
{
    for (const dx_game *const *game = dx_tested_games(); *game != NULL; game++)
        if (strcmp((*game)->name, name) == 0)
            return *game;
    return NULL;
}

int dx_param_number(const dx_game *game, const char *name)
{
    const dx_param *param = game->schema.params;
    for (int i = 0; param[i].name != NULL; i++)
        if (strcmp(param[i].name, name) == 0)
            return i;
    return -1;
}

dx_rules dx_rules_of(const dx_game *game, const char *settings)
{
    const dx_game *const list[] = {game, NULL};
    char text[200];
    dx_rules rules;
    dx_error error = {.message = ""};
    snprintf(text, sizeof text, "%s(%s)", game->name, settings);
    CHECK_THAT(dx_rules_parse(list, text, &rules, &error) == DX_OK, "%s: %s",
               text, error.message);
    return rules;
}

const char *dx_rules_name(const dx_rules *rules)
{
    static char name[400];
    dx_text out = {0};
    dx_rules_print_short(rules, &out);
    snprintf(name, sizeof name, "%s", dx_text_string(&out));
    dx_text_release(&out);
    return name;
}

// Calls with the rules, cut short.
static void check_rules(void (*check)(const dx_rules *rules), dx_rules rules)
{
    int limit = dx_param_number(rules.game, "limit");
    if (limit >= 0)
        rules.params.value[limit] = 60;
    check(&rules);
}

static void (*checking)(const dx_rules *rules); // by dx_each_rules

static void check_presets(const dx_game *game)
{
    check_rules(checking, dx_rules_normal(game));
    const dx_preset *preset = game->schema.presets;
    for (; preset != NULL && preset->name != NULL; preset++) {
        dx_rules rules = dx_rules_of(game, preset->name);
        dx_rules normal = dx_rules_normal(game);
        // A preset may be what the game is without one.
        if (memcmp(&rules.params, &normal.params, sizeof normal.params) != 0)
            check_rules(checking, rules);
    }
}

// The numbers of players of the normal rules and of the presets, as bits.
static uint64_t sizes_of_presets(const dx_game *game)
{
    dx_rules normal = dx_rules_normal(game);
    uint64_t sizes = UINT64_C(1) << dx_players(&normal);
    const dx_preset *preset = game->schema.presets;
    for (; preset != NULL && preset->name != NULL; preset++) {
        dx_rules rules = dx_rules_of(game, preset->name);
        sizes |= UINT64_C(1) << dx_players(&rules);
    }
    return sizes;
}

static void check_sizes(const dx_game *game)
{
    const dx_game *const list[] = {game, NULL};
    uint64_t sizes = sizes_of_presets(game);
    for (unsigned players = 1; players <= DX_SEATS_MAX; players++) {
        char text[60];
        dx_rules rules;
        snprintf(text, sizeof text, "%s(players=%u)", game->name, players);
        if (!(sizes >> players & 1) &&
            dx_rules_parse(list, text, &rules, NULL) == DX_OK)
            check_rules(checking, rules);
    }
}

void dx_each_size(void (*check)(const dx_rules *rules))
{
    checking = check;
    dx_each_game(check_sizes);
}

void dx_each_rules(void (*check)(const dx_rules *rules))
{
    checking = check;
    dx_each_game(check_presets);
}

bool dx_rules_draw(const dx_game *game, dx_random *random, dx_rules *out)
{
    const dx_game *const list[] = {game, NULL};
    const dx_param *param = game->schema.params;
    dx_rules rules = dx_rules_normal(game);
    dx_text text = {0};
    for (unsigned i = 0; param[i].name != NULL; i++)
        if (param[i].text == 0 && dx_random_below(random, 2) == 0)
            rules.params.value[i] =
                param[i].min +
                (int)dx_random_below(
                    random, (unsigned)(param[i].max - param[i].min + 1));
    int limit = dx_param_number(game, "limit");
    if (limit >= 0)
        rules.params.value[limit] = 60;
    dx_rules_print(&rules, &text);
    bool fine = dx_rules_parse(list, dx_text_string(&text), out, NULL) == DX_OK;
    dx_text_release(&text);
    return fine;
}
