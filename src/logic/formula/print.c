// The printer decides about brackets as the parser reads them: by level, by
// the signs that a surrounding <..> or test has taken, and by whether
// something follows that a quantifier would swallow.

#include "logic/formula/print_short.h"

#include "base/stack.h"
#include "logic/formula/parse_private.h"

#include <string.h>

// In the body of a count, infix operators stand in brackets.
enum { ONLY_PREFIX = 4 };

// Where a node is printed.
typedef struct place {
    dx_level floor;     // what binds looser gets brackets
    unsigned flags;     // DX_NO_..., ONLY_PREFIX
    bool is_last;       // nothing follows before the next closing bracket
    bool before_factor; // a * may follow, which a sum would swallow
} place;

enum { PARTS_MAX = 1 << 20 };

typedef struct printer {
    const dx_formulas *store;
    dx_text *out;
    bool is_unicode, is_named;
    size_t left; // of the parts that may be written
} printer;

static void print_at(printer *p, dx_formula f, place where);

static const place inside_brackets = {.floor = DX_LEVEL_OPEN, .is_last = true};

static dx_kind kind_of(const printer *p, dx_formula f)
{
    return dx_formula_kind(p->store, f);
}

static uint32_t operand(const printer *p, dx_formula f, size_t i)
{
    return dx_formula_operand(p->store, f, i);
}

static size_t operand_count(const printer *p, dx_formula f)
{
    return dx_formula_count(p->store, f);
}

static void add(printer *p, const char *text)
{
    dx_text_add(p->out, text);
}

// ASCII or Unicode.
static void add_sign(printer *p, const char *ascii, const char *unicode)
{
    add(p, p->is_unicode ? unicode : ascii);
}

typedef struct infix_sign {
    dx_kind kind;
    dx_level level;
    const char *ascii, *unicode;
} infix_sign;

static const infix_sign infix_signs[] = {
    {DX_AND, DX_LEVEL_AND, " & ", " ∧ "},
    {DX_OR, DX_LEVEL_OR, " | ", " ∨ "},
    {DX_IMPLIES, DX_LEVEL_IMPLIES, " -> ", " → "},
    {DX_IFF, DX_LEVEL_IFF, " <-> ", " ↔ "},
    {DX_IN, DX_LEVEL_COMPARE, " in ", " ∈ "},
    {DX_EQUAL, DX_LEVEL_COMPARE, " = ", " = "},
    {DX_NOT_EQUAL, DX_LEVEL_COMPARE, " != ", " ≠ "},
    {DX_LESS, DX_LEVEL_COMPARE, " < ", " < "},
    {DX_LESS_EQUAL, DX_LEVEL_COMPARE, " <= ", " ≤ "},
    {DX_GREATER, DX_LEVEL_COMPARE, " > ", " > "},
    {DX_GREATER_EQUAL, DX_LEVEL_COMPARE, " >= ", " ≥ "},
    {DX_RANGE, DX_LEVEL_RANGE, "..", ".."},
    {DX_ADD, DX_LEVEL_SUM, " + ", " + "},
    {DX_SUBTRACT, DX_LEVEL_SUM, " - ", " - "},
    {DX_MULTIPLY, DX_LEVEL_PRODUCT, "*", "·"},
    {DX_DIVIDE, DX_LEVEL_PRODUCT, "/", "/"},
    {DX_MODULO, DX_LEVEL_PRODUCT, " mod ", " mod "},
};

static const infix_sign *infix_of(dx_kind kind)
{
    for (size_t i = 0; i < sizeof infix_signs / sizeof *infix_signs; i++)
        if (infix_signs[i].kind == kind)
            return &infix_signs[i];
    return NULL;
}

// Whole numbers bind like names, unless they have a sign; a fraction looks
// like a quotient.
static dx_level number_level(const printer *p, dx_formula number)
{
    dx_fraction value = dx_formula_value(p->store, number);
    if (value.over != 1)
        return DX_LEVEL_PRODUCT;
    return value.top < 0 ? DX_LEVEL_NEGATIVE : DX_LEVEL_PRIMARY;
}

