// spawn.h -- the C library's, and what glibc's has beside; wasm/door.c has it.

#ifndef DX_WASM_SPAWN_H
#define DX_WASM_SPAWN_H

#include_next <spawn.h>

int posix_spawn_file_actions_addclosefrom_np(
    posix_spawn_file_actions_t *actions, int from);

#endif
