// A load of requests on a Unix socket, by one thread that does little else, and the minimal server that stores what it
// receives.
#ifndef CLOAD_H
#define CLOAD_H

#include <stdint.h>

// The requests of one connection, sent unchanged one after another, starting again after the last.
struct load_script {
  const char *bytes;
  const uint32_t *lengths;
  uint32_t count;
};

struct load_result {
  uint64_t replies;
  // The number of replies that begin like an error of JSON-RPC or of Redis.
  uint64_t errors;
  double seconds;
  // The time of each reply in microseconds, up to `latency_room` of them.
  float *latencies;
  uint64_t latency_room;
};

// Keeps `pipeline` requests in flight on each of `connections` connections, for `seconds` or until each has sent
// `limit` of them (0: no limit). A reply ends with its `newlines`-th LF. Returns 0 or an errno.
int load_run(
    const char *path, int connections, int pipeline, const struct load_script *scripts, int newlines, double seconds,
    uint64_t limit, struct load_result *result);

// Opens connections and leaves them open; stores their descriptors. Returns 0 or an errno.
int load_open(const char *path, int connections, int *descriptors);

// The limit of a durable answer: reads lines, writes as many bytes to a file, calls fdatasync, and replies with as
// many. One thread handles everything that arrived since the last round at once. Returns an errno, or never.
int load_serve(const char *socket_path, const char *file_path);

#endif
