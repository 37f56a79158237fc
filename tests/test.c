// Collects the tests that registered themselves and lets cmocka run them.
//
// usage: doxa-test [--long] [--list] [--file FILE] [--report REPORT] [PART]
//
// Runs the tests whose name or file contains PART, with --file only those of
// one file (tools/run-tests gives each file a process of its own, so that they
// run side by side).  REPORT has a line for each test: passed or failed, its
// CPU time in milliseconds, its file and name.
//
// The tests run in a child process.  If it ends before its last test, the test
// that was under way has failed, and another child goes on behind it.  Files of
// tests lie in one folder, which goes with this process, however it ends short
// of SIGKILL.

#include "test.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static dx_test *first;
static size_t test_count;
static dx_test **wanted; // of them, in the order in which they run

// What is under way; in memory that the child shares and cannot take with it.
typedef struct progress {
    size_t over;       // tests that came to their end, one way or the other
    size_t failed;     // of them
    bool is_done;      // the body of this test was left by its end
    long began_ms;     // this test
    char context[512]; // what it said last that it checks
} progress;

static progress *now;
static FILE *report;
static bool is_long;
static char folder[DX_TEST_FILE - 20]; // of the tests' files
static volatile sig_atomic_t stopping; // by this signal
static volatile pid_t child;           // that runs the tests
static const int stops[] = {SIGHUP, SIGINT, SIGTERM};
enum { STOPS = sizeof stops / sizeof *stops };

void dx_test_register(dx_test *test)
{
    test->next = first;
    first = test;
    test_count++;
}

const char *dx_test_path(const char *below_tests)
{
    static char path[4096];
    const char *where = getenv("DOXA_TESTS");
    snprintf(path, sizeof path, "%s/%s", where != NULL ? where : "tests",
             below_tests);
    return path;
}

void dx_test_file(char path[DX_TEST_FILE])
{
    snprintf(path, DX_TEST_FILE, "%s/file-XXXXXX", folder);
    int file = mkstemp(path);
    CHECK(file >= 0);
    close(file);
}

void dx_test_checking(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(now->context, sizeof now->context, format, arguments);
    va_end(arguments);
}

// CPU time of this process and of the children that it waited for.
static long spent_ms(void)
{
    long sum = 0;
    struct rusage used;
    for (int i = 0; i < 2; i++)
        if (getrusage(i == 0 ? RUSAGE_SELF : RUSAGE_CHILDREN, &used) == 0)
            sum += (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
                   (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000;
    return sum;
}

static int begin(__attribute__((unused)) void **state)
{
    now->context[0] = '\0';
    now->is_done = false;
    now->began_ms = spent_ms();
    return 0;
}

static void run(void **state)
{
    const dx_test *test = *state;
    test->body();
    now->is_done = true;
}

static void note(bool passed, long ms, const dx_test *test)
{
    now->over++;
    if (!passed) {
        now->failed++;
        if (now->context[0] != '\0')
            fprintf(stderr, "while checking: %s\n", now->context);
    }
    if (report != NULL) {
        fprintf(report, "%s %ld %s: %s\n", passed ? "passed" : "failed", ms,
                test->file, test->name);
        fflush(report);
    }
}

static int end(void **state)
{
    note(now->is_done, spent_ms() - now->began_ms, *state);
    return 0;
}

static int by_file_and_name(const void *a, const void *b)
{
    const dx_test *const *one = a, *const *other = b;
    int files = strcmp((*one)->file, (*other)->file);
    return files != 0 ? files : strcmp((*one)->name, (*other)->name);
}

typedef struct options {
    bool with_long, list;
    const char *file, *report, *part;
} options;

static options read_options(int argc, char **argv)
{
    options o = {.part = ""};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--long") == 0)
            o.with_long = true;
        else if (strcmp(argv[i], "--list") == 0)
            o.list = true;
        else if (strcmp(argv[i], "--file") == 0 && i + 1 < argc)
            o.file = argv[++i];
        else if (strcmp(argv[i], "--report") == 0 && i + 1 < argc)
            o.report = argv[++i];
        else
            o.part = argv[i];
    }
    return o;
}

static bool is_wanted(const dx_test *test, const options *o)
{
    return (o->with_long || !test->is_long) &&
           (o->file == NULL || strcmp(test->file, o->file) == 0) &&
           (strstr(test->name, o->part) != NULL ||
            strstr(test->file, o->part) != NULL);
}

bool dx_test_is_long(void)
{
    return is_long;
}

static size_t collect(const options *o)
{
    size_t count = 0;
    for (dx_test *test = first; test != NULL; test = test->next)
        if (is_wanted(test, o))
            wanted[count++] = test;
    qsort(wanted, count, sizeof *wanted, by_file_and_name);
    return count;
}

// What the child does: it ends with 0 if all passed and no memory was lost.
static int run_from(size_t start, size_t count)
{
    count -= start;
    struct CMUnitTest *tests = calloc(count, sizeof *tests);
    if (tests == NULL)
        return 1;
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){.name = wanted[start + i]->name,
                                       .test_func = run,
                                       .setup_func = begin,
                                       .teardown_func = end,
                                       .initial_state = wanted[start + i]};
    int failed = _cmocka_run_group_tests("doxa", tests, count, NULL, NULL);
    free(tests);
    fflush(NULL);
    if (failed > 0)
        _exit(1); // what a failed check left behind is no news
    return 0;
}

