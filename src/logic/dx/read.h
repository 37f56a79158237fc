// logic/dx/read.h -- the reader of .dx files: what its parts share.
//
// read.c knows the statements, read_*.c one group of them each, and
// expand.c turns what the formula parser gives (raw) into what the document
// keeps: names resolved, definitions and constants put in.

#ifndef DX_LOGIC_DX_READ_H
#define DX_LOGIC_DX_READ_H

#include "base/pair_map.h"
#include "logic/dx/document.h"
#include "logic/formula/lexer.h"

enum {
    DX_INCLUDES_MAX = 16,           // files inside each other
    DX_FILE_BYTES_MAX = 1 << 26,    // of one file
    DX_DOMAIN_VALUES_MAX = 1 << 16, // of one variable
    DX_VARIABLES_MAX = 1 << 16,     // of one model
    DX_EACH_MAX = 1 << 20,          // what one `for` may write out
    DX_PARTS_MAX = 1 << 20,         // of a formula, definitions put in
};

// What a name stands for; an agent can be a value as well.
enum {
    DX_ROLE_AGENT = 1,
    DX_ROLE_SET = 2,
    DX_ROLE_CONSTANT = 4,
    DX_ROLE_THING = 8,
    DX_ROLE_VARIABLE = 16,
    DX_ROLE_DEFINITION = 32,
    DX_ROLE_EVENTS = 64,
    DX_ROLE_WORLD = 128,
};

typedef struct dx_symbol {
    unsigned roles;
    size_t arity;        // of a family of variables, of a definition
    size_t domain;       // of a set
    dx_formula constant; // its number, or the body of a definition
    uint32_t world;
    dx_file_place place, world_place;
} dx_symbol;

typedef struct dx_reader {
    dx_document *document;
    dx_formulas *store;
    dx_error *error;
    dx_lexer lexer;
    uint32_t file;
    DX_VECTOR(uint32_t) open;       // files we are inside of
    DX_VECTOR(dx_symbol) symbols;   // by name
    DX_VECTOR(dx_name) bound;       // variables of quantifiers and `for`
    dx_lexer start;                 // where the last raw expression began
    size_t steps;                   // of expansion so far
    dx_pair_map parts;              // of formulas that were made (expand.c)
    dx_pair_map given;              // lines of what may be given once
    bool worlds_declare;            // no `vars`: worlds bring their atoms
    struct dx_substitution *choice; // of the families around, or NULL
    unsigned repeats;               // that are open
    bool only_asks;                 // the model stands: no statements
} dx_reader;
void dx_reader_free(dx_reader *reader); // NULL is fine

// Errors, at a place, at the token, or where a name or term stands in the
// last raw expression.
dx_file_place dx_read_here(const dx_reader *reader);
dx_file_place dx_read_place_of(const dx_reader *reader, dx_name name);
dx_file_place dx_read_place_of_term(const dx_reader *reader, dx_formula term);
dx_status dx_read_fail(dx_reader *reader, dx_file_place place,
                       const char *format, ...) DX_PRINTF(3, 4);
dx_status dx_read_limit(dx_reader *reader, dx_file_place place,
                        const char *format, ...) DX_PRINTF(3, 4);
dx_status dx_read_expected(dx_reader *reader, const char *what);
DX_MUST_USE dx_status dx_read_sign(dx_reader *reader, const char *sign);

// A word, a number or a mixture, as a name.
DX_MUST_USE dx_status dx_read_name(dx_reader *reader, const char *what,
                                   dx_name *out);
// The same for a name that is being declared: no word that would be read as
// something else where the name is used (and the check alone).
DX_MUST_USE dx_status dx_read_new_name(dx_reader *reader, const char *what,
                                       dx_name *out);
DX_MUST_USE dx_status dx_read_check_word(dx_reader *reader, const char *what);
bool dx_read_at_name(const dx_reader *reader);
const char *dx_read_text(const dx_reader *reader, dx_name name);
dx_symbol *dx_read_symbol(dx_reader *reader, dx_name name);

// Gives `name` one more role, or says where it has one already that does not
// go with it.
DX_MUST_USE dx_status dx_read_declare(dx_reader *reader, dx_name name,
                                      unsigned role, dx_file_place place);

// Does another line of the same block follow: `anne, bill: ...`?
bool dx_read_at_entry(const dx_reader *reader);

