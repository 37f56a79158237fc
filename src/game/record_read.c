// Reading a record: line by line, each against the chain of hashes and against
// the rules.
//
// A line counts only if its hash fits, its members are exactly those of its
// kind, and the game, replayed so far, can answer with this event: a move must
// be legal and nature's events must be those of the deal.  So a record that was
// read is a game that could have been played, whoever wrote the file.  The
// first line that does not count ends the reading; what was before it can be
// rescued (dx_record_rescue) and says how much is sound.

#include "base/heed.h"
#include "base/memory.h"
#include "base/vector.h"
#include "game/record.h"
#include "game/say.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

// "hash" and what is around it at the end of a line: ,"hash":"..."}
enum { HASH_TAIL = 9 + DX_RECORD_HASH - 1 + 2, LINE_MAX_BYTES = 1 << 16 };

typedef struct reader {
    const dx_game *const *games;
    const char *line; // the one being read, without its newline
    size_t length;
    unsigned number; // of the line, from 1
    json_t *json;    // the line; borrowed by everything below
    dx_record *record;
    void *truth; // after the events read so far
    DX_VECTOR(dx_event) events;
    DX_VECTOR(dx_reason) reasons;
    bool finished;
    char hash[DX_RECORD_HASH];
    dx_error *error;
} reader;

// The column of a member of the line, or of the line's start.
static unsigned column_of(const reader *read, const char *key)
{
    char quoted[80];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = memmem(read->line, read->length, quoted, strlen(quoted));
    return at != NULL ? (unsigned)(at - read->line) + 1 : 1;
}

#define BAD(read, key, ...)                                                    \
    dx_fail((read)->error, DX_ERR_INPUT, (read)->number, column_of(read, key), \
            __VA_ARGS__)

static dx_status integer(reader *read, const char *key, json_int_t min,
                         json_int_t max, unsigned *out)
{
    const json_t *value = json_object_get(read->json, key);
    if (!json_is_integer(value) || json_integer_value(value) < min ||
        json_integer_value(value) > max)
        return BAD(read, key,
                   "\"%s\": expected a number from %" JSON_INTEGER_FORMAT
                   " to %" JSON_INTEGER_FORMAT,
                   key, min, max);
    *out = (unsigned)json_integer_value(value);
    return DX_OK;
}

static dx_status string(reader *read, const char *key, const char **out)
{
    const json_t *value = json_object_get(read->json, key);
    if (!json_is_string(value))
        return BAD(read, key, "\"%s\": expected a string", key);
    *out = json_string_value(value);
    return DX_OK;
}

// The line must have as many members as were read: no others.
static dx_status count_members(reader *read, size_t wanted)
{
    if (json_object_size(read->json) == wanted)
        return DX_OK;
    return BAD(read, "", "%zu member%s where %zu are expected",
               json_object_size(read->json),
               dx_plural(json_object_size(read->json)), wanted);
}

static dx_status parse_line(reader *read)
{
    json_error_t fault;
    if (read->length > LINE_MAX_BYTES)
        return BAD(read, "", "a line of more than %d bytes", LINE_MAX_BYTES);
    read->json =
        json_loadb(read->line, read->length, JSON_REJECT_DUPLICATES, &fault);
    if (read->json == NULL)
        return dx_fail(read->error, DX_ERR_SYNTAX, read->number,
                       fault.column > 0 ? (unsigned)fault.column : 1,
                       "not a JSON object: %s", fault.text);
    if (!json_is_object(read->json))
        return dx_fail(read->error, DX_ERR_SYNTAX, read->number, 1,
                       "expected a JSON object");
    return DX_OK;
}

static dx_status check_hash(reader *read)
{
    char want[DX_RECORD_HASH], tail[HASH_TAIL + 1];
    size_t body = read->length < HASH_TAIL ? 0 : read->length - HASH_TAIL;
    dx_record_hash(read->hash, read->line, body, want);
    snprintf(tail, sizeof tail, ",\"hash\":\"%s\"}", want);
    if (body == 0 || memcmp(read->line + body, tail, HASH_TAIL) != 0)
        return BAD(read, "hash",
                   "the hash does not fit: this line, or one before it, was "
                   "changed, lost, added or moved");
    memcpy(read->hash, want, sizeof want);
    return DX_OK;
}

