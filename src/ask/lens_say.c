// One board in two languages.  For people places and kinds are what the game's
// words call them; in JSON they are the terms of its facts, which formulas
// have.

#include "ask/lens_say.h"

#include "ask/answer.h"
#include "ask/lens_hands.h"
#include "ask/lens_private.h"
#include "ask/source_show.h"
#include "base/members.h"
#include "base/wrap.h"
#include "minds/odds.h"
#include "words/number.h"
#include "words/story.h"

#include <string.h>
#include <strings.h>

// ---- words ----

static void say_value(const dx_lens_board *b, unsigned place, unsigned value,
                      dx_text *out)
{
    const dx_place_word *word = &b->words.of[place];
    dx_type_say(b->words.rules, word->atom->type[word->last], value, out);
}

// In how many ways the hidden hand may be made up, where it is one thing.
static void say_ways(dx_lens *lens, dx_text *out)
{
    dx_natural ways = dx_lens_hand_ways(lens);
    if (!dx_natural_is_zero(&ways)) {
        dx_count_words(dx_natural_value(&ways), out);
        dx_text_add(out, dx_natural_bits(&ways) == 1 ? " hand; " : " hands; ");
    }
    dx_natural_release(&ways);
}

static void say_head(dx_lens *lens, const dx_lens_board *b,
                     const char *assumption, dx_text *out)
{
    const dx_lens_options *how = dx_lens_how(lens);
    dx_cast cast = dx_lens_cast(lens);
    cast.you = DX_BYSTANDER; // so that nobody is "you" in a head
    dx_text_printf(out, "turn %u: what ", b->turn);
    dx_cast_say(&cast, dx_lens_view(lens)->seat, out);
    dx_text_add(out, " knows");
    for (size_t i = 0; i < how->depth; i++) {
        dx_text_add(out, " that ");
        dx_cast_say(&cast, how->path[i], out);
        dx_text_add(out, i + 1 < how->depth ? " knows" : " holds possible");
    }
    dx_text_add_char(out, '\n');
    if (!dx_natural_is_zero(&b->worlds)) {
        dx_count_words(dx_natural_value(&b->worlds), out);
        dx_text_add(out, dx_natural_bits(&b->worlds) == 1
                             ? " world is possible; "
                             : " worlds are possible; ");
    }
    say_ways(lens, out);
    if (b->believed > 0) {
        dx_count_words((double)b->believed, out);
        dx_text_add(out, " believed; ");
    }
    dx_assumed_say(assumption, out);
    if (b->refuted)
        dx_text_printf(out, ", which turn %u refuted", b->refuted_turn);
    dx_text_add_char(out, '\n');
    if (b->unweighed != NULL)
        dx_text_printf(out, "no chances: %s\n", b->unweighed);
}

// What the assumed policy at the lens's seat makes of the moves so far.
static void tell_policy(const dx_view *view, const dx_assumption *assumption,
                        dx_text *out)
{
    if (!dx_assumes_mind(assumption, view->seat))
        return;
    dx_policy policy = dx_assumed_policy(assumption, view->seat);
    if (policy.agent->tell == NULL)
        return;
    dx_mind *mind = dx_mind_new(&policy, view);
    policy.agent->tell(dx_mind_memory(mind), &policy, view, out);
    dx_mind_free(mind);
}

// Why a source believes what it does, and what a policy makes of moves: takes
// each inference.
static void each_reason(const dx_lens *lens,
                        void (*take)(const char *reason, unsigned number,
                                     dx_text *out),
                        dx_text *out)
{
    const dx_assumption *assumption = dx_lens_how(lens)->assumption;
    const dx_cast cast = dx_lens_cast(lens);
    dx_text lines = {0};
    if (assumption == NULL)
        return;
    if (assumption->kind == DX_ASSUME_SOURCE)
        dx_source_tell(dx_lens_view(lens), &cast, assumption, &lines);
    else
        tell_policy(dx_lens_view(lens), assumption, &lines);
    const char *line = dx_text_string(&lines);
    for (unsigned i = 0; *line != '\0'; i++) {
        size_t length = strcspn(line, "\n");
        dx_text one = {0};
        dx_text_add_part(&one, line, length);
        take(dx_text_string(&one), i, out);
        dx_text_release(&one);
        line += length + (line[length] == '\n');
    }
    dx_text_release(&lines);
}

static void say_reason(const char *reason, unsigned number, dx_text *out)
{
    dx_wrap wrap = {.out = out, .indent = 4};
    (void)number;
    dx_wrap_words(&wrap, reason);
    dx_wrap_end(&wrap);
}

