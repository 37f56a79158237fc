// Three sorts of players behind one face.  A mind is made at its first move,
// not when it sits down: it is a function of its view, and one that is shared
// by a whole team is then made once.

#include "agents/player.h"

#include "base/heed.h"
#include "base/memory.h"

#include <string.h>

struct dx_player {
    dx_player_spec spec;
    dx_player_options options;
    dx_random random;
    dx_mind *mind;     // NULL: it has not thought yet,
    dx_player *shares; // or it thinks with the mind of this one
    dx_outsider *outsider;
};

dx_status dx_player_spec_parse(const dx_agent *const *agents, const char *text,
                               const dx_rules *rules, dx_player_spec *out_spec,
                               dx_error *error)
{
    dx_player_spec spec = {.kind = DX_SEAT_MIND};
    if (strncmp(text, "cmd:", 4) == 0) {
        spec.kind = DX_SEAT_PROGRAM;
        spec.command = text + 4;
    } else if (strcmp(text, "you") == 0) {
        spec.kind = DX_SEAT_PERSON;
    } else {
        dx_status status =
            dx_policy_parse(agents, text, rules, &spec.policy, error);
        if (status != DX_OK)
            return status;
    }
    *out_spec = spec;
    return DX_OK;
}

dx_status dx_player_open(const dx_player_spec *spec,
                         const dx_player_options *options, dx_player **out_seat,
                         dx_error *error)
{
    dx_outsider *outsider = NULL;
    if (spec->kind == DX_SEAT_PERSON && options->person == NULL)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "'you' cannot sit here; a person plays with doxa play");
    if (spec->kind == DX_SEAT_PROGRAM) {
        dx_outsider_options limits = options->outsider;
        if (options->budget != NULL)
            limits.cancelled = options->budget->cancelled;
        dx_status status =
            dx_outsider_open(spec->command, &limits, &outsider, error);
        if (status != DX_OK)
            return status;
    }
    dx_player *seat = dx_alloc(1, sizeof *seat);
    seat->spec = *spec;
    seat->spec.command = NULL; // it was borrowed only to start the program
    seat->options = *options;
    seat->outsider = outsider;
    *out_seat = seat;
    return DX_OK;
}

void dx_player_close(dx_player *seat)
{
    if (seat == NULL)
        return;
    dx_mind_free(seat->mind);
    dx_outsider_close(seat->outsider);
    dx_free(seat);
}

dx_status dx_player_ready(dx_player *seat, dx_error *error)
{
    return seat->outsider != NULL ? dx_outsider_ready(seat->outsider, error)
                                  : DX_OK;
}

void dx_player_begin(dx_player *seat, const dx_view *view, dx_random random)
{
    seat->random = random;
    dx_mind_free(seat->mind);
    seat->mind = NULL;
    seat->shares = NULL;
    if (seat->spec.kind == DX_SEAT_PROGRAM)
        dx_outsider_begin(seat->outsider, view);
    else
        dx_player_notify(seat, view);
}

void dx_player_share(dx_player *seat, dx_player *with)
{
    DX_REQUIRE(seat->spec.kind == DX_SEAT_MIND && seat->mind == NULL &&
                   seat->spec.policy.agent == with->spec.policy.agent,
               "two minds of one policy that have not moved");
    seat->shares = with != seat ? with : NULL;
}

// Minds are made when they are first needed: a shared one is needed once.
static dx_mind *mind_of(dx_player *seat, const dx_view *view)
{
    dx_player *owner = seat->shares != NULL ? seat->shares : seat;
    if (owner->mind == NULL)
        owner->mind = dx_mind_new(&owner->spec.policy, view);
    return owner->mind;
}

void dx_player_notify(dx_player *seat, const dx_view *view)
{
    const dx_person *person = seat->options.person;
    if (seat->spec.kind == DX_SEAT_PROGRAM)
        dx_outsider_notify(seat->outsider, view);
    else if (seat->spec.kind == DX_SEAT_PERSON && person->notify != NULL)
        person->notify(person->context, view);
}

dx_fault dx_player_choose(dx_player *seat, const dx_view *view,
                          dx_event *out_move, dx_reason *reason,
                          dx_error *error)
{
    if (reason != NULL)
        dx_reason_release(reason);
    if (seat->spec.kind == DX_SEAT_PERSON)
        return seat->options.person->choose(seat->options.person->context, view,
                                            out_move);
    if (seat->spec.kind == DX_SEAT_PROGRAM)
        return dx_outsider_choose(seat->outsider, view, &seat->random, out_move,
                                  reason, error);
    dx_thought thought = {.random = &seat->random,
                          .budget = seat->options.budget,
                          .reason = reason};
    // Whatever it asks hears what the budget would tell it.
    const dx_budget *budget = thought.budget;
    bool is_heard = budget != NULL && budget->cancelled != NULL;
    const atomic_bool *before = is_heard ? dx_heed(budget->cancelled) : NULL;
    *out_move = dx_mind_choose(mind_of(seat, view), view, &thought);
    if (is_heard)
        dx_heed(before);
    return DX_FAULT_NONE;
}

void dx_player_end(dx_player *seat, const dx_view *view, const char *how)
{
    if (seat->spec.kind == DX_SEAT_PROGRAM)
        dx_outsider_end(seat->outsider, view, how);
    else
        dx_player_notify(seat, view);
}

dx_outsider *dx_player_outsider(dx_player *seat)
{
    return seat->outsider;
}
