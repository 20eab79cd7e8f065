#pragma once
// The C library's getopt_long, which Swift's module omits, with its global variables as a result.
#include <getopt.h>

struct getopt_step {
  // The result of getopt_long: −1 at the end of the options.
  int code;
  // The index of the next word.
  int next;
  // The val of the faulty option, or its character.
  int culprit;
  // The option's value, or the operand.
  const char *value;
};

// Writes nothing to standard error. begins_anew must be nonzero for the first step of a scan.
struct getopt_step hwdb_getopt_step(
  int count, char *const *words, const char *letters, const struct option *table, int begins_anew);
