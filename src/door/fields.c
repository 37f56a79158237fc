// The members of requests.  What is not of the kind that is listed here is
// refused with its name and what was expected, before anybody looks at it.

#include "door/fields.h"

#include "base/members.h"
#include "door/limits.h"
#include "door/wish.h"
#include "logic/epddl/epddl.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TEXT(bytes) DX_DOOR_TEXT, .max = (bytes)
#define WORD(list) DX_DOOR_WORD, .choices = list
#define WHOLE(least, most) DX_DOOR_WHOLE, .min = (least), .max = (most)
#define TURN WHOLE(0, 1 << 20)

enum { TEXT_MAX = 16 << 20 };

static const dx_door_field members[] = {
    {"actions", DX_DOOR_FLAG, .normal = "false",
     .help = "list the ground actions, and no plan"},
    {"agent", TEXT(DX_WISH_TEXT - 1),
     .help = "an agent with its parameters: search(rollouts=40)"},
    {"after", WHOLE(0, 1000), .normal = "0",
     .help = "how many updates of the longest question come first"},
    {"answer", TEXT(TEXT_MAX), .help = "an answer to a task of a sheet"},
    {"ask", TEXT(TEXT_MAX),
     .help = "questions instead of the text's own: ask implicit[m] p"},
    {"assume", TEXT(DX_WISH_TEXT - 1), .normal = "\"none\"",
     .help = "how others are taken to move: none, uniform, an agent, "
             "truthful(..), lapse(..), source(..)"},
    {"because", DX_DOOR_FLAG, .normal = "false",
     .help = "an answer with its reason"},
    {"believes", TEXT(DX_WISH_TEXT - 1),
     .help = "ask what this agent goes by itself, at the seat"},
    {"card", TEXT(20), .help = "a card of Kemps, for its small model"},
    {"check", TEXT(TEXT_MAX), .help = "a plan: does it reach the goal?"},
    {"deal", WHOLE(0, INT64_MAX), .normal = "0",
     .help = "which deal of the seed, as tournaments count them"},
    {"dimacs", DX_DOOR_FLAG, .normal = "false",
     .help = "the clauses of a sat question too, for other solvers"},
    {"draw", WHOLE(0, DX_WORLDS_LIST_MAX), .normal = "0",
     .help = "so many worlds drawn by lot too"},
    {"effort", WHOLE(0, DX_EFFORT_MAX), .normal = "1",
     .help = "so many times as many steps as is usual"},
    {"engine", TEXT(DX_WISH_TEXT - 1),
     .help = "which engine is to begin: of check explicit or symbolic; of ask "
             "see doxa ask --engine help"},
    {"explain", DX_DOOR_FLAG, .normal = "true",
     .help = "with counterexamples and witnesses"},
    {"file", TEXT(1000), .help = "what the text is called in answers"},
    {"files", DX_DOOR_TEXTS, .max = DX_EPDDL_TEXTS_MAX,
     .help = "what the texts are called"},
    {"format",
     WORD("record hanablive link dx card events theory svg dot tikz json "
          "smcdel places"),
     .help = "the form of a text, or of what is written"},
    {"formula", TEXT(DX_FORMULA_BYTES_MAX), .help = "a formula, or a term"},
    {"formulas", DX_DOOR_TEXTS, .max = DX_FORMULAS_MAX,
     .help = "several of them, asked at the same moment"},
    {"from", TURN, .normal = "0",
     .help = "the turn behind which a line begins"},
    {"game", TEXT(DX_WISH_TEXT - 1),
     .help = "a game with its rules: hanabi(players=3)"},
    {"games", WHOLE(1, 1000000), .normal = "100",
     .help = "games of each line-up"},
    {"given", DX_DOOR_TEXTS, .max = 100,
     .help = "premises; of one text with ; between them"},
    {"greedy", DX_DOOR_FLAG, .normal = "false",
     .help = "try states first that have more of the goal"},
    {"ground", DX_DOOR_FLAG, .normal = "false",
     .help = "the ground task in the JSON of EPDDL, and no plan"},
    {"keep", DX_DOOR_FLAG, .normal = "false",
     .help = "keep the model under a handle, for more questions"},
    {"layout",
     WORD("own auto coordinates rows likely arrows rooms loose table"),
     .help =
         "how a model is arranged; auto, the first that fits, unless given"},
    {"lens", DX_DOOR_FLAG, .normal = "false",
     .help = "what the seat can know at each turn, too"},
    {"limit", WHOLE(0, 1000000000),
     .help = "worlds to list or to try, turns to tell, actions to try"},
    {"line", DX_DOOR_TEXTS, .max = DX_LINE_MAX,
     .help = "moves of one's own behind turn `from`: what if"},
    {"literal", DX_DOOR_FLAG, .normal = "false",
     .help = "Definition 6 of the paper as it is printed"},
    {"literals", WHOLE(1, 1000000000),
     .help = "in the clauses of one question, at most"},
    {"logic", TEXT(20), .normal = "\"S5\"",
     .help =
         "K with any of D, T, B, 4 and 5 behind it, or S4, S5, KDI4, KDI4s, "
         "KDI45, KDI4s5 or KD4s5s"},
    {"model", TEXT(DX_HANDLE - 1), .help = "a model that is kept"},
    {"move", TEXT(DX_WISH_TEXT - 1), .help = "a legal move, as it is typed"},
    {"names", DX_DOOR_TEXTS, .max = DX_SEATS_MAX,
     .help = "of the players, by which formulas may call them"},
    {"only", WHOLE(1, 1000000), .help = "the number of the one question"},
    {"own", DX_DOOR_FLAG, .normal = "false",
     .help = "in words, said as SMCDEL says it"},
    {"path", DX_DOOR_SEATS, .max = DX_PATH_MAX,
     .help = "through the minds of these seats"},
    {"pictures", DX_DOOR_FLAG, .normal = "false",
     .help = "the states on the way as SVG, too"},
    {"plan", DX_DOOR_FLAG, .normal = "false",
     .help = "say how it is answered, too"},
    {"playouts", WHOLE(1, 400),
     .help = "games from there to their end, played by the agents of the "
             "seats"},
    {"proof", WHOLE(0, 1000000), .normal = "200",
     .help = "lines of a proof, at most"},
    {"question", WHOLE(0, 1000000), .normal = "0",
     .help = "the line of a question whose updates are meant, instead of the "
             "longest's"},
    {"record", TEXT(DX_HANDLE - 1),
     .help = "the handle of a record or a table"},
    {"round_robin", TEXT(DX_DOOR_LINE),
     .help = "agents A,B,C, each with itself and with each other one"},
    {"satisfiable", DX_DOOR_FLAG, .normal = "false",
     .help = "ask whether it can be true somewhere"},
    {"seat", DX_DOOR_SEAT,
     .help = "counted from 1: whose eyes, or where one sits; of a record "
             "without it from above"},
    {"seats", TEXT(DX_DOOR_LINE),
     .help = "who plays, A,B,C; of a tournament line-ups, A,B;C,D"},
    {"seed", WHOLE(0, INT64_MAX), .normal = "1", .help = "of all chance"},
    {"serial", DX_DOOR_FLAG, .normal = "false",
     .help = "never leave anybody with nothing possible"},
    {"small", DX_DOOR_FLAG, .normal = "false",
     .help = "the boards through each other seat, too"},
    {"states", WHOLE(0, 1000000), .normal = "60",
     .help = "worlds that `where` names, at most"},
    {"step", WHOLE(0, 1000), .normal = "0",
     .help = "draw what happens in this update instead of the model"},
    {"steps", WHOLE(1, INT64_MAX),
     .help = "of a look or a question, or of all that the request takes; at "
             "most what the session allows"},
    {"statistics", DX_DOOR_FLAG, .normal = "false",
     .help = "say what was used, and how often"},
    {"table", TEXT(DX_HANDLE - 1), .help = "a table of a server"},
    {"task", WHOLE(1, 1000), .normal = "1", .help = "which task of a sheet"},
    {"text", TEXT(TEXT_MAX), .help = "a whole file as text"},
    {"texts", DX_DOOR_TEXTS, .max = DX_EPDDL_TEXTS_MAX,
     .help = "domain, problem and libraries of EPDDL"},
    {"threads", WHOLE(1, 256), .normal = "1", .help = "that play at once"},
    {"turn", TURN, .help = "after how many moves; without it the last"},
    {"you", WHOLE(0, DX_SEATS_MAX),
     .help = "the seat that is called you in sentences; without it nobody"},
    {"worlds", WHOLE(0, DX_WORLDS_LIST_MAX), .normal = "0",
     .help = "so many of the likeliest worlds too"},
};

