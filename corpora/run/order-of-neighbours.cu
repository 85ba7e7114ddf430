// Neighbouring elements are written, one of them is read by an index that is known at run time only, and another one is written:
// a compiler that writes neighbours at once must not write the first ones after the read.
// run: wave-any
#include "check.h"

__global__ void private_array(const int *in, const int *index, int *out) {
    const int g = blockIdx.x * blockDim.x + threadIdx.x;
    int array[8];
    for (int i = 0; i < 8; i++) array[i] = i % 3 == 0 ? in[g] : i;
    int result = g;
    if (array[index[0] & 7] != -1) result = __brev(in[(g + 53) & 255]);
    array[index[1] & 7] = in[(g + 202) & 255];
    result += __shfl_down_sync(~0ull, in[(g + 7) & 255], 0);
    out[g] = result + array[index[1] & 7];
}

struct Cell {
    int a, b, c, d;
};

__global__ void cells(Cell *all, const int *index, int n) {
    const int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= n) return;
    all[g].a = g;
    all[g].b = 2 * g;
    const int read = (&all[g].a)[index[2] & 3];
    all[g].c = read;
    all[g].d = read + 1;
}

int main() {
    Verdict verdict("order-of-neighbours");
    const int n = 256;
    std::vector<int> in(n), want(n), index{8 + 6, 0, 1};
    const auto words = random_words(n, 3);
    for (int i = 0; i < n; i++) in[i] = words[i] % 4 == 0 ? -1 : static_cast<int>(words[i] % 1000);
    for (int g = 0; g < n; g++) {
        unsigned reversed = 0;
        for (int bit = 0; bit < 32; bit++) reversed |= (static_cast<unsigned>(in[(g + 53) & 255]) >> bit & 1) << (31 - bit);
        const unsigned first = in[g] != -1 ? reversed : g;
        want[g] = static_cast<int>(first + in[(g + 7) & 255] + in[(g + 202) & 255]);
    }
    Array<int> dev_in(in), dev_index(index), out(n);
    private_array<<<n / 64, 64>>>(dev_in.p, dev_index.p, out.p);
    verdict.same("a thread's own array", out.host(), want);

    Array<Cell> all(n);
    cells<<<n / 64, 64>>>(all.p, dev_index.p, n);
    std::vector<int> got, expected;
    for (const Cell &cell : all.host()) got.insert(got.end(), {cell.a, cell.b, cell.c, cell.d});
    for (int g = 0; g < n; g++) expected.insert(expected.end(), {g, 2 * g, 2 * g, 2 * g + 1});
    verdict.same("cells", got, expected);
    return verdict.end();
}
