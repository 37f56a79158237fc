// No call takes more than DX_STACK_BYTES of its thread's stack, however deep
// the formula: everything here runs on a thread that has just that much, and
// the most that was used is measured by what is left of the paint on it.
//
//     stack [TIMES]     a stack TIMES as large, for builds with sanitizers

#define _GNU_SOURCE
#include <doxa.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAINT = 0xA5 };

static void check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "not so: %s\n", what);
    exit(1);
}

// ---- Deep things of every kind ----

// What is written around what, and how many levels that is.
typedef struct shape {
    const char *before, *after;
    unsigned levels;
} shape;

static const shape shapes[] = {
    {"~", "", 1},
    {"K[a] ", "", 1},
    {"~(", " & p)", 2},
    {"(p & ", ")", 1},
    {"(", " -> q)", 1},
    {"(q <-> ", ")", 1},
    {"M[b] (p | ", ")", 2},
    {"B[a](", ")", 1},
    {"B[a](p given ", ")", 1},
    {"C[a,b] ", "", 1},
    {"P[a](", ") >= 1/2", 2},
    {"P[a](p given ", ") > 0", 2},
    {"[!p] ", "", 1},
    {"[!", "] q", 1},
    {"<?!", "> q", 1},
    {"[a !", "] K[b] q", 1},
    {"[?", "; a] q", 3},
    {"[(a + ?", ")*] q", 4},
    {"forall x in {1, 2}: ", "", 1},
    {"P[b](exists y in 1..3: ", ") < 1", 3},
    {"(1 + 1 = 2 & ~", ")", 2},
};

// `depth` levels of the shape around p.
static char *deep_text(const shape *s, size_t depth)
{
    size_t count = depth / s->levels;
    size_t before = strlen(s->before), after = strlen(s->after);
    char *text = malloc(count * (before + after) + 2), *at = text;
    for (size_t i = 0; i < count; i++, at += before)
        memcpy(at, s->before, before);
    *at++ = 'p';
    for (size_t i = 0; i < count; i++, at += after)
        memcpy(at, s->after, after);
    *at = '\0';
    return text;
}

// Two worlds that a confuses and b does not; p holds at both, q at one.
static dx_model *small_model(dx_formulas *store)
{
    dx_model *model = dx_model_new(store, 2);
    size_t a = dx_model_add_agent(model, "a"),
           b = dx_model_add_agent(model, "b");
    size_t p = dx_model_add_proposition(model, dx_formula_atom(store, "p"));
    size_t q = dx_model_add_proposition(model, dx_formula_atom(store, "q"));
    dx_bitset_fill(dx_model_worlds_of(model, p));
    dx_bitset_add(dx_model_worlds_of(model, q), 0);
    dx_model_set_partition(model, a, (uint32_t[]){0, 0});
    dx_model_set_partition(model, b, (uint32_t[]){0, 1});
    return model;
}

static void ask_model(dx_formulas *store, dx_formula f)
{
    dx_model *model = small_model(store);
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    const dx_bitset *where;
    dx_error error;
    dx_status status = dx_evaluate(evaluator, f, &where, &error);
    check(status == DX_OK || status == DX_ERR_LIMIT || status == DX_ERR_INPUT,
          "a deep formula is evaluated");
    dx_explanation why;
    if (status == DX_OK && dx_explain(evaluator, f, 0, &why, &error) == DX_OK)
        dx_explanation_release(&why);
    dx_evaluator_free(evaluator);
    dx_model_free(model);
}

static void ask_logic(dx_formulas *store, dx_formula f)
{
    dx_validity answer = {0};
    dx_error error;
    dx_valid_options options = {
        .logic = dx_logics[0].logic, .seconds_max = 0.1, .worlds_max = 100};
    if (dx_valid(store, f, &options, &answer, &error) == DX_OK)
        dx_validity_release(&answer);
}

