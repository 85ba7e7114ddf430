// A header's macro, prototype or call says that a function runs on the device.
#include "lanes.cuh"

ON_CHIP int in_chip(int v) {
    int lane = threadIdx.x % 32; // fires: HIP1005
    return lane + v;
}

constexpr int called_back(int v) {
    int lane = threadIdx.x % 32; // fires: HIP1005
    return lane + v;
}

int declared(int v) {
    int lane = threadIdx.x % 32; // fires: HIP1005
    return lane + v;
}

int other(int v) {
    int lane = threadIdx.x % 32;
    return lane + v;
}
