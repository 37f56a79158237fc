// Forward, every layer keeps the weight of the ways to it; backward, the weight
// of the ways from it to the end.  The product of the two, with the step in
// between, is the weight of all worlds that take that step.

#include "minds/board.h"

#include "base/memory.h"
#include "minds/run.h"

#include <string.h>

typedef struct passes {
    dx_deal_run run;
    dx_states *layers; // before each group, and at the end
    dx_natural **rest; // of each state, the weight of what is to come
    dx_natural *laid;  // of (group, class): cards times weight
    dx_natural all;
    size_t from;
} passes;

static void join(dx_deal_run *r, dx_load l)
{
    passes *p = r->context;
    dx_states *to = &p->layers[r->group + 1];
    size_t number = dx_states_find(to, r->done); // may move the weights
    dx_natural_add_product_count(&to->weights[number], l.weight, l.ways);
}

// A step from state p->from; the load is that of the step alone.
static void step_back(dx_deal_run *r, dx_load l)
{
    passes *p = r->context;
    const dx_outlook *o = r->o;
    size_t to = dx_states_find(&p->layers[r->group + 1], r->done);
    dx_natural ways = dx_natural_copy(l.weight);
    dx_natural_multiply_count(&ways, l.ways);
    dx_natural_multiply(&ways, &p->rest[r->group + 1][to]);
    dx_natural_add(&p->rest[r->group][p->from], &ways);
    dx_natural_multiply(&ways, &p->layers[r->group].weights[p->from]);
    for (size_t c = 0; c < o->classes.count; c++)
        if (r->laid[c] > 0)
            dx_natural_add_product_count(
                &p->laid[r->group * o->classes.count + c], &ways, r->laid[c]);
    dx_natural_release(&ways);
}

static void go_forward(passes *p)
{
    const dx_outlook *o = p->run.o;
    p->run.arrive = join;
    dx_states_clear(&p->layers[0], p->run.stride, true);
    size_t first =
        dx_states_find(&p->layers[0], (const uint64_t *)(void *)p->run.key);
    p->layers[0].weights[first] = dx_natural_of(1);
    for (unsigned g = 0; g < o->groups.count; g++) {
        const dx_states *from = &p->layers[g];
        dx_states_clear(&p->layers[g + 1], p->run.stride, true);
        for (size_t i = 0; i < from->count; i++)
            dx_run_lay(&p->run, g, dx_states_key(from, i), &from->weights[i]);
    }
    const dx_states *last = &p->layers[o->groups.count];
    for (size_t i = 0; i < last->count; i++)
        dx_natural_add(&p->all, &last->weights[i]);
}

static void go_back(passes *p)
{
    const dx_outlook *o = p->run.o;
    const dx_natural one = dx_natural_of_small(1);
    p->run.arrive = step_back;
    for (size_t g = 0; g <= o->groups.count; g++)
        p->rest[g] = dx_alloc(p->layers[g].count + 1, sizeof *p->rest[g]);
    for (size_t i = 0; i < p->layers[o->groups.count].count; i++)
        p->rest[o->groups.count][i] = dx_natural_of(1);
    for (unsigned g = (unsigned)o->groups.count; g-- > 0;)
        for (p->from = 0; p->from < p->layers[g].count; p->from++)
            dx_run_lay(&p->run, g, dx_states_key(&p->layers[g], p->from), &one);
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
        places->held(frame->sight, own, place, copies);
        if (place >= board->places)
            at = frame->choice[place - board->places].place;
        if (at != place && (o->sees >> at & 1))
            continue;
        for (unsigned kind = 0; kind < board->kinds; kind++) {
            dx_rational *mean = &board->mean[at * board->kinds + kind];
            if (copies[kind] == 0 || !dx_rational_is_zero(mean))
                continue; // shown twice
            *mean = dx_rational_of(dx_fraction_int(copies[kind]));
            left[kind] = (uint8_t)(left[kind] - copies[kind]);
            room[at] = (uint8_t)(room[at] - copies[kind]);
        }
    }
}

