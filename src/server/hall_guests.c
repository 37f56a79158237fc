// What guests say: joining, moving, and asking.  A message that makes no sense
// is answered; a wrong token ends the connection before anything is told.
//
// A question becomes a job that has what the guest's seat has seen and nothing
// else, whoever sits there and however the game stands.

#include "server/hall_private.h"

#include "agents/agents.h"
#include "ask/ask.h"
#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void tell_error(dx_hall *hall, dx_guest guest, const char *code,
                       const char *text)
{
    dx_batch *batch = dx_batch_new(0);
    dx_text line = {0};
    dx_message_error(code, 0, text, &line);
    dx_batch_take_line(batch, guest, &line);
    dx_hall_submit(hall, batch);
}

// ---- hello and join ----

static void greet(dx_hall *hall, dx_member *member, const dx_reply *reply)
{
    dx_batch *batch = dx_batch_new(0);
    dx_text line = {0};
    if (reply->protocol != DX_PROTOCOL_VERSION) {
        dx_message_error("version", 0, "this server speaks protocol 1", &line);
    } else {
        member->is_bot = member->has_greeted = true;
        member->wants_view = reply->wants_view;
        member->wants_state = reply->wants_state;
        member->no_legal = reply->no_legal;
        if (!member->is_program)
            dx_message_hello(&line);
    }
    if (line.length > 0)
        dx_batch_line(batch, member->guest, &line);
    dx_text_release(&line);
    if (member->table != NULL)
        dx_table_catch_up(member->table, member, batch);
    dx_hall_submit(hall, batch);
}

static void turn_away(dx_hall *hall, dx_guest guest, const char *text)
{
    dx_batch *batch = dx_batch_new(0);
    dx_text line = {0};
    dx_message_error("token", 0, text, &line);
    dx_batch_take_line(batch, guest, &line);
    dx_batch_close(batch, guest, 4003);
    dx_hall_submit(hall, batch);
}

// Why a table cannot be joined.  `waits`: until games can be kept again.
static void tell_missing(dx_hall *hall, dx_guest guest, const char *id,
                         bool waits)
{
    const dx_stored_game *ailing = dx_hall_ailing(hall, id);
    dx_text words = {0};
    if (waits)
        dx_hall_say_failing(hall, &words);
    else if (ailing != NULL)
        dx_text_printf(&words, "this game is damaged and cannot go on: %s",
                       ailing->damage);
    else
        dx_text_add(&words, "no such table is open or running");
    tell_error(hall, guest,
               waits            ? "store"
               : ailing != NULL ? "broken"
                                : "missing",
               dx_text_string(&words));
    dx_text_release(&words);
    if (!waits)
        return;
    dx_batch *batch = dx_batch_new(0); // to come back
    dx_batch_close(batch, guest, DX_CLOSE_LATER);
    dx_hall_submit(hall, batch);
}

static void join(dx_hall *hall, dx_member *member, const dx_client_word *word)
{
    dx_table *table = dx_hall_visit(hall, word->wish.table);
    unsigned seat = DX_BYSTANDER;
    dx_hall_flush(hall, table);
    bool is_broken = table != NULL && table->state == DX_TABLE_BROKEN;
    if (table == NULL || member->is_program || is_broken) {
        tell_missing(hall, member->guest, word->wish.table,
                     hall->failing.is_so || is_broken);
        return;
    }
    if (word->has_token) {
        seat = dx_table_seat_of(table, word->token);
        if (seat == DX_BYSTANDER) {
            turn_away(hall, member->guest, "this link is not valid (any more)");
            return;
        }
    }
    if (table->members.count >= DX_MEMBERS_MAX && seat == DX_BYSTANDER) {
        tell_error(hall, member->guest, "busy", "too many are watching");
        return;
    }
    dx_batch *batch = dx_table_batch(table);
    if (member->table != NULL) {
        dx_hall_close_watches(member);
        dx_table_part(member->table, member, batch);
    }
    snprintf(member->name, sizeof member->name, "%s", word->name);
    for (size_t i = 0; i < hall->jobs.count; i++) // an agent's, for this seat
        if (hall->jobs.at[i]->kind == DX_JOB_MOVE &&
            hall->jobs.at[i]->table == table && hall->jobs.at[i]->seat == seat)
            atomic_store(&hall->jobs.at[i]->is_cancelled, true);
    dx_table_join(table, member, seat, word->have, batch);
    dx_table_tell_news(table, batch); // nothing is told that is not kept
    dx_hall_attend(hall, table, batch);
}

