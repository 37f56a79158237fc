#include "base/child.h"
#include "base/memory.h"
#include "base/words.h"
#include "test.h"

#include <string.h>

static dx_child *start(const char *script, const dx_child_options *limits)
{
    dx_child *child = NULL;
    dx_child_options options = *limits;
    options.argv = (const char *const[]){"sh", "-c", script, NULL};
    assert_int_equal(dx_child_start(&options, &child, NULL), DX_OK);
    return child;
}

static const dx_child_options no_limits = {.argv = NULL};

TEST(a_child_answers_line_by_line)
{
    dx_child *child = start("while read l; do echo \"<$l>\"; done", &no_limits);
    const char *line = NULL;

    CHECK(dx_child_send(child, "a\nb\n", 4));

    CHECK_EQ(dx_child_hear(child, dx_now_ms() + 5000, &line), DX_HEARD_LINE);
    CHECK_TEXT(line, "<a>");
    CHECK_EQ(dx_child_hear(child, dx_now_ms() + 5000, &line), DX_HEARD_LINE);
    CHECK_TEXT(line, "<b>");
    CHECK_EQ(dx_child_hear(child, 0, &line), DX_HEARD_NOTHING);
    CHECK(dx_child_stop(child, 5000));
    dx_child_free(child);
}

TEST(the_end_of_a_child_shows_before_the_deadline)
{
    dx_child *child = start("echo oops >&2; printf half; exit 7", &no_limits);
    const char *line = NULL, *how = NULL;

    int64_t before = dx_now_ms();
    CHECK_EQ(dx_child_hear(child, before + 60000, &line), DX_HEARD_END);

    CHECK(dx_now_ms() - before < 30000);
    CHECK(dx_child_has_ended(child, &how));
    CHECK_TEXT(how, "exited with code 7");
    CHECK_TEXT(dx_child_stderr(child), "oops\n");
    CHECK_EQ(dx_child_unfinished(child), 4);
    CHECK(!dx_child_stop(child, 0));
    dx_child_free(child);
}

TEST(a_child_that_leaves_its_output_to_another_has_still_ended)
{
    dx_child *child = start("sleep 60 & exit 0", &no_limits);
    const char *line = NULL;

    CHECK_EQ(dx_child_hear(child, dx_now_ms() + 50000, &line), DX_HEARD_END);

    dx_child_free(child);
}

TEST(a_child_that_never_reads_fills_its_queue_and_nothing_more)
{
    dx_child *child =
        start("exec sleep 60", &(dx_child_options){.queue_max = 100000});
    char bytes[1000];
    memset(bytes, 'x', sizeof bytes);

    unsigned sent = 0;
    while (sent < 10000 && dx_child_send(child, bytes, sizeof bytes))
        sent++;

    CHECK(sent < 10000);
    CHECK(dx_child_unread(child) <= 100000);
    CHECK(!dx_child_stop(child, 1));
    dx_child_free(child);
}

TEST(a_line_that_is_too_long_is_dropped_and_the_next_one_heard)
{
    dx_child *child =
        start("head -c 100000 /dev/zero | tr '\\0' x; echo; echo next",
              &(dx_child_options){.line_max = 1000});
    const char *line = NULL;

    CHECK_EQ(dx_child_hear(child, dx_now_ms() + 9000, &line),
             DX_HEARD_TOO_LONG);
    CHECK_EQ(dx_child_hear(child, dx_now_ms() + 9000, &line), DX_HEARD_LINE);
    CHECK_TEXT(line, "next");
    dx_child_free(child);
}

TEST(bytes_without_end_are_not_waited_for_without_end)
{
    dx_child *child = start("exec tr '\\0' x </dev/zero",
                            &(dx_child_options){.line_max = 1000});
    const char *line = NULL;

    CHECK_EQ(dx_child_hear(child, dx_now_ms() + 9000, &line),
             DX_HEARD_TOO_LONG);
    CHECK_EQ(dx_child_hear(child, dx_now_ms() + 20, &line), DX_HEARD_NOTHING);
    dx_child_free(child);
}

TEST(of_a_loud_stderr_the_end_is_kept)
{
    dx_child *child =
        start("head -c 50000 /dev/zero | tr '\\0' x >&2; echo last >&2; echo",
              &(dx_child_options){.stderr_max = 20});
    const char *line = NULL;

    CHECK_EQ(dx_child_hear(child, dx_now_ms() + 9000, &line), DX_HEARD_LINE);
    CHECK_EQ(dx_child_hear(child, dx_now_ms() + 9000, &line), DX_HEARD_END);
    CHECK_TEXT(dx_child_stderr(child), "xxxxxxxxxxxxxxxlast\n");
    dx_child_free(child);
}

TEST(a_program_that_is_not_there_cannot_be_started)
{
    dx_child *child = NULL;
    dx_error error;
    const char *const argv[] = {"no-such-program-here", NULL};

    CHECK_EQ(dx_child_start(&(dx_child_options){.argv = argv}, &child, &error),
             DX_ERR_FILE);

    CHECK(strstr(error.message, "no-such-program-here") != NULL);
}

TEST(a_command_line_is_split_like_a_shell_does)
{
    char **words = NULL;

    CHECK_EQ(dx_words_split(" a 'b c'  \"d\\\"e\" f\\ g '' ", &words, NULL),
             DX_OK);

    CHECK_TEXT(words[0], "a");
    CHECK_TEXT(words[1], "b c");
    CHECK_TEXT(words[2], "d\"e");
    CHECK_TEXT(words[3], "f g");
    CHECK_TEXT(words[4], "");
    CHECK(words[5] == NULL);
    dx_free(words);
    CHECK_EQ(dx_words_split("a 'b", &words, NULL), DX_ERR_SYNTAX);
    CHECK_EQ(dx_words_split("  ", &words, NULL), DX_ERR_SYNTAX);
}
