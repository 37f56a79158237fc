#include "cli/record.h"

#include "ask/ask.h"
#include "base/text.h"
#include "games/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD_BYTES_MAX = 1 << 28 };

dx_status dx_cli_record(const char *path, dx_record **out, dx_error *error)
{
    dx_text text;
    dx_status status = dx_text_read_file(path, RECORD_BYTES_MAX, &text, error);
    if (status != DX_OK)
        return status;
    status = dx_record_rescue(dx_games(), text.at, text.length, out, error);
    dx_text_release(&text);
    if (status != DX_OK) {
        dx_error_in_file(error, path);
        return status;
    }
    if ((*out)->damage.message[0] != '\0') {
        dx_error_in_file(&(*out)->damage, path);
        dx_report(&(*out)->damage);
        fprintf(stderr, "doxa: going on with the first %u events\n",
                (*out)->count);
    }
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
