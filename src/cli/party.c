// All names are read before anything is started, so that a mistake in the last
// one leaves no program running.  After each move everybody is told, whoever
// moved: programs and persons follow the game, minds look at their view when
// they need to.

#include "cli/party.h"

#include "agents/agents.h"
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

static dx_status seat_all(dx_party *party, const dx_player_options *options,
                          dx_error *error)
{
    const dx_agent *const *agents =
        party->agents != NULL ? party->agents : dx_agents();
    dx_status status = DX_OK;
    // Names first: nothing is started for a list with a mistake in it.
    for (unsigned i = 0; i < party->names.count && status == DX_OK; i++)
        status = dx_player_spec_parse(agents, party->names.name[i],
                                      &party->rules, &party->spec[i], error);
    for (unsigned i = 0; i < party->names.count && status == DX_OK; i++)
        status =
            dx_player_open(&party->spec[i], options, &party->seat[i], error);
    return status;
}

static void begin_all(dx_party *party)
{
    for (unsigned i = 0; i < party->names.count; i++)
        dx_player_begin(
            party->seat[i], dx_match_view(party->match, i),
            dx_random_named(party->seed, party->number, UINT64_C(1) << 40 | i));
}

dx_status dx_party_open(dx_party *party, const dx_arguments *arguments,
                        const char *game, const char *seats,
                        const dx_player_options *options, dx_error *error)
{
    dx_status status = dx_seat_list_parse(seats, &party->names, error);
    if (status == DX_OK)
        status = dx_rules_for_seats(arguments, game, party->names.count,
                                    &party->rules, error);
    if (status == DX_OK)
        status = seat_all(party, options, error);
    if (status != DX_OK) {
        dx_party_close(party);
        return status;
    }
    party->deal = dx_deal_new(&party->rules, party->seed, party->number);
    party->match = dx_match_new(&party->rules, party->deal);
    begin_all(party);
    return DX_OK;
}

// Who sits down at a game that goes on.
static dx_status read_names(dx_party *party, const char *seats, dx_error *error)
{
    const dx_record *record = party->record;
    unsigned players = dx_players(&record->rules);
    if (seats == NULL && record->seats == NULL)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "the record does not say who played: --seats does");
    if (seats == NULL) {
        party->names.count = players;
        for (unsigned i = 0; i < players; i++)
            party->names.name[i] = dx_copy_text(record->seats[i]);
        return DX_OK;
    }
    dx_status status = dx_seat_list_parse(seats, &party->names, error);
    if (status == DX_OK && party->names.count != players)
        status = dx_fail(
            error, DX_ERR_INPUT, 0, 0, "%u seat%s for a game of %u players",
            party->names.count, dx_plural(party->names.count), players);
    return status;
}

dx_status dx_party_resume(dx_party *party, dx_record *record, const char *seats,
                          const dx_player_options *options, dx_error *error)
{
    party->record = record;
    party->rules = record->rules;
    dx_status status = DX_OK;
    if (record->finished)
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "this game is over; doxa replay shows it");
    if (status == DX_OK)
        status = read_names(party, seats, error);
    if (status == DX_OK)
        status = seat_all(party, options, error);
    if (status != DX_OK) {
        dx_party_close(party);
        return status;
    }
    dx_deal_seed(record->deal, party->seed, party->number);
    party->match = dx_record_match(record, record->count);
    for (unsigned i = 0; i < record->count; i++)
        if (record->reasons[i].rule[0] != '\0')
            dx_match_explain(party->match, i, &record->reasons[i]);
    begin_all(party);
    return DX_OK;
}

void dx_party_close(dx_party *party)
{
    for (unsigned i = 0; i < DX_SEATS_MAX; i++)
        dx_player_close(party->seat[i]);
    dx_match_free(party->match);
    dx_deal_free(party->deal);
    dx_record_free(party->record);
    dx_seat_list_release(&party->names);
    *party = (dx_party){0};
}

static void tell_all(dx_party *party, const char *how)
{
    for (unsigned i = 0; i < party->names.count; i++) {
        const dx_view *view = dx_match_view(party->match, i);
        if (how != NULL)
            dx_player_end(party->seat[i], view, how);
        else
            dx_player_notify(party->seat[i], view);
    }
}

dx_fault dx_party_step(dx_party *party, dx_error *error)
{
    unsigned seat = dx_match_turn(party->match);
    dx_event move;
    dx_reason why = {.rule = ""};
    dx_error wrong = {.message = ""};
    dx_fault fault =
        dx_player_choose(party->seat[seat], dx_match_view(party->match, seat),
                         &move, &why, &wrong);
    if (party->cancelled != NULL && atomic_load(party->cancelled))
        fault = DX_FAULT_LEFT; // whatever it has thought of so far
    if (fault == DX_FAULT_NONE &&
        dx_match_play(party->match, seat, move,
                      why.rule[0] != '\0' ? &why : NULL, &wrong) != DX_OK)
        fault = DX_FAULT_ILLEGAL;
    dx_reason_release(&why);
    if (fault != DX_FAULT_NONE) {
        dx_fail(error, DX_ERR_MOVE, 0, 0, "seat %u (%.60s), %s: %s", seat + 1,
                party->names.name[seat], dx_fault_text(fault), wrong.message);
        tell_all(party, dx_fault_text(fault));
        return fault;
    }
    tell_all(party, dx_match_turn(party->match) == DX_OVER ? "over" : NULL);
    return DX_FAULT_NONE;
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
    dx_record_writer *writer = dx_record_writer_new(
        &party->rules, (const char *const *)party->names.name);
    dx_text text = {0};
    dx_record_write(writer, party->match, &text);
    dx_status status = dx_keep_write(path, force, &text, error);
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
