// Completions for the shells: commands and options from the command table, the
// games, and the agents of the game that is on the line.
//
// A list of seats is completed part by part: what stands before the last comma,
// semicolon or bracket is kept.

#include "agents/agents.h"
#include "cli/commands.h"
#include "game/agent.h"
#include "games/games.h"

#include <stdio.h>
#include <string.h>

// Options whose value is a list of agents, and one whose value is a game.
static const char agent_options[] = "seats round-robin assume";
static const char game_option[] = "game";

static bool is_among(const char *word, const char *list)
{
    const char *at = strstr(list, word);
    size_t length = strlen(word);
    return at != NULL && (at == list || at[-1] == ' ') &&
           (at[length] == ' ' || at[length] == '\0');
}

// Does the command take a game as its operand?
static bool takes_game(const dx_command *command)
{
    return command->operands != NULL &&
           (strcmp(command->operands, "GAME") == 0 ||
            strcmp(command->operands, "[GAME]") == 0);
}

static void print_options(const dx_command *command)
{
    for (const dx_option *o = command->options; o != NULL && o->name; o++)
        printf(" --%s", o->name);
}

static void print_commands(void)
{
    for (unsigned i = 0; dx_commands[i] != NULL; i++)
        printf("%s%s", i > 0 ? " " : "", dx_commands[i]->name);
}

static void print_games(const char *between)
{
    for (const dx_game *const *game = dx_games(); *game != NULL; game++)
        printf("%s%s", game == dx_games() ? "" : between, (*game)->name);
}

// The agents that play `game`; NULL: all of them.  And who else can sit down.
static void print_agents(const dx_game *game)
{
    for (const dx_agent *const *agent = dx_agents(); *agent != NULL; agent++)
        if (game == NULL || (*agent)->game == NULL ||
            strcmp((*agent)->game, game->name) == 0)
            printf("%s ", (*agent)->name);
    fputs("you cmd:", stdout);
}

// "case $game in" with the agents of each, `assign` before a list and `end`
// behind it.
static void print_agents_by_game(const char *indent, const char *assign,
                                 const char *end)
{
    for (const dx_game *const *game = dx_games();; game++) {
        printf("%s%s) %s", indent, *game != NULL ? (*game)->name : "*", assign);
        print_agents(*game);
        printf("%s ;;\n", end);
        if (*game == NULL)
            return;
    }
}

static void print_bash(void)
{
    fputs("_doxa() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} list= head= game= w\n"
          "    for w in \"${COMP_WORDS[@]:2}\"; do\n"
          "        case ${w%%[(]*} in ",
          stdout);
    print_games(" | ");
    fputs(") game=${w%%[(]*} ;; esac\n    done\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then list='",
          stdout);
    print_commands();
    puts("'\n    else case ${COMP_WORDS[COMP_CWORD-1]} in\n"
         "        --seats | --round-robin | --assume)\n"
         "            head=${word%\"${word##*[,;(]}\"} word=${word##*[,;(]}\n"
         "            case $game in");
    print_agents_by_game("                ", "list='", "'");
    fputs("            esac ;;\n        --game) list='", stdout);
    print_games(" ");
    puts("' ;;\n        *) case ${COMP_WORDS[1]} in");
    for (unsigned i = 0; dx_commands[i] != NULL; i++) {
        printf("            %s) list='", dx_commands[i]->name);
        if (takes_game(dx_commands[i]))
            print_games(" ");
        print_options(dx_commands[i]);
        puts("' ;;");
    }
    puts("        esac ;;\n    esac; fi\n"
         "    mapfile -t COMPREPLY < <(compgen -P \"$head\" -W \"$list\" -- "
         "\"$word\")\n"
         "}\ncomplete -o default -F _doxa doxa");
}

static void print_zsh(void)
{
    fputs("#compdef doxa\nlocal w game=\nfor w in $words[3,-1]; do\n"
          "    case ${w%%[(]*} in ",
          stdout);
    print_games("|");
    fputs(") game=${w%%[(]*} ;; esac\ndone\n"
          "if (( CURRENT == 2 )); then\n    compadd ",
          stdout);
    print_commands();
    puts("\nelse\n    case $words[CURRENT-1] in\n"
         "    --seats|--round-robin|--assume)\n"
         "        compset -P '*[,;(]'\n        case $game in");
    print_agents_by_game("            ", "compadd -S '' -- ", "");
    fputs("        esac ;;\n    --game) compadd ", stdout);
    print_games(" ");
    puts(" ;;\n    *) case $words[2] in");
    for (unsigned i = 0; dx_commands[i] != NULL; i++) {
        printf("        %s) compadd -- ", dx_commands[i]->name);
        if (takes_game(dx_commands[i]))
            print_games(" ");
        print_options(dx_commands[i]);
        puts(" ;;");
    }
    puts("        esac\n        _files ;;\n    esac\nfi");
}

// What the value of an option may be, for fish: -x and a list, or nothing.
static void print_fish_value(const dx_option *option)
{
    if (is_among(option->name, agent_options)) {
        fputs(" -x -a \"", stdout);
        print_agents(NULL);
        fputs("\"", stdout);
    } else if (strcmp(option->name, game_option) == 0) {
        fputs(" -x -a \"", stdout);
        print_games(" ");
        fputs("\"", stdout);
    } else if (option->value != NULL) {
        fputs(" -r", stdout);
    }
}

static void print_fish(void)
{
    for (unsigned i = 0; dx_commands[i] != NULL; i++) {
        const dx_command *command = dx_commands[i];
        printf("complete -c doxa -n __fish_use_subcommand -a %s -d \"%s\"\n",
               command->name, command->summary);
        for (const dx_option *o = command->options; o && o->name; o++) {
            printf("complete -c doxa -n \"__fish_seen_subcommand_from %s\" "
                   "-l %s -d \"%s\"",
                   command->name, o->name, o->help);
            print_fish_value(o);
            puts("");
        }
        if (!takes_game(command))
            continue;
        printf("complete -c doxa -n \"__fish_seen_subcommand_from %s\" -a \"",
               command->name);
        print_games(" ");
        puts("\"");
    }
}

bool dx_print_completion(const char *shell)
{
    if (strcmp(shell, "bash") == 0)
        print_bash();
    else if (strcmp(shell, "zsh") == 0)
        print_zsh();
    else if (strcmp(shell, "fish") == 0)
        print_fish();
    else
        return false;
    return true;
}
