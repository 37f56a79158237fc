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
// A let is put in place wherever its name is read.  A variable that its body
// binds could then catch one of an argument: that is refused.

#include "agents/rules/program.h"
#include "base/memory.h"
#include "game/say.h"
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
    dx_token at; // of the formula that is read
    // Variables of the let or rule that is read; of each the type of its
    // members where that is known.
    DX_VECTOR(variable) variables;
} reader;

#define fail_at(reader, at, ...)                                               \
    dx_fail((reader)->error, DX_ERR_INPUT, (at)->line, (at)->column,           \
            __VA_ARGS__)

static char *token_text(const dx_token *token)
{
    return dx_copy_text_part(token->at, token->length);
}

static dx_status read_name(reader *r, const char *what, dx_name *out)
{
    if (r->lexer.token.kind != DX_TOKEN_NAME)
        return dx_lexer_expected(&r->lexer, what, r->error);
    *out = dx_names_add_part(dx_formulas_names(r->p->store), r->lexer.token.at,
                             r->lexer.token.length);
    dx_lexer_step(&r->lexer);
    return DX_OK;
}

static dx_status read_string(reader *r, const char *what, char **out)
{
    if (r->lexer.token.kind != DX_TOKEN_STRING)
        return dx_lexer_expected(&r->lexer, what, r->error);
    dx_free(*out);
    *out = token_text(&r->lexer.token);
    dx_lexer_step(&r->lexer);
    return DX_OK;
}

// Is it a word for a value of some argument?  A variable of that name would
// catch the word.
static bool is_word(const dx_game *game, const char *name)
{
    const dx_rules rules = dx_rules_normal(game);
    unsigned value;
    for (const dx_verb *v = game->verbs; v->name != NULL; v++)
        for (unsigned i = 0; i < DX_ARGS && v->arg[i].name != NULL; i++)
            if (!v->arg[i].outcome && dx_type_read(&rules, v->arg[i].type, name,
                                                   strlen(name), &value))
                return true;
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++)
        for (unsigned i = 0; i < DX_TERM_ARGS && a->type[i] != NULL; i++)
            if (dx_type_read(&rules, a->type[i], name, strlen(name), &value))
                return true;
    return false;
}

static dx_status check_variable(reader *r, dx_name name, const dx_token *at)
{
    const char *text = dx_formulas_name_text(r->p->store, name);
    if (strcmp(text, "me") != 0 && !is_word(r->p->game, text))
        return DX_OK;
    return fail_at(r, at,
                   "'%s' is a word of the game: name the variable "
                   "otherwise",
                   text);
}

static void add_variable(reader *r, dx_name name, const char *type)
{
    dx_vector_push(&r->variables, ((variable){name, type}));
}

static dx_status read_variable(reader *r, const char *what, dx_name *out)
{
    dx_token at = r->lexer.token;
    dx_status status = read_name(r, what, out);
    if (status == DX_OK)
        add_variable(r, *out, NULL);
    return status == DX_OK ? check_variable(r, *out, &at) : status;
}

// ---- lets ----

enum { DEPTH_MAX = 200, PARTS_MAX = 20000 }; // of a formula

static const dx_rule_let *find_let(const dx_rule_file *p, dx_name name)
{
    for (size_t i = 0; i < p->lets.count; i++)
        if (p->lets.at[i].name == name)
            return &p->lets.at[i];
    return NULL;
}

// Is there a variable that `f` binds and that `argument` is?  Or are there too
// many parts to tell?
static bool catches(const dx_formulas *s, dx_formula f, dx_formula argument,
                    unsigned *parts)
{
    if ((*parts)++ > PARTS_MAX)
        return true;
    dx_kind kind = dx_formula_kind(s, f);
    if (dx_kind_binds(kind)) {
        dx_name bound = dx_formula_operand(s, f, 0);
        if (dx_formula_kind(s, argument) == DX_APPLY &&
            dx_formula_name(s, argument) == bound)
            return true;
    }
    for (size_t i = 0; i < dx_formula_count(s, f); i++)
        if (dx_formula_operand_is_node(s, f, i) &&
            catches(s, dx_formula_operand(s, f, i), argument, parts))
            return true;
    return false;
}

static dx_status expand(reader *r, dx_formula f, dx_formula *out);

