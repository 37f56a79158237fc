#include "cli/moment.h"

#include "ask/export.h"
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