// The child goes first, and its end wakes whoever waits for it.
static void stop(int number)
{
    stopping = number;
    if (child > 0)
        kill(child, number);
}

static void on_stops(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < STOPS; i++)
        sigaction(stops[i], &action, NULL);
}

// Starts a child that runs the tests from `start` on, and waits for it; no
// signal comes before it is known whom to end.
static bool run_child(size_t start, size_t count, int *status)
{
    sigset_t held, before;
    sigfillset(&held);
    sigprocmask(SIG_BLOCK, &held, &before);
    child = fork();
    if (child == 0)
        on_stops(SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (child == 0)
        exit(run_from(start, count));
    pid_t got;
    do
        got = child < 0 ? child : waitpid(child, status, 0);
    while (got < 0 && errno == EINTR);
    child = 0;
    return got > 0 && stopping == 0;
}

static bool watch(size_t count)
{
    bool good = true;
    while (now->over < count) {
        int status = 1;
        if (!run_child(now->over, count, &status))
            return false;
        if (now->over < count) {
            printf("[  FAILED  ] %s: the process ended in it\n",
                   wanted[now->over]->name);
            note(false, 0, wanted[now->over]);
        }
        good = good && status == 0 && now->failed == 0;
    }
    return good;
}

static bool prepare(const char *report_path)
{
    setvbuf(stdout, NULL, _IOLBF, 0); // in step with stderr
    now = mmap(NULL, sizeof *now, PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report_path != NULL)
        report = fopen(report_path, "a");
    if (now != MAP_FAILED && (report_path == NULL || report != NULL))
        return true;
    perror("doxa-test");
    return false;
}

static bool make_folder(void)
{
    const char *where = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/doxa-test-XXXXXX",
             where != NULL ? where : "/tmp");
    on_stops(stop);
    if (mkdtemp(folder) != NULL && setenv("TMPDIR", folder, 1) == 0)
        return true;
    perror(folder);
    return false;
}

static int remove_one(const char *path,
                      __attribute__((unused)) const struct stat *about,
                      __attribute__((unused)) int kind,
                      __attribute__((unused)) struct FTW *where)
{
    return remove(path);
}

static bool run_all(size_t count)
{
    if (!make_folder())
        return false;
    bool good = watch(count);
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    on_stops(SIG_DFL);
    if (stopping != 0)
        raise(stopping);
    return good;
}

int main(int argc, char **argv)
{
    options o = read_options(argc, argv);
    is_long = o.with_long;
    wanted = calloc(test_count + 1, sizeof *wanted);
    if (wanted == NULL || !prepare(o.report))
        return 1;
    size_t count = collect(&o);
    for (size_t i = 0; i < count && o.list; i++)
        printf("%s: %s\n", wanted[i]->file, wanted[i]->name);
    bool good = o.list || run_all(count);
    free(wanted);
    return good ? 0 : 1;
}
