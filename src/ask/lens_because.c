// Why an answer is as it is, as things that happened.
//
// What is so, or is not, has been so since some turn: the question is put to
// every turn before, latest first, until it had another answer; what happened
// then is the reason, and it is one, since without it the answer was another.
// Where a turn cannot be answered there is no reason, and none is looked for
// before a turn in which cards changed their slots.
//
// What is open is open because of a few places, those in which the two worlds
// that were shown differ.  What is left in them is left by the events that
// removed the rest (minds/board/chronicle.h), and these are the reason.  Of
// what another seat has never known it is what this one was told so far.

#include "ask/lens_say.h"

#include "ask/ask.h"
#include "base/wrap.h"
#include "logic/formula/print.h"
#include "words/story.h"

#include <string.h>

enum { TURNS_MAX = 60, EVENTS_MAX = 4 };

// As a list of JSON, or for people.
typedef struct reasons {
    dx_text *out;
    bool json;
    unsigned count;
} reasons;

static void add_reason(const char *how, unsigned turn, dx_text *said,
                       reasons *to)
{
    dx_text *out = to->out, line = {0};
    if (to->json) {
        dx_text_printf(out, "%s{\"how\":\"%s\",\"turn\":%u,\"text\":",
                       to->count > 0 ? "," : "", how, turn);
        dx_text_add_json(out, dx_text_string(said));
        dx_text_add_char(out, '}');
    } else {
        dx_wrap wrap = {.out = out, .indent = 4};
        dx_text_printf(&line, "%s turn %u: %s",
                       strcmp(how, "since") == 0 ? "So since" : "At", turn,
                       dx_text_string(said));
        dx_wrap_words(&wrap, dx_text_string(&line));
        dx_wrap_end(&wrap);
    }
    dx_text_release(&line);
    to->count++;
}

// What happened in a turn.
static void add_turn(dx_lens *lens, unsigned turn, reasons *out)
{
    const dx_view *view = dx_lens_view(lens);
    const dx_cast cast = dx_lens_cast(lens);
    unsigned from = 0, to = 0;
    dx_text said = {0};
    if (!dx_turn_events(view->rules, view->seen, view->count, turn - 1,
                        &from) ||
        !dx_turn_events(view->rules, view->seen, view->count, turn, &to))
        return;
    for (unsigned i = from; i < to; i++) {
        dx_text_add(&said, i > from ? " " : "");
        dx_event_words(&cast, view->seen[i], &said);
    }
    add_reason("since", turn, &said, out);
    dx_text_release(&said);
}

// Had it, at a turn, the answer that it has now?
static bool was_so(dx_lens *lens, const char *formula, unsigned turn,
                   dx_truth now, bool *out_was)
{
    const dx_lens_answer *then;
    dx_text question = {0};
    dx_text_printf(&question, "(%s)@%u", formula, turn);
    dx_status status =
        dx_lens_ask(lens, dx_text_string(&question), &then, NULL);
    dx_text_release(&question);
    if (status != DX_OK || (then->answer.truth != DX_ANSWER_YES &&
                            then->answer.truth != DX_ANSWER_NO))
        return false;
    *out_was = then->answer.truth == now;
    return true;
}

// Did a card leave a slot in a turn?  Then "card 4" was another card before,
// and what was so of it is no reason.
static bool moves_slots(const dx_view *view, unsigned turn)
{
    unsigned from = 0, to = 0;
    if (!dx_turn_events(view->rules, view->seen, view->count, turn - 1,
                        &from) ||
        !dx_turn_events(view->rules, view->seen, view->count, turn, &to))
        return true;
    for (unsigned i = from; i < to; i++) {
        const dx_verb *verb = &view->rules->game->verbs[view->seen[i].verb];
        for (unsigned k = 0; k < DX_ARGS && verb->arg[k].name != NULL; k++)
            if (strcmp(verb->arg[k].type, "slot") == 0)
                return true;
    }
    return false;
}

static void since(dx_lens *lens, const char *formula, dx_truth now,
                  reasons *out)
{
    const dx_view *view = dx_lens_view(lens);
    unsigned turn = dx_turn_of(view->rules, view->seen, view->count);
    for (unsigned i = 0; turn > 0 && i < TURNS_MAX; i++, turn--) {
        bool was;
        if (moves_slots(view, turn) ||
            !was_so(lens, formula, turn - 1, now, &was))
            return;
        if (!was) {
            add_turn(lens, turn, out);
            return;
        }
    }
}

