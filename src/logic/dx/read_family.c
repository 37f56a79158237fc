// Families: what is written once and read for each choice of its variables.
//
// The text of a family is read again and again, each time with names that stand
// for other terms: whatever expression is read then has them put in.  So every
// part of an event model may depend on the choice without knowing of families.

#include "logic/dx/read.h"

#include "base/memory.h"
#include "base/text.h"
#include "logic/formula/print.h"

typedef struct family {
    dx_lexer start, end; // of what is read for each choice
    dx_family_visit *visit;
    void *context;
    bool any;
} family;

// The choices around and one more.
static dx_status with(dx_reader *reader, dx_substitution inner,
                      dx_family_visit *visit, void *context)
{
    dx_substitution *outer = reader->choice;
    size_t before = outer == NULL ? 0 : outer->count;
    dx_name *names = dx_alloc(before + inner.count, sizeof *names);
    dx_formula *terms = dx_alloc(before + inner.count, sizeof *terms);
    for (size_t i = 0; i < inner.count; i++) { // the inner ones first
        names[i] = inner.names[i];
        terms[i] = inner.terms[i];
    }
    for (size_t i = 0; i < before; i++) {
        names[inner.count + i] = outer->names[i];
        terms[inner.count + i] = outer->terms[i];
    }
    dx_substitution both = {before + inner.count, names, terms};
    reader->choice = &both;
    dx_status status = visit(reader, context);
    reader->choice = outer;
    dx_free(names);
    dx_free(terms);
    return status;
}

dx_status dx_read_with(dx_reader *reader, dx_name name, dx_formula term,
                       dx_family_visit *visit, void *context)
{
    return with(reader, (dx_substitution){1, &name, &term}, visit, context);
}

static dx_status visit_choice(dx_reader *reader, void *context,
                              dx_substitution choice)
{
    family *f = context;
    reader->lexer = f->start;
    f->any = true;
    dx_status status = with(reader, choice, f->visit, f->context);
    f->end = reader->lexer;
    return status;
}

static dx_status count_choice(dx_reader *reader DX_UNUSED, void *context,
                              dx_substitution choice DX_UNUSED)
{
    ++*(size_t *)context;
    return DX_OK;
}

// Refuses a family of too many members before the first is made.
static dx_status check_size(dx_reader *reader, const dx_each *each, size_t most)
{
    size_t count = dx_each_count(reader, each);
    dx_status status = DX_OK;
    if (count > most && count <= DX_EACH_MAX &&
        each->condition != DX_FORMULA_NONE) {
        size_t steps = reader->steps;
        count = 0;
        status = dx_each_run(reader, each, (dx_substitution){0}, count_choice,
                             &count);
        reader->steps = steps;
    }
    return status != DX_OK || count <= most
               ? status
               : dx_read_limit(reader, each->place,
                               "this family has more than %zu members", most);
}

dx_status dx_read_family(dx_reader *reader, size_t most, dx_family_visit *visit,
                         void *context)
{
    dx_each each;
    dx_status status = dx_read_each(reader, &each);
    if (status == DX_OK)
        status = check_size(reader, &each, most);
    family f = {.start = reader->lexer, .visit = visit, .context = context};
    if (status == DX_OK)
        status =
            dx_each_run(reader, &each, (dx_substitution){0}, visit_choice, &f);
    if (status == DX_OK && !f.any)
        status = dx_read_fail(reader, each.place, "this family has no members");
    if (status == DX_OK)
        reader->lexer = f.end;
    dx_each_release(&each);
    return status;
}

// An index is a number or a name; what is worth a number becomes it.
static dx_status reduce(dx_reader *reader, dx_formula term, dx_formula *out)
{
    dx_kind kind = dx_formula_kind(reader->store, term);
    dx_fraction value;
    *out = term;
    if (kind == DX_NUMBER || kind == DX_APPLY)
        return DX_OK;
    dx_status status = dx_expand(reader, term, out);
    if (status == DX_OK)
        status = dx_read_constant(reader, *out, dx_read_here(reader), &value);
    if (status == DX_OK)
        *out = dx_formula_number(reader->store, value);
    return status;
}

dx_status dx_indexed_name(dx_reader *reader, dx_formula term, dx_name *out)
{
    dx_formulas *store = reader->store;
    if (dx_formula_kind(store, term) != DX_APPLY)
        return dx_read_fail(reader, dx_read_here(reader),
                            "expected the name of an event");
    size_t count = dx_formula_count(store, term);
    *out = dx_formula_name(store, term);
    if (count == 1)
        return DX_OK;
    dx_text name = {0};
    dx_status status = DX_OK;
    dx_text_add(&name, dx_read_text(reader, *out));
    for (size_t i = 1; i < count && status == DX_OK; i++) {
        dx_formula index;
        status = reduce(reader, dx_formula_operand(store, term, i), &index);
        dx_text_add(&name, i == 1 ? "(" : ",");
        if (status == DX_OK)
            dx_formula_print(store, index, &name);
    }
    dx_text_add_char(&name, ')');
    *out = dx_names_add(dx_formulas_names(store), dx_text_string(&name));
    dx_text_release(&name);
    return status;
}

dx_status dx_read_indexed(dx_reader *reader, const char *what, dx_name *out)
{
    if (!dx_lexer_next_is(&reader->lexer, "("))
        return dx_read_name(reader, what, out);
    dx_formula term;
    dx_status status = dx_read_raw_term(reader, &term);
    return status != DX_OK ? status : dx_indexed_name(reader, term, out);
}
