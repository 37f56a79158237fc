// Any text is refused with a place, or read and asked, within limits; and every
// model that comes out has passed its judge (dx_belief_decide asserts it).

#include "belief/document.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ask_all(dx_belief_document *document)
{
    const dx_belief_limits limits = {
        .literals_max = 20000,
        .search = {.conflicts_max = 200, .decisions_max = 20000}};
    for (size_t i = 0; i < document->queries.count && i < 20; i++) {
        dx_belief_reply reply;
        dx_belief_document_ask(document, &document->queries.at[i], &limits,
                               NULL, &reply);
        if (reply.status != DX_OK && reply.error.line == 0)
            abort();
        dx_belief_reply_release(&reply);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dx_belief_document *document;
    dx_error error = {0};
    dx_belief_rule rule =
        size % 2 == 0 ? DX_EXPAND_REPAIRED : DX_EXPAND_LITERAL;
    if (dx_belief_document_read_text("fuzz", (const char *)data, size, rule,
                                     &document, &error) == DX_OK) {
        ask_all(document);
        dx_belief_document_free(document);
    } else if (error.line == 0) {
        fprintf(stderr, "no place: %s\n", error.message);
        abort();
    }
    return 0;
}
