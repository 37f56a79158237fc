// The two worlds of an answer as what is different in them: a fact in words for
// each card that lies somewhere in the one and not in the other.  Where hands
// are counted (a ledger) it is a number in words, and where worlds were listed
// it is every fact of the position (minds/position.h).

#include "ask/lens_say.h"

#include "ask/lens_private.h"
#include "base/memory.h"
#include "base/vector.h"
#include "game/words.h"

#include <stdio.h>
#include <string.h>

typedef struct facts {
    DX_VECTOR(char *) list;
} facts;

static void add_fact(facts *all, dx_text *fact)
{
    for (size_t i = 0; i < all->list.count; i++)
        if (strcmp(all->list.at[i], dx_text_string(fact)) == 0) {
            dx_text_release(fact);
            return;
        }
    char *text = dx_text_take(fact);
    dx_vector_push(&all->list, text);
}

static void release(facts *all)
{
    for (size_t i = 0; i < all->list.count; i++)
        dx_free(all->list.at[i]);
    dx_vector_release(&all->list);
}

// "Ann's card 1 is green 4": the fact that names the place, with the kind, and
// how many of it lie there.
static void add_kind(const dx_cast *cast, const dx_place_words *places,
                     unsigned place, unsigned kind, unsigned times, facts *out)
{
    const dx_place_word *word = &places->of[place];
    // Where cards have left, the fact that says what came there.
    bool has_left = word->atom == NULL && word->was != NULL &&
                    places->kind[kind].atom == word->was;
    const dx_atom *atom = has_left ? word->was : word->atom;
    if (atom == NULL || (!has_left && word->value[kind] < 0))
        return;
    const dx_fact_words *words =
        dx_words_of_fact(cast->rules->game, atom->name);
    int value[DX_TERM_ARGS];
    memcpy(value, word->args, sizeof value);
    value[word->last] = has_left ? places->kind[kind].value : word->value[kind];
    dx_filling filling = {.type = atom->type,
                          .value = value,
                          .count = DX_TERM_ARGS,
                          .who = DX_NONE,
                          .mind = DX_NONE};
    dx_text fact = {0};
    if (words != NULL) {
        dx_phrase(cast, words->yes, &filling, &fact);
        if (times > 1)
            dx_text_printf(&fact, " (%u of them)", times);
        add_fact(out, &fact);
    }
}

// "Ann has 2 8s in hand".
static void add_number(const dx_cast *cast, const dx_quantity *ledger,
                       unsigned seat, unsigned value, unsigned number,
                       facts *out)
{
    const dx_number_words *words =
        dx_words_of_number(cast->rules->game, ledger->name);
    const int args[DX_TERM_ARGS] = {(int)seat, (int)value};
    char digits[12];
    snprintf(digits, sizeof digits, "%u", number);
    dx_filling filling = {.type = ledger->type,
                          .value = args,
                          .count = DX_TERM_ARGS,
                          .who = DX_NONE,
                          .mind = DX_NONE,
                          .number = number == 0 ? "none" : digits,
                          .number_is_many = number != 1};
    dx_text fact = {0};
    if (words != NULL) {
        dx_phrase(cast, words->is, &filling, &fact);
        add_fact(out, &fact);
    }
}

static void differ_in_hands(const dx_cast *cast, const dx_lens_board *b,
                            const dx_dealt *dealt, const dx_dealt *other,
                            facts *out)
{
    unsigned values = dx_type_values(cast->rules, b->ledger->type[1]);
    for (size_t h = 0; h < b->hands.count; h++)
        for (unsigned v = 0; v < values; v++) {
            const dx_hand_claim *hand = &b->hands.at[h];
            unsigned number = dx_lens_hand_number(hand, dealt, v);
            if (!hand->is_seen && number != dx_lens_hand_number(hand, other, v))
                add_number(cast, b->ledger, hand->seat, v, number, out);
        }
}

// What lies in `dealt` where it does not in `other`.
static void differ_in_places(const dx_cast *cast, const dx_lens_board *b,
                             uint64_t places, const dx_dealt *dealt,
                             const dx_dealt *other, bool counts, facts *out)
{
    for (uint64_t left = places; left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        const uint8_t *has = dealt->count[place];
        for (unsigned kind = 0; kind < b->kinds; kind++)
            if (has[kind] > other->count[place][kind])
                add_kind(cast, &b->words, place, kind, counts ? has[kind] : 1,
                         out);
    }
}