// Hands instead of places, where they are one thing.
static dx_status look(dx_lens *lens, const dx_lens_board **board,
                      const dx_lens_hands **hands, dx_error *error)
{
    *hands = NULL;
    dx_status status = dx_lens_look(lens, board, error);
    if (status == DX_OK && dx_lens_has_hands(lens))
        status = dx_lens_look_hands(lens, hands, error);
    return status;
}

static void say_hands(const dx_lens *lens, const dx_lens_hands *hands,
                      dx_text *out)
{
    if (hands->is_deep)
        dx_text_add(out, "in brackets: numbers of them that it surely holds "
                         "possible, or perhaps\n");
    else if (hands->has_chances)
        dx_text_add(out, "in brackets: chances of at least 1, 2, .. of them\n");
    dx_lens_hands_say(lens, hands, out);
}

// Is a line of its own due to this place?
static bool is_shown(const dx_lens_board *b, unsigned place)
{
    return b->place[place].is_hidden && b->place[place].size > 0;
}

dx_status dx_lens_say(dx_lens *lens, const char *assumption, dx_text *out,
                      dx_error *error)
{
    const dx_lens_board *b;
    const dx_lens_hands *hands;
    dx_status status = look(lens, &b, &hands, error);
    if (status != DX_OK)
        return status;
    say_head(lens, b, assumption, out);
    if (hands != NULL) {
        say_hands(lens, hands, out);
        return DX_OK;
    }
    bool any = false;
    for (unsigned i = 0; i < b->places && status == DX_OK; i++) {
        dx_place_story story = {0};
        if (!is_shown(b, i))
            continue;
        any = true;
        if (dx_lens_how(lens)->depth > 0) {
            dx_lens_place_say(lens, b, i, NULL, out);
            continue;
        }
        status = dx_lens_story(lens, i, &story, error);
        if (status == DX_OK) {
            dx_lens_place_say(lens, b, i, &story, out);
            dx_lens_story_say(lens, b, i, &story, out);
        }
        dx_place_story_release(&story);
    }
    if (!any && status == DX_OK)
        dx_text_add(out, "  No place is hidden.\n");
    each_reason(lens, say_reason, out);
    return status;
}

static bool is_in_deal(const dx_lens_board *b, unsigned place)
{
    return !b->place[place].is_seen && b->place[place].size > 0;
}

static bool are_called_alike(const dx_lens_board *b, unsigned i, unsigned k)
{
    const dx_place_word *a = &b->words.of[i];
    const dx_place_word *c = &b->words.of[k];
    return a->atom != NULL && a->atom == c->atom &&
           memcmp(a->args, c->args, sizeof a->args) == 0;
}

// Has a hidden place before this one the same name?  Then it is told with it.
static bool is_told(const dx_lens_board *b, unsigned place)
{
    for (unsigned i = 0; i < place; i++)
        if (is_in_deal(b, i) && are_called_alike(b, i, place))
            return true;
    return false;
}

// The cards of a kind that a deal has in a place, and in those called alike.
static unsigned number_in(const dx_lens_board *b, const dx_dealt *dealt,
                          unsigned place, unsigned kind)
{
    unsigned number = 0;
    for (unsigned i = place; i < b->places; i++)
        if (i == place || (is_in_deal(b, i) && are_called_alike(b, i, place)))
            number += dealt->count[i][kind];
    return number;
}

// The place among those called alike that has the kind: its word depends on it.
static unsigned place_with(const dx_lens_board *b, const dx_dealt *dealt,
                           unsigned place, unsigned kind)
{
    for (unsigned i = place; i < b->places; i++)
        if (dealt->count[i][kind] > 0 &&
            (i == place || (is_in_deal(b, i) && are_called_alike(b, i, place))))
            return i;
    return place;
}

// "count(2) 8 8 q", or in JSON.
static void add_hand(const dx_lens_board *b, const dx_hand_claim *hand,
                     const dx_dealt *dealt, bool json, dx_text *out)
{
    const dx_rules *rules = b->words.rules;
    const char *const quote = json ? "\"" : "";
    bool any = false;
    dx_text_printf(out, "%s%s(%u)%s%s", quote, b->ledger->name, hand->seat + 1,
                   quote, json ? ":[" : "");
    for (unsigned v = 0; v < dx_type_values(rules, b->ledger->type[1]); v++)
        for (unsigned n = dx_lens_hand_number(hand, dealt, v); n > 0; n--) {
            dx_text_printf(out, "%s%s", json ? any ? "," : "" : " ", quote);
            any = true;
            dx_type_say(rules, b->ledger->type[1], v, out);
            dx_text_add(out, quote);
        }
    dx_text_add(out, json ? "]" : "");
}

