// Questions about a record: at a turn, from a seat, as the seat would have been
// answered then.  From above only formulas are asked.

#include "server/web_private.h"

#include "agents/agents.h"
#include "ask/answer.h"
#include "base/memory.h"
#include "game/opinion.h"
#include "game/record.h"
#include "game/say.h"
#include "server/glass.h"
#include "server/limits.h"
#include "server/picture.h"
#include "words/story.h"

#include <math.h>
#include <string.h>

enum { QUICK_STEPS = 100 };

// A wish with the record it is about.
typedef struct study {
    dx_wish wish;
    dx_opened opened;
    const dx_rules *rules;
    unsigned events, turn;
} study;

static void study_close(study *s)
{
    dx_wish_release(&s->wish);
    dx_web_close(&s->opened);
}

static dx_status find_turn(study *s, dx_error *error)
{
    const dx_record *record = s->opened.record;
    unsigned last = dx_turn_of(&record->rules, record->events, record->count);
    s->rules = &record->rules;
    s->turn = s->wish.has_turn ? s->wish.turn : last;
    if (s->wish.has_seat && s->wish.seat >= dx_players(s->rules))
        return dx_fail(error, DX_ERR_INPUT, 0, 0, "\"seat\": 1 to %u",
                       dx_players(s->rules));
    if (s->turn > last || !dx_turn_events(s->rules, record->events,
                                          record->count, s->turn, &s->events))
        return dx_fail(error, DX_ERR_INPUT, 0, 0, "\"turn\": 0 to %u", last);
    return DX_OK;
}

static bool study_open(const dx_web_request *r, study *s, dx_web_answer *out)
{
    dx_error error = {.message = ""};
    dx_status status =
        dx_wish_read(r->web->body.at, r->web->body.length, &s->wish, &error);
    if (status != DX_OK) {
        dx_web_fail(out, status, &error);
        return false;
    }
    const char *id = s->wish.record[0] != '\0' ? s->wish.record : s->wish.table;
    bool is_open = dx_web_open(r, id, &s->opened, out);
    if (is_open)
        status = dx_web_branch(s->opened.record, &s->wish, &error);
    if (is_open && status == DX_OK)
        status = find_turn(s, &error);
    if (status != DX_OK)
        dx_web_fail(out, status, &error);
    if (is_open && status == DX_OK)
        return true;
    study_close(s);
    return false;
}

static dx_eyes *eyes_at(const study *s, unsigned seat, unsigned events)
{
    dx_eyes *eyes = dx_eyes_new(s->rules, seat);
    for (unsigned i = 0; i < events; i++)
        dx_eyes_see(eyes, s->opened.record->events[i]);
    return eyes;
}

static const char *const *names_of(const study *s)
{
    return (const char *const *)s->opened.name;
}

static bool glass_for(const dx_web_request *r, const study *s, unsigned seat,
                      const dx_wish *wish, dx_glass **out,
                      dx_web_answer *answer)
{
    dx_error error = {.message = ""};
    dx_status status =
        dx_glass_new(s->rules, seat, names_of(s), wish, r->stop, out, &error);
    if (status != DX_OK)
        dx_web_fail(answer, status, &error);
    return status == DX_OK;
}

// ---- from a seat ----

// Without a seat it is what all see.
static void from_seat(const dx_web_request *r, dx_web_answer *out,
                      void (*tell)(dx_glass *, const dx_view *, const dx_wish *,
                                   dx_text *))
{
    study s = {.turn = 0};
    dx_glass *glass;
    if (!study_open(r, &s, out))
        return;
    unsigned seat = s.wish.has_seat ? s.wish.seat : DX_BYSTANDER;
    if (glass_for(r, &s, seat, &s.wish, &glass, out)) {
        dx_eyes *eyes = eyes_at(&s, seat, s.events);
        dx_text_add_char(&out->body, '{');
        tell(glass, dx_eyes_view(eyes), &s.wish, &out->body);
        dx_eyes_free(eyes);
        dx_glass_free(glass);
    }
    study_close(&s);
}

void dx_web_lens(const dx_web_request *r, dx_web_answer *out)
{
    from_seat(r, out, dx_glass_look);
}