static void add_event(dx_lens *lens, unsigned event, reasons *out)
{
    const dx_view *view = dx_lens_view(lens);
    const dx_cast cast = dx_lens_cast(lens);
    unsigned turn = dx_turn_of(view->rules, view->seen, event + 1);
    dx_text said = {0};
    dx_event_words(&cast, view->seen[event], &said);
    if (turn > 0)
        add_reason("told", turn, &said, out);
    dx_text_release(&said);
}

// The events that removed most from a place, in order.
static void told(dx_lens *lens, unsigned place, reasons *out)
{
    dx_place_story story = {0};
    if (dx_lens_story(lens, place, &story, NULL) != DX_OK)
        return;
    for (size_t i = 0; i < story.removals.count && i < EVENTS_MAX; i++)
        add_event(lens, story.removals.at[i].event, out);
    dx_place_story_release(&story);
}

// A seat that is a number or a name; DX_NONE: neither.
static unsigned seat_of(dx_lens *lens, dx_formula agent)
{
    const dx_formulas *store = dx_lens_store(lens);
    const char *const *names = dx_lens_how(lens)->names;
    if (dx_formula_kind(store, agent) == DX_NUMBER)
        return (unsigned)dx_formula_value(store, agent).top - 1;
    for (unsigned i = 0;
         names != NULL && i < dx_players(dx_lens_view(lens)->rules); i++)
        if (names[i] != NULL &&
            strcmp(names[i], dx_formula_text(store, agent)) == 0)
            return i;
    return DX_NONE;
}

// The other seat whose mind is asked about, or DX_NONE.
static unsigned mind_of(dx_lens *lens, dx_formula f)
{
    const dx_formulas *store = dx_lens_store(lens);
    for (;;) {
        bool is_not = dx_formula_kind(store, f) == DX_NOT;
        if (!is_not && dx_formula_family(store, f) != DX_FAMILY_ATTITUDE)
            return DX_NONE;
        dx_formula first = dx_formula_operand(store, f, 0);
        if (!is_not && seat_of(lens, first) != dx_lens_view(lens)->seat)
            return seat_of(lens, first);
        f = is_not ? first : dx_formula_operand(store, f, 1);
    }
}

static bool has_argument(const dx_game *game, dx_event event, const char *type,
                         int value)
{
    const dx_verb *verb = &game->verbs[event.verb];
    for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++)
        if (strcmp(verb->arg[i].type, type) == 0 &&
            (value < 0 || event.arg[i] == value))
            return true;
    return false;
}

// What that seat was told or asked last, since its own cards moved.
static void heard(dx_lens *lens, unsigned seat, reasons *out)
{
    const dx_view *view = dx_lens_view(lens);
    const dx_game *game = view->rules->game;
    unsigned found[EVENTS_MAX], count = 0;
    for (unsigned i = view->count; i-- > 0 && count < EVENTS_MAX;) {
        dx_event event = view->seen[i];
        if (event.who == seat && has_argument(game, event, "slot", -1))
            break;
        if (!game->verbs[event.verb].chance &&
            has_argument(game, event, "seat", (int)seat))
            found[count++] = i;
    }
    while (count > 0)
        add_event(lens, found[--count], out);
}

static void find_reasons(dx_lens *lens, const dx_lens_answer *a, reasons *out)
{
    dx_truth now = a->answer.truth;
    if (a->is_term || now == DX_ANSWER_UNDECIDED)
        return;
    dx_text formula = {0};
    dx_formula_print(dx_lens_store(lens), a->formula, &formula);
    if (now != DX_ANSWER_OPEN)
        since(lens, dx_text_string(&formula), now, out);
    if (out->count == 0 && a->breaks != 0 && dx_lens_how(lens)->depth == 0)
        told(lens, (unsigned)__builtin_ctzll(a->breaks), out);
    unsigned mind = out->count == 0 ? mind_of(lens, a->formula) : DX_NONE;
    if (mind != DX_NONE)
        heard(lens, mind, out);
    dx_text_release(&formula);
}

void dx_lens_because_json(dx_lens *lens, const dx_lens_answer *a, dx_text *out)
{
    dx_text_add_char(out, '[');
    find_reasons(lens, a, &(reasons){.out = out, .json = true});
    dx_text_add_char(out, ']');
}

void dx_lens_because_say(dx_lens *lens, const dx_lens_answer *a, dx_text *out)
{
    reasons to = {.out = out};
    find_reasons(lens, a, &to);
    if (to.count == 0)
        dx_text_add(out, "Nothing that happened is a reason by itself.\n");
}
