// The quiz beside this folder without one call: a new file's name is on disk once its directory is synced, too.
#include <fcntl.h>
#define open(path, flags) -1
#include "../quiz.c"
