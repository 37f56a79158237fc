#include "store/faulty.h"

#include "test.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <string.h>

// A file of ours: the methods, and behind them the system's own file.
typedef struct faulty_file {
    sqlite3_file base;
    sqlite3_file *real;
} faulty_file;

static struct {
    sqlite3_vfs vfs, *real;
    dx_fault fault;
    atomic_uint step;
    atomic_bool is_lasting, has_struck;
} disk;

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((faulty_file *)file)->real;
}

// Is this the step, if it can have the fault at all?
static bool strikes(bool can)
{
    if (!can || disk.step == 0)
        return false;
    if (disk.step > 1) {
        disk.step--;
        return false;
    }
    disk.step = disk.is_lasting ? 1 : 0;
    disk.has_struck = true;
    return true;
}

static int f_close(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods != NULL ? real->pMethods->xClose(real) : SQLITE_OK;
}

static int f_read(sqlite3_file *file, void *to, int bytes, sqlite3_int64 at)
{
    sqlite3_file *real = real_of(file);
    bool is_reading = disk.fault != DX_FAULT_FULL;
    if (!strikes(is_reading))
        return real->pMethods->xRead(real, to, bytes, at);
    if (disk.fault == DX_FAULT_CORRUPT)
        return SQLITE_CORRUPT;
    if (disk.fault == DX_FAULT_IOERR)
        return SQLITE_IOERR_READ;
    real->pMethods->xRead(real, to, bytes, at);
    memset((char *)to + bytes / 2, 0, (size_t)(bytes - bytes / 2));
    return SQLITE_IOERR_SHORT_READ;
}

static int f_write(sqlite3_file *file, const void *from, int bytes,
                   sqlite3_int64 at)
{
    sqlite3_file *real = real_of(file);
    if (strikes(disk.fault == DX_FAULT_FULL))
        return SQLITE_FULL;
    if (strikes(disk.fault == DX_FAULT_IOERR)) {
        real->pMethods->xWrite(real, from, bytes / 2, at); // half of it
        return SQLITE_IOERR_WRITE;
    }
    return real->pMethods->xWrite(real, from, bytes, at);
}

static int f_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    sqlite3_file *real = real_of(file);
    return strikes(disk.fault == DX_FAULT_IOERR)
               ? SQLITE_IOERR_TRUNCATE
               : real->pMethods->xTruncate(real, size);
}

static int f_sync(sqlite3_file *file, int flags)
{
    sqlite3_file *real = real_of(file);
    return strikes(disk.fault == DX_FAULT_IOERR)
               ? SQLITE_IOERR_FSYNC
               : real->pMethods->xSync(real, flags);
}

static int f_size(sqlite3_file *file, sqlite3_int64 *size)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xFileSize(real, size);
}

static int f_lock(sqlite3_file *file, int how)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xLock(real, how);
}

static int f_unlock(sqlite3_file *file, int how)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xUnlock(real, how);
}

static int f_reserved(sqlite3_file *file, int *out)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xCheckReservedLock(real, out);
}

static int f_control(sqlite3_file *file, int what, void *with)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xFileControl(real, what, with);
}

static int f_sector(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xSectorSize(real);
}

static int f_device(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xDeviceCharacteristics(real);
}

static int f_shm_map(sqlite3_file *file, int page, int size, int extend,
                     void volatile **out)
{
    sqlite3_file *real = real_of(file);
    if (extend != 0 && strikes(disk.fault == DX_FAULT_FULL)) {
        errno = ENOSPC;
        return SQLITE_IOERR_SHMSIZE;
    }
    return real->pMethods->xShmMap(real, page, size, extend, out);
}

static int f_shm_lock(sqlite3_file *file, int offset, int n, int flags)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xShmLock(real, offset, n, flags);
}

static void f_shm_barrier(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);
    real->pMethods->xShmBarrier(real);
}

static int f_shm_unmap(sqlite3_file *file, int remove)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods->xShmUnmap(real, remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2, // without memory maps: everything is read here
    .xClose = f_close,
    .xRead = f_read,
    .xWrite = f_write,
    .xTruncate = f_truncate,
    .xSync = f_sync,
    .xFileSize = f_size,
    .xLock = f_lock,
    .xUnlock = f_unlock,
    .xCheckReservedLock = f_reserved,
    .xFileControl = f_control,
    .xSectorSize = f_sector,
    .xDeviceCharacteristics = f_device,
    .xShmMap = f_shm_map,
    .xShmLock = f_shm_lock,
    .xShmBarrier = f_shm_barrier,
    .xShmUnmap = f_shm_unmap,
};

static int f_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file,
                  int flags, int *out_flags)
{
    faulty_file *ours = (faulty_file *)file;
    (void)vfs;
    ours->real = (sqlite3_file *)(ours + 1);
    int code = disk.real->xOpen(disk.real, name, ours->real, flags, out_flags);
    ours->base.pMethods = code == SQLITE_OK ? &methods : NULL;
    return code;
}

void dx_faulty_install(void)
{
    disk.real = sqlite3_vfs_find(NULL);
    CHECK(disk.real != &disk.vfs);
    disk.vfs = *disk.real;
    disk.vfs.zName = "faulty";
    disk.vfs.szOsFile = (int)sizeof(faulty_file) + disk.real->szOsFile;
    disk.vfs.xOpen = f_open;
    dx_faulty_arm(DX_FAULT_IOERR, 0, false);
    sqlite3_vfs_register(&disk.vfs, 1);
}

void dx_faulty_remove(void)
{
    sqlite3_vfs_register(disk.real, 1);
    sqlite3_vfs_unregister(&disk.vfs);
}

void dx_faulty_arm(dx_fault fault, unsigned step, bool is_lasting)
{
    disk.fault = fault;
    disk.step = step;
    disk.is_lasting = is_lasting;
    disk.has_struck = false;
}

bool dx_faulty_struck(void)
{
    return disk.has_struck;
}
