// Where a game turned.  After each turn it is played on from there many times
// (agents/playout.h): that is a curve.  Where all play together it is played on
// with all cards as they lay, and chance is drawn anew.  Where everybody plays
// for themselves the cards are drawn that fit what one seat saw: as they lay,
// and with nothing left to draw, agents always end a game in the same way, and
// such a curve would only repeat who won.  Where no such cards can be drawn
// they lie as they lay.
//
// The turns at which it jumps most are looked at once more, longer, and only at
// what the move itself changed: what is drawn behind it is luck.  The largest
// fall is told in three sentences: what was done and what it cost, what the one
// who did it could know, and who could have helped.

#include "door/call.h"

#include "agents/playout.h"
#include "ask/ask.h"
#include "base/members.h"
#include "base/memory.h"
#include "base/vector.h"
#include "door/study.h"
#include "words/story.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOOKS = 6,  // turns that are looked at longer,
    LONGER = 4, // so many times,
    OTHERS = 4, // and told besides the first
    GAMES = 24, // from each turn, if that is not too long
    GAMES_MIN = 6,
    POINTS_MIN = 6, // of the curve
    ZOOMS = 3,
    STEPS_MAX = 2500000,
    PERCENT = 100
};

typedef struct jump {
    unsigned turn, at; // the event that its move is
    double before, change, error;
} jump;

typedef struct point {
    unsigned turn, events; // up to there
    dx_playout_value value;
} point;

typedef struct course {
    dx_study *study;
    const dx_record *record;
    const dx_rules *rules;
    dx_policy policy[DX_SEATS_MAX];
    dx_budget budget;
    dx_playouts how;
    dx_cast cast;
    unsigned seat;         // whose points, or whose chance to win
    bool is_team, is_seen; // by what the seat saw
    unsigned turns, stride;
    DX_VECTOR(point) curve; // in the order of turns
    jump look[LOOKS];
    unsigned looks;
} course;

static double floor_of(const course *c)
{
    return c->is_team ? 0.5 : 0.05;
}

static bool is_clear(const course *c, double change, double error)
{
    return fabs(change) >= floor_of(c) && fabs(change) > 3 * error;
}

// ---- the curve ----

static unsigned events_of(const course *c, unsigned turn)
{
    unsigned events = 0;
    const dx_record *record = c->record;
    dx_turn_events(c->rules, record->events, record->count, turn, &events);
    return events;
}

static dx_status reckon(const course *c, unsigned events, unsigned times,
                        dx_playout_value *out)
{
    dx_playouts how = c->how;
    how.games *= times;
    if (!c->is_seen)
        return dx_playout_from(c->rules, c->record->events, events, c->seat,
                               NULL, &how, out);
    dx_eyes *eyes = dx_study_eyes(c->study, c->seat, events);
    dx_status status = dx_playout_moves(dx_eyes_view(eyes), 1, NULL, &how, out);
    dx_eyes_free(eyes);
    return status;
}

// Can cards be drawn that fit what the seat saw?
static bool can_be_seen(const course *c)
{
    course once = *c;
    dx_playout_value first;
    once.how.games = 1;
    once.is_seen = true;
    return !c->is_team && reckon(&once, events_of(c, 0), 1, &first) == DX_OK;
}

static int earlier(const void *a, const void *b)
{
    unsigned x = ((const point *)a)->turn, y = ((const point *)b)->turn;
    return x < y ? -1 : x > y;
}

// Adds every `stride`th turn behind `from` and before `to`.
static dx_status add_points(course *c, unsigned from, unsigned to,
                            unsigned stride)
{
    dx_status status = DX_OK;
    for (unsigned turn = from; turn < to && status == DX_OK; turn += stride) {
        point here = {turn, events_of(c, turn), {0, 0}};
        status = reckon(c, here.events, 1, &here.value);
        dx_vector_push(&c->curve, here);
    }
    if (c->curve.count > 0)
        qsort(c->curve.at, c->curve.count, sizeof *c->curve.at, earlier);
    return status;
}

static double rise(const point *p)
{
    return p[1].value.mean - p[0].value.mean;
}