// Is `f` false whatever its parts are (read_contradiction.c)?  False too where
// that would take long.
bool dx_read_is_contradiction(const dx_reader *reader, dx_formula f);

// `plan` before `goal` or `at`: a question; else it may be a name.
bool dx_read_at_plan(const dx_reader *reader);

// The text from a lexer's token up to where the reader is, blanks single, and
// the names of the families around as they were chosen.
char *dx_read_slice(const dx_reader *reader, const dx_lexer *from);

// Expressions: raw as parsed, or expanded.
DX_MUST_USE dx_status dx_read_raw(dx_reader *reader, dx_formula *out);
DX_MUST_USE dx_status dx_read_raw_formula(dx_reader *reader, dx_formula *out);
DX_MUST_USE dx_status dx_read_raw_term(dx_reader *reader, dx_formula *out);
DX_MUST_USE dx_status dx_read_formula(dx_reader *reader, dx_formula *out);
DX_MUST_USE dx_status dx_read_term(dx_reader *reader, dx_formula *out);
DX_MUST_USE dx_status dx_read_number(dx_reader *reader, dx_fraction *out);

// expand.c: checks and resolves a raw expression.
DX_MUST_USE dx_status dx_expand(dx_reader *reader, dx_formula raw,
                                dx_formula *out);

// `f` with every name replaced by its term, all at once; names bound by a
// quantifier in `f` are left alone.
typedef struct dx_substitution {
    size_t count;
    const dx_name *names;
    const dx_formula *terms;
} dx_substitution;
dx_formula dx_substitute(dx_formulas *store, dx_formula f,
                         dx_substitution substitution);

// The number that `term` (expanded, without variables) is, or the truth of a
// formula.
DX_MUST_USE dx_status dx_read_constant(dx_reader *reader, dx_formula term,
                                       dx_file_place place, dx_fraction *out);

// Domains.  `declares`: names that are new become values.  A domain of one
// bare member is fine only where `single` is.
typedef struct dx_domain_rules {
    bool declares, single;
} dx_domain_rules;
DX_MUST_USE dx_status dx_read_domain(dx_reader *reader, dx_domain_rules rules,
                                     size_t *out_domain);
// The members of a domain as one SET node, or RANGE where that is shorter.
dx_formula dx_domain_node(dx_reader *reader, const dx_value_domain *domain);

// `for x in d for y in e if f`, or nothing.  Then for each choice that passes
// `visit` is called with the raw expression's names replaced:
// The choice of a family: its names stand for these terms in every expression
// that is read.  dx_read_family reads `for x in d if f` (or nothing), and then
// what follows once for each choice; the reader is behind it afterwards.  No
// choice is an error, and so are more than `most`, before the first is read.
typedef dx_status dx_family_visit(dx_reader *reader, void *context);
DX_MUST_USE dx_status dx_read_family(dx_reader *reader, size_t most,
                                     dx_family_visit *visit, void *context);
// Once with `name` standing for `term`.
DX_MUST_USE dx_status dx_read_with(dx_reader *reader, dx_name name,
                                   dx_formula term, dx_family_visit *visit,
                                   void *context);
// `name` or `name(i, 2)`, as one name: "name(3,2)".
DX_MUST_USE dx_status dx_read_indexed(dx_reader *reader, const char *what,
                                      dx_name *out);
// The same of a term that was read before.
DX_MUST_USE dx_status dx_indexed_name(dx_reader *reader, dx_formula term,
                                      dx_name *out);

typedef struct dx_each {
    dx_file_place place;
    DX_VECTOR(dx_name) names;
    DX_VECTOR(size_t) domains;
    dx_formula condition; // raw; DX_FORMULA_NONE: none
    dx_lexer condition_start;
} dx_each;
DX_MUST_USE dx_status dx_read_each(dx_reader *reader, dx_each *each);
typedef dx_status dx_each_visit(dx_reader *reader, void *context,
                                dx_substitution choice);
DX_MUST_USE dx_status dx_each_run(dx_reader *reader, const dx_each *each,
                                  dx_substitution outer, dx_each_visit *visit,
                                  void *context);
void dx_each_release(dx_each *each);
// How many choices there are, those that `if` leaves out among them.
size_t dx_each_count(const dx_reader *reader, const dx_each *each);