void dx_web_model(const dx_web_request *r, dx_web_answer *out)
{
    from_seat(r, out, dx_tell_worlds);
}

// ---- suspicion ----

// Each row as its own seat has it.
static void suspect_above(const dx_web_request *r, const study *s,
                          dx_web_answer *out)
{
    const char *fact;
    dx_error error = {.message = ""};
    dx_status status =
        dx_suspicion_fact(s->rules, s->wish.formula, &fact, &error);
    if (status != DX_OK) {
        dx_web_fail(out, status, &error);
        return;
    }
    dx_text_printf(&out->body, "{\"fact\":\"%s\",\"rows\":{", fact);
    for (unsigned seat = 0; seat < dx_players(s->rules); seat++) {
        dx_glass *glass;
        if (!glass_for(r, s, seat, &s->wish, &glass, out))
            return;
        dx_eyes *eyes = eyes_at(s, seat, s->events);
        dx_text_add(&out->body, seat > 0 ? "," : "");
        dx_tell_suspicion_row(glass, dx_eyes_view(eyes), seat, fact,
                              &out->body);
        dx_eyes_free(eyes);
        dx_glass_free(glass);
    }
    dx_text_add(&out->body, "}}");
}

void dx_web_suspicion(const dx_web_request *r, dx_web_answer *out)
{
    study s = {.turn = 0};
    if (!study_open(r, &s, out))
        return;
    bool is_above = !s.wish.has_seat;
    if (is_above)
        suspect_above(r, &s, out);
    study_close(&s);
    if (!is_above)
        from_seat(r, out, dx_tell_suspicion);
}

// ---- formulas ----

static dx_status ask_above(const study *s, const dx_ask_options *options,
                           const char *assumed, dx_text *out, dx_error *error)
{
    dx_moment moment = {s->rules, s->opened.record->events, s->events};
    dx_formulas *store = dx_formulas_new();
    dx_formula f;
    bool is_term;
    dx_status status = dx_ask_parse(store, s->rules->game, s->wish.formula, &f,
                                    &is_term, error);
    if (status == DX_OK && is_term) {
        dx_value value;
        status = dx_ask_term_above(store, &moment, f, options, &value, error);
        if (status == DX_OK) {
            dx_value_json(store, f, &value, assumed, out);
            dx_answer_release(&value.answer);
        }
    } else if (status == DX_OK) {
        dx_answer answer;
        status = dx_ask_above(store, &moment, f, options, &answer, error);
        if (status == DX_OK) {
            dx_answer_json(store, f, &answer, assumed, out);
            dx_answer_release(&answer);
        }
    }
    dx_formulas_free(store);
    return status;
}

static void from_above(const dx_web_request *r, study *s, dx_web_answer *out)
{
    dx_assumption assumption;
    dx_text assumed = {0};
    dx_error error = {.message = ""};
    uint64_t times = s->wish.effort > 0 ? s->wish.effort : 1;
    dx_budget budget = {.cancelled = r->stop,
                        .steps_max = times * DX_STEPS_MAX};
    dx_ask_options options = {
        .assumption = &assumption, .budget = &budget, .counts = true};
    dx_status status = dx_assumption_parse(
        dx_agents(), s->wish.assume[0] != '\0' ? s->wish.assume : NULL,
        s->rules, &assumption, &error);
    if (status == DX_OK && s->wish.formula == NULL)
        status = dx_fail(&error, DX_ERR_INPUT, 0, 0, "\"formula\": which?");
    if (status == DX_OK) {
        dx_assumption_print(&assumption, s->rules, &assumed);
        status = ask_above(s, &options, dx_text_string(&assumed), &out->body,
                           &error);
    }
    dx_text_release(&assumed);
    if (status == DX_OK)
        return;
    dx_text_clear(&out->body);
    dx_text_add(&out->body, "{\"error\":");
    dx_tell_error(status, &error, s->wish.formula, &out->body);
    dx_text_add_char(&out->body, '}');
}

void dx_web_ask(const dx_web_request *r, dx_web_answer *out)
{
    study s = {.turn = 0};
    if (!study_open(r, &s, out))
        return;
    bool is_above = !s.wish.has_seat;
    if (is_above)
        from_above(r, &s, out);
    study_close(&s);
    if (!is_above)
        from_seat(r, out, dx_glass_ask);
}

