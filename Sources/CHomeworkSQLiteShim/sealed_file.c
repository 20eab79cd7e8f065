// A VFS around another one. Every page of a database carries a checksum in its last eight bytes, which are compared
// whenever a page is read from the file. And a log's index that somebody cuts while it is mapped is an error, not the
// end of the process.
#define _GNU_SOURCE
#include "CHomeworkSQLiteShim.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef sqlite3_uint64 hash_t;

enum { seal_length = 8, header_length = 100, largest_page = 65536, index_region = 32768, writer_lock = 0 };

typedef struct sealed_file {
  hwdb_wrapped_file wrapped;
  const char *path;
  struct sealed_file *database; // of a log: the file that it belongs to; of that file: itself
  struct sealed_file *log;      // of that file, while its log is open
  hwdb_log_frames frames;       // of a log: those that are not in it yet
  int is_sealed;                // what the header says, as of the last look
  int is_told;                  // what the caller says in its place, while a file is made: −1 for nothing
  int *regions, region_count;   // of the log's index, by their places in `regions`
  int header_region;            // one more than the place of the first of them, which begins with the index's header
  int has_lost_index;           // seen by its length
  hwdb_meanwhile meanwhile;     // with each sync of its log
  int portion, unsynced;        // after how many pages they are synced, or 0; how many are not yet
  int ahead;                    // of a log: a descriptor that only has it written ahead of a sync, or −1
} sealed_file;

static sealed_file *of(sqlite3_file *file) { return (sealed_file *)file; }
static sqlite3_file *below(sqlite3_file *file) { return of(file)->wrapped.below; }
static const sqlite3_io_methods *methods_of(sqlite3_file *file) { return below(file)->pMethods; }

// MARK: Checksums

static hash_t rotated(hash_t value) { return value << 29 | value >> 35; }