// The share of one kind in one place: left of all of the group, room of all of
// the class.
static void put_share(const passes *p, dx_board *board, size_t group, size_t c,
                      unsigned place, unsigned kind, uint8_t left, uint8_t room)
{
    const dx_outlook *o = p->run.o;
    dx_natural top = dx_natural_copy(&p->laid[group * o->classes.count + c]);
    dx_natural over = dx_natural_copy(&p->all);
    unsigned size = 0;
    for (uint64_t rest = o->classes.at[c].places; rest != 0; rest &= rest - 1)
        size += o->frame->size[__builtin_ctzll(rest)];
    bool alone = (o->classes.at[c].places & (o->classes.at[c].places - 1)) == 0;
    dx_natural_multiply_count(&top, left);
    dx_natural_multiply_count(&over, p->run.cards[group]);
    if (!alone) {
        dx_natural_multiply_count(&top, room);
        dx_natural_multiply_count(&over, size);
    }
    dx_rational share = dx_rational_of_ratio(&top, &over);
    dx_rational_add(&board->mean[place * board->kinds + kind], &share);
    dx_rational_release(&share);
    dx_natural_release(&top);
    dx_natural_release(&over);
}

static void put_hidden(const passes *p, dx_board *board, const uint8_t *left,
                       const uint8_t *room)
{
    const dx_outlook *o = p->run.o;
    for (size_t g = 0; g < o->groups.count; g++)
        for (size_t c = 0; c < o->classes.count; c++) {
            if (dx_natural_is_zero(&p->laid[g * o->classes.count + c]))
                continue;
            for (uint64_t at = o->classes.at[c].places; at != 0; at &= at - 1)
                for (uint64_t k = o->groups.at[g].kinds; k != 0; k &= k - 1) {
                    unsigned place = (unsigned)__builtin_ctzll(at);
                    unsigned kind = (unsigned)__builtin_ctzll(k);
                    if (left[kind] > 0)
                        put_share(p, board, g, c, place, kind, left[kind],
                                  room[place]);
                }
        }
}

static void release(passes *p)
{
    size_t groups = p->run.o->groups.count;
    for (size_t g = 0; g <= groups; g++) {
        if (p->rest[g] != NULL)
            dx_natural_release_all(p->rest[g], p->layers[g].count);
        dx_free(p->rest[g]);
        dx_states_release(&p->layers[g]);
    }
    dx_natural_release_all(p->laid, groups * p->run.o->classes.count);
    dx_natural_release(&p->all);
    dx_free(p->laid);
    dx_free(p->rest);
    dx_free(p->layers);
}

static void fill_board(dx_board *board, dx_outlook *o, const dx_places *places,
                       const void *own, const uint8_t *self, dx_effort *effort)
{
    passes p = {0};
    uint8_t left[DX_KINDS_MAX] = {0}, room[DX_PLACES_MAX];
    size_t groups = o->groups.count;
    memcpy(left, o->frame->space.copies, board->kinds);
    memcpy(room, o->frame->size, sizeof room);
    put_seen(o, places, own, board, left, room);
    p.layers = dx_alloc(groups + 1, sizeof *p.layers);
    p.rest = dx_alloc(groups + 1, sizeof *p.rest);
    p.laid = dx_alloc(groups * o->classes.count + 1, sizeof *p.laid);
    p.run.context = &p;
    if (dx_run_begin(&p.run, o, self, effort)) {
        go_forward(&p);
        go_back(&p);
        if (effort->status == DX_OK)
            put_hidden(&p, board, left, room);
    }
    dx_run_end(&p.run);
    release(&p);
}

dx_status dx_board_look(dx_board *board, dx_frames *frames, unsigned seat,
                        const void *own, bool uniform, dx_effort *effort)
{
    const dx_places *places = dx_frames_rules(frames)->game->places;
    const dx_frame *now = dx_frames_now(frames);
    *board = (dx_board){0};
    if (now->is_too_large)
        return DX_ERR_LIMIT;
    dx_outlook o = {.frame = now,
                    .sees = seat == DX_BYSTANDER ? 0 : now->sees[seat],
                    .weighs = true,
                    .is_uniform = uniform,
                    .shows_worlds = true,
                    .tells_places = true,
                    .self = {.frame = now},
                    .inner = {.frame = now}};
    *board = (dx_board){.frame = now,
                        .places = now->space.place_count,
                        .kinds = now->space.kind_count};
    board->mean =
        dx_alloc(board->places * board->kinds + 1, sizeof *board->mean);
    dx_outlook_plan(&o);
    board->has_chances = uniform || dx_frame_has_chances(now, o.sees);
    uint8_t *self = dx_scope_values(&o.self, places, own);
    fill_board(board, &o, places, own, self, effort);
    dx_free(self);
    dx_outlook_release(&o);
    dx_status status = effort->status;
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
