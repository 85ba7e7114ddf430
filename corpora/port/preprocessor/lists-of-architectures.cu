#include <cstdio>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)
#define REPORT() report(__LINE__, TEXT(__CUDA_ARCH_LIST__))

static void report(int line, const char *built_for) { printf("%d: built for %s\n", line, built_for); }

#ifdef __CUDA_ARCH_LIST__
constexpr int newest(int so_far) { return so_far; }
template <typename... Others> constexpr int newest(int so_far, int first, Others... others) {
    return first > so_far ? newest(first, others...) : newest(so_far, others...);
}
static_assert(newest(0, __CUDA_ARCH_LIST__) >= 700, "kernels need Volta");
#endif

__global__ void kernel() {}

int main() {
    REPORT();
    kernel<<<1, 1>>>();
}
