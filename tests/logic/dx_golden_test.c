// The lesson on Go Fish against the golden table: every world, both players,
// both readings of the paper.

#include "base/text.h"
#include "logic/dx/check.h"
#include "test.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char *text_of(const json_t *row, const char *key)
{
    return json_string_value(json_object_get(row, key));
}

// The hand "122" of a player as a formula of the lesson.
static void add_hand(dx_text *out, int player, const char *hand)
{
    int count[4] = {0};
    for (const char *c = hand; *c != '\0'; c++)
        count[*c - '0']++;
    dx_text_printf(out, "hand(%d, %d,%d,%d)", player, count[1], count[2],
                   count[3]);
}

// The row of the first table with the id's world ("w6" of "w6+draw1").
static const json_t *dealt(const json_t *reading, const char *id)
{
    const json_t *table = json_object_get(json_array_get(reading, 0), "table");
    size_t length = strcspn(id, "+"), i;
    const json_t *row;
    json_array_foreach (table, i, row) {
        const char *other = text_of(row, "id");
        if (strlen(other) == length && memcmp(other, id, length) == 0)
            return row;
    }
    fail();
    return NULL;
}

// The updates that lead to table `step`; `id` ends in the rank that is drawn.
static void add_updates(dx_text *out, const char *ask, size_t step,
                        const char *id)
{
    const char *updates[] = {ask, "; give", "; !(h(1,1) > 0)",
                             "; !(h(2,1) = 0)"};
    if (step > 0)
        dx_text_add(out, "after ");
    for (size_t i = 0; i < step && i < 4; i++)
        dx_text_add(out, updates[i]);
    if (step >= 5)
        dx_text_printf(out, "; draw, rank%c", id[strlen(id) - 1]);
    dx_text_add(out, step > 0 ? ": " : "");
}

static void add_row(dx_text *out, const json_t *reading, const char *ask,
                    size_t step, const json_t *row)
{
    const char *id = text_of(row, "id");
    const json_t *start = dealt(reading, id);
    for (int player = 1; player <= 2; player++) {
        add_updates(out, ask, step, id);
        dx_text_add(out, "value at ");
        add_hand(out, 1, text_of(start, "hand1"));
        dx_text_add(out, " & ");
        add_hand(out, 2, text_of(start, "hand2"));
        dx_text_printf(out, ": P[%d](", player);
        add_hand(out, 1, text_of(row, "hand1"));
        dx_text_add(out, " & ");
        add_hand(out, 2, text_of(row, "hand2"));
        dx_text_printf(out, ") expect %s\n",
                       text_of(row, player == 1 ? "mu1" : "mu2"));
    }
    add_updates(out, ask, step, id);
    dx_text_add(out, "count true expect ");
}

static size_t add_reading(dx_text *out, const json_t *reading, const char *ask)
{
    size_t step, i, rows = 0;
    const json_t *after, *row;
    json_array_foreach (reading, step, after) {
        json_array_foreach (json_object_get(after, "table"), i, row) {
            add_row(out, reading, ask, step, row);
            dx_text_printf(
                out, "%d\n",
                (int)json_integer_value(json_object_get(after, "worlds")));
            rows++;
        }
    }
    return rows;
}

static void check_all(const char *text, size_t length)
{
    dx_document *document;
    dx_checker *checker;
    dx_error error;
    CHECK_THAT(dx_document_read_text("go-fish", text, length, &document,
                                     &error) == DX_OK,
               "%u:%u: %s", error.line, error.column, error.message);
    CHECK(dx_checker_new(document, &dx_build_default_limits, &checker,
                         &error) == DX_OK);
    for (size_t i = 0; i < document->queries.count; i++) {
        dx_check_answer answer;
        dx_checker_ask(checker, &document->queries.at[i], (dx_check_options){0},
                       &answer);
        CHECK_THAT(answer.status == DX_OK && answer.is_as_expected,
                   "line %u: %s: %s", document->queries.at[i].place.line,
                   document->queries.at[i].text, answer.error.message);
        dx_check_answer_release(&answer);
    }
    dx_checker_free(checker);
    dx_document_free(document);
}

TEST(the_lesson_on_go_fish_has_the_golden_probabilities)
{
    dx_text text = {0};
    dx_error error;
    json_error_t why;
    json_t *golden =
        json_load_file(dx_test_path("golden/gofish_example.json"), 0, &why);
    CHECK(golden != NULL);
    CHECK(dx_text_read_file(dx_test_path("../examples/logic/go-fish.dx"),
                            1 << 20, &text, &error) == DX_OK);
    dx_text_add_char(&text, '\n');
    size_t rows =
        add_reading(&text, json_object_get(golden, "reading_example"), "ask");
    rows += add_reading(&text, json_object_get(golden, "reading_strict"),
                        "ask_strictly");

    CHECK(rows > 0);
    check_all(text.at, text.length);

    dx_text_release(&text);
    json_decref(golden);
}
