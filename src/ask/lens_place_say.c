// A place of a board for people: a line of what may lie there, called as the
// game's words call it, and a line for each event that removed something.

#include "ask/lens_private.h"

#include "ask/lens_say.h"
#include "base/wrap.h"
#include "words/number.h"
#include "words/story.h"

#include <ctype.h>
#include <string.h>

// The cells of a place, as they are written one after the other.
typedef struct list {
    const dx_lens_board *board;
    const dx_cast *cast;
    unsigned place;
    dx_text line;
    bool is_begun, any; // what is said now; anything
} list;

// Right behind the place it is "Seat 2 has, possibly:".
static void add_title(const char *title, list *out)
{
    bool is_possible = strcmp(title, "possible:") == 0;
    if (!out->any && (is_possible || strcmp(title, "certain:") == 0)) {
        out->line.length--; // the colon
        dx_text_add_char(&out->line, ',');
        title = is_possible ? "possibly:" : "certainly:";
    }
    dx_text_printf(&out->line, "%s%s%s", out->any ? ";" : "",
                   *title != '\0' ? " " : "", title);
    out->is_begun = false;
    out->any = true;
}

// The word of a value that a place's fact has for what lies there.
static void add_value(const dx_place_words *words, unsigned place, int value,
                      dx_text *out)
{
    const dx_place_word *word = &words->of[place];
    dx_value_say_as(words->rules, word->atom->type[word->last], (unsigned)value,
                    DX_WORD_PLAIN, out);
}

static const char *last_type(const dx_atom *atom)
{
    unsigned last = 0;
    while (last + 1 < DX_TERM_ARGS && atom->type[last + 1] != NULL)
        last++;
    return atom->type[last];
}

static void add_cell(unsigned kind, list *out)
{
    const dx_place_words *words = &out->board->words;
    unsigned place = dx_place_words_naming(words, out->place, kind);
    dx_text_add(&out->line, out->is_begun ? ", " : " ");
    out->is_begun = true;
    if (place != DX_NONE)
        add_value(words, place, words->of[place].value[kind], &out->line);
    else if (words->kind[kind].atom != NULL)
        dx_value_say_as(words->rules, last_type(words->kind[kind].atom),
                        (unsigned)words->kind[kind].value, DX_WORD_PLAIN,
                        &out->line);
    else
        dx_place_words_kind(words, out->place, kind, &out->line);
}

static void add_kinds(uint64_t kinds, const char *title, list *out)
{
    if (kinds != 0)
        add_title(title, out);
    for (; kinds != 0; kinds &= kinds - 1)
        add_cell((unsigned)__builtin_ctzll(kinds), out);
}

// Can there be more than one card of a kind?  Then numbers are means.
static bool may_be_more(const dx_lens_board *b, unsigned place)
{
    uint8_t copies = 0;
    for (unsigned kind = 0; kind < b->kinds; kind++)
        if (b->copies[kind] > copies)
            copies = b->copies[kind];
    return b->place[place].size > 1 && copies > 1;
}

// Is another hidden place called like it?
static bool has_twin(const dx_lens_board *b, unsigned place)
{
    const dx_place_word *a = &b->words.of[place];
    for (unsigned i = 0; i < b->places; i++) {
        const dx_place_word *c = &b->words.of[i];
        if (i != place && b->place[i].is_hidden && b->place[i].size > 0 &&
            a->atom == c->atom && a->was == c->was &&
            memcmp(a->args, c->args, sizeof a->args) == 0)
            return true;
    }
    return false;
}

// "Your card 2 is", "In the envelope"; of what no fact names "a card that came
// at turn 4".
static void add_place(const dx_view *view, const dx_place_story *story,
                      list *out)
{
    const dx_place_word *word = &out->board->words.of[out->place];
    size_t from = out->line.length;
    const dx_atom *atom = word->atom != NULL ? word->atom : word->was;
    bool is_named = atom != NULL && dx_place_say(out->cast, atom, word->args,
                                                 word->last, &out->line);
    if (!is_named)
        dx_text_add(&out->line, "a card");
    if (word->was != NULL)
        dx_text_add(&out->line, ", now or before");
    if (story != NULL && story->came != DX_NONE &&
        (!is_named || has_twin(out->board, out->place)))
        dx_text_printf(&out->line,
                       is_named ? " (a card that came at turn %u)"
                                : " that came at turn %u",
                       dx_turn_of(view->rules, view->seen, story->came + 1));
    out->line.at[from] = (char)toupper((unsigned char)out->line.at[from]);
    if (story != NULL && dx_lens_is_weighed(out->board, out->place) &&
        may_be_more(out->board, out->place))
        dx_text_add(&out->line, ", on average");
    dx_text_add_char(&out->line, ':');
}

