// A document's end, and its small tables: agents and worlds are looked for one
// by one, since a file has few; variables and values by the handle of their
// term and name, since every formula asks for them.

#include "logic/dx/document.h"

#include "base/memory.h"
#include "logic/dx/read.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void release_query(dx_query *query)
{
    for (size_t i = 0; i < query->steps.count; i++)
        dx_free(query->steps.at[i].text);
    for (size_t i = 0; i < query->steps_given.count; i++)
        dx_free(query->steps_given.at[i].text);
    dx_vector_release(&query->steps);
    dx_vector_release(&query->steps_given);
    dx_vector_release(&query->states);
    dx_free(query->text);
    dx_free(query->title);
    dx_free(query->at_text);
    dx_free(query->expected_text);
}

static void release_model(dx_document *document)
{
    for (size_t i = 0; i < document->domains.count; i++) {
        dx_free(document->domains.at[i].value);
        dx_free(document->domains.at[i].member);
    }
    for (size_t i = 0; i < document->worlds.count; i++)
        dx_vector_release(&document->worlds.at[i].facts);
    dx_vector_release(&document->agents);
    dx_vector_release(&document->domains);
    dx_vector_release(&document->variables);
    dx_vector_release(&document->laws);
    dx_vector_release(&document->sights);
    dx_vector_release(&document->weights);
    dx_vector_release(&document->ranks);
    dx_vector_release(&document->worlds);
    dx_vector_release(&document->links);
    dx_vector_release(&document->frames);
    dx_vector_release(&document->also_actual);
    dx_vector_release(&document->things);
    dx_vector_release(&document->variable_of);
    dx_vector_release(&document->thing_of);
}

void dx_document_forget(dx_document *document, size_t queries)
{
    while (document->queries.count > queries)
        release_query(&document->queries.at[--document->queries.count]);
}

void dx_document_free(dx_document *document)
{
    if (document == NULL)
        return;
    release_model(document);
    dx_document_forget(document, 0);
    dx_vector_release(&document->queries);
    dx_reader_free(document->reader);
    for (size_t i = 0; i < document->notes.count; i++)
        dx_free(document->notes.at[i].text);
    dx_vector_release(&document->notes);
    for (size_t i = 0; i < document->files.count; i++)
        dx_free(document->files.at[i]);
    dx_vector_release(&document->files);
    dx_event_library_free(document->events);
    dx_formulas_free(document->store);
    dx_free(document);
}

size_t dx_document_find_agent(const dx_document *document, dx_name name)
{
    for (size_t i = 0; i < document->agents.count; i++)
        if (document->agents.at[i] == name)
            return i;
    return DX_NOT_FOUND;
}

size_t dx_document_find_world(const dx_document *document, dx_name name)
{
    for (size_t i = 0; i < document->worlds.count; i++)
        if (document->worlds.at[i].name == name)
            return i;
    return DX_NOT_FOUND;
}

size_t dx_document_find_variable(const dx_document *document, dx_formula term)
{
    if (term >= document->variable_of.count ||
        document->variable_of.at[term] == UINT32_MAX)
        return DX_NOT_FOUND;
    return document->variable_of.at[term];
}

size_t dx_document_find_thing(const dx_document *document, dx_name name)
{
    if (name >= document->thing_of.count ||
        document->thing_of.at[name] == UINT32_MAX)
        return DX_NOT_FOUND;
    return document->thing_of.at[name];
}

void dx_document_add_thing(dx_document *document, dx_name name)
{
    while (document->thing_of.count <= name)
        dx_vector_push(&document->thing_of, UINT32_MAX);
    assert(document->thing_of.at[name] == UINT32_MAX); // each once
    document->thing_of.at[name] = (uint32_t)document->things.count;
    dx_vector_push(&document->things, name);
}

bool dx_document_is_listed(const dx_document *document)
{
    return document->worlds.count > 0;
}

void dx_document_note(dx_document *document, dx_file_place place,
                      const char *format, ...)
{
    char message[DX_ERROR_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    for (size_t i = 0; i < document->notes.count; i++)
        if (strcmp(document->notes.at[i].text, message) == 0)
            return;
    dx_note note = {place, dx_copy_text(message)};
    dx_vector_push(&document->notes, note);
}

dx_status dx_document_fail(const dx_document *document, dx_error *error,
                           dx_status status, dx_file_place place,
                           const char *format, ...)
{
    char message[DX_ERROR_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    dx_fail(error, status, place.line, place.column, "%s", message);
    if (place.file < document->files.count)
        dx_error_in_file(error, document->files.at[place.file]);
    return status;
}
