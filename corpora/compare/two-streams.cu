// Halves of a row in two streams, three launches each. The second stream's last one takes the wrong half's factor.
// run: wave-any
// launch: 6 weigh
// variable: upper
#include "../run/check.h"

__global__ void add(double *values, double what, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] += what;
}

__global__ void weigh(double *values, const double *factors, int which, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= factors[which];
}

int main() {
    Verdict verdict("two-streams");
    const int n = 3000;
    Array<double> lower(std::vector<double>(n, 1.0)), upper(std::vector<double>(n, 2.0));
    Array<double> factors(std::vector<double>{0.5, 0.25});
    cudaStream_t streams[2];
    for (auto &stream : streams) CHECK(cudaStreamCreate(&stream));
    double *const halves[] = {lower.p, upper.p};
    for (int half = 0; half < 2; half++) {
        add<<<blocks(n, 256), 256, 0, streams[half]>>>(halves[half], 1.0, n);
        add<<<blocks(n, 256), 256, 0, streams[half]>>>(halves[half], 2.0, n);
#ifdef RIGHT
        weigh<<<blocks(n, 256), 256, 0, streams[half]>>>(halves[half], factors.p, half, n);
#else
        weigh<<<blocks(n, 256), 256, 0, streams[half]>>>(halves[half], factors.p, 0, n);
#endif
    }
    for (auto &stream : streams) CHECK(cudaStreamSynchronize(stream));
    for (auto &stream : streams) CHECK(cudaStreamDestroy(stream));
    verdict.same("lower", lower.host(), std::vector<double>(n, 2.0));
    verdict.same("upper", upper.host(), std::vector<double>(n, 1.25));
    return verdict.end();
}
