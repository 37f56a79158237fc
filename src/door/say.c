// What the questions of a .dx text are answered, in words: as the command line
// has it, in lines of eighty columns.

#include "door/tell.h"

#include "base/memory.h"

#include <string.h>

enum { WIDTH = 80, ANSWER_WIDTH = 6, INDENT = ANSWER_WIDTH + 11 };

// Prints words from column `indent` on, breaking lines at blanks.
static void add_wrapped(const char *words, unsigned indent, dx_text *out)
{
    dx_text shown = {0};
    dx_text_add_shown(&shown, words);
    const char *text = dx_text_string(&shown);
    size_t room = WIDTH - indent;
    while (strlen(text) > room) {
        size_t cut = room;
        while (cut > 0 && text[cut] != ' ')
            cut--;
        if (cut == 0) // no blank: at the end of a character
            for (cut = room; ((unsigned char)text[cut] & 0xC0) == 0x80;)
                cut--;
        dx_text_printf(out, "%.*s\n%*s", (int)cut, text, (int)indent, "");
        text += cut;
        while (*text == ' ')
            text++;
    }
    dx_text_printf(out, "%s\n", text);
    dx_text_release(&shown);
}

// Lines that are there already, each behind an indent.
static void add_lines(dx_text *lines, unsigned indent, dx_text *out)
{
    char *all = dx_text_take(lines), *rest = all;
    for (char *line; rest != NULL && (line = strsep(&rest, "\n")) != NULL;)
        if (*line != '\0' || rest != NULL) {
            dx_text_printf(out, "%*s", (int)indent, "");
            add_wrapped(line, indent, out);
        }
    dx_free(all);
}

// A question longer than a few lines helps nobody.
static void shorten(dx_text *text)
{
    enum { LONGEST = 600 };
    if (text->length <= LONGEST)
        return;
    size_t cut = LONGEST;
    while (((unsigned char)text->at[cut] & 0xC0) == 0x80)
        cut--;
    text->length = cut;
    dx_text_add(text, " ...");
}

static void answer_text(const dx_check_answer *answer, dx_text *out)
{
    switch (answer->query->kind) {
    case DX_QUERY_TRUE:
    case DX_QUERY_VALID:
    case DX_QUERY_PLAN:
    case DX_QUERY_FRAME:
        dx_text_add(out, answer->truth ? "yes" : "no");
        break;
    case DX_QUERY_WHERE:
    case DX_QUERY_COUNT:
        if (answer->large_count != NULL)
            dx_text_add(out, answer->large_count);
        else
            dx_text_printf(out, "%zu", answer->count);
        break;
    case DX_QUERY_VALUE:
        dx_fraction_print(answer->value, out);
        break;
    }
}

static void add_states(const dx_check_answer *answer, dx_text *out)
{
    dx_text line = {0};
    for (size_t i = 0; i < answer->state_count; i++)
        dx_text_printf(&line, "%s%s", i > 0 ? ", " : "",
                       answer->states[i].name);
    if (answer->large_count != NULL)
        dx_text_add(&line, answer->state_count > 0 ? ", and more" : "many");
    else if (answer->count > answer->state_count)
        dx_text_printf(&line, "%sand %zu more",
                       answer->state_count > 0 ? ", " : "",
                       answer->count - answer->state_count);
    add_lines(&line, INDENT, out);
}

// The plan as the `after` that it is.
static void add_plan(const dx_check_answer *answer, dx_text *out)
{
    dx_text line = {0};
    dx_text_add(&line, answer->plan.count == 0 ? "it is so already" : "after ");
    for (size_t i = 0; i < answer->plan.count; i++)
        dx_text_printf(&line, "%s%s", i > 0 ? "; " : "",
                       answer->query->steps_given.at[answer->plan.at[i]].text);
    add_lines(&line, INDENT, out);
}