// The body of a let with the arguments of `f`, whose own lets are in place.
static dx_status apply(reader *r, const dx_rule_let *let, dx_formula f,
                       dx_formula *out)
{
    dx_formulas *s = r->p->store;
    const char *name = dx_formulas_name_text(s, let->name);
    if (dx_formula_count(s, f) != let->count + 1U)
        return fail_at(r, &r->at,
                       "'%s' is used with another number of "
                       "arguments than its let has",
                       name);
    *out = let->body;
    for (unsigned i = 0; i < let->count; i++) {
        dx_formula argument = dx_formula_operand(s, f, i + 1);
        unsigned parts = 0;
        if (catches(s, let->body, argument, &parts))
            return fail_at(r, &r->at,
                           "a variable of the let '%s' has the name "
                           "of its argument: rename one of them",
                           name);
        *out = dx_formula_replace(s, *out, let->parameter[i], argument);
    }
    return *out == DX_FORMULA_NONE || dx_formula_depth(s, *out) > DEPTH_MAX
               ? fail_at(r, &r->at, "'%s' is nested too deep", name)
               : DX_OK;
}

static unsigned count_types(const char *const *type)
{
    unsigned count = 0;
    while (count < DX_TERM_ARGS && type[count] != NULL)
        count++;
    return count;
}

// The types of the arguments of what the game has under a name, if possible of
// something with so many; NULL: it has nothing.
static const char *const *types_of(const dx_game *game, const char *name,
                                   unsigned given)
{
    const char *const *found = NULL;
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++)
        if (strcmp(a->name, name) == 0)
            found = a->type;
    for (const dx_quantity *q = game->quantities; q != NULL && q->name; q++)
        if (strcmp(q->name, name) == 0 &&
            (found == NULL || count_types(found) != given))
            found = q->type;
    for (const dx_domain *d = game->domains; d != NULL && d->name; d++)
        if (strcmp(d->name, name) == 0 &&
            (found == NULL || count_types(found) != given))
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

bool dx_rule_is_type(const dx_game *game, const char *name)
{
    if (strcmp(name, "seat") == 0)
        return true;
    for (const dx_verb *v = game->verbs; v->name != NULL; v++)
        for (unsigned i = 0; i < DX_ARGS && v->arg[i].name != NULL; i++)
            if (strcmp(v->arg[i].type, name) == 0)
                return true;
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++)
        for (unsigned i = 0; i < DX_TERM_ARGS && a->type[i] != NULL; i++)
            if (strcmp(a->type[i], name) == 0)
                return true;
    return false;
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
            count_types(d->type) + 1 == dx_formula_count(r->p->store, domain))
            return d->member;
    return dx_rule_is_type(game, name) ? name : NULL;
}

// A number, `me`, a word of the game, or a variable that can be of the type
// (NULL: any).
static dx_status check_word(reader *r, const dx_token *at, const char *word,
                            const char *type)
{
    const variable *v = find_variable(r, word);
    const char *is = strcmp(word, "me") == 0 ? "seat" : v ? v->type : NULL;
    if (is != NULL && type != NULL && !may_be(r->p->game, is, type))
        return fail_at(r, at, "'%s' is a %s; expected a %s", word, is, type);
    if (is != NULL || v != NULL || (*word >= '0' && *word <= '9') ||
        is_word(r->p->game, word))
        return DX_OK;
    return fail_at(r, at,
                   "there is no '%s'; expected a variable of for, with, forall "
                   "or exists, me, or a word or set of the game (doxa games)",
                   word);
}

// What the game has, with its arguments.
static dx_status check_term(reader *r, dx_formula f)
{
    dx_formulas *s = r->p->store;
    const char *name = dx_formula_text(s, f);
    unsigned given = (unsigned)dx_formula_count(s, f) - 1;
    const char *const *type = types_of(r->p->game, name, given);
    dx_status status = DX_OK;
    if (given == 0 && (type == NULL || count_types(type) > 0))
        return strcmp(name, "others") == 0 || dx_rule_is_type(r->p->game, name)
                   ? DX_OK
                   : check_word(r, &r->at, name, NULL);
    if (type == NULL)
        return fail_at(r, &r->at,
                       "nothing is called '%s': neither a let above nor what "
                       "the game has (doxa games GAME)",
                       name);
    if (given != count_types(type))
        return fail_at(r, &r->at, "'%s' takes %u argument%s, not %u", name,
                       count_types(type), dx_plural(count_types(type)), given);
    for (unsigned i = 0; i < given && status == DX_OK; i++) {
        dx_formula arg = dx_formula_operand(s, f, i + 1);
        if (dx_formula_kind(s, arg) == DX_APPLY &&
            dx_formula_count(s, arg) == 1)
            status = check_word(r, &r->at, dx_formula_text(s, arg), type[i]);
    }
    return status;
}

