// Event models: written out event by event, or one of the ready ones.

#include "logic/dx/compile.h"
#include "logic/dx/read.h"

#include "base/memory.h"

#include <string.h>

enum {
    EVENTS_MAX = 4096,
    FAMILY_MAX = 1 << 22, // event models of a family, times agents
};

typedef DX_VECTOR(dx_assignment) assignment_list;

typedef struct raw_assignment {
    dx_formula target, value;
    dx_lexer target_start, value_start;
    dx_file_place place;
    assignment_list *list;
} raw_assignment;

// Where worlds bring their atoms, so do events: what they change is false at
// first if no world has it.
static dx_status declare_target(dx_reader *reader, dx_formula target,
                                dx_file_place place)
{
    bool is_atom = dx_formula_kind(reader->store, target) == DX_APPLY;
    if (!reader->worlds_declare || !is_atom ||
        dx_document_find_variable(reader->document, target) != DX_NOT_FOUND)
        return DX_OK;
    return dx_read_declare_atom(reader, target, place);
}

// How many of the values low .. high are in the domain.
static size_t count_within(const dx_value_domain *domain, int64_t low,
                           int64_t high)
{
    size_t count = 0;
    for (size_t i = 0; i < domain->count; i++)
        count += domain->value[i] >= low && domain->value[i] <= high;
    return count;
}

// Gives the assignment of a number its bounds, unless its value cannot leave
// them; refuses one that cannot be within them.
static dx_status bind(dx_reader *reader, dx_file_place place,
                      dx_assignment *made)
{
    const dx_document *document = reader->document;
    size_t variable = dx_document_find_variable(document, made->target);
    const dx_value_domain *domain =
        &document->domains.at[document->variables.at[variable].domain];
    dx_code code;
    if (domain->sort == DX_SORT_TRUTH)
        return DX_OK;
    made->is_bound = true;
    made->bound = dx_formula_binary(reader->store, DX_IN, made->value,
                                    dx_domain_node(reader, domain));
    made->file = document->files.at[place.file];
    made->line = place.line;
    made->column = place.column;
    if (made->bound == DX_FORMULA_NONE ||
        dx_compile(document, made->value, place, &code, NULL) != DX_OK)
        return DX_OK; // it speaks of knowledge, or the engine will complain
    size_t within = count_within(domain, code.low, code.high);
    bool is_plain = !code.is_truth && code.over == 1;
    made->is_bound = !is_plain || (int64_t)within <= code.high - code.low;
    dx_code_release(&code);
    return is_plain && within == 0 ? dx_assignment_out_of_bounds(
                                         reader->store, *made, reader->error)
                                   : DX_OK;
}

static dx_status add_assignment(dx_reader *reader, void *context,
                                dx_substitution choice)
{
    const raw_assignment *raw = context;
    dx_assignment made = {0};
    reader->start = raw->target_start;
    dx_formula target = dx_substitute(reader->store, raw->target, choice);
    dx_status status = declare_target(reader, target, raw->place);
    if (status == DX_OK)
        status = dx_expand(reader, target, &made.target);
    if (status != DX_OK)
        return status;
    if (dx_document_find_variable(reader->document, made.target) ==
        DX_NOT_FOUND)
        return dx_read_fail(reader, raw->place,
                            "only a variable of the model can be changed");
    reader->start = raw->value_start;
    status = dx_expand(reader, dx_substitute(reader->store, raw->value, choice),
                       &made.value);
    for (size_t i = 0; i < raw->list->count && status == DX_OK; i++)
        if (raw->list->at[i].target == made.target)
            status = dx_read_fail(reader, raw->place,
                                  "this variable is changed twice");
    if (status == DX_OK)
        status = bind(reader, raw->place, &made);
    if (status == DX_OK)
        dx_vector_push(raw->list, made);
    return status;
}

// `p := ~q, x := x + 1, m(j) := false for j in 1..3`.
static dx_status read_assignments(dx_reader *reader, assignment_list *out)
{
    dx_status status;
    do {
        raw_assignment raw = {.place = dx_read_here(reader), .list = out};
        dx_each each = {0};
        status = dx_read_raw_term(reader, &raw.target);
        raw.target_start = reader->start;
        if (status == DX_OK)
            status = dx_read_sign(reader, ":=");
        if (status == DX_OK)
            status = dx_read_raw(reader, &raw.value);
        raw.value_start = reader->start;
        if (status == DX_OK)
            status = dx_read_each(reader, &each);
        if (status == DX_OK)
            status = dx_each_run(reader, &each, (dx_substitution){0},
                                 add_assignment, &raw);
        dx_each_release(&each);
    } while (status == DX_OK && dx_lexer_take(&reader->lexer, ","));
    return status;
}