static dx_status read_seats(reader *read)
{
    unsigned of_source = read->record->rules.game->source == NULL ? 0 : 2;
    const json_t *seats = json_object_get(read->json, "seats");
    unsigned players = dx_players(&read->record->rules);
    if (seats == NULL)
        return count_members(read, 7 + of_source);
    if (!json_is_array(seats) || json_array_size(seats) != players)
        return BAD(read, "seats", "expected the names of %u seats", players);
    read->record->seats = dx_alloc(players, sizeof(char *));
    for (unsigned i = 0; i < players; i++) {
        const json_t *name = json_array_get(seats, i);
        if (!json_is_string(name))
            return BAD(read, "seats", "expected names in quotes");
        read->record->seats[i] = dx_copy_text(json_string_value(name));
    }
    return count_members(read, 8 + of_source);
}

// A game from a text must be of the text that the record has.
static dx_status read_source(reader *read)
{
    const char *text = "", *source = read->record->rules.game->source;
    if (source == NULL)
        return DX_OK;
    dx_status status = string(read, "source", &text);
    if (status != DX_OK || strcmp(text, source) == 0)
        return status;
    return dx_fail(read->error, DX_ERR_UNSUPPORTED, read->number,
                   column_of(read, "source"),
                   "the game was played by another text of %s than the one "
                   "that was read",
                   read->record->rules.game->name);
}

// What a record does not name had no other value when it was written.
static bool are_params(const dx_rules *rules, const json_t *want,
                       const json_t *have)
{
    const char *name;
    json_t *value;
    dx_rules normal = {.game = rules->game};
    dx_text text = {0};
    normal.params = dx_params_normal(&rules->game->schema);
    dx_record_params(&normal, &text);
    json_t *usual = json_loads(dx_text_string(&text), 0, NULL);
    bool same = json_is_object(have);
    json_object_foreach ((json_t *)want, name, value) {
        const json_t *said = json_object_get(have, name);
        same &= json_equal(value,
                           said != NULL ? said : json_object_get(usual, name));
    }
    json_object_foreach ((json_t *)have, name, value)
        same &= json_object_get(want, name) != NULL;
    json_decref(usual);
    dx_text_release(&text);
    return same;
}

static dx_status read_rules(reader *read)
{
    const char *text = "", *name = "";
    dx_error inner = {.message = ""};
    dx_rules *rules = &read->record->rules;
    dx_status status = string(read, "rules", &text);
    if (status == DX_OK)
        status = string(read, "game", &name);
    if (status != DX_OK)
        return status;
    if (dx_rules_parse(read->games, text, rules, &inner) != DX_OK)
        return BAD(read, "rules", "%s", inner.message);
    if (strcmp(name, rules->game->name) != 0)
        return BAD(read, "game", "the rules are those of %s",
                   rules->game->name);
    dx_text params = {0};
    dx_record_params(rules, &params);
    json_t *want = json_loads(dx_text_string(&params), 0, NULL);
    bool same = are_params(rules, want, json_object_get(read->json, "params"));
    json_decref(want);
    dx_text_release(&params);
    return same ? DX_OK
                : BAD(read, "params",
                      "the parameters are not those "
                      "of \"rules\"");
}

static dx_status read_header(reader *read)
{
    const json_t *kind = json_object_get(read->json, "doxa");
    unsigned version = 0;
    if (!json_is_string(kind) || strcmp(json_string_value(kind), "record") != 0)
        return BAD(read, "doxa",
                   "not a record: it begins with {\"doxa\":\"record\",...}");
    dx_status status = integer(read, "version", 1, 1 << 30, &version);
    if (status != DX_OK)
        return status;
    if (version != DX_RECORD_VERSION)
        return dx_fail(read->error, DX_ERR_UNSUPPORTED, read->number,
                       column_of(read, "version"),
                       "a record of version %u; this program reads version %d",
                       version, DX_RECORD_VERSION);
    status = check_hash(read);
    if (status == DX_OK)
        status = read_rules(read);
    if (status == DX_OK)
        status = read_source(read);
    if (status == DX_OK)
        status = integer(read, "game_version", 0, 1 << 30, &version);
    if (status != DX_OK)
        return status;
    const dx_rules *rules = &read->record->rules;
    if (version != rules->game->version)
        return dx_fail(read->error, DX_ERR_UNSUPPORTED, read->number,
                       column_of(read, "game_version"),
                       "%s of version %u; this program has version %u, whose "
                       "rules differ",
                       rules->game->name, version, rules->game->version);
    read->record->deal = dx_deal_blank(rules);
    read->truth = dx_alloc(1, rules->game->table_bytes(rules));
    rules->game->setup(read->truth, rules);
    return read_seats(read);
}

