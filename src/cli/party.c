// A game on the command line: players seated from a list of names, told what
// happens, asked for their moves.  Names are all read before anything is
// started, so that a slip in the third name starts no program for the first.

#include "cli/party.h"

#include "agents/agents.h"
#include "game/record.h"

#include <errno.h>
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

static dx_status seat_all(dx_party *party, const dx_player_options *options,
                          dx_error *error)
{
    dx_status status = DX_OK;
    // Names first: nothing is started for a list with a mistake in it.
    for (unsigned i = 0; i < party->names.count && status == DX_OK; i++)
        status = dx_player_spec_parse(dx_agents(), party->names.name[i],
                                      &party->rules, &party->spec[i], error);
    for (unsigned i = 0; i < party->names.count && status == DX_OK; i++)
        status =
            dx_player_open(&party->spec[i], options, &party->player[i], error);
    return status;
}

dx_status dx_party_open(dx_party *party, const char *game, const char *seats,
                        const dx_player_options *options, dx_error *error)
{
    dx_status status = dx_seat_list_parse(seats, &party->names, error);
    if (status == DX_OK)
        status =
            dx_rules_for_seats(game, party->names.count, &party->rules, error);
    if (status == DX_OK)
        status = seat_all(party, options, error);
    if (status != DX_OK) {
        dx_party_close(party);
        return status;
    }
    party->deal = dx_deal_new(&party->rules, party->seed, party->number);
    party->match = dx_match_new(&party->rules, party->deal);
    for (unsigned i = 0; i < party->names.count; i++)
        dx_player_begin(
            party->player[i], dx_match_view(party->match, i),
            dx_random_named(party->seed, party->number, UINT64_C(1) << 40 | i));
    return DX_OK;
}

void dx_party_close(dx_party *party)
{
    for (unsigned i = 0; i < DX_SEATS_MAX; i++)
        dx_player_close(party->player[i]);
    dx_match_free(party->match);
    dx_deal_free(party->deal);
    dx_seat_list_release(&party->names);
    *party = (dx_party){0};
}

static void tell_all(dx_party *party, const char *how)
{
    for (unsigned i = 0; i < party->names.count; i++) {
        const dx_view *view = dx_match_view(party->match, i);
        if (how != NULL)
            dx_player_end(party->player[i], view, how);
        else
            dx_player_notify(party->player[i], view);
    }
}

dx_fault dx_party_step(dx_party *party, dx_error *error)
{
    unsigned seat = dx_match_turn(party->match);
    dx_event move;
    dx_reason why;
    dx_error wrong = {.message = ""};
    dx_fault fault =
        dx_player_choose(party->player[seat], dx_match_view(party->match, seat),
                         &move, &why, &wrong);
    if (fault == DX_FAULT_NONE &&
        dx_match_play(party->match, seat, move,
                      why.rule[0] != '\0' ? &why : NULL, &wrong) != DX_OK)
        fault = DX_FAULT_ILLEGAL;
    if (fault != DX_FAULT_NONE) {
        dx_fail(error, DX_ERR_MOVE, 0, 0, "seat %u (%.60s), %s: %s", seat + 1,
                party->names.name[seat], dx_fault_text(fault), wrong.message);
        tell_all(party, dx_fault_text(fault));
        return fault;
    }
    tell_all(party, dx_match_turn(party->match) == DX_OVER ? "over" : NULL);
    return DX_FAULT_NONE;
}

void dx_party_report_programs(dx_party *party)
{
    for (unsigned i = 0; i < party->names.count; i++) {
        dx_outsider *outsider = dx_player_outsider(party->player[i]);
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
        if (all > 0 && said[0] != '\0')
            fprintf(stderr, "seat %u said on stderr:\n%s\n", i + 1, said);
    }
}

dx_status dx_party_write_record(const dx_party *party, const char *path,
                                dx_error *error)
{
    dx_record_writer *writer = dx_record_writer_new(
        &party->rules, (const char *const *)party->names.name);
    dx_text text = {0};
    dx_record_write(writer, party->match, &text);
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdout : fopen(path, "w");
    dx_status status = DX_OK;
    if (file == NULL || fwrite(text.at, 1, text.length, file) != text.length ||
        (!standard && fclose(file) != 0)) {
        status = dx_fail(error, DX_ERR_FILE, 0, 0, "cannot write: %s",
                         strerror(errno));
        dx_error_in_file(error, path);
    }
    dx_text_release(&text);
    dx_record_writer_free(writer);
    return status;
}

void dx_party_print_scores(const dx_party *party)
{
    if (party->rules.game->team) {
        printf("score %d\n", dx_match_score(party->match, 0));
        return;
    }
    for (unsigned seat = 0; seat < dx_players(&party->rules); seat++)
        printf("%u %s: %d%s\n", seat + 1, party->names.name[seat],
               dx_match_score(party->match, seat),
               dx_match_won(party->match, seat) ? ", won" : "");
}
