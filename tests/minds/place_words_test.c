// What places are called.

#include "base/memory.h"
#include "game/twin.h"
#include "games/games.h"
#include "games/gofish/gofish.h"
#include "minds/place_words.h"
#include "test.h"

// Has the hand of a seat lost cards that came into its places?
static bool has_lost(const dx_gofish *t, unsigned seat)
{
    for (unsigned rank = 0; rank < t->ranks; rank++)
        if (t->offset[seat][rank] < 0)
            return true;
    return false;
}

// In Go Fish a hand is what came less what went, so a card that came need not
// be in it; such places have no name of the hand's.
TEST(a_place_that_cards_have_left_is_not_called_a_hand)
{
    unsigned named = 0, others = 0;
    for (uint64_t seed = 0; seed < 8; seed++) {
        CHECKING_SEED(seed);
        dx_rules rules;
        unsigned count;
        CHECK_EQ(dx_rules_parse(dx_games(), "gofish", &rules, NULL), DX_OK);
        dx_event *past = dx_twin_play(&rules, seed, 6 * (unsigned)seed, &count);
        dx_frames *frames = dx_frames_new(&rules);
        for (unsigned i = 0; i < count; i++)
            dx_frames_follow(frames, past[i]);
        const dx_frame *now = dx_frames_now(frames);
        const dx_gofish *t = now->sight;
        dx_place_words words;
        dx_place_words_find(&rules, now, &words);
        for (unsigned p = 0; p < t->place_count; p++) {
            bool is_named = words.of[p].atom != NULL;
            CHECK_THAT(!(is_named && has_lost(t, t->seat[p])), "place %u", p);
            *(is_named ? &named : &others) += 1;
        }
        dx_frames_free(frames);
        dx_free(past);
    }
    CHECK(named > 0 && others > 0);
}