// ---- questions ----

// The events of a turn: from the one before it.
static dx_status find_turn(dx_job *job, dx_error *error)
{
    unsigned count = (unsigned)job->seen.count, end;
    unsigned last = dx_turn_of(&job->rules, job->seen.at, count);
    if (!job->wish.has_turn)
        job->wish.turn = last;
    if (job->wish.turn == 0 || job->wish.turn > last ||
        !dx_turn_events(&job->rules, job->seen.at, count, job->wish.turn - 1,
                        &job->before) ||
        !dx_turn_events(&job->rules, job->seen.at, count, job->wish.turn, &end))
        return last == 0
                   ? dx_fail(error, DX_ERR_INPUT, 0, 0, "nobody has moved yet")
                   : dx_fail(error, DX_ERR_INPUT, 0, 0,
                             "\"turn\": expected 1 to %u", last);
    job->seen.count = end;
    return DX_OK;
}

// Does an agent take its time to choose?
static bool is_thoughtful(const dx_table *table, const char *agent)
{
    dx_policy policy;
    return dx_policy_parse(dx_agents(), agent, &table->rules, &policy, NULL) ==
               DX_OK &&
           policy.agent->steps > DX_QUICK_STEPS;
}

dx_job *dx_hall_question(dx_hall *hall, dx_table *table, unsigned seat,
                         dx_job_kind kind, const dx_wish *wish, dx_guest guest,
                         uint64_t address, dx_error *error)
{
    dx_status status = DX_OK;
    uint64_t asker = address != 0 ? address : guest;
    dx_hall_flush(hall, table);
    if (table->match == NULL)
        status = dx_fail(error, DX_ERR_INPUT, 0, 0, "it has not begun");
    else if (!dx_hall_may_ask(hall, asker) && kind != DX_JOB_WATCH)
        status = dx_fail(error, DX_ERR_LIMIT, 0, 0, "too many questions");
    else if (wish->has_line)
        status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "\"line\": of a record, not of a game that is played");
    if (status != DX_OK)
        return NULL;
    assert(seat == DX_BYSTANDER || seat < dx_players(&table->rules));
    dx_job *job = dx_job_new(kind, guest);
    job->asker = asker;
    const dx_view *view = dx_match_view(table->match, seat);
    const char *names[DX_SEATS_MAX];
    dx_table_names(table, names);
    job->table = table;
    job->seat = seat;
    job->rules = table->rules;
    job->seed = 1;
    job->is_slow = kind == DX_JOB_SUSPECT || dx_wish_is_slow(wish) ||
                   (kind == DX_JOB_CHOOSE && is_thoughtful(table, wish->agent));
    job->expected = dx_wish_expected(wish);
    dx_wish_copy(wish, &job->wish);
    for (unsigned i = 0; i < dx_players(&table->rules); i++)
        job->name[i] = dx_copy_text(names[i]);
    dx_vector_reserve(&job->seen, view->count + 1);
    if (view->count > 0)
        memcpy(job->seen.at, view->seen, view->count * sizeof *view->seen);
    job->seen.count = view->count;
    if (kind == DX_JOB_CHANGED)
        status = find_turn(job, error);
    if (status == DX_OK &&
        (kind == DX_JOB_LENS || kind == DX_JOB_ASK || kind == DX_JOB_CHANGED ||
         kind == DX_JOB_MODEL || kind == DX_JOB_SUSPECT))
        status = dx_glass_new(&job->rules, seat, names, &job->wish,
                              &job->is_cancelled, &job->glass, error);
    if (status == DX_OK)
        return job;
    dx_job_free(job);
    return NULL;
}

static void refuse(dx_hall *hall, dx_member *member, dx_job_kind kind,
                   unsigned id, dx_status status, const dx_error *error)
{
    dx_batch *batch = dx_batch_new(0);
    dx_text line = {0};
    assert(kind < DX_JOB_WEB && dx_job_answers[kind] != NULL);
    dx_text_printf(&line, "{\"type\":\"%s\",\"id\":%u,", dx_job_answers[kind],
                   id);
    dx_tell_failure(status, error, NULL, &line);
    dx_text_add_char(&line, '\n');
    dx_batch_take_line(batch, member->guest, &line);
    dx_hall_submit(hall, batch);
}

