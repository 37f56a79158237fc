// A file, statement by statement: parameters, sets, the pack, places,
// variables, facts, verbs, the end.
//
// What is used must be declared before, but for the verbs that a phase names.
// Each statement begins with a word; line breaks mean nothing.

#include "game/deal.h"
#include "games/file/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dx_dg_fail(dx_dg_reader *r, const dx_token *at, const char *format, ...)
{
    char message[DX_ERROR_MESSAGE_MAX];
    va_list list;
    if (r->status != DX_OK)
        return;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    r->status =
        dx_fail(r->error, DX_ERR_SYNTAX, at->line, at->column, "%s", message);
    while (r->lexer.token.kind != DX_TOKEN_END)
        dx_lexer_step(&r->lexer);
}

bool dx_dg_is(const dx_dg_reader *r, const char *sign_or_word)
{
    return r->status == DX_OK && dx_lexer_is(&r->lexer, sign_or_word);
}

bool dx_dg_take(dx_dg_reader *r, const char *sign_or_word)
{
    return r->status == DX_OK && dx_lexer_take(&r->lexer, sign_or_word);
}

void dx_dg_expect(dx_dg_reader *r, const char *sign_or_word)
{
    if (r->status == DX_OK)
        r->status = dx_lexer_expect(&r->lexer, sign_or_word, r->error);
}

void *dx_dg_own(dx_dg_reader *r, size_t count, size_t size)
{
    void *memory = dx_alloc(count, size);
    dx_vector_push(&r->p->owned, memory);
    return memory;
}

const char *dx_dg_own_text(dx_dg_reader *r, const char *at, size_t length)
{
    char *text = dx_copy_text_part(at, length);
    dx_vector_push(&r->p->owned, (void *)text);
    return text;
}

const char *dx_dg_print(dx_dg_reader *r, const char *format, ...)
{
    char text[600];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return dx_dg_own_text(r, text, strlen(text));
}

bool dx_dg_is_name(const dx_token *t)
{
    return t->kind == DX_TOKEN_NAME || t->kind == DX_TOKEN_MIXED;
}

const char *dx_dg_name_of(dx_dg_reader *r, const char *what)
{
    const dx_token *t = &r->lexer.token;
    if (r->status != DX_OK)
        return "";
    if (!dx_dg_is_name(t) || t->length >= DX_DG_NAME) {
        char expected[120];
        snprintf(expected, sizeof expected, "%s (a name of at most %d letters)",
                 what, DX_DG_NAME - 1);
        r->status = dx_lexer_expected(&r->lexer, expected, r->error);
        return "";
    }
    if (!t->is_quoted && dx_is_reserved(t->at, t->length))
        dx_dg_fail(
            r, t,
            "'%.*s' is a word of the formulas; expected another name, or "
            "`%.*s` wherever it stands",
            (int)t->length, t->at, (int)t->length, t->at);
    const char *name = dx_dg_own_text(r, t->at, t->length);
    dx_lexer_step(&r->lexer);
    return name;
}

const char *dx_dg_new_name(dx_dg_reader *r, const void *array, size_t size,
                           unsigned count, const char *what)
{
    dx_token at = r->lexer.token;
    const char *name = dx_dg_name_of(r, what);
    if (dx_dg_find(array, size, count, name) < count)
        dx_dg_fail(r, &at, "there is a '%s' already; expected another name",
                   name);
    return name;
}

const char *dx_dg_read_string(dx_dg_reader *r, const char *what)
{
    const dx_token *t = &r->lexer.token;
    if (r->status != DX_OK)
        return "";
    if (t->kind != DX_TOKEN_STRING) {
        r->status = dx_lexer_expected(&r->lexer, what, r->error);
        return "";
    }
    const char *text = dx_dg_own_text(r, t->at, t->length);
    dx_lexer_step(&r->lexer);
    return text;
}

static bool is_string(const dx_dg_reader *r)
{
    return r->status == DX_OK && r->lexer.token.kind == DX_TOKEN_STRING;
}