static dx_status read_shuffle(reader *read)
{
    unsigned pack = 0, shuffle = 0;
    uint8_t order[DX_PACK_CARDS_MAX];
    dx_error inner = {.message = ""};
    dx_status status =
        integer(read, "pack", 0,
                (json_int_t)dx_deal_packs(read->record->deal) - 1, &pack);
    if (status == DX_OK)
        status = integer(read, "shuffle", 0, DX_SHUFFLES_MAX, &shuffle);
    if (status != DX_OK)
        return status;
    const json_t *list = json_object_get(read->json, "order");
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count > DX_PACK_CARDS_MAX)
        return BAD(read, "order", "expected a list of cards");
    for (size_t i = 0; i < count; i++) {
        const json_t *card = json_array_get(list, i);
        if (!json_is_integer(card) || json_integer_value(card) < 0 ||
            json_integer_value(card) > DX_PACK_CARDS_MAX)
            return BAD(read, "order", "expected numbers of cards");
        order[i] = (uint8_t)json_integer_value(card);
    }
    if (shuffle < dx_deal_shuffles(read->record->deal, pack))
        return BAD(read, "shuffle", "a shuffle that was given before");
    if (dx_deal_set(read->record->deal, pack, shuffle, order, (unsigned)count,
                    &inner) != DX_OK)
        return BAD(read, "order", "%s", inner.message);
    return count_members(read, 4);
}

// A seat from 1, or one of the words.
static dx_status read_place(reader *read, const char *key, unsigned *out)
{
    const json_t *value = json_object_get(read->json, key);
    unsigned players = dx_players(&read->record->rules);
    const char *word = json_string_value(value);
    if (word != NULL && strcmp(word, "nature") == 0)
        *out = DX_NATURE;
    else if (word != NULL && strcmp(word, "over") == 0)
        *out = DX_OVER;
    else if (json_is_integer(value) && json_integer_value(value) >= 1 &&
             json_integer_value(value) <= (json_int_t)players)
        *out = (unsigned)json_integer_value(value) - 1;
    else
        return BAD(read, key, "\"%s\": expected a seat from 1 to %u", key,
                   players);
    return DX_OK;
}

static dx_status read_argument(reader *read, const dx_arg *arg, unsigned *out)
{
    const json_t *value = json_object_get(read->json, arg->name);
    char digits[24];
    const char *word = json_string_value(value);
    if (json_is_integer(value)) {
        snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT,
                 json_integer_value(value));
        word = digits;
    }
    if (word == NULL ||
        !dx_type_read(&read->record->rules, arg->type, word, strlen(word), out))
        return BAD(read, arg->name, "\"%s\": expected a %s", arg->name,
                   arg->type);
    return DX_OK;
}

static dx_status read_event(reader *read, dx_event *out, size_t *out_members)
{
    const dx_game *game = read->record->rules.game;
    const char *name = "";
    unsigned verb = 0, who = 0, next = 0;
    dx_status status = string(read, "verb", &name);
    if (status != DX_OK)
        return status;
    if (!dx_verb_read(game, name, &verb))
        return BAD(read, "verb", "%s has no verb '%.40s'", game->name, name);
    status = read_place(read, "who", &who);
    if (status == DX_OK)
        status = read_place(read, "next", &next);
    dx_event event = dx_event_new(verb, who);
    const dx_arg *arg = game->verbs[verb].arg;
    unsigned i = 0;
    for (; status == DX_OK && i < DX_ARGS && arg[i].name != NULL; i++) {
        unsigned value = 0;
        status = read_argument(read, &arg[i], &value);
        event = dx_with(event, i, value);
    }
    if (status == DX_OK)
        *out = dx_event_stamp(event, next);
    *out_members = 5 + i;
    return status;
}

// A text of its own; NULL if there is none, or nothing in it.
static char *copy_member(const json_t *why, const char *key)
{
    const char *text = json_string_value(json_object_get(why, key));
    return text != NULL && *text != '\0' ? dx_copy_text(text) : NULL;
}

static dx_status read_reason(reader *read, dx_reason *out, size_t *members)
{
    const json_t *why = json_object_get(read->json, "why");
    *out = (dx_reason){.rule = ""};
    if (why == NULL)
        return DX_OK;
    *members += 1;
    if (!json_is_object(why))
        return BAD(read, "why", "\"why\": expected an object");
    const char *rule = json_string_value(json_object_get(why, "rule"));
    snprintf(out->rule, sizeof out->rule, "%s", rule != NULL ? rule : "");
    out->formula = copy_member(why, "formula");
    out->words = copy_member(why, "words");
    return DX_OK;
}

