// doxa serve: tables for people, programs and agents, over the network.

#include "server/server.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/named.h"
#include "server/limits.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PORT = 8080 };

// What was typed, cut into words: both live until the server has ended.
typedef struct typed_lists {
    char *programs, *store;
} typed_lists;

// Cuts `text` at its semicolons, and puts where the parts begin into a list.
static bool split(char *text, unsigned most, unsigned *count, const char **out)
{
    while (text != NULL && *text != '\0') {
        char *end = strchrnul(text, ';');
        bool is_last = *end == '\0';
        *end = '\0';
        if (*count == most)
            return false;
        out[(*count)++] = text;
        text = is_last ? end : end + 1;
    }
    return true;
}

static char *copy_of(const dx_arguments *arguments, const char *option)
{
    const char *value = dx_argument_value(arguments, option);
    return value != NULL ? dx_copy_text(value) : NULL;
}

// "NAME=COMMAND;NAME=COMMAND".
static int read_programs(const dx_arguments *arguments, typed_lists *typed,
                         dx_server_options *o)
{
    typed->programs = copy_of(arguments, "program");
    if (!split(typed->programs, DX_SERVER_PROGRAMS_MAX, &o->programs,
               o->program))
        return dx_usage(arguments->command, "--program: too many");
    for (unsigned i = 0; i < o->programs; i++) {
        char *equals = strchr(o->program[i], '=');
        size_t length = equals != NULL ? (size_t)(equals - o->program[i]) : 0;
        if (length == 0 || equals[1] == '\0' || length > 40)
            return dx_usage(arguments->command,
                            "--program: expected NAME=COMMAND");
        *equals = '\0';
        o->command[i] = equals + 1;
    }
    return 0;
}

// Makes a folder and those above it.
static void make_folders(char *path)
{
    for (char *at = path + 1; *at != '\0'; at++)
        if (*at == '/') {
            *at = '\0';
            mkdir(path, 0700);
            *at = '/';
        }
}

// Where games are kept if nobody says where: a file in the user's folder for
// data, which is made if need be.  NULL: the user has none.
static char *usual_store(void)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    dx_text path = {0};
    if (data != NULL && data[0] == '/')
        dx_text_printf(&path, "%s/doxa/games.db", data);
    else if (home != NULL && home[0] == '/')
        dx_text_printf(&path, "%s/.local/share/doxa/games.db", home);
    else
        return NULL;
    char *name = dx_text_take(&path);
    make_folders(name);
    return name;
}

static int read_store(const dx_arguments *arguments, typed_lists *typed,
                      dx_server_options *o)
{
    bool is_memory = dx_argument_given(arguments, "memory");
    o->store = dx_argument_value(arguments, "store");
    if (is_memory && o->store != NULL)
        return dx_usage(arguments->command, "--store or --memory, not both");
    if (!is_memory && o->store == NULL)
        o->store = typed->store = usual_store();
    return 0;
}

static int read_tls(const dx_arguments *arguments, dx_server_options *o)
{
    o->certificate = dx_argument_value(arguments, "cert");
    o->key = dx_argument_value(arguments, "key");
    if ((o->certificate == NULL) != (o->key == NULL))
        return dx_usage(arguments->command, "--cert and --key go together");
    return 0;
}

static int read_options(const dx_arguments *arguments, typed_lists *typed,
                        dx_server_options *o)
{
    uint64_t port, tcp, threads, tables;
    const char *sync = dx_argument_value(arguments, "sync");
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (!dx_argument_number(arguments, "port", 0, 65535, PORT, &port) ||
        !dx_argument_number(arguments, "tcp", 0, 65535, 0, &tcp) ||
        !dx_argument_number(arguments, "threads", 1, 1024,
                            cores > 0 ? (uint64_t)cores : 1, &threads) ||
        !dx_argument_number(arguments, "tables", 1, 1000000, DX_TABLES_NORMAL,
                            &tables) ||
        !dx_argument_number(arguments, "seed", 1, UINT64_MAX, 0, &o->seed))
        return DX_EXIT_USAGE;
    if (sync != NULL && strcmp(sync, "full") != 0 &&
        strcmp(sync, "normal") != 0)
        return dx_usage(arguments->command, "--sync: full or normal");
    o->sync = sync != NULL && strcmp(sync, "normal") == 0 ? DX_SYNC_NORMAL
                                                          : DX_SYNC_FULL;
    if (tcp != 0 && tcp == port)
        return dx_usage(arguments->command, "--tcp: a port of its own");
    o->address = dx_argument_value(arguments, "listen");
    o->port = (unsigned)port;
    o->tcp = (unsigned)tcp;
    o->has_tcp = dx_argument_given(arguments, "tcp");
    o->threads = (unsigned)threads;
    o->tables_max = (unsigned)tables;
    o->web = dx_argument_value(arguments, "web");
    o->settings = dx_argument_value(arguments, "settings");
    o->typed[DX_SET_NAME] = dx_argument_value(arguments, "name");
    o->typed[DX_SET_PROXY] = dx_argument_value(arguments, "proxy");
    o->typed[DX_SET_PROXY_HEADER] =
        dx_argument_value(arguments, "proxy-header");
    o->typed[DX_SET_EXEMPT] = dx_argument_value(arguments, "exempt");
    o->typed[DX_SET_PING] = dx_argument_value(arguments, "ping");
    o->typed[DX_SET_PATIENCE] = dx_argument_value(arguments, "patience");
    int code = read_tls(arguments, o);
    if (code == 0)
        code = read_programs(arguments, typed, o);
    return code != 0 ? code : read_store(arguments, typed, o);
}

