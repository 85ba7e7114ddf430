// AMD's `roctx.h`, and what NVIDIA's tools extension has beyond it.
#pragma once
#pragma GCC system_header
#include_next <roctracer/roctx.h>
#include "../../../hip/hipify/nvtx.h"
