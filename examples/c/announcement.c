// A model made by hand, and what an announcement does to it: three muddy
// children.  Each sees the others and not itself.  Father says that somebody
// is muddy, and asks again and again who knows; nobody does, until all do.
//
//     cc announcement.c $(pkg-config --cflags --libs doxa) -o announcement

#include <doxa.h>
#include <stdio.h>

enum { CHILDREN = 3, WORLDS = 1 << CHILDREN };

static const char *const name[CHILDREN] = {"ann", "ben", "cleo"};

// Child i is muddy in the worlds whose bit i is set, and confuses two worlds
// that differ in nothing but that bit.
static dx_model *muddy_children(dx_formulas *store)
{
    dx_model *model = dx_model_new(store, WORLDS);
    for (unsigned i = 0; i < CHILDREN; i++) {
        size_t child = dx_model_add_agent(model, name[i]);
        dx_text atom = {0};
        dx_text_printf(&atom, "muddy_%s", name[i]);
        size_t muddy = dx_model_add_proposition(
            model, dx_formula_atom(store, dx_text_string(&atom)));
        dx_text_release(&atom);
        uint32_t cell[WORLDS];
        for (uint32_t w = 0; w < WORLDS; w++) {
            cell[w] = w & ~(UINT32_C(1) << i);
            if (w >> i & 1)
                dx_bitset_add(dx_model_worlds_of(model, muddy), w);
        }
        dx_model_set_partition(model, child, cell);
    }
    return model;
}

// The worlds where the formula holds, in a set that the caller releases.
static dx_bitset where(dx_model *model, const char *text)
{
    dx_formula f;
    dx_error error;
    const dx_bitset *worlds;
    dx_bitset copy = {0};
    dx_evaluator *evaluator = dx_evaluator_new(model, NULL);
    if (dx_parse(dx_model_formulas(model), text, &f, &error) != DX_OK ||
        dx_evaluate(evaluator, f, &worlds, &error) != DX_OK)
        fprintf(stderr, "%s: %s\n", text, error.message);
    else
        copy = dx_bitset_copy(worlds);
    dx_evaluator_free(evaluator);
    return copy;
}

// Everybody hears the formula: the worlds where it fails are gone.
static dx_model *announce(dx_model *model, const char *text)
{
    dx_error error;
    dx_model *smaller = NULL;
    dx_bitset keep = where(model, text);
    if (dx_model_restrict(model, &keep, &smaller, &error) != DX_OK)
        fprintf(stderr, "%s: %s\n", text, error.message);
    dx_bitset_release(&keep);
    dx_model_free(model);
    return smaller;
}

int main(void)
{
    static const char somebody[] = "muddy_ann | muddy_ben | muddy_cleo";
    static const char nobody_knows[] =
        "~Kw[ann] muddy_ann & ~Kw[ben] muddy_ben & ~Kw[cleo] muddy_cleo";
    dx_formulas *store = dx_formulas_new();
    dx_model *model = announce(muddy_children(store), somebody);
    for (int round = 1; model != NULL && round <= CHILDREN; round++) {
        dx_bitset known = where(model, "Kw[ann] muddy_ann");
        printf("round %d: ann knows in %zu of the %zu worlds left\n", round,
               dx_bitset_count(&known), dx_model_world_count(model));
        dx_bitset_release(&known);
        if (round < CHILDREN)
            model = announce(model, nobody_knows);
    }
    int failed = model == NULL;

    // The same without making models: an announcement is part of a formula.
    if (model != NULL)
        dx_model_free(model);
    model = muddy_children(store);
    dx_text text = {0};
    dx_text_printf(&text, "[!%s] [!%s] [!%s] K[ann] muddy_ann", somebody,
                   nobody_knows, nobody_knows);
    dx_bitset always = where(model, dx_text_string(&text));
    printf("after all that ann knows: true at %zu of %d worlds\n",
           dx_bitset_count(&always), WORLDS);
    dx_bitset_release(&always);
    dx_text_release(&text);
    dx_model_free(model);
    dx_formulas_free(store);
    return failed;
}
