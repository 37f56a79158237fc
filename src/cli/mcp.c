// doxa mcp: the door for language models, in the Model Context Protocol over
// standard input and output: one JSON-RPC message a line.
//
// Its tools are requests of the door (door/requests.h) under names that a
// model understands, with the members that it may set; at a table the seat is
// the one that it sits at and no other, so that it has a view and no more.
// What a model can mend (a move that is not legal, a formula that makes no
// sense) comes back as a result that says what was expected.

#include "cli/commands.h"
#include "cli/pattern.h"
#include "cli/seed.h"
#include "door/call.h"
#include "door/door.h"
#include "door/fields.h"

#include "base/members.h"
#include "base/memory.h"
#include "base/vector.h"
#include "base/version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_MAX = 1 << 20 };

// The versions of the protocol that are spoken, newest first.
static const char *const spoken[] = {"2025-06-18", "2025-03-26", "2024-11-05"};

typedef struct tool {
    const char *name, *request;
    const char *members; // that may be set
    const char *required;
    bool has_seat;  // it is asked of the seat where the model sits
    bool is_answer; // it tells what a player has to find out
    const char *help;
} tool;

static const tool tools[] = {
    {"games", "games", "game", "", false, false,
     "List the games that can be played, or describe one: its parameters, "
     "facts and moves."},
    {"rules", "rules", "game", "game", false, false,
     "How a game is played: its aim, moves, scores and how partners talk."},
    {"new_game", "sit", "game seat", "game", false, false,
     "Sit down at a new game (for instance 'kemps' or 'hanabi(players=3)') "
     "with agents at the other seats. Answers the table's handle `record`, "
     "your view, and the moves that are legal if it is your turn."},
    {"look", "look", "record turn", "record", true, false,
     "What you see at the table: position, the events since `turn` in "
     "sentences, legal moves, scores."},
    {"move", "move", "record move", "record move", true, false,
     "Make one of the legal moves, as it is written in the list of them. The "
     "others then play until it is your turn again."},
    {"position", "position", "record turn", "record", true, true,
     "What you see at the table, in sentences."},
    {"ask", "ask", "record turn assume formula", "record formula", true, true,
     "Ask whether you can know something at the table, how likely it is, or "
     "what it is: a formula, as 'K[1] playable(1,2)' from seat 1, or a "
     "sentence."},
    {"lens", "lens", "record turn path assume", "record", true, true,
     "All that you can know of the hidden cards, place by place; with `path` "
     "what you can know that another seat knows."},
    {"complete", "complete", "record formula", "record formula", true, true,
     "What may come next in a formula that you are writing."},
    {"check", "check", "text after", "text", false, true,
     "Answer the questions of a model text in doxa's .dx format, as 'agents a, "
     "b  vars p: bool  sees a: p  actual p  true K[a] p  valid p -> M[b] p'."},
    {"valid", "valid", "formula logic given satisfiable", "formula", false,
     true,
     "Is a formula true in every model of a logic, as 'K[a] p -> p'? Or a "
     "countermodel."},
};
enum { TOOLS = sizeof tools / sizeof *tools };

typedef struct place {
    char record[DX_HANDLE];
    json_int_t seat;
} place;

typedef struct mcp {
    dx_session *session;
    bool is_blind;
    uint64_t seed; // of the next game
    DX_VECTOR(place) places;
} mcp;

static bool is_offered(const mcp *m, const tool *t)
{
    return !(m->is_blind && t->is_answer);
}

static const tool *find_tool(const mcp *m, const char *name)
{
    for (size_t i = 0; i < TOOLS && name != NULL; i++)
        if (strcmp(tools[i].name, name) == 0 && is_offered(m, &tools[i]))
            return &tools[i];
    return NULL;
}

// ---- what there is ----

static void list_tools(const mcp *m, dx_text *out)
{
    dx_put_open(out, NULL, '{');
    dx_put_open(out, "tools", '[');
    for (const tool *t = tools; t < tools + TOOLS; t++) {
        if (!is_offered(m, t))
            continue;
        dx_put_open(out, NULL, '{');
        dx_put_text(out, "name", t->name);
        dx_put_text(out, "description", t->help);
        dx_text_add(out, ",\"inputSchema\":{\"type\":\"object\","
                         "\"properties\":{");
        dx_put_fields(out, t->members);
        dx_text_add(out, "},\"required\":[");
        dx_put_words(out, t->required);
        dx_text_add(out, "],\"additionalProperties\":false}}");
    }
    dx_text_add(out, "]}");
}

