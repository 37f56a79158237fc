// The hall: finding tables, letting agents move, and getting answers back.
//
// Agents are thought about elsewhere, one job a table, and only where somebody
// is there to see it.  While one that is quick, by its own word and by the
// clock, thinks about its answer to a move, the move is held back: it and the
// answers of all agents to it are one row, one state and one message.  After a
// few such moves, or when anybody wants something of the table, they are told.
// A lens that is kept open has one job at a time: events that come meanwhile
// mark it stale, and it looks again when it is back.

#include "server/hall_private.h"

#include "base/child.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MOVES_AT_ONCE = 8, QUICK_MS = 2, TICK_MS = 50, CLEAR_MS = 1000 };

dx_letter *dx_letter_new(dx_letter_kind kind, dx_guest guest)
{
    dx_letter *letter = dx_alloc(1, sizeof *letter);
    letter->kind = kind;
    letter->guest = guest;
    return letter;
}

void dx_letter_free(dx_letter *letter)
{
    dx_free(letter->text);
    dx_web_free(letter->web);
    dx_free(letter);
}

// ---- tables ----

static uint64_t hash_of(const char *id)
{
    return dx_hash_bytes(id, strlen(id));
}

dx_table *dx_hall_find(const dx_hall *hall, const char *id)
{
    dx_probe probe = dx_index_probe(&hall->index, hash_of(id));
    uint32_t i;
    while ((i = dx_probe_next(&probe)) != DX_INDEX_NONE)
        if (strcmp(hall->tables.at[i]->id, id) == 0)
            return hall->tables.at[i];
    return NULL;
}

void dx_hall_add(dx_hall *hall, dx_table *table)
{
    size_t i = hall->tables.count;
    assert(dx_hall_find(hall, table->id) == NULL); // no two have one name
    assert(hall->table_count <= i);
    if (hall->table_count < i)
        for (i = 0; hall->tables.at[i] != NULL;)
            i++;
    if (i == hall->tables.count)
        dx_vector_push(&hall->tables, NULL);
    hall->tables.at[i] = table;
    table->life = ++hall->lives;
    hall->has_clocks |= table->move_ms > 0 || hall->options.programs.count > 0;
    dx_index_add(&hall->index, hash_of(table->id), (uint32_t)i);
    hall->table_count++;
}

static void drop_table(dx_hall *hall, size_t i)
{
    dx_table *table = hall->tables.at[i];
    assert(table->members.count == 0 && table->jobs == 0);
    dx_index_remove(&hall->index, hash_of(table->id), (uint32_t)i);
    hall->tables.at[i] = NULL;
    hall->table_count--;
    dx_table_free(table);
}

// ---- opening ----

dx_status dx_hall_new(const dx_hall_options *options, dx_hall **out,
                      dx_error *error)
{
    dx_hall *hall = dx_alloc(1, sizeof *hall);
    hall->options = *options;
    dx_web_games(dx_played_games(&options->programs), options->programs.count,
                 options->programs.name, &hall->games);
    dx_status status = dx_hall_load(hall, error);
    if (status == DX_OK)
        *out = hall;
    else
        dx_hall_free(hall);
    return status;
}

void dx_hall_free(dx_hall *hall)
{
    assert(hall->jobs.count == 0 && hall->questions == 0); // all came back
    for (size_t i = 0; i < hall->members.count; i++)
        if (hall->members.at[i] != NULL) {
            dx_hall_close_watches(hall->members.at[i]);
            dx_free(hall->members.at[i]);
        }
    for (size_t i = 0; i < hall->tables.count; i++)
        if (hall->tables.at[i] != NULL)
            dx_table_free(hall->tables.at[i]);
    dx_vector_release(&hall->tables);
    dx_vector_release(&hall->members);
    dx_vector_release(&hall->jobs);
    dx_index_release(&hall->index);
    dx_text_release(&hall->games);
    dx_hall_unload(hall);
    dx_free(hall);
}

