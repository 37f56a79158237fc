// Reading a file of rules, with the lexer and the parser of formulas.
//
//     file   = "agent" NAME STRING "for" GAME { let | rule }
//     let    = "let" NAME [ "(" NAME { "," NAME } ")" ] "=" formula or term
//     rule   = STRING ":" { bind } [ "if" formula ] "then" move
//     bind   = "for" NAME "in" domain ":"
//            | "with" NAME "=" [tie] [("most" | "fewest") term "for"]
//              NAME "in" domain [ "if" formula ] ":"
//     move   = [tie] VERB { NAME | NUMBER | "*" }
//     tie    = "first" | "last" | "any"
//
// A let is put in place wherever its name is read.

#include "logic/dx/read.h"
#include "agents/rules/program.h"
#include "ask/question.h"
#include "base/memory.h"
#include "game/say.h"
#include "logic/formula/habit.h"
#include "logic/formula/parse.h"
#include "logic/formula/parts.h"

#include <string.h>

typedef struct variable {
    dx_name name;
    const char *type; // NULL: any
} variable;

typedef struct reader {
    dx_lexer lexer;
    dx_rule_file *p;
    dx_error *error;
    dx_status status; // of the first error, behind which nothing is read
    dx_token at;      // of the formula that is read
    // Variables of the let or rule that is read; of each the type of its
    // members where that is known.
    DX_VECTOR(variable) variables;
} reader;

#define fail_at(r, at, ...)                                                    \
    ((r)->status = (r)->status != DX_OK                                        \
                       ? (r)->status                                           \
                       : dx_fail((r)->error, DX_ERR_INPUT, (at)->line,         \
                                 (at)->column, __VA_ARGS__))

static bool is(const reader *r, const char *sign_or_word)
{
    return r->status == DX_OK && dx_lexer_is(&r->lexer, sign_or_word);
}

static bool take(reader *r, const char *sign_or_word)
{
    return r->status == DX_OK && dx_lexer_take(&r->lexer, sign_or_word);
}

static void expect(reader *r, const char *sign_or_word)
{
    if (r->status == DX_OK)
        r->status = dx_lexer_expect(&r->lexer, sign_or_word, r->error);
}

static void expected(reader *r, const char *what)
{
    if (r->status == DX_OK)
        r->status = dx_lexer_expected(&r->lexer, what, r->error);
}

static char *token_text(const dx_token *token)
{
    return dx_copy_text_part(token->at, token->length);
}

static dx_name read_name(reader *r, const char *what)
{
    dx_token at = r->lexer.token;
    if (at.kind != DX_TOKEN_NAME)
        expected(r, what);
    else
        dx_lexer_step(&r->lexer);
    return dx_names_add_part(dx_formulas_names(r->p->store), at.at, at.length);
}

// A string, or a name.
static char *read_text(reader *r, dx_token_kind kind, const char *what)
{
    dx_token at = r->lexer.token;
    if (at.kind != kind)
        expected(r, what);
    else
        dx_lexer_step(&r->lexer);
    return token_text(&at);
}

// The types of the arguments of the game's moves and facts; NULL: no more.
static const char *type_at(const dx_game *game, unsigned number)
{
    for (const dx_verb *v = game->verbs; v->name != NULL; v++)
        for (unsigned i = 0; i < DX_ARGS && v->arg[i].name != NULL; i++)
            if (!v->arg[i].outcome && number-- == 0)
                return v->arg[i].type;
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++)
        for (unsigned i = 0; i < DX_TERM_ARGS && a->type[i] != NULL; i++)
            if (number-- == 0)
                return a->type[i];
    return NULL;
}

bool dx_rule_is_type(const dx_game *game, const char *name)
{
    const char *type = "seat";
    for (unsigned i = 0; type != NULL && strcmp(type, name) != 0; i++)
        type = type_at(game, i);
    return type != NULL;
}

// Is it a word for a value of some argument?  A variable of that name would
// catch the word.
static bool is_word(const dx_game *game, const char *name)
{
    const dx_rules rules = dx_rules_normal(game);
    const char *type;
    unsigned value;
    for (unsigned i = 0; (type = type_at(game, i)) != NULL; i++)
        if (dx_type_read(&rules, type, name, strlen(name), &value))
            return true;
    return false;
}

