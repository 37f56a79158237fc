// Messages, and what a bot may say.

#include "agents/protocol.h"
#include "base/memory.h"
#include "game/match.h"
#include "games/parlour.h"
#include "test.h"

#include <jansson.h>
#include <string.h>

static dx_status read(const char *line, dx_reply *reply, dx_error *error)
{
    return dx_reply_read(line, strlen(line), reply, error);
}

TEST(a_hello_is_read)
{
    dx_reply reply;
    CHECK_EQ(read("{\"type\":\"hello\",\"protocol\":1,\"name\":\"me\","
                  "\"view\":\"full\",\"more\":[1]}",
                  &reply, NULL),
             DX_OK);
    CHECK_EQ(reply.kind, DX_REPLY_HELLO);
    CHECK_EQ(reply.protocol, 1);
    CHECK_TEXT(reply.name, "me");
    CHECK(reply.wants_view);
}

TEST(a_move_is_read_with_its_reason)
{
    dx_reply reply;
    CHECK_EQ(read(" { \"move\" : \"done\" , \"seq\" : 7.0 , \"type\" : "
                  "\"move\" , \"why\" : \"so\" } ",
                  &reply, NULL),
             DX_OK);
    CHECK_EQ(reply.kind, DX_REPLY_MOVE);
    CHECK_EQ(reply.seq, 7);
    CHECK_TEXT(reply.move, "done");
    CHECK_TEXT(reply.why.words, "so");

    CHECK_EQ(read("{\"type\":\"move\",\"seq\":9007199254740991,\"move\":\"\","
                  "\"why\":{\"rule\":\"r\",\"formula\":\"f\"}}",
                  &reply, NULL),
             DX_OK);
    CHECK(reply.seq == DX_SEQ_MAX);
    CHECK_TEXT(reply.why.rule, "r");
    CHECK_TEXT(reply.why.formula, "f");
}

TEST(long_texts_are_cut_between_letters)
{
    dx_text line = {0};
    dx_reply reply;
    dx_text_add(&line, "{\"type\":\"hello\",\"protocol\":1,\"name\":\"x");
    for (unsigned i = 0; i < 100; i++)
        dx_text_add(&line, "\xc3\xa9");
    dx_text_add(&line, "\"}");
    CHECK_EQ(read(dx_text_string(&line), &reply, NULL), DX_OK);
    CHECK_EQ(strlen(reply.name), 79); // x and 39 letters of two bytes
    dx_text_release(&line);
}

TEST(what_is_no_message_is_refused_with_what_was_expected)
{
    static const char *const cases[][2] = {
        {"", "not JSON"},
        {"hello", "not JSON"},
        {"{\"type\":\"move\"", "not JSON"},
        {"[]", "expected an object with a string \"type\""},
        {"{}", "expected an object with a string \"type\""},
        {"{\"type\":7}", "expected an object with a string \"type\""},
        {"{\"type\":\"hello\"}", "expected a number \"protocol\""},
        {"{\"type\":\"hello\",\"protocol\":-1}", "a number \"protocol\""},
        {"{\"type\":\"hello\",\"protocol\":1,\"name\":1}", "\"name\""},
        {"{\"type\":\"hello\",\"protocol\":1,\"view\":1}", "\"view\""},
        {"{\"type\":\"move\",\"move\":\"done\"}", "the number \"seq\""},
        {"{\"type\":\"move\",\"seq\":\"1\",\"move\":\"x\"}", "\"seq\""},
        {"{\"type\":\"move\",\"seq\":0,\"move\":\"x\"}", "\"seq\""},
        {"{\"type\":\"move\",\"seq\":1.5,\"move\":\"x\"}", "\"seq\""},
        {"{\"type\":\"move\",\"seq\":1e300,\"move\":\"x\"}", "\"seq\""},
        {"{\"type\":\"move\",\"seq\":1}", "a string \"move\""},
        {"{\"type\":\"move\",\"seq\":1,\"move\":[]}", "a string \"move\""},
        {"{\"type\":\"move\",\"seq\":1,\"move\":\"x\",\"why\":1}", "\"why\""},
        {"{\"type\":\"error\",\"text\":1}", "\"text\""},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        dx_reply reply;
        dx_error error = {.message = ""};
        CHECK_THAT(read(cases[i][0], &reply, &error) != DX_OK, "%s",
                   cases[i][0]);
        CHECK_THAT(strstr(error.message, cases[i][1]) != NULL, "%s: %s",
                   cases[i][0], error.message);
    }
}

TEST(types_of_the_future_are_no_error)
{
    dx_reply reply;
    CHECK_EQ(read("{\"type\":\"note\"}", &reply, NULL), DX_OK);
    CHECK_EQ(reply.kind, DX_REPLY_UNKNOWN);
    CHECK_TEXT(reply.text, "note");
}

// Every line that begins like a message, in docs/protocol.md.
TEST(every_example_in_the_docs_is_json_and_the_bots_ones_are_read)
{
    dx_text doc;
    unsigned count = 0;
    CHECK_EQ(dx_text_read_file(dx_test_path("../docs/protocol.md"), 1 << 20,
                               &doc, NULL),
             DX_OK);
    char *text = dx_text_take(&doc), *rest = text, *line;
    while ((line = strsep(&rest, "\n")) != NULL) {
        const char *at = line + strspn(line, " <>");
        if (*at != '{')
            continue;
        count++;
        json_t *json = json_loads(at, 0, NULL);
        CHECK_THAT(json != NULL, "not JSON: %s", line);
        json_decref(json);
        dx_reply reply;
        if (line[0] == '<')
            CHECK_THAT(read(at, &reply, NULL) == DX_OK &&
                           reply.kind != DX_REPLY_UNKNOWN,
                       "not read: %s", line);
    }
    CHECK(count > 30);
    dx_free(text);
}

TEST(hidden_cards_and_scores_are_null_in_messages)
{
    const dx_game *all[] = {&dx_parlour, NULL};
    dx_rules rules;
    CHECK_EQ(dx_rules_parse(all, "parlour(tiny)", &rules, NULL), DX_OK);
    dx_deal *deal = dx_deal_new(&rules, 1, 0);
    dx_match *match = dx_match_new(&rules, deal);
    const dx_view *view = dx_match_view(match, 0);
    dx_text out = {0};
    for (unsigned i = 0; i < view->count; i++)
        dx_message_see(view, i, &out);
    CHECK(strstr(dx_text_string(&out),
                 "\"verb\":\"chest\",\"who\":\"nature\",\"next\":1,"
                 "\"card\":null") != NULL);
    dx_text_clear(&out);
    dx_message_end(view, "left", &out);
    CHECK(strstr(dx_text_string(&out), "null") != NULL);
    dx_text_release(&out);
    dx_match_free(match);
    dx_deal_free(deal);
}