static void add_hands(const dx_lens_board *b, const dx_dealt *dealt, bool json,
                      dx_text *out)
{
    bool any = false;
    dx_text_add(out, json ? "{" : "");
    for (size_t h = 0; h < b->hands.count; h++) {
        if (b->hands.at[h].is_seen)
            continue;
        dx_text_add(out, !any ? "" : json ? "," : ", ");
        any = true;
        add_hand(b, &b->hands.at[h], dealt, json, out);
    }
    dx_text_add(out, json ? "}" : "");
}

// The hand that it is part of, where that is one thing.
static void name_place(const dx_lens_board *b, unsigned place, dx_text *out)
{
    for (size_t h = 0; h < b->hands.count; h++)
        if (b->hands.at[h].places >> place & 1) {
            dx_text_printf(out, "%s(%u)", b->ledger->name,
                           b->hands.at[h].seat + 1);
            return;
        }
    dx_place_words_place(&b->words, place, out);
}

// Is a place of the set, before this one, called like it?
static bool is_named_before(const dx_lens_board *b, uint64_t places,
                            unsigned place)
{
    for (places &= DX_BIT(place) - 1; places != 0; places &= places - 1)
        if (are_called_alike(b, (unsigned)__builtin_ctzll(places), place))
            return true;
    return false;
}

static void say_line(const char *line, dx_text *out)
{
    dx_wrap wrap = {.out = out, .indent = 4};
    dx_wrap_words(&wrap, line);
    dx_wrap_end(&wrap);
}

// Who has it, of a fact that says what somebody has: the length of "Ann has ".
static size_t owner_of(const char *fact, size_t length)
{
    static const char *const words[] = {" has ", " have "};
    for (unsigned i = 0; i < 2; i++) {
        const char *has = strstr(fact, words[i]);
        if (has != NULL && has < fact + length)
            return (size_t)(has - fact) + strlen(words[i]);
    }
    return 0;
}

// The length of the fact at `at`, of those in a list.
static size_t fact_length(const char *at)
{
    const char *end = strstr(at, "; ");
    return end != NULL ? (size_t)(end - at) : strlen(at);
}

static const char *next_fact(const char *at)
{
    at += fact_length(at);
    return at + (*at != '\0' ? 2 : 0);
}

// "Ann has a, b and c": the facts from `at` on of one who has things, or the
// one fact; returns what comes behind.
static const char *add_owned(const char *at, dx_text *out)
{
    const char *first = at;
    size_t length = fact_length(at), owner = owner_of(at, length);
    dx_text_add_part(out, at, length);
    at = next_fact(at);
    while (owner > 0 && *at != '\0' && owner_of(at, fact_length(at)) == owner &&
           strncmp(at, first, owner) == 0) {
        const char *next = next_fact(at);
        bool is_last = *next == '\0' ||
                       owner_of(next, fact_length(next)) != owner ||
                       strncmp(next, first, owner) != 0;
        dx_text_add(out, is_last ? " and " : ", ");
        dx_text_add_part(out, at + owner, fact_length(at) - owner);
        at = next;
    }
    return at;
}

// What a world is told by, "a; b; c", as a sentence has it: "a, b, and c"; of
// one who has several things "Ann has a and b, and Bob has c".  In a list each
// stands by itself: "Ann has a and b; Bob has c".
static void join_facts(dx_text *facts, bool as_list, dx_text *out)
{
    for (const char *at = dx_text_string(facts); *at != '\0';) {
        dx_text group = {0};
        bool is_first = at == dx_text_string(facts);
        at = add_owned(at, &group);
        dx_text_add(out, is_first      ? ""
                         : as_list     ? "; "
                         : *at == '\0' ? ", and "
                                       : ", ");
        dx_text_add(out, dx_text_string(&group));
        dx_text_release(&group);
    }
}

void dx_lens_deal_say(dx_lens *lens, const dx_lens_board *b,
                      const dx_dealt *dealt, dx_text *out)
{
    uint64_t places = 0;
    dx_text facts = {0};
    for (unsigned i = 0; i < b->places; i++)
        places |= is_in_deal(b, i) ? DX_BIT(i) : 0;
    dx_lens_deal_facts(lens, b, places, dealt, &facts);
    join_facts(&facts, true, out);
    dx_text_release(&facts);
}

