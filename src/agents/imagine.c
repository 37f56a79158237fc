// A history by chance and backtracking.
//
// Each event of the view is a level: the table before it, and the events that
// could be behind what was seen of it.  A level tries them one by one, the next
// drawn by weight from those left, and goes on with the first that looks as it
// was seen; where none is left the level before tries another.  That is every
// history in the end, so one is found if there are steps enough.

#include "agents/imagine.h"

#include "agents/swaps.h"
#include "base/memory.h"
#include "base/vector.h"
#include "minds/eliminate/sample.h"

#include <string.h>

// What may have happened at one event of the view, and is not yet tried.
typedef struct level {
    unsigned count;
    dx_event *event;
    uint32_t *weight;
} level;

struct dx_imagination {
    const dx_view *view;
    const dx_frame *now; // of a game with places
    dx_sampler *draw;    // by counting, or
    dx_swaps *swaps;     // by swapping cards; both NULL: by histories
    uint64_t steps_max;
    size_t bytes;
    dx_masks masks;
    unsigned char *tables; // before each event, and behind the last
    level *levels;
};

dx_imagination *dx_imagination_new(const dx_view *view, dx_frames *frames,
                                   uint64_t steps)
{
    const dx_rules *rules = view->rules;
    dx_imagination *im = dx_alloc(1, sizeof *im);
    im->view = view;
    im->steps_max = steps;
    im->bytes = (rules->game->table_bytes(rules) + 7) & ~(size_t)7;
    dx_effort effort = {.steps_max = steps};
    if (frames != NULL && rules->game->places->fill != NULL)
        im->draw =
            dx_sampler_new(frames, view->seat, view->sight, true, &effort);
    if (im->draw == NULL && frames != NULL &&
        rules->game->places->fill != NULL) {
        im->now = dx_frames_now(frames);
        im->swaps = dx_swaps_new(rules, im->now, view->seat, view->sight);
    }
    if (im->draw != NULL || im->swaps != NULL)
        return im;
    dx_masks_init(&im->masks, rules->game->verbs);
    im->tables = dx_alloc(view->count + 1, im->bytes);
    im->levels = dx_alloc(view->count + 1, sizeof *im->levels);
    return im;
}

static void clear(level *l)
{
    dx_free(l->event);
    dx_free(l->weight);
    *l = (level){0};
}

void dx_imagination_free(dx_imagination *im)
{
    for (unsigned i = 0; im->levels != NULL && i < im->view->count; i++)
        clear(&im->levels[i]);
    dx_sampler_free(im->draw);
    dx_swaps_free(im->swaps);
    dx_free(im->levels);
    dx_free(im->tables);
    dx_free(im);
}

static unsigned char *table_at(const dx_imagination *im, unsigned i)
{
    return im->tables + i * im->bytes;
}

// What may happen at the table before event `i`, as far as its verb tells.
static void open_level(dx_imagination *im, unsigned i)
{
    const dx_game *game = im->view->rules->game;
    dx_event event[DX_MOVES_MAX], seen = im->view->seen[i];
    uint32_t weight[DX_MOVES_MAX];
    unsigned turn = game->turn(table_at(im, i)), count = 0, fit = 0;
    if (turn == DX_NATURE)
        count = game->chances(table_at(im, i), event, weight);
    else if (turn != DX_OVER)
        count = game->moves(table_at(im, i), turn, event);
    for (unsigned k = 0; k < count; k++)
        if (event[k].verb == seen.verb && event[k].who == seen.who) {
            weight[fit] = turn == DX_NATURE ? weight[k] : 1;
            event[fit++] = turn == DX_NATURE
                               ? event[k]
                               : game->decide(table_at(im, i), event[k]);
        }
    level *l = &im->levels[i];
    clear(l);
    l->count = fit;
    l->event = dx_copy(event, fit * sizeof *event);
    l->weight = dx_copy(weight, fit * sizeof *weight);
}

static dx_event take(level *l, dx_random *random)
{
    uint64_t total = 0;
    unsigned i = 0;
    for (unsigned k = 0; k < l->count; k++)
        total += l->weight[k];
    uint64_t at = dx_random_below(random, total);
    while (at >= l->weight[i])
        at -= l->weight[i++];
    dx_event event = l->event[i];
    l->count--;
    l->event[i] = l->event[l->count];
    l->weight[i] = l->weight[l->count];
    return event;
}

// Folds the event; does it look as it was seen?
static bool fits(dx_imagination *im, unsigned i, dx_event event)
{
    const dx_view *view = im->view;
    const dx_game *game = view->rules->game;
    memcpy(table_at(im, i + 1), table_at(im, i), im->bytes);
    game->fold(table_at(im, i + 1), event);
    event = dx_event_stamp(event, game->turn(table_at(im, i + 1)));
    return dx_event_same(dx_masks_see(&im->masks, event, view->seat),
                         view->seen[i]);
}

static bool walk(dx_imagination *im, dx_random *random, void *out_table)
{
    const dx_view *view = im->view;
    uint64_t steps = 0;
    unsigned i = 0;
    memset(table_at(im, 0), 0, im->bytes);
    view->rules->game->setup(table_at(im, 0), view->rules);
    if (view->count > 0)
        open_level(im, 0);
    while (i < view->count) {
        if (++steps > im->steps_max || (im->levels[i].count == 0 && i == 0))
            return false;
        if (im->levels[i].count == 0)
            i--;
        else if (fits(im, i, take(&im->levels[i], random)) && ++i < view->count)
            open_level(im, i);
    }
    memcpy(out_table, table_at(im, i),
           view->rules->game->table_bytes(view->rules));
    return true;
}

// What the seat sees lies where it lies.
static void fill(const dx_imagination *im, void *out_table)
{
    const dx_view *view = im->view;
    const dx_places *places = view->rules->game->places;
    dx_dealt dealt = {0};
    dx_swaps_deal(im->swaps, &dealt);
    dx_places_held_in(places, im->now->sight, view->sight,
                      im->now->sees[view->seat] & im->now->real, &dealt);
    memcpy(out_table, im->now->sight,
           view->rules->game->table_bytes(view->rules));
    places->fill(out_table, &dealt);
}

bool dx_imagination_world(dx_imagination *im, dx_random *random,
                          void *out_table)
{
    if (im->draw != NULL) {
        dx_sampler_world(im->draw, random, out_table);
        return true;
    }
    if (im->swaps == NULL)
        return walk(im, random, out_table);
    if (!dx_swaps_walk(im->swaps, random, (unsigned)im->steps_max))
        return false;
    fill(im, out_table);
    return true;
}
