// Games that are added while the program runs, and what is prepared for them.

#include "base/memory.h"
#include "game/game_set.h"
#include "game/prepared.h"
#include "games/games.h"
#include "test.h"

#include <string.h>

static unsigned released;

static void release(const dx_game *game)
{
    released++;
    dx_free((void *)(uintptr_t)game);
}

static dx_game *called(const char *name)
{
    dx_game *game = dx_copy(dx_games()[0], sizeof *game);
    game->name = name;
    return game;
}

TEST(a_game_that_is_added_is_found_by_its_name)
{
    dx_game_set *set = dx_game_set_new(dx_games());
    dx_rules rules;
    dx_error error = {.message = ""};
    released = 0;
    CHECK(dx_rules_parse(dx_game_set_list(set), "added(players=3)", &rules,
                         &error) != DX_OK);
    const dx_game *added = called("added");
    CHECK_EQ(dx_game_set_add(set, added, release, &error), DX_OK);
    CHECK_EQ(dx_rules_parse(dx_game_set_list(set), "added(players=3)", &rules,
                            &error),
             DX_OK);
    CHECK(rules.game == added && dx_players(&rules) == 3);
    CHECK_EQ(dx_rules_parse(dx_game_set_list(set), "clue", &rules, &error),
             DX_OK);
    CHECK_EQ(dx_game_set_add(set, called("clue"), release, &error),
             DX_ERR_INPUT);
    CHECK(strstr(error.message, "'clue'") != NULL);
    CHECK_EQ(released, 1);
    dx_game_set_free(set);
    CHECK_EQ(released, 2);
}

static unsigned made;

static void *make(const dx_rules *rules)
{
    made++;
    return dx_copy(rules, sizeof *rules);
}

TEST(what_is_prepared_is_made_once_for_the_same_rules)
{
    dx_prepared *p = dx_prepared_new(make, NULL);
    dx_rules two = dx_rules_normal(dx_games()[0]), three = two;
    three.params.value[0] = two.params.value[0] + 1;
    made = 0;
    const dx_rules *first = dx_prepared_for(p, &two);
    CHECK(memcmp(first, &two, sizeof two) == 0);
    CHECK(dx_prepared_for(p, &three) != first);
    CHECK(dx_prepared_for(p, &two) == first);
    CHECK_EQ(made, 2);
    dx_prepared_free(p);
}
