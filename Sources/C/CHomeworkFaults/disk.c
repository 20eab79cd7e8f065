// A VFS around the default one that counts, records and can fail operations: the disk of a machine that loses power.
#include "CHomeworkFaults.h"
#include "wrapped_vfs.h"
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct hwdb_disk {
  sqlite3_vfs vfs;
  sqlite3_io_methods methods;
  sqlite3_mutex *mutex;
  sqlite3_int64 count;    // operations so far
  sqlite3_int64 deadline; // the count at which it acts; 0 for never
  int action, code;
  int is_dead, ignores_sync, records;
  hwdb_operation *operations;
  sqlite3_int64 recorded, capacity;
  void (*step)(void *); // called before whatever others could notice
  void *context;
};

enum { system_page = 4096 };

typedef struct {
  hwdb_wrapped_file wrapped;
  hwdb_disk *disk;
  char *path; // its own copy, for what is recorded
} disk_file;

static disk_file *of(sqlite3_file *file) { return (disk_file *)file; }
static sqlite3_file *below(sqlite3_file *file) { return of(file)->wrapped.below; }
static sqlite3_vfs *under(hwdb_disk *disk) { return disk->vfs.pAppData; }

static void record(hwdb_disk *disk, int kind, const char *path, sqlite3_int64 offset, const void *bytes, int length) {
  if (!disk->records) return;
  if (disk->recorded == disk->capacity) {
    sqlite3_int64 capacity = disk->capacity ? disk->capacity * 2 : 256;
    void *grown = realloc(disk->operations, (size_t)capacity * sizeof(hwdb_operation));
    if (!grown) abort(); // a record with a hole would prove nothing
    disk->operations = grown;
    disk->capacity = capacity;
  }
  hwdb_operation *operation = &disk->operations[disk->recorded++];
  *operation = (hwdb_operation){.kind = kind, .path = strdup(path), .offset = offset, .length = length, .bytes = NULL};
  if (bytes) {
    operation->bytes = malloc((size_t)length);
    if (!operation->path || !operation->bytes) abort();
    memcpy(operation->bytes, bytes, (size_t)length);
  }
}

// Counts an operation, and returns SQLITE_OK, or the error that replaces it. Sets `is_short` if half of a write is to
// be done before it fails.
static int reach(hwdb_disk *disk, int *is_short) {
  sqlite3_mutex_enter(disk->mutex);
  int code = SQLITE_OK;
  if (disk->is_dead) {
    code = SQLITE_IOERR;
  } else {
    disk->count++;
    if (disk->deadline && disk->count >= disk->deadline) {
      switch (disk->action) {
      case HWDB_DISK_KILL:
        kill(getpid(), SIGKILL);
        break;
      case HWDB_DISK_DIE:
        disk->is_dead = 1;
        code = SQLITE_IOERR;
        break;
      case HWDB_DISK_SHORT:
        if (is_short) *is_short = 1;
        code = disk->code;
        disk->deadline = 0;
        break;
      case HWDB_DISK_FAIL_ONCE:
        disk->deadline = 0;
        // fall through
      case HWDB_DISK_FAIL:
        code = disk->code;
        break;
      }
    }
  }
  sqlite3_mutex_leave(disk->mutex);
  return code;
}

static void step(sqlite3_file *file) {
  hwdb_disk *disk = of(file)->disk;
  if (disk->step) disk->step(disk->context);
}

static int disk_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
  step(file);
  return below(file)->pMethods->xRead(below(file), bytes, length, offset);
}

static int disk_lock(sqlite3_file *file, int kind) {
  step(file);
  return below(file)->pMethods->xLock(below(file), kind);
}

static int disk_unlock(sqlite3_file *file, int kind) {
  step(file);
  return below(file)->pMethods->xUnlock(below(file), kind);
}

static int disk_map_lock(sqlite3_file *file, int offset, int count, int flags) {
  step(file);
  return below(file)->pMethods->xShmLock(below(file), offset, count, flags);
}

