// Somebody to play against, in any game.
//
// Worlds that fit the view are drawn (agents/imagine.h); in each of them every
// move that is still of interest is made, and the game is played on.  What a
// move is worth is the mean of how that goes.  Half of the moves, those that
// are worth less, are given up after an equal share of the steps (successive
// halving), so the best are looked at longest.  All moves of a round are tried
// in the same world: luck that they share tells nothing.
//
// Played on means: at random, but half of the time the best of a few moves: the
// one behind which its seat stands best and, of equals, that of the best habit,
// which is how games went in which the move was made.  How a game goes is its
// score for the seat, less what the others have: half of it as it stands in the
// end, half as it was on the way, so that what is gained early counts.  It is a
// flat search: moves that pay only through what somebody learns by them (a
// hint, a question) are worth nothing to it.
//
// Chance comes from the view: the same view gives the same move.

#include "agents/sampler.h"

#include "agents/imagine.h"
#include "base/hash.h"
#include "base/memory.h"
#include "game/say.h"
#include "minds/turn/frame.h"

#include <math.h>
#include <string.h>

enum {
    STEPS,
    ROUNDS = 100,         // of the table that a game is played on, at most
    GLANCES = 6,          // moves of which habit takes the best
    HABITS = 4096,        // a power of two; what does not fit has no habit
    WORLD_STEPS = 100000, // to find worlds
};

static const dx_param params[] = {
    [STEPS] = {"steps", "events it imagines for one move", 100, 10000000, 20000,
               .choices = NULL},
    {0},
};

typedef struct memory {
    dx_frames *frames; // NULL: a game without places
} memory;

typedef struct habit {
    uint64_t move; // its bits, and one more
    double sum;
    unsigned times;
} habit;

typedef struct search {
    const dx_view *view;
    const dx_game *game;
    const dx_budget *budget;
    dx_random random;
    uint64_t steps, steps_max;
    unsigned players, count; // count: of moves
    dx_event move[DX_MOVES_MAX];
    double sum[DX_MOVES_MAX];
    unsigned games[DX_MOVES_MAX];
    unsigned short rank[DX_MOVES_MAX]; // the moves, best first
    size_t bytes;
    void *world, *table, *ahead;
    habit habits[HABITS];
} search;

// ---- memory ----

static size_t memory_bytes(const dx_rules *rules DX_UNUSED,
                           const dx_policy *self DX_UNUSED)
{
    return sizeof(memory);
}

static void begin(void *m, const dx_policy *self DX_UNUSED, const dx_view *view)
{
    if (view->rules->game->places != NULL)
        ((memory *)m)->frames = dx_frames_new(view->rules);
}

static void note(void *m, const dx_policy *self DX_UNUSED, const dx_view *view,
                 unsigned noted)
{
    for (unsigned i = noted; ((memory *)m)->frames != NULL && i < view->count;
         i++)
        dx_frames_follow(((memory *)m)->frames, view->seen[i]);
}

static void copy(void *m, const void *from)
{
    dx_frames *frames = ((const memory *)from)->frames;
    ((memory *)m)->frames = frames != NULL ? dx_frames_copy(frames) : NULL;
}

static void end(void *m)
{
    dx_frames_free(((memory *)m)->frames);
}

// ---- playing on ----

// Where the habit of a move is, or could be; NULL: there is no room.
static habit *habit_of(search *s, dx_event move)
{
    uint64_t at = dx_hash_mix(move.bits);
    for (unsigned tries = 0; tries < 8; tries++) {
        habit *h = &s->habits[(at + tries) & (HABITS - 1)];
        if (h->move == 0)
            h->move = move.bits + 1;
        if (h->move == move.bits + 1)
            return h;
    }
    return NULL;
}

static double habit_value(search *s, dx_event move)
{
    const habit *h = habit_of(s, move);
    return h == NULL || h->times == 0 ? INFINITY : h->sum / h->times;
}

static dx_event draw_chance(search *s)
{
    uint32_t weight[DX_MOVES_MAX];
    dx_event event[DX_MOVES_MAX];
    unsigned count = s->game->chances(s->table, event, weight), i = 0;
    uint64_t total = 0;
    for (unsigned k = 0; k < count; k++)
        total += weight[k];
    uint64_t at = dx_random_below(&s->random, total);
    while (at >= weight[i])
        at -= weight[i++];
    return event[i];
}

