// A formula that is false whatever its parts are: comparisons of fixed values
// are worked out, and for the other parts, up to a dozen, all truth values are
// tried.  An event with such a precondition can never happen; it may be a slip
// of the pen, and gets a note.

#include "logic/dx/compile.h"
#include "logic/dx/read.h"

#include "base/stack.h"

enum { CLAIMS_MAX = 12, VISITS_MAX = 1 << 18 };

// The parts of a formula that are not built by ~ & | -> <->, and a truth value
// for each.
typedef struct claims {
    const dx_document *document;
    const dx_formulas *store;
    size_t count;
    dx_formula claim[CLAIMS_MAX];
    unsigned truth; // a bit each
    size_t visits;
    bool too_many;
} claims;

// A comparison of fixed values, such as 1 = 2?  Then its value.
static bool is_settled(const claims *c, dx_formula f, bool *out)
{
    dx_family family = dx_formula_family(c->store, f);
    dx_code code;
    if ((family != DX_FAMILY_COMPARE && family != DX_FAMILY_MEMBER) ||
        dx_compile(c->document, f, (dx_file_place){0}, &code, NULL) != DX_OK)
        return false;
    bool settled = code.variable_end == 0;
    if (settled)
        *out = dx_code_run(&code, NULL) != 0;
    dx_code_release(&code);
    return settled;
}

static bool holds(claims *c, dx_formula f)
{
    if (c->visits++ > VISITS_MAX)
        c->too_many = true;
    if (c->too_many)
        return false;
    const dx_formulas *store = c->store;
    size_t count = dx_formula_count(store, f);
    dx_kind kind = dx_formula_kind(store, f);
    switch (kind) {
    case DX_TRUE:
    case DX_FALSE:
        return kind == DX_TRUE;
    case DX_NOT:
        return !holds(c, dx_formula_operand(store, f, 0));
    case DX_AND:
    case DX_OR: {
        bool all = kind == DX_AND;
        for (size_t i = 0; i < count; i++)
            if (holds(c, dx_formula_operand(store, f, i)) != (kind == DX_AND))
                all = kind == DX_OR;
        return all;
    }
    case DX_IMPLIES:
    case DX_IFF: {
        bool left = holds(c, dx_formula_operand(store, f, 0));
        bool right = holds(c, dx_formula_operand(store, f, 1));
        return kind == DX_IMPLIES ? !left || right : left == right;
    }
    default:
        break;
    }
    for (size_t i = 0; i < c->count; i++)
        if (c->claim[i] == f)
            return c->truth >> i & 1;
    bool value = false;
    if (is_settled(c, f, &value))
        return value;
    if (c->count == CLAIMS_MAX)
        c->too_many = true;
    else
        c->claim[c->count++] = f;
    return false;
}

bool dx_read_is_contradiction(const dx_reader *reader, dx_formula f)
{
    claims c = {.document = reader->document, .store = reader->store};
    if (dx_formula_depth(c.store, f) > DX_LEVELS_SHALLOW)
        return false;
    for (c.truth = 0; c.truth < 1u << c.count || c.truth == 0; c.truth++)
        if (holds(&c, f) || c.too_many)
            return false;
    return true;
}
