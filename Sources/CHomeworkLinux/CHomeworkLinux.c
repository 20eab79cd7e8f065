#include "CHomeworkLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int spawnHolding(pid_t *pid, const int descriptors[3], char *const words[], char *const environment[]) {
  static const int usual[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGBUS};
  sigset_t all, before;
  volatile int error = 0;
  sigfillset(&all);
  // Our signal handlers must not run in the child, which shares our memory until it executes the program.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = vfork();
  if (child == 0) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
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
