// A stream a worker that nobody destroys.
#include "bug.h"

int main() {
    cudaStream_t streams[3];
    for (cudaStream_t &stream : streams) {
        cudaStreamCreate(&stream); // check: leak/handle
    }
    for (int i = BUG(1, 0); i < 3; i++) cudaStreamDestroy(streams[i]);
}
