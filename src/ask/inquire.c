// The engine by places: a question as an inquiry (minds/inquiry/inquiry.h).
//
// From a seat, the formula is asked of the seat's own mind, which sees what the
// seat sees; from above, it is evaluated where every place holds what it holds.
// Common knowledge is tried with a few levels of "everybody knows" first, then
// with more, and at last by going everywhere.

#include "ask/inquire.h"

#include "ask/plan.h"
#include "ask/translate.h"
#include "base/memory.h"
#include "game/claims.h"
#include "game/places.h"
#include "logic/formula/print.h"
#include "minds/inquiry/inquiry_plan.h"
#include "words/number.h"

#include <assert.h>
#include <string.h>

enum {
    STEPS_NORMAL = 100000000,
    STEPS_CONTRAST = 5000000, // for two worlds that show it
    STEPS_NEARER = 200000,    // for making them alike
    STEPS_COUNT = 1000000,    // for how many worlds there are
    MEMORY_NORMAL = 1 << 30
};

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

// A bystander sees none of what is hidden.
static uint64_t seen_by(const dx_question *q, const dx_frame *frame)
{
    return q->seat == DX_BYSTANDER ? 0 : frame->sees[q->seat];
}

static unsigned assumption_of(const dx_question *q)
{
    return dx_assumption_comes_to(q->options->assumption);
}

bool dx_can_inquire(const dx_question *q)
{
    const dx_places *places = q->rules->game->places;
    if (places == NULL || assumption_of(q) == DX_ASSUME_NONE)
        return places != NULL;
    return assumption_of(q) == DX_ASSUME_UNIFORM &&
           (places->moves_are_open || places->factors != NULL);
}

void dx_inquire_limits(const dx_ask_options *options, dx_effort *effort)
{
    const dx_budget *budget = options->budget;
    effort->budget = budget;
    effort->steps_max = budget != NULL && budget->steps_max != 0
                            ? budget->steps_max
                            : STEPS_NORMAL;
    effort->bytes_max =
        options->memory_max != 0 ? options->memory_max : MEMORY_NORMAL;
    effort->mechanisms = options->mechanisms;
}

static void begin(attempt *a, unsigned number)
{
    a->inquiry = dx_inquiry_new(a->frames);
    if (assumption_of(a->question) == DX_ASSUME_UNIFORM)
        dx_inquiry_assume_uniform(a->inquiry);
    dx_inquire_limits(a->question->options, dx_inquiry_effort(a->inquiry));
    a->translator =
        dx_translator_new(a->question, a->frames, a->inquiry,
                          tries[number].levels, tries[number].closes);
    a->scope.frame = dx_frames_now(a->frames);
    if (a->truth == NULL && a->question->view != NULL)
        dx_inquiry_stand_as(a->inquiry, &a->scope, a->question->view->sight);
}

static void end(attempt *a)
{
    dx_translator_free(a->translator);
    dx_inquiry_free(a->inquiry);
    dx_scope_release(&a->scope);
}

// A table of a world with the numbers of `vector`; NULL: none was found.
static void *table_of(const attempt *a, dx_mind_id mind, const void *own,
                      const uint8_t *vector)
{
    const dx_rules *rules = a->question->rules;
    void *table = dx_alloc(1, rules->game->table_bytes(rules));
    if (vector != NULL &&
        dx_inquiry_world(a->inquiry, mind, own, vector, table))
        return table;
    dx_free(table);
    return NULL;
}

static char *show(const attempt *a, dx_mind_id mind, const uint8_t *vector)
{
    const dx_view *view = a->question->view;
    void *table = table_of(a, mind, view->sight, vector);
    dx_text text = {0};
    if (table == NULL)
        return NULL;
    view->rules->game->show(table, &text);
    dx_free(table);
    return dx_text_take(&text);
}

static void tell_chance(const dx_finding *found, dx_answer *answer)
{
    answer->has_chance = found->weighed;
    if (!found->weighed)
        return;
    assert(!dx_natural_is_zero(&found->all) &&
           dx_natural_compare(&found->with, &found->all) <= 0);
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
    dx_effort *effort = dx_inquiry_effort(a->inquiry);
    uint64_t most = effort->steps_max;
    if (most > effort->steps + STEPS_COUNT)
        effort->steps_max = effort->steps + STEPS_COUNT;
    if (q->options->counts &&
        dx_inquiry_count_worlds(a->inquiry, now, seen_by(q, now),
                                q->view->sight, &worlds) == DX_OK)
        (void)dx_natural_to_count(&worlds, &answer->worlds);
    dx_natural_release(&worlds);
    effort->steps_max = most;
    if (effort->status == DX_ERR_LIMIT)
        effort->status = DX_OK; // that was but a part
}

