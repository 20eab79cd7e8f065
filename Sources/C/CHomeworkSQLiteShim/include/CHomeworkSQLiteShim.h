#pragma once
#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

// Swift cannot express SQLITE_TRANSIENT, a cast of −1 to a function pointer.
static inline int hwdb_bind_text(sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, (const char *)text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// sqlite3_db_config takes varargs.
static inline int hwdb_keep_log_at_close(sqlite3 *database, int keeps) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

// sqlite3_config takes varargs.
static inline int hwdb_stop_counting_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

static inline int hwdb_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// Makes the bytes of a file the content of a database in memory, which cannot be written. Trusts neither its schema nor
// its header. Returns SQLite's code.
int hwdb_open_image(sqlite3 *database, const void *bytes, sqlite3_int64 size);

// The start and the limit of a connection's wait for another's lock.
typedef struct {
  int limit_ms;
  // On the monotonic clock.
  int64_t began_ms;
} hwdb_busy_wait;
// Makes the connection try the lock twice a millisecond. `wait` belongs to the caller, and must live as long as the
// connection is open.
int hwdb_set_busy_wait(sqlite3 *database, hwdb_busy_wait *wait, int limit_ms);
// Waits half a millisecond, after `count` such waits; returns 0 once the time is up. `context` is a hwdb_busy_wait.
int hwdb_look_again(void *context, int count);

// Like rename(2), but fails with EEXIST if `to` exists, and with EINVAL if the file system cannot tell.
int hwdb_rename_to_nothing(const char *from, const char *to);

// Returns the file to which a path leads, following links, and its number of names; −1 if there is none. Unlike
// stat(2), it leaves no trace in a file that is written continuously.
int hwdb_identify(const char *path, uint64_t *device, uint64_t *inode, uint64_t *names);

// Holds a file that is open for writing until this descriptor is closed, including by the death of the process. Fails
// if another descriptor holds it. Does not wait.
int hwdb_hold(int descriptor);
