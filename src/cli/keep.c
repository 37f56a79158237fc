// The check comes before the game and the writing after it, and somebody may
// have made the file in between: so a file that must be new is also opened as
// one.

#include "cli/keep.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static dx_status trouble(const char *path, dx_error *error)
{
    dx_status status =
        dx_fail(error, DX_ERR_FILE, 0, 0, "cannot write: %s", strerror(errno));
    dx_error_in_file(error, path);
    return status;
}

// Is there something that holds no text, such as a pipe or /dev/null?
static bool is_device(const char *path)
{
    struct stat info;
    return strcmp(path, "-") == 0 ||
           (stat(path, &info) == 0 && !S_ISREG(info.st_mode) &&
            !S_ISDIR(info.st_mode));
}

// Can a file be made in the folder of `path`?
static dx_status check_folder(const char *path, dx_error *error)
{
    char *folder = dx_copy_text(path);
    int made = access(dirname(folder), W_OK | X_OK);
    dx_free(folder);
    return made == 0 ? DX_OK : trouble(path, error);
}

dx_status dx_keep_check(const char *path, bool force, dx_error *error)
{
    struct stat info;
    if (is_device(path))
        return DX_OK;
    if (force || lstat(path, &info) != 0)
        return check_folder(path, error);
    dx_status status = dx_fail(error, DX_ERR_INPUT, 0, 0,
                               "there is a file already: --force writes over "
                               "it, or give --record another name");
    dx_error_in_file(error, path);
    return status;
}

// Writes all of it and closes.
static bool write_all(int file, const dx_text *text)
{
    size_t done = 0;
    while (done < text->length) {
        ssize_t written = write(file, text->at + done, text->length - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            break;
        done += (size_t)written;
    }
    return close(file) == 0 && done == text->length;
}

// Beside the file first, so that whatever happens one of the two is whole.
static dx_status replace(const char *path, const dx_text *text, dx_error *error)
{
    dx_text beside = {0};
    dx_text_printf(&beside, "%s.new", path);
    const char *name = dx_text_string(&beside);
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    dx_status status = DX_OK;
    if (file < 0 || !write_all(file, text) || rename(name, path) != 0)
        status = trouble(path, error);
    dx_text_release(&beside);
    return status;
}

dx_status dx_keep_write(const char *path, bool force, const dx_text *text,
                        dx_error *error)
{
    if (strcmp(path, "-") == 0) {
        fwrite(text->at, 1, text->length, stdout);
        return fflush(stdout) == 0 ? DX_OK : trouble(path, error);
    }
    if (force && !is_device(path))
        return replace(path, text, error);
    // Somebody may have made the file since it was checked.
    int flags = is_device(path) ? O_WRONLY : O_WRONLY | O_CREAT | O_EXCL;
    int file = open(path, flags | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST)
        return dx_keep_check(path, force, error);
    if (file < 0 || !write_all(file, text))
        return trouble(path, error);
    return DX_OK;
}
