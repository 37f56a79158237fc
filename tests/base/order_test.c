// Numbers sorted by what they stand for, against the definition: every pair in
// its order, those that are alike as they were, none lost.

#include "base/order.h"
#include "base/random.h"
#include "test.h"

static int by_key(const void *x, const void *y, void *context)
{
    const unsigned *key = context;
    unsigned a = key[*(const uint32_t *)x], b = key[*(const uint32_t *)y];
    return (a > b) - (a < b);
}

TEST(numbers_are_ordered_by_what_they_stand_for)
{
    dx_random random = dx_random_named(5, 0, 0);
    for (int round = 0; round < 400; round++) {
        unsigned key[200];
        uint32_t numbers[200];
        size_t count = dx_random_below(&random, 200);
        unsigned keys = 1 + (unsigned)dx_random_below(&random, 300);
        for (uint32_t i = 0; i < count; i++) {
            numbers[i] = i;
            key[i] = (unsigned)dx_random_below(&random, keys);
        }
        dx_order(numbers, count, by_key, key);
        bool is_there[200] = {0};
        for (size_t i = 0; i < count; i++) {
            assert_false(is_there[numbers[i]]);
            is_there[numbers[i]] = true;
            if (i == 0)
                continue;
            assert_true(key[numbers[i - 1]] <= key[numbers[i]]);
            if (key[numbers[i - 1]] == key[numbers[i]])
                assert_true(numbers[i - 1] < numbers[i]);
        }
    }
}
