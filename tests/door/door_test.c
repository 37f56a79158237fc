// The door: one table, one shape, and sessions whose memory changes no bytes.

#include "door/call.h"

#include "base/memory.h"
#include "base/random.h"
#include "door/fields.h"
#include "door/host.h"
#include "door/limits.h"
#include "game/words.h"
#include "games/games.h"
#include "server/house.h"
#include "test.h"

#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char *answer(dx_session *session, const char *request)
{
    dx_text reply = {0};
    (void)dx_session_answer(session, request, strlen(request), &reply);
    return dx_text_take(&reply);
}

static json_t *asked(dx_session *session, const char *request)
{
    char *reply = answer(session, request);
    json_t *object = json_loads(reply, 0, NULL);
    CHECK_THAT(object != NULL, "%s", reply);
    dx_free(reply);
    return object;
}

static void check_error(const char *request, const char *code, const char *part)
{
    dx_session *session = dx_session_new(NULL);
    json_t *reply = asked(session, request);
    const json_t *error = json_object_get(reply, "error");
    CHECKING("%s", request);
    CHECK_THAT(json_is_object(error), "%s", request);
    CHECK_TEXT(json_string_value(json_object_get(error, "code")), code);
    const char *text = json_string_value(json_object_get(error, "text"));
    CHECK_THAT(strstr(text, part) != NULL, "%s", text);
    json_decref(reply);
    dx_session_free(session);
}

// Opens a record of the examples; the session's first is r-1.
static void open_record(dx_session *session, const char *name)
{
    char path[200];
    dx_text text;
    snprintf(path, sizeof path, "../examples/records/%s.jsonl", name);
    CHECK_EQ(dx_text_read_file(dx_test_path(path), 1 << 22, &text, NULL),
             DX_OK);
    json_t *request =
        json_pack("{s:s,s:s}", "do", "open", "text", dx_text_string(&text));
    char *line = json_dumps(request, 0);
    json_t *reply = asked(session, line);
    CHECK(json_is_object(json_object_get(reply, "ok")));
    free(line);
    json_decref(request);
    json_decref(reply);
    dx_text_release(&text);
}

TEST(door_requests_and_their_members_are_all_in_the_schema)
{
    json_t *schema = json_loads(dx_door_schema(), 0, NULL);
    CHECK(json_is_object(schema));
    const json_t *rows = json_object_get(schema, "oneOf");
    size_t count = 0;
    for (const dx_request *r = dx_requests; r->name != NULL; r++, count++) {
        const json_t *row = json_array_get(rows, count);
        const json_t *members = json_object_get(row, "properties");
        CHECKING("%s", r->name);
        CHECK_TEXT(json_string_value(json_object_get(row, "title")), r->name);
        CHECK(json_is_object(
            json_object_get(json_object_get(schema, "replies"), r->name)));
        size_t length;
        for (const char *list = r->members, *at;
             (at = dx_word_next(&list, &length)) != NULL;) {
            char name[40];
            snprintf(name, sizeof name, "%.*s", (int)length, at);
            CHECK_THAT(dx_door_field_find(name) != NULL, "%s", name);
            CHECK(json_is_object(json_object_get(members, name)));
        }
    }
    CHECK_EQ(json_array_size(rows), count);
    // Every shape that is mentioned is there.
    const json_t *shapes = json_object_get(schema, "$defs");
    for (const char *at = dx_door_schema();
         (at = strstr(at, "#/$defs/")) != NULL;) {
        char name[40];
        at += strlen("#/$defs/");
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "\""), at);
        CHECK_THAT(json_is_object(json_object_get(shapes, name)), "%s", name);
    }
    json_decref(schema);
}

TEST(door_gives_the_places_of_a_picture)
{
    dx_session *session = dx_session_new(NULL);
    char *reply = answer(session, "{\"do\":\"draw\",\"format\":\"places\","
                                  "\"text\":\"agents a vars p: bool\"}");
    CHECK_THAT(strstr(reply, "coordinates") != NULL, "%s", reply);
    dx_free(reply);
    dx_session_free(session);
    check_error("{\"do\":\"draw\",\"layout\":\"rows\","
                "\"text\":\"agents a vars p: bool\"}",
                "unsupported", "does not fit the layout 'rows'");
}

