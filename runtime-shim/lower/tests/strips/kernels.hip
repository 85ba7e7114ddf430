// Loops that all threads of a row take alike, in the company of what makes them part, and loops that they leave one by one.

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

__global__ void adds_columns(const float *in, float *out, int n, int rows, int columns) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (i < n)
        for (int k = 0; k < rows; ++k) sum = sum * 0.5f + in[k * columns + i];
    out[i] = sum;
}

__global__ void pulls_of_neighbours(const float *places, const int *neighbours, const int *counts, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float mine = places[i], sum = 0;
    for (int k = 0; k < counts[i]; ++k) {
        float away = mine - places[neighbours[k * n + i]], square = away * away;
        if (square < 25) sum += away * (1 / (square + 1) - 0.25f) * (2 - square * 0.5f);
    }
    out[i] = sum;
}

// Only the sum is another in each iteration and for each thread.
__global__ void sums_of_own_lengths(const int *in, const int *lengths, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int length = lengths[i], sum = 0;
    for (int k = 0; k < length; ++k) sum += in[k * n + i];
    out[i] = sum;
}

// Threads that come to the loop begin with another sum than those that pass it by: both write where the next segments read it.
__global__ void sums_or_numbers(const int *in, const int *counts, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int sum = i + 7, count = counts[i];
    if (count < 0) return;
    if (count > 0) {
        sum = 1000;
        for (int k = 0; k < count; ++k) sum += in[k * n + i];
    }
    out[i] = sum;
}

// How far a thread has come, and what it knew of others, where it leaves one of two loops.
__global__ void searches(const int *in, const int *limits, long long *out, int rows, int width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0, product = 1;
    long long sum = 0;
    bool even = i % 2 == 0;
    if (limits[i] > 2)
        for (; k < rows; ++k) {
            int value = in[k * width + i] * 3 + k;
            sum = (sum << 1 ^ value) + (value >> 1) - (even ? k : i);
            even = even != (value % 2 == 1);
            if ((value & 15) * 2 > limits[i]) break;
        }
    for (int j = 0; j < rows; ++j) product = product * 5 + (in[j * width + i] ^ j);
    out[i] = sum * 1000 + k * 2 + even + (long long)product;
}

__global__ void steps_to_one(int *out, int most) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, steps = 0;
    unsigned n = i + 1;
    while (n != 1 && steps < most) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        ++steps;
    }
    out[i] = steps * 1000 + n % 1000;
}

__global__ void leaves_in_two_ways(float *out, float limit, int most) {
    int x = threadIdx.x;
    float value = 1 + x * 0.25f, last = 0;
    for (int k = 0; k < most; ++k) {
        if (value > limit) {
            out[x] = value;
            return;
        }
        last = value;
        value = value * 1.5f - k;
        if (value < 0) break;
    }
    out[x] = last - 1000;
}

__global__ void apart_lingering_after_a_test(int *out, int n) {
    int x = threadIdx.x, total = 0;
    for (int i = 0; i < n; ++i) {
        int left = (x * 7 + i * 3) % 11;
        while (left > 0) {
            total += left * i;
            left -= 1 + (left & 1);
        }
        total += left;
    }
    out[x] = total;
}

__global__ void passes_by(int *out, int n) {
    int x = threadIdx.x, left = x * 7 % 11 + n, total = 0;
    if (x % 3 != 1)
        while (left > 0) {
            total += left * x;
            left -= 1 + (left & 1);
        }
    out[x] = total + left;
}

__global__ void apart_lingering(int *out, int n) {
    int x = threadIdx.x, total = 0;
    for (int i = 0; i < n; ++i) {
        int left = (x * 7 + i * 3) % 11;
        if (left % 3 != 1)
            while (left > 0) {
                total += left * i;
                left -= 1 + (left & 1);
            }
        total += left;
    }
    out[x] = total;
}

__global__ void apart_in_step(int *out, int n, int m) {
    int x = threadIdx.x, total = 0;
    for (int i = 0; i < n; ++i)
        if ((x + i) % 3 != 1)
            for (int k = 0; k < m; ++k) total = total * 3 + (k ^ x) * i;
    out[x] = total;
}

__global__ void apart_when_done(int *out, int m) {
    int x = threadIdx.x, total = 0;
    for (int i = 0; i <= x % 5; ++i)
        for (int k = 0; k < m; ++k) total = total * 3 + (k ^ x) * i;
    out[x] = total;
}

__global__ void keeps_nothing(float *out, const float *in, int n) {
    int x = threadIdx.x;
    for (int k = 0; k < n; ++k) out[k * blockDim.x + x] = in[k] * x + in[k + x];
}

struct Line {
    float slope, start;
};

__global__ void takes_an_argument_apart(float *out, const float *in, Line line, int n) {
    int x = threadIdx.x;
    float value = x;
    for (int k = 0; k < n; ++k) value = value * line.slope + line.start * in[k];
    out[x] = value;
}

// Threads leave the outer loop one by one, in the end; until then they are in one round of it.
__global__ void in_steps_of_the_grid(int *out, int n, int m) {
    int total = 0, round = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x, ++round)
        for (int k = 0; k < m; ++k) total = total * 3 + (k ^ i) + round;
    out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

__global__ void lingers_in_steps_of_the_grid(int *out, int n) {
    int x = threadIdx.x, total = 0, round = 0;
    for (int i = x; i < n; i += blockDim.x, ++round) {
        int left = (i * 7 + round * 3) % 11;
        do {
            total += left * i + round;
            left -= 1 + (left & 1);
        } while (left > 0);
        total += left;
    }
    out[x] = total;
}

__global__ void apart_in_some_steps(int *out, int n, int m) {
    int x = threadIdx.x, total = 0, round = 0;
    for (int i = x; i < n; i += blockDim.x, ++round)
        if ((x + round) % 3 != 1)
            for (int k = 0; k < m; ++k) total = total * 3 + (k ^ x) * round;
    out[x] = total;
}

__global__ void apart_in_steps_of_steps(int *out, int n, int m) {
    int x = threadIdx.x, total = 0;
    for (int round = 0; round < m; ++round)
        for (int i = x + round * 5; i < n; i += blockDim.x)
            for (int k = 0; k < m; ++k) total = total * 3 + (k ^ i) * round;
    out[x] = total;
}
}