static void introduce(const mcp *m, const json_t *params, dx_text *out)
{
    const char *wanted =
        json_string_value(json_object_get(params, "protocolVersion"));
    const char *version = spoken[0];
    for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++)
        if (wanted != NULL && strcmp(wanted, spoken[i]) == 0)
            version = spoken[i];
    dx_text_printf(out,
                   "{\"protocolVersion\":\"%s\",\"capabilities\":{\"tools\":"
                   "{\"listChanged\":false}},\"serverInfo\":{\"name\":\"doxa\","
                   "\"version\":\"%s\"},\"instructions\":",
                   version, dx_version());
    dx_text_add_json(
        out, m->is_blind
                 ? "Games of hidden cards. new_game sits you down; look shows "
                   "what you see; move makes a move."
                 : "Games of hidden cards. new_game sits you down; look shows "
                   "what you see; move makes a move; ask and lens say exactly "
                   "what you can know. check and valid answer questions of "
                   "epistemic logic.");
    dx_text_add_char(out, '}');
}

// ---- calling one ----

static place *find_place(mcp *m, const json_t *in)
{
    const char *record = json_string_value(json_object_get(in, "record"));
    for (size_t i = 0; i < m->places.count && record != NULL; i++)
        if (strcmp(m->places.at[i].record, record) == 0)
            return &m->places.at[i];
    return NULL;
}

// Members that the tool does not have are refused here: the request may have
// them, and they are not the model's to set.
static dx_status check_members(const tool *t, const json_t *in, dx_error *error)
{
    const char *name;
    json_t *value;
    if (!json_is_object(in))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "\"arguments\": expected an object");
    json_object_foreach ((json_t *)(uintptr_t)in, name, value)
        if (!dx_word_is_in(name, t->members))
            return dx_fail(error, DX_ERR_INPUT, 0, 0,
                           "\"%.40s\": %s takes only: %s", name, t->name,
                           t->members);
    return DX_OK;
}

// Where the model sits now, of what sitting down answered.
static void remember(mcp *m, const dx_text *payload)
{
    json_t *said = json_loadb(payload->at, payload->length, 0, NULL);
    place new = {.seat = json_integer_value(json_object_get(said, "seat"))};
    const char *record = json_string_value(json_object_get(said, "record"));
    if (record != NULL) {
        snprintf(new.record, sizeof new.record, "%s", record);
        dx_vector_push(&m->places, new);
    }
    json_decref(said);
}

// Runs a tool: what it answers, or as the door has it what is wrong.
static bool run_tool(mcp *m, const tool *t, json_t *in, dx_text *out)
{
    const char *type = NULL;
    bool sits = strcmp(t->request, "sit") == 0;
    dx_error error;
    const place *at = t->has_seat ? find_place(m, in) : NULL;
    dx_status status = check_members(t, in, &error);
    if (status == DX_OK && t->has_seat && at == NULL)
        status = dx_fail(&error, DX_ERR_INPUT, 0, 0,
                         "\"record\": expected the handle of a table that "
                         "new_game answered");
    if (status != DX_OK) {
        dx_text_add_char(out, '{');
        dx_tell_failure(status, &error, NULL, out);
        return false;
    }
    const dx_request *request = dx_request_find(t->request);
    if (t->has_seat)
        json_object_set_new(in, "seat", json_integer(at->seat));
    if (t->has_seat && dx_word_is_in("you", request->members))
        json_object_set_new(in, "you", json_integer(at->seat));
    if (sits)
        json_object_set_new(in, "seed",
                            json_integer((json_int_t)(m->seed++ & INT64_MAX)));
    if (dx_session_do(m->session, request, in, out, &type) != DX_OK)
        return false;
    if (sits)
        remember(m, out);
    return true;
}

static const char *text_of(const json_t *object, const char *member)
{
    const char *text = json_string_value(json_object_get(object, member));
    return text != NULL ? text : "";
}

// Who sits where: sentences call players by their names, moves by their seats.
static void read_seats(const json_t *told, dx_text *out)
{
    const json_t *names =
        json_object_get(json_object_get(told, "replay"), "names");
    size_t own = (size_t)json_integer_value(json_object_get(told, "seat")) - 1;
    const json_t *name;
    size_t i;
    dx_text_printf(out, "\nTable %s, you are seat %zu", text_of(told, "record"),
                   own + 1);
    json_array_foreach (names, i, name)
        if (i != own)
            dx_text_printf(out, ", %s is %zu", json_string_value(name), i + 1);
    dx_text_add(out, ". ");
}