TEST(door_refuses_what_makes_no_sense_with_what_was_expected)
{
    check_error("", "input", "nothing was sent");
    for (const char *const *any =
             (const char *const[]){"[1]", "1", "\"x\"", "null", NULL};
         *any != NULL; any++)
        check_error(*any, "input", "expected a JSON object");
    check_error("{\"do\":\"lens\",\"do\":\"ask\"}", "input", "not JSON");
    check_error("{}", "input", "\"do\": expected one of version");
    check_error("{\"do\":\"lense\"}", "input", " lens ");
    check_error("{\"do\":\"lens\"}", "input",
                "\"record\" is missing: expected a string");
    check_error("{\"do\":\"valid\"}", "input",
                "expected one of \"formula\" and \"text\"");
    check_error("{\"do\":\"valid\",\"formula\":\"p\",\"text\":\"q\"}", "input",
                "expected one of \"formula\" and \"text\"");
    check_error("{\"do\":\"lens\",\"record\":\"r-1\"}", "input",
                "'r-1' is not open");
    check_error("{\"do\":\"lens\",\"record\":7}", "input",
                "\"record\": expected a string");
    check_error("{\"do\":\"lens\",\"record\":\"r-1\",\"seat\":0}", "input",
                "\"seat\": expected a seat");
    check_error("{\"do\":\"lens\",\"record\":\"r-1\",\"sead\":1}", "input",
                "\"sead\": lens has no such member");
    check_error("{\"do\":\"version\",\"x\":1}", "input",
                "version has no such member, only: id steps");
    check_error("{\"do\":\"valid\",\"formula\":\"K[a\"}", "input", "expected");
    check_error(
        "{\"do\":\"match\",\"game\":\"hanabi\",\"seats\":\"cmd:x,info\"}",
        "input", "only agents play here");
    check_error("{\"do\":\"tournament\",\"game\":\"hanabi\","
                "\"seats\":\"cmd:x,info\"}",
                "input", "only agents play here");
    check_error("{\"do\":\"open\",\"text\":\"hello\"}", "input",
                "neither a record of doxa");
}

TEST(door_an_error_at_a_game_that_goes_on_is_an_error)
{
    dx_session *session = dx_session_new(NULL);
    free(answer(session, "{\"do\":\"sit\",\"game\":\"kemps\"}"));
    char *reply = answer(session, "{\"do\":\"ask\",\"record\":\"r-1\","
                                  "\"seat\":1,\"formula\":\"K[\"}");
    CHECK_THAT(strncmp(reply, "{\"error\":", 9) == 0, "%s", reply);
    free(reply);
    reply = answer(session, "{\"do\":\"replay\",\"record\":\"r-1\","
                            "\"from\":1}");
    CHECK_THAT(strstr(reply, "which is missing") != NULL, "%s", reply);
    free(reply);
    dx_session_free(session);
}

TEST(door_what_is_undecided_says_why)
{
    dx_session *session = dx_session_new(NULL);
    free(answer(session, "{\"do\":\"match\",\"game\":\"gofish\","
                         "\"seats\":\"random,random\"}"));
    static const char *const formula[] = {"count(2,a)", "has(2,a)"};
    for (size_t i = 0; i < 2; i++) {
        dx_text request = {0};
        dx_text_printf(&request,
                       "{\"do\":\"ask\",\"record\":\"r-1\",\"seat\":1,"
                       "\"turn\":4,\"steps\":1,\"assume\":\"lapse(random,"
                       "1/3)\",\"formula\":\"%s\"}",
                       formula[i]);
        char *reply = answer(session, dx_text_string(&request));
        CHECK_THAT(strstr(reply, "\"answer\":\"undecided\"") != NULL &&
                       strstr(reply, "\"why\":\"") != NULL,
                   "%s", reply);
        free(reply);
        dx_text_release(&request);
    }
    dx_session_free(session);
}

