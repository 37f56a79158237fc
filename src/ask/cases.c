// By which places a mind is asked case by case (minds/inquiry_cases.c).
//
// A fact that names three or more kinds of one card, each beside something
// else, is asked kind by kind.  That matters to a mind if all minds between it
// and the fact see the card: what they do not see, they ask case by case
// themselves.  This only looks for what is worth it; any place would be right.

#include "ask/translate_private.h"

#include <assert.h>

enum { KINDS_LEAST = 3, CASES_MOST = 200, LOOKS_MOST = 256 };

typedef struct search {
    dx_translator *translator;
    const dx_frame *frame;
    unsigned looks;
} search;

// How many single kinds of each place a claim names.
static void count_kinds(const search *s, dx_claim claim, uint8_t *count)
{
    const dx_claim_node n = *dx_claims_at(s->translator->claims, claim);
    if (n.kind == DX_CLAIM_NUMBER)
        return;
    if (n.kind != DX_CLAIM_COUNT) {
        count_kinds(s, n.a, count);
        if (n.kind != DX_CLAIM_NOT)
            count_kinds(s, n.b, count);
        return;
    }
    if ((n.places & (n.places - 1)) != 0 || (n.kinds & (n.kinds - 1)) != 0 ||
        n.places == 0)
        return;
    unsigned place = (unsigned)__builtin_ctzll(n.places);
    if (s->frame->size[place] == 1 && count[place] < UINT8_MAX)
        count[place]++;
}

static uint64_t places_of_fact(const search *s, const dx_need *need)
{
    uint8_t count[DX_PLACES_MAX] = {0};
    uint64_t places = 0;
    if (need->kind == DX_NEED_PAST || need->kind == DX_NEED_NOW)
        return 0;
    dx_claims_clear(s->translator->claims);
    count_kinds(s, dx_translator_claim(s->translator, need, s->frame->sight),
                count);
    for (unsigned i = 0; i < s->frame->space.place_count; i++)
        if (count[i] >= KINDS_LEAST &&
            __builtin_popcountll(s->frame->could[i]) >= KINDS_LEAST)
            places |= DX_BIT(i);
    return places;
}

static uint64_t places_of(search *s, dx_formula f);

static uint64_t places_of_operands(search *s, dx_formula f, size_t first,
                                   size_t behind)
{
    uint64_t places = 0;
    for (size_t i = first; i < behind; i++)
        places |= places_of(s, dx_formula_operand(s->translator->store, f, i));
    return places;
}

// Of what a mind is asked, what it sees itself.
static uint64_t places_of_mind(search *s, dx_formula f, size_t first_seat,
                               size_t behind, size_t first, size_t last)
{
    uint64_t seats;
    if (!dx_translator_seats(s->translator, f, first_seat, behind, &seats))
        return 0;
    return places_of_operands(s, f, first, last + 1) &
           dx_frame_seen_by(s->frame, seats);
}

static uint64_t places_of(search *s, dx_formula f)
{
    const dx_formulas *store = s->translator->store;
    const dx_need *need = dx_question_need(s->translator->question, f);
    size_t count = dx_formula_count(store, f);
    if (s->looks++ >= LOOKS_MOST)
        return 0;
    if (need != NULL)
        return places_of_fact(s, need);
    switch (dx_formula_kind(store, f)) {
    case DX_NOT:
    case DX_AND:
    case DX_OR:
    case DX_IMPLIES:
    case DX_IFF:
    case DX_ADD:
    case DX_SUBTRACT:
    case DX_MULTIPLY:
    case DX_DIVIDE:
    case DX_MODULO:
    case DX_NEGATIVE:
    case DX_EQUAL:
    case DX_NOT_EQUAL:
    case DX_LESS:
    case DX_LESS_EQUAL:
    case DX_GREATER:
    case DX_GREATER_EQUAL:
        return places_of_operands(s, f, 0, count);
    case DX_KNOWS:
    case DX_POSSIBLE:
    case DX_KNOWS_WHETHER:
    case DX_PROBABILITY:
        return places_of_mind(s, f, 0, 1, 1, 1);
    case DX_PROBABILITY_GIVEN:
        return places_of_mind(s, f, 0, 1, 1, 2);
    case DX_EVERYBODY:
    case DX_DISTRIBUTED:
    case DX_COMMON:
        return places_of_mind(s, f, 1, count, 0, 0);
    case DX_ANNOUNCE:
    case DX_ANNOUNCE_DUAL:
    case DX_TELL_WHETHER:
    case DX_TELL_WHETHER_DUAL:
    case DX_TELL:
    case DX_TELL_DUAL:
    case DX_TELL_GROUP_WHETHER:
    case DX_TELL_GROUP_WHETHER_DUAL:
        return places_of_operands(s, f, 0, 2);
    default:
        return 0;
    }
}

// How many cases there are together if one more place is taken.
static unsigned cases_with(const dx_frame *frame, unsigned place)
{
    unsigned cases = (unsigned)__builtin_popcountll(frame->could[place]);
    for (; frame->case_of != NULL; frame = frame->case_of)
        cases *= (unsigned)__builtin_popcountll(
            frame->case_of->could[frame->case_place]);
    return cases;
}

unsigned dx_translator_case(dx_translator *c, const dx_mind_wanted *wanted)
{
    search s = {c, wanted->frame, 0};
    uint64_t places = places_of(&s, wanted->asked);
    if (wanted->given != DX_FORMULA_NONE)
        places |= places_of(&s, wanted->given);
    bool is_whole =
        wanted->kind == DX_MIND_CHANCE && !dx_inquiry_adds_parts(c->inquiry);
    for (uint32_t h = wanted->heard; h != 0; h = c->hearings.at[h].before) {
        places |= places_of(&s, c->hearings.at[h].said);
        // Whether that was so is seen from where the mind stands, in no case.
        is_whole |= c->hearings.at[h].whether;
    }
    if (is_whole)
        places &= wanted->sees;
    // What it sees first: that leaves one case.
    for (unsigned seen = 0; seen < 2; seen++)
        for (uint64_t left =
                 places & (seen == 0 ? wanted->sees : ~wanted->sees);
             left != 0; left &= left - 1) {
            unsigned place = (unsigned)__builtin_ctzll(left);
            assert(wanted->frame->size[place] == 1);
            if (cases_with(wanted->frame, place) <= CASES_MOST)
                return place;
        }
    return DX_NONE;
}
