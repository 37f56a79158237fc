// The log of a store whose server was killed, before SQLite reads it.
//
// SQLite reads a write-ahead log up to its first frame whose sum does not fit
// and forgets the rest, which is right where a commit was cut short.  But a bit
// that has changed in the middle looks the same, and then games are as they
// were before moves that were acknowledged, and nothing in the file contradicts
// them.  How far the log was acknowledged stands elsewhere: in the file -shm,
// which a process that is killed leaves behind, with a sum of its own, written
// when a commit was on disk.  Where the log as SQLite would read it ends before
// that, the sums of its frames are made anew, up to there: then all of it is
// read, and what is damaged is a page, of which the chains of games tell whose
// it is.  Without -shm the log itself is asked: behind a commit that does not
// fit nothing is written before it was synced, so more frames of this log (its
// salts are in each) tell that it was acknowledged and is damaged.  Both need
// commits that were synced one by one; with DX_SYNC_NORMAL, a power cut may
// have left frames half-written, and the end that SQLite finds stays, but is
// told.
//
// The formats are SQLite's (https://sqlite.org/walformat.html).  Nobody may
// have the store meanwhile, so this looks only when it can be locked.

#include "store/store_private.h"

#include "base/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HEAD = 32,       // bytes before the frames
    FRAME_HEAD = 24, // bytes before each page
    SALTS = 8,
    MAGIC = 0x377f0682, // or one more: sums of big-endian words
    VERSION = 3007000,
    SHARED_HEAD = 48, // of the file -shm, which has two of them
    SHARED_SUM = 40,
};

typedef struct sums {
    uint32_t a, b;
} sums;

typedef struct log_file {
    int file;
    uint8_t *at;
    size_t bytes, page; // of a page
    uint32_t frames;    // that are in the file
    uint32_t sound;     // whose sums fit
    uint32_t whole;     // up to the last commit that SQLite would find
    sums sum;           // of the last frame of these
    bool is_swapped;    // its sums are of words in the other order
    bool has_head;      // its head fits, too
} log_file;

// What was acknowledged.
typedef struct log_mark {
    uint32_t frames, pages, moved;
    uint8_t salts[SALTS];
} log_mark;

// ---- bytes ----

static uint32_t read_big(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 |
           (uint32_t)at[2] << 8 | at[3];
}

static void write_big(uint8_t *at, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint32_t word(const uint8_t *at, bool is_swapped)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return is_swapped ? __builtin_bswap32(value) : value;
}

static bool is_big(void) // this machine
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 0;
}

static sums sum_up(sums from, const uint8_t *at, size_t bytes, bool is_swapped)
{
    for (size_t i = 0; i + 8 <= bytes; i += 8) {
        from.a += word(at + i, is_swapped) + from.b;
        from.b += word(at + i + 4, is_swapped) + from.a;
    }
    return from;
}

static uint8_t *read_all(int file, size_t *out_bytes)
{
    struct stat status;
    size_t bytes = fstat(file, &status) == 0 ? (size_t)status.st_size : 0;
    uint8_t *all = dx_alloc(bytes + 1, 1);
    size_t had = 0;
    for (ssize_t part = 1; had < bytes && part > 0;) {
        part = pread(file, all + had, bytes - had, (off_t)had);
        had += part > 0 ? (size_t)part : 0;
    }
    *out_bytes = had;
    return all;
}

uint64_t dx_store_bytes(const char *path, const char *end)
{
    dx_text name = {0};
    struct stat status;
    dx_text_printf(&name, "%s%s", path, end);
    bool is_there = stat(dx_text_string(&name), &status) == 0;
    dx_text_release(&name);
    return is_there ? (uint64_t)status.st_size : 0;
}

dx_status dx_store_check_lost(const char *path, dx_error *error)
{
    uint64_t bytes = dx_store_bytes(path, "-wal");
    if (bytes == 0 || dx_store_bytes(path, "") > 0)
        return DX_OK;
    return dx_fail(error, DX_ERR_INPUT, 0, 0,
                   "the store is %s, but its log (the same name with -wal, "
                   "%llu bytes) has games in it; put the file back beside it, "
                   "or move the log and -shm away and take a backup; nothing "
                   "was touched",
                   access(path, F_OK) == 0 ? "empty" : "not there",
                   (unsigned long long)bytes);
}

static int open_beside(const char *path, const char *end, int flags)
{
    dx_text name = {0};
    dx_text_printf(&name, "%s%s", path, end);
    int file = open(dx_text_string(&name), flags | O_CLOEXEC);
    dx_text_release(&name);
    return file;
}

// ---- what was acknowledged ----

