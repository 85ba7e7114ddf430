// A stream that does not block, left over.
#include "bug.h"

int main() {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); // check: leak/handle
    cudaStreamSynchronize(stream);
    BUG(cudaSuccess, cudaStreamDestroy(stream));
}
