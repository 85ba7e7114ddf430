// Atomic operations on each type they take, on global and shared memory, with the values they return.
// run: wave-any
#include "check.h"

template <typename T> struct Cell {
    T add, sub, most, least, both, any, odd, swapped;
};

template <typename T> __device__ void change(Cell<T> *c, T v) {
    atomicAdd(&c->add, v);
    atomicMax(&c->most, v);
    atomicMin(&c->least, v);
    atomicAnd(&c->both, ~v);
    atomicOr(&c->any, v);
    atomicXor(&c->odd, v);
    T seen = c->swapped, assumed;
    do {
        assumed = seen;
        seen = atomicCAS(&c->swapped, assumed, static_cast<T>(assumed + v + 1));
    } while (seen != assumed);
}

__device__ void change_more(Cell<int> *c, int v) { atomicSub(&c->sub, v); }
__device__ void change_more(Cell<unsigned> *c, unsigned v) {
    atomicSub(&c->sub, v);
}
__device__ void change_more(Cell<unsigned long long> *, unsigned long long) {}

template <typename T> __global__ void integers(Cell<T> *global, Cell<T> *from_shared) {
    __shared__ Cell<T> s;
    if (threadIdx.x == 0) s = *from_shared;
    __syncthreads();
    const T v = static_cast<T>(threadIdx.x * 3 % 64);
    change(global, v);
    change_more(global, v);
    change(&s, v);
    change_more(&s, v);
    __syncthreads();
    if (threadIdx.x == 0) *from_shared = s;
}

template <typename T> __global__ void reals(T *sum) {
    __shared__ T s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    atomicAdd(&s, static_cast<T>(0.5));
    atomicAdd(&sum[0], static_cast<T>(threadIdx.x));
    __syncthreads();
    if (threadIdx.x == 0) {
        sum[1] = s;
        sum[3] = atomicAdd(&sum[2], static_cast<T>(4)) - 1;
    }
}

__global__ void places(int *counter, int *taken, float *swapped) {
    taken[atomicAdd(counter, 1)] = 1;
    if (blockIdx.x == 0 && threadIdx.x == 7) swapped[0] = atomicExch(&swapped[1], 8.0f);
}

template <typename T> void compare(Verdict &verdict, const char *what, bool sub) {
    const int n = 200;
    Cell<T> start = {};
    start.least = 1000, start.both = 0xffff;
    Cell<T> want = start;
    for (int t = 0; t < n; t++) {
        const T v = static_cast<T>(t * 3 % 64);
        want.add += v, want.sub -= sub ? v : 0, want.swapped += v + 1, want.both &= ~v, want.any |= v, want.odd ^= v;
        if (v > want.most) want.most = v;
        if (v < want.least) want.least = v;
    }
    Array<Cell<T>> a(std::vector<Cell<T>>{start}), b(std::vector<Cell<T>>{start});
    integers<<<1, n>>>(a.p, b.p);
    auto flat = [](const Cell<T> &c) {
        return std::vector<T>{c.add, c.sub, c.most, c.least, c.both, c.any, c.odd, c.swapped};
    };
    verdict.same(what, flat(a.host()[0]), flat(want));
    verdict.same(what, flat(b.host()[0]), flat(want));
}

int main() {
    Verdict verdict("atomics");
    compare<int>(verdict, "int", true);
    compare<unsigned>(verdict, "unsigned", true);
    compare<unsigned long long>(verdict, "unsigned long long", false);
    Array<float> f(4);
    Array<double> d(4);
    reals<<<1, 100>>>(f.p);
    reals<<<1, 100>>>(d.p);
    verdict.same("float", f.host(), std::vector<float>{4950, 50, 4, -1});
    verdict.same("double", d.host(), std::vector<double>{4950, 50, 4, -1});
    Array<int> counter(1), taken(1000);
    Array<float> swapped(std::vector<float>{1, 3});
    places<<<5, 200>>>(counter.p, taken.p, swapped.p);
    verdict.same("every place is taken once", taken.host(), std::vector<int>(1000, 1));
    verdict.same("swapped", swapped.host(), std::vector<float>{3, 8});
    return verdict.end();
}
