// Coming, going and moving.  A change is made at once and told when the hall
// has let the quick agents answer it (dx_table_tell_news): then the new lines
// of the record become a row of the batch, and everybody is told what is new
// from the view of its own seat.  A wrong, stale or late message is answered
// and changes nothing.

#include "server/table.h"

#include "base/child.h"
#include "base/memory.h"
#include "game/say.h"
#include "game/words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void go_on(dx_table *table);

static dx_view const *view_of(dx_table *table, unsigned seat)
{
    return dx_match_view(table->match, seat);
}

static void say_error(dx_member *member, const char *code, uint64_t seq,
                      const char *text, dx_batch *out)
{
    dx_text line = {0};
    dx_message_error(code, seq, text, &line);
    dx_batch_take_line(out, member->guest, &line);
}

// ---- who is there ----

// Whom everybody waits for.
static void tell_wait(const dx_table *table, dx_member *member, dx_batch *out)
{
    dx_text line = {0};
    const char *between = "";
    dx_text_add(&line, "{\"type\":\"wait\",\"for\":[");
    for (unsigned i = 0; i < dx_players(&table->rules); i++)
        if (table->chair[i].kind == DX_CHAIR_ANYONE ||
            (table->chair[i].kind == DX_CHAIR_PERSON &&
             !table->chair[i].has_come)) {
            dx_text_printf(&line, "%s%u", between, i + 1);
            between = ",";
        }
    dx_text_add(&line, "]}\n");
    dx_batch_take_line(out, member->guest, &line);
}

static void tell_table(dx_table *table, dx_member *member, dx_batch *out)
{
    dx_text line = {0};
    if (member->is_bot) {
        if (table->state == DX_TABLE_OPEN)
            tell_wait(table, member, out);
        return;
    }
    dx_text_add(&line, "{\"type\":\"table\",\"you\":");
    if (member->seat == DX_BYSTANDER)
        dx_text_add(&line, "null,");
    else
        dx_text_printf(&line, "%u,", member->seat + 1);
    dx_table_say(table, &line);
    dx_text_add(&line, "}\n");
    dx_batch_take_line(out, member->guest, &line);
}

void dx_table_tell_all(dx_table *table, dx_batch *out)
{
    for (size_t i = 0; i < table->members.count; i++)
        tell_table(table, table->members.at[i], out);
}

unsigned dx_table_seat_of(const dx_table *table, const char *token)
{
    unsigned seat = DX_BYSTANDER;
    for (unsigned i = 0; i < dx_players(&table->rules); i++)
        if (dx_token_fits(token, table->chair[i].key))
            seat = i;
    return seat;
}

static void forget(dx_table *table, dx_member *member)
{
    assert(member->table == table);
    for (size_t i = 0; i < table->members.count; i++)
        if (table->members.at[i] == member) {
            table->members.at[i] = table->members.at[--table->members.count];
            break;
        }
    for (unsigned i = 0; i < DX_SEATS_MAX; i++)
        if (table->chair[i].guest == member->guest) {
            table->chair[i].guest = 0;
            table->chair[i].gone = dx_now_ms();
        }
    member->table = NULL;
}

// Who sits there goes, and is told why.
static void replace(dx_table *table, unsigned seat, const char *why,
                    dx_batch *out)
{
    for (size_t i = 0; i < table->members.count; i++) {
        dx_member *member = table->members.at[i];
        if (member->seat != seat)
            continue;
        say_error(member, "elsewhere", 0, why, out);
        dx_batch_close(out, member->guest, 4001);
        forget(table, member);
        break;
    }
}

void dx_table_deputize(dx_table *table, unsigned seat, const dx_policy *policy,
                       const char *agent, dx_batch *out)
{
    dx_chair *chair = &table->chair[seat];
    assert(chair->kind <= DX_CHAIR_ANYONE && chair->guest == 0);
    if (chair->key[0] != '\0')
        memcpy(chair->person, chair->name, sizeof chair->person);
    chair->kind = DX_CHAIR_AGENT;
    chair->policy = *policy;
    chair->is_slow = false;
    snprintf(chair->agent, sizeof chair->agent, "%s", agent);
    snprintf(chair->name, sizeof chair->name, "%s", dx_given_name(seat));
    dx_table_keep_seats(table, out);
}

