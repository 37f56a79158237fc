// Matchings against the number of arrangements.

#include "test.h"
#include "worlds/fit.h"
#include "worlds/slots.h"

enum { KINDS = 9 };

TEST(places_match_exactly_if_there_is_an_arrangement)
{
    unsigned unmatched = 0;
    for (unsigned seed = 0; seed < 5000; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 0, 6);
        dx_slots slots = {.count = (unsigned)dx_random_below(&random, 9)};
        uint8_t copies[KINDS], kind[DX_SLOTS_MAX];
        for (unsigned s = 0; s < slots.count; s++)
            slots.kinds[s] = dx_random_next(&random) & dx_random_next(&random);
        for (unsigned k = 0; k < KINDS; k++)
            copies[k] = (uint8_t)dx_random_below(&random, 3);

        bool match =
            dx_places_fit(slots.kinds, slots.count, copies, KINDS, kind);

        CHECK(match == (dx_slots_arrangements(&slots, KINDS, copies) > 0));
        for (unsigned s = 0; s < slots.count && match; s++) {
            CHECK_THAT(slots.kinds[s] >> kind[s] & 1 && copies[kind[s]]-- > 0,
                       "seed %u: slot %u", seed, s);
        }
        unmatched += !match;
    }
    CHECK(unmatched > 500 && unmatched < 4500);
}

// Three places for two kinds of one card each.
TEST(three_places_and_two_cards_do_not_match)
{
    uint64_t kinds[3] = {3, 3, 3};

    CHECK(!dx_places_fit(kinds, 3, (const uint8_t[]){1, 1}, 2, NULL));
    CHECK(dx_places_fit(kinds, 3, (const uint8_t[]){1, 2}, 2, NULL));
    CHECK(dx_places_fit(kinds, 0, (const uint8_t[]){1, 1}, 2, NULL));
}
