// A program at a seat: started, told what its seat sees, asked for moves, and
// put up with.
//
// Every wait has a deadline and every count a limit, so a program may do
// anything and the game still goes on or ends in time.  A turn is asked with a
// number (seq), and only an answer with that number settles it: late answers of
// earlier turns are counted and forgotten.  What goes wrong is one of a few
// faults, each with its remedy (ask again, move at random, forfeit); a program
// that has died or fallen silent is started anew before its next game, or at
// once where the remedy says so, and is told all that its seat has seen.

#include "agents/outsider.h"
#include "agents/protocol.h"

#include "base/child.h"
#include "base/memory.h"
#include "base/words.h"
#include "game/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Messages that are no answer, in one turn: a program that talks without end
// must not hold up the game until its clock is over.
enum { REMARKS_MAX = 1000, RETRIES_MAX = 1000, CANCEL_MS = 50 };

struct dx_outsider {
    char *command, **words;
    dx_outsider_options options;
    dx_child *child; // NULL: it could not be started again
    bool wants_view, wants_state, no_legal; // as it said in its hello
    bool is_deaf;                           // its queue is full
    bool is_broken; // to be started anew before the next game
    unsigned told;  // events of this game
    uint64_t seq;   // of the last turn
    int64_t used_ms;
    uint64_t faults[DX_FAULTS], stale;
    char name[DX_REPLY_NAME_MAX];
    dx_text out;
};

const char *dx_fault_text(dx_fault fault)
{
    static const char *const text[DX_FAULTS] = {
        [DX_FAULT_NONE] = "none",       [DX_FAULT_ILLEGAL] = "illegal",
        [DX_FAULT_GARBAGE] = "garbage", [DX_FAULT_LATE] = "late",
        [DX_FAULT_CRASHED] = "crashed", [DX_FAULT_LEFT] = "left"};
    return text[fault];
}

dx_status dx_remedy_parse(const char *text, dx_remedy *out_remedy,
                          dx_error *error)
{
    char *end = NULL;
    unsigned long times = 0;
    if (strncmp(text, "retry:", 6) == 0 && text[6] >= '0' && text[6] <= '9')
        times = strtoul(text + 6, &end, 10);
    if (strcmp(text, "forfeit") == 0)
        *out_remedy = (dx_remedy){DX_FORFEIT, 0};
    else if (strcmp(text, "random") == 0)
        *out_remedy = (dx_remedy){DX_RANDOM, 0};
    else if (end != NULL && *end == '\0' && times <= RETRIES_MAX)
        *out_remedy = (dx_remedy){DX_RETRY, (unsigned)times};
    else
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "'%.60s': expected forfeit, random or retry:N with N "
                       "up to %d",
                       text, RETRIES_MAX);
    return DX_OK;
}

dx_outsider_options dx_outsider_normal(void)
{
    return (dx_outsider_options){
        .start_ms = 10000, .move_ms = 10000, .game_ms = 600000, .bye_ms = 500};
}

static void send(dx_outsider *o)
{
    if (o->child != NULL && !dx_child_send(o->child, o->out.at, o->out.length))
        o->is_deaf = true;
    dx_text_clear(&o->out);
}

// ---- what it did wrong, in words ----

static dx_fault silent(dx_outsider *o, uint64_t limit_ms, dx_error *error)
{
    const char *guess = "; was the line not flushed?";
    if (dx_child_unread(o->child) > 0)
        guess = "; it does not read its input";
    else if (dx_child_unfinished(o->child) > 0)
        guess = "; its line has no newline";
    dx_fail(error, DX_ERR_LIMIT, 0, 0,
            "no answer within %" PRIu64 " ms (it runs)%s", limit_ms, guess);
    return DX_FAULT_LATE;
}

static dx_fault gone(dx_outsider *o, dx_error *error)
{
    const char *how = "could not be started again";
    if (o->child != NULL) {
        how = "closed its output";
        dx_child_has_ended(o->child, &how);
    }
    dx_fail(error, DX_ERR_FILE, 0, 0, "the program %s", how);
    return DX_FAULT_CRASHED;
}

// Adds the end of what the program has said on stderr: mostly it is the reason.
static void quote_stderr(dx_outsider *o, dx_error *error)
{
    enum { SAID_MAX = 200 };
    const char *said = dx_outsider_stderr(o);
    size_t length = strlen(said), at = strlen(error->message);
    while (length > 0 && said[length - 1] == '\n')
        length--;
    size_t shown = length < SAID_MAX ? length : SAID_MAX;
    if (length > 0)
        snprintf(error->message + at, sizeof error->message - at,
                 "; it said: %s%.*s", shown < length ? "..." : "", (int)shown,
                 said + length - shown);
}