static double score_of(const search *s, const void *table, unsigned seat)
{
    int score = s->game->score(table, seat);
    return score == DX_SCORE_HIDDEN ? 0 : score;
}

// How it stands for one seat.
static double standing(const search *s, const void *table, unsigned seat)
{
    double own = score_of(s, table, seat), others = 0;
    if (s->game->team)
        return own;
    for (unsigned other = 0; other < s->players; other++)
        others += other != seat ? score_of(s, table, other) : 0;
    return own - others / (s->players - 1);
}

// How a seat stands right behind its move.
static double foresee(search *s, dx_event move, unsigned seat)
{
    memcpy(s->ahead, s->table, s->bytes);
    s->game->fold(s->ahead, s->game->decide(s->ahead, move));
    s->steps++;
    return standing(s, s->ahead, seat);
}

static dx_event pick(search *s, unsigned seat, const dx_event *moves,
                     unsigned count)
{
    dx_event best = moves[dx_random_below(&s->random, count)];
    if (count == 1 || dx_random_below(&s->random, 2) == 0)
        return best;
    double most = foresee(s, best, seat), used = habit_value(s, best);
    for (unsigned i = 1; i < GLANCES; i++) {
        dx_event move = moves[dx_random_below(&s->random, count)];
        double value = foresee(s, move, seat), wont = habit_value(s, move);
        if (value > most || (value == most && wont > used)) {
            most = value;
            used = wont;
            best = move;
        }
    }
    return best;
}

enum { GAME_MOVES_MAX = ROUNDS * DX_SEATS_MAX };

// One game from the world on, of which `first` is the first move, told as the
// moves of seats and how it went for each seat.
typedef struct game_told {
    unsigned moves;
    dx_event move[GAME_MOVES_MAX];
    double sum[DX_SEATS_MAX]; // of the standing behind each move
    double worth[DX_SEATS_MAX];
} game_told;

static void make(search *s, dx_event move, game_told *out)
{
    s->game->fold(s->table, s->game->decide(s->table, move));
    s->steps++;
    out->move[out->moves++] = move;
    for (unsigned seat = 0; seat < s->players; seat++)
        out->sum[seat] += standing(s, s->table, seat);
}

static void play_on(search *s, dx_event first, game_told *out)
{
    dx_event moves[DX_MOVES_MAX];
    unsigned turn;
    *out = (game_told){0};
    make(s, first, out);
    while ((turn = s->game->turn(s->table)) != DX_OVER &&
           out->moves < ROUNDS * s->players) {
        if (turn == DX_NATURE) {
            s->game->fold(s->table, draw_chance(s));
            s->steps++;
            continue;
        }
        unsigned count = s->game->moves(s->table, turn, moves);
        make(s, pick(s, turn, moves, count), out);
    }
    for (unsigned seat = 0; seat < s->players; seat++)
        out->worth[seat] =
            (standing(s, s->table, seat) + out->sum[seat] / out->moves) / 2;
}

static void try_move(search *s, unsigned i)
{
    game_told told;
    memcpy(s->table, s->world, s->bytes);
    play_on(s, s->move[i], &told);
    s->sum[i] += told.worth[s->view->seat];
    s->games[i]++;
    for (unsigned k = 0; k < told.moves; k++) {
        habit *h = habit_of(s, told.move[k]);
        if (h == NULL)
            continue;
        h->sum += told.worth[told.move[k].who];
        h->times++;
    }
}

// ---- the search ----

static double value_of(const search *s, unsigned i)
{
    return s->games[i] == 0 ? -INFINITY : s->sum[i] / s->games[i];
}

// Sorts the first `count` ranks, best first; equals stay as they are.
static void sort(search *s, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        unsigned short moved = s->rank[i];
        unsigned k = i;
        for (; k > 0 && value_of(s, s->rank[k - 1]) < value_of(s, moved); k--)
            s->rank[k] = s->rank[k - 1];
        s->rank[k] = moved;
    }
}

static bool is_spent(const search *s, uint64_t limit)
{
    return s->steps >= limit || dx_budget_is_spent(s->budget, s->steps);
}

// Tries the first `left` ranks in one world after the other.
static bool try_all(search *s, dx_imagination *worlds, unsigned left,
                    uint64_t limit)
{
    while (!is_spent(s, limit)) {
        if (!dx_imagination_world(worlds, &s->random, s->world))
            return false;
        for (unsigned i = 0; i < left && !is_spent(s, limit); i++)
            try_move(s, s->rank[i]);
    }
    return true;
}

