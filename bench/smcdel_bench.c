// SMCDEL's text files read and answered, beside SMCDEL 1.3.0's own time for
// the same file (user CPU of its whole process, most of it start-up for the
// small ones).

#include "bench.h"

#include "logic/smcdel/answer.h"

#include "base/memory.h"

typedef struct numbers {
    unsigned first, count;
} numbers;

// "prefix1 suffix, prefix2 suffix, ..." with the number in between.
static void add_list(dx_text *out, numbers of, const char *format)
{
    for (unsigned i = 0; i < of.count; i++) {
        dx_text_printf(out, i == 0 ? "" : ",");
        for (const char *c = format; *c != '\0'; c++)
            if (*c == '#')
                dx_text_printf(out, "%u", of.first + i);
            else
                dx_text_add_char(out, *c);
    }
}

static void add_head(dx_text *out, numbers vars, const char *law)
{
    dx_text_add(out, "VARS ");
    add_list(out, vars, "#");
    dx_text_printf(out, "\nLAW %s\nOBS\n", law);
}

// ---- Muddy children: all muddy, n - 1 silent rounds ----

static void add_rounds(dx_text *out, unsigned n, unsigned rounds, char open,
                       char close)
{
    numbers all = {1, n};
    dx_text_printf(out, "%c ! OR (", open);
    add_list(out, all, "#");
    dx_text_printf(out, ") %c\n", close);
    for (unsigned i = 0; i < rounds; i++) {
        dx_text_printf(out, "%c ! AND (", open);
        add_list(out, all, "~ (c# knows whether #)");
        dx_text_printf(out, ") %c\n", close);
    }
}

static void add_muddy(dx_text *out, unsigned n)
{
    numbers all = {1, n};
    add_head(out, all, "Top");
    for (unsigned i = 1; i <= n; i++) {
        dx_text_printf(out, "c%u: ", i);
        add_list(out, (numbers){1, i - 1}, "#");
        dx_text_add(out, i == 1 || i == n ? "" : ",");
        add_list(out, (numbers){i + 1, n - i}, "#");
        dx_text_add_char(out, '\n');
    }
    for (unsigned all_know = 0; all_know < 2; all_know++) {
        dx_text_add(out, "TRUE? {");
        add_list(out, all, "#");
        dx_text_add(out, "}\n");
        add_rounds(out, n, n - 1, '<', '>');
        dx_text_add(out, all_know ? "AND (" : "OR (");
        add_list(out, all, "c# knows whether #");
        dx_text_add(out, ")\n");
    }
    for (unsigned fewer = 0; fewer < 2; fewer++) {
        dx_text_add(out, "VALID?\n");
        add_rounds(out, n, n - 1 - fewer, '[', ']');
        dx_text_add(out, "AND (");
        add_list(out, all, "#");
        dx_text_add(out, ")\n");
    }
    dx_text_add(out, "VALID?\n");
    add_rounds(out, n, n - 1, '[', ']');
    dx_text_add(out, "(");
    add_list(out, all, "c#");
    dx_text_add(out, ") comknow that AND (");
    add_list(out, all, "#");
    dx_text_add(out, ")\n");
}

// ---- Drinking logicians: "do all want beer?" "I do not know." ----

static void add_logicians(dx_text *out, unsigned n)
{
    numbers all = {1, n};
    add_head(out, all, "Top");
    for (unsigned i = 1; i <= n; i++)
        dx_text_printf(out, "l%u: %u\n", i, i);
    for (unsigned query = 0; query < 4; query++) {
        dx_text_add(out, query == 0 ? "TRUE? {" : "VALID?\n");
        if (query == 0) {
            add_list(out, all, "#");
            dx_text_add(out, "}\n");
        }
        for (unsigned i = 1; i < (query < 2 ? n : 2); i++) {
            dx_text_printf(out, "%c ! ~ l%u knows whether AND (",
                           query == 0 ? '<' : '[', i);
            add_list(out, all, "#");
            dx_text_printf(out, ") %c\n", query == 0 ? '>' : ']');
        }
        if (query < 2) {
            dx_text_printf(out, "l%u knows %s AND (", n,
                           query == 0 ? "that" : "whether");
            add_list(out, all, "#");
            dx_text_add(out, ")\n");
        } else {
            dx_text_add(out, "(");
            add_list(out, all, "l#");
            dx_text_printf(out, ") comknow that %u\n", query - 1);
        }
    }
}

