#include <cstdio>

// cudaMalloc
int main() { std::puts("no CUDA"); }
