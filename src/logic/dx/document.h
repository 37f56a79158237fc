// logic/dx/document.h -- what a .dx file says, before any model is built.
//
// The format is in docs/dx-format.md.  Reading a file gives this document:
// every name resolved, every definition and constant put in, every family
// (`m(1..3): bool`) written out, so that an engine meets only flat lists:
//
//     variables   what a state is made of        x in 2..99, m(1), m(2)
//     law         which states there are         x < y
//     sights      what each agent sees of one    anne: x + y
//
// or, for a model that is listed, its worlds and links; and then the event
// models and the questions.  The explicit engine makes worlds of it
// (build.h); a symbolic one need not.

#ifndef DX_LOGIC_DX_DOCUMENT_H
#define DX_LOGIC_DX_DOCUMENT_H

#include "base/base.h"
#include "base/fraction.h"
#include "base/vector.h"
#include "logic/formula/formula.h"
#include "logic/kripke/event_model.h"
#include "logic/kripke/frames.h"
#include "logic/kripke/model.h"

#include <stdint.h>

// Where something stands: `file` counts the document's files.
typedef struct dx_file_place {
    uint32_t file;
    unsigned line, column;
} dx_file_place;

// What values a variable takes.  Names are numbered through the whole
// document in the order in which they are met.
typedef enum dx_value_sort {
    DX_SORT_TRUTH,
    DX_SORT_NUMBER,
    DX_SORT_NAME
} dx_value_sort;

// A finite list of values, ascending for numbers, as written for names.
typedef struct dx_value_domain {
    dx_value_sort sort;
    size_t count;
    int32_t *value;     // of each member; 0 and 1 for truth
    dx_formula *member; // the terms that stand for them; NULL for truth
    dx_name name;       // of the set it was taken from, or made up
} dx_value_domain;

typedef struct dx_declared {
    dx_formula term; // p, x, card(2)
    size_t domain;   // in the document's domains
    dx_file_place place;
} dx_declared;

// A formula or term with its place; `agent` where it belongs to one.
typedef struct dx_placed {
    size_t agent;
    dx_formula formula;
    dx_file_place place;
} dx_placed;

// What world or state an agent has a number for.
typedef enum dx_weighing_sort {
    DX_WEIGHT,
    DX_PROBABILITIES, // `prob`: must make 1 in each cell
    DX_RANK,          // whole; where nothing is said, behind all others
} dx_weighing_sort;

// A weight, by expression over the state or for one listed world.  Of several
// the last counts: the cases of `w if f else v` stand here from behind.
typedef struct dx_weighing {
    size_t agent;
    dx_weighing_sort sort;
    dx_formula condition;  // where it counts; DX_FORMULA_NONE: everywhere
    dx_formula expression; // or DX_FORMULA_NONE: then
    size_t world;          // this world has
    dx_fraction weight;    // this weight
    dx_file_place place;
} dx_weighing;

enum { DX_RANK_LAST = INT32_MAX };
#define DX_RANK_RANGE "a rank is a whole number from 0 to 2147483647"

// A variable and its value in a listed world.
typedef struct dx_fact {
    size_t variable;
    int32_t value;
} dx_fact;

typedef struct dx_listed_world {
    dx_name name;
    DX_VECTOR(dx_fact) facts; // the others are false, or the first value
    dx_file_place place;
} dx_listed_world;

// An edge from -> to, or: world `to` is in cell number `from`; or nothing leads
// from `from` anywhere.
typedef struct dx_listed_link {
    size_t agent;
    dx_attitude attitude;
    bool is_cell, is_none;
    uint32_t from, to;
    dx_file_place place;
} dx_listed_link;

typedef struct dx_declared_frame {
    dx_frame_class frame;
    dx_attitude attitude;
    dx_agent_set agents;
    dx_file_place place;
} dx_declared_frame;

// A world: by its name if it is a listed one, else by a formula that holds
// there and nowhere else.
typedef struct dx_spot {
    bool is_given;
    dx_name world;      // DX_NAME_NONE: by formula
    dx_formula formula; // also where `world` is given and can be a formula
    dx_file_place place;
} dx_spot;

typedef enum dx_update_kind {
    DX_UPDATE_ANNOUNCE, // !f
    DX_UPDATE_REPEAT,   // repeat !f: until that changes nothing
    DX_UPDATE_WHETHER,  // ?!f
    DX_UPDATE_TELL,     // a,b !f
    DX_UPDATE_TELL_WHETHER,
    DX_UPDATE_RADICAL,      // radical f
    DX_UPDATE_CONSERVATIVE, // conservative f
    DX_UPDATE_EVENT,        // M,e
} dx_update_kind;

