// A closed tableau as indented text.

#include "base/memory.h"
#include "logic/formula/print.h"
#include "proof/tableau_private.h"

#include <inttypes.h>
#include <string.h>

typedef struct page {
    dx_core *core;
    dx_text *out;
    size_t lines, lines_max, left_out;
    DX_VECTOR(uint32_t) number; // as printed, by number of the line
    DX_VECTOR(bool) wanted;     // by number of the line: something rests on it
    DX_VECTOR(uint32_t) world;  // old names; the place is the new one
    uint32_t printed;
} page;

void dx_branch_free(dx_branch *branch)
{
    if (branch == NULL)
        return;
    for (size_t i = 0; i < branch->cases.count; i++)
        dx_branch_free(branch->cases.at[i]);
    dx_vector_release(&branch->cases);
    dx_vector_release(&branch->lines);
    dx_free(branch);
}

static void want(page *p, uint32_t line)
{
    if (line == DX_NO_LINE)
        return;
    while (p->wanted.count <= line)
        dx_vector_push(&p->wanted, false);
    p->wanted.at[line] = true;
}

static bool is_wanted(const page *p, const dx_outline_line *line)
{
    return line->number < p->wanted.count && p->wanted.at[line->number];
}

// From the contradictions upwards: what does the proof rest on?
static void find_wanted(page *p, const dx_branch *branch)
{
    for (size_t i = 0; i < branch->cases.count; i++)
        find_wanted(p, branch->cases.at[i]);
    if (branch->cases.count == 0) {
        want(p, branch->clash[0]);
        want(p, branch->clash[1]);
    }
    want(p, branch->split);
    for (size_t i = branch->lines.count; i-- > 0;) {
        const dx_outline_line *line = &branch->lines.at[i];
        if (!is_wanted(p, line))
            continue;
        want(p, line->from[0]);
        want(p, line->from[1]);
    }
}

// The name of a world: worlds are numbered as the reader meets them.
static size_t world_name(page *p, uint32_t world)
{
    size_t i = 0;
    while (i < p->world.count && p->world.at[i] != world)
        i++;
    if (i == p->world.count)
        dx_vector_push(&p->world, world);
    return i;
}

// Begins a line of the page; false if it is full.
static bool begin(page *p, unsigned depth)
{
    if (p->lines >= p->lines_max) {
        p->left_out++;
        return false;
    }
    p->lines++;
    for (unsigned i = 0; i < depth; i++)
        dx_text_add(p->out, "  ");
    return true;
}

static void print_formula(page *p, dx_node node)
{
    dx_formula f = dx_core_formula(p->core, node);
    dx_text text = {0};
    if (f != DX_FORMULA_NONE)
        dx_formula_print(dx_core_formulas(p->core), f, &text);
    // Long formulas are cut: an outline is read, not parsed.
    if (text.length > 100) {
        size_t cut = 97;
        while (cut > 0 && ((unsigned char)text.at[cut] & 0xC0) == 0x80)
            cut--;
        text.length = cut;
        dx_text_add(&text, "...");
    }
    dx_text_add(p->out, dx_text_string(&text));
    dx_text_release(&text);
}

static uint32_t printed_number(const page *p, uint32_t line)
{
    return line < p->number.count ? p->number.at[line] : 0;
}

// "a holds", "a and b hold"
static void print_holders(page *p, uint64_t set)
{
    const dx_names *names = dx_formulas_names(dx_core_formulas(p->core));
    const char *between = "";
    for (size_t a = 0; a < dx_core_agents(p->core); a++)
        if (set >> a & 1) {
            dx_text_printf(
                p->out, "%s%s", between,
                dx_names_text(names, dx_core_agent_name(p->core, a)));
            between = " and ";
        }
    dx_text_add(p->out, (set & (set - 1)) != 0 ? " hold" : " holds");
}

static void print_reason(page *p, const dx_outline_line *line)
{
    dx_text_printf(p->out, "   [%s", line->rule);
    if (line->from[0] != DX_NO_LINE)
        dx_text_printf(p->out, ", from %" PRIu32,
                       printed_number(p, line->from[0]));
    if (line->is_first && line->parent != DX_NO_LINE) {
        dx_text_printf(p->out, ": w%zu is one that ",
                       world_name(p, line->world));
        print_holders(p, line->edge);
        dx_text_printf(p->out, " possible at w%zu",
                       world_name(p, line->parent));
    }
    dx_text_add(p->out, "]\n");
}

static void print_line(page *p, const dx_outline_line *line, unsigned depth)
{
    if (!is_wanted(p, line))
        return;
    while (p->number.count <= line->number)
        dx_vector_push(&p->number, 0);
    p->number.at[line->number] = ++p->printed;
    size_t world = world_name(p, line->world);
    if (!begin(p, depth))
        return;
    dx_text_printf(p->out, "%2" PRIu32 ". w%zu: ", p->printed, world);
    print_formula(p, line->node);
    print_reason(p, line);
}

static void print_branch(page *p, const dx_branch *branch, unsigned depth)
{
    for (size_t i = 0; i < branch->lines.count; i++)
        print_line(p, &branch->lines.at[i], depth);
    for (size_t i = 0; i < branch->cases.count; i++) {
        if (begin(p, depth))
            dx_text_printf(p->out, "case %zu of %" PRIu32 ":\n", i + 1,
                           printed_number(p, branch->split));
        print_branch(p, branch->cases.at[i], depth + 1);
    }
    if (branch->cases.count > 0 || !begin(p, depth))
        return;
    uint32_t one = printed_number(p, branch->clash[0]);
    if (branch->clash[1] == DX_NO_LINE)
        dx_text_printf(p->out, "closed: %" PRIu32 " cannot be\n", one);
    else
        dx_text_printf(p->out,
                       "closed: %" PRIu32 " and %" PRIu32
                       " contradict each other\n",
                       one, printed_number(p, branch->clash[1]));
}

void dx_branch_print(const dx_branch *branch, dx_core *core, size_t lines_max,
                     dx_text *out)
{
    page p = {.core = core, .out = out, .lines_max = lines_max};
    find_wanted(&p, branch);
    print_branch(&p, branch, 0);
    if (p.left_out > 0)
        dx_text_printf(out, "... shortened: %zu more line%s\n", p.left_out,
                       dx_plural(p.left_out));
    dx_vector_release(&p.number);
    dx_vector_release(&p.wanted);
    dx_vector_release(&p.world);
}
