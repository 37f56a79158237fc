// doxa store: what a server has kept, while it runs or afterwards.

#include "store/store.h"

#include "base/heed.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/keep.h"
#include "cli/named.h"
#include "cli/signals.h"
#include "game/record.h"
#include "server/token.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct finding {
    int64_t number;
    bool is_over;
} finding;

static void print_game(void *context, const dx_stored_game *game)
{
    dx_text rules = {0};
    unsigned *broken = context;
    char id[DX_TABLE_ID];
    dx_table_id_new(game->game, id);
    if (game->id[0] != '\0')
        snprintf(id, sizeof id, "%s", game->id);
    if (game->damage != NULL) {
        printf("%-24s %-8s %s\n", id, "broken", game->damage);
        ++*broken;
        return;
    }
    dx_text_add_shown(&rules, game->rules);
    printf("%-24s %-8s %5u lines  %.*s\n", id, game->state, game->lines,
           (int)strcspn(dx_text_string(&rules), "("), dx_text_string(&rules));
    dx_text_release(&rules);
}

// Games that were given up have nothing to show, unless they are damaged.
static void print_kept(void *context, const dx_stored_game *game)
{
    if (game->damage != NULL || strcmp(game->state, "given up") != 0)
        print_game(context, game);
}

static void print_file(void *context, int64_t game, const char *id,
                       const char *what)
{
    (void)id;
    if (game != 0)
        return;
    fprintf(stderr, "doxa: the store is damaged: %s\n", what);
    *(int *)context = DX_EXIT_NO;
}

static dx_status list(dx_store *store, int *code, dx_error *error)
{
    unsigned broken = 0;
    dx_store_look(store);
    dx_status status = dx_store_each(store, print_kept, &broken, error);
    dx_store_faults(store, print_file, code);
    if (broken > 0) {
        fprintf(stderr, "doxa: %u game%s damaged; check says more\n", broken,
                broken == 1 ? " is" : "s are");
        *code = DX_EXIT_NO;
    }
    return status;
}

static void find(void *context, const dx_stored_game *game)
{
    *(finding *)context =
        (finding){game->game, strcmp(game->state, "over") == 0};
}

// Prints the record of a game.
static dx_status export_game(dx_store *store, const char *id, dx_error *error)
{
    finding found = {0};
    dx_text lines = {0};
    bool is_found = false;
    dx_status status = dx_store_find(store, id, find, &found, &is_found, error);
    if (status == DX_OK && !is_found)
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "there is no game '%.60s'; list shows them", id);
    if (status == DX_OK && !found.is_over)
        fprintf(stderr, "doxa: this game is not over\n");
    if (status == DX_OK)
        status = dx_store_lines(store, found.number, &lines, error);
    if (status == DX_OK)
        fwrite(lines.at, 1, lines.length, stdout);
    dx_text_release(&lines);
    return status;
}

static char *seats_of(const dx_record *record)
{
    dx_text seats = {0};
    for (unsigned i = 0; i < dx_players(&record->rules); i++) {
        dx_text_add(&seats, i > 0 ? "," : "[");
        dx_text_add(&seats, "{\"kind\":\"person\",\"agent\":\"\",\"key\":\"\","
                            "\"name\":");
        dx_text_add_json(&seats, record->seats != NULL ? record->seats[i] : "");
        dx_text_add_char(&seats, '}');
    }
    dx_text_add_char(&seats, ']');
    return dx_text_take(&seats);
}

// The rows of a record: the game, and its lines.
static dx_status put_record(dx_store *store, const dx_record *record,
                            dx_text *text, const char *id, int64_t number,
                            dx_error *error)
{
    dx_text rules = {0};
    dx_rules_print(&record->rules, &rules);
    dx_row row = {.kind = DX_ROW_GAME,
                  .game = number,
                  .id = dx_copy_text(id),
                  .text = dx_text_take(&rules),
                  .seats = seats_of(record),
                  .options = dx_copy_text("{}"),
                  .state = "over",
                  .since = (int64_t)time(NULL)};
    dx_status status = dx_store_put(store, &row, error);
    dx_row_release(&row);
    unsigned n = 0;
    for (const char *at = dx_text_string(text); *at != '\0' && status == DX_OK;
         n++) {
        size_t length = strcspn(at, "\n");
        row = (dx_row){.kind = DX_ROW_LINE,
                       .game = number,
                       .n = n,
                       .text = dx_copy_text_part(at, length)};
        status = dx_store_put(store, &row, error);
        dx_row_release(&row);
        at += length + (at[length] == '\n');
    }
    return status;
}

