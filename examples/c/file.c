// Reads a .dx file (docs/dx-format.md) and answers its questions, by whichever
// engine fits.
//
//     cc file.c $(pkg-config --cflags --libs doxa) -o file
//     ./file ../logic/muddy-children.dx

#include <doxa.h>
#include <stdio.h>

static int complain(const dx_error *error)
{
    fprintf(stderr, "%s:%u:%u: %s\n", error->file, error->line, error->column,
            error->message);
    return 1;
}

// One question, its answer, and how it was found.
static void print_answer(const dx_check_answer *answer, dx_formulas *store)
{
    dx_text out = {0};
    if (answer->status != DX_OK)
        dx_text_printf(&out, "no answer: %s", answer->error.message);
    else if (answer->query->kind == DX_QUERY_VALUE)
        dx_fraction_print(answer->value, &out);
    else if (answer->query->kind == DX_QUERY_WHERE ||
             answer->query->kind == DX_QUERY_COUNT)
        dx_text_printf(&out, "%zu worlds", answer->count);
    else
        dx_text_add(&out, answer->truth ? "yes" : "no");
    const char *text = answer->query->text;
    printf("%-12s %s  (%s%s)\n", dx_text_string(&out), text ? text : "true",
           answer->engine, answer->is_as_expected ? "" : ", not as expected");
    if (answer->has_explanation) {
        dx_text_clear(&out);
        dx_explanation_print(&answer->explanation, store, &out);
        fputs(dx_text_string(&out), stdout);
    }
    dx_text_release(&out);
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "../logic/muddy-children.dx";
    dx_document *document;
    dx_engine *engine;
    dx_error error;
    if (dx_document_read(path, &document, &error) != DX_OK)
        return complain(&error);
    if (dx_engine_new(document, DX_ENGINE_AUTOMATIC, NULL, &engine, &error) !=
        DX_OK) {
        dx_document_free(document);
        return complain(&error);
    }
    dx_check_options options = {.states_max = 10};
    for (size_t i = 0; i < document->queries.count; i++) {
        dx_check_answer answer;
        dx_engine_ask(engine, &document->queries.at[i], options, &answer);
        print_answer(&answer, document->store);
        dx_check_answer_release(&answer);
    }
    printf("%zu questions\n", document->queries.count);
    dx_engine_free(engine);
    dx_document_free(document);
    return 0;
}
