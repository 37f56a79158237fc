// Three values, and the engine for what they leave open: f | g may be known
// though neither part is, so a formula whose parts do not decide it is asked as
// a whole.

#include "agents/rules/evaluate.h"

#include "ask/question.h"
#include "ask/value.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

// Of one decision; a question to the engine counts as so many parts.
enum { PARTS_MAX = 200000, QUESTION = 100 };
enum { QUESTION_STEPS = 2000000, WORD = 64 };

void dx_rule_moment_begin(dx_rule_moment *e, dx_rule_file *program,
                          const dx_view *view, dx_frames *frames)
{
    *e = (dx_rule_moment){program, view, frames, dx_claims_new()};
    e->names[view->seat] = "me";
}

bool dx_rule_is_late(dx_rule_moment *e, unsigned parts)
{
    e->parts += e->parts > PARTS_MAX ? 0 : parts;
    return e->parts > PARTS_MAX;
}

void dx_rule_moment_end(dx_rule_moment *e)
{
    dx_claims_free(e->claims);
}

static dx_formulas *store_of(const dx_rule_moment *e)
{
    return e->program->store;
}

static dx_formula operand(const dx_rule_moment *e, dx_formula f, size_t i)
{
    return dx_formula_operand(e->program->store, f, i);
}

// ---- words ----

static dx_grounding words_of(const dx_rule_moment *e)
{
    return (dx_grounding){
        .store = store_of(e), .rules = e->view->rules, .names = e->names};
}

// The word that a term is; `me` is the seat's.
static bool word_of(const dx_rule_moment *e, dx_formula term, char *out)
{
    const dx_grounding g = words_of(e);
    bool is_word = dx_ground_word(&g, term, out, WORD);
    if (is_word && strcmp(out, "me") == 0)
        snprintf(out, WORD, "%u", e->view->seat + 1);
    return is_word;
}

bool dx_rule_read(const dx_rule_moment *e, dx_formula term, const char *type,
                  unsigned *out)
{
    char word[WORD];
    return word_of(e, term, word) &&
           dx_type_read(e->view->rules, type, word, strlen(word), out);
}

static bool read_args(const dx_rule_moment *e, dx_formula apply,
                      const char *const *types, int *out)
{
    const dx_grounding g = words_of(e);
    return dx_ground_args(&g, apply, types, out, NULL) == DX_OK;
}

// ---- what is in sight ----

// Has the seat all that a fact speaks of before its eyes?
static bool sees_atom(dx_rule_moment *e, const dx_atom *atom, const int *args)
{
    if (e->frames == NULL)
        return false;
    if (atom->claim == NULL)
        return true;
    const dx_frame *now = dx_frames_now(e->frames);
    dx_claims_clear(e->claims);
    return dx_claim_is_within(e->claims,
                              atom->claim(atom, now->sight, args, e->claims),
                              now->sees[e->view->seat]);
}

// ---- the engine ----

static dx_ask_options options_of(const dx_rule_moment *e,
                                 const dx_budget *budget)
{
    return (dx_ask_options){
        .frames = e->frames, .budget = budget, .names = e->names};
}

static dx_truth ask(dx_rule_moment *e, dx_formula f)
{
    const dx_budget budget = {.steps_max = QUESTION_STEPS};
    dx_ask_options options = options_of(e, &budget);
    dx_answer answer = {0};
    dx_error error;
    dx_truth truth = DX_ANSWER_UNDECIDED;
    if (!dx_rule_is_late(e, QUESTION) &&
        dx_ask_seat(store_of(e), e->view, f, &options, &answer, &error) ==
            DX_OK)
        truth = answer.truth;
    dx_answer_release(&answer);
    return truth;
}

static bool ask_term(dx_rule_moment *e, dx_formula term, dx_fraction *out)
{
    const dx_budget budget = {.steps_max = QUESTION_STEPS};
    dx_ask_options options = options_of(e, &budget);
    dx_value value = {0};
    dx_error error;
    bool known = !dx_rule_is_late(e, QUESTION) &&
                 dx_ask_term_seat(store_of(e), e->view, term, &options, &value,
                                  &error) == DX_OK &&
                 value.is_known && !dx_fraction_is_lost(value.value);
    if (known)
        *out = value.value;
    dx_answer_release(&value.answer);
    return known;
}

// ---- domains ----

static void add_word(dx_rule_moment *e, const char *type, unsigned value,
                     dx_rule_words *out)
{
    dx_text word = {0};
    dx_type_say(e->view->rules, type, value, &word);
    dx_vector_push(out, dx_formula_atom(store_of(e), dx_text_string(&word)));
    dx_text_release(&word);
}

// The other seats, from the left on.
static void add_others(dx_rule_moment *e, dx_rule_words *out)
{
    unsigned players = dx_players(e->view->rules);
    for (unsigned i = 1; i < players; i++)
        add_word(e, "seat", (e->view->seat + i) % players, out);
}

