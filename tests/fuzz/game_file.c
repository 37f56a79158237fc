// Any text is refused with a place, or is a game whose tables can be set up.

#include "base/memory.h"
#include "games/file/file.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
        dx_game_free(game);
    } else if (error.message[0] == 0) {
        fprintf(stderr, "no message\n");
        abort();
    }
    return 0;
}
