// Records of games that are over: the lines themselves, every turn as somebody
// saw it, and how much each seat was missing all along.

#include "server/web_private.h"

#include "agents/agents.h"
#include "ask/lens_hands.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/vector.h"
#include "game/record.h"
#include "game/say.h"
#include "server/glass.h"
#include "server/limits.h"
#include "words/story.h"

#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- opening ----

typedef struct finding {
    int64_t number;
    bool is_over;
    char *seats, *damage;
} finding;

static void note(void *context, const dx_stored_game *game)
{
    finding *f = context;
    f->number = game->game;
    f->is_over = strcmp(game->state, "over") == 0;
    f->seats = dx_copy_text(game->seats);
    f->damage = game->damage != NULL ? dx_copy_text(game->damage) : NULL;
}

static bool find(const dx_web_request *r, const char *id, finding *out,
                 dx_web_answer *answer)
{
    *out = (finding){0};
    bool is_found = false;
    dx_error error = {.message = ""};
    if (dx_table_id_is_fine(id) &&
        dx_store_find(r->store, id, note, out, &is_found, &error) != DX_OK)
        dx_web_refuse(answer, 500, "broken", error.message);
    else if (!is_found)
        dx_web_refuse(answer, 404, "missing", "there is no such record");
    else if (out->damage != NULL)
        dx_web_refuse(answer, 500, "broken", out->damage);
    else if (!out->is_over)
        dx_web_refuse(answer, 403, "token", "this game is not over yet");
    bool is_fine = is_found && out->damage == NULL && out->is_over;
    dx_free(out->damage);
    if (is_fine)
        return true;
    dx_free(out->seats);
    return false;
}

// The lines of a game, or why there are none.
static bool read_lines(const dx_web_request *r, const finding *f, dx_text *out,
                       dx_web_answer *answer)
{
    dx_error error = {.message = ""};
    if (dx_store_lines(r->store, f->number, out, &error) == DX_OK)
        return true;
    dx_web_refuse(answer, 500, "broken", error.message);
    return false;
}

// Records of tournaments name their seats by who played.
static bool is_agent(const dx_record *record, const char *name)
{
    dx_policy policy;
    return name[0] == '\0' || dx_policy_parse(dx_agents(), name, &record->rules,
                                              &policy, NULL) == DX_OK;
}

bool dx_web_open(const dx_web_request *r, const char *id, dx_opened *out,
                 dx_web_answer *answer)
{
    finding f;
    dx_text lines = {0};
    dx_error error = {.message = ""};
    *out = (dx_opened){.you = DX_BYSTANDER};
    if (!find(r, id, &f, answer))
        return false;
    if (!read_lines(r, &f, &lines, answer)) {
        dx_free(f.seats);
        return false;
    }
    dx_status status = dx_record_rescue(r->web->games, lines.at, lines.length,
                                        &out->record, &error);
    dx_text_release(&lines);
    json_t *seats = json_loads(f.seats, 0, NULL);
    dx_free(f.seats);
    if (status != DX_OK)
        dx_web_fail(answer, status, &error);
    for (unsigned i = 0; status == DX_OK && i < dx_players(&out->record->rules);
         i++) {
        const char *name = json_string_value(
            json_object_get(json_array_get(seats, i), "name"));
        out->name[i] = dx_copy_text(name == NULL || is_agent(out->record, name)
                                        ? dx_given_name(i)
                                        : name);
    }
    json_decref(seats);
    return status == DX_OK;
}

void dx_web_close(dx_opened *opened)
{
    for (unsigned i = 0; i < DX_SEATS_MAX; i++)
        dx_free(opened->name[i]);
    dx_record_free(opened->record);
}

// Does nobody wait for the answer any more?
static bool is_over(const dx_web_request *r)
{
    return r->stop != NULL && atomic_load(r->stop);
}

// ---- turns ----

// From a seat, or from above (DX_BYSTANDER).
typedef struct viewer {
    const dx_record *record;
    const dx_opened *opened;
    unsigned seat, events; // seen so far
    unsigned you;          // who is called so; DX_BYSTANDER: nobody
    dx_masks masks;
    dx_eyes *eyes; // of a seat
    void *truth;   // from above
} viewer;

static void viewer_init(viewer *v, const dx_opened *opened, unsigned seat)
{
    const dx_rules *rules = &opened->record->rules;
    *v = (viewer){.record = opened->record,
                  .opened = opened,
                  .seat = seat,
                  .you = opened->you};
    dx_masks_init(&v->masks, rules->game->verbs);
    if (seat != DX_BYSTANDER) {
        v->eyes = dx_eyes_new(rules, seat);
    } else {
        v->truth = dx_alloc(1, rules->game->table_bytes(rules));
        rules->game->setup(v->truth, rules);
    }
}