// Sees the seat all that decides who is a member?
static bool sees_members(dx_rule_moment *e, const dx_domain *d, const int *args)
{
    unsigned values = dx_type_values(e->view->rules, d->member);
    if (d->is == NULL)
        return true;
    int all[DX_TERM_ARGS + 1] = {0};
    unsigned count = 0;
    for (; count < DX_TERM_ARGS && d->type[count] != NULL; count++)
        all[count] = args[count];
    for (unsigned value = 0; value < values; value++) {
        all[count] = (int)value;
        if (!sees_atom(e, d->is, all))
            return false;
    }
    return true;
}

static bool list_domain(dx_rule_moment *e, const dx_domain *d, dx_formula f,
                        dx_rule_words *out)
{
    int args[DX_TERM_ARGS + 1], members[DX_VALUES_MAX];
    if (!read_args(e, f, d->type, args) || !sees_members(e, d, args))
        return false;
    unsigned count = dx_domain_members(d, e->view->sight, args, members);
    for (unsigned i = 0; i < count; i++)
        add_word(e, d->member, (unsigned)members[i], out);
    return true;
}

static bool list_named(dx_rule_moment *e, dx_formula f, dx_rule_words *out)
{
    const dx_rules *rules = e->view->rules;
    const char *name = dx_formula_text(store_of(e), f);
    bool is_bare = dx_formula_count(store_of(e), f) == 1;
    const dx_domain *d = rules->game->domains;
    for (; d != NULL && d->name != NULL; d++)
        if (strcmp(d->name, name) == 0 && is_bare == (d->type[0] == NULL))
            return list_domain(e, d, f, out);
    if (is_bare && strcmp(name, "others") == 0) {
        add_others(e, out);
        return true;
    }
    if (!is_bare || !dx_rule_is_type(rules->game, name))
        return false;
    for (unsigned i = 0; i < dx_type_values(rules, name); i++)
        add_word(e, name, i, out);
    return true;
}

// 1..3
static bool list_range(dx_rule_moment *e, dx_formula range, dx_rule_words *out)
{
    dx_fraction low, high;
    if (!dx_rule_value(e, operand(e, range, 0), &low) ||
        !dx_rule_value(e, operand(e, range, 1), &high))
        return false;
    for (int64_t i = low.top; i <= high.top; i++) {
        if (out->count == DX_VALUES_MAX)
            return false;
        dx_vector_push(out, dx_formula_number(store_of(e), dx_fraction_int(i)));
    }
    return low.over == 1 && high.over == 1;
}

bool dx_rule_members(dx_rule_moment *e, dx_formula domain, dx_rule_words *out)
{
    switch (dx_formula_kind(store_of(e), domain)) {
    case DX_APPLY:
        return list_named(e, domain, out);
    case DX_SET:
        for (size_t i = 0; i < dx_formula_count(store_of(e), domain); i++)
            dx_vector_push(out, operand(e, domain, i));
        return true;
    case DX_RANGE:
        return list_range(e, domain, out);
    default:
        return false;
    }
}

// ---- terms ----

// sum and count, over what the seat can list.
static bool gather(dx_rule_moment *e, dx_formula f, dx_fraction *out)
{
    dx_rule_words members = {0};
    bool is_sum = dx_formula_kind(store_of(e), f) == DX_SUM;
    bool known = dx_rule_members(e, operand(e, f, 1), &members);
    *out = dx_fraction_int(0);
    for (size_t i = 0; i < members.count && known && !dx_rule_is_late(e, 1);
         i++) {
        dx_formula body = dx_formula_replace(store_of(e), operand(e, f, 2),
                                             operand(e, f, 0), members.at[i]);
        dx_fraction value = dx_fraction_int(0);
        dx_truth truth = is_sum ? DX_ANSWER_NO : dx_rule_holds(e, body);
        known = is_sum ? dx_rule_value(e, body, &value)
                       : truth == DX_ANSWER_YES || truth == DX_ANSWER_NO;
        if (!is_sum)
            value = dx_fraction_int(truth == DX_ANSWER_YES);
        *out = dx_fraction_add(*out, value);
    }
    dx_vector_release(&members);
    return known && !dx_rule_is_late(e, 0);
}

// A term or comparison with its counts and sums as the numbers that they are;
// DX_FORMULA_NONE if the seat cannot tell.
static dx_formula counted(dx_rule_moment *e, dx_formula f)
{
    dx_kind kind = dx_formula_kind(store_of(e), f);
    dx_family family = dx_kind_family(kind);
    dx_fraction sum;
    if (family == DX_FAMILY_GATHER)
        return gather(e, f, &sum) ? dx_formula_number(store_of(e), sum)
                                  : DX_FORMULA_NONE;
    if (family != DX_FAMILY_ARITHMETIC && family != DX_FAMILY_COMPARE)
        return f;
    uint32_t part[2] = {0};
    size_t count = dx_formula_count(store_of(e), f);
    for (size_t i = 0; i < count; i++)
        if ((part[i] = counted(e, operand(e, f, i))) == DX_FORMULA_NONE)
            return DX_FORMULA_NONE;
    return dx_formula_make(store_of(e), kind, count, part);
}

