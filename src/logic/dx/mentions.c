// Looking for operators: in questions, their updates, and event models.

#include "logic/dx/mentions.h"

static bool contains(const dx_document *document, dx_formula f,
                     dx_kind_test *is_such)
{
    return f != DX_FORMULA_NONE &&
           dx_formula_mentions(document->store, f, is_such);
}

static bool event_mentions(const dx_document *document,
                           const dx_event_model *events, size_t e,
                           dx_kind_test *is_such)
{
    if (contains(document, dx_event_model_precondition(events, e), is_such))
        return true;
    for (size_t i = 0; i < dx_event_model_assignment_count(events, e); i++)
        if (contains(document, dx_event_model_assignment(events, e, i).value,
                     is_such))
            return true;
    for (size_t i = 0; i < dx_event_model_occurrence_count(events, e); i++)
        if (contains(document,
                     dx_event_model_occurrence(events, e, i).condition,
                     is_such))
            return true;
    return false;
}

static bool events_mention(const dx_document *document, dx_kind_test *is_such)
{
    for (size_t i = 0; i < dx_event_library_count(document->events); i++) {
        const dx_event_model *events = dx_event_library_at(document->events, i);
        for (size_t e = 0; e < dx_event_model_count(events); e++)
            if (event_mentions(document, events, e, is_such))
                return true;
    }
    return false;
}

// In the question itself.
static bool mentions(const dx_document *document, const dx_query *query,
                     dx_kind_test *is_such)
{
    if (contains(document, query->formula, is_such))
        return true;
    for (size_t i = 0; i < query->steps.count; i++)
        if (contains(document, query->steps.at[i].formula, is_such))
            return true;
    for (size_t i = 0; i < query->steps_given.count; i++)
        if (contains(document, query->steps_given.at[i].formula, is_such))
            return true;
    return false;
}

bool dx_query_mentions(const dx_document *document, const dx_query *query,
                       dx_kind_test *is_such)
{
    return mentions(document, query, is_such) ||
           events_mention(document, is_such);
}

bool dx_document_mentions(const dx_document *document, dx_kind_test *is_such)
{
    for (size_t i = 0; i < document->queries.count; i++)
        if (mentions(document, &document->queries.at[i], is_such))
            return true;
    return events_mention(document, is_such);
}
