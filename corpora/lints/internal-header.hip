#include <hip/hip_runtime.h>
#include <device_launch_parameters.h> // fires
#include <crt/host_defines.h>         // fires
#include "launch_parameters.h"
