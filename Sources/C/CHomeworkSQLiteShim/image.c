#include "CHomeworkSQLiteShim.h"

#include <string.h>

int hwdb_open_image(sqlite3 *database, const void *bytes, sqlite3_int64 size) {
  // SQLite frees the bytes with the connection, so it must have allocated them.
  unsigned char *copy = sqlite3_malloc64(size > 0 ? (sqlite3_uint64)size : 1);
  if (!copy) return SQLITE_NOMEM;
  if (size > 0) memcpy(copy, bytes, (size_t)size);
  // A file in memory has no log beside it, so clear the flag that makes SQLite look for one.
  if (size > 19 && copy[18] == 2 && copy[19] == 2) copy[18] = copy[19] = 1;
  const unsigned flags = SQLITE_DESERIALIZE_READONLY | SQLITE_DESERIALIZE_FREEONCLOSE;
  const int code = sqlite3_deserialize(database, "main", copy, size, size, flags);
  if (code != SQLITE_OK) return code;
  return sqlite3_exec(
      database, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON", 0, 0, 0);
}
