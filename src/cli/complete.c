// Completions for the shells: commands and options from the command table, and
// the words that options and operands take: games, agents of the game that is
// on the line, logics, engines, experiments.
//
// What a command or an option takes is said once, in `takes`, and written down
// for each shell.  A list of seats is completed part by part: what stands
// before the last comma, semicolon or bracket is kept.  "you" is offered where
// a person can sit, and programs where they can be started.

#include "agents/agents.h"
#include "cli/commands.h"
#include "door/fields.h"
#include "game/agent.h"
#include "games/games.h"
#include "lab/reproduce/reproduce.h"
#include "proof/logics.h"

#include <stdio.h>
#include <string.h>

// ---- lists of words, with a blank before each ----

static void print_commands(void)
{
    for (unsigned i = 0; dx_commands[i] != NULL; i++)
        printf(" %s", dx_commands[i]->name);
}

static void print_games(void)
{
    for (const dx_game *const *game = dx_games(); *game != NULL; game++)
        printf(" %s", (*game)->name);
}

static void print_logics(void)
{
    for (size_t i = 0; i < dx_logic_count; i++)
        printf(" %s", dx_logics[i].name);
}

static void print_experiments(void)
{
    for (const dx_experiment *e = dx_experiments; e->name != NULL; e++)
        printf(" %s", e->name);
}

static void print_parts(void)
{
    for (const dx_experiment *e = dx_experiments; e->name != NULL; e++)
        for (unsigned i = 0; e->parts != NULL && e->parts[i] != NULL; i++)
            printf(" %s", e->parts[i]);
}

static void print_layouts(void)
{
    printf(" %s", dx_door_field_find("layout")->choices);
}

// What a word of the command line may be: fixed words, a list of this
// program's, or agents, which depend on the game (and then the rest are beside
// them).
typedef struct taken {
    const char *command, *option; // NULL: any command; an operand
    bool agents;
    void (*print)(void);
    const char *words;
} taken;

// The first that fits counts.
static const taken takes[] = {
    {"play", "seats", true, NULL, " you cmd:"},
    {NULL, "seats", true, NULL, " cmd:"},
    {NULL, "round-robin", true, NULL, " cmd:"},
    {NULL, "assume", true, NULL, " none uniform truthful( mixture( lapse("},
    {NULL, "believes", true, NULL, ""},
    {NULL, "game", false, print_games, ""},
    {NULL, "logic", false, print_logics, ""},
    {NULL, "engine", false, NULL, " explicit symbolic"},
    {NULL, "only", false, print_parts, ""},
    {NULL, "on-illegal", false, NULL, " forfeit random retry:"},
    {NULL, "on-late", false, NULL, " forfeit random retry:"},
    {NULL, "on-crash", false, NULL, " forfeit random retry:"},
    {NULL, "completion", false, NULL, " bash zsh fish"},
    {NULL, "layout", false, print_layouts, " neato sfdp"},
    {NULL, "format", false, NULL, " dot tikz svg png json"},
    {"games", NULL, false, print_games, ""},
    {"match", NULL, false, print_games, ""},
    {"play", NULL, false, print_games, ""},
    {"tournament", NULL, false, print_games, ""},
    {"help", NULL, false, print_commands, ""},
    {"reproduce", NULL, false, print_experiments, ""},
    {"bot", NULL, false, NULL, " check"},
    {0},
};

// What an option (NULL: the operand) of a command takes; NULL: nothing known.
static const taken *find_taken(const dx_command *command, const char *option)
{
    for (const taken *t = takes; t->words != NULL; t++) {
        bool fits =
            t->command == NULL || strcmp(t->command, command->name) == 0;
        bool same = option == NULL
                        ? t->option == NULL
                        : t->option != NULL && strcmp(t->option, option) == 0;
        if (fits && same)
            return t;
    }
    return NULL;
}

// All but agents.
static void print_words(const taken *t)
{
    if (t->print != NULL)
        t->print();
    fputs(t->words, stdout);
}

// The agents that play `game`; NULL: all of them.
static void print_agents(const dx_game *game)
{
    for (const dx_agent *const *agent = dx_agents(); *agent != NULL; agent++)
        if (game == NULL || dx_agent_plays(*agent, game))
            printf(" %s", (*agent)->name);
}

// ---- bash and zsh ----

// The pattern of all games, and a function that says the agents of one.
static void print_functions(void)
{
    fputs("_doxa_game() {\n    case ${1%%[(]*} in ", stdout);
    for (const dx_game *const *game = dx_games(); *game != NULL; game++)
        printf("%s%s", game == dx_games() ? "" : " | ", (*game)->name);
    puts(") game=${1%%[(]*} ;; esac\n}\n_doxa_agents() {\n    case $1 in");
    for (const dx_game *const *game = dx_games();; game++) {
        printf("    %s) echo '", *game != NULL ? (*game)->name : "*");
        print_agents(*game);
        puts("' ;;");
        if (*game == NULL)
            break;
    }
    puts("    esac\n}");
}

