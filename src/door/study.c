// Questions about a record: at a turn, from a seat, as the seat would have been
// answered then.  From above only formulas are asked.

#include "door/study.h"

#include "agents/agents.h"
#include "agents/playout.h"
#include "ask/ask.h"
#include "base/members.h"
#include "base/memory.h"
#include "door/picture.h"
#include "game/opinion.h"
#include "game/say.h"
#include "minds/position.h"
#include "words/story.h"

#include <math.h>
#include <string.h>

enum { QUICK_STEPS = 100 };

void dx_study_close(dx_study *s)
{
    dx_line_end(s->branch);
}

static dx_status find_turn(dx_study *s, dx_error *error)
{
    const dx_record *record = s->opened.record;
    unsigned last = dx_turn_of(&record->rules, record->events, record->count);
    s->rules = &record->rules;
    s->turn = s->wish->has_turn ? s->wish->turn : last;
    s->seat = s->wish->has_seat ? s->wish->seat : DX_BYSTANDER;
    if (s->wish->has_seat && s->wish->seat >= dx_players(s->rules))
        return dx_fail(error, DX_ERR_INPUT, 0, 0, "\"seat\": expected 1 to %u",
                       dx_players(s->rules));
    if (s->turn > last || !dx_turn_events(s->rules, record->events,
                                          record->count, s->turn, &s->events))
        return dx_fail(error, DX_ERR_INPUT, 0, 0, "\"turn\": expected 0 to %u",
                       last);
    return DX_OK;
}

dx_status dx_study_open(dx_call *call, dx_study *s, dx_error *error)
{
    const dx_opened *opened =
        dx_session_record(call->session, call->wish.record, error);
    *s = (dx_study){.call = call, .wish = &call->wish};
    if (opened == NULL)
        return DX_ERR_INPUT;
    s->opened = *opened;
    dx_status status =
        dx_line_play(opened->record, &call->wish, &s->branch, error);
    if (s->branch != NULL)
        s->opened.record = s->branch;
    if (status == DX_OK)
        status = find_turn(s, error);
    if (status != DX_OK)
        dx_study_close(s);
    return status;
}

dx_eyes *dx_study_eyes(const dx_study *s, unsigned seat, unsigned events)
{
    return dx_eyes_after(s->rules, seat, s->opened.record->events, events);
}

const char *const *dx_study_names(const dx_study *s)
{
    const char *const *names = (const char *const *)s->opened.name;
    return dx_names_differ(names, dx_players(s->rules)) ? names : NULL;
}

dx_status dx_study_policies(const dx_study *s, dx_policy *out, dx_error *error)
{
    char *const *seats = s->opened.record->seats;
    const dx_agent *const *agents = dx_session_agents(s->call->session);
    dx_status status = DX_OK;
    for (unsigned i = 0; i < dx_players(s->rules) && status == DX_OK; i++) {
        dx_error none;
        if (seats == NULL || dx_policy_parse(agents, seats[i], s->rules,
                                             &out[i], &none) != DX_OK)
            status = dx_policy_parse(agents, dx_line_up(s->rules), s->rules,
                                     &out[i], error);
    }
    return status;
}

// Opens what is asked about, and closes it again.
static dx_status study(dx_call *call,
                       dx_status (*tell)(dx_study *, dx_text *, dx_error *),
                       dx_text *out, dx_error *error)
{
    dx_study s;
    dx_status status = dx_study_open(call, &s, error);
    if (status != DX_OK)
        return status;
    status = tell(&s, out, error);
    dx_study_close(&s);
    return status;
}

// ---- from a seat ----

dx_status dx_study_tell(dx_study *s, dx_seat_teller *tell, dx_text *out,
                        dx_error *error)
{
    dx_warm *warm;
    dx_status status =
        dx_session_glass(s->call, &s->opened, s->seat, s->events, &warm, error);
    if (status != DX_OK)
        return status;
    dx_text_add_char(out, '{');
    tell(warm->glass, dx_eyes_view(warm->eyes), s->wish, out);
    return DX_OK;
}

