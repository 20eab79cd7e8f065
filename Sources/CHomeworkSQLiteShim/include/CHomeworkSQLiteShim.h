#pragma once
#include <sqlite3.h>

// What Swift cannot write: SQLITE_TRANSIENT is a cast of −1 to a function pointer.
static inline int hwdb_bind_text(sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, (const char *)text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// sqlite3_db_config takes varargs.
static inline int hwdb_keep_log_at_close(sqlite3 *database, int keeps) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

static inline int hwdb_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// SQL function row_checksum(value, …): FNV-1a, 64 bits, over the types and bytes of its arguments. Each of its steps is
// a bijection, so that no change within one byte goes unnoticed.
int hwdb_add_row_checksum(sqlite3 *database);

// As rename(2), but fails with EEXIST where something is there, and with EINVAL where the file system cannot tell.
int hwdb_rename_to_nothing(const char *from, const char *to);

// Holds a file that is open for writing until this descriptor is closed, the process's death included; fails where
// another descriptor holds it. Does not wait.
int hwdb_hold(int descriptor);

// The VFS for all databases: around the system's own, with a checksum in every page of the files that have room for it.
// NULL where it could not be registered.
const char *hwdb_sealed_vfs(void);
// The same around `under`. `vfs` and `name` are the caller's, who unregisters it.
int hwdb_register_sealed(sqlite3_vfs *vfs, sqlite3_vfs *under, const char *name);

// What its files understand besides SQLite's own controls. Numbers up to 100 are SQLite's.
enum {
  // int: 1 to seal the pages of a file that is being made, 0 not to, -1 to do as its header says.
  HWDB_FILE_SET_SEALED = 0x68770001,
  // int: in, whether to compare the length of the index as well; out, whether it was cut while it was mapped.
  HWDB_FILE_IS_INDEX_CUT = 0x68770002,
};

int hwdb_is_log_index_cut(sqlite3 *database, int looks_at_size);

// From now on SIGBUS in a log's index that somebody cut is an error of whoever reads it. For the program to decide: a
// process has one handler. Signals from elsewhere go to the handler before.
int hwdb_outlive_cut_index(void);

// A disk: a VFS of its own name around the default one. Operations are writes, truncations, syncs and deletions of the
// database and its log; shared memory is not on disk.
typedef struct hwdb_disk hwdb_disk;

enum {
  HWDB_DISK_WRITE = 0,
  HWDB_DISK_TRUNCATE = 1,
  HWDB_DISK_SYNC = 2,
  HWDB_DISK_DELETE = 3,
};

// What it does at the operation for which it is armed, in place of doing it.
enum {
  // SIGKILL for the whole process.
  HWDB_DISK_KILL = 1,
  // Every operation fails from then on, and nothing is changed any more.
  HWDB_DISK_DIE = 2,
  HWDB_DISK_FAIL_ONCE = 3,
  HWDB_DISK_FAIL = 4,
  // Half of the write is done before it fails, once.
  HWDB_DISK_SHORT = 5,
};

typedef struct {
  int kind;
  char *path;
  // Of a truncation the new size; of a deletion whether the directory is synced.
  sqlite3_int64 offset;
  int length;
  void *bytes;
} hwdb_operation;

hwdb_disk *hwdb_disk_make(void);
// Of the VFS.
const char *hwdb_disk_name(hwdb_disk *disk);
// Every connection on it is closed before.
void hwdb_disk_free(hwdb_disk *disk);
// At the operation of this number from now on, 1 for the next; 0 disarms.
void hwdb_disk_arm(hwdb_disk *disk, sqlite3_int64 operations, int action, int code);
void hwdb_disk_die(hwdb_disk *disk);
int hwdb_disk_is_dead(hwdb_disk *disk);
sqlite3_int64 hwdb_disk_count(hwdb_disk *disk);
// Keeps every operation, and leaves syncing to whoever replays them.
void hwdb_disk_set_records(hwdb_disk *disk, int records);
// Says that it has synced, and has not: a disk that lies.
void hwdb_disk_set_ignores_sync(hwdb_disk *disk, int ignores);
sqlite3_int64 hwdb_disk_recorded(hwdb_disk *disk);
const hwdb_operation *hwdb_disk_operation(hwdb_disk *disk, sqlite3_int64 index);
void hwdb_disk_forget(hwdb_disk *disk);
