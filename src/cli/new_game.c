// A first file that plays, to be changed line by line.

#include "cli/command.h"
#include "cli/named.h"
#include "logic/formula/lexer.h"

#include <stdio.h>
#include <string.h>

static const char template[] =
    "-- The language: docs/game-files.md.  Try it: doxa games --check %s.dg\n"
    "game %s \"one coin is hidden: guess which\"\n"
    "param players = 2 in 2..4 \"seats at the table\",\n"
    "      coins = 6 in 3..6, limit = 30 in 1..300 \"guesses in all\"\n"
    "preset tiny \"coins=3,limit=3\"\n"
    "require coins > players \"fewer coins than players\"\n"
    "\n"
    "set coin = first coins of {penny, nickel, dime, quarter, half, dollar}\n"
    "pack card = coin\n"
    "place hidden seen by nobody\n"
    "place purse(seat) seen by owner\n"
    "vars guesses = 0, winner: seat = none\n"
    "\n"
    "let has(s: seat, c: card) = c in purse(s) \"%%0 {has|have} the %%1\"\n"
    "let is_hidden(c: card) = c in hidden \"the %%0 is hidden\"\n"
    "\n"
    "phase guessing: guess\n"
    "nature hide(card: card)\n"
    "nature deal(card: card)\n"
    "nature open tells card: card = the(hidden)\n"
    "start {\n"
    "    draw hide to hidden\n"
    "    for i in 1..deck { draw deal to purse(seat(i)) }\n"
    "    then guessing by 1\n"
    "}\n"
    "verb guess(c: card) tells right: flag = c in hidden {\n"
    "    guesses := guesses + 1\n"
    "    if right { winner := who  then over }\n"
    "    else if guesses >= limit { reveal open  then over }\n"
    "    else { then guessing by left(who) }\n"
    "} \"@ guessed the %%0. That is [1=1:right|wrong]\" move \"guess the "
    "%%0\"\n"
    "score(s) = if winner = s then 1 else 0\n"
    "wins(s) = winner = s\n";

static int run(const dx_arguments *arguments)
{
    const char *name = arguments->operands[0];
    char path[60];
    if (strlen(name) > 30 || !dx_is_plain_name(name))
        return dx_usage(arguments->command,
                        "'%.40s' is no name: expected letters, digits and _, "
                        "at most 30",
                        name);
    const dx_game *const *game = dx_cli_games(arguments);
    while (*game != NULL && strcmp((*game)->name, name) != 0)
        game++;
    if (*game != NULL)
        return dx_usage(arguments->command,
                        "there is a game '%s' already: expected another name",
                        name);
    snprintf(path, sizeof path, "%s.dg", name);
    FILE *file = fopen(path, "wx");
    if (file == NULL) {
        dx_error error = {0};
        dx_fail(&error, DX_ERR_FILE, 0, 0,
                "it cannot be written, or there is one already");
        dx_error_in_file(&error, path);
        return dx_report(&error);
    }
    fprintf(file, template, name, name);
    fclose(file);
    printf("%s: doxa match ./%s --seats random,random\n", path, path);
    return DX_EXIT_YES;
}

const dx_command dx_command_new_game = {
    .name = "new-game",
    .operands = "NAME",
    .summary = "write a first file of a game, NAME.dg, that plays",
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
