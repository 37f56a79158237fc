// By which places a mind is asked case by case (minds/inquiry/inquiry_cases.c).
//
// A fact that names three or more kinds of one card, each beside something
// else, is asked kind by kind.  That matters to a mind if all minds between it
// and the fact see the card: what they do not see, they ask case by case
// themselves.  This only looks for what is worth it; any place would be right.

#include "ask/translate_private.h"

#include <assert.h>

enum { KINDS_LEAST = 3, LOOKS_MOST = 256 };

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
    count_kinds(s, dx_need_claim(need, s->frame->sight, s->translator->claims),
                count);
    for (unsigned i = 0; i < s->frame->space.place_count; i++)
        if (count[i] >= KINDS_LEAST &&
            __builtin_popcountll(s->frame->could[i]) >= KINDS_LEAST)
            places |= DX_BIT(i);
    return places;
}

// Of what a mind is asked, what it sees itself.
static uint64_t places_of(search *s, dx_formula f)
{
    const dx_formulas *store = s->translator->store;
    const dx_need *need = dx_question_need(s->translator->question, f);
    uint64_t places = 0, seats;
    if (s->looks++ >= LOOKS_MOST)
        return 0;
    if (need != NULL)
        return places_of_fact(s, need);
    dx_asked_parts parts = dx_asked_parts_of(store, f);
    bool is_mind = parts.seat < parts.seats_behind;
    if (is_mind && !dx_translator_seats(s->translator, f, parts.seat,
                                        parts.seats_behind, &seats))
        return 0;
    for (size_t i = parts.first; i < parts.behind; i++)
        places |= places_of(s, dx_formula_operand(store, f, i));
    return is_mind ? places & dx_frame_seen_by(s->frame, seats) : places;
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
    dx_mechanisms *mechanisms = dx_inquiry_effort(c->inquiry)->mechanisms;
    if (!dx_mechanism_is_on(mechanisms, DX_BY_CASES) ||
        wanted->frame->told_count > 0)
        return DX_NONE;
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
            if (cases_with(wanted->frame, place) <=
                dx_mechanism_threshold(mechanisms, DX_BY_CASES)) {
                dx_mechanism_note(mechanisms, DX_BY_CASES, 0);
                return place;
            }
        }
    return DX_NONE;
}
