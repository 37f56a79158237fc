// A session: what is open, what is warm, and one request after another.
//
// A request is read (fields.c), given to who answers it (requests.c) inside a
// guard, and wrapped.  Lenses are kept by record, seat, path, assumption and
// limits; one that has seen less than is wanted follows, one that has seen more
// is made anew, and of too many the one goes that was used longest ago.  What
// is kept changes what an answer takes and never its bytes.

#include "door/call.h"

#include "agents/agents.h"
#include "base/clock.h"
#include "base/heed.h"
#include "base/memory.h"
#include "base/vector.h"
#include "base/version.h"
#include "door/fields.h"
#include "door/host.h"
#include "door/limits.h"
#include "games/file/file.h"
#include "games/games.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct open_record {
    char handle[DX_HANDLE];
    dx_opened opened;
    size_t bytes;
} open_record;

struct dx_session {
    dx_session_limits limits;
    atomic_bool stop;
    uint64_t steps_max; // of a request; UINT64_MAX: as many as it takes
    dx_ration ration;   // of one that has its steps counted
    dx_progress how_far;
    unsigned made; // handles so far
    uint64_t clock;
    size_t bytes; // kept open
    DX_VECTOR(open_record) records;
    DX_VECTOR(dx_warm) warm;
    // With those of the host, NULL at the end; empty: dx_agents().
    DX_VECTOR(const dx_agent *) agents;
    size_t shared; // of them, which are dx_agents()
};

dx_session *dx_session_new(const dx_session_limits *limits)
{
    dx_session *session = dx_alloc(1, sizeof *session);
    if (limits != NULL)
        session->limits = *limits;
    session->steps_max = UINT64_MAX;
    if (session->limits.steps_max > 0)
        session->steps_max = session->limits.steps_max;
    else
        session->limits.steps_max = DX_STEPS_MAX;
    if (session->limits.bytes_max == 0)
        session->limits.bytes_max = DX_OPEN_MAX;
    return session;
}

const dx_agent *const *dx_session_agents(const dx_session *session)
{
    return session->agents.count > 0        ? session->agents.at
           : session->limits.agents != NULL ? session->limits.agents
                                            : dx_agents();
}

dx_status dx_session_host(dx_session *session, const dx_host *host,
                          dx_error *error)
{
    const dx_agent *const *all = dx_session_agents(session);
    for (; *all != NULL; all++)
        if (strcmp((*all)->name, host->name) == 0)
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "there is an agent '%.40s' already", host->name);
    if (session->agents.count > 0)
        session->agents.count--; // the NULL
    else
        for (all = dx_session_agents(session); *all != NULL;
             all++, session->shared++)
            dx_vector_push(&session->agents, *all);
    dx_vector_push(&session->agents, dx_host_agent(host));
    dx_vector_push(&session->agents, NULL);
    return DX_OK;
}

const dx_game *const *dx_session_games(const dx_session *session)
{
    return session->limits.games != NULL ? session->limits.games : dx_games();
}

const dx_session_limits *dx_session_allows(const dx_session *session)
{
    return &session->limits;
}

void dx_session_stop(dx_session *session)
{
    atomic_store(&session->stop, true);
}

void dx_session_tell(dx_session *session, uint64_t done, uint64_t wanted)
{
    session->how_far = (dx_progress){session->limits.context, done, wanted};
    if (session->limits.progress != NULL)
        session->limits.progress(&session->how_far);
}

static void tell_again(void *session)
{
    const dx_session *s = session;
    s->limits.progress(&s->how_far);
}

// ---- what is open ----

void dx_opened_release(dx_opened *opened)
{
    for (unsigned i = 0; i < DX_SEATS_MAX; i++)
        dx_free(opened->name[i]);
    dx_record_free(opened->record);
    dx_sitting_free(opened->sitting);
    dx_game_free(opened->game);
    dx_kept_free(opened->kept);
    *opened = (dx_opened){.record = NULL};
}

static void warm_release(dx_warm *warm)
{
    dx_glass_free(warm->glass);
    dx_eyes_free(warm->eyes);
    dx_free(warm->key);
}