static void check_variable(reader *r, dx_name name, const dx_token *at)
{
    const char *text = dx_formulas_name_text(r->p->store, name);
    if (strcmp(text, "me") == 0 || is_word(r->p->game, text))
        fail_at(r, at,
                "'%s' is a word of the game: name the variable otherwise",
                text);
}

static void add_variable(reader *r, dx_name name, const char *type)
{
    dx_vector_push(&r->variables, ((variable){name, type}));
}

static dx_name read_variable(reader *r, const char *what)
{
    dx_token at = r->lexer.token;
    dx_name name = read_name(r, what);
    add_variable(r, name, NULL);
    check_variable(r, name, &at);
    return name;
}

// ---- lets ----

enum { DEPTH_MAX = 200 }; // of a formula

static const dx_rule_let *find_let(const dx_rule_file *p, dx_name name)
{
    for (size_t i = 0; i < p->lets.count; i++)
        if (p->lets.at[i].name == name)
            return &p->lets.at[i];
    return NULL;
}

// The body of a let with the arguments of `f`, whose own lets are in place.
static dx_formula apply(reader *r, const dx_rule_let *let, dx_formula f)
{
    dx_formulas *s = r->p->store;
    const char *name = dx_formulas_name_text(s, let->name);
    dx_formula argument[DX_TERM_ARGS] = {0}, body = let->body;
    if (dx_formula_count(s, f) != let->count + 1U)
        fail_at(r, &r->at,
                "'%s' is used with another number of arguments than its let "
                "has",
                name);
    for (unsigned i = 0; i < let->count && r->status == DX_OK; i++)
        argument[i] = dx_formula_operand(s, f, i + 1);
    if (r->status == DX_OK)
        body = dx_substitute(
            s, body, (dx_substitution){let->count, let->parameter, argument});
    if (body == DX_FORMULA_NONE || dx_formula_depth(s, body) > DEPTH_MAX)
        fail_at(r, &r->at, "'%s' is nested too deep", name);
    return body;
}

// The types of the arguments of what the game has under a name, if possible of
// something with so many; NULL: it has nothing.
static const char *const *types_of(const dx_game *game, const char *name,
                                   unsigned given)
{
    const dx_atom *atom = dx_atom_named(game, name);
    const dx_quantity *q = dx_quantity_named(game, name);
    const char *const *found = atom != NULL ? atom->type : NULL;
    if (q != NULL && (found == NULL || dx_ground_types(found) != given))
        found = q->type;
    for (const dx_domain *d = game->domains; d != NULL && d->name; d++)
        if (strcmp(d->name, name) == 0 &&
            (found == NULL || dx_ground_types(found) != given))
            found = d->type;
    return found;
}

static const variable *find_variable(const reader *r, const char *name)
{
    for (size_t i = r->variables.count; i > 0; i--)
        if (strcmp(
                dx_formulas_name_text(r->p->store, r->variables.at[i - 1].name),
                name) == 0)
            return &r->variables.at[i - 1];
    return NULL;
}

// Can a word of one type ever be one of another?
static bool may_be(const dx_game *game, const char *type, const char *other)
{
    const dx_rules rules = dx_rules_normal(game);
    bool may = false;
    for (unsigned i = 0; i < dx_type_values(&rules, type) && !may; i++) {
        dx_text word = {0};
        unsigned value;
        dx_type_say(&rules, type, i, &word);
        may = dx_type_read(&rules, other, dx_text_string(&word), word.length,
                           &value);
        dx_text_release(&word);
    }
    return may;
}

// The type of the members of a domain; NULL: not known.
static const char *type_of(const reader *r, dx_formula domain)
{
    const dx_game *game = r->p->game;
    if (dx_formula_kind(r->p->store, domain) != DX_APPLY)
        return NULL;
    const char *name = dx_formula_text(r->p->store, domain);
    for (const dx_domain *d = game->domains; d != NULL && d->name; d++)
        if (strcmp(d->name, name) == 0 &&
            dx_ground_types(d->type) + 1 ==
                dx_formula_count(r->p->store, domain))
            return d->member;
    return dx_rule_is_type(game, name) ? name : NULL;
}

