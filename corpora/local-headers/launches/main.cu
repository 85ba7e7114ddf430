// Launches of kernels that stand in a header.
#include "kernels.cuh"

void run(float *p) {
    bounded<<<8, 256>>>(p); // fires: HIP2004
    bounded<<<8, 64>>>(p);
    bounded<<<8, 96>>>(p);
    exchanging<<<8, 96>>>(p); // fires: HIP1023
    exchanging<<<8, 128>>>(p);
}
