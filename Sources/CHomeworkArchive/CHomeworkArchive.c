#include "CHomeworkArchive.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

// Each function that is used, under its own name and type.
#define EACH_FUNCTION(use)                                                                                       \
  use(archive_read_new) use(archive_read_free) use(archive_read_open_memory) use(archive_read_next_header)        \
  use(archive_read_support_format_zip_seekable) use(archive_read_support_format_raw)                             \
  use(archive_read_support_filter_zstd) use(archive_read_data) use(archive_entry_pathname_utf8)                  \
  use(archive_entry_filetype) use(archive_entry_is_encrypted)

#define DECLARE(name) __typeof__(name) *name;
static struct { EACH_FUNCTION(DECLARE) } library;
static int is_loaded;

static void load(void) {
  void *handle = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return;
#define FIND(name) if (!(library.name = (__typeof__(name) *)dlsym(handle, #name))) return;
  EACH_FUNCTION(FIND)
  is_loaded = 1;
}

struct hwdb_archive {
  struct archive *reader;
  struct archive_entry *entry;
  int is_open;
};

struct hwdb_archive *hwdb_archive_open(const void *bytes, size_t count, int kind) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (!is_loaded) return NULL;
  struct hwdb_archive *archive = calloc(1, sizeof *archive);
  if (!archive) return NULL;
  archive->reader = library.archive_read_new();
  if (!archive->reader) {
    free(archive);
    return NULL;
  }
  if (kind == HWDB_ARCHIVE_ZSTD) {
    library.archive_read_support_filter_zstd(archive->reader);
    library.archive_read_support_format_raw(archive->reader);
  } else {
    // By its directory, which stands at the end: one that was cut off is not read in part.
    library.archive_read_support_format_zip_seekable(archive->reader);
  }
  archive->is_open = library.archive_read_open_memory(archive->reader, bytes, count) == ARCHIVE_OK;
  return archive;
}

int hwdb_archive_next(struct hwdb_archive *archive) {
  if (!archive->is_open) return -1;
  int code = library.archive_read_next_header(archive->reader, &archive->entry);
  return code == ARCHIVE_EOF ? 0 : code == ARCHIVE_OK || code == ARCHIVE_WARN ? 1 : -1;
}

const char *hwdb_archive_name(struct hwdb_archive *archive) {
  return library.archive_entry_pathname_utf8(archive->entry);
}

int hwdb_archive_is_file(struct hwdb_archive *archive) {
  return library.archive_entry_filetype(archive->entry) == AE_IFREG;
}

int hwdb_archive_is_encrypted(struct hwdb_archive *archive) {
  return library.archive_entry_is_encrypted(archive->entry) != 0;
}

long hwdb_archive_read(struct hwdb_archive *archive, void *bytes, size_t room) {
  long count = library.archive_read_data(archive->reader, bytes, room);
  return count < 0 ? -1 : count;
}

void hwdb_archive_close(struct hwdb_archive *archive) {
  library.archive_read_free(archive->reader);
  free(archive);
}
