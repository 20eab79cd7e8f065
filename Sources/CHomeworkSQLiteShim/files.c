// Calls that the C library shows to GNU programs only, or that macOS names otherwise.
#define _GNU_SOURCE
#include "CHomeworkSQLiteShim.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

int hwdb_rename_to_nothing(const char *from, const char *to) {
#ifdef __linux__
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
#else
  return renamex_np(from, to, RENAME_EXCL);
#endif
}

int hwdb_hold(int descriptor) {
  // Beyond all that SQLite locks, which on some network file systems flock(2) would not be; and of the descriptor, not
  // of the process, so that another one that is closed does not let go of it.
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)1 << 40, .l_len = 1};
  return fcntl(descriptor, F_OFD_SETLK, &lock);
}

#ifdef __GLIBC__
#include <malloc.h>

void hwdb_share_heaps(int most) { mallopt(M_ARENA_MAX, most); }
void hwdb_give_memory_back(void) { malloc_trim(0); }
#else
// Others have one heap for all.
void hwdb_share_heaps(int most) { (void)most; }
void hwdb_give_memory_back(void) {}
#endif