// Puts lets in place, and refuses names with arguments that nothing has.
static dx_status expand(reader *r, dx_formula f, dx_formula *out)
{
    dx_formulas *s = r->p->store;
    size_t count = dx_formula_count(s, f);
    uint32_t *operands = dx_alloc(count + 1, sizeof *operands);
    bool binds = dx_kind_binds(dx_formula_kind(s, f));
    dx_status status =
        binds ? check_variable(r, dx_formula_operand(s, f, 0), &r->at) : DX_OK;
    if (binds)
        add_variable(r, dx_formula_operand(s, f, 0),
                     type_of(r, dx_formula_operand(s, f, 1)));
    for (size_t i = 0; i < count && status == DX_OK; i++) {
        operands[i] = dx_formula_operand(s, f, i);
        if (dx_formula_operand_is_node(s, f, i))
            status = expand(r, operands[i], &operands[i]);
    }
    if (status == DX_OK && dx_formula_kind(s, f) != DX_NUMBER && count > 0)
        f = dx_formula_make(s, dx_formula_kind(s, f), count, operands);
    dx_free(operands);
    if (status != DX_OK)
        return status;
    *out = f;
    if (dx_formula_kind(s, f) != DX_APPLY)
        return DX_OK;
    const dx_rule_let *let = find_let(r->p, dx_formula_name(s, f));
    if (let != NULL)
        return apply(r, let, f, out);
    return check_term(r, f);
}

// Reads with `parse` and puts lets in place.
static dx_status read_part(reader *r,
                           dx_status (*parse)(dx_lexer *, dx_formulas *,
                                              dx_formula *, dx_error *),
                           dx_formula *out)
{
    r->at = r->lexer.token;
    dx_formula f;
    dx_status status = parse(&r->lexer, r->p->store, &f, r->error);
    if (status == DX_OK && dx_formula_depth(r->p->store, f) > DEPTH_MAX)
        status = fail_at(r, &r->at, "nested too deep");
    return status != DX_OK ? status : expand(r, f, out);
}

static dx_status parse_either(dx_lexer *lexer, dx_formulas *store,
                              dx_formula *out, dx_error *error)
{
    dx_sort sort;
    return dx_parse_expression(lexer, store, out, &sort, error);
}

static dx_status read_let(reader *r)
{
    dx_rule_let let = {.body = DX_FORMULA_NONE};
    r->variables.count = 0;
    dx_token at = r->lexer.token;
    dx_status status = read_name(r, "the name of a let", &let.name);
    if (status == DX_OK && find_let(r->p, let.name) != NULL)
        return fail_at(r, &at, "'%s' is there already",
                       dx_formulas_name_text(r->p->store, let.name));
    if (status == DX_OK && dx_lexer_take(&r->lexer, "(")) {
        do {
            if (let.count == DX_TERM_ARGS)
                return dx_lexer_expected(&r->lexer, "at most 4 parameters",
                                         r->error);
            status =
                read_variable(r, "a parameter", &let.parameter[let.count++]);
        } while (status == DX_OK && dx_lexer_take(&r->lexer, ","));
        if (status == DX_OK)
            status = dx_lexer_expect(&r->lexer, ")", r->error);
    }
    if (status == DX_OK)
        status = dx_lexer_expect(&r->lexer, "=", r->error);
    if (status == DX_OK)
        status = read_part(r, parse_either, &let.body);
    if (status == DX_OK)
        dx_vector_push(&r->p->lets, let);
    return status;
}

// ---- rules ----

