// A kernel copies a structure byte by byte out of memory that nobody has written.
#include "bug.h"

struct Item {
    int key, values[15];
};

__global__ void find(const Item *items, Item *out, int key) {
    Item item;
    memcpy(&item, &items[threadIdx.x], sizeof item);
    if (item.key == key) memcpy(out, &item, sizeof item); // check: init/undefined-branch
}

int main() {
    Item *items, *out;
    cudaMalloc(&items, 32 * sizeof(Item));
    cudaMalloc(&out, sizeof(Item));
    BUG(, cudaMemset(items, 0, 32 * sizeof(Item)));
    find<<<1, 32>>>(items, out, 3);
    cudaDeviceSynchronize();
    cudaFree(items);
    cudaFree(out);
}