// One more of an array of `max`.
unsigned dx_dg_more(dx_dg_reader *r, unsigned *count, unsigned max,
                    const char *what)
{
    if (*count == max) {
        dx_dg_fail(r, &r->lexer.token, "more than %u %s", max, what);
        return max - 1;
    }
    return (*count)++;
}

// ---- parameters ----

int dx_dg_read_whole(dx_dg_reader *r)
{
    return dx_dg_constant(r, dx_dg_read_number(r), "a bound");
}

static void read_choices(dx_dg_reader *r, dx_param *param, const char *normal)
{
    const char **word = dx_dg_own(r, 17, sizeof *word);
    int count = 0;
    param->normal = -1;
    do {
        const char *name = dx_dg_name_of(r, "a choice");
        if (count == 16) {
            dx_dg_fail(r, &r->lexer.token, "more than 16 choices");
            return;
        }
        if (strcmp(name, normal) == 0)
            param->normal = count;
        word[count++] = name;
    } while (dx_dg_take(r, ","));
    dx_dg_expect(r, "}");
    if (param->normal < 0)
        dx_dg_fail(r, &r->lexer.token, "'%s' is none of the choices", normal);
    param->max = count - 1;
    param->choices = word;
}

static void read_param(dx_dg_reader *r)
{
    dx_dg *p = r->p;
    dx_token at = r->lexer.token;
    unsigned i = dx_dg_more(r, &p->params, DX_PARAMS_MAX, "parameters");
    dx_param *param = &p->param[i];
    param->name = param->help =
        DX_DG_NEW_NAME(r, p->param, i, "the name of a parameter");
    dx_dg_expect(r, "=");
    dx_token normal = r->lexer.token;
    if (dx_dg_is_name(&normal) && dx_lexer_next_is(&r->lexer, "in")) {
        const char *word = dx_dg_name_of(r, "a choice");
        dx_dg_expect(r, "in");
        dx_dg_expect(r, "{");
        read_choices(r, param, word);
    } else {
        param->normal = dx_dg_read_whole(r);
        dx_dg_expect(r, "in");
        // The bounds are read as a domain of two numbers.
        dx_dg_node domain = {0};
        dx_dg_read_domain(r, &domain);
        if (domain.range != DX_DG_FROM_TO)
            dx_dg_fail(r, &normal, "expected bounds: 3 in 2..6");
        if (r->status == DX_OK) {
            param->min = dx_dg_constant(r, domain.lo, "a bound");
            param->max = dx_dg_constant(r, domain.hi, "a bound");
        }
    }
    if (is_string(r))
        param->help = dx_dg_read_string(r, "help");
    if (param->normal < param->min || param->normal > param->max)
        dx_dg_fail(r, &normal, "%d is not from %d to %d", param->normal,
                   param->min, param->max);
    if (i == 0 && (strcmp(param->name, "players") != 0 || param->min < 1 ||
                   param->max > DX_SEATS_MAX))
        dx_dg_fail(r, &at,
                   "the first parameter must be players, with bounds from 1 "
                   "to %d",
                   DX_SEATS_MAX);
    p->value[i] = r->values != NULL ? r->values[i] : param->normal;
    p->players = (unsigned)p->value[0];
}

static void read_params(dx_dg_reader *r)
{
    do
        read_param(r);
    while (dx_dg_take(r, ","));
}

static void read_preset(dx_dg_reader *r)
{
    unsigned i = dx_dg_more(r, &r->p->presets, DX_DG_PRESETS, "presets");
    dx_preset *preset = &r->p->preset[i];
    r->p->preset_line[i] = r->lexer.token.line;
    preset->name = DX_DG_NEW_NAME(r, r->p->preset, i, "the name of a preset");
    preset->settings = dx_dg_read_string(r, "its settings, \"a=1,b=2\"");
    preset->help =
        is_string(r) ? dx_dg_read_string(r, "help") : preset->settings;
}