void dx_hall_opened(const dx_hall *hall, unsigned *out_games,
                    unsigned *out_broken)
{
    *out_games = hall->loaded;
    *out_broken = (unsigned)hall->ailing.count;
}

// ---- jobs ----

void dx_hall_charge(dx_hall *hall, uint64_t address, size_t bytes)
{
    if (address != 0)
        hall->kept[address % DX_PAYERS] += bytes;
}

bool dx_hall_may_keep(const dx_hall *hall, uint64_t address)
{
    return address == 0 || hall->kept[address % DX_PAYERS] < DX_KEPT_MAX;
}

static void wear_off(dx_hall *hall, int64_t ms)
{
    size_t bytes = ms > 0 ? (size_t)ms * DX_KEPT_PER_S / 1000 : 0;
    for (size_t i = 0; i < DX_PAYERS; i++)
        hall->kept[i] -= hall->kept[i] < bytes ? hall->kept[i] : bytes;
}

void dx_hall_submit(dx_hall *hall, dx_batch *batch)
{
    for (size_t i = 0; i < batch->rows.count; i++)
        if (batch->rows.at[i].text != NULL)
            dx_hall_charge(hall, batch->payer, strlen(batch->rows.at[i].text));
    if (batch->rows.count == 0 && batch->first == NULL)
        dx_batch_free(batch);
    else
        hall->options.submit(hall->options.context, batch);
}

static bool is_question(const dx_job *job)
{
    return job->kind != DX_JOB_MOVE;
}

bool dx_hall_may_ask(const dx_hall *hall, uint64_t asker)
{
    size_t own = 0;
    if (hall->questions < DX_QUESTIONS_ALL / 4)
        return true;
    for (size_t i = 0; i < hall->jobs.count; i++)
        own +=
            is_question(hall->jobs.at[i]) && hall->jobs.at[i]->asker == asker;
    return hall->questions < DX_QUESTIONS_ALL && own < DX_QUESTIONS_ALL / 4;
}

void dx_hall_think(dx_hall *hall, dx_job *job)
{
    if (job->table != NULL)
        job->table->jobs++;
    hall->questions += is_question(job);
    job->place = hall->jobs.count;
    dx_vector_push(&hall->jobs, job);
    hall->options.think(hall->options.context, job);
}

static void forget_job(dx_hall *hall, dx_job *job)
{
    size_t i = job->place;
    assert(i < hall->jobs.count && hall->jobs.at[i] == job); // under way
    hall->jobs.at[i] = hall->jobs.at[--hall->jobs.count];
    hall->jobs.at[i]->place = i;
    assert(job->table == NULL || job->table->jobs > 0);
    if (job->table != NULL)
        job->table->jobs--;
    assert(hall->questions >= is_question(job));
    hall->questions -= is_question(job);
}

void dx_hall_cancel(dx_hall *hall)
{
    hall->is_closing = true;
    for (size_t i = 0; i < hall->jobs.count; i++)
        atomic_store(&hall->jobs.at[i]->is_cancelled, true);
}

// ---- agents ----

static dx_job *move_job(dx_table *table, unsigned seat)
{
    dx_chair *chair = &table->chair[seat];
    assert(chair->kind == DX_CHAIR_AGENT && !table->is_thinking);
    dx_job *job = dx_job_new(DX_JOB_MOVE, 0);
    unsigned count;
    const dx_event *events = dx_match_events(table->match, &count);
    job->asker = table->maker != 0 ? table->maker : (uint64_t)table->number;
    job->table = table;
    job->seat = seat;
    job->seq = table->seq;
    job->seed = table->seed;
    job->rules = table->rules;
    job->policy = chair->policy;
    job->eyes = chair->eyes;
    job->mind = chair->mind;
    unsigned seen = chair->eyes != NULL ? dx_eyes_view(chair->eyes)->count : 0;
    chair->eyes = NULL;
    chair->mind = NULL;
    assert(seen <= count); // eyes see nothing before it happens
    for (; seen < count; seen++)
        dx_vector_push(&job->seen,
                       dx_masks_see(&table->masks, events[seen], seat));
    table->is_thinking = true;
    return job;
}