static void disk_barrier(sqlite3_file *file) {
  step(file);
  below(file)->pMethods->xShmBarrier(below(file));
}

// Nothing is mapped. SQLite also calls unfetch between its reads of the index, where it calls nothing else.
static int disk_fetch(sqlite3_file *file, sqlite3_int64 offset, int length, void **bytes) {
  (void)file, (void)offset, (void)length;
  *bytes = NULL;
  return SQLITE_OK;
}

static int disk_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *bytes) {
  (void)offset, (void)bytes;
  step(file);
  return SQLITE_OK;
}

static int disk_close(sqlite3_file *file) {
  int code = below(file)->pMethods ? below(file)->pMethods->xClose(below(file)) : SQLITE_OK;
  free(of(file)->path);
  return code;
}

static int disk_write_part(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
  disk_file *own = of(file);
  step(file);
  int is_short = 0;
  int code = reach(own->disk, &is_short);
  int done = code == SQLITE_OK ? length : is_short ? length / 2 : 0;
  if (done > 0) {
    int written = below(file)->pMethods->xWrite(below(file), bytes, done, offset);
    if (written != SQLITE_OK) return written;
    sqlite3_mutex_enter(own->disk->mutex);
    record(own->disk, HWDB_DISK_WRITE, own->path, offset, bytes, done);
    sqlite3_mutex_leave(own->disk->mutex);
  }
  return code;
}

// Writes in parts, page by page of the file, as the system does. A killed process has done some of them, and a disk
// that loses power has kept some.
static int disk_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
  const char *next = bytes;
  int code = SQLITE_OK;
  while (length > 0 && code == SQLITE_OK) {
    int part = system_page - (int)(offset % system_page);
    if (part > length) part = length;
    code = disk_write_part(file, next, part, offset);
    next += part;
    offset += part;
    length -= part;
  }
  return code;
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size) {
  disk_file *own = of(file);
  step(file);
  int code = reach(own->disk, NULL);
  if (code != SQLITE_OK) return code;
  code = below(file)->pMethods->xTruncate(below(file), size);
  sqlite3_mutex_enter(own->disk->mutex);
  if (code == SQLITE_OK) record(own->disk, HWDB_DISK_TRUNCATE, own->path, size, NULL, 0);
  sqlite3_mutex_leave(own->disk->mutex);
  return code;
}

static int disk_sync(sqlite3_file *file, int flags) {
  disk_file *own = of(file);
  step(file);
  int code = reach(own->disk, NULL);
  if (code != SQLITE_OK) return code;
  if (own->disk->ignores_sync) return SQLITE_OK;
  // If a power loss is only simulated, the recording determines what is on disk afterwards.
  if (!own->disk->records) code = below(file)->pMethods->xSync(below(file), flags);
  sqlite3_mutex_enter(own->disk->mutex);
  if (code == SQLITE_OK) record(own->disk, HWDB_DISK_SYNC, own->path, 0, NULL, 0);
  sqlite3_mutex_leave(own->disk->mutex);
  return code;
}

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
  hwdb_disk *disk = (hwdb_disk *)vfs;
  file->pMethods = NULL;
  if (disk->is_dead) return SQLITE_CANTOPEN;
  char *copy = strdup(path ? path : "");
  if (!copy) return SQLITE_NOMEM;
  int code = hwdb_wrap_open(vfs, path, file, sizeof(disk_file), flags, out);
  if (code != SQLITE_OK) {
    free(copy);
    return code;
  }
  of(file)->disk = disk;
  of(file)->path = copy;
  file->pMethods = &disk->methods;
  return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
  hwdb_disk *disk = (hwdb_disk *)vfs;
  if (disk->step) disk->step(disk->context);
  int code = reach(disk, NULL);
  if (code != SQLITE_OK) return code;
  code = under(disk)->xDelete(under(disk), path, syncs);
  sqlite3_mutex_enter(disk->mutex);
  if (code == SQLITE_OK) record(disk, HWDB_DISK_DELETE, path, syncs, NULL, 0);
  sqlite3_mutex_leave(disk->mutex);
  return code;
}