// Of one request: with few steps it says so, with many it answers as ever, and
// a session may hold it to fewer.
static void check_steps(const char *request)
{
    static const char over[] =
        "{\"error\":{\"code\":\"limit\",\"text\":\"more than 1 step\"}}";
    static const char match[] = "{\"do\":\"match\",\"game\":\"gofish\","
                                "\"seats\":\"random,random\",\"steps\":200}";
    dx_session *free_one = dx_session_new(NULL), *other = dx_session_new(NULL);
    int length = (int)strlen(request) - 1; // without the brace
    dx_text few = {0}, many = {0};
    dx_text_printf(&few, "%.*s,\"steps\":1}", length, request);
    dx_text_printf(&many, "%.*s,\"steps\":100000000}", length, request);
    free(answer(free_one, match));
    free(answer(other, match));
    char *reply = answer(other, dx_text_string(&few));
    CHECK_THAT(strcmp(reply, over) == 0, "%s: %s", request, reply);
    free(reply);
    reply = answer(other, dx_text_string(&many));
    char *unbound = answer(free_one, request);
    CHECK_THAT(strncmp(reply, "{\"ok\"", 5) == 0, "%s: %s", request, reply);
    CHECK_TEXT(reply, unbound);
    free(reply);
    free(unbound);
    dx_text_release(&few);
    dx_text_release(&many);
    dx_session_free(free_one);
    dx_session_free(other);
}

