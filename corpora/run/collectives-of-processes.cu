// Collective operations of NCCL between four processes, of which one ends without a word: the others get an error, and do not hang.
// run: wave-any
// targets: gpus,cpu needs rccl/rccl.h (RCCL's header comes with `hipify-rs setup`)
// flags: -lrccl
// nvcc: none, since a machine rarely has four GPUs
#include "check.h"

#include <chrono>
#include <cstring>
#include <nccl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#define NCCL(call)                                                                                  \
    do {                                                                                            \
        const ncclResult_t result_ = (call);                                                        \
        if (result_ != ncclSuccess) {                                                               \
            std::printf("FAIL line %d: %s: %s\n", __LINE__, #call, ncclGetErrorString(result_));    \
            std::_Exit(1);                                                                          \
        }                                                                                           \
    } while (0)

const int ranks = 4, count = 300000;

__global__ void fill(float *out, int rank) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = float(rank + i % 100);
}

bool sum_is_right(ncclComm_t comm, int rank) {
    float *p;
    CHECK(cudaMalloc(reinterpret_cast<void **>(&p), count * sizeof(float)));
    fill<<<blocks(count, 256), 256>>>(p, rank);
    NCCL(ncclAllReduce(p, p, count, ncclFloat, ncclSum, comm, nullptr));
    std::vector<float> got(count);
    CHECK(cudaMemcpy(got.data(), p, count * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(p));
    for (int i = 0; i < count; ++i) {
        if (got[i] != float(ranks * (ranks - 1) / 2 + ranks * (i % 100))) return false;
    }
    return true;
}

// Waits until the communicator says that something is wrong; the milliseconds that it took.
int until_error(ncclComm_t comm, ncclResult_t *error) {
    const auto start = std::chrono::steady_clock::now();
    int passed = 0;
    do {
        NCCL(ncclCommGetAsyncError(comm, error));
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const auto since = std::chrono::steady_clock::now() - start;
        passed = int(std::chrono::duration_cast<std::chrono::milliseconds>(since).count());
    } while (*error == ncclSuccess && passed < 10000);
    return passed;
}

int one_rank(const ncclUniqueId &id, int rank) {
    ncclComm_t comm;
    NCCL(ncclCommInitRank(&comm, ranks, id, rank));
    for (int round = 0; round < 3; ++round) {
        if (!sum_is_right(comm, rank)) return 1;
    }
    if (rank == 2) std::_Exit(0);
    int *p;
    CHECK(cudaMalloc(reinterpret_cast<void **>(&p), sizeof(int)));
    NCCL(ncclAllReduce(p, p, 1, ncclInt, ncclSum, comm, nullptr));
    CHECK(cudaDeviceSynchronize());
    ncclResult_t error;
    const int passed = until_error(comm, &error);
    if (error != ncclRemoteError || passed >= 10000) return 2;
    if (std::strlen(ncclGetLastError(comm)) == 0) return 3;
    if (ncclAllReduce(p, p, 1, ncclInt, ncclSum, comm, nullptr) != ncclRemoteError) return 4;
    NCCL(ncclCommAbort(comm));
    return 0;
}

int main() {
    Verdict verdict("collectives-of-processes");
    // Children are made before the first call of the API; the first of them makes the id, and all read it from a file.
    char path[] = "/tmp/collectives-XXXXXX";
    const int file = mkstemp(path);
    pid_t children[ranks];
    for (int rank = 0; rank < ranks; ++rank) {
        children[rank] = fork();
        if (children[rank] != 0) continue;
        ncclUniqueId id;
        if (rank == 0) {
            NCCL(ncclGetUniqueId(&id));
            if (pwrite(file, &id, sizeof id, 0) != sizeof id) std::_Exit(9);
        }
        while (pread(file, &id, sizeof id, 0) != sizeof id) usleep(1000);
        std::_Exit(one_rank(id, rank));
    }
    for (int rank = 0; rank < ranks; ++rank) {
        int status = -1;
        waitpid(children[rank], &status, 0);
        verdict.same("how a rank ended", WIFEXITED(status) ? WEXITSTATUS(status) : -1, 0);
    }
    close(file);
    unlink(path);
    return verdict.end();
}
