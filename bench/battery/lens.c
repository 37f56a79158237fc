// Boards of a lens that has followed the game up to a position: the look alone
// is measured, since frames are kept while a game goes on.

#include "lens.h"

#include "ask/lens_hands.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct times {
    DX_VECTOR(double) ms;
    unsigned undecided; // cells
} times;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// One look, of a lens that has followed the game.
static bool look(const dx_position *p, const dx_lens_options *options,
                 times *out)
{
    const dx_view *view = dx_match_view(p->match, p->seat);
    const dx_lens_board *board;
    dx_lens *lens = dx_lens_new(&p->rules, p->seat, options);
    dx_lens_follow(lens, view);
    double before = now_ms();
    bool fine = dx_lens_look(lens, &board, NULL) == DX_OK;
    const dx_lens_hands *hands = NULL;
    if (fine && dx_lens_has_hands(lens))
        fine = dx_lens_look_hands(lens, &hands, NULL) == DX_OK;
    double took = now_ms() - before;
    for (unsigned i = 0; fine && hands != NULL && hands->is_deep &&
                         i < hands->count * hands->kinds;
         i++)
        out->undecided += hands->numbers[i].undecided != 0;
    for (unsigned i = 0; fine && i < board->places; i++)
        out->undecided +=
            (unsigned)__builtin_popcountll(board->place[i].undecided);
    out->undecided += !fine;
    dx_vector_push(&out->ms, took);
    dx_lens_free(lens);
    return fine;
}

static void print_times(times *t)
{
    qsort(t->ms.at, t->ms.count, sizeof *t->ms.at, compare);
    size_t n = t->ms.count;
    if (n == 0)
        return;
    printf("  %8.2f %8.2f %8.2f %5u", t->ms.at[n / 2],
           t->ms.at[(n * 95 + 99) / 100 - 1], t->ms.at[n - 1], t->undecided);
    dx_vector_release(&t->ms);
}

// Depth one, the mind of the next seat, and those of all others together.
static dx_status look_at_game(dx_battery *b, const dx_battery_game *game,
                              dx_error *error)
{
    times one = {0}, two = {0}, all = {0};
    for (unsigned i = 0; i < b->positions; i++) {
        dx_position p;
        dx_assumption assumption;
        dx_status status =
            dx_position_init(&p, game, b->options->seed, b->first + i, error);
        if (status == DX_OK)
            status = dx_position_assume(&p, b->options->assumptions[0],
                                        &assumption, error);
        if (status != DX_OK)
            return status;
        unsigned players = dx_players(&p.rules);
        dx_lens_options options = {.assumption = &assumption};
        look(&p, &options, &one);
        options.depth = 1;
        times each = {0};
        for (unsigned k = 1; k < players; k++) {
            options.path[0] = (p.seat + k) % players;
            look(&p, &options, &each);
        }
        double sum = 0;
        for (size_t k = 0; k < each.ms.count; k++) {
            dx_vector_push(&two.ms, each.ms.at[k]);
            sum += each.ms.at[k];
        }
        dx_vector_push(&all.ms, sum);
        two.undecided += each.undecided;
        dx_vector_release(&each.ms);
        dx_position_release(&p);
    }
    printf("%-10s", game->name);
    print_times(&one);
    print_times(&two);
    print_times(&all);
    printf("\n");
    fflush(stdout);
    return DX_OK;
}

dx_status dx_battery_look(dx_battery *b, dx_error *error)
{
    printf("milliseconds of CPU, median, 95 %%, most, and cells not decided;\n"
           "assuming %s: one seat's eyes, through another mind, all others\n",
           b->options->assumptions[0]);
    for (const dx_battery_game *g = dx_battery_games; g->name != NULL; g++)
        if (dx_battery_wants(b, g)) {
            dx_status status = look_at_game(b, g, error);
            if (status != DX_OK)
                return status;
        }
    return DX_OK;
}
