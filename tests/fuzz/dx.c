// Any text is refused with a place, or read, built and asked, within limits.

#include "logic/dx/check.h"
#include "logic/dx/estimate.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask_all(const dx_document *document)
{
    const dx_build_limits limits = {
        .worlds_max = 3000, .steps_max = 100000, .contract_at = 2};
    dx_checker *checker;
    dx_error error = {0};
    if (dx_checker_new(document, &limits, &checker, &error) != DX_OK) {
        if (error.line == 0)
            abort();
        return;
    }
    for (size_t i = 0; i < document->queries.count; i++) {
        dx_check_answer answer;
        dx_check_options options = {.states_max = 5, .explain = true};
        dx_checker_ask(checker, &document->queries.at[i], options, &answer);
        if (answer.status != DX_OK && answer.error.line == 0)
            abort();
        dx_check_answer_release(&answer);
    }
    dx_checker_free(checker);
}

static void estimate(const dx_document *document)
{
    dx_builder *builder = dx_builder_new(document);
    dx_listing listing;
    dx_error error = {0};
    if (dx_builder_estimate(builder, &listing, &error) == DX_OK)
        (void)dx_estimate_of(document, listing);
    else if (error.line == 0)
        abort();
    dx_builder_free(builder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dx_document *document;
    dx_error error = {0};
    if (dx_document_read_text("fuzz", (const char *)data, size, &document,
                              &error) == DX_OK) {
        estimate(document);
        ask_all(document);
        dx_document_free(document);
    } else if (error.line == 0) {
        fprintf(stderr, "no place: %s\n", error.message);
        abort();
    }
    return 0;
}
