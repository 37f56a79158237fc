// The means of a board: of every step through the dynamic programme, taken with
// the weight of all worlds that take it (minds/eliminate/marginals.h), what is
// laid where.

#include "minds/board/board_private.h"

#include "base/memory.h"
#include "minds/eliminate/marginals.h"
#include "minds/eliminate/moves.h"
#include "minds/eliminate/trace.h"
#include "minds/turn/condition.h"
#include "worlds/count.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// log2 of what a step weighs beside the ways to take the cards laid.
static double log_besides(const dx_deal_run *r, dx_load l)
{
    bool by_class = r->o->moves != NULL;
    unsigned count, left = r->cards[r->row];
    const uint8_t *columns = dx_outlook_columns(r->o, r->row, &count);
    double log = dx_natural_log(l.weight) + log2((double)l.ways);
    for (unsigned i = 0; i < count; i++) {
        unsigned laid = r->laid[columns[i]];
        if (by_class)
            left = r->takes[columns[i]] + laid;
        assert(laid <= left);
        log -= log2((double)dx_choose(left, laid));
        left -= laid;
    }
    return log;
}

// What is laid of the group, in worlds of this weight together.
static void count_laid(void *context, const dx_deal_run *r, dx_load l,
                       const dx_natural *weight, const dx_natural *all)
{
    dx_board_sums *sums = context;
    const dx_outlook *o = r->o;
    bool by_class = o->moves != NULL;
    unsigned count, number = 0;
    const uint8_t *columns = dx_outlook_columns(o, r->row, &count);
    double share = dx_natural_ratio(weight, all);
    assert(share > 0 && share <= 1);
    for (unsigned i = 0; i < count; i++) {
        unsigned laid = r->laid[columns[i]];
        number += laid;
        if (laid > 0)
            dx_natural_add_product_count(
                &sums->laid[by_class ? columns[i] * o->classes.count + r->row
                                     : r->row * o->classes.count + columns[i]],
                weight, laid);
    }
    static_assert((int)DX_CARDS_MAX < (int)DX_LAID_MAX,
                  "room for every number");
    if (!by_class)
        sums->number[r->row][number] += share;
    for (size_t g = 0;
         by_class && r->row + 1 == o->classes.count && g < o->groups.count; g++)
        sums->number[g][sums->cards[g] - r->supplies[g]] += share;
    if (o->is_uniform)
        sums->others += share * log_besides(r, l);
}

// The cards that the mind sees, and those it saw being chosen.
static void put_seen(const dx_outlook *o, const dx_places *places,
                     const void *own, dx_board *board, uint8_t *left,
                     uint8_t *room)
{
    const dx_frame *frame = o->frame;
    for (uint64_t seen = o->sees; seen != 0; seen &= seen - 1) {
        unsigned place = (unsigned)__builtin_ctzll(seen), at = place;
        uint8_t copies[DX_KINDS_MAX] = {0};
        dx_places_held(places, frame->sight, own, place, copies);
        if (place >= board->places)
            at = frame->choice[place - board->places].place;
        if (at != place && (o->sees >> at & 1))
            continue;
        for (unsigned kind = 0; kind < board->kinds; kind++) {
            dx_rational *mean = &board->mean[at * board->kinds + kind];
            if (copies[kind] == 0 || !dx_rational_is_zero(mean))
                continue; // shown twice
            assert(copies[kind] <= left[kind] && copies[kind] <= room[at]);
            *mean = dx_rational_of(dx_fraction_int(copies[kind]));
            left[kind] = (uint8_t)(left[kind] - copies[kind]);
            room[at] = (uint8_t)(room[at] - copies[kind]);
        }
    }
}

// The cards whose place the looker knows.
static void put_known(dx_board *board, const dx_dealt *known)
{
    for (unsigned place = 0; place < board->places; place++)
        for (unsigned kind = 0; kind < board->kinds; kind++)
            board->mean[place * board->kinds + kind] =
                dx_rational_of(dx_fraction_int(known->count[place][kind]));
}