// What the rules make of `event` at the truth: itself, or not.
static dx_status check_event(reader *read, dx_event event)
{
    const dx_rules *rules = &read->record->rules;
    const dx_game *game = rules->game;
    unsigned turn = game->turn(read->truth);
    dx_event right = {.bits = 0};
    if (turn == DX_OVER)
        return BAD(read, "event", "an event after the end");
    if (turn == DX_NATURE) {
        right = game->answer(read->truth, read->record->deal);
        if (dx_deal_is_missing(read->record->deal))
            return BAD(read, "event", "its shuffle is missing");
    } else {
        dx_event moves[DX_MOVES_MAX];
        dx_event move = dx_event_move(game->verbs, event);
        unsigned count = game->moves(read->truth, turn, moves), i = 0;
        while (i < count && !dx_event_same(moves[i], move))
            i++;
        if (i == count)
            return BAD(read, "verb", "not a legal move of seat %u", turn + 1);
        right = game->decide(read->truth, move);
    }
    game->fold(read->truth, right);
    right = dx_event_stamp(right, game->turn(read->truth));
    if (dx_event_same(right, event))
        return DX_OK;
    dx_text said = {0};
    dx_say_event_json(rules, right, &said);
    dx_status status = BAD(read, "verb", "the rules and the deal make it %s",
                           dx_text_string(&said));
    dx_text_release(&said);
    return status;
}

static dx_status read_event_line(reader *read)
{
    unsigned number = 0;
    size_t members = 0;
    dx_event event = {.bits = 0};
    dx_reason reason = {.rule = ""};
    dx_status status = integer(read, "event", 0, DX_MATCH_EVENTS_MAX, &number);
    if (status == DX_OK && number != read->events.count)
        status = BAD(read, "event", "expected event %zu", read->events.count);
    if (status == DX_OK)
        status = read_event(read, &event, &members);
    if (status == DX_OK)
        status = read_reason(read, &reason, &members);
    if (status == DX_OK)
        status = count_members(read, members);
    if (status == DX_OK)
        status = check_event(read, event);
    if (status != DX_OK) {
        dx_reason_release(&reason);
        return status;
    }
    dx_vector_push(&read->events, event);
    dx_vector_push(&read->reasons, reason);
    return DX_OK;
}

static dx_status read_end(reader *read)
{
    const dx_rules *rules = &read->record->rules;
    const json_t *scores = json_object_get(read->json, "scores");
    unsigned count = 0;
    dx_status status = integer(read, "end", 0, DX_MATCH_EVENTS_MAX, &count);
    if (status != DX_OK)
        return status;
    if (count != read->events.count)
        return BAD(read, "end", "the events before it are %zu, not %u",
                   read->events.count, count);
    if (rules->game->turn(read->truth) != DX_OVER)
        return BAD(read, "end", "the game is not over here");
    if (!json_is_array(scores) || json_array_size(scores) != dx_players(rules))
        return BAD(read, "scores", "expected %u scores", dx_players(rules));
    for (unsigned i = 0; i < dx_players(rules); i++)
        if (!json_is_integer(json_array_get(scores, i)) ||
            json_integer_value(json_array_get(scores, i)) !=
                rules->game->score(read->truth, i))
            return BAD(read, "scores", "the score of seat %u is %d", i + 1,
                       rules->game->score(read->truth, i));
    read->finished = true;
    return count_members(read, 3);
}

static dx_status read_line(reader *read)
{
    dx_status status = parse_line(read);
    if (status == DX_OK && read->number == 1)
        return read_header(read);
    if (status == DX_OK)
        status = check_hash(read);
    if (status != DX_OK)
        return status;
    if (read->finished)
        return BAD(read, "", "a line after the end");
    if (json_object_get(read->json, "event") != NULL)
        return read_event_line(read);
    if (json_object_get(read->json, "order") != NULL)
        return read_shuffle(read);
    if (json_object_get(read->json, "end") != NULL)
        return read_end(read);
    return BAD(read, "", "expected an event, a shuffle or the end");
}

// Reads one line up to its end, with or without the carriage return that mail
// and editors put there.  The last needs no newline: if it was cut, its hash is
// not whole.
static dx_status take_line(reader *read, const char *text, size_t length,
                           bool is_cut)
{
    char hash[DX_RECORD_HASH];
    memcpy(hash, read->hash, sizeof hash);
    read->line = text;
    read->length = length - (length > 0 && text[length - 1] == '\r');
    read->number++;
    dx_status status = read_line(read);
    json_decref(read->json);
    read->json = NULL;
    if (status == DX_OK)
        return DX_OK;
    memcpy(read->hash, hash, sizeof hash);
    if (is_cut && status == DX_ERR_SYNTAX)
        return dx_fail(read->error, DX_ERR_SYNTAX, read->number,
                       (unsigned)read->length + 1,
                       "the record breaks off inside a line");
    return status;
}