static void ask_formula(const char *text, size_t depth)
{
    dx_formulas *store = dx_formulas_new();
    dx_formula f, again;
    dx_error error;
    dx_text out = {0};
    dx_status status = dx_parse(store, text, &f, &error);
    if (status != DX_OK)
        fprintf(stderr, "%.60s...: %s\n", text, error.message);
    check(status == DX_OK, "a deep formula is read");
    check(dx_formula_depth(store, f) + 10 >= depth, "it is deep");
    dx_formula_print(store, f, &out);
    check(dx_parse(store, dx_text_string(&out), &again, &error) == DX_OK &&
              again == f,
          "what is printed is read again");
    dx_text_release(&out);
    ask_model(store, f);
    ask_logic(store, f);
    dx_formulas_free(store);
}

// The formula as law, definition and question of a file, by either engine.
static void ask_file(const char *formula, dx_engine_choice choice)
{
    dx_text text = {0};
    dx_text_printf(&text,
                   "agents a, b\nvars p, q: bool\nlaw p | q\nlet d = %s\n"
                   "sees a: p\nsees b: q\ncount ~d\nafter !p: valid d -> d\n"
                   "where %s\n",
                   formula, formula);
    dx_document *document;
    dx_error error;
    dx_status status =
        dx_document_read_text("deep", text.at, text.length, &document, &error);
    dx_text_release(&text);
    if (status != DX_OK)
        fprintf(stderr, "%.60s...: %s\n", formula, error.message);
    check(status == DX_OK, "a deep formula is read in a file");
    dx_engine *engine;
    if (dx_engine_new(document, choice, NULL, &engine, &error) == DX_OK) {
        for (size_t i = 0; i < document->queries.count; i++) {
            dx_check_answer answer;
            dx_engine_ask(engine, &document->queries.at[i],
                          (dx_check_options){.explain = true}, &answer);
            dx_check_answer_release(&answer);
        }
        dx_engine_free(engine);
    }
    dx_document_free(document);
}

static void ask_structure(dx_text *text)
{
    dx_formulas *store = dx_formulas_new();
    dx_smcdel *file;
    dx_structure *structure;
    dx_error error;
    dx_smcdel_answer answer;
    check(dx_smcdel_read(store, text->at, text->length, &file, &error) == DX_OK,
          "a file of SMCDEL's is read");
    dx_text_clear(text);
    check(dx_smcdel_convert(store, file, text, &error) == DX_OK,
          "it is converted");
    check(dx_smcdel_structure(store, file, NULL, &structure, &error) == DX_OK,
          "it has a structure");
    check(dx_smcdel_ask(structure, file, 0, 1, &answer, &error) == DX_OK,
          "it is answered");
    dx_smcdel_answer_release(&answer);
    dx_structure_free(structure);
    dx_smcdel_free(file);
    dx_formulas_free(store);
    dx_text_release(text);
}

// An odd number of `width` variables: a diagram of as many levels.
static void ask_wide(size_t width)
{
    dx_text text = {0};
    for (size_t i = 1; i <= width; i++)
        dx_text_printf(&text, "%s%zu", i == 1 ? "VARS " : ",", i);
    for (size_t i = 1; i <= width; i++)
        dx_text_printf(&text, "%s%zu", i == 1 ? "\nLAW XOR(" : ",", i);
    dx_text_add(&text, ")\nOBS a:1,2\nVALID? ~(a knows whether 3)\n");
    ask_structure(&text);
}

// ~(~(..)) as law, and K a (K a ..) as question of SMCDEL's.
static void ask_smcdel(size_t depth)
{
    dx_text text = {0};
    dx_text_add(&text, "VARS 1,2\nLAW ");
    for (size_t i = 0; i < depth / 2; i++)
        dx_text_add(&text, "~(");
    dx_text_add(&text, "1");
    for (size_t i = 0; i < depth / 2; i++)
        dx_text_add(&text, ")");
    dx_text_add(&text, "\nOBS a:1\nVALID? ");
    for (size_t i = 0; i < depth - 10; i++)
        dx_text_add(&text, "a knows that ");
    dx_text_add(&text, "2\n");
    ask_structure(&text);
}

