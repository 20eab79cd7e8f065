// Preloaded before a program's C library. While the file named by a variable exists, the disk hangs and epoll is full;
// it also lists the processes that the program signalled after reaping them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_there(const char *variable) {
  const char *path = getenv(variable);
  return path != NULL && access(path, F_OK) == 0;
}

int fsync(int descriptor) {
  while (is_there("HANGING_DISK")) usleep(10000);
  return NEXT(fsync)(descriptor);
}

int fdatasync(int descriptor) {
  while (is_there("HANGING_DISK")) usleep(10000);
  return NEXT(fdatasync)(descriptor);
}

int epoll_ctl(int epoll, int operation, int descriptor, struct epoll_event *event) {
  if (operation != EPOLL_CTL_ADD || !is_there("FULL_EPOLL")) {
    return NEXT(epoll_ctl)(epoll, operation, descriptor, event);
  }
  errno = ENOSPC;
  return -1;
}

static _Atomic int reaped_count;
static _Atomic pid_t reaped[1 << 16];

pid_t waitpid(pid_t child, int *status, int options) {
  pid_t found = NEXT(waitpid)(child, status, options);
  if (found > 0 && reaped_count < 1 << 16) reaped[reaped_count++] = found;
  return found;
}

int kill(pid_t process, int signal) {
  for (int index = 0; index < reaped_count; index++) {
    if (reaped[index] != abs(process)) continue;
    FILE *list = fopen(getenv("SIGNALLED"), "a");
    fprintf(list, "%d\n", process);
    fclose(list);
  }
  return NEXT(kill)(process, signal);
}