static hash_t word_at(const unsigned char *bytes) {
  hash_t word;
  memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

// Each step is a bijection of the word that it takes, so that no change within one word goes unnoticed. Four lanes at
// once, so that a page takes a fraction of what it takes to read it. The page's number is part of it: none can stand in
// for another.
static hash_t seal_of(const unsigned char *page, int length, sqlite3_int64 offset) {
  const hash_t prime = 0x9E3779B185EBCA87ULL;
  const hash_t start = ((hash_t)(offset / length) + 1) * prime;
  hash_t a = start, b = start + 1, c = start + 2, d = start + 3;
  // The last group is three words long: the fourth is the checksum itself.
  const unsigned char *last = page + length - 32;
  for (; page < last; page += 32) {
    a = rotated((a ^ word_at(page)) * prime);
    b = rotated((b ^ word_at(page + 8)) * prime);
    c = rotated((c ^ word_at(page + 16)) * prime);
    d = rotated((d ^ word_at(page + 24)) * prime);
  }
  a = rotated((a ^ word_at(page)) * prime);
  b = rotated((b ^ word_at(page + 8)) * prime);
  c = rotated((c ^ word_at(page + 16)) * prime);
  hash_t hash = a * prime;
  hash = (rotated(hash) ^ b) * prime;
  hash = (rotated(hash) ^ c) * prime;
  hash = (rotated(hash) ^ d) * prime;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  hash = __builtin_bswap64(hash);
#endif
  return hash;
}

static int has_seal(const unsigned char *page, int length, sqlite3_int64 offset) {
  hash_t seal = seal_of(page, length, offset);
  return memcmp(page + length - seal_length, &seal, sizeof seal) == 0;
}

static int is_page(int length, sqlite3_int64 offset) {
  return length >= 512 && length <= largest_page && (length & (length - 1)) == 0 && offset % length == 0;
}

// The byte at 20 is how many at the end of each page are not SQLite's.
static int is_sealed_header(const unsigned char *header) {
  return memcmp(header, "SQLite format 3", 16) == 0 && header[20] == seal_length;
}

// What the file says now: another connection may have sealed it, or put an older one in its place.
static void look_at_header(sealed_file *own) {
  unsigned char header[header_length];
  int code = own->wrapped.below->pMethods->xRead(own->wrapped.below, header, header_length, 0);
  own->is_sealed = code == SQLITE_OK && is_sealed_header(header);
}

static int wants_seals(sealed_file *own) { return own->is_told >= 0 ? own->is_told : own->is_sealed; }

static int verify_first(sealed_file *own, unsigned char *page, int length) {
  own->is_sealed = is_sealed_header(page);
  if (own->is_told == 0) return SQLITE_OK;
  if (page[20] == seal_length) return has_seal(page, length, 0) ? SQLITE_OK : SQLITE_IOERR_DATA;
  // Not sealed, or sealed and changed in the very byte that says so.
  unsigned char said = page[20];
  page[20] = seal_length;
  int is_changed = has_seal(page, length, 0);
  page[20] = said;
  return is_changed ? SQLITE_IOERR_DATA : SQLITE_OK;
}

static int verify(sealed_file *own, unsigned char *page, int length, sqlite3_int64 offset) {
  if (offset == 0) return verify_first(own, page, length);
  if (own->is_told < 0 && !own->is_sealed) look_at_header(own);
  if (!wants_seals(own) || has_seal(page, length, offset)) return SQLITE_OK;
  if (own->is_told < 0) look_at_header(own);
  return wants_seals(own) ? SQLITE_IOERR_DATA : SQLITE_OK;
}

// MARK: The log's index

// What is mapped of the indexes of all logs of this process. The handler of SIGBUS reads it, hence no pointers and no
// locks; others change it under the mutex.
static struct {
  _Atomic(uintptr_t) start;
  atomic_int users, is_cut;
  atomic_ullong mapping; // which one it is of all that there ever were
} regions[4096];
static unsigned long long mappings;
// Whether any was ever cut: asked after every read, and nearly never true.
static atomic_int has_cut;
static const int region_limit = sizeof regions / sizeof *regions;
static atomic_int regions_used;
static pthread_mutex_t regions_mutex = PTHREAD_MUTEX_INITIALIZER;

static int is_cut(const sealed_file *own) {
  for (int i = 0; own && i < own->region_count; i++)
    if (atomic_load(&regions[own->regions[i]].is_cut)) return 1;
  return own && own->has_lost_index;
}

static int keep_region(sealed_file *own, int region, void volatile *start) {
  pthread_mutex_lock(&regions_mutex);
  int place = -1, count = atomic_load(&regions_used);
  for (int i = 0; i < count; i++)
    if (atomic_load(&regions[i].start) == (uintptr_t)start) place = i;
  for (int i = 0; place < 0 && i < region_limit; i++)
    if (atomic_load(&regions[i].users) == 0) place = i;
  for (int i = 0; i < own->region_count; i++)
    if (own->regions[i] == place) goto kept;
  int *grown = place < 0 ? NULL : realloc(own->regions, sizeof *grown * (size_t)(own->region_count + 1));
  if (!grown) {
    pthread_mutex_unlock(&regions_mutex);
    return SQLITE_NOMEM;
  }
  own->regions = grown;
  own->regions[own->region_count++] = place;
  if (atomic_fetch_add(&regions[place].users, 1) == 0) {
    atomic_store(&regions[place].is_cut, 0);
    atomic_store(&regions[place].mapping, ++mappings);
    atomic_store(&regions[place].start, (uintptr_t)start);
    if (place >= count) atomic_store(&regions_used, place + 1);
  }
kept:
  if (region == 0) own->header_region = place + 1;
  pthread_mutex_unlock(&regions_mutex);
  return SQLITE_OK;
}

// Before they are unmapped: something else may be mapped there next.
static void drop_regions(sealed_file *own) {
  pthread_mutex_lock(&regions_mutex);
  for (int i = 0; i < own->region_count; i++)
    if (atomic_fetch_sub(&regions[own->regions[i]].users, 1) == 1) atomic_store(&regions[own->regions[i]].start, 0);
  free(own->regions);
  own->regions = NULL;
  own->region_count = own->header_region = 0;
  pthread_mutex_unlock(&regions_mutex);
}

// An index grows by whole regions, from the three bytes to which the first process cuts one that nobody uses. A page
// that is cut in its middle only reads as zeros from there on, without a signal, and so does what another process
// appends again.
static int looks_cut(sealed_file *own) {
  char path[4096];
  struct stat index;
  if (!own->path || strlen(own->path) + 5 > sizeof path) return 0;
  strcpy(path, own->path);
  strcat(path, "-shm");
  if (stat(path, &index) != 0) return 0;
  if (index.st_size % index_region > 3 || index.st_size < (sqlite3_int64)own->region_count * index_region) {
    for (int i = 0; i < own->region_count; i++) atomic_store(&regions[own->regions[i]].is_cut, 1);
    own->has_lost_index = 1;
    atomic_store(&has_cut, 1);
  }
  return own->has_lost_index;
}

// The header stands there twice; a writer changes the second copy first. Its 48 bytes are another after each commit and
// each checkpoint that changes the log, as long as somebody has it mapped: hence the number of the mapping.
static int read_state(const sealed_file *own, hwdb_log_state *state) {
  enum { copy = 48, is_valid = 12 };
  if (!own->header_region || is_cut(own)) return SQLITE_NOTFOUND;
  const unsigned char *header = (const unsigned char *)atomic_load(&regions[own->header_region - 1].start);
  unsigned char second[copy];
  if (!header) return SQLITE_NOTFOUND;
  memcpy(state->header, header, copy);
  atomic_thread_fence(memory_order_seq_cst);
  memcpy(second, header + copy, copy);
  state->mapping = atomic_load(&regions[own->header_region - 1].mapping);
  int is_whole = second[is_valid] && memcmp(state->header, second, copy) == 0 && !is_cut(own);
  return is_whole ? SQLITE_OK : SQLITE_NOTFOUND;
}

static struct sigaction former_action;

// Puts a page of zeros where the file ends now, so that the instruction can go on; whoever reads it is told that it is
// cut.
static void on_bus_error(int signal, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  uintptr_t place = (uintptr_t)info->si_addr;
  int count = info->si_code > 0 ? atomic_load(&regions_used) : 0;
  for (int i = 0; i < count; i++) {
    uintptr_t start = atomic_load(&regions[i].start);
    if (!start || place < start || place >= start + index_region) continue;
    atomic_store(&regions[i].is_cut, 1);
    atomic_store(&has_cut, 1);
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *hole = (void *)(place & ~(page - 1));
    if (mmap(hole, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) break;
    errno = error;
    return;
  }
  // Not ours: what was to be done before is done when the instruction fails again.
  sigaction(signal, &former_action, NULL);
  if (info->si_code <= 0) raise(signal);
  errno = error;
}

int hwdb_outlive_cut_index(void) {
  static atomic_int is_done;
  // A second time the handler would become its own former one.
  if (atomic_exchange(&is_done, 1)) return 0;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  return sigaction(SIGBUS, &action, &former_action);
}

// MARK: A file

static int sealed_close(sqlite3_file *file) {
  sealed_file *own = of(file);
  drop_regions(own);
  hwdb_drop_log(&own->frames);
  if (own->database != own && own->database) own->database->log = NULL;
  if (own->ahead >= 0) close(own->ahead);
  return methods_of(file)->xClose(below(file));
}

static int sealed_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
  sealed_file *own = of(file);
  int code = hwdb_flush_log(&own->frames, below(file));
  if (code == SQLITE_OK) code = methods_of(file)->xRead(below(file), bytes, length, offset);
  if (code != SQLITE_OK || own->database != own || !is_page(length, offset)) return code;
  return verify(own, bytes, length, offset);
}

// In a log's mode only a checkpoint writes to the database.
static int write_page(sealed_file *own, const void *bytes, int length, sqlite3_int64 offset) {
  sqlite3_file *file = own->wrapped.below;
  int code = file->pMethods->xWrite(file, bytes, length, offset);
  if (code != SQLITE_OK || own->portion == 0 || ++own->unsynced < own->portion) return code;
  own->unsynced = 0;
  return file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}

static int sealed_write(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
  sealed_file *own = of(file);
  // What was read by way of an index that is cut may be an older page: nothing that follows from it is kept.
  if (is_cut(own->database)) return SQLITE_IOERR_WRITE;
  if (own->database != own) return hwdb_write_log(&own->frames, below(file), bytes, length, offset);
  if (!is_page(length, offset)) return write_page(own, bytes, length, offset);
  if (offset == 0) own->is_sealed = is_sealed_header(bytes);
  else if (own->is_told < 0 && !own->is_sealed) look_at_header(own);
  if (!wants_seals(own)) return write_page(own, bytes, length, offset);
  unsigned char page[largest_page];
  memcpy(page, bytes, (size_t)length);
  hash_t seal = seal_of(page, length, offset);
  memcpy(page + length - seal_length, &seal, sizeof seal);
  return write_page(own, page, length, offset);
}

static int sealed_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (is_cut(of(file)->database)) return SQLITE_IOERR_TRUNCATE;
  int code = hwdb_flush_log(&of(file)->frames, below(file));
  return code == SQLITE_OK ? methods_of(file)->xTruncate(below(file), size) : code;
}