// A number, `me`, a word of the game, or a variable that can be of the type
// (NULL: any).
static void check_word(reader *r, const dx_token *at, const char *word,
                       const char *type)
{
    const variable *v = find_variable(r, word);
    const char *is = strcmp(word, "me") == 0 ? "seat" : v ? v->type : NULL;
    if (is != NULL && type != NULL && !may_be(r->p->game, is, type))
        fail_at(r, at, "'%s' is a %s; expected a %s", word, is, type);
    else if (is == NULL && v == NULL && (*word < '0' || *word > '9') &&
             !is_word(r->p->game, word))
        fail_at(r, at,
                "there is no '%s'; expected a variable of for, with, forall "
                "or exists, me, or a word or set of the game (doxa games; "
                "a variable of a game's file is named by a let there)",
                word);
}

// What the game has, with its arguments.
static void check_term(reader *r, dx_formula f)
{
    dx_formulas *s = r->p->store;
    const char *name = dx_formula_text(s, f);
    unsigned given = (unsigned)dx_formula_count(s, f) - 1;
    const char *const *type = types_of(r->p->game, name, given);
    if (given == 0 && (type == NULL || dx_ground_types(type) > 0)) {
        if (strcmp(name, "others") != 0 && !dx_rule_is_type(r->p->game, name))
            check_word(r, &r->at, name, NULL);
    } else if (type == NULL) {
        fail_at(r, &r->at,
                "nothing is called '%s': neither a let above nor what the "
                "game has (doxa games GAME)",
                name);
    } else if (given != dx_ground_types(type)) {
        fail_at(r, &r->at, "'%s' takes %u argument%s, not %u", name,
                dx_ground_types(type), dx_plural(dx_ground_types(type)), given);
    }
    for (unsigned i = 0; i < given && r->status == DX_OK; i++) {
        dx_formula arg = dx_formula_operand(s, f, i + 1);
        if (dx_formula_kind(s, arg) == DX_APPLY &&
            dx_formula_count(s, arg) == 1)
            check_word(r, &r->at, dx_formula_text(s, arg), type[i]);
    }
}

// Puts lets in place, and refuses names with arguments that nothing has.
static dx_formula expand(reader *r, dx_formula f)
{
    dx_formulas *s = r->p->store;
    size_t count = dx_formula_count(s, f);
    uint32_t *operands = dx_alloc(count + 1, sizeof *operands);
    if (dx_kind_binds(dx_formula_kind(s, f))) {
        check_variable(r, dx_formula_operand(s, f, 0), &r->at);
        add_variable(r, dx_formula_operand(s, f, 0),
                     type_of(r, dx_formula_operand(s, f, 1)));
    }
    for (size_t i = 0; i < count && r->status == DX_OK; i++) {
        operands[i] = dx_formula_operand(s, f, i);
        if (dx_formula_operand_is_node(s, f, i))
            operands[i] = expand(r, operands[i]);
    }
    if (r->status == DX_OK && dx_formula_kind(s, f) != DX_NUMBER && count > 0)
        f = dx_formula_make(s, dx_formula_kind(s, f), count, operands);
    dx_free(operands);
    if (r->status != DX_OK || dx_formula_kind(s, f) != DX_APPLY)
        return f;
    const dx_rule_let *let = find_let(r->p, dx_formula_name(s, f));
    if (let != NULL)
        return apply(r, let, f);
    check_term(r, f);
    return f;
}