// An agent's answer: its eyes and mind come back, and it has moved.
static void take_move(dx_hall *hall, dx_job *job)
{
    dx_table *table = job->table;
    dx_chair *chair = &table->chair[job->seat];
    assert(table->is_thinking);
    table->is_thinking = table->is_quick = false;
    chair->is_slow |= job->took > QUICK_MS;
    bool is_cancelled = atomic_load(&job->is_cancelled);
    if (chair->kind == DX_CHAIR_AGENT && chair->eyes == NULL && !is_cancelled) {
        chair->eyes = job->eyes;
        chair->mind = job->mind;
    } else {
        dx_mind_free(job->mind);
        dx_eyes_free(job->eyes);
    }
    bool counts = dx_table_turn(table) == job->seat && job->seq == table->seq &&
                  chair->kind == DX_CHAIR_AGENT && !is_cancelled;
    if (counts && job->is_lost)
        dx_table_lot(table, "the agent failed: drawn by lot");
    else if (counts)
        dx_table_play(table, job->seat, job->move, &job->why);
    hall->moves += counts;
    dx_job_free(job);
}

// Is somebody there, who sits or watches, and is no program of ours?
static bool is_attended(const dx_table *table)
{
    for (size_t i = 0; i < table->members.count; i++)
        if (!table->members.at[i]->is_program)
            return true;
    return false;
}

static bool is_agents_turn(const dx_hall *hall, const dx_table *table)
{
    unsigned seat = dx_table_turn(table);
    return seat != DX_OVER && !table->is_thinking && !hall->failing.is_so &&
           !hall->is_closing && table->chair[seat].kind == DX_CHAIR_AGENT &&
           is_attended(table);
}

// Has the agent think that is next, if one is.
static void let_move(dx_hall *hall, dx_table *table)
{
    if (!is_agents_turn(hall, table))
        return;
    unsigned seat = dx_table_turn(table);
    dx_job *job = move_job(table, seat);
    job->is_quick = job->policy.agent->steps <= DX_QUICK_STEPS &&
                    !table->chair[seat].is_slow;
    table->is_quick = job->is_quick;
    dx_hall_think(hall, job);
}

// ---- attending to a table ----

static void start_programs(dx_table *table, dx_batch *batch)
{
    for (unsigned i = 0; i < dx_players(&table->rules); i++) {
        dx_chair *chair = &table->chair[i];
        if (chair->kind != DX_CHAIR_PROGRAM || chair->guest != 0 ||
            chair->is_starting || table->state != DX_TABLE_RUNNING)
            continue;
        char seat[DX_TABLE_ID + 12];
        snprintf(seat, sizeof seat, "%s %u", table->id, i);
        chair->is_starting = true;
        dx_batch_start(batch, chair->program, seat);
    }
}

static void refresh(dx_hall *hall, dx_watch *watch)
{
    dx_error error = {.message = ""};
    dx_member *member = watch->member;
    assert(!watch->is_busy && watch->glass != NULL); // it is not lent
    dx_job *job =
        dx_hall_question(hall, member->table, member->seat, DX_JOB_WATCH,
                         &watch->wish, member->guest, member->address, &error);
    if (job == NULL)
        return;
    job->id = watch->id;
    job->watch = watch;
    job->glass = watch->glass;
    watch->is_busy = true;
    watch->is_stale = false;
    dx_hall_think(hall, job);
}

static void refresh_all(dx_hall *hall, dx_table *table)
{
    for (size_t i = 0; i < table->members.count; i++)
        for (unsigned k = 0; k < DX_WATCHES_MAX; k++) {
            dx_watch *watch = table->members.at[i]->watch[k];
            if (watch != NULL && watch->is_stale && !watch->is_busy &&
                !hall->is_closing)
                refresh(hall, watch);
        }
}