// Gives up the lenses of a record; of NULL those of records that are not open.
static void cool(dx_session *session, const dx_record *record)
{
    size_t kept = 0;
    for (size_t i = 0; i < session->warm.count; i++) {
        bool goes = session->warm.at[i].record == record ||
                    session->warm.at[i].key[0] == '!';
        for (size_t k = 0;
             record == NULL && !goes && k <= session->records.count; k++) {
            goes = k == session->records.count;
            if (!goes && session->records.at[k].opened.record ==
                             session->warm.at[i].record)
                break;
        }
        if (goes)
            warm_release(&session->warm.at[i]);
        else
            session->warm.at[kept++] = session->warm.at[i];
    }
    session->warm.count = kept;
}

static size_t find(const dx_session *session, const char *handle)
{
    size_t i = 0;
    while (i < session->records.count &&
           strcmp(session->records.at[i].handle, handle) != 0)
        i++;
    return i;
}

bool dx_session_drop(dx_session *session, const char *handle)
{
    size_t i = find(session, handle);
    if (i == session->records.count)
        return false;
    open_record *gone = &session->records.at[i];
    cool(session, gone->opened.record);
    session->bytes -= gone->bytes;
    dx_opened_release(&gone->opened);
    *gone = session->records.at[--session->records.count];
    return true;
}

const char *dx_session_put(dx_session *session, const char *handle,
                           dx_opened *opened, size_t bytes)
{
    open_record new = {.opened = *opened, .bytes = bytes};
    if (handle != NULL)
        dx_session_drop(session, handle);
    if (session->bytes + bytes > session->limits.bytes_max)
        return NULL;
    if (handle != NULL)
        snprintf(new.handle, sizeof new.handle, "%s", handle);
    else
        snprintf(new.handle, sizeof new.handle, "%c-%u",
                 opened->kept != NULL ? 'm' : 'r', ++session->made);
    dx_vector_push(&session->records, new);
    session->bytes += bytes;
    *opened = (dx_opened){.record = NULL};
    return session->records.at[session->records.count - 1].handle;
}

static const dx_opened *find_open(const dx_session *session, const char *handle,
                                  dx_error *error)
{
    size_t i = find(session, handle);
    if (i < session->records.count)
        return &session->records.at[i].opened;
    dx_fail(error, DX_ERR_INPUT, 0, 0, "'%.40s' is not open", handle);
    return NULL;
}

const dx_opened *dx_session_record(dx_session *session, const char *handle,
                                   dx_error *error)
{
    const dx_opened *opened = find_open(session, handle, error);
    if (opened == NULL || opened->record != NULL)
        return opened;
    dx_fail(error, DX_ERR_INPUT, 0, 0,
            "\"record\": '%.40s' is a model, and no record", handle);
    return NULL;
}

struct dx_kept *dx_session_kept(dx_session *session, const char *handle,
                                dx_error *error)
{
    const dx_opened *opened = find_open(session, handle, error);
    if (opened == NULL || opened->kept != NULL)
        return opened != NULL ? opened->kept : NULL;
    dx_fail(error, DX_ERR_INPUT, 0, 0,
            "\"model\": '%.40s' is a record, and no model", handle);
    return NULL;
}

dx_status dx_session_is_full(const dx_call *call, dx_error *error)
{
    return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                   "no more than %zu bytes of records and models are kept "
                   "open: close some",
                   call->session->limits.bytes_max);
}

const char *dx_session_last(const dx_session *session)
{
    return session->records.at[session->records.count - 1].handle;
}

void dx_session_renew(dx_session *session, const char *handle,
                      dx_record *record)
{
    dx_opened *opened = &session->records.at[find(session, handle)].opened;
    cool(session, opened->record);
    dx_record_free(opened->record);
    opened->record = record;
}

void dx_session_free(dx_session *session)
{
    if (session == NULL)
        return;
    while (session->records.count > 0)
        dx_session_drop(session, session->records.at[0].handle);
    cool(session, NULL);
    for (size_t i = session->shared; i + 1 < session->agents.count; i++)
        dx_host_agent_free((dx_agent *)(uintptr_t)session->agents.at[i]);
    dx_vector_release(&session->agents);
    dx_vector_release(&session->records);
    dx_vector_release(&session->warm);
    dx_free(session);
}