// Reads with `parse` and puts lets in place.
static dx_formula read_part(reader *r,
                            dx_status (*parse)(dx_lexer *, dx_formulas *,
                                               dx_formula *, dx_error *))
{
    dx_formula f = DX_FORMULA_NONE;
    r->at = r->lexer.token;
    if (r->status == DX_OK)
        r->status = parse(&r->lexer, r->p->store, &f, r->error);
    const char *advice = dx_habit_advice(&r->lexer); // a == b
    if (r->status == DX_OK && advice != NULL && !is(r, "if"))
        fail_at(r, &r->lexer.token, "%s", advice);
    if (r->status == DX_OK && dx_formula_depth(r->p->store, f) > DEPTH_MAX)
        fail_at(r, &r->at, "nested too deep");
    return r->status == DX_OK ? expand(r, f) : f;
}

static dx_status parse_either(dx_lexer *lexer, dx_formulas *store,
                              dx_formula *out, dx_error *error)
{
    dx_sort sort;
    return dx_parse_expression(lexer, store, out, &sort, error);
}

static void read_let(reader *r)
{
    dx_token at = r->lexer.token;
    dx_rule_let let = {.name = read_name(r, "the name of a let")};
    r->variables.count = 0;
    if (find_let(r->p, let.name) != NULL)
        fail_at(r, &at, "'%s' is there already",
                dx_formulas_name_text(r->p->store, let.name));
    if (take(r, "(")) {
        do
            if (let.count == DX_TERM_ARGS)
                expected(r, "at most 4 parameters");
            else
                let.parameter[let.count++] = read_variable(r, "a parameter");
        while (take(r, ","));
        expect(r, ")");
    }
    expect(r, "=");
    let.body = read_part(r, parse_either);
    dx_vector_push(&r->p->lets, let);
}

// ---- rules ----

static dx_rule_tie read_tie(reader *r)
{
    static const char *const words[] = {"first", "last", "any"};
    for (unsigned i = 0; i < 3; i++)
        if (take(r, words[i]))
            return (dx_rule_tie)i;
    return DX_RULE_TIE_FIRST;
}

// NAME in domain [if formula]
static void read_members(reader *r, dx_rule_clause *c)
{
    c->variable = read_variable(r, "a variable");
    size_t own = r->variables.count - 1;
    expect(r, "in");
    c->domain = read_part(r, dx_parse_domain);
    if (r->status == DX_OK)
        r->variables.at[own].type = type_of(r, c->domain);
    if (!c->is_for && take(r, "if"))
        c->condition = read_part(r, dx_parse_formula);
}

// After `with`.
static void read_with(reader *r, dx_rule_clause *c)
{
    dx_name bound = read_name(r, "a variable");
    expect(r, "=");
    add_variable(r, bound, NULL); // the term comes before the domain
    c->tie = read_tie(r);
    c->sign = take(r, "most") ? 1 : take(r, "fewest") ? -1 : 0;
    if (c->sign != 0) {
        c->term = read_part(r, dx_parse_term);
        expect(r, "for");
    }
    dx_token at = r->lexer.token;
    read_members(r, c);
    if (c->variable != bound)
        fail_at(r, &at, "expected '%s', the name that 'with' gives",
                dx_formulas_name_text(r->p->store, bound));
}

static void read_clause(reader *r, dx_rule_line *rule)
{
    dx_rule_clause c = {.is_for = take(r, "for"),
                        .domain = DX_FORMULA_NONE,
                        .term = DX_FORMULA_NONE,
                        .condition = DX_FORMULA_NONE};
    if (rule->clause_count == DX_RULE_CLAUSES_MAX) {
        expected(r, "at most 8 'for' and 'with'");
        return;
    }
    if (c.is_for)
        read_members(r, &c);
    else if (take(r, "with"))
        read_with(r, &c);
    expect(r, ":");
    rule->clause[rule->clause_count++] = c;
}

static bool is_argument(const dx_lexer *lexer)
{
    dx_token_kind kind = lexer->token.kind;
    return dx_lexer_is(lexer, "*") || kind == DX_TOKEN_NUMBER ||
           kind == DX_TOKEN_MIXED ||
           (kind == DX_TOKEN_NAME && !dx_lexer_is(lexer, "let"));
}

// A variable, a word that can be of the type, or * for any.
static dx_formula read_argument(reader *r, const char *type)
{
    char *word = token_text(&r->lexer.token);
    dx_formula argument = DX_FORMULA_NONE;
    if (strcmp(word, "*") != 0) {
        check_word(r, &r->lexer.token, word, type);
        argument = dx_formula_atom(r->p->store, word);
    }
    dx_free(word);
    dx_lexer_step(&r->lexer);
    return argument;
}

