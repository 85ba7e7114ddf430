// Managed memory: variables and allocations that both sides read and write, a linked list, prefetch and advice.
// run: wave-any
#include "check.h"

struct Node {
    int value;
    Node *next;
};

__managed__ int calls = 3;
__managed__ float table[4] = {1, 2, 3, 4};

__global__ void sum_list(const Node *node, int *sum) {
    for (; node; node = node->next) *sum += node->value;
    calls++;
    table[2] *= 10;
}

__global__ void square(int *v, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] *= v[i];
}

int main() {
    Verdict verdict("managed-memory");
    Node *first = nullptr;
    int *sum, n = 1000;
    CHECK(cudaMallocManaged(reinterpret_cast<void **>(&sum), sizeof(int)));
    *sum = 0;
    for (int i = 1; i <= 100; i++) {
        Node *node;
        CHECK(cudaMallocManaged(reinterpret_cast<void **>(&node), sizeof(Node)));
        *node = Node{i, first};
        first = node;
    }
    table[1] = 20;
    sum_list<<<1, 1>>>(first, sum);
    CHECK(cudaDeviceSynchronize());
    verdict.same("sum", *sum, 5050);
    verdict.same("calls", calls, 4);
    verdict.same("table", std::vector<float>(table, table + 4), {1, 20, 30, 4});
    while (first) {
        Node *next = first->next;
        CHECK(cudaFree(first));
        first = next;
    }

    int *v;
    CHECK(cudaMallocManaged(reinterpret_cast<void **>(&v), n * sizeof(int), cudaMemAttachGlobal));
    for (int i = 0; i < n; i++) v[i] = i;
#if defined(CUDART_VERSION) && CUDART_VERSION >= 13000
    const cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
    CHECK(cudaMemAdvise(v, n * sizeof(int), cudaMemAdviseSetPreferredLocation, device));
    CHECK(cudaMemPrefetchAsync(v, n * sizeof(int), device, 0, nullptr));
#else
    CHECK(cudaMemAdvise(v, n * sizeof(int), cudaMemAdviseSetPreferredLocation, 0));
    CHECK(cudaMemPrefetchAsync(v, n * sizeof(int), 0, nullptr));
#endif
    square<<<blocks(n, 256), 256>>>(v, n);
    CHECK(cudaDeviceSynchronize());
    std::vector<int> want(n);
    for (int i = 0; i < n; i++) want[i] = i * i;
    verdict.same("squares", std::vector<int>(v, v + n), want);
    CHECK(cudaFree(v));
    CHECK(cudaFree(sum));
    return verdict.end();
}
