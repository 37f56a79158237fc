// What the command line adds to a party: options of programs, what they said,
// the record in a file, the scores.

#include "cli/party.h"

#include "base/memory.h"
#include "cli/keep.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LIMIT_MS_MAX = 86400000 }; // a day

static bool take_remedy(const dx_arguments *arguments, const char *option,
                        dx_remedy *out)
{
    const char *text = dx_argument_value(arguments, option);
    dx_error error;
    if (text == NULL || dx_remedy_parse(text, out, &error) == DX_OK)
        return true;
    dx_usage(arguments->command, "--%s %s", option, error.message);
    return false;
}

bool dx_cli_programs(const dx_arguments *arguments, dx_outsider_options *out)
{
    dx_outsider_options options = dx_outsider_normal();
    dx_remedy *remedy = options.remedy;
    if (!dx_argument_number(arguments, "start-ms", 1, LIMIT_MS_MAX,
                            options.start_ms, &options.start_ms) ||
        !dx_argument_number(arguments, "move-ms", 1, LIMIT_MS_MAX,
                            options.move_ms, &options.move_ms) ||
        !dx_argument_number(arguments, "game-ms", 0, LIMIT_MS_MAX,
                            options.game_ms, &options.game_ms) ||
        !take_remedy(arguments, "on-illegal", &remedy[DX_FAULT_ILLEGAL]) ||
        !take_remedy(arguments, "on-late", &remedy[DX_FAULT_LATE]) ||
        !take_remedy(arguments, "on-crash", &remedy[DX_FAULT_CRASHED]))
        return false;
    remedy[DX_FAULT_GARBAGE] = remedy[DX_FAULT_ILLEGAL];
    *out = options;
    return true;
}

dx_status dx_cli_party_open(dx_party *party, const dx_arguments *arguments,
                            const char *game, const char *seats,
                            const dx_player_options *options, dx_error *error)
{
    dx_text name = {0};
    dx_status status = dx_cli_name_game(arguments, game, &name, error);
    party->games = dx_cli_games(arguments);
    if (status == DX_OK)
        status =
            dx_party_open(party, dx_text_string(&name), seats, options, error);
    dx_text_release(&name);
    return status;
}

// What a program has said, line by line: each behind a mark, so that none can
// be taken for ours.
static void quote(const char *said)
{
    while (*said != '\0') {
        size_t length = strcspn(said, "\n");
        char *line = dx_copy_text_part(said, length);
        fputs("  | ", stderr);
        dx_print_shown(stderr, line);
        fputc('\n', stderr);
        dx_free(line);
        said += length + (said[length] == '\n');
    }
}

void dx_party_report_programs(dx_party *party)
{
    for (unsigned i = 0; i < party->names.count; i++) {
        dx_outsider *outsider = dx_player_outsider(party->seat[i]);
        uint64_t all = 0;
        if (outsider == NULL)
            continue;
        for (dx_fault fault = DX_FAULT_ILLEGAL; fault < DX_FAULTS; fault++) {
            uint64_t count = dx_outsider_faults(outsider, fault);
            if (count > 0)
                fprintf(stderr, "seat %u: %s %" PRIu64 "\n", i + 1,
                        dx_fault_text(fault), count);
            all += count;
        }
        if (dx_outsider_stale(outsider) > 0)
            fprintf(stderr, "seat %u: answers to old turns %" PRIu64 "\n",
                    i + 1, dx_outsider_stale(outsider));
        const char *said = dx_outsider_stderr(outsider);
        if (all > 0 && said[0] != '\0') {
            fprintf(stderr, "seat %u said on stderr:\n", i + 1);
            quote(said);
        }
    }
}

dx_status dx_party_write_record(const dx_party *party, const char *path,
                                bool force, dx_error *error)
{
    dx_text text = {0};
    dx_party_record(party, &text);
    dx_status status = dx_keep_write(path, force, &text, error);
    dx_text_release(&text);
    return status;
}

void dx_party_print_scores(const dx_party *party)
{
    if (party->rules.game->team) {
        printf("score %d\n", dx_match_score(party->match, 0));
        return;
    }
    dx_text line = {0};
    for (unsigned seat = 0; seat < dx_players(&party->rules); seat++) {
        dx_text_clear(&line);
        dx_text_printf(&line, "%u ", seat + 1);
        dx_text_add_shown(&line, party->names.name[seat]);
        dx_text_printf(&line, ": %d%s", dx_match_score(party->match, seat),
                       dx_match_won(party->match, seat) ? ", won" : "");
        puts(dx_text_string(&line));
    }
    dx_text_release(&line);
}