void dx_hall_flush(dx_hall *hall, dx_table *table)
{
    if (table == NULL || !table->has_news)
        return;
    dx_batch *batch = dx_table_batch(table);
    table->held = 0;
    dx_table_tell_news(table, batch);
    dx_hall_submit(hall, batch);
}

void dx_hall_attend(dx_hall *hall, dx_table *table, dx_batch *batch)
{
    let_move(hall, table);
    bool is_held = table->is_quick && table->held < MOVES_AT_ONCE;
    table->held = is_held ? table->held + 1 : 0;
    if (!is_held)
        dx_table_tell_news(table, batch);
    start_programs(table, batch);
    dx_hall_submit(hall, batch);
    if (table->match != NULL && !is_held)
        refresh_all(hall, table);
}

// ---- what comes back ----

static void free_watch(dx_watch *watch)
{
    dx_glass_free(watch->glass);
    dx_wish_release(&watch->wish);
    dx_free(watch);
}

void dx_hall_close_watches(dx_member *member)
{
    for (unsigned i = 0; i < DX_WATCHES_MAX; i++) {
        dx_watch *watch = member->watch[i];
        member->watch[i] = NULL;
        if (watch != NULL && watch->is_busy) {
            watch->member = NULL; // freed when it is back
            atomic_store(&watch->is_over, true);
        } else if (watch != NULL)
            free_watch(watch);
    }
}

static void take_back(dx_hall *hall, dx_job *job)
{
    dx_watch *watch = job->watch;
    if (watch == NULL) {
        dx_glass_free(job->glass);
        assert(job->member == NULL || job->member->questions > 0);
        if (job->member != NULL)
            job->member->questions--;
        dx_job_free(job);
        return;
    }
    assert(watch->is_busy);
    watch->glass = job->glass;
    watch->is_busy = false;
    if (watch->member == NULL)
        free_watch(watch);
    else if (watch->glass == NULL)
        watch->is_stale = true, watch->is_busy = true; // it was lost
    else if (watch->is_stale && watch->member->table != NULL &&
             !hall->is_closing)
        refresh(hall, watch);
    dx_job_free(job);
}

// A record that was refused gives its number back, if it is still the last.
static void return_number(dx_hall *hall, const dx_job *job)
{
    if (job->number != 0 && job->number == hall->last &&
        job->answer.code != 200)
        hall->last--;
}

static void take_job(dx_hall *hall, dx_job *job)
{
    dx_table *table = job->table;
    forget_job(hall, job);
    return_number(hall, job);
    if (job->kind != DX_JOB_MOVE) {
        take_back(hall, job);
        return;
    }
    take_move(hall, job);
    dx_hall_attend(hall, table, dx_table_batch(table));
}

// ---- programs ----

static dx_table *table_at(dx_hall *hall, const char *text, unsigned *out_seat)
{
    char id[DX_TABLE_ID];
    if (sscanf(text, "%39s %u", id, out_seat) != 2 || *out_seat >= DX_SEATS_MAX)
        return NULL;
    return dx_hall_find(hall, id);
}

static void fall(dx_hall *hall, dx_table *table, unsigned seat, dx_batch *batch)
{
    dx_chair *chair = &table->chair[seat];
    chair->is_starting = false;
    if (table->state == DX_TABLE_RUNNING)
        fprintf(stderr, "doxa serve: the program '%s' at %.*s has ended\n",
                chair->agent, (int)dx_table_id_public(table->id), table->id);
    if (++chair->falls >= DX_FALLS_MAX && table->state == DX_TABLE_RUNNING)
        dx_table_stop(table, "crashed");
    dx_hall_attend(hall, table, batch);
}