void dx_table_new_link(dx_table *table, unsigned seat, char token[DX_TOKEN],
                       dx_batch *out)
{
    replace(table, seat, "a new link was made for this seat: this one is void",
            out);
    table->chair[seat].kind = DX_CHAIR_PERSON;
    dx_token_new(token, table->chair[seat].key);
    dx_table_keep_seats(table, out);
}

// Takes the seat back from the agent; what that was about to do is dropped.
static void come_back(dx_table *table, unsigned seat)
{
    dx_chair *chair = &table->chair[seat];
    dx_mind_free(chair->mind);
    dx_eyes_free(chair->eyes);
    chair->mind = NULL;
    chair->eyes = NULL;
    chair->kind = DX_CHAIR_PERSON;
    chair->agent[0] = '\0';
    memcpy(chair->name, chair->person, sizeof chair->name);
    chair->person[0] = '\0';
}

void dx_table_dismiss(dx_table *table, const char *why, dx_batch *out)
{
    while (table->members.count > 0) {
        dx_member *member = table->members.at[0];
        say_error(member, "store", 0, why, out);
        dx_batch_close(out, member->guest, DX_CLOSE_LATER);
        forget(table, member);
    }
}

void dx_table_join(dx_table *table, dx_member *member, unsigned seat,
                   unsigned have, dx_batch *out)
{
    assert(member->table == NULL);
    assert(seat == DX_BYSTANDER || seat < dx_players(&table->rules));
    if (seat != DX_BYSTANDER) {
        dx_chair *chair = &table->chair[seat];
        replace(table, seat, "the seat was opened elsewhere", out);
        chair->guest = member->guest;
        bool is_new = !chair->has_come || chair->person[0] != '\0';
        if (chair->kind == DX_CHAIR_AGENT) {
            come_back(table, seat);
            if (dx_table_turn(table) == seat)
                go_on(table); // its clock begins anew
        }
        bool has_name =
            member->name[0] != '\0' && strcmp(member->name, chair->name) != 0;
        if (has_name)
            snprintf(chair->name, sizeof chair->name, "%s", member->name);
        chair->has_come = true;
        if ((is_new || has_name) && chair->kind == DX_CHAIR_PERSON)
            dx_table_keep_seats(table, out);
    }
    member->table = table;
    member->seat = seat;
    member->told = have;
    member->has_started = member->has_ended = false;
    member->asked = 0;
    dx_vector_push(&table->members, member);
    if (dx_table_start(table, out))
        return;
    dx_table_tell_all(table, out);
    dx_table_catch_up(table, member, out);
}

void dx_table_part(dx_table *table, dx_member *member, dx_batch *out)
{
    bool sat = member->seat != DX_BYSTANDER;
    forget(table, member);
    if (sat)
        dx_table_tell_all(table, out);
}

void dx_table_leave(dx_table *table, dx_member *member, dx_batch *out)
{
    dx_text line = {0};
    dx_text_add(&line, "{\"type\":\"left\"");
    if (member->seat != DX_BYSTANDER &&
        table->chair[member->seat].kind == DX_CHAIR_PERSON) {
        char token[DX_TOKEN];
        dx_token_new(token, table->chair[member->seat].key);
        dx_table_keep_seats(table, out);
        dx_text_printf(&line, ",\"token\":\"%s\"", token);
    }
    dx_text_add(&line, "}\n");
    dx_batch_take_line(out, member->guest, &line);
    dx_batch_close(out, member->guest, 1000);
    dx_table_part(table, member, out);
}

// ---- what is told ----

static void tell_events(dx_table *table, dx_member *member, const dx_view *view,
                        dx_batch *out)
{
    dx_text line = {0};
    for (; member->told < view->count; member->told++) {
        dx_text_clear(&line);
        if (member->is_bot)
            dx_message_see(view, member->told, &line);
        else
            dx_table_say_see(table, view, member->told, &line);
        dx_batch_line(out, member->guest, &line);
    }
    dx_text_release(&line);
}

// How long a seat may think; 0: as long as it likes.
static int64_t time_of(const dx_table *table, unsigned seat)
{
    if (seat >= DX_SEATS_MAX || table->chair[seat].kind == DX_CHAIR_AGENT)
        return 0;
    return table->move_ms > 0 ? (int64_t)table->move_ms
           : table->chair[seat].kind == DX_CHAIR_PROGRAM
               ? INT64_C(1000) * DX_PROGRAM_S // nobody else would notice
               : 0;
}

