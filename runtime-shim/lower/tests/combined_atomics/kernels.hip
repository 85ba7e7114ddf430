// Atomic operations on global memory: those that may be done at the end of their region, and those that may not.

extern "C" {

#define I (blockIdx.x * blockDim.x + threadIdx.x)

// Each thread adds to a place that it reads; what it reads of the same type it has read before.
__global__ void scattered(const int *to, const float *from, float *sums, int n) {
    if (I < n) atomicAdd(&sums[to[I]], from[I]);
}

// All threads add to one place.
__global__ void summed(const double *from, double *sum, int n) {
    if (I < n) atomicAdd(sum, from[I]);
}

// Nothing else leads to what is read.
__global__ void histogram(const int *__restrict__ from, unsigned *bins, int n) {
    for (int i = I; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[from[i]], 1u);
}

// What is read in the loop is of another type.
__global__ void weighed(const float *from, int *bins, int n) {
    for (int i = I; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[int(from[i])], i);
}

// One thread adds to one place again and again.
__global__ void repeated(const float *from, int *sums, int n) {
    for (int k = 0; k < n; k++) atomicAdd(&sums[I], int(from[k]));
}

// Operations on numbers of different types.
__global__ void extremes(const int *__restrict__ from, const long long *__restrict__ wide, int *most, long long *least, float *sums, int n) {
    if (I >= n) return;
    const int value = from[I];
    const long long other = wide[I];
    atomicAdd(&sums[value & 3], float(value));
    atomicMax(&most[value & 3], value);
    atomicMin(&least[value & 3], other);
}

__global__ void taken(const int *__restrict__ from, unsigned *left, int n) {
    if (I < n) atomicSub(&left[from[I]], 3);
}

// What the sums are read for comes after a barrier, shared memory in between is the block's own.
__global__ void in_turn(const int *to, float *sums, float *out) {
    __shared__ float own[64];
    const int t = threadIdx.x;
    own[t] = t;
    __syncthreads();
    atomicAdd(&sums[to[t]], 2.0f);
    const float beside = own[t ^ 1];
    __syncthreads();
    out[t] = sums[t & 7] + beside;
    __syncthreads();
    atomicAdd(&sums[to[t] + 8], out[t]);
}

struct Arrays {
    const int *to;
    float *sums, *out;
};

// Pointers that come in a structure lead to no shared memory.
__global__ void of_structure(Arrays arrays) {
    __shared__ float own[64];
    const int t = threadIdx.x;
    own[t] = t;
    atomicAdd(&arrays.sums[arrays.to[t]], own[t]);
    own[t] += 1;
    __syncthreads();
    arrays.out[t] = own[t ^ 1];
}

// From here on: no operation is late.

__global__ void read_after(const int *to, int *sums, int *out) {
    const int place = to[I];
    atomicAdd(&sums[place], 1);
    out[I] = sums[place] > 0;
}

__global__ void read_again(const int *to, int *sums, int n) {
    for (int i = I; i < n; i += gridDim.x * blockDim.x) atomicAdd(&sums[to[i]], 1);
}

__global__ void written_after(const int *to, int *sums, int n) {
    const int place = to[I];
    atomicAdd(&sums[place], 5);
    if (I < 4) sums[n + I] = I;
}

__global__ void fenced(const int *to, int *sums, int *flag) {
    atomicAdd(&sums[to[I]], 1);
    __threadfence();
    atomicExch(&flag[I & 1], 1);
}

__global__ void polled(const int *to, float *sums, volatile int *flag, int *out) {
    atomicAdd(&sums[to[I]], 1.0f);
    out[I] = flag[0];
}

__global__ void used(const int *to, float *sums, int *out) {
    const int place = to[I];
    atomicAdd(&sums[place], 1.0f);
    out[atomicAdd(&out[0], 1) + 1] = place;
}

__global__ void locked(int *lock, const int *to, float *sums) {
    const int place = to[I];
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock[place], 0, 1) == 0) {
            atomicAdd(&sums[place], 1.0f);
            __threadfence();
            atomicExch(&lock[place], 0);
            done = true;
        }
    }
}

__global__ void mixed(const int *to, int *sums) {
    const int place = to[I];
    atomicAdd(&sums[place], 3);
    atomicMax(&sums[place], 100);
}

// Sums in shared memory are plain additions.
__global__ void in_shared(const int *to, int *out) {
    __shared__ int own[8];
    const int t = threadIdx.x;
    if (t < 8) own[t] = 0;
    __syncthreads();
    atomicAdd(&own[to[t]], 1);
    __syncthreads();
    if (t < 8) out[t] = own[t];
}

// Each thread has its own place.
__global__ void side_by_side(float *sums) { atomicAdd(&sums[I], 1.0f); }

__global__ void alone(float *sums) {
    if (threadIdx.x == 0) atomicAdd(sums, 1.0f);
}

}
