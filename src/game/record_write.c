// Writing a record, as the game goes on: the header, the shuffles that were
// used since the last call, each event with its reason, the end.
//
// A line is built in memory, closed with its hash and appended as a whole.  The
// chain of hashes is all that a writer remembers of what it wrote, so one that
// resumes from a record read back goes on with the same chain.

#include "base/memory.h"
#include "base/sha256.h"
#include "game/record.h"
#include "game/say.h"

#include <string.h>

struct dx_record_writer {
    dx_rules rules;
    char **seats; // NULL: unnamed
    unsigned shuffles[DX_PACKS_MAX];
    unsigned events;
    bool begun, ended;
    char hash[DX_RECORD_HASH];
    dx_text line;
};

void dx_record_hash(const char *previous, const char *body, size_t length,
                    char out[DX_RECORD_HASH])
{
    dx_sha256 hash;
    char hex[DX_SHA256_HEX];
    dx_sha256_init(&hash);
    dx_sha256_add(&hash, previous, strlen(previous));
    dx_sha256_add(&hash, body, length);
    dx_sha256_hex(&hash, hex);
    memcpy(out, hex, DX_RECORD_HASH - 1);
    out[DX_RECORD_HASH - 1] = '\0';
}

dx_record_writer *dx_record_writer_new(const dx_rules *rules,
                                       const char *const *seats)
{
    dx_record_writer *writer = dx_alloc(1, sizeof *writer);
    writer->rules = *rules;
    if (seats != NULL) {
        writer->seats = dx_alloc(DX_SEATS_MAX, sizeof *writer->seats);
        for (unsigned i = 0; i < dx_players(rules); i++)
            writer->seats[i] = dx_copy_text(seats[i]);
    }
    return writer;
}

dx_record_writer *dx_record_writer_resume(const dx_record *record)
{
    dx_record_writer *writer = dx_record_writer_new(
        &record->rules, (const char *const *)record->seats);
    for (unsigned pack = 0; pack < dx_deal_packs(record->deal); pack++)
        writer->shuffles[pack] = dx_deal_shuffles(record->deal, pack);
    writer->begun = true;
    writer->events = record->count;
    writer->ended = record->finished;
    memcpy(writer->hash, record->hash, sizeof writer->hash);
    return writer;
}

void dx_record_writer_free(dx_record_writer *writer)
{
    if (writer == NULL)
        return;
    for (unsigned i = 0; writer->seats != NULL && i < DX_SEATS_MAX; i++)
        dx_free(writer->seats[i]);
    dx_free(writer->seats);
    dx_text_release(&writer->line);
    dx_free(writer);
}

// Closes the line in `writer->line` with its hash.
static void end_line(dx_record_writer *writer, dx_text *out)
{
    dx_text *line = &writer->line;
    dx_record_hash(writer->hash, dx_text_string(line), line->length,
                   writer->hash);
    dx_text_printf(line, ",\"hash\":\"%s\"}\n", writer->hash);
    dx_text_add_part(out, line->at, line->length);
    dx_text_clear(line);
}

void dx_record_params(const dx_rules *rules, dx_text *out)
{
    const dx_schema *schema = &rules->game->schema;
    unsigned count = dx_schema_count(schema);
    dx_text_add_char(out, '{');
    for (unsigned i = 0; i < count; i++) {
        const dx_param *param = &schema->params[i];
        dx_text value = {0};
        if (param->text > 0)
            dx_text_add(&value, dx_params_text(&rules->params, i));
        else
            dx_param_print(param, rules->params.value[i], &value);
        dx_text_printf(out, "%s\"%s\":", i > 0 ? "," : "", param->name);
        if (param->choices != NULL || param->text > 0)
            dx_text_add_json(out, dx_text_string(&value));
        else
            dx_text_add(out, dx_text_string(&value));
        dx_text_release(&value);
    }
    dx_text_add_char(out, '}');
}