// Who a line is about: `anne, bill`, `agents`, `i in 1..3`.
typedef struct dx_subject {
    dx_name variable; // DX_NAME_NONE: none
    DX_VECTOR(size_t) agents;
    DX_VECTOR(dx_formula) members;
} dx_subject;
DX_MUST_USE dx_status dx_read_subject(dx_reader *reader, dx_subject *subject);
void dx_subject_release(dx_subject *subject);

// What a model or an event model may say once of an agent: of all worlds, or of
// one (DX_ABOUT_ONE + its number).  Arrows may be added to arrows, and not to
// cells.
typedef enum dx_given {
    DX_GIVEN_LINKS,
    DX_GIVEN_BELIEF,
    DX_GIVEN_WEIGHT,
    DX_GIVEN_RANK,
    DX_GIVEN_COUNT,
} dx_given;
enum { DX_ABOUT_ALL, DX_ABOUT_ARROWS, DX_ABOUT_ONE };
DX_MUST_USE dx_status dx_read_once(dx_reader *reader, dx_given what,
                                   const dx_subject *subject, size_t about,
                                   dx_file_place place);

// The statements; the keyword has been read.
DX_MUST_USE dx_status dx_read_agents(dx_reader *reader);
DX_MUST_USE dx_status dx_read_set(dx_reader *reader);
DX_MUST_USE dx_status dx_read_const(dx_reader *reader);
DX_MUST_USE dx_status dx_read_let(dx_reader *reader);
DX_MUST_USE dx_status dx_read_vars(dx_reader *reader);
DX_MUST_USE dx_status dx_read_law(dx_reader *reader);
DX_MUST_USE dx_status dx_read_sees(dx_reader *reader);
DX_MUST_USE dx_status dx_read_weights(dx_reader *reader, dx_weighing_sort sort);
DX_MUST_USE dx_status dx_read_world(dx_reader *reader);
DX_MUST_USE dx_status dx_read_links(dx_reader *reader, dx_attitude attitude);
DX_MUST_USE dx_status dx_read_frame(dx_reader *reader);
// S5, KD45 belief: anne; as a claim of the file or as a question.
DX_MUST_USE dx_status dx_read_frame_claim(dx_reader *reader,
                                          dx_declared_frame *out);
DX_MUST_USE dx_status dx_read_actual(dx_reader *reader);
DX_MUST_USE dx_status dx_read_events(dx_reader *reader);
DX_MUST_USE dx_status dx_read_query(dx_reader *reader);

// One world, by name or formula.
DX_MUST_USE dx_status dx_read_spot(dx_reader *reader, dx_spot *out);

// Declares the atom of a world line, or of what an event changes, in a file
// without `vars`.
DX_MUST_USE dx_status dx_read_declare_atom(dx_reader *reader, dx_formula atom,
                                           dx_file_place place);

// Adds a variable (or all of a family) to the document.
DX_MUST_USE dx_status dx_read_add_variable(dx_reader *reader, dx_formula term,
                                           size_t domain, dx_file_place place);
// The domain {false, true}.
size_t dx_read_truth_domain(dx_reader *reader);

// A note where the chances of events do not add up to 1 (read_weights.c).
void dx_note_chances(dx_reader *reader, const dx_event_model *events,
                     dx_file_place place);

// The number of the event that is named here (read_events.c).
DX_MUST_USE dx_status dx_read_event_number(dx_reader *reader,
                                           const dx_event_model *events,
                                           size_t *out);

// `rank anne: e 0, f 1` within an event model (read_weights.c): is one here;
// reads it, noting whose ranks they are and where; and, when all lines are
// read, are those of each compared among events that lead to the same ones?
typedef struct dx_ranked_agent {
    dx_name agent;
    dx_file_place place;
} dx_ranked_agent;
typedef DX_VECTOR(dx_ranked_agent) dx_ranked_agents;
bool dx_read_at_event_ranks(const dx_reader *reader);
DX_MUST_USE dx_status dx_read_event_ranks(dx_reader *reader,
                                          dx_event_model *events,
                                          dx_ranked_agents *ranked);
DX_MUST_USE dx_status dx_read_check_ranks(dx_reader *reader,
                                          const dx_event_model *events,
                                          const dx_ranked_agents *ranked);

#endif