static void read_move(reader *r, dx_rule_line *rule)
{
    rule->tie = read_tie(r);
    dx_token at = r->lexer.token;
    char *name = token_text(&at);
    bool is_verb = at.kind == DX_TOKEN_NAME &&
                   dx_verb_read(r->p->game, name, &rule->verb) &&
                   !r->p->game->verbs[rule->verb].chance;
    dx_free(name);
    if (!is_verb)
        expected(r, "a verb of the game (doxa games)");
    else
        dx_lexer_step(&r->lexer);
    const dx_verb *verb = &r->p->game->verbs[rule->verb];
    for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++)
        if (verb->arg[i].outcome || r->status != DX_OK)
            continue;
        else if (is_argument(&r->lexer))
            rule->arg[rule->count++] = read_argument(r, verb->arg[i].type);
        else
            fail_at(r, &at, "too few arguments for '%s'; * stands for any",
                    verb->name);
}

static void read_rule(reader *r)
{
    dx_rule_line rule = {.condition = DX_FORMULA_NONE};
    r->variables.count = 0;
    rule.name =
        read_text(r, DX_TOKEN_STRING,
                  "a rule, which begins with its name in quotes, or 'let'");
    expect(r, ":");
    while (is(r, "for") || is(r, "with"))
        read_clause(r, &rule);
    if (take(r, "if"))
        rule.condition = read_part(r, dx_parse_formula);
    expect(r, "then");
    read_move(r, &rule);
    dx_vector_push(&r->p->rules, rule);
}

// ---- the file ----

static void read_head(reader *r, const dx_game *const *games)
{
    expect(r, "agent");
    r->p->name = read_text(r, DX_TOKEN_NAME, "the agent's name");
    r->p->help = read_text(r, DX_TOKEN_STRING, "what it does, in quotes");
    expect(r, "for");
    for (; *games != NULL && r->p->game == NULL; games++)
        if (r->lexer.token.kind == DX_TOKEN_NAME && take(r, (*games)->name))
            r->p->game = *games;
    if (r->p->game == NULL)
        expected(r, "the name of a game");
}

// Somebody must move in any case.
static void check_last(reader *r)
{
    const dx_rule_line *last =
        r->p->rules.count > 0 ? &r->p->rules.at[r->p->rules.count - 1] : NULL;
    const dx_verb *verb = r->p->game != NULL ? r->p->game->verbs : NULL;
    while (verb != NULL && verb->chance)
        verb++;
    if (r->status == DX_OK &&
        (last == NULL || last->condition != DX_FORMULA_NONE ||
         last->clause_count > 0))
        fail_at(r, &r->lexer.token,
                "the last rule must have no condition, as in \"else\": then "
                "any %s",
                verb->name);
}

dx_status dx_rule_file_read(const char *text, size_t length,
                            const dx_game *const *games, dx_rule_file **out,
                            dx_error *error)
{
    reader r = {.p = dx_alloc(1, sizeof *r.p), .error = error};
    r.p->store = dx_formulas_new();
    dx_lexer_init(&r.lexer, text, length);
    read_head(&r, games);
    while (r.status == DX_OK && r.lexer.token.kind != DX_TOKEN_END)
        if (take(&r, "let"))
            read_let(&r);
        else
            read_rule(&r);
    check_last(&r);
    dx_vector_release(&r.variables);
    if (r.status == DX_OK)
        *out = r.p;
    else
        dx_rule_file_free(r.p);
    return r.status;
}

void dx_rule_file_free(dx_rule_file *p)
{
    if (p == NULL)
        return;
    for (size_t i = 0; i < p->rules.count; i++)
        dx_free(p->rules.at[i].name);
    dx_vector_release(&p->rules);
    dx_vector_release(&p->lets);
    dx_formulas_free(p->store);
    dx_free(p->name);
    dx_free(p->help);
    dx_free(p);
}
