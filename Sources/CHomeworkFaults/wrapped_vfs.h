#pragma once
#include <sqlite3.h>
#include <stddef.h>

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
