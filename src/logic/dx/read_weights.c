// How likely agents find worlds, `weight` and `prob`, and how plausible,
// `rank`.
//
// World by world in a listed model, else by an expression over the state, which
// may have cases: `3/4 if p else 1/4`.  The document keeps cases from the last
// to the first, so that the first whose condition holds is what remains.

#include "base/memory.h"
#include "logic/dx/compile.h"
#include "logic/dx/read.h"

static void push(dx_reader *reader, dx_weighing weighing)
{
    if (weighing.sort == DX_RANK)
        dx_vector_push(&reader->document->ranks, weighing);
    else
        dx_vector_push(&reader->document->weights, weighing);
}

static dx_given given_by(dx_weighing_sort sort)
{
    return sort == DX_RANK ? DX_GIVEN_RANK : DX_GIVEN_WEIGHT;
}

// `w1 1/3, w2 2/3`.
static dx_status read_listed_weights(dx_reader *reader,
                                     const dx_subject *subject,
                                     dx_weighing_sort sort)
{
    do {
        dx_file_place place = dx_read_here(reader);
        dx_name world;
        dx_fraction weight;
        dx_status status = dx_read_name(reader, "a world", &world);
        if (status != DX_OK)
            return status;
        dx_symbol *symbol = dx_read_symbol(reader, world);
        if (!(symbol->roles & DX_ROLE_WORLD))
            return dx_read_fail(
                reader, place,
                "unknown world '%s': where worlds are listed, what they weigh "
                "or rank is too, as in 'w1 1, w2 0'",
                dx_read_text(reader, world));
        dx_weighing weighing = {.sort = sort,
                                .condition = DX_FORMULA_NONE,
                                .expression = DX_FORMULA_NONE,
                                .world = symbol->world,
                                .place = place};
        status = dx_read_number(reader, &weight);
        if (status != DX_OK)
            return status;
        if (sort == DX_RANK &&
            (weight.over != 1 || weight.top < 0 || weight.top > DX_RANK_LAST))
            return dx_read_fail(reader, place, DX_RANK_RANGE);
        if (weight.top < 0)
            return dx_read_fail(reader, place, "a weight cannot be negative");
        status = dx_read_once(reader, given_by(sort), subject,
                              DX_ABOUT_ONE + (size_t)symbol->world, place);
        if (status != DX_OK)
            return status;
        weighing.weight = weight;
        for (size_t i = 0; i < subject->agents.count; i++) {
            weighing.agent = subject->agents.at[i];
            push(reader, weighing);
        }
    } while (dx_lexer_take(&reader->lexer, ","));
    return DX_OK;
}

// One case of `w if f else v`, as parsed.
typedef struct weight_case {
    dx_formula weight, condition; // DX_FORMULA_NONE: else
    dx_lexer weight_start, condition_start;
    dx_file_place place;
} weight_case;
typedef DX_VECTOR(weight_case) weight_cases;

// Without a last `else` the weight is 0 there, or the rank the last.
static dx_status read_weight_cases(dx_reader *reader, dx_weighing_sort sort,
                                   weight_cases *out)
{
    bool is_conditional;
    do {
        weight_case one = {.condition = DX_FORMULA_NONE,
                           .place = dx_read_here(reader)};
        dx_status status = dx_read_raw_term(reader, &one.weight);
        one.weight_start = reader->start;
        is_conditional = status == DX_OK && dx_lexer_take(&reader->lexer, "if");
        if (is_conditional)
            status = dx_read_raw_formula(reader, &one.condition);
        one.condition_start = reader->start;
        if (status != DX_OK)
            return status;
        dx_vector_push(out, one);
    } while (is_conditional && dx_lexer_take(&reader->lexer, "else"));
    if (!is_conditional)
        return DX_OK;
    weight_case last = out->at[out->count - 1];
    last.condition = DX_FORMULA_NONE;
    last.weight = dx_formula_number(
        reader->store, dx_fraction_int(sort == DX_RANK ? DX_RANK_LAST : 0));
    dx_vector_push(out, last);
    return DX_OK;
}

// A part of a case as one agent has it: resolved, and of one state.
static dx_status resolve(dx_reader *reader, dx_formula raw, dx_lexer start,
                         dx_substitution s, dx_file_place place,
                         bool is_condition, dx_formula *out)
{
    dx_code code;
    *out = DX_FORMULA_NONE;
    if (raw == DX_FORMULA_NONE)
        return DX_OK;
    reader->start = start;
    dx_status status =
        dx_expand(reader, dx_substitute(reader->store, raw, s), out);
    if (status == DX_OK)
        status =
            dx_compile(reader->document, *out, place, &code, reader->error);
    if (status != DX_OK)
        return status;
    bool is_truth = code.is_truth;
    dx_code_release(&code);
    return is_truth || !is_condition
               ? DX_OK
               : dx_read_fail(reader, place, "behind 'if' stands a formula");
}

static dx_status weigh(dx_reader *reader, const weight_cases *cases,
                       dx_substitution s, dx_weighing weighing)
{
    for (size_t i = cases->count; i-- > 0;) {
        const weight_case *one = &cases->at[i];
        weighing.place = one->place;
        dx_status status = resolve(reader, one->weight, one->weight_start, s,
                                   one->place, false, &weighing.expression);
        if (status == DX_OK)
            status = resolve(reader, one->condition, one->condition_start, s,
                             one->place, true, &weighing.condition);
        if (status != DX_OK)
            return status;
        push(reader, weighing);
    }
    return DX_OK;
}

