#pragma once
// getopt_long of the C library, which Swift's module of it leaves out, with its global variables as a result.
#include <getopt.h>

struct getopt_step {
  // What getopt_long returned: −1 at the end of the options.
  int code;
  // Of the word that is read next.
  int next;
  // The val of the option that is at fault, or its character.
  int culprit;
  // The option's value, or the operand.
  const char *value;
};

// Writes nothing to standard error. begins_anew is not 0 for the first step of a scan.
struct getopt_step hwdb_getopt_step(
  int count, char *const *words, const char *letters, const struct option *table, int begins_anew);
