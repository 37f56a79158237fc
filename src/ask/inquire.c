// The engine by places: a question as an inquiry (minds/inquiry.h).
//
// From a seat, the formula is asked of the seat's own mind, which sees what the
// seat sees; from above, it is evaluated where every place holds what it holds.
// Common knowledge is tried with a few levels of "everybody knows" first, and
// with more if that leaves it open.

#include "ask/inquire.h"
#include "ask/translate.h"

#include "base/memory.h"
#include "game/places.h"

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
    dx_mind_id root;
    dx_node node;
    dx_scope truth;
} attempt;

static unsigned assumption_of(const dx_question *q)
{
    return q->options->assumption == NULL ? DX_ASSUME_NONE
                                          : q->options->assumption->kind;
}

static void begin(attempt *a, unsigned level)
{
    const dx_ask_options *options = a->question->options;
    a->inquiry = dx_inquiry_new(a->frames);
    if (assumption_of(a->question) == DX_ASSUME_UNIFORM)
        dx_inquiry_assume_uniform(a->inquiry);
    dx_effort *effort = dx_inquiry_effort(a->inquiry);
    effort->budget = options->budget;
    effort->steps_max =
        options->budget != NULL ? options->budget->steps_max : 0;
    a->translator = dx_translator_new(a->question, a->frames, a->inquiry,
                                      tries[level].levels, tries[level].closes);
}

static void end(attempt *a)
{
    dx_translator_free(a->translator);
    dx_inquiry_free(a->inquiry);
    dx_scope_release(&a->truth);
}

static dx_frames *frames_of(const dx_question *q)
{
    dx_frames *frames = dx_frames_new(q->rules);
    for (unsigned i = 0; i < q->count; i++)
        dx_frames_follow(frames, q->seen[i]);
    return frames;
}

static dx_status ask_seat(attempt *a, dx_answer *answer, dx_error *error)
{
    const dx_question *q = a->question;
    const dx_frame *now = dx_frames_now(a->frames);
    bool weighs = dx_inquiry_has_chances(a->inquiry, now, now->sees[q->seat]);
    a->root = dx_inquiry_open(a->inquiry, now, now->sees[q->seat],
                              weighs ? DX_MIND_CHANCE : DX_MIND_KNOWS);
    dx_node asked;
    dx_finding found;
    dx_status status =
        dx_translate(a->translator, q->formula,
                     dx_inquiry_inside(a->inquiry, a->root), &asked, error);
    if (status != DX_OK)
        return status;
    dx_inquiry_close(a->inquiry, a->root, asked, DX_NODE_NONE);
    status = dx_inquiry_ask(a->inquiry, a->root, q->view->sight, &found);
    if (status != DX_OK)
        return status;
    answer->truth = !found.none   ? DX_ANSWER_YES
                    : !found.some ? DX_ANSWER_NO
                                  : DX_ANSWER_OPEN;
    if (weighs) {
        dx_rational chance = dx_rational_of_ratio(&found.with, &found.all);
        answer->chance = dx_rational_fraction(&chance);
        answer->has_chance = !dx_fraction_is_lost(answer->chance);
        dx_rational_release(&chance);
    }
    dx_finding_release(&found);
    return DX_OK;
}

static dx_status try_seat(const dx_question *q, unsigned level,
                          dx_answer *answer, dx_error *error)
{
    attempt a = {.question = q, .frames = frames_of(q)};
    begin(&a, level);
    dx_status status = ask_seat(&a, answer, error);
    end(&a);
    dx_frames_free(a.frames);
    return status;
}

bool dx_can_inquire(const dx_question *q)
{
    const dx_places *places = q->rules->game->places;
    return places != NULL &&
           (assumption_of(q) == DX_ASSUME_NONE ||
            (assumption_of(q) == DX_ASSUME_UNIFORM && places->moves_are_open));
}

dx_status dx_inquire(const dx_question *q, dx_answer *answer, dx_error *error)
{
    dx_status status = DX_ERR_UNSUPPORTED;
    for (unsigned i = 0; i < sizeof tries / sizeof *tries; i++) {
        status = try_seat(q, i, answer, error);
        if (status != DX_ERR_UNSUPPORTED)
            break;
    }
    answer->engine = "places";
    return status;
}
