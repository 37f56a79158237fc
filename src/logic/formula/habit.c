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
    {"^", "'and' is written &"},
    {"xor", "'one of them and not both' is written f <-> ~g"},
    {"||", "'or' is written |"},
    {"\\/", "'or' is written |"},
    {"or", "'or' is written |"},
    {"=>", "'implies' is written ->"},
    {"-->", "'implies' is written ->"},
    {"implies", "'implies' is written ->"},
    {"<=>", "'if and only if' is written <->"},
    {"<-->", "'if and only if' is written <->"},
    {"iff", "'if and only if' is written <->"},
    {"⊃", "'implies' is written ->"},
    {"≡", "'if and only if' is written <->"},
    {"⊕", "'one of them and not both' is written f <-> ~g"},
    {"⊻", "'one of them and not both' is written f <-> ~g"},
    {"\\", "signs are plain or Unicode, not LaTeX: ~ & | -> <-> K[a] M[a]"},
    {"$", "signs are plain or Unicode, not LaTeX: ~ & | -> <-> K[a] M[a]"},
    {"knows", "what a knows is written K[a] f"},
    {"==", "'equals' is written ="},
    {"!", "'not' is written ~, an announcement [!f] g"},
    {"?!", "announcing whether f is written [?!f] g"},
    {"%", "a remainder is written x mod y, a chance 1/2 or 0.5"},
    {"⇑", "that f becomes likelier than all else is written [radical f] g"},
    {"↑", "that the best of f become likeliest is written [conservative f] g"},
    {"given", "'given' stands within the brackets: B[a](f given g), "
              "P[a](f given g)"},
    {"if", "'if f then g' is written f -> g; the cases of a weight stand in a "
           "row, without brackets: 1 if f else 2 if g else 3"},
};

// Words that stand where a formula does, as if they were atoms.
static const hint words[] = {
    {"not", "'not' is written ~"},
    {"Box", "a box is somebody's: K[a] f, B[a] f; its diamond M[a] f"},
    {"box", "a box is somebody's: K[a] f, B[a] f; its diamond M[a] f"},
    {"Dia", "a diamond is somebody's: M[a] f"},
    {"Diamond", "a diamond is somebody's: M[a] f"},
    {"diamond", "a diamond is somebody's: M[a] f"},
    {"True", "it is written true"},
    {"TRUE", "it is written true"},
    {"False", "it is written false"},
    {"FALSE", "it is written false"},
    {"radical", "an upgrade is written [radical f] g, or as one of 'after'"},
    {"conservative",
     "an upgrade is written [conservative f] g, or as one of 'after'"},
};

// Also signs that mean nothing here, but no name between two `.
const char *dx_habit_advice(const dx_lexer *lexer)
{
    const dx_token *token = &lexer->token;
    bool is_plain = token->kind == DX_TOKEN_BAD ||
                    token->kind == DX_TOKEN_SIGN ||
                    (token->kind == DX_TOKEN_NAME && !token->is_quoted);
    for (size_t i = 0; i < sizeof hints / sizeof *hints && is_plain; i++)
        if (strlen(hints[i].found) == token->length &&
            memcmp(hints[i].found, token->at, token->length) == 0)
            return hints[i].advice;
    return NULL;
}

const char *dx_habit_word(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].found, name) == 0)
            return words[i].advice;
    return NULL;
}

const char *dx_habit_operator(const char *name, const char **out_agent)
{
    static const hint operators[] = {
        {"Knows", "K"},    {"knows", "K"},       {"Know", "K"},
        {"know", "K"},     {"Bel", "B"},         {"Pr", "P"},
        {"CK", "C"},       {"Kw", "Kw"},         {"believes", "B"},
        {"Believes", "B"}, {"bel", "B"},         {"K\u0302", "M"},
        {"Safe", "Safe"},  {"Strong", "Strong"}, {"K", "K"},
        {"M", "M"},        {"B", "B"},           {"E", "E"},
        {"C", "C"},        {"D", "D"},           {"P", "P"}};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        size_t length = strlen(operators[i].found);
        if (strncmp(name, operators[i].found, length) != 0)
            continue;
        *out_agent = name + length + (name[length] == '_');
        return operators[i].advice;
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
