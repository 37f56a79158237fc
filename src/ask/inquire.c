// The engine by places: a question as an inquiry (minds/inquiry.h).
//
// From a seat, the formula is asked of the seat's own mind, which sees what the
// seat sees; from above, it is evaluated where every place holds what it holds.
// Common knowledge is tried with a few levels of "everybody knows" first, then
// with more, and at last by going everywhere.

#include "ask/inquire.h"

#include "ask/translate.h"
#include "base/memory.h"
#include "game/places.h"

enum { STEPS_NORMAL = 100000000, MEMORY_NORMAL = 1 << 30 };

// How common knowledge is tried, one after the other.
static const struct {
    unsigned levels;
    bool closes;
} tries[] = {{3, false}, {6, false}, {3, true}};

typedef struct attempt {
    const dx_question *question;
    dx_frames *frames;
    dx_inquiry *inquiry;
    dx_translator *translator;
    void *truth;           // from above
    dx_number_scope scope; // from above: everything
} attempt;

static unsigned assumption_of(const dx_question *q)
{
    return q->options->assumption == NULL ? DX_ASSUME_NONE
                                          : q->options->assumption->kind;
}

bool dx_can_inquire(const dx_question *q)
{
    const dx_places *places = q->rules->game->places;
    if (places == NULL || assumption_of(q) == DX_ASSUME_NONE)
        return places != NULL;
    return assumption_of(q) == DX_ASSUME_UNIFORM &&
           (places->moves_are_open || places->factors != NULL);
}

static void set_limits(const dx_ask_options *options, dx_effort *effort)
{
    const dx_budget *budget = options->budget;
    effort->budget = budget;
    effort->steps_max = budget != NULL && budget->steps_max != 0
                            ? budget->steps_max
                            : STEPS_NORMAL;
    effort->bytes_max =
        options->memory_max != 0 ? options->memory_max : MEMORY_NORMAL;
}

static void begin(attempt *a, unsigned number)
{
    a->inquiry = dx_inquiry_new(a->frames);
    if (assumption_of(a->question) == DX_ASSUME_UNIFORM)
        dx_inquiry_assume_uniform(a->inquiry);
    set_limits(a->question->options, dx_inquiry_effort(a->inquiry));
    a->translator =
        dx_translator_new(a->question, a->frames, a->inquiry,
                          tries[number].levels, tries[number].closes);
    a->scope.frame = dx_frames_now(a->frames);
}

static void end(attempt *a)
{
    dx_translator_free(a->translator);
    dx_inquiry_free(a->inquiry);
    dx_scope_release(&a->scope);
}

static dx_frames *frames_of(const dx_question *q)
{
    dx_frames *frames = dx_frames_new(q->rules);
    for (unsigned i = 0; i < q->count; i++)
        dx_frames_follow(frames, q->seen[i]);
    return frames;
}

static char *show(const attempt *a, dx_mind_id mind, const uint8_t *vector)
{
    const dx_rules *rules = a->question->rules;
    void *table = dx_alloc(1, rules->game->table_bytes(rules));
    char *shown = NULL;
    if (vector != NULL &&
        dx_inquiry_world(a->inquiry, mind, a->question->view->sight, vector,
                         NULL, table)) {
        dx_text text = {0};
        rules->game->show(table, &text);
        shown = dx_text_take(&text);
    }
    dx_free(table);
    return shown;
}

static void tell_chance(const dx_finding *found, dx_answer *answer)
{
    answer->has_chance = found->weighed;
    if (!found->weighed)
        return;
    answer->exact = dx_rational_of_ratio(&found->with, &found->all);
    answer->chance = dx_rational_fraction(&answer->exact);
    answer->probability = dx_rational_value(&answer->exact);
    answer->quality = DX_EXACT;
}

static void count_worlds(attempt *a, dx_answer *answer)
{
    const dx_question *q = a->question;
    const dx_frame *now = dx_frames_now(a->frames);
    dx_natural worlds = {0};
    if (q->options->counts &&
        dx_inquiry_count_worlds(a->inquiry, now, now->sees[q->seat],
                                q->view->sight, &worlds) == DX_OK)
        (void)dx_natural_to_count(&worlds, &answer->worlds);
    dx_natural_release(&worlds);
}

