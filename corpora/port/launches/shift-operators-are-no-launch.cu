// port-options: --launch macro
#include <cuda_runtime.h>
#include <iostream>

int shift(int a, int b) {
    a <<= 2;
    std::cout << (a << b) << (a >> 1) << "\n";
    return a >> b >> 1;
}
