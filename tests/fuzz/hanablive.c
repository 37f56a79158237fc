// Whatever hanab.live's forms may be given: refused or played, never worse.

#include "games/hanabi/hanablive.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dx_hanablive game;
    dx_error error;
    if (dx_hanablive_read((const char *)data, size, &game, &error) == DX_OK)
        dx_hanablive_release(&game);
    return 0;
}