static void read_game(dx_dg_reader *r)
{
    if (r->p->name != NULL)
        dx_dg_fail(r, &r->lexer.token, "the game has a name already");
    dx_token at = r->lexer.token;
    r->p->name = dx_dg_name_of(r, "the name of the game");
    if (strspn(r->p->name, "abcdefghijklmnopqrstuvwxyz0123456789_"
                           "ABCDEFGHIJKLMNOPQRSTUVWXYZ") < strlen(r->p->name))
        dx_dg_fail(r, &at,
                   "the game is called by its name; expected one of the "
                   "letters a to z, digits and _");
    r->p->help = dx_dg_read_string(r, "a sentence about it, in quotes");
}

static void read_require(dx_dg_reader *r)
{
    unsigned i = dx_dg_more(r, &r->p->requires, DX_DG_REQUIRES, "requirements");
    r->p->require[i].is = dx_dg_read_formula(r);
    dx_dg_constant(r, r->p->require[i].is, "what is required");
    r->p->require[i].why = dx_dg_read_string(r, "why not, in quotes");
}

// ---- facts, blocks, phases, the end ----

static dx_dg_def *new_def(dx_dg_reader *r, bool is_let)
{
    unsigned i =
        dx_dg_more(r, &r->defs, DX_DG_DEFS + DX_DG_LETS, "lets and blocks");
    dx_dg_def *def = &r->def[i];
    *def = (dx_dg_def){.is_let = is_let};
    r->defs--; // it cannot use itself
    def->name = DX_DG_NEW_NAME(r, r->def, i, "a name");
    if (!dx_dg_take(r, "("))
        return def;
    do {
        if (def->count == DX_DG_DEF_ARGS) {
            dx_dg_fail(r, &r->lexer.token, "more than %d arguments",
                       DX_DG_DEF_ARGS);
            return def;
        }
        def->arg[def->count] =
            DX_DG_NEW_NAME(r, def->arg, def->count, "the name of an argument");
        if (!is_let && dx_dg_is(r, ":"))
            dx_dg_fail(r, &r->lexer.token,
                       "a block's names have no types; write def %s(%s) { .. }",
                       def->name, def->arg[def->count]);
        if (is_let) {
            dx_dg_expect(r, ":");
            def->type[def->count] = dx_dg_read_type(r);
        }
        def->count++;
    } while (dx_dg_take(r, ","));
    dx_dg_expect(r, ")");
    return def;
}

static void read_let(dx_dg_reader *r)
{
    dx_dg_def *def = new_def(r, true);
    dx_dg_expect(r, "=");
    def->body = r->lexer;
    for (unsigned i = 0; i < def->count; i++)
        dx_dg_variable(r, def->arg[i], def->type[i], DX_DG_ALL);
    const dx_dg_node *body = dx_dg_read_value(r, NULL);
    r->defs++;
    if (body->type.kind != DX_DG_T_FLAG && !dx_dg_is_number(r->p, body->type))
        return; // a word, seat or card: for the rules alone
    unsigned i = dx_dg_more(r, &r->p->lets, DX_DG_LETS, "facts and numbers");
    dx_dg_let *let = &r->p->let[i];
    *let = (dx_dg_let){.name = def->name, .count = def->count, .body = body};
    memcpy(let->type, def->type, sizeof let->type);
    dx_dg_read_said(r, let);
}

// The text of a block is skipped, and read where it is used.
static void read_def(dx_dg_reader *r)
{
    dx_dg_def *def = new_def(r, false);
    unsigned depth = 0;
    def->body = r->lexer;
    if (!dx_dg_is(r, "{"))
        dx_dg_expect(r, "{");
    do {
        depth += dx_dg_is(r, "{");
        depth -= dx_dg_is(r, "}");
        if (r->status == DX_OK && r->lexer.token.kind == DX_TOKEN_END)
            dx_dg_expect(r, "}");
        if (r->status == DX_OK)
            dx_lexer_step(&r->lexer);
    } while (r->status == DX_OK && depth > 0);
    r->defs++;
}