static void seat_program(dx_hall *hall, const dx_letter *letter)
{
    unsigned seat;
    dx_table *table = table_at(hall, letter->text, &seat);
    dx_batch *batch = table != NULL ? dx_table_batch(table) : dx_batch_new(0);
    if (table == NULL || table->chair[seat].kind != DX_CHAIR_PROGRAM ||
        table->state != DX_TABLE_RUNNING) {
        dx_batch_close(batch, letter->guest, 1000);
        dx_hall_submit(hall, batch);
        return;
    }
    if (letter->kind == DX_LETTER_FAILED) {
        fall(hall, table, seat, batch);
        return;
    }
    dx_member *member = dx_hall_member(hall, letter->guest);
    dx_text hello = {0};
    dx_message_hello(&hello);
    dx_batch_take_line(batch, letter->guest, &hello);
    member->is_bot = member->is_program = true;
    member->since = dx_now_ms();
    table->chair[seat].is_starting = false;
    dx_hall_flush(hall, table);
    dx_table_join(table, member, seat, 0, batch);
    dx_table_tell_news(table, batch);
    dx_hall_attend(hall, table, batch);
}

// ---- letters ----

static void see_off(dx_hall *hall, dx_guest guest)
{
    uint32_t slot = dx_guest_slot(guest);
    dx_member *member =
        slot < hall->members.count ? hall->members.at[slot] : NULL;
    for (size_t i = 0; i < hall->jobs.count; i++)
        if (hall->jobs.at[i]->guest == guest && guest != 0) {
            atomic_store(&hall->jobs.at[i]->is_cancelled, true);
            hall->jobs.at[i]->member = NULL;
        }
    if (member == NULL || member->guest != guest)
        return;
    hall->members.at[slot] = NULL;
    dx_table *table = member->table;
    dx_hall_close_watches(member);
    if (table != NULL) {
        dx_batch *batch = dx_table_batch(table);
        unsigned seat = member->seat;
        dx_table_part(table, member, batch);
        if (member->is_program)
            fall(hall, table, seat, batch);
        else
            dx_hall_submit(hall, batch);
    }
    dx_free(member);
}

dx_member *dx_hall_member(dx_hall *hall, dx_guest guest)
{
    uint32_t slot = dx_guest_slot(guest);
    while (hall->members.count <= slot)
        dx_vector_push(&hall->members, NULL);
    dx_member *member = hall->members.at[slot];
    if (member != NULL && member->guest != guest) {
        see_off(hall, member->guest);
        member = NULL;
    }
    if (member == NULL) {
        member = dx_alloc(1, sizeof *member);
        member->guest = guest;
        member->seat = DX_BYSTANDER;
        hall->members.at[slot] = member;
    }
    assert(member->guest == guest);
    return member;
}

void dx_hall_receive(dx_hall *hall, dx_letter *letter)
{
    dx_web *web = letter->web;
    switch (letter->kind) {
    case DX_LETTER_LINE:
        hall->lines++;
        dx_hall_member(hall, letter->guest)->address = letter->address;
        dx_hall_hear(hall, dx_hall_member(hall, letter->guest), letter->text,
                     letter->length);
        break;
    case DX_LETTER_WEB:
        letter->web = NULL;
        dx_hall_serve(hall, letter->guest, web);
        break;
    case DX_LETTER_GONE:
        see_off(hall, letter->guest);
        break;
    case DX_LETTER_PROGRAM:
    case DX_LETTER_FAILED:
        seat_program(hall, letter);
        break;
    case DX_LETTER_DONE:
        take_job(hall, letter->job);
        break;
    case DX_LETTER_BROKEN:
        dx_hall_mourn(hall, letter);
        break;
    case DX_LETTER_KEPT:
        dx_hall_go_on(hall);
        break;
    }
    dx_letter_free(letter);
}

// A table at which nobody has sat down for a day.
static void give_up(dx_hall *hall, size_t i)
{
    dx_table *table = hall->tables.at[i];
    dx_batch *batch = dx_table_batch(table);
    dx_vector_push(&batch->rows, (dx_row){.kind = DX_ROW_STATE,
                                          .game = table->number,
                                          .state = "given up"});
    dx_hall_submit(hall, batch);
    drop_table(hall, i);
}

