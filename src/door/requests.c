// Every request in one table, and the schema that is made of it.

#include "door/requests.h"

#include "base/members.h"
#include "base/memory.h"
#include "door/call.h"
#include "door/fields.h"

#include <ctype.h>
#include <pthread.h>
#include <string.h>

#define WEB DX_REQUEST_WEB
#define SLOW DX_REQUEST_SLOW
#define LOOK DX_REQUEST_LOOK
#define GET DX_REQUEST_GET
#define BYTES DX_REQUEST_BYTES
#define MOMENT "record turn seat you from line "

static dx_status tell_schema(dx_call *call DX_UNUSED, dx_text *out,
                             dx_error *error DX_UNUSED)
{
    dx_text_add(out, dx_door_schema());
    return DX_OK;
}

const dx_request dx_requests[] = {
    {"version", .members = "", .required = "", .help = "which doxa this is",
     .answers = "version:text", .answer = dx_do_version},
    {"schema", .members = "", .required = "",
     .help = "all requests and replies as JSON Schema", .answers = "any",
     .answer = tell_schema},
    {"games", .members = "game", .required = "",
     .help = "the games, or one, with their parameters, agents and facts",
     .answers = "games:[GAME]", .answer = dx_do_games},
    {"rules", .members = "game", .required = "game", .traits = WEB | GET,
     .help = "how a game is played, on one sheet, and how its agents talk",
     .answers = "aim:text line:text moves:[SAID] counts:text ends:[text] "
                "round:[text] talk:[TALK]",
     .answer = dx_do_rules},
    {"words", .members = "game", .required = "game", .traits = WEB | GET,
     .help = "what sentences about a game are made of",
     .answers = "ops:[any] facts:[any] numbers:[any] moves:[any] "
                "values:{[[text]]}",
     .answer = dx_do_words},
    {"open", .members = "text names", .required = "text",
     .help = "keep a record (or a game of hanab.live) under a handle",
     .answers = "record:text game:text rules:text seats:[text] turns:whole "
                "finished:flag damage?:text",
     .answer = dx_do_open},
    {"close", .members = "record", .required = "record",
     .help = "give up the handle of a record, a table or a model",
     .answers = "closed:flag", .answer = dx_do_close},
    {"match", .members = "game seats seed deal", .required = "game seats",
     .traits = SLOW, .help = "one game between agents, kept as a record",
     .answers = "record:text game:text rules:text seats:[text] turns:whole "
                "finished:flag scores:[whole] how:text seed:whole",
     .answer = dx_do_match},
    {"sit", .members = "game text seat seats names seed deal", .required = "",
     .traits = SLOW,
     .help = "a game to move in, or one that goes on where a record ends: "
             "seats called `you` are yours, or `seat` and agents at the others",
     .answers = "TABLE", .answer = dx_do_sit},
    {"look", .members = "record seat turn", .required = "record",
     .help = "a table where one sits, from the turn on; without it the last",
     .answers = "TABLE", .answer = dx_do_look},
    {"move", .members = "record seat move", .required = "record move",
     .traits = SLOW,
     .help = "a move at a table; then the others, until it is one's turn",
     .answers = "TABLE", .answer = dx_do_move},
    {"tournament", .members = "game seats round_robin games seed threads",
     .required = "game", .traits = SLOW,
     .help = "many games between agents, and what they say",
     .answers = "SUMMARY", .answer = dx_do_tournament},
    {"replay", .members = MOMENT "limit lens", .required = "record",
     .help = "the turns from `turn` on, from a seat's eyes or from above",
     .answers = "REPLAY", .answer = dx_do_replay},
    {"line", .members = MOMENT "limit lens", .required = "record",
     .traits = WEB, .help = "what if: the turns with moves of one's own",
     .answers = "REPLAY", .answer = dx_do_replay},
    {"position", .members = MOMENT, .required = "record", .traits = WEB,
     .help = "what a seat sees, or what lies from above, in sentences",
     .answers = "turn:whole seat?:whole text:text", .answer = dx_do_position},
    {"track", .members = "record", .required = "record", .traits = SLOW,
     .help = "bits that each seat misses after each turn",
     .answers = "seats:{[number|null]} marks:[MARK]", .answer = dx_do_track},
    {"lens",
     .members = MOMENT "path assume worlds draw seed small effort limit",
     .required = "record", .traits = WEB | LOOK,
     .help = "all that a seat can know of the board, place by place",
     .answers = "LENS", .answer = dx_do_lens},
    {"ask",
     .members = MOMENT "assume formula formulas effort limit engine plan "
                       "statistics believes because",
     .required = "record", .traits = WEB | LOOK,
     .help = "whether a seat knows it, how likely it is, what it is",
     .answers = "ANSWER|ANSWERS", .answer = dx_do_ask},
    {"complete", .members = MOMENT "formula", .required = "record",
     .traits = WEB, .help = "what may come next in a formula",
     .answers = "from:whole next:[text] words:text", .answer = dx_do_complete},
    {"why", .members = MOMENT, .required = "record",
     .traits = WEB | SLOW | LOOK,
     .help = "the reason of the move that ended a turn",
     .answers = "turn:whole seat:whole move:text why:REASON|null "
                "known?:ANSWER|FAILURE believed?:ANSWER|FAILURE",
     .answer = dx_do_why},
    {"changed", .members = MOMENT, .required = "record", .traits = WEB | LOOK,
     .help = "what a turn told whom", .answers = "turn:whole seats:[CHANGE]",
     .answer = dx_do_changed},
    {"values", .members = MOMENT "agent playouts", .required = "record",
     .traits = WEB | SLOW,
     .help = "what moves are worth, to an agent or by playing on, and what "
             "others would do",
     .answers = "turn:whole seat:whole made?:text moves:[any] choices:[any]",
     .answer = dx_do_values},
    {"course", .members = "record seat you playouts", .required = "record",
     .traits = WEB | SLOW,
     .help = "what was to be expected after each turn, and where it turned",
     .answers = "unit:text seat:whole seen:flag games:whole agents:[text] "
                "curve:[any] turning?:any others:[any]",
     .answer = dx_do_course},
    {"model", .members = MOMENT "assume effort limit", .required = "record",
     .traits = WEB | LOOK, .help = "the worlds of a moment, if they are few",
     .answers = "count?:text turn?:whole whole?:flag worlds?:[any] "
                "cells?:{[[whole]]} mine?:[whole] error?:ERROR",
     .answer = dx_do_model},
    {"suspicion", .members = MOMENT "assume formula effort limit",
     .required = "record", .traits = WEB | SLOW,
     .help = "who suspects whom of a fact about one seat",
     .answers = "fact:text assumption?:text rows:{any}",
     .answer = dx_do_suspicion},
    {"export", .members = "record format turn card seat", .required = "record",
     .traits = BYTES,
     .help = "a record as it is kept, for hanab.live, or a moment as a model",
     .answers = "DATA", .answer = dx_do_export},
    {"import", .members = "text", .required = "text", .traits = BYTES,
     .help = "a game of hanab.live as a record", .answers = "DATA",
     .answer = dx_do_import},
    {"check", .route = "dx",
     .members =
         "text file format own after question engine states explain limit "
         "keep model",
     .required = "text", .traits = WEB | SLOW,
     .help = "the questions of a .dx text, or more of a model that is kept, "
             "answered",
     .answers = "CHECK", .answer = dx_do_check},
    {"draw", .members = "text after question step format layout",
     .required = "text", .traits = WEB | SLOW | BYTES,
     .help = "a picture of a model", .answers = "DATA", .answer = dx_do_draw},
    {"valid",
     .members = "formula text file logic given satisfiable proof limit",
     .required = "", .traits = WEB | SLOW,
     .help = "is it true in every model of a logic?  Or a countermodel",
     .answers = "logic:text question:text formula:text premises:[text] "
                "verdict:text answer:flag|null engine:text reason?:text "
                "model?:MODEL proof?:text note?:text",
     .answer = dx_do_valid},
    {"belief", .members = "text file ask only literal literals dimacs explain",
     .required = "text", .traits = WEB | SLOW,
     .help = "the questions of a belief base, answered",
     .answers = "queries:[QUERY] errors:[ERROR] dimacs?:text",
     .answer = dx_do_belief},
    {"exercise", .members = "text task answer", .required = "text",
     .traits = WEB | SLOW,
     .help = "a sheet of exercises: its tasks, or an answer to one, marked",
     .answers = "title?:text tasks?:[any] task?:whole solved?:flag "
                "conditions?:[any]",
     .answer = dx_do_exercise},
    {"plan",
     .members = "texts files check serial greedy limit pictures actions ground",
     .required = "texts", .traits = SLOW,
     .help = "a shortest plan of an EPDDL task, or that there is none; or "
             "whether one reaches the goal",
     .answers = "PLAN|ACTIONS|any", .answer = dx_do_plan},
    {0}};

