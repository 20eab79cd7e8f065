#pragma once
#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// What Swift cannot write: SQLITE_TRANSIENT is a cast of −1 to a function pointer.
static inline int hwdb_bind_text(sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, (const char *)text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
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
// And is_as_written(checksum, value, …): 1, or the error SQLITE_CORRUPT if the checksum is not that of the values, as
// long as `verifies` is not 0.
int hwdb_add_row_checksum(sqlite3 *database, const int *verifies);

// Since when a connection waits for another's lock, and for how long it does.
typedef struct {
  int limit_ms;
  struct timespec began;
} hwdb_busy_wait;
// Has it look twice a millisecond whether the lock is free. `wait` is the caller's, for as long as the connection is
// open.
int hwdb_set_busy_wait(sqlite3 *database, hwdb_busy_wait *wait, int limit_ms);
// Waits half a millisecond, after `count` such waits; 0 once the time is up. `context` is a hwdb_busy_wait.
int hwdb_look_again(void *context, int count);

// As rename(2), but fails with EEXIST where something is there, and with EINVAL where the file system cannot tell.
int hwdb_rename_to_nothing(const char *from, const char *to);

// Which file a path leads to, links followed, and how many names it has; −1 where nothing is there. Unlike stat(2), it
// leaves no trace in a file that is written all the while.
int hwdb_identify(const char *path, uint64_t *device, uint64_t *inode, uint64_t *names);

// Holds a file that is open for writing until this descriptor is closed, the process's death included; fails where
// another descriptor holds it. Does not wait.
int hwdb_hold(int descriptor);
