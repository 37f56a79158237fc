// Reading a specification: its texts become trees; names, predicates, actions,
// the initial state and the goal are then taken from them in this order, each
// ground as soon as it is read.

#include "logic/epddl/epddl.h"

#include "base/memory.h"
#include "logic/epddl/inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- Trees ----

const dx_tree *dx_ep_tree(const dx_ep_spec *spec, uint32_t tree)
{
    return &spec->trees.at.at[tree];
}

uint32_t dx_ep_member(const dx_ep_spec *spec, uint32_t list, size_t i)
{
    uint32_t t = dx_ep_tree(spec, list)->first;
    for (; t != 0 && i > 0; i--)
        t = dx_ep_tree(spec, t)->next;
    return t;
}

size_t dx_ep_count(const dx_ep_spec *spec, uint32_t list)
{
    size_t count = 0;
    uint32_t t = dx_ep_tree(spec, list)->first;
    for (; t != 0; t = dx_ep_tree(spec, t)->next)
        count++;
    return count;
}

bool dx_ep_is(const dx_ep_spec *spec, uint32_t tree, const char *word)
{
    const dx_tree *t = dx_ep_tree(spec, tree);
    return tree != 0 && t->kind == DX_TREE_WORD && strcmp(t->text, word) == 0;
}

bool dx_ep_begins(const dx_ep_spec *spec, uint32_t tree, const char *word)
{
    const dx_tree *t = dx_ep_tree(spec, tree);
    return t->kind == DX_TREE_LIST && dx_ep_is(spec, t->first, word);
}

uint32_t dx_ep_section(const dx_ep_spec *spec, uint32_t define,
                       const char *keyword)
{
    uint32_t t = dx_ep_tree(spec, define)->first;
    while (t != 0 && !dx_ep_begins(spec, t, keyword))
        t = dx_ep_tree(spec, t)->next;
    return t;
}

uint32_t dx_ep_after(const dx_ep_spec *spec, uint32_t list, const char *keyword)
{
    uint32_t t = dx_ep_tree(spec, list)->first;
    while (t != 0 && !dx_ep_is(spec, t, keyword))
        t = dx_ep_tree(spec, t)->next;
    return t == 0 ? 0 : dx_ep_tree(spec, t)->next;
}

