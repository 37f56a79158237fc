// Everything is asked of the frames of the public game, so that one study
// serves the own seat and every other in an imagined world.  The random stream
// is named by the view: an agent that thinks twice about one moment thinks the
// same.

#include "agents/clue/study.h"

#include "base/memory.h"
#include "minds/board/board.h"
#include "minds/eliminate/sample.h"

#include <assert.h>
#include <math.h>
#include <string.h>

size_t dx_clue_study_bytes(const dx_rules *rules DX_UNUSED,
                           const dx_policy *self DX_UNUSED)
{
    return sizeof(dx_clue_study);
}

void dx_clue_study_begin(void *memory, const dx_policy *self DX_UNUSED,
                         const dx_view *view)
{
    ((dx_clue_study *)memory)->frames = dx_frames_new(view->rules);
}

void dx_clue_study_note(void *memory, const dx_policy *self DX_UNUSED,
                        const dx_view *view, unsigned noted)
{
    for (unsigned i = noted; i < view->count; i++)
        dx_frames_follow(((dx_clue_study *)memory)->frames, view->seen[i]);
}

void dx_clue_study_copy(void *memory, const void *from)
{
    ((dx_clue_study *)memory)->frames =
        dx_frames_copy(((const dx_clue_study *)from)->frames);
}

void dx_clue_study_end(void *memory)
{
    dx_frames_free(((dx_clue_study *)memory)->frames);
}

dx_random dx_clue_random(const dx_view *view)
{
    return dx_random_named(UINT64_C(0x636c7565), view->count, view->seat);
}

static bool look(const dx_clue_study *study, unsigned seat, const dx_clue *own,
                 bool uniform, dx_board *out)
{
    const dx_looker looker = {.sees = dx_frames_now(study->frames)->sees[seat],
                              .own = own,
                              .is_uniform = uniform};
    dx_effort effort = {0};
    return dx_board_look(out, study->frames, &looker, &effort) == DX_OK;
}

// The chance that a card is the one of its sort in the envelope.
static double chance(const dx_board *board, const dx_clue *own, unsigned sort,
                     unsigned card)
{
    return dx_rational_value(dx_board_at(board, own->players + sort, card));
}

bool dx_clue_study_knows(const dx_clue_study *study, unsigned seat,
                         const dx_clue *own, dx_clue_triple *out)
{
    dx_board board;
    unsigned known = 0;
    if (!look(study, seat, own, false, &board))
        return false;
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
        for (unsigned card = own->first[sort]; card < own->first[sort + 1];
             card++)
            if (dx_rational_compare_fraction(
                    dx_board_at(&board, own->players + sort, card),
                    dx_fraction_int(1)) == 0) {
                out->card[sort] = (uint8_t)card;
                known++;
            }
    dx_board_release(&board);
    return known == DX_CLUE_SORTS;
}

double dx_clue_study_bits(const dx_clue_study *study, unsigned seat,
                          const dx_clue *own)
{
    dx_board board;
    double bits = 0;
    if (!look(study, seat, own, true, &board))
        return 0;
    for (unsigned sort = 0; sort < DX_CLUE_SORTS; sort++)
        for (unsigned card = own->first[sort]; card < own->first[sort + 1];
             card++) {
            double p = chance(&board, own, sort, card);
            assert(p >= 0 && p <= 1);
            bits -= p > 0 ? p * log2(p) : 0;
        }
    dx_board_release(&board);
    return bits;
}

dx_clue_worlds dx_clue_study_worlds(const dx_clue_study *study, unsigned seat,
                                    const dx_clue *own, unsigned count,
                                    dx_random *random)
{
    const dx_rules *rules = dx_frames_rules(study->frames);
    dx_clue_worlds worlds = {.stride = rules->game->table_bytes(rules)};
    dx_effort effort = {0};
    dx_sampler *draw = dx_sampler_new(study->frames, seat, own, true, &effort);
    worlds.stride = (worlds.stride + 7) & ~(size_t)7;
    worlds.count = draw == NULL ? 0 : count;
    worlds.tables = dx_alloc_raw(worlds.count + 1, worlds.stride);
    for (unsigned i = 0; i < worlds.count; i++)
        dx_sampler_world(draw, random, worlds.tables + i * worlds.stride);
    dx_sampler_free(draw);
    return worlds;
}

void dx_clue_worlds_release(dx_clue_worlds *worlds)
{
    dx_free(worlds->tables);
    *worlds = (dx_clue_worlds){0};
}

double dx_clue_likeliest(const dx_clue_worlds *worlds, dx_clue_triple *out)
{
    unsigned most = 0;
    for (unsigned i = 0; i < worlds->count && most < worlds->count - i; i++) {
        dx_clue_triple envelope = dx_clue_world(worlds, i)->envelope;
        unsigned same = 0;
        for (unsigned k = i; k < worlds->count; k++)
            same += dx_clue_same(dx_clue_world(worlds, k)->envelope, envelope);
        if (same > most) {
            most = same;
            *out = envelope;
        }
    }
    return worlds->count == 0 ? 0 : (double)most / worlds->count;
}
