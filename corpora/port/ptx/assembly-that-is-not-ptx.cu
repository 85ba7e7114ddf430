__device__ int twice(int x) {
#ifdef __HIP_PLATFORM_AMD__
    int y;
    asm volatile("v_add_nc_u32 %0, %1, %1" : "=v"(y) : "v"(x));
    return y;
#else
    return x + x;
#endif
}

#ifdef __ARM_NEON
void host(float *a) { asm volatile("vmla.f32 q0, q1, q2" ::: "memory"); }
#endif