static void read_phase(dx_dg_reader *r)
{
    unsigned i = dx_dg_more(r, &r->p->phases, DX_DG_PHASES, "phases");
    dx_dg_phase *phase = &r->p->phase[i];
    phase->name = DX_DG_NEW_NAME(r, r->p->phase, i, "the name of a phase");
    dx_dg_expect(r, ":");
    do {
        dx_token at = r->lexer.token;
        const char *verb = dx_dg_name_of(r, "a verb");
        unsigned n =
            dx_dg_more(r, &phase->count, DX_DG_PHASE_VERBS, "verbs in a phase");
        phase->verb[n] = (uint8_t)r->wanted_count;
        r->wanted[r->wanted_count].name = verb;
        r->wanted[r->wanted_count].at = at;
        if (r->wanted_count + 1 < DX_DG_PHASES * DX_DG_PHASE_VERBS)
            r->wanted_count++;
    } while (dx_dg_take(r, ","));
}

static void read_start(dx_dg_reader *r)
{
    if (r->p->start != 0)
        dx_dg_fail(r, &r->lexer.token, "there is one start already");
    r->p->start = (unsigned)r->p->step.count;
    dx_dg_read_block(r);
    dx_dg_end_block(r);
    r->p->start_end = (unsigned)r->p->step.count;
}

// score(s) = VALUE, wins(s) = FORMULA
static const dx_dg_node *read_of_seat(dx_dg_reader *r, dx_dg_type type)
{
    dx_dg_expect(r, "(");
    const char *name = dx_dg_name_of(r, "a name for the seat");
    dx_dg_expect(r, ")");
    dx_dg_expect(r, "=");
    dx_dg_variable(r, name, seat, DX_DG_ALL);
    return dx_dg_read_value(r, &type);
}

// What the game is worth, and whose it is.
static bool read_end(dx_dg_reader *r)
{
    dx_dg *p = r->p;
    dx_token at = r->lexer.token;
    const dx_dg_node **of_game = dx_dg_take(r, "best")    ? &p->best
                                 : dx_dg_take(r, "worst") ? &p->worst
                                                          : NULL;
    const dx_dg_node **of_seat = of_game != NULL          ? NULL
                                 : dx_dg_take(r, "score") ? &p->score
                                 : dx_dg_take(r, "wins")  ? &p->wins
                                                          : NULL;
    if ((of_seat != NULL && *of_seat != NULL) ||
        (of_game != NULL && *of_game != NULL))
        dx_dg_fail(r, &at, "this is said already");
    if (of_seat != NULL) {
        *of_seat = read_of_seat(r, of_seat == &p->wins ? flag : number);
    } else if (of_game != NULL) {
        dx_dg_expect(r, "=");
        *of_game = dx_dg_read_number(r);
    } else if (dx_dg_take(r, "team")) {
        p->is_team = true;
    } else {
        return false;
    }
    return true;
}

static void read_statement(dx_dg_reader *r);

// include NAME: the statements of a shipped part, as if they stood here.
static void read_include(dx_dg_reader *r)
{
    dx_token at = r->lexer.token;
    const char *name = dx_dg_name_of(r, "a part: cards, roles, votes, tricks");
    const char *text = dx_dg_part(name);
    dx_lexer file = r->lexer;
    if (text == NULL)
        dx_dg_fail(r, &at,
                   "there is no part '%s'; expected cards, roles, votes or "
                   "tricks",
                   name);
    if (r->status != DX_OK)
        return;
    dx_lexer_init(&r->lexer, text, strlen(text));
    while (r->status == DX_OK && r->lexer.token.kind != DX_TOKEN_END)
        read_statement(r);
    if (r->status == DX_OK) {
        r->lexer = file;
        return;
    }
    char message[DX_ERROR_MESSAGE_MAX];
    snprintf(message, sizeof message, "%s", r->error->message);
    r->status = dx_fail(r->error, DX_ERR_SYNTAX, at.line, at.column,
                        "in the part '%s': %.300s", name, message);
}

