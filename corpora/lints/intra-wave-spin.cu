// compile: gfx90a
// Locks.
__device__ int lock;

__global__ void all_threads(int *p) {
    while (atomicCAS(&lock, 0, 1) != 0) {} // fires
    p[0] += 1;
    atomicExch(&lock, 0);
    while (atomicExch(&lock, 1)); // fires
    do { p[1] = 2; } while (atomicCAS(&lock, 0, 1)); // fires
}

__global__ void one_thread(int *p) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        p[0] += 1;
        atomicExch(&lock, 0);
    }
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock, 0, 1) == 0) { p[0] += 1; atomicExch(&lock, 0); done = true; }
    }
}

__device__ double add(double *address, double value) {
    unsigned long long *as_int = (unsigned long long *)address, old = *as_int, assumed;
    do {
        assumed = old;
        old = atomicCAS(as_int, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