static void end_list(list *l, unsigned indent, dx_text *out)
{
    dx_wrap wrap = {.out = out, .indent = indent + 4};
    dx_text blanks = {0};
    for (unsigned i = 1; i < indent; i++)
        dx_text_add_char(&blanks, ' ');
    dx_wrap_add(&wrap, dx_text_string(&blanks));
    dx_wrap_words(&wrap, dx_text_string(&l->line));
    dx_wrap_end(&wrap);
    dx_text_release(&blanks);
    dx_text_release(&l->line);
}

// The likeliest of `kinds`, the first among equals.
static unsigned likeliest_of(const dx_lens_board *b, unsigned place,
                             uint64_t kinds)
{
    unsigned best = (unsigned)__builtin_ctzll(kinds);
    for (kinds &= kinds - 1; kinds != 0; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        if (dx_rational_compare(dx_lens_mean(b, place, kind),
                                dx_lens_mean(b, place, best)) > 0)
            best = kind;
    }
    return best;
}

// "1/4 (25 %)"; a mean number as "1.25 times".
static void say_mean(const dx_lens_board *b, unsigned place, unsigned kind,
                     dx_text *out)
{
    const dx_rational *mean = dx_lens_mean(b, place, kind);
    dx_text exact = {0};
    dx_rational_print(mean, &exact);
    if (may_be_more(b, place))
        dx_text_printf(out, "%.2f times", dx_rational_value(mean));
    else
        dx_chance_listed(dx_text_string(&exact), dx_rational_value(mean), out);
    dx_text_release(&exact);
}

// All of `kinds` that read as likely as one of them.
static uint64_t as_likely(const dx_lens_board *b, unsigned place,
                          uint64_t kinds, unsigned kind)
{
    uint64_t like = 0;
    dx_text mean = {0}, other = {0};
    say_mean(b, place, kind, &mean);
    for (; kinds != 0; kinds &= kinds - 1) {
        dx_text_clear(&other);
        say_mean(b, place, (unsigned)__builtin_ctzll(kinds), &other);
        if (strcmp(dx_text_string(&mean), dx_text_string(&other)) == 0)
            like |= kinds & -kinds;
    }
    dx_text_release(&mean);
    dx_text_release(&other);
    return like;
}

// "each 1/4 (25 %): Scarlett, the kitchen"
static void add_chances(uint64_t kinds, list *out)
{
    dx_text title = {0};
    dx_text_add(&title, (kinds & (kinds - 1)) != 0 ? "each " : "");
    say_mean(out->board, out->place, (unsigned)__builtin_ctzll(kinds), &title);
    dx_text_add_char(&title, ':');
    add_kinds(kinds, dx_text_string(&title), out);
    dx_text_release(&title);
}

// What may be there, the likeliest first where there are chances.
static void say_possible(list *out)
{
    const dx_lens_board *b = out->board;
    uint64_t certain = b->place[out->place].certain;
    uint64_t open = b->place[out->place].possible & ~certain;
    add_kinds(certain, open != 0 ? "certain:" : "", out);
    if (!dx_lens_is_weighed(b, out->place)) {
        add_kinds(open, "possible:", out);
        return;
    }
    while (open != 0) {
        unsigned kind = likeliest_of(b, out->place, open);
        const dx_rational *chance = dx_lens_mean(b, out->place, kind);
        if (dx_rational_is_zero(chance))
            break;
        uint64_t like = as_likely(b, out->place, open, kind);
        if (dx_rational_compare_fraction(chance, dx_fraction_int(1)) == 0 &&
            !may_be_more(b, out->place))
            add_kinds(like, "", out);
        else
            add_chances(like, out);
        open &= ~like;
    }
    add_kinds(open, "possible, but not believed:", out);
}

