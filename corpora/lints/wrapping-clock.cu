// lint-options: --target gfx1100
// compile: gfx1100 needs hip-6.4
__global__ void waits(long long cycles) {
    const long long start = clock64();
    while (clock64() - start < cycles) { // fires
    }
}

// As the toolkit's samples wait.
__global__ void waits_by_variables(clock_t *out, clock_t count) {
    const clock_t start = clock();
    clock_t offset = 0;
    while (offset < count) {
        clock_t now = clock(); // fires
        offset = now > start ? now - start : now + (0xffffffffu - start);
    }
    *out = offset;
}

__device__ void waits_by_exits(long long count) {
    const long long end = clock64() + count;
    for (;;) {
        const long long now = clock64(); // fires
        if (now >= end) break;
    }
    long long left;
    do {
        left = end - clock64(); // fires
    } while (left > 0);
}

__global__ void times(float *p, long long *out) {
    const long long start = clock64(); // fires
    for (int i = 0; i < 1000; i++) p[i] += 1;
    const long long end = clock64();
    out[0] = end - start;
}

__global__ void stamps(long long *out) {
    for (int i = 0; i < 4; i++) out[i] = clock64();
    out[4] = wall_clock64();
    const long long start = wall_clock64();
    while (wall_clock64() - start < 1000) {
    }
}

long long host() { return clock() - 5; }