const dx_door_field *dx_door_field_find(const char *name)
{
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (strcmp(members[i].name, name) == 0)
            return &members[i];
    return NULL;
}

// ---- reading ----

static bool is_text(const json_t *value, size_t bytes)
{
    return json_is_string(value) && json_string_length(value) <= bytes &&
           strlen(json_string_value(value)) == json_string_length(value);
}

static bool is_whole(const json_t *value, uint64_t min, uint64_t max)
{
    return json_is_integer(value) && json_integer_value(value) >= 0 &&
           (uint64_t)json_integer_value(value) >= min &&
           (uint64_t)json_integer_value(value) <= max;
}

static bool fits(const dx_door_field *m, const json_t *value)
{
    bool is_list = json_is_array(value) && json_array_size(value) <= m->max;
    switch (m->type) {
    case DX_DOOR_TEXT:
        return is_text(value, (size_t)m->max);
    case DX_DOOR_WORD:
        return is_text(value, DX_DOOR_LINE) &&
               dx_word_is_in(json_string_value(value), m->choices);
    case DX_DOOR_WHOLE:
        return is_whole(value, m->min, m->max);
    case DX_DOOR_FLAG:
        return json_is_boolean(value);
    case DX_DOOR_SEAT:
        return is_whole(value, 1, DX_SEATS_MAX);
    case DX_DOOR_SEATS:
    case DX_DOOR_TEXTS:
        break;
    }
    for (size_t i = 0; is_list && i < json_array_size(value); i++) {
        const json_t *one = json_array_get(value, i);
        is_list = m->type == DX_DOOR_SEATS ? is_whole(one, 1, DX_SEATS_MAX)
                                           : is_text(one, TEXT_MAX);
    }
    return is_list;
}

