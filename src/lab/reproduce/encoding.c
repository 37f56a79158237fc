// Each encoding is a function that writes the key of a hand and one that reads
// a run of them; the rest of the experiment knows keys only.
//
// The number of a hand is the sum, over its kinds, of how many hands come
// before because they have more of that kind: a small table, made once, so that
// a number is computed and not searched for.  The way back is a list of all
// keys.  Arrays of bits are read a word at a time at any bit, which is why they
// have bytes to spare at their end.

#include "lab/reproduce/encoding.h"

#include "base/memory.h"

#include <endian.h>
#include <string.h>

enum { KINDS = DX_ENCODED_KINDS, COPIES = 3, TABLE_BITS = 2 * KINDS };

// ways[k][n]: the hands of n cards of the kinds from k on.
typedef uint32_t hands_from[KINDS + 1][DX_ENCODED_SIZE + 1];

static void count_hands(const dx_cards *pool, hands_from ways)
{
    memset(ways, 0, sizeof(hands_from));
    ways[KINDS][0] = 1;
    for (unsigned kind = KINDS; kind-- > 0;)
        for (unsigned n = 0; n <= DX_ENCODED_SIZE; n++)
            for (unsigned i = 0; i <= pool->count[kind] && i <= n; i++)
                ways[kind][n] += ways[kind + 1][n - i];
}

size_t dx_hands_count(const dx_cards *pool, unsigned size)
{
    hands_from ways;
    DX_REQUIRE(size <= DX_ENCODED_SIZE, "a key has 32 bits");
    count_hands(pool, ways);
    return ways[0][size];
}

// Adds `left` cards of the kinds from `kind` on to `key` in all ways, those
// with the most of the first kind first.
static dx_hand_key *list_hands(const dx_cards *pool, unsigned kind,
                               unsigned left, dx_hand_key key, dx_hand_key *out)
{
    if (left == 0)
        *out++ = key;
    if (left == 0 || kind == KINDS)
        return out;
    unsigned put = 0;
    for (; put < left && put < pool->count[kind]; put++)
        key = key << 5 | kind;
    for (;; put--, key >>= 5) {
        out = list_hands(pool, kind + 1, left - put, key, out);
        if (put == 0)
            return out;
    }
}

dx_hand_key *dx_hand_keys(const dx_cards *pool, unsigned size,
                          size_t *out_count)
{
    *out_count = dx_hands_count(pool, size);
    dx_hand_key *keys = dx_alloc_raw(*out_count, sizeof *keys);
    list_hands(pool, 0, size, 0, keys);
    return keys;
}

struct dx_hand_numbers {
    unsigned size, bits;
    size_t count;
    dx_hand_key *key; // by number
    // How many hands come before one with `copies` of a kind and `left` cards
    // of it and later kinds, if both agree on the kinds before.
    uint32_t before[KINDS][DX_ENCODED_SIZE + 1][COPIES + 1];
};

static void count_before(dx_hand_numbers *n, const dx_cards *deck)
{
    hands_from ways;
    count_hands(deck, ways);
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (unsigned left = 0; left <= n->size; left++)
            for (unsigned copies = 0; copies < COPIES; copies++) {
                uint32_t before = 0;
                for (unsigned more = copies + 1;
                     more <= deck->count[kind] && more <= left; more++)
                    before += ways[kind + 1][left - more];
                n->before[kind][left][copies] = before;
            }
}

dx_hand_numbers *dx_hand_numbers_new(const dx_cards *deck, unsigned size)
{
    dx_hand_numbers *n = dx_alloc(1, sizeof *n);
    n->size = size;
    n->key = dx_hand_keys(deck, size, &n->count);
    while (n->count > (size_t)1 << n->bits)
        n->bits++;
    count_before(n, deck);
    return n;
}

void dx_hand_numbers_free(dx_hand_numbers *numbers)
{
    if (numbers != NULL)
        dx_free(numbers->key);
    dx_free(numbers);
}

unsigned dx_hand_numbers_size(const dx_hand_numbers *numbers)
{
    return numbers->size;
}

