// The thinker's search: candidates weighed at a glance, the best of them tried
// in imagined games.
//
// Every world is drawn once and played with each candidate, same deck and same
// chances, and only the gain over the first candidate is summed: what the
// worlds have in common cancels out, which is worth many times as many games.
// Half of the candidates go after a quarter of the worlds, half of the rest
// after a half.  The glance's choice is left only for a gain that is larger
// than its own error.  Chance comes from the view, so the same view gives the
// same move.

#include "agents/kemps/search.h"

#include "base/memory.h"
#include "games/kemps/worlds.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEPT = 24,     // candidates that games are imagined for
    HORIZON = 40,  // turns of an imagined game
    PATIENCE = 40, // turns without a Kemps after which it stops blocking
    TRIES = 40,    // hands drawn for a rival until one explains its turns
};
static const double discount_of_turn = 0.95;
static const double rivals_share = 0.4; // of a rival's Kemps in the reward
static const double slip = 0.05;        // greedy would have done otherwise
static const double sigmas = 0.5;       // how sure a gain must be

typedef struct candidate {
    dx_kemps_bag hand;
    double glance;           // what it weighs
    double sum, sum_squares; // of its gains over the first candidate
} candidate;

typedef struct search {
    const dx_view *view;
    const dx_kemps_search_options *options;
    dx_kemps before; // the sight before the first swap of this turn
    dx_kemps_scene scene;
    dx_kemps_habit habit[DX_KEMPS_SEATS];
    dx_random random;
    uint64_t steps;
    unsigned worlds; // imagined so far
    unsigned count;
    candidate candidate[DX_KEMPS_CANDIDATES];
} search;

static int by_glance(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->glance != y->glance)
        return x->glance > y->glance ? -1 : 1;
    return (x->hand > y->hand) - (x->hand < y->hand);
}

static int by_gain(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->sum != y->sum)
        return x->sum > y->sum ? -1 : 1;
    return (x->hand > y->hand) - (x->hand < y->hand);
}

static void list_candidates(search *s)
{
    dx_kemps_bag hand[DX_KEMPS_CANDIDATES];
    s->count = dx_kemps_candidates(&s->scene, hand);
    for (unsigned i = 0; i < s->count; i++)
        s->candidate[i] = (candidate){
            .hand = hand[i], .glance = dx_kemps_weigh(&s->scene, hand[i])};
    qsort(s->candidate, s->count, sizeof *s->candidate, by_glance);
}

static void undo_swaps(dx_kemps *sight)
{
    unsigned seat = sight->turn;
    sight->hand[seat] = (sight->hand[seat] & ~sight->taken) | sight->given;
    sight->table = (sight->table & ~sight->given) | sight->taken;
    sight->taken = sight->given = 0;
}

// The hidden cards of a rival by rejection: drawn until they explain its past
// turns, or until TRIES, and then the best of them.
static dx_kemps_cards imagine_hand(search *s, const dx_kemps *world,
                                   unsigned rival)
{
    dx_kemps_bag known = dx_kemps_bag_from(world, world->hand[rival]);
    dx_kemps_cards best = 0;
    double best_likelihood = -1;
    for (unsigned i = 0; i < TRIES; i++) {
        dx_kemps_cards cards = dx_kemps_draw_hidden(world, rival, &s->random);
        double likelihood = dx_kemps_habit_likelihood(
            &s->habit[rival], known + dx_kemps_bag_from(world, cards), slip);
        if (likelihood >= 1 || dx_random_unit(&s->random) < likelihood)
            return cards;
        if (likelihood > best_likelihood) {
            best = cards;
            best_likelihood = likelihood;
        }
    }
    return best;
}

static void imagine_world(search *s, dx_kemps_sketch *out_world)
{
    dx_kemps world = s->before;
    unsigned rival;
    while ((rival = dx_kemps_narrowest(&world)) != DX_NONE)
        dx_kemps_fill(&world, rival, imagine_hand(s, &world, rival));
    dx_kemps_sketch_init(out_world, &world, dx_random_next(&s->random));
    for (unsigned seat = 0; seat < world.players; seat++)
        out_world->shown[seat] =
            dx_kemps_bag_from(&world, s->before.hand[seat] & s->scene.shown);
}

// What a game from here is worth if the turn ends with `hand`: Kemps of the
// own seat less a share of the rivals', later ones for less.
static double play_out(const dx_kemps_sketch *world, dx_kemps_bag hand)
{
    dx_kemps_sketch sketch = *world;
    unsigned seat = sketch.turn;
    double worth = 0, discount = 1;
    for (unsigned turn = 0; turn < HORIZON && !sketch.over; turn++) {
        unsigned who = sketch.turn, before = sketch.score[who];
        dx_kemps_sketch_play(
            &sketch, turn == 0 ? hand : dx_kemps_sketch_greedy(&sketch));
        if (sketch.score[who] > before)
            worth += who == seat ? discount : -discount * rivals_share;
        discount *= discount_of_turn;
    }
    return worth;
}

// Plays a game for each of the first `kept` candidates in one world, and notes
// what each gains over the first.
static void compare_in_world(search *s, unsigned kept, bool wary)
{
    dx_kemps_sketch world;
    imagine_world(s, &world);
    world.wary = (uint16_t)(1U << world.turn);
    if (wary)
        world.wary = (uint16_t) ~(1U << world.turn);
    double first = play_out(&world, s->candidate[0].hand);
    for (unsigned i = 1; i < kept; i++) {
        double gain = play_out(&world, s->candidate[i].hand) - first;
        s->candidate[i].sum += gain;
        s->candidate[i].sum_squares += gain * gain;
    }
    s->steps += kept;
}