static bool read_mark(const char *path, log_mark *out, size_t *out_page)
{
    enum {
        IS_INIT = 12,
        PAGE = 14,
        FRAMES = 16,
        PAGES = 20,
        AT_SALTS = 32,
        MOVED = 2 * SHARED_HEAD // frames that are in the file itself
    };
    int file = open_beside(path, "-shm", O_RDONLY);
    size_t bytes = 0;
    bool is_fine = false;
    if (file < 0)
        return false;
    uint8_t *all = read_all(file, &bytes);
    close(file);
    for (unsigned i = 0; i < 2 && bytes >= MOVED + 4 && !is_fine; i++) {
        const uint8_t *at = all + (size_t)i * SHARED_HEAD;
        sums sum = sum_up((sums){0, 0}, at, SHARED_SUM, false);
        uint16_t page;
        memcpy(&page, at + PAGE, sizeof page);
        is_fine = word(at, false) == VERSION && at[IS_INIT] != 0 &&
                  word(at + SHARED_SUM, false) == sum.a &&
                  word(at + SHARED_SUM + 4, false) == sum.b;
        out->frames = word(at + FRAMES, false);
        out->pages = word(at + PAGES, false);
        memcpy(out->salts, at + AT_SALTS, SALTS);
        out->moved = word(all + MOVED, false);
        *out_page = page == 1 ? 65536 : page;
    }
    dx_free(all);
    return is_fine;
}

// ---- the log ----

static uint8_t *frame(const log_file *log, uint32_t i)
{
    return log->at + HEAD + i * (FRAME_HEAD + log->page);
}

static sums sum_of(const log_file *log, const uint8_t *at, sums before)
{
    before = sum_up(before, at, 8, log->is_swapped);
    return sum_up(before, at + FRAME_HEAD, log->page, log->is_swapped);
}

// Walks the frames as SQLite does.
static void walk(log_file *log, const log_mark *mark)
{
    const uint8_t *head = log->at;
    log->is_swapped = ((read_big(head) & 1) != 0) != is_big();
    sums sum = sum_up((sums){0, 0}, head, HEAD - 8, log->is_swapped);
    log->whole = log->sound = 0;
    log->has_head = false;
    log->sum = sum;
    if ((read_big(head) & ~1u) != MAGIC || read_big(head + 4) != VERSION ||
        read_big(head + 8) != log->page || read_big(head + 24) != sum.a ||
        read_big(head + 28) != sum.b)
        return;
    log->has_head = true;
    for (uint32_t i = 0; i < log->frames; i++) {
        const uint8_t *at = frame(log, i);
        sum = sum_of(log, at, sum);
        if (memcmp(at + 8, mark->salts, SALTS) != 0 || read_big(at) == 0 ||
            read_big(at + 16) != sum.a || read_big(at + 20) != sum.b)
            return;
        log->sound = i + 1;
        if (read_big(at + 4) != 0) {
            log->whole = i + 1;
            log->sum = sum;
        }
    }
}

static void count_frames(log_file *log)
{
    log->frames =
        log->bytes < HEAD
            ? 0
            : (uint32_t)((log->bytes - HEAD) / (FRAME_HEAD + log->page));
}

// What was acknowledged, by the log alone: up to its last commit, if frames
// follow one that SQLite would not read.  False: nothing tells of more than it
// reads.  `*out_is_torn`: its last group does not fit, which may be damage or a
// power cut.
static bool infer_mark(log_file *log, log_mark *out, bool *out_is_torn)
{
    enum { AT_SALTS = 16 };
    uint32_t commits = 0, last = 0, beyond = 0;
    count_frames(log);
    if (log->frames == 0)
        return false;
    memcpy(out->salts, log->at + AT_SALTS, SALTS);
    walk(log, out);
    if (!log->has_head) // it was synced before any frame
        memcpy(out->salts, frame(log, 0) + 8, SALTS);
    for (uint32_t i = log->sound; i < log->frames; i++) {
        const uint8_t *at = frame(log, i);
        if (memcmp(at + 8, out->salts, SALTS) != 0)
            continue;
        beyond += commits > 0;
        *out_is_torn |= i > log->sound;
        if (read_big(at + 4) == 0)
            continue;
        commits++;
        last = i + 1;
        out->pages = read_big(at + 4);
    }
    out->frames = last;
    return beyond > 0 || (commits > 0 && !log->has_head);
}

static bool write_at(const log_file *log, const uint8_t *from, size_t bytes)
{
    return pwrite(log->file, from, bytes, from - log->at) == (ssize_t)bytes;
}

