// What is known, for people: facts grouped by place (all that share all
// arguments but the last), the certain ones first, then the possible ones by
// falling chance, wrapped to the width of the terminal.

#include "minds/known.h"

#include "base/memory.h"
#include "base/wrap.h"
#include "game/words.h"
#include "minds/place_words.h"
#include "words/number.h"
#include "words/story.h"

#include <ctype.h>
#include <string.h>

// How many facts share a place: the values of the last argument.
static size_t place_size(const dx_rules *rules, const dx_atom *atom)
{
    unsigned last = dx_atom_last(atom);
    return atom->type[last] != NULL ? dx_type_values(rules, atom->type[last])
                                    : 1;
}

// A line that is written, and then wrapped.
typedef struct list {
    const dx_cast *cast;
    dx_text line;
    bool is_begun; // what is said now
} list;

// "your card 2 is:", or the name of a fact that there are no words for.
static void add_place(const dx_atom *atom, size_t number, list *out)
{
    int args[DX_TERM_ARGS] = {0};
    dx_fact_args(out->cast->rules, atom, number, args);
    dx_text_add(&out->line, "  ");
    size_t from = out->line.length;
    if (!dx_place_say(out->cast, atom, args, dx_atom_last(atom), &out->line))
        dx_text_add(&out->line, atom->name);
    out->line.at[from] = (char)toupper((unsigned char)out->line.at[from]);
    dx_text_add(&out->line, ":");
}

// "; possible:" and what follows it; right behind the place ", possibly:".
static void add_title(const char *title, bool is_first, list *out)
{
    if (is_first && strcmp(title, "possible:") == 0) {
        out->line.length--; // the colon
        title = "possibly:";
        dx_text_add_char(&out->line, ',');
    }
    dx_text_printf(&out->line, "%s%s%s", is_first ? "" : ";",
                   *title != '\0' ? " " : "", title);
    out->is_begun = false;
}

// The last argument of a fact, or yes where it has none.
static void add_value(const dx_atom *atom, size_t number, list *out)
{
    int args[DX_TERM_ARGS] = {0};
    unsigned last = dx_atom_last(atom);
    dx_fact_args(out->cast->rules, atom, number, args);
    dx_text_add(&out->line, out->is_begun ? ", " : " ");
    out->is_begun = true;
    if (atom->type[last] == NULL)
        dx_text_add(&out->line, "yes");
    else if (strcmp(atom->type[last], "seat") == 0)
        dx_cast_say(out->cast, (unsigned)args[last], &out->line);
    else
        dx_value_say_as(out->cast->rules, atom->type[last],
                        (unsigned)args[last], DX_WORD_PLAIN, &out->line);
}

static void end_list(list *l, dx_text *out)
{
    dx_wrap wrap = {.out = out, .indent = 6};
    dx_wrap_add(&wrap, " ");
    dx_wrap_words(&wrap, dx_text_string(&l->line));
    dx_wrap_end(&wrap);
    dx_text_release(&l->line);
}

// Facts that are not certain and not shown yet: the likeliest chance among
// them; false if there is none.
static bool next_chance(const dx_known *known, size_t count, const bool *shown,
                        dx_fraction *out)
{
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        if (shown[i] || !known[i].is_possible || !known[i].has_chance)
            continue;
        dx_fraction more =
            found ? dx_fraction_subtract(known[i].chance, *out) : *out;
        if (!found || more.top > 0)
            *out = known[i].chance;
        found = true;
    }
    return found;
}

static void add_chance(dx_fraction chance, bool is_each, bool is_first,
                       list *out)
{
    dx_text exact = {0}, title = {0};
    dx_text_add(&title, is_each ? "each " : "");
    dx_fraction_print(chance, &exact);
    dx_chance_listed(dx_text_string(&exact), dx_fraction_value(chance), &title);
    dx_text_add_char(&title, ':');
    add_title(dx_text_string(&title), is_first, out);
    dx_text_release(&exact);
    dx_text_release(&title);
}

typedef struct place {
    const dx_atom *atom;
    const dx_known *known; // of its facts
    size_t first, count;
} place;

// Whether there is anything.
static bool print_certain(const place *p, bool *shown, list *out)
{
    bool any = false;
    for (size_t i = 0; i < p->count; i++)
        if (p->known[i].is_certain) {
            if (!any)
                add_title("", true, out);
            any = shown[i] = true;
            add_value(p->atom, p->first + i, out);
        }
    return any;
}

static bool has_chance_of(const dx_known *known, bool is_shown,
                          dx_fraction chance)
{
    return !is_shown && known->is_possible && known->has_chance &&
           dx_fraction_equal(known->chance, chance);
}

