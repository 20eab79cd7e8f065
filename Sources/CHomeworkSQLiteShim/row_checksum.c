#include <string.h>

#include "CHomeworkSQLiteShim.h"

typedef sqlite3_uint64 hash_t;

static hash_t mix(hash_t hash, const void *bytes, size_t length) {
  const unsigned char *byte = bytes;
  for (size_t i = 0; i < length; i++) hash = (hash ^ byte[i]) * 0x00000100000001B3ULL;
  return hash;
}

static hash_t mix_value(hash_t hash, sqlite3_value *value) {
  unsigned char type = (unsigned char)sqlite3_value_type(value);
  hash = mix(hash, &type, 1);
  switch (type) {
    case SQLITE_INTEGER: {
      sqlite3_int64 number = sqlite3_value_int64(value);
      return mix(hash, &number, sizeof number);
    }
    case SQLITE_FLOAT: {
      double number = sqlite3_value_double(value);
      return mix(hash, &number, sizeof number);
    }
    case SQLITE_NULL: return hash;
    default: {
      // Hash the length too, so that text cannot move from one value to the next.
      const void *bytes = sqlite3_value_blob(value);
      sqlite3_int64 length = sqlite3_value_bytes(value);
      return mix(mix(hash, &length, sizeof length), bytes, (size_t)length);
    }
  }
}

static sqlite3_int64 checksum_of(int count, sqlite3_value **values) {
  hash_t hash = 0xCBF29CE484222325ULL;
  for (int i = 0; i < count; i++) hash = mix_value(hash, values[i]);
  sqlite3_int64 result;
  memcpy(&result, &hash, sizeof result);
  return result;
}

static void row_checksum(sqlite3_context *context, int count, sqlite3_value **values) {
  sqlite3_result_int64(context, checksum_of(count, values));
}

static void is_as_written(sqlite3_context *context, int count, sqlite3_value **values) {
  const int *verifies = sqlite3_user_data(context);
  // A row without a checksum was written by another program.
  int has_checksum = count > 0 && sqlite3_value_type(values[0]) != SQLITE_NULL;
  if (*verifies && has_checksum && sqlite3_value_int64(values[0]) != checksum_of(count - 1, values + 1)) {
    sqlite3_result_error(context, "a row is not what was written there", -1);
    sqlite3_result_error_code(context, SQLITE_CORRUPT);
    return;
  }
  sqlite3_result_int(context, 1);
}

int hwdb_add_row_checksum(sqlite3 *database, const int *verifies) {
  int code = sqlite3_create_function_v2(
      database, "row_checksum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, 0, row_checksum, 0, 0, 0);
  if (code != SQLITE_OK) return code;
  return sqlite3_create_function_v2(
      database, "is_as_written", -1, SQLITE_UTF8, (void *)verifies, is_as_written, 0, 0, 0);
}
