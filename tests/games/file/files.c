#include "games/file/files.h"

#include "games/file/file.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

// Those of the whole battery first.  In the others too few positions of full
// size have a twin for some of its tests: laws_test.c has them.
static const char *const names[] = {
    "clue",     "gofish",     "sleuth",    "skull", "kemps",
    "hanabi",   "loveletter", "liarsdice", "muddy", "russian",
    "onenight", "avalon",     "whist"};

enum { BATTERY = 2 };

enum { COUNT = sizeof names / sizeof *names };

static const dx_game *games[COUNT + 1], *battery[BATTERY + 1];

static void load(unsigned i)
{
    char path[80];
    dx_text text = {0};
    dx_game *game = NULL;
    dx_error error = {.message = ""};
    snprintf(path, sizeof path, "examples/games/%s.dg", names[i]);
    CHECK_EQ(dx_text_read_file(path, DX_GAME_BYTES_MAX, &text, &error), DX_OK);
    CHECK_THAT(dx_game_read(text.at, text.length, &game, &error) == DX_OK,
               "%s:%u:%u: %s", path, error.line, error.column, error.message);
    dx_text_release(&text);
    games[i] = game;
}

const dx_game *const *dx_game_files(void)
{
    for (unsigned i = 0; i < COUNT && games[i] == NULL; i++)
        load(i);
    return games;
}

const dx_game *const *dx_battery_files(void)
{
    for (unsigned i = 0; i < BATTERY; i++)
        battery[i] = dx_game_files()[i];
    return battery;
}

const dx_game *dx_game_file(const char *name)
{
    dx_game_files();
    for (unsigned i = 0; i < COUNT; i++)
        if (strcmp(names[i], name) == 0)
            return games[i];
    CHECK_THAT(false, "there is no file %s", name);
    return NULL;
}