static dx_level level_of(const printer *p, dx_formula f)
{
    dx_kind kind = kind_of(p, f);
    const infix_sign *infix = infix_of(kind);
    if (infix != NULL)
        return infix->level;
    switch (dx_kind_family(kind)) {
    case DX_FAMILY_QUANTIFIER:
    case DX_FAMILY_QUANTIFIER_PROP:
        return DX_LEVEL_OPEN;
    case DX_FAMILY_NUMBER:
        return number_level(p, f);
    case DX_FAMILY_ARITHMETIC:
        return DX_LEVEL_NEGATIVE; // the one without an infix
    case DX_FAMILY_TRUTH:
    case DX_FAMILY_NAME:
    case DX_FAMILY_GATHER:
    case DX_FAMILY_PROBABILITY:
    case DX_FAMILY_DOMAIN:
        return DX_LEVEL_PRIMARY;
    default:
        return kind == DX_AT || kind == DX_BELIEVES_GIVEN ? DX_LEVEL_PRIMARY
                                                          : DX_LEVEL_PREFIX;
    }
}

// A quantifier may stand wherever a prefix operator may, if nothing follows
// that it would take into its body.
static bool needs_brackets(const printer *p, dx_formula f, place where)
{
    dx_kind kind = kind_of(p, f);
    dx_level level = level_of(p, f);
    if (level == DX_LEVEL_OPEN)
        return !where.is_last || where.floor > DX_LEVEL_PREFIX;
    if (kind == DX_GREATER && (where.flags & DX_NO_GREATER))
        return true;
    if (infix_of(kind) != NULL && (where.flags & ONLY_PREFIX))
        return true;
    if (kind == DX_SUM && where.before_factor)
        return true;
    if ((kind == DX_ADD || kind == DX_MULTIPLY) &&
        (where.flags & DX_NO_PLUS_STAR))
        return true;
    return level < where.floor;
}