static int sealed_size(sqlite3_file *file, sqlite3_int64 *size) {
  int code = hwdb_flush_log(&of(file)->frames, below(file));
  return code == SQLITE_OK ? methods_of(file)->xFileSize(below(file), size) : code;
}

// Has the disk begin to write, for the sync to wait for the rest of it. An error is left for that to tell: hence a
// descriptor of its own, with which the system remembers what it has told. The log has no locks that would go with it.
static void begin_to_write(sealed_file *log) {
#ifdef SYNC_FILE_RANGE_WRITE
  if (log->ahead < 0 && log->path) log->ahead = open(log->path, O_RDONLY | O_CLOEXEC);
  if (log->ahead >= 0) (void)sync_file_range(log->ahead, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
  (void)log;
#endif
}

static int sealed_sync(sqlite3_file *file, int flags) {
  // A checkpoint that read an index that is cut has not moved everything. What stands in the log was right when it was
  // written.
  if (of(file)->database == of(file) && is_cut(of(file))) return SQLITE_IOERR_FSYNC;
  int code = hwdb_flush_log(&of(file)->frames, below(file));
  if (code != SQLITE_OK) return code;
  sealed_file *database = of(file)->database;
  if (database != of(file) && database->meanwhile.call) {
    begin_to_write(of(file));
    database->meanwhile.call(database->meanwhile.argument);
  }
  return methods_of(file)->xSync(below(file), flags);
}

static int sealed_lock(sqlite3_file *file, int kind) {
  // The last connection takes the lock to move the log into the file and to delete it: not by an index that is cut.
  if (kind > SQLITE_LOCK_SHARED && is_cut(of(file))) return SQLITE_IOERR_LOCK;
  return methods_of(file)->xLock(below(file), kind);
}

static int sealed_control(sqlite3_file *file, int operation, void *argument) {
  sealed_file *own = of(file);
  switch (operation) {
  case HWDB_FILE_SET_SEALED:
    own->is_told = *(int *)argument;
    return SQLITE_OK;
  case HWDB_FILE_IS_INDEX_CUT:
    *(int *)argument = is_cut(own) || (*(int *)argument && own->region_count > 0 && looks_cut(own));
    return SQLITE_OK;
  case HWDB_FILE_READ_STATE:
    return read_state(own, argument);
  case HWDB_FILE_SET_MEANWHILE:
    own->meanwhile = *(hwdb_meanwhile *)argument;
    return SQLITE_OK;
  case HWDB_FILE_SET_PORTION:
    own->portion = *(int *)argument;
    own->unsynced = 0;
    return SQLITE_OK;
  case SQLITE_FCNTL_CKPT_START:
    look_at_header(own);
    break;
  }
  return methods_of(file)->xFileControl(below(file), operation, argument);
}

static int sealed_map(sqlite3_file *file, int region, int size, int extends, void volatile **result) {
  sealed_file *own = of(file);
  // Before it grows, and after the first look at it, in which an index that nobody uses is emptied.
  if (is_cut(own) || (extends && looks_cut(own))) return SQLITE_IOERR_SHMMAP;
  int code = methods_of(file)->xShmMap(below(file), region, size, extends, result);
  if (code == SQLITE_OK && !extends && looks_cut(own)) code = SQLITE_IOERR_SHMMAP;
  if (code == SQLITE_OK && *result) code = keep_region(own, region, *result);
  if (code == SQLITE_OK && is_cut(own)) code = SQLITE_IOERR_SHMMAP;
  if (code != SQLITE_OK) *result = NULL;
  return code;
}

static int sealed_map_lock(sqlite3_file *file, int offset, int count, int flags) {
  sealed_file *log = of(file)->log;
  if ((flags & SQLITE_SHM_LOCK) && is_cut(of(file))) return SQLITE_IOERR_SHMLOCK;
  // Once the writer's lock is given back, the places of frames that were not committed are another's.
  if (log && offset == writer_lock && flags == (SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE)) hwdb_drop_log(&log->frames);
  return methods_of(file)->xShmLock(below(file), offset, count, flags);
}

static int sealed_unmap(sqlite3_file *file, int deletes) {
  drop_regions(of(file));
  of(file)->has_lost_index = 0;
  return methods_of(file)->xShmUnmap(below(file), deletes);
}

static sqlite3_io_methods methods;

static void make_methods(void) {
  methods = hwdb_wrapping_methods();
  methods.xClose = sealed_close;
  methods.xRead = sealed_read;
  methods.xWrite = sealed_write;
  methods.xTruncate = sealed_truncate;
  methods.xFileSize = sealed_size;
  methods.xSync = sealed_sync;
  methods.xLock = sealed_lock;
  methods.xFileControl = sealed_control;
  methods.xShmMap = sealed_map;
  methods.xShmLock = sealed_map_lock;
  methods.xShmUnmap = sealed_unmap;
}

// MARK: The VFS

static int sealed_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
  sqlite3_vfs *under = vfs->pAppData;
  // Journals and what is temporary are as they were.
  if (!(flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL))) return under->xOpen(under, path, file, flags, out);
  int code = hwdb_wrap_open(vfs, path, file, sizeof(sealed_file), flags, out);
  if (code != SQLITE_OK) return code;
  sealed_file *own = of(file);
  own->path = path;
  own->is_told = own->ahead = -1;
  own->database = flags & SQLITE_OPEN_WAL ? of(sqlite3_database_file_object(path)) : own;
  own->database->log = own == own->database ? NULL : own;
  file->pMethods = &methods;
  return SQLITE_OK;
}