// The candidate with the highest gain among those whose gain is no accident,
// or the first.
static unsigned best_of(const search *s, unsigned kept, unsigned worlds)
{
    unsigned best = 0;
    double best_gain = 0;
    assert(kept > 0 && worlds > 0);
    for (unsigned i = 1; i < kept; i++) {
        const candidate *c = &s->candidate[i];
        double gain = c->sum / worlds;
        double variance = c->sum_squares / worlds - gain * gain;
        double error = sqrt(variance > 0 ? variance / worlds : 0);
        if (gain > sigmas * error && gain > best_gain) {
            best = i;
            best_gain = gain;
        }
    }
    return best;
}

// Half of the candidates go after a quarter of the worlds, half of the rest
// after a half.
static unsigned imagine_games(search *s)
{
    unsigned kept = s->count < KEPT ? s->count : KEPT;
    unsigned worlds = s->options->worlds;
    while (s->worlds < worlds &&
           !dx_budget_is_spent(s->options->budget, s->steps)) {
        compare_in_world(s, kept, s->options->order == 2 && s->worlds % 2 == 1);
        unsigned done = ++s->worlds;
        if ((done == worlds / 4 || done == worlds / 2) && kept > 3) {
            qsort(s->candidate + 1, kept - 1, sizeof *s->candidate, by_gain);
            kept = (kept + 1) / 2;
        }
    }
    return s->worlds > 0 ? best_of(s, kept, s->worlds) : 0;
}

// Turns since the last Kemps, or since the start.
static unsigned dry_turns(const dx_view *view)
{
    unsigned turns = 0;
    for (unsigned i = view->count; i-- > 0;)
        if (view->seen[i].verb == DX_KEMPS_DONE) {
            if (view->seen[i].arg[0] > 0)
                break;
            turns++;
        }
    return turns;
}

static dx_kemps_bag greedy_hand(const search *s)
{
    dx_kemps_sketch sketch;
    dx_kemps_sketch_init(&sketch, &s->before, s->before.turns + 1U);
    return dx_kemps_sketch_greedy(&sketch);
}

static void say(dx_kemps_plan *plan, const char *rule, const char *words)
{
    snprintf(plan->rule, sizeof plan->rule, "%s", rule);
    snprintf(plan->words, sizeof plan->words, "%s", words);
}

static void plan_by_games(search *s, dx_kemps_plan *out_plan)
{
    s->random = dx_random_named(s->before.turns, s->before.unseen,
                                s->before.hand[s->view->seat]);
    dx_kemps_habits(s->view, s->habit);
    unsigned best = imagine_games(s);
    const candidate *c = &s->candidate[best];
    out_plan->hand = c->hand;
    say(out_plan, best == 0 ? "glance" : "imagine",
        "in imagined games no other hand is surely better than this one");
    if (best != 0)
        snprintf(out_plan->words, sizeof out_plan->words,
                 "in %u imagined games this hand brings %.2f Kemps more than "
                 "the one that looks best now",
                 s->worlds, c->sum / s->worlds);
}

static search *begin(const dx_view *view,
                     const dx_kemps_search_options *options)
{
    search *s = dx_alloc_raw(1, sizeof *s);
    s->view = view;
    s->options = options;
    s->steps = 0;
    s->worlds = 0;
    memcpy(&s->before, view->sight, sizeof s->before);
    undo_swaps(&s->before);
    dx_kemps_scene_init(&s->scene, view);
    list_candidates(s);
    return s;
}

unsigned dx_kemps_gains(const dx_view *view,
                        const dx_kemps_search_options *options,
                        dx_kemps_gain *out)
{
    search *s = begin(view, options);
    bool imagines =
        options->order > 0 &&
        !dx_kemps_bag_is_kemps(s->candidate[0].hand, s->scene.hand_size);
    dx_kemps_plan plan;
    if (imagines)
        plan_by_games(s, &plan);
    unsigned count = imagines && s->count > KEPT ? KEPT : s->count;
    for (unsigned i = 0; i < count; i++) {
        const candidate *c = &s->candidate[i];
        out[i] =
            (dx_kemps_gain){c->hand, imagines && s->worlds > 0
                                         ? c->sum / s->worlds
                                         : c->glance - s->candidate[0].glance};
    }
    dx_free(s);
    return count;
}

void dx_kemps_search(const dx_view *view,
                     const dx_kemps_search_options *options,
                     dx_kemps_plan *out_plan)
{
    search *s = begin(view, options);
    out_plan->hand = s->candidate[0].hand;
    if (dx_kemps_bag_is_kemps(out_plan->hand, s->scene.hand_size)) {
        say(out_plan, "kemps", "all cards of one rank are here");
    } else if (dry_turns(view) > PATIENCE) {
        out_plan->hand = greedy_hand(s);
        say(out_plan, "patience",
            "nobody gets on, so I keep nothing from anybody any more");
    } else if (options->order > 0) {
        plan_by_games(s, out_plan);
    } else {
        say(out_plan, "glance",
            "the hand that weighs most: own Kemps, what "
            "rivals can reach, what is kept from them");
    }
    dx_free(s);
}
