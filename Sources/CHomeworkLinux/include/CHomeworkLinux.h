// What Swift's view of the C library leaves out: epoll(7), eventfd(2), and what is there for GNU programs only.
#ifndef CLINUX_H
#define CLINUX_H

#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/types.h>

extern void *memmem(const void *haystack, size_t haystack_length, const void *needle, size_t needle_length);
// Its address and length are not asked for: their types are those of <sys/socket.h>, which Swift takes from elsewhere.
extern int accept4(int listener, void *address, void *length, int flags);
extern int pipe2(int ends[2], int flags);

/// Has few threads share what they allocate from, and large pieces go back to the system as soon as they are freed.
static inline void keepMemorySmall(void) {
  mallopt(M_ARENA_MAX, 8);
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
}

/// Gives back what is free.
static inline void giveBackMemory(void) { malloc_trim(0); }

/// This process gives way to others by so much.
static inline void giveWayToOthers(int by) { setpriority(PRIO_PROCESS, 0, by); }

/// The system ends this process as soon as the thread that started it is gone; -1 where it cannot.
static inline int endWithParent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

/// Starts a program in a process group of its own, with these as its standard input, output and error. All that it
/// starts stays below it, in whatever group: it takes the place of init for its orphans, as in a container.
///
/// Returns 0, or what is wrong.
int spawnHolding(pid_t *pid, const int descriptors[3], char *const words[], char *const environment[]);

#endif
