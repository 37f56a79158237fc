// What people from other notations write, and how it is written here.

#include "logic/formula/habit.h"

#include <string.h>

typedef struct hint {
    const char *found, *advice;
} hint;

// What may stand in place of an operator, or of a formula.
static const hint hints[] = {
    {"&&", "'and' is written &"},
    {"/\\", "'and' is written &"},
    {"and", "'and' is written &"},
    {"||", "'or' is written |"},
    {"\\/", "'or' is written |"},
    {"or", "'or' is written |"},
    {"=>", "'implies' is written ->"},
    {"-->", "'implies' is written ->"},
    {"implies", "'implies' is written ->"},
    {"<=>", "'if and only if' is written <->"},
    {"<-->", "'if and only if' is written <->"},
    {"iff", "'if and only if' is written <->"},
    {"==", "'equals' is written ="},
    {"!", "'not' is written ~, an announcement [!f] g"},
    {"?!", "announcing whether f is written [?!f] g"},
    {"given", "'given' stands within the brackets: B[a](f given g), "
              "P[a](f given g)"},
    {"if", "'if f then g' is written f -> g; the cases of a weight stand in a "
           "row, without brackets: 1 if f else 2 if g else 3"},
};

const char *dx_habit_advice(const dx_lexer *lexer)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (dx_lexer_is(lexer, hints[i].found))
            return hints[i].advice;
    return NULL;
}

const char *dx_habit_operator(const char *name, const char **out_agent)
{
    static const char *const operators[] = {"Kw", "Safe", "Strong", "K", "M",
                                            "B",  "E",    "C",      "D", "P"};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        size_t length = strlen(operators[i]);
        if (strncmp(name, operators[i], length) != 0)
            continue;
        *out_agent = name + length + (name[length] == '_');
        return operators[i];
    }
    return NULL;
}

void dx_habit_print(const char *op, const char *agent, dx_text *out)
{
    bool is_group =
        strcmp(op, "E") == 0 || strcmp(op, "C") == 0 || strcmp(op, "D") == 0;
    if (strcmp(op, "P") == 0)
        dx_text_printf(out, "P[%s](f) >= 1/2, P[%s](f given g)", agent, agent);
    else
        dx_text_printf(out, "%s[%s] f", op, agent);
    if (strcmp(op, "B") == 0)
        dx_text_printf(out, ", B[%s](f given g)", agent);
    if (is_group)
        dx_text_printf(out, ", %s[a,b] f", op);
}