// "It may be that your card 1 is red 2. Then: Your card 1 can be played now."
static void say_world(dx_text *world, const char *then, dx_text *out)
{
    dx_text line = {0};
    dx_text_add(&line, "It may be that ");
    join_facts(world, false, &line);
    dx_text_printf(&line, ".%s%s", then != NULL ? " Then: " : "",
                   then != NULL ? then : "");
    say_line(dx_text_string(&line), out);
    dx_text_release(&line);
}

// Is the sentence one of the facts that a world is told by?
static bool is_among(const char *sentence, const char *facts)
{
    size_t length = sentence != NULL ? strlen(sentence) - 1 : 0;
    for (; length > 0 && *facts != '\0'; facts += strspn(facts, "; ")) {
        size_t fact = strcspn(facts, ";");
        if (fact == length && strncasecmp(facts, sentence, length) == 0)
            return true;
        facts += fact;
    }
    return false;
}

// Two worlds; where what was asked is what differs, that says it all: "It may
// be that your card 1 is red 2, or instead that your card 1 is red 3."
static void say_worlds(const dx_lens_answer *a, bool says_all, dx_text *with,
                       dx_text *without, dx_text *out)
{
    dx_text line = {0};
    if (says_all || is_among(a->so, dx_text_string(with)) ||
        is_among(a->otherwise, dx_text_string(without))) {
        dx_text_add(&line, "It may be that ");
        join_facts(with, false, &line);
        dx_text_add(&line, ", or instead that ");
        join_facts(without, false, &line);
        dx_text_add_char(&line, '.');
        say_line(dx_text_string(&line), out);
    } else {
        say_world(with, a->so, out);
        say_world(without, a->otherwise, out);
    }
    dx_text_release(&line);
}

// Is it a fact that numbers of cards in hands say at once?
static bool is_counted(dx_lens *lens, dx_formula f)
{
    const dx_lens_board *b;
    dx_family family = dx_formula_family(dx_lens_store(lens), f);
    return (family == DX_FAMILY_NAME || family == DX_FAMILY_COMPARE) &&
           dx_lens_look(lens, &b, NULL) == DX_OK && b->ledger != NULL;
}

void dx_lens_answer_say(dx_lens *lens, const dx_lens_answer *a,
                        const char *assumption, dx_text *out)
{
    dx_text with = {0}, without = {0};
    if (a->is_term) {
        dx_value_say(dx_lens_store(lens), a->formula, &a->value, assumption,
                     out);
        return;
    }
    bool differs = a->answer.truth != DX_ANSWER_YES &&
                   dx_lens_answer_differs(lens, a, &with, &without);
    dx_answer_say(&a->answer, a->sentence, assumption, !differs, out);
    if (differs)
        say_worlds(a, is_counted(lens, a->formula), &with, &without, out);
    dx_text_release(&with);
    dx_text_release(&without);
}

// ---- JSON ----

static void json_place(const dx_lens_board *b, unsigned place, dx_text *out)
{
    dx_text word = {0};
    name_place(b, place, &word);
    dx_put_said(out, NULL, &word);
}

static void json_kind(const dx_lens_board *b, unsigned place, unsigned kind,
                      dx_text *out)
{
    dx_text word = {0};
    dx_place_words_kind(&b->words, place, kind, &word);
    dx_put_said(out, NULL, &word);
}

static void json_kinds(const dx_lens_board *b, unsigned place, uint64_t kinds,
                       dx_text *out)
{
    dx_text_add_char(out, '[');
    for (uint64_t left = kinds; left != 0; left &= left - 1)
        json_kind(b, place, (unsigned)__builtin_ctzll(left), out);
    dx_text_add_char(out, ']');
}

static void json_cells(const dx_lens_board *b, unsigned place, bool deep,
                       dx_text *out)
{
    const dx_lens_place *p = &b->place[place];
    dx_put_open(out, "cells", '{');
    for (unsigned kind = 0; kind < b->kinds; kind++) {
        if (!((p->possible | p->undecided) >> kind & 1))
            continue;
        bool yes =
            deep && p->is_hidden ? p->sure >> kind & 1 : p->certain >> kind & 1;
        json_kind(b, place, kind, out);
        dx_text_add(out, ":{");
        dx_put_text(out, "k",
                    p->undecided >> kind & 1 ? "undecided"
                    : yes                    ? "yes"
                                             : "open");
        if (dx_lens_is_weighed(b, place)) {
            dx_put_open(out, "p", '"');
            dx_rational_print(dx_lens_mean(b, place, kind), out);
            dx_text_add_char(out, '"');
        }
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, '}');
}

