// From turn to turn: what was open is told in words of the next turn, the
// move that was made joins, and factors that have become equal are one.

#include "minds/turn/factors.h"

#include <assert.h>
#include <string.h>

void dx_factors_release(dx_factors *factors)
{
    dx_vector_release(&factors->factors);
    dx_vector_release(&factors->somes);
}

// How many cards of the kinds the places must hold, and how many they can.
static void look(const dx_frame *frame, const dx_some *some, unsigned *out_must,
                 unsigned *out_can)
{
    *out_must = *out_can = 0;
    for (uint64_t left = some->places; left != 0; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctzll(left);
        uint64_t could = frame->could[place];
        *out_must += (could & ~some->kinds) == 0 ? frame->size[place] : 0;
        *out_can += (could & some->kinds) != 0 ? frame->size[place] : 0;
    }
}

// Does a some hold with each number of cards from `must` to `can`; with one?
static void try_numbers(const dx_some *some, unsigned must, unsigned can,
                        bool *out_always, bool *out_ever)
{
    assert(must <= can);
    *out_always = true;
    *out_ever = false;
    for (unsigned number = must; number <= can; number++) {
        *out_always = *out_always && dx_some_holds(some, number);
        *out_ever = *out_ever || dx_some_holds(some, number);
    }
}

// Adds one some to the last factor, as it is a turn later.
static void add_some(dx_frames *frames, const dx_frame *then,
                     const dx_frame *now, dx_some some, dx_factors *out)
{
    dx_factor *factor = &out->factors.at[out->factors.count - 1];
    unsigned must, can;
    bool always, ever;
    unsigned known = dx_frames_since(frames, then, now, some.places, some.kinds,
                                     &some.places);
    look(now, &some, &must, &can);
    try_numbers(&some, known + must, known + can, &always, &ever);
    if (always) {
        factor->base += dx_some_moves(&some);
    } else if (ever) {
        // More than one of a kind is counted, and none of it can be known.
        assert(known == 0 || some.most == 0);
        dx_vector_push(&out->somes, some);
        factor->count++;
    }
}

static bool are_equal(const dx_factors *f, const dx_factor *a,
                      const dx_factor *b)
{
    return a->base == b->base && a->count == b->count &&
           memcmp(f->somes.at + a->first, f->somes.at + b->first,
                  a->count * sizeof *f->somes.at) == 0;
}

// Takes the last factor away again if it weighs all worlds alike, or joins it
// with one that is equal.
static void settle_last(dx_factors *f)
{
    const dx_factor last = f->factors.at[f->factors.count - 1];
    assert(last.times > 0 && last.first + last.count == f->somes.count);
    bool is_needed = last.count > 0;
    for (size_t i = f->factors.count - 1; i-- > 0 && is_needed;)
        if (are_equal(f, &f->factors.at[i], &last)) {
            f->factors.at[i].times += last.times;
            is_needed = false;
        }
    if (!is_needed) {
        f->factors.count--;
        f->somes.count = last.first;
    }
}

static void add_factor(dx_frames *frames, const dx_frame *then,
                       const dx_frame *now, dx_factor factor,
                       const dx_some *somes, dx_factors *out)
{
    unsigned count = (unsigned)factor.count;
    factor.first = out->somes.count;
    factor.count = 0;
    dx_vector_push(&out->factors, factor);
    for (unsigned i = 0; i < count; i++)
        add_some(frames, then, now, somes[i], out);
    settle_last(out);
}

void dx_factors_follow(dx_frames *frames, const dx_factors *before,
                       size_t number, dx_factors *out)
{
    const dx_places *places = dx_frames_rules(frames)->game->places;
    const dx_frame *then = dx_frames_at(frames, number);
    const dx_frame *now = dx_frames_at(frames, number + 1);
    dx_some somes[DX_SOMES_MAX];
    unsigned count = 0;
    assert(out->factors.count == 0 && out->somes.count == 0);
    for (size_t i = 0; i < before->factors.count; i++) {
        dx_factor factor = before->factors.at[i];
        add_factor(frames, then, now, factor, before->somes.at + factor.first,
                   out);
    }
    unsigned base = places->factors(then->sight, dx_frames_mover(frames, then),
                                    somes, &count);
    assert(count <= DX_SOMES_MAX);
    dx_factor made = {.base = base, .times = 1, .count = count};
    add_factor(frames, then, now, made, somes, out);
}

void dx_factors_list_release(dx_factors_list *list)
{
    for (size_t i = 0; i < list->of.count; i++) {
        dx_factors_release(list->of.at[i]);
        dx_free(list->of.at[i]);
    }
    dx_vector_release(&list->of);
}

const dx_factors *dx_factors_at(dx_factors_list *list, dx_frames *frames,
                                const dx_frame *frame)
{
    for (size_t i = list->of.count; i <= frame->number; i++) {
        dx_factors *made = dx_alloc(1, sizeof *made);
        if (i > 0)
            dx_factors_follow(frames, list->of.at[i - 1], i - 1, made);
        dx_vector_push(&list->of, made);
    }
    assert(frame->number < list->of.count);
    return list->of.at[frame->number];
}
