#include <nvml.h> // fires
#include "nvmlike.h"
