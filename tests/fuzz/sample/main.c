// A fuzz target without a fuzzer: runs it on every file of its corpus and on
// so many changed ones, the same ones every time.  So `make test` compiles
// every target and tries a little of what `make test-long` tries for minutes.
//
// usage: sample-TARGET CORPUS CHANGED
//
// What it is about to try is printed first: the last line tells what crashed.

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static dx_text read_file(const char *path)
{
    dx_text text = {0};
    dx_error error;
    if (dx_text_read_file(path, 1 << 20, &text, &error) == DX_OK)
        return text;
    fprintf(stderr, "%s: %s\n", path, error.message);
    exit(1);
}

// The target gets memory of exactly this size, so that a byte too far is seen.
static void try_bytes(const char *bytes, size_t count)
{
    uint8_t *data = dx_alloc_raw(count, 1);
    if (count > 0)
        memcpy(data, bytes, count);
    LLVMFuzzerTestOneInput(data, count);
    dx_free(data);
}

// Puts any byte, or one from elsewhere in the text, at a place; or takes a part
// out, or puts it in twice.
static void change(dx_random *random, dx_text *text)
{
    size_t n = text->length, at = (size_t)dx_random_below(random, n + 1);
    size_t most = n - at < 16 ? n - at : 16;
    size_t part = (size_t)dx_random_below(random, most + 1);
    dx_text out = {0};
    dx_text_add_part(&out, text->at, at);
    switch (dx_random_below(random, 4)) {
    case 0:
        dx_text_add_char(&out, (char)dx_random_below(random, 256));
        part = at < n;
        break;
    case 1:
        dx_text_add_char(&out,
                         n > 0 ? text->at[dx_random_below(random, n)] : '(');
        part = 0;
        break;
    case 2:
        dx_text_add_part(&out, text->at + at, part);
        part = 0;
        break;
    default:
        break;
    }
    dx_text_add_part(&out, text->at + at + part, n - at - part);
    dx_text_release(text);
    *text = out;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s CORPUS CHANGED\n", argv[0]);
        return 2;
    }
    char pattern[4096];
    glob_t corpus;
    snprintf(pattern, sizeof pattern, "%s/*", argv[1]);
    if (glob(pattern, 0, NULL, &corpus) != 0) {
        fprintf(stderr, "%s: no files\n", argv[1]);
        return 1;
    }
    unsigned long changed = strtoul(argv[2], NULL, 10);
    for (unsigned long i = 0; i < corpus.gl_pathc + changed; i++) {
        const char *path = corpus.gl_pathv[i % corpus.gl_pathc];
        dx_text text = read_file(path);
        dx_random random = dx_random_named(1, i, 0);
        if (i >= corpus.gl_pathc)
            for (uint64_t n = dx_random_below(&random, 8) + 1; n > 0; n--)
                change(&random, &text);
        printf("%s, %lu\n", path, i);
        fflush(stdout);
        try_bytes(text.at, text.length);
        dx_text_release(&text);
    }
    globfree(&corpus);
    return 0;
}
