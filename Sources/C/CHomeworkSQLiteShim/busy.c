// Waits for another connection's lock.

#include "CHomeworkSQLiteShim.h"
#include <time.h>
#include <unistd.h>

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

// SQLite's own handler waits up to 100 ms between attempts. Beside a connection that writes continuously and releases
// the lock for only a millisecond, it would succeed only by luck.
int hwdb_look_again(void *context, int count) {
  hwdb_busy_wait *wait = context;
  if (count == 0) wait->began_ms = now_ms();
  if (now_ms() - wait->began_ms >= wait->limit_ms) return 0;
  usleep(500);
  return 1;
}

int hwdb_set_busy_wait(sqlite3 *database, hwdb_busy_wait *wait, int limit_ms) {
  wait->limit_ms = limit_ms;
  return sqlite3_busy_handler(database, limit_ms > 0 ? hwdb_look_again : NULL, wait);
}