static void json_story(dx_lens *lens, const dx_lens_board *b, unsigned place,
                       const dx_place_story *story, dx_text *out)
{
    const dx_view *view = dx_lens_view(lens);
    if (story->came != DX_NONE)
        dx_put_number(out, "came", story->came);
    dx_put_open(out, "gone", '[');
    for (size_t i = 0; i < story->removals.count; i++) {
        const dx_removal *r = &story->removals.at[i];
        dx_put_open(out, NULL, '{');
        dx_put_number(out, "event", r->event);
        dx_put_number(out, "turn",
                      dx_turn_of(view->rules, view->seen, r->event + 1));
        dx_put_member(out, "kinds");
        json_kinds(b, place, r->kinds, out);
        dx_text_add_char(out, '}');
    }
    dx_text_add_char(out, ']');
}

static void json_open(dx_lens *lens, const dx_lens_board *b, unsigned place,
                      dx_text *out)
{
    bool any = false;
    for (unsigned value = 0; value < dx_lens_values(b, place); value++) {
        if (!dx_lens_lies_open(lens, place, (int)value))
            continue;
        dx_text word = {0};
        if (!any)
            dx_put_open(out, "open", '[');
        any = true;
        say_value(b, place, value, &word);
        dx_put_said(out, NULL, &word);
    }
    if (any)
        dx_text_add_char(out, ']');
}

static dx_status json_one_place(dx_lens *lens, const dx_lens_board *b,
                                unsigned place, dx_text *out, dx_error *error)
{
    const dx_lens_place *p = &b->place[place];
    bool deep = dx_lens_how(lens)->depth > 0;
    dx_place_story story = {0};
    dx_status status = DX_OK;
    dx_put_open(out, NULL, '{');
    dx_put_member(out, "place");
    json_place(b, place, out);
    dx_put_number(out, "size", p->size);
    dx_put_flag(out, "seen", p->is_seen);
    if (deep)
        dx_put_flag(out, "hidden", p->is_hidden);
    json_cells(b, place, deep, out);
    json_open(lens, b, place, out);
    if (!deep && !p->is_seen)
        status = dx_lens_story(lens, place, &story, error);
    if (!deep && !p->is_seen && status == DX_OK)
        json_story(lens, b, place, &story, out);
    dx_place_story_release(&story);
    dx_text_add_char(out, '}');
    return status;
}

static void json_head(dx_lens *lens, const dx_lens_board *b,
                      const char *assumption, dx_text *out)
{
    const dx_lens_options *how = dx_lens_how(lens);
    dx_put_open(out, NULL, '{');
    dx_put_number(out, "events", b->events);
    dx_put_number(out, "turn", b->turn);
    dx_put_open(out, "path", '[');
    if (dx_lens_view(lens)->seat != DX_BYSTANDER)
        dx_put_number(out, NULL, dx_lens_view(lens)->seat + 1);
    for (size_t i = 0; i < how->depth; i++)
        dx_put_number(out, NULL, how->path[i] + 1);
    dx_text_add_char(out, ']');
    dx_put_text(out, "assumption", assumption);
    dx_put_text(out, "quality", b->is_rounded ? "rounded" : "exact");
    if (!dx_natural_is_zero(&b->worlds)) {
        dx_put_open(out, "worlds", '"');
        dx_natural_print(&b->worlds, out);
        dx_text_add_char(out, '"');
    }
    if (b->bits >= 0)
        dx_text_printf(out, ",\"bits\":%.4f", b->bits);
    if (b->believed > 0) {
        char digits[DX_COUNT_TEXT_BYTES];
        dx_put_text(out, "believed", dx_count_text(b->believed, digits));
    }
    if (b->refuted)
        dx_put_number(out, "refuted_turn", b->refuted_turn);
    if (b->unweighed != NULL)
        dx_put_text(out, "unweighed", b->unweighed);
}

static void json_reason(const char *reason, unsigned number, dx_text *out)
{
    if (number == 0)
        dx_put_open(out, "why", '[');
    dx_put_text(out, NULL, reason);
}

// The reasons as an array.
static void json_why(const dx_lens *lens, dx_text *out)
{
    size_t before = out->length;
    each_reason(lens, json_reason, out);
    dx_text_add(out, out->length > before ? "]" : "");
}

