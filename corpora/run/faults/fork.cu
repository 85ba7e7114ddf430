// A process that has used the device forks: the child does not hang, and the parent goes on.
// run: wave-any
// nvcc: none, an NVIDIA GPU is not there for a forked child
// stdout: the child works
#include "../check.h"

#include <sys/wait.h>
#include <unistd.h>

__global__ void twice(int *v) { v[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

// 0: right, 1: wrong, 2: an error.
static int use() {
    int *device = nullptr;
    std::vector<int> host(256, 21);
    const size_t bytes = host.size() * sizeof(int);
    if (cudaMalloc(reinterpret_cast<void **>(&device), bytes) != cudaSuccess) return 2;
    if (cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice) != cudaSuccess) return 2;
    twice<<<4, 64>>>(device);
    if (cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost) != cudaSuccess) return 2;
    (void)cudaFree(device);
    return host == std::vector<int>(256, 42) ? 0 : 1;
}

int main() {
    Verdict verdict("fork");
    verdict.same("before", use(), 0);
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) _exit(use());
    int status = -1;
    waitpid(child, &status, 0);
    verdict.holds("the child ends by itself, and not with wrong results", WIFEXITED(status) && WEXITSTATUS(status) != 1);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) std::printf("the child works\n");
    verdict.same("after", use(), 0);
    return verdict.end();
}
