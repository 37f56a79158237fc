// An agent over a file of rules: which rule goes through, with which lots.
//
// A rule is gone through clause by clause; each binds a variable, which is
// replaced in all that follows.  `any` draws evenly among the choices with
// which the rest of the rule goes through, so a lot never leads nowhere, and
// the odds of a move are a product of shares.  Choosing draws one way through;
// the odds go all of them.
//
// Formulas are made as rules are tried, and a store belongs to one thread: so
// every mind reads the text for itself.

#include "agents/rules/rules.h"

#include "agents/rules/evaluate.h"
#include "base/memory.h"
#include "logic/formula/print_short.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct file {
    dx_agent agent;
    char *text, *name, *help;
    size_t length;
    const dx_game *game;
} file;

typedef struct memory {
    const file *file;
    dx_rule_file *program;
    dx_frames *frames; // NULL: a game without places
} memory;

// One way through, or all.
enum { BINDING = 10 }; // parts that a rule with a word put in counts as

typedef struct trial {
    dx_rule_moment e;
    unsigned count;
    const dx_event *moves;
    dx_random *random; // choosing: draws lots; NULL: trying, or all ways
    dx_fraction *odds; // all ways; NULL: trying
    dx_event chosen;
    dx_formula held; // the condition, as it held
} trial;

static dx_formulas *store_of(const trial *t)
{
    return t->e.program->store;
}

// ---- moves ----

static bool fits(const trial *t, const dx_rule_line *rule, dx_event move)
{
    const dx_rules *rules = t->e.view->rules;
    const dx_verb *verb = &rules->game->verbs[rule->verb];
    unsigned given = 0;
    if (move.verb != rule->verb)
        return false;
    for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++) {
        if (verb->arg[i].outcome)
            continue;
        dx_formula arg = rule->arg[given++];
        if (arg == DX_FORMULA_NONE)
            continue;
        unsigned value;
        if (!dx_rule_read(&t->e, arg, verb->arg[i].type, &value) ||
            value != move.arg[i])
            return false;
    }
    return true;
}

static bool move_on(trial *t, const dx_rule_line *rule, dx_fraction share)
{
    unsigned fitting[DX_MOVES_MAX], count = 0;
    for (unsigned i = 0; i < t->count; i++)
        if (fits(t, rule, t->moves[i]))
            fitting[count++] = i;
    if (count == 0)
        return false;
    assert(count <= t->count && t->count <= DX_MOVES_MAX);
    bool is_any = rule->tie == DX_RULE_TIE_ANY;
    unsigned at = rule->tie == DX_RULE_TIE_LAST ? count - 1 : 0;
    if (is_any && t->random != NULL && count > 1)
        at = (unsigned)dx_random_below(t->random, count);
    t->chosen = t->moves[fitting[at]];
    t->held = rule->condition;
    share = is_any ? dx_fraction_divide(share, dx_fraction_int(count)) : share;
    for (unsigned i = 0; t->odds != NULL && i < count; i++)
        if (is_any || i == at)
            t->odds[fitting[i]] = dx_fraction_add(t->odds[fitting[i]], share);
    return true;
}

// ---- clauses ----

static dx_formula put(trial *t, dx_formula f, dx_name variable, dx_formula word)
{
    return f == DX_FORMULA_NONE
               ? f
               : dx_formula_replace(store_of(t), f, variable, word);
}

// The rule from clause `from` on, with a word in the place of a variable.
static dx_rule_line bound(trial *t, const dx_rule_line *rule, unsigned from,
                          dx_name variable, dx_formula word)
{
    dx_rule_line b = *rule;
    for (unsigned i = from; i < b.clause_count; i++) {
        b.clause[i].domain = put(t, b.clause[i].domain, variable, word);
        b.clause[i].term = put(t, b.clause[i].term, variable, word);
        b.clause[i].condition = put(t, b.clause[i].condition, variable, word);
    }
    b.condition = put(t, b.condition, variable, word);
    for (unsigned i = 0; i < b.count; i++)
        b.arg[i] = put(t, b.arg[i], variable, word);
    return b;
}

static bool go(trial *t, const dx_rule_line *rule, unsigned k,
               dx_fraction share);

static bool go_with(trial *t, const dx_rule_line *rule, unsigned k,
                    dx_formula word, dx_fraction share)
{
    dx_rule_line next = bound(t, rule, k + 1, rule->clause[k].variable, word);
    return go(t, &next, k + 1, share);
}

