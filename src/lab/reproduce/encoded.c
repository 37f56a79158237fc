// Hands are read in blocks, so that what an encoding costs is decoding and not
// a call for every hand.  Filtering moves what it keeps to the front, encoded
// as it is; looking up is a binary search, since every encoding is listed in
// the order of its keys.

#include "lab/reproduce/encoded.h"

#include "base/memory.h"

#include <string.h>

enum { BLOCK = 256 };

struct dx_encoded {
    const dx_encoding *encoding;
    const dx_hand_numbers *numbers;
    unsigned size, bits; // cards of a hand; bits of it here
    size_t count;
    uint8_t *array;
};

static size_t bytes_for(const dx_encoded *list, size_t count)
{
    return (count * list->bits + 7) / 8;
}

dx_encoded *dx_encoded_new(const dx_encoding *encoding,
                           const dx_hand_numbers *numbers, const dx_cards *pool)
{
    dx_encoded *list = dx_alloc(1, sizeof *list);
    list->encoding = encoding;
    list->numbers = numbers;
    list->size = dx_hand_numbers_size(numbers);
    list->bits = encoding->bits(numbers);
    dx_hand_key *keys = dx_hand_keys(pool, list->size, &list->count);
    list->array = dx_alloc(bytes_for(list, list->count) + DX_ENCODED_PAD, 1);
    for (size_t i = 0; i < list->count; i++)
        encoding->put(numbers, list->array, i, keys[i]);
    dx_free(keys);
    return list;
}

dx_encoded *dx_encoded_copy(const dx_encoded *list)
{
    dx_encoded *copy = dx_copy(list, sizeof *list);
    copy->array =
        dx_copy(list->array, bytes_for(list, list->count) + DX_ENCODED_PAD);
    return copy;
}

void dx_encoded_free(dx_encoded *list)
{
    if (list != NULL)
        dx_free(list->array);
    dx_free(list);
}

size_t dx_encoded_count(const dx_encoded *list)
{
    return list->count;
}

size_t dx_encoded_bytes(const dx_encoded *list)
{
    return bytes_for(list, list->count);
}

static size_t read_block(const dx_encoded *list, size_t first,
                         dx_hand_key keys[BLOCK])
{
    size_t count = list->count - first < BLOCK ? list->count - first : BLOCK;
    list->encoding->get(list->numbers, list->array, first, count, keys);
    return count;
}

dx_hand_key dx_encoded_at(const dx_encoded *list, size_t i)
{
    dx_hand_key key;
    DX_REQUIRE(i < list->count, "a hand of the list");
    list->encoding->get(list->numbers, list->array, i, 1, &key);
    return key;
}

// Can the cards of the set `left` be put into the slots from `slot` on?
static bool search(const dx_slots *slots, const uint8_t *cards, unsigned slot,
                   unsigned left)
{
    if (slot == slots->count)
        return true;
    for (unsigned rest = left; rest != 0; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        if (slots->kinds[slot] >> cards[i] & 1 &&
            search(slots, cards, slot + 1, left & ~(1U << i)))
            return true;
    }
    return false;
}

static unsigned order_fits(const dx_slots *slots, const uint8_t *cards)
{
    unsigned fits = 1;
    for (unsigned slot = 0; slot < slots->count; slot++)
        fits &= (unsigned)(slots->kinds[slot] >> cards[slot]);
    return fits & 1;
}

// How many of the orders of the first `free` cards fit (Heap 1963).
static unsigned orders(const dx_slots *slots, uint8_t *cards, unsigned free)
{
    if (free <= 1)
        return order_fits(slots, cards);
    unsigned fits = orders(slots, cards, free - 1);
    for (unsigned i = 0; i + 1 < free; i++) {
        unsigned other = free % 2 == 0 ? i : 0;
        uint8_t card = cards[other];
        cards[other] = cards[free - 1];
        cards[free - 1] = card;
        fits += orders(slots, cards, free - 1);
    }
    return fits;
}

static bool fits(const dx_slots *slots, dx_hand_key key, dx_fit fit)
{
    uint8_t cards[DX_ENCODED_SIZE];
    dx_hand_key_cards(key, slots->count, cards);
    return fit == DX_FIT_SEARCH
               ? search(slots, cards, 0, (1U << slots->count) - 1)
               : orders(slots, cards, slots->count) > 0;
}

void dx_encoded_filter(dx_encoded *list, const dx_slots *slots, dx_fit fit)
{
    DX_REQUIRE(slots->count == list->size, "a slot for each card");
    dx_hand_key keys[BLOCK];
    size_t kept = 0, count;
    for (size_t first = 0; first < list->count; first += count) {
        count = read_block(list, first, keys);
        for (size_t i = 0; i < count; i++)
            if (fits(slots, keys[i], fit))
                dx_encoding_move(list->encoding, list->numbers, list->array,
                                 first + i, kept++);
    }
    list->count = kept;
}

size_t dx_encoded_find(const dx_encoded *list, dx_hand_key key)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        dx_hand_key at = dx_encoded_at(list, middle);
        if (at == key)
            return middle;
        if (at < key)
            low = middle + 1;
        else
            high = middle;
    }
    return SIZE_MAX;
}

// Draws the cards one after the other: each run of r equal cards among n
// copies in n (n - 1) ... (n - r + 1) / r! ways.
static unsigned ways(const uint8_t *cards, unsigned size, const dx_cards *pool)
{
    unsigned product = 1, run = 0;
    for (unsigned i = 0; i < size; i++) {
        run = i > 0 && cards[i] == cards[i - 1] ? run + 1 : 0;
        unsigned copies = pool->count[cards[i]];
        product = copies > run ? product * (copies - run) / (run + 1) : 0;
    }
    return product;
}

uint64_t dx_encoded_weigh(const dx_encoded *list, const dx_cards *pool,
                          uint64_t out_weight[DX_ENCODED_KINDS])
{
    dx_hand_key keys[BLOCK];
    uint8_t cards[DX_ENCODED_SIZE];
    uint64_t all = 0;
    size_t count;
    memset(out_weight, 0, DX_ENCODED_KINDS * sizeof *out_weight);
    for (size_t first = 0; first < list->count; first += count) {
        count = read_block(list, first, keys);
        for (size_t i = 0; i < count; i++) {
            dx_hand_key_cards(keys[i], list->size, cards);
            unsigned weight = ways(cards, list->size, pool);
            all += weight;
            for (unsigned c = 0; c < list->size; c++)
                out_weight[cards[c]] += weight;
        }
    }
    return all;
}
