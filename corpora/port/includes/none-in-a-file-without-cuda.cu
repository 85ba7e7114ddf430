#include <cstdio>

int main() { std::puts("cudaMalloc is only named in this string"); }
