// .dx files from their text to the last answer.

#include "bench.h"

#include "base/text.h"
#include "logic/dx/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(dx_status status, const dx_error *error)
{
    if (status == DX_OK)
        return;
    fprintf(stderr, "%s:%u:%u: %s\n", error->file, error->line, error->column,
            error->message);
    exit(1);
}

// Reads, builds and asks everything; the sum of all counts.
static size_t check_text(const char *text, size_t length)
{
    dx_document *document;
    dx_checker *checker;
    dx_error error;
    size_t sum = 0;
    must(dx_document_read_text("bench", text, length, &document, &error),
         &error);
    must(dx_checker_new(document, &dx_build_default_limits, &checker, &error),
         &error);
    for (size_t i = 0; i < document->queries.count; i++) {
        dx_check_answer answer;
        dx_checker_ask(checker, &document->queries.at[i],
                       (dx_check_options){.states_max = 20}, &answer);
        must(answer.status, &answer.error);
        sum += answer.count;
        dx_check_answer_release(&answer);
    }
    dx_checker_free(checker);
    dx_document_free(document);
    return sum;
}

BENCH(dx_sum_and_product_100)
{
    dx_text text = {0};
    dx_error error;
    must(dx_text_read_file("examples/logic/sum-and-product.dx", 1 << 20, &text,
                           &error),
         &error);
    size_t sum = 0;
    while (dx_bench_running(bench))
        sum = check_text(text.at, text.length);
    dx_bench_result(bench, sum);
    dx_bench_peer(bench, 0.36e9, "SMCDEL's program on its text format");
    dx_text_release(&text);
}

// 1,048,576 worlds and 20 agents from five lines, and one easy question.
BENCH(dx_muddy_children_20_built)
{
    static const char text[] =
        "const n = 20\n"
        "agents 1..n\n"
        "vars muddy(agents): bool\n"
        "sees i in agents: muddy(j) for j in agents if j != i\n"
        "count muddy(1)\n";
    size_t sum = 0;
    while (dx_bench_running(bench))
        sum = check_text(text, strlen(text));
    dx_bench_result(bench, sum);
}

// Father speaks, then nobody knows 19 times, and all know.
BENCH(dx_muddy_children_20_played)
{
    dx_text text = {0};
    dx_text_add(&text, "const n = 20\n"
                       "agents 1..n\n"
                       "vars muddy(agents): bool\n"
                       "sees i in agents: muddy(j) for j in agents if j != i\n"
                       "let nobody = forall i in agents: ~Kw[i] muddy(i)\n"
                       "after !exists i in agents: muddy(i)");
    for (int i = 1; i < 20; i++)
        dx_text_add(&text, "; !nobody");
    dx_text_add(&text, ": count forall i in agents: K[i] muddy(i)\n");
    size_t sum = 0;
    while (dx_bench_running(bench))
        sum = check_text(text.at, text.length);
    dx_bench_result(bench, sum);
    dx_bench_peer(bench, 46.8e9, "DEMO-S5 on 11 children");
    dx_text_release(&text);
}
