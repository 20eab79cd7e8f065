#define _GNU_SOURCE

#include "CLoad.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { MOST_CONNECTIONS = 256, ROOM = 1 << 16, FILE_BYTES = 4 << 20 };

struct client {
  int descriptor;
  size_t count;  // bytes that have come, of a line or several
  char bytes[ROOM];
};

// Writes everything read in one round at once, syncs it once, and replies to each connection.
int load_serve(const char *socket_path, const char *file_path) {
  int file = open(file_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  static char round[MOST_CONNECTIONS * ROOM];
  // A log that is overwritten from its start already has its blocks on disk.
  if (file < 0 || pwrite(file, round, FILE_BYTES, 0) != FILE_BYTES || fsync(file) != 0) return errno;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, socket_path, sizeof address.sun_path - 1);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0) return errno;
  if (listen(listener, MOST_CONNECTIONS) != 0) return errno;
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &(struct epoll_event){.events = EPOLLIN, .data.ptr = NULL});
  off_t place = 0;
  for (;;) {
    struct epoll_event events[MOST_CONNECTIONS];
    struct client *due[MOST_CONNECTIONS];
    int waiting = epoll_wait(epoll, events, MOST_CONNECTIONS, -1), dues = 0;
    size_t count = 0;
    for (int i = 0; i < waiting; i++) {
      struct client *client = events[i].data.ptr;
      if (client == NULL) {
        client = calloc(1, sizeof *client);
        client->descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        epoll_ctl(
            epoll, EPOLL_CTL_ADD, client->descriptor, &(struct epoll_event){.events = EPOLLIN, .data.ptr = client});
        continue;
      }
      ssize_t read = recv(client->descriptor, client->bytes + client->count, ROOM - client->count, 0);
      if (read <= 0) {
        close(client->descriptor);
        free(client);
        continue;
      }
      client->count += read;
      if (client->bytes[client->count - 1] != '\n') continue;
      memcpy(round + count, client->bytes, client->count);
      count += client->count;
      due[dues++] = client;
    }
    if (dues == 0) continue;
    if (place + (off_t)count > FILE_BYTES) place = 0;
    if (pwrite(file, round, count, place) != (ssize_t)count || fdatasync(file) != 0) return errno;
    place += count;
    for (int i = 0; i < dues; i++) {
      send(due[i]->descriptor, due[i]->bytes, due[i]->count, MSG_NOSIGNAL);
      due[i]->count = 0;
    }
  }
}