static void viewer_release(viewer *v)
{
    dx_eyes_free(v->eyes);
    dx_free(v->truth);
}

static const void *viewer_see(viewer *v, unsigned events)
{
    for (; v->events < events; v->events++)
        if (v->eyes != NULL)
            dx_eyes_see(v->eyes, v->record->events[v->events]);
        else
            v->record->rules.game->fold(v->truth, v->record->events[v->events]);
    return v->eyes != NULL ? dx_eyes_view(v->eyes)->sight : v->truth;
}

static dx_event seen_by(const viewer *v, unsigned i)
{
    dx_event event = v->record->events[i];
    return v->eyes == NULL ? event : dx_masks_see(&v->masks, event, v->seat);
}

static void add_events(const viewer *v, unsigned from, unsigned to,
                       dx_text *out)
{
    const dx_record *record = v->record;
    const dx_cast cast = {.rules = &record->rules,
                          .names = (const char *const *)v->opened->name,
                          .you = v->you};
    dx_text said = {0};
    dx_text_add(out, "\"events\":[");
    for (unsigned i = from; i < to; i++) {
        dx_event event = seen_by(v, i);
        dx_text_printf(out, "%s{\"event\":%u,", i > from ? "," : "", i);
        dx_say_event_members(&record->rules, event, out);
        dx_text_clear(&said);
        dx_say_event(&record->rules, event, &said);
        dx_text_add(out, ",\"text\":");
        dx_text_add_json(out, dx_text_string(&said));
        dx_text_clear(&said);
        dx_event_words(&cast, event, &said);
        dx_text_add(out, ",\"words\":");
        dx_text_add_json(out, dx_text_string(&said));
        if (record->reasons[i].rule[0] != '\0')
            dx_tell_reason(&record->reasons[i], out);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
    dx_text_release(&said);
}

static void add_scores(const dx_rules *rules, const void *table, dx_text *out)
{
    dx_text_add(out, ",\"scores\":[");
    for (unsigned seat = 0; seat < dx_players(rules); seat++) {
        int score = rules->game->score(table, seat);
        dx_text_add(out, seat > 0 ? "," : "");
        if (score == DX_SCORE_HIDDEN)
            dx_text_add(out, "null");
        else
            dx_text_printf(out, "%d", score);
    }
    dx_text_add_char(out, ']');
}

static void add_legal(const viewer *v, const void *table, unsigned next,
                      dx_text *out)
{
    dx_event moves[DX_MOVES_MAX];
    dx_text said = {0};
    if (next >= DX_SEATS_MAX || (v->eyes != NULL && next != v->seat))
        return;
    unsigned count = v->record->rules.game->moves(table, next, moves);
    dx_text_add(out, ",\"legal\":[");
    for (unsigned i = 0; i < count; i++) {
        dx_text_clear(&said);
        dx_say_move(&v->record->rules, moves[i], &said);
        dx_text_add(out, i > 0 ? "," : "");
        dx_text_add_json(out, dx_text_string(&said));
    }
    dx_text_add_char(out, ']');
    dx_text_release(&said);
}

static void add_turn(viewer *v, unsigned turn, bool is_next, unsigned from,
                     unsigned to, dx_text *out)
{
    const dx_rules *rules = &v->record->rules;
    const void *table = viewer_see(v, to);
    unsigned next = to > 0 ? v->record->events[to - 1].next : DX_NATURE;
    dx_text shown = {0};
    dx_text_printf(out, "%s\n{\"turn\":%u,", is_next ? "," : "", turn);
    if (v->eyes != NULL)
        dx_text_printf(out, "\"seat\":%u,", v->seat + 1);
    add_events(v, from, to, out);
    rules->game->show(table, &shown);
    dx_text_add(out, ",\"table\":");
    dx_text_add_json(out, dx_text_string(&shown));
    dx_text_release(&shown);
    add_scores(rules, table, out);
    dx_text_add(out, ",\"state\":");
    dx_rules_state(rules, table, out);
    if (next < DX_SEATS_MAX)
        dx_text_printf(out, ",\"to_move\":%u", next + 1);
    else
        dx_text_add(out, ",\"to_move\":null");
    add_legal(v, table, next, out);
    dx_text_add_char(out, '}');
}

// Where a turn ends that begins at event `from`.
static unsigned turn_end(const dx_record *record, unsigned turn, unsigned from)
{
    unsigned i = from + (turn > 0 && from < record->count);
    while (i < record->count &&
           record->rules.game->verbs[record->events[i].verb].chance)
        i++;
    return i;
}

static void add_head(const dx_opened *opened, unsigned turns, dx_text *out)
{
    const dx_record *record = opened->record;
    dx_text rules = {0};
    dx_rules_print(&record->rules, &rules);
    dx_text_printf(out,
                   "{\"game\":\"%s\",\"rules\":", record->rules.game->name);
    dx_text_add_json(out, dx_text_string(&rules));
    dx_text_release(&rules);
    for (unsigned i = 0; i < dx_players(&record->rules); i++) {
        dx_text_add(out, i == 0 ? ",\"names\":[" : ",");
        dx_text_add_json(out, opened->name[i]);
    }
    for (unsigned i = 0;
         record->seats != NULL && i < dx_players(&record->rules); i++) {
        dx_text_add(out, i == 0 ? "],\"seats\":[" : ",");
        dx_text_add_json(out, record->seats[i]);
    }
    dx_text_printf(out, "],\"turns\":%u,\"finished\":%s", turns,
                   record->finished ? "true" : "false");
}

void dx_web_replay(const dx_web_request *r, const dx_opened *opened,
                   unsigned seat, dx_part part, dx_web_answer *out)
{
    const dx_record *record = opened->record;
    viewer v;
    viewer_init(&v, opened, seat);
    unsigned last = dx_turn_of(&record->rules, record->events, record->count);
    unsigned turn = 0;
    add_head(opened, last, &out->body);
    dx_text_add(&out->body, ",\"steps\":[");
    for (unsigned from = 0;
         turn <= last &&
         (turn <= part.first || turn - part.first < part.limit) &&
         out->body.length < DX_ANSWER_MAX && !is_over(r);
         turn++) {
        unsigned to = turn_end(record, turn, from);
        if (turn >= part.first)
            add_turn(&v, turn, turn > part.first, from, to, &out->body);
        from = to;
    }
    dx_text_add_char(&out->body, ']');
    if (turn <= last)
        dx_text_printf(&out->body, ",\"next\":%u", turn);
    dx_text_add_char(&out->body, '}');
    viewer_release(&v);
}

static void replay_from(const dx_web_request *r, dx_opened *opened,
                        dx_web_answer *out)
{
    char text[12] = "";
    unsigned seat = DX_BYSTANDER;
    unsigned long first = 0, limit = UINT_MAX;
    if (dx_web_query(r->web, "seat", text, sizeof text) && text[0] != '\0') {
        unsigned long number = strtoul(text, NULL, 10);
        if (number < 1 || number > dx_players(&opened->record->rules)) {
            dx_web_refuse(out, 400, "input", "\"seat\": there is no such seat");
            return;
        }
        seat = (unsigned)number - 1;
    }
    if (dx_web_query(r->web, "you", text, sizeof text) && text[0] != '\0')
        opened->you = (unsigned)strtoul(text, NULL, 10) - 1;
    if (dx_web_query(r->web, "from", text, sizeof text))
        first = strtoul(text, NULL, 10);
    if (dx_web_query(r->web, "limit", text, sizeof text))
        limit = strtoul(text, NULL, 10);
    dx_web_replay(r, opened, seat, (dx_part){(unsigned)first, (unsigned)limit},
                  out);
}

// ---- bits ----

typedef struct mark {
    unsigned turn, seat;
    double bits;
} mark;

// In bits: the entropy or, where that is not told, the ways that a hidden hand
// may be made up, or the worlds that are left; -1 if they were not counted.
static double uncertainty(dx_lens *lens)
{
    const dx_lens_board *board;
    if (dx_lens_look(lens, &board, NULL) != DX_OK)
        return -1;
    dx_natural ways = dx_lens_hand_ways(lens);
    double of_hand = dx_natural_is_zero(&ways) ? -1 : dx_natural_value(&ways);
    dx_natural_release(&ways);
    if (of_hand > 0)
        return log2(of_hand);
    bool is_counted = !dx_natural_is_zero(&board->worlds) &&
                      dx_natural_bits(&board->worlds) < 1000;
    return board->bits >= 0 ? board->bits
           : is_counted     ? log2(dx_natural_value(&board->worlds))
                            : -1;
}

static int more_bits(const void *a, const void *b)
{
    double x = ((const mark *)a)->bits, y = ((const mark *)b)->bits;
    return x < y ? 1 : x > y ? -1 : 0;
}

typedef DX_VECTOR(mark) marks;

static void add_track(const dx_web_request *r, const dx_record *record,
                      unsigned seat, marks *found, dx_text *out)
{
    dx_budget budget = {.cancelled = r->stop, .steps_max = DX_STEPS_SMALL_MAX};
    dx_lens *lens = dx_lens_new(&record->rules, seat,
                                &(dx_lens_options){.budget = &budget});
    dx_eyes *eyes = dx_eyes_new(&record->rules, seat);
    unsigned last = dx_turn_of(&record->rules, record->events, record->count);
    double before = -1;
    for (unsigned turn = 0, seen = 0; turn <= last && !is_over(r); turn++) {
        for (unsigned to = turn_end(record, turn, seen); seen < to; seen++)
            dx_eyes_see(eyes, record->events[seen]);
        dx_lens_follow(lens, dx_eyes_view(eyes));
        double bits = uncertainty(lens);
        dx_text_add(out, turn > 0 ? "," : "");
        if (bits < 0)
            dx_text_add(out, "null");
        else
            dx_text_printf(out, "%.4f", bits);
        if (before >= 0 && bits >= 0 && before - bits >= 1)
            dx_vector_push(found, (mark){turn, seat, before - bits});
        before = bits;
    }
    dx_eyes_free(eyes);
    dx_lens_free(lens);
}

void dx_web_track(const dx_web_request *r, const dx_opened *opened,
                  dx_web_answer *out)
{
    enum { MARKS_MAX = 12 };
    const dx_record *record = opened->record;
    marks found = {0};
    dx_text_add(&out->body, "{\"seats\":{");
    for (unsigned seat = 0; seat < dx_players(&record->rules); seat++) {
        dx_text_printf(&out->body, "%s\"%u\":[", seat > 0 ? "," : "", seat + 1);
        add_track(r, record, seat, &found, &out->body);
        dx_text_add_char(&out->body, ']');
    }
    dx_text_add(&out->body, "},\"marks\":[");
    if (found.count > 0)
        qsort(found.at, found.count, sizeof *found.at, more_bits);
    for (size_t i = 0; i < found.count && i < MARKS_MAX; i++)
        dx_text_printf(&out->body, "%s{\"turn\":%u,\"seat\":%u,\"bits\":%.4f}",
                       i > 0 ? "," : "", found.at[i].turn, found.at[i].seat + 1,
                       found.at[i].bits);
    dx_text_add(&out->body, "]}");
    dx_vector_release(&found);
}

// ---- /api/records/ID... ----

// A game that is over never changes, so an answer about it is the same for the
// same request, the same names and the same program.  True if the caller has
// it already.
static bool is_known(const dx_web_request *r, const finding *f,
                     dx_web_answer *out)
{
    struct stat program = {0};
    dx_text all = {0};
    stat("/proc/self/exe", &program);
    dx_text_printf(&all, "%s?%s %s %lld %lld", r->web->path, r->web->query,
                   f->seats, (long long)program.st_mtime,
                   (long long)program.st_size);
    out->tag = dx_hash_bytes(all.at, all.length) | 1;
    dx_text_release(&all);
    if (r->web->tag != out->tag)
        return false;
    out->code = 304;
    return true;
}

void dx_web_record(const dx_web_request *r, dx_web_answer *out)
{
    char id[DX_TABLE_ID] = "", what[12] = "";
    sscanf(r->web->path, "/api/records/%39[a-z0-9-]/%11s", id, what);
    finding f = {0};
    dx_opened opened;
    if (r->web->is_post) {
        dx_web_refuse(out, 405, "method", "a record is read with GET");
    } else if (!find(r, id, &f, out)) {
        return;
    } else if (is_known(r, &f, out)) {
        dx_free(f.seats);
        return;
    } else if (what[0] == '\0') {
        if (read_lines(r, &f, &out->body, out))
            out->type = "application/x-ndjson";
    } else if (strcmp(what, "replay") != 0 && strcmp(what, "track") != 0) {
        dx_web_refuse(out, 404, "missing", "there is nothing here");
    } else if (dx_web_open(r, id, &opened, out)) {
        if (what[0] == 'r')
            replay_from(r, &opened, out);
        else
            dx_web_track(r, &opened, out);
        dx_web_close(&opened);
    } else {
        dx_web_close(&opened);
    }
    dx_free(f.seats);
    if (out->code != 200)
        out->tag = 0;
}
