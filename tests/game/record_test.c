// Records: what is written is read again, and what was changed is noticed.

#include "base/heed.h"
#include "base/memory.h"
#include "game/record.h"
#include "game/rules_list.h"
#include "games/parlour.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static const dx_game *const games[] = {&dx_parlour, NULL};

// Plays at random and writes the record move by move; every third move has a
// reason.  `moves_max` cuts the game.
static void write_game(const dx_rules *rules, uint64_t seed, unsigned moves_max,
                       dx_text *out)
{
    static const char *const seats[DX_SEATS_MAX] = {
        "random", "a \"b\"", "c", "d", "e", "f", "g", "h", "i", "j"};
    dx_deal *deal = dx_deal_new(rules, seed, 0);
    dx_match *match = dx_match_new(rules, deal);
    dx_record_writer *writer = dx_record_writer_new(rules, seats);
    dx_random random = dx_random_named(seed, 0, 1);
    char formula[2000]; // longer than any buffer
    memset(formula, '~', sizeof formula);
    memcpy(formula + sizeof formula - 5, "true", 5);
    dx_record_write(writer, match, out);
    for (unsigned n = 0; dx_match_turn(match) != DX_OVER && n < moves_max;
         n++) {
        const dx_event *moves;
        unsigned count = dx_match_moves(match, &moves);
        dx_event move = moves[dx_random_below(&random, count)];
        dx_reason why = {"rule", formula, "because \xc3\xa9\n"};
        CHECK_EQ(dx_match_play(match, dx_match_turn(match), move,
                               n % 3 == 0 ? &why : NULL, NULL),
                 DX_OK);
        dx_record_write(writer, match, out);
    }
    dx_record_writer_free(writer);
    dx_match_free(match);
    dx_deal_free(deal);
}

static void check_round_trip(const dx_rules *rules)
{
    const dx_game *const list[] = {rules->game, NULL};
    for (uint64_t seed = 0; seed < 3; seed++) {
        CHECKING_SEED(seed);
        dx_text text = {0}, again = {0};
        dx_record *record = NULL, *second = NULL;
        dx_error error = {.message = ""};
        write_game(rules, seed, 3000, &text);
        CHECK_THAT(dx_record_read(list, dx_text_string(&text), text.length,
                                  &record, &error) == DX_OK,
                   "%s seed %d: %u:%u: %s", rules->game->name, (int)seed,
                   error.line, error.column, error.message);
        CHECK_TEXT(record->seats[1], "a \"b\"");
        CHECK_EQ(
            memcmp(&record->rules.params, &rules->params, sizeof rules->params),
            0);
        // The record resumed in the middle comes to the same end.
        dx_match *match = dx_record_match(record, record->count);
        dx_record_writer *writer =
            dx_record_writer_new(rules, (const char *const *)record->seats);
        dx_record_write(writer, match, &again);
        CHECK_EQ(dx_record_read(list, dx_text_string(&again), again.length,
                                &second, NULL),
                 DX_OK);
        CHECK_EQ(record->count, second->count);
        CHECK_EQ(memcmp(record->events, second->events,
                        record->count * sizeof *record->events),
                 0);
        CHECK_EQ(record->finished, second->finished);
        dx_record_writer_free(writer);
        dx_match_free(match);
        dx_record_free(record);
        dx_record_free(second);
        dx_text_release(&text);
        dx_text_release(&again);
    }
}
TEST(conformance_a_record_is_read_as_it_was_written)
{
    dx_each_rules(check_round_trip);
}

static dx_rules tiny(void)
{
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(games, "parlour(tiny)", &rules, NULL), DX_OK);
    return rules;
}

static void write_tiny(dx_text *out)
{
    dx_rules rules = tiny();
    write_game(&rules, 1, 1000, out);
}

// Reads `text`, which must be refused, and gives the error.
static dx_error refusal(const char *text, size_t length, dx_status status)
{
    dx_record *record = NULL;
    dx_error error = {.message = ""};
    CHECK_EQ(dx_record_read(games, text, length, &record, &error), status);
    CHECK(record == NULL);
    CHECK(error.line > 0 && error.column > 0 && error.message[0] != '\0');
    return error;
}

