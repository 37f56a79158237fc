// A whole crew, with its threads, over a disk that is full for a while: who
// sits at a table hears so in words, and when there is room everything goes on.
// And over a file that is damaged: what cannot go on is named.

#include "server/crew.h"

#include "base/child.h"
#include "base/memory.h"
#include "store/faulty.h"
#include "test.h"

#include <jansson.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct desk {
    dx_crew *crew;
    pthread_mutex_t lock;
    DX_VECTOR(dx_post *) posts;
    size_t asked; // requests so far
    // Comes when a guest is told that something was not kept, before the hall
    // hears of it.
    dx_letter *then;
} desk;

static void take(void *context, dx_post *first)
{
    desk *d = context;
    if (d->then != NULL && first->text != NULL &&
        strstr(first->text, "\"code\":\"store\"") != NULL) {
        dx_crew_deliver(d->crew, d->then);
        d->then = NULL;
    }
    pthread_mutex_lock(&d->lock);
    while (first != NULL) {
        dx_post *next = first->next;
        dx_vector_push(&d->posts, first);
        first = next;
    }
    pthread_mutex_unlock(&d->lock);
}

// A copy of what a guest was told that has these words in it, or of a close
// ("close CODE"); NULL: nothing yet.
static char *find(desk *d, dx_guest to, const char *words)
{
    char *found = NULL, code[30];
    pthread_mutex_lock(&d->lock);
    for (size_t i = 0; i < d->posts.count; i++) {
        const dx_post *post = d->posts.at[i];
        snprintf(code, sizeof code, "close %d", post->code);
        const char *text = post->kind == DX_POST_CLOSE ? code
                           : post->text != NULL        ? post->text
                                                       : "";
        size_t length =
            post->kind == DX_POST_CLOSE ? strlen(code) : post->length;
        if (post->to == to &&
            memmem(text, length, words, strlen(words)) != NULL) {
            dx_free(found); // the last one counts
            found = dx_copy_text_part(text, length);
        }
    }
    pthread_mutex_unlock(&d->lock);
    return found;
}

// The same, when it comes.
static char *await(desk *d, dx_guest to, const char *words)
{
    enum { TRIES = 6000, PAUSE_US = 10000 };
    char *found = NULL;
    for (unsigned i = 0; i < TRIES && found == NULL; i++) {
        found = find(d, to, words);
        if (found == NULL)
            usleep(PAUSE_US);
    }
    CHECK_THAT(found != NULL, "guest %llu never heard: %s",
               (unsigned long long)to, words);
    return found;
}

static void hear(desk *d, dx_guest to, const char *words)
{
    dx_free(await(d, to, words));
}

static void say(desk *d, dx_guest from, const char *line)
{
    dx_letter *letter = dx_letter_new(DX_LETTER_LINE, from);
    letter->text = dx_copy_text(line);
    letter->length = strlen(line);
    dx_crew_deliver(d->crew, letter);
}

static dx_letter *request(dx_guest guest, const char *path, const char *body)
{
    dx_letter *letter = dx_letter_new(DX_LETTER_WEB, guest);
    letter->web = dx_alloc(1, sizeof *letter->web);
    letter->web->is_post = body != NULL;
    snprintf(letter->web->path, sizeof letter->web->path, "%s", path);
    dx_text_add(&letter->web->body, body != NULL ? body : "");
    return letter;
}

// The answer to a request.
static char *ask(desk *d, const char *path, const char *body)
{
    enum { WEB_GUESTS = 1000 };
    dx_guest guest = WEB_GUESTS + ++d->asked;
    dx_crew_deliver(d->crew, request(guest, path, body));
    return await(d, guest, "{");
}

static void join(desk *d, dx_guest guest, const json_t *made)
{
    char line[200];
    const json_t *seat = json_array_get(json_object_get(made, "seats"), 0);
    snprintf(line, sizeof line,
             "{\"type\":\"join\",\"table\":\"%s\",\"token\":\"%s\"}",
             json_string_value(json_object_get(made, "id")),
             json_string_value(json_object_get(seat, "token")));
    say(d, guest, line);
}