dx_status dx_ep_fail(dx_ep_spec *spec, uint32_t tree, const char *format, ...)
{
    char message[DX_ERROR_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    const dx_tree *t = dx_ep_tree(spec, tree);
    dx_fail(spec->error, DX_ERR_INPUT, t->line, t->column, "%s", message);
    if (t->line != 0 && t->file < spec->text_count)
        dx_error_in_file(spec->error, spec->texts[t->file].name);
    return DX_ERR_INPUT;
}

dx_status dx_ep_goes_on(dx_ep_spec *spec, size_t steps)
{
    if (!dx_is_off(&spec->pace, steps))
        return DX_OK;
    return dx_fail(spec->error, DX_ERR_CANCELLED, 0, 0,
                   "the task was not ground when the time was over");
}

// ---- Texts ----

// What a (define (KIND NAME) ..) is.
static dx_status sort_define(dx_ep_spec *spec, uint32_t tree)
{
    uint32_t head = dx_ep_member(spec, tree, 1);
    if (!dx_ep_begins(spec, tree, "define") ||
        dx_ep_tree(spec, head)->kind != DX_TREE_LIST ||
        dx_ep_count(spec, head) != 2)
        return dx_ep_fail(spec, tree,
                          "expected (define (domain NAME) ..), "
                          "(define (problem NAME) ..) or (define "
                          "(action-type-library NAME) ..)");
    bool is_domain = dx_ep_begins(spec, head, "domain");
    if (dx_ep_begins(spec, head, "action-type-library")) {
        dx_vector_push(&spec->libraries, tree);
        return DX_OK;
    }
    if (!is_domain && !dx_ep_begins(spec, head, "problem"))
        return dx_ep_fail(spec, head,
                          "expected a domain, a problem or an "
                          "action-type-library");
    uint32_t *slot = is_domain ? &spec->domain : &spec->problem;
    if (*slot != 0)
        return dx_ep_fail(spec, tree, "this is a second %s",
                          is_domain ? "domain" : "problem");
    *slot = tree;
    return DX_OK;
}

static dx_status read_text(dx_ep_spec *spec, const char *text, size_t length,
                           unsigned file)
{
    uint32_t first;
    dx_status status =
        dx_trees_read(&spec->trees, text, length, file, &first, spec->error);
    if (status != DX_OK && file < spec->text_count)
        dx_error_in_file(spec->error, spec->texts[file].name);
    for (; status == DX_OK && first != 0; first = dx_ep_tree(spec, first)->next)
        status = sort_define(spec, first);
    return status;
}

static dx_status read_texts(dx_ep_spec *spec)
{
    dx_status status = DX_OK;
    for (unsigned i = 0; status == DX_OK && i < spec->text_count; i++)
        status = read_text(spec, spec->texts[i].text, spec->texts[i].length, i);
    // Ours last, so that what is given is found first.
    if (status == DX_OK)
        status = read_text(spec, dx_epddl_library, strlen(dx_epddl_library),
                           (unsigned)spec->text_count);
    if (status == DX_OK && (spec->domain == 0 || spec->problem == 0)) {
        status = dx_fail(spec->error, DX_ERR_INPUT, 1, 1,
                         "there is no %s: a task needs a domain and a problem, "
                         "in one text or in several",
                         spec->domain == 0 ? "domain" : "problem");
        if (spec->text_count == 1)
            dx_error_in_file(spec->error, spec->texts[0].name);
    }
    return status;
}

// ---- What may stand where ----

// The words of a definition; those with a star may come more than once.
static const char *const domain_words[] = {
    ":requirements", ":action-type-libraries",
    ":types",        ":constants",
    ":predicates",   "*:event",
    "*:action",      NULL};
static const char *const problem_words[] = {
    ":domain",       ":requirements", ":agents",
    ":agent-groups", ":objects",      ":facts-init",
    ":init",         ":goal",         NULL};
static const char *const library_words[] = {":requirements", "*:action-type",
                                            NULL};
static const char *const event_words[] = {":parameters", ":precondition",
                                          ":effects", NULL};
static const char *const action_words[] = {":parameters", ":action-type",
                                           ":observability-conditions", NULL};
static const char *const type_words[] = {":events",     ":observability-types",
                                         ":relations",  ":designated",
                                         ":conditions", NULL};
static const char *const init_words[] = {":worlds", ":relations", ":labels",
                                         ":designated", NULL};

// A word that is none of them, or comes twice, is an error: read over, it would
// change what the task means.
static dx_status check_word(dx_ep_spec *spec, uint32_t tree,
                            const char *const *words, bool *seen)
{
    const char *word = dx_ep_tree(spec, tree)->text;
    dx_text known = {0};
    for (size_t i = 0; words[i] != NULL; i++) {
        bool often = words[i][0] == '*';
        if (strcmp(words[i] + often, word) == 0) {
            dx_text_release(&known);
            if (seen[i] && !often)
                return dx_ep_fail(spec, tree, "%.60s is there twice", word);
            seen[i] = true;
            return DX_OK;
        }
        dx_text_printf(&known, "%s%s", i > 0 ? ", " : "", words[i] + often);
    }
    dx_status status =
        dx_ep_fail(spec, tree,
                   "expected one of %.200s, found "
                   "'%.60s'",
                   dx_text_string(&known), word[0] != '\0' ? word : "(");
    dx_text_release(&known);
    return status;
}

// :word value :word value, from `first` on.
static dx_status check_values(dx_ep_spec *spec, uint32_t first,
                              const char *const *words)
{
    bool seen[16] = {false};
    dx_status status = DX_OK;
    for (uint32_t t = first; status == DX_OK && t != 0;) {
        uint32_t value = dx_ep_tree(spec, t)->next;
        status = check_word(spec, t, words, seen);
        if (status == DX_OK && value == 0)
            status = dx_ep_fail(spec, t, "expected something behind it");
        t = dx_ep_tree(spec, value)->next;
    }
    return status;
}

// Is there one of this kind and name before it?
static bool is_second(const dx_ep_spec *spec, uint32_t define, uint32_t tree)
{
    const char *kind = dx_ep_tree(spec, dx_ep_tree(spec, tree)->first)->text;
    const char *name = dx_ep_tree(spec, dx_ep_member(spec, tree, 1))->text;
    uint32_t t = dx_ep_tree(spec, define)->first;
    for (; t != tree; t = dx_ep_tree(spec, t)->next)
        if (dx_ep_begins(spec, t, kind) &&
            dx_ep_is(spec, dx_ep_member(spec, t, 1), name))
            return true;
    return false;
}

static dx_status check_section(dx_ep_spec *spec, uint32_t define, uint32_t tree)
{
    const char *const *words =
        dx_ep_begins(spec, tree, ":event")         ? event_words
        : dx_ep_begins(spec, tree, ":action")      ? action_words
        : dx_ep_begins(spec, tree, ":action-type") ? type_words
                                                   : NULL;
    uint32_t first = dx_ep_member(spec, tree, 1);
    if (dx_ep_begins(spec, tree, ":init") &&
        dx_ep_tree(spec, first)->kind == DX_TREE_WORD)
        return check_values(spec, first, init_words);
    if (words == NULL)
        return DX_OK;
    if (is_second(spec, define, tree))
        return dx_ep_fail(spec, tree, "'%.60s' is there already",
                          dx_ep_tree(spec, first)->text);
    return check_values(spec, dx_ep_tree(spec, first)->next, words);
}

static dx_status check_define(dx_ep_spec *spec, uint32_t define,
                              const char *const *words)
{
    bool seen[16] = {false};
    dx_status status = DX_OK;
    uint32_t t = dx_ep_member(spec, define, 2);
    size_t before = 0; // among which each is looked for
    for (; status == DX_OK && t != 0; t = dx_ep_tree(spec, t)->next) {
        uint32_t head = dx_ep_tree(spec, t)->first;
        if (dx_ep_tree(spec, t)->kind != DX_TREE_LIST || head == 0)
            return dx_ep_fail(spec, t, "expected (:WORD ..)");
        status = check_word(spec, head, words, seen);
        if (status == DX_OK)
            status = dx_ep_goes_on(spec, 4 * before++);
        if (status == DX_OK)
            status = check_section(spec, define, t);
    }
    return status;
}

static dx_status check_defines(dx_ep_spec *spec)
{
    dx_status status = check_define(spec, spec->domain, domain_words);
    if (status == DX_OK)
        status = check_define(spec, spec->problem, problem_words);
    for (size_t i = 0; status == DX_OK && i < spec->libraries.count; i++)
        status = check_define(spec, spec->libraries.at[i], library_words);
    return status;
}

static dx_status check_domain_name(dx_ep_spec *spec)
{
    uint32_t wanted = dx_ep_section(spec, spec->problem, ":domain");
    uint32_t name = dx_ep_member(spec, wanted, 1);
    uint32_t head = dx_ep_member(spec, spec->domain, 1);
    const char *is = dx_ep_tree(spec, dx_ep_member(spec, head, 1))->text;
    if (wanted != 0 && !dx_ep_is(spec, name, is))
        return dx_ep_fail(spec, name != 0 ? name : wanted,
                          "the problem is of the domain '%.60s', and the "
                          "domain that is given is '%.60s'",
                          dx_ep_tree(spec, name)->text, is);
    return DX_OK;
}

static dx_status ground(dx_ep_spec *spec)
{
    dx_status status = read_texts(spec);
    if (status == DX_OK)
        status = check_defines(spec);
    if (status == DX_OK)
        status = check_domain_name(spec);
    if (status == DX_OK)
        status = dx_ep_read_names(spec);
    if (status == DX_OK)
        status = dx_ep_predicates(spec);
    if (status == DX_OK)
        status = dx_ep_actions(spec);
    if (status == DX_OK)
        status = dx_ep_start(spec);
    if (status != DX_OK)
        return status;
    uint32_t head = dx_ep_member(spec, spec->problem, 1);
    spec->task->name =
        dx_copy_text(dx_ep_tree(spec, dx_ep_member(spec, head, 1))->text);
    uint32_t goal = dx_ep_section(spec, spec->problem, ":goal");
    if (dx_ep_count(spec, goal) != 2)
        return dx_ep_fail(spec, goal == 0 ? spec->problem : goal,
                          "expected (:goal FORMULA)");
    return dx_ep_formula(spec, dx_ep_member(spec, goal, 1), &spec->task->goal);
}

static void release(dx_ep_spec *spec)
{
    for (size_t i = 0; i < spec->predicates.count; i++)
        dx_vector_release(&spec->predicates.at[i].parameters);
    dx_vector_release(&spec->predicates);
    dx_vector_release(&spec->libraries);
    dx_vector_release(&spec->types);
    dx_vector_release(&spec->things);
    dx_vector_release(&spec->groups);
    dx_vector_release(&spec->scope);
    dx_vector_release(&spec->event_names);
    dx_vector_release(&spec->world_names);
    dx_pair_map_release(&spec->facts);
    dx_pair_map_release(&spec->atom_of);
    dx_pair_map_release(&spec->action_of);
    dx_trees_release(&spec->trees);
}

dx_status dx_epddl_read(size_t count, const dx_epddl_text *texts, dx_task **out,
                        dx_error *error)
{
    DX_REQUIRE(count <= DX_EPDDL_TEXTS_MAX, "at most 64 texts");
    dx_ep_spec spec = {.text_count = count,
                       .texts = texts,
                       .error = error,
                       .task = dx_task_new()};
    dx_trees_init(&spec.trees);
    dx_status status = ground(&spec);
    if (spec.pace.is_off) // whatever was made of it
        status = dx_ep_goes_on(&spec, 0);
    release(&spec);
    if (status != DX_OK) {
        dx_task_free(spec.task);
        return status;
    }
    *out = spec.task;
    return DX_OK;
}
