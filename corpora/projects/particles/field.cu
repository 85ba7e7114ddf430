#include "particles.cuh"

__constant__ float strength = 1.0f;

__device__ float3 field(float3 at) { return make_float3(-strength * at.x, -strength * at.y, -strength * at.z); }
