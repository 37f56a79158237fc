#include "base/stack.h"

#include "base/clock.h"
#include "test.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

enum { MANY = 40000 };

// Where it ran, and what it was like there.
typedef struct visit {
    pthread_t thread, inner;
    bool takes_signals;
    size_t levels;
} visit;

static void look(void *data)
{
    visit *v = data;
    sigset_t blocked;
    v->thread = pthread_self();
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    v->takes_signals = !sigismember(&blocked, SIGALRM);
}

TEST(a_few_levels_run_where_the_caller_is_and_many_on_a_thread_of_their_own)
{
    visit v;
    dx_run_deep(DX_LEVELS_SHALLOW, look, &v);
    CHECK(pthread_equal(v.thread, pthread_self()));
    CHECK(v.takes_signals);
    dx_run_deep(DX_LEVELS_SHALLOW + 1, look, &v);
    CHECK(!pthread_equal(v.thread, pthread_self()));
    CHECK(!v.takes_signals);
}

static void read_clock(void *data)
{
    *(double *)data = dx_cpu_seconds();
}

TEST(the_clock_goes_on_on_a_thread_of_its_own_and_comes_back)
{
    double before = dx_cpu_seconds(), there = 0;
    dx_run_deep(MANY, read_clock, &there);
    CHECK(there >= before);
    CHECK(dx_cpu_seconds() >= there);
}

// A kilobyte of stack at each level, which the compiler cannot do without.
static __attribute__((noinline)) size_t descend(size_t levels)
{
    volatile char room[900];
    room[0] = (char)levels;
    return levels == 0 ? 0 : 1 + descend(levels - 1) + (size_t)(room[0] & 0);
}

static void descend_all(void *data)
{
    visit *v = data;
    v->levels = descend(v->levels);
}

TEST(there_is_room_for_as_many_levels_as_were_asked_for)
{
    visit v = {.levels = MANY};
    dx_run_deep(MANY, descend_all, &v);
    CHECK_EQ(v.levels, MANY);
}

static void look_further(void *data)
{
    visit *v = data;
    visit inner;
    v->thread = pthread_self();
    dx_run_deep(v->levels, look, &inner);
    v->inner = inner.thread;
}

TEST(where_there_is_room_already_nobody_goes_elsewhere)
{
    visit v = {.levels = MANY};
    dx_run_deep(MANY, look_further, &v);
    CHECK(pthread_equal(v.thread, v.inner));
    v.levels = 4 * MANY;
    dx_run_deep(MANY, look_further, &v);
    CHECK(!pthread_equal(v.thread, v.inner));
}

static void break_a_promise(void *data)
{
    DX_REQUIRE(data == NULL, "nothing");
}

static void go_and_break_one(void *data)
{
    dx_run_deep(MANY, break_a_promise, data);
}

// A hook of the caller's own is called on the caller's thread.
typedef struct table {
    jmp_buf lost;
    pthread_t where;
} table;

static void lose(void *context, const char *what)
{
    table *t = context;
    CHECK_TEXT(what, "break_a_promise: broken promise: nothing");
    t->where = pthread_self();
    longjmp(t->lost, 1);
}

TEST(a_panic_comes_back_to_where_it_was_called_from)
{
    static table t;
    dx_error error = {0};
    CHECK(!dx_guard(go_and_break_one, &error, &error));
    CHECK_TEXT(error.message, "break_a_promise: broken promise: nothing");
    if (setjmp(t.lost) == 0) {
        dx_on_panic(lose, &t);
        go_and_break_one(&t);
        fail();
    }
    CHECK(pthread_equal(t.where, pthread_self()));
}
