// Any text is refused with a place, or is a game that can be played.

#include "base/memory.h"
#include "base/random.h"
#include "game/match.h"
#include "games/file/file.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Some moves by lot, as every seat sees them.
static void play(const dx_rules *rules)
{
    enum { MOVES = 12 };
    dx_deal *deal = dx_deal_new(rules, 1, 0);
    dx_match *match = dx_match_new(rules, deal);
    dx_random random = dx_random_named(1, 2, 3);
    for (unsigned i = 0; i < MOVES && dx_match_turn(match) < DX_SEATS_MAX;
         i++) {
        const dx_event *moves;
        unsigned count = dx_match_moves(match, &moves);
        for (unsigned seat = 0; seat < dx_players(rules); seat++)
            dx_match_view(match, seat);
        if (dx_match_step(match, (unsigned)dx_random_below(&random, count)) !=
            DX_OK)
            break;
    }
    dx_match_free(match);
    dx_deal_free(deal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dx_game *game = NULL;
    dx_error error = {0};
    if (dx_game_read((const char *)data, size, &game, &error) == DX_OK) {
        dx_rules rules = dx_rules_normal(game);
        void *table = dx_alloc(1, game->table_bytes(&rules));
        dx_text out = {0};
        game->setup(table, &rules);
        game->show(table, &out);
        dx_text_release(&out);
        dx_free(table);
        play(&rules);
        dx_game_free(game);
    } else if (error.message[0] == 0) {
        fprintf(stderr, "no message\n");
        abort();
    }
    return 0;
}
