// The bundled `rocwmma.hpp`, for HIP without rocWMMA beside it.
#pragma once
#pragma clang system_header
#include "../../../rocwmma/rocwmma.hpp"