static void add_range(const dx_door_field *m, dx_text *out)
{
    switch (m->type) {
    case DX_DOOR_TEXT:
        dx_text_printf(out, "a string of at most %" PRIu64 " bytes", m->max);
        break;
    case DX_DOOR_WORD:
        dx_text_printf(out, "one of %s", m->choices);
        break;
    case DX_DOOR_WHOLE:
        dx_text_printf(out, "a whole number from %" PRIu64 " to %" PRIu64,
                       m->min, m->max);
        break;
    case DX_DOOR_FLAG:
        dx_text_add(out, "true or false");
        break;
    case DX_DOOR_SEAT:
        dx_text_add(out, "a seat, counted from 1");
        break;
    case DX_DOOR_SEATS:
        dx_text_printf(out, "a list of at most %" PRIu64 " seats", m->max);
        break;
    case DX_DOOR_TEXTS:
        dx_text_printf(out, "a list of at most %" PRIu64 " strings", m->max);
        break;
    }
}

dx_status dx_door_field_check(const dx_door_field *member, const json_t *value,
                              dx_error *error)
{
    if (value != NULL && (json_is_null(value) || fits(member, value)))
        return DX_OK;
    dx_text range = {0};
    add_range(member, &range);
    dx_status status = dx_fail(
        error, DX_ERR_INPUT, 0, 0, "\"%s\"%s: expected %s", member->name,
        value == NULL ? " is missing" : "", dx_text_string(&range));
    dx_text_release(&range);
    return status;
}

// ---- telling ----

static void add_whole(uint64_t min, uint64_t max, dx_text *out)
{
    dx_text_printf(out,
                   "\"type\":\"integer\",\"minimum\":%" PRIu64
                   ",\"maximum\":%" PRIu64,
                   min, max);
}

static void add_schema(const dx_door_field *m, dx_text *out)
{
    if (m->type == DX_DOOR_WORD) {
        dx_text_add(out, "\"type\":\"string\",\"enum\":[");
        dx_put_words(out, m->choices);
        dx_text_add_char(out, ']');
    } else if (m->type == DX_DOOR_WHOLE)
        add_whole(m->min, m->max, out);
    else if (m->type == DX_DOOR_SEAT)
        add_whole(1, DX_SEATS_MAX, out);
    else if (m->type == DX_DOOR_FLAG)
        dx_text_add(out, "\"type\":\"boolean\"");
    else if (m->type == DX_DOOR_TEXT)
        dx_text_printf(out, "\"type\":\"string\",\"maxLength\":%" PRIu64,
                       m->max);
    else
        dx_text_printf(out,
                       "\"type\":\"array\",\"maxItems\":%" PRIu64
                       ",\"items\":{\"type\":\"%s\"}",
                       m->max, m->type == DX_DOOR_SEATS ? "integer" : "string");
    if (m->normal != NULL)
        dx_text_printf(out, ",\"default\":%s", m->normal);
    dx_put_text(out, "description", m->help);
}

void dx_put_fields(dx_text *out, const char *list)
{
    size_t length;
    for (const char *at; (at = dx_word_next(&list, &length)) != NULL;) {
        char name[DX_HANDLE];
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        dx_put_open(out, name, '{');
        add_schema(dx_door_field_find(name), out);
        dx_text_add_char(out, '}');
    }
}

// ---- words ----

const char *dx_word_next(const char **list, size_t *length)
{
    const char *at = *list + strspn(*list, " ");
    *length = strcspn(at, " ");
    *list = at + *length;
    return *length > 0 ? at : NULL;
}

bool dx_word_is_in(const char *word, const char *list)
{
    size_t length;
    for (const char *at; (at = dx_word_next(&list, &length)) != NULL;)
        if (strlen(word) == length && strncmp(at, word, length) == 0)
            return true;
    return false;
}

void dx_put_words(dx_text *out, const char *list)
{
    size_t length;
    for (const char *at; (at = dx_word_next(&list, &length)) != NULL;) {
        dx_put_member(out, NULL);
        dx_text_printf(out, "\"%.*s\"", (int)length, at);
    }
}