size_t dx_hand_numbers_count(const dx_hand_numbers *numbers)
{
    return numbers->count;
}

size_t dx_hand_numbers_bytes(const dx_hand_numbers *numbers)
{
    return sizeof *numbers + numbers->count * sizeof *numbers->key;
}

static uint32_t number_of(const dx_hand_numbers *n, dx_hand_key key)
{
    uint8_t cards[DX_ENCODED_SIZE];
    uint32_t number = 0;
    unsigned left = n->size, at = 0;
    dx_hand_key_cards(key, n->size, cards);
    for (unsigned kind = 0; left > 0; kind++) {
        unsigned copies = 0;
        for (; at < n->size && cards[at] == kind; at++)
            copies++;
        number += n->before[kind][left][copies];
        left -= copies;
    }
    return number;
}

// Bits `at` to `at` + `width` - 1 of an array; at most 57 of them, since they
// begin anywhere in a byte.
static inline uint64_t read_bits(const uint8_t *array, size_t at,
                                 unsigned width)
{
    uint64_t word;
    memcpy(&word, array + at / 8, sizeof word);
    return le64toh(word) >> at % 8 & ((UINT64_C(1) << width) - 1);
}

static void write_bits(uint8_t *array, size_t at, unsigned width,
                       uint64_t value)
{
    uint64_t word, mask = ((UINT64_C(1) << width) - 1) << at % 8;
    memcpy(&word, array + at / 8, sizeof word);
    word = htole64((le64toh(word) & ~mask) | value << at % 8);
    memcpy(array + at / 8, &word, sizeof word);
}

void dx_encoding_move(const dx_encoding *encoding,
                      const dx_hand_numbers *numbers, uint8_t *array,
                      size_t from, size_t to)
{
    unsigned bits = encoding->bits(numbers);
    if (bits % 8 == 0)
        memmove(array + to * bits / 8, array + from * bits / 8, bits / 8);
    else
        write_bits(array, to * bits, bits, read_bits(array, from * bits, bits));
}

// Sorted: the key itself.

static unsigned sorted_bits(const dx_hand_numbers *n)
{
    return 5 * n->size;
}

static void put_sorted_bits(const dx_hand_numbers *n, uint8_t *array, size_t i,
                            dx_hand_key key)
{
    write_bits(array, i * 5 * n->size, 5 * n->size, key);
}

static void get_sorted_bits(const dx_hand_numbers *n, const uint8_t *array,
                            size_t first, size_t count, dx_hand_key *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (dx_hand_key)read_bits(array, (first + i) * 5 * n->size,
                                        5 * n->size);
}

static unsigned sorted_bytes(const dx_hand_numbers *n)
{
    return 8 * n->size;
}

static void put_sorted_bytes(const dx_hand_numbers *n, uint8_t *array, size_t i,
                             dx_hand_key key)
{
    dx_hand_key_cards(key, n->size, array + i * n->size);
}

static void get_sorted_bytes(const dx_hand_numbers *n, const uint8_t *array,
                             size_t first, size_t count, dx_hand_key *out)
{
    const uint8_t *card = array + first * n->size;
    for (size_t i = 0; i < count; i++) {
        out[i] = 0;
        for (unsigned c = 0; c < n->size; c++)
            out[i] = out[i] << 5 | *card++;
    }
}

// Enumerated: a number that has to be looked up.

static unsigned number_bits(const dx_hand_numbers *n)
{
    return n->bits;
}

static void put_number_bits(const dx_hand_numbers *n, uint8_t *array, size_t i,
                            dx_hand_key key)
{
    write_bits(array, i * n->bits, n->bits, number_of(n, key));
}

static void get_number_bits(const dx_hand_numbers *n, const uint8_t *array,
                            size_t first, size_t count, dx_hand_key *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = n->key[read_bits(array, (first + i) * n->bits, n->bits)];
}

static unsigned number_bytes(const dx_hand_numbers *n)
{
    return (n->bits + 7) / 8 * 8;
}