// Every turn of a game that is not too long; else some, and then all between
// those where it rose or fell most.
static dx_status draw_curve(course *c)
{
    dx_status status = add_points(c, 0, c->turns, c->stride);
    if (status == DX_OK)
        status = add_points(c, c->turns, c->turns + 1, 1);
    for (unsigned i = 0; c->stride > 1 && i < ZOOMS && status == DX_OK; i++) {
        const point *most = NULL;
        for (size_t k = 0; k + 1 < c->curve.count; k++) {
            const point *p = &c->curve.at[k];
            if (p[1].turn > p[0].turn + 1 &&
                (most == NULL || fabs(rise(p)) > fabs(rise(most))))
                most = p;
        }
        if (most != NULL)
            status = add_points(c, most[0].turn + 1, most[1].turn, 1);
    }
    return status;
}

static int larger(const void *a, const void *b)
{
    double x = fabs(((const jump *)a)->change);
    double y = fabs(((const jump *)b)->change);
    return x < y ? 1 : x > y ? -1 : 0;
}

// The jumps again: from before the move to right behind it.
static dx_status look_longer(course *c)
{
    jump *all = dx_alloc(c->curve.count + 1, sizeof *all);
    dx_status status = DX_OK;
    size_t jumps = 0;
    for (size_t i = 0; i + 1 < c->curve.count; i++) {
        const point *p = &c->curve.at[i];
        if (p[1].turn == p[0].turn + 1)
            all[jumps++] =
                (jump){p[1].turn, p->events, p->value.mean, rise(p), 0};
    }
    qsort(all, jumps, sizeof *all, larger);
    for (size_t i = 0; i < jumps && i < LOOKS && status == DX_OK; i++) {
        dx_playout_value before, after;
        jump *j = &c->look[c->looks++];
        *j = all[i];
        status = reckon(c, j->at, LONGER, &before);
        if (status == DX_OK)
            status = reckon(c, j->at + 1, LONGER, &after);
        if (status != DX_OK)
            break;
        j->before = before.mean;
        j->change = after.mean - before.mean;
        j->error = hypot(before.error, after.error);
    }
    qsort(c->look, c->looks, sizeof *c->look, larger);
    dx_free(all);
    return status;
}

// The largest fall that is more than luck; NULL: nothing decided it.
static const jump *turning(const course *c)
{
    for (unsigned i = 0; i < c->looks; i++)
        if (c->look[i].change < 0 &&
            is_clear(c, c->look[i].change, c->look[i].error))
            return &c->look[i];
    return NULL;
}

// ---- what could be known ----

// The move that was made at an event and the best there was, by what the mover
// could know.
typedef struct slip {
    unsigned at, seat;
    dx_event best;
    double made, most, error; // error: of the difference
} slip;

static dx_status find_slip(const course *c, unsigned at, slip *out)
{
    const dx_event *events = c->record->events;
    dx_event moves[DX_MOVES_MAX];
    dx_playout_value value[DX_MOVES_MAX];
    unsigned seat = events[at].who, made = 0, best = 0;
    dx_eyes *eyes = dx_study_eyes(c->study, seat, at);
    const dx_view *view = dx_eyes_view(eyes);
    unsigned count = dx_view_moves(view, moves);
    dx_event move = dx_event_move(c->rules->game->verbs, events[at]);
    dx_status status = dx_playout_moves(view, count, moves, &c->how, value);
    dx_eyes_free(eyes);
    if (status != DX_OK)
        return status;
    for (unsigned i = 0; i < count; i++) {
        made = dx_event_same(moves[i], move) ? i : made;
        best = value[i].mean > value[best].mean ? i : best;
    }
    *out = (slip){at,
                  seat,
                  moves[best],
                  value[made].mean,
                  value[best].mean,
                  hypot(value[made].error, value[best].error)};
    return DX_OK;
}

static bool is_slip(const course *c, const slip *s)
{
    return is_clear(c, s->most - s->made, s->error);
}

// It was better as the cards lay, too.
static bool had_helped(const course *c, const slip *s)
{
    dx_playout_value with, without;
    const dx_event *past = c->record->events;
    return dx_playout_from(c->rules, past, s->at, c->seat, &s->best, &c->how,
                           &with) == DX_OK &&
           dx_playout_from(c->rules, past, s->at, c->seat, NULL, &c->how,
                           &without) == DX_OK &&
           with.mean > without.mean;
}