// ---- what is warm ----

static char *key_of(const dx_wish *wish)
{
    dx_text key = {0};
    // What counts its mechanisms is for one request and goes with it.
    dx_text_printf(&key, "%s%s %d %u %u %" PRIu64 " %" PRIu64,
                   wish->mechanisms != NULL ? "!" : "", wish->assume,
                   wish->small, wish->you, wish->effort, wish->steps_max,
                   wish->limit);
    for (size_t i = 0; i < wish->depth; i++)
        dx_text_printf(&key, " %u", wish->path[i]);
    return dx_text_take(&key);
}

// The place of a lens that is wanted, free if there is none such.
static dx_warm *place_for(dx_session *session, const dx_warm *wanted)
{
    dx_warm *oldest = NULL;
    for (size_t i = 0; i < session->warm.count; i++) {
        dx_warm *warm = &session->warm.at[i];
        if (warm->record == wanted->record && warm->seat == wanted->seat &&
            strcmp(warm->key, wanted->key) == 0) {
            if (warm->events <= wanted->events)
                return warm;
            oldest = warm;
            break;
        }
        if (oldest == NULL || warm->used < oldest->used)
            oldest = warm;
    }
    bool is_same = oldest != NULL && oldest->record == wanted->record &&
                   oldest->seat == wanted->seat &&
                   strcmp(oldest->key, wanted->key) == 0;
    if (is_same || session->warm.count >= DX_GLASSES_MAX) {
        warm_release(oldest);
        *oldest = (dx_warm){.record = NULL};
        return oldest;
    }
    dx_vector_push(&session->warm, (dx_warm){.record = NULL});
    return &session->warm.at[session->warm.count - 1];
}

dx_status dx_session_glass(dx_call *call, const dx_opened *opened,
                           unsigned seat, unsigned events, dx_warm **out,
                           dx_error *error)
{
    dx_session *session = call->session;
    const dx_record *record = opened->record;
    dx_glass *glass = NULL;
    dx_warm wanted = {record, seat, events, key_of(&call->wish), .used = 0};
    dx_warm *warm = place_for(session, &wanted);
    dx_status status = DX_OK;
    if (warm->glass == NULL)
        status = dx_glass_new(&record->rules, seat,
                              (const char *const *)opened->name, &call->wish,
                              call->stop, &glass, error);
    if (status == DX_OK && warm->glass == NULL) {
        *warm = wanted;
        warm->events = 0;
        warm->glass = glass;
        warm->eyes = dx_eyes_new(&record->rules, seat);
    } else {
        dx_free(wanted.key);
    }
    if (status != DX_OK) { // the place is left as one that nobody has
        *warm = session->warm.at[--session->warm.count];
        return status;
    }
    for (; warm->events < events; warm->events++)
        dx_eyes_see(warm->eyes, record->events[warm->events]);
    warm->used = ++session->clock;
    *out = warm;
    return DX_OK;
}

// ---- members ----

const char *dx_call_text(const dx_call *call, const char *member)
{
    return json_string_value(json_object_get(call->in, member));
}

uint64_t dx_call_number(const dx_call *call, const char *member,
                        uint64_t otherwise)
{
    const json_t *value = json_object_get(call->in, member);
    return json_is_integer(value) ? (uint64_t)json_integer_value(value)
                                  : otherwise;
}

bool dx_call_flag(const dx_call *call, const char *member, bool otherwise)
{
    const json_t *value = json_object_get(call->in, member);
    return json_is_boolean(value) ? json_is_true(value) : otherwise;
}

bool dx_call_is_stopped(const dx_call *call)
{
    dx_is_called_off(); // a step more
    return atomic_load(call->stop);
}

bool dx_call_is_patient(const dx_call *call)
{
    return dx_session_allows(call->session)->steps_max == UINT64_MAX;
}

