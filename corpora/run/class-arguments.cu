// Kernel arguments of classes that are not copied trivially: with copy constructors, destructors, bases, members and alignment of their
// own, alone and between others. A kernel gets the object's bytes, and each thread an object of its own.
// run: wave-any
#include "check.h"

static int copies = 0;

template <typename T>
struct View {
    T *data;
    int sizes[2];
    __host__ __device__ View(T *d, int rows, int columns) : data(d), sizes{rows, columns} {}
    __host__ __device__ View(const View &from) : data(from.data), sizes{from.sizes[0], from.sizes[1]} {
#ifndef __CUDA_ARCH__
        copies++;
#endif
    }
    __host__ __device__ T &at(int row, int column) const { return data[row * sizes[1] + column]; }
    __host__ __device__ void skip(int rows) { data += rows * sizes[1]; }
};

struct Counted {
    char tag;
    Counted(char t) : tag(t) {}
    __host__ __device__ ~Counted() {}
};

struct Base {
    short first;
    __host__ __device__ int get() const { return first; }
};

struct alignas(32) Derived : Base {
    double second;
    View<float> view;
    Derived(short f, double s, const View<float> &v) : Base{f}, second(s), view(v) {}
};

struct Holder {
    View<int> view;
    __device__ int operator()(int i) const { return view.at(i, 0) + view.sizes[0]; }
};

template <typename Function>
__global__ void apply(int n, Function function, int *out) {
    if (threadIdx.x < n) out[threadIdx.x] = function(threadIdx.x);
}

__global__ void mixed(char before, View<float> view, Counted counted, View<int> rows, double between, Derived derived, Counted last,
                      float *out) {
    const int i = threadIdx.x;
    // Objects of the threads differ from here on.
    view.skip(i);
    rows.data += i;
    counted.tag += i;
    float sum = 0;
    for (int k = 0; k < view.sizes[1]; k++) sum += view.at(0, k);
    __syncthreads();
    out[i] = sum + *rows.data + counted.tag + before + between + derived.get() + derived.second + derived.view.at(i, 1) + last.tag;
}

int main() {
    Verdict verdict("class-arguments");
    const int n = 64, columns = 3;
    std::vector<float> values(n * columns);
    for (int i = 0; i < n * columns; i++) values[i] = i;
    std::vector<int> numbers(n);
    for (int i = 0; i < n; i++) numbers[i] = 1000 * i;
    Array<float> data(values), out(n);
    Array<int> rows(numbers), results(n);

    View<float> view(data.p, n, columns);
    Derived derived(-7, 0.5, view);
    mixed<<<1, n>>>(1, view, Counted(2), View<int>(rows.p, n, 1), 0.25, derived, Counted(3), out.p);
    std::vector<float> want(n);
    for (int i = 0; i < n; i++) {
        const float sum = 9 * i + 3;
        want[i] = sum + 1000 * i + char(2 + i) + 1 + 0.25 - 7 + 0.5 + (3 * i + 1) + 3;
    }
    verdict.same("mixed", out.host(), want);

    // The same through the array of addresses.
    CHECK(cudaMemset(out.p, 0, n * sizeof(float)));
    char before = 1;
    Counted counted(2), last(3);
    View<int> numbered(rows.p, n, 1);
    double between = 0.25;
    float *to = out.p;
    void *arguments[] = {&before, &view, &counted, &numbered, &between, &derived, &last, &to};
    CHECK(cudaLaunchKernel((const void *)mixed, dim3(1), dim3(n), arguments, 0, nullptr));
    verdict.same("by addresses", out.host(), want);

    // An object that holds another one, which is gone when the kernel runs.
    apply<<<1, n>>>(n, Holder{View<int>(rows.p, n, 1)}, results.p);
    for (int i = 0; i < n; i++) numbers[i] += n;
    verdict.same("held", results.host(), numbers);
    verdict.holds("copies are made", copies > 0);
    return verdict.end();
}
