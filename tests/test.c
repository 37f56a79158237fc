// Collects the tests that registered themselves and lets cmocka run them.
//
// usage: doxa-test [--long] [--list] [PART]

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dx_test *first;
static size_t test_count;

void dx_test_register(dx_test *test)
{
    test->next = first;
    first = test;
    test_count++;
}

const char *dx_test_path(const char *below_tests)
{
    static char path[4096];
    const char *folder = getenv("DOXA_TESTS");
    snprintf(path, sizeof path, "%s/%s", folder != NULL ? folder : "tests",
             below_tests);
    return path;
}

static int by_file_and_name(const void *a, const void *b)
{
    const dx_test *const *one = a, *const *other = b;
    int files = strcmp((*one)->file, (*other)->file);
    return files != 0 ? files : strcmp((*one)->name, (*other)->name);
}

static bool is_wanted(const dx_test *test, bool with_long, const char *part)
{
    return (with_long || !test->is_long) && (strstr(test->name, part) != NULL ||
                                             strstr(test->file, part) != NULL);
}

// Tells tools/run-tests how many passed and failed, where it asks for it.
static void write_counts(size_t count, int failed)
{
    const char *path = getenv("DOXA_TEST_COUNTS");
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "%zu %d\n", count - (size_t)failed, failed);
    fclose(file);
}

int main(int argc, char **argv)
{
    bool with_long = false, list = false;
    const char *part = "";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--long") == 0)
            with_long = true;
        else if (strcmp(argv[i], "--list") == 0)
            list = true;
        else
            part = argv[i];
    }

    const dx_test **wanted = calloc(test_count + 1, sizeof *wanted);
    struct CMUnitTest *tests = calloc(test_count + 1, sizeof *tests);
    if (wanted == NULL || tests == NULL)
        return 1;
    size_t count = 0;
    for (const dx_test *test = first; test != NULL; test = test->next)
        if (is_wanted(test, with_long, part))
            wanted[count++] = test;
    qsort(wanted, count, sizeof *wanted, by_file_and_name);
    for (size_t i = 0; i < count; i++) {
        tests[i] = (struct CMUnitTest){.name = wanted[i]->name,
                                       .test_func = wanted[i]->body};
        if (list)
            printf("%s: %s\n", wanted[i]->file, wanted[i]->name);
    }
    int failed = 0;
    if (!list && count > 0)
        failed = _cmocka_run_group_tests("doxa", tests, count, NULL, NULL);
    write_counts(count, failed);
    free(wanted);
    free(tests);
    return failed > 0;
}
