// Questions to a lens: the answer, and two worlds that show why.
//
// A seat knows its own mind, so K[a] f, asked by a, is yes or no and never
// open; what it wants to see is a world in which f is so and one in which it is
// not.  So the seat's own attitudes are peeled off before a contrast is looked
// for.  Its chance compared with what differs between worlds is no such thing:
// that may be open, and is looked for itself.

#include "ask/answer.h"
#include "ask/inquire.h"
#include "ask/lens_private.h"
#include "ask/lens_say.h"
#include "base/memory.h"
#include "base/stack.h"
#include "minds/position.h"

// Formulas are recursed over, a few frames for each of their levels.
enum { FRAMES_A_LEVEL = 8 };

void dx_lens_answer_free(dx_lens_answer *a)
{
    dx_answer_release(&a->answer);
    dx_answer_release(&a->value.answer);
    dx_free(a->example);
    dx_free(a->counterexample);
    dx_free(a->words);
    dx_free(a->sentence);
    dx_free(a->so);
    dx_free(a->otherwise);
    dx_free(a);
}

// What the seat's own mind is asked about: behind "it knows that not ..", that
// it is not.
static dx_formula peel(const dx_question *q, dx_formula f)
{
    const dx_formulas *store = q->store;
    dx_formula asked = f;
    for (;;) {
        dx_kind kind = dx_formula_kind(store, f);
        dx_formula term = dx_formula_count(store, f) > 0
                              ? dx_formula_operand(store, f, 0)
                              : DX_FORMULA_NONE;
        bool compares =
            dx_kind_family(kind) == DX_FAMILY_COMPARE &&
            dx_formula_kind(store, dx_formula_operand(store, f, 1)) ==
                DX_NUMBER;
        if (kind == DX_NOT)
            f = term;
        else if ((kind == DX_KNOWS || kind == DX_POSSIBLE ||
                  kind == DX_KNOWS_WHETHER || kind == DX_BELIEVES) &&
                 dx_question_agent(q, f) == q->seat)
            asked = f = dx_formula_operand(store, f, 1);
        else if (compares && dx_formula_kind(store, term) == DX_PROBABILITY &&
                 dx_question_agent(q, term) == q->seat)
            asked = f = dx_formula_operand(store, term, 1);
        else
            return asked;
    }
}

// What lies in the places of a table, as data.
static dx_dealt *dealt_of(const dx_lens *l, const void *table)
{
    if (table == NULL)
        return NULL;
    const dx_frame *now = dx_frames_now(l->frames);
    dx_dealt *dealt = dx_alloc(1, sizeof *dealt);
    dx_places_held_in(l->rules.game->places, now->sight, table, now->real,
                      dealt);
    return dealt;
}

static char *show(const dx_lens *l, const void *table)
{
    dx_text text = {0};
    if (table == NULL)
        return NULL;
    l->rules.game->show(table, &text);
    return dx_text_take(&text);
}

// All that is so on a table.
static char *facts_of(const dx_lens *l, const void *table)
{
    const dx_cast cast = dx_lens_cast(l);
    dx_text text = {0};
    if (table == NULL)
        return NULL;
    dx_position_facts(&cast, table, &text);
    return dx_text_take(&text);
}

// Can what differs be said by places?
static bool is_told_by_places(dx_lens *l, const dx_lens_answer *a)
{
    dx_text with = {0}, without = {0};
    bool is_told = dx_lens_answer_differs(l, a, &with, &without);
    dx_text_release(&with);
    dx_text_release(&without);
    return is_told;
}

static void take_contrast(dx_lens *l, const dx_contrast *c, dx_lens_answer *a)
{
    a->example = dealt_of(l, c->example);
    a->counterexample = dealt_of(l, c->counterexample);
    a->breaks = c->breaks;
    a->steps += c->steps;
    if (c->example == NULL && c->counterexample == NULL)
        return;
    dx_free(a->answer.example);
    dx_free(a->answer.counterexample);
    a->answer.example = show(l, c->example);
    a->answer.counterexample = show(l, c->counterexample);
    if (a->breaks != 0 && !is_told_by_places(l, a)) {
        a->answer.example_facts = facts_of(l, c->example);
        a->answer.counterexample_facts = facts_of(l, c->counterexample);
    }
}

