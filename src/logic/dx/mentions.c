// Looking for operators: in questions, their updates, and event models.

#include "logic/dx/mentions.h"

static bool contains(const dx_document *document, dx_formula f, dx_kind first,
                     dx_kind last)
{
    return f != DX_FORMULA_NONE &&
           dx_formula_contains(document->store, f, first, last);
}

static bool event_mentions(const dx_document *document,
                           const dx_event_model *events, size_t e,
                           dx_kind first, dx_kind last)
{
    if (contains(document, dx_event_model_precondition(events, e), first, last))
        return true;
    for (size_t i = 0; i < dx_event_model_assignment_count(events, e); i++)
        if (contains(document, dx_event_model_assignment(events, e, i).value,
                     first, last))
            return true;
    for (size_t i = 0; i < dx_event_model_occurrence_count(events, e); i++)
        if (contains(document,
                     dx_event_model_occurrence(events, e, i).condition, first,
                     last))
            return true;
    return false;
}

static bool events_mention(const dx_document *document, dx_kind first,
                           dx_kind last)
{
    for (size_t i = 0; i < dx_event_library_count(document->events); i++) {
        const dx_event_model *events = dx_event_library_at(document->events, i);
        for (size_t e = 0; e < dx_event_model_count(events); e++)
            if (event_mentions(document, events, e, first, last))
                return true;
    }
    return false;
}

// In the question itself.
static bool mentions(const dx_document *document, const dx_query *query,
                     dx_kind first, dx_kind last)
{
    if (contains(document, query->formula, first, last))
        return true;
    for (size_t i = 0; i < query->steps.count; i++)
        if (contains(document, query->steps.at[i].formula, first, last))
            return true;
    return false;
}

bool dx_query_mentions(const dx_document *document, const dx_query *query,
                       dx_kind first, dx_kind last)
{
    return mentions(document, query, first, last) ||
           events_mention(document, first, last);
}

bool dx_document_mentions(const dx_document *document, dx_kind first,
                          dx_kind last)
{
    for (size_t i = 0; i < document->queries.count; i++)
        if (mentions(document, &document->queries.at[i], first, last))
            return true;
    return events_mention(document, first, last);
}
