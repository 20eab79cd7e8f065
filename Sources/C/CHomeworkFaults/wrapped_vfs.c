// Forwards the calls of a VFS to the VFS that it wraps.
#include "wrapped_vfs.h"
#include <string.h>

static sqlite3_file *below(sqlite3_file *file) { return ((hwdb_wrapped_file *)file)->below; }
static const sqlite3_io_methods *methods(sqlite3_file *file) { return below(file)->pMethods; }

static int wrap_close(sqlite3_file *file) { return methods(file)->xClose(below(file)); }
static int wrap_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
  return methods(file)->xRead(below(file), bytes, length, offset);
}
static int wrap_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
  return methods(file)->xWrite(below(file), bytes, length, offset);
}
static int wrap_truncate(sqlite3_file *file, sqlite3_int64 size) { return methods(file)->xTruncate(below(file), size); }
static int wrap_sync(sqlite3_file *file, int flags) { return methods(file)->xSync(below(file), flags); }
static int wrap_size(sqlite3_file *file, sqlite3_int64 *size) { return methods(file)->xFileSize(below(file), size); }
static int wrap_lock(sqlite3_file *file, int kind) { return methods(file)->xLock(below(file), kind); }
static int wrap_unlock(sqlite3_file *file, int kind) { return methods(file)->xUnlock(below(file), kind); }
static int wrap_is_reserved(sqlite3_file *file, int *result) {
  return methods(file)->xCheckReservedLock(below(file), result);
}
static int wrap_control(sqlite3_file *file, int operation, void *argument) {
  return methods(file)->xFileControl(below(file), operation, argument);
}
static int wrap_sector(sqlite3_file *file) { return methods(file)->xSectorSize(below(file)); }
static int wrap_traits(sqlite3_file *file) { return methods(file)->xDeviceCharacteristics(below(file)); }
static int wrap_map(sqlite3_file *file, int region, int size, int extends, void volatile **result) {
  return methods(file)->xShmMap(below(file), region, size, extends, result);
}
static int wrap_map_lock(sqlite3_file *file, int offset, int count, int flags) {
  return methods(file)->xShmLock(below(file), offset, count, flags);
}
static void wrap_barrier(sqlite3_file *file) { methods(file)->xShmBarrier(below(file)); }
static int wrap_unmap(sqlite3_file *file, int deletes) { return methods(file)->xShmUnmap(below(file), deletes); }

sqlite3_io_methods hwdb_wrapping_methods(void) {
  return (sqlite3_io_methods){2,           wrap_close,    wrap_read,        wrap_write,   wrap_truncate, wrap_sync,
                              wrap_size,   wrap_lock,     wrap_unlock,      wrap_is_reserved, wrap_control, wrap_sector,
                              wrap_traits, wrap_map,      wrap_map_lock,    wrap_barrier, wrap_unmap};
}

static sqlite3_vfs *under(sqlite3_vfs *vfs) { return vfs->pAppData; }

int hwdb_wrap_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, size_t size, int flags, int *out) {
  memset(file, 0, size);
  sqlite3_file *inner = (sqlite3_file *)((char *)file + size);
  ((hwdb_wrapped_file *)file)->below = inner;
  return under(vfs)->xOpen(under(vfs), path, inner, flags, out);
}
static int wrap_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
  return under(vfs)->xDelete(under(vfs), path, syncs);
}
static int wrap_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  return under(vfs)->xAccess(under(vfs), path, flags, result);
}
static int wrap_full_path(sqlite3_vfs *vfs, const char *path, int size, char *result) {
  return under(vfs)->xFullPathname(under(vfs), path, size, result);
}
static int wrap_random(sqlite3_vfs *vfs, int size, char *result) {
  return under(vfs)->xRandomness(under(vfs), size, result);
}
static int wrap_sleep(sqlite3_vfs *vfs, int microseconds) { return under(vfs)->xSleep(under(vfs), microseconds); }
static int wrap_time(sqlite3_vfs *vfs, double *result) { return under(vfs)->xCurrentTime(under(vfs), result); }
static int wrap_error(sqlite3_vfs *vfs, int size, char *result) {
  return under(vfs)->xGetLastError ? under(vfs)->xGetLastError(under(vfs), size, result) : 0;
}

void hwdb_wrap_vfs(sqlite3_vfs *vfs, sqlite3_vfs *under, const char *name, size_t size) {
  *vfs = (sqlite3_vfs){.iVersion = 1,
                       .szOsFile = (int)size + under->szOsFile,
                       .mxPathname = under->mxPathname,
                       .zName = name,
                       .pAppData = under,
                       .xDelete = wrap_delete,
                       .xAccess = wrap_access,
                       .xFullPathname = wrap_full_path,
                       .xRandomness = wrap_random,
                       .xSleep = wrap_sleep,
                       .xCurrentTime = wrap_time,
                       .xGetLastError = wrap_error};
}
