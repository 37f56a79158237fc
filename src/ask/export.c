// Worlds, cells and weights are those of the explicit model (histories.c);
// facts are asked of each world's table.  All facts of the game are declared as
// families over sets, so that one that holds nowhere can be asked about too,
// and of each world those are listed that hold.  A family too wide for a file
// that all see (Saboteur's tunnels, square by square) is left out.

#include "ask/export.h"

#include "ask/histories.h"
#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

// Facts: as many variables as a file may have.
enum { WORLDS_NORMAL = 5000, FACTS_MAX = 1 << 16 };

typedef struct exporting {
    const dx_rules *rules;
    dx_histories *histories;
    const dx_model *model;
    size_t count;  // worlds
    dx_text *fact; // of each world: ", holds(1,1,r1)"
    dx_text *out;
} exporting;

static uint64_t count_facts(const dx_rules *rules, const dx_atom *atom)
{
    uint64_t facts = 1;
    for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++)
        facts *= dx_type_values(rules, atom->type[i]);
    return facts;
}

static bool is_left_out(const dx_rules *rules, const dx_atom *atom)
{
    return dx_atom_is_in_sight(rules->game, atom) &&
           count_facts(rules, atom) > FACTS_MAX;
}

static bool is_number(const char *word)
{
    return word[strspn(word, "0123456789")] == '\0';
}

// Are all words of a type numbers?
static bool is_all_numbers(const exporting *e, const char *type)
{
    unsigned count = dx_type_values(e->rules, type), numbers = 0;
    for (unsigned value = 0; value < count; value++) {
        dx_text word = {0};
        dx_type_say(e->rules, type, value, &word);
        numbers += is_number(dx_text_string(&word));
        dx_text_release(&word);
    }
    return count > 0 && numbers == count;
}

// A set has numbers or names: where others are names, 2 is rank2.  A file has
// one meaning for a word: where a fact is called saboteur, the role of that
// name is role_saboteur.
static void say_value(const exporting *e, const char *type, unsigned value,
                      dx_text *out)
{
    dx_text word = {0};
    dx_type_say(e->rules, type, value, &word);
    if (is_number(dx_text_string(&word)) && !is_all_numbers(e, type))
        dx_text_add(out, type);
    else if (dx_atom_named(e->rules->game, dx_text_string(&word)) != NULL)
        dx_text_printf(out, "%s_", type);
    dx_text_add(out, dx_text_string(&word));
    dx_text_release(&word);
}

// Writes name(args) if it holds anywhere: to every world where it does.
static void add_fact(exporting *e, const dx_atom *atom, const int *args)
{
    dx_text name = {0};
    dx_text_printf(&name, ", %s", atom->name);
    for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++) {
        dx_text_add_char(&name, i == 0 ? '(' : ',');
        say_value(e, atom->type[i], (unsigned)args[i], &name);
    }
    dx_text_add(&name, atom->type[0] != NULL ? ")" : "");
    for (size_t world = 0; world < e->count; world++)
        if (dx_atom_holds(atom, dx_histories_table(e->histories, world), args))
            dx_text_add_part(&e->fact[world], name.at, name.length);
    dx_text_release(&name);
}

// Steps to the next arguments; false behind the last.
static bool next_args(const exporting *e, const dx_atom *atom, int *args)
{
    for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++) {
        if (++args[i] < (int)dx_type_values(e->rules, atom->type[i]))
            return true;
        args[i] = 0;
    }
    return false;
}

static void add_facts(exporting *e)
{
    const dx_atom *atom = e->rules->game->atoms;
    for (; atom != NULL && atom->name != NULL; atom++) {
        int args[DX_TERM_ARGS] = {0};
        if (is_left_out(e->rules, atom))
            continue;
        do
            add_fact(e, atom, args);
        while (next_args(e, atom, args));
    }
}

// Can a file declare all facts of the game?
static dx_status check_facts(const dx_rules *rules, dx_error *error)
{
    uint64_t all = 0;
    const dx_atom *atom = rules->game->atoms;
    for (; atom != NULL && atom->name != NULL; atom++)
        all += is_left_out(rules, atom) ? 0 : count_facts(rules, atom);
    if (all <= FACTS_MAX)
        return DX_OK;
    return dx_fail(error, DX_ERR_LIMIT, 0, 0,
                   "%s has %" PRIu64 " facts under these rules, and a file "
                   "takes %d: export a smaller game",
                   rules->game->name, all, FACTS_MAX);
}

// "set cards = {r1, r2, ...}", or a range where the words are numbers.
static void write_set(exporting *e, const char *type)
{
    unsigned count = dx_type_values(e->rules, type);
    bool numbers = is_all_numbers(e, type);
    dx_text_printf(e->out, "set %ss = %s", type, numbers ? "" : "{");
    for (unsigned value = 0; value < count; value++) {
        bool is_end = value == 0 || value + 1 == count;
        if (numbers && !is_end)
            continue;
        dx_text_add(e->out, value == 0 ? "" : numbers ? ".." : ", ");
        say_value(e, type, value, e->out);
    }
    if (numbers && count == 1) { // a range has two ends
        dx_text_add(e->out, "..");
        say_value(e, type, 0, e->out);
    }
    dx_text_add(e->out, numbers ? "\n" : "}\n");
}

// Is this type met here for the first time, among the atoms so far?
static bool is_new_type(const exporting *e, const dx_atom *upto, unsigned arg)
{
    const dx_atom *atom = e->rules->game->atoms;
    for (; atom <= upto; atom++)
        for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++) {
            if (atom == upto && i == arg)
                return true;
            if (strcmp(atom->type[i], upto->type[arg]) == 0)
                return false;
        }
    return true;
}