void dx_web_complete(const dx_web_request *r, dx_web_answer *out)
{
    study s = {.turn = 0};
    if (!study_open(r, &s, out))
        return;
    dx_text_add_char(&out->body, '{');
    dx_tell_completion(s.rules, names_of(&s),
                       s.wish.you > 0 ? s.wish.you - 1 : DX_BYSTANDER,
                       s.wish.formula, &out->body);
    study_close(&s);
}

// ---- what a turn told ----

void dx_web_changed(const dx_web_request *r, dx_web_answer *out)
{
    study s = {.turn = 0};
    unsigned before;
    const char *between = "";
    if (!study_open(r, &s, out))
        return;
    const dx_record *record = s.opened.record;
    if (s.turn == 0 || !dx_turn_events(s.rules, record->events, record->count,
                                       s.turn - 1, &before)) {
        dx_web_refuse(out, 400, "input", "\"turn\": from 1 on");
        study_close(&s);
        return;
    }
    dx_text_printf(&out->body, "{\"turn\":%u,\"seats\":[", s.turn);
    for (unsigned seat = 0; seat < dx_players(s.rules); seat++) {
        dx_glass *glass;
        dx_wish plain = {.depth = 0};
        if ((s.wish.has_seat && s.wish.seat != seat) ||
            !glass_for(r, &s, seat, &plain, &glass, out))
            continue;
        dx_eyes *old = eyes_at(&s, seat, before);
        dx_eyes *now = eyes_at(&s, seat, s.events);
        dx_text_add(&out->body, between);
        dx_glass_changed(glass, dx_eyes_view(old), dx_eyes_view(now),
                         &out->body);
        between = ",";
        dx_eyes_free(old);
        dx_eyes_free(now);
        dx_glass_free(glass);
    }
    dx_text_add(&out->body, "]}");
    study_close(&s);
}

// ---- reasons ----

// ,"known":{...} or ,"believed":{...}: the reason's formula, asked of the seat
// before its move.
static void add_asked(const dx_web_request *r, const study *s, unsigned at,
                      const char *member, const char *assume, dx_text *out)
{
    const dx_record *record = s->opened.record;
    unsigned seat = record->events[at].who;
    dx_wish wish = {.formula = record->reasons[at].formula};
    dx_error error;
    dx_glass *glass;
    if (strlen(assume) >= sizeof wish.assume)
        return;
    memcpy(wish.assume, assume, strlen(assume) + 1);
    if (dx_glass_new(s->rules, seat, NULL, &wish, r->stop, &glass, &error) !=
        DX_OK)
        return;
    dx_eyes *eyes = eyes_at(s, seat, at);
    dx_text_printf(out, ",\"%s\":{", member);
    dx_glass_ask(glass, dx_eyes_view(eyes), &wish, out);
    dx_eyes_free(eyes);
    dx_glass_free(glass);
}

void dx_web_why(const dx_web_request *r, dx_web_answer *out)
{
    study s = {.turn = 0};
    unsigned at;
    if (!study_open(r, &s, out))
        return;
    const dx_record *record = s.opened.record;
    if (s.turn == 0 || !dx_turn_events(s.rules, record->events, record->count,
                                       s.turn - 1, &at)) {
        dx_web_refuse(out, 400, "input", "\"turn\": from 1 on");
        study_close(&s);
        return;
    }
    const dx_reason *why = &record->reasons[at];
    dx_text move = {0};
    dx_say_move(s.rules,
                dx_event_move(s.rules->game->verbs, record->events[at]), &move);
    dx_text_printf(&out->body, "{\"turn\":%u,\"seat\":%u,\"move\":", s.turn,
                   record->events[at].who + 1U);
    dx_text_add_json(&out->body, dx_text_string(&move));
    dx_text_release(&move);
    dx_tell_reason(why, &out->body);
    if (why->rule[0] != '\0' && why->formula != NULL &&
        why->formula[0] != '\0') {
        add_asked(r, &s, at, "known", "", &out->body);
        if (record->seats != NULL)
            add_asked(r, &s, at, "believed",
                      record->seats[record->events[at].who], &out->body);
    }
    dx_text_add_char(&out->body, '}');
    study_close(&s);
}