// A question about one world whose answer can be seen there needs no path.
static bool has_more_to_say(const dx_check_answer *answer)
{
    return answer->has_explanation && (answer->explanation.count > 1 ||
                                       answer->query->kind == DX_QUERY_VALID);
}

// Has the agent a relation of its own for belief?
static bool has_belief(const dx_document *document, dx_name agent)
{
    for (size_t i = 0; i < document->links.count; i++)
        if (document->links.at[i].attitude == DX_BELIEF &&
            document->agents.at[document->links.at[i].agent] == agent)
            return true;
    return false;
}

// Who holds nothing possible: an agent, or a group together.
static void list_agents(const dx_document *document, const dx_bereft *bereft,
                        dx_text *out)
{
    const dx_formulas *store = document->store;
    const dx_names *names = dx_formulas_names(store);
    if (bereft->group == DX_FORMULA_NONE) {
        dx_text_add(out, dx_names_text(names, bereft->agent));
        return;
    }
    for (size_t i = 1; i < dx_formula_count(store, bereft->group); i++) {
        dx_formula member = dx_formula_operand(store, bereft->group, i);
        dx_text_printf(out, "%s%s", i > 1 ? ", " : "",
                       dx_names_text(names, dx_formula_name(store, member)));
    }
}

// Does what leads nowhere concern knowledge alone?
static bool only_knows(const dx_document *document, const dx_bereft *bereft)
{
    const dx_formulas *store = document->store;
    if (bereft->attitude == DX_BELIEF)
        return false;
    if (bereft->group == DX_FORMULA_NONE)
        return has_belief(document, bereft->agent);
    for (size_t i = 1; i < dx_formula_count(store, bereft->group); i++)
        if (has_belief(document,
                       dx_formula_name(
                           store, dx_formula_operand(store, bereft->group, i))))
            return true;
    return false;
}

// A yes may be so only because somebody knows everything.
static void add_bereft(const dx_document *document, const dx_bereft *bereft,
                       dx_text *out)
{
    bool is_group = bereft->group != DX_FORMULA_NONE;
    dx_text_add(out, bereft->is_here ? "" : "somewhere ");
    list_agents(document, bereft, out);
    dx_text_printf(out, " %s nothing possible: %s%s everything%s\n",
                   is_group ? "together hold" : "holds",
                   only_knows(document, bereft) ? "know" : "believe",
                   is_group ? "" : "s", bereft->is_here ? "" : " there");
}

// `  ! no     true   K[anne] p` and, below it, what there is to add.
void dx_say_query(const dx_document *document, const dx_check_answer *answer,
                  bool explains, bool in_colours, dx_text *out)
{
    const dx_query *query = answer->query;
    bool is_good = answer->is_as_expected;
    const char *colour = is_good ? "\033[32m" : "\033[31m";
    dx_text text = {0};
    answer_text(answer, &text);
    dx_text_printf(out, "%s  %s %-*s%s %-5s ", in_colours ? colour : "",
                   is_good ? " " : "!", ANSWER_WIDTH, dx_text_string(&text),
                   in_colours ? "\033[0m" : "", dx_query_word(query->kind));
    dx_text_clear(&text);
    dx_question_text(query, &text);
    shorten(&text);
    add_wrapped(dx_text_string(&text), INDENT, out);
    dx_text_clear(&text);
    if (query->kind == DX_QUERY_WHERE)
        add_states(answer, out);
    if (query->kind == DX_QUERY_PLAN && answer->truth)
        add_plan(answer, out);
    if (answer->because != NULL)
        dx_text_printf(&text, "%s\n", answer->because);
    for (size_t i = 0; i < answer->bereft.count; i++)
        add_bereft(document, &answer->bereft.at[i], &text);
    if (!is_good)
        dx_text_printf(&text, "expected %s\n",
                       query->expected_text != NULL ? query->expected_text
                                                    : "true");
    if (explains && has_more_to_say(answer))
        dx_explanation_print(&answer->explanation, document->store, &text);
    add_lines(&text, INDENT, out);
}