// Is it about the asker's own chances alone, which are the same in all its
// worlds?
static bool is_own(const dx_question *q, dx_formula f)
{
    dx_kind kind = dx_formula_kind(q->store, f);
    dx_family family = dx_kind_family(kind);
    if (kind == DX_NUMBER)
        return true;
    if (kind == DX_PROBABILITY || kind == DX_PROBABILITY_GIVEN)
        return q->seat != DX_BYSTANDER && dx_question_agent(q, f) == q->seat;
    if (family != DX_FAMILY_BOOLEAN && family != DX_FAMILY_COMPARE)
        return false;
    for (size_t i = 0; i < dx_formula_count(q->store, f); i++)
        if (!is_own(q, dx_formula_operand(q->store, f, i)))
            return false;
    return dx_formula_count(q->store, f) > 0;
}

// What is asked of the worlds of the asker; what is the same in all of them is
// found out once.
static dx_status find_asked(attempt *a, dx_mind_id root, dx_inquiry_node *out,
                            dx_error *error)
{
    const dx_question *q = a->question;
    const dx_frame *now = dx_frames_now(a->frames);
    dx_vantage own = {&a->scope, now};
    bool holds = false;
    if (!is_own(q, q->formula))
        return dx_translate(a->translator, q->formula,
                            dx_inquiry_inside(a->inquiry, root), out, error);
    dx_status status = dx_translate(a->translator, q->formula, own, out, error);
    if (status == DX_OK)
        status = dx_inquiry_holds(a->inquiry, &a->scope, *out, q->view->sight,
                                  &holds);
    *out = dx_inquiry_number(a->inquiry, dx_fraction_int(holds));
    return status;
}