// The same, of a ledger as numbers; `other` may be NULL: all that lies there,
// and `counts`: how often.
static void differ(const dx_cast *cast, const dx_lens_board *b, uint64_t places,
                   const dx_dealt *dealt, const dx_dealt *other, bool counts,
                   facts *out)
{
    static const dx_dealt nothing;
    if (other == NULL)
        other = &nothing;
    if (b->ledger != NULL)
        differ_in_hands(cast, b, dealt, other, out);
    else
        differ_in_places(cast, b, places, dealt, other, counts, out);
}

void dx_lens_deal_facts(dx_lens *lens, const dx_lens_board *b, uint64_t places,
                        const dx_dealt *dealt, dx_text *out)
{
    const dx_cast cast = dx_lens_cast(lens);
    facts all = {0};
    differ(&cast, b, places, dealt, NULL, true, &all);
    for (size_t i = 0; i < all.list.count; i++)
        dx_text_printf(out, "%s%s", i > 0 ? "; " : "", all.list.at[i]);
    release(&all);
}

// Are they facts that tell the worlds apart?  Not where the other world has one
// card less of what a hand has several of.
static bool tell_apart(const dx_cast *cast, const dx_lens_board *b,
                       uint64_t places, const facts *those,
                       const dx_dealt *other)
{
    bool all = true;
    facts there = {0};
    differ(cast, b, places, other, NULL, false, &there);
    for (size_t i = 0; i < those->list.count; i++)
        for (size_t k = 0; k < there.list.count; k++)
            all &= strcmp(those->list.at[i], there.list.at[k]) != 0;
    release(&there);
    return all;
}

// Those that are not also in the other, joined; `negated`: that they are not
// so.
static void say_those(const facts *all, const facts *other, bool negated,
                      dx_text *out)
{
    const char *between = "";
    for (size_t i = 0; i < all->list.count; i++) {
        const char *fact = all->list.at[i];
        size_t length = strcspn(fact, "\t");
        bool is_in_both = false;
        for (size_t k = 0; k < other->list.count; k++)
            is_in_both |= strcmp(fact, other->list.at[k]) == 0;
        if (negated) {
            fact += length + (fact[length] == '\t');
            length = strlen(fact);
        }
        if (is_in_both || length == 0)
            continue;
        dx_text_add(out, between);
        dx_text_add_part(out, fact, length);
        between = "; ";
    }
}

// What a world has and the other has not; if that is nothing, what it lacks.
static void say_facts(const facts *all, const facts *other, dx_text *out)
{
    say_those(all, other, false, out);
    if (out->length == 0)
        say_those(other, all, true, out);
}

// The lines of a list (minds/position.h).
static void take_lines(const char *lines, facts *out)
{
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        dx_text line = {0};
        dx_text_add_part(&line, lines, length);
        add_fact(out, &line);
        lines += length + (lines[length] == '\n');
    }
}

bool dx_lens_answer_differs(dx_lens *lens, const dx_lens_answer *a,
                            dx_text *out_with, dx_text *out_without)
{
    const dx_lens_board *b;
    const dx_cast cast = dx_lens_cast(lens);
    facts with = {0}, without = {0};
    bool is_told = true;
    if (a->is_term)
        return false;
    if (a->answer.example_facts != NULL &&
        a->answer.counterexample_facts != NULL) {
        take_lines(a->answer.example_facts, &with);
        take_lines(a->answer.counterexample_facts, &without);
    } else if (a->breaks == 0 || a->example == NULL ||
               a->counterexample == NULL ||
               dx_lens_look(lens, &b, NULL) != DX_OK) {
        return false;
    } else {
        differ(&cast, b, a->breaks, a->example, a->counterexample, false,
               &with);
        differ(&cast, b, a->breaks, a->counterexample, a->example, false,
               &without);
        is_told = tell_apart(&cast, b, a->breaks, &with, a->counterexample) &&
                  tell_apart(&cast, b, a->breaks, &without, a->example);
    }
    if (is_told) {
        say_facts(&with, &without, out_with);
        say_facts(&without, &with, out_without);
    }
    release(&with);
    release(&without);
    return out_with->length > 0 && out_without->length > 0;
}
