// Rows are filled block by block: quantities, places, turn, events.  Places are
// numbered as a sight has them; a game with fewer of them than its most leaves
// zeros.  How many the most is, some games by lot tell once; a row has no more.

#include "door/rows.h"

#include "base/memory.h"
#include "base/vector.h"
#include "game/places.h"
#include "games/games.h"

#include <string.h>

enum {
    COMBINATIONS_MAX = 64, // of the arguments of one quantity
    ACTIONS_MAX = 4096,    // of a table of actions
    EVENTS = 8,            // the last ones, in a row
    EVENT = 2 + DX_ARGS,   // numbers of one
    TRIALS = 16,
};

typedef struct seat_game {
    dx_match *match;
    dx_deal *deal;
    int score[DX_SEATS_MAX];
} seat_game;

typedef struct column {
    const dx_quantity *quantity;
    int args[DX_TERM_ARGS];
} column;

struct dx_rows {
    dx_rules rules;
    dx_rows_shape shape;
    uint64_t seed, dealt;
    unsigned places, kinds;
    unsigned first[DX_VERBS_MAX]; // action of each verb
    unsigned size[DX_VERBS_MAX][DX_ARGS];
    DX_VECTOR(column) columns; // the first ones
    seat_game *game;
};

// ---- actions ----

static void number_actions(dx_rows *r)
{
    const dx_verb *verbs = r->rules.game->verbs;
    uint64_t all = 0;
    for (unsigned v = 0; verbs[v].name != NULL; v++) {
        uint64_t product = !verbs[v].chance;
        r->first[v] = all < ACTIONS_MAX ? (unsigned)all : 0;
        for (unsigned a = 0; a < DX_ARGS && verbs[v].arg[a].name; a++) {
            bool is_given = !verbs[v].arg[a].outcome;
            r->size[v][a] =
                is_given ? dx_type_values(&r->rules, verbs[v].arg[a].type) : 1;
            product *= r->size[v][a];
        }
        all += product;
    }
    r->shape.by_index = all > ACTIONS_MAX;
    r->shape.actions = r->shape.by_index ? DX_MOVES_MAX : (unsigned)all;
}

static unsigned action_of(const dx_rows *r, dx_event move)
{
    unsigned number = 0;
    for (unsigned a = 0; a < DX_ARGS && r->size[move.verb][a] > 0; a++)
        if (r->size[move.verb][a] > 1)
            number = number * r->size[move.verb][a] +
                     (move.arg[a] < r->size[move.verb][a] ? move.arg[a] : 0);
    return r->first[move.verb] + number;
}

// ---- rows ----

// The quantities in sight with all their arguments, if these are not too many.
static void list_columns(dx_rows *r)
{
    const dx_quantity *q = r->rules.game->quantities;
    for (; q != NULL && q->name != NULL; q++) {
        unsigned values[DX_TERM_ARGS] = {0};
        unsigned all = dx_quantity_is_in_sight(r->rules.game, q);
        for (unsigned i = 0; i < DX_TERM_ARGS && q->type[i] != NULL; i++) {
            values[i] = dx_type_values(&r->rules, q->type[i]);
            all = all * values[i] <= COMBINATIONS_MAX ? all * values[i] : 0;
        }
        for (unsigned i = 0; i < all; i++) {
            column c = {.quantity = q};
            unsigned rest = i;
            for (unsigned k = 0; k < DX_TERM_ARGS && values[k] > 0; k++) {
                c.args[k] = (int)(rest % values[k]);
                rest /= values[k];
            }
            dx_vector_push(&r->columns, c);
        }
    }
}

static void add_places(const dx_rows *r, const dx_view *view,
                       const dx_view *bystander, int16_t *out)
{
    const dx_places *places = r->rules.game->places;
    dx_deal_space space;
    if (places == NULL)
        return;
    dx_places_laid(places, bystander->sight, &space);
    uint64_t sees = dx_places_sees(places, bystander->sight, view->seat);
    for (unsigned p = 0; p < space.place_count && p < r->places; p++) {
        uint8_t held[DX_KINDS_MAX] = {0};
        int16_t *seen = out + (size_t)p * 2 * r->kinds;
        if (sees >> p & 1)
            dx_places_held(places, bystander->sight, view->sight, p, held);
        for (unsigned k = 0; k < r->kinds; k++) {
            seen[k] = held[k];
            seen[r->kinds + k] = (int16_t)(space.place[p].kinds >> k & 1);
        }
    }
}

