// AMD's interface of the runtime, launches with attributes under CUDA's names, and locations of memory for HIP before 7.1.
#pragma once
#pragma clang system_header
#include_next <hip/hip_runtime_api.h>
#include "../../../hip/hipify/graph_update.h"
#include "../../../hip/hipify/launch_attributes.h"
#include "../../../hip/hipify/round_mode.h"
#include "../../../hip/hipify/memory_locations.h"