static void read_statement(dx_dg_reader *r)
{
    static const struct {
        const char *word;
        void (*read)(dx_dg_reader *r);
    } statements[] = {
        {"include", read_include},
        {"game", read_game},
        {"param", read_params},
        {"preset", read_preset},
        {"require", read_require},
        {"set", dx_dg_read_set},
        {"pack", dx_dg_read_pack},
        {"place", dx_dg_read_place},
        {"row", dx_dg_read_place},
        {"vars", dx_dg_read_vars},
        {"let", read_let},
        {"def", read_def},
        {"phase", read_phase},
        {"nature", dx_dg_read_verb},
        {"verb", dx_dg_read_verb},
        {"start", read_start},
        {"stock", dx_dg_read_stock},
        {"sheet", dx_dg_read_sheet},
        {"position", dx_dg_read_position},
    };
    r->scoped = r->regs = r->hidden_scope = r->nesting = 0;
    r->repeats = 1;
    for (unsigned i = 0; i < sizeof statements / sizeof *statements; i++)
        if (dx_dg_take(r, statements[i].word)) {
            r->statement = statements[i].word;
            statements[i].read(r);
            return;
        }
    if (read_end(r))
        return;
    r->status = dx_lexer_expected(
        &r->lexer,
        dx_dg_is(r, "words")
            ? "what is said of a thing behind it: let has(..) = .. \"%0 "
              "{has|have} %1\""
            : "a statement: game, param, preset, require, include, set, pack, "
              "place, row, vars, let, phase, nature, start, def, verb, score, "
              "wins, team, best, worst, stock, position or sheet",
        r->error);
}

// ---- the whole ----

static void find_verbs(dx_dg_reader *r)
{
    dx_dg *p = r->p;
    for (unsigned i = 0; i < p->phases; i++)
        for (unsigned k = 0; k < p->phase[i].count; k++) {
            unsigned want = p->phase[i].verb[k];
            const char *name = r->wanted[want].name;
            unsigned v = DX_DG_FIND(p->verb, p->verbs, name);
            if (v == p->verbs || p->verb[v].is_chance)
                dx_dg_fail(r, &r->wanted[want].at,
                           "there is no verb '%s'; declare it: verb %s { .. }",
                           name, name);
            if (memchr(p->phase[i].verb, (int)v, k) != NULL)
                dx_dg_fail(r, &r->wanted[want].at, "the phase has '%s' already",
                           name);
            p->phase[i].verb[k] = (uint8_t)v;
        }
    for (unsigned v = 0; v < p->verbs && r->status == DX_OK; v++) {
        bool used = p->verb[v].is_chance;
        for (unsigned i = 0; i < p->phases; i++)
            for (unsigned k = 0; k < p->phase[i].count; k++)
                used |= p->phase[i].verb[k] == v;
        if (!used)
            dx_dg_fail(r, &r->verb_at[v],
                       "nobody can ever do '%s': no phase has it; add it to "
                       "one: phase NAME: %s",
                       p->verb[v].name, p->verb[v].name);
    }
}

static void check_whole(dx_dg_reader *r)
{
    const dx_dg *p = r->p;
    const char *missing = p->name == NULL    ? "game NAME \"what it is\""
                          : p->params == 0   ? "param players = 3 in 2..6"
                          : p->pack == NULL  ? "pack card = SET"
                          : p->start == 0    ? "start { .. }"
                          : p->phases == 0   ? "phase NAME: VERBS"
                          : p->score == NULL ? "score(s) = NUMBER"
                                             : NULL;
    if (missing != NULL)
        dx_dg_fail(r, &r->lexer.token, "the game has no %s", missing);
    if (p->best == NULL && p->score != NULL && p->score->op == DX_DG_IF &&
        p->score->b->op == DX_DG_NUMBER && p->score->c->op == DX_DG_NUMBER)
        r->p->best =
            p->score->b->value > p->score->c->value ? p->score->b : p->score->c;
    find_verbs(r);
    for (unsigned v = 0; v < p->verbs && p->knows; v++)
        for (unsigned i = 0; i < DX_ARGS; i++)
            if (!p->verb[v].is_chance &&
                p->dx_verbs[v].arg[i].audience != DX_ALL)
                dx_dg_fail(r, &r->verb_at[v],
                           "the rules speak of knowledge (K), so all moves "
                           "must be open; '%s' hides something",
                           p->verb[v].name);
}

