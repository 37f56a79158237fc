// A host loses a table and not itself.

#include "base/base.h"
#include "base/memory.h"
#include "test.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void break_a_promise(void *data)
{
    DX_REQUIRE(data == NULL, "nothing");
}

static void want_too_much(void *data)
{
    *(void **)data = dx_alloc(SIZE_MAX, 2);
}

static void do_nothing(void *data)
{
    *(int *)data += 1;
}

TEST(a_broken_promise_comes_back_as_a_sentence)
{
    int data = 0;
    dx_error error = {0};
    CHECK(!dx_guard(break_a_promise, &data, &error));
    CHECK_TEXT(error.message, "break_a_promise: broken promise: nothing");
    CHECK(!dx_guard(break_a_promise, &data, NULL));
    CHECK(dx_guard(do_nothing, &data, &error));
    CHECK_EQ(data, 1);
    CHECK(!dx_panic_is_caught());
}

TEST(memory_that_runs_out_comes_back_too)
{
    void *memory = NULL;
    dx_error error = {0};
    CHECK(!dx_guard(want_too_much, &memory, &error));
    CHECK(strstr(error.message, "out of memory for ") == error.message);
    CHECK(memory == NULL);
}

// What a hook of a host's own does.
typedef struct table {
    jmp_buf lost;
    char what[DX_ERROR_MESSAGE_MAX];
    unsigned count;
} table;

static void lose(void *context, const char *what)
{
    table *t = context;
    t->count++;
    strncpy(t->what, what, sizeof t->what - 1);
    longjmp(t->lost, 1);
}

TEST(a_hook_is_called_once_and_then_taken_away)
{
    static table t;
    if (setjmp(t.lost) == 0) {
        dx_on_panic(lose, &t);
        CHECK(dx_panic_is_caught());
        break_a_promise(&t);
        fail();
    }
    CHECK_EQ(t.count, 1);
    CHECK_TEXT(t.what, "break_a_promise: broken promise: nothing");
    CHECK(!dx_panic_is_caught());
}

static void guard_twice(void *data)
{
    dx_error error;
    CHECK(!dx_guard(break_a_promise, data, &error));
    CHECK(dx_panic_is_caught());
    dx_panic("after %s", error.message);
}

TEST(the_innermost_guard_catches_and_the_next_is_there_behind_it)
{
    int data = 0;
    dx_error error = {0};
    CHECK(!dx_guard(guard_twice, &data, &error));
    CHECK_TEXT(error.message, "after break_a_promise: broken promise: nothing");
}

static void *look(void *caught)
{
    *(bool *)caught = dx_panic_is_caught();
    return NULL;
}

TEST(a_hook_belongs_to_its_thread)
{
    static table t;
    bool caught = true;
    pthread_t other;
    dx_on_panic(lose, &t);
    CHECK_EQ(pthread_create(&other, NULL, look, &caught), 0);
    pthread_join(other, NULL);
    CHECK(!caught);
    CHECK(dx_panic_is_caught());
    dx_on_panic(NULL, NULL);
}

static void come_back(void *context, const char *what)
{
    (void)context, (void)what;
}

// What a process that ends by SIGABRT says before it does.
static void last_words(dx_panic_hook *hook, char *out, size_t size)
{
    int pipes[2], status;
    CHECK_EQ(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(pipes[1], STDERR_FILENO);
        dx_on_panic(hook, NULL);
        dx_panic("too bad");
    }
    close(pipes[1]);
    ssize_t length = read(pipes[0], out, size - 1);
    out[length > 0 ? length : 0] = '\0';
    close(pipes[0]);
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFSIGNALED(status) || WEXITSTATUS(status) != 0);
}

TEST(without_a_hook_or_with_one_that_returns_the_process_ends)
{
    char said[200];
    last_words(NULL, said, sizeof said);
    CHECK(strstr(said, "doxa: too bad\n") == said);
    last_words(come_back, said, sizeof said);
    CHECK(strstr(said, "doxa: too bad\n") == said);
}
