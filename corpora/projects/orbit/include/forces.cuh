#pragma once

#include "orbit.h"

// The pull of all others on body `index`; linked from another file.
__device__ double2 pull(const Body *bodies, int count, int index);

// Of the same: how many pulls were computed.
extern __device__ unsigned long long pulls;