static void put_event(dx_event event, int16_t *out)
{
    out[0] = (int16_t)(event.verb + 1);
    out[1] = event.who;
    for (unsigned a = 0; a < DX_ARGS; a++)
        out[2 + a] = event.arg[a];
}

static void add_events(const dx_view *view, int16_t *out)
{
    for (unsigned i = 0; i < EVENTS && i < view->count; i++)
        put_event(view->seen[view->count - 1 - i], out + (size_t)i * EVENT);
}

void dx_rows_look_from(const dx_rows *r, const dx_view *view,
                       const dx_view *bystander, int16_t *out)
{
    memset(out, 0, r->shape.width * sizeof *out);
    for (size_t i = 0; i < r->columns.count; i++) {
        const column *c = &r->columns.at[i];
        *out++ = (int16_t)dx_quantity_value(c->quantity, view->sight, c->args);
    }
    add_places(r, view, bystander, out);
    out += (size_t)r->places * 2 * r->kinds;
    out[view->seat] = 1;
    if (view->turn < r->shape.seats)
        out[r->shape.seats + view->turn] = 1;
    add_events(view, out + (size_t)2 * r->shape.seats);
}

void dx_rows_look_at(dx_rows *r, unsigned game, unsigned seat, int16_t *out)
{
    dx_match *match = r->game[game].match;
    const dx_view *outside = dx_match_view(match, DX_BYSTANDER);
    dx_rows_look_from(r, dx_match_view(match, seat), outside, out);
}

static void add_mask(dx_rows *r, dx_match *match, uint8_t *out)
{
    const dx_event *moves;
    unsigned count = dx_match_moves(match, &moves);
    memset(out, 0, r->shape.actions);
    for (unsigned i = 0; i < count; i++)
        out[r->shape.by_index ? i : action_of(r, moves[i])] = 1;
}

void dx_rows_look(dx_rows *r, int32_t *out_seats, int16_t *out_rows,
                  uint8_t *out_masks)
{
    for (unsigned g = 0; g < r->shape.games; g++) {
        dx_match *match = r->game[g].match;
        unsigned seat = dx_match_turn(match);
        if (out_seats != NULL)
            out_seats[g] = (int32_t)seat;
        if (out_rows != NULL)
            dx_rows_look_at(r, g, seat, out_rows + (size_t)g * r->shape.width);
        if (out_masks != NULL)
            add_mask(r, match, out_masks + (size_t)g * r->shape.actions);
    }
}

void dx_rows_moves(dx_rows *r, int32_t *out_first, int32_t *out_actions,
                   int16_t *out_moves)
{
    int32_t all = 0;
    for (unsigned g = 0; g < r->shape.games; g++) {
        const dx_event *moves;
        unsigned count = dx_match_moves(r->game[g].match, &moves);
        out_first[g] = all;
        for (unsigned i = 0; i < count; i++, all++) {
            out_actions[all] =
                (int32_t)(r->shape.by_index ? i : action_of(r, moves[i]));
            put_event(moves[i], out_moves + (size_t)all * EVENT);
        }
    }
    out_first[r->shape.games] = all;
}

// ---- playing ----

static void deal(dx_rows *r, seat_game *g)
{
    dx_deal *old = g->deal;
    do { // a game that is over before it began is none
        g->deal = dx_deal_new(&r->rules, r->seed, r->dealt++);
        if (g->match == NULL)
            g->match = dx_match_new(&r->rules, g->deal);
        else
            dx_match_restart(g->match, g->deal);
        dx_deal_free(old);
        old = g->deal;
    } while (dx_match_turn(g->match) == DX_OVER);
    for (unsigned i = 0; i < r->shape.seats; i++)
        g->score[i] = dx_match_score(g->match, i);
}

// The legal move that an action is; the number of them if it is none.
static unsigned find_move(const dx_rows *r, const dx_event *moves,
                          unsigned count, unsigned action)
{
    unsigned i = r->shape.by_index ? action : 0;
    while (!r->shape.by_index && i < count && action_of(r, moves[i]) != action)
        i++;
    return i < count ? i : count;
}