// False if no world was found.
static bool find(search *s, dx_imagination *worlds)
{
    unsigned phases = 1;
    while (1U << phases < s->count)
        phases++;
    for (unsigned i = 0; i < s->count; i++)
        s->rank[i] = (unsigned short)i;
    dx_random_shuffle(&s->random, s->rank, s->count, sizeof *s->rank);
    unsigned left = s->count;
    for (unsigned phase = 0; phase < phases; phase++) {
        uint64_t rest = s->steps_max - s->steps;
        if (s->steps >= s->steps_max)
            break;
        if (!try_all(s, worlds, left, s->steps + rest / (phases - phase)))
            return s->games[s->rank[0]] > 0;
        sort(s, left);
        left = (left + 1) / 2;
    }
    return true;
}

static search *begin_search(const dx_policy *self, const dx_view *view,
                            const dx_budget *budget)
{
    const dx_rules *rules = view->rules;
    search *s = dx_alloc(1, sizeof *s);
    s->bytes = rules->game->table_bytes(rules);
    s->view = view;
    s->game = rules->game;
    s->budget = budget;
    s->players = dx_players(rules);
    s->steps_max = (uint64_t)self->params.value[STEPS];
    s->count = dx_view_moves(view, s->move);
    s->world = dx_alloc(1, s->bytes);
    s->table = dx_alloc(1, s->bytes);
    s->ahead = dx_alloc(1, s->bytes);
    uint64_t seen = dx_hash_bytes(view->seen, view->count * sizeof *view->seen);
    s->random = dx_random_named(seen, view->count, view->seat);
    return s;
}

static void end_search(search *s)
{
    dx_free(s->world);
    dx_free(s->table);
    dx_free(s->ahead);
    dx_free(s);
}

static void say(const search *s, bool found, dx_thought *thought)
{
    unsigned best = s->rank[0], next = s->rank[1], games = 0;
    if (thought->reason == NULL)
        return;
    if (s->count == 1 || !found) {
        dx_thought_say(thought, s->count == 1 ? "forced" : "lost", NULL, "%s",
                       s->count == 1 ? "the only legal move"
                                     : "it found no world that fits: any move");
        return;
    }
    dx_text other = {0};
    dx_say_move(s->view->rules, s->move[next], &other);
    for (unsigned i = 0; i < s->count; i++)
        games += s->games[i];
    dx_thought_say(thought, "imagine", NULL,
                   "of %u imagined games those with this move went best: %.2f "
                   "on average, %.2f with %s",
                   games, value_of(s, best),
                   s->games[next] > 0 ? value_of(s, next) : 0.0,
                   dx_text_string(&other));
    dx_text_release(&other);
}

// Searches; false if no world was found.
static bool think(search *s, const memory *m)
{
    if (s->count == 1)
        return true;
    dx_imagination *worlds =
        dx_imagination_new(s->view, m->frames, WORLD_STEPS);
    bool found = find(s, worlds);
    dx_imagination_free(worlds);
    return found;
}

static dx_event choose(const void *m, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    search *s = begin_search(self, view, thought->budget);
    bool found = think(s, m);
    dx_event move = s->move[s->rank[0]];
    say(s, found, thought);
    end_search(s);
    return move;
}

static void values(const void *m, const dx_policy *self, const dx_view *view,
                   const dx_budget *budget, unsigned count,
                   const dx_event *moves, double *out)
{
    search *s = begin_search(self, view, budget);
    (void)think(s, m);
    for (unsigned i = 0; i < count; i++) {
        out[i] = NAN;
        for (unsigned k = 0; k < s->count; k++)
            if (dx_event_same(s->move[k], moves[i]) && s->games[k] > 0)
                out[i] = value_of(s, k);
    }
    end_search(s);
}

const dx_agent dx_agent_sampler = {
    .name = "sampler",
    .help = "plays any game: imagines worlds, and how they go on",
    .talk = "I imagine what you may hold, try each move in many such games, "
            "and make the one that went best.",
    .people = true,
    .assume = "uniform",
    .steps = 8000,
    .schema = {params, NULL},
    .memory_bytes = memory_bytes,
    .begin = begin,
    .note = note,
    .copy = copy,
    .end = end,
    .choose = choose,
    .values = values,
};