dx_status dx_lens_json(dx_lens *lens, const char *assumption, dx_text *out,
                       dx_error *error)
{
    const dx_lens_board *b;
    const dx_lens_hands *hands;
    dx_status status = look(lens, &b, &hands, error);
    if (status != DX_OK)
        return status;
    json_head(lens, b, assumption, out);
    if (hands != NULL) {
        dx_put_flag(out, "chances", hands->has_chances);
        dx_put_member(out, "hands");
        dx_lens_hands_json(lens, hands, out);
        dx_text_add_char(out, '}');
        return DX_OK;
    }
    dx_put_flag(out, "chances", b->has_chances);
    dx_put_open(out, "places", '[');
    for (unsigned i = 0; i < b->places && status == DX_OK; i++)
        if (b->place[i].size > 0)
            status = json_one_place(lens, b, i, out, error);
    dx_text_add_char(out, ']');
    json_why(lens, out);
    dx_text_add_char(out, '}');
    return status;
}

void dx_lens_deal_json(const dx_lens_board *b, const dx_dealt *dealt,
                       dx_text *out)
{
    if (b->ledger != NULL) {
        add_hands(b, dealt, true, out);
        return;
    }
    dx_text_add_char(out, '{');
    for (unsigned i = 0; i < b->places; i++) {
        if (!is_in_deal(b, i) || is_told(b, i))
            continue;
        json_place(b, i, out);
        dx_text_add(out, ":[");
        for (unsigned kind = 0; kind < b->kinds; kind++)
            for (unsigned n = number_in(b, dealt, i, kind); n > 0; n--)
                json_kind(b, place_with(b, dealt, i, kind), kind, out);
        dx_text_add_char(out, ']');
    }
    dx_text_add_char(out, '}');
}

void dx_lens_worlds_json(const dx_lens_board *b, const dx_likeliest *likeliest,
                         dx_text *out)
{
    dx_put_open(out, NULL, '{');
    dx_put_number(out, "deals", likeliest->deals);
    dx_put_open(out, "items", '[');
    for (size_t i = 0; i < likeliest->count; i++) {
        const dx_likely *world = &likeliest->world[i];
        dx_put_open(out, NULL, '{');
        dx_put_member(out, "places");
        dx_lens_deal_json(b, &world->dealt, out);
        if (!dx_rational_is_zero(&world->chance)) {
            dx_put_open(out, "weight", '"');
            dx_rational_print(&world->chance, out);
            dx_text_add_char(out, '"');
        }
        dx_text_add_char(out, '}');
    }
    dx_text_add(out, "]}");
}

// The object of the answer is left open, and closed again.
void dx_lens_answer_json(dx_lens *lens, const dx_lens_answer *a,
                         const char *assumption, dx_text *out)
{
    const dx_lens_board *b;
    dx_text object = {0};
    if (a->is_term)
        dx_value_json(dx_lens_store(lens), a->formula, &a->value, assumption,
                      &object);
    else
        dx_answer_json(dx_lens_store(lens), a->formula, &a->answer, assumption,
                       &object);
    const char *text = dx_text_string(&object);
    dx_text_add_part(out, text, strlen(text) - 1);
    dx_text_release(&object);
    dx_put_text(out, "words", a->words);
    if (a->sentence != NULL)
        dx_put_text(out, "sentence", a->sentence);
    bool shows = (a->example != NULL || a->counterexample != NULL) &&
                 dx_lens_look(lens, &b, NULL) == DX_OK;
    const char *const name[] = {"with", "without"};
    const dx_dealt *const deal[] = {a->example, a->counterexample};
    for (unsigned i = 0; shows && i < 2; i++)
        if (deal[i] != NULL) {
            dx_put_member(out, name[i]);
            dx_lens_deal_json(b, deal[i], out);
        }
    dx_text with = {0}, without = {0};
    if (dx_lens_answer_differs(lens, a, &with, &without))
        dx_put_texts(out, "differs", 2,
                     (const char *const[]){dx_text_string(&with),
                                           dx_text_string(&without)});
    dx_text_release(&with);
    dx_text_release(&without);
    uint64_t breaks = shows ? a->breaks : 0;
    for (uint64_t left = breaks; left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        if (is_named_before(b, breaks, place))
            continue;
        if (left == breaks)
            dx_put_open(out, "breaks", '[');
        json_place(b, place, out);
    }
    dx_text_add(out, breaks != 0 ? "]}" : "}");
}