static void ask(dx_hall *hall, dx_member *member, dx_job_kind kind,
                const dx_client_word *word)
{
    dx_error error = {.message = ""};
    if (member->seat == DX_BYSTANDER && kind != DX_JOB_COMPLETE) {
        dx_fail(&error, DX_ERR_UNSUPPORTED, 0, 0,
                "who watches may look through a lens; only seats may ask");
        refuse(hall, member, kind, word->id, DX_ERR_UNSUPPORTED, &error);
        return;
    }
    if (member->questions >= DX_QUESTIONS_MAX) {
        dx_fail(&error, DX_ERR_LIMIT, 0, 0,
                "busy: wait for the answers that are under way");
        refuse(hall, member, kind, word->id, DX_ERR_LIMIT, &error);
        return;
    }
    dx_job *job =
        dx_hall_question(hall, member->table, member->seat, kind, &word->wish,
                         member->guest, member->address, &error);
    if (job == NULL) {
        refuse(hall, member, kind, word->id, DX_ERR_INPUT, &error);
        return;
    }
    job->id = word->id;
    job->member = member;
    member->questions++;
    dx_hall_think(hall, job);
}

static void close_watch(dx_member *member, unsigned id)
{
    dx_member one = {.guest = member->guest};
    for (unsigned i = 0; i < DX_WATCHES_MAX; i++)
        if (member->watch[i] != NULL && member->watch[i]->id == id) {
            one.watch[0] = member->watch[i];
            member->watch[i] = NULL;
            dx_hall_close_watches(&one);
        }
}

static void watch(dx_hall *hall, dx_member *member, const dx_client_word *word)
{
    unsigned i = 0;
    dx_error error = {.message = ""};
    close_watch(member, word->id);
    while (i < DX_WATCHES_MAX && member->watch[i] != NULL)
        i++;
    if (i == DX_WATCHES_MAX) {
        dx_fail(&error, DX_ERR_LIMIT, 0, 0, "busy: four lenses are open");
        refuse(hall, member, DX_JOB_LENS, word->id, DX_ERR_LIMIT, &error);
        return;
    }
    dx_table *table = member->table;
    dx_watch *watch = dx_alloc(1, sizeof *watch);
    watch->id = word->id;
    watch->member = member;
    dx_wish_copy(&word->wish, &watch->wish);
    if (member->seat == DX_BYSTANDER) { // what is public, and no more
        watch->wish.depth = watch->wish.worlds = watch->wish.draws = 0;
        watch->wish.small = false;
    }
    const char *names[DX_SEATS_MAX];
    dx_table_names(table, names);
    dx_status status =
        watch->wish.effort > 1
            ? dx_fail(&error, DX_ERR_INPUT, 0, 0,
                      "\"effort\": of one look (POST /api/lens), not of a lens "
                      "that stays open")
            : dx_glass_new(&table->rules, member->seat, names, &watch->wish,
                           &watch->is_over, &watch->glass, &error);
    if (status != DX_OK) {
        refuse(hall, member, DX_JOB_LENS, word->id, DX_ERR_INPUT, &error);
        dx_wish_release(&watch->wish);
        dx_free(watch);
        return;
    }
    watch->is_stale = true;
    member->watch[i] = watch;
    dx_hall_attend(hall, table, dx_table_batch(table));
}

static void cancel(dx_hall *hall, dx_member *member, unsigned id)
{
    for (size_t i = 0; i < hall->jobs.count; i++)
        if (hall->jobs.at[i]->member == member && hall->jobs.at[i]->id == id)
            atomic_store(&hall->jobs.at[i]->is_cancelled, true);
}

// ---- reasons ----

// The reason of a turn's move: of a table that is open, or over, or one's own.
static void tell_why(dx_hall *hall, dx_member *member,
                     const dx_client_word *word)
{
    dx_table *table = member->table;
    dx_batch *batch = dx_table_batch(table);
    dx_text line = {0};
    unsigned count = 0, at = 0;
    const dx_event *events =
        table->match != NULL ? dx_match_events(table->match, &count) : NULL;
    dx_text_printf(&line, "{\"type\":\"why\",\"id\":%u,\"turn\":%u", word->id,
                   word->wish.turn);
    bool is_there =
        events != NULL && word->wish.turn > 0 &&
        word->wish.turn <= table->turns &&
        dx_turn_events(&table->rules, events, count, word->wish.turn - 1, &at);
    if (!is_there)
        dx_text_add(&line, ",\"error\":{\"code\":\"input\",\"text\":\"no "
                           "such turn\"}");
    else if (table->state != DX_TABLE_OVER && !table->is_open &&
             events[at].who != member->seat)
        dx_text_add(&line, ",\"sealed\":true");
    else {
        dx_text_printf(&line, ",\"seat\":%u", events[at].who + 1U);
        dx_tell_reason(dx_match_reason(table->match, at), &line);
    }
    dx_text_add(&line, "}\n");
    dx_batch_take_line(batch, member->guest, &line);
    dx_hall_submit(hall, batch);
}

