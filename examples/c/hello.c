// The smallest program with libdoxa: does anne know whether p?
//
//     cc hello.c $(pkg-config --cflags --libs doxa) -o hello

#include <doxa.h>
#include <stdio.h>

int main(void)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, 2); // two worlds
    size_t anne = dx_model_add_agent(model, "anne");
    size_t p = dx_model_add_proposition(model, dx_formula_atom(store, "p"));
    dx_bitset_add(dx_model_worlds_of(model, p), 1); // p holds at world 1
    dx_model_set_partition(model, anne, (uint32_t[]){0, 0});

    static const char *const questions[] = {"Kw[anne] p", "[!p] K[anne] p",
                                            "M[anne] p & M[anne] ~p"};
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    int failed = 0;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        dx_formula f;
        dx_error error;
        const dx_bitset *where;
        if (dx_parse(store, questions[i], &f, &error) != DX_OK ||
            dx_evaluate(evaluator, f, &where, &error) != DX_OK) {
            fprintf(stderr, "%u:%u: %s\n", error.line, error.column,
                    error.message);
            failed = 1;
            continue;
        }
        printf("%-24s %zu of 2 worlds\n", questions[i], dx_bitset_count(where));
    }
    dx_evaluator_free(evaluator);
    dx_model_free(model);
    dx_formulas_free(store);
    return failed;
}