// Who could have helped: a partner, or oneself, in the round before.
static bool find_help(const course *c, const jump *j, slip *out,
                      unsigned *out_turn)
{
    bool found = false;
    unsigned mover = c->record->events[j->at].who;
    for (unsigned back = 1; back < dx_players(c->rules) && back < j->turn;
         back++) {
        unsigned at = events_of(c, j->turn - 1 - back);
        unsigned seat = c->record->events[at].who;
        slip s;
        bool helps = c->is_team ? seat != mover : seat == c->seat;
        if (!helps || seat == mover || find_slip(c, at, &s) != DX_OK ||
            !is_slip(c, &s) ||
            (found && s.most - s.made <= out->most - out->made) ||
            !had_helped(c, &s))
            continue;
        *out = s;
        *out_turn = j->turn - back;
        found = true;
    }
    return found;
}

// ---- words ----

static void say_number(const course *c, double value, dx_text *out)
{
    if (c->is_team)
        dx_text_printf(out, "%.1f", value);
    else
        dx_text_printf(out, "%.0f %%", value * PERCENT);
}

static void say_seat(const course *c, const char *phrase, unsigned seat,
                     dx_text *out)
{
    const dx_filling filling = {.who = seat, .mind = DX_NONE};
    size_t from = out->length;
    dx_phrase(&c->cast, phrase, &filling, out);
    if (out->length > from)
        out->at[from] = (char)toupper((unsigned char)out->at[from]);
}

static void say_move(const course *c, const slip *s, dx_text *out)
{
    dx_text_add(out, " \xe2\x80\x9c");
    dx_move_words(&c->cast, s->best, out);
    dx_text_add(out, "\xe2\x80\x9d");
}

// What was done, and what it cost.
static void say_done(const course *c, const jump *j, dx_text *out)
{
    dx_text_printf(out, "In turn %u: ", j->turn);
    dx_event_words(&c->cast, c->record->events[j->at], out);
    if (c->is_team)
        dx_text_add(out, " Points to expect");
    else {
        dx_text_add_char(out, ' ');
        say_seat(c, "@'s chance to win", c->seat, out);
    }
    dx_text_add(out, " fell from ");
    say_number(c, j->before, out);
    dx_text_add(out, " to ");
    say_number(c, j->before + j->change, out);
    dx_text_add_char(out, '.');
}

static void say_known(const course *c, const jump *j, dx_text *out)
{
    slip s;
    unsigned seat = c->record->events[j->at].who;
    if (find_slip(c, j->at, &s) != DX_OK) {
        say_seat(c,
                 "how good the move was by what @ could know was not "
                 "reckoned.",
                 seat, out);
        return;
    }
    if (!is_slip(c, &s)) {
        say_seat(
            c,
            "@ could not know better: by what @ {knows|know} no other move "
            "is clearly better.",
            seat, out);
        return;
    }
    say_seat(c, "@ could have known better:", seat, out);
    say_move(c, &s, out);
    dx_text_add(out, " was worth ");
    say_number(c, s.most, out);
    say_seat(c, " by what @ could know, and this move ", seat, out);
    say_number(c, s.made, out);
    dx_text_add_char(out, '.');
}

static void say_help(const course *c, const jump *j, dx_text *out)
{
    slip s;
    unsigned turn;
    if (!find_help(c, j, &s, &turn)) {
        dx_text_add(out, "No move of the round before would clearly have "
                         "helped.");
        return;
    }
    say_seat(c, "@ could have helped in turn ", s.seat, out);
    dx_text_printf(out, "%u:", turn);
    say_move(c, &s, out);
    dx_text_add(out, " was worth ");
    say_number(c, s.most - s.made, out);
    dx_text_add(out, c->is_team ? " points more." : " more.");
}

static void add_jump(const course *c, const jump *j, dx_text *out)
{
    dx_text said = {0};
    dx_event_words(&c->cast, c->record->events[j->at], &said);
    dx_put_member(out, NULL);
    dx_text_printf(out,
                   "{\"turn\":%u,\"seat\":%u,\"change\":%.3f,\"error\":%.3f,"
                   "\"text\":",
                   j->turn, c->record->events[j->at].who + 1U, j->change,
                   j->error);
    dx_put_said(out, NULL, &said);
}