// Leaves the members that `with` may take: the best where the condition holds.
static void keep_best(trial *t, const dx_rule_clause *c, dx_rule_words *m)
{
    size_t kept = 0;
    dx_fraction best = dx_fraction_int(0), value = best;
    for (size_t i = 0; i < m->count && !dx_rule_is_late(&t->e, 1); i++) {
        dx_formula word = m->at[i];
        if (c->condition != DX_FORMULA_NONE &&
            dx_rule_holds(&t->e, put(t, c->condition, c->variable, word)) !=
                DX_ANSWER_YES)
            continue;
        if (c->sign != 0 &&
            !dx_rule_value(&t->e, put(t, c->term, c->variable, word), &value))
            continue;
        int over = kept == 0 || c->sign == 0
                       ? 0
                       : c->sign * dx_fraction_compare(value, best);
        if (over < 0)
            continue;
        kept = over > 0 ? 0 : kept;
        best = value;
        m->at[kept++] = word;
    }
    m->count = kept;
}

// By lot, among those with which the rule goes through.
static bool go_any(trial *t, const dx_rule_line *rule, unsigned k,
                   dx_rule_words *m, dx_fraction share)
{
    trial test = *t;
    size_t kept = 0;
    test.random = NULL;
    test.odds = NULL;
    for (size_t i = 0; i < m->count; i++)
        if (go_with(&test, rule, k, m->at[i], share))
            m->at[kept++] = m->at[i];
    if (kept == 0)
        return false;
    if (t->odds == NULL) {
        size_t at = t->random != NULL && kept > 1
                        ? (size_t)dx_random_below(t->random, kept)
                        : 0;
        return go_with(t, rule, k, m->at[at], share);
    }
    share = dx_fraction_divide(share, dx_fraction_int((int64_t)kept));
    for (size_t i = 0; i < kept; i++)
        (void)go_with(t, rule, k, m->at[i], share);
    return true;
}

static bool go(trial *t, const dx_rule_line *rule, unsigned k,
               dx_fraction share)
{
    if (k == rule->clause_count)
        return (rule->condition == DX_FORMULA_NONE ||
                dx_rule_holds(&t->e, rule->condition) == DX_ANSWER_YES) &&
               move_on(t, rule, share);
    const dx_rule_clause *c = &rule->clause[k];
    dx_rule_words m = {0};
    bool done = false;
    if (dx_rule_members(&t->e, c->domain, &m)) {
        if (!c->is_for)
            keep_best(t, c, &m);
        if (c->is_for)
            for (size_t i = 0;
                 i < m.count && !done && !dx_rule_is_late(&t->e, BINDING); i++)
                done = go_with(t, rule, k, m.at[i], share);
        else if (c->tie == DX_RULE_TIE_ANY)
            done = go_any(t, rule, k, &m, share);
        else if (m.count > 0)
            done = go_with(t, rule, k,
                           m.at[c->tie == DX_RULE_TIE_LAST ? m.count - 1 : 0],
                           share);
    }
    dx_vector_release(&m);
    return done;
}

// ---- the agent ----

// The first rule that goes through; NULL: none, and then any move.
static const dx_rule_line *run(trial *t, const memory *m, const dx_view *view)
{
    const dx_rule_line *found = NULL;
    dx_rule_moment_begin(&t->e, m->program, view, m->frames);
    t->held = DX_FORMULA_NONE;
    for (size_t i = 0; i < m->program->rules.count && found == NULL; i++)
        if (go(t, &m->program->rules.at[i], 0, dx_fraction_int(1)))
            found = &m->program->rules.at[i];
    dx_rule_moment_end(&t->e);
    return found;
}

// `me` is a word of the file: others are told which seat it is.
static void explain(trial *t, const dx_rule_line *rule, unsigned seat,
                    dx_thought *thought)
{
    dx_text formula = {0};
    char own[16];
    if (thought->reason == NULL)
        return;
    snprintf(own, sizeof own, "%u", seat + 1);
    dx_name me = dx_names_add(dx_formulas_names(store_of(t)), "me");
    if (t->held != DX_FORMULA_NONE)
        dx_formula_print_short(
            store_of(t), put(t, t->held, me, dx_formula_atom(store_of(t), own)),
            200, &formula);
    dx_thought_say(thought, rule != NULL ? rule->name : "none",
                   t->held != DX_FORMULA_NONE ? dx_text_string(&formula) : NULL,
                   rule != NULL ? "the first rule that fits"
                                : "no rule fits: any move");
    dx_text_release(&formula);
}