static dx_status read_weight_expression(dx_reader *reader,
                                        const dx_subject *subject,
                                        dx_weighing_sort sort)
{
    weight_cases cases = {0};
    dx_status status = read_weight_cases(reader, sort, &cases);
    for (size_t i = 0; i < subject->agents.count && status == DX_OK; i++) {
        dx_substitution s = {subject->variable != DX_NAME_NONE,
                             &subject->variable, &subject->members.at[i]};
        dx_weighing weighing = {.agent = subject->agents.at[i], .sort = sort};
        status = weigh(reader, &cases, s, weighing);
    }
    dx_vector_release(&cases);
    return status;
}

static dx_status read_weight_entry(dx_reader *reader, dx_weighing_sort sort)
{
    dx_subject subject;
    dx_file_place place = dx_read_here(reader);
    bool is_listed = dx_document_is_listed(reader->document);
    dx_status status = dx_read_subject(reader, &subject);
    if (status == DX_OK && !is_listed)
        status =
            dx_read_once(reader, given_by(sort), &subject, DX_ABOUT_ALL, place);
    if (status == DX_OK)
        status = dx_read_sign(reader, ":");
    if (status == DX_OK)
        status = is_listed ? read_listed_weights(reader, &subject, sort)
                           : read_weight_expression(reader, &subject, sort);
    dx_subject_release(&subject);
    return status;
}

dx_status dx_read_weights(dx_reader *reader, dx_weighing_sort sort)
{
    do {
        dx_status status = read_weight_entry(reader, sort);
        if (status != DX_OK)
            return status;
    } while (dx_read_at_entry(reader));
    return DX_OK;
}

// Chances of events that can all happen everywhere should add up to 1.
void dx_note_chances(dx_reader *reader, const dx_event_model *events,
                     dx_file_place place)
{
    dx_fraction sum = dx_fraction_int(0);
    dx_formula truth = dx_formula_true(reader->store);
    for (size_t e = 0; e < dx_event_model_count(events); e++) {
        if (dx_event_model_occurrence_count(events, e) != 1 ||
            dx_event_model_precondition(events, e) != truth)
            return;
        dx_occurrence one = dx_event_model_occurrence(events, e, 0);
        if (one.is_for_one || one.condition != truth)
            return;
        sum = dx_fraction_add(sum, one.probability);
    }
    if (dx_fraction_equal(sum, dx_fraction_int(1)))
        return;
    dx_text text = {0};
    dx_fraction_print(sum, &text);
    dx_document_note(reader->document, place,
                     "the chances of the events of '%s' add up to %s, not to "
                     "1: only how they compare counts",
                     dx_event_model_name(events), dx_text_string(&text));
    dx_text_release(&text);
}

// ---- Ranks of events ----

bool dx_read_at_event_ranks(const dx_reader *reader)
{
    return dx_lexer_is(&reader->lexer, "rank") &&
           !dx_lexer_next_is(&reader->lexer, ":") &&
           !dx_lexer_next_is(&reader->lexer, ",") &&
           !dx_lexer_next_is(&reader->lexer, "in");
}

dx_status dx_read_check_ranks(dx_reader *reader, const dx_event_model *events,
                              const dx_ranked_agents *ranked)
{
    size_t count = dx_event_model_count(events);
    uint8_t *matrix = dx_alloc(count * count, sizeof *matrix);
    dx_status status = DX_OK;
    for (size_t i = 0; i < ranked->count && status == DX_OK; i++) {
        const dx_ranked_agent *r = &ranked->at[i];
        const char *name = dx_read_text(reader, r->agent);
        dx_event_model_matrix(events, r->agent, matrix);
        if (!dx_event_links_are_shared(matrix, count))
            status = dx_read_fail(
                reader, r->place,
                "ranks compare events that %s cannot tell apart, and its lines "
                "here make no cells: an event that it holds possible leads to "
                "others; write '%s: {EVENT EVENT}'",
                name, name);
    }
    dx_free(matrix);
    return status;
}

dx_status dx_read_event_ranks(dx_reader *reader, dx_event_model *events,
                              dx_ranked_agents *ranked)
{
    dx_subject subject;
    dx_file_place line = dx_read_here(reader);
    dx_lexer_step(&reader->lexer);
    dx_status status = dx_read_subject(reader, &subject);
    if (status == DX_OK)
        status = dx_read_sign(reader, ":");
    for (size_t i = 0; i < subject.agents.count && status == DX_OK; i++)
        dx_vector_push(
            ranked,
            (dx_ranked_agent){reader->document->agents.at[subject.agents.at[i]],
                              line});
    do {
        size_t e = 0;
        dx_fraction rank = {0, 1};
        if (status == DX_OK)
            status = dx_read_event_number(reader, events, &e);
        dx_file_place place = dx_read_here(reader);
        if (status == DX_OK)
            status = dx_read_once(reader, DX_GIVEN_RANK, &subject,
                                  DX_ABOUT_ONE + e, place);
        if (status == DX_OK)
            status = dx_read_number(reader, &rank);
        if (status == DX_OK &&
            (rank.over != 1 || rank.top < 0 || rank.top > INT16_MAX))
            status = dx_read_fail(reader, place,
                                  "a rank is a whole number from 0 to %d",
                                  INT16_MAX);
        for (size_t i = 0; i < subject.agents.count && status == DX_OK; i++)
            dx_event_model_rank(
                events,
                dx_read_text(reader,
                             reader->document->agents.at[subject.agents.at[i]]),
                e, (uint32_t)rank.top);
    } while (status == DX_OK && dx_lexer_take(&reader->lexer, ","));
    dx_subject_release(&subject);
    return status;
}