static const struct {
    const char *name, *shape;
} shapes[] = {
    {"ACTIONS", "actions:[text]"},
    {"ANSWER",
     "formula:text answer:text engine?:text worlds?:whole|text|null "
     "assumption?:text chance?:text probability?:number quality?:text "
     "value?:text words?:text sentence?:text why?:text ..."},
    {"ANSWERS", "answers:[ANSWER|FAILURE]"},
    {"CHANGE",
     "seat:whole bits:[number|null] gone:[any] came:[text] text:text"},
    {"CHECK",
     "agents:[text] worlds?:text queries:[QUERY] steps:[STEP] "
     "model?:MODEL events?:[any] errors:[ERROR] notes?:[NOTE] kept?:text"},
    {"DATA", "type:text data:text"},
    {"ERROR", "code:text text:text file?:text line?:whole column?:whole "
              "length?:whole near?:text"},
    {"EVENT", "event:whole verb:text text:text words:text why?:REASON ..."},
    {"FAILURE", "error:ERROR"},
    {"GAME", "name:text title:text about:text players:[whole] team:flag "
             "params:[any] agents:[any] facts:[any] numbers:[any] sets:[any] "
             "verbs:[any] ..."},
    {"LENS", "turn:whole path:[whole] assumption:text places:any ..."},
    {"MARK", "turn:whole seat:whole bits:number"},
    {"MODEL", "agents:[text] propositions:[text] constants?:{whole} "
              "domains?:{[text]} variables?:[any] worlds:[WORLD] "
              "cells:{[[whole]]} links:{[[whole]]} belief:{[[whole]]} "
              "weights?:{[any]} ranks?:{[whole]} actual?:whole"},
    {"NOTE", "file?:text line:whole column:whole text:text"},
    {"PLAN", "answer:text plan:[text] inconsistent:[any] fails?:any "
             "classes:whole steps:whole pictures?:[text]"},
    {"QUERY", "file?:text line:whole kind:text question:text "
              "answer:flag|whole|text|null error?:ERROR states?:[[text]] "
              "worlds?:[text] more?:whole|flag plan?:[text] "
              "nothing_possible?:[any] expected?:any fine:flag engine:text "
              "because?:text|[text] witness?:any counterexample?:any ..."},
    {"REASON", "rule:text formula:text words:text"},
    {"REPLAY", "game:text rules:text names?:[text] seats?:[text] turns:whole "
               "finished:flag steps:[TURN] next?:whole"},
    {"SAID", "name:text text:text"},
    {"STEP", "update:text count:text"},
    {"SUMMARY",
     "game:text params:any seed:whole|text games:whole lineups:[any] "
     "..."},
    {"TABLE", "record:text seat:whole your_turn:flag how:text won?:[whole] "
              "replay:REPLAY"},
    {"TALK", "agent:text talk:text people:flag"},
    {"TURN", "turn:whole seat?:whole events:[EVENT] table:text "
             "scores:[whole|null] state:any to_move:whole|null legal?:[text] "
             "lens?:LENS ending?:text"},
    {"WORLD", "id:whole name?:text true:[text]"},
};