hwdb_disk *hwdb_disk_make(void) {
  static atomic_int number;
  if (sqlite3_initialize() != SQLITE_OK) return NULL;
  hwdb_disk *disk = calloc(1, sizeof *disk);
  if (!disk) return NULL;
  disk->mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST);
  disk->methods = hwdb_wrapping_methods();
  disk->methods.iVersion = 3;
  disk->methods.xClose = disk_close;
  disk->methods.xRead = disk_read;
  disk->methods.xLock = disk_lock;
  disk->methods.xUnlock = disk_unlock;
  disk->methods.xShmLock = disk_map_lock;
  disk->methods.xShmBarrier = disk_barrier;
  disk->methods.xFetch = disk_fetch;
  disk->methods.xUnfetch = disk_unfetch;
  disk->methods.xWrite = disk_write;
  disk->methods.xTruncate = disk_truncate;
  disk->methods.xSync = disk_sync;
  char *name = sqlite3_mprintf("hwdb-disk-%d", atomic_fetch_add(&number, 1));
  hwdb_wrap_vfs(&disk->vfs, sqlite3_vfs_find(NULL), name, sizeof(disk_file));
  disk->vfs.xOpen = disk_open;
  disk->vfs.xDelete = disk_delete;
  if (!disk->mutex || !disk->vfs.zName || sqlite3_vfs_register(&disk->vfs, 0) != SQLITE_OK) {
    hwdb_disk_free(disk);
    return NULL;
  }
  return disk;
}

const char *hwdb_disk_name(hwdb_disk *disk) { return disk->vfs.zName; }

void hwdb_disk_free(hwdb_disk *disk) {
  sqlite3_vfs_unregister(&disk->vfs);
  sqlite3_mutex_free(disk->mutex);
  hwdb_disk_forget(disk);
  free(disk->operations);
  sqlite3_free((void *)disk->vfs.zName);
  free(disk);
}

void hwdb_disk_arm(hwdb_disk *disk, sqlite3_int64 operations, int action, int code) {
  sqlite3_mutex_enter(disk->mutex);
  disk->deadline = operations > 0 ? disk->count + operations : 0;
  disk->action = action;
  disk->code = code;
  sqlite3_mutex_leave(disk->mutex);
}

void hwdb_disk_die(hwdb_disk *disk) {
  sqlite3_mutex_enter(disk->mutex);
  disk->is_dead = 1;
  sqlite3_mutex_leave(disk->mutex);
}

int hwdb_disk_is_dead(hwdb_disk *disk) {
  sqlite3_mutex_enter(disk->mutex);
  int is_dead = disk->is_dead;
  sqlite3_mutex_leave(disk->mutex);
  return is_dead;
}

sqlite3_int64 hwdb_disk_count(hwdb_disk *disk) {
  sqlite3_mutex_enter(disk->mutex);
  sqlite3_int64 count = disk->count;
  sqlite3_mutex_leave(disk->mutex);
  return count;
}

void hwdb_disk_set_step(hwdb_disk *disk, void (*step)(void *), void *context) {
  disk->step = step;
  disk->context = context;
}

void hwdb_disk_set_records(hwdb_disk *disk, int records) { disk->records = records; }
void hwdb_disk_set_ignores_sync(hwdb_disk *disk, int ignores) { disk->ignores_sync = ignores; }

sqlite3_int64 hwdb_disk_recorded(hwdb_disk *disk) { return disk->recorded; }
const hwdb_operation *hwdb_disk_operation(hwdb_disk *disk, sqlite3_int64 index) { return &disk->operations[index]; }

void hwdb_disk_forget(hwdb_disk *disk) {
  for (sqlite3_int64 index = 0; index < disk->recorded; index++) {
    free(disk->operations[index].path);
    free(disk->operations[index].bytes);
  }
  disk->recorded = 0;
}