static dx_event choose(const void *m, const dx_policy *self DX_UNUSED,
                       const dx_view *view, dx_thought *thought)
{
    dx_event moves[DX_MOVES_MAX];
    trial t = {.count = dx_view_moves(view, moves),
               .moves = moves,
               .random = thought->random};
    const dx_rule_line *rule = run(&t, m, view);
    if (rule == NULL)
        t.chosen = moves[dx_random_below(thought->random, t.count)];
    explain(&t, rule, view->seat, thought);
    return t.chosen;
}

static void odds(const void *m, const dx_policy *self DX_UNUSED,
                 const dx_view *view, unsigned count, const dx_event *moves,
                 dx_fraction *out_odds)
{
    trial t = {.count = count, .moves = moves, .odds = out_odds};
    for (unsigned i = 0; i < count; i++)
        out_odds[i] = dx_fraction_int(0);
    if (run(&t, m, view) != NULL)
        return;
    for (unsigned i = 0; i < count; i++)
        out_odds[i] = dx_fraction_of(1, count);
}

static size_t memory_bytes(const dx_rules *rules DX_UNUSED,
                           const dx_policy *self DX_UNUSED)
{
    return sizeof(memory);
}

// What was read once is read again without an error.
static dx_rule_file *program_of(const file *f)
{
    const dx_game *const games[] = {f->game, NULL};
    dx_rule_file *program = NULL;
    dx_status status =
        dx_rule_file_read(f->text, f->length, games, &program, NULL);
    DX_REQUIRE(status == DX_OK, "a text that was read before");
    return program;
}

static void begin(void *m, const dx_policy *self, const dx_view *view)
{
    ((memory *)m)->file = self->agent->data;
    ((memory *)m)->program = program_of(self->agent->data);
    if (view->rules->game->places != NULL)
        ((memory *)m)->frames = dx_frames_new(view->rules);
}

static void note(void *m, const dx_policy *self DX_UNUSED, const dx_view *view,
                 unsigned noted)
{
    for (unsigned i = noted; ((memory *)m)->frames != NULL && i < view->count;
         i++)
        dx_frames_follow(((memory *)m)->frames, view->seen[i]);
}

static void copy(void *m, const void *from)
{
    const memory *f = from;
    ((memory *)m)->file = f->file;
    ((memory *)m)->program = program_of(f->file);
    ((memory *)m)->frames =
        f->frames != NULL ? dx_frames_copy(f->frames) : NULL;
}

static void end(void *m)
{
    dx_rule_file_free(((memory *)m)->program);
    dx_frames_free(((memory *)m)->frames);
}

dx_status dx_rule_agent_read(const char *text, size_t length, const char *name,
                             const dx_game *const *games, dx_agent **out,
                             dx_error *error)
{
    dx_rule_file *program = NULL;
    if (length > DX_RULE_FILE_MAX)
        return dx_fail(error, DX_ERR_LIMIT, 1, 1,
                       "a file of rules has at most %d bytes",
                       DX_RULE_FILE_MAX);
    dx_status status = dx_rule_file_read(text, length, games, &program, error);
    if (status != DX_OK)
        return status;
    file *f = dx_alloc(1, sizeof *f);
    f->text = dx_copy_text_part(text, length);
    f->length = length;
    f->game = program->game;
    f->name = dx_copy_text(name != NULL ? name : program->name);
    f->help = dx_copy_text(program->help);
    dx_rule_file_free(program);
    f->agent = (dx_agent){.name = f->name,
                          .help = f->help,
                          .talk = "I follow the rules of my file, the first "
                                  "that fits, and say which.",
                          .game = f->game->name,
                          .steps = 200,
                          .data = f,
                          .memory_bytes = memory_bytes,
                          .begin = begin,
                          .note = note,
                          .copy = copy,
                          .end = end,
                          .choose = choose,
                          .odds = odds};
    *out = &f->agent;
    return DX_OK;
}

void dx_rule_agent_free(dx_agent *agent)
{
    if (agent == NULL)
        return;
    file *f = (file *)(void *)agent;
    dx_free(f->text);
    dx_free(f->name);
    dx_free(f->help);
    dx_free(f);
}
