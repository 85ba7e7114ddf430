// Compute capabilities that decide, and such that are printed.
#include <cstdio>
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

bool has_tensor_cores(int device) {
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, device);
    printf("%d.%d\n", prop.major, prop.minor);
    std::cout << prop.major << "." << prop.minor << std::endl;
    if (prop.major < 7) // fires
        return false;
    int version = prop.major * 10 + prop.minor; // fires
    return 8 <= prop.major && version != 75;    // fires
}

int newest(const std::vector<cudaDeviceProp> &all) {
    int best = 0;
    for (int i = 1; i < (int)all.size(); i++)
        if (all[i].major > all[best].major) // fires
            best = i;
    return best;
}

int asked() {
    int major;
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0); // fires
    return major;
}

const int listed[] = {cudaDevAttrComputeCapabilityMajor};

struct Version {
    int major, minor;
};
bool newer(Version a) { return a.major > 8; }
