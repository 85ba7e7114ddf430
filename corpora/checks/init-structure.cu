// Structures are copied whole, what lies between their members too; one member is never set.
#include "bug.h"

struct Cell {
    char kind;
    double value;
    short age;
};

__global__ void make(Cell *cells) {
    Cell &cell = cells[threadIdx.x];
    cell.kind = 'a';
    cell.value = threadIdx.x;
    BUG(, cell.age = 3);
}

__global__ void move(const Cell *from, Cell *to) {
    to[threadIdx.x] = from[63 - threadIdx.x];
}

__global__ void age(Cell *cells) {
    if (cells[threadIdx.x].age > 2) cells[threadIdx.x].value = 0; // check: init/undefined-branch
}

int main() {
    Cell host[64], *a, *b;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    make<<<1, 64>>>(a);
    move<<<1, 64>>>(a, b);
    age<<<1, 64>>>(b);
    cudaMemcpy(host, b, BUG(sizeof(char), sizeof host), cudaMemcpyDeviceToHost);
    printf("%c\n", host[0].kind);
    cudaFree(a);
    cudaFree(b);
}
