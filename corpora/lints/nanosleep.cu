// compile: gfx90a
__global__ void waits(volatile int *flag) {
    while (*flag == 0)
        __nanosleep(100); // fires
}

__global__ void ported(volatile int *flag) {
    while (*flag == 0) {
#ifdef __HIP_PLATFORM_AMD__
        __builtin_amdgcn_s_sleep(4);
#endif
    }
}
