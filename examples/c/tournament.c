// A tournament: the same deals for every line-up, every player once at every
// place, on two threads, and what that says, with intervals.  An agent of one's
// own enters like any other (agent.c shows one that thinks).
//
//     cc tournament.c $(pkg-config --cflags --libs doxa) -o tournament

#include <doxa.h>
#include <stdio.h>

// Makes the last of its legal moves.
static dx_event choose(const void *memory, const dx_policy *self,
                       const dx_view *view, dx_thought *thought)
{
    (void)memory, (void)self, (void)thought;
    static _Thread_local dx_event moves[DX_MOVES_MAX];
    return moves[dx_view_moves(view, moves) - 1];
}

static const dx_agent last = {
    .name = "last", .help = "makes the last move", .choose = choose};

// The library's agents and ours.
static const dx_agent *agents[64];

static void list_agents(void)
{
    size_t count = 0;
    agents[count++] = &last;
    for (const dx_agent *const *all = dx_agents(); *all != NULL; all++)
        if (count + 1 < sizeof agents / sizeof *agents)
            agents[count++] = *all;
}

static dx_status run(const dx_schedule *schedule, dx_error *error)
{
    dx_results *results = dx_results_new(schedule);
    dx_status status = dx_run(results, &(dx_run_options){.threads = 2}, error);
    if (status == DX_OK) {
        dx_summary *summary = dx_summary_new(results, NULL, NULL);
        dx_text out = {0};
        dx_summary_text(summary, &out);
        fputs(dx_text_string(&out), stdout);
        dx_text_release(&out);
        dx_summary_free(summary);
    }
    dx_results_free(results);
    return status;
}

int main(void)
{
    list_agents();
    dx_schedule_options options = {.all_games = dx_games(),
                                   .all_agents = agents,
                                   .game = "kemps(players=3)",
                                   .seats = "greedy,random,last;"
                                            "kb-greedy,random,last",
                                   .seed = 2026,
                                   .games = 30,
                                   .programs = dx_outsider_normal()};
    dx_schedule *schedule;
    dx_error error;
    dx_status status = dx_schedule_new(&options, &schedule, &error);
    if (status == DX_OK) {
        status = run(schedule, &error);
        dx_schedule_free(schedule);
    }
    if (status != DX_OK)
        fprintf(stderr, "%s\n", error.message);
    return status != DX_OK;
}
