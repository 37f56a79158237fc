// What an outside player says, read with nothing taken on trust.

#include "agents/protocol.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

// Copies the string member `name` if there is one, cut to `bytes`; false if
// it is there and is no string.
static bool take_text(const json_t *message, const char *name, char *out,
                      size_t bytes)
{
    const json_t *value = json_object_get(message, name);
    out[0] = '\0';
    if (value == NULL)
        return true;
    if (!json_is_string(value))
        return false;
    size_t length = strlen(json_string_value(value)), end = 0;
    // A cut never splits a character.
    while (end < length) {
        size_t next =
            dx_utf8_length(json_string_value(value) + end, length - end);
        if (next == 0 || end + next >= bytes)
            break;
        end += next;
    }
    memcpy(out, json_string_value(value), end);
    out[end] = '\0';
    return true;
}

static dx_status wrong(dx_error *error, const char *what)
{
    return dx_fail(error, DX_ERR_INPUT, 0, 0, "%s", what);
}

static dx_status read_hello(const json_t *message, dx_reply *reply,
                            dx_error *error)
{
    const json_t *protocol = json_object_get(message, "protocol");
    char view[8];
    if (!json_is_integer(protocol) || json_integer_value(protocol) < 0 ||
        json_integer_value(protocol) > 1000000)
        return wrong(error, "hello: expected a number \"protocol\", as in "
                            "{\"type\":\"hello\",\"protocol\":1}");
    if (!take_text(message, "name", reply->name, sizeof reply->name))
        return wrong(error, "hello: expected \"name\" to be a string");
    if (!take_text(message, "view", view, sizeof view))
        return wrong(error, "hello: expected \"view\" to be \"full\" or "
                            "\"new\"");
    reply->protocol = (unsigned)json_integer_value(protocol);
    reply->wants_view = strcmp(view, "full") == 0;
    reply->wants_state = json_is_true(json_object_get(message, "state"));
    reply->no_legal = json_is_false(json_object_get(message, "legal"));
    return DX_OK;
}

// Numbers written as 7.0 are whole numbers too: some languages do that.
static bool take_seq(const json_t *message, uint64_t *out_seq)
{
    const json_t *seq = json_object_get(message, "seq");
    double number = json_number_value(seq);
    if (!json_is_number(seq) || !(number >= 1) ||
        !(number <= (double)DX_SEQ_MAX))
        return false;
    *out_seq = json_is_integer(seq) ? (uint64_t)json_integer_value(seq)
                                    : (uint64_t)number;
    return json_is_integer(seq) || (double)*out_seq == number;
}

// "why" is a sentence, or an object of rule, formula and words.
static dx_status read_why(const json_t *message, dx_reply *reply,
                          dx_error *error)
{
    const json_t *why = json_object_get(message, "why");
    dx_reply_why *reason = &reply->why;
    if (why == NULL || json_is_null(why))
        return DX_OK;
    bool is_fine =
        json_is_object(why)
            ? take_text(why, "rule", reason->rule, sizeof reason->rule) &&
                  take_text(why, "formula", reason->formula,
                            sizeof reason->formula) &&
                  take_text(why, "words", reason->words, sizeof reason->words)
            : take_text(message, "why", reason->words, sizeof reason->words);
    if (!is_fine)
        return wrong(error, "move: expected \"why\" to be a string, or an "
                            "object of strings rule, formula, words");
    if (reason->rule[0] == '\0')
        snprintf(reason->rule, sizeof reason->rule, "says");
    return DX_OK;
}

static dx_status read_move(const json_t *message, dx_reply *reply,
                           dx_error *error)
{
    if (!take_seq(message, &reply->seq))
        return wrong(error, "move: expected the number \"seq\" of the turn "
                            "it answers");
    if (!json_is_string(json_object_get(message, "move")))
        return wrong(error, "move: expected a string \"move\", one of the "
                            "turn's \"legal\"");
    take_text(message, "move", reply->move, sizeof reply->move);
    return read_why(message, reply, error);
}

static dx_status read_error(const json_t *message, dx_reply *reply,
                            dx_error *error)
{
    if (!take_seq(message, &reply->seq))
        reply->seq = 0;
    if (!take_text(message, "text", reply->text, sizeof reply->text))
        return wrong(error, "error: expected \"text\" to be a string");
    return DX_OK;
}

static dx_status read_message(const json_t *message, dx_reply *reply,
                              dx_error *error)
{
    const char *type = json_string_value(json_object_get(message, "type"));
    if (type == NULL)
        return wrong(error, "expected an object with a string \"type\": "
                            "hello, move or error");
    if (strcmp(type, "hello") == 0) {
        reply->kind = DX_REPLY_HELLO;
        return read_hello(message, reply, error);
    }
    if (strcmp(type, "move") == 0) {
        reply->kind = DX_REPLY_MOVE;
        return read_move(message, reply, error);
    }
    if (strcmp(type, "error") == 0) {
        reply->kind = DX_REPLY_ERROR;
        return read_error(message, reply, error);
    }
    reply->kind = DX_REPLY_UNKNOWN;
    take_text(message, "type", reply->text, sizeof reply->text);
    return DX_OK;
}

dx_status dx_reply_read(const char *line, size_t length, dx_reply *out_reply,
                        dx_error *error)
{
    json_error_t fault;
    json_t *message = json_loadb(line, length, 0, &fault);
    if (message == NULL)
        return dx_fail(error, DX_ERR_SYNTAX, 1,
                       fault.column > 0 ? (unsigned)fault.column : 1,
                       "not JSON: %s", fault.text);
    dx_reply reply = {0};
    dx_status status = read_message(message, &reply, error);
    json_decref(message);
    if (status == DX_OK)
        *out_reply = reply;
    return status;
}