static dx_status read_post(dx_reader *reader, dx_event_model *events, size_t e)
{
    assignment_list list = {0};
    dx_status status = read_assignments(reader, &list);
    for (size_t i = 0; i < list.count && status == DX_OK; i++)
        dx_event_model_assign(events, e, list.at[i]);
    dx_vector_release(&list);
    return status;
}

// `1/2 if f else 1/3`, for everybody or for those of `subject`.
static dx_status read_cases(dx_reader *reader, dx_event_model *events, size_t e,
                            const dx_subject *subject)
{
    do {
        dx_file_place place = dx_read_here(reader);
        dx_occurrence occurrence = {.condition = dx_formula_true(reader->store),
                                    .probability = {0, 1}};
        dx_status status = dx_read_number(reader, &occurrence.probability);
        bool conditional =
            status == DX_OK && dx_lexer_take(&reader->lexer, "if");
        if (conditional)
            status = dx_read_formula(reader, &occurrence.condition);
        if (status != DX_OK)
            return status;
        if (occurrence.probability.top < 0 ||
            dx_fraction_compare(occurrence.probability, dx_fraction_int(1)) > 0)
            return dx_read_fail(reader, place,
                                "a probability lies between 0 and 1");
        if (subject == NULL)
            dx_event_model_occurs(events, e, occurrence);
        occurrence.is_for_one = true;
        for (size_t i = 0; subject != NULL && i < subject->agents.count; i++) {
            occurrence.agent =
                reader->document->agents.at[subject->agents.at[i]];
            dx_event_model_occurs(events, e, occurrence);
        }
        if (!conditional)
            return DX_OK;
    } while (dx_lexer_take(&reader->lexer, "else"));
    return DX_OK;
}

// Has one of the agents a chance of the event already?
static dx_status check_new_chance(dx_reader *reader, dx_file_place place,
                                  const dx_event_model *events, size_t e,
                                  const dx_subject *subject)
{
    for (size_t i = 0; i < subject->agents.count; i++) {
        dx_name agent = reader->document->agents.at[subject->agents.at[i]];
        for (size_t k = 0; k < dx_event_model_occurrence_count(events, e); k++)
            if (dx_event_model_occurs_for(events, e, k, agent))
                return dx_read_fail(reader, place,
                                    "how likely the event is to %s is given "
                                    "twice; one of them must go",
                                    dx_read_text(reader, agent));
    }
    return DX_OK;
}

// `prob 1/2`, or `prob anne: 1/2, bob: 1/3`.
static dx_status read_occurrences(dx_reader *reader, dx_event_model *events,
                                  size_t e)
{
    if (!dx_lexer_next_is(&reader->lexer, ":"))
        return read_cases(reader, events, e, NULL);
    dx_status status;
    do {
        dx_subject subject;
        dx_file_place place = dx_read_here(reader);
        status = dx_read_subject(reader, &subject);
        if (status == DX_OK)
            status = dx_read_sign(reader, ":");
        if (status == DX_OK)
            status = check_new_chance(reader, place, events, e, &subject);
        if (status == DX_OK)
            status = read_cases(reader, events, e, &subject);
        dx_subject_release(&subject);
    } while (status == DX_OK && dx_lexer_take(&reader->lexer, ","));
    return status;
}

// One event, or one of a family: its name has been read as a term.
typedef struct event_line {
    dx_event_model *events;
    dx_formula term;
    dx_file_place place;
} event_line;

static dx_status read_event_body(dx_reader *reader, void *context)
{
    const event_line *line = context;
    dx_event_model *events = line->events;
    dx_formula term = line->term;
    dx_name name;
    if (reader->choice != NULL)
        term = dx_substitute(reader->store, term, *reader->choice);
    dx_status status = dx_indexed_name(reader, term, &name);
    if (status != DX_OK)
        return status;
    const char *text = dx_read_text(reader, name);
    if (dx_event_model_find(events, text) != DX_NOT_FOUND)
        return dx_read_fail(reader, line->place, "event '%s' is declared twice",
                            text);
    if (dx_event_model_count(events) >= EVENTS_MAX)
        return dx_read_limit(reader, line->place, "more than %d events",
                             EVENTS_MAX);
    dx_formula precondition = dx_formula_true(reader->store);
    dx_file_place place = dx_read_here(reader);
    if (dx_lexer_take(&reader->lexer, "pre"))
        status = dx_read_formula(reader, &precondition);
    if (status != DX_OK)
        return status;
    if (dx_read_is_contradiction(reader, precondition))
        dx_document_note(reader->document, place,
                         "event '%s' of '%s' can never happen: its "
                         "precondition is a contradiction",
                         text, dx_event_model_name(events));
    size_t e = dx_event_model_add(events, text, precondition);
    if (dx_lexer_take(&reader->lexer, "post"))
        status = read_post(reader, events, e);
    if (status == DX_OK && dx_lexer_take(&reader->lexer, "prob"))
        status = read_occurrences(reader, events, e);
    return status;
}