static bool is_digits(const char *text)
{
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

static void print_name(printer *p, dx_name name)
{
    const char *text = dx_formulas_name_text(p->store, name);
    if (dx_is_plain_name(text) && !dx_is_reserved(text, strlen(text))) {
        add(p, text);
        return;
    }
    add(p, "`");
    add(p, text);
    add(p, "`");
}

// Where only a name can stand, digits need no quotes.
static void print_bare_name(printer *p, dx_name name)
{
    const char *text = dx_formulas_name_text(p->store, name);
    if (is_digits(text))
        add(p, text);
    else
        print_name(p, name);
}

static void print_list(printer *p, dx_formula f, size_t first,
                       const char *separator)
{
    for (size_t i = first; i < operand_count(p, f); i++) {
        if (i > first)
            add(p, separator);
        print_at(p, operand(p, f, i), inside_brackets);
    }
}

static void print_apply(printer *p, dx_formula f)
{
    print_name(p, operand(p, f, 0));
    if (operand_count(p, f) == 1)
        return;
    add(p, "(");
    print_list(p, f, 1, ",");
    add(p, ")");
}

static void print_agent(printer *p, dx_formula agent)
{
    if (kind_of(p, agent) == DX_APPLY && operand_count(p, agent) == 1)
        print_bare_name(p, operand(p, agent, 0));
    else
        print_at(p, agent, inside_brackets);
}

static void print_agents(printer *p, dx_formula f, size_t first)
{
    for (size_t i = first; i < operand_count(p, f); i++) {
        dx_formula agent = operand(p, f, i);
        bool without =
            kind_of(p, agent) == DX_APPLY && operand_count(p, agent) == 2 &&
            strcmp(dx_formula_text(p->store, agent), DX_WITHOUT) == 0;
        if (i > first)
            add(p, without ? " - {" : ",");
        print_agent(p, i > first && without ? operand(p, agent, 1) : agent);
        add(p, i > first && without ? "}" : "");
    }
}

static void print_bracketed(printer *p, dx_formula f)
{
    add(p, "(");
    print_at(p, f, inside_brackets);
    add(p, ")");
}

// The operand of an operator that ends in a bracket, word or sign.
static void print_body(printer *p, dx_formula body, const char *blank,
                       place where)
{
    where.floor = DX_LEVEL_PREFIX;
    if (needs_brackets(p, body, where)) {
        print_bracketed(p, body);
    } else {
        add(p, blank);
        print_at(p, body, where);
    }
}

static bool is_literal(const printer *p, dx_formula f, bool may_be_negative)
{
    if (kind_of(p, f) != DX_NUMBER)
        return false;
    dx_fraction value = dx_formula_value(p->store, f);
    return value.over == 1 && (may_be_negative || value.top >= 0);
}

// 1/3 is one number: the quotient of two needs a bracket.
static bool looks_like_fraction(const printer *p, dx_formula f)
{
    return kind_of(p, f) == DX_DIVIDE &&
           is_literal(p, operand(p, f, 0), true) &&
           is_literal(p, operand(p, f, 1), false);
}

// How tightly operand i of an infix operator must bind.
static dx_level floor_for(const infix_sign *infix, size_t i, size_t count)
{
    bool leans_left = infix->level >= DX_LEVEL_SUM;
    bool leans_right = infix->level <= DX_LEVEL_IMPLIES;
    if ((leans_left && i == 0) || (leans_right && i + 1 == count))
        return infix->level;
    return infix->level + 1;
}

static void print_infix(printer *p, dx_formula f, const infix_sign *infix,
                        place where)
{
    size_t count = operand_count(p, f);
    for (size_t i = 0; i < count; i++) {
        dx_formula part = operand(p, f, i);
        place there = {.floor = floor_for(infix, i, count),
                       .flags = where.flags,
                       .is_last = where.is_last && i + 1 == count,
                       .before_factor = infix->level == DX_LEVEL_PRODUCT &&
                                        (i == 0 || where.before_factor)};
        if (i > 0)
            add_sign(p, infix->ascii, infix->unicode);
        if (i == 0 && looks_like_fraction(p, f))
            print_bracketed(p, part);
        else
            print_at(p, part, there);
    }
}

// `--` would begin a comment, and -1 is a number of its own.
static void print_negative(printer *p, dx_formula f, place where)
{
    dx_formula part = operand(p, f, 0);
    add(p, level_of(p, part) == DX_LEVEL_NEGATIVE ? "- " : "-");
    where.floor = DX_LEVEL_NEGATIVE;
    if (is_literal(p, part, false))
        print_bracketed(p, part);
    else
        print_at(p, part, where);
}

static void print_time(printer *p, dx_formula time)
{
    bool is_short =
        is_literal(p, time, false) ||
        (kind_of(p, time) == DX_APPLY && operand_count(p, time) == 1);
    if (is_short)
        print_at(p, time, inside_brackets);
    else
        print_bracketed(p, time);
}

static void print_at_time(printer *p, dx_formula f, place where)
{
    where.floor = DX_LEVEL_PRIMARY;
    where.is_last = false;
    print_at(p, operand(p, f, 0), where);
    add(p, "@");
    print_time(p, operand(p, f, 1));
}

static void print_quantifier(printer *p, dx_formula f, place where)
{
    dx_kind kind = kind_of(p, f);
    bool is_forall = kind == DX_FORALL || kind == DX_FORALL_PROP;
    bool is_prop = kind == DX_FORALL_PROP || kind == DX_EXISTS_PROP;
    where.flags &= ~(unsigned)ONLY_PREFIX;
    add_sign(p, is_forall ? "forall " : "exists ", is_forall ? "∀" : "∃");
    if (is_prop) {
        add_sign(p, "prop", " prop");
        for (size_t i = 1; i < operand_count(p, f); i++) {
            add(p, i > 1 ? ", " : " ");
            print_bare_name(p, operand(p, f, i));
        }
    } else {
        print_bare_name(p, operand(p, f, 0));
        add_sign(p, " in ", " ∈ ");
        print_at(p, operand(p, f, 1),
                 (place){.floor = DX_LEVEL_RANGE, .flags = where.flags});
    }
    add(p, ": ");
    where.floor = DX_LEVEL_OPEN;
    print_at(p, operand(p, f, is_prop ? 0 : 2), where);
}

// sum x in d: t takes in products; count x in d: f prefix operators, and what
// they apply to.
static void print_gathering(printer *p, dx_formula f, place where)
{
    bool is_sum = kind_of(p, f) == DX_SUM;
    add(p, is_sum ? "sum " : "count ");
    print_bare_name(p, operand(p, f, 0));
    add_sign(p, " in ", " ∈ ");
    print_at(p, operand(p, f, 1),
             (place){.floor = DX_LEVEL_RANGE, .flags = where.flags});
    add(p, ": ");
    where.floor = is_sum ? DX_LEVEL_PRODUCT : DX_LEVEL_PREFIX;
    if (!is_sum)
        where.flags |= ONLY_PREFIX;
    print_at(p, operand(p, f, 2), where);
}

// X[a](f), X[a](f given g)
static void print_weighed(printer *p, dx_formula f, const char *letter)
{
    add(p, letter);
    add(p, "[");
    print_agent(p, operand(p, f, 0));
    add(p, "](");
    print_at(p, operand(p, f, 1), inside_brackets);
    if (operand_count(p, f) == 3) {
        add(p, " given ");
        print_at(p, operand(p, f, 2), inside_brackets);
    }
    add(p, ")");
}

// Programs have three levels of their own: choices, sequences, and what a
// star can follow.
static int program_level(dx_kind kind)
{
    return kind == DX_CHOICE ? 0 : kind == DX_SEQUENCE ? 1 : 2;
}

static void print_program(printer *p, dx_formula program, int floor,
                          unsigned flags)
{
    dx_kind kind = kind_of(p, program);
    size_t count = operand_count(p, program);
    int level = program_level(kind);
    if (level < floor) {
        add(p, "(");
        print_program(p, program, 0, 0);
        add(p, ")");
    } else if (level < 2) {
        for (size_t i = 0; i < count; i++) {
            if (i > 0)
                add(p, kind == DX_CHOICE ? " + " : "; ");
            print_program(p, operand(p, program, i), level + 1, flags);
        }
    } else if (kind == DX_STAR) {
        print_program(p, operand(p, program, 0), 2, flags);
        add(p, "*");
    } else if (kind == DX_TEST) {
        add(p, "?");
        print_at(p, operand(p, program, 0),
                 (place){.floor = DX_LEVEL_PREFIX,
                         .flags = flags | DX_NO_PLUS_STAR,
                         .is_last = true});
    } else {
        print_agent(p, operand(p, program, 0));
    }
}

typedef struct prefix_sign {
    dx_kind kind;
    const char *ascii, *unicode;
} prefix_sign;

// Operators without brackets of their own, or with agents in them.
static const prefix_sign prefix_signs[] = {
    {DX_NOT, "~", "¬"},
    {DX_PREV, "prev ", "prev "},
    {DX_ONCE, "once ", "once "},
    {DX_SOFAR, "sofar ", "sofar "},
    {DX_PUBLIC, "public ", "public "},
    {DX_KNOWS, "K[", "K["},
    {DX_POSSIBLE, "M[", "M["},
    {DX_KNOWS_WHETHER, "Kw[", "Kw["},
    {DX_BELIEVES, "B[", "B["},
    {DX_SAFE, "Safe[", "Safe["},
    {DX_STRONG, "Strong[", "Strong["},
    {DX_EVERYBODY, "E[", "E["},
    {DX_COMMON, "C[", "C["},
    {DX_DISTRIBUTED, "D[", "D["},
    {DX_LEARNED, "learned[", "learned["},
    {DX_EXPLICIT, "explicit[", "explicit["},
    {DX_EXPLICIT_AT, "explicit[", "explicit["},
    {DX_IMPLICIT, "implicit[", "implicit["},
};

// The name before the bracket; then the agents, the time, the body.
static bool print_prefix(printer *p, dx_formula f, place where)
{
    dx_kind kind = kind_of(p, f);
    const prefix_sign *sign = prefix_signs;
    const prefix_sign *end =
        prefix_signs + sizeof prefix_signs / sizeof *prefix_signs;
    while (sign < end && sign->kind != kind)
        sign++;
    if (sign == end)
        return false;
    const char *letters = dx_kind_operands(kind);
    size_t body = (size_t)(strchr(letters, 'f') - letters);
    const char *blank = "";
    add_sign(p, sign->ascii, sign->unicode);
    if (strchr(letters, 'a') != NULL) {
        if (body == 0)
            print_agents(p, f, 1);
        else
            print_agent(p, operand(p, f, 0));
        add(p, "]");
        blank = " ";
    }
    if (kind == DX_EXPLICIT_AT) {
        add(p, "@");
        print_time(p, operand(p, f, 1));
        add(p, " ");
        blank = "";
    }
    print_body(p, operand(p, f, body), blank, where);
    return true;
}

// What stands between [ and ]: the sign, and where the body is.
typedef struct box_sign {
    dx_kind kind; // and its dual, the kind after it
    const char *sign;
    size_t body;
} box_sign;

static const box_sign box_signs[] = {
    {DX_ANNOUNCE, "!", 1}, {DX_TELL_WHETHER, "?!", 1},
    {DX_TELL, " !", 1},    {DX_TELL_GROUP_WHETHER, " ?!", 1},
    {DX_EXPAND, "+", 1},   {DX_EVENT, NULL, 2},
    {DX_BOX, NULL, 1},
};

// Upgrades have no dual: they can be made everywhere, in one way.
static bool print_upgrade(printer *p, dx_formula f, place where)
{
    dx_kind kind = kind_of(p, f);
    if (kind != DX_RADICAL && kind != DX_CONSERVATIVE)
        return false;
    add(p, "[");
    print_agents(p, f, 2);
    add(p, dx_formula_count(p->store, f) > 2 ? " " : "");
    add(p, kind == DX_RADICAL ? "radical " : "conservative ");
    print_at(p, operand(p, f, 0),
             (place){.floor = DX_LEVEL_OPEN, .is_last = true});
    add(p, "]");
    print_body(p, operand(p, f, 1), " ", where);
    return true;
}

static void print_in_box(printer *p, dx_formula f, const box_sign *box,
                         unsigned flags)
{
    if (box->kind == DX_BOX) {
        print_program(p, operand(p, f, 0), 0, flags);
    } else if (box->kind == DX_EVENT) {
        print_bare_name(p, operand(p, f, 0));
        add(p, ",");
        print_bare_name(p, operand(p, f, 1));
    } else {
        print_agents(p, f, 2);
        add(p, box->sign);
        print_at(
            p, operand(p, f, 0),
            (place){.floor = DX_LEVEL_OPEN, .flags = flags, .is_last = true});
    }
}

static bool print_box(printer *p, dx_formula f, place where)
{
    dx_kind kind = kind_of(p, f);
    for (size_t i = 0; i < sizeof box_signs / sizeof *box_signs; i++) {
        const box_sign *box = &box_signs[i];
        bool is_dual = kind == box->kind + 1;
        if (kind != box->kind && !is_dual)
            continue;
        add(p, is_dual ? "<" : "[");
        print_in_box(p, f, box, is_dual ? DX_NO_GREATER : 0);
        add(p, is_dual ? ">" : "]");
        print_body(p, operand(p, f, box->body), " ", where);
        return true;
    }
    return false;
}

static void print_plain(printer *p, dx_formula f, place where)
{
    switch (kind_of(p, f)) {
    case DX_TRUE:
        add_sign(p, "true", "⊤");
        break;
    case DX_FALSE:
        add_sign(p, "false", "⊥");
        break;
    case DX_APPLY:
        print_apply(p, f);
        break;
    case DX_NUMBER:
        dx_fraction_print(dx_formula_value(p->store, f), p->out);
        break;
    case DX_NEGATIVE:
        print_negative(p, f, where);
        break;
    case DX_AT:
        print_at_time(p, f, where);
        break;
    case DX_BELIEVES_GIVEN:
        print_weighed(p, f, "B");
        break;
    case DX_PROBABILITY:
    case DX_PROBABILITY_GIVEN:
        print_weighed(p, f, "P");
        break;
    case DX_SUM:
    case DX_COUNT:
        print_gathering(p, f, where);
        break;
    case DX_SET:
        add(p, "{");
        print_list(p, f, 0, ", ");
        add(p, "}");
        break;
    default:
        if (dx_kind_family(kind_of(p, f)) == DX_FAMILY_PROGRAM)
            print_program(p, f, 0, where.flags);
        else
            print_quantifier(p, f, where);
    }
}

static void print_at(printer *p, dx_formula f, place where)
{
    f = p->is_named ? dx_formula_called(p->store, f) : f;
    const infix_sign *infix = infix_of(kind_of(p, f));
    if (p->left == 0) {
        add(p, "...");
        return;
    }
    p->left--;
    if (needs_brackets(p, f, where))
        print_bracketed(p, f);
    else if (infix != NULL)
        print_infix(p, f, infix, where);
    else if (!print_prefix(p, f, where) && !print_box(p, f, where) &&
             !print_upgrade(p, f, where))
        print_plain(p, f, where);
}

typedef struct printing {
    printer printer;
    dx_formula f;
} printing;

static void print_all(void *data)
{
    printing *p = data;
    print_at(&p->printer, p->f, inside_brackets);
}

static void print(printing p)
{
    dx_run_deep(dx_formula_depth(p.printer.store, p.f), print_all, &p);
}

void dx_formula_print_short(const dx_formulas *store, dx_formula f,
                            size_t parts_max, dx_text *out)
{
    print((printing){.printer = {.store = store, .out = out, .left = parts_max},
                     .f = f});
}

void dx_formula_print_named(const dx_formulas *store, dx_formula f,
                            size_t parts_max, dx_text *out)
{
    print((printing){.printer = {.store = store,
                                 .out = out,
                                 .is_named = true,
                                 .left = parts_max},
                     .f = f});
}

void dx_formula_print(const dx_formulas *store, dx_formula f, dx_text *out)
{
    dx_formula_print_short(store, f, PARTS_MAX, out);
}

void dx_formula_print_unicode(const dx_formulas *store, dx_formula f,
                              dx_text *out)
{
    print((printing){.printer = {.store = store,
                                 .out = out,
                                 .is_unicode = true,
                                 .left = PARTS_MAX},
                     .f = f});
}
