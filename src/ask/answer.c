// Answers as people read them, and as programs do.

#include "ask/answer.h"
#include "base/members.h"

#include "base/stack.h"
#include "base/wrap.h"
#include "logic/formula/print.h"
#include "words/number.h"

#include <string.h>

// A game may have a fact called `now`.
static bool is_number(const dx_game *game, const char *name)
{
    return dx_quantity_named(game, name) != NULL ||
           (strcmp(name, "now") == 0 && dx_atom_named(game, name) == NULL);
}

dx_status dx_ask_parse(dx_formulas *store, const dx_game *game,
                       const char *text, dx_formula *out, bool *out_is_term,
                       dx_error *error)
{
    dx_lexer lexer;
    dx_sort sort;
    dx_lexer_init(&lexer, text, strlen(text));
    dx_status status = dx_parse_expression(&lexer, store, out, &sort, error);
    if (status == DX_OK)
        status = dx_parse_end(&lexer, store, *out, error);
    *out_is_term =
        status == DX_OK &&
        (sort == DX_SORT_TERM ||
         (sort == DX_SORT_EITHER && dx_formula_kind(store, *out) == DX_APPLY &&
          is_number(game, dx_formula_text(store, *out))));
    return status;
}

dx_status dx_ask_read(dx_formulas *store, const dx_cast *cast, const char *text,
                      dx_formula *out, bool *out_is_term, dx_error *error)
{
    dx_error as_sentence = {.message = ""};
    dx_text formula = {0};
    dx_status status =
        dx_ask_parse(store, cast->rules->game, text, out, out_is_term, error);
    if (status == DX_OK)
        return DX_OK;
    if (dx_sentence_read(cast, text, &formula, &as_sentence) == DX_OK)
        status =
            dx_ask_parse(store, cast->rules->game, dx_text_string(&formula),
                         out, out_is_term, error);
    else if (error != NULL && as_sentence.column > error->column + 1)
        *error = as_sentence;
    dx_text_release(&formula);
    return status;
}

// That whoever asks cannot tell.
static void say_open(dx_formulas *store, const dx_cast *cast, dx_formula f,
                     dx_text *out)
{
    dx_fraction seat = {(int64_t)cast->you + 1, 1};
    dx_formula knows =
        dx_formula_make(store, DX_KNOWS_WHETHER, 2,
                        (uint32_t[]){dx_formula_number(store, seat), f});
    dx_sentence_say_not(store, cast, knows, out);
}

typedef struct saying {
    dx_formulas *store;
    const dx_cast *cast;
    dx_formula f;
    dx_truth truth;
    dx_text *out;
} saying;

static void say_answer(void *data)
{
    saying *s = data;
    if (s->truth == DX_ANSWER_YES)
        dx_sentence_say(s->store, s->cast, s->f, s->out);
    else if (s->truth == DX_ANSWER_NO)
        dx_sentence_say_not(s->store, s->cast, s->f, s->out);
    else if (s->truth == DX_ANSWER_OPEN && s->cast->you < DX_SEATS_MAX)
        say_open(s->store, s->cast, s->f, s->out);
}

enum { FRAMES_A_LEVEL = 8 };

void dx_answer_words(dx_formulas *store, const dx_cast *cast, dx_formula f,
                     const dx_answer *answer, dx_text *out)
{
    saying s = {store, cast, f, answer->truth, out};
    dx_run_deep(FRAMES_A_LEVEL * dx_formula_depth(store, f), say_answer, &s);
}

static void add_count(dx_count count, dx_text *out)
{
    char digits[DX_COUNT_TEXT_BYTES];
    dx_text_add(out, dx_count_text(count, digits));
}

// Exactly; an engine with small fractions may have lost it.
static void add_exact(const dx_answer *answer, dx_text *out)
{
    if (dx_rational_is_zero(&answer->exact))
        dx_fraction_print(answer->chance, out);
    else
        dx_rational_print(&answer->exact, out);
}

// 5/6; or as well as it is known.
static void add_chance(const dx_answer *answer, dx_text *out)
{
    if (answer->quality == DX_EXACT) {
        dx_text exact = {0};
        add_exact(answer, &exact);
        dx_chance_listed(dx_text_string(&exact), answer->probability, out);
        dx_text_release(&exact);
    } else if (answer->quality == DX_ROUNDED) {
        dx_answer_print_rounded(answer, out);
        dx_text_add(out, " (rounded)");
    } else
        dx_text_printf(out, "about %.3f, give or take %.3f (sampled)",
                       answer->probability, answer->half_width);
}

