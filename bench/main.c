// Runs the measurements that registered themselves.
//
// usage: doxa-bench [--seconds S] [--list] [PART]

#include "bench.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static dx_bench *first;
static size_t bench_count;

void dx_bench_register(dx_bench *bench)
{
    bench->next = first;
    first = bench;
    bench_count++;
}

// Of this process and of the children it has waited for.
static double cpu_seconds(void)
{
    struct timespec now;
    struct rusage children;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    getrusage(RUSAGE_CHILDREN, &children);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9 +
           (double)(children.ru_utime.tv_sec + children.ru_stime.tv_sec) +
           (double)(children.ru_utime.tv_usec + children.ru_stime.tv_usec) *
               1e-6;
}

// From now on the most memory in use is counted anew (Linux; elsewhere it
// stays the most of all measurements so far).
static void forget_peak(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file == NULL)
        return;
    fputs("5", file);
    fclose(file);
}

// The most memory in use since then, in MB; 0 if the system does not say.
static unsigned long peak_megabytes(void)
{
    char line[128];
    unsigned long kilobytes = 0;
    FILE *file = fopen("/proc/self/status", "r");
    if (file == NULL)
        return 0;
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "VmHWM:", 6) == 0)
            kilobytes = strtoul(line + 6, NULL, 10);
    fclose(file);
    return kilobytes / 1024;
}

// Batches double until they are long enough for the clock; the first round
// counts, so a measurement of seconds runs once.
bool dx_bench_next_batch(dx_bench *bench)
{
    double now = cpu_seconds();
    if (bench->batch > 0) {
        bench->rounds += bench->batch;
        bench->seconds += now - bench->started;
        if (bench->seconds >= bench->seconds_wanted)
            return false;
    }
    bool short_batch = now - bench->started < bench->seconds_wanted / 16;
    if (bench->batch == 0)
        bench->batch = 1;
    else if (short_batch)
        bench->batch *= 2;
    bench->left = bench->batch - 1;
    bench->started = cpu_seconds();
    return true;
}

void dx_bench_items(dx_bench *bench, double items)
{
    bench->items = items;
}

void dx_bench_result(dx_bench *bench, uint64_t result)
{
    bench->signature = dx_hash_add(bench->signature, result);
}

void dx_bench_peer(dx_bench *bench, double ns, const char *peer)
{
    bench->peer_ns = ns;
    bench->peer = peer;
}

// "5.81 us": a time that can be read.
static const char *in_units(double ns, char text[24])
{
    static const char *const unit[] = {"ns", "us", "ms", "s"};
    unsigned i = 0;
    for (; i < 3 && ns >= 1000; i++)
        ns /= 1000;
    int digits = ns >= 100 ? 0 : ns >= 10 ? 1 : 2;
    snprintf(text, 24, "%.*f %s", digits, ns, unit[i]);
    return text;
}

static void run(dx_bench *bench, double seconds_wanted)
{
    char ours[24], theirs[24];
    bench->seconds_wanted = seconds_wanted;
    bench->items = 1;
    forget_peak();
    bench->body(bench);
    if (bench->rounds == 0) {
        printf("%-44s %12s\n", bench->name, "not measured");
        return;
    }
    double ns = bench->seconds * 1e9 / ((double)bench->rounds * bench->items);
    printf("%-44s %9s/op %4lu MB", bench->name, in_units(ns, ours),
           peak_megabytes());
    if (bench->peer_ns > 0)
        printf("  %9s (x %.3g)  %s", in_units(bench->peer_ns, theirs),
               bench->peer_ns / ns, bench->peer);
    printf("\n");
    fflush(stdout);
}

static int by_file_and_name(const void *a, const void *b)
{
    const dx_bench *const *one = a, *const *other = b;
    int files = strcmp((*one)->file, (*other)->file);
    return files != 0 ? files : strcmp((*one)->name, (*other)->name);
}

static bool is_wanted(const dx_bench *bench, const char *part)
{
    return strstr(bench->name, part) != NULL ||
           strstr(bench->file, part) != NULL;
}

int main(int argc, char **argv)
{
    bool list = false;
    double seconds = 0.3;
    const char *part = "";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--list") == 0)
            list = true;
        else if (strcmp(argv[i], "--seconds") == 0 && i + 1 < argc)
            seconds = strtod(argv[++i], NULL);
        else
            part = argv[i];
    }

    dx_bench **wanted = calloc(bench_count + 1, sizeof(dx_bench *));
    if (wanted == NULL)
        return 1;
    size_t count = 0;
    for (dx_bench *bench = first; bench != NULL; bench = bench->next)
        if (is_wanted(bench, part))
            wanted[count++] = bench;
    qsort(wanted, count, sizeof *wanted, by_file_and_name);

    uint64_t signature = 0;
    for (size_t i = 0; i < count; i++) {
        if (list) {
            printf("%s: %s\n", wanted[i]->file, wanted[i]->name);
            continue;
        }
        run(wanted[i], seconds);
        signature = dx_hash_add(signature, wanted[i]->signature);
    }
    if (!list)
        printf("signature %016llx\n", (unsigned long long)signature);
    free(wanted);
    return 0;
}