static void put_number_bytes(const dx_hand_numbers *n, uint8_t *array, size_t i,
                             dx_hand_key key)
{
    unsigned bytes = number_bytes(n) / 8;
    uint32_t number = number_of(n, key);
    for (unsigned b = 0; b < bytes; b++)
        array[i * bytes + b] = (uint8_t)(number >> 8 * b);
}

static void get_number_bytes(const dx_hand_numbers *n, const uint8_t *array,
                             size_t first, size_t count, dx_hand_key *out)
{
    unsigned bytes = number_bytes(n) / 8;
    const uint8_t *at = array + first * bytes;
    for (size_t i = 0; i < count; i++) {
        uint32_t number = 0;
        for (unsigned b = 0; b < bytes; b++)
            number |= (uint32_t)*at++ << 8 * b;
        out[i] = n->key[number];
    }
}

// Table: most entries are zero, and are passed over a word at a time.

static unsigned table_bits(const dx_hand_numbers *n)
{
    (void)n;
    return TABLE_BITS;
}

static void put_table_bits(const dx_hand_numbers *n, uint8_t *array, size_t i,
                           dx_hand_key key)
{
    uint64_t table = 0;
    for (unsigned c = 0; c < n->size; c++, key >>= 5)
        table += UINT64_C(1) << 2 * (key & 31);
    write_bits(array, i * TABLE_BITS, TABLE_BITS, table);
}

static void get_table_bits(const dx_hand_numbers *n, const uint8_t *array,
                           size_t first, size_t count, dx_hand_key *out)
{
    (void)n;
    for (size_t i = 0; i < count; i++) {
        uint64_t table = read_bits(array, (first + i) * TABLE_BITS, TABLE_BITS);
        dx_hand_key key = 0;
        while (table != 0) {
            unsigned kind = (unsigned)__builtin_ctzll(table) / 2;
            key = key << 5 | kind;
            table -= UINT64_C(1) << 2 * kind;
        }
        out[i] = key;
    }
}

static unsigned table_bytes(const dx_hand_numbers *n)
{
    (void)n;
    return 8 * KINDS;
}

static void put_table_bytes(const dx_hand_numbers *n, uint8_t *array, size_t i,
                            dx_hand_key key)
{
    memset(array + i * KINDS, 0, KINDS);
    for (unsigned c = 0; c < n->size; c++, key >>= 5)
        array[i * KINDS + (key & 31)]++;
}

// Appends the cards of eight kinds, one byte each, to a key.
static dx_hand_key add_eight(dx_hand_key key, const uint8_t *table,
                             unsigned kind)
{
    uint64_t word;
    memcpy(&word, table + kind, sizeof word);
    for (word = le64toh(word); word != 0;) {
        unsigned byte = (unsigned)__builtin_ctzll(word) / 8;
        key = key << 5 | (kind + byte);
        word -= UINT64_C(1) << 8 * byte;
    }
    return key;
}

static void get_table_bytes(const dx_hand_numbers *n, const uint8_t *array,
                            size_t first, size_t count, dx_hand_key *out)
{
    (void)n;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *table = array + (first + i) * KINDS;
        dx_hand_key key = 0;
        unsigned kind = 0;
        for (; kind + 8 <= KINDS; kind += 8)
            key = add_eight(key, table, kind);
        for (; kind < KINDS; kind++)
            for (unsigned c = 0; c < table[kind]; c++)
                key = key << 5 | kind;
        out[i] = key;
    }
}

const dx_encoding dx_encodings[DX_ENCODINGS] = {
    {"sorted", "bits", false, sorted_bits, put_sorted_bits, get_sorted_bits},
    {"sorted", "bytes", false, sorted_bytes, put_sorted_bytes,
     get_sorted_bytes},
    {"enumerated", "bits", true, number_bits, put_number_bits, get_number_bits},
    {"enumerated", "bytes", true, number_bytes, put_number_bytes,
     get_number_bytes},
    {"table", "bits", false, table_bits, put_table_bits, get_table_bits},
    {"table", "bytes", false, table_bytes, put_table_bytes, get_table_bytes},
};
