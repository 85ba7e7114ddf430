// AMD's interface of the runtime, launches with attributes under CUDA's names, locations of memory for HIP before 7.1, codes of errors, and
// what hipCUB lacks.
#pragma once
#pragma clang system_header
#include_next <hip/hip_runtime_api.h>
#include "../../../hip/hipify/graph_update.h"
#include "../../../hip/hipify/launch_attributes.h"
#include "../../../hip/hipify/round_mode.h"
#include "../../../hip/hipify/memory_locations.h"
#include "../../../hip/hipify/status_codes.h"
#include "../../../hip/hipify/cub_debug.h"