dx_status dx_request_check(const dx_request *request, const json_t *in,
                           dx_error *error)
{
    const char *name;
    json_t *value;
    json_object_foreach ((json_t *)(uintptr_t)in, name, value) {
        dx_status status = DX_OK;
        if (dx_word_is_in(name, "do id"))
            continue;
        if (!dx_word_is_in(name, request->members) &&
            !dx_word_is_in(name, "steps"))
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "\"%.40s\": %s has no such member, only: id steps "
                           "%s",
                           name, request->name, request->members);
        status = dx_door_field_check(dx_door_field_find(name), value, error);
        if (status != DX_OK)
            return status;
    }
    size_t length;
    for (const char *list = request->required, *at;
         (at = dx_word_next(&list, &length)) != NULL;) {
        char word[DX_HANDLE];
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        value = json_object_get(in, word);
        if (value == NULL || json_is_null(value))
            return dx_door_field_check(dx_door_field_find(word), NULL, error);
    }
    return DX_OK;
}

// Does it answer what it found within its steps, rather than nothing?
static bool is_look(const dx_request *request)
{
    return (request->traits & DX_REQUEST_LOOK) != 0;
}

// The steps of a look: the session's or fewer, times the effort.
static uint64_t steps_of(const dx_call *call)
{
    uint64_t most = call->session->limits.steps_max;
    uint64_t steps = dx_call_number(call, "steps", most);
    unsigned times = call->wish.effort > 0 ? call->wish.effort : 1;
    if (!is_look(call->request) || (most != UINT64_MAX && steps > most))
        steps = most;
    return steps > UINT64_MAX / times ? UINT64_MAX : steps * times;
}

// Of all others the steps are counted where everybody looks whether anybody
// still waits.  Answers the ration of this thread before.
static dx_ration *ration(dx_call *call)
{
    dx_session *session = call->session;
    uint64_t steps = dx_call_number(call, "steps", session->steps_max);
    if (steps > session->steps_max)
        steps = session->steps_max;
    session->ration = (dx_ration){.steps_max = steps};
    if (steps == UINT64_MAX || is_look(call->request))
        return dx_heed_ration(NULL);
    session->ration.stop = session->limits.stop;
    session->ration.off = &session->stop;
    call->stop = &session->stop;
    return dx_heed_ration(&session->ration);
}

// ---- answering ----

typedef struct running {
    dx_call call;
    dx_text *out;
    dx_status status;
    dx_error error;
} running;

static void run(void *data)
{
    running *r = data;
    dx_call *call = &r->call;
    r->status = dx_request_check(call->request, call->in, &r->error);
    if (r->status == DX_OK)
        r->status = dx_wish_take(call->in, &call->wish, &r->error);
    if (r->status != DX_OK)
        return;
    call->wish.steps_max = steps_of(call);
    call->wish.agents = dx_session_agents(call->session);
    call->wish.say = call->session->limits.say;
    r->status = call->request->answer(call, r->out, &r->error);
    const dx_ration *ration = &call->session->ration;
    if (dx_ration_is_over(ration))
        r->status = dx_fail(&r->error, DX_ERR_LIMIT, 0, 0,
                            "more than %" PRIu64 " step%s", ration->steps_max,
                            dx_plural(ration->steps_max));
    else if (r->status == DX_OK && atomic_load(call->stop))
        r->status = dx_fail(&r->error, DX_ERR_CANCELLED, 0, 0,
                            "nobody waits for this any more");
}