// Without a seat it is what all see.
static dx_status tell_lens(dx_study *s, dx_text *out, dx_error *error)
{
    return dx_study_tell(s, dx_glass_look, out, error);
}

dx_status dx_do_lens(dx_call *call, dx_text *out, dx_error *error)
{
    return study(call, tell_lens, out, error);
}

static dx_status tell_model(dx_study *s, dx_text *out, dx_error *error)
{
    return dx_study_tell(s, dx_tell_worlds, out, error);
}

dx_status dx_do_model(dx_call *call, dx_text *out, dx_error *error)
{
    return study(call, tell_model, out, error);
}

// ---- suspicion ----

// From above each row as its own seat has it.
static dx_status tell_suspicions(dx_study *s, dx_text *out, dx_error *error)
{
    const char *fact;
    if (s->wish->has_seat)
        return dx_study_tell(s, dx_tell_suspicion, out, error);
    dx_status status =
        dx_suspicion_fact(s->rules, s->wish->formula, &fact, error);
    if (status != DX_OK)
        return status;
    dx_text_printf(out, "{\"fact\":\"%s\",\"rows\":{", fact);
    for (unsigned seat = 0; seat < dx_players(s->rules); seat++) {
        dx_warm *warm;
        status = dx_session_glass(s->call, &s->opened, seat, s->events, &warm,
                                  error);
        if (status != DX_OK)
            return status;
        dx_tell_suspicion_row(warm->glass, dx_eyes_view(warm->eyes), seat, fact,
                              out);
    }
    dx_text_add(out, "}}");
    return DX_OK;
}

dx_status dx_do_suspicion(dx_call *call, dx_text *out, dx_error *error)
{
    return study(call, tell_suspicions, out, error);
}

// ---- formulas that were begun ----

static dx_status tell_completion(dx_study *s, dx_text *out,
                                 dx_error *error DX_UNUSED)
{
    dx_text_add_char(out, '{');
    dx_tell_completion(s->rules, (const char *const *)s->opened.name,
                       s->wish->you > 0 ? s->wish->you - 1 : DX_BYSTANDER,
                       s->wish->formula, out);
    return DX_OK;
}

dx_status dx_do_complete(dx_call *call, dx_text *out, dx_error *error)
{
    return study(call, tell_completion, out, error);
}

// ---- what a turn told ----

// The events before the turn's own.
static dx_status before_turn(const dx_study *s, unsigned *out, dx_error *error)
{
    const dx_record *record = s->opened.record;
    if (s->turn > 0 && dx_turn_events(s->rules, record->events, record->count,
                                      s->turn - 1, out))
        return DX_OK;
    return dx_fail(error, DX_ERR_INPUT, 0, 0, "\"turn\": expected 1 or more");
}

static dx_status tell_changes(dx_study *s, dx_text *out, dx_error *error)
{
    unsigned before;
    dx_status status = before_turn(s, &before, error);
    dx_text_printf(out, "{\"turn\":%u,\"seats\":[", s->turn);
    for (unsigned seat = 0; status == DX_OK && seat < dx_players(s->rules);
         seat++) {
        dx_warm *warm;
        if (s->seat != DX_BYSTANDER && s->seat != seat)
            continue;
        status =
            dx_session_glass(s->call, &s->opened, seat, before, &warm, error);
        if (status != DX_OK)
            return status;
        dx_eyes *old = dx_study_eyes(s, seat, before);
        for (; warm->events < s->events; warm->events++)
            dx_eyes_see(warm->eyes, s->opened.record->events[warm->events]);
        dx_glass_changed(warm->glass, dx_eyes_view(old),
                         dx_eyes_view(warm->eyes), out);
        dx_eyes_free(old);
    }
    dx_text_add(out, "]}");
    return status;
}

dx_status dx_do_changed(dx_call *call, dx_text *out, dx_error *error)
{
    return study(call, tell_changes, out, error);
}

// ---- the position ----