static dx_rule_tie read_tie(reader *r)
{
    static const char *const words[] = {"first", "last", "any"};
    for (unsigned i = 0; i < 3; i++)
        if (dx_lexer_take(&r->lexer, words[i]))
            return (dx_rule_tie)i;
    return DX_RULE_TIE_FIRST;
}

// NAME in domain [if formula]
static dx_status read_members(reader *r, dx_rule_clause *c)
{
    dx_status status = read_variable(r, "a variable", &c->variable);
    if (status == DX_OK)
        status = dx_lexer_expect(&r->lexer, "in", r->error);
    if (status == DX_OK)
        status = read_part(r, dx_parse_domain, &c->domain);
    if (status == DX_OK)
        r->variables.at[r->variables.count - 1].type = type_of(r, c->domain);
    if (status == DX_OK && !c->is_for && dx_lexer_take(&r->lexer, "if"))
        status = read_part(r, dx_parse_formula, &c->condition);
    return status;
}

// After `with`.
static dx_status read_with(reader *r, dx_rule_clause *c)
{
    dx_name bound;
    dx_status status = read_name(r, "a variable", &bound);
    if (status == DX_OK)
        status = dx_lexer_expect(&r->lexer, "=", r->error);
    if (status != DX_OK)
        return status;
    add_variable(r, bound, NULL); // the term comes before the domain
    c->tie = read_tie(r);
    c->sign = dx_lexer_take(&r->lexer, "most")     ? 1
              : dx_lexer_take(&r->lexer, "fewest") ? -1
                                                   : 0;
    if (c->sign != 0) {
        status = read_part(r, dx_parse_term, &c->term);
        if (status == DX_OK)
            status = dx_lexer_expect(&r->lexer, "for", r->error);
    }
    dx_token at = r->lexer.token;
    if (status == DX_OK)
        status = read_members(r, c);
    if (status == DX_OK && c->variable != bound)
        status = fail_at(r, &at, "expected '%s', the name that 'with' gives",
                         dx_formulas_name_text(r->p->store, bound));
    return status;
}

static dx_status read_clause(reader *r, dx_rule_line *rule, bool is_for)
{
    dx_rule_clause c = {.is_for = is_for,
                        .domain = DX_FORMULA_NONE,
                        .term = DX_FORMULA_NONE,
                        .condition = DX_FORMULA_NONE};
    if (rule->clause_count == DX_RULE_CLAUSES_MAX)
        return dx_lexer_expected(&r->lexer, "at most 8 'for' and 'with'",
                                 r->error);
    dx_status status = is_for ? read_members(r, &c) : read_with(r, &c);
    rule->clause[rule->clause_count++] = c;
    return status == DX_OK ? dx_lexer_expect(&r->lexer, ":", r->error) : status;
}

static bool is_argument(const dx_lexer *lexer)
{
    dx_token_kind kind = lexer->token.kind;
    return dx_lexer_is(lexer, "*") || kind == DX_TOKEN_NUMBER ||
           kind == DX_TOKEN_MIXED ||
           (kind == DX_TOKEN_NAME && !dx_lexer_is(lexer, "let"));
}

// The arguments that a mover chooses.
static unsigned arguments_of(const dx_verb *verb)
{
    unsigned count = 0;
    for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++)
        count += !verb->arg[i].outcome;
    return count;
}

static const char *type_of_argument(const dx_verb *verb, unsigned number)
{
    unsigned i = 0;
    while (verb->arg[i].outcome || number-- > 0)
        i++;
    return verb->arg[i].type;
}

static dx_status read_move(reader *r, dx_rule_line *rule)
{
    rule->tie = read_tie(r);
    dx_token at = r->lexer.token;
    char *name = token_text(&at);
    bool is_verb = at.kind == DX_TOKEN_NAME &&
                   dx_verb_read(r->p->game, name, &rule->verb) &&
                   !r->p->game->verbs[rule->verb].chance;
    dx_free(name);
    if (!is_verb)
        return dx_lexer_expected(&r->lexer, "a verb of the game (doxa games)",
                                 r->error);
    dx_lexer_step(&r->lexer);
    const dx_verb *verb = &r->p->game->verbs[rule->verb];
    unsigned wanted = arguments_of(verb);
    while (is_argument(&r->lexer) && rule->count < wanted) {
        char *word = token_text(&r->lexer.token);
        bool is_any = strcmp(word, "*") == 0;
        dx_status status =
            is_any ? DX_OK
                   : check_word(r, &r->lexer.token, word,
                                type_of_argument(verb, rule->count));
        rule->arg[rule->count++] =
            is_any ? DX_FORMULA_NONE : dx_formula_atom(r->p->store, word);
        dx_free(word);
        if (status != DX_OK)
            return status;
        dx_lexer_step(&r->lexer);
    }
    return rule->count == wanted
               ? DX_OK
               : fail_at(r, &at, "too few arguments for '%s'; * stands for any",
                         r->p->game->verbs[rule->verb].name);
}

