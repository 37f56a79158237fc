// Three models of one moment: all its worlds, or what a paper makes of it,
// which only its own game has.

#include "cli/moment.h"

#include "ask/export.h"
#include "games/gofish/event_model.h"
#include "games/kemps/card_model.h"

#include <stdio.h>
#include <string.h>

// The paper's small model of one card of Kemps.
static dx_status card_model(const dx_record *record, unsigned events,
                            const char *card, dx_text *out, dx_error *error)
{
    unsigned kind;
    dx_kemps_card_model model;
    if (record->rules.game != &dx_game_kemps)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "--card is for Kemps, and this is a record of %s",
                       record->rules.game->name);
    if (!dx_type_read(&record->rules, "card", card, strlen(card), &kind))
        return dx_fail(error, DX_ERR_INPUT, 0, 0,
                       "there is no card '%s'; they are written 6h, td, as",
                       card);
    dx_kemps_card_model_init(&model, &record->rules, record->events, events,
                             kind);
    dx_text_printf(out, "-- Who may have the %s?\n", card);
    dx_kemps_card_model_write(&model, out);
    return DX_OK;
}

// The Go Fish paper's event model, what happened, and what each player then
// thinks of the other's hand.
dx_status dx_cli_event_model(const dx_record *record, unsigned events,
                             dx_text *out, dx_error *error)
{
    const dx_rules *rules = &record->rules;
    dx_text updates = {0};
    if (rules->game != &dx_game_gofish)
        return dx_fail(error, DX_ERR_UNSUPPORTED, 0, 0,
                       "--events is for Go Fish, and this is a record of %s",
                       rules->game->name);
    dx_status status =
        dx_gofish_model_write(rules, DX_GOFISH_ASKS_ANY, out, error);
    if (status != DX_OK)
        return status;
    dx_gofish_updates_write(rules, record->events, events, &updates);
    dx_text_printf(out, "\nafter %s: true C[1,2] (c1 & c2)\n",
                   dx_text_string(&updates));
    for (int rank = 1; rank <= dx_rules_value(rules, "ranks"); rank++)
        for (int i = 1; i <= 2; i++)
            dx_text_printf(out, "after %s: value P[%d](R(%d,%d) > 0)\n",
                           dx_text_string(&updates), i, rank, 3 - i);
    dx_text_release(&updates);
    return DX_OK;
}

dx_status dx_cli_moment(const dx_arguments *arguments, const dx_record *record,
                        unsigned events, dx_text *out, dx_error *error)
{
    const char *card = dx_argument_value(arguments, "card");
    dx_moment moment = {&record->rules, record->events, events};
    if (card != NULL)
        return card_model(record, events, card, out, error);
    dx_status status =
        dx_moment_export(&moment, &(dx_ask_options){0}, out, error);
    if (status != DX_ERR_LIMIT)
        return status;
    char found[DX_ERROR_MESSAGE_MAX];
    snprintf(found, sizeof found, "%s", error->message);
    return dx_fail(error, status, 0, 0,
                   "%s: too many to list; doxa ask counts them, and a game "
                   "with fewer cards can be listed",
                   found);
}
