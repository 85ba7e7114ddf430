// Memory calls that cannot be: foreign and freed pointers, sizes past the end, more than there is.
// run: wave-any
#include "../check.h"

int main() {
    Verdict verdict("memory-errors");
    int *p = nullptr, on_host[4] = {};
    verdict.holds("more than any machine has", cudaMalloc(reinterpret_cast<void **>(&p), size_t(1) << 50) == cudaErrorMemoryAllocation);
    verdict.holds("the last error says so", cudaGetLastError() == cudaErrorMemoryAllocation);
    verdict.holds("freeing nothing is fine", cudaFree(nullptr) == cudaSuccess);
    CHECK(cudaMalloc(reinterpret_cast<void **>(&p), 16));
    verdict.holds("a pointer into the middle is not freed", cudaFree(p + 1) == cudaErrorInvalidValue);
    verdict.holds("a host pointer is not freed", cudaFree(on_host) == cudaErrorInvalidValue);
    verdict.holds("no destination", cudaMemcpy(nullptr, on_host, 16, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    verdict.holds("a direction that there is not", cudaMemcpy(p, on_host, 16, static_cast<cudaMemcpyKind>(77)) != cudaSuccess);
    verdict.holds("past the end", cudaMemcpy(p, on_host, size_t(64) << 20, cudaMemcpyHostToDevice) != cudaSuccess);
    verdict.holds("an address for nothing", cudaMalloc(nullptr, 16) == cudaErrorInvalidValue);
    (void)cudaGetLastError();
    CHECK(cudaMemcpy(p, on_host, 16, cudaMemcpyHostToDevice));
    CHECK(cudaFree(p));
    verdict.holds("freed twice", cudaFree(p) == cudaErrorInvalidValue);
    (void)cudaGetLastError();
    // Pieces of a gigabyte until there are no more; then all are given back and one fits again.
    std::vector<void *> pieces;
    cudaError_t status = cudaSuccess;
    while (pieces.size() < 4096) {
        void *piece = nullptr;
        status = cudaMalloc(&piece, size_t(1) << 30);
        if (status != cudaSuccess) break;
        pieces.push_back(piece);
    }
    verdict.holds("memory ends", status == cudaErrorMemoryAllocation);
    (void)cudaGetLastError();
    for (void *piece : pieces) CHECK(cudaFree(piece));
    void *again = nullptr;
    CHECK(cudaMalloc(&again, size_t(1) << 28));
    CHECK(cudaFree(again));
    return verdict.end();
}