// "openly the 6 of hearts", what everybody knows to be there besides.
static void say_open(dx_lens *lens, list *out)
{
    const dx_lens_board *b = out->board;
    bool any = false;
    if (b->place[out->place].size == 1 && has_twin(b, out->place))
        return; // what lies open is a twin's
    for (unsigned value = 0; value < dx_lens_values(b, out->place); value++) {
        if (!dx_lens_lies_open(lens, out->place, (int)value))
            continue;
        if (!any)
            add_title("openly", out);
        dx_text_add(&out->line, any ? ", " : " ");
        any = true;
        add_value(&b->words, out->place, (int)value, &out->line);
    }
}

// What the last mind of the path holds possible, and on what that depends.
static void add_possible(dx_lens *lens, const dx_lens_place *p, list *out)
{
    const dx_lens_options *how = dx_lens_how(lens);
    dx_text sure = {0}, perhaps = {0};
    dx_text_add(&sure, "possible for ");
    dx_cast_say(out->cast, how->path[how->depth - 1], &sure);
    dx_text_add(&perhaps, dx_text_string(&sure));
    dx_text_add(&sure, " in any case:");
    dx_text_add(&perhaps, " or not, depending on what you do not see:");
    add_kinds(p->sure, dx_text_string(&sure), out);
    add_kinds(p->possible & ~p->sure, dx_text_string(&perhaps), out);
    dx_text_release(&sure);
    dx_text_release(&perhaps);
}

void dx_lens_place_say(dx_lens *lens, const dx_lens_board *b, unsigned place,
                       const dx_place_story *story, dx_text *out)
{
    const dx_lens_place *p = &b->place[place];
    const dx_cast cast = dx_lens_cast(lens);
    list l = {.board = b, .cast = &cast, .place = place};
    dx_place_story own = {.came = DX_NONE};
    if (story == NULL && has_twin(b, place) &&
        dx_lens_story(lens, place, &own, NULL) == DX_OK)
        story = &own;
    add_place(dx_lens_view(lens), story, &l);
    dx_place_story_release(&own);
    say_open(lens, &l);
    if (dx_lens_how(lens)->depth == 0) {
        say_possible(&l);
    } else {
        add_possible(lens, p, &l);
        add_kinds(p->undecided, "undecided:", &l);
    }
    end_list(&l, 2, out);
}

bool dx_lens_was_say(dx_lens *lens, unsigned place, uint64_t from, dx_text *out)
{
    const dx_cast cast = dx_lens_cast(lens);
    const dx_lens_board *b;
    if (from == 0 || (from & (from - 1)) != 0 || from >> place & 1 ||
        dx_lens_look(lens, &b, NULL) != DX_OK)
        return false;
    unsigned then = (unsigned)__builtin_ctzll(from);
    const dx_place_word *word = then < b->places ? &b->words.of[then] : NULL;
    size_t before = out->length;
    if (word == NULL || word->atom == NULL ||
        !dx_place_say(&cast, word->atom, word->args, word->last, out))
        return false;
    bool is_card = out->length > before + 3 &&
                   strcmp(dx_text_string(out) + out->length - 3, " is") == 0;
    out->length -= is_card ? 3 : out->length - before;
    return is_card;
}

// "Ruled out at turn 4 (Ann drew red 2): red 2"
void dx_lens_story_say(dx_lens *lens, const dx_lens_board *b, unsigned place,
                       const dx_place_story *story, dx_text *out)
{
    const dx_view *view = dx_lens_view(lens);
    const dx_cast cast = dx_lens_cast(lens);
    for (size_t i = 0; i < story->removals.count; i++) {
        const dx_removal *r = &story->removals.at[i];
        list l = {.board = b, .cast = &cast, .place = place};
        dx_text_printf(&l.line, "ruled out at turn %u (",
                       dx_turn_of(view->rules, view->seen, r->event + 1));
        dx_event_words(&cast, view->seen[r->event], &l.line);
        l.line.length -= l.line.at[l.line.length - 1] == '.';
        dx_text was = {0};
        if (dx_lens_was_say(lens, place, r->from, &was))
            dx_text_printf(&l.line, "; it was %s then", dx_text_string(&was));
        dx_text_release(&was);
        dx_text_add(&l.line, "):");
        add_kinds(r->kinds, "", &l);
        end_list(&l, 6, out);
    }
}