static dx_status import_record(const dx_game *const *games, dx_store *store,
                               const char *path, dx_error *error)
{
    enum { BYTES_MAX = 1 << 28 };
    dx_text text;
    dx_record *record = NULL;
    char id[DX_TABLE_ID];
    dx_status status = dx_text_read_file(path, BYTES_MAX, &text, error);
    if (status != DX_OK)
        return status;
    status = dx_record_read(games, text.at, text.length, &record, error);
    dx_error_in_file(status == DX_OK ? NULL : error, path);
    if (status == DX_OK)
        status = dx_store_begin(store, error);
    if (status == DX_OK) {
        int64_t number = 0;
        status = dx_store_last(store, &number, error);
        dx_table_id_new(++number, id);
        if (status == DX_OK)
            status = put_record(store, record, &text, id, number, error);
        if (status == DX_OK)
            status = dx_store_commit(store, error);
        if (status == DX_OK)
            puts(id);
        else
            dx_store_undo(store);
    }
    dx_record_free(record);
    dx_text_release(&text);
    return status;
}

// ---- checking ----

static void print_fault(void *context, int64_t game, const char *id,
                        const char *what)
{
    char name[DX_TABLE_ID];
    (void)context;
    if (game > 0)
        dx_table_id_new(game, name);
    printf("%-24s %s\n",
           id == NULL      ? "the file"
           : id[0] == '\0' ? name
                           : id,
           what);
}

static dx_status check(dx_store *store, int *code, dx_error *error)
{
    dx_store_health health;
    dx_status status = dx_store_check(store, print_fault, NULL, &health, error);
    if (status != DX_OK)
        return status;
    printf("%" PRIu64 " game%s, %" PRIu64 " fault%s\n", health.games,
           health.games == 1 ? "" : "s", health.faults,
           health.faults == 1 ? "" : "s");
    *code = health.faults > 0 ? DX_EXIT_NO : DX_EXIT_YES;
    return DX_OK;
}

static const struct {
    const char *name;
    bool has_operand, may_create;
} tasks[] = {{"list", false, false},
             {"export", true, false},
             {"import", true, true},
             {"backup", true, false},
             {"check", false, false}};

enum { LIST, EXPORT, IMPORT, BACKUP, CHECK, TASKS };

static dx_status work(const dx_arguments *arguments, unsigned task,
                      dx_store *store, const char *with, int *code,
                      dx_error *error)
{
    dx_status status = task == IMPORT ? dx_store_claim(store, error) : DX_OK;
    if (status != DX_OK)
        return status;
    return task == LIST     ? list(store, code, error)
           : task == EXPORT ? export_game(store, with, error)
           : task == IMPORT
               ? import_record(dx_cli_games(arguments), store, with, error)
           : task == BACKUP ? dx_store_backup(store, with, error)
                            : check(store, code, error);
}

static int run(const dx_arguments *arguments)
{
    const char *const *words = arguments->operands;
    const char *what = arguments->operand_count > 1 ? words[1] : "list";
    const char *with = arguments->operand_count > 2 ? words[2] : NULL;
    dx_store *store;
    dx_error error = {.message = ""};
    unsigned task = 0;
    int code = DX_EXIT_YES;
    while (task < TASKS && strcmp(what, tasks[task].name) != 0)
        task++;
    if (task == TASKS || tasks[task].has_operand != (with != NULL))
        return dx_usage(arguments->command,
                        "expected list, check, export GAME, import RECORD or "
                        "backup FILE behind the store");
    if (!tasks[task].may_create && access(words[0], F_OK) != 0) {
        dx_fail(&error, DX_ERR_FILE, 0, 0, "there is no such file");
        dx_error_in_file(&error, words[0]);
        return dx_report(&error);
    }
    if (dx_store_open(words[0], DX_SYNC_ASIDE, &store, &error) != DX_OK)
        return dx_report(&error);
    if (task == BACKUP || task == CHECK) // of many games they take their time
        dx_heed(dx_heed_interrupts());
    dx_status status = work(arguments, task, store, with, &code, &error);
    dx_store_close(store);
    if (status != DX_OK)
        dx_report(&error);
    return status == DX_OK              ? code
           : status == DX_ERR_CANCELLED ? DX_EXIT_INTERRUPTED
                                        : DX_EXIT_INPUT;
}

const dx_command dx_command_store = {
    .name = "store",
    .operands =
        "STORE [list | check | export GAME | import RECORD | backup FILE]",
    .summary = "games that a server keeps: list, check, take out, put in, copy",
    .details =
        "STORE is the file that doxa serve --store was given; the server may\n"
        "be running.  check reads everything and says what is damaged (exit 1\n"
        "if anything is).  export prints the record of a game, import adds one "
        "that\n"
        "is over (where no server has the store; a server takes records by\n"
        "its page), backup makes a copy of everything while games go on,\n"
        "and checks it.",
    .operands_min = 1,
    .operands_max = 3,
    .run = run,
};