static dx_status ask_seat(attempt *a, dx_answer *answer, dx_error *error)
{
    const dx_question *q = a->question;
    const dx_frame *now = dx_frames_now(a->frames);
    bool weighs = !q->only_known &&
                  dx_inquiry_has_chances(a->inquiry, now, seen_by(q, now));
    dx_mind_id root =
        dx_inquiry_open_own(a->inquiry, now, seen_by(q, now),
                            weighs ? DX_MIND_CHANCE : DX_MIND_KNOWS);
    dx_inquiry_node asked;
    dx_finding found;
    if (q->options->examples)
        dx_inquiry_show_worlds(a->inquiry, root);
    dx_status status = find_asked(a, root, &asked, error);
    if (status != DX_OK)
        return status;
    dx_inquiry_close(a->inquiry, root, asked, DX_NODE_NONE);
    status = dx_inquiry_ask(a->inquiry, root, q->view->sight, &found);
    if (status != DX_OK)
        return status;
    assert(found.some || found.none); // what is, is possible
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

// Everything is seen: what every place holds, and what was chosen.  Whether the
// formula is so, or the value of a term.
static dx_status ask_truth(attempt *a, dx_answer *answer, dx_rational *value,
                           dx_error *error)
{
    dx_vantage spot = {&a->scope, a->scope.frame};
    dx_inquiry_node asked;
    bool holds = false;
    dx_status status =
        dx_translate(a->translator, a->question->formula, spot, &asked, error);
    if (status == DX_OK && value == NULL)
        status =
            dx_inquiry_holds(a->inquiry, &a->scope, asked, a->truth, &holds);
    else if (status == DX_OK)
        status =
            dx_inquiry_value(a->inquiry, &a->scope, asked, a->truth, value);
    answer->truth = holds ? DX_ANSWER_YES : DX_ANSWER_NO;
    return status == DX_ERR_EMPTY && value != NULL
               ? dx_question_undefined(a->question, error)
               : status;
}

static dx_status explain(dx_status status, const attempt *a, dx_error *error)
{
    const dx_effort *effort = dx_inquiry_effort(a->inquiry);
    if (status == DX_ERR_CANCELLED)
        return dx_fail(error, status, 0, 0, "stopped after %s steps",
                       dx_many_of((double)effort->steps).text);
    if (status != DX_ERR_LIMIT)
        return status;
    if (dx_inquiry_beyond(a->inquiry) != NULL)
        return dx_fail(error, status, 0, 0, "at an earlier turn: %s",
                       dx_inquiry_beyond(a->inquiry));
    if (dx_inquiry_is_blurred(a->inquiry))
        return dx_fail(error, status, 0, 0,
                       "what lay in a place at an earlier turn, as in a hand "
                       "or before a new round, is not kept; ask about the "
                       "turn itself");
    return effort->steps > effort->steps_max
               ? dx_fail(error, status, 0, 0, "more than %s step%s",
                         dx_many_of((double)effort->steps_max).text,
                         dx_plural(effort->steps_max))
               : dx_fail(error, status, 0, 0, "more than %zu MB of memory",
                         effort->bytes_max >> 20);
}

// Tries one way after the other while common knowledge stays open.
static dx_status try_all(const dx_question *q, void *truth, dx_answer *answer,
                         dx_rational *value, dx_error *error)
{
    dx_status status = DX_ERR_UNSUPPORTED;
    dx_frames *frames = q->frames;
    const dx_frame *now = dx_frames_now(frames);
    assert(now->events == q->count); // frames of this moment
    if (now->space.beyond != NULL)
        status = dx_fail(error, DX_ERR_LIMIT, 0, 0, "%s", now->space.beyond);
    unsigned count = sizeof tries / sizeof *tries;
    for (unsigned i = 0; i < count && status == DX_ERR_UNSUPPORTED; i++) {
        attempt a = {.question = q, .frames = frames, .truth = truth};
        begin(&a, i);
        status = truth == NULL ? ask_seat(&a, answer, error)
                               : ask_truth(&a, answer, value, error);
        status = explain(status, &a, error);
        answer->steps += dx_inquiry_effort(a.inquiry)->steps;
        end(&a);
    }
    return status;
}

dx_status dx_inquire(const dx_question *q, dx_answer *answer, dx_error *error)
{
    answer->engine = "places";
    return try_all(q, NULL, answer, NULL, error);
}

dx_status dx_inquire_above(const dx_question *q, dx_answer *answer,
                           dx_error *error)
{
    void *truth = dx_table_after(q->rules, q->seen, q->count);
    answer->engine = "places";
    dx_status status = try_all(q, truth, answer, NULL, error);
    dx_free(truth);
    return status;
}

dx_status dx_inquire_value(const dx_question *q, dx_rational *out,
                           dx_error *error)
{
    void *truth = dx_table_after(q->rules, q->seen, q->count);
    dx_answer answer = {0};
    dx_status status = try_all(q, truth, &answer, out, error);
    dx_free(truth);
    return status;
}

static dx_status range_seat(attempt *a, dx_rational *out_least,
                            dx_rational *out_most, dx_error *error)
{
    const dx_question *q = a->question;
    const dx_frame *now = dx_frames_now(a->frames);
    dx_mind_id root =
        dx_inquiry_open_own(a->inquiry, now, seen_by(q, now), DX_MIND_KNOWS);
    dx_inquiry_node asked;
    dx_status status =
        dx_translate(a->translator, q->formula,
                     dx_inquiry_inside(a->inquiry, root), &asked, error);
    if (status != DX_OK)
        return status;
    dx_inquiry_close(a->inquiry, root, asked, DX_NODE_NONE);
    return dx_inquiry_range(a->inquiry, root, q->view->sight, out_least,
                            out_most);
}

dx_status dx_inquire_range(const dx_question *q, dx_rational *out_least,
                           dx_rational *out_most, dx_error *error)
{
    dx_frames *frames = q->frames;
    attempt a = {.question = q, .frames = frames};
    dx_status status = DX_ERR_UNSUPPORTED;
    if (dx_frames_now(frames)->space.beyond == NULL) {
        begin(&a, sizeof tries / sizeof *tries - 1);
        status = range_seat(&a, out_least, out_most, error);
        end(&a);
    }
    return status;
}

// Plan.

static const char *word_for(dx_solver solver)
{
    static const char *const names[] = {"sight",          "places",
                                        "place by place", "hand by hand",
                                        "everywhere",     "none"};
    assert(solver < sizeof names / sizeof *names);
    return names[solver];
}

// The mind with what it is asked: the whole, if it is the asker's own.
static char *name_of(const attempt *a, dx_mind_id mind)
{
    dx_text text = {0};
    if (!dx_translator_name(a->translator, mind, &text))
        dx_formula_print(
            a->question->store,
            dx_question_as_written(a->question, a->question->formula), &text);
    return dx_text_take(&text);
}

static dx_plan_part part_of(const attempt *a, dx_mind_id mind, unsigned depth)
{
    dx_mind_plan plan = dx_inquiry_plan(a->inquiry, mind);
    return (dx_plan_part){.formula = name_of(a, mind),
                          .engine = word_for(plan.solver),
                          .depth = depth,
                          .turn = plan.turn,
                          .numbers = plan.numbers,
                          .groups = plan.groups,
                          .places = plan.places,
                          .states = plan.states,
                          .steps = plan.steps,
                          .stands = plan.stands};
}

// The asker's own mind, number 0 if there is one; then the others, those first
// that others are in.
static void list_minds(const attempt *a, dx_plan *out)
{
    size_t count = dx_inquiry_minds(a->inquiry);
    size_t first = a->question->view != NULL ? 1 : 0;
    unsigned deepest = 0;
    for (size_t i = first; i < count; i++) {
        dx_mind_plan plan = dx_inquiry_plan(a->inquiry, (dx_mind_id)i);
        deepest = plan.minds > deepest ? plan.minds : deepest;
    }
    if (first > 0)
        dx_vector_push(&out->parts, part_of(a, 0, 0));
    for (unsigned minds = deepest + 1; minds-- > 0;)
        for (size_t i = first; i < count; i++)
            if (dx_inquiry_plan(a->inquiry, (dx_mind_id)i).minds == minds) {
                unsigned depth = deepest - minds + (unsigned)first;
                dx_vector_push(&out->parts, part_of(a, (dx_mind_id)i, depth));
            }
    assert(out->parts.count == count); // each once
}

static dx_status plan_all(attempt *a, dx_plan *out, dx_error *error)
{
    const dx_question *q = a->question;
    const dx_frame *now = dx_frames_now(a->frames);
    dx_vantage spot = {&a->scope, now};
    dx_mind_id root = 0;
    dx_inquiry_node asked;
    if (q->view != NULL) {
        bool weighs = dx_inquiry_has_chances(a->inquiry, now, seen_by(q, now));
        root = dx_inquiry_open_own(a->inquiry, now, seen_by(q, now),
                                   weighs ? DX_MIND_CHANCE : DX_MIND_KNOWS);
        spot = dx_inquiry_inside(a->inquiry, root);
    }
    dx_status status =
        dx_translate(a->translator, q->formula, spot, &asked, error);
    if (status != DX_OK)
        return status;
    if (q->view != NULL)
        dx_inquiry_close(a->inquiry, root, asked, DX_NODE_NONE);
    list_minds(a, out);
    return DX_OK;
}

dx_status dx_inquire_plan(const dx_question *q, dx_plan *out, dx_error *error)
{
    dx_frames *frames = q->frames;
    attempt a = {.question = q, .frames = frames};
    dx_status status = DX_ERR_LIMIT;
    if (dx_frames_now(frames)->space.beyond == NULL) {
        begin(&a, 0);
        status = plan_all(&a, out, error);
        end(&a);
    }
    return status;
}

// Contrast.

// "What lies in the places is as in the table", at the inside of a mind.
static dx_inquiry_node as_in(const attempt *a, dx_vantage spot, uint64_t places,
                             const void *table)
{
    const dx_frame *frame = spot.frame;
    dx_claims *claims = dx_claims_new();
    dx_claim all = dx_claim_number(claims, 1);
    for (; places != 0; places &= places - 1) {
        unsigned place = (unsigned)__builtin_ctzll(places);
        uint8_t copies[DX_KINDS_MAX] = {0};
        dx_places_held(a->question->rules->game->places, frame->sight, table,
                       place, copies);
        for (unsigned kind = 0; kind < frame->space.kind_count; kind++)
            if (copies[kind] > 0)
                all = dx_claim_and(
                    claims, all,
                    dx_claim_at_least(
                        claims,
                        dx_claim_count(claims, DX_BIT(place), DX_BIT(kind)),
                        dx_claim_number(claims, copies[kind])));
    }
    dx_inquiry_node node = dx_inquiry_claim(a->inquiry, spot, claims, all);
    dx_claims_free(claims);
    return node;
}

// The places of a set from which nothing was chosen unseen: a mind can be taken
// to see them without seeing a choice.
static uint64_t can_be_seen(const dx_frame *frame, uint64_t places)
{
    for (unsigned i = 0; i < frame->choice_count; i++)
        places &= ~DX_BIT(frame->choice[i].place);
    return places;
}

// Asks for worlds that have in `fixed` what `table` has there; the tables of
// one with and of one without are put into the contrast, in place of others.
// What is fixed is seen, so the more is, the less is left to lay; only of a
// place from which something was chosen it is a condition.
static dx_status ask_contrast(attempt *a, uint64_t fixed, const void *table,
                              dx_contrast *out, dx_error *error)
{
    const dx_question *q = a->question;
    const dx_frame *now = dx_frames_now(a->frames);
    const void *own = fixed != 0 ? table : q->view->sight;
    uint64_t seen = can_be_seen(now, fixed);
    dx_mind_id root = dx_inquiry_open_own(
        a->inquiry, now, seen_by(q, now) | seen, DX_MIND_KNOWS);
    dx_vantage inside = dx_inquiry_inside(a->inquiry, root);
    dx_inquiry_node asked, given = DX_NODE_NONE;
    dx_finding found;
    dx_inquiry_show_worlds(a->inquiry, root);
    dx_status status =
        dx_translate(a->translator, q->formula, inside, &asked, error);
    if (status != DX_OK)
        return status;
    if ((fixed & ~seen) != 0)
        given = as_in(a, inside, fixed & ~seen, table);
    dx_inquiry_close(a->inquiry, root, asked, given);
    status = dx_inquiry_ask(a->inquiry, root, own, &found);
    if (status != DX_OK)
        return status;
    *out = (dx_contrast){.example = table_of(a, root, own, found.example),
                         .counterexample =
                             table_of(a, root, own, found.counterexample)};
    dx_finding_release(&found);
    return DX_OK;
}

void dx_contrast_release(dx_contrast *contrast)
{
    dx_free(contrast->example);
    dx_free(contrast->counterexample);
    *contrast = (dx_contrast){0};
}

// Takes one of the two ever nearer to the other, which `stays`: place after
// place is held to what that has there, as long as there is still such a world.
static void come_nearer(attempt *a, void **stays, void **moves,
                        bool moves_example)
{
    const dx_frame *now = dx_frames_now(a->frames);
    uint64_t hidden = now->real & ~seen_by(a->question, now), fixed = 0;
    for (uint64_t left = hidden; left != 0; left &= left - 1) {
        dx_contrast nearer = {0};
        uint64_t place = left & -left;
        if (ask_contrast(a, fixed | place, *stays, &nearer, NULL) != DX_OK)
            break;
        void **found = moves_example ? &nearer.example : &nearer.counterexample;
        if (*found != NULL) {
            fixed |= place;
            dx_free(*moves);
            *moves = *found;
            *found = NULL;
        }
        dx_contrast_release(&nearer);
    }
}

static uint64_t places_that_differ(const attempt *a, const dx_contrast *c)
{
    const dx_places *places = a->question->rules->game->places;
    const dx_frame *now = dx_frames_now(a->frames);
    uint64_t differ = 0;
    for (unsigned i = 0; i < now->space.place_count; i++) {
        uint8_t with[DX_KINDS_MAX] = {0}, without[DX_KINDS_MAX] = {0};
        dx_places_held(places, now->sight, c->example, i, with);
        dx_places_held(places, now->sight, c->counterexample, i, without);
        if (memcmp(with, without, sizeof with) != 0)
            differ |= DX_BIT(i);
    }
    // What the asker sees is the same in all its worlds.
    assert((differ & seen_by(a->question, now)) == 0);
    return differ;
}

// Takes each of the two nearer to the other, by turns, while they differ in
// ever fewer places.  The last step that was no gain is undone: no world
// without is nearer to the example then than the counterexample.
static void come_together(attempt *a, dx_contrast *c)
{
    const dx_rules *rules = a->question->rules;
    size_t bytes = rules->game->table_bytes(rules);
    for (bool gains = true; gains;) {
        come_nearer(a, &c->example, &c->counterexample, false);
        c->breaks = places_that_differ(a, c);
        void *before = dx_copy(c->example, bytes);
        come_nearer(a, &c->counterexample, &c->example, true);
        uint64_t breaks = places_that_differ(a, c);
        gains = __builtin_popcountll(breaks) < __builtin_popcountll(c->breaks);
        if (!gains)
            memcpy(c->example, before, bytes);
        dx_free(before);
    }
}

dx_status dx_inquire_contrast(const dx_question *q, dx_contrast *out,
                              dx_error *error)
{
    dx_frames *frames = q->frames;
    attempt a = {.question = q, .frames = frames};
    dx_status status = DX_ERR_LIMIT;
    *out = (dx_contrast){0};
    if (dx_frames_now(frames)->space.beyond == NULL) {
        begin(&a, sizeof tries / sizeof *tries - 1);
        dx_effort *effort = dx_inquiry_effort(a.inquiry);
        if (effort->steps_max > STEPS_CONTRAST)
            effort->steps_max = STEPS_CONTRAST;
        status = ask_contrast(&a, 0, NULL, out, error);
        if (effort->steps_max > effort->steps + STEPS_NEARER)
            effort->steps_max = effort->steps + STEPS_NEARER;
        if (out->example != NULL && out->counterexample != NULL)
            come_together(&a, out);
        out->steps = dx_inquiry_effort(a.inquiry)->steps;
        end(&a);
    }
    return status;
}
