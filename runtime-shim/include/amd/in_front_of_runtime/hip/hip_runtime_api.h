// AMD's interface of the runtime, and launches with attributes under CUDA's names.
#pragma once
#pragma clang system_header
#include_next <hip/hip_runtime_api.h>
#include "../../../hip/hipify/launch_attributes.h"
