// A position is gone on from again and again: its minds are made once, with all
// that they have seen noted, and copied for each game.  Chance behind it is
// drawn anew each time; with the same lots for all moves of a world, so that
// luck which they share does not tell them apart.

#include "agents/playout.h"

#include "base/hash.h"
#include "base/memory.h"
#include "game/match.h"
#include "minds/reckoner.h"

#include <math.h>
#include <string.h>

enum { MOVES_MAX = 2000 }; // of a game that does not end by itself

typedef struct position {
    const dx_rules *rules;
    const dx_playouts *how;
    const dx_event *past;
    unsigned count, seat; // the seat for which it is reckoned
    dx_mind *mind[DX_SEATS_MAX];
} position;

static void position_open(position *p)
{
    for (unsigned i = 0; i < dx_players(p->rules); i++) {
        dx_eyes *eyes = dx_eyes_after(p->rules, i, p->past, p->count);
        p->mind[i] = dx_mind_new(&p->how->policy[i], dx_eyes_view(eyes));
        dx_eyes_free(eyes);
    }
}

static void position_close(position *p)
{
    for (unsigned i = 0; i < dx_players(p->rules); i++)
        dx_mind_free(p->mind[i]);
}

static double worth(const dx_match *match, unsigned seat)
{
    return dx_match_rules(match)->game->team ? dx_match_score(match, seat)
                                             : dx_match_won(match, seat);
}

static bool is_cancelled(const dx_playouts *how)
{
    return how->budget != NULL && dx_budget_is_spent(how->budget, 0);
}

// One game to its end, or to where it is called off; `first` is made before
// minds are asked, if it is not NULL.
static double play(const position *p, const dx_event *first, dx_random lots)
{
    dx_mind *mind[DX_SEATS_MAX] = {NULL};
    dx_random chance = dx_random_named(dx_random_next(&lots), 0, 0);
    dx_thought thought = {.random = &lots, .budget = p->how->budget};
    dx_match *match = dx_match_imagine(p->rules, p->past, p->count, &chance);
    dx_status status = DX_OK;
    if (first != NULL)
        status = dx_match_play(match, dx_match_turn(match), *first, NULL, NULL);
    for (unsigned i = 0;
         i < MOVES_MAX && status == DX_OK && dx_match_turn(match) != DX_OVER &&
         !is_cancelled(p->how);
         i++) {
        unsigned seat = dx_match_turn(match);
        const dx_view *seen = dx_match_view(match, seat);
        if (mind[seat] == NULL)
            mind[seat] = dx_mind_copy(p->mind[seat]);
        dx_event move = dx_mind_choose(mind[seat], seen, &thought);
        status = dx_match_play(match, seat, move, NULL, NULL);
    }
    double value = worth(match, p->seat);
    for (unsigned i = 0; i < DX_SEATS_MAX; i++)
        dx_mind_free(mind[i]);
    dx_match_free(match);
    return value;
}

// ---- means ----

typedef struct tally {
    double sum, squares;
} tally;

static void note(tally *t, double value)
{
    t->sum += value;
    t->squares += value * value;
}

static dx_playout_value conclude(const tally *t, unsigned games)
{
    double n = games, mean = t->sum / n;
    double variance = games > 1 ? (t->squares - n * mean * mean) / (n - 1) : 0;
    return (dx_playout_value){mean, sqrt((variance > 0 ? variance : 0) / n)};
}

dx_status dx_playout_from(const dx_rules *rules, const dx_event *past,
                          unsigned count, unsigned seat, const dx_event *first,
                          const dx_playouts *how, dx_playout_value *out)
{
    position p = {rules, how, past, count, seat, {NULL}};
    dx_random random =
        dx_random_named(dx_hash_bytes(past, count * sizeof *past), count, seat);
    tally all = {0};
    unsigned games = 0;
    position_open(&p);
    for (; games < how->games && !is_cancelled(how); games++)
        note(&all,
             play(&p, first, dx_random_named(dx_random_next(&random), 0, 0)));
    position_close(&p);
    *out = conclude(&all, games > 0 ? games : 1);
    return is_cancelled(how) ? DX_ERR_CANCELLED : DX_OK;
}

// ---- by what a seat can know ----

typedef struct trial {
    const dx_view *view;
    const dx_playouts *how;
    const dx_event *moves; // NULL: its mind chooses
    unsigned count, worlds;
    tally *tally; // of each move
    dx_random random;
} trial;

static bool try_world(void *context, const dx_world *world)
{
    trial *t = context;
    const dx_view *view = t->view;
    if (world->past == NULL)
        return false;
    position p = {view->rules,  t->how,     world->past,
                  world->count, view->seat, {NULL}};
    dx_random lots = dx_random_named(dx_random_next(&t->random), 0, 0);
    position_open(&p);
    for (unsigned i = 0; i < t->count && !is_cancelled(t->how); i++)
        note(&t->tally[i],
             play(&p, t->moves != NULL ? &t->moves[i] : NULL, lots));
    position_close(&p);
    t->worlds++;
    return true;
}

static dx_status try_all(trial *t)
{
    const dx_view *view = t->view;
    dx_reckoning r = dx_reckoning_open(view->rules, view->seat, NULL,
                                       view->seen, view->count);
    dx_status status = DX_OK;
    for (unsigned i = 0; i < t->how->games && status == DX_OK; i++) {
        if (r.self != NULL && r.how->one != NULL)
            r.how->one(r.self, &t->random, try_world, t);
        if (is_cancelled(t->how))
            status = DX_ERR_CANCELLED;
        else if (t->worlds == i)
            status = DX_ERR_UNSUPPORTED;
    }
    dx_reckoning_close(&r);
    return status;
}

dx_status dx_playout_moves(const dx_view *view, unsigned count,
                           const dx_event *moves, const dx_playouts *how,
                           dx_playout_value *out)
{
    trial t = {.view = view, .how = how, .moves = moves, .count = count};
    t.random = dx_random_named(
        dx_hash_bytes(view->seen, view->count * sizeof *view->seen),
        view->count, view->seat);
    t.tally = dx_alloc(count + 1, sizeof *t.tally);
    dx_status status = try_all(&t);
    for (unsigned i = 0; i < count && t.worlds > 0; i++)
        out[i] = conclude(&t.tally[i], t.worlds);
    dx_free(t.tally);
    return status;
}
