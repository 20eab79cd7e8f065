#pragma once
#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// What Swift cannot write: SQLITE_TRANSIENT is a cast of −1 to a function pointer.
static inline int hwdb_bind_text(
    sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 length, int copies) {
  return sqlite3_bind_text64(
      statement, index, (const char *)text, length, copies ? SQLITE_TRANSIENT : SQLITE_STATIC, SQLITE_UTF8);
}

// sqlite3_db_config takes varargs.
static inline int hwdb_keep_log_at_close(sqlite3 *database, int keeps) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

// sqlite3_config takes varargs.
static inline int hwdb_stop_counting_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// For many connections with little in each: pages are taken one by one, not twenty at the start.
static inline int hwdb_take_pages_singly(void) { return sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0); }

// Keeps what threads take of memory together, where the C library would give each a heap of its own, most of it empty.
void hwdb_share_heaps(int most);
// Gives back to the system what is free in the midst of them.
void hwdb_give_memory_back(void);

static inline int hwdb_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// SQL function row_checksum(value, …): FNV-1a, 64 bits, over the types and bytes of its arguments. Each of its steps is
// a bijection, so that no change within one byte goes unnoticed.
int hwdb_add_row_checksum(sqlite3 *database);

// Since when a connection waits for another's lock, and for how long it does.
typedef struct {
  int limit_ms;
  struct timespec began;
} hwdb_busy_wait;
// Has it look twice a millisecond whether the lock is free. `wait` is the caller's, for as long as the connection is
// open.
int hwdb_set_busy_wait(sqlite3 *database, hwdb_busy_wait *wait, int limit_ms);

// As rename(2), but fails with EEXIST where something is there, and with EINVAL where the file system cannot tell.
int hwdb_rename_to_nothing(const char *from, const char *to);

// Which file a path leads to, links followed; −1 where nothing is there. Unlike stat(2), it leaves no trace in a file
// that is written all the while.
int hwdb_identify(const char *path, uint64_t *device, uint64_t *inode);

// Holds a file that is open for writing until this descriptor is closed, the process's death included; fails where
// another descriptor holds it. Does not wait.
int hwdb_hold(int descriptor);

// The VFS for all databases: around the system's own, with a checksum in every page of the files that have room for it.
// NULL where it could not be registered.
const char *hwdb_sealed_vfs(void);
// The same around `under`. `vfs` and `name` are the caller's, who unregisters it.
int hwdb_register_sealed(sqlite3_vfs *vfs, sqlite3_vfs *under, const char *name);

// A VFS around another one, which does what it does not do itself. Its files begin with this, and end with the other's.
typedef struct {
  sqlite3_file base;
  sqlite3_file *below;
} hwdb_wrapped_file;

// For `vfs` around `under`, with files of `size` bytes before the other's.
void hwdb_wrap_vfs(sqlite3_vfs *vfs, sqlite3_vfs *under, const char *name, size_t size);
// Opens the other's file after the `size` bytes of this one, which are zeros. The caller sets the methods.
int hwdb_wrap_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, size_t size, int flags, int *out);
// With shared memory, and without xFetch, so that every page that is read and written is seen.
sqlite3_io_methods hwdb_wrapping_methods(void);

// The frames of a transaction that are not in the log yet. SQLite writes each in two calls, its header and its page;
// here they go to the file together, up to 16 pages of 4 KB at a time, and at the latest with the frame that commits.
// Nobody reads a frame before that, but for the connection that wrote it.
typedef struct {
  unsigned char *bytes;
  int length;           // 0 where none waits
  sqlite3_int64 offset; // where they begin in the log, or where the last ones ended
  int commits;          // whether the last header says that its frame is the last of a transaction
} hwdb_log_frames;

// Takes what SQLite writes to the log `file`.
int hwdb_write_log(hwdb_log_frames *frames, sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset);
// Writes what waits; it still does after an error.
int hwdb_flush_log(hwdb_log_frames *frames, sqlite3_file *file);
// The transaction is over. What still waits was not committed: it is forgotten.
void hwdb_drop_log(hwdb_log_frames *frames);

// What its files understand besides SQLite's own controls. Numbers up to 100 are SQLite's.
enum {
  // int: 1 to seal the pages of a file that is being made, 0 not to, -1 to do as its header says.
  HWDB_FILE_SET_SEALED = 0x68770001,
  // int: in, whether to compare the length of the index as well; out, whether it was cut while it was mapped.
  HWDB_FILE_IS_INDEX_CUT = 0x68770002,
  // hwdb_log_state: out, what is committed at this moment.
  HWDB_FILE_READ_STATE = 0x68770003,
  // hwdb_meanwhile: what to do while the disk writes; a `call` of NULL for nothing.
  HWDB_FILE_SET_MEANWHILE = 0x68770004,
  // int: after how many pages written to the database they are synced; 0 to leave it to SQLite.
  HWDB_FILE_SET_PORTION = 0x68770005,
};

// Called with each sync of the log, once the disk has begun to write and before the wait for its end. It must not use
// the connection.
typedef struct {
  void (*call)(void *argument);
  void *argument;
} hwdb_meanwhile;

int hwdb_set_meanwhile(sqlite3 *database, void (*call)(void *argument), void *argument);

// Has checkpoints of this connection sync after each `pages` pages, so that what another connection syncs meanwhile has
// few in front of it. 0 ends that.
int hwdb_set_checkpoint_portion(sqlite3 *database, int pages);

// What is committed: equal ones have the same rows.
typedef struct {
  uint64_t mapping, header[6];
} hwdb_log_state;

// SQLITE_NOTFOUND where the index is not mapped, or is being changed. It takes no lock.
int hwdb_read_log_state(sqlite3 *database, hwdb_log_state *state);

int hwdb_is_log_index_cut(sqlite3 *database, int looks_at_size);

// From now on SIGBUS in a log's index that somebody cut is an error of whoever reads it. For the program to decide: a
// process has one handler. Signals from elsewhere go to the handler before.
int hwdb_outlive_cut_index(void);
