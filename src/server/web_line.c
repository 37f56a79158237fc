// What if: a line of one's own from a turn of a record.  The past stays, the
// deal too, so whatever was to be drawn next still is; only the moves behind
// the turn are others.  The record that was read becomes the one with the line,
// and every question about a record can be asked of it.

#include "server/web_private.h"

#include "ask/ask.h"
#include "base/memory.h"
#include "game/record.h"
#include "game/say.h"
#include "server/wish.h"

#include <limits.h>
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

// Takes over the events of the match; those up to `kept` have their reasons.
static void take_events(dx_record *record, const dx_match *match, unsigned kept)
{
    unsigned count;
    const dx_event *events = dx_match_events(match, &count);
    dx_reason *reasons = dx_alloc(count + 1, sizeof *reasons);
    memcpy(reasons, record->reasons, kept * sizeof *reasons);
    for (unsigned i = kept; i < record->count; i++)
        dx_reason_release(&record->reasons[i]);
    dx_free(record->reasons);
    dx_free(record->events);
    record->reasons = reasons;
    record->events = dx_alloc(count + 1, sizeof *events);
    memcpy(record->events, events, count * sizeof *events);
    record->count = count;
    record->finished = dx_match_turn(match) == DX_OVER;
}

dx_status dx_web_branch(dx_record *record, const dx_wish *wish, dx_error *error)
{
    unsigned kept;
    if (!wish->has_line)
        return DX_OK;
    if (!dx_turn_events(&record->rules, record->events, record->count,
                        wish->from, &kept))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "\"from\": a turn of the record");
    dx_match *match = dx_record_match(record, kept);
    dx_status status = play_line(match, wish, error);
    if (status == DX_OK)
        take_events(record, match, kept);
    dx_match_free(match);
    return status;
}

void dx_web_line(const dx_web_request *r, dx_web_answer *out)
{
    dx_wish wish;
    dx_opened opened;
    dx_error error = {.message = ""};
    dx_status status =
        dx_wish_read(r->web->body.at, r->web->body.length, &wish, &error);
    if (status != DX_OK) {
        dx_web_fail(out, status, &error);
        return;
    }
    if (dx_web_open(r, wish.record, &opened, out)) {
        status = dx_web_branch(opened.record, &wish, &error);
        if (status == DX_OK && wish.has_seat &&
            wish.seat >= dx_players(&opened.record->rules))
            status = dx_fail(&error, DX_ERR_INPUT, 0, 0,
                             "\"seat\": there is no such seat");
        if (wish.you > 0)
            opened.you = wish.you - 1;
        if (status == DX_OK)
            dx_web_replay(r, &opened, wish.has_seat ? wish.seat : DX_BYSTANDER,
                          (dx_part){wish.has_turn ? wish.turn : 0, UINT_MAX},
                          out);
        else
            dx_web_fail(out, status, &error);
    }
    dx_web_close(&opened);
    dx_wish_release(&wish);
}