const dx_request *dx_request_find(const char *name)
{
    for (const dx_request *r = dx_requests; r->name != NULL; r++)
        if (strcmp(r->name, name) == 0)
            return r;
    return NULL;
}

const dx_request *dx_request_routed(const char *route)
{
    for (const dx_request *r = dx_requests; r->name != NULL; r++)
        if (r->traits & WEB &&
            strcmp(r->route != NULL ? r->route : r->name, route) == 0)
            return r;
    return NULL;
}

// ---- the schema ----

static const char *add_type(const char *at, dx_text *out);

// One type without its alternatives; answers what is behind it.
static const char *add_single(const char *at, dx_text *out)
{
    static const struct {
        const char *word, *schema;
    } plain[] = {
        {"text", "\"type\":\"string\""},   {"whole", "\"type\":\"integer\""},
        {"number", "\"type\":\"number\""}, {"flag", "\"type\":\"boolean\""},
        {"null", "\"type\":\"null\""},     {"any", ""}};
    size_t length = strcspn(at, "|]} ");
    dx_text_add_char(out, '{');
    if (*at == '[' || *at == '{') {
        dx_text_add(out, *at == '[' ? "\"type\":\"array\",\"items\":"
                                    : "\"type\":\"object\","
                                      "\"additionalProperties\":");
        at = add_type(at + 1, out) + 1;
    } else {
        if (isupper((unsigned char)*at))
            dx_text_printf(out, "\"$ref\":\"#/$defs/%.*s\"", (int)length, at);
        for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
            if (strlen(plain[i].word) == length &&
                strncmp(plain[i].word, at, length) == 0)
                dx_text_add(out, plain[i].schema);
        at += length;
    }
    dx_text_add_char(out, '}');
    return at;
}