TEST(door_every_request_that_may_be_long_heeds_its_steps)
{
    static const char *const requests[] = {
        "{\"do\":\"match\",\"game\":\"hanabi\",\"seats\":\"info,info\"}",
        "{\"do\":\"sit\",\"game\":\"kemps\"}",
        "{\"do\":\"replay\",\"record\":\"r-1\"}",
        "{\"do\":\"line\",\"record\":\"r-1\",\"seat\":1,\"lens\":true}",
        "{\"do\":\"track\",\"record\":\"r-1\"}",
        "{\"do\":\"course\",\"record\":\"r-1\",\"playouts\":2}",
        "{\"do\":\"values\",\"record\":\"r-1\",\"turn\":2,\"seat\":1,"
        "\"playouts\":4}",
        "{\"do\":\"check\",\"text\":\"agents a, b\\nvars p, q: bool\\n"
        "valid K[a] p -> K[b] p\\nwhere C[a,b] q\"}",
        "{\"do\":\"draw\",\"text\":\"agents a, b\\nvars p, q: bool\\n"
        "valid p | ~p\"}",
        "{\"do\":\"valid\",\"formula\":\"C[a,b] p -> K[a] K[b] p\"}",
        "{\"do\":\"belief\",\"text\":\"plan goal implicit[m] g using f(x) for "
        "x in 1..40 within 4\"}",
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        check_steps(requests[i]);
}

TEST(door_the_steps_of_a_tournament_are_those_of_all_its_games)
{
    static const char request[] =
        "{\"do\":\"tournament\",\"game\":\"hanabi\",\"seats\":\"info,info\","
        "\"games\":40,\"threads\":%u,\"steps\":%u}";
    dx_session *session = dx_session_new(NULL);
    for (unsigned threads = 1; threads <= 2; threads++)
        for (unsigned steps = 1000; steps <= 10000; steps *= 10) {
            dx_text asked_for = {0};
            dx_text_printf(&asked_for, request, threads, steps);
            char *reply = answer(session, dx_text_string(&asked_for));
            CHECK_THAT((strstr(reply, "more than 1000 steps") != NULL) ==
                           (steps == 1000),
                       "%s: %s", dx_text_string(&asked_for), reply);
            free(reply);
            dx_text_release(&asked_for);
        }
    dx_session_free(session);
}

TEST(door_a_session_holds_every_request_to_its_steps)
{
    dx_session *session = dx_session_new(&(dx_session_limits){.steps_max = 10});
    char *reply = answer(session, "{\"do\":\"match\",\"game\":\"hanabi\","
                                  "\"seats\":\"info,info\",\"steps\":9999}");
    CHECK_TEXT(reply, "{\"error\":{\"code\":\"limit\","
                      "\"text\":\"more than 10 steps\"}}");
    free(reply);
    dx_session_free(session);
}

TEST(door_errors_point_into_the_text)
{
    dx_session *session = dx_session_new(NULL);
    char *reply = answer(session, "{\"do\":\"valid\",\"id\":[1,\"x\"],"
                                  "\"formula\":\"p & (q\"}");
    CHECK_THAT(strncmp(reply,
                       "{\"id\":[1,\"x\"],\"error\":{\"code\":\"input\",",
                       38) == 0,
               "%s", reply);
    CHECK(strstr(reply, "\"line\":1,\"column\":7") != NULL);
    dx_free(reply);
    reply =
        answer(session, "{\"do\":\"check\",\"text\":\"agents a\\nvar p q\"}");
    CHECK_THAT(strstr(reply, "\"errors\":[{\"code\":\"input\"") != NULL, "%s",
               reply);
    dx_free(reply);
    // A text from outside includes nothing, whatever it is called.
    reply = answer(session, "{\"do\":\"check\",\"file\":\"/etc/x.dx\","
                            "\"text\":\"include \\\"/etc/passwd\\\"\"}");
    CHECK_THAT(strstr(reply, "\"errors\":[{") != NULL, "%s", reply);
    CHECK(strstr(reply, "root") == NULL);
    dx_free(reply);
    dx_session_free(session);
}

// Requests about a moment, of one kind after another.
static void draw_request(dx_random *random, char *out, size_t bytes)
{
    static const char *const kinds[] = {"lens",  "ask",    "ask", "changed",
                                        "model", "replay", "why", "complete"};
    static const char *const formulas[] = {
        "K[1] playable(1,1)", "P[2](playable(2,1))", "score", "playable(1,",
        "Kw[1] playable(1,2)"};
    unsigned kind = (unsigned)dx_random_below(random, 8);
    unsigned seat = (unsigned)dx_random_below(random, 3);
    int at =
        snprintf(out, bytes, "{\"do\":\"%s\",\"record\":\"r-1\",\"turn\":%u",
                 kinds[kind], (unsigned)dx_random_below(random, 8));
    if (seat > 0)
        at += snprintf(out + at, bytes - (size_t)at, ",\"seat\":%u", seat);
    if (kind == 1 || kind == 2 || kind == 7)
        at += snprintf(out + at, bytes - (size_t)at, ",\"formula\":\"%s\"",
                       formulas[dx_random_below(random, 5)]);
    if (kind == 0 && dx_random_below(random, 2) == 0)
        at += snprintf(out + at, bytes - (size_t)at,
                       ",\"worlds\":3,\"draw\":1,\"small\":true");
    if (dx_random_below(random, 6) == 0 && kind != 3 && kind != 6)
        at += snprintf(out + at, bytes - (size_t)at,
                       ",\"from\":1,\"line\":[\"play 1\"]");
    snprintf(out + at, bytes - (size_t)at, "}");
}

TEST(door_sessions_answer_the_same_bytes_warm_and_cold)
{
    dx_session *warm = dx_session_new(NULL);
    dx_random random = dx_random_named(30, 1, 1);
    open_record(warm, "hanabi-small");
    for (int i = 0; i < SAMPLE(60, 600); i++) {
        char request[400];
        dx_session *cold = dx_session_new(NULL);
        open_record(cold, "hanabi-small");
        draw_request(&random, request, sizeof request);
        CHECKING("request %d: %s", i, request);
        char *one = answer(warm, request), *other = answer(cold, request);
        CHECK_TEXT(one, other);
        dx_free(one);
        dx_free(other);
        dx_session_free(cold);
    }
    dx_session_free(warm);
}

TEST(door_asks_many_formulas_as_it_asks_each)
{
    dx_session *session = dx_session_new(NULL);
    open_record(session, "hanabi-small");
    char *both =
        answer(session, "{\"do\":\"ask\",\"record\":\"r-1\",\"seat\":1,"
                        "\"formulas\":[\"playable(1,1)\",\"K[9] x\"]}");
    char *one = answer(session, "{\"do\":\"ask\",\"record\":\"r-1\",\"seat\":1,"
                                "\"formula\":\"playable(1,1)\"}");
    // {"ok":{"answers":[A,{"error":..}]}} and {"ok":A}
    one[strlen(one) - 1] = '\0';
    CHECK_THAT(strstr(both, one + strlen("{\"ok\":")) != NULL, "%s", both);
    CHECK(strstr(both, ",{\"error\":{\"code\":\"input\"") != NULL);
    char *which =
        answer(session, "{\"do\":\"ask\",\"record\":\"r-1\",\"seat\":1,"
                        "\"formula\":\"score\",\"formulas\":[\"score\"]}");
    CHECK_THAT(strstr(which, "expected one of") != NULL, "%s", which);
    dx_free(which);
    dx_free(one);
    dx_free(both);
    dx_session_free(session);
}

TEST(door_matches_are_kept_as_records_that_can_be_asked)
{
    dx_session *session = dx_session_new(NULL);
    json_t *match = asked(session, "{\"do\":\"match\",\"game\":\"hanabi\","
                                   "\"seats\":\"info,info,info\",\"seed\":4}");
    const json_t *ok = json_object_get(match, "ok");
    CHECK_TEXT(json_string_value(json_object_get(ok, "record")), "r-1");
    CHECK_TEXT(json_string_value(json_object_get(ok, "how")), "over");
    json_t *lines = asked(session, "{\"do\":\"export\",\"record\":\"r-1\"}");
    json_t *again =
        json_pack("{s:s,s:O}", "do", "open", "text",
                  json_object_get(json_object_get(lines, "ok"), "data"));
    char *request = json_dumps(again, 0);
    json_t *opened = asked(session, request);
    CHECK_EQ(json_integer_value(
                 json_object_get(json_object_get(opened, "ok"), "turns")),
             json_integer_value(json_object_get(ok, "turns")));
    json_t *closed = asked(session, "{\"do\":\"close\",\"record\":\"r-1\"}");
    CHECK(
        json_is_true(json_object_get(json_object_get(closed, "ok"), "closed")));
    json_t *gone = asked(session, "{\"do\":\"replay\",\"record\":\"r-1\"}");
    CHECK(json_is_object(json_object_get(gone, "error")));
    free(request);
    json_decref(gone);
    json_decref(closed);
    json_decref(opened);
    json_decref(again);
    json_decref(lines);
    json_decref(match);
    dx_session_free(session);
}

static const void
    *volatile sight[5]; // what is abandoned stays lost, but in sight

static dx_status panic(dx_call *call, dx_text *out, dx_error *error)
{
    dx_warm *warm;
    const dx_opened *opened = dx_session_record(call->session, "r-1", error);
    CHECK_EQ(dx_session_glass(call, opened, 0, 3, &warm, error), DX_OK);
    dx_text_add(out, "{\"half\":");
    const void *lost[5] = {warm, warm->glass, warm->eyes, warm->key, out->at};
    for (int i = 0; i < 5; i++)
        sight[i] = lost[i];
    DX_REQUIRE(opened == NULL, "a record that is not open");
    return DX_OK;
}

TEST(door_loses_a_request_that_panics_and_not_the_session)
{
    static const dx_request bad = {"panic", .members = "", .required = "",
                                   .answers = "any", .answer = panic};
    dx_session *session = dx_session_new(NULL);
    json_t *none = json_object();
    dx_text out = {0};
    const char *type;
    open_record(session, "hanabi-small");
    CHECK(dx_session_do(session, &bad, none, &out, &type) != DX_OK);
    CHECK_THAT(
        strncmp(dx_text_string(&out), "{\"error\":{\"code\":\"lost\"", 23) == 0,
        "%s", dx_text_string(&out));
    char *reply = answer(session, "{\"do\":\"lens\",\"record\":\"r-1\","
                                  "\"seat\":1}");
    CHECK_THAT(strncmp(reply, "{\"ok\":", 6) == 0, "%s", reply);
    dx_free(reply);
    dx_text_release(&out);
    json_decref(none);
    dx_session_free(session);
}

typedef struct stopping {
    dx_session *session;
    atomic_bool done;
} stopping;

static void *keep_stopping(void *data)
{
    stopping *s = data;
    while (!atomic_load(&s->done))
        dx_session_stop(s->session);
    return NULL;
}

TEST(door_requests_are_stopped_from_another_thread)
{
    stopping s = {.session = dx_session_new(NULL)};
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, keep_stopping, &s), 0);
    json_t *reply =
        asked(s.session, "{\"do\":\"tournament\",\"game\":\"hanabi\","
                         "\"seats\":\"info,info,info\",\"games\":1000000}");
    atomic_store(&s.done, true);
    pthread_join(thread, NULL);
    CHECK_TEXT(json_string_value(
                   json_object_get(json_object_get(reply, "error"), "code")),
               "cancelled");
    json_decref(reply);
    dx_session_free(s.session);
}

