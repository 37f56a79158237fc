// The program: finds the command, sorts its words, runs it.

#include "base/version.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "game/game_set.h"
#include "games/games.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// In the order in which the help lists them.
// clang-format off
const dx_command *const dx_commands[] = {
    &dx_command_check,
    &dx_command_draw,
    &dx_command_valid,
    &dx_command_sat,
    &dx_command_plan,
    &dx_command_exercise,
    &dx_command_serve,
    &dx_command_store,
    &dx_command_convert,
    &dx_command_games,
    &dx_command_new_game,
    &dx_command_match,
    &dx_command_play,
    &dx_command_tournament,
    &dx_command_reproduce,
    &dx_command_train,
    &dx_command_bot,
    &dx_command_mcp,
    &dx_command_ask,
    &dx_command_lens,
    &dx_command_replay,
    &dx_command_rules,
    &dx_command_export,
    &dx_command_import,
    &dx_command_help,
    NULL,
};
// clang-format on

static const dx_command *find_command(const char *name)
{
    for (unsigned i = 0; dx_commands[i] != NULL; i++)
        if (strcmp(dx_commands[i]->name, name) == 0)
            return dx_commands[i];
    return NULL;
}

// The number of the option that `word` ("--name" or "--name=value") names, or
// -1.  `*value` is what stands behind '=', or NULL.
static int find_option(const dx_command *command, char *word, char **value)
{
    size_t length = strcspn(word + 2, "=");
    *value = word[2 + length] == '=' ? word + 2 + length + 1 : NULL;
    for (int i = 0; command->options != NULL; i++) {
        const char *name = command->options[i].name;
        if (name == NULL)
            break;
        if (strlen(name) == length && strncmp(name, word + 2, length) == 0)
            return i;
    }
    return -1;
}

// Takes the option at words[*at]; returns 0 or an exit code.
static int take_option(dx_arguments *arguments, int *at, int count,
                       char **words)
{
    const dx_command *command = arguments->command;
    char *value;
    int number = find_option(command, words[*at], &value);
    if (number < 0)
        return dx_usage(command, "unknown option %s", words[*at]);
    const dx_option *option = &command->options[number];
    if (option->value == NULL && value != NULL)
        return dx_usage(command, "--%s takes no value", option->name);
    if (option->value == NULL) {
        arguments->value[number] = "";
        return 0;
    }
    if (value == NULL && *at + 1 < count)
        value = words[++*at];
    if (value == NULL)
        return dx_usage(command, "--%s needs a value: %s", option->name,
                        option->value);
    arguments->value[number] = arguments->word[number] = value;
    return 0;
}

// "-x": there are no short options, and a file is hardly called that.
static bool is_short_option(const char *word)
{
    return word[0] == '-' && isalpha((unsigned char)word[1]) && word[2] == '\0';
}

// Splits the words behind the command into options and operands, which move
// to the front of `words`.
static int sort_words(dx_arguments *arguments, int count, char **words)
{
    bool options_end = false;
    unsigned operands = 0;
    for (int i = 0; i < count; i++) {
        char *word = words[i];
        if (!options_end && is_short_option(word))
            return dx_usage(arguments->command, "unknown option %s", word);
        if (options_end || strncmp(word, "--", 2) != 0) {
            words[operands++] = word;
            continue;
        }
        if (word[2] == '\0') {
            options_end = true;
            continue;
        }
        int code = take_option(arguments, &i, count, words);
        if (code != 0)
            return code;
    }
    arguments->operand_count = operands;
    arguments->operands = (const char *const *)words;
    return 0;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "help";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    if (strcmp(name, "--version") == 0) {
        puts("doxa " DX_VERSION);
        return DX_EXIT_YES;
    }
    const dx_command *command = find_command(name);
    if (command == NULL) {
        fputs("doxa: unknown command '", stderr);
        dx_print_shown(stderr, name);
        fputs("'; try: doxa help\n", stderr);
        return DX_EXIT_USAGE;
    }
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return dx_help_about(command);
    dx_arguments arguments = {.command = command};
    int count = argc > 2 ? argc - 2 : 0;
    int code = sort_words(&arguments, count, argv + argc - count);
    if (code != 0)
        return code;
    if (arguments.operand_count < command->operands_min)
        return dx_usage(command, "expected %s", command->operands);
    if (arguments.operand_count > command->operands_max)
        return dx_usage(command, "too many words from '%s' on",
                        arguments.operands[command->operands_max]);
    arguments.games = dx_game_set_new(dx_games());
    code = command->run(&arguments);
    dx_game_set_free(arguments.games);
    fflush(stdout);
    dx_follow_reader();
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("doxa: writing the answer");
        return DX_EXIT_INPUT;
    }
    return code;
}
