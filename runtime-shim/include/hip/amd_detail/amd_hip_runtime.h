// HIP, under the name by which rocThrust includes AMD's.
#include <hip/hip_runtime.h>
