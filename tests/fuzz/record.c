// Any bytes are a record, a damaged record or refused; nothing else happens.

#include "game/record.h"

// A fuzz target is one file and the library, so the test game comes along.
#include "games/parlour.c"

static const dx_game *const games[] = {&dx_parlour, NULL};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Hashes of made-up lines never fit, so the fuzzer writes them itself: every
// line is read once as it is and once with the right hash at its end.
static void read_both(const char *text, size_t length)
{
    dx_record *record = NULL;
    dx_error error;
    if (dx_record_rescue(games, text, length, &record, &error) == DX_OK) {
        DX_REQUIRE(record->count == 0 || record->events != NULL, "events");
        dx_match_free(dx_record_match(record, record->count));
    }
    dx_record_free(record);
}

static void add_hashes(const char *text, size_t length, dx_text *out)
{
    char hash[DX_RECORD_HASH] = "";
    for (size_t from = 0, i = 0; i < length; i++)
        if (text[i] == '\n') {
            dx_record_hash(hash, text + from, i - from, hash);
            dx_text_add_part(out, text + from, i - from);
            dx_text_printf(out, ",\"hash\":\"%s\"}\n", hash);
            from = i + 1;
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dx_text text = {0};
    read_both((const char *)data, size);
    add_hashes((const char *)data, size, &text);
    read_both(dx_text_string(&text), text.length);
    dx_text_release(&text);
    return 0;
}