// The share of one kind in one place: left of all of the group, room of all of
// the class.
static void put_share(dx_board *board, const dx_board_sums *sums, size_t at,
                      dx_count top_times, dx_count over_times, unsigned cell)
{
    dx_natural top = dx_natural_copy(&sums->laid[at]);
    dx_natural over = dx_natural_copy(&sums->all);
    dx_natural_multiply_count(&top, top_times);
    dx_natural_multiply_count(&over, over_times);
    dx_rational share = dx_rational_of_ratio(&top, &over);
    dx_rational_add(&board->mean[cell], &share);
    dx_rational_release(&share);
    dx_natural_release(&top);
    dx_natural_release(&over);
}

// What was laid of a group, all of it in one of `places`, with `size` cards.
static void put_group(dx_board *board, const dx_outlook *o,
                      const dx_board_sums *sums, size_t g, size_t column,
                      dx_place_class class, const uint8_t *left,
                      const uint8_t *room)
{
    bool alone = (class.places & (class.places - 1)) == 0;
    size_t cell = g * sums->columns + column;
    assert(column < sums->columns && class.places != 0);
    if (dx_natural_is_zero(&sums->laid[cell]))
        return;
    for (uint64_t at = class.places; at != 0; at &= at - 1)
        for (uint64_t k = o->groups.at[g].kinds; k != 0; k &= k - 1) {
            unsigned place = (unsigned)__builtin_ctzll(at);
            unsigned kind = (unsigned)__builtin_ctzll(k);
            if (left[kind] > 0)
                put_share(board, sums, cell,
                          (dx_count)left[kind] * (alone ? 1 : room[place]),
                          (dx_count)sums->cards[g] * (alone ? 1 : class.size),
                          place * board->kinds + kind);
        }
}

static void put_hidden(dx_board *board, const dx_outlook *o,
                       const dx_board_sums *sums, const uint8_t *left,
                       const uint8_t *room)
{
    for (size_t g = 0; g < o->groups.count; g++)
        for (size_t c = 0; c < sums->columns; c++) {
            dx_place_class class = o->classes.at[c];
            class.size = dx_frame_size(o->frame, class.places);
            put_group(board, o, sums, g, c, class, left, room);
        }
}

// log2 of in how many ways the cards of the classes lie in their places, which
// the sums take as one.
static double log_within(const dx_outlook *o)
{
    double log = 0;
    for (size_t c = 0; c < o->classes.count; c++)
        for (uint64_t left = o->classes.at[c].places; left != 0;
             left &= left - 1)
            log +=
                log2((double)dx_choose(dx_frame_size(o->frame, left),
                                       o->frame->size[__builtin_ctzll(left)]));
    return log;
}

// Are the weights of deals those of board_bits.c?
static bool has_bits(const dx_outlook *o, const uint8_t *left)
{
    bool differ = true, single = true;
    for (unsigned kind = 0; kind < o->frame->space.kind_count; kind++)
        differ = differ && left[kind] <= 1;
    for (size_t c = 0; c < o->classes.count; c++)
        for (uint64_t p = o->classes.at[c].places; p != 0; p &= p - 1)
            single = single && o->frame->size[__builtin_ctzll(p)] == 1;
    return differ || single;
}

// Has every place, in the mean, as many cards as it has?
DX_UNUSED static bool adds_up(const dx_board *board)
{
    for (unsigned place = 0; place < board->places; place++) {
        double cards = 0;
        for (unsigned kind = 0; kind < board->kinds; kind++)
            cards += dx_rational_value(dx_board_at(board, place, kind));
        if (fabs(cards - board->frame->size[place]) > 1e-6)
            return false;
    }
    return true;
}

// Which cards of each group the looker cannot place.
static void count_cards(const dx_outlook *o, const uint8_t *left,
                        uint8_t *cards)
{
    for (size_t g = 0; g < o->groups.count; g++)
        for (uint64_t k = o->groups.at[g].kinds; k != 0; k &= k - 1)
            cards[g] = (uint8_t)(cards[g] + left[__builtin_ctzll(k)]);
}

