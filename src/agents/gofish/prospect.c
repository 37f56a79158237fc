// The memory behind all strategies, and the list that they choose from.
// Chances are read once for each seat that can be asked, and scores that differ
// by rounding alone count as equal, so that a choice does not depend on the
// order of additions.

#include "agents/gofish/prospect.h"

#include "base/memory.h"
#include "game/words.h"
#include "words/number.h"

#include <math.h>
#include <string.h>

static const char *const belief_choices[] = {"exact", "ranks", NULL};

const dx_param dx_gofish_belief_params[] = {
    {"beliefs", "exact, for two players; or by ranks, faster", 0, 1, 0,
     .choices = belief_choices},
    {0},
};

size_t dx_gofish_memory_bytes(const dx_rules *rules, const dx_policy *self)
{
    (void)rules, (void)self;
    return sizeof(dx_gofish_memory);
}

void dx_gofish_memory_begin(void *memory, const dx_policy *self,
                            const dx_view *view)
{
    dx_gofish_memory *m = memory;
    if (self->params.value[0] == DX_GOFISH_EXACT &&
        dx_players(view->rules) == 2) {
        m->exact = dx_gofish_exact_new(view->rules, view->seat);
    } else {
        m->by_rank = dx_alloc(1, sizeof *m->by_rank);
        dx_gofish_by_rank_init(m->by_rank, view->rules, view->seat);
    }
}

void dx_gofish_memory_note(void *memory, const dx_policy *self,
                           const dx_view *view, unsigned noted)
{
    dx_gofish_memory *m = memory;
    (void)self;
    for (; noted < view->count; noted++)
        if (m->exact != NULL)
            dx_gofish_exact_follow(m->exact, view->seen[noted]);
        else
            dx_gofish_by_rank_follow(m->by_rank, view->seen[noted]);
}

void dx_gofish_memory_copy(void *memory, const void *from)
{
    dx_gofish_memory *m = memory;
    const dx_gofish_memory *old = from;
    *m = (dx_gofish_memory){NULL, NULL};
    if (old->exact != NULL)
        m->exact = dx_gofish_exact_copy(old->exact);
    if (old->by_rank != NULL)
        m->by_rank = dx_copy(old->by_rank, sizeof *old->by_rank);
}

void dx_gofish_memory_end(void *memory)
{
    dx_gofish_memory *m = memory;
    dx_gofish_exact_free(m->exact);
    dx_free(m->by_rank);
}

void dx_gofish_memory_chances(const dx_gofish_memory *memory, unsigned seat,
                              dx_gofish_chances *out)
{
    if (memory->exact != NULL)
        dx_gofish_exact_read(memory->exact, DX_GOFISH_ALL_RANKS, out);
    else
        dx_gofish_by_rank_read(memory->by_rank, seat, out);
}

// The last seat whose chances were read is kept: questions are listed seat by
// seat.
unsigned dx_gofish_prospects(const dx_gofish_memory *memory,
                             const dx_view *view, dx_gofish_prospect *out)
{
    const dx_gofish *t = view->sight;
    dx_event moves[DX_MOVES_MAX];
    dx_gofish_chances chances;
    unsigned count = dx_view_moves(view, moves), read = DX_NONE, ranks = 0;
    memset(&chances, 0, sizeof chances);
    if (moves[0].verb != DX_GOFISH_ASK)
        return 0;
    for (unsigned i = 0; i < count; i++)
        ranks |= 1U << moves[i].arg[1];
    for (unsigned i = 0; i < count; i++) {
        unsigned of = moves[i].arg[0], rank = moves[i].arg[1];
        unsigned own = (unsigned)t->count[view->seat][rank];
        if (memory != NULL && memory->exact != NULL && read != of)
            dx_gofish_exact_read(memory->exact, ranks, &chances);
        if (memory != NULL && memory->by_rank != NULL && read != of)
            dx_gofish_by_rank_read(memory->by_rank, of, &chances);
        read = of;
        out[i] = (dx_gofish_prospect){
            .move = moves[i],
            .of = of,
            .rank = rank,
            .own = own,
            .has = 1 - chances.exactly[rank][0],
            .completes = chances.exactly[rank][t->copies - own]};
    }
    return count;
}

const dx_gofish_prospect *
dx_gofish_best(const dx_gofish_prospect *prospects, unsigned count,
               double (*score)(const dx_gofish_prospect *prospect))
{
    // Chances that are equal may differ by rounding.
    static const double margin = 1e-11;
    const dx_gofish_prospect *best = prospects;
    for (unsigned i = 1; i < count; i++)
        if (score(&prospects[i]) > score(best) + margin)
            best = &prospects[i];
    return best;
}

double dx_gofish_score_has(const dx_gofish_prospect *prospect)
{
    return prospect->has;
}

double dx_gofish_score_completes(const dx_gofish_prospect *prospect)
{
    return prospect->completes;
}

double dx_gofish_score_doubt(const dx_gofish_prospect *prospect)
{
    return -fabs(prospect->has - 0.5);
}

void dx_gofish_say_chance(dx_thought *thought, const dx_view *view,
                          const char *rule, const dx_gofish_prospect *ask,
                          bool all, const char *more)
{
    if (thought->reason == NULL)
        return;
    dx_thought_say(
        thought, rule, NULL,
        all ? "seat %u has all the %s that I lack with a chance of %s%s"
            : "seat %u has %s with a chance of %s%s",
        ask->of + 1,
        dx_value_word_of(view->rules, "rank", ask->rank, DX_WORD_MANY).text,
        dx_percent_of(all ? ask->completes : ask->has).text, more);
}

dx_event dx_gofish_nothing(const dx_view *view, dx_thought *thought)
{
    dx_thought_say(thought, "nothing", NULL, "there is nothing to ask for");
    return dx_event_new(DX_GOFISH_NOTHING, view->seat);
}