// ---- all that can be said ----

static void pong(dx_hall *hall, dx_guest guest)
{
    dx_batch *batch = dx_batch_new(0);
    dx_text line = {0};
    dx_text_add(&line, "{\"type\":\"pong\"}\n");
    dx_batch_take_line(batch, guest, &line);
    dx_hall_submit(hall, batch);
}

static void move(dx_hall *hall, dx_member *member, const dx_reply *reply)
{
    dx_table *table = member->table;
    assert(table != NULL);     // dx_hall_hear has seen to it
    if (hall->failing.is_so) { // the turn stands
        dx_text words = {0};
        dx_hall_say_failing(hall, &words);
        dx_text_add(&words, ": the move was not taken; try again");
        tell_error(hall, member->guest, "store", dx_text_string(&words));
        dx_text_release(&words);
        return;
    }
    dx_batch *batch = dx_table_batch(table);
    uint64_t before = table->seq;
    dx_table_answer(table, member, reply, batch);
    hall->moves += table->seq != before;
    dx_hall_attend(hall, table, batch);
}

static void leave(dx_hall *hall, dx_member *member)
{
    dx_table *table = member->table;
    dx_batch *batch = dx_table_batch(table);
    dx_hall_close_watches(member);
    dx_table_leave(table, member, batch);
    dx_hall_attend(hall, table, batch);
}

static void hear_at_table(dx_hall *hall, dx_member *member,
                          const dx_client_word *word)
{
    switch (word->kind) {
    case DX_WORD_MOVE:
        move(hall, member, &word->reply);
        break;
    case DX_WORD_LENS:
        if (member->is_bot)
            ask(hall, member, DX_JOB_LENS, word);
        else
            watch(hall, member, word);
        break;
    case DX_WORD_UNLENS:
        close_watch(member, word->id);
        break;
    case DX_WORD_ASK:
        ask(hall, member, DX_JOB_ASK, word);
        break;
    case DX_WORD_COMPLETE:
        ask(hall, member, DX_JOB_COMPLETE, word);
        break;
    case DX_WORD_CHANGED:
        ask(hall, member, DX_JOB_CHANGED, word);
        break;
    case DX_WORD_CHOOSE:
        ask(hall, member, DX_JOB_CHOOSE, word);
        break;
    case DX_WORD_MODEL:
        ask(hall, member, DX_JOB_MODEL, word);
        break;
    case DX_WORD_SUSPICION:
        ask(hall, member, DX_JOB_SUSPECT, word);
        break;
    case DX_WORD_WHY:
        tell_why(hall, member, word);
        break;
    case DX_WORD_CANCEL:
        cancel(hall, member, word->id);
        break;
    case DX_WORD_LEAVE:
        leave(hall, member);
        break;
    default:
        break;
    }
}

void dx_hall_hear(dx_hall *hall, dx_member *member, const char *line,
                  size_t length)
{
    dx_client_word word;
    dx_error error = {.message = ""};
    dx_hall_flush(hall, member->table);
    if (dx_client_word_read(line, length, &word, &error) != DX_OK) {
        tell_error(hall, member->guest, "garbage", error.message);
        return;
    }
    if (word.kind == DX_WORD_UNKNOWN)
        tell_error(hall, member->guest, "unknown", "no such type of message");
    else if (word.kind == DX_WORD_HELLO)
        greet(hall, member, &word.reply);
    else if (word.kind == DX_WORD_JOIN)
        join(hall, member, &word);
    else if (word.kind == DX_WORD_PING)
        pong(hall, member->guest);
    else if (member->table != NULL)
        hear_at_table(hall, member, &word);
    else if (word.kind != DX_WORD_ERROR)
        tell_error(hall, member->guest, "input", "join a table first");
    dx_wish_release(&word.wish);
}