// "command:--option) list=... ;;" for all options that take words.
static void print_option_cases(const char *indent)
{
    for (unsigned i = 0; dx_commands[i] != NULL; i++)
        for (const dx_option *o = dx_commands[i]->options; o && o->name; o++) {
            const taken *t = find_taken(dx_commands[i], o->name);
            if (t == NULL || o->value == NULL)
                continue;
            printf("%s%s:--%s) list=\"", indent, dx_commands[i]->name, o->name);
            if (t->agents)
                fputs("$(_doxa_agents \"$game\")", stdout);
            print_words(t);
            printf("\"%s ;;\n", t->agents ? " parts=1" : "");
        }
}

// "command:*) list=... ;;": its operands and options.
static void print_command_cases(const char *indent)
{
    for (unsigned i = 0; dx_commands[i] != NULL; i++) {
        const taken *t = find_taken(dx_commands[i], NULL);
        printf("%s%s:*) list=\"", indent, dx_commands[i]->name);
        if (t != NULL)
            print_words(t);
        for (const dx_option *o = dx_commands[i]->options; o && o->name; o++)
            printf(" --%s", o->name);
        puts("\" ;;");
    }
}

static void print_bash(void)
{
    print_functions();
    fputs(
        "_doxa() {\n"
        "    local word=${COMP_WORDS[COMP_CWORD]} list= head= game= parts= w\n"
        "    for w in \"${COMP_WORDS[@]:2}\"; do _doxa_game \"$w\"; done\n"
        "    case ${COMP_WORDS[1]}:${COMP_WORDS[COMP_CWORD-1]} in\n"
        "    *:\"${COMP_WORDS[0]}\") list=\"",
        stdout);
    print_commands();
    puts("\" ;;");
    print_option_cases("    ");
    print_command_cases("    ");
    puts("    esac\n"
         "    [ -n \"$parts\" ] &&\n"
         "        head=${word%\"${word##*[,;(]}\"} word=${word##*[,;(]}\n"
         "    mapfile -t COMPREPLY < <(compgen -P \"$head\" -W \"$list\" -- "
         "\"$word\")\n"
         "}\ncomplete -o default -F _doxa doxa");
}

static void print_zsh(void)
{
    puts("#compdef doxa");
    print_functions();
    fputs("local w game= list= parts=\n"
          "for w in $words[3,-1]; do _doxa_game \"$w\"; done\n"
          "case $words[2]:$words[CURRENT-1] in\n"
          "    *:$words[1]) list=\"",
          stdout);
    print_commands();
    puts("\" ;;");
    print_option_cases("    ");
    print_command_cases("    ");
    puts("esac\n"
         "if [[ -n $parts ]]; then\n"
         "    compset -P '*[,;(]'\n    compadd -S '' -- ${=list}\n"
         "else\n    compadd -- ${=list}\n"
         "    (( CURRENT > 2 )) && _files\nfi");
}

// ---- fish ----

static void print_fish_words(const taken *t)
{
    fputs(" -x -a \"", stdout);
    if (t->agents)
        print_agents(NULL);
    print_words(t);
    fputs("\"", stdout);
}

// In the double quotes of fish.
static void print_fish_text(const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("\"$\\", *text) != NULL)
            putchar('\\');
        putchar(*text);
    }
}

static void print_fish_options(const dx_command *command)
{
    for (const dx_option *o = command->options; o != NULL && o->name; o++) {
        const taken *t = find_taken(command, o->name);
        printf("complete -c doxa -n \"__fish_seen_subcommand_from %s\" "
               "-l %s -d \"",
               command->name, o->name);
        print_fish_text(o->help);
        putchar('"');
        if (o->value != NULL && t != NULL)
            print_fish_words(t);
        else if (o->value != NULL)
            fputs(" -r", stdout);
        puts("");
    }
}

static void print_fish(void)
{
    for (unsigned i = 0; dx_commands[i] != NULL; i++) {
        const dx_command *command = dx_commands[i];
        const taken *t = find_taken(command, NULL);
        printf("complete -c doxa -n __fish_use_subcommand -a %s -d \"%s\"\n",
               command->name, command->summary);
        print_fish_options(command);
        if (t == NULL)
            continue;
        printf("complete -c doxa -n \"__fish_seen_subcommand_from %s\"",
               command->name);
        print_fish_words(t);
        puts("");
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
