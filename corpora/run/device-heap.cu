// Memory from within kernels: malloc and free, new and delete, a list built by one kernel and read by the next, memcpy, memset.
// run: wave-any
#include "check.h"

struct Node {
    int value;
    Node *next;
};

__global__ void build(Node **heads, int length) {
    Node *head = nullptr;
    for (int i = 0; i < length; i++) head = new Node{static_cast<int>(threadIdx.x) * 100 + i, head};
    heads[threadIdx.x] = head;
}

__global__ void sum(Node **heads, int *out) {
    int total = 0;
    for (Node *node = heads[threadIdx.x]; node;) {
        Node *next = node->next;
        total += node->value;
        delete node;
        node = next;
    }
    out[threadIdx.x] = total;
}

__global__ void scratch(int *out) {
    const int i = threadIdx.x, n = i % 7 + 1;
    int *mine = static_cast<int *>(malloc(n * sizeof(int)));
    if (!mine) return;
    memset(mine, 0, n * sizeof(int));
    for (int k = 0; k < n; k++) mine[k] += k + i;
    int last[8];
    memcpy(last, mine, n * sizeof(int));
    out[i] = last[n - 1];
    free(mine);
}

int main() {
    Verdict verdict("device-heap");
    const int n = 64, length = 10;
    Array<Node *> heads(n);
    Array<int> sums(n), out(n);
    build<<<1, n>>>(heads.p, length);
    sum<<<1, n>>>(heads.p, sums.p);
    scratch<<<1, n>>>(out.p);
    std::vector<int> want(n), last(n);
    for (int i = 0; i < n; i++) want[i] = i * 100 * length + length * (length - 1) / 2, last[i] = i % 7 + i;
    verdict.same("sums", sums.host(), want);
    verdict.same("scratch", out.host(), last);
    return verdict.end();
}
