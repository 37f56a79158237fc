#include "logic/kripke/model.h"
#include "test.h"

#include "base/text.h"

static void check_name(const dx_model *model, size_t world, const char *name)
{
    dx_text text = {0};
    dx_model_print_world(model, world, &text);
    CHECK_TEXT(dx_text_string(&text), name);
    CHECK_EQ(dx_model_find_world(model, name), world);
    dx_text_release(&text);
}

TEST(worlds_without_a_name_are_called_by_their_facts)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, 4);
    dx_model_add_proposition(model, dx_formula_atom(store, "p"));
    dx_model_add_proposition(model, dx_formula_atom(store, "q"));
    dx_bitset_add(dx_model_worlds_of(model, 0), 1);
    dx_bitset_add(dx_model_worlds_of(model, 0), 2);
    dx_bitset_add(dx_model_worlds_of(model, 1), 2);
    dx_bitset_add(dx_model_worlds_of(model, 0), 3);
    dx_bitset_add(dx_model_worlds_of(model, 1), 3);

    check_name(model, 0, "{}");
    check_name(model, 1, "p");
    check_name(model, 2, "w2"); // "p q" is not unique
    check_name(model, 3, "w3");
    dx_model_name_world(model, 3, "home");
    check_name(model, 3, "home");
    CHECK_EQ(dx_model_find_world(model, "nowhere"), DX_NOT_FOUND);
    CHECK_EQ(dx_model_find_world(model, "w99999999999999999999"), DX_NOT_FOUND);
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(variables_print_the_names_of_their_values)
{
    dx_formulas *store = dx_formulas_new();
    dx_names *names = dx_formulas_names(store);
    dx_model *model = dx_model_new(store, 2);
    dx_model_add_variable(model, dx_formula_atom(store, "x"),
                          (int32_t[]){3, 4});
    size_t v = dx_model_add_variable(model, dx_formula_atom(store, "colour"),
                                     (int32_t[]){0, 1});
    dx_formula members[] = {dx_formula_atom(store, "red"),
                            dx_formula_atom(store, "blue")};
    for (int32_t i = 0; i < 2; i++)
        dx_model_add_constant(model, dx_formula_name(store, members[i]), i);
    dx_model_add_domain(model, dx_names_add(names, "colours"), 2, members);
    dx_model_set_variable_domain(model, v, dx_names_add(names, "colours"));

    check_name(model, 0, "x=3 colour=red");
    check_name(model, 1, "x=4 colour=blue");
    dx_model_free(model);
    dx_formulas_free(store);
}

TEST(edges_that_are_an_equivalence_become_cells)
{
    dx_relation r = dx_relation_of_edges(
        3, 5, (dx_edge[]){{2, 2}, {1, 0}, {0, 1}, {1, 1}, {0, 0}});
    CHECK(r.cell != NULL);
    CHECK_EQ(r.cell_count, 2);
    CHECK(dx_relation_has(&r, 0, 1) && !dx_relation_has(&r, 1, 2));
    dx_relation_release(&r);

    // Without 1 -> 0, and with 0 -> 1 twice, they stay edges.
    r = dx_relation_of_edges(
        3, 5, (dx_edge[]){{2, 2}, {0, 1}, {0, 1}, {1, 1}, {0, 0}});
    CHECK(r.cell == NULL);
    CHECK_EQ(r.first[3], 4);
    CHECK(dx_relation_has(&r, 0, 1) && !dx_relation_has(&r, 1, 0));
    dx_relation_release(&r);
}

TEST(cells_may_have_any_numbers)
{
    dx_relation r = dx_relation_of_cells(
        4, (uint32_t[]){4000000000u, 7, 4000000000u, 4294967295u});
    CHECK_EQ(r.cell_count, 3);
    CHECK_EQ(r.cell[0], 0);
    CHECK_EQ(r.cell[1], 1);
    CHECK_EQ(r.cell[2], 0);
    CHECK_EQ(r.cell[3], 2);
    dx_relation_release(&r);
}

TEST(weights_that_depend_on_the_target_only_are_weights_of_worlds)
{
    dx_formulas *store = dx_formulas_new();
    dx_model *model = dx_model_new(store, 2);
    dx_model_add_agent(model, "a");
    const dx_edge edges[] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    const dx_fraction half = {1, 2}, third = {1, 3}, all = {1, 1};

    dx_model_set_edge_weights(model, 0, 4, edges,
                              (dx_fraction[]){half, third, half, third});
    CHECK(dx_model_weights(model, 0)->of_world != NULL);
    CHECK(dx_fraction_equal(dx_model_weights(model, 0)->of_world[1], third));
    CHECK(dx_model_relation(model, 0, DX_KNOWLEDGE)->cell != NULL);

    dx_model_set_edge_weights(model, 0, 4, edges,
                              (dx_fraction[]){half, third, all, third});
    CHECK(dx_model_weights(model, 0)->of_world == NULL);
    CHECK(dx_model_relation(model, 0, DX_KNOWLEDGE)->cell == NULL);

    dx_model *copy = dx_model_copy(model);
    CHECK(dx_fraction_equal(dx_model_weights(copy, 0)->of_edge[2], all));
    dx_model_free(copy);
    dx_model_free(model);
    dx_formulas_free(store);
}
