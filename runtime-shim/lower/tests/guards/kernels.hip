// Work that only some threads of a row do, told by comparing their index with a limit.

extern "C" {

#define GUARDED(name, type, condition)                       \
    __global__ void name(int *out, type limit, type second) { \
        type t = threadIdx.x;                                \
        if (condition) out[t] = threadIdx.x + 1;             \
    }
GUARDED(below, int, t < limit)
GUARDED(below_unsigned, unsigned, t < limit)
GUARDED(from, int, t >= limit)
GUARDED(from_unsigned, unsigned, t >= limit)
GUARDED(only, int, t == limit)
GUARDED(all_but, int, t != limit)
GUARDED(up_to, int, t <= limit)
GUARDED(above, int, t > limit)
GUARDED(between, int, t >= limit && t < second)
GUARDED(outside, int, t < limit || t >= second)
GUARDED(below_both, int, t < limit && t < second)
GUARDED(only_below, int, t == limit && t < second)
GUARDED(below_and_moved, unsigned, t < limit && t + second < 20u)
GUARDED(moved_and_only, unsigned, t + limit < 20u && t == second)
GUARDED(wide_between, int, (long long)t > (long long)limit && (unsigned long long)t <= (unsigned long long)(long long)second)
GUARDED(wide_and_moved, int, (long long)t + limit >= second && (unsigned long long)((long long)t + limit) < 30)
GUARDED(in_parts, int, t != limit && t != second && (unsigned)t + (unsigned)limit >= 20u)
GUARDED(moved_up_to, int, (int)((unsigned)t + (unsigned)limit) <= second && (int)((unsigned)t - (unsigned)second) > limit)
GUARDED(moved_up_to_wide, int, (long long)(int)((unsigned)t + (unsigned)limit) <= 3LL * second)
GUARDED(moved_above_wide, int, (long long)(int)((unsigned)t + (unsigned)limit) > 3LL * second && t < 39)

// One thread, where more holds.
GUARDED(moved_to, int, (int)((unsigned)t + (unsigned)limit) == 20 && t > second)
GUARDED(moved_to_of_all, int, (int)((unsigned)t + (unsigned)limit) == 20 && second > 3)
GUARDED(falls_to_and_wide, int, (int)((unsigned)limit - (unsigned)t) == 5 && (long long)t + second < 30)
GUARDED(only_either, int, t == limit && t != second && second < 40)

// Numbers that fall from thread to thread.
GUARDED(falls_below, int, (int)((unsigned)limit - (unsigned)t) < second)
GUARDED(falls_from, int, second <= (int)((unsigned)limit - (unsigned)t))
GUARDED(falls_above_unsigned, unsigned, limit - t > second)
GUARDED(falls_to, int, (int)((unsigned)limit - (unsigned)t) == second)
GUARDED(on_a_diagonal, int, (unsigned)limit - (unsigned)t < 16u && t < second)
GUARDED(falls_wide, int, (long long)limit - t < second)
GUARDED(falls_and_is_widened, int, (long long)(int)((unsigned)limit - (unsigned)t) > 3LL * second)
GUARDED(falls_and_is_widened_unsigned, int, (unsigned long long)((unsigned)limit - (unsigned)t) > 3ULL * (unsigned)second)

// All threads take one of two ways to the condition.
__global__ void after_two_ways(int *out, int limit, int second) {
    int t = threadIdx.x, bound = limit;
    if (second > 1) bound = limit / second;
    if (t < bound) out[t] = threadIdx.x + 1;
}
__global__ void kept_of_two_ways(int *out, int limit, int second) {
    int t = threadIdx.x, bound = limit;
    if (second > 1) bound = limit / second;
    if (t < bound) out[t] = bound;
}


// What one thread does alone stands between work of all threads, whose values it and they go on using.
__global__ void alone_between(int *out, int limit, int second) {
    __shared__ int row[42];
    int t = threadIdx.x, own = t * 3 + second;
    row[t + 1] = own;
    if (t == limit) row[0] = own + row[t + 1];
    if (t == 39 && second > 0) row[41] = own - limit;
    out[t] = own + 1;
    if (t == 1) out[40] = row[t + 1];
    __syncthreads();
    out[t] += row[t] + row[t + 2];
}

// The same without a barrier, for one and for two threads of a row, with and without a guard around all of it.
__global__ void alone_amid(int *out, int limit, int second) {
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= second) return;
    out[i] = i * 3;
    if (i == limit) out[40] += out[i] + 1;
    out[i] += 5;
}
__global__ void alone_at_two(int *out, int limit, int second) {
    long i = threadIdx.x;
    out[i] = 2;
    if (i == limit) out[40] = out[i] + limit;
    if (second == i && limit != 3) out[41] = out[i] + second;
    else out[i] += 7;
}

// Threads that go on with fewer from round to round, each with what the row was before the round.
__global__ void asked_again(int *out, int limit, int second) {
    __shared__ int row[40];
    const int t = threadIdx.x;
    row[t] = t * 3 + second;
    __syncthreads();
    for (int round = 0; round < 6; round++) {
        const bool is_inside = t < limit && t > round && t < 39 - round;
        int next = 0;
        if (is_inside) next = row[t - 1] + 2 * row[t] - row[t + 1] + round;
        __syncthreads();
        if (is_inside) row[t] = next;
        __syncthreads();
    }
    out[t] = row[t];
}

// The same, but what they have chosen is needed by all of them.
__global__ void asked_again_by_all(int *out, int limit, int second) {
    __shared__ int row[40];
    const int t = threadIdx.x;
    row[t] = t * 3 + second;
    __syncthreads();
    for (int round = 0; round < 6; round++) {
        const bool is_inside = t < limit && t > round && t < 39 - round;
        int next = round;
        if (is_inside) next = row[t - 1] + 2 * row[t] - row[t + 1] + round;
        __syncthreads();
        if (is_inside) row[t] = next;
        if (t >= second) out[t] += next;
        __syncthreads();
    }
    out[t] += row[t];
}

// A sorting network: threads exchange two elements, or leave them where they are. Sorts 64 numbers, in one direction or the other.
__global__ void exchanged(int *out, int limit, int second) {
    __shared__ int row[64];
    const int t = threadIdx.x;
    row[t] = (t * 37 + limit) % 101;
    row[t + 32] = (t * 53 + second) % 101;
    for (int size = 2; size <= 64; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            const int at = 2 * t - (t & (stride - 1));
            const int low = row[at], high = row[at + stride];
            if ((low > high) == ((at & size) == 0)) {
                row[at] = high;
                row[at + stride] = low;
            }
        }
    __syncthreads();
    out[t] = row[t];
    out[t + 32] = row[t + 32];
}

// Stores that must stay on their condition: what is there may have been written since it was read, or is not shared memory.
__global__ void not_exchanged(int *out, int limit, int second) {
    __shared__ int row[40];
    const int t = threadIdx.x;
    row[t] = t;
    const int own = row[t], there = out[(t + 1) % 40];
    __syncthreads();
    row[39 - t] = own + second;
    __syncthreads();
    if (own < limit) row[t] = own * 2;
    if (there == 7) out[(t + 1) % 40] = limit;
    __syncthreads();
    if (t != 39) out[t] += row[t];
}
}