static void write_header(dx_record_writer *writer, dx_text *out)
{
    const dx_game *game = writer->rules.game;
    dx_text *line = &writer->line, rules = {0};
    dx_text_printf(line,
                   "{\"doxa\":\"record\",\"version\":%d,\"game\":\"%s\","
                   "\"game_version\":%u,\"rules\":",
                   DX_RECORD_VERSION, game->name, game->version);
    dx_rules_print(&writer->rules, &rules);
    dx_text_add_json(line, dx_text_string(&rules));
    dx_text_release(&rules);
    dx_text_add(line, ",\"params\":");
    dx_record_params(&writer->rules, line);
    for (unsigned i = 0;
         writer->seats != NULL && i < dx_players(&writer->rules); i++) {
        dx_text_add(line, i == 0 ? ",\"seats\":[" : ",");
        dx_text_add_json(line, writer->seats[i]);
    }
    if (writer->seats != NULL)
        dx_text_add_char(line, ']');
    if (game->source != NULL) {
        char hex[DX_SHA256_HEX];
        dx_sha256 hash;
        dx_sha256_init(&hash);
        dx_sha256_add(&hash, game->source, strlen(game->source));
        dx_sha256_hex(&hash, hex);
        dx_text_add(line, ",\"source\":");
        dx_text_add_json(line, game->source);
        dx_text_printf(line, ",\"source_hash\":\"%s\"", hex);
    }
    end_line(writer, out);
}

static void write_shuffles(dx_record_writer *writer, dx_deal *deal,
                           dx_text *out)
{
    for (unsigned pack = 0; pack < dx_deal_packs(deal); pack++)
        while (writer->shuffles[pack] < dx_deal_shuffles(deal, pack)) {
            unsigned shuffle = writer->shuffles[pack]++;
            const uint8_t *order = dx_deal_order(deal, pack, shuffle);
            dx_text_printf(&writer->line,
                           "{\"pack\":%u,\"shuffle\":%u,\"order\":[", pack,
                           shuffle);
            for (unsigned i = 0; i < dx_deal_cards(deal, pack); i++)
                dx_text_printf(&writer->line, "%s%u", i > 0 ? "," : "",
                               order[i]);
            dx_text_add_char(&writer->line, ']');
            end_line(writer, out);
        }
}

static void write_reason(const dx_reason *reason, dx_text *line)
{
    dx_text_add(line, ",\"why\":{\"rule\":");
    dx_text_add_json(line, reason->rule);
    dx_text_add(line, ",\"formula\":");
    dx_text_add_json(line, reason->formula != NULL ? reason->formula : "");
    dx_text_add(line, ",\"words\":");
    dx_text_add_json(line, reason->words != NULL ? reason->words : "");
    dx_text_add_char(line, '}');
}

static void write_end(dx_record_writer *writer, const dx_match *match,
                      dx_text *out)
{
    writer->ended = true;
    dx_text_printf(&writer->line, "{\"end\":%u,\"scores\":[", writer->events);
    for (unsigned seat = 0; seat < dx_players(&writer->rules); seat++)
        dx_text_printf(&writer->line, "%s%d", seat > 0 ? "," : "",
                       dx_match_score(match, seat));
    dx_text_add_char(&writer->line, ']');
    end_line(writer, out);
}

void dx_record_write(dx_record_writer *writer, const dx_match *match,
                     dx_text *out)
{
    DX_REQUIRE(dx_match_deal(match) != NULL, "a match with a deal");
    if (!writer->begun)
        write_header(writer, out);
    writer->begun = true;
    write_shuffles(writer, dx_match_deal(match), out);
    unsigned count;
    const dx_event *events = dx_match_events(match, &count);
    for (; writer->events < count; writer->events++) {
        dx_text_printf(&writer->line, "{\"event\":%u,", writer->events);
        dx_say_event_members(&writer->rules, events[writer->events],
                             &writer->line);
        const dx_reason *why = dx_match_reason(match, writer->events);
        if (why != NULL)
            write_reason(why, &writer->line);
        end_line(writer, out);
    }
    if (dx_match_turn(match) == DX_OVER && !writer->ended)
        write_end(writer, match, out);
}