// Makes the first legal move of the turn that the guest was asked last.
static void move(desk *d, dx_guest guest)
{
    char line[300];
    char *told = await(d, guest, "\"type\":\"turn\"");
    json_t *turn = json_loads(told, 0, NULL);
    snprintf(
        line, sizeof line, "{\"type\":\"move\",\"seq\":%lld,\"move\":\"%s\"}",
        (long long)json_integer_value(json_object_get(turn, "seq")),
        json_string_value(json_array_get(json_object_get(turn, "legal"), 0)));
    json_decref(turn);
    dx_free(told);
    say(d, guest, line);
}

static void open_desk(desk *d, dx_store *store)
{
    dx_crew_options options = {.store = store,
                               .tables_max = 10,
                               .threads = 1,
                               .seed = 7,
                               .context = d,
                               .send = take};
    *d = (desk){0};
    pthread_mutex_init(&d->lock, NULL);
    CHECK_EQ(dx_crew_start(&options, &d->crew, NULL), DX_OK);
}

static void close_desk(desk *d)
{
    dx_crew_stop(d->crew);
    for (size_t i = 0; i < d->posts.count; i++)
        dx_post_free(d->posts.at[i]);
    dx_vector_release(&d->posts);
    pthread_mutex_destroy(&d->lock);
}

// The events that a table tells of; -1: it does not tell.
static json_int_t events_of(desk *d, const json_t *made)
{
    char path[100];
    snprintf(path, sizeof path, "/api/tables/%s",
             json_string_value(json_object_get(made, "id")));
    char *answer = ask(d, path, NULL);
    json_t *table = json_loads(answer, 0, NULL);
    const json_t *events = json_object_get(table, "events");
    json_int_t count = events != NULL ? json_integer_value(events) : -1;
    json_decref(table);
    dx_free(answer);
    return count;
}

TEST(full_disks_are_told_in_words_and_heal_by_themselves)
{
    char path[DX_TEST_FILE];
    dx_store *store;
    desk d;
    dx_store_health health;
    dx_test_file(path);
    dx_faulty_install();
    CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &store, NULL), DX_OK);
    open_desk(&d, store);
    char *answer = ask(&d, "/api/tables",
                       "{\"rules\":\"kemps(2-6,limit=60)\",\"seats\":["
                       "\"person\",\"greedy\"]}");
    json_t *made = json_loads(answer, 0, NULL);
    dx_free(answer);
    join(&d, 1, made);
    move(&d, 1);
    hear(&d, 1, "\"seq\":2");
    json_int_t kept = events_of(&d, made);
    char table[100];
    snprintf(table, sizeof table, "/api/tables/%s",
             json_string_value(json_object_get(made, "id")));
    d.then = request(500, table, NULL);
    dx_faulty_arm(DX_FAULT_FULL, 1, true);
    move(&d, 1);
    answer = await(&d, 500, "{");
    CHECK_THAT(strstr(answer, "\"code\":\"store\"") != NULL, "%s", answer);
    dx_free(answer);
    hear(&d, 1, "\"code\":\"store\"");
    for (unsigned i = 0; i < 30; i++) { // nobody hears more of it
        json_int_t told = events_of(&d, made);
        CHECK(told == -1 || told == kept);
    }
    hear(&d, 1, "close 1013");
    join(&d, 2, made); // in vain, and not in silence
    hear(&d, 2, "\"code\":\"store\"");
    answer = ask(&d, "/health", NULL);
    CHECK(strstr(answer, "disk is full") != NULL);
    dx_free(answer);
    answer = ask(&d, "/api/tables", NULL); // it is sound
    CHECK_THAT(strstr(answer, "broken") == NULL, "%s", answer);
    dx_free(answer);
    dx_faulty_arm(DX_FAULT_FULL, 0, false);
    do { // it looks each second
        usleep(50000);
        answer = ask(&d, "/health", NULL);
    } while (strstr(answer, "fine") == NULL ? (dx_free(answer), true) : false);
    dx_free(answer);
    join(&d, 3, made);
    move(&d, 3); // the same turn again: what was not kept did not count
    hear(&d, 3, "\"seq\":3");
    json_decref(made);
    close_desk(&d);
    CHECK_EQ(dx_store_check(store, NULL, NULL, &health, NULL), DX_OK);
    CHECK_EQ(health.faults, 0);
    dx_store_close(store);
    dx_faulty_remove();
}

// ---- a file that is damaged ----

