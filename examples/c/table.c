// Hosts a game: deals, asks whoever sits there for moves, tells what happens,
// and keeps a record that `doxa replay` and `doxa ask` read.  A seat is an
// agent of the library or, as `cmd:python3 bot.py`, a program of yours.
//
//     cc table.c $(pkg-config --cflags --libs doxa) -o table
//     ./table kemps greedy,thinker,random

#include <doxa.h>
#include <stdio.h>

enum { SEED = 2026 };

typedef struct table {
    dx_rules rules;
    dx_seat_list names;
    dx_deal *deal;
    dx_match *match;
    dx_player *player[DX_SEATS_MAX];
} table;

// Seats everybody at their places.
static dx_status seat_all(table *t, dx_error *error)
{
    dx_player_options options = {.outsider = dx_outsider_normal()};
    for (unsigned i = 0; i < t->names.count; i++) {
        dx_player_spec spec;
        dx_status status = dx_player_spec_parse(dx_agents(), t->names.name[i],
                                                &t->rules, &spec, error);
        if (status == DX_OK)
            status = dx_player_open(&spec, &options, &t->player[i], error);
        if (status != DX_OK)
            return status;
        dx_player_begin(t->player[i], dx_match_view(t->match, i),
                        dx_random_named(SEED, 0, i));
    }
    return DX_OK;
}

static dx_status open_table(table *t, const char *game, const char *seats,
                            dx_error *error)
{
    dx_status status = dx_seat_list_parse(seats, &t->names, error);
    if (status == DX_OK)
        status = dx_rules_parse_seated(dx_games(), game, t->names.count,
                                       &t->rules, error);
    if (status != DX_OK)
        return status;
    t->deal = dx_deal_new(&t->rules, SEED, 0);
    t->match = dx_match_new(&t->rules, t->deal);
    return seat_all(t, error);
}

static void close_table(table *t)
{
    for (unsigned i = 0; i < t->names.count; i++)
        dx_player_close(t->player[i]);
    if (t->match != NULL)
        dx_match_free(t->match);
    if (t->deal != NULL)
        dx_deal_free(t->deal);
    dx_seat_list_release(&t->names);
}

// One move of whoever is next.  A player is given its own view and no more.
static dx_status move_on(table *t, dx_error *error)
{
    unsigned seat = dx_match_turn(t->match);
    dx_event move;
    dx_reason why = {.rule = ""};
    if (dx_player_choose(t->player[seat], dx_match_view(t->match, seat), &move,
                         &why, error) != DX_FAULT_NONE)
        return DX_ERR_MOVE;
    dx_text said = {0};
    dx_say_move(&t->rules, move, &said);
    printf("%u %s: %s%s%s\n", seat + 1, t->names.name[seat],
           dx_text_string(&said), why.words ? "  -- " : "",
           why.words ? why.words : "");
    dx_text_release(&said);
    dx_status status = dx_match_play(t->match, seat, move, &why, error);
    dx_reason_release(&why);
    return status;
}

static void print_record(const table *t)
{
    const char *const *names = (const char *const *)t->names.name;
    dx_record_writer *writer = dx_record_writer_new(&t->rules, names);
    dx_text record = {0};
    dx_record_write(writer, t->match, &record);
    printf("a record of %zu bytes\n", record.length);
    dx_text_release(&record);
    dx_record_writer_free(writer);
}

int main(int argc, char **argv)
{
    table t = {.names = {0}};
    dx_error error;
    dx_status status =
        open_table(&t, argc > 2 ? argv[1] : "kemps",
                   argc > 2 ? argv[2] : "greedy,thinker,random", &error);
    while (status == DX_OK && dx_match_turn(t.match) != DX_OVER)
        status = move_on(&t, &error);
    if (status != DX_OK)
        fprintf(stderr, "%s\n", error.message);
    for (unsigned i = 0; status == DX_OK && i < t.names.count; i++) {
        printf("%s: %d%s\n", t.names.name[i], dx_match_score(t.match, i),
               dx_match_won(t.match, i) ? ", won" : "");
        dx_player_end(t.player[i], dx_match_view(t.match, i), "over");
    }
    if (status == DX_OK)
        print_record(&t);
    close_table(&t);
    return status != DX_OK;
}