static uint8_t step(dx_rows *r, seat_game *g, unsigned action, float *rewards)
{
    const dx_event *moves;
    unsigned count = dx_match_moves(g->match, &moves);
    unsigned i = find_move(r, moves, count, action);
    if (i == count || dx_match_step(g->match, i) != DX_OK)
        return 2;
    for (unsigned s = 0; s < r->shape.seats; s++) {
        int score = dx_match_score(g->match, s);
        rewards[s] = (float)(score - g->score[s]);
        g->score[s] = score;
    }
    return dx_match_turn(g->match) == DX_OVER;
}

void dx_rows_step(dx_rows *r, const int32_t *actions, float *out_rewards,
                  uint8_t *out_done)
{
    memset(out_rewards, 0,
           (size_t)r->shape.games * r->shape.seats * sizeof *out_rewards);
    for (unsigned g = 0; g < r->shape.games; g++) {
        out_done[g] = 0;
        if (actions[g] < 0)
            continue;
        out_done[g] = step(r, &r->game[g], (unsigned)actions[g],
                           out_rewards + (size_t)g * r->shape.seats);
        if (out_done[g])
            deal(r, &r->game[g]);
    }
}

// ---- making them ----

// Two legal moves that would be one action: then moves are numbered instead.
static void check_actions(dx_rows *r, const dx_event *moves, unsigned count)
{
    bool is_taken[ACTIONS_MAX] = {false};
    for (unsigned i = 0; i < count && !r->shape.by_index; i++) {
        unsigned action = action_of(r, moves[i]);
        if (is_taken[action]) {
            r->shape.by_index = true;
            r->shape.actions = DX_MOVES_MAX;
        }
        is_taken[action] = true;
    }
}

// How many places and kinds there are at most, in games by lot.
static void find_places(dx_rows *r)
{
    dx_random random = dx_random_named(1, 0, 0);
    seat_game g = {.match = NULL};
    for (unsigned i = 0; r->rules.game->places != NULL && i < TRIALS; i++) {
        deal(r, &g);
        while (dx_match_turn(g.match) != DX_OVER) {
            const dx_event *moves;
            dx_deal_space space;
            const dx_view *view = dx_match_view(g.match, DX_BYSTANDER);
            dx_places_laid(r->rules.game->places, view->sight, &space);
            r->places =
                space.place_count > r->places ? space.place_count : r->places;
            r->kinds =
                space.kind_count > r->kinds ? space.kind_count : r->kinds;
            unsigned count = dx_match_moves(g.match, &moves);
            check_actions(r, moves, count);
            if (dx_match_step(g.match, (unsigned)dx_random_below(
                                           &random, count)) != DX_OK)
                break;
        }
    }
    dx_match_free(g.match);
    dx_deal_free(g.deal);
    r->dealt = 0;
}

dx_status dx_rows_new(const char *rules, unsigned count, uint64_t seed,
                      dx_rows **out, dx_error *error)
{
    dx_rules read;
    dx_status status = dx_rules_parse(dx_games(), rules, &read, error);
    if (status != DX_OK)
        return status;
    dx_rows *r = dx_alloc(1, sizeof *r);
    r->rules = read;
    r->shape = (dx_rows_shape){.games = count,
                               .seats = dx_players(&read),
                               .moves = DX_MOVES_MAX,
                               .numbers = EVENT};
    number_actions(r);
    find_places(r);
    list_columns(r);
    r->shape.width = (unsigned)r->columns.count + 2 * r->places * r->kinds +
                     2 * r->shape.seats + EVENTS * EVENT;
    r->game = dx_alloc(count + 1, sizeof *r->game);
    dx_rows_restart(r, seed);
    *out = r;
    return DX_OK;
}

void dx_rows_restart(dx_rows *r, uint64_t seed)
{
    r->seed = seed;
    r->dealt = 0;
    for (unsigned i = 0; i < r->shape.games; i++)
        deal(r, &r->game[i]);
}

void dx_rows_free(dx_rows *r)
{
    for (unsigned i = 0; r != NULL && i < r->shape.games; i++) {
        dx_match_free(r->game[i].match);
        dx_deal_free(r->game[i].deal);
    }
    if (r != NULL) {
        dx_vector_release(&r->columns);
        dx_free(r->game);
    }
    dx_free(r);
}

dx_rows_shape dx_rows_shape_of(const dx_rows *r)
{
    return r->shape;
}
