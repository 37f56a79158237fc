// The walk through the steps, and what the steps are made of: start, greet,
// send, hear, play a game with everybody else moving at random.
//
// A step that fails says what to mend in the words of somebody who has just
// written a bot (was the line flushed, is the newline there), and the next step
// begins with a fresh program, so that one mistake is reported once.

#include "agents/checkup.h"

#include "agents/checkup_private.h"
#include "game/say.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool dx_checkup_fails(dx_checkup *c, const char *format, ...)
{
    char words[500];
    va_list arguments;
    va_start(arguments, format);
    // The linter loses sight of va_start when it is given several files.
    // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized)
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    dx_text_clear(&c->words);
    dx_text_add(&c->words, words);
    return false;
}

bool dx_checkup_start(dx_checkup *c)
{
    static const char *const setting[] = {"PYTHONUNBUFFERED=1", NULL};
    dx_error error = {.message = ""};
    dx_child_free(c->child);
    c->child = NULL;
    dx_child_options options = {.argv = c->options->argv, .setting = setting};
    if (dx_child_start(&options, &c->child, &error) == DX_OK)
        return true;
    c->child = NULL;
    return dx_checkup_fails(c,
                            "%s; is the path right, is the file executable "
                            "(chmod +x), is its first line #!...?",
                            error.message);
}

void dx_checkup_send(dx_checkup *c)
{
    if (c->child != NULL)
        (void)dx_child_send(c->child, c->out.at, c->out.length);
    dx_text_clear(&c->out);
}

// Why no line came.
static bool no_line(dx_checkup *c, dx_heard heard, uint64_t limit_ms)
{
    const char *how = "closed its output";
    if (heard == DX_HEARD_TOO_LONG)
        return dx_checkup_fails(c, "a line of more than 64 KB; is the newline "
                                   "missing?");
    if (heard == DX_HEARD_END) {
        dx_child_has_ended(c->child, &how);
        const char *said = dx_child_stderr(c->child);
        size_t length = strlen(said), shown = length < 300 ? length : 300;
        return dx_checkup_fails(c, "the program %s%s%s", how,
                                length > 0 ? "; its stderr: " : "",
                                said + length - shown);
    }
    if (dx_child_unread(c->child) > 0)
        return dx_checkup_fails(c,
                                "no answer within %" PRIu64 " ms, and %zu "
                                "bytes wait to be read; does it read all "
                                "lines of its stdin?",
                                limit_ms, dx_child_unread(c->child));
    if (dx_child_unfinished(c->child) > 0)
        return dx_checkup_fails(c,
                                "%zu bytes but no newline within %" PRIu64
                                " ms; end every message with a newline",
                                dx_child_unfinished(c->child), limit_ms);
    return dx_checkup_fails(c,
                            "silence for %" PRIu64 " ms while it runs; no "
                            "newline or no flush? (print(..., flush=True), "
                            "fflush(stdout), setvbuf)",
                            limit_ms);
}

bool dx_checkup_hear(dx_checkup *c, uint64_t limit_ms)
{
    const char *line = "";
    dx_error error = {.message = ""};
    if (c->child == NULL)
        return dx_checkup_fails(c, "it does not run any more");
    dx_heard heard =
        dx_child_hear(c->child, dx_now_ms() + (int64_t)limit_ms, &line);
    if (heard != DX_HEARD_LINE)
        return no_line(c, heard, limit_ms);
    if (dx_reply_read(line, strlen(line), &c->reply, &error) != DX_OK)
        return dx_checkup_fails(c, "%s; the line was: %.100s", error.message,
                                line);
    return true;
}

bool dx_checkup_greet(dx_checkup *c)
{
    if (c->child != NULL && !dx_child_has_ended(c->child, NULL))
        return true;
    if (!dx_checkup_start(c))
        return false;
    dx_message_hello(&c->out);
    dx_checkup_send(c);
    if (!dx_checkup_hear(c, c->options->start_ms))
        return false;
    return c->reply.kind == DX_REPLY_HELLO ||
           dx_checkup_fails(c, "expected its hello first");
}

bool dx_checkup_is_quiet(dx_checkup *c)
{
    const char *line = "";
    dx_heard heard = dx_child_hear(
        c->child, dx_now_ms() + (int64_t)c->options->quiet_ms, &line);
    if (heard == DX_HEARD_NOTHING && dx_child_unfinished(c->child) == 0)
        return true;
    if (heard == DX_HEARD_LINE)
        return dx_checkup_fails(c,
                                "it said something without being asked: "
                                "%.100s; stdout is for the protocol, stderr "
                                "for everything else",
                                line);
    return no_line(c, heard, c->options->quiet_ms);
}