// What a table said that was not kept is not told; this was the last of it.
static void bury(dx_hall *hall, const dx_table *table)
{
    dx_batch *batch = dx_table_batch(table);
    batch->is_last = true;
    hall->options.submit(hall->options.context, batch);
}

// Nobody has a pointer to it, and nothing is to be done for it.
static bool is_idle(const dx_table *table)
{
    return table->members.count == 0 && table->jobs == 0 && !table->is_thinking;
}

// Programs that have not said hello in time are ended, which is a fall.
static void end_mutes(dx_hall *hall, dx_table *table, int64_t now_ms)
{
    for (size_t i = 0; i < table->members.count; i++) {
        dx_member *member = table->members.at[i];
        if (!member->is_program || member->has_greeted || member->since == 0 ||
            now_ms < member->since + DX_HELLO_S * 1000)
            continue;
        dx_batch *batch = dx_batch_new(0);
        dx_batch_close(batch, member->guest, 1008);
        member->since = 0; // once
        dx_hall_submit(hall, batch);
    }
}

// A game at which nobody is there, without a clock: it is in the store, and
// comes back when somebody wants it (dx_hall_visit).
static bool is_forgotten(dx_table *table, int64_t now_ms)
{
    unsigned seat = dx_table_turn(table);
    bool waits = is_idle(table) && seat != DX_OVER && table->deadline == 0 &&
                 table->chair[seat].kind != DX_CHAIR_PROGRAM;
    if (!waits)
        table->idle = 0;
    else if (table->idle == 0)
        table->idle = now_ms;
    return waits && now_ms > table->idle + DX_KEEP_IDLE_S * 1000;
}

// Whoever is late, at tables that have a clock.
static void look_at_clocks(dx_hall *hall, int64_t now_ms)
{
    for (size_t i = 0; i < hall->tables.count; i++) {
        dx_table *table = hall->tables.at[i];
        if (table == NULL || table->deadline == 0 || now_ms < table->deadline)
            continue;
        dx_batch *batch = dx_table_batch(table);
        dx_table_late(table, now_ms, batch);
        dx_hall_attend(hall, table, batch);
    }
}

// Tables that nobody needs any more, programs that say nothing, and agents that
// think where nobody is: they are asked again when somebody comes.
static void clear_up(dx_hall *hall, int64_t now_ms)
{
    int64_t today = (int64_t)time(NULL);
    for (size_t i = 0; i < hall->jobs.count; i++) {
        dx_job *job = hall->jobs.at[i];
        if (job->kind == DX_JOB_MOVE && !is_attended(job->table))
            atomic_store(&job->is_cancelled, true);
    }
    for (size_t i = 0; i < hall->tables.count; i++) {
        dx_table *table = hall->tables.at[i];
        if (table == NULL)
            continue;
        if (hall->options.programs.count > 0)
            end_mutes(hall, table, now_ms);
        if (table->state == DX_TABLE_BROKEN && is_idle(table)) {
            dx_hall_wait_for(hall, table);
            bury(hall, table);
            drop_table(hall, i);
        } else if (table->members.count > 0)
            table->idle = 0;
        else if ((table->state == DX_TABLE_OVER && is_idle(table) &&
                  now_ms > table->ended + DX_KEEP_OVER_S * 1000) ||
                 is_forgotten(table, now_ms))
            drop_table(hall, i);
        else if (table->state == DX_TABLE_OPEN && is_idle(table) &&
                 today > table->since + DX_KEEP_OPEN_S)
            give_up(hall, i);
    }
}

void dx_hall_tick(dx_hall *hall, int64_t now_ms)
{
    if (hall->has_clocks && !hall->failing.is_so &&
        now_ms >= hall->ticked + TICK_MS) {
        hall->ticked = now_ms;
        look_at_clocks(hall, now_ms);
    }
    if (now_ms >= hall->cleared + CLEAR_MS) {
        wear_off(hall, now_ms - hall->cleared);
        hall->cleared = now_ms;
        clear_up(hall, now_ms);
        dx_hall_heal(hall);
    }
}