static dx_fault garbage(const char *line, const dx_error *wrong,
                        dx_error *error)
{
    dx_fail(error, DX_ERR_INPUT, 0, 0, "%s; the line was: %.80s%s",
            wrong->message, line, strlen(line) > 80 ? "..." : "");
    return DX_FAULT_GARBAGE;
}

// ---- starting ----

// The hello of a program just started.
static dx_fault hear_hello(dx_outsider *o, dx_error *error)
{
    int64_t deadline = dx_now_ms() + (int64_t)o->options.start_ms;
    const char *line = "";
    dx_error wrong = {.message = "a line without end"};
    dx_reply reply;
    switch (dx_child_hear(o->child, deadline, &line)) {
    case DX_HEARD_NOTHING:
        return silent(o, o->options.start_ms, error);
    case DX_HEARD_END:
        return gone(o, error);
    case DX_HEARD_TOO_LONG:
        return garbage("", &wrong, error);
    case DX_HEARD_LINE:
        break;
    }
    if (dx_reply_read(line, strlen(line), &reply, &wrong) != DX_OK)
        return garbage(line, &wrong, error);
    if (reply.kind != DX_REPLY_HELLO) {
        dx_fail(&wrong, DX_ERR_INPUT, 0, 0, "expected its hello first");
        return garbage(line, &wrong, error);
    }
    if (reply.protocol != DX_PROTOCOL_VERSION) {
        dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                "it speaks protocol %u, this is protocol %d", reply.protocol,
                DX_PROTOCOL_VERSION);
        dx_message_error("version", 0, error->message, &o->out);
        send(o);
        return DX_FAULT_GARBAGE;
    }
    o->wants_view = reply.wants_view;
    o->wants_state = reply.wants_state;
    o->no_legal = reply.no_legal;
    memcpy(o->name, reply.name, sizeof o->name);
    return DX_FAULT_NONE;
}

static void stop_child(dx_outsider *o, uint64_t wait_ms)
{
    if (o->child != NULL)
        dx_child_stop(o->child, (unsigned)wait_ms);
    dx_child_free(o->child);
    o->child = NULL;
}

// Starts it; on a fault it has been stopped again, and `error` says why.
static dx_fault start_child(dx_outsider *o, dx_error *error)
{
    // A Python program would otherwise keep its lines to itself.
    static const char *const setting[] = {"PYTHONUNBUFFERED=1", NULL};
    stop_child(o, 0);
    o->is_deaf = o->is_broken = false;
    o->told = 0;
    dx_child_options options = {.argv = (const char *const *)o->words,
                                .setting = setting};
    if (dx_child_start(&options, &o->child, error) != DX_OK) {
        o->child = NULL;
        return DX_FAULT_CRASHED;
    }
    dx_message_hello(&o->out);
    send(o);
    dx_fault fault = hear_hello(o, error);
    if (fault != DX_FAULT_NONE) {
        quote_stderr(o, error);
        stop_child(o, 0);
    }
    return fault;
}

dx_status dx_outsider_ready(dx_outsider *o, dx_error *error)
{
    dx_error why = {.message = ""};
    if (o->child != NULL && !o->is_broken)
        return DX_OK;
    if (start_child(o, &why) == DX_FAULT_NONE)
        return DX_OK;
    return dx_fail(error, DX_ERR_FILE, 0, 0, "%.100s: %s", o->command,
                   why.message);
}

dx_status dx_outsider_open(const char *command,
                           const dx_outsider_options *options,
                           dx_outsider **out_outsider, dx_error *error)
{
    char **words;
    dx_status status = dx_words_split(command, &words, error);
    if (status != DX_OK)
        return status;
    dx_outsider *o = dx_alloc(1, sizeof *o);
    o->command = dx_copy_text(command);
    o->words = words;
    o->options = *options;
    status = dx_outsider_ready(o, error);
    if (status == DX_OK)
        *out_outsider = o;
    else
        dx_outsider_close(o);
    return status;
}

void dx_outsider_close(dx_outsider *o)
{
    if (o == NULL)
        return;
    dx_message_bye(&o->out);
    send(o);
    stop_child(o, o->is_broken || o->is_deaf ? 0 : o->options.bye_ms);
    dx_text_release(&o->out);
    dx_free(o->words);
    dx_free(o->command);
    dx_free(o);
}

// ---- a game ----

static void send_start(dx_outsider *o, const dx_view *view)
{
    dx_player_clock clock = {o->options.move_ms, o->options.game_ms};
    o->told = 0;
    dx_message_start(view, &clock, &o->out);
    send(o);
}

