// doxa lens: a whole board through a seat's eyes, or through several minds.

#include "cli/commands.h"
#include "cli/door.h"
#include "cli/named.h"
#include "cli/record.h"
#include "minds/board/nested.h"

#include <stdlib.h>

// "2,1": the seats behind the lens's own.
static bool check_path(const dx_arguments *arguments, unsigned players)
{
    const char *text = dx_argument_value(arguments, "path");
    unsigned depth = 0;
    for (; text != NULL && *text != '\0'; text += *text == ',') {
        char *end;
        unsigned long seat = strtoul(text, &end, 10);
        bool is_seat = end != text && (*end == ',' || *end == '\0') &&
                       seat >= 1 && seat <= players;
        if (!is_seat || depth++ == DX_PATH_MAX) {
            dx_usage(arguments->command,
                     "--path: at most %d seats from 1 to %u, as in 2,1",
                     DX_PATH_MAX, players);
            return false;
        }
        text = end;
    }
    return true;
}

static bool check(const dx_arguments *arguments, const dx_record *record)
{
    unsigned events, seat;
    if (!dx_cli_turn(arguments, record, &events) ||
        !dx_cli_seat(arguments, record, &seat))
        return false;
    if (seat == DX_BYSTANDER)
        dx_usage(arguments->command, "--seat says through whose eyes");
    return seat != DX_BYSTANDER &&
           check_path(arguments, dx_players(&record->rules));
}

static int run(const dx_arguments *arguments)
{
    dx_record *record;
    dx_error error = {.message = ""};
    dx_status status = dx_cli_record(arguments, &record, &error);
    if (status != DX_OK)
        return dx_cli_fail(arguments, status, &error);
    if (check(arguments, record))
        return dx_cli_door(arguments, "lens", record, NULL, NULL);
    dx_record_free(record);
    return DX_EXIT_USAGE;
}

static const dx_option options[] = {
    {"turn", "N", "after N moves; the last turn if not given"},
    {"seat", "S", "through whose eyes"},
    {"path", "S,S,...", "and then through the minds of these seats"},
    DX_ASSUME_OPTION,
    {"worlds", "N", "the N likeliest worlds too"},
    {"draw", "N", "N worlds drawn at random too"},
    {"seed", "N", "for drawing (1)"},
    {"limit", "N", "worlds to list under a policy, at most (100000)"},
    {"json", NULL, "one object in JSON"},
    DX_RECORD_OPTION,
    {0},
};

const dx_command dx_command_lens = {
    .name = "lens",
    .operands = "RECORD",
    .summary = "all that a seat can know of a board, or knows that others know",
    .details =
        "Every place that is hidden from the seat, with the cards that may "
        "lie\n"
        "there and how likely each is; how many worlds that leaves, and how\n"
        "many bits; and which turn ruled out which card.  Each card is a fact\n"
        "that doxa ask answers in the same way.\n"
        "\n"
        "With --path 2 it is about the places hidden from seat 2: which cards\n"
        "seat 2 surely holds possible, as the seat knows, and which perhaps,\n"
        "since that depends on what the seat does not see.  --path 2,1 goes a\n"
        "mind further.",
    .options = options,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
