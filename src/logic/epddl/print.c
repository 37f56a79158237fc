// Ground formulas and tasks, written out.

#include "logic/epddl/epddl.h"

#include "base/memory.h"

#include <string.h>

static void print_head(const dx_formulas *store, dx_formula f, size_t from,
                       const char *open, const char *between, dx_text *out)
{
    dx_text_add(out, open);
    for (size_t i = from; i < dx_formula_count(store, f); i++) {
        if (i > from)
            dx_text_add(out, between);
        dx_epddl_print(store, dx_formula_operand(store, f, i), out);
    }
}

static void print_agents(const dx_formulas *store, dx_formula f, dx_text *out)
{
    for (size_t i = 1; i < dx_formula_count(store, f); i++)
        dx_text_printf(out, "%s%s", i > 1 ? " " : "",
                       dx_formula_text(store, dx_formula_operand(store, f, i)));
}

static void print_atom(const dx_formulas *store, dx_formula f, dx_text *out)
{
    dx_text_printf(out, "(%s", dx_formula_text(store, f));
    for (size_t i = 1; i < dx_formula_count(store, f); i++)
        dx_text_printf(out, " %s",
                       dx_formula_text(store, dx_formula_operand(store, f, i)));
    dx_text_add(out, ")");
}

static void print_mind(const dx_formulas *store, dx_formula f,
                       const char *prefix, dx_text *out)
{
    dx_text_printf(out, "([%s%s] ", prefix,
                   dx_formula_text(store, dx_formula_operand(store, f, 0)));
    dx_epddl_print(store, dx_formula_operand(store, f, 1), out);
    dx_text_add(out, ")");
}

static void print_group(const dx_formulas *store, dx_formula f,
                        const char *open, const char *close, dx_text *out)
{
    dx_text_add(out, open);
    print_agents(store, f, out);
    dx_text_add(out, close);
    dx_epddl_print(store, dx_formula_operand(store, f, 0), out);
    dx_text_add(out, ")");
}

void dx_epddl_print(const dx_formulas *store, dx_formula f, dx_text *out)
{
    switch (dx_formula_kind(store, f)) {
    case DX_APPLY:
        print_atom(store, f, out);
        return;
    case DX_TRUE:
    case DX_FALSE:
        dx_text_add(out, dx_formula_kind(store, f) == DX_TRUE ? "(true)"
                                                              : "(false)");
        return;
    case DX_NOT:
        print_head(store, f, 0, "(not ", " ", out);
        break;
    case DX_AND:
        print_head(store, f, 0, "(and ", " ", out);
        break;
    case DX_OR:
        print_head(store, f, 0, "(or ", " ", out);
        break;
    case DX_KNOWS:
    case DX_BELIEVES:
        print_mind(store, f, "", out);
        return;
    case DX_KNOWS_WHETHER:
        print_mind(store, f, "Kw. ", out);
        return;
    case DX_EVERYBODY:
        print_group(store, f, "([(", ")] ", out);
        return;
    case DX_COMMON:
        print_group(store, f, "([C. (", ")] ", out);
        return;
    default:
        DX_REQUIRE(false, "a formula that was grounded");
    }
    dx_text_add(out, ")");
}