dx_status dx_session_do(dx_session *session, const dx_request *request,
                        const json_t *in, dx_text *out, const char **out_type)
{
    dx_text payload = {0};
    const atomic_bool *stop =
        session->limits.stop != NULL ? session->limits.stop : &session->stop;
    running r = {.call = {.session = session,
                          .request = request,
                          .in = in,
                          .stop = stop},
                 .out = &payload,
                 .error = {.message = ""}};
    atomic_store(&session->stop, false);
    dx_ration *ration_before = ration(&r.call);
    stop = r.call.stop;
    const atomic_bool *before = dx_heed(stop);
    double seconds = session->limits.seconds;
    double end = dx_heed_until(seconds > 0 ? dx_cpu_seconds() + seconds : 0);
    session->how_far = (dx_progress){.context = session->limits.context};
    if (session->limits.progress != NULL)
        dx_heed_tell(tell_again, session);
    bool is_fine = dx_guard(run, &r, &r.error);
    dx_heed_tell(NULL, NULL);
    dx_heed_until(end);
    dx_heed(before);
    dx_heed_ration(ration_before);
    if (!is_fine) { // in no state to be used or freed
        memset(&session->warm, 0, sizeof session->warm);
        for (size_t i = 0; i < session->records.count; i++) {
            open_record *open = &session->records.at[i];
            open->handle[0] =
                open->opened.kept != NULL ? '\0' : open->handle[0];
            open->opened.kept = NULL;
        }
        dx_text_add(out, "{\"error\":{\"code\":\"lost\",\"text\":");
        dx_text_add_json(out, r.error.message);
        dx_text_add(out, "}}");
        return DX_ERR_LIMIT;
    }
    cool(session, NULL);
    if (r.status == DX_ERR_CANCELLED && !atomic_load(stop))
        r.status = DX_ERR_LIMIT; // the time was over
    if (r.status == DX_OK) {
        dx_text_add_part(out, payload.at, payload.length);
    } else {
        dx_text_add_char(out, '{');
        dx_tell_failure(r.status, &r.error, r.call.wish.formula, out);
    }
    *out_type = r.call.type;
    dx_wish_release(&r.call.wish);
    dx_text_release(&payload);
    return r.status;
}

static void wrap(const dx_request *request, const char *type, dx_text *payload,
                 dx_text *reply)
{
    static const char failed[] = "{\"error\":";
    bool is_error = payload->length >= sizeof failed - 1 &&
                    memcmp(payload->at, failed, sizeof failed - 1) == 0;
    if (is_error) {
        dx_text_add_part(reply, payload->at + 1, payload->length - 1);
        return;
    }
    dx_text_add(reply, "\"ok\":");
    if (request->traits & DX_REQUEST_BYTES) {
        dx_text_printf(reply, "{\"type\":\"%s\",\"data\":", type);
        dx_text_add_json(reply, dx_text_string(payload));
        dx_text_add_char(reply, '}');
    } else {
        dx_text_add_part(reply, payload->at, payload->length);
    }
    dx_text_add_char(reply, '}');
}

static void add_id(const json_t *in, dx_text *reply)
{
    const json_t *id = json_object_get(in, "id");
    char *text =
        id != NULL ? json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    dx_text_add_char(reply, '{');
    if (text != NULL)
        dx_text_printf(reply, "\"id\":%s,", text);
    free(text);
}

static void expect_request(dx_error *error)
{
    dx_text names = {0};
    for (const dx_request *r = dx_requests; r->name != NULL; r++)
        dx_text_printf(&names, " %s", r->name);
    dx_fail(error, DX_ERR_INPUT, 0, 0, "\"do\": expected one of%s",
            dx_text_string(&names));
    dx_text_release(&names);
}

dx_status dx_session_answer(dx_session *session, const char *request,
                            size_t length, dx_text *reply)
{
    dx_error error = {.message = ""};
    dx_text payload = {0};
    json_t *in = dx_read_object(request, length, &error);
    const char *name = json_string_value(json_object_get(in, "do"));
    const dx_request *row = name != NULL ? dx_request_find(name) : NULL;
    const char *type = NULL;
    dx_status status = DX_ERR_INPUT;
    if (row != NULL) {
        status = dx_session_do(session, row, in, &payload, &type);
    } else {
        if (in != NULL)
            expect_request(&error);
        dx_text_add_char(&payload, '{');
        dx_tell_failure(in == NULL ? DX_ERR_SYNTAX : status, &error, NULL,
                        &payload);
    }
    add_id(in, reply);
    wrap(row, type, &payload, reply);
    dx_text_release(&payload);
    json_decref(in);
    return status;
}

dx_status dx_do_version(dx_call *call DX_UNUSED, dx_text *out,
                        dx_error *error DX_UNUSED)
{
    dx_text_printf(out, "{\"version\":\"%s\"}", dx_version());
    return DX_OK;
}
