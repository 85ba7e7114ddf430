// AMD's interface of the runtime and codes of errors, for sources without device code.
#pragma once
#pragma clang system_header
#include_next <hip/hip_runtime_api.h>
#include "../../../hip/hipify/status_codes.h"
