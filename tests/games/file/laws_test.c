// What the rules of a file make everybody know is what listing all worlds says.

#include "game/places_law.h"
#include "game/rules_list.h"
#include "games/file/file.h"
#include "games/file/files.h"
#include "test.h"

#include <string.h>

static void check_game(const dx_game *game)
{
    dx_places_work work = {0};
    const dx_preset *p = game->schema.presets;
    for (; game->places != NULL && p->name != NULL; p++) {
        if (strncmp(p->name, "tiny", 4) != 0)
            continue;
        dx_rules rules = dx_rules_of(game, p->name);
        for (uint64_t seed = 0; seed < SAMPLE(10, 200); seed++) {
            dx_text out = {0};
            CHECKING("%s(%s), seed %u", game->name, p->name, (unsigned)seed);
            CHECK_THAT(dx_places_break(&rules, seed, SAMPLE(8, 16), 400, &work,
                                       &out) == DX_LAW_NONE,
                       "%s", dx_text_string(&out));
            dx_text_release(&out);
        }
    }
    CHECK(game->places == NULL || work.positions > 0);
}

TEST(files_keep_the_laws_of_places)
{
    for (const dx_game *const *game = dx_game_files(); *game != NULL; game++)
        check_game(*game);
}

TEST(files_are_sound_when_they_are_tried)
{
    for (const dx_game *const *game = dx_game_files(); *game != NULL; game++) {
        dx_rules rules = dx_rules_of(*game, "tiny");
        dx_text out = {0};
        CHECK_THAT(dx_game_try(&rules, &out), "%s", dx_text_string(&out));
        CHECK_THAT(strstr(dx_text_string(&out), "never") == NULL, "%s",
                   dx_text_string(&out));
        dx_text_release(&out);
    }
}
