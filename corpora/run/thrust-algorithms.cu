// run: wave-any
// targets: gpus,cpu needs thrust (AMD's HIP of Debian 12 has no rocThrust)
// needs: thrust
// Thrust: vectors, a sort, reductions, transformations, scans, iterators, and work in a stream, against the standard library.
#include "check.h"

#include <algorithm>
#include <numeric>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

struct Squared {
    __host__ __device__ long long operator()(int value) const { return static_cast<long long>(value) * value; }
};

struct IsOdd {
    __host__ __device__ bool operator()(int value) const { return value % 2 != 0; }
};

// a * x + y.
struct Scaled {
    int factor;
    __host__ __device__ int operator()(int x, int y) const { return factor * x + y; }
};

template <typename T> std::vector<T> host(const thrust::device_vector<T> &values) {
    const thrust::host_vector<T> copied = values;
    return std::vector<T>(copied.begin(), copied.end());
}

void sorts(Verdict &verdict, const std::vector<int> &values, cudaStream_t stream) {
    thrust::device_vector<int> keys(values.begin(), values.end()), places(values.size());
    thrust::sequence(places.begin(), places.end());
    thrust::sort_by_key(thrust::cuda::par.on(stream), keys.begin(), keys.end(), places.begin());
    CHECK(cudaStreamSynchronize(stream));
    std::vector<int> want = values, restored;
    std::sort(want.begin(), want.end());
    verdict.same("sorted by key", host(keys), want);
    for (int place : host(places)) restored.push_back(values[place]);
    verdict.same("places", restored, want);
}

void reductions(Verdict &verdict, const std::vector<int> &values) {
    const thrust::device_vector<int> in(values.begin(), values.end());
    verdict.same("sum", thrust::reduce(in.begin(), in.end(), 0ll), std::accumulate(values.begin(), values.end(), 0ll));
    long long squares = 0;
    for (int value : values) squares += Squared()(value);
    verdict.same("squares", thrust::transform_reduce(in.begin(), in.end(), Squared(), 0ll, thrust::plus<long long>()), squares);
    verdict.same("odd ones", thrust::count_if(in.begin(), in.end(), IsOdd()), std::count_if(values.begin(), values.end(), IsOdd()));
    const auto first = thrust::make_counting_iterator(1);
    verdict.same("sum of numbers", thrust::reduce(thrust::device, first, first + 1000), 500500);
}

void transformations(Verdict &verdict, const std::vector<int> &values) {
    thrust::device_vector<int> x(values.begin(), values.end()), y(values.size(), 7);
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Scaled{3});
    std::vector<int> want;
    for (int value : values) want.push_back(3 * value + 7);
    verdict.same("scaled", host(y), want);
    thrust::exclusive_scan(x.begin(), x.end(), y.begin());
    std::exclusive_scan(values.begin(), values.end(), want.begin(), 0);
    verdict.same("sums before", host(y), want);
    thrust::device_vector<int> odd(values.size());
    odd.resize(static_cast<size_t>(thrust::copy_if(x.begin(), x.end(), odd.begin(), IsOdd()) - odd.begin()));
    want.clear();
    std::copy_if(values.begin(), values.end(), std::back_inserter(want), IsOdd());
    verdict.same("odd", host(odd), want);
    x[5] = -1;
    verdict.same("an element", static_cast<int>(x[5]), -1);
}

void by_key(Verdict &verdict, std::vector<int> values) {
    for (int &value : values) value %= 100;
    std::sort(values.begin(), values.end());
    thrust::device_vector<int> keys(values.begin(), values.end()), distinct(100), counts(100);
    const auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), thrust::make_constant_iterator(1), distinct.begin(), counts.begin());
    std::vector<int> want_counts(100), numbers(100);
    for (int value : values) ++want_counts[value];
    std::iota(numbers.begin(), numbers.end(), 0);
    verdict.same("distinct ones", ends.first - distinct.begin(), std::ptrdiff_t{100});
    verdict.same("distinct", host(distinct), numbers);
    verdict.same("counts", host(counts), want_counts);
}

int main() {
    Verdict verdict("thrust-algorithms");
    std::vector<int> values;
    for (uint32_t word : random_words(20011)) values.push_back(static_cast<int>(word % 30000));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    sorts(verdict, values, stream);
    reductions(verdict, values);
    transformations(verdict, values);
    by_key(verdict, values);
    CHECK(cudaStreamDestroy(stream));
    return verdict.end();
}