static void add_turning(const course *c, const jump *j, dx_text *out)
{
    dx_text said[3] = {{0}};
    say_done(c, j, &said[0]);
    say_known(c, j, &said[1]);
    say_help(c, j, &said[2]);
    dx_text_add(out, ",\"turning\":");
    add_jump(c, j, out);
    dx_put_open(out, "sentences", '[');
    for (unsigned i = 0; i < 3; i++)
        dx_put_said(out, NULL, &said[i]);
    dx_text_add(out, "]}");
}

static void tell(const course *c, dx_text *out)
{
    const jump *first = turning(c);
    unsigned told = 0;
    dx_text_printf(out,
                   "{\"unit\":\"%s\",\"seat\":%u,\"seen\":%s,\"games\":%u,"
                   "\"agents\":[",
                   c->is_team ? "points" : "chance", c->seat + 1,
                   c->is_seen ? "true" : "false", c->how.games);
    for (unsigned i = 0; i < dx_players(c->rules); i++)
        dx_put_text(out, NULL, c->policy[i].agent->name);
    dx_text_add(out, "],\"curve\":[");
    for (size_t t = 0; t < c->curve.count; t++) {
        dx_put_member(out, NULL);
        dx_text_printf(out, "{\"turn\":%u,\"value\":%.3f,\"error\":%.3f}",
                       c->curve.at[t].turn, c->curve.at[t].value.mean,
                       c->curve.at[t].value.error);
    }
    dx_text_add_char(out, ']');
    if (first != NULL)
        add_turning(c, first, out);
    dx_text_add(out, ",\"others\":[");
    for (unsigned i = 0; i < c->looks && told < OTHERS; i++) {
        const jump *j = &c->look[i];
        if (j == first || !is_clear(c, j->change, j->error))
            continue;
        told++;
        add_jump(c, j, out);
        dx_text_add_char(out, '}');
    }
    dx_text_add(out, "]}");
}

// As many games as were wanted from as many turns as the agents can play on
// from.
static dx_status set_stride(course *c, unsigned wanted, dx_error *error)
{
    uint64_t steps = 1;
    for (unsigned i = 0; i < dx_players(c->rules); i++)
        if (c->policy[i].agent->steps > steps)
            steps = c->policy[i].agent->steps;
    unsigned noted = c->is_seen ? c->turns : c->turns / 2; // of a game
    uint64_t games = STEPS_MAX / (steps * (noted + 1));
    c->how.games = wanted;
    while (c->how.games > GAMES_MIN && games / c->how.games < c->turns)
        c->how.games--;
    uint64_t points = games / c->how.games;
    if (points < POINTS_MIN && c->turns > points)
        return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                       "this game is too long for its agents to play it on "
                       "from its turns");
    c->stride = (unsigned)(c->turns / points + 1);
    return DX_OK;
}

dx_status dx_do_course(dx_call *call, dx_text *out, dx_error *error)
{
    dx_study study;
    dx_status status = dx_study_open(call, &study, error);
    if (status != DX_OK)
        return status;
    course c = {.study = &study,
                .record = study.opened.record,
                .rules = study.rules,
                .budget = {.cancelled = call->stop}};
    c.cast = (dx_cast){.rules = study.rules,
                       .names = (const char *const *)study.opened.name,
                       .you = call->wish.you > 0 ? call->wish.you - 1
                                                 : DX_BYSTANDER};
    c.turns = study.turn;
    c.is_team = c.rules->game->team;
    c.seat = study.seat != DX_BYSTANDER && !c.is_team ? study.seat : 0;
    c.how =
        (dx_playouts){.policy = c.policy,
                      .games = (unsigned)dx_call_number(call, "playouts", 24),
                      .budget = &c.budget};
    status = dx_study_policies(&study, c.policy, error);
    c.is_seen = status == DX_OK && can_be_seen(&c);
    if (status == DX_OK)
        status = set_stride(
            &c, (unsigned)dx_call_number(call, "playouts", GAMES), error);
    if (status == DX_OK)
        status = draw_curve(&c);
    if (status == DX_OK)
        status = look_longer(&c);
    if (status == DX_OK)
        tell(&c, out);
    dx_vector_release(&c.curve);
    dx_study_close(&study);
    return status;
}
