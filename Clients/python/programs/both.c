// The program in the wheel: hwdb, or the daemon if it is started as hwdbd. Two programs would be two thirds larger.
#include <string.h>

int hwdb_main(int argc, char **argv);
int hwdbd_main(int argc, char **argv);

int main(int argc, char **argv) {
  const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
  const char *name = slash ? slash + 1 : argc > 0 ? argv[0] : "";
  return (strcmp(name, "hwdbd") == 0 ? hwdbd_main : hwdb_main)(argc, argv);
}
