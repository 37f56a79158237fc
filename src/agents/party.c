// All names are read before anything is started, so that a mistake in the last
// one leaves no program running.  After each move everybody is told, whoever
// moved: programs and persons follow the game, minds look at their view when
// they need to.

#include "agents/party.h"

#include "agents/agents.h"
#include "base/heed.h"
#include "base/memory.h"

// Does somebody outside move for this seat?
static bool is_own(const dx_party *party, unsigned seat)
{
    return party->has_own && party->spec[seat].kind == DX_SEAT_PERSON;
}

static dx_status check_agent(const dx_party *party, unsigned seat,
                             dx_error *error)
{
    if (party->spec[seat].kind == DX_SEAT_MIND || is_own(party, seat))
        return DX_OK;
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "'%.60s': only agents play here%s", party->names.name[seat],
                   party->has_own ? ", and you" : "");
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
        if (party->is_closed)
            status = check_agent(party, i, error);
    for (unsigned i = 0; i < party->names.count && status == DX_OK; i++)
        if (!is_own(party, i))
            status = dx_player_open(&party->spec[i], options, &party->seat[i],
                                    error);
    return status;
}

static void begin_all(dx_party *party)
{
    for (unsigned i = 0; i < party->names.count; i++)
        if (party->seat[i] != NULL)
            dx_player_begin(party->seat[i], dx_match_view(party->match, i),
                            dx_random_named(party->seed, party->number,
                                            UINT64_C(1) << 40 | i));
}

dx_status dx_party_open(dx_party *party, const char *game, const char *seats,
                        const dx_player_options *options, dx_error *error)
{
    dx_status status = dx_seat_list_parse(seats, &party->names, error);
    if (status == DX_OK)
        status = dx_rules_parse_seated(party->games, game, party->names.count,
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
        if (party->seat[i] == NULL)
            continue;
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
    dx_is_called_off(); // a move is a step
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

void dx_party_record(const dx_party *party, dx_text *out)
{
    dx_record_writer *writer = dx_record_writer_new(
        &party->rules, (const char *const *)party->names.name);
    dx_record_write(writer, party->match, out);
    dx_record_writer_free(writer);
}
