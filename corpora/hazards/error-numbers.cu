// Decides by the numbers of errors what to try again.
// run: no
#include "support.h"

__global__ void one(int *x) { *x = 1; }

static bool worth_retrying(cudaError_t status) {
    return status == 2 || status == 719;
}

int main() {
    int *x = managed<int>(1);
    cudaError_t status;
    int tries = 0;
    do {
        one<<<1, 1>>>(x);
        status = cudaDeviceSynchronize();
    } while (worth_retrying(status) && ++tries < 3);
    switch (static_cast<int>(status)) {
    case 0: break;
    case 77: std::puts("illegal address"); break; // hazard: HIP3005
    default: std::puts("other"); break;
    }
    return report("error-numbers", *x == 1);
}