static dx_status read_event(dx_reader *reader, dx_event_model *events)
{
    event_line line = {.events = events, .place = dx_read_here(reader)};
    dx_status status;
    if (dx_lexer_next_is(&reader->lexer, "(")) {
        dx_substitution *choice = reader->choice;
        reader->choice = NULL; // put in later, with the event's own
        status = dx_read_raw_term(reader, &line.term);
        reader->choice = choice;
    } else {
        dx_name name;
        status = dx_read_name(reader, "the name of an event", &name);
        if (status == DX_OK)
            line.term = dx_formula_make(reader->store, DX_APPLY, 1, &name);
    }
    return status != DX_OK
               ? status
               : dx_read_family(reader, EVENTS_MAX, read_event_body, &line);
}

static dx_status find_event(dx_reader *reader, const dx_event_model *events,
                            dx_name name, dx_file_place place, size_t *out)
{
    *out = dx_event_model_find(events, dx_read_text(reader, name));
    if (*out == DX_NOT_FOUND)
        return dx_read_fail(reader, place, "unknown event '%s'",
                            dx_read_text(reader, name));
    return DX_OK;
}

dx_status dx_read_event_number(dx_reader *reader, const dx_event_model *events,
                               size_t *out)
{
    dx_file_place place = dx_read_here(reader);
    dx_name name;
    dx_status status = dx_read_indexed(reader, "an event", &name);
    if (status != DX_OK)
        return status;
    return find_event(reader, events, name, place, out);
}

static void link_all(dx_reader *reader, dx_event_model *events,
                     const dx_subject *subject, size_t from, size_t to)
{
    for (size_t i = 0; i < subject->agents.count; i++) {
        dx_name agent = reader->document->agents.at[subject->agents.at[i]];
        dx_event_model_link(events, dx_read_text(reader, agent), from, to);
    }
}

// The cells of an agent in the making.
typedef struct event_cells {
    const dx_event_model *events;
    size_t *cell, number; // of each event, from 1; the one that is read
    DX_VECTOR(dx_formula) items;
    DX_VECTOR(dx_file_place) places;
} event_cells;

// The items so far, with what a `for` behind them has chosen.
static dx_status put_in_cell(dx_reader *reader, void *context,
                             dx_substitution choice)
{
    event_cells *c = context;
    bool is_family = choice.count > 0;
    for (size_t i = 0; i < c->items.count; i++) {
        dx_name name;
        size_t e;
        dx_status status = dx_indexed_name(
            reader, dx_substitute(reader->store, c->items.at[i], choice),
            &name);
        if (status == DX_OK)
            status = find_event(reader, c->events, name, c->places.at[i], &e);
        if (status != DX_OK)
            return status;
        bool again = c->cell[e] == c->number && is_family;
        if (c->cell[e] != 0 && !again)
            return dx_read_fail(reader, c->places.at[i],
                                "an event can be in one cell only");
        c->cell[e] = c->number;
    }
    return DX_OK;
}

// `e, on(i), off(i) for i in agents if i != 1`: the `for` is for all items
// before it.
static dx_status read_cell_items(dx_reader *reader, event_cells *c)
{
    dx_status status = DX_OK;
    while (status == DX_OK && !dx_lexer_is(&reader->lexer, "}")) {
        dx_vector_push(&c->places, dx_read_here(reader));
        dx_formula item = DX_FORMULA_NONE;
        dx_name name = DX_NAME_NONE;
        if (dx_lexer_next_is(&reader->lexer, "(")) {
            status = dx_read_raw_term(reader, &item);
        } else {
            status = dx_read_name(reader, "an event", &name);
            if (status == DX_OK)
                item = dx_formula_make(reader->store, DX_APPLY, 1, &name);
        }
        dx_vector_push(&c->items, item);
        if (status == DX_OK && dx_lexer_is(&reader->lexer, "for")) {
            dx_each each;
            status = dx_read_each(reader, &each);
            if (status == DX_OK)
                status = dx_each_run(reader, &each, (dx_substitution){0},
                                     put_in_cell, c);
            dx_each_release(&each);
            c->items.count = c->places.count = 0;
        }
        dx_lexer_take(&reader->lexer, ",");
    }
    if (status == DX_OK)
        status = put_in_cell(reader, c, (dx_substitution){0});
    c->items.count = c->places.count = 0;
    dx_lexer_take(&reader->lexer, "}");
    return status;
}

