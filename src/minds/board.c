// Forward, every layer keeps the weight of the ways to it; backward, the weight
// of the ways from it to the end.  The product of the two, with the step in
// between, is the weight of all worlds that take that step.

#include "minds/board.h"

#include "base/memory.h"
#include "minds/narrow.h"
#include "minds/run.h"

#include <assert.h>

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

// The cards whose place the mind knows.
static void put_known(dx_board *board, const dx_dealt *known)
{
    for (unsigned place = 0; place < board->places; place++)
        for (unsigned kind = 0; kind < board->kinds; kind++)
            board->mean[place * board->kinds + kind] =
                dx_rational_of(dx_fraction_int(known->count[place][kind]));
}

// The share of one kind in one place: its copies of all of the group, its room
// of all of the class.
static void put_share(const passes *p, dx_board *board, size_t group, size_t c,
                      unsigned place, unsigned kind)
{
    const dx_outlook *o = p->run.o;
    const dx_frame *frame = o->frame;
    dx_natural top = dx_natural_copy(&p->laid[group * o->classes.count + c]);
    dx_natural over = dx_natural_copy(&p->all);
    dx_natural_multiply_count(&top, frame->space.copies[kind]);
    dx_natural_multiply_count(&over, p->run.cards[group]);
    dx_natural_multiply_count(&top, frame->size[place]);
    dx_natural_multiply_count(&over, o->classes.at[c].size);
    dx_rational share = dx_rational_of_ratio(&top, &over);
    dx_rational_add(&board->mean[place * board->kinds + kind], &share);
    dx_rational_release(&share);
    dx_natural_release(&top);
    dx_natural_release(&over);
}

static void put_hidden(const passes *p, dx_board *board)
{
    const dx_outlook *o = p->run.o;
    for (size_t g = 0; g < o->groups.count; g++)
        for (size_t c = 0; c < o->classes.count; c++) {
            if (dx_natural_is_zero(&p->laid[g * o->classes.count + c]))
                continue;
            for (uint64_t at = o->classes.at[c].places; at != 0; at &= at - 1)
                for (uint64_t k = o->groups.at[g].kinds; k != 0; k &= k - 1)
                    put_share(p, board, g, c, (unsigned)__builtin_ctzll(at),
                              (unsigned)__builtin_ctzll(k));
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

static void fill_board(dx_board *board, dx_outlook *o, dx_effort *effort)
{
    passes p = {0};
    size_t groups = o->groups.count;
    p.layers = dx_alloc(groups + 1, sizeof *p.layers);
    p.rest = dx_alloc(groups + 1, sizeof *p.rest);
    p.laid = dx_alloc(groups * o->classes.count + 1, sizeof *p.laid);
    p.run.context = &p;
    if (dx_run_begin(&p.run, o, NULL, effort)) {
        go_forward(&p);
        go_back(&p);
        if (effort->status == DX_OK)
            put_hidden(&p, board);
    }
    dx_run_end(&p.run);
    release(&p);
}

// What a mind holds possible in its narrowed frame.
static void look(dx_board *board, const dx_frame *frame, uint64_t sees,
                 bool uniform, dx_effort *effort)
{
    dx_outlook o = {.frame = frame,
                    .sees = sees,
                    .weighs = true,
                    .is_uniform = uniform,
                    .shows_worlds = true,
                    .tells_places = true,
                    .self = {.frame = frame},
                    .inner = {.frame = frame}};
    dx_outlook_plan(&o);
    assert(o.self.entries.count == 0);
    fill_board(board, &o, effort);
    dx_outlook_release(&o);
}

dx_status dx_board_look(dx_board *board, dx_frames *frames, unsigned seat,
                        const void *own, bool uniform, dx_effort *effort)
{
    const dx_frame *now = dx_frames_now(frames);
    uint64_t sees = seat == DX_BYSTANDER ? 0 : now->sees[seat];
    *board = (dx_board){0};
    if (now->is_too_large)
        return DX_ERR_LIMIT;
    *board =
        (dx_board){.frame = now,
                   .places = now->space.place_count,
                   .kinds = now->space.kind_count,
                   .has_chances = uniform || dx_frame_has_chances(now, sees)};
    board->mean =
        dx_alloc(board->places * board->kinds + 1, sizeof *board->mean);
    dx_frame frame;
    dx_dealt known;
    dx_frame_narrow(now, sees, dx_frames_rules(frames)->game->places, own,
                    &frame, &known);
    put_known(board, &known);
    look(board, &frame, sees, uniform, effort);
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
