// What Swift's view of the C library leaves out: epoll(7), eventfd(2), memmem(3).
#ifndef CLINUX_H
#define CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

// In <string.h> of GNU programs only.
extern void *memmem(const void *haystack, size_t haystack_length, const void *needle, size_t needle_length);

#endif