static size_t align(size_t at)
{
    return (at + 7) & ~(size_t)7;
}

// Where things lie in a table.
static void lay_out(dx_dg *p)
{
    size_t at = sizeof(dx_dg_table);
    unsigned cards = 0, limit = 50;
    for (unsigned k = 0; k < p->kinds; k++)
        cards += p->copies[k];
    for (unsigned i = 0; i < p->params; i++)
        if (strcmp(p->param[i].name, "limit") == 0)
            limit = (unsigned)p->value[i];
    p->log_max = limit * 4 + 32 < DX_DG_LOG ? limit * 4 + 32 : DX_DG_LOG;
    p->var_at = at;
    p->choice_at = align(at + p->var_cells * sizeof(int16_t));
    p->log_at = p->choice_at + DX_DG_CHOICES * sizeof(dx_dg_choice);
    p->private_at = p->secret_at = p->log_at + p->log_max * sizeof(dx_event);
    p->chosen_at = p->secret_at + p->secret_cells * sizeof(int16_t);
    p->told_at = p->chosen_at + DX_DG_CHOICES;
    p->deck_at = align(p->told_at + DX_TOLD_MAX);
    p->lots_at = p->deck_at + align(p->kinds);
    unsigned lots = cards < DX_PLACES_MAX ? cards : DX_PLACES_MAX;
    p->lot_max = lots;
    p->bytes = align(p->lots_at + dx_lots_bytes(p->cells, p->kinds, lots));
}

dx_status dx_dg_read(const char *text, size_t length, const int *values,
                     dx_dg **out, dx_error *error)
{
    dx_dg_reader *r = dx_alloc(1, sizeof *r);
    dx_error own = {0};
    r->p = dx_alloc(1, sizeof *r->p);
    r->p->cells = 1;              // the stock
    r->p->secret_cells = DX_ARGS; // the arguments of a verb
    r->store = dx_formulas_new();
    r->values = values;
    r->error = error != NULL ? error : &own;
    dx_lexer_init(&r->lexer, text, length);
    dx_vector_push(&r->p->step, (dx_dg_step){.kind = DX_DG_END});
    while (r->status == DX_OK && r->lexer.token.kind != DX_TOKEN_END)
        read_statement(r);
    if (r->status == DX_OK)
        check_whole(r);
    if (r->status == DX_OK) {
        lay_out(r->p);
        dx_masks_init(&r->p->masks, r->p->dx_verbs);
        if (r->p->unsaid == NULL)
            r->p->unsaid = dx_dg_unsaid(r->p);
        dx_dg_make_tables(r);
        if (r->p->knows)
            r->status = dx_dg_list_deals(r->p, r->error);
    }
    dx_status status = r->status;
    dx_formulas_free(r->store);
    if (status == DX_OK)
        *out = r->p;
    else
        dx_dg_free(r->p);
    dx_free(r);
    return status;
}

void dx_dg_free(dx_dg *p)
{
    if (p == NULL)
        return;
    for (size_t i = 0; i < p->owned.count; i++)
        dx_free(p->owned.at[i]);
    dx_vector_release(&p->owned);
    dx_vector_release(&p->step);
    dx_vector_release(&p->types);
    dx_vector_release(&p->endings);
    dx_free(p->deals);
    dx_free(p);
}