static void indent(const char *title, const char *lines, dx_text *out)
{
    if (lines == NULL)
        return;
    dx_text_printf(out, "%s\n    ", title);
    for (const char *c = lines; *c != '\0'; c++) {
        dx_text_add_char(out, *c);
        if (*c == '\n' && c[1] != '\0')
            dx_text_add(out, "    ");
    }
}

// What is assumed about who moves how.
void dx_assumed_say(const char *assumption, dx_text *out)
{
    if (strcmp(assumption, "none") == 0)
        dx_text_add(out, "nothing is assumed about how anybody plays");
    else
        dx_text_printf(out, "assuming %s", assumption);
}

// "(8 worlds are possible; assuming info)"
static void add_how(const dx_answer *answer, const char *assumption,
                    dx_text *out)
{
    dx_text_add_char(out, '(');
    if (answer->worlds > 0) {
        dx_count_words((double)answer->worlds, out);
        dx_text_printf(out, " %s possible; ",
                       answer->worlds == 1 ? "world is" : "worlds are");
    }
    if (answer->believed > 0) {
        dx_count_words((double)answer->believed, out);
        dx_text_add(out, " believed; ");
    }
    if (answer->kept_best)
        dx_text_printf(out, "the likeliest%s, as none is above the threshold; ",
                       answer->believed > 0 ? "" : " are believed");
    if (answer->drawn > 0)
        dx_text_printf(out, "%zu drawn; ", answer->drawn);
    dx_assumed_say(assumption, out);
    if (answer->refuted)
        dx_text_printf(out, ", which turn %u refuted", answer->refuted_turn);
    dx_text_add(out, ")\n");
}

void dx_answer_say(const dx_answer *answer, const char *sentence,
                   const char *assumption, bool examples, dx_text *out)
{
    dx_text_printf(out, "%s", dx_truth_text(answer->truth));
    if (answer->has_chance && answer->truth == DX_ANSWER_OPEN) {
        dx_text_add(out, ", chance ");
        add_chance(answer, out);
    }
    if (answer->why[0] != '\0')
        dx_text_printf(out, ": %s", answer->why);
    dx_text_add_char(out, '\n');
    if (*sentence != '\0') {
        dx_wrap wrap = {.out = out};
        dx_wrap_words(&wrap, sentence);
        dx_wrap_end(&wrap);
    }
    add_how(answer, assumption, out);
    bool both = answer->example != NULL && answer->counterexample != NULL;
    if (!examples || !both || answer->truth == DX_ANSWER_YES)
        return;
    bool open = answer->truth == DX_ANSWER_OPEN;
    if (open)
        indent("it may be that it holds:", answer->example, out);
    indent(open ? "or that it does not:" : "it may be that not:",
           answer->counterexample, out);
}

// "5/6 (83 %)", "1 (certain)"
static void say_chance(const dx_value *value, dx_text *out)
{
    const dx_fraction chance = value->value;
    dx_text_add(out, " (");
    if (dx_fraction_is_lost(chance))
        dx_percent_words(dx_rational_value(&value->answer.exact), out);
    else if (chance.top == 0 || chance.top == chance.over)
        dx_chance_words(chance, true, out);
    else
        dx_percent_words(dx_fraction_value(chance), out);
    dx_text_add_char(out, ')');
}

void dx_value_say(const dx_formulas *store, dx_formula term,
                  const dx_value *value, const char *assumption, dx_text *out)
{
    dx_kind kind = dx_formula_kind(store, term);
    if (value->is_known) {
        dx_value_print(value, out);
        if (kind == DX_PROBABILITY || kind == DX_PROBABILITY_GIVEN)
            say_chance(value, out);
        else if (value->value.over > 1000 || dx_fraction_is_lost(value->value))
            dx_text_printf(out, " (about %.2f)",
                           dx_fraction_is_lost(value->value)
                               ? dx_rational_value(&value->answer.exact)
                               : dx_fraction_value(value->value));
    } else if (value->is_estimated)
        add_chance(&value->answer, out);
    else
        dx_text_printf(out, "%s: %s", dx_truth_text(value->answer.truth),
                       value->answer.why);
    dx_text_add_char(out, '\n');
    add_how(&value->answer, assumption, out);
}

