// Numbers found by hash, against a plain list as the judge: hashes that
// collide, wrap around the end of the table, and are taken out again.

#include "base/hash.h"
#include "base/index.h"
#include "base/random.h"
#include "base/vector.h"
#include "test.h"

// Is `number` among those of `hash`?
static bool has(const dx_index *index, uint64_t hash, uint32_t number)
{
    dx_probe probe = dx_index_probe(index, hash);
    for (uint32_t n; (n = dx_probe_next(&probe)) != DX_INDEX_NONE;)
        if (n == number)
            return true;
    return false;
}

static size_t count_of(const dx_index *index, uint64_t hash)
{
    size_t count = 0;
    dx_probe probe = dx_index_probe(index, hash);
    while (dx_probe_next(&probe) != DX_INDEX_NONE)
        count++;
    return count;
}

TEST(no_bytes_have_a_hash_wherever_they_lie)
{
    CHECK_EQ(dx_hash_bytes(NULL, 0), dx_hash_bytes("", 0));
    CHECK(dx_hash_bytes(NULL, 0) != dx_hash_bytes("\0", 1));
}

TEST(an_empty_index_has_no_number)
{
    dx_index index = {0};
    CHECK_EQ(count_of(&index, 0), 0);
    dx_index_clear(&index);
    CHECK_EQ(count_of(&index, 0), 0);
    dx_index_release(&index);
}

TEST(an_index_finds_all_numbers_of_one_hash_and_no_others)
{
    dx_index index = {0};
    dx_index_add(&index, 5, 10);
    dx_index_add(&index, 5, 11);
    dx_index_add(&index, 6, 12);
    dx_index_add(&index, 5 + 64, 13); // the same slot at first

    CHECK_EQ(count_of(&index, 5), 2);
    CHECK(has(&index, 5, 10) && has(&index, 5, 11));
    CHECK(has(&index, 6, 12) && has(&index, 5 + 64, 13));
    CHECK_EQ(count_of(&index, 7), 0);
    dx_index_release(&index);
}

TEST(an_index_with_room_reserved_keeps_what_it_has_and_does_not_grow)
{
    dx_index index = {0};
    dx_index_add(&index, 5, 10);
    dx_index_reserve(&index, 300);
    size_t room = index.room;
    CHECK(room >= 600 && has(&index, 5, 10));
    for (uint32_t n = 1; n < 300; n++)
        dx_index_add(&index, dx_hash_mix(n), n);
    CHECK_EQ(index.count, 300);
    dx_index_reserve(&index, 1);
    CHECK_EQ(index.room, room);
    CHECK(has(&index, 5, 10) && has(&index, dx_hash_mix(299), 299));
    dx_index_release(&index);
}

TEST(an_index_grows_and_keeps_what_it_has)
{
    dx_index index = {0};
    for (uint32_t n = 0; n < 5000; n++)
        dx_index_add(&index, dx_hash_mix(n), n);
    CHECK_EQ(index.count, 5000);
    CHECK(index.room >= 10000);
    for (uint32_t n = 0; n < 5000; n++)
        CHECK_THAT(has(&index, dx_hash_mix(n), n), "number %u", n);
    dx_index_clear(&index);
    CHECK_EQ(count_of(&index, dx_hash_mix(7)), 0);
    dx_index_release(&index);
}

static uint64_t hash_at_end(uint32_t n)
{
    return n < 4 ? 63 : 62 + n % 3;
}

// All hashes are of slots at the end of the table, so the cluster wraps around
// and taking out the first must move the others up across the end.
TEST(a_number_taken_out_cuts_nothing_off)
{
    dx_index index = {0};
    for (uint32_t n = 0; n < 8; n++)
        dx_index_add(&index, hash_at_end(n), n);
    CHECK_EQ(index.room, 64);
    for (uint32_t out = 0; out < 8; out++) {
        dx_index_remove(&index, hash_at_end(out), out);
        for (uint32_t n = 0; n < 8; n++)
            CHECK_THAT(has(&index, hash_at_end(n), n) == (n > out),
                       "number %u after %u", n, out);
    }
    dx_index_release(&index);
}

// Few different hashes, so that clusters are long; added and taken out at
// random.
TEST(an_index_agrees_with_a_list_whatever_is_added_and_taken_out)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        CHECKING_SEED(seed);
        dx_random random = dx_random_named(seed, 0, 0);
        dx_index index = {0};
        DX_VECTOR(uint32_t) list = {0};
        uint32_t next = 0;
        for (size_t step = 0; step < 600; step++) {
            if (list.count == 0 || dx_random_below(&random, 5) < 3) {
                dx_vector_push(&list, next);
                dx_index_add(&index, next % 37, next);
                next++;
            } else {
                size_t i = dx_random_below(&random, list.count);
                uint32_t out = list.at[i];
                list.at[i] = list.at[--list.count];
                dx_index_remove(&index, out % 37, out);
                CHECK_THAT(!has(&index, out % 37, out), "seed %d", (int)seed);
            }
        }
        CHECK_THAT(index.count == list.count, "seed %d", (int)seed);
        for (size_t i = 0; i < list.count; i++)
            CHECK_THAT(has(&index, list.at[i] % 37, list.at[i]), "seed %d",
                       (int)seed);
        dx_vector_release(&list);
        dx_index_release(&index);
    }
}
