// Calls that the C library exposes only to GNU programs, or that macOS names differently.
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
  // Do not request the change time: Linux (6.13) gives a file whose time was queried a new one with every write, and
  // then writes that time with every fdatasync(2), as ext4 without a journal does, which takes half as long again.
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
  // The lock is beyond the bytes that SQLite locks, unlike flock(2) on some network file systems. It belongs to the
  // descriptor, not the process, so closing another descriptor does not release it.
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)1 << 40, .l_len = 1};
  return fcntl(descriptor, F_OFD_SETLK, &lock);
}