static const char *add_type(const char *at, dx_text *out)
{
    dx_text one = {0};
    unsigned count = 1;
    for (at = add_single(at, &one); *at == '|'; count++) {
        dx_text_add_char(&one, ',');
        at = add_single(at + 1, &one);
    }
    dx_text_printf(out, count > 1 ? "{\"anyOf\":[%s]}" : "%s",
                   dx_text_string(&one));
    dx_text_release(&one);
    return at;
}

// An object by its members, or the one shape that stands there alone.
static void add_shape(const char *shape, dx_text *out)
{
    dx_text must = {0};
    bool is_open = false;
    size_t length;
    if (strchr(shape, ':') == NULL) {
        add_type(shape, out);
        return;
    }
    dx_text_add(out, "{\"type\":\"object\",\"properties\":{");
    for (const char *at; (at = dx_word_next(&shape, &length)) != NULL;) {
        size_t name = strcspn(at, "?:");
        is_open |= strncmp(at, "...", 3) == 0;
        if (at[0] == '.')
            continue;
        dx_put_member(out, NULL);
        dx_text_printf(out, "\"%.*s\":", (int)name, at);
        add_type(strchr(at, ':') + 1, out);
        if (at[name] != '?')
            dx_text_printf(&must, "%s\"%.*s\"", must.length > 0 ? "," : "",
                           (int)name, at);
    }
    dx_text_printf(out, "},\"required\":[%s]%s}", dx_text_string(&must),
                   is_open ? "" : ",\"additionalProperties\":false");
    dx_text_release(&must);
}

static void add_request(const dx_request *r, dx_text *out)
{
    dx_text_printf(out, "{\"title\":\"%s\"", r->name);
    dx_put_text(out, "description", r->help);
    dx_text_printf(out,
                   ",\"type\":\"object\",\"properties\":{\"do\":{\"const\":"
                   "\"%s\"},\"id\":{}",
                   r->name);
    dx_put_fields(out, r->members);
    dx_put_fields(out, "steps");
    dx_text_add(out, "},\"required\":[\"do\"");
    dx_put_words(out, r->required);
    dx_text_add(out, "],\"additionalProperties\":false}");
}

static void add_all(dx_text *out)
{
    dx_text_add(out,
                "{\"$schema\":\"https://json-schema.org/draft/2020-12/schema\","
                "\"title\":\"doxa\",\"oneOf\":[");
    for (const dx_request *r = dx_requests; r->name != NULL; r++) {
        dx_text_add(out, r > dx_requests ? ",\n" : "\n");
        add_request(r, out);
    }
    dx_text_add(out, "],\"replies\":{");
    for (const dx_request *r = dx_requests; r->name != NULL; r++) {
        dx_text_printf(out, "%s\n\"%s\":", r > dx_requests ? "," : "", r->name);
        add_shape(r->answers, out);
    }
    dx_text_add(out, "},\"$defs\":{");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        dx_text_printf(out, "%s\n\"%s\":", i > 0 ? "," : "", shapes[i].name);
        add_shape(shapes[i].shape, out);
    }
    dx_text_add(out, "}}");
}

static dx_text schema;

static void make_schema(void)
{
    add_all(&schema);
    dx_text_string(&schema);
}

const char *dx_door_schema(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_schema);
    return schema.at;
}
