// The turns of a game: a long one costs memory for the turns that are looked
// at, and each is as it was.

#include "base/memory.h"
#include "game/twin.h"
#include "games/games.h"
#include "minds/turn/frame.h"
#include "test.h"

#include <malloc.h>
#include <string.h>

enum { MOVES = 3000, BYTES_EACH = 300 };

// With sanitizers it is theirs to say.
size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

static size_t bytes_in_use(void)
{
    return __sanitizer_get_current_allocated_bytes != NULL
               ? __sanitizer_get_current_allocated_bytes()
               : mallinfo2().uordblks;
}

static void check_sight(const dx_rules *rules, const dx_event *past,
                        const dx_frame *frame)
{
    dx_eyes *eyes = dx_eyes_new(rules, DX_BYSTANDER);
    unsigned moves = 0;
    for (unsigned i = 0; i < frame->events; i++) {
        dx_eyes_see(eyes, past[i]);
        moves += !rules->game->verbs[past[i].verb].chance;
    }
    CHECK_EQ(frame->turn, moves);
    CHECK_EQ(memcmp(frame->sight, dx_eyes_view(eyes)->sight,
                    rules->game->table_bytes(rules)),
             0);
    dx_eyes_free(eyes);
}

TEST(a_long_game_takes_memory_for_the_turns_that_are_looked_at)
{
    dx_rules rules;
    unsigned count;
    CHECK_EQ(dx_rules_parse(dx_games(), "kemps(players=10,limit=10000)", &rules,
                            NULL),
             DX_OK);
    dx_event *past = dx_twin_play(&rules, 23, MOVES, &count);
    CHECK(count > MOVES);
    size_t before = bytes_in_use();
    dx_frames *frames = dx_frames_new(&rules);
    for (unsigned i = 0; i < count; i++)
        dx_frames_follow(frames, past[i]);
    const dx_frame *now = dx_frames_now(frames);
    size_t kept = bytes_in_use() - before;
    CHECK_THAT(kept < (size_t)count * BYTES_EACH, "%zu bytes of %u events",
               kept, count);
    check_sight(&rules, past, now);
    // Backwards, forwards and anywhere.
    size_t last = now->number;
    dx_random random = dx_random_named(23, 1, 0);
    for (size_t i = 0; i < 70; i++) {
        check_sight(&rules, past, dx_frames_at(frames, last - i));
        check_sight(&rules, past, dx_frames_at(frames, i));
        check_sight(&rules, past,
                    dx_frames_at(frames, dx_random_below(&random, last)));
    }
    dx_frames_free(frames);
    dx_free(past);
}
