#include <npp.h>          // fires
#include <nvjpeg.h>       // fires
#include <cuda_runtime.h>
