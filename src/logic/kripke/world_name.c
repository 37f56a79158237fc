// How worlds are called: by the name they were given, else by their facts, else
// by number.
//
// A name made of facts must be the only one like it, which takes a walk over
// the facts of all worlds; that is for messages and pictures, and whoever names
// many worlds gives up on it beyond a few thousand.

#include "base/memory.h"
#include "logic/formula/print.h"
#include "logic/kripke/inside.h"
#include "logic/kripke/model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// A longer list of facts is no name any more.
enum { FACTS_BYTES_MAX = 60 };

void dx_model_name_world(dx_model *model, size_t world, const char *name)
{
    DX_REQUIRE(world < model->world_count, "a world of the model");
    if (model->world_names == NULL) {
        model->world_names = dx_names_new();
        model->name_of_world =
            dx_alloc_raw(model->world_count, sizeof *model->name_of_world);
        for (size_t w = 0; w < model->world_count; w++)
            model->name_of_world[w] = DX_NAME_NONE;
    }
    dx_name number = dx_names_add(model->world_names, name);
    model->name_of_world[world] = number;
    assert(number <= model->world_of_name.count); // names count up
    if (number == model->world_of_name.count)
        dx_vector_push(&model->world_of_name, (uint32_t)world);
}

const char *dx_model_given_name(const dx_model *model, size_t world)
{
    DX_REQUIRE(world < model->world_count, "a world of the model");
    if (model->world_names == NULL ||
        model->name_of_world[world] == DX_NAME_NONE)
        return NULL;
    return dx_names_text(model->world_names, model->name_of_world[world]);
}

// The constant of the variable's domain that stands for `value`, or NULL.
static const char *name_of_value(const dx_model *model, const dx_variable *v,
                                 int32_t value)
{
    size_t count = 0;
    const dx_formula *members = v->domain == DX_NAME_NONE
                                    ? NULL
                                    : dx_model_domain(model, v->domain, &count);
    for (size_t i = 0; members != NULL && i < count; i++) {
        int32_t number;
        if (dx_formula_kind(model->store, members[i]) == DX_APPLY &&
            dx_model_constant(model, dx_formula_name(model->store, members[i]),
                              &number) &&
            number == value)
            return dx_formula_text(model->store, members[i]);
    }
    return NULL;
}

void dx_model_print_value(const dx_model *model, size_t variable, size_t world,
                          dx_text *out)
{
    DX_REQUIRE(variable < model->variables.count, "a variable of the model");
    DX_REQUIRE(world < model->world_count, "a world of the model");
    const dx_variable *v = &model->variables.at[variable];
    const char *name = name_of_value(model, v, v->values[world]);
    dx_formula_print(model->store, v->term, out);
    if (name != NULL)
        dx_text_printf(out, "=%s", name);
    else
        dx_text_printf(out, "=%d", v->values[world]);
}

static void print_facts(const dx_model *model, size_t world, dx_text *out)
{
    size_t start = out->length;
    for (size_t p = 0; p < model->propositions.count; p++) {
        if (!dx_bitset_has(&model->propositions.at[p].worlds, world))
            continue;
        dx_text_add(out, out->length > start ? " " : "");
        dx_formula_print(model->store, model->propositions.at[p].atom, out);
        if (out->length - start > FACTS_BYTES_MAX)
            return;
    }
    for (size_t x = 0; x < model->variables.count; x++) {
        dx_text_add(out, out->length > start ? " " : "");
        dx_model_print_value(model, x, world, out);
        if (out->length - start > FACTS_BYTES_MAX)
            return;
    }
    if (out->length == start)
        dx_text_add(out, "{}");
}

static bool facts_are_unique(const dx_model *model, size_t world)
{
    dx_bitset same = dx_bitset_new(model->world_count);
    dx_bitset_fill(&same);
    for (size_t p = 0; p < model->propositions.count; p++) {
        const dx_bitset *worlds = &model->propositions.at[p].worlds;
        if (dx_bitset_has(worlds, world))
            dx_bitset_and(&same, worlds);
        else
            dx_bitset_minus(&same, worlds);
    }
    size_t count = 0;
    for (size_t w = dx_bitset_next(&same, 0); w < same.size && count < 2;
         w = dx_bitset_next(&same, w + 1)) {
        bool is_same = true;
        for (size_t i = 0; i < model->variables.count && is_same; i++)
            is_same = model->variables.at[i].values[w] ==
                      model->variables.at[i].values[world];
        count += is_same;
    }
    dx_bitset_release(&same);
    return count == 1;
}

void dx_model_print_world(const dx_model *model, size_t world, dx_text *out)
{
    DX_REQUIRE(world < model->world_count, "a world of the model");
    const char *given = dx_model_given_name(model, world);
    if (given != NULL) {
        dx_text_add(out, given);
        return;
    }
    size_t start = out->length;
    if (facts_are_unique(model, world)) {
        print_facts(model, world, out);
        if (out->length - start <= FACTS_BYTES_MAX)
            return;
        out->length = start;
    }
    dx_text_printf(out, "w%zu", world);
}

static bool is_called(const dx_model *model, size_t world, const char *name,
                      dx_text *scratch)
{
    dx_text_clear(scratch);
    dx_model_print_world(model, world, scratch);
    return strcmp(dx_text_string(scratch), name) == 0;
}

// Given names are looked up; a number is tried; made names are compared one
// by one, which is slow and only a person's question.
size_t dx_model_find_world(const dx_model *model, const char *name)
{
    dx_name number = model->world_names == NULL
                         ? DX_NAME_NONE
                         : dx_names_find(model->world_names, name);
    assert(number == DX_NAME_NONE || number < model->world_of_name.count);
    if (number != DX_NAME_NONE)
        return model->world_of_name.at[number];
    size_t found = DX_NOT_FOUND;
    dx_text scratch = {0};
    if (name[0] == 'w' && name[1] >= '0' && name[1] <= '9') {
        size_t world = strtoul(name + 1, NULL, 10);
        if (world < model->world_count &&
            is_called(model, world, name, &scratch))
            found = world;
    }
    for (size_t w = 0; w < model->world_count && found == DX_NOT_FOUND; w++)
        if (dx_model_given_name(model, w) == NULL &&
            is_called(model, w, name, &scratch))
            found = w;
    dx_text_release(&scratch);
    return found;
}
