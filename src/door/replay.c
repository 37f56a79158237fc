// The turns of a record as somebody saw them, and how much each seat was
// missing all along.

#include "door/study.h"

#include "ask/lens_hands.h"
#include "ask/lens_say.h"
#include "base/members.h"
#include "base/memory.h"
#include "base/vector.h"
#include "door/limits.h"
#include "game/say.h"
#include "words/story.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    dx_lens *lens; // of the seat, if it is wanted
} viewer;

static void viewer_init(viewer *v, const dx_opened *opened, unsigned seat)
{
    const dx_rules *rules = &opened->record->rules;
    *v = (viewer){.record = opened->record, .opened = opened, .seat = seat};
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
    dx_lens_free(v->lens);
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

// Is there a reason for it, and may the viewer know it?  A seat knows its own:
// those of others tell what is hidden from it.
static bool may_tell(const viewer *v, unsigned i)
{
    return v->record->reasons[i].rule[0] != '\0' &&
           (v->eyes == NULL || v->record->events[i].who == v->seat);
}

static dx_cast cast_of(const viewer *v)
{
    return (dx_cast){.rules = &v->record->rules,
                     .names = (const char *const *)v->opened->name,
                     .you = v->you};
}

static void add_events(const viewer *v, unsigned from, unsigned to,
                       dx_text *out)
{
    const dx_record *record = v->record;
    const dx_cast cast = cast_of(v);
    dx_text said = {0};
    dx_text_add(out, "\"events\":[");
    for (unsigned i = from; i < to; i++) {
        dx_event event = seen_by(v, i);
        dx_put_open(out, NULL, '{');
        dx_text_printf(out, "\"event\":%u,", i);
        dx_say_event_members(&record->rules, event, out);
        dx_say_event(&record->rules, event, &said);
        dx_put_said(out, "text", &said);
        dx_event_words(&cast, event, &said);
        dx_put_said(out, "words", &said);
        if (may_tell(v, i))
            dx_tell_reason(&record->reasons[i], out);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

void dx_tell_scores(const dx_rules *rules, const void *table, dx_text *out)
{
    dx_put_open(out, "scores", '[');
    for (unsigned seat = 0; seat < dx_players(rules); seat++) {
        int score = rules->game->score(table, seat);
        dx_put_member(out, NULL);
        if (score == DX_SCORE_HIDDEN)
            dx_text_add(out, "null");
        else
            dx_text_printf(out, "%d", score);
    }
    dx_text_add_char(out, ']');
}

void dx_tell_ending(const dx_cast *cast, const void *table, dx_text *out)
{
    dx_text why = {0};
    dx_ending_say(cast, table, &why);
    if (why.length > 0)
        dx_put_text(out, "ending", dx_text_string(&why));
    dx_text_release(&why);
}

void dx_tell_next(unsigned next, dx_text *out)
{
    dx_put_member(out, "to_move");
    if (next < DX_SEATS_MAX)
        dx_text_printf(out, "%u", next + 1);
    else
        dx_text_add(out, "null");
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
        dx_say_move(&v->record->rules, moves[i], &said);
        dx_put_said(out, NULL, &said);
    }
    dx_text_add_char(out, ']');
}

// What the seat can know; what would take too long is left out.
static void add_lens(viewer *v, dx_text *out)
{
    dx_text board = {0};
    dx_lens_follow(v->lens, dx_eyes_view(v->eyes));
    if (dx_lens_json(v->lens, "none", &board, NULL) == DX_OK)
        dx_text_printf(out, ",\"lens\":%s", dx_text_string(&board));
    dx_text_release(&board);
}

static void add_turn(viewer *v, unsigned turn, unsigned from, unsigned to,
                     dx_text *out)
{
    const dx_rules *rules = &v->record->rules;
    const dx_cast cast = cast_of(v);
    const void *table = viewer_see(v, to);
    unsigned next =
        to > 0 ? v->record->events[to - 1].next : rules->game->turn(table);
    dx_text shown = {0};
    dx_put_member(out, NULL);
    dx_text_printf(out, "\n{\"turn\":%u,", turn);
    if (v->eyes != NULL)
        dx_text_printf(out, "\"seat\":%u,", v->seat + 1);
    add_events(v, from, to, out);
    rules->game->show(table, &shown);
    dx_put_said(out, "table", &shown);
    dx_tell_scores(rules, table, out);
    dx_text_add(out, ",\"state\":");
    dx_rules_state(rules, table, out);
    dx_tell_next(next, out);
    if (next == DX_OVER)
        dx_tell_ending(&cast, table, out);
    add_legal(v, table, next, out);
    if (v->lens != NULL)
        add_lens(v, out);
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

static void add_head(const dx_opened *opened, const dx_record *record,
                     unsigned turns, dx_text *out)
{
    dx_text rules = {0};
    unsigned players = dx_players(&record->rules);
    dx_rules_print(&record->rules, &rules);
    dx_text_add_char(out, '{');
    dx_put_text(out, "game", record->rules.game->name);
    dx_put_said(out, "rules", &rules);
    dx_put_texts(out, "names", players, (const char *const *)opened->name);
    if (record->seats != NULL)
        dx_put_texts(out, "seats", players, (const char *const *)record->seats);
    dx_put_number(out, "turns", turns);
    dx_put_flag(out, "finished", record->finished);
}

static void tell_turns(const dx_call *call, viewer *v, unsigned first,
                       uint64_t limit, dx_text *out)
{
    const dx_record *record = v->record;
    unsigned last = dx_turn_of(&record->rules, record->events, record->count);
    unsigned turn = 0;
    add_head(v->opened, record, last, out);
    dx_text_add(out, ",\"steps\":[");
    for (unsigned from = 0;
         turn <= last && (turn <= first || turn - first < limit) &&
         out->length < DX_ANSWER_MAX && !dx_call_is_stopped(call);
         turn++) {
        unsigned to = turn_end(record, turn, from);
        if (turn >= first)
            add_turn(v, turn, from, to, out);
        from = to;
    }
    dx_text_add_char(out, ']');
    if (turn <= last)
        dx_put_number(out, "next", turn);
    dx_text_add_char(out, '}');
}

dx_status dx_do_replay(dx_call *call, dx_text *out, dx_error *error)
{
    const dx_wish *wish = &call->wish;
    dx_study s;
    viewer v;
    dx_status status = dx_study_open(call, &s, error);
    if (status != DX_OK)
        return status;
    viewer_init(&v, &s.opened, s.seat);
    v.you = wish->you > 0 ? wish->you - 1 : DX_BYSTANDER;
    dx_budget budget = {
        .cancelled = call->stop,
        .steps_max = wish->steps_max != UINT64_MAX ? wish->steps_max : 0};
    if (v.eyes != NULL && dx_call_flag(call, "lens", false))
        v.lens =
            dx_lens_new(s.rules, v.seat, &(dx_lens_options){.budget = &budget});
    tell_turns(call, &v, wish->has_turn ? wish->turn : 0,
               wish->limit > 0 ? wish->limit : UINT_MAX, out);
    viewer_release(&v);
    dx_study_close(&s);
    return DX_OK;
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

static void add_track(const dx_call *call, const dx_record *record,
                      unsigned seat, marks *found, dx_text *out)
{
    dx_budget budget = {.cancelled = call->stop, .steps_max = DX_STEPS_MAX / 4};
    dx_lens *lens = dx_lens_new(&record->rules, seat,
                                &(dx_lens_options){.budget = &budget});
    dx_eyes *eyes = dx_eyes_new(&record->rules, seat);
    unsigned last = dx_turn_of(&record->rules, record->events, record->count);
    double before = -1;
    for (unsigned turn = 0, seen = 0; turn <= last && !dx_call_is_stopped(call);
         turn++) {
        for (unsigned to = turn_end(record, turn, seen); seen < to; seen++)
            dx_eyes_see(eyes, record->events[seen]);
        dx_lens_follow(lens, dx_eyes_view(eyes));
        double bits = uncertainty(lens);
        dx_put_member(out, NULL);
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

dx_status dx_do_track(dx_call *call, dx_text *out, dx_error *error)
{
    enum { MARKS_MAX = 12 };
    const dx_opened *opened =
        dx_session_record(call->session, call->wish.record, error);
    marks found = {0};
    if (opened == NULL)
        return DX_ERR_INPUT;
    dx_text_add(out, "{\"seats\":{");
    for (unsigned seat = 0; seat < dx_players(&opened->record->rules); seat++) {
        dx_put_numbered(out, seat + 1);
        dx_text_add_char(out, '[');
        add_track(call, opened->record, seat, &found, out);
        dx_text_add_char(out, ']');
    }
    dx_text_add(out, "},\"marks\":[");
    if (found.count > 0)
        qsort(found.at, found.count, sizeof *found.at, more_bits);
    for (size_t i = 0; i < found.count && i < MARKS_MAX; i++)
        dx_text_printf(out, "%s{\"turn\":%u,\"seat\":%u,\"bits\":%.4f}",
                       i > 0 ? "," : "", found.at[i].turn, found.at[i].seat + 1,
                       found.at[i].bits);
    dx_text_add(out, "]}");
    dx_vector_release(&found);
    return DX_OK;
}
