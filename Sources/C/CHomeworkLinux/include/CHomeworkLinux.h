// Functions that Swift's view of the C library lacks: epoll(7), eventfd(2), and GNU extensions with their counterparts
// on Darwin.
#ifndef CLINUX_H
#define CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>

extern void *memmem(const void *haystack, size_t haystack_length, const void *needle, size_t needle_length);

/// Accepts a connection that other programs do not inherit. Returns -1 if it cannot.
int acceptConnection(int listener);

/// Limits the number of heaps that threads allocate from, and returns large blocks to the system as soon as they are
/// freed.
void keepMemorySmall(void);

/// Returns free memory to the system.
void giveBackMemory(void);
#endif

/// Makes a pipe whose ends other programs do not inherit. Returns -1 if it cannot.
int makePipe(int ends[2]);

/// Makes a pair of connected sockets that other programs do not inherit. Returns -1 if it cannot.
int makeSocketPair(int ends[2]);

/// Makes a Unix socket that other programs do not inherit. Returns -1 if it cannot.
int makeSocket(void);

/// Lowers the priority of this process by so much.
void giveWayToOthers(int by);

/// Has the system kill this process as soon as the thread that started it ends; returns -1 if it cannot.
int endWithParent(void);

/// Has this process adopt the orphans of all that it starts. Does nothing on Darwin.
void adoptOrphans(void);

/// Starts a program in its own process group, with these as its standard input, output and error. On Linux its
/// descendants stay below it in any group: it adopts their orphans, like init in a container.
///
/// Returns 0, or an error number.
int spawnHolding(pid_t *pid, const int descriptors[3], char *const words[], char *const environment[]);

#endif
