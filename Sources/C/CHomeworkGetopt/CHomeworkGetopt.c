#include "CHomeworkGetopt.h"

struct getopt_step hwdb_getopt_step(
  int count, char *const *words, const char *letters, const struct option *table, int begins_anew) {
  if (begins_anew) optind = 0;  // GNU's way of saying so.
  opterr = 0;
  optarg = 0;
  int code = getopt_long(count, words, letters, table, 0);
  struct getopt_step step = {code, optind, optopt, optarg};
  return step;
}
