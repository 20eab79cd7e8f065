#pragma once
#include <sqlite3.h>
#include <stddef.h>

// A VFS that wraps another one and forwards the calls that it does not handle. Its files begin with this struct, and
// end with the other's file.
typedef struct {
  sqlite3_file base;
  sqlite3_file *below;
} hwdb_wrapped_file;

// Sets `vfs` up to wrap `under`, with files of `size` bytes before the other's.
void hwdb_wrap_vfs(sqlite3_vfs *vfs, sqlite3_vfs *under, const char *name, size_t size);
// Opens the other's file after the `size` bytes of this one, which are zeros. The caller sets the methods.
int hwdb_wrap_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, size_t size, int flags, int *out);
// Returns methods with shared memory but without xFetch, so that every page read and written is seen.
sqlite3_io_methods hwdb_wrapping_methods(void);