static dx_status tell_position(dx_study *s, dx_text *out,
                               dx_error *error DX_UNUSED)
{
    dx_text said = {0};
    dx_text_printf(out, "{\"turn\":%u", s->turn);
    if (s->seat == DX_BYSTANDER) {
        dx_position_say_above(s->rules, s->opened.record->events, s->events,
                              dx_study_names(s), &said);
    } else {
        dx_eyes *eyes = dx_study_eyes(s, s->seat, s->events);
        bool by_name = s->wish->you != s->seat + 1;
        dx_put_number(out, "seat", s->seat + 1);
        dx_position_say(dx_eyes_view(eyes), dx_study_names(s), by_name, &said);
        dx_eyes_free(eyes);
    }
    dx_put_said(out, "text", &said);
    dx_text_add_char(out, '}');
    return DX_OK;
}

dx_status dx_do_position(dx_call *call, dx_text *out, dx_error *error)
{
    return study(call, tell_position, out, error);
}

// ---- reasons ----

// ,"known":{...} or ,"believed":{...}: the reason's formula, asked of the seat
// before its move.
static void add_asked(dx_study *s, unsigned at, const char *member,
                      const char *assume, dx_text *out)
{
    const dx_record *record = s->opened.record;
    dx_wish *wish = &s->call->wish, own = *wish;
    dx_error error;
    dx_warm *warm;
    if (strlen(assume) >= sizeof wish->assume)
        return;
    memcpy(wish->assume, assume, strlen(assume) + 1);
    wish->formula = record->reasons[at].formula;
    if (dx_session_glass(s->call, &s->opened, record->events[at].who, at, &warm,
                         &error) == DX_OK) {
        dx_text_printf(out, ",\"%s\":{", member);
        dx_glass_ask(warm->glass, dx_eyes_view(warm->eyes), wish, out);
    }
    *wish = own;
}

static dx_status tell_why(dx_study *s, dx_text *out, dx_error *error)
{
    const dx_record *record = s->opened.record;
    unsigned at;
    dx_status status = before_turn(s, &at, error);
    if (status != DX_OK)
        return status;
    const dx_reason *why = &record->reasons[at];
    dx_text move = {0};
    dx_say_move(s->rules,
                dx_event_move(s->rules->game->verbs, record->events[at]),
                &move);
    dx_text_printf(out, "{\"turn\":%u,\"seat\":%u,\"move\":", s->turn,
                   record->events[at].who + 1U);
    dx_put_said(out, NULL, &move);
    dx_tell_reason(why, out);
    if (why->rule[0] != '\0' && why->formula != NULL &&
        why->formula[0] != '\0') {
        add_asked(s, at, "known", "", out);
        if (record->seats != NULL)
            add_asked(s, at, "believed", record->seats[record->events[at].who],
                      out);
    }
    dx_text_add_char(out, '}');
    return DX_OK;
}

dx_status dx_do_why(dx_call *call, dx_text *out, dx_error *error)
{
    return study(call, tell_why, out, error);
}

// ---- what moves are worth ----

// The values of moves: NAN of one that has none, and by how much they may be
// off, if they are means.
typedef struct worths {
    unsigned count;
    dx_event move[DX_MOVES_MAX];
    dx_playout_value value[DX_MOVES_MAX];
    bool has, has_errors;
} worths;

static void by_agent(const dx_view *view, dx_mind *mind,
                     const dx_budget *budget, worths *out)
{
    double *value = dx_alloc(out->count + 1, sizeof *value);
    out->has = dx_mind_values(mind, view, budget, out->count, out->move, value);
    for (unsigned i = 0; out->has && i < out->count; i++)
        out->value[i].mean = value[i];
    dx_free(value);
}

static dx_status by_playing_on(const dx_study *s, const dx_view *view,
                               unsigned games, const dx_budget *budget,
                               worths *out, dx_error *error)
{
    dx_policy policy[DX_SEATS_MAX];
    dx_playouts how = {.policy = policy, .games = games, .budget = budget};
    dx_status status = dx_study_policies(s, policy, error);
    if (status == DX_OK)
        status =
            dx_playout_moves(view, out->count, out->move, &how, out->value);
    out->has = out->has_errors = status == DX_OK;
    if (status == DX_ERR_UNSUPPORTED)
        return dx_fail(error, status, 0, 0,
                       "no world that fits what the seat saw could be drawn");
    return status;
}

