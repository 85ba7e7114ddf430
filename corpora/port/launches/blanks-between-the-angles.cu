#include <cuda_runtime.h>
#include <iostream>

__global__ void k(int *p) { *p = 1; }
template <class T> __global__ void t(T *p) { *p = 2; }

template <class T> struct Text {};
template <class T> std::ostream& operator<<(std::ostream& out, const Text<T>&);
template <> std::ostream& operator<< <char>(std::ostream& out, const Text<char>&) { return out; }

void launch(int *p, int n) {
    k << < 1, 32 >> > (p);
    k << <n / 32, 32 >> >(p);
    k <<\
< 1, 32 >>> (p);
    k <<< 1, 32 >\
>> (p);
    t<int> << < n > 32 ? 2 : 1, 32, 0, nullptr >> > (p);
    std::cout << n << (n < 3);
}
