// Assumptions from text and back.
//
//     assumption = behaviour [";" ("drop" | "reset" | "best")]
//     behaviour  = "none" | "truthful(" AGENT {"," AGENT} ")"
//                | "mixture(" kind "," kind {"," kind} ")"
//                | "source(" SOURCE ")" | seat {"," seat}
//     seat       = "uniform" | AGENT | "lapse(" AGENT "," CHANCE ")"
//     kind       = AGENT | "stranger"
//
// A list has one name for all seats or one for each.  AGENT is a name with or
// without parameters (dx_policy_parse), so commas and semicolons count only
// outside of brackets.  Blanks may stand around every part.

#include "minds/assumption.h"

#include "base/memory.h"
#include "game/settings.h"
#include "game/source.h"

#include <assert.h>
#include <string.h>

// Indexed by dx_refutation.
static const char *const refutations[] = {"drop", "reset", "best"};
enum { REFUTATIONS = sizeof refutations / sizeof *refutations };

// ---- reading ----

typedef struct reading {
    const dx_agent *const *agents;
    const dx_rules *rules;
    const char *text; // all of it
    dx_error *error;
} reading;

// A part of the text without blanks around it.
typedef struct part {
    const char *at, *end;
} part;

static part part_of(const char *at, const char *end)
{
    while (at < end && *at == ' ')
        at++;
    while (at < end && end[-1] == ' ')
        end--;
    return (part){at, end};
}

static unsigned column(const reading *r, const char *at)
{
    return (unsigned)(at - r->text) + 1;
}

static bool is_word(part p, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(p.end - p.at) == length && memcmp(p.at, word, length) == 0;
}

// The first `mark` outside of brackets and texts, or the end.
static const char *find_mark(part p, char mark)
{
    return dx_part_end(p.at, p.end, mark);
}

// How much of it an error shows.
static int shown(part p)
{
    return p.end - p.at < 40 ? (int)(p.end - p.at) : 40;
}

// Does it begin with `word` and a bracket?
static bool is_call(part p, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(p.end - p.at) > length && memcmp(p.at, word, length) == 0 &&
           p.at[length] == '(';
}

// What is in the brackets of a call.
static dx_status open_call(const reading *r, part p, part *out)
{
    const char *open = memchr(p.at, '(', (size_t)(p.end - p.at));
    if (p.end[-1] != ')')
        return dx_fail(r->error, DX_ERR_SYNTAX, 1, column(r, p.end),
                       "expected ')' at the end of '%.*s'", shown(p), p.at);
    *out = part_of(open + 1, p.end - 1);
    return DX_OK;
}

static dx_status read_policy(const reading *r, part p, dx_policy *out)
{
    dx_error error = {.message = ""};
    if (p.at == p.end)
        return dx_fail(r->error, DX_ERR_SYNTAX, 1, column(r, p.at),
                       "expected the name of an agent");
    char *text = dx_copy_text_part(p.at, (size_t)(p.end - p.at));
    dx_status status = dx_policy_parse(r->agents, text, r->rules, out, &error);
    dx_free(text);
    if (status != DX_OK)
        dx_fail(r->error, status, 1,
                column(r, p.at) + (error.column > 0 ? error.column - 1 : 0),
                "%s", error.message);
    return status;
}

static dx_status read_lapse(const reading *r, part p, unsigned seat,
                            dx_assumption *out)
{
    dx_fraction chance;
    dx_status status = open_call(r, p, &p);
    if (status != DX_OK)
        return status;
    const char *comma = find_mark(p, ',');
    part rest = part_of(comma < p.end ? comma + 1 : comma, p.end);
    status = read_policy(r, part_of(p.at, comma), &out->policy[seat]);
    if (status != DX_OK)
        return status;
    char *text = dx_copy_text_part(rest.at, (size_t)(rest.end - rest.at));
    status = dx_fraction_parse(text, &chance);
    if (status != DX_OK || chance.top < 0 || chance.top > chance.over)
        status = dx_fail(r->error, DX_ERR_SYNTAX, 1, column(r, rest.at),
                         "expected the chance of a lapse, from 0 to 1, as in "
                         "lapse(%s,1/20)",
                         out->policy[seat].agent->name);
    else if (chance.top > 0)
        out->lapse[seat] = chance;
    dx_free(text);
    return status;
}