TEST(reasons_of_any_length_come_back_with_their_moves)
{
    dx_text text = {0};
    dx_record *record = NULL;
    write_tiny(&text);
    CHECK_EQ(dx_record_read(games, dx_text_string(&text), text.length, &record,
                            NULL),
             DX_OK);
    CHECK(record->finished);
    CHECK_TEXT(record->reasons[0].rule, ""); // nature has none
    CHECK_TEXT(record->reasons[5].words, "because \xc3\xa9\n");
    CHECK(strlen(record->reasons[5].formula) > 1900);
    CHECK_TEXT(record->reasons[6].rule, "");
    dx_record_free(record);
    dx_text_release(&text);
}

// Every single changed byte, wherever it is, is noticed.
TEST(a_changed_byte_is_noticed_wherever_it_is)
{
    dx_text text = {0};
    write_tiny(&text);
    char *copy = dx_copy(dx_text_string(&text), text.length);
    for (size_t i = 0; i < text.length; i++) {
        dx_record *record = NULL;
        copy[i] ^= 4;
        CHECK_THAT(dx_record_read(games, copy, text.length, &record, NULL) !=
                       DX_OK,
                   "byte %zu", i);
        copy[i] ^= 4;
    }
    dx_free(copy);
    dx_text_release(&text);
}

// Is the event that a whole record has behind these one of chance?
static bool is_chance_next(const dx_record *whole, unsigned events)
{
    return events < whole->count &&
           whole->rules.game->verbs[whole->events[events].verb].chance;
}

// Cut anywhere, the lines before the cut are still read.  Between two lines it
// might be a game that is not over, unless only the end is missing or what is
// missing waits for nobody.
TEST(a_truncated_record_gives_what_is_sound)
{
    dx_text text = {0};
    dx_record *whole = NULL;
    write_tiny(&text);
    CHECK_EQ(
        dx_record_read(games, dx_text_string(&text), text.length, &whole, NULL),
        DX_OK);
    const char *at = dx_text_string(&text);
    size_t header = (size_t)(strchr(at, '\n') + 1 - at);
    unsigned events = 0;
    for (size_t length = 0; length < text.length; length++) {
        dx_record *record = NULL;
        dx_error error = {.message = ""};
        dx_status status = dx_record_rescue(games, at, length, &record, &error);
        CHECK_EQ(status == DX_OK, length + 1 >= header);
        if (status != DX_OK)
            continue;
        bool is_over = length > 0 && strncmp(at + length, "{\"end\"", 6) == 0;
        bool is_whole = at[length - 1] == '\n' || at[length] == '\n';
        if (is_whole && strncmp(at + length, "\n{\"end\"", 7) == 0)
            is_over = true;
        if (length == text.length - 1) { // all but the last newline
            CHECK(record->finished);
            CHECK_TEXT(record->damage.message, "");
            dx_record_free(record);
            continue;
        }
        if (is_whole && !is_over && !is_chance_next(whole, record->count)) {
            CHECK_TEXT(record->damage.message, "");
        } else {
            CHECK(strstr(record->damage.message, "breaks off") != NULL);
            CHECK(strstr(record->damage.message, " sound)") != NULL);
        }
        CHECK(!record->finished);
        CHECK(record->count >= events);
        events = record->count;
        dx_record_free(record);
    }
    CHECK(events > 10);
    dx_record_free(whole);
    dx_text_release(&text);
}

// What mail, editors and other systems make of lines changes nothing in them.
TEST(line_ends_and_marks_of_other_systems_are_read)
{
    dx_text text = {0}, other = {0};
    write_tiny(&text);
    dx_text_add(&other, "\xef\xbb\xbf");
    for (const char *at = dx_text_string(&text); *at != '\0'; at++) {
        if (*at == '\n')
            dx_text_add_char(&other, '\r');
        dx_text_add_char(&other, *at);
    }
    dx_record *plain = NULL, *record = NULL;
    dx_error error = {.message = ""};
    CHECK_EQ(dx_record_read(games, text.at, text.length, &plain, &error),
             DX_OK);
    for (size_t cut = 0; cut <= 2; cut++) { // without "\n", without "\r\n"
        CHECKING("%zu bytes fewer", cut);
        CHECK_THAT(dx_record_read(games, other.at, other.length - cut, &record,
                                  &error) == DX_OK,
                   "%s", error.message);
        CHECK(record->finished);
        CHECK_EQ(record->count, plain->count);
        CHECK_TEXT(record->hash, plain->hash);
        dx_record_free(record);
    }
    CHECK_EQ(dx_record_read(games, other.at, other.length - 3, &record, &error),
             DX_ERR_SYNTAX);
    dx_record_free(plain);
    dx_text_release(&text);
    dx_text_release(&other);
}