static void tell_turn(dx_table *table, dx_member *member, const dx_view *view,
                      dx_batch *out)
{
    dx_text line = {0};
    assert(dx_table_turn(table) == member->seat);
    int64_t all = time_of(table, member->seat);
    int64_t left = table->deadline - dx_now_ms();
    // The first time it is all of it, to the millisecond.
    if (member->asked == 0 || left + 20 >= all)
        left = all;
    dx_message_turn_options options = {.seq = table->seq,
                                       .full = member->wants_view,
                                       .state = member->wants_state,
                                       .no_legal = member->no_legal,
                                       .clock.move_ms = table->deadline == 0 ? 0
                                                        : left > 1
                                                            ? (uint64_t)left
                                                            : 1};
    dx_message_turn(view, &options, &line);
    dx_batch_take_line(out, member->guest, &line);
    member->asked = table->seq;
}

static void tell_end(dx_table *table, dx_member *member, const dx_view *view,
                     dx_batch *out)
{
    dx_text line = {0};
    dx_message_end(view, table->how != NULL ? table->how : "over", &line);
    if (member->is_bot)
        dx_message_bye(&line);
    dx_batch_take_line(out, member->guest, &line);
    member->has_ended = true;
}

void dx_table_catch_up(dx_table *table, dx_member *member, dx_batch *out)
{
    if (table->match == NULL || (member->is_program && !member->has_greeted))
        return;
    const dx_view *view = view_of(table, member->seat);
    dx_text line = {0};
    bool is_news = member->told < view->count || !member->has_started;
    if (!member->has_started) {
        dx_player_clock clock = {.move_ms = table->move_ms};
        if (member->is_program)
            clock.move_ms = (uint64_t)time_of(table, member->seat);
        dx_message_start(view, &clock, &line);
        dx_batch_take_line(out, member->guest, &line);
        member->has_started = true;
        if (member->told > view->count)
            member->told = 0; // it has seen another game
    }
    tell_events(table, member, view, out);
    assert(member->told == view->count); // everything, and each event once
    if (is_news && !member->is_bot) {
        dx_table_say_state(table, member->seat, &line);
        dx_batch_take_line(out, member->guest, &line);
    }
    if (table->state == DX_TABLE_OVER) {
        if (!member->has_ended)
            tell_end(table, member, view, out);
    } else if (dx_table_turn(table) == member->seat &&
               member->asked != table->seq) {
        tell_turn(table, member, view, out);
    }
    for (unsigned i = 0; i < DX_WATCHES_MAX && is_news; i++)
        if (member->watch[i] != NULL)
            member->watch[i]->is_stale = true;
}

// The new lines of the record as a row.
static void keep_lines(dx_table *table, dx_batch *out)
{
    dx_text lines = {0};
    unsigned count = 0;
    dx_record_write(table->writer, table->match, &lines);
    for (size_t i = 0; i < lines.length; i++)
        count += lines.at[i] == '\n';
    if (count == 0)
        return;
    assert(lines.at[lines.length - 1] == '\n');
    lines.length--; // the last newline
    dx_vector_push(&out->rows, (dx_row){.kind = DX_ROW_LINE,
                                        .game = table->number,
                                        .n = table->lines,
                                        .text = dx_text_take(&lines)});
    table->lines += count;
}

static void keep_end(dx_table *table, dx_batch *out)
{
    dx_text scores = {0};
    unsigned players = dx_players(&table->rules);
    for (unsigned i = 0; i < players; i++)
        dx_text_printf(&scores, "%s%d", i > 0 ? "," : "[",
                       dx_match_score(table->match, i));
    dx_text_add_char(&scores, ']');
    dx_vector_push(&out->rows, (dx_row){.kind = DX_ROW_STATE,
                                        .game = table->number,
                                        .state = "over",
                                        .scores = dx_text_take(&scores)});
}

// The game has gone on.
static void go_on(dx_table *table)
{
    assert(table->match != NULL);
    unsigned next = dx_match_turn(table->match);
    if (next == DX_OVER && table->state == DX_TABLE_RUNNING) {
        table->state = DX_TABLE_OVER;
        table->how = "over";
    }
    int64_t ms = time_of(table, next);
    table->deadline = ms > 0 ? dx_now_ms() + ms : 0;
    if (table->state == DX_TABLE_OVER)
        table->deadline = 0;
    table->has_news = true;
}