// Stops its own session the first time that it moves; its moves are hints.
static int stop_once(void *context, uint64_t memory DX_UNUSED,
                     const dx_view *view DX_UNUSED, unsigned count,
                     uint64_t luck DX_UNUSED)
{
    stopping *s = context;
    if (!atomic_exchange(&s->done, true))
        dx_session_stop(s->session);
    return (int)count - 1;
}

TEST(door_a_table_that_was_stopped_while_others_moved_goes_on)
{
    stopping s = {.session = dx_session_new(NULL)};
    const dx_host stops = {.name = "stops", .context = &s, .choose = stop_once};
    CHECK_EQ(dx_session_host(s.session, &stops, NULL), DX_OK);
    json_t *reply = asked(s.session, "{\"do\":\"sit\",\"game\":"
                                     "\"hanabi(players=3)\","
                                     "\"seats\":\"you,stops,stops\"}");
    CHECK(json_is_object(json_object_get(reply, "ok")));
    json_decref(reply);
    reply = asked(s.session, "{\"do\":\"move\",\"record\":\"r-1\","
                             "\"move\":\"play 2\"}");
    CHECK_TEXT(json_string_value(
                   json_object_get(json_object_get(reply, "error"), "code")),
               "cancelled");
    json_decref(reply);
    reply = asked(s.session, "{\"do\":\"look\",\"record\":\"r-1\"}");
    CHECK(json_is_true(
        json_object_get(json_object_get(reply, "ok"), "your_turn")));
    json_decref(reply);
    reply = asked(s.session, "{\"do\":\"move\",\"record\":\"r-1\","
                             "\"move\":\"play 1\"}");
    CHECK(json_is_object(json_object_get(reply, "ok")));
    json_decref(reply);
    dx_session_free(s.session);
}

