// base/base.h -- the few words every other file uses: status, error, promise.
//
// Four kinds of trouble have four answers: our own bug is an assert; a caller
// who breaks a contract meets DX_REQUIRE in every build, and memory that runs
// out (base/memory.h) is a broken contract too: both are a panic; and whatever
// comes from outside (syntax, files, limits) is a dx_status that nobody may
// ignore, with the details in an optional last dx_error:
//
//     dx_error error;
//     if (dx_parse(store, text, &formula, &error) != DX_OK)
//         fprintf(stderr, "%u:%u: %s\n", error.line, error.column,
//                 error.message);

#ifndef DX_BASE_BASE_H
#define DX_BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>

#define DX_MUST_USE __attribute__((warn_unused_result))
#define DX_UNUSED __attribute__((unused)) // a parameter that a contract gives
#define DX_NORETURN __attribute__((noreturn))
#define DX_PRINTF(text, first) __attribute__((format(printf, text, first)))
// For a condition that hardly ever holds.
#define DX_RARE(condition) __builtin_expect((condition), 0)

// X(code, sentence): every status there is.
#define DX_STATUS_LIST(X)                                                      \
    X(OK, "fine")                                                              \
    X(ERR_SYNTAX, "the text does not follow the grammar")                      \
    X(ERR_INPUT, "the input is well formed but makes no sense")                \
    X(ERR_LIMIT, "the answer is larger than the caller allowed")               \
    X(ERR_FILE, "a file could not be read or written")                         \
    X(ERR_MOVE, "the move is not legal here")                                  \
    X(ERR_EMPTY, "nothing is left: every possibility has been excluded")       \
    X(ERR_UNSUPPORTED, "this engine does not answer questions of this kind")   \
    X(ERR_CANCELLED, "the caller asked to stop")

typedef enum dx_status {
#define X(code, sentence) DX_##code,
    DX_STATUS_LIST(X)
#undef X
} dx_status;

// The sentence that belongs to `status`.  Static storage.
const char *dx_status_text(dx_status status);

enum { DX_ERROR_MESSAGE_MAX = 400, DX_ERROR_FILE_MAX = 200 };

// What went wrong and where.  Plain value, nothing to release.  `line` and
// `column` count from 1 and are 0 where there is no place to point at.
typedef struct dx_error {
    unsigned line, column;
    char file[DX_ERROR_FILE_MAX];
    char message[DX_ERROR_MESSAGE_MAX];
} dx_error;

// Fills `error` (which may be NULL) and returns `status`, so that a failing
// function ends in `return dx_fail(...)`.  The file name is left empty: the
// one who opened the file adds it with dx_error_in_file.
dx_status dx_fail(dx_error *error, dx_status status, unsigned line,
                  unsigned column, const char *format, ...) DX_PRINTF(5, 6);

// Names the file in `error` (which may be NULL) unless it has a name already.
void dx_error_in_file(dx_error *error, const char *file);

// A broken promise by the caller of a public function.  Checked in every build.
#define DX_REQUIRE(condition, promise)                                         \
    ((condition) ? (void)0 : dx_require_failed(__func__, promise))

DX_NORETURN void dx_require_failed(const char *function, const char *promise);

// What a thread that calls the library must have of stack, beside its own.
enum { DX_STACK_BYTES = 1 << 20 };

// ---- Panics ----
//
// A panic ends the process with a sentence on stderr, unless the thread has
// said what to do instead:
//
//     static void lose(void *table, const char *what)
//     {
//         note_down(table, what);
//         longjmp(((struct table *)table)->lost, 1);
//     }
//
//     if (setjmp(table->lost) == 0) {
//         dx_on_panic(lose, table);
//         ... calls for this table ...
//         dx_on_panic(NULL, NULL);
//     }
//
// Behind the longjmp the objects that the abandoned call was given to change,
// and what it was making, are in no state to be used or freed: they are lost,
// with their memory.  Everything else is as it was: what a call only reads
// (rules, policies, a const model) and the objects of other tables.  The
// library holds no lock then and has no global state.  docs/library.md has the
// exceptions.

typedef void dx_panic_hook(void *context, const char *what);

// Sets what the calling thread does when it panics; NULL: ends the process.
// The hook is called once, on the stack from which the library was called, and
// is then taken away; `what` lives only as long as the call.  It must not
// return (then the process ends after all), panic, or throw in C++.
void dx_on_panic(dx_panic_hook *hook, void *context);

// Runs run(data), the same done for you: false, with the sentence in `error`
// (which may be NULL), if it panicked and was abandoned.
DX_MUST_USE bool dx_guard(void (*run)(void *data), void *data, dx_error *error);

// Would a panic of this thread come back to somebody?
bool dx_panic_is_caught(void);

DX_NORETURN void dx_panic(const char *format, ...) DX_PRINTF(1, 2);

#endif