static dx_status read_seat(const reading *r, part p, unsigned seat,
                           dx_assumption *out)
{
    if (is_word(p, "uniform"))
        return DX_OK;
    if (is_call(p, "lapse"))
        return read_lapse(r, p, seat, out);
    if (is_word(p, "none") || is_call(p, "truthful") || is_call(p, "source") ||
        is_call(p, "mixture"))
        return dx_fail(r->error, DX_ERR_SYNTAX, 1, column(r, p.at),
                       "'%.*s' is about all seats and stands alone; expected "
                       "is uniform, an agent, or lapse(AGENT,CHANCE)",
                       shown(part_of(p.at, find_mark(p, '('))), p.at);
    return read_policy(r, p, &out->policy[seat]);
}

// A convention of the game whose moves say things; NULL: none.
static const dx_agent *some_convention(const reading *r)
{
    const dx_agent *const *agent = r->agents;
    for (; *agent != NULL; agent++)
        if ((*agent)->truthful != NULL && (*agent)->game != NULL &&
            strcmp((*agent)->game, r->rules->game->name) == 0)
            return *agent;
    return NULL;
}

static dx_status read_convention(const reading *r, part p, unsigned seat,
                                 dx_assumption *out)
{
    dx_status status = read_policy(r, p, &out->policy[seat]);
    if (status != DX_OK || out->policy[seat].agent->truthful != NULL)
        return status;
    const dx_agent *other = some_convention(r);
    return dx_fail(r->error, DX_ERR_INPUT, 1, column(r, p.at),
                   "%s does not tell what its moves say; expected is a "
                   "convention that does, %s%s",
                   out->policy[seat].agent->name,
                   other != NULL ? "such as " : "and this game has none",
                   other != NULL ? other->name : "");
}

typedef dx_status read_one(const reading *r, part p, unsigned seat,
                           dx_assumption *out);

// One for all seats or one for each.
static dx_status read_list(const reading *r, part p, read_one *read,
                           dx_assumption *out)
{
    unsigned seats = dx_players(r->rules), count = 0;
    dx_status status = DX_OK;
    bool more = true;
    for (; more && count < seats && status == DX_OK; count++) {
        const char *comma = find_mark(p, ',');
        more = comma < p.end;
        status = read(r, part_of(p.at, comma), count, out);
        p = part_of(more ? comma + 1 : comma, p.end);
    }
    if (status == DX_OK && (more || (count != 1 && count < seats)))
        return dx_fail(r->error, DX_ERR_INPUT, 1, column(r, p.at),
                       "%s for %u seats; expected is one name for all of them "
                       "or one for each",
                       more ? "too many names" : "too few names", seats);
    for (; count < seats && status == DX_OK; count++) {
        out->policy[count] = out->policy[0];
        out->lapse[count] = out->lapse[0];
    }
    return status;
}

static dx_status read_truthful(const reading *r, part p, dx_assumption *out)
{
    dx_status status = open_call(r, p, &p);
    out->kind = DX_ASSUME_TRUTHFUL;
    return status == DX_OK ? read_list(r, p, read_convention, out) : status;
}

// A bare `stranger` is nobody's name here.
static dx_status read_mixture(const reading *r, part p, dx_assumption *out)
{
    dx_status status = open_call(r, p, &p);
    bool more = true;
    out->kind = DX_ASSUME_MIXTURE;
    while (status == DX_OK && more && out->kinds < DX_SEATS_MAX) {
        const char *comma = find_mark(p, ',');
        part one = part_of(p.at, comma);
        more = comma < p.end;
        if (!is_word(one, "stranger"))
            status = read_policy(r, one, &out->policy[out->kinds]);
        out->kinds++;
        p = part_of(more ? comma + 1 : comma, p.end);
    }
    if (status == DX_OK && (more || out->kinds < 2))
        return dx_fail(r->error, DX_ERR_INPUT, 1, column(r, p.at),
                       "a mixture is of 2 to %d kinds, as in "
                       "mixture(AGENT,stranger)",
                       DX_SEATS_MAX);
    return status;
}

