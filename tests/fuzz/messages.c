// Any bytes are a message of a client, the body of a request, or refused; and a
// hall to which they are said goes on.

#include "server/hall.h"

#include "base/memory.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void submit(void *context, dx_batch *batch)
{
    (void)context;
    dx_batch_free(batch);
}

// Jobs are not thought about, only given back.
static void think(void *context, dx_job *job)
{
    dx_job **last = context;
    job->next = *last;
    *last = job;
}

static void give_back(dx_hall *hall, dx_job **jobs)
{
    while (*jobs != NULL) {
        dx_job *job = *jobs;
        dx_letter *letter = dx_letter_new(DX_LETTER_DONE, 0);
        *jobs = job->next;
        atomic_store(&job->is_cancelled, true);
        letter->job = job;
        dx_hall_receive(hall, letter);
    }
}

static void read_all(const char *text, size_t length)
{
    dx_client_word word;
    dx_wish wish;
    dx_table_wish table;
    unsigned seat;
    char agent[DX_WISH_TEXT], name[DX_PERSON_NAME];
    if (dx_client_word_read(text, length, &word, NULL) == DX_OK)
        dx_wish_release(&word.wish);
    if (dx_wish_read(text, length, &wish, NULL) == DX_OK)
        dx_wish_release(&wish);
    DX_REQUIRE(dx_table_wish_read(text, length, &table, NULL) != DX_OK ||
                   table.seats <= DX_SEATS_MAX,
               "as many seats as there are");
    DX_REQUIRE(dx_seat_wish_read(text, length, &seat, agent, name, NULL) !=
                       DX_OK ||
                   seat <= DX_SEATS_MAX,
               "a seat that there is");
}

static dx_letter *request(const char *path, size_t path_length,
                          const char *body, size_t length)
{
    dx_letter *letter = dx_letter_new(DX_LETTER_WEB, 9);
    dx_web *web = dx_alloc(1, sizeof *web);
    if (path_length >= sizeof web->path)
        path_length = sizeof web->path - 1;
    memcpy(web->path, path, path_length);
    web->is_post = length > 0;
    dx_text_add_part(&web->body, body, length);
    letter->web = web;
    return letter;
}

// A line of the input is said by a guest; one that begins with a slash is a
// request, its body behind the first blank.
static void say(dx_hall *hall, const char *line, size_t length)
{
    const char *blank = memchr(line, ' ', length);
    dx_letter *letter;
    if (length > 0 && line[0] == '/') {
        size_t path = blank != NULL ? (size_t)(blank - line) : length;
        size_t from = blank != NULL ? path + 1 : length;
        letter = request(line, path, line + from, length - from);
    } else {
        letter = dx_letter_new(DX_LETTER_LINE, 1 + length % 3);
        letter->text = dx_copy_text_part(line, length);
        letter->length = length;
    }
    dx_hall_receive(hall, letter);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    dx_store *store;
    dx_hall *hall;
    dx_job *jobs = NULL;
    dx_hall_options options = {.tables_max = 3,
                               .seed = 1,
                               .context = &jobs,
                               .submit = submit,
                               .think = think};
    read_all(text, size);
    DX_REQUIRE(dx_store_open(NULL, DX_SYNC_NORMAL, &store, NULL) == DX_OK,
               "a store in memory");
    options.store = store;
    DX_REQUIRE(dx_hall_new(&options, &hall, NULL) == DX_OK, "a hall");
    static const char table[] = "/api/tables {\"rules\":\"kemps(tiny)\","
                                "\"seats\":[\"anyone\",\"random\"]}";
    say(hall, table, sizeof table - 1);
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end != NULL ? (size_t)(end - text) - at : size - at;
        say(hall, text + at, length);
        give_back(hall, &jobs);
        at += length + 1;
    }
    give_back(hall, &jobs);
    dx_hall_free(hall);
    dx_store_close(store);
    return 0;
}
