// doxa store: what a server has kept, while it runs or afterwards.

#include "store/store.h"

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/keep.h"
#include "game/record.h"
#include "games/games.h"
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
    (void)context;
    dx_text_add_shown(&rules, game->rules);
    printf("%-24s %-8s %5u lines  %.*s\n", game->id, game->state, game->lines,
           (int)strcspn(dx_text_string(&rules), "("), dx_text_string(&rules));
    dx_text_release(&rules);
}

static dx_status list(dx_store *store, dx_error *error)
{
    dx_status status = dx_store_running(store, print_game, NULL, error);
    if (status == DX_OK)
        status = dx_store_over(store, 0, UINT32_MAX, print_game, NULL, error);
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
    finding found;
    dx_text lines = {0};
    if (!dx_store_find(store, id, find, &found))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "there is no game '%.60s'; list shows them", id);
    if (!found.is_over)
        fprintf(stderr, "doxa: this game is not over\n");
    dx_status status = dx_store_lines(store, found.number, &lines, error);
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

static dx_status import_record(dx_store *store, const char *path,
                               dx_error *error)
{
    enum { BYTES_MAX = 1 << 28 };
    dx_text text;
    dx_record *record = NULL;
    char id[DX_TABLE_ID];
    dx_status status = dx_text_read_file(path, BYTES_MAX, &text, error);
    if (status != DX_OK)
        return status;
    status = dx_record_read(dx_games(), text.at, text.length, &record, error);
    dx_error_in_file(status == DX_OK ? NULL : error, path);
    if (status == DX_OK)
        status = dx_store_begin(store, error);
    if (status == DX_OK) {
        int64_t number = dx_store_last(store) + 1;
        dx_table_id_new(number, id);
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

static int run(const dx_arguments *arguments)
{
    const char *const *words = arguments->operands;
    const char *what = arguments->operand_count > 1 ? words[1] : "list";
    const char *with = arguments->operand_count > 2 ? words[2] : NULL;
    dx_store *store;
    dx_error error = {.message = ""};
    bool is_list = strcmp(what, "list") == 0;
    if ((!is_list && strcmp(what, "export") != 0 &&
         strcmp(what, "import") != 0 && strcmp(what, "backup") != 0) ||
        is_list != (with == NULL))
        return dx_usage(arguments->command,
                        "expected list, export GAME, import RECORD or backup "
                        "FILE behind the store");
    bool is_import = what[0] == 'i';
    if (!is_import && access(words[0], F_OK) != 0) {
        dx_fail(&error, DX_ERR_FILE, 0, 0, "there is no such file");
        dx_error_in_file(&error, words[0]);
        return dx_report(&error);
    }
    if (dx_store_open(words[0], DX_SYNC_FULL, &store, &error) != DX_OK)
        return dx_report(&error);
    dx_status status = is_import ? dx_store_claim(store, &error) : DX_OK;
    if (status == DX_OK)
        status = is_list          ? list(store, &error)
                 : what[0] == 'e' ? export_game(store, with, &error)
                 : is_import      ? import_record(store, with, &error)
                                  : dx_store_backup(store, with, &error);
    dx_store_close(store);
    return status == DX_OK ? DX_EXIT_YES : dx_report(&error);
}

const dx_command dx_command_store = {
    .name = "store",
    .operands = "STORE [list | export GAME | import RECORD | backup FILE]",
    .summary = "the games that a server keeps: list, take out, put in, copy",
    .details =
        "STORE is the file that doxa serve --store was given; the server may\n"
        "be running.  export prints the record of a game, import adds one "
        "that\n"
        "is over (where no server has the store; a server takes records by\n"
        "its page), backup makes a copy of everything while games go on.",
    .operands_min = 1,
    .operands_max = 3,
    .run = run,
};