typedef struct dx_query_step {
    dx_update_kind kind;
    dx_formula formula;
    dx_agent_set agents;          // who is told, or finds it plausible
    const dx_event_model *events; // owned by the document's library
    size_t event;
    dx_file_place place;
    char *text; // as written
} dx_query_step;

typedef enum dx_query_kind {
    DX_QUERY_TRUE,
    DX_QUERY_VALID,
    DX_QUERY_WHERE,
    DX_QUERY_COUNT,
    DX_QUERY_VALUE,
    DX_QUERY_PLAN,
    DX_QUERY_FRAME,
} dx_query_kind;

typedef enum dx_expectation {
    DX_EXPECT_NOTHING,
    DX_EXPECT_TRUTH,  // `truth`
    DX_EXPECT_NUMBER, // `number`
    DX_EXPECT_STATES, // `states`
} dx_expectation;

typedef struct dx_query {
    dx_query_kind kind;
    dx_formula formula; // a term for DX_QUERY_VALUE
    DX_VECTOR(dx_query_step) steps;
    DX_VECTOR(dx_query_step) steps_given; // of PLAN: what may be done
    dx_spot at; // for TRUE, VALUE and PLAN; not given: the actual world
    dx_declared_frame frame; // of FRAME
    dx_expectation expectation;
    bool truth;
    dx_fraction number;
    DX_VECTOR(dx_spot) states;
    dx_file_place place;
    // As written, blanks made single; NULL where there is nothing.
    char *text, *title, *at_text, *expected_text;
} dx_query;

// Something that is no error but should be known.
typedef struct dx_note {
    dx_file_place place;
    char *text;
} dx_note;

typedef struct dx_document {
    dx_formulas *store;
    DX_VECTOR(char *) files;
    DX_VECTOR(dx_name) agents;
    DX_VECTOR(dx_value_domain) domains;
    DX_VECTOR(dx_declared) variables;
    DX_VECTOR(dx_placed) laws;
    DX_VECTOR(dx_placed) sights;
    DX_VECTOR(dx_weighing) weights, ranks;
    DX_VECTOR(dx_listed_world) worlds;
    DX_VECTOR(dx_listed_link) links;
    DX_VECTOR(dx_declared_frame) frames;
    dx_spot actual;
    DX_VECTOR(dx_spot) also_actual; // where several may be the actual world
    DX_VECTOR(dx_name) things;      // names of values; the number is the value
    dx_event_library *events;
    DX_VECTOR(dx_query) queries;
    DX_VECTOR(dx_note) notes;
    // The variable of each formula handle and the value of each name;
    // UINT32_MAX: none.
    DX_VECTOR(uint32_t) variable_of, thing_of;
    struct dx_reader *reader; // for questions that come later
} dx_document;

// Reads a file ("-": standard input) and what it includes, or a text that is
// called `name`; one whose name begins with `<` comes from outside and may
// include nothing.  On DX_OK the caller frees the document; errors name file,
// line and column.
DX_MUST_USE dx_status dx_document_read(const char *path,
                                       dx_document **out_document,
                                       dx_error *error);
DX_MUST_USE dx_status dx_document_read_text(const char *name, const char *text,
                                            size_t length,
                                            dx_document **out_document,
                                            dx_error *error);
void dx_document_free(dx_document *document);

// Reads more questions, in a text that is called `name`: they stand behind the
// others, until the document forgets all but the first `queries`.  If one
// cannot be read, none is there.
DX_MUST_USE dx_status dx_document_read_more(dx_document *document,
                                            const char *name, const char *text,
                                            size_t length, dx_error *error);
void dx_document_forget(dx_document *document, size_t queries);

// DX_NOT_FOUND if there is none.
size_t dx_document_find_agent(const dx_document *document, dx_name name);
size_t dx_document_find_world(const dx_document *document, dx_name name);
size_t dx_document_find_variable(const dx_document *document, dx_formula term);
size_t dx_document_find_thing(const dx_document *document, dx_name name);

// Makes `name` the name of a value, with the next free number.
void dx_document_add_thing(dx_document *document, dx_name name);

// Is the model given by its worlds (rather than by variables and law)?
bool dx_document_is_listed(const dx_document *document);

// Adds a note, once.
void dx_document_note(dx_document *document, dx_file_place place,
                      const char *format, ...) DX_PRINTF(3, 4);

// dx_fail at a place of the document.
dx_status dx_document_fail(const dx_document *document, dx_error *error,
                           dx_status status, dx_file_place place,
                           const char *format, ...) DX_PRINTF(5, 6);

#endif
