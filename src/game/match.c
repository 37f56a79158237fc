// The referee: one truth, the events so far, and eyes for whoever looks.
//
// A move is looked for among the legal ones, decided (what it leads to), folded
// into the truth and pushed; then nature answers from the deal until a seat is
// next.  Views are made only for seats that are looked at, and brought up to
// date by the events they have not seen.  A match is kept from game to game
// (dx_match_restart), so that a tournament allocates nothing between games.

#include "game/match.h"

#include "base/memory.h"
#include "base/vector.h"

#include <string.h>

typedef struct reasoned {
    unsigned event;
    dx_reason reason;
} reasoned;

struct dx_match {
    dx_rules rules;
    dx_deal *deal;    // NULL: `random` is nature
    dx_random random; // of an imagined match
    size_t table_bytes;
    void *truth;
    unsigned turn;
    unsigned move_count; // 0: not asked for yet
    DX_VECTOR(dx_event) events;
    DX_VECTOR(reasoned) reasons;
    dx_eyes *eyes[DX_SEATS_MAX + 1]; // the last is a bystander's
    dx_event moves[DX_MOVES_MAX];
};

static void happen(dx_match *match, dx_event event)
{
    const dx_game *game = match->rules.game;
    game->fold(match->truth, event);
    match->turn = game->turn(match->truth);
    match->move_count = 0;
    dx_vector_push(&match->events, dx_event_stamp(event, match->turn));
}

// Draws one of nature's events by its weight.
static dx_event draw(dx_match *match)
{
    uint32_t weight[DX_MOVES_MAX];
    dx_event event[DX_MOVES_MAX];
    unsigned count = match->rules.game->chances(match->truth, event, weight);
    uint64_t total = 0;
    for (unsigned i = 0; i < count; i++)
        total += weight[i];
    uint64_t at = dx_random_below(&match->random, total);
    unsigned i = 0;
    while (at >= weight[i])
        at -= weight[i++];
    return event[i];
}

// No move is made where nature might have no room behind it.
enum { NATURE_MAX = 1 << 16 };

static void let_nature_move(dx_match *match)
{
    while (match->turn == DX_NATURE &&
           match->events.count < DX_MATCH_EVENTS_MAX)
        happen(match, match->deal != NULL
                          ? match->rules.game->answer(match->truth, match->deal)
                          : draw(match));
}

static void forget_reasons(dx_match *match)
{
    for (size_t i = 0; i < match->reasons.count; i++)
        dx_reason_release(&match->reasons.at[i].reason);
    match->reasons.count = 0;
}

static void set_up(dx_match *match)
{
    const dx_game *game = match->rules.game;
    memset(match->truth, 0, match->table_bytes);
    game->setup(match->truth, &match->rules);
    match->turn = game->turn(match->truth);
    match->move_count = 0;
    match->events.count = 0;
    forget_reasons(match);
    for (unsigned i = 0; i <= DX_SEATS_MAX; i++)
        if (match->eyes[i] != NULL)
            dx_eyes_clear(match->eyes[i]);
}

static dx_match *new_match(const dx_rules *rules)
{
    dx_match *match = dx_alloc_raw(1, sizeof *match);
    memset(match, 0, offsetof(struct dx_match, moves));
    match->rules = *rules;
    match->table_bytes = rules->game->table_bytes(rules);
    match->truth = dx_alloc(1, match->table_bytes);
    set_up(match);
    return match;
}

dx_match *dx_match_new(const dx_rules *rules, dx_deal *deal)
{
    dx_match *match = new_match(rules);
    match->deal = deal;
    let_nature_move(match);
    return match;
}

dx_match *dx_match_resume(const dx_rules *rules, dx_deal *deal,
                          const dx_event *past, unsigned count)
{
    dx_match *match = new_match(rules);
    match->deal = deal;
    for (unsigned i = 0; i < count; i++)
        happen(match, past[i]);
    let_nature_move(match);
    return match;
}

dx_match *dx_match_imagine(const dx_rules *rules, const dx_event *past,
                           unsigned count, const dx_random *random)
{
    dx_match *match = new_match(rules);
    match->random = *random;
    for (unsigned i = 0; i < count; i++)
        happen(match, past[i]);
    let_nature_move(match);
    return match;
}

void dx_match_restart(dx_match *match, dx_deal *deal)
{
    match->deal = deal;
    set_up(match);
    let_nature_move(match);
}

