// Every fact of the game is written as a claim; one that says "a card of this
// kind lies in this place" names both.  Facts are tried in the game's order
// until all places have a name, so a game needs to declare nothing more; then
// again, for those that have none, whether one says it of several places.
// Where a fact says "more cards came here than have left" it names none of
// these places: what lies in one of them need not be in the hand; a person is
// told that it is there or has gone.  A fact about one kind names it anywhere.

#include "minds/place_words.h"

#include "base/memory.h"
#include "base/vector.h"
#include "game/claims.h"
#include "minds/know.h"
#include "minds/turn/scope.h"

#include <string.h>

unsigned dx_atom_last(const dx_atom *atom)
{
    unsigned last = 0;
    while (last + 1 < DX_TERM_ARGS && atom->type[last + 1] != NULL)
        last++;
    return last;
}

// The one number of cards that a claim is about, if it says "at least one"; a
// wide one may know of some, and say it of one place or another.
static bool count_of(const dx_claims *claims, dx_claim claim, bool wide,
                     dx_claim_node *out)
{
    const dx_claim_node *c = dx_claims_at(claims, claim);
    dx_claim_node other;
    if (wide && c->kind == DX_CLAIM_OR) {
        if (!count_of(claims, c->a, wide, out) ||
            !count_of(claims, c->b, wide, &other) || out->kinds != other.kinds)
            return false;
        out->places |= other.places;
        return true;
    }
    if (c->kind == DX_CLAIM_AT_LEAST) {
        const dx_claim_node *least = dx_claims_at(claims, c->b);
        if (least->kind != DX_CLAIM_NUMBER || least->number != 1)
            return false;
        c = dx_claims_at(claims, c->a);
    }
    if (c->kind == DX_CLAIM_ADD) { // of which none is known
        const dx_claim_node *known = dx_claims_at(claims, c->a);
        if (known->kind != DX_CLAIM_NUMBER || (known->number != 0 && !wide))
            return false;
        c = dx_claims_at(claims, c->b);
    }
    *out = *c;
    return c->kind == DX_CLAIM_COUNT;
}

// The places of a claim that wants more than one card there: some have left.
static uint64_t left_of(const dx_claims *claims, dx_claim claim)
{
    const dx_claim_node *c = dx_claims_at(claims, claim);
    int least = 1;
    if (c->kind == DX_CLAIM_AT_LEAST) {
        const dx_claim_node *b = dx_claims_at(claims, c->b);
        least = b->kind == DX_CLAIM_NUMBER ? b->number : 1;
        c = dx_claims_at(claims, c->a);
    }
    if (c->kind == DX_CLAIM_ADD &&
        dx_claims_at(claims, c->a)->kind == DX_CLAIM_NUMBER) {
        least -= dx_claims_at(claims, c->a)->number;
        c = dx_claims_at(claims, c->b);
    }
    return c->kind == DX_CLAIM_COUNT && least > 1 ? c->places : 0;
}

static bool is_one(uint64_t set)
{
    return set != 0 && (set & (set - 1)) == 0;
}

static bool same_place(const dx_place_word *word, const dx_atom *atom,
                       const int *args)
{
    if (word->atom != atom)
        return false;
    for (unsigned i = 0; i < word->last; i++)
        if (word->args[i] != args[i])
            return false;
    return true;
}

static void name_place(dx_place_word *word, const dx_atom *atom,
                       const int *args, unsigned kind, bool wide)
{
    if (word->atom == NULL) {
        *word = (dx_place_word){
            .atom = atom, .last = dx_atom_last(atom), .is_wide = wide};
        for (unsigned i = 0; i < word->last; i++)
            word->args[i] = args[i];
        for (unsigned k = 0; k < DX_KINDS_MAX; k++)
            word->value[k] = -1;
    }
    if (word->is_wide == wide && same_place(word, atom, args))
        word->value[kind] = args[word->last];
}

// All kinds that a claim speaks of.
static uint64_t kinds_in(const dx_claims *claims, dx_claim claim)
{
    const dx_claim_node *c = dx_claims_at(claims, claim);
    if (c->kind == DX_CLAIM_NUMBER)
        return 0;
    if (c->kind == DX_CLAIM_COUNT)
        return c->kinds;
    uint64_t kinds = kinds_in(claims, c->a);
    return c->kind == DX_CLAIM_NOT ? kinds : kinds | kinds_in(claims, c->b);
}

// Takes what a fact names though it names no place.
static void take_names(dx_place_words *out, const dx_frame *frame,
                       const dx_atom *atom, const int *args,
                       const dx_claims *claims, dx_claim claim)
{
    uint64_t kinds = kinds_in(claims, claim);
    uint64_t places = left_of(claims, claim) & frame->real;
    if (!is_one(kinds))
        return;
    unsigned kind = (unsigned)__builtin_ctzll(kinds);
    if (out->kind[kind].atom == NULL) {
        out->kind[kind].atom = atom;
        out->kind[kind].value = args[dx_atom_last(atom)];
    }
    for (; places != 0; places &= places - 1) {
        dx_place_word *word = &out->of[__builtin_ctzll(places)];
        if (word->atom != NULL || word->was != NULL)
            continue;
        word->was = atom;
        word->last = dx_atom_last(atom);
        memcpy(word->args, args, sizeof word->args);
    }
}

// Takes a fact that speaks of several places and one kind.
static void take_wide(dx_place_words *out, const dx_frame *frame,
                      const dx_atom *atom, const int *args,
                      const dx_claim_node *c)
{
    for (uint64_t at = c->places & frame->real; at != 0; at &= at - 1)
        name_place(&out->of[__builtin_ctzll(at)], atom, args,
                   (unsigned)__builtin_ctzll(c->kinds), true);
}

