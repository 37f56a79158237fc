// Whoever sits at a seat, behind one face: a mind, a program or a person, told
// apart by a switch in each function.  Minds are made when they are first
// asked, from the view as it is then; players of one convention may share one.

#include "agents/player.h"

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
    dx_player_spec spec = {.kind = DX_PLAYER_MIND};
    if (strncmp(text, "cmd:", 4) == 0) {
        spec.kind = DX_PLAYER_PROGRAM;
        spec.command = text + 4;
    } else if (strcmp(text, "you") == 0) {
        spec.kind = DX_PLAYER_PERSON;
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
                         const dx_player_options *options,
                         dx_player **out_player, dx_error *error)
{
    dx_outsider *outsider = NULL;
    if (spec->kind == DX_PLAYER_PERSON && options->person == NULL)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "'you' cannot sit here; a person plays with doxa play");
    if (spec->kind == DX_PLAYER_PROGRAM) {
        dx_status status = dx_outsider_open(spec->command, &options->outsider,
                                            &outsider, error);
        if (status != DX_OK)
            return status;
    }
    dx_player *player = dx_alloc(1, sizeof *player);
    player->spec = *spec;
    player->spec.command = NULL; // it was borrowed only to start the program
    player->options = *options;
    player->outsider = outsider;
    *out_player = player;
    return DX_OK;
}

void dx_player_close(dx_player *player)
{
    if (player == NULL)
        return;
    dx_mind_free(player->mind);
    dx_outsider_close(player->outsider);
    dx_free(player);
}

void dx_player_begin(dx_player *player, const dx_view *view, dx_random random)
{
    player->random = random;
    dx_mind_free(player->mind);
    player->mind = NULL;
    player->shares = NULL;
    if (player->spec.kind == DX_PLAYER_PROGRAM)
        dx_outsider_begin(player->outsider, view);
    else
        dx_player_notify(player, view);
}

void dx_player_share(dx_player *player, dx_player *with)
{
    DX_REQUIRE(player->spec.kind == DX_PLAYER_MIND && player->mind == NULL &&
                   player->spec.policy.agent == with->spec.policy.agent,
               "two minds of one policy that have not moved");
    player->shares = with != player ? with : NULL;
}

// Minds are made when they are first needed: a shared one is needed once.
static dx_mind *mind_of(dx_player *player, const dx_view *view)
{
    dx_player *owner = player->shares != NULL ? player->shares : player;
    if (owner->mind == NULL)
        owner->mind = dx_mind_new(&owner->spec.policy, view);
    return owner->mind;
}

void dx_player_notify(dx_player *player, const dx_view *view)
{
    const dx_person *person = player->options.person;
    if (player->spec.kind == DX_PLAYER_PROGRAM)
        dx_outsider_notify(player->outsider, view);
    else if (player->spec.kind == DX_PLAYER_PERSON && person->notify != NULL)
        person->notify(person->context, view);
}

dx_fault dx_player_choose(dx_player *player, const dx_view *view,
                          dx_event *out_move, dx_reason *reason,
                          dx_error *error)
{
    if (reason != NULL)
        *reason = (dx_reason){.rule = ""};
    if (player->spec.kind == DX_PLAYER_PERSON)
        return player->options.person->choose(player->options.person->context,
                                              view, out_move);
    if (player->spec.kind == DX_PLAYER_PROGRAM)
        return dx_outsider_choose(player->outsider, view, &player->random,
                                  out_move, reason, error);
    dx_thought thought = {.random = &player->random,
                          .budget = player->options.budget,
                          .reason = reason};
    *out_move = dx_mind_choose(mind_of(player, view), view, &thought);
    return DX_FAULT_NONE;
}

void dx_player_end(dx_player *player, const dx_view *view, const char *how)
{
    if (player->spec.kind == DX_PLAYER_PROGRAM)
        dx_outsider_end(player->outsider, view, how);
    else
        dx_player_notify(player, view);
}

dx_outsider *dx_player_outsider(dx_player *player)
{
    return player->outsider;
}
