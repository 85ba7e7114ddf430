#include <helper_cuda.h> // fires
#include "helper.h"