// `{e f} {g}`; an event in no cell is alone.
static dx_status read_event_cells(dx_reader *reader, dx_event_model *events,
                                  const dx_subject *subject)
{
    size_t count = dx_event_model_count(events);
    event_cells c = {.events = events, .cell = dx_alloc(count, sizeof *c.cell)};
    dx_status status = DX_OK;
    while (status == DX_OK && dx_lexer_take(&reader->lexer, "{")) {
        c.number++;
        status = read_cell_items(reader, &c);
        dx_lexer_take(&reader->lexer, ",");
    }
    for (size_t e = 0; e < count && status == DX_OK; e++)
        for (size_t f = 0; f < count; f++)
            if (e == f || (c.cell[e] != 0 && c.cell[e] == c.cell[f]))
                link_all(reader, events, subject, e, f);
    dx_vector_release(&c.items);
    dx_vector_release(&c.places);
    dx_free(c.cell);
    return status;
}

static dx_status read_event_edge(dx_reader *reader, dx_event_model *events,
                                 const dx_subject *subject)
{
    size_t from, to;
    dx_status status = dx_read_event_number(reader, events, &from);
    if (status == DX_OK)
        status = dx_read_sign(reader, "->");
    bool several = status == DX_OK && dx_lexer_take(&reader->lexer, "{");
    if (several && dx_lexer_take(&reader->lexer, "}")) {
        link_all(reader, events, subject, from, DX_NOT_FOUND);
        return DX_OK;
    }
    while (status == DX_OK) {
        status = dx_read_event_number(reader, events, &to);
        if (status == DX_OK)
            link_all(reader, events, subject, from, to);
        if (!several)
            return status;
        dx_lexer_take(&reader->lexer, ",");
        if (status == DX_OK && dx_lexer_take(&reader->lexer, "}"))
            return DX_OK;
    }
    return status;
}

typedef struct links_line {
    dx_event_model *events;
    const dx_subject *subject;
} links_line;

static dx_status read_links_body(dx_reader *reader, void *context)
{
    links_line *line = context;
    if (dx_lexer_is(&reader->lexer, "{"))
        return read_event_cells(reader, line->events, line->subject);
    dx_status status;
    do
        status = read_event_edge(reader, line->events, line->subject);
    while (status == DX_OK && dx_lexer_take(&reader->lexer, ","));
    return status;
}

// With a variable the line is read once for each agent that it stands for.
static dx_status read_event_links(dx_reader *reader, dx_event_model *events)
{
    dx_subject subject;
    dx_file_place place = dx_read_here(reader);
    dx_status status = dx_read_subject(reader, &subject);
    if (status == DX_OK)
        status = dx_read_sign(reader, ":");
    if (status == DX_OK)
        status = dx_read_once(
            reader, DX_GIVEN_LINKS, &subject,
            dx_lexer_is(&reader->lexer, "{") ? DX_ABOUT_ALL : DX_ABOUT_ARROWS,
            place);
    dx_lexer start = reader->lexer;
    bool has_variable = subject.variable != DX_NAME_NONE;
    links_line line = {events, &subject};
    if (status == DX_OK && !has_variable)
        status = read_links_body(reader, &line);
    for (size_t i = 0;
         i < subject.agents.count && status == DX_OK && has_variable; i++) {
        dx_subject one = {.variable = DX_NAME_NONE};
        dx_vector_push(&one.agents, subject.agents.at[i]);
        line.subject = &one;
        reader->lexer = start;
        status = dx_read_with(reader, subject.variable, subject.members.at[i],
                              read_links_body, &line);
        dx_subject_release(&one);
    }
    dx_subject_release(&subject);
    return status;
}