// ---- Dining cryptographers: a coin for each pair ----

static unsigned coin(unsigned n, unsigned i, unsigned j)
{
    unsigned a = i < j ? i : j, b = i < j ? j : i;
    return n + (a - 1) * n - a * (a - 1) / 2 + (b - a);
}

static void add_what_sees(dx_text *out, unsigned n, unsigned i)
{
    dx_text_printf(out, "%u", i);
    for (unsigned j = 1; j <= n; j++)
        if (j != i)
            dx_text_printf(out, ",%u", coin(n, i, j));
}

// What all have announced together, each the parity of what it sees.
static void add_parity(dx_text *out, unsigned n)
{
    dx_text_add(out, "[ ?! XOR (");
    for (unsigned i = 1; i <= n; i++) {
        dx_text_add(out, i == 1 ? "XOR (" : ",XOR (");
        add_what_sees(out, n, i);
        dx_text_add(out, ")");
    }
    dx_text_add(out, ") ]\n");
}

static void add_dining_queries(dx_text *out, unsigned n)
{
    const numbers all = {1, n}, others = {2, n - 1};
    dx_text_add(out, "VALID?\n~ 1 -> ");
    add_parity(out, n);
    dx_text_add(out, "(d1 knows that AND (");
    add_list(out, all, "~ #");
    dx_text_add(out, ") | AND (d1 knows that OR (");
    add_list(out, others, "#");
    dx_text_add(out, "),");
    add_list(out, others, "~ d1 knows that #");
    dx_text_add(out, "))\nVALID?\n");
    add_parity(out, n);
    dx_text_add(out, "0 -> (");
    add_list(out, all, "d#");
    dx_text_add(out, ") comknow that 0\nVALID?\n");
    add_parity(out, n);
    dx_text_add(out, "(0 -> (");
    add_list(out, all, "d#");
    dx_text_add(out, ") comknow that 0)\nVALID?\n");
    add_parity(out, n);
    dx_text_add(out, "(1 -> d2 knows that 1)\n");
}

static void add_dining(dx_text *out, unsigned n)
{
    dx_text law = {0};
    dx_text_add(&law, "ONEOF (");
    add_list(&law, (numbers){0, n + 1}, "#");
    dx_text_add(&law, ")");
    add_head(out, (numbers){0, n + 1 + n * (n - 1) / 2}, dx_text_string(&law));
    dx_text_release(&law);
    for (unsigned i = 1; i <= n; i++) {
        dx_text_printf(out, "d%u: ", i);
        add_what_sees(out, n, i);
        dx_text_add_char(out, '\n');
    }
    add_dining_queries(out, n);
}

// ---- Sum and product: 1 < x < y, x + y at most `most` ----

static void add_bits(dx_text *out, unsigned value, numbers bits)
{
    for (unsigned i = 0; i < bits.count; i++)
        dx_text_printf(out, "%s%s%u", bits.first + i == 1 ? "" : ",",
                       value >> i & 1 ? "" : "~ ", bits.first + i);
}