// ---- in JSON ----

// What every answer has: how it was found.
static void add_how_json(const dx_answer *answer, const char *assumption,
                         dx_text *out)
{
    dx_put_text(out, "engine", answer->engine);
    dx_put_member(out, "worlds");
    if (answer->worlds > 0)
        add_count(answer->worlds, out);
    else
        dx_text_add(out, "null"); // not counted: from above nobody asks
    dx_put_text(out, "assumption", assumption);
    if (answer->believed > 0) {
        dx_put_member(out, "believed");
        add_count(answer->believed, out);
    }
    if (answer->kept_best)
        dx_put_flag(out, "kept_best", true);
    if (answer->refuted)
        dx_put_number(out, "refuted_turn", answer->refuted_turn);
    if (answer->why[0] != '\0')
        dx_put_text(out, "why", answer->why);
}

static void add_chance_json(const dx_answer *answer, dx_text *out)
{
    if (answer->quality != DX_SAMPLED) {
        dx_put_open(out, "chance", '"');
        if (answer->quality == DX_EXACT)
            add_exact(answer, out);
        else
            dx_answer_print_rounded(answer, out);
        dx_text_add_char(out, '"');
    }
    dx_text_printf(out, ",\"probability\":%.17g", answer->probability);
}

static void add_quality(const dx_answer *answer, dx_quality quality,
                        dx_text *out)
{
    static const char *const names[] = {"exact", "rounded", "sampled"};
    dx_put_text(out, "quality", names[quality]);
    if (quality == DX_SAMPLED && answer->half_width > 0)
        dx_text_printf(out, ",\"half_width\":%.6g", answer->half_width);
}

static void add_formula(const dx_formulas *store, dx_formula f, dx_text *out)
{
    dx_text formula = {0};
    dx_formula_print(store, f, &formula);
    dx_text_add_char(out, '{');
    dx_put_said(out, "formula", &formula);
}

void dx_answer_json(const dx_formulas *store, dx_formula f,
                    const dx_answer *answer, const char *assumption,
                    dx_text *out)
{
    add_formula(store, f, out);
    dx_put_text(out, "answer", dx_truth_text(answer->truth));
    add_how_json(answer, assumption, out);
    if (answer->has_chance)
        add_chance_json(answer, out);
    if (answer->truth != DX_ANSWER_UNDECIDED)
        add_quality(answer,
                    answer->has_chance  ? answer->quality
                    : answer->drawn > 0 ? DX_SAMPLED
                                        : DX_EXACT,
                    out);
    const char *const name[] = {"example", "counterexample"};
    const char *const value[] = {answer->example, answer->counterexample};
    for (int i = 0; i < 2; i++)
        if (value[i] != NULL)
            dx_put_text(out, name[i], value[i]);
    dx_text_add_char(out, '}');
}

void dx_value_json(const dx_formulas *store, dx_formula term,
                   const dx_value *value, const char *assumption, dx_text *out)
{
    bool is_rounded = dx_value_is_rounded(value);
    bool is_sampled = value->is_estimated && !is_rounded;
    add_formula(store, term, out);
    dx_put_text(out, "answer",
                value->is_known || is_rounded ? "value"
                : is_sampled                  ? "estimate"
                             : dx_truth_text(value->answer.truth));
    if (value->is_known || is_rounded) {
        dx_put_open(out, "value", '"');
        dx_value_print(value, out);
        dx_text_add_char(out, '"');
    }
    dx_kind kind = dx_formula_kind(store, term);
    if (is_sampled && (kind == DX_PROBABILITY || kind == DX_PROBABILITY_GIVEN))
        add_chance_json(&value->answer, out);
    else if (is_sampled)
        dx_text_printf(out, ",\"about\":%.17g", value->answer.probability);
    if (value->has_range) {
        dx_put_open(out, "least", '"');
        dx_fraction_print(value->least, out);
        dx_text_add_char(out, '"');
        dx_put_open(out, "most", '"');
        dx_fraction_print(value->most, out);
        dx_text_add_char(out, '"');
    }
    if (value->is_known || value->is_estimated)
        add_quality(&value->answer, value->answer.quality, out);
    add_how_json(&value->answer, assumption, out);
    dx_text_add_char(out, '}');
}