// A precondition may speak of what an event behind it changes: `p := ...` up to
// the closing brace makes p known.
static dx_status declare_targets(dx_reader *reader)
{
    dx_names *names = dx_formulas_names(reader->store);
    dx_lexer lexer = reader->lexer;
    dx_status status = DX_OK;
    for (size_t depth = 1;
         depth > 0 && status == DX_OK && lexer.token.kind != DX_TOKEN_END;
         dx_lexer_step(&lexer)) {
        const dx_token *token = &lexer.token;
        if (dx_lexer_is(&lexer, "{"))
            depth++;
        if (dx_lexer_is(&lexer, "}"))
            depth--;
        if (token->kind != DX_TOKEN_NAME || !dx_lexer_next_is(&lexer, ":="))
            continue;
        dx_name name = dx_names_add_part(names, token->at, token->length);
        status = declare_target(
            reader, dx_formula_make(reader->store, DX_APPLY, 1, &name),
            (dx_file_place){reader->file, token->line, token->column});
    }
    return status;
}

static dx_status read_written_out(dx_reader *reader, const char *name,
                                  dx_file_place place)
{
    dx_event_model *events = dx_event_model_new(reader->store, name);
    dx_pair_map outside = reader->given;
    reader->given = (dx_pair_map){0};
    dx_status status = declare_targets(reader);
    while (status == DX_OK && dx_lexer_take(&reader->lexer, "event"))
        status = read_event(reader, events);
    if (status == DX_OK && dx_event_model_count(events) == 0)
        status = dx_read_fail(reader, place,
                              "an event model has events: "
                              "expected 'event' in the braces");
    if (status == DX_OK)
        dx_note_chances(reader, events, place);
    dx_ranked_agents ranked = {0};
    while (status == DX_OK && !dx_lexer_take(&reader->lexer, "}"))
        status = dx_read_at_event_ranks(reader)
                     ? dx_read_event_ranks(reader, events, &ranked)
                     : read_event_links(reader, events);
    if (status == DX_OK)
        status = dx_read_check_ranks(reader, events, &ranked);
    dx_vector_release(&ranked);
    dx_pair_map_release(&reader->given);
    reader->given = outside;
    if (status == DX_OK)
        dx_event_library_add(reader->document->events, events);
    else
        dx_event_model_free(events);
    return status;
}

// The names of agents, for the zoo; the caller frees the array.
static dx_people people_of(dx_reader *reader, const dx_subject *subject)
{
    const dx_document *document = reader->document;
    size_t count =
        subject == NULL ? document->agents.count : subject->agents.count;
    const char **names = dx_alloc(count, sizeof *names);
    for (size_t i = 0; i < count; i++) {
        size_t agent = subject == NULL ? i : subject->agents.at[i];
        names[i] = dx_read_text(reader, document->agents.at[agent]);
    }
    return (dx_people){count, names};
}

typedef enum zoo {
    ZOO_PUBLIC,
    ZOO_PRIVATE,
    ZOO_SEMIPRIVATE,
    ZOO_LIE,
    ZOO_SUSPICION,
    ZOO_CHANGE,
    ZOO_WHISPER,
    ZOO_CALL,
    ZOO_COUNT
} zoo;
static const char *const zoo_words[] = {"public",  "private",   "semiprivate",
                                        "lie",     "suspicion", "change",
                                        "whisper", "call"};

typedef struct ready {
    zoo kind;
    bool has_group;
    dx_subject group;
    dx_formula f;
    assignment_list changes;
} ready;

static bool at_ready(const dx_reader *reader)
{
    for (size_t kind = 0; kind < ZOO_COUNT; kind++)
        if (dx_lexer_is(&reader->lexer, zoo_words[kind]))
            return true;
    return false;
}