dx_question dx_lens_question(const dx_lens *l, const dx_ask_options *options)
{
    return dx_question_of(l->store, dx_eyes_view(l->eyes), NULL, options);
}

// What is asked about as a sentence, and that it is not so.
static void say_both(dx_lens *l, dx_formula asked, dx_lens_answer *a)
{
    const dx_cast cast = dx_lens_cast(l);
    dx_text so = {0}, otherwise = {0};
    dx_sentence_say(l->store, &cast, asked, &so);
    dx_sentence_say_not(l->store, &cast, asked, &otherwise);
    a->so = dx_text_take(&so);
    a->otherwise = dx_text_take(&otherwise);
}

// A failure leaves the answer without a contrast, and is no error.
static void contrast(dx_lens *l, const dx_ask_options *options,
                     dx_lens_answer *a)
{
    dx_question q = dx_lens_question(l, options);
    dx_contrast found = {0};
    if (a->answer.example_facts != NULL &&
        a->answer.counterexample_facts != NULL)
        say_both(l, a->formula, a);
    else if (dx_can_inquire(&q) &&
             dx_ground(&q.grounding, a->formula, &q.formula, NULL) == DX_OK) {
        dx_formula asked = peel(&q, a->formula);
        dx_formula peeled = peel(&q, q.formula);
        bool is_whole = asked == a->formula && peeled != q.formula;
        q.formula = peeled;
        if (dx_inquire_contrast(&q, &found, NULL) == DX_OK)
            take_contrast(l, &found, a);
        if (!is_whole && a->breaks != 0)
            say_both(l, asked, a);
        dx_contrast_release(&found);
    }
    dx_grounding_release(&q.grounding);
}

typedef struct answering {
    dx_lens *lens;
    dx_lens_answer *answer;
    dx_error *error;
    dx_status status;
} answering;

static void answer(void *data)
{
    answering *self = data;
    dx_lens *l = self->lens;
    dx_lens_answer *a = self->answer;
    const dx_view *view = dx_eyes_view(l->eyes);
    dx_ask_options options = dx_lens_asking(l);
    dx_text words = {0};
    self->status = a->is_term
                       ? dx_ask_term_seat(l->store, view, a->formula, &options,
                                          &a->value, self->error)
                       : dx_ask_seat(l->store, view, a->formula, &options,
                                     &a->answer, self->error);
    if (self->status != DX_OK)
        return;
    a->steps = a->is_term ? a->value.answer.steps : a->answer.steps;
    if (!a->is_term && a->answer.truth != DX_ANSWER_UNDECIDED)
        contrast(l, &options, a);
    const dx_cast cast = dx_lens_cast(l);
    if (a->is_term)
        dx_term_say(l->store, &cast, a->formula, &words);
    else
        dx_sentence_say(l->store, &cast, a->formula, &words);
    a->words = dx_text_take(&words);
    if (a->is_term)
        return;
    dx_answer_words(l->store, &cast, a->formula, &a->answer, &words);
    a->sentence = dx_text_take(&words);
}

static const dx_lens_answer *found(const dx_lens *l, dx_formula f, bool is_term)
{
    for (size_t i = 0; i < l->answers.count; i++)
        if (l->answers.at[i]->formula == f &&
            l->answers.at[i]->is_term == is_term)
            return l->answers.at[i];
    return NULL;
}

dx_status dx_lens_ask(dx_lens *l, const char *text, const dx_lens_answer **out,
                      dx_error *error)
{
    dx_formula f;
    bool is_term;
    const dx_cast cast = dx_lens_cast(l);
    dx_status status = dx_ask_read(l->store, &cast, text, &f, &is_term, error);
    if (status != DX_OK)
        return status;
    *out = found(l, f, is_term);
    if (*out == NULL) {
        dx_lens_answer *a = dx_alloc(1, sizeof *a);
        a->formula = f;
        a->is_term = is_term;
        answering self = {.lens = l, .answer = a, .error = error};
        size_t levels = dx_formula_depth(l->store, f);
        dx_run_deep(FRAMES_A_LEVEL * levels, answer, &self);
        if (self.status != DX_OK) {
            dx_lens_answer_free(a);
            return self.status;
        }
        dx_vector_push(&l->answers, a);
        *out = a;
    }
    return DX_OK;
}