static dx_status read_rule(reader *r)
{
    dx_rule_line rule = {.condition = DX_FORMULA_NONE};
    r->variables.count = 0;
    dx_status status =
        read_string(r, "a rule, which begins with its name in quotes, or 'let'",
                    &rule.name);
    if (status == DX_OK)
        status = dx_lexer_expect(&r->lexer, ":", r->error);
    while (status == DX_OK &&
           (dx_lexer_is(&r->lexer, "for") || dx_lexer_is(&r->lexer, "with"))) {
        bool is_for = dx_lexer_take(&r->lexer, "for");
        if (!is_for)
            dx_lexer_step(&r->lexer);
        status = read_clause(r, &rule, is_for);
    }
    if (status == DX_OK && dx_lexer_take(&r->lexer, "if"))
        status = read_part(r, dx_parse_formula, &rule.condition);
    if (status == DX_OK)
        status = dx_lexer_expect(&r->lexer, "then", r->error);
    if (status == DX_OK)
        status = read_move(r, &rule);
    if (status == DX_OK)
        dx_vector_push(&r->p->rules, rule);
    else
        dx_free(rule.name);
    return status;
}

// ---- the file ----

static dx_status read_game(reader *r, const dx_game *const *games)
{
    for (; *games != NULL; games++)
        if (r->lexer.token.kind == DX_TOKEN_NAME &&
            dx_lexer_is(&r->lexer, (*games)->name)) {
            r->p->game = *games;
            dx_lexer_step(&r->lexer);
            return DX_OK;
        }
    return dx_lexer_expected(&r->lexer, "the name of a game", r->error);
}

static dx_status read_head(reader *r, const dx_game *const *games)
{
    dx_status status = dx_lexer_expect(&r->lexer, "agent", r->error);
    if (status == DX_OK && r->lexer.token.kind != DX_TOKEN_NAME)
        status = dx_lexer_expected(&r->lexer, "the agent's name", r->error);
    if (status != DX_OK)
        return status;
    r->p->name = token_text(&r->lexer.token);
    dx_lexer_step(&r->lexer);
    status = read_string(r, "what it does, in quotes", &r->p->help);
    if (status == DX_OK)
        status = dx_lexer_expect(&r->lexer, "for", r->error);
    return status == DX_OK ? read_game(r, games) : status;
}

// Somebody must move in any case.
static dx_status check_last(reader *r)
{
    const dx_rule_line *last =
        r->p->rules.count > 0 ? &r->p->rules.at[r->p->rules.count - 1] : NULL;
    if (last != NULL && last->condition == DX_FORMULA_NONE &&
        last->clause_count == 0)
        return DX_OK;
    return fail_at(r, &r->lexer.token,
                   "the last rule must have no condition, as in \"else\": then "
                   "any %s",
                   r->p->game->verbs[0].name);
}

dx_status dx_rule_file_read(const char *text, size_t length,
                            const dx_game *const *games, dx_rule_file **out,
                            dx_error *error)
{
    reader r = {.p = dx_alloc(1, sizeof *r.p), .error = error};
    r.p->store = dx_formulas_new();
    dx_lexer_init(&r.lexer, text, length);
    dx_status status = read_head(&r, games);
    while (status == DX_OK && r.lexer.token.kind != DX_TOKEN_END)
        status = dx_lexer_take(&r.lexer, "let") ? read_let(&r) : read_rule(&r);
    if (status == DX_OK)
        status = check_last(&r);
    dx_vector_release(&r.variables);
    if (status == DX_OK)
        *out = r.p;
    else
        dx_rule_file_free(r.p);
    return status;
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