// The sets that facts range over, and the facts as families of propositions,
// so that those which hold nowhere can be asked about too.
static void write_vars(exporting *e)
{
    const dx_atom *atom = e->rules->game->atoms;
    for (; atom != NULL && atom->name != NULL; atom++)
        for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++)
            if (is_new_type(e, atom, i))
                write_set(e, atom->type[i]);
    const char *between = "vars ";
    for (atom = e->rules->game->atoms; atom != NULL && atom->name; atom++) {
        if (is_left_out(e->rules, atom))
            continue;
        dx_text_printf(e->out, "%s%s", between, atom->name);
        for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++)
            dx_text_printf(e->out, "%s%ss", i == 0 ? "(" : ", ", atom->type[i]);
        dx_text_add(e->out, atom->type[0] != NULL ? "): bool\n" : ": bool\n");
        between = "     ";
    }
    dx_text_add_char(e->out, '\n');
}

static void write_worlds(exporting *e)
{
    for (size_t world = 0; world < e->count; world++) {
        dx_text_printf(e->out, "world w%zu", world + 1);
        if (e->fact[world].length > 0) {
            dx_text_add(e->out, ": ");
            dx_text_add_part(e->out, e->fact[world].at + 2,
                             e->fact[world].length - 2);
        }
        dx_text_add_char(e->out, '\n');
    }
}

// The cells of one seat: those of its first world, then of the next ...
static void write_cells(exporting *e, unsigned seat)
{
    const dx_relation *relation =
        dx_model_relation(e->model, seat, DX_KNOWLEDGE);
    bool *written = dx_alloc(e->count, sizeof *written);
    dx_text_printf(e->out, "links %u:", seat + 1);
    for (size_t first = 0; first < e->count; first++) {
        if (written[first])
            continue;
        const char *between = " {";
        for (size_t world = first; world < e->count; world++)
            if (relation->cell[world] == relation->cell[first]) {
                dx_text_printf(e->out, "%sw%zu", between, world + 1);
                between = " ";
                written[world] = true;
            }
        dx_text_add_char(e->out, '}');
    }
    dx_text_add_char(e->out, '\n');
    dx_free(written);
}

static void write_weights(exporting *e, unsigned seat)
{
    const dx_weights *weights = dx_model_weights(e->model, seat);
    if (weights == NULL)
        return;
    dx_text_printf(e->out, "weight %u:", seat + 1);
    for (size_t world = 0; world < e->count; world++) {
        dx_text_printf(e->out, "%s w%zu ", world > 0 ? "," : "", world + 1);
        dx_fraction_print(weights->of_world[world], e->out);
    }
    dx_text_add_char(e->out, '\n');
}

static size_t find_actual(const exporting *e, const dx_moment *moment)
{
    unsigned count;
    for (size_t world = 0; world < e->count; world++) {
        const dx_event *past = dx_histories_past(e->histories, world, &count);
        if (memcmp(past, moment->past, count * sizeof *past) == 0)
            return world;
    }
    return 0;
}

static void write_model(exporting *e, const dx_moment *moment)
{
    dx_text_add(e->out, "-- ");
    dx_rules_print_short(e->rules, e->out);
    dx_text_printf(e->out,
                   ", after turn %u: what everybody saw leaves %zu "
                   "%s.\n\nagents",
                   dx_turn_of(e->rules, moment->past, moment->count), e->count,
                   e->count == 1 ? "history" : "histories");
    for (unsigned seat = 0; seat < dx_players(e->rules); seat++)
        dx_text_printf(e->out, "%s %u", seat > 0 ? "," : "", seat + 1);
    dx_text_add_char(e->out, '\n');
    write_vars(e);
    add_facts(e);
    write_worlds(e);
    dx_text_add_char(e->out, '\n');
    for (unsigned seat = 0; seat < dx_players(e->rules); seat++)
        write_cells(e, seat);
    for (unsigned seat = 0; seat < dx_players(e->rules); seat++)
        write_weights(e, seat);
    dx_text_printf(e->out, "\nactual w%zu\n", find_actual(e, moment) + 1);
}

// With weights if there are any, otherwise without.
static dx_status find_model(exporting *e, dx_formulas *store, dx_error *error)
{
    dx_grounding grounding = {
        .store = store, .rules = e->rules, .asks_chance = true};
    dx_status status =
        dx_histories_model(e->histories, &grounding, &e->model, NULL);
    if (status == DX_OK)
        return DX_OK;
    grounding.asks_chance = false;
    return dx_histories_model(e->histories, &grounding, &e->model, error);
}

dx_status dx_moment_export(const dx_moment *moment,
                           const dx_ask_options *options, dx_text *out,
                           dx_error *error)
{
    exporting e = {.rules = moment->rules, .out = out};
    size_t limit =
        options->worlds_max > 0 ? options->worlds_max : WORLDS_NORMAL;
    dx_consider_options consider = {.assumption = options->assumption,
                                    .worlds_max = limit,
                                    .budget = options->budget};
    dx_status status = check_facts(moment->rules, error);
    if (status == DX_OK)
        status = dx_histories_new(moment->rules, moment->past, moment->count,
                                  false, &consider, &e.histories, error);
    if (status != DX_OK)
        return status;
    dx_formulas *store = dx_formulas_new();
    e.count = dx_histories_count(e.histories);
    e.fact = dx_alloc(e.count, sizeof *e.fact);
    status = find_model(&e, store, error);
    if (status == DX_OK)
        write_model(&e, moment);
    for (size_t world = 0; world < e.count; world++)
        dx_text_release(&e.fact[world]);
    dx_free(e.fact);
    dx_histories_free(e.histories);
    dx_formulas_free(store);
    return status;
}
