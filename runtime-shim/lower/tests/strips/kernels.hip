// Loops that all threads of a row take alike, in the company of what makes them part.

extern "C" {

__global__ void guarded(const float *in, const float *weights, float *out, int n, int r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < r; ++k) sum += in[i + k] * weights[k];
    out[i] = sum;
}

__global__ void two_ways(int *out, const int *a, int n) {
    int x = threadIdx.x, value = 1;
    if (x & 1) {
        for (int k = 0; k < n; ++k) value += a[k] * x;
    } else if (x % 3 == 0) {
        for (int k = n - 1; k >= 0; --k) value = value * 3 + (a[k] ^ x);
    }
    out[x] = value;
}

__global__ void nested(double *out, const float *a, int n, int m) {
    int x = threadIdx.x, width = blockDim.x, at = threadIdx.y * width + x;
    double total = 0;
    long long count = 0;
    bool odd = (a[x] > 2) != (x % 3 == 1);
    for (int i = 0; i < n; ++i) {
        double part = odd ? 0.5 : 0.25;
        for (int j = 0; j < m; ++j) {
            part += a[j] * x + threadIdx.y;
            if (a[j] > x) ++count;
        }
        total += part * i;
        odd = !odd;
    }
    out[at] = total + count * 1000.0 + (odd ? 1 : 0);
}

__global__ void around_a_barrier(const int *in, int *out, int n) {
    __shared__ int s[64];
    int x = threadIdx.x, sum = 0;
    for (int k = 0; k < n; ++k) sum += in[k * blockDim.x + x] * (k + 1);
    s[x] = sum;
    __syncthreads();
    int other = s[blockDim.x - 1 - x];
    for (int k = 0; k < n; ++k) other = other * 2 + s[k] + x;
    out[x] = other;
}

__global__ void stores_each_time(float *out, const float *in, int n) {
    int x = threadIdx.x;
    float value = in[x];
    for (int k = 0; k < n; ++k) {
        value = value * 0.5f + in[k];
        out[k * blockDim.x + x] = value;
    }
}
}
