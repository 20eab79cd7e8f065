#define _GNU_SOURCE
#include "CHomeworkLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __linux__

#include <malloc.h>
#include <sys/prctl.h>

void keepMemorySmall(void) {
  mallopt(M_ARENA_MAX, 8);
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
}

int acceptConnection(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC); }
void giveBackMemory(void) { malloc_trim(0); }
int endWithParent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }
void adoptOrphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1); }
int makePipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
int makeSocketPair(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }
int makeSocket(void) { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0); }

#else

int endWithParent(void) { return -1; }
void adoptOrphans(void) {}

static int closedOnExec(int ends[2], int result) {
  if (result == 0) {
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  }
  return result;
}

int makePipe(int ends[2]) { return closedOnExec(ends, pipe(ends)); }
int makeSocketPair(int ends[2]) { return closedOnExec(ends, socketpair(AF_UNIX, SOCK_STREAM, 0, ends)); }

int makeSocket(void) {
  int made = socket(AF_UNIX, SOCK_STREAM, 0);
  if (made >= 0) fcntl(made, F_SETFD, FD_CLOEXEC);
  return made;
}

#endif

void giveWayToOthers(int by) { setpriority(PRIO_PROCESS, 0, by); }

int spawnHolding(pid_t *pid, const int descriptors[3], char *const words[], char *const environment[]) {
  static const int usual[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGBUS};
  sigset_t all, before;
  volatile int error = 0;
  sigfillset(&all);
  // Our signal handlers must not run in the child, which shares our memory until it executes the program.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = vfork();
  if (child == 0) {
    adoptOrphans();
    setpgid(0, 0);
    for (size_t index = 0; index < sizeof usual / sizeof *usual; index++) signal(usual[index], SIG_DFL);
    for (int target = 0; target < 3; target++) dup2(descriptors[target], target);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    execve(words[0], words, environment);
    error = errno;
    _exit(127);
  }
  if (child < 0) error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  *pid = child;
  return error;
}