// What is only possible, by chance where there are chances.
static void print_possible(const place *p, bool is_first, bool *shown,
                           list *out)
{
    dx_fraction chance;
    while (next_chance(p->known, p->count, shown, &chance)) {
        unsigned like = 0;
        for (size_t i = 0; i < p->count; i++)
            like += has_chance_of(&p->known[i], shown[i], chance);
        add_chance(chance, like > 1, is_first, out);
        is_first = false;
        for (size_t i = 0; i < p->count; i++)
            if (has_chance_of(&p->known[i], shown[i], chance)) {
                add_value(p->atom, p->first + i, out);
                shown[i] = true;
            }
    }
    bool is_begun = false;
    for (size_t i = 0; i < p->count; i++)
        if (!shown[i] && p->known[i].is_possible) {
            if (!is_begun)
                add_title("possible:", is_first, out);
            is_begun = true;
            add_value(p->atom, p->first + i, out);
        }
}

static void print_place(const dx_cast *cast, const place *p, dx_text *out)
{
    bool any = false;
    for (size_t i = 0; i < p->count; i++)
        any = any || p->known[i].is_possible;
    if (!any)
        return;
    bool *shown = dx_alloc(p->count, sizeof *shown);
    list l = {.cast = cast};
    add_place(p->atom, p->first, &l);
    bool is_certain = print_certain(p, shown, &l);
    print_possible(p, !is_certain, shown, &l);
    end_list(&l, out);
    dx_free(shown);
}

static void print_worlds(dx_count worlds, dx_text *out)
{
    if (worlds == 0)
        return;
    dx_count_words((double)worlds, out);
    dx_text_printf(out, " world%s possible\n", worlds == 1 ? " is" : "s are");
}

static bool print_atom(const dx_cast *cast, dx_knower *knower,
                       const dx_atom *atom, dx_text *out, dx_error *error)
{
    size_t count, size = place_size(cast->rules, atom);
    dx_known *known = dx_know(knower, atom, &count, error);
    if (known == NULL)
        return false;
    for (size_t at = 0; at < count; at += size)
        print_place(cast, &(place){atom, known + at, at, size}, out);
    dx_free(known);
    return true;
}

// The facts that are listed where none is named.
static const char *const *listed(const dx_game *game, const char *const *first)
{
    bool has_list = game->words != NULL && game->words->know != NULL;
    return has_list ? game->words->know : first;
}

dx_status dx_known_say(const dx_view *view, const dx_atom *atom,
                       const dx_know_options *options, dx_text *out,
                       dx_error *error)
{
    const dx_game *game = view->rules->game;
    const char *const first[] = {atom != NULL ? atom->name : game->atoms->name,
                                 NULL};
    const char *const *name = atom != NULL ? first : listed(game, first);
    const dx_cast cast = {.rules = view->rules, .you = view->seat};
    dx_knower *knower = NULL;
    dx_text lines = {0};
    dx_status status = dx_knower_new(view, options, &knower, error);
    for (; status == DX_OK && *name != NULL; name++)
        if (!print_atom(&cast, knower, dx_atom_named(game, *name), &lines,
                        error))
            status = DX_ERR_LIMIT;
    if (status == DX_OK) {
        print_worlds(dx_knower_worlds(knower), out);
        dx_text_add(out, dx_text_string(&lines));
    }
    dx_text_release(&lines);
    dx_knower_free(knower);
    return status;
}

// ---- what a move has told ----

typedef struct change {
    const dx_cast *cast;
    const dx_known *before, *after;
    place place;
} change;

// The facts of a place that are `kind` now and were not before; whether there
// are any.
static bool print_change(const change *c, const char *title, int kind,
                         bool is_first, list *out)
{
    bool is_begun = false;
    for (size_t i = 0; i < c->place.count; i++) {
        dx_known was = c->before[i], is = c->after[i];
        bool is_new = kind == 0 ? is.is_certain && !was.is_certain
                      : kind == 1
                          ? is.is_possible && !was.is_possible && !is.is_certain
                          : was.is_possible && !is.is_possible;
        if (!is_new)
            continue;
        if (!is_begun)
            add_title(title, is_first, out);
        is_begun = true;
        add_value(c->place.atom, c->place.first + i, out);
    }
    return is_begun;
}

static bool print_changes(const change *c, dx_text *out)
{
    static const char *const titles[] = {"now certainly", "now possibly",
                                         "no longer"};
    bool is_changed = false, any = false;
    for (size_t i = 0; i < c->place.count; i++)
        is_changed = is_changed ||
                     c->before[i].is_possible != c->after[i].is_possible ||
                     c->before[i].is_certain != c->after[i].is_certain;
    if (!is_changed)
        return false;
    list l = {.cast = c->cast};
    add_place(c->place.atom, c->place.first, &l);
    for (int kind = 0; kind < 3; kind++)
        any = print_change(c, titles[kind], kind, !any, &l) || any;
    end_list(&l, out);
    return true;
}