static void add_sum_and_product(dx_text *out, unsigned most)
{
    enum { X_BITS = 7, SUM_BITS = 7, PRODUCT_BITS = 12 };
    const numbers x_bits = {1, X_BITS}, y_bits = {1 + X_BITS, X_BITS};
    const numbers sum_bits = {1 + 2 * X_BITS, SUM_BITS};
    const numbers product_bits = {1 + 2 * X_BITS + SUM_BITS, PRODUCT_BITS};
    const numbers both = {1, 2 * X_BITS};
    dx_text law = {0};
    dx_text_add(&law, "OR (");
    for (unsigned x = 2; x < most; x++)
        for (unsigned y = x + 1; x + y <= most; y++) {
            dx_text_add(&law, x == 2 && y == 3 ? "\nAND (" : ",\nAND (");
            add_bits(&law, x, x_bits);
            add_bits(&law, y, y_bits);
            add_bits(&law, x + y, sum_bits);
            add_bits(&law, x * y, product_bits);
            dx_text_add(&law, ")");
        }
    dx_text_add(&law, ")");
    add_head(out, (numbers){1, 2 * X_BITS + SUM_BITS + PRODUCT_BITS},
             dx_text_string(&law));
    dx_text_release(&law);
    dx_text_add(out, "sum: ");
    add_list(out, sum_bits, "#");
    dx_text_add(out, "\nproduct: ");
    add_list(out, product_bits, "#");
    dx_text_add(out, "\nWHERE?\n"
                     "< ! sum knows that ~ (product knows whether (");
    add_list(out, both, "#");
    dx_text_add(out, ")) >\n< ! product knows whether (");
    add_list(out, both, "#");
    dx_text_add(out, ") >\nsum knows whether (");
    add_list(out, both, "#");
    dx_text_add(out, ")\n");
}

// ---- Measuring ----

// The answers as a number: each yes a bit, each state one more.
static uint64_t answer_all(const char *text, size_t length)
{
    dx_formulas *store = dx_formulas_new();
    dx_smcdel *file;
    dx_structure *structure;
    dx_error error;
    uint64_t result = 1;
    if (dx_smcdel_read(store, text, length, &file, &error) != DX_OK ||
        dx_smcdel_structure(store, file, NULL, &structure, &error) != DX_OK)
        return 0;
    for (size_t i = 0; i < file->query_count; i++) {
        dx_smcdel_answer answer;
        if (dx_smcdel_ask(structure, file, i, 1000, &answer, &error) != DX_OK)
            return 0;
        result = 2 * result + answer.is_true + answer.state_count;
        dx_smcdel_answer_release(&answer);
    }
    dx_structure_free(structure);
    dx_smcdel_free(file);
    dx_formulas_free(store);
    return result;
}

typedef void (*writer)(dx_text *out, unsigned n);

static void bench_file(dx_bench *bench, writer write, unsigned n,
                       double smcdel_seconds)
{
    dx_text text = {0};
    uint64_t result = 0;
    write(&text, n);
    while (dx_bench_running(bench))
        result = answer_all(text.at, text.length);
    dx_bench_result(bench, result);
    if (smcdel_seconds > 0)
        dx_bench_peer(bench, smcdel_seconds * 1e9, "SMCDEL 1.3.0");
    dx_text_release(&text);
}

BENCH(smcdel_muddy_children_40)
{
    bench_file(bench, add_muddy, 40, 0.20);
}

BENCH(smcdel_muddy_children_60)
{
    bench_file(bench, add_muddy, 60, 0.50);
}

BENCH(smcdel_muddy_children_200)
{
    bench_file(bench, add_muddy, 200, 0);
}

BENCH(smcdel_dining_cryptographers_20)
{
    bench_file(bench, add_dining, 20, 0.06);
}

BENCH(smcdel_dining_cryptographers_60)
{
    bench_file(bench, add_dining, 60, 0);
}

BENCH(smcdel_drinking_logicians_100)
{
    bench_file(bench, add_logicians, 100, 0.20);
}

BENCH(smcdel_drinking_logicians_400)
{
    bench_file(bench, add_logicians, 400, 0);
}

BENCH(smcdel_sum_and_product_100)
{
    bench_file(bench, add_sum_and_product, 100, 0.36);
}