// How a game ended: its scores, seat by seat, and who has won it.
static void read_end(const json_t *told, const json_t *step, dx_text *out)
{
    const char *how = text_of(told, "how");
    bool is_whole = strcmp(how, "over") == 0;
    const json_t *seat;
    size_t i;
    dx_text_printf(out, "It is not your turn: the game is over. %s%sScores:",
                   is_whole ? "" : how, is_whole ? "" : ". ");
    json_array_foreach (json_object_get(step, "scores"), i, seat)
        dx_text_printf(out, "%s %lld", i > 0 ? "," : "",
                       json_integer_value(seat));
    dx_text_add(out, ". Won:");
    json_array_foreach (json_object_get(told, "won"), i, seat)
        dx_text_printf(out, "%s seat %lld", i > 0 ? "," : "",
                       json_integer_value(seat));
    dx_text_add(out, i > 0 ? "." : " nobody.");
}

// Very many moves by what may stand in them; false, and nothing said, if they
// are few or cannot be told so.
static bool read_patterns(const mcp *m, const json_t *told, dx_text *out)
{
    dx_event moves[DX_MOVES_MAX];
    dx_error error;
    unsigned seat = (unsigned)json_integer_value(json_object_get(told, "seat"));
    const dx_record *record =
        dx_session_record(m->session, text_of(told, "record"), &error)->record;
    dx_eyes *eyes = dx_eyes_new(&record->rules, seat - 1);
    for (unsigned i = 0; i < record->count; i++)
        dx_eyes_see(eyes, record->events[i]);
    const dx_view *view = dx_eyes_view(eyes);
    unsigned count = dx_view_moves(view, moves);
    bool is_said =
        count > DX_MOVES_SHOWN && dx_patterns_say(view, moves, count, out);
    dx_eyes_free(eyes);
    return is_said;
}

// A table in sentences: what has happened, how it stands, what can be done.
static void read_table(const mcp *m, const json_t *told, dx_text *out)
{
    const json_t *steps =
                     json_object_get(json_object_get(told, "replay"), "steps"),
                 *step = NULL, *event, *move;
    size_t i, k;
    json_array_foreach (steps, i, step) {
        json_array_foreach (json_object_get(step, "events"), k, event)
            dx_text_printf(out, "%s\n", text_of(event, "words"));
    }
    step = json_array_get(steps, json_array_size(steps) - 1);
    dx_text_printf(out, "\n%s", text_of(step, "table"));
    read_seats(told, out);
    if (!json_is_true(json_object_get(told, "your_turn"))) {
        read_end(told, step, out);
        return;
    }
    dx_text_add(out, "It is your turn. Legal moves:");
    dx_text patterns = {0};
    if (read_patterns(m, told, &patterns)) {
        dx_text_printf(out, " %s", dx_text_string(&patterns));
        dx_text_release(&patterns);
        return;
    }
    json_array_foreach (json_object_get(step, "legal"), i, move)
        dx_text_printf(out, "%s %s", i > 0 ? ";" : "", json_string_value(move));
}

static void call_tool(mcp *m, const tool *t, const json_t *params, dx_text *out)
{
    const json_t *given = json_object_get(params, "arguments");
    json_t *in = given != NULL ? json_deep_copy(given) : json_object();
    dx_text said = {0};
    bool is_fine = run_tool(m, t, in, &said);
    // A message is one line, and no string of JSON has a line break in it.
    for (size_t i = 0; i < said.length && is_fine; i++)
        said.at[i] = said.at[i] == '\n' ? ' ' : said.at[i];
    json_t *told =
        is_fine ? json_loadb(said.at, said.length, 0, NULL) : json_null();
    is_fine = is_fine && json_object_get(told, "error") == NULL &&
              json_array_size(json_object_get(told, "errors")) == 0;
    dx_text words = {0};
    if (is_fine && json_object_get(told, "replay") != NULL)
        read_table(m, told, &words);
    else if (is_fine && strcmp(t->name, "position") == 0)
        dx_text_add(&words, text_of(told, "text"));
    dx_text_add(out, "{\"content\":[{\"type\":\"text\",\"text\":");
    dx_text_add_json(out, dx_text_string(words.length > 0 ? &words : &said));
    dx_text_add(out, "}]");
    if (is_fine)
        dx_text_printf(out, ",\"structuredContent\":%s", dx_text_string(&said));
    dx_text_printf(out, ",\"isError\":%s}", is_fine ? "false" : "true");
    dx_text_release(&words);
    dx_text_release(&said);
    json_decref(told);
    json_decref(in);
}

// ---- messages ----