static int is_game(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 3 && strcmp(entry->d_name + length - 3, ".dg") == 0;
}

// The games of a folder, in the order of their names.
static dx_status read_games(const dx_arguments *arguments, const char *folder,
                            dx_error *error)
{
    struct dirent **entry;
    int count = scandir(folder, &entry, is_game, alphasort);
    dx_status status = DX_OK;
    if (count < 0)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "--games: cannot read '%.80s'", folder);
    for (int i = 0; i < count; i++) {
        dx_text path = {0}, name = {0};
        dx_text_printf(&path, "%s/%s", folder, entry[i]->d_name);
        if (status == DX_OK)
            status = dx_cli_name_game(arguments, dx_text_string(&path), &name,
                                      error);
        dx_text_release(&path);
        dx_text_release(&name);
        free(entry[i]);
    }
    free(entry);
    return status;
}

static int run(const dx_arguments *arguments)
{
    dx_server_options options = {.port = PORT};
    dx_error error = {.message = ""};
    typed_lists typed = {NULL, NULL};
    const char *folder = dx_argument_value(arguments, "games");
    signal(SIGHUP, SIG_IGN); // all is yet to be read; later the loop hears it
    if (folder != NULL && read_games(arguments, folder, &error) != DX_OK)
        return dx_report(&error);
    options.games = dx_cli_games(arguments);
    int code = read_options(arguments, &typed, &options);
    if (code == 0)
        code = dx_serve(&options, &error) == DX_OK ? DX_EXIT_YES
                                                   : dx_report(&error);
    if (code != DX_EXIT_YES && typed.store != NULL && error.file[0] != '\0' &&
        strcmp(error.file, typed.store) == 0)
        fputs("doxa: --store FILE keeps games elsewhere, --memory nowhere\n",
              stderr);
    dx_free(typed.programs);
    dx_free(typed.store);
    return code;
}

static const dx_option options[] = {
    {"port", "N", "of the page, HTTP and WebSocket (8080); 0: any"},
    {"listen", "ADDRESS", "to listen at (127.0.0.1)"},
    {"name", "HOST,...", "what the server is called, beside localhost"},
    {"proxy", "ADDRESS,...", "proxies that are believed where guests are"},
    {"proxy-header", "NAME", "x-forwarded-for (or forwarded, or proxy)"},
    {"exempt", "ADDRESS,...", "from limits of addresses, such as 127.0.0.1"},
    {"tcp", "N", "a port for bots that speak plain lines; 0: any"},
    {"store", "FILE", "of all games (~/.local/share/doxa/games.db)"},
    {"memory", NULL, "keep games in memory only: they are gone when it ends"},
    {"sync", "WHEN", "a move counts when the disk has it: full (or normal)"},
    {"program", "NAME=CMD;...", "programs that may be asked to sit down"},
    {"games", "FOLDER", "games from files (.dg) beside those there are"},
    {"tables", "N", "at once, at most (10000)"},
    {"threads", "N", "that think (as many as there are cores)"},
    {"ping", "S", "seconds of silence until a WebSocket is pinged (30)"},
    {"patience", "S", "seconds with who does not read an answer (20)"},
    {"cert", "FILE", "certificate for TLS, with --key"},
    {"key", "FILE", "its private key"},
    {"web", "FOLDER", "serve the page from there, for who works on it"},
    {"settings", "FILE", "lines such as 'exempt ::1', read again at HUP"},
    {"seed", "N", "deals that can be repeated, for tests"},
    {0},
};

const dx_command dx_command_serve = {
    .name = "serve",
    .operands = "",
    .summary = "tables in the browser, for people, agents and programs",
    .details =
        "Open the address that it prints in a browser.  docs/api.md is what\n"
        "programs say to it, docs/protocol.md how a bot sits down.  Games are\n"
        "kept in the user's folder for data (XDG_DATA_HOME) unless --store or\n"
        "--memory says otherwise, and go on after a restart.  With --listen\n"
        "0.0.0.0 others can reach it: give the name they use with --name, and\n"
        "a certificate.",
    .options = options,
    .operands_min = 0,
    .operands_max = 0,
    .run = run,
};