bool dx_turn_before(const dx_game *game, const dx_event *events, unsigned count,
                    dx_event_span *out)
{
    unsigned last = count;
    do
        if (last-- == 0)
            return false;
    while (game->verbs[events[last].verb].chance);
    *out = (dx_event_span){last, count};
    for (unsigned i = last; i-- > 0;) {
        if (game->verbs[events[i].verb].chance)
            continue;
        if (events[i].who != events[last].who)
            break;
        out->from = i;
    }
    return true;
}

// The turn to speak of: the last one, but of a seat that is in the middle of
// its own the one before.
static bool find_turn(const dx_view *view, dx_event_span *out)
{
    const dx_game *game = view->rules->game;
    dx_event_span own;
    if (!dx_turn_before(game, view->seen, view->count, &own))
        return false;
    bool in_the_middle =
        view->turn == view->seat && view->seen[own.from].who == view->seat;
    if (!in_the_middle || !dx_turn_before(game, view->seen, own.from, out))
        *out = own;
    return true;
}

static dx_eyes *eyes_at(const dx_view *view, unsigned count)
{
    dx_eyes *eyes = dx_eyes_new(view->rules, view->seat);
    for (unsigned i = 0; i < count; i++)
        dx_eyes_seen(eyes, view->seen[i]);
    return eyes;
}

// Whether anything has changed; false and an error if that cannot be told.
static bool tell_atom(const dx_view *view, const dx_atom *atom,
                      dx_knower *early, dx_knower *late, bool *any,
                      dx_text *out, dx_error *error)
{
    const dx_cast cast = {.rules = view->rules, .you = view->seat};
    size_t count = 0, size = place_size(view->rules, atom);
    dx_known *before = dx_know(early, atom, &count, error);
    dx_known *after =
        before != NULL ? dx_know(late, atom, &count, error) : NULL;
    for (size_t at = 0; after != NULL && at < count; at += size) {
        change c = {
            &cast, before + at, after + at, {atom, after + at, at, size}};
        *any = print_changes(&c, out) || *any;
    }
    bool is_fine = after != NULL;
    dx_free(before);
    dx_free(after);
    return is_fine;
}

static void print_worlds_of(const char *title, const dx_knower *knower,
                            dx_text *out)
{
    if (dx_knower_worlds(knower) > 0) // else nobody has counted them
        dx_text_add(out, title);
    print_worlds(dx_knower_worlds(knower), out);
}

// Of all facts that `know` lists.
static dx_status tell_atoms(const dx_view *view, dx_knower *early,
                            dx_knower *late, dx_text *out, dx_error *error)
{
    const dx_game *game = view->rules->game;
    const char *const first[] = {game->atoms->name, NULL};
    const char *const *name = listed(game, first);
    dx_text lines = {0};
    bool any = false, is_fine = true;
    for (; *name != NULL && is_fine; name++)
        is_fine = tell_atom(view, dx_atom_named(game, *name), early, late, &any,
                            &lines, error);
    if (is_fine) {
        print_worlds_of("before: ", early, out);
        print_worlds_of("after: ", late, out);
        dx_text_add(out, dx_text_string(&lines));
    }
    dx_count then = dx_knower_worlds(early), now = dx_knower_worlds(late);
    if (is_fine && !any)
        dx_text_add(out, now < then ? "nothing that 'know' lists is newly "
                                      "certain or ruled out, but fewer worlds "
                                      "are left\n"
                         : now > then
                             ? "nothing new for you; there are more worlds, "
                               "since what was done unseen may have gone "
                               "several ways\n"
                             : "nothing new for you\n");
    dx_text_release(&lines);
    return is_fine ? DX_OK : DX_ERR_LIMIT;
}

// Compares what was known before the turn and after it.
static dx_status tell_difference(const dx_view *view, dx_event_span turn,
                                 const dx_know_options *options, dx_text *out,
                                 dx_error *error)
{
    dx_eyes *early = eyes_at(view, turn.from), *late = eyes_at(view, turn.to);
    dx_knower *before = NULL, *after = NULL;
    dx_status status =
        dx_knower_new(dx_eyes_view(early), options, &before, error);
    if (status == DX_OK)
        status = dx_knower_new(dx_eyes_view(late), options, &after, error);
    if (status == DX_OK)
        status = tell_atoms(view, before, after, out, error);
    dx_knower_free(before);
    dx_knower_free(after);
    dx_eyes_free(early);
    dx_eyes_free(late);
    return status;
}

dx_status dx_learned_say(const dx_view *view, const dx_know_options *options,
                         dx_text *out, dx_error *error)
{
    dx_event_span turn;
    if (!find_turn(view, &turn)) {
        dx_text_add(out, "nobody has moved yet\n");
        return DX_OK;
    }
    const dx_cast cast = {.rules = view->rules, .you = view->seat};
    for (unsigned i = turn.from; i < turn.to; i++) {
        dx_event_words(&cast, view->seen[i], out);
        dx_text_add_char(out, '\n');
    }
    if (view->rules->game->atoms == NULL)
        return DX_OK;
    return tell_difference(view, turn, options, out, error);
}