void dx_outsider_begin(dx_outsider *o, const dx_view *view)
{
    DX_REQUIRE(o->child != NULL && !o->is_broken, "a program that is ready");
    o->used_ms = 0;
    send_start(o, view);
    dx_outsider_notify(o, view);
}

void dx_outsider_notify(dx_outsider *o, const dx_view *view)
{
    for (; o->told < view->count; o->told++) {
        dx_message_see(view, o->told, &o->out);
        send(o);
    }
}

void dx_outsider_end(dx_outsider *o, const dx_view *view, const char *how)
{
    dx_outsider_notify(o, view);
    dx_message_end(view, how, &o->out);
    send(o);
}

// ---- a turn ----

typedef struct turn {
    const dx_view *view;
    int64_t deadline_ms;
    uint64_t limit_ms;
    unsigned remarks;
    dx_event move;
    dx_reason *reason; // may be NULL
} turn;

static dx_fault take_move(turn *t, const dx_reply *reply, dx_error *error)
{
    if (dx_read_move(t->view, reply->move, &t->move, error) != DX_OK)
        return DX_FAULT_ILLEGAL;
    const dx_reply_why *why = &reply->why;
    dx_thought thought = {.reason = t->reason};
    if (why->rule[0] != '\0')
        dx_thought_say(&thought, why->rule,
                       why->formula[0] != '\0' ? why->formula : NULL, "%s",
                       why->words);
    return DX_FAULT_NONE;
}

static void remark(dx_outsider *o, const char *code, uint64_t seq,
                   const char *text)
{
    dx_message_error(code, seq, text, &o->out);
    send(o);
}

// Looks at one line.  True: it settles the turn, one way or another.
static bool settle(dx_outsider *o, turn *t, const char *line,
                   dx_fault *out_fault, dx_error *error)
{
    dx_reply reply;
    dx_error wrong = {.message = ""};
    *out_fault = DX_FAULT_GARBAGE;
    if (line[strspn(line, " \t\r")] == '\0')
        return false;
    if (dx_reply_read(line, strlen(line), &reply, &wrong) != DX_OK) {
        garbage(line, &wrong, error);
        return true;
    }
    bool is_late = reply.seq < o->seq;
    if (reply.kind == DX_REPLY_MOVE && reply.seq == o->seq) {
        *out_fault = take_move(t, &reply, error);
        return true;
    }
    if (reply.kind == DX_REPLY_MOVE && is_late) {
        o->stale++;
        remark(o, "stale", reply.seq, "that turn is over");
        return false;
    }
    if (reply.kind == DX_REPLY_MOVE) {
        dx_fail(error, DX_ERR_INPUT, 0, 0,
                "seq %" PRIu64 " was never asked; the turn has seq %" PRIu64,
                reply.seq, o->seq);
        return true;
    }
    if (reply.kind == DX_REPLY_ERROR && reply.seq == o->seq) {
        dx_fail(error, DX_ERR_INPUT, 0, 0, "it gave up the turn: %s",
                reply.text);
        return true;
    }
    if (reply.kind == DX_REPLY_UNKNOWN)
        remark(o, "unknown", 0, "no message of this type is known here");
    return false;
}

static bool is_cancelled(const dx_outsider *o)
{
    const atomic_bool *cancelled = o->options.cancelled;
    return cancelled != NULL &&
           atomic_load_explicit(cancelled, memory_order_relaxed);
}

// As dx_child_hear, but looks now and then whether it is still wanted.
static dx_heard hear(dx_outsider *o, int64_t deadline_ms, const char **out_line)
{
    for (;;) {
        int64_t soon = dx_now_ms() + CANCEL_MS;
        bool is_last = o->options.cancelled == NULL || soon >= deadline_ms;
        dx_heard heard =
            dx_child_hear(o->child, is_last ? deadline_ms : soon, out_line);
        if (heard != DX_HEARD_NOTHING || is_last || is_cancelled(o))
            return heard;
    }
}

static dx_fault hear_move(dx_outsider *o, turn *t, dx_error *error)
{
    const char *line = "";
    dx_error wrong = {.message = "a line longer than 64 KB"};
    dx_fault fault;
    for (;; t->remarks++) {
        if (t->remarks >= REMARKS_MAX) {
            dx_fail(error, DX_ERR_LIMIT, 0, 0,
                    "%d lines, and none answers the turn", REMARKS_MAX);
            return DX_FAULT_GARBAGE;
        }
        switch (hear(o, t->deadline_ms, &line)) {
        case DX_HEARD_NOTHING:
            return is_cancelled(o) ? DX_FAULT_LEFT
                                   : silent(o, t->limit_ms, error);
        case DX_HEARD_END:
            return gone(o, error);
        case DX_HEARD_TOO_LONG:
            return garbage("(too long to show)", &wrong, error);
        case DX_HEARD_LINE:
            if (settle(o, t, line, &fault, error))
                return fault;
        }
    }
}

