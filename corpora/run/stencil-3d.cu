// A seven-point stencil in three dimensions, each thread walking along z with its neighbours in registers.
// run: wave-any
#include "check.h"

struct Size {
    int x, y, z;
    __host__ __device__ size_t at(int i, int j, int k) const { return (static_cast<size_t>(k) * y + j) * x + i; }
};

__global__ void __launch_bounds__(128) laplace(const double *__restrict__ in, double *__restrict__ out, Size s) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= s.x - 1 || j >= s.y - 1) return;
    double below = in[s.at(i, j, 0)], here = in[s.at(i, j, 1)];
    for (int k = 1; k < s.z - 1; k++) {
        const double above = in[s.at(i, j, k + 1)];
        const double around = in[s.at(i - 1, j, k)] + in[s.at(i + 1, j, k)] + in[s.at(i, j - 1, k)] + in[s.at(i, j + 1, k)];
        out[s.at(i, j, k)] = (around + below + above) / 6 - here;
        below = here;
        here = above;
    }
}

int main() {
    Verdict verdict("stencil-3d");
    const Size s{45, 31, 19};
    const auto in = random_reals<double>(s.x * s.y * s.z);
    Array<double> din(in), dout(in.size());
    laplace<<<dim3(blocks(s.x, 32), blocks(s.y, 4)), dim3(32, 4)>>>(din.p, dout.p, s);
    std::vector<double> want(in.size());
    for (int k = 1; k < s.z - 1; k++)
        for (int j = 1; j < s.y - 1; j++)
            for (int i = 1; i < s.x - 1; i++)
                want[s.at(i, j, k)] = (in[s.at(i - 1, j, k)] + in[s.at(i + 1, j, k)] + in[s.at(i, j - 1, k)] + in[s.at(i, j + 1, k)] +
                                       in[s.at(i, j, k - 1)] + in[s.at(i, j, k + 1)]) / 6 - in[s.at(i, j, k)];
    verdict.same("laplace", dout.host(), want, 1e-14);
    return verdict.end();
}