static dx_status ask_seat(attempt *a, dx_answer *answer, dx_error *error)
{
    const dx_question *q = a->question;
    const dx_frame *now = dx_frames_now(a->frames);
    bool weighs = dx_inquiry_has_chances(a->inquiry, now, now->sees[q->seat]);
    dx_mind_id root = dx_inquiry_open(a->inquiry, now, now->sees[q->seat],
                                      weighs ? DX_MIND_CHANCE : DX_MIND_KNOWS);
    dx_inquiry_node asked;
    dx_finding found;
    if (q->options->examples)
        dx_inquiry_show_worlds(a->inquiry, root);
    dx_status status =
        dx_translate(a->translator, q->formula,
                     dx_inquiry_inside(a->inquiry, root), &asked, error);
    if (status != DX_OK)
        return status;
    dx_inquiry_close(a->inquiry, root, asked, DX_NODE_NONE);
    status = dx_inquiry_ask(a->inquiry, root, q->view->sight, &found);
    if (status != DX_OK)
        return status;
    answer->truth = !found.none   ? DX_ANSWER_YES
                    : !found.some ? DX_ANSWER_NO
                                  : DX_ANSWER_OPEN;
    tell_chance(&found, answer);
    answer->example = show(a, root, found.example);
    answer->counterexample = show(a, root, found.counterexample);
    dx_finding_release(&found);
    count_worlds(a, answer);
    return DX_OK;
}

// Everything is seen: what every place holds, and what was chosen.
static dx_status ask_truth(attempt *a, dx_answer *answer, dx_error *error)
{
    dx_vantage spot = {&a->scope, a->scope.frame};
    dx_inquiry_node asked;
    bool holds = false;
    dx_status status =
        dx_translate(a->translator, a->question->formula, spot, &asked, error);
    if (status == DX_OK)
        status =
            dx_inquiry_holds(a->inquiry, &a->scope, asked, a->truth, &holds);
    answer->truth = holds ? DX_ANSWER_YES : DX_ANSWER_NO;
    return status;
}

static dx_status value_truth(attempt *a, dx_rational *out, dx_error *error)
{
    dx_vantage spot = {&a->scope, a->scope.frame};
    dx_inquiry_node asked;
    dx_status status =
        dx_translate(a->translator, a->question->formula, spot, &asked, error);
    if (status == DX_OK)
        status = dx_inquiry_value(a->inquiry, &a->scope, asked, a->truth, out);
    if (status == DX_ERR_EMPTY)
        return dx_fail(error, status, 0, 0,
                       "a probability in it is not defined: what is given is "
                       "impossible");
    return status;
}

static dx_status explain(dx_status status, const attempt *a, dx_error *error)
{
    const dx_effort *effort = dx_inquiry_effort(a->inquiry);
    if (status == DX_ERR_CANCELLED)
        return dx_fail(error, status, 0, 0, "stopped after %llu steps",
                       (unsigned long long)effort->steps);
    if (status != DX_ERR_LIMIT)
        return status;
    return effort->bytes > effort->bytes_max
               ? dx_fail(error, status, 0, 0, "more than %zu MB of memory",
                         effort->bytes_max >> 20)
               : dx_fail(error, status, 0, 0, "more than %llu steps",
                         (unsigned long long)effort->steps_max);
}

// Tries one way after the other while common knowledge stays open.
static dx_status try_all(const dx_question *q, void *truth, dx_answer *answer,
                         dx_rational *value, dx_error *error)
{
    dx_status status = DX_ERR_UNSUPPORTED;
    dx_frames *frames = frames_of(q);
    if (dx_frames_now(frames)->is_too_large)
        status =
            dx_fail(error, DX_ERR_LIMIT, 0, 0,
                    "more than %d places and hidden choices", DX_PLACES_MAX);
    unsigned count = sizeof tries / sizeof *tries;
    for (unsigned i = 0; i < count && status == DX_ERR_UNSUPPORTED; i++) {
        attempt a = {.question = q, .frames = frames, .truth = truth};
        begin(&a, i);
        status = truth == NULL   ? ask_seat(&a, answer, error)
                 : value == NULL ? ask_truth(&a, answer, error)
                                 : value_truth(&a, value, error);
        status = explain(status, &a, error);
        end(&a);
    }
    dx_frames_free(frames);
    return status;
}

dx_status dx_inquire(const dx_question *q, dx_answer *answer, dx_error *error)
{
    answer->engine = "places";
    return try_all(q, NULL, answer, NULL, error);
}

// The truth is the fold of all that happened.
static void *truth_of(const dx_question *q)
{
    const dx_game *game = q->rules->game;
    void *truth = dx_alloc(1, game->table_bytes(q->rules));
    game->setup(truth, q->rules);
    for (unsigned i = 0; i < q->count; i++)
        game->fold(truth, q->seen[i]);
    return truth;
}

dx_status dx_inquire_above(const dx_question *q, dx_answer *answer,
                           dx_error *error)
{
    void *truth = truth_of(q);
    answer->engine = "places";
    dx_status status = try_all(q, truth, answer, NULL, error);
    dx_free(truth);
    return status;
}

dx_status dx_inquire_value(const dx_question *q, dx_rational *out,
                           dx_error *error)
{
    void *truth = truth_of(q);
    dx_answer answer = {0};
    dx_status status = try_all(q, truth, &answer, out, error);
    dx_free(truth);
    return status;
}