// ---- what moves are worth ----

static void add_moves(const dx_view *view, const dx_cast *cast, dx_mind *mind,
                      const dx_budget *budget, dx_text *out)
{
    dx_event moves[DX_MOVES_MAX];
    unsigned count = dx_view_moves(view, moves);
    double *value = dx_alloc(count + 1, sizeof *value);
    bool has =
        mind != NULL && dx_mind_values(mind, view, budget, count, moves, value);
    dx_text said = {0};
    dx_text_add(out, ",\"moves\":[");
    for (unsigned i = 0; i < count; i++) {
        dx_text_clear(&said);
        dx_say_move(view->rules, moves[i], &said);
        dx_text_add(out, i > 0 ? ",{\"move\":" : "{\"move\":");
        dx_text_add_json(out, dx_text_string(&said));
        dx_text_clear(&said);
        dx_move_words(cast, moves[i], &said);
        dx_text_add(out, ",\"words\":");
        dx_text_add_json(out, dx_text_string(&said));
        if (has && !isnan(value[i]))
            dx_text_printf(out, ",\"value\":%.4f}", value[i]);
        else
            dx_text_add(out, has ? ",\"value\":null}" : "}");
    }
    dx_text_add_char(out, ']');
    dx_text_release(&said);
    dx_free(value);
}

static void add_choices(const dx_view *view, const dx_budget *budget,
                        dx_text *out)
{
    const char *between = "";
    dx_text_add(out, ",\"choices\":[");
    for (const dx_agent *const *a = dx_agents(); *a != NULL; a++) {
        if ((*a)->game == NULL || (*a)->steps > QUICK_STEPS ||
            strcmp((*a)->game, view->rules->game->name) != 0)
            continue;
        dx_text_printf(out, "%s{", between);
        dx_tell_choice(view, (*a)->name, 1, budget, out);
        between = ",";
    }
    dx_text_add_char(out, ']');
}

// The move that was made at this moment of the record.
static void add_made(const study *s, dx_text *out)
{
    const dx_record *record = s->opened.record;
    dx_text said = {0};
    if (s->events >= record->count)
        return;
    dx_say_move(s->rules,
                dx_event_move(s->rules->game->verbs, record->events[s->events]),
                &said);
    dx_text_add(out, ",\"made\":");
    dx_text_add_json(out, dx_text_string(&said));
    dx_text_release(&said);
}

void dx_web_values(const dx_web_request *r, dx_web_answer *out)
{
    study s = {.turn = 0};
    dx_policy policy = {.agent = NULL};
    dx_error error = {.message = ""};
    dx_budget budget = {.cancelled = r->stop};
    if (!study_open(r, &s, out))
        return;
    unsigned next =
        s.events > 0 ? s.opened.record->events[s.events - 1].next : DX_OVER;
    dx_status status = DX_OK;
    if (next >= DX_SEATS_MAX)
        status = dx_fail(&error, DX_ERR_INPUT, 0, 0,
                         "\"turn\": nobody is to move there");
    if (status == DX_OK && s.wish.agent[0] != '\0')
        status = dx_policy_parse(dx_agents(), s.wish.agent, s.rules, &policy,
                                 &error);
    if (status != DX_OK) {
        dx_web_fail(out, status, &error);
        study_close(&s);
        return;
    }
    dx_eyes *eyes = eyes_at(&s, next, s.events);
    const dx_view *view = dx_eyes_view(eyes);
    dx_mind *mind = policy.agent != NULL ? dx_mind_new(&policy, view) : NULL;
    dx_text_printf(&out->body, "{\"turn\":%u,\"seat\":%u", s.turn, next + 1);
    add_made(&s, &out->body);
    const dx_cast cast = {
        .rules = s.rules, .names = names_of(&s), .you = s.wish.you - 1};
    add_moves(view, &cast, mind, &budget, &out->body);
    add_choices(view, &budget, &out->body);
    dx_text_add_char(&out->body, '}');
    dx_mind_free(mind);
    dx_eyes_free(eyes);
    study_close(&s);
}