void dx_table_tell_news(dx_table *table, dx_batch *out)
{
    if (!table->has_news)
        return;
    table->has_news = false;
    keep_lines(table, out);
    if (table->state == DX_TABLE_OVER && table->ended == 0) {
        table->ended = dx_now_ms();
        keep_end(table, out);
        dx_table_tell_all(table, out);
    }
    for (size_t i = 0; i < table->members.count; i++)
        dx_table_catch_up(table, table->members.at[i], out);
}

bool dx_table_start(dx_table *table, dx_batch *out)
{
    if (!dx_table_begin(table, out))
        return false;
    dx_table_tell_all(table, out);
    go_on(table);
    return true;
}

void dx_table_wake(dx_table *table, dx_batch *out)
{
    if (table->match != NULL)
        go_on(table);
    else
        dx_table_start(table, out);
}

// ---- moves ----

unsigned dx_table_turn(const dx_table *table)
{
    return table->match == NULL || table->state != DX_TABLE_RUNNING
               ? DX_OVER
               : dx_match_turn(table->match);
}

void dx_table_play(dx_table *table, unsigned seat, dx_event move,
                   const dx_reason *why)
{
    dx_error error = {.message = ""};
    assert(dx_table_turn(table) == seat);
    dx_status status =
        dx_match_play(table->match, seat, move,
                      why != NULL && why->rule[0] != '\0' ? why : NULL, &error);
    if (status != DX_OK) {
        dx_table_stop(table, status == DX_ERR_LIMIT ? "limit" : "illegal");
        return;
    }
    table->turns++;
    table->seq++;
    unsigned events;
    dx_match_events(table->match, &events);
    if (events >= DX_TABLE_EVENTS && dx_match_turn(table->match) != DX_OVER)
        dx_table_stop(table, "limit");
    else
        go_on(table);
}

void dx_table_answer(dx_table *table, dx_member *member, const dx_reply *reply,
                     dx_batch *out)
{
    dx_event move;
    dx_error error = {.message = ""};
    bool asked =
        member->seat != DX_BYSTANDER && dx_table_turn(table) == member->seat;
    if (!asked || reply->seq != table->seq) {
        say_error(member, "stale", reply->seq,
                  asked ? "that turn is over" : "it is not your turn", out);
        return;
    }
    if (dx_read_move(view_of(table, member->seat), reply->move, &move,
                     &error) != DX_OK) {
        say_error(member, "illegal", reply->seq, error.message, out);
        return;
    }
    dx_reason why = {.rule = ""};
    if (reply->why.rule[0] != '\0') {
        snprintf(why.rule, sizeof why.rule, "%s", reply->why.rule);
        why.formula = dx_copy_text(reply->why.formula);
        why.words = dx_copy_text(reply->why.words);
    }
    dx_batch_mark(out, member->guest);
    dx_table_play(table, member->seat, move, &why);
    dx_reason_release(&why);
}

void dx_table_lot(dx_table *table, const char *words)
{
    dx_event moves[DX_MOVES_MAX];
    unsigned seat = dx_table_turn(table);
    const dx_view *view = view_of(table, seat);
    unsigned count = dx_view_moves(view, moves);
    assert(count > 0); // who is asked can move
    dx_random random =
        dx_random_named(table->seed, view->count, UINT64_C(1) << 41 | seat);
    dx_reason why = {.rule = "lot", .words = dx_copy_text(words)};
    dx_table_play(table, seat, moves[dx_random_below(&random, count)], &why);
    dx_reason_release(&why);
}

void dx_table_late(dx_table *table, int64_t now, dx_batch *out)
{
    unsigned seat = dx_table_turn(table);
    if (seat == DX_OVER || table->deadline == 0 || now < table->deadline)
        return;
    for (size_t i = 0; i < table->members.count; i++)
        if (table->members.at[i]->seat == seat)
            say_error(table->members.at[i], "late", table->seq,
                      "too late: a move was drawn by lot", out);
    dx_table_lot(table, "too late: drawn by lot");
}

void dx_table_stop(dx_table *table, const char *how)
{
    table->state = DX_TABLE_OVER;
    table->how = how;
    go_on(table);
}
