// compile: gfx90a
#include <cuda_runtime.h>
#include <cstdlib>
#define CHECK(call) do { if ((call) != cudaSuccess) abort(); } while (0)

struct Plan { float *in, *out; cudaStream_t streams[2]; };

void twice(float *p, cudaEvent_t start, cudaStream_t stream, Plan *plan) {
    cudaFree(p);
    cudaEventDestroy(start);
    CHECK(cudaStreamDestroy(stream));
    cudaEventDestroy(start); // fires
    CHECK(cudaFree(p)); // fires
    CHECK(cudaStreamDestroy(stream)); // fires
    cudaFree(plan->in);
    cudaFree(plan->in); // fires
    cudaStreamDestroy(plan->streams[0]);
    cudaStreamDestroy(plan->streams[0]); // fires
}

void once(float *p, float *q, Plan *plan, int n) {
    cudaFree(p);
    cudaMalloc(&p, n);
    cudaFree(p);
    cudaFree(q);
    q = nullptr;
    cudaFree(q);
    cudaFree(plan->in);
    cudaFree(plan->out);
    cudaStreamDestroy(plan->streams[0]);
    cudaStreamDestroy(plan->streams[1]);
    cudaFree(0);
    cudaFree(0);
    cudaFree(nullptr);
    cudaFree(nullptr);
}

bool expects_the_error(float *p, float *q) {
    cudaFree(p);
    cudaFree(q);
    if (cudaFree(q) != cudaSuccess) return false; // fires
    return cudaFree(p) == cudaErrorInvalidValue;
}

void on_other_paths(float *p, bool early, int n) {
    if (early) {
        cudaFree(p);
        return;
    }
    cudaFree(p);
}

void in_each_case(float *p, int n) {
    switch (n) {
    case 0: cudaFree(p); break;
    case 1: cudaFree(p); break;
    }
}

void after_an_exit(float *p, bool fails) {
    if (fails) goto failed;
    cudaFree(p);
    return;
failed:
    cudaFree(p);
}

void of_each_branch(float *p) {
#ifdef POOLED
    cudaFree(p);
#else
    cudaFree(p);
#endif
}