void dx_match_free(dx_match *match)
{
    if (match == NULL)
        return;
    for (unsigned i = 0; i <= DX_SEATS_MAX; i++)
        dx_eyes_free(match->eyes[i]);
    forget_reasons(match);
    dx_vector_release(&match->events);
    dx_vector_release(&match->reasons);
    dx_free(match->truth);
    dx_free(match);
}

const dx_rules *dx_match_rules(const dx_match *match)
{
    return &match->rules;
}

dx_deal *dx_match_deal(const dx_match *match)
{
    return match->deal;
}

unsigned dx_match_turn(const dx_match *match)
{
    return match->turn;
}

unsigned dx_match_moves(dx_match *match, const dx_event **out_moves)
{
    if (match->move_count == 0 && match->turn < DX_SEATS_MAX)
        match->move_count =
            match->rules.game->moves(match->truth, match->turn, match->moves);
    *out_moves = match->moves;
    return match->move_count;
}

static bool is_legal(dx_match *match, dx_event move)
{
    const dx_event *moves;
    unsigned count = dx_match_moves(match, &moves);
    for (unsigned i = 0; i < count; i++)
        if (dx_event_same(moves[i], move))
            return true;
    return false;
}

static dx_status make_move(dx_match *match, dx_event move)
{
    if (match->events.count >= DX_MATCH_EVENTS_MAX - NATURE_MAX)
        return DX_ERR_LIMIT;
    happen(match, match->rules.game->decide(match->truth, move));
    let_nature_move(match);
    return DX_OK;
}

dx_status dx_match_play(dx_match *match, unsigned seat, dx_event move,
                        const dx_reason *why, dx_error *error)
{
    if (seat != match->turn || seat >= DX_SEATS_MAX)
        return dx_fail(error, DX_ERR_MOVE, 0, 0, "it is not your turn");
    if (!is_legal(match, move))
        return dx_fail(error, DX_ERR_MOVE, 0, 0,
                       "this is not one of your %u legal move%s",
                       match->move_count, dx_plural(match->move_count));
    unsigned at = (unsigned)match->events.count;
    dx_status status = make_move(match, move);
    if (status != DX_OK)
        return dx_fail(error, status, 0, 0,
                       "the game has gone on for %d events",
                       DX_MATCH_EVENTS_MAX - NATURE_MAX);
    if (why != NULL)
        dx_vector_push(&match->reasons, (reasoned){at, dx_reason_copy(why)});
    return DX_OK;
}

void dx_match_explain(dx_match *match, unsigned i, const dx_reason *why)
{
    size_t count = match->reasons.count;
    DX_REQUIRE(i < match->events.count &&
                   (count == 0 || match->reasons.at[count - 1].event < i),
               "an event behind those that have reasons");
    dx_vector_push(&match->reasons, (reasoned){i, dx_reason_copy(why)});
}

dx_status dx_match_step(dx_match *match, unsigned i)
{
    DX_REQUIRE(i < match->move_count, "the number of a move");
    return make_move(match, match->moves[i]);
}

const dx_view *dx_match_view(dx_match *match, unsigned seat)
{
    unsigned place = seat == DX_BYSTANDER ? DX_SEATS_MAX : seat;
    DX_REQUIRE(place <= DX_SEATS_MAX, "a seat or DX_BYSTANDER");
    dx_eyes **eyes = &match->eyes[place];
    if (*eyes == NULL)
        *eyes = dx_eyes_new(&match->rules, seat);
    for (unsigned i = dx_eyes_view(*eyes)->count; i < match->events.count; i++)
        dx_eyes_see(*eyes, match->events.at[i]);
    return dx_eyes_view(*eyes);
}

int dx_match_score(const dx_match *match, unsigned seat)
{
    return match->rules.game->score(match->truth, seat);
}

bool dx_match_won(const dx_match *match, unsigned seat)
{
    return dx_rules_won(&match->rules, match->truth, seat);
}

const dx_event *dx_match_events(const dx_match *match, unsigned *out_count)
{
    *out_count = (unsigned)match->events.count;
    return match->events.at;
}

const void *dx_match_truth(const dx_match *match)
{
    return match->truth;
}

const dx_reason *dx_match_reason(const dx_match *match, unsigned i)
{
    size_t low = 0, high = match->reasons.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (match->reasons.at[middle].event < i)
            low = middle + 1;
        else
            high = middle;
    }
    return low < match->reasons.count && match->reasons.at[low].event == i
               ? &match->reasons.at[low].reason
               : NULL;
}