static bool has_mark(const char *text, size_t length)
{
    return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
}

// Reads line by line until one is not sound; a byte order mark is no line.
static dx_status read_lines(reader *read, const char *text, size_t length)
{
    const char *end = text + length;
    if (has_mark(text, length))
        text += 3;
    while (text < end) {
        if (dx_is_called_off())
            return dx_fail(read->error, DX_ERR_CANCELLED, 0, 0,
                           "nobody waits for this any more");
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline != NULL ? newline : end;
        dx_status status =
            take_line(read, text, (size_t)(stop - text), newline == NULL);
        if (status != DX_OK)
            return status;
        text = stop + (newline != NULL);
    }
    if (read->number == 0)
        return dx_fail(read->error, DX_ERR_SYNTAX, 1, 1, "an empty record");
    const dx_game *game = read->record->rules.game;
    if (!read->finished && game->turn(read->truth) == DX_OVER)
        return dx_fail(read->error, DX_ERR_SYNTAX, read->number + 1, 1,
                       "the record breaks off before its end: the game is "
                       "over, and the line with the scores is missing");
    if (game->turn(read->truth) == DX_NATURE)
        return dx_fail(read->error, DX_ERR_SYNTAX, read->number + 1, 1,
                       "the record breaks off where chance is next, and no "
                       "game stops there");
    return DX_OK;
}

static dx_status read_record(reader *read, const char *text, size_t length)
{
    read->record = dx_alloc(1, sizeof *read->record);
    dx_status status = read_lines(read, text, length);
    dx_record *record = read->record;
    record->count = (unsigned)read->events.count;
    dx_vector_reserve(&read->events, 1); // never NULL, even if there are none
    dx_vector_reserve(&read->reasons, 1);
    record->events = read->events.at;
    record->reasons = read->reasons.at;
    record->finished = read->finished && status == DX_OK;
    memcpy(record->hash, read->hash, sizeof record->hash);
    dx_free(read->truth);
    return status;
}

static void say_what_is_sound(const dx_record *record, dx_error *error)
{
    if (record->deal == NULL)
        return;
    size_t length = strlen(error->message);
    snprintf(error->message + length, sizeof error->message - length,
             " (%u event%s before it %s sound)", record->count,
             dx_plural(record->count), record->count == 1 ? "is" : "are");
}

dx_status dx_record_rescue(const dx_game *const *games, const char *text,
                           size_t length, dx_record **out_record,
                           dx_error *error)
{
    dx_error damage = {.message = ""};
    reader read = {.games = games, .error = &damage};
    dx_status status = read_record(&read, text, length);
    if (status != DX_OK)
        say_what_is_sound(read.record, &damage);
    read.record->damage = damage;
    if (status == DX_ERR_CANCELLED ||
        (status != DX_OK && read.record->deal == NULL)) {
        dx_record_free(read.record);
        if (error != NULL)
            *error = damage;
        return status;
    }
    *out_record = read.record;
    return DX_OK;
}

dx_status dx_record_read(const dx_game *const *games, const char *text,
                         size_t length, dx_record **out_record, dx_error *error)
{
    dx_error damage = {.message = ""};
    reader read = {.games = games, .error = &damage};
    dx_status status = read_record(&read, text, length);
    if (status == DX_OK) {
        *out_record = read.record;
        return DX_OK;
    }
    say_what_is_sound(read.record, &damage);
    dx_record_free(read.record);
    if (error != NULL)
        *error = damage;
    return status;
}

void dx_record_free(dx_record *record)
{
    if (record == NULL)
        return;
    for (unsigned i = 0;
         record->seats != NULL && i < dx_players(&record->rules); i++)
        dx_free(record->seats[i]);
    dx_free(record->seats);
    for (unsigned i = 0; i < record->count; i++)
        dx_reason_release(&record->reasons[i]);
    dx_free(record->events);
    dx_free(record->reasons);
    dx_deal_free(record->deal);
    dx_free(record);
}

dx_match *dx_record_match(const dx_record *record, unsigned count)
{
    DX_REQUIRE(count <= record->count, "events of the record");
    return dx_match_resume(&record->rules, record->deal, record->events, count);
}