static const dx_source *find_source(const dx_game *game, const dx_spec *spec)
{
    const dx_source *const *source = game->sources;
    for (; source != NULL && *source != NULL; source++)
        if (strlen((*source)->name) == spec->name_length &&
            memcmp((*source)->name, spec->name, spec->name_length) == 0)
            return *source;
    return NULL;
}

static dx_status unknown_source(const reading *r, part p)
{
    const dx_game *game = r->rules->game;
    dx_text known = {0};
    for (unsigned i = 0; game->sources != NULL && game->sources[i] != NULL; i++)
        dx_text_printf(&known, "%s%s", i > 0 ? ", " : "",
                       game->sources[i]->name);
    dx_status status =
        dx_fail(r->error, DX_ERR_INPUT, 1, column(r, p.at),
                "no source '%.*s' weighs worlds of %s; those that do: %s",
                shown(part_of(p.at, find_mark(p, '('))), p.at, game->name,
                known.length > 0 ? dx_text_string(&known) : "none");
    dx_text_release(&known);
    return status;
}

// A source weighs worlds and is no policy.  It is searched for among those of
// the game.
static dx_status read_source(const reading *r, part p, dx_assumption *out)
{
    dx_status status = open_call(r, p, &p);
    dx_error error = {.message = ""};
    dx_spec spec;
    if (status != DX_OK)
        return status;
    char *text = dx_copy_text_part(p.at, (size_t)(p.end - p.at));
    status = dx_spec_parse(text, &spec, &error);
    out->kind = DX_ASSUME_SOURCE;
    out->source = status == DX_OK ? find_source(r->rules->game, &spec) : NULL;
    if (status == DX_OK && out->source != NULL)
        status = dx_params_parse(&out->source->schema, &spec,
                                 &out->source_params, &error);
    dx_free(text);
    if (status != DX_OK)
        return dx_fail(r->error, status, 1,
                       column(r, p.at) +
                           (error.column > 0 ? error.column - 1 : 0),
                       "%s", error.message);
    return out->source != NULL ? DX_OK : unknown_source(r, p);
}

static dx_status read_seats(const reading *r, part p, dx_assumption *out)
{
    dx_status status = read_list(r, p, read_seat, out);
    out->kind = DX_ASSUME_UNIFORM;
    for (unsigned seat = 0; seat < dx_players(r->rules); seat++)
        if (out->policy[seat].agent != NULL)
            out->kind = DX_ASSUME_POLICY;
    return status;
}

static dx_status read_behaviour(const reading *r, part p, dx_assumption *out)
{
    bool is_list = find_mark(p, ',') < p.end;
    if (p.at == p.end)
        return dx_fail(r->error, DX_ERR_SYNTAX, 1, column(r, p.at),
                       "expected none, uniform, an agent, truthful(AGENT) or "
                       "lapse(AGENT,CHANCE)");
    if (is_word(p, "none"))
        return DX_OK;
    if (!is_list && is_call(p, "truthful"))
        return read_truthful(r, p, out);
    if (!is_list && is_call(p, "source"))
        return read_source(r, p, out);
    if (!is_list && is_call(p, "mixture"))
        return read_mixture(r, p, out);
    return read_seats(r, p, out);
}

static dx_status read_refutation(const reading *r, part p, dx_refutation *out)
{
    static_assert(DX_REFUTED_BEST + 1 == REFUTATIONS, "a word for each");
    for (unsigned i = 0; i < REFUTATIONS; i++)
        if (is_word(p, refutations[i])) {
            *out = (dx_refutation)i;
            return DX_OK;
        }
    return dx_fail(r->error, DX_ERR_SYNTAX, 1, column(r, p.at),
                   "expected drop, reset or best: how to go on where the "
                   "assumption is refuted");
}

