// A record is read as far as it is sound; whether that is enough, the user
// says, and what was left out is said on stderr, where it disturbs no answer.

#include "cli/record.h"

#include "ask/ask.h"
#include "base/text.h"
#include "cli/named.h"
#include "games/file/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD_BYTES_MAX = 1 << 28 };

// The sound part of a damaged record is used only by who asks for it.
static dx_status look_at_damage(const dx_arguments *arguments,
                                const dx_record *record, const char *path,
                                dx_error *error)
{
    dx_error damage = record->damage;
    bool anyway = dx_argument_given(arguments, "anyway");
    if (damage.message[0] == '\0')
        return DX_OK;
    size_t length = strlen(damage.message);
    if (!anyway)
        snprintf(damage.message + length, sizeof damage.message - length,
                 "; --anyway goes on with those");
    dx_error_in_file(&damage, path);
    *error = damage;
    if (!anyway)
        return DX_ERR_INPUT;
    dx_report(&damage);
    fprintf(stderr, "doxa: going on with the first %u event%s\n", record->count,
            dx_plural(record->count));
    return DX_OK;
}

// The games that a record may be of: its own among them, if it carries one.
static dx_status add_its_game(const dx_arguments *arguments,
                              const dx_text *text, dx_error *error)
{
    dx_game *game = NULL;
    dx_status status = dx_game_of_record(text->at, text->length, &game, error);
    if (status == DX_OK && game != NULL)
        status = dx_cli_add_game(arguments, game, error);
    return status;
}

dx_status dx_cli_record_open(const dx_arguments *arguments, const char *path,
                             dx_record **out, dx_error *error)
{
    dx_record *record = NULL;
    dx_text text;
    dx_status status = dx_text_read_file(path, RECORD_BYTES_MAX, &text, error);
    if (status != DX_OK)
        return status;
    status = add_its_game(arguments, &text, error);
    if (status == DX_OK)
        status = dx_record_rescue(dx_cli_games(arguments), text.at, text.length,
                                  &record, error);
    dx_text_release(&text);
    if (status != DX_OK) {
        dx_error_in_file(error, path);
        return status;
    }
    status = look_at_damage(arguments, record, path, error);
    if (status == DX_OK)
        *out = record;
    else
        dx_record_free(record);
    return status;
}

dx_status dx_cli_record(const dx_arguments *arguments, dx_record **out,
                        dx_error *error)
{
    dx_status status =
        dx_cli_record_open(arguments, arguments->operands[0], out, error);
    if (status != DX_OK)
        return status;
    const dx_record *record = *out;
    if (!record->finished && record->damage.message[0] == '\0')
        fprintf(stderr,
                "doxa: this record is of a game that is not over: it has %u "
                "event%s and no end\n",
                record->count, dx_plural(record->count));
    return DX_OK;
}

bool dx_cli_turn(const dx_arguments *arguments, const dx_record *record,
                 unsigned *out_events)
{
    unsigned last = dx_turn_of(&record->rules, record->events, record->count);
    uint64_t turn;
    if (!dx_argument_number(arguments, "turn", 0, last, last, &turn))
        return false;
    return dx_turn_events(&record->rules, record->events, record->count,
                          (unsigned)turn, out_events);
}

bool dx_cli_seat(const dx_arguments *arguments, const dx_record *record,
                 unsigned *out_seat)
{
    const char *text = dx_argument_value(arguments, "seat");
    unsigned players = dx_players(&record->rules);
    *out_seat = DX_BYSTANDER;
    if (text == NULL)
        return true;
    for (unsigned seat = 0; seat < players && record->seats != NULL; seat++)
        if (strcmp(record->seats[seat], text) == 0)
            *out_seat = seat;
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (*end == '\0' && number >= 1 && number <= players)
        *out_seat = (unsigned)number - 1;
    if (*out_seat == DX_BYSTANDER)
        dx_usage(arguments->command, "there is no seat '%s': 1 to %u", text,
                 players);
    return *out_seat != DX_BYSTANDER;
}
