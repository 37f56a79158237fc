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

typedef struct reader {
    dx_lexer lexer;
    dx_rule_file *p;
    dx_error *error;
    dx_token at; // of the formula that is read
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

static dx_status read_variable(reader *r, const char *what, dx_name *out)
{
    dx_token at = r->lexer.token;
    dx_status status = read_name(r, what, out);
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

static bool has_term(const dx_game *game, const char *name)
{
    for (const dx_atom *a = game->atoms; a != NULL && a->name != NULL; a++)
        if (strcmp(a->name, name) == 0)
            return true;
    for (const dx_quantity *q = game->quantities; q != NULL && q->name; q++)
        if (strcmp(q->name, name) == 0)
            return true;
    for (const dx_domain *d = game->domains; d != NULL && d->name; d++)
        if (strcmp(d->name, name) == 0)
            return true;
    return false;
}

// Puts lets in place, and refuses names with arguments that nothing has.
static dx_status expand(reader *r, dx_formula f, dx_formula *out)
{
    dx_formulas *s = r->p->store;
    size_t count = dx_formula_count(s, f);
    uint32_t *operands = dx_alloc(count + 1, sizeof *operands);
    dx_status status =
        dx_kind_binds(dx_formula_kind(s, f))
            ? check_variable(r, dx_formula_operand(s, f, 0), &r->at)
            : DX_OK;
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
    return count > 1 && !has_term(r->p->game, dx_formula_text(s, f))
               ? fail_at(r, &r->at,
                         "nothing is called '%s': neither a let above nor what "
                         "the game has (doxa games GAME)",
                         dx_formula_text(s, f))
               : DX_OK;
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
    unsigned wanted = arguments_of(&r->p->game->verbs[rule->verb]);
    while (is_argument(&r->lexer) && rule->count < wanted) {
        char *word = token_text(&r->lexer.token);
        rule->arg[rule->count++] = strcmp(word, "*") == 0
                                       ? DX_FORMULA_NONE
                                       : dx_formula_atom(r->p->store, word);
        dx_free(word);
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