// ---- a game ----

const dx_view *dx_checkup_view(dx_checkup *c)
{
    return dx_match_view(c->match, c->seat);
}

static void tell(dx_checkup *c)
{
    const dx_view *view = dx_checkup_view(c);
    for (; c->told < view->count; c->told++)
        dx_message_see(view, c->told, &c->out);
}

// Everybody else moves at random.
static void let_others_move(dx_checkup *c)
{
    const dx_event *moves;
    while (dx_match_turn(c->match) < DX_SEATS_MAX &&
           dx_match_turn(c->match) != c->seat) {
        unsigned count = dx_match_moves(c->match, &moves);
        unsigned chosen = (unsigned)dx_random_below(&c->random, count);
        if (dx_match_step(c->match, chosen) != DX_OK)
            return;
    }
}

void dx_checkup_begin(dx_checkup *c, unsigned seat, bool told)
{
    dx_player_clock clock = {.move_ms = c->options->move_ms};
    // A game may be over before a seat's first turn; another will not be.
    for (unsigned tries = 0; tries < 100; tries++) {
        dx_deal_restart(c->deal, 1, c->games++);
        dx_match_restart(c->match, c->deal);
        c->seat = seat;
        let_others_move(c);
        if (dx_match_turn(c->match) == seat)
            break;
    }
    c->told = 0;
    dx_message_start(dx_checkup_view(c), &clock, &c->out);
    if (told)
        tell(c);
    dx_checkup_send(c);
}

void dx_checkup_add_turn(dx_checkup *c)
{
    dx_message_turn_options options = {
        .seq = ++c->seq, .clock = {.move_ms = c->options->move_ms}};
    dx_message_turn(dx_checkup_view(c), &options, &c->out);
}

bool dx_checkup_hear_move(dx_checkup *c, uint64_t seq, dx_event *out)
{
    dx_event move;
    dx_error error = {.message = ""};
    if (!dx_checkup_hear(c, c->options->move_ms))
        return false;
    if (c->reply.kind == DX_REPLY_ERROR)
        return dx_checkup_fails(c, "it answers with an error: %s",
                                c->reply.text);
    if (c->reply.kind != DX_REPLY_MOVE)
        return dx_checkup_fails(c, "expected a message of type move");
    if (c->reply.seq != seq)
        return dx_checkup_fails(c,
                                "the turn has seq %" PRIu64
                                " and the answer %" PRIu64
                                "; answer every turn once, with its own seq",
                                seq, c->reply.seq);
    if (dx_read_move(dx_checkup_view(c), c->reply.move, &move, &error) != DX_OK)
        return dx_checkup_fails(c, "%s", error.message);
    if (out != NULL)
        *out = move;
    return true;
}

bool dx_checkup_ask(dx_checkup *c, dx_event *out)
{
    dx_checkup_add_turn(c);
    dx_checkup_send(c);
    return dx_checkup_hear_move(c, c->seq, out);
}

void dx_checkup_move(dx_checkup *c, dx_event move)
{
    if (dx_match_play(c->match, c->seat, move, NULL, NULL) != DX_OK)
        return;
    let_others_move(c);
    tell(c);
    dx_checkup_send(c);
}

// ---- the walk ----

static unsigned walk(dx_checkup *c)
{
    unsigned failed = 0;
    bool goes_on = true;
    for (unsigned i = 0; dx_checkup_tests[i].title != NULL; i++) {
        const dx_checkup_test *test = &dx_checkup_tests[i];
        dx_checkup_step step = {.number = i + 1,
                                .title = test->title,
                                .result = DX_STEP_SKIPPED,
                                .words = ""};
        dx_text_clear(&c->words);
        if (goes_on) {
            bool passes = test->passes(c);
            step.result = passes ? DX_STEP_PASSED : DX_STEP_FAILED;
            step.words = dx_text_string(&c->words);
            failed += !passes;
            goes_on = passes || !test->is_vital;
            if (!passes) { // the next step begins with a fresh one
                dx_child_free(c->child);
                c->child = NULL;
            }
        }
        c->options->report(c->options->context, &step);
    }
    return failed;
}

unsigned dx_checkup_run(const dx_checkup_options *options)
{
    dx_checkup c = {.options = options, .random = dx_random_named(1, 2, 3)};
    c.deal = dx_deal_new(options->rules, 1, 0);
    c.match = dx_match_new(options->rules, c.deal);
    unsigned failed = walk(&c);
    dx_child_free(c.child);
    dx_match_free(c.match);
    dx_deal_free(c.deal);
    dx_text_release(&c.out);
    dx_text_release(&c.words);
    return failed;
}
