// What if: a line of one's own from a turn of a record.  The past stays, the
// deal too, so whatever was to be drawn next still is; only the moves behind
// the turn are others.  Every question about a record can be asked of it.

#include "door/call.h"

#include "ask/ask.h"
#include "base/memory.h"
#include "game/say.h"

#include <string.h>

static dx_status play_line(dx_match *match, const dx_wish *wish,
                           dx_error *error)
{
    dx_status status = DX_OK;
    for (unsigned i = 0; status == DX_OK && i < wish->line_count; i++) {
        unsigned seat = dx_match_turn(match);
        dx_event move = {.bits = 0};
        if (seat == DX_OVER)
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "\"line\": the game is over after %u moves", i);
        status = dx_read_move(dx_match_view(match, seat), wish->line[i], &move,
                              error);
        if (status == DX_OK)
            status = dx_match_play(match, seat, move, NULL, error);
    }
    return status;
}

// Deal and names stay the record's; reasons are those up to `kept`.
static dx_record *with_events(const dx_record *record, const dx_match *match,
                              unsigned kept)
{
    dx_record *branch = dx_alloc(1, sizeof *branch);
    *branch = *record;
    const dx_event *events = dx_match_events(match, &branch->count);
    branch->reasons = dx_alloc(branch->count + 1, sizeof *branch->reasons);
    branch->events = dx_alloc(branch->count + 1, sizeof *events);
    memcpy(branch->events, events, branch->count * sizeof *events);
    for (unsigned i = 0; i < kept; i++)
        branch->reasons[i] = dx_reason_copy(&record->reasons[i]);
    branch->finished = dx_match_turn(match) == DX_OVER;
    return branch;
}

void dx_line_end(dx_record *branch)
{
    for (unsigned i = 0; branch != NULL && i < branch->count; i++)
        dx_reason_release(&branch->reasons[i]);
    if (branch != NULL) {
        dx_free(branch->reasons);
        dx_free(branch->events);
    }
    dx_free(branch);
}

dx_status dx_line_play(const dx_record *record, const dx_wish *wish,
                       dx_record **out, dx_error *error)
{
    unsigned kept;
    *out = NULL;
    if (!wish->has_line && wish->from > 0)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "\"from\" is the turn behind which \"line\" begins, "
                       "which is missing: answers are of \"turn\"");
    if (!wish->has_line)
        return DX_OK;
    if (!dx_turn_events(&record->rules, record->events, record->count,
                        wish->from, &kept))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "\"from\": expected a turn of the record");
    dx_match *match = dx_record_match(record, kept);
    dx_status status = play_line(match, wish, error);
    if (status == DX_OK)
        *out = with_events(record, match, kept);
    dx_match_free(match);
    return status;
}
