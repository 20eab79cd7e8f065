// Reads what lies in an archive that is in memory, through libarchive. The library is loaded with the first archive:
// linked, it and the ten libraries that it needs would take three milliseconds of the start of every program, most of
// which never see one.
#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <stddef.h>

struct hwdb_archive;

enum { HWDB_ARCHIVE_ZIP, HWDB_ARCHIVE_ZSTD };

// NULL where libarchive is not installed, or there is no memory. `bytes` must outlive it.
struct hwdb_archive *hwdb_archive_open(const void *bytes, size_t count, int kind);
// 1: at the next entry. 0: there is none. -1: the archive is damaged, or none.
int hwdb_archive_next(struct hwdb_archive *archive);
// Of the entry at hand; NULL for a name that is no text.
const char *hwdb_archive_name(struct hwdb_archive *archive);
int hwdb_archive_is_file(struct hwdb_archive *archive);
int hwdb_archive_is_encrypted(struct hwdb_archive *archive);
// How many bytes of the entry were read; 0 at its end, -1 where it is damaged.
long hwdb_archive_read(struct hwdb_archive *archive, void *bytes, size_t room);
void hwdb_archive_close(struct hwdb_archive *archive);

#endif