bool dx_rule_value(dx_rule_moment *e, dx_formula term, dx_fraction *out)
{
    if (dx_rule_is_late(e, 1) || (term = counted(e, term)) == DX_FORMULA_NONE)
        return false;
    if (dx_formula_kind(store_of(e), term) != DX_NUMBER)
        return ask_term(e, term, out);
    *out = dx_formula_value(store_of(e), term);
    return true;
}

// ---- formulas ----

static dx_truth truth_of(bool holds)
{
    return holds ? DX_ANSWER_YES : DX_ANSWER_NO;
}

static dx_truth negate(dx_truth t)
{
    return t == DX_ANSWER_YES  ? DX_ANSWER_NO
           : t == DX_ANSWER_NO ? DX_ANSWER_YES
                               : t;
}

// Numbers, or words that are the same or not.
static dx_truth compare(dx_rule_moment *e, dx_formula f)
{
    dx_formula plain = counted(e, f);
    dx_kind kind = dx_formula_kind(store_of(e), f);
    char left[WORD], right[WORD];
    dx_truth truth =
        plain == DX_FORMULA_NONE ? DX_ANSWER_UNDECIDED : ask(e, plain);
    if (truth == DX_ANSWER_UNDECIDED &&
        (kind == DX_EQUAL || kind == DX_NOT_EQUAL) &&
        word_of(e, operand(e, f, 0), left) &&
        word_of(e, operand(e, f, 1), right))
        return truth_of((strcmp(left, right) == 0) == (kind == DX_EQUAL));
    return truth;
}

static dx_truth is_member(dx_rule_moment *e, dx_formula f)
{
    dx_rule_words members = {0};
    char word[WORD], other[WORD];
    dx_truth truth = DX_ANSWER_NO;
    bool known = word_of(e, operand(e, f, 0), word) &&
                 dx_rule_members(e, operand(e, f, 1), &members);
    for (size_t i = 0; i < members.count && known; i++)
        if (word_of(e, members.at[i], other) && strcmp(word, other) == 0)
            truth = DX_ANSWER_YES;
    dx_vector_release(&members);
    return known ? truth : ask(e, f);
}

// `decides` is what one part must be to decide the whole.
static dx_truth fold(dx_truth so_far, dx_truth part, dx_truth decides)
{
    return so_far == decides || part == decides ? decides
           : so_far == negate(decides)          ? part
                                                : so_far;
}

static dx_truth quantified(dx_rule_moment *e, dx_formula f)
{
    dx_rule_words members = {0};
    bool is_some = dx_formula_kind(store_of(e), f) == DX_EXISTS;
    dx_truth decides = truth_of(is_some), truth = negate(decides);
    if (!dx_rule_members(e, operand(e, f, 1), &members)) {
        dx_vector_release(&members);
        return ask(e, f);
    }
    for (size_t i = 0;
         i < members.count && truth != decides && !dx_rule_is_late(e, 1); i++)
        truth = fold(truth,
                     dx_rule_holds(e, dx_formula_replace(
                                          store_of(e), operand(e, f, 2),
                                          operand(e, f, 0), members.at[i])),
                     decides);
    dx_vector_release(&members);
    return dx_rule_is_late(e, 0) ? DX_ANSWER_UNDECIDED : truth;
}

static dx_truth connected(dx_rule_moment *e, dx_formula f)
{
    dx_kind kind = dx_formula_kind(store_of(e), f);
    dx_truth decides = truth_of(kind != DX_AND), truth = negate(decides);
    for (size_t i = 0; i < dx_formula_count(store_of(e), f) && truth != decides;
         i++) {
        dx_truth part = dx_rule_holds(e, operand(e, f, i));
        truth = fold(truth, kind == DX_IMPLIES && i == 0 ? negate(part) : part,
                     decides);
    }
    return truth == DX_ANSWER_OPEN ? ask(e, f) : truth;
}

dx_truth dx_rule_holds(dx_rule_moment *e, dx_formula f)
{
    if (f == DX_FORMULA_NONE || dx_rule_is_late(e, 1))
        return DX_ANSWER_UNDECIDED;
    dx_kind kind = dx_formula_kind(store_of(e), f);
    switch (kind) {
    case DX_TRUE:
    case DX_FALSE:
        return truth_of(kind == DX_TRUE);
    case DX_NOT:
        return negate(dx_rule_holds(e, operand(e, f, 0)));
    case DX_AND:
    case DX_OR:
    case DX_IMPLIES:
        return connected(e, f);
    case DX_FORALL:
    case DX_EXISTS:
        return quantified(e, f);
    case DX_IN:
        return is_member(e, f);
    default:
        return dx_kind_family(kind) == DX_FAMILY_COMPARE ? compare(e, f)
                                                         : ask(e, f);
    }
}
