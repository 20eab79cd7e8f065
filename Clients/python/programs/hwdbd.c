// hwdbd in the wheel, which cannot contain symlinks: runs the hwdb beside it under its own name.
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (argc < 1 || length < 1) return fputs("hwdbd: its own path cannot be read: mount /proc\n", stderr), 2;
  path[length - 1] = 0;  // without the d
  argv[0] = "hwdbd";
  execv(path, argv);
  return fprintf(stderr, "hwdbd: %s cannot be run: install it next to hwdbd\n", path), 3;
}
