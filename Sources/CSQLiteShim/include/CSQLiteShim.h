#pragma once
#include <sqlite3.h>

// What Swift cannot write: SQLITE_TRANSIENT is a cast of −1 to a function pointer.
static inline int hwdb_bind_text(sqlite3_stmt *statement, int index, const void *text, sqlite3_uint64 length) {
  return sqlite3_bind_text64(statement, index, (const char *)text, length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// sqlite3_db_config takes varargs.
static inline int hwdb_keep_log_at_close(sqlite3 *database, int keeps) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

static inline int hwdb_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 length) {
  return sqlite3_bind_blob64(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// SQL function row_checksum(value, …): FNV-1a, 64 bits, over the types and bytes of its arguments. Each of its steps is
// a bijection, so that no change within one byte goes unnoticed.
int hwdb_add_row_checksum(sqlite3 *database);
