#pragma once
#include <sqlite3.h>

// A disk: a VFS with its own name around the default one. Its operations are writes, truncations, syncs and deletions
// of the database and its log; shared memory is not on disk.
typedef struct hwdb_disk hwdb_disk;

enum {
  HWDB_DISK_WRITE = 0,
  HWDB_DISK_TRUNCATE = 1,
  HWDB_DISK_SYNC = 2,
  HWDB_DISK_DELETE = 3,
};

// The action that replaces the operation for which the disk is armed.
enum {
  // Sends SIGKILL to the process.
  HWDB_DISK_KILL = 1,
  // This and all later operations fail, and nothing is changed any more.
  HWDB_DISK_DIE = 2,
  HWDB_DISK_FAIL_ONCE = 3,
  HWDB_DISK_FAIL = 4,
  // Half of the write is done before it fails, once.
  HWDB_DISK_SHORT = 5,
};

typedef struct {
  int kind;
  char *path;
  // The new size for a truncation; whether the directory is synced for a deletion.
  sqlite3_int64 offset;
  int length;
  void *bytes;
} hwdb_operation;

hwdb_disk *hwdb_disk_make(void);
// Returns the name of the VFS.
const char *hwdb_disk_name(hwdb_disk *disk);
// All connections on it must be closed first.
void hwdb_disk_free(hwdb_disk *disk);
// Arms the operation of this number, counted from now: 1 is the next; 0 disarms.
void hwdb_disk_arm(hwdb_disk *disk, sqlite3_int64 operations, int action, int code);
void hwdb_disk_die(hwdb_disk *disk);
int hwdb_disk_is_dead(hwdb_disk *disk);
sqlite3_int64 hwdb_disk_count(hwdb_disk *disk);
// Calls `step` before every read, write, lock and access to shared memory, until it is NULL.
void hwdb_disk_set_step(hwdb_disk *disk, void (*step)(void *), void *context);
// Records every operation, and leaves syncing to the caller that replays them.
void hwdb_disk_set_records(hwdb_disk *disk, int records);
// Reports syncs without doing them: a disk that lies.
void hwdb_disk_set_ignores_sync(hwdb_disk *disk, int ignores);
sqlite3_int64 hwdb_disk_recorded(hwdb_disk *disk);
const hwdb_operation *hwdb_disk_operation(hwdb_disk *disk, sqlite3_int64 index);
void hwdb_disk_forget(hwdb_disk *disk);