TEST(door_a_table_that_was_stopped_as_one_sat_down_is_none)
{
    static const char sit[] = "{\"do\":\"sit\",\"game\":\"hanabi(players=3)\","
                              "\"seats\":\"stops,you,stops\"}";
    stopping s = {.session = dx_session_new(NULL)};
    const dx_host stops = {.name = "stops", .context = &s, .choose = stop_once};
    CHECK_EQ(dx_session_host(s.session, &stops, NULL), DX_OK);
    json_t *reply = asked(s.session, sit);
    CHECK_TEXT(json_string_value(
                   json_object_get(json_object_get(reply, "error"), "code")),
               "cancelled");
    json_decref(reply);
    reply = asked(s.session, "{\"do\":\"look\",\"record\":\"r-1\"}");
    CHECK(json_is_object(json_object_get(reply, "error")));
    json_decref(reply);
    reply = asked(s.session, sit);
    CHECK(json_is_true(
        json_object_get(json_object_get(reply, "ok"), "your_turn")));
    json_decref(reply);
    dx_session_free(s.session);
}

// What a request about a text answers.
static json_t *checked(dx_session *session, json_t *request)
{
    char *line = json_dumps(request, 0);
    json_t *reply = asked(session, line);
    CHECK_THAT(json_is_object(json_object_get(reply, "ok")), "%s", line);
    free(line);
    json_decref(request);
    return reply;
}

// Its questions once more, of the model without them, at the same lines: what
// stands before the first is kept, and is blank afterwards.  False if the text
// declares something behind its first question.
static bool check_kept(dx_session *session, char *text)
{
    json_t *whole =
        checked(session, json_pack("{s:s,s:s}", "do", "check", "text", text));
    const json_t *queries =
        json_object_get(json_object_get(whole, "ok"), "queries");
    long long first =
        json_integer_value(json_object_get(json_array_get(queries, 0), "line"));
    char *at = text;
    for (long long line = 1; line < first; line++)
        at = strchr(at, '\n') + 1;
    json_t *kept =
        checked(session, json_pack("{s:s,s:s#,s:b}", "do", "check", "text",
                                   text, (int)(at - text), "keep", 1));
    memset(text, ' ', (size_t)(at - text));
    for (long long line = 1; line < first; line++)
        text[line - 1] = '\n';
    const char *handle =
        json_string_value(json_object_get(json_object_get(kept, "ok"), "kept"));
    json_t *more = checked(session, json_pack("{s:s,s:s,s:s}", "do", "check",
                                              "model", handle, "text", text));
    const json_t *ok = json_object_get(more, "ok");
    bool only_asks = json_array_size(json_object_get(ok, "errors")) == 0;
    CHECK(!only_asks || json_equal(json_object_get(ok, "queries"), queries));
    json_decref(checked(
        session, json_pack("{s:s,s:s}", "do", "close", "record", handle)));
    json_decref(more);
    json_decref(kept);
    json_decref(whole);
    return only_asks;
}

