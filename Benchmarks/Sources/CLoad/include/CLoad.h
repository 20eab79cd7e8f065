// A load of requests on a Unix socket, by one thread that does little else, and the least that a server can do which
// keeps what it is told.
#ifndef CLOAD_H
#define CLOAD_H

#include <stdint.h>

// What one connection sends: requests one after the other, each as it stands, from the first again after the last.
struct load_script {
  const char *bytes;
  const uint32_t *lengths;
  uint32_t count;
};

struct load_result {
  uint64_t replies;
  // Replies that begin as an error of JSON-RPC, or of Redis.
  uint64_t errors;
  double seconds;
  // How long each reply took in microseconds, as many as there was room for.
  float *latencies;
  uint64_t latency_room;
};

// Keeps `pipeline` requests in flight on each of `connections` connections, for `seconds` or until each has sent
// `limit` of them (0: no limit). A reply ends with its `newlines`-th LF. 0, or an errno.
int load_run(
    const char *path, int connections, int pipeline, const struct load_script *scripts, int newlines, double seconds,
    uint64_t limit, struct load_result *result);

// Opens so many connections and leaves them open; their descriptors. 0, or an errno.
int load_open(const char *path, int connections, int *descriptors);

// The limit of a durable answer: reads lines, writes as many bytes to a file, fdatasyncs, and answers with as many; all
// that has come since the last round at once, on one thread. Returns an errno, or never.
int load_serve(const char *socket_path, const char *file_path);

#endif
