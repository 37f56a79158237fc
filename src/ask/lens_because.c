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
// removed the rest (minds/chronicle.h), and these are the reason.

#include "ask/lens_say.h"

#include "ask/ask.h"
#include "logic/formula/print.h"
#include "words/story.h"

#include <string.h>

enum { TURNS_MAX = 60, EVENTS_MAX = 4 };

static void add_reason(const char *how, unsigned turn, dx_text *said,
                       dx_text *out)
{
    dx_text_printf(out, "%s{\"how\":\"%s\",\"turn\":%u,\"text\":",
                   out->length > 0 ? "," : "", how, turn);
    dx_text_add_json(out, dx_text_string(said));
    dx_text_add_char(out, '}');
}

// What happened in a turn.
static void add_turn(dx_lens *lens, unsigned turn, dx_text *out)
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
                  dx_text *out)
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

// The events that removed most from a place, in order.
static void told(dx_lens *lens, unsigned place, dx_text *out)
{
    const dx_view *view = dx_lens_view(lens);
    const dx_cast cast = dx_lens_cast(lens);
    dx_place_story story = {0};
    if (dx_lens_story(lens, place, &story, NULL) != DX_OK)
        return;
    for (size_t i = 0; i < story.removals.count && i < EVENTS_MAX; i++) {
        unsigned event = story.removals.at[i].event;
        unsigned turn = dx_turn_of(view->rules, view->seen, event + 1);
        dx_text said = {0};
        dx_event_words(&cast, view->seen[event], &said);
        if (turn > 0)
            add_reason("told", turn, &said, out);
        dx_text_release(&said);
    }
    dx_place_story_release(&story);
}

void dx_lens_because_json(dx_lens *lens, const dx_lens_answer *a, dx_text *out)
{
    dx_truth now = a->answer.truth;
    dx_text formula = {0}, found = {0};
    bool is_decided = now == DX_ANSWER_YES || now == DX_ANSWER_NO;
    bool is_asked = !a->is_term && now != DX_ANSWER_UNDECIDED;
    uint64_t breaks = is_asked ? a->breaks : 0;
    dx_formula_print(dx_lens_store(lens), a->formula, &formula);
    if (is_asked && is_decided)
        since(lens, dx_text_string(&formula), now, &found);
    if (found.length == 0 && breaks != 0 && dx_lens_how(lens)->depth == 0)
        told(lens, (unsigned)__builtin_ctzll(breaks), &found);
    dx_text_printf(out, "[%s]", dx_text_string(&found));
    dx_text_release(&formula);
    dx_text_release(&found);
}