// Heads and sums anew, from the first that SQLite would not read to the last
// that was acknowledged.  False: that would not do.
static bool seal(log_file *log, const log_mark *mark)
{
    uint8_t *head = log->at;
    sums sum = log->sum;
    bool is_done = mark->frames <= log->frames;
    if (log->whole == 0 && is_done) {
        write_big(head, MAGIC | is_big());
        write_big(head + 4, VERSION);
        write_big(head + 8, (uint32_t)log->page);
        memcpy(head + 16, mark->salts, SALTS);
        log->is_swapped = false;
        sum = sum_up((sums){0, 0}, head, HEAD - 8, false);
        write_big(head + 24, sum.a);
        write_big(head + 28, sum.b);
        is_done = write_at(log, head, HEAD);
    }
    for (uint32_t i = log->whole; i < mark->frames && is_done; i++) {
        uint8_t *at = frame(log, i);
        if (i + 1 == mark->frames)
            write_big(at + 4, mark->pages);
        memcpy(at + 8, mark->salts, SALTS);
        sum = sum_of(log, at, sum);
        write_big(at + 16, sum.a);
        write_big(at + 20, sum.b);
        is_done = read_big(at) != 0 && write_at(log, at, FRAME_HEAD);
    }
    return is_done && fsync(log->file) == 0;
}

// ---- both ----

static bool look(log_file *log, const log_mark *mark, dx_sync sync,
                 dx_text *noted)
{
    count_frames(log);
    if (log->frames > 0)
        walk(log, mark);
    if (log->whole >= mark->frames ||
        (log->frames == 0 && mark->moved >= mark->frames))
        return false;
    dx_text_printf(
        noted, "the log of the store can be read up to %u of its %u pages; ",
        log->whole, mark->frames);
    bool is_lost = sync != DX_SYNC_FULL || !seal(log, mark);
    dx_text_add(noted, is_lost ? "what was acknowledged last is lost, so that "
                                 "the games that went on are damaged"
                               : "it was read beyond that, and what does not "
                                 "fit the sums of its game is damaged");
    return is_lost;
}

// The size of a page, as the file itself has it; 0: it does not say.
static size_t page_of(int file)
{
    uint8_t two[2] = {0};
    enum { AT = 16 };
    if (pread(file, two, sizeof two, AT) != (ssize_t)sizeof two)
        return 0;
    size_t page = (size_t)two[0] << 8 | two[1];
    return page == 1 ? 65536 : page;
}

// No commit leaves a store with fewer pages, and none is moved into the file
// before the log has it: so a whole log that ends with fewer than the file has
// is one of before.
static bool is_of_before(const log_file *log, int store)
{
    enum { AT = 28 };
    uint8_t four[4] = {0};
    struct stat status;
    if (log->whole == 0 || fstat(store, &status) != 0 ||
        pread(store, four, sizeof four, AT) != (ssize_t)sizeof four)
        return false;
    uint32_t ends = read_big(frame(log, log->whole - 1) + 4);
    return read_big(four) > ends && (uint64_t)status.st_size / log->page > ends;
}

static dx_status read_marked(const char *path, int store, dx_sync sync,
                             dx_text *noted, bool *is_lost, dx_error *error)
{
    log_mark mark = {0};
    log_file log = {.page = 0};
    bool is_torn = false;
    bool is_marked = read_mark(path, &mark, &log.page) && log.page >= 512;
    log.file = open_beside(path, "-wal", O_RDWR);
    if (log.file >= 0)
        log.at = read_all(log.file, &log.bytes);
    if (!is_marked) {
        mark = (log_mark){0};
        log.page = page_of(store);
        is_marked = log.page >= 512 && infer_mark(&log, &mark, &is_torn);
    }
    if (is_marked)
        *is_lost = look(&log, &mark, sync, noted);
    else if (is_torn)
        dx_text_add(noted, "the last pages in the log of the store do not fit: "
                           "a power cut ended what was not acknowledged yet, "
                           "or they are damaged; nothing is left that tells "
                           "which");
    bool is_older = noted->length == 0 && is_of_before(&log, store);
    if (log.file >= 0)
        close(log.file);
    dx_free(log.at);
    return !is_older
               ? DX_OK
               : dx_fail(error, DX_ERR_INPUT, 0, 0,
                         "the log beside the store (the same name with -wal) "
                         "is older than the store, and would undo what was "
                         "kept since; put those that belong together side by "
                         "side, or move the log and -shm away; nothing was "
                         "touched");
}

dx_status dx_store_read_log(const char *path, dx_sync sync, dx_text *noted,
                            bool *is_lost, dx_error *error)
{
    dx_status status = DX_OK;
    int store = open(path, O_RDONLY | O_CLOEXEC);
    *is_lost = false;
    if (store >= 0 && flock(store, LOCK_EX | LOCK_NB) == 0)
        status = read_marked(path, store, sync, noted, is_lost, error);
    if (store >= 0)
        close(store);
    return status;
}