// Takes a fact that speaks of one place and one kind.
static void take(dx_place_words *out, const dx_frame *frame,
                 const dx_atom *atom, const int *args, const dx_claim_node *c)
{
    uint64_t places = c->places & frame->real, kinds = c->kinds;
    unsigned kind = (unsigned)__builtin_ctzll(kinds);
    uint64_t fit = 0;
    for (uint64_t at = places; at != 0; at &= at - 1)
        if (frame->could[__builtin_ctzll(at)] & kinds)
            fit |= at & -at;
    if (!is_one(fit) && !is_one(places))
        return;
    name_place(&out->of[__builtin_ctzll(is_one(places) ? places : fit)], atom,
               args, kind, false);
}

// How many facts there are, and how many values each argument has.
static size_t facts_of(const dx_rules *rules, const dx_atom *atom,
                       unsigned *out_values)
{
    size_t count = 1;
    for (unsigned i = 0; i < DX_TERM_ARGS && atom->type[i] != NULL; i++) {
        out_values[i] = dx_type_values(rules, atom->type[i]);
        count *= out_values[i];
    }
    return count <= DX_FACTS_MAX ? count : 0;
}

// The next fact: its last argument is the first to change.
static void next_fact(const dx_atom *atom, const unsigned *values, int *args)
{
    unsigned i = dx_atom_last(atom);
    while (++args[i] == (int)values[i] && i > 0)
        args[i--] = 0;
}

// A fact that speaks of one kind.
typedef struct saying {
    int args[DX_TERM_ARGS];
    dx_claim_node count;
} saying;

static void find_by(dx_place_words *out, const dx_frame *frame,
                    const dx_atom *atom, bool wide, dx_claims *claims)
{
    unsigned values[DX_TERM_ARGS] = {0};
    size_t count = facts_of(out->rules, atom, values);
    uint64_t left = 0; // places that something has left
    saying now = {.args = {0}};
    DX_VECTOR(saying) said = {0};
    for (; count > 0; count--, next_fact(atom, values, now.args)) {
        dx_claims_clear(claims);
        dx_claim claim = atom->claim(atom, frame->sight, now.args, claims);
        const dx_claim_node *c = &now.count;
        bool is_count = count_of(claims, claim, wide, &now.count);
        left |= left_of(claims, claim);
        take_names(out, frame, atom, now.args, claims, claim);
        if (is_one(c->places & frame->real) && !is_one(c->kinds))
            now.count.kinds &= // of which one can lie there
                frame->could[__builtin_ctzll(c->places & frame->real)];
        if (is_count && is_one(c->kinds) && (c->places & frame->real))
            dx_vector_push(&said, now);
    }
    for (size_t i = 0; i < said.count; i++)
        if (!(said.at[i].count.places & left))
            (wide ? take_wide : take)(out, frame, atom, said.at[i].args,
                                      &said.at[i].count);
    dx_vector_release(&said);
}

static bool is_missing(const dx_place_words *words, const dx_frame *frame)
{
    for (unsigned i = 0; i < frame->space.place_count; i++)
        if (words->of[i].atom == NULL)
            return true;
    return false;
}

void dx_place_words_find(const dx_rules *rules, const dx_frame *frame,
                         dx_place_words *out)
{
    dx_claims *claims = dx_claims_new();
    *out = (dx_place_words){.rules = rules};
    for (unsigned wide = 0; wide < 2; wide++)
        for (const dx_atom *atom = rules->game->atoms;
             atom != NULL && atom->name != NULL && is_missing(out, frame);
             atom++)
            if (atom->claim != NULL && atom->type[0] != NULL)
                find_by(out, frame, atom, wide, claims);
    dx_claims_free(claims);
}

void dx_place_words_place(const dx_place_words *words, unsigned place,
                          dx_text *out)
{
    const dx_place_word *word = &words->of[place];
    if (word->atom == NULL) {
        dx_text_printf(out, "place %u", place + 1);
        return;
    }
    dx_text_add(out, word->atom->name);
    for (unsigned i = 0; i < word->last; i++) {
        dx_text_add_char(out, i == 0 ? '(' : ',');
        dx_type_say(words->rules, word->atom->type[i], (unsigned)word->args[i],
                    out);
    }
    if (word->last > 0)
        dx_text_add_char(out, ')');
}

static bool names_kind(const dx_place_word *word, unsigned kind)
{
    return word->atom != NULL && word->value[kind] >= 0;
}

unsigned dx_place_words_naming(const dx_place_words *words, unsigned place,
                               unsigned kind)
{
    for (unsigned p = 0;
         p < DX_PLACES_MAX && !names_kind(&words->of[place], kind); p++)
        if (names_kind(&words->of[p], kind))
            place = p;
    return names_kind(&words->of[place], kind) ? place : DX_NONE;
}

void dx_place_words_kind(const dx_place_words *words, unsigned place,
                         unsigned kind, dx_text *out)
{
    unsigned naming = dx_place_words_naming(words, place, kind);
    const dx_place_word *word = &words->of[naming == DX_NONE ? place : naming];
    if (!names_kind(word, kind) && words->kind[kind].atom != NULL)
        dx_type_say(
            words->rules,
            words->kind[kind].atom->type[dx_atom_last(words->kind[kind].atom)],
            (unsigned)words->kind[kind].value, out);
    else if (!names_kind(word, kind))
        dx_text_printf(out, "kind %u", kind + 1);
    else
        dx_type_say(words->rules, word->atom->type[word->last],
                    (unsigned)word->value[kind], out);
}
