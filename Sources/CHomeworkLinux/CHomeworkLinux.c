#include "CHomeworkLinux.h"
