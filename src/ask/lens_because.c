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
// what another seat has never known it is what this one was told so far; and
// what such an event named without saying which is which is said with it.
//
// Of what was so a turn ago, or at a turn, the reason is that of then; where a
// sentence looks back further inside, no turn is named, since it would be one
// too late.
//
// That a hand lost kinds that nobody asks about is no reason.
//
// Where nothing that happened is a reason by itself, it is what is seen, or is
// not, of the places that the question counts cards in, or that all follows
// from what everybody has seen.

#include "ask/lens_hands.h"
#include "ask/lens_private.h"
#include "ask/lens_say.h"

#include "ask/ask.h"
#include "base/members.h"
#include "base/wrap.h"
#include "game/claims.h"
#include "logic/formula/parts.h"
#include "logic/formula/print.h"
#include "minds/turn/scope.h"
#include "words/sentence.h"
#include "words/story.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { TURNS_MAX = 60, EVENTS_MAX = 4 };

// As a list of JSON, or for people.
typedef struct reasons {
    dx_text *out;
    bool json;
    unsigned count;
    bool is_open; // somebody does not know: what was not told matters
    bool is_past; // what is asked about was so at an earlier turn
} reasons;

// What happened at a turn, since when it is so or not; or, "seen", a sentence
// of no turn.
static void add_reason(const char *how, unsigned turn, const char *said,
                       reasons *to)
{
    dx_text *out = to->out, line = {0};
    bool has_turn = strcmp(how, "seen") != 0;
    if (to->json) {
        dx_put_open(out, NULL, '{');
        dx_put_text(out, "how", how);
        if (has_turn)
            dx_put_number(out, "turn", turn);
        dx_put_text(out, "text", said);
        dx_text_add_char(out, '}');
    } else {
        dx_wrap wrap = {.out = out, .indent = 4};
        if (has_turn)
            dx_text_printf(&line, "%s turn %u: ",
                           strcmp(how, "since") != 0 ? "At"
                           : to->is_past             ? "It had been so since"
                                                     : "It has been so since",
                           turn);
        dx_text_add(&line, said);
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
    add_reason("since", turn, dx_text_string(&said), out);
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

// What an answer is about: a formula at a turn, and whether it was so then.
typedef struct moment {
    dx_formula f;
    unsigned turn;
    dx_truth truth;
} moment;

// Is the turn named, of what was so at it?
static bool has_turn(const dx_formulas *store, dx_formula f, unsigned *turn)
{
    dx_formula at = dx_formula_operand(store, f, 1);
    if (dx_formula_kind(store, at) != DX_NUMBER)
        return false;
    dx_fraction value = dx_formula_value(store, at);
    if (value.over != 1 || value.top < 0 || value.top > *turn)
        return false;
    *turn = (unsigned)value.top;
    return true;
}

// From `prev f` and `f@3` to f at that turn.
static moment moment_of(dx_lens *lens, const dx_lens_answer *a)
{
    const dx_formulas *store = dx_lens_store(lens);
    const dx_view *view = dx_lens_view(lens);
    moment m = {a->formula, dx_turn_of(view->rules, view->seen, view->count),
                a->answer.truth};
    for (dx_formula f = m.f;;) {
        dx_kind kind = dx_formula_kind(store, f);
        if (kind == DX_NOT) {
            m.truth = m.truth == DX_ANSWER_YES ? DX_ANSWER_NO : DX_ANSWER_YES;
        } else if (kind == DX_PREV && m.turn > 0) {
            m.turn--;
        } else if (kind != DX_AT || !has_turn(store, f, &m.turn)) {
            m.f = f;
            return m;
        }
        f = dx_formula_operand(store, f, 0);
    }
}

// Does it look back at another turn, somewhere inside?
static bool looks_back(dx_kind kind)
{
    return kind == DX_PREV || kind == DX_AT;
}

// True: it has been so from the start.
static bool since(dx_lens *lens, const dx_lens_answer *a, reasons *out)
{
    const dx_view *view = dx_lens_view(lens);
    moment m = moment_of(lens, a);
    dx_text formula = {0};
    if (dx_formula_mentions(dx_lens_store(lens), m.f, looks_back))
        return false;
    dx_formula_print(dx_lens_store(lens), m.f, &formula);
    unsigned turn = m.turn;
    bool is_same = true;
    out->is_past = turn < dx_turn_of(view->rules, view->seen, view->count);
    for (unsigned i = 0; is_same && turn > 0 && i < TURNS_MAX; i++) {
        bool was;
        is_same =
            !moves_slots(view, turn) &&
            was_so(lens, dx_text_string(&formula), turn - 1, m.truth, &was);
        if (is_same && !was) {
            add_turn(lens, turn, out);
            is_same = false;
        }
        turn -= is_same;
    }
    dx_text_release(&formula);
    return is_same && turn == 0;
}

// With what it left open, and where its card lay then (`from`; 0: no card's).
static void add_event(dx_lens *lens, unsigned event, unsigned place,
                      uint64_t from, reasons *out)
{
    const dx_view *view = dx_lens_view(lens);
    const dx_cast cast = dx_lens_cast(lens);
    unsigned turn = dx_turn_of(view->rules, view->seen, event + 1);
    dx_text said = {0};
    if (out->is_open)
        dx_event_and_untold(&cast, view->seen[event], &said);
    else
        dx_event_words(&cast, view->seen[event], &said);
    dx_text was = {0};
    if (from != 0 && dx_lens_was_say(lens, place, from, &was))
        dx_text_printf(&said, " (It was %s then.)", dx_text_string(&was));
    dx_text_release(&was);
    if (turn > 0)
        add_reason("told", turn, dx_text_string(&said), out);
    dx_text_release(&said);
}

// Does a verb tell more than that it happened?
static bool tells(const dx_verb *verb)
{
    for (unsigned i = 0; i < DX_ARGS && verb->arg[i].name != NULL; i++)
        if (verb->arg[i].outcome || verb->arg[i].audience != DX_ALL)
            return true;
    return false;
}

// The events that removed most of some kinds from a place, in order; of what is
// left open those by which somebody told something.
static void told(dx_lens *lens, unsigned place, uint64_t kinds, reasons *out)
{
    const dx_view *view = dx_lens_view(lens);
    dx_place_story story = {0};
    if (dx_lens_story(lens, place, &story, NULL) != DX_OK)
        return;
    for (size_t i = 0; i < story.removals.count && out->count < EVENTS_MAX;
         i++) {
        const dx_removal *r = &story.removals.at[i];
        const dx_verb *verb =
            &view->rules->game->verbs[view->seen[r->event].verb];
        if ((r->kinds & kinds) &&
            (!out->is_open || (!verb->chance && tells(verb))))
            add_event(lens, r->event, place, r->from, out);
    }
    dx_place_story_release(&story);
}

// A seat that is a number or a name; DX_NONE: neither.
static unsigned seat_of(dx_lens *lens, dx_formula agent)
{
    const dx_formulas *store = dx_lens_store(lens);
    const dx_rules *rules = dx_lens_view(lens)->rules;
    const char *const *names = dx_lens_how(lens)->names;
    const char *word = dx_formula_text(store, agent);
    unsigned seat;
    if (dx_type_read(rules, "seat", word, strlen(word), &seat))
        return seat;
    for (seat = 0; names != NULL && seat < dx_players(rules); seat++)
        if (names[seat] != NULL && strcmp(names[seat], word) == 0)
            return seat;
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

// "This is what Ann was told or asked last:"
static void add_heard(dx_lens *lens, unsigned seat, reasons *out)
{
    const dx_cast cast = dx_lens_cast(lens);
    bool is_you = dx_cast_is_you(&cast, seat);
    dx_text said = {0};
    dx_text_add(&said, "This is what ");
    dx_cast_say(&cast, seat, &said);
    dx_text_printf(&said, " %s told or asked last:", is_you ? "were" : "was");
    add_reason("seen", 0, dx_text_string(&said), out);
    dx_text_release(&said);
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
            tells(&game->verbs[event.verb]) &&
            has_argument(game, event, "seat", (int)seat))
            found[count++] = i;
    }
    if (count > 0)
        add_heard(lens, seat, out);
    while (count > 0)
        add_event(lens, found[--count], DX_NONE, 0, out);
}

// ---- what is seen ----

// Whose minds are asked about, the viewer's with them, and what of.
static dx_formula asked_of(dx_lens *lens, dx_formula f, unsigned *seats)
{
    const dx_formulas *store = dx_lens_store(lens);
    *seats = 1U << dx_lens_view(lens)->seat;
    for (;;) {
        bool is_not = dx_formula_kind(store, f) == DX_NOT;
        if (!is_not && dx_formula_family(store, f) != DX_FAMILY_ATTITUDE)
            return f;
        unsigned seat =
            is_not ? DX_NONE : seat_of(lens, dx_formula_operand(store, f, 0));
        if (!is_not && seat >= DX_SEATS_MAX)
            return f;
        *seats |= is_not ? 0 : 1U << seat;
        f = dx_formula_operand(store, f, !is_not);
    }
}

// Adds the places whose cards a claim is about, and the kinds.
static void take_places(const dx_frame *now, const dx_claims *claims,
                        dx_claim claim, uint64_t *out, uint64_t *out_kinds)
{
    const dx_claim_node *node = dx_claims_at(claims, claim);
    if (node->kind == DX_CLAIM_COUNT) {
        uint64_t places = node->places, kinds = node->kinds;
        dx_scope_tidy(now, &places, &kinds);
        *out |= places;
        *out_kinds |= kinds;
    } else if (node->kind != DX_CLAIM_NUMBER) {
        take_places(now, claims, node->a, out, out_kinds);
        if (node->kind != DX_CLAIM_NOT)
            take_places(now, claims, node->b, out, out_kinds);
    }
}

// The places and kinds that facts are about; false: it asks for more than what
// lies now.
static bool find_places(dx_lens *lens, dx_formula f, uint64_t *out,
                        uint64_t *out_kinds)
{
    const dx_ask_options options = dx_lens_asking(lens);
    dx_question q = dx_lens_question(lens, &options);
    bool is_now = lens->frames != NULL &&
                  dx_frames_now(lens->frames)->beyond == NULL &&
                  dx_ground(&q.grounding, f, &q.formula, NULL) == DX_OK &&
                  !q.grounding.asks_modal && !q.grounding.asks_chance;
    dx_claims *claims = dx_claims_new();
    *out = *out_kinds = 0;
    for (size_t i = 0; is_now && i < q.grounding.needs.count; i++) {
        const dx_need *need = &q.grounding.needs.at[i];
        const dx_frame *now = dx_frames_now(lens->frames);
        is_now = need->kind != DX_NEED_PAST;
        if (!is_now || need->kind == DX_NEED_NOW)
            continue;
        dx_claims_clear(claims);
        take_places(now, claims, dx_need_claim(need, now->sight, claims), out,
                    out_kinds);
    }
    dx_claims_free(claims);
    dx_grounding_release(&q.grounding);
    return is_now;
}

// "Ann and Bob do not see whether card 1 is red": of those seats; or "You see
// it."
static void add_seen(dx_lens *lens, unsigned seats, bool sees, dx_formula f,
                     reasons *out)
{
    const dx_cast cast = dx_lens_cast(lens);
    const bool are_many = (seats & (seats - 1)) != 0;
    unsigned seat = DX_NONE;
    dx_text said = {0};
    for (unsigned left = seats; left != 0; left &= left - 1) {
        dx_text_add(&said, left == seats              ? ""
                           : (left & (left - 1)) == 0 ? " and "
                                                      : ", ");
        seat = (unsigned)__builtin_ctz(left);
        dx_cast_say(&cast, seat, &said);
    }
    if (seats == 0)
        return;
    said.at[0] = (char)toupper((unsigned char)said.at[0]);
    bool is_you = !are_many && dx_cast_is_you(&cast, seat);
    dx_text_add(&said, sees ? are_many || is_you ? " see " : " sees "
                       : are_many || is_you ? " do not see "
                                            : " does not see ");
    if (is_you)
        dx_text_add(&said, "it");
    else
        dx_sentence_whether(lens->store, &cast, are_many ? DX_NONE : seat, f,
                            &said);
    dx_text_add_char(&said, '.');
    add_reason("seen", 0, dx_text_string(&said), out);
    dx_text_release(&said);
}

// Who of those that are asked about sees it, or does not.
static void by_sight(dx_lens *lens, uint64_t places, unsigned seats,
                     dx_formula f, reasons *out)
{
    const uint64_t *sees = dx_frames_now(lens->frames)->sees;
    const unsigned you = dx_lens_view(lens)->seat;
    const unsigned others = seats & ~(1U << you);
    unsigned seers = 0;
    if (places == 0) {
        add_reason("seen", 0, "It follows from what everybody has seen.", out);
        return;
    }
    seats = others != 0 ? others : seats;
    for (unsigned seat = 0; seat < DX_SEATS_MAX; seat++)
        if (seats >> seat & 1 && (places & ~sees[seat]) == 0)
            seers |= 1U << seat;
    add_seen(lens, seers, true, f, out);
    add_seen(lens, seats & ~seers, false, f, out);
}

// The question without its denials; is it so?
static bool undenied(dx_lens *lens, const dx_lens_answer *a, dx_formula *f)
{
    const dx_formulas *store = dx_lens_store(lens);
    bool so = a->answer.truth == DX_ANSWER_YES;
    for (*f = a->formula; dx_formula_kind(store, *f) == DX_NOT; so = !so)
        *f = dx_formula_operand(store, *f, 0);
    return so;
}

// Does the answer say that the mind does not know?  Then what it was told left
// that open.
static bool denies(dx_lens *lens, const dx_lens_answer *a)
{
    dx_formula f;
    bool so = undenied(lens, a, &f);
    return so == (dx_formula_kind(dx_lens_store(lens), f) == DX_POSSIBLE);
}

// Is `f` so, with what is put around it?
static bool is_so(dx_lens *lens, const char *before, dx_formula f,
                  const char *behind)
{
    const dx_lens_answer *found;
    dx_text question = {0};
    dx_text_add(&question, before);
    dx_formula_print(dx_lens_store(lens), f, &question);
    dx_text_add(&question, behind);
    bool is =
        dx_lens_ask(lens, dx_text_string(&question), &found, NULL) == DX_OK &&
        found->answer.truth == DX_ANSWER_YES;
    dx_text_release(&question);
    return is;
}

// Does it follow from what everybody has seen?
static bool is_public(dx_lens *lens, const dx_lens_answer *a)
{
    bool so = a->answer.truth == DX_ANSWER_YES;
    return is_so(lens, so ? "public (" : "public ~(", a->formula, ")");
}

// Of what has been so from the start: did the viewer know it then?
static bool was_known(dx_lens *lens, const dx_lens_answer *a)
{
    char before[24];
    bool so = a->answer.truth == DX_ANSWER_YES;
    snprintf(before, sizeof before, "(K[%u] %s(", dx_lens_view(lens)->seat + 1,
             so ? "" : "~");
    return dx_lens_view(lens)->seat < DX_SEATS_MAX &&
           is_so(lens, before, a->formula, "))@0");
}

// Did nobody have to be told?  It is so for all, or from the start, or, of what
// a mind does not know, everybody sees that it is not so.
static bool needs_no_word(dx_lens *lens, const dx_lens_answer *a, bool always)
{
    const dx_formulas *store = dx_lens_store(lens);
    dx_formula f;
    if (a->answer.truth == DX_ANSWER_OPEN)
        return false;
    if (!denies(lens, a))
        return always || is_public(lens, a);
    undenied(lens, a, &f);
    dx_kind kind = dx_formula_kind(store, f);
    if (kind != DX_KNOWS && kind != DX_BELIEVES && kind != DX_POSSIBLE)
        return false;
    return is_so(lens, kind == DX_POSSIBLE ? "public (" : "public ~(",
                 dx_formula_operand(store, f, 1), ")");
}

// "It follows from all that you have seen."
static void add_settled(dx_lens *lens, bool is_unsettled, reasons *out)
{
    const dx_cast cast = dx_lens_cast(lens);
    const unsigned seat = dx_lens_view(lens)->seat;
    bool is_you = dx_cast_is_you(&cast, seat);
    dx_text said = {0};
    dx_text_add(&said,
                is_unsettled ? "Nothing that " : "It follows from all that ");
    if (seat < DX_SEATS_MAX)
        dx_cast_say(&cast, seat, &said);
    dx_text_add(&said, seat >= DX_SEATS_MAX ? "was seen"
                       : is_you             ? " have seen"
                                            : " has seen");
    dx_text_add(&said, is_unsettled ? " settles it." : ".");
    add_reason("seen", 0, dx_text_string(&said), out);
    dx_text_release(&said);
}

// Is it open since you do not see what that mind sees?
static bool hides(const dx_lens *lens, const dx_lens_answer *a, unsigned mind)
{
    const unsigned you = dx_lens_view(lens)->seat;
    if (a->answer.truth != DX_ANSWER_OPEN || lens->frames == NULL ||
        mind >= DX_SEATS_MAX || you >= DX_SEATS_MAX)
        return false;
    const uint64_t *sees = dx_frames_now(lens->frames)->sees;
    return (a->breaks & ~sees[you]) != 0 && (a->breaks & ~sees[mind]) == 0;
}

// Why it is so where nothing that happened made it so, and nothing in which two
// worlds differ left it open.
static void by_itself(dx_lens *lens, const dx_lens_answer *a, bool always,
                      reasons *out)
{
    unsigned seats, you = dx_lens_view(lens)->seat;
    uint64_t places, kinds;
    dx_formula f = asked_of(lens, a->formula, &seats);
    bool is_known = you < DX_SEATS_MAX && find_places(lens, f, &places, &kinds);
    // It is open, or it is known that it is not known.
    bool is_unsettled = a->answer.truth == DX_ANSWER_OPEN;
    bool is_open = is_unsettled || a->breaks != 0;
    bool all_see = is_known;
    for (unsigned seat = 0; seat < DX_SEATS_MAX && all_see; seat++)
        if (seats >> seat & 1)
            all_see = !(places & ~dx_frames_now(lens->frames)->sees[seat]);
    unsigned mind = all_see ? DX_NONE : mind_of(lens, a->formula);
    bool is_one_place = is_known && (places & (places - 1)) == 0;
    bool mind_sees = mind < DX_SEATS_MAX && is_known &&
                     !(places & ~dx_frames_now(lens->frames)->sees[mind]);
    bool is_minds = mind != DX_NONE && !mind_sees;
    bool is_plain = is_minds && needs_no_word(lens, a, always);
    if (!mind_sees && hides(lens, a, mind))
        add_reason("seen", 0, "You do not see what is different there.", out);
    out->is_open = true; // to somebody
    if (out->count == 0 && is_minds && !is_plain)
        heard(lens, mind, out);
    out->is_open = is_open;
    if (out->count == 0 && is_one_place && !all_see && !is_open &&
        (seats & (seats - 1)) == 0 && dx_lens_how(lens)->depth == 0 &&
        !(always && was_known(lens, a)))
        told(lens, (unsigned)__builtin_ctzll(places), kinds, out);
    if (out->count == 0 && is_known && (!is_plain || denies(lens, a)) &&
        (all_see || is_open || (seats & (seats - 1)) != 0))
        by_sight(lens, places, seats, f, out);
    if (out->count == 0 && always)
        add_reason("seen", 0, "It has been so from the start.", out);
    else if (out->count == 0 && !is_unsettled && is_public(lens, a))
        add_reason("seen", 0, "It follows from what everybody has seen.", out);
    else if (out->count == 0)
        add_settled(lens, is_unsettled, out);
}

// Whether the mind of an attitude knows one of its parts (`before` it `~`: that
// it is not so); NULL: unclear.
static const dx_lens_answer *known(dx_lens *lens, dx_formula f,
                                   const char *before, unsigned part)
{
    const dx_formulas *store = dx_lens_store(lens);
    const dx_lens_answer *answer = NULL;
    dx_text said = {0};
    dx_text_add(&said, "K[");
    dx_formula_print(store, dx_formula_operand(store, f, 0), &said);
    dx_text_printf(&said, "] %s(", before);
    dx_formula_print(store, dx_formula_operand(store, f, part), &said);
    dx_text_add(&said, ")");
    bool is_told =
        dx_lens_ask(lens, dx_text_string(&said), &answer, NULL) == DX_OK &&
        (answer->answer.truth == DX_ANSWER_YES ||
         answer->answer.truth == DX_ANSWER_NO);
    dx_text_release(&said);
    return is_told ? answer : NULL;
}

// Of what has not just been learnt: was it known before, or is it not known?
static bool not_learned(dx_lens *lens, const dx_lens_answer *a, reasons *out)
{
    const dx_formulas *store = dx_lens_store(lens);
    dx_formula f;
    if (undenied(lens, a, &f) || a->answer.truth == DX_ANSWER_OPEN ||
        dx_formula_kind(store, f) != DX_LEARNED)
        return false;
    const dx_cast cast = dx_lens_cast(lens);
    unsigned seat = seat_of(lens, dx_formula_operand(store, f, 0));
    const dx_lens_answer *now =
        seat < DX_SEATS_MAX ? known(lens, f, "", 1) : NULL;
    if (now == NULL)
        return false;
    dx_text said = {0};
    bool is_known = now->answer.truth == DX_ANSWER_YES;
    bool is_you = dx_cast_is_you(&cast, seat);
    dx_cast_say(&cast, seat, &said);
    said.at[0] = (char)toupper((unsigned char)said.at[0]);
    dx_text_add(&said, is_known ? " knew it before."
                       : is_you ? " do not know it."
                                : " does not know it.");
    add_reason("seen", 0, dx_text_string(&said), out);
    dx_text_release(&said);
    return true;
}

// Of what is not believed given something: that mind knows that it is not so.
static bool cannot_be(dx_lens *lens, const dx_lens_answer *a, reasons *out)
{
    const dx_formulas *store = dx_lens_store(lens);
    dx_formula f;
    if (undenied(lens, a, &f) || a->answer.truth == DX_ANSWER_OPEN ||
        dx_formula_kind(store, f) != DX_BELIEVES_GIVEN)
        return false;
    const dx_lens_answer *never = known(lens, f, "~", 2);
    if (never == NULL || never->answer.truth != DX_ANSWER_YES)
        return false;
    const dx_cast cast = dx_lens_cast(lens);
    dx_text said = {0};
    dx_sentence_say(lens->store, &cast, never->formula, &said);
    dx_text_add(&said, " Given what cannot be, nothing is believed.");
    add_reason("seen", 0, dx_text_string(&said), out);
    dx_text_release(&said);
    return true;
}

// The kinds whose removal from a place left the answer open: of one card all,
// of a hand those that the question counts.
static uint64_t telling(dx_lens *lens, dx_formula f, unsigned place)
{
    unsigned seats;
    uint64_t places, kinds;
    if (!dx_lens_has_hands(lens) &&
        (lens->frames == NULL || dx_frames_now(lens->frames)->size[place] == 1))
        return ~(uint64_t)0;
    return find_places(lens, asked_of(lens, f, &seats), &places, &kinds) ? kinds
                                                                         : 0;
}

static void find_reasons(dx_lens *lens, const dx_lens_answer *a, reasons *out)
{
    dx_truth now = a->answer.truth;
    if (a->is_term || now == DX_ANSWER_UNDECIDED || not_learned(lens, a, out) ||
        cannot_be(lens, a, out))
        return;
    bool always = now != DX_ANSWER_OPEN && since(lens, a, out);
    out->is_open = now == DX_ANSWER_OPEN;
    if (out->count == 0 && a->breaks != 0 && dx_lens_how(lens)->depth == 0 &&
        mind_of(lens, a->formula) == DX_NONE) {
        unsigned place = (unsigned)__builtin_ctzll(a->breaks);
        told(lens, place, telling(lens, a->formula, place), out);
    }
    if (out->count == 0)
        by_itself(lens, a, always, out);
}

void dx_lens_because_json(dx_lens *lens, const dx_lens_answer *a, dx_text *out)
{
    dx_text_add_char(out, '[');
    find_reasons(lens, a, &(reasons){.out = out, .json = true});
    dx_text_add_char(out, ']');
}

void dx_lens_because_say(dx_lens *lens, const dx_lens_answer *a, dx_text *out)
{
    find_reasons(lens, a, &(reasons){.out = out});
}