int hwdb_register_sealed(sqlite3_vfs *vfs, sqlite3_vfs *under, const char *name) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_methods);
  hwdb_wrap_vfs(vfs, under, name, sizeof(sealed_file));
  vfs->xOpen = sealed_open;
  return sqlite3_vfs_register(vfs, 0);
}

static int registered = SQLITE_ERROR;

static void register_once(void) {
  static sqlite3_vfs vfs;
  registered = sqlite3_initialize();
  if (registered == SQLITE_OK) registered = hwdb_register_sealed(&vfs, sqlite3_vfs_find(NULL), "hwdb");
}

const char *hwdb_sealed_vfs(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_once);
  return registered == SQLITE_OK ? "hwdb" : NULL;
}

int hwdb_is_log_index_cut(sqlite3 *database, int looks_at_size) {
  if (!looks_at_size && !atomic_load(&has_cut)) return 0;
  int argument = looks_at_size;
  int code = sqlite3_file_control(database, "main", HWDB_FILE_IS_INDEX_CUT, &argument);
  return code == SQLITE_OK && argument;
}

int hwdb_set_meanwhile(sqlite3 *database, void (*call)(void *argument), void *argument) {
  hwdb_meanwhile meanwhile = {call, argument};
  return sqlite3_file_control(database, "main", HWDB_FILE_SET_MEANWHILE, &meanwhile);
}

int hwdb_set_checkpoint_portion(sqlite3 *database, int pages) {
  return sqlite3_file_control(database, "main", HWDB_FILE_SET_PORTION, &pages);
}

int hwdb_read_log_state(sqlite3 *database, hwdb_log_state *state) {
  return sqlite3_file_control(database, "main", HWDB_FILE_READ_STATE, state);
}