TEST(a_lost_line_breaks_the_chain_at_the_next)
{
    dx_text text = {0}, less = {0};
    write_tiny(&text);
    const char *at = dx_text_string(&text), *end = at;
    for (unsigned line = 1; line < 6; line++)
        end = strchr(end, '\n') + 1;
    dx_text_add_part(&less, at, (size_t)(end - at));
    dx_text_add(&less, strchr(end, '\n') + 1);
    dx_error error = refusal(dx_text_string(&less), less.length, DX_ERR_INPUT);
    CHECK_EQ(error.line, 6);
    CHECK(strstr(error.message, "changed, lost, added or moved") != NULL);
    dx_text_release(&text);
    dx_text_release(&less);
}

// Replaces `from` by `to` in line `line` and makes all hashes right again, as
// somebody would who knows how.
static void forge(dx_text *text, unsigned line, const char *from,
                  const char *to)
{
    dx_text out = {0};
    char hash[DX_RECORD_HASH] = "";
    char *at = dx_text_take(text), *next;
    for (char *from_here = at; *from_here != '\0'; from_here = next, line--) {
        next = strchr(from_here, '\n') + 1;
        char *body_end = next - 3 - (DX_RECORD_HASH - 1) - 9;
        dx_text body = {0};
        dx_text_add_part(&body, from_here, (size_t)(body_end - from_here));
        char *found = line == 1 ? strstr(dx_text_string(&body), from) : NULL;
        if (line == 1) {
            CHECK(found != NULL);
            dx_text other = {0};
            dx_text_add_part(&other, body.at, (size_t)(found - body.at));
            dx_text_add(&other, to);
            dx_text_add(&other, found + strlen(from));
            dx_text_release(&body);
            body = other;
        }
        dx_record_hash(hash, dx_text_string(&body), body.length, hash);
        dx_text_printf(&out, "%s,\"hash\":\"%s\"}\n", dx_text_string(&body),
                       hash);
        dx_text_release(&body);
    }
    dx_free(at);
    *text = out;
}

static void check_forged(unsigned line, const char *from, const char *to,
                         dx_status status, const char *message)
{
    dx_text text = {0};
    write_tiny(&text);
    forge(&text, line, from, to);
    dx_error error = refusal(dx_text_string(&text), text.length, status);
    CHECK_EQ(error.line, line);
    CHECK_THAT(strstr(error.message, message) != NULL, "%s", error.message);
    dx_text_release(&text);
}