// A line of worlds that differ only by how far the end is.
static void ask_line(size_t length)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, length);
    size_t a = dx_model_add_agent(model, "a");
    size_t p = dx_model_add_proposition(model, dx_formula_atom(store, "p"));
    dx_bitset_add(dx_model_worlds_of(model, p), length - 1);
    dx_edge *edges = malloc(length * sizeof *edges);
    for (size_t w = 0; w + 1 < length; w++)
        edges[w] = (dx_edge){(uint32_t)w, (uint32_t)w + 1};
    dx_model_set_edges(model, a, DX_KNOWLEDGE, length - 1, edges);
    free(edges);
    dx_formula f;
    dx_error error;
    dx_status status =
        dx_distinguish((dx_pointed){model, 0}, (dx_pointed){model, 1},
                       DX_BISIM_RELATIONS, &f, &error);
    check(status == DX_OK || status == DX_ERR_LIMIT,
          "two worlds are told apart");
    dx_model_free(model);
    dx_formulas_free(store);
}

// ---- On a small stack ----

typedef struct job {
    const char *name;
    const char *text;
    size_t depth;
    void (*run)(const struct job *job);
} job;

static void run_formula(const job *j)
{
    ask_formula(j->text, j->depth);
}
static void run_explicit(const job *j)
{
    ask_file(j->text, DX_ENGINE_EXPLICIT);
}
static void run_symbolic(const job *j)
{
    ask_file(j->text, DX_ENGINE_SYMBOLIC);
}
static void run_smcdel(const job *j)
{
    ask_smcdel(j->depth);
}
static void run_wide(const job *j)
{
    ask_wide(j->depth);
}
static void run_line(const job *j)
{
    ask_line(j->depth);
}

static void *on_thread(void *data)
{
    const job *j = data;
    j->run(j);
    return NULL;
}

static size_t bytes, most;

// Runs the job on a painted stack and looks how much of the paint is gone.
static void run(const job *j)
{
    unsigned char *stack = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    check(stack != MAP_FAILED, "there is memory for a stack");
    memset(stack, PAINT, bytes);
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, bytes);
    check(pthread_create(&thread, &attributes, on_thread, (void *)j) == 0,
          "there is a thread");
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    size_t left = 0;
    while (left < bytes && stack[left] == PAINT)
        left++;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (getenv("SHOW") != NULL)
        printf("%7zu kB  %-9s %6zu  %.30s\n", (bytes - left) / 1024, j->name,
               j->depth, j->text != NULL ? j->text : "");
    if (bytes - left > most)
        most = bytes - left;
    munmap(stack, bytes);
}

static void run_all(size_t depth)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        char *text = deep_text(&shapes[i], depth);
        run(&(job){"formula", text, depth, run_formula});
        run(&(job){"explicit", text, depth, run_explicit});
        run(&(job){"symbolic", text, depth, run_symbolic});
        free(text);
    }
    run(&(job){"smcdel", NULL, depth, run_smcdel});
    run(&(job){"line", NULL, depth < 1500 ? depth : 1500, run_line});
    run(&(job){"wide", NULL, depth < 4000 ? 2000 : 4000, run_wide});
}

int main(int argc, char **argv)
{
    size_t times = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    bytes = times * DX_STACK_BYTES;
    // A little less than goes elsewhere, a little more, and all there is.
    static const size_t depths[] = {790, 810, DX_FORMULA_DEPTH_MAX - 10};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++)
        run_all(depths[i]);
    printf("at most %zu kB of %zu\n", most / 1024, bytes / 1024);
    check(most < bytes - bytes / 8, "there is something left");
    return 0;
}
