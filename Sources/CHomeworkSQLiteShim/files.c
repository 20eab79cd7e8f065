// Calls that the C library shows to GNU programs only, or that macOS names otherwise.
#define _GNU_SOURCE
#include "CHomeworkSQLiteShim.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/sysmacros.h>
#endif

int hwdb_rename_to_nothing(const char *from, const char *to) {
#ifdef __linux__
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
#else
  return renamex_np(from, to, RENAME_EXCL);
#endif
}

int hwdb_identify(const char *path, uint64_t *device, uint64_t *inode, uint64_t *names) {
#ifdef __linux__
  struct statx found;
  // Not when it was changed: Linux (6.13) gives a file whose time somebody has seen a new one with every write, and
  // then writes that time with every fdatasync(2), as ext4 without a journal does: half as long again.
  if (statx(AT_FDCWD, path, AT_STATX_SYNC_AS_STAT, STATX_INO | STATX_NLINK, &found) == 0) {
    *device = makedev(found.stx_dev_major, found.stx_dev_minor);
    *inode = found.stx_ino;
    *names = found.stx_nlink;
    return 0;
  }
  if (errno != ENOSYS) return -1;
#endif
  struct stat status;
  if (stat(path, &status) != 0) return -1;
  *device = (uint64_t)status.st_dev;
  *inode = status.st_ino;
  *names = status.st_nlink;
  return 0;
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