// What is laid into hidden places; of each kind `left` cards are, and each
// place has `room`.
static void fill_board(dx_board *board, dx_outlook *o, const uint8_t *left,
                       const uint8_t *room, const uint8_t *self,
                       dx_effort *effort)
{
    uint8_t cards[DX_KINDS_MAX] = {0};
    size_t groups = o->groups.count;
    dx_board_sums sums = {.columns = o->classes.count, .cards = cards};
    count_cards(o, left, cards);
    sums.laid = dx_alloc(groups * sums.columns + 1, sizeof *sums.laid);
    sums.number = dx_alloc(groups + 1, sizeof *sums.number);
    dx_marginals_go(o, self, count_laid, &sums, &sums.all, effort);
    if (effort->status == DX_OK && !dx_natural_is_zero(&sums.all)) {
        put_hidden(board, o, &sums, left, room);
        assert(adds_up(board));
        board->has_bits = board->has_chances && has_bits(o, left);
        board->bits = dx_board_entropy(
            o, &sums, dx_natural_log(&sums.all) + log_within(o), left);
    }
    dx_natural_release_all(sums.laid, groups * sums.columns);
    dx_natural_release(&sums.all);
    dx_free(sums.number);
    dx_free(sums.laid);
}

// The looker's outlook over a frame, with nothing asked of it.
static dx_status look(dx_board *board, const dx_frame *frame,
                      const dx_places *places, const dx_looker *looker,
                      dx_effort *effort)
{
    dx_outlook o = {.frame = frame,
                    .sees = looker->sees & frame->all,
                    .weighs = true,
                    .is_uniform = looker->is_uniform,
                    .factors = looker->factors,
                    .shows_worlds = true,
                    .tells_places = true,
                    .self = {.frame = frame},
                    .inner = {.frame = frame}};
    dx_outlook_plan(&o);
    dx_status status = o.is_refused ? DX_ERR_UNSUPPORTED : DX_OK;
    uint8_t *self = dx_scope_values(&o.self, places, looker->own);
    if (status == DX_OK) {
        uint8_t left[DX_KINDS_MAX] = {0}, room[DX_PLACES_MAX];
        memcpy(left, frame->space.copies, board->kinds);
        memcpy(room, frame->size, sizeof room);
        if (!frame->is_narrow)
            put_seen(&o, places, looker->own, board, left, room);
        fill_board(board, &o, left, room, self, effort);
        status = effort->status;
    }
    dx_free(self);
    dx_outlook_release(&o);
    return status;
}

dx_status dx_board_look(dx_board *board, dx_frames *frames,
                        const dx_looker *looker, dx_effort *effort)
{
    const dx_places *places = dx_frames_rules(frames)->game->places;
    const dx_frame *now = dx_frames_now(frames);
    uint64_t sees = looker->sees & now->all;
    *board = (dx_board){0};
    if (now->beyond != NULL)
        return DX_ERR_LIMIT;
    *board = (dx_board){.frame = now,
                        .places = now->space.place_count,
                        .kinds = now->space.kind_count,
                        .has_chances = looker->is_uniform ||
                                       dx_frame_has_chances(now, sees)};
    board->mean =
        dx_alloc(board->places * board->kinds + 1, sizeof *board->mean);
    dx_frame narrow;
    dx_dealt known;
    // Factors speak of places as all see them.
    bool narrows = looker->factors == NULL;
    if (narrows) {
        dx_frame_condition(now, sees, places, looker->own, &narrow, &known);
        put_known(board, &known);
    }
    dx_status status =
        look(board, narrows ? &narrow : now, places, looker, effort);
    if (status != DX_OK)
        dx_board_release(board);
    return status;
}

void dx_board_release(dx_board *board)
{
    if (board->mean != NULL)
        dx_rational_release_all(board->mean, board->places * board->kinds);
    dx_free(board->mean);
    *board = (dx_board){0};
}

uint64_t dx_board_possible(const dx_board *board, unsigned place)
{
    uint64_t kinds = 0;
    assert(place < board->places);
    for (unsigned kind = 0; kind < board->kinds; kind++)
        if (!dx_rational_is_zero(dx_board_at(board, place, kind)))
            kinds |= DX_BIT(kind);
    return kinds;
}
