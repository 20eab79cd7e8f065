// Functions that Swift's view of the C library lacks: epoll(7), eventfd(2), and GNU extensions.
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
// The address and length are always NULL: their types are from <sys/socket.h>, which Swift imports from elsewhere.
extern int accept4(int listener, void *address, void *length, int flags);
extern int pipe2(int ends[2], int flags);

/// Limits the number of heaps that threads allocate from, and returns large blocks to the system as soon as they are
/// freed.
static inline void keepMemorySmall(void) {
  mallopt(M_ARENA_MAX, 8);
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
}

/// Returns free memory to the system.
static inline void giveBackMemory(void) { malloc_trim(0); }

/// Lowers the priority of this process by so much.
static inline void giveWayToOthers(int by) { setpriority(PRIO_PROCESS, 0, by); }

/// Has the system kill this process as soon as the thread that started it ends; returns -1 if it cannot.
static inline int endWithParent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

/// Has this process adopt the orphans of all that it starts.
static inline void adoptOrphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1); }

/// Starts a program in its own process group, with these as its standard input, output and error. Its descendants stay
/// below it in any group: it adopts their orphans, like init in a container.
///
/// Returns 0, or an error number.
int spawnHolding(pid_t *pid, const int descriptors[3], char *const words[], char *const environment[]);

#endif