// Lines of the tiny game: 1 header, 2 and 3 shuffles, 4 and 5 roles, 6 and 7
// draws, 8 chest, then moves.
TEST(a_forged_record_with_right_hashes_still_has_to_follow_the_rules)
{
    check_forged(1, "\"version\":1", "\"version\":2", DX_ERR_UNSUPPORTED,
                 "a record of version 2; this program reads version 1");
    check_forged(1, "\"game_version\":1", "\"game_version\":9",
                 DX_ERR_UNSUPPORTED,
                 "parlour of version 9; this program has version 1");
    check_forged(1, "\"players\":2", "\"players\":3", DX_ERR_INPUT,
                 "the parameters are not those of \"rules\"");
    check_forged(1, "(players=2", "(players=7", DX_ERR_INPUT,
                 "players=7: expected 2 to 4");
    check_forged(1, "\"game\":\"parlour\"", "\"game\":\"whist\"", DX_ERR_INPUT,
                 "the rules are those of parlour");
    check_forged(1, "\"record\"", "\"model\"", DX_ERR_INPUT, "not a record");
    check_forged(1, ",\"seats\"", ",\"stray\":1,\"seats\"", DX_ERR_INPUT,
                 "9 members where 8 are expected");
    check_forged(2, "\"order\":[", "\"order\":[0,", DX_ERR_INPUT,
                 "4 cards in a shuffle of pack 0: expected 3");
    check_forged(2, "\"pack\":0", "\"pack\":5", DX_ERR_INPUT,
                 "\"pack\": expected a number from 0 to 1");
    check_forged(4, "\"verb\":\"role\"", "\"verb\":\"sing\"", DX_ERR_INPUT,
                 "parlour has no verb 'sing'");
    check_forged(4, "\"who\":1", "\"who\":3", DX_ERR_INPUT,
                 "\"who\": expected a seat from 1 to 2");
    check_forged(4, "\"who\":1", "\"who\":2", DX_ERR_INPUT,
                 "the rules and the deal make it {\"verb\":\"role\"");
    check_forged(5, "\"event\":1", "\"event\":2", DX_ERR_INPUT,
                 "expected event 1");
    check_forged(8, "\"verb\":\"chest\"", "\"verb\":\"wait\"", DX_ERR_INPUT,
                 "members where");
    check_forged(9, "\"verb\":", "\"verb\":1,\"word\":", DX_ERR_INPUT,
                 "\"verb\": expected a string");
}

TEST(a_game_goes_on_from_a_record_that_broke_off)
{
    dx_text text = {0};
    dx_rules rules = tiny();
    dx_record *record = NULL, *whole = NULL;
    write_game(&rules, 1, 3, &text);
    CHECK_EQ(dx_record_read(games, dx_text_string(&text), text.length, &record,
                            NULL),
             DX_OK);
    CHECK(!record->finished);

    dx_deal_seed(record->deal, 9, 9);
    dx_match *match = dx_record_match(record, record->count);
    dx_record_writer *writer = dx_record_writer_resume(record);
    while (dx_match_turn(match) != DX_OVER) {
        const dx_event *moves;
        dx_match_moves(match, &moves);
        CHECK_EQ(
            dx_match_play(match, dx_match_turn(match), moves[0], NULL, NULL),
            DX_OK);
    }
    dx_record_write(writer, match, &text);
    dx_error error = {.message = ""};
    CHECK_THAT(dx_record_read(games, dx_text_string(&text), text.length, &whole,
                              &error) == DX_OK,
               "%s", error.message);
    CHECK(whole->finished);
    dx_record_writer_free(writer);
    dx_match_free(match);
    dx_record_free(record);
    dx_record_free(whole);
    dx_text_release(&text);
}

TEST(what_is_no_record_is_refused)
{
    refusal("", 0, DX_ERR_SYNTAX);
    refusal("\n", 1, DX_ERR_SYNTAX);
    refusal("[]\n", 3, DX_ERR_SYNTAX);
    refusal("{}\n", 3, DX_ERR_INPUT);
    refusal("{\"doxa\":\"record\"}\n", 18, DX_ERR_INPUT);
    refusal("{\"a\":1,\"a\":1}\n", 14, DX_ERR_SYNTAX);
}

// Who reads it looks once a line, so that it ends within a moment.
TEST(reading_a_record_is_called_off)
{
    dx_rules rules;
    dx_text text = {0};
    dx_record *record = NULL;
    dx_error error = {.message = ""};
    atomic_bool off = false;
    unsigned lines = 0;
    CHECK_EQ(dx_rules_parse(games, "parlour", &rules, NULL), DX_OK);
    write_game(&rules, 5, 3000, &text);
    for (size_t i = 0; i < text.length; i++)
        lines += text.at[i] == '\n';
    const atomic_bool *before = dx_heed(&off);
    uint64_t looks = dx_heed_looks();
    CHECK_EQ(dx_record_read(games, text.at, text.length, &record, NULL), DX_OK);
    CHECK(dx_heed_looks() - looks >= lines);
    dx_record_free(record);
    off = true;
    CHECK_EQ(dx_record_read(games, text.at, text.length, &record, &error),
             DX_ERR_CANCELLED);
    CHECK_EQ(dx_record_rescue(games, text.at, text.length, &record, &error),
             DX_ERR_CANCELLED);
    dx_heed(before);
    dx_text_release(&text);
}
