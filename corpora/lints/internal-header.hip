// compile: gfx90a
#include <hip/hip_runtime.h>
#include <device_launch_parameters.h> // fires
#include <crt/host_defines.h>         // fires
#include <stdint.h>
