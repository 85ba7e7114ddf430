// compile: gfx90a
__global__ void waits(long long cycles) {
    long long end = clock64() + cycles; // fires
    while (clock64() < end) { // fires
    }
}

long long cycles_of(int milliseconds) {
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    return static_cast<long long>(milliseconds) * properties.clockRate;
}

struct Watch {
    long long clock() const { return 0; }
};

long long host(const Watch &watch) { return watch.clock(); }
