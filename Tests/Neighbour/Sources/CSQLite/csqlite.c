#include "CSQLite.h"

int csqlite_answer(void) { return 3; }
