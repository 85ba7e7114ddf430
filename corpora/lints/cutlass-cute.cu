#include <cutlass/gemm/device/gemm.h> // fires
#include "cute/tensor.hpp"            // fires
#include "cutlery.h"