static void add_head(const json_t *id, dx_text *out)
{
    char *text =
        id != NULL ? json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    dx_text_printf(out, "{\"jsonrpc\":\"2.0\",\"id\":%s,",
                   text != NULL ? text : "null");
    free(text);
}

static void refuse(const json_t *id, int code, const char *message,
                   dx_text *out)
{
    add_head(id, out);
    dx_text_printf(out, "\"error\":{\"code\":%d,\"message\":", code);
    dx_text_add_json(out, message);
    dx_text_add(out, "}}");
}

// One request with an id: its result, or why there is none.
static void answer(mcp *m, const json_t *message, const json_t *id,
                   dx_text *out)
{
    const char *method = json_string_value(json_object_get(message, "method"));
    const json_t *params = json_object_get(message, "params");
    const tool *t =
        find_tool(m, json_string_value(json_object_get(params, "name")));
    dx_text result = {0};
    if (method == NULL) {
        refuse(id, -32600, "\"method\": expected the name of a method", out);
        return;
    }
    if (strcmp(method, "initialize") == 0)
        introduce(m, params, &result);
    else if (strcmp(method, "ping") == 0)
        dx_text_add(&result, "{}");
    else if (strcmp(method, "tools/list") == 0)
        list_tools(m, &result);
    else if (strcmp(method, "tools/call") == 0 && t != NULL)
        call_tool(m, t, params, &result);
    if (result.length > 0) {
        add_head(id, out);
        dx_text_printf(out, "\"result\":%s}", dx_text_string(&result));
    } else if (strcmp(method, "tools/call") == 0) {
        refuse(id, -32602, "\"name\": no such tool; tools/list has them", out);
    } else {
        refuse(id, -32601,
               "no such method; there are initialize, ping, tools/list and "
               "tools/call",
               out);
    }
    dx_text_release(&result);
}

// One line; what is a notification or an answer to nothing is passed over.
static void hear(mcp *m, const char *line, size_t length, dx_text *out)
{
    dx_error wrong;
    json_t *message = dx_read_object(line, length, &wrong);
    const json_t *id = json_object_get(message, "id");
    if (message == NULL) {
        dx_text why = {0};
        if (wrong.column > 0)
            dx_text_printf(&why, "column %u: ", wrong.column);
        dx_text_add(&why, wrong.message);
        refuse(NULL, wrong.column > 0 ? -32700 : -32600, dx_text_string(&why),
               out);
        dx_text_release(&why);
    } else if (id != NULL && !json_is_string(id) && !json_is_integer(id)) {
        refuse(NULL, -32600, "\"id\": expected a string or a whole number",
               out);
    } else if (id != NULL && (json_object_get(message, "method") != NULL ||
                              (json_object_get(message, "result") == NULL &&
                               json_object_get(message, "error") == NULL))) {
        answer(m, message, id, out);
    }
    json_decref(message);
}

static int serve(mcp *m)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    dx_text out = {0};
    while ((length = getline(&line, &room, stdin)) >= 0) {
        dx_text_clear(&out);
        if (length > MESSAGE_MAX)
            refuse(NULL, -32600, "the line is longer than a million bytes",
                   &out);
        else if (strspn(line, " \t\r\n") < (size_t)length)
            hear(m, line, (size_t)length, &out);
        if (out.length == 0)
            continue;
        dx_text_add_char(&out, '\n');
        if (fputs(dx_text_string(&out), stdout) < 0 || fflush(stdout) != 0)
            break;
    }
    free(line);
    dx_text_release(&out);
    return DX_EXIT_YES;
}

static int run(const dx_arguments *arguments)
{
    mcp m = {.is_blind = dx_argument_given(arguments, "blind")};
    int code = dx_cli_seed(arguments, &m.seed);
    if (code != DX_EXIT_YES)
        return code;
    m.session = dx_session_new(NULL);
    code = serve(&m);
    dx_session_free(m.session);
    dx_vector_release(&m.places);
    return code;
}

static const dx_option options[] = {
    {"blind", NULL, "no tool that answers what a player has to find out"},
    DX_SEED_OPTIONS,
    {0},
};

const dx_command dx_command_mcp = {
    .name = "mcp",
    .operands = "",
    .summary = "let a language model play and ask, in its protocol",
    .details =
        "Speaks the Model Context Protocol over standard input and output,\n"
        "for programs that start it.  Its tools: games, rules, new_game, "
        "look,\n"
        "move, position, ask, lens, complete, check, valid; with --blind the\n"
        "first five only, for models that are evaluated.  docs/mcp.md has an\n"
        "exchange.",
    .options = options,
    .run = run,
};
