// A trial start of every program before the first game, so that a mistyped
// command is seen at once and tables can show what programs call themselves.
// One that fails it keeps nobody else from playing.

#include "lab/programs.h"

#include "base/memory.h"
#include "base/vector.h"

#include <stdio.h>
#include <string.h>

enum { START_TRIES = 2 };

static void try_program(const dx_schedule *schedule, const dx_player_spec *spec,
                        dx_program *program)
{
    dx_player_options options = {.outsider = schedule->programs};
    dx_player *player = NULL;
    dx_error error = {.message = ""};
    dx_status status = DX_ERR_FILE;
    for (unsigned i = 0; i < START_TRIES && status != DX_OK; i++)
        status = dx_player_open(spec, &options, &player, &error);
    if (status != DX_OK) {
        snprintf(program->why, sizeof program->why, "%s", error.message);
        return;
    }
    snprintf(program->name, sizeof program->name, "%s",
             dx_outsider_name(dx_player_outsider(player)));
    dx_player_close(player);
}

dx_programs dx_programs_try(const dx_schedule *schedule)
{
    DX_VECTOR(dx_program) list = {0};
    for (unsigned i = 0; i < schedule->lineup_count; i++)
        for (unsigned j = 0; j < dx_players(&schedule->rules); j++) {
            const dx_lineup *lineup = &schedule->lineups[i];
            dx_programs so_far = {(unsigned)list.count, list.at};
            if (lineup->spec[j].kind != DX_SEAT_PROGRAM ||
                dx_programs_find(&so_far, lineup->name[j]) != NULL)
                continue;
            dx_program program = {.command = lineup->name[j]};
            try_program(schedule, &lineup->spec[j], &program);
            dx_vector_push(&list, program);
        }
    return (dx_programs){(unsigned)list.count, list.at};
}

void dx_programs_release(dx_programs *programs)
{
    dx_free(programs->at);
    *programs = (dx_programs){0};
}

const dx_program *dx_programs_find(const dx_programs *programs,
                                   const char *command)
{
    for (unsigned i = 0; i < programs->count; i++)
        if (strcmp(programs->at[i].command, command) == 0)
            return &programs->at[i];
    return NULL;
}

// The first entry of a line-up whose program has not started, in `*entry`;
// NULL: all have.
static const dx_program *find_absent(const dx_programs *programs,
                                     const dx_schedule *schedule,
                                     unsigned lineup, unsigned *entry)
{
    for (*entry = 0; *entry < dx_players(&schedule->rules); ++*entry) {
        const dx_program *program =
            dx_programs_find(programs, schedule->lineups[lineup].name[*entry]);
        if (program != NULL && program->why[0] != '\0')
            return program;
    }
    return NULL;
}

bool dx_programs_let_play(const dx_programs *programs,
                          const dx_schedule *schedule)
{
    unsigned entry;
    for (unsigned i = 0; i < schedule->lineup_count; i++)
        if (find_absent(programs, schedule, i, &entry) == NULL)
            return true;
    return false;
}

void dx_programs_miss(const dx_programs *programs, dx_results *results)
{
    const dx_schedule *schedule = dx_results_schedule(results);
    dx_result result = {.ending = DX_END_MISSING};
    for (; dx_schedule_find(schedule, &result.key); result.key.rotation++) {
        const dx_program *absent =
            find_absent(programs, schedule, result.key.lineup, &result.by);
        if (absent == NULL || dx_results_has(results, result.key))
            continue;
        memcpy(result.why, absent->why, sizeof result.why);
        dx_results_miss(results, &result);
    }
}
