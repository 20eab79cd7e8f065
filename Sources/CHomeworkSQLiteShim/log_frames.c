#include "CHomeworkSQLiteShim.h"
#include <stdlib.h>
#include <string.h>

// From the file format: https://www.sqlite.org/fileformat2.html#walformat
enum { header_length = 24, capacity = 16 * (header_length + 4096) };
_Static_assert(capacity >= header_length + 65536, "the largest page has to fit");

// The second word of a frame's header: the size of the database in pages where it commits, otherwise 0.
static int is_commit(const unsigned char *header) { return (header[4] | header[5] | header[6] | header[7]) != 0; }

// Otherwise SQLite fills the last sector with more frames, of which it writes some bytes after the sync.
static int ends_with_commit(sqlite3_file *file) {
  return (file->pMethods->xDeviceCharacteristics(file) & SQLITE_IOCAP_POWERSAFE_OVERWRITE) != 0;
}

int hwdb_flush_log(hwdb_log_frames *frames, sqlite3_file *file) {
  if (frames->length == 0) return SQLITE_OK;
  int code = file->pMethods->xWrite(file, frames->bytes, frames->length, frames->offset);
  if (code != SQLITE_OK) return code;
  frames->offset += frames->length;
  frames->length = 0;
  return SQLITE_OK;
}

void hwdb_drop_log(hwdb_log_frames *frames) {
  free(frames->bytes);
  *frames = (hwdb_log_frames){0};
}

int hwdb_write_log(hwdb_log_frames *frames, sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
  sqlite3_int64 end = frames->offset + frames->length;
  int goes_on = frames->length > 0 && offset == end;
  // Before the end are frames of this transaction that are written again, header or page alone.
  int begins = length == header_length && offset >= end && ends_with_commit(file);
  if (!goes_on || frames->length + length > capacity) {
    int code = hwdb_flush_log(frames, file);
    if (code != SQLITE_OK) return code;
  }
  if (!goes_on && !begins) return file->pMethods->xWrite(file, bytes, length, offset);
  if (!frames->bytes) frames->bytes = malloc(capacity);
  if (!frames->bytes) return SQLITE_IOERR_NOMEM;
  if (frames->length == 0) frames->offset = offset;
  memcpy(frames->bytes + frames->length, bytes, (size_t)length);
  frames->length += length;
  if (begins) frames->commits = is_commit(bytes);
  return !begins && frames->commits ? hwdb_flush_log(frames, file) : SQLITE_OK;
}
