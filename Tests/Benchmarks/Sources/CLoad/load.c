#include "CLoad.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MAX_PIPELINE = 64 };

struct connection {
  int descriptor;
  uint32_t next;     // of its script
  uint64_t offset;   // of that request in the script's bytes
  uint64_t sent, received;
  int newlines;      // of the reply that is coming
  int at_start;      // of a reply
  double began[MAX_PIPELINE];
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

int load_open(const char *path, int connections, int *descriptors) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  for (int i = 0; i < connections; i++) {
    descriptors[i] = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptors[i] < 0 || connect(descriptors[i], (struct sockaddr *)&address, sizeof address) != 0) return errno;
  }
  return 0;
}

// Sends requests until `pipeline` are in flight, with one write.
static int fill(struct connection *c, const struct load_script *script, int pipeline, uint64_t limit) {
  static _Thread_local char buffer[1 << 20];
  size_t count = 0;
  double time = now();
  while (c->sent - c->received < (uint64_t)pipeline && (limit == 0 || c->sent < limit)) {
    uint32_t length = script->lengths[c->next];
    if (count + length > sizeof buffer) break;
    memcpy(buffer + count, script->bytes + c->offset, length);
    count += length;
    c->offset += length;
    c->began[c->sent % MAX_PIPELINE] = time;
    c->sent++;
    if (++c->next == script->count) c->next = 0, c->offset = 0;
  }
  for (size_t done = 0; done < count;) {
    ssize_t written = send(c->descriptor, buffer + done, count - done, MSG_NOSIGNAL);
    if (written < 0) return errno;
    done += written;
  }
  return 0;
}

static void take(
    struct connection *c, const char *bytes, size_t count, int newlines, struct load_result *result, double time) {
  for (const char *end = bytes + count; bytes < end;) {
    if (c->at_start) {
      if ((end - bytes >= 3 && memcmp(bytes, "{\"e", 3) == 0) || *bytes == '-') result->errors++;
      c->at_start = 0;
    }
    const char *newline = memchr(bytes, '\n', end - bytes);
    if (newline == NULL) return;
    bytes = newline + 1;
    if (++c->newlines < newlines) continue;
    c->newlines = 0;
    c->at_start = 1;
    if (result->replies < result->latency_room)
      result->latencies[result->replies] = (time - c->began[c->received % MAX_PIPELINE]) * 1e6;
    c->received++;
    result->replies++;
  }
}

int load_run(
    const char *path, int connections, int pipeline, const struct load_script *scripts, int newlines, double seconds,
    uint64_t limit, struct load_result *result) {
  int *descriptors = calloc(connections, sizeof *descriptors);
  struct connection *all = calloc(connections, sizeof *all);
  int error = load_open(path, connections, descriptors);
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  static _Thread_local char buffer[1 << 18];
  result->replies = result->errors = 0;
  double start = now(), end = start + seconds, time = start;
  for (int i = 0; i < connections && error == 0; i++) {
    all[i] = (struct connection){.descriptor = descriptors[i], .at_start = 1};
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};
    epoll_ctl(epoll, EPOLL_CTL_ADD, descriptors[i], &event);
    error = fill(&all[i], &scripts[i], pipeline, limit);
  }
  int busy = connections;
  while (error == 0 && busy > 0) {
    struct epoll_event events[64];
    // An import of 100,000 questions is one reply, and takes longer than ten seconds on a shared machine.
    int count = epoll_wait(epoll, events, 64, 120000);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) error = count == 0 ? ETIMEDOUT : errno;
    for (int e = 0; e < count && error == 0; e++) {
      struct connection *c = &all[events[e].data.u32];
      ssize_t received = recv(c->descriptor, buffer, sizeof buffer, 0);
      if (received <= 0) {
        error = received == 0 ? ECONNRESET : errno;
        break;
      }
      time = now();
      take(c, buffer, received, newlines, result, time);
      if (time < end && (limit == 0 || c->sent < limit)) error = fill(c, &scripts[events[e].data.u32], pipeline, limit);
      if (c->received == c->sent) {
        epoll_ctl(epoll, EPOLL_CTL_DEL, c->descriptor, NULL);
        busy--;
      }
    }
  }
  result->seconds = time - start;
  for (int i = 0; i < connections; i++) close(descriptors[i]);
  close(epoll);
  free(descriptors);
  free(all);
  return error;
}