TEST(door_a_model_that_is_kept_answers_as_one_that_is_read)
{
    dx_session *session = dx_session_new(NULL);
    glob_t files;
    unsigned compared = 0;
    CHECK_EQ(glob(dx_test_path("../examples/logic/*.dx"), 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        dx_text text;
        CHECKING("%s", files.gl_pathv[i]);
        CHECK_EQ(dx_text_read_file(files.gl_pathv[i], 1 << 20, &text, NULL),
                 DX_OK);
        dx_text_string(&text);
        compared += check_kept(session, text.at);
        dx_text_release(&text);
    }
    CHECK(compared >= 8);
    globfree(&files);
    dx_session_free(session);
}

TEST(door_what_is_wrong_with_a_kept_model_is_said_and_it_stays)
{
    dx_session *session = dx_session_new(NULL);
    static const char *const lines[][2] = {
        {"{\"do\":\"check\",\"keep\":true,\"text\":\"agents a\\nvars p: bool"
         "\\nlet q = ~p\"}",
         "\"kept\":\"m-1\""},
        {"{\"do\":\"check\",\"model\":\"m-1\",\"text\":\"valid (p\"}",
         "\"queries\":[],\"steps\":[],\"errors\":[{\"code\":\"input\""},
        {"{\"do\":\"check\",\"model\":\"m-1\",\"text\":\"vars r: bool\"}",
         "\"errors\":[{"},
        {"{\"do\":\"check\",\"model\":\"m-1\",\"text\":\"valid p | q\"}",
         "\"answer\":true"},
        {"{\"do\":\"lens\",\"record\":\"m-1\"}", "is a model, and no record"},
        {"{\"do\":\"close\",\"record\":\"m-1\"}", "true"},
        {"{\"do\":\"check\",\"model\":\"m-1\",\"text\":\"valid p\"}",
         "is not open"}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char *reply = answer(session, lines[i][0]);
        CHECK_THAT(strstr(reply, lines[i][1]) != NULL, "%s", reply);
        dx_free(reply);
    }
    dx_session_free(session);
}

TEST(door_a_text_has_two_hundred_questions_at_most)
{
    dx_session *session = dx_session_new(NULL);
    dx_text request = {0};
    dx_text_add(&request,
                "{\"do\":\"check\",\"text\":\"agents a\\nvars p: bool");
    for (unsigned i = 0; i < 201; i++)
        dx_text_add(&request, "\\nvalid p");
    dx_text_add(&request, "\"}");
    json_t *reply = asked(session, dx_text_string(&request));
    const json_t *ok = json_object_get(reply, "ok");
    const json_t *error = json_array_get(json_object_get(ok, "errors"), 0);
    CHECK_EQ(json_array_size(json_object_get(ok, "queries")), 200);
    CHECK_TEXT(json_string_value(json_object_get(error, "code")), "limit");
    CHECK_EQ(json_integer_value(json_object_get(error, "line")), 203);
    json_decref(reply);
    dx_text_release(&request);
    dx_session_free(session);
}

TEST(door_keeps_no_more_bytes_open_than_it_may)
{
    dx_session *session =
        dx_session_new(&(dx_session_limits){.bytes_max = 100});
    json_t *reply = asked(session, "{\"do\":\"match\",\"game\":\"hanabi\","
                                   "\"seats\":\"random,random\"}");
    CHECK_TEXT(json_string_value(
                   json_object_get(json_object_get(reply, "error"), "code")),
               "limit");
    json_decref(reply);
    dx_session_free(session);
}

TEST(door_keeps_as_many_lenses_as_it_may_and_no_more)
{
    dx_session *session = dx_session_new(NULL);
    char *first = NULL;
    open_record(session, "hanabi-small");
    for (int i = 0; i <= DX_GLASSES_MAX + 3; i++) {
        char request[200];
        snprintf(request, sizeof request,
                 "{\"do\":\"lens\",\"record\":\"r-1\",\"seat\":1,\"limit\":%d}",
                 1000 + i % (DX_GLASSES_MAX + 2));
        char *reply = answer(session, request);
        if (first == NULL)
            first = reply;
        else
            CHECK_TEXT(reply, first);
        if (reply != first)
            dx_free(reply);
    }
    dx_free(first);
    dx_session_free(session);
}

// ---- the same bytes over HTTP ----

static json_t *bring(dx_house *house)
{
    dx_text record;
    int code;
    CHECK_EQ(dx_text_read_file(
                 dx_test_path("../examples/records/hanabi-small.jsonl"),
                 1 << 20, &record, NULL),
             DX_OK);
    json_t *brought = dx_house_web(house, "/api/records", NULL,
                                   dx_text_string(&record), &code);
    CHECK_EQ(code, 200);
    dx_text_release(&record);
    return brought;
}

// The record under the handle by which HTTP has it, with the names that the
// server gives to agents.
static void open_as(dx_session *session, const char *id)
{
    dx_text text;
    dx_opened opened = {.record = NULL};
    CHECK_EQ(dx_text_read_file(
                 dx_test_path("../examples/records/hanabi-small.jsonl"),
                 1 << 20, &text, NULL),
             DX_OK);
    CHECK_EQ(
        dx_record_read(dx_games(), text.at, text.length, &opened.record, NULL),
        DX_OK);
    for (unsigned i = 0; i < 2; i++)
        opened.name[i] = dx_copy_text(dx_given_name(i));
    CHECK(dx_session_put(session, id, &opened, 0) != NULL);
    dx_text_release(&text);
}

TEST(door_answers_are_the_same_over_http)
{
    dx_house house;
    dx_random random = dx_random_named(30, 2, 2);
    dx_session *session = dx_session_new(NULL);
    dx_house_open(&house, NULL);
    json_t *brought = bring(&house);
    const char *id = json_string_value(json_object_get(brought, "id"));
    open_as(session, id);
    for (int i = 0; i < SAMPLE(60, 500); i++) {
        char line[400], path[40];
        int code;
        draw_request(&random, line, sizeof line);
        json_t *in = json_loads(line, 0, NULL);
        char *name = dx_copy_text(json_string_value(json_object_get(in, "do")));
        json_object_set(in, "record", json_object_get(brought, "id"));
        char *request = json_dumps(in, 0);
        json_t *here = asked(session, request);
        json_object_del(in, "do");
        char *body = json_dumps(in, 0);
        // Turns are asked for with GET; a line of one's own is a route.
        bool is_replay = strcmp(name, "replay") == 0;
        snprintf(path, sizeof path, "/api/%s", is_replay ? "line" : name);
        json_t *there = dx_house_web(&house, path, NULL, body, &code);
        CHECKING("%s", request);
        const json_t *ok = json_object_get(here, "ok");
        char *one = json_dumps(ok != NULL ? ok : here, 0);
        char *other = json_dumps(there, 0);
        CHECK_TEXT(one, other);
        free(one);
        free(other);
        free(body);
        free(request);
        dx_free(name);
        json_decref(there);
        json_decref(here);
        json_decref(in);
    }
    json_decref(brought);
    dx_house_close(&house);
    dx_session_free(session);
}

// What one question for a plan has looked at, the next cannot.
TEST(the_questions_of_one_belief_base_share_what_a_request_may_look_at)
{
    dx_session *session =
        dx_session_new(&(dx_session_limits){.steps_max = DX_STEPS_MAX});
    json_t *reply =
        asked(session,
              "{\"do\":\"belief\",\"text\":\""
              "plan goal implicit[m] g using f(x) for x in 1..8 within 4\\n"
              "plan goal implicit[m] g using f(x) for x in 1..40 within 40\\n"
              "plan goal implicit[m] g using f(x) for x in 1..40 within 40\"}");
    json_t *queries = json_object_get(json_object_get(reply, "ok"), "queries");
    CHECK(json_is_false(json_object_get(json_array_get(queries, 0), "answer")));
    CHECK_TEXT(json_string_value(
                   json_object_get(json_array_get(queries, 2), "reason")),
               "no plan among 1 base, and there are more");
    json_decref(reply);
    dx_session_free(session);
}
