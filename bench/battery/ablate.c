// Ablation: the battery's questions are asked by asking.c, one game at a time,
// with a set of mechanisms that counts; then each of them again.

#include "ablate.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

typedef struct worth {
    unsigned questions, different;
    unsigned lost, found; // decided only with it, only without it
    double with, without; // CPU seconds of these questions
    double most;          // without / with of the one that it helps most
} worth;

static void compare(worth *w, const dx_asked *with, const dx_asked *without)
{
    bool on = dx_asked_is_decided(with), off = dx_asked_is_decided(without);
    w->questions++;
    w->lost += on && !off;
    w->found += off && !on;
    w->different +=
        on && off &&
        (with->truth != without->truth || with->chance != without->chance);
    w->with += with->toll.seconds;
    w->without += without->toll.seconds;
    double ratio = without->toll.seconds / (with->toll.seconds + 1e-6);
    w->most = ratio > w->most ? ratio : w->most;
}

// One question without some mechanisms; the result is left at the end of all.
static const dx_asked *ask_without(dx_battery *b, const dx_position *p,
                                   const dx_assumption *assumption,
                                   const dx_asked *asked, dx_mechanisms *set)
{
    dx_formulas *store = dx_formulas_new();
    dx_asked again = {.game = asked->game,
                      .assumption = asked->assumption,
                      .form = asked->form,
                      .position = asked->position,
                      .turn = asked->turn,
                      .seat = asked->seat,
                      .text = dx_copy_text(asked->text)};
    b->mechanisms = set;
    dx_battery_ask(b, p, assumption, store, &again);
    b->mechanisms = NULL;
    dx_formulas_free(store);
    return &b->results.asked.at[b->results.asked.count - 1];
}

static void drop_last(dx_battery *b)
{
    dx_asked *last = &b->results.asked.at[--b->results.asked.count];
    dx_free(last->text);
    dx_free(last->why);
}

// Row DX_MECHANISMS is for all of them off.
static void ask_all_ways(dx_battery *b, const dx_position *p,
                         const dx_assumption *assumption, size_t number,
                         worth *table)
{
    dx_mechanisms all, set;
    dx_asked first = b->results.asked.at[number];
    dx_mechanisms_init(&all);
    dx_asked with = *ask_without(b, p, assumption, &first, &all);
    drop_last(b);
    for (unsigned k = 0; k <= DX_MECHANISMS; k++) {
        dx_mechanisms_init(&set);
        for (unsigned i = 0; i < DX_MECHANISMS; i++)
            set.off[i] = (i == k || k == DX_MECHANISMS) && i != DX_BY_PLACES &&
                         !dx_mechanism_rows[i].is_needed;
        if (k < DX_MECHANISMS && (!set.off[k] || all.uses[k] == 0))
            continue;
        compare(&table[k], &with, ask_without(b, p, assumption, &first, &set));
        drop_last(b);
    }
}

static void print_row(const char *name, const worth *w)
{
    if (w->questions > 0)
        printf("  %-10s %5u %5u %5u %5u %9.3f %9.3f %7.2f %8.1f\n", name,
               w->questions, w->different, w->lost, w->found, w->with,
               w->without, w->without / (w->with + 1e-9), w->most);
}

static void print_table(const dx_battery_game *game, unsigned count,
                        const worth *table)
{
    printf("\n%s, %u questions; what each mechanism is worth\n", game->name,
           count);
    printf("  %-10s %5s %5s %5s %5s %9s %9s %7s %8s\n", "without", "used",
           "diff", "lost", "found", "with s", "without s", "ratio", "at most");
    for (unsigned k = 0; k < DX_MECHANISMS; k++)
        print_row(dx_mechanism_rows[k].name, &table[k]);
    print_row("all", &table[DX_MECHANISMS]);
    fflush(stdout);
}

static dx_status ablate_position(dx_battery *b, const dx_battery_game *game,
                                 size_t from, worth *table, dx_error *error)
{
    dx_position p;
    const dx_asked *first = &b->results.asked.at[from];
    dx_status status =
        dx_position_init(&p, game, b->options->seed, first->position, error);
    size_t count = b->results.asked.count;
    if (status != DX_OK)
        return status;
    for (size_t i = from; i < count && status == DX_OK; i++) {
        dx_assumption assumption;
        const char *name = b->results.asked.at[i].assumption;
        status = dx_position_assume(&p, name, &assumption, error);
        if (status == DX_OK)
            ask_all_ways(b, &p, &assumption, i, table);
    }
    dx_position_release(&p);
    return status;
}

dx_status dx_battery_ablate(dx_battery *b, const dx_battery_game *game,
                            dx_error *error)
{
    worth table[DX_MECHANISMS + 1] = {0};
    dx_status status = DX_OK;
    size_t before = b->results.asked.count;
    unsigned positions = b->positions, first = b->first;
    b->positions = 1;
    for (unsigned i = 0; i < positions && status == DX_OK; i++) {
        size_t from = b->results.asked.count;
        b->first = first + i;
        status = dx_battery_ask_game(b, game, error);
        if (status == DX_OK && b->results.asked.count > from)
            status = ablate_position(b, game, from, table, error);
    }
    b->positions = positions;
    b->first = first;
    if (status == DX_OK)
        print_table(game, (unsigned)(b->results.asked.count - before), table);
    return status;
}