static void add_moves(const dx_view *view, const dx_cast *cast, const worths *w,
                      dx_text *out)
{
    const dx_playout_value *value = w->value;
    bool has = w->has;
    dx_text said = {0};
    dx_text_add(out, ",\"moves\":[");
    for (unsigned i = 0; i < w->count; i++) {
        dx_put_open(out, NULL, '{');
        dx_say_move(view->rules, w->move[i], &said);
        dx_put_said(out, "move", &said);
        dx_move_words(cast, w->move[i], &said);
        dx_put_said(out, "words", &said);
        if (has && w->has_errors)
            dx_text_printf(out, ",\"error\":%.4f", value[i].error);
        if (has && !isnan(value[i].mean))
            dx_text_printf(out, ",\"value\":%.4f}", value[i].mean);
        else
            dx_text_add(out, has ? ",\"value\":null}" : "}");
    }
    dx_text_add_char(out, ']');
}

static void add_choices(const dx_view *view, const dx_budget *budget,
                        dx_text *out)
{
    dx_put_open(out, "choices", '[');
    for (const dx_agent *const *a = dx_agents(); *a != NULL; a++) {
        if ((*a)->game == NULL || (*a)->steps > QUICK_STEPS ||
            strcmp((*a)->game, view->rules->game->name) != 0)
            continue;
        dx_put_open(out, NULL, '{');
        dx_tell_choice(view, (*a)->name, 1, budget, out);
    }
    dx_text_add_char(out, ']');
}

// The move that was made at this moment of the record.
static void add_made(const dx_study *s, dx_text *out)
{
    const dx_record *record = s->opened.record;
    dx_text said = {0};
    if (s->events >= record->count)
        return;
    dx_say_move(s->rules,
                dx_event_move(s->rules->game->verbs, record->events[s->events]),
                &said);
    dx_put_said(out, "made", &said);
}

static void say_values(const dx_study *s, const dx_view *view, const worths *w,
                       dx_text *out)
{
    dx_budget budget = {.cancelled = s->call->stop};
    const dx_cast cast = {.rules = s->rules,
                          .names = (const char *const *)s->opened.name,
                          .you = s->wish->you - 1};
    dx_text_printf(out, "{\"turn\":%u,\"seat\":%u", s->turn, view->seat + 1U);
    add_made(s, out);
    add_moves(view, &cast, w, out);
    add_choices(view, &budget, out);
    dx_text_add_char(out, '}');
}

static dx_status tell_values(dx_study *s, dx_text *out, dx_error *error)
{
    const char *agent = s->wish->agent;
    dx_policy policy = {.agent = NULL};
    dx_budget budget = {.cancelled = s->call->stop};
    dx_status status = DX_OK;
    unsigned next =
        s->events > 0 ? s->opened.record->events[s->events - 1].next : DX_OVER;
    if (next >= DX_SEATS_MAX)
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "\"turn\": nobody is to move there");
    if (agent[0] != '\0')
        status =
            dx_policy_parse(s->wish->agents, agent, s->rules, &policy, error);
    if (status != DX_OK)
        return status;
    dx_eyes *eyes = dx_study_eyes(s, next, s->events);
    const dx_view *view = dx_eyes_view(eyes);
    dx_mind *mind = policy.agent != NULL ? dx_mind_new(&policy, view) : NULL;
    worths *w = dx_alloc(1, sizeof *w);
    unsigned games = (unsigned)dx_call_number(s->call, "playouts", 0);
    w->count = dx_view_moves(view, w->move);
    if (games > 0)
        status = by_playing_on(s, view, games, &budget, w, error);
    else if (mind != NULL)
        by_agent(view, mind, &budget, w);
    if (status == DX_OK)
        say_values(s, view, w, out);
    dx_free(w);
    dx_mind_free(mind);
    dx_eyes_free(eyes);
    return status;
}

dx_status dx_do_values(dx_call *call, dx_text *out, dx_error *error)
{
    return study(call, tell_values, out, error);
}