static dx_status read_ready(dx_reader *reader, ready *r)
{
    size_t kind = 0;
    while (kind < ZOO_COUNT && !dx_lexer_take(&reader->lexer, zoo_words[kind]))
        kind++;
    if (kind == ZOO_COUNT)
        return dx_read_expected(reader, "public, private, semiprivate, lie, "
                                        "suspicion, change, whisper or call");
    r->kind = (zoo)kind;
    r->has_group =
        kind == ZOO_CHANGE ? dx_read_at_entry(reader) : kind != ZOO_PUBLIC;
    dx_status status = DX_OK;
    dx_file_place place = dx_read_here(reader);
    if (r->has_group) {
        status = dx_read_subject(reader, &r->group);
        if (status == DX_OK)
            status = dx_read_sign(reader, ":");
    }
    for (size_t i = 0; i < r->group.agents.count && status == DX_OK; i++)
        for (size_t k = 0; k < i && status == DX_OK; k++)
            if (r->group.agents.at[i] == r->group.agents.at[k])
                status = dx_read_fail(
                    reader, place, "%s is named twice here",
                    dx_read_text(
                        reader,
                        reader->document->agents.at[r->group.agents.at[i]]));
    if (status == DX_OK && kind == ZOO_LIE && r->group.agents.count != 1)
        status = dx_read_fail(reader, place, "a lie has one liar");
    if (status == DX_OK && (kind == ZOO_WHISPER || kind == ZOO_CALL) &&
        r->group.agents.count < 2)
        status = dx_read_fail(reader, place,
                              kind == ZOO_CALL
                                  ? "a call is between two agents or more"
                                  : "expected who whispers and who hears it");
    if (status != DX_OK)
        return status;
    return kind == ZOO_CHANGE ? read_assignments(reader, &r->changes)
                              : dx_read_formula(reader, &r->f);
}

static dx_event_model *make_ready(dx_reader *reader, const char *name,
                                  const ready *r)
{
    dx_formulas *store = reader->store;
    dx_people all = people_of(reader, NULL);
    dx_people group = people_of(reader, &r->group);
    dx_event_model *made = NULL;
    switch (r->kind) {
    case ZOO_PUBLIC:
    case ZOO_COUNT:
        made = dx_events_public(store, name, r->f);
        break;
    case ZOO_PRIVATE:
        made = dx_events_private(store, name, group, all, r->f);
        break;
    case ZOO_SEMIPRIVATE:
        made = dx_events_semi_private(store, name, group, all, r->f);
        break;
    case ZOO_WHISPER:
        made = dx_events_private(store, name, group, all,
                                 dx_formula_knows(store, group.names[0], r->f));
        break;
    case ZOO_CALL:
        made = dx_events_call(store, name, group, all, r->f);
        break;
    case ZOO_LIE:
        made = dx_events_lie(store, name, group.names[0], all, r->f);
        break;
    case ZOO_SUSPICION:
        made = dx_events_suspicion(store, name, group, all, r->f);
        break;
    case ZOO_CHANGE:
        made = r->has_group
                   ? dx_events_private_change(store, name, group, all,
                                              r->changes.count, r->changes.at)
                   : dx_events_public_change(store, name, r->changes.count,
                                             r->changes.at);
        break;
    }
    dx_free((void *)all.names);
    dx_free((void *)group.names);
    return made;
}

// One event model, or one of a family: its name has been read as a term.
typedef struct events_line {
    dx_formula term;
    dx_file_place place;
} events_line;

static dx_status read_events_body(dx_reader *reader, void *context)
{
    const events_line *line = context;
    dx_formula term = line->term;
    dx_name name;
    if (reader->choice != NULL)
        term = dx_substitute(reader->store, term, *reader->choice);
    dx_status status = dx_indexed_name(reader, term, &name);
    if (status == DX_OK)
        status = dx_read_declare(reader, name, DX_ROLE_EVENTS, line->place);
    if (status != DX_OK)
        return status;
    const char *text = dx_read_text(reader, name);
    bool has_braces = dx_lexer_take(&reader->lexer, "{");
    if (has_braces && !at_ready(reader))
        return read_written_out(reader, text, line->place);
    if (!has_braces && !dx_lexer_take(&reader->lexer, "="))
        return dx_read_expected(reader, "'{' and events, or '=' and public, "
                                        "private, lie ...");
    ready r = {0};
    status = read_ready(reader, &r);
    if (status == DX_OK && has_braces)
        status = dx_read_sign(reader, "}");
    if (status == DX_OK)
        dx_event_library_add(reader->document->events,
                             make_ready(reader, text, &r));
    dx_subject_release(&r.group);
    dx_vector_release(&r.changes);
    return status;
}

dx_status dx_read_events(dx_reader *reader)
{
    events_line line = {.place = dx_read_here(reader)};
    size_t most = FAMILY_MAX / (reader->document->agents.count + 1);
    dx_status status;
    if (dx_lexer_next_is(&reader->lexer, "(")) {
        status = dx_read_raw_term(reader, &line.term);
    } else {
        dx_name name;
        status = dx_read_name(reader, "the name of an event model", &name);
        if (status == DX_OK)
            line.term = dx_formula_make(reader->store, DX_APPLY, 1, &name);
    }
    return status != DX_OK
               ? status
               : dx_read_family(reader, most, read_events_body, &line);
}