static void forge(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    CHECK_EQ(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 10000);
    CHECK_EQ(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static json_t *make_table(desk *d)
{
    char *answer = ask(d, "/api/tables",
                       "{\"rules\":\"kemps(2-6,limit=60)\",\"seats\":["
                       "\"person\",\"greedy\"]}");
    json_t *made = json_loads(answer, 0, NULL);
    dx_free(answer);
    return made;
}

// Asks until the answer has these words in it.
static void await_answer(desk *d, const char *path, const char *words)
{
    enum { TRIES = 600, PAUSE_US = 100000 };
    bool is_so = false;
    for (unsigned i = 0; i < TRIES && !is_so; i++) {
        char *answer = ask(d, path, NULL);
        is_so = strstr(answer, words) != NULL;
        dx_free(answer);
        if (!is_so)
            usleep(PAUSE_US);
    }
    CHECK_THAT(is_so, "never heard: %s", words);
}

TEST(a_game_that_can_be_read_and_not_be_written_is_named)
{
    char path[DX_TEST_FILE], name[100], table[100];
    dx_store *store;
    desk d;
    dx_test_file(path);
    CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &store, NULL), DX_OK);
    open_desk(&d, store);
    json_t *one = make_table(&d), *two = make_table(&d);
    join(&d, 1, one);
    join(&d, 2, two);
    move(&d, 1);
    hear(&d, 1, "\"seq\":2");
    // As where a page beside the game's last one is damaged.
    forge(path, "CREATE TRIGGER t BEFORE INSERT ON line WHEN new.game = 1 "
                "BEGIN SELECT RAISE(ABORT, 'damaged'); END");
    move(&d, 1);
    hear(&d, 1, "\"code\":\"store\"");
    snprintf(name, sizeof name, "\"broken\":1,\"games\":[\"%s\"]",
             json_string_value(json_object_get(one, "id")));
    await_answer(&d, "/health", name);
    dx_crew_deliver(d.crew, dx_letter_new(DX_LETTER_GONE, 1));
    snprintf(table, sizeof table, "/api/tables/%s",
             json_string_value(json_object_get(one, "id")));
    await_answer(&d, table, "\"damage\":");
    join(&d, 3, one);
    hear(&d, 3, "\"code\":\"broken\"");
    move(&d, 2); // all others go on
    hear(&d, 2, "\"seq\":2");
    json_decref(one);
    json_decref(two);
    close_desk(&d);
    dx_store_close(store);
}

// The page at which a tree of the file begins is none any more.
static void spoil_root(const char *path, const char *name)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    CHECK_EQ(sqlite3_open(path, &db), SQLITE_OK);
    CHECK_EQ(sqlite3_prepare_v2(db,
                                "SELECT rootpage FROM sqlite_master WHERE name "
                                "= ?",
                                -1, &statement, NULL),
             SQLITE_OK);
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    CHECK_EQ(sqlite3_step(statement), SQLITE_ROW);
    long root = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    FILE *file = fopen(path, "r+b");
    CHECK_EQ(fseek(file, (root - 1) * 4096, SEEK_SET), 0);
    CHECK_EQ(fwrite("\0\0\0\0\0\0\0", 1, 8, file), 8);
    fclose(file);
}

TEST(a_damaged_index_is_told_from_the_start)
{
    static const char *const names[] = {"game_state", "sqlite_autoindex_game_1",
                                        "tail"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[DX_TEST_FILE];
        dx_store *store;
        desk d;
        CHECKING("%s", names[i]);
        dx_test_file(path);
        CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &store, NULL), DX_OK);
        open_desk(&d, store);
        json_decref(make_table(&d));
        close_desk(&d);
        dx_store_close(store);
        spoil_root(path, names[i]);
        CHECK_EQ(dx_store_open(path, DX_SYNC_NORMAL, &store, NULL), DX_OK);
        open_desk(&d, store);
        char *health = ask(&d, "/health", NULL);
        CHECK(strstr(health, "the store is damaged: ") != NULL);
        dx_free(health);
        char *lobby = ask(&d, "/api/tables", NULL);
        CHECK_THAT(strstr(lobby, "\"tables\":[") != NULL, "%s", lobby);
        dx_free(lobby);
        json_t *none = make_table(&d);
        CHECK_TEXT(json_string_value(
                       json_object_get(json_object_get(none, "error"), "code")),
                   "store");
        json_decref(none);
        close_desk(&d);
        dx_store_close(store);
    }
}