dx_status dx_assumption_parse(const dx_agent *const *agents, const char *text,
                              const dx_rules *rules, dx_assumption *out,
                              dx_error *error)
{
    text = text != NULL ? text : "none";
    reading r = {agents, rules, text, error};
    part all = part_of(text, text + strlen(text));
    const char *mark = find_mark(all, ';');
    dx_assumption assumption = {.kind = DX_ASSUME_NONE};
    dx_status status = read_behaviour(&r, part_of(all.at, mark), &assumption);
    if (status == DX_OK && mark < all.end)
        status = read_refutation(&r, part_of(mark + 1, all.end),
                                 &assumption.refutation);
    if (status == DX_OK) {
        assert((assumption.kind == DX_ASSUME_SOURCE) ==
               (assumption.source != NULL));
        *out = assumption;
    }
    return status;
}

// ---- printing ----

static bool are_alike(const dx_assumption *a, const dx_rules *rules)
{
    for (unsigned seat = 1; seat < dx_players(rules); seat++)
        if (!dx_policy_same(&a->policy[0], &a->policy[seat]) ||
            !dx_fraction_equal(a->lapse[0], a->lapse[seat]))
            return false;
    return true;
}

static void print_seat(const dx_assumption *a, unsigned seat, dx_text *out)
{
    const dx_policy *policy = &a->policy[seat];
    if (policy->agent == NULL) {
        dx_text_add(out, "uniform");
        return;
    }
    bool lapses = a->lapse[seat].top > 0 && a->kind == DX_ASSUME_POLICY;
    dx_text_add(out, lapses ? "lapse(" : "");
    dx_params_print_short(&policy->agent->schema, policy->agent->name,
                          &policy->params, out);
    if (!lapses)
        return;
    dx_text_add_char(out, ',');
    dx_fraction_print(a->lapse[seat], out);
    dx_text_add_char(out, ')');
}

static void print_kinds(const dx_assumption *a, dx_text *out)
{
    dx_text_add(out, "mixture(");
    for (unsigned kind = 0; kind < a->kinds; kind++) {
        dx_text_add(out, kind > 0 ? "," : "");
        if (a->policy[kind].agent == NULL)
            dx_text_add(out, "stranger");
        else
            print_seat(a, kind, out);
    }
    dx_text_add_char(out, ')');
}

static void print_seats(const dx_assumption *a, const dx_rules *rules,
                        dx_text *out)
{
    unsigned count = are_alike(a, rules) ? 1 : dx_players(rules);
    for (unsigned seat = 0; seat < count; seat++) {
        dx_text_add(out, seat > 0 ? "," : "");
        print_seat(a, seat, out);
    }
}

void dx_assumption_print(const dx_assumption *assumption, const dx_rules *rules,
                         dx_text *out)
{
    static const dx_assumption nothing = {.kind = DX_ASSUME_NONE};
    const dx_assumption *a = assumption != NULL ? assumption : &nothing;
    if (a->kind == DX_ASSUME_NONE)
        dx_text_add(out, "none");
    else if (a->kind == DX_ASSUME_UNIFORM)
        dx_text_add(out, "uniform");
    else if (a->kind == DX_ASSUME_TRUTHFUL)
        dx_text_add(out, "truthful(");
    if (a->kind == DX_ASSUME_POLICY || a->kind == DX_ASSUME_TRUTHFUL)
        print_seats(a, rules, out);
    if (a->kind == DX_ASSUME_MIXTURE)
        print_kinds(a, out);
    if (a->kind == DX_ASSUME_SOURCE) {
        dx_text_add(out, "source(");
        dx_params_print_short(&a->source->schema, a->source->name,
                              &a->source_params, out);
    }
    if (a->kind == DX_ASSUME_TRUTHFUL || a->kind == DX_ASSUME_SOURCE)
        dx_text_add_char(out, ')');
    assert((unsigned)a->refutation < REFUTATIONS);
    if (a->refutation != DX_REFUTED_DROP)
        dx_text_printf(out, "; %s", refutations[a->refutation]);
}