static dx_fault ask_once(dx_outsider *o, turn *t, dx_error *error)
{
    if (o->child == NULL)
        return gone(o, error);
    uint64_t bank = o->options.game_ms;
    dx_message_turn_options message = {.seq = ++o->seq,
                                       .full = o->wants_view,
                                       .state = o->wants_state,
                                       .no_legal = o->no_legal,
                                       .clock = {o->options.move_ms}};
    if (bank > 0) // what is left, and at least 1: 0 would be no limit
        message.clock.game_ms =
            (uint64_t)o->used_ms < bank ? bank - (uint64_t)o->used_ms : 1;
    dx_message_turn(t->view, &message, &o->out);
    send(o);
    if (o->is_deaf)
        return silent(o, 0, error);
    return hear_move(o, t, error);
}

// Starts it again in the middle of a game; all it has seen is told anew.
static dx_fault start_again(dx_outsider *o, const dx_view *view,
                            dx_error *error)
{
    dx_fault fault = start_child(o, error);
    send_start(o, view);
    dx_outsider_notify(o, view);
    return fault == DX_FAULT_NONE ? DX_FAULT_NONE : DX_FAULT_CRASHED;
}

static void move_for_it(turn *t, dx_fault fault, dx_random *random)
{
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(t->view, moves);
    dx_thought thought = {.reason = t->reason};
    t->move = moves[dx_random_below(random, count)];
    dx_thought_say(&thought, "random", NULL, "made for it: its answer was %s",
                   fault == DX_FAULT_CRASHED ? "none, it crashed"
                                             : dx_fault_text(fault));
}

// Asks until there is a move or the remedy is used up.
static dx_fault ask(dx_outsider *o, turn *t, dx_random *random, dx_error *error)
{
    dx_fault fault = ask_once(o, t, error);
    for (unsigned tried = 0; fault != DX_FAULT_NONE && fault != DX_FAULT_LEFT;
         tried++) {
        dx_remedy remedy = o->options.remedy[fault];
        o->faults[fault]++;
        if (o->child != NULL && fault != DX_FAULT_CRASHED)
            remark(o, dx_fault_text(fault), o->seq, error->message);
        if (remedy.kind == DX_RANDOM) {
            move_for_it(t, fault, random);
            return DX_FAULT_NONE;
        }
        if (remedy.kind == DX_FORFEIT || tried >= remedy.times)
            break;
        dx_fault again = DX_FAULT_NONE;
        if (fault == DX_FAULT_CRASHED)
            again = start_again(o, t->view, error);
        if (fault == DX_FAULT_CRASHED || fault == DX_FAULT_LATE)
            t->deadline_ms = dx_now_ms() + (int64_t)t->limit_ms;
        fault = again == DX_FAULT_NONE ? ask_once(o, t, error) : again;
    }
    return fault;
}

dx_fault dx_outsider_choose(dx_outsider *o, const dx_view *view,
                            dx_random *random, dx_event *out_move,
                            dx_reason *reason, dx_error *error)
{
    int64_t before = dx_now_ms();
    uint64_t bank = o->options.game_ms;
    turn t = {.view = view, .limit_ms = o->options.move_ms, .reason = reason};
    uint64_t left =
        (uint64_t)o->used_ms < bank ? bank - (uint64_t)o->used_ms : 0;
    if (bank > 0 && left < t.limit_ms)
        t.limit_ms = left;
    t.deadline_ms = before + (int64_t)t.limit_ms;
    dx_outsider_notify(o, view);
    dx_fault fault = ask(o, &t, random, error);
    o->used_ms += dx_now_ms() - before;
    if (fault == DX_FAULT_NONE)
        *out_move = t.move;
    else
        quote_stderr(o, error);
    if (fault == DX_FAULT_LATE || fault == DX_FAULT_CRASHED)
        o->is_broken = true;
    return fault;
}

const char *dx_outsider_name(const dx_outsider *o)
{
    return o->name;
}

uint64_t dx_outsider_faults(const dx_outsider *o, dx_fault fault)
{
    return o->faults[fault];
}

uint64_t dx_outsider_stale(const dx_outsider *o)
{
    return o->stale;
}

const char *dx_outsider_stderr(dx_outsider *o)
{
    return o->child != NULL ? dx_child_stderr(o->child) : "";
}
