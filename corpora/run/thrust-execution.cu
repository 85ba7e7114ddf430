// run: wave-any
// targets: gpus,cpu needs thrust (AMD's HIP of Debian 12 has no rocThrust)
// needs: thrust
// Thrust where and when it is told to: on raw pointers with `thrust::device`, in streams, without waiting, on the host, and with
// memory of an allocator of one's own.
#include "check.h"

#include <algorithm>
#include <map>
#include <new>
#include <numeric>
#include <thrust/binary_search.h>
#include <thrust/device_malloc_allocator.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <utility>

struct IsEven {
    __host__ __device__ bool operator()(int value) const { return value % 2 == 0; }
};

// Keeps what is given back, and gives it again to who asks for as much. Counts both.
class Kept {
public:
    using value_type = char;

    Kept() = default;
    Kept(const Kept &) = delete;
    Kept &operator=(const Kept &) = delete;
    ~Kept() {
        for (const auto &[size, memory] : free_) (void)cudaFree(memory);
        for (const auto &[memory, size] : given_) (void)cudaFree(memory);
    }

    char *allocate(std::ptrdiff_t bytes) {
        asked++;
        const auto known = free_.find(bytes);
        void *memory = nullptr;
        if (known != free_.end()) {
            reused++;
            memory = known->second;
            free_.erase(known);
        } else if (cudaMalloc(&memory, static_cast<size_t>(bytes)) != cudaSuccess) {
            throw std::bad_alloc();
        }
        given_[memory] = bytes;
        return static_cast<char *>(memory);
    }

    void deallocate(char *memory, size_t) {
        const auto known = given_.find(memory);
        free_.emplace(known->second, known->first);
        given_.erase(known);
    }

    size_t out() const { return given_.size(); }

    int asked = 0, reused = 0;

private:
    std::multimap<std::ptrdiff_t, void *> free_;
    std::map<void *, std::ptrdiff_t> given_;
};

// The allocator of a vector: device memory, counted.
static int vectors_allocations = 0;

template <typename T> struct Counting : thrust::device_malloc_allocator<T> {
    using base = thrust::device_malloc_allocator<T>;
    using pointer = typename base::pointer;
    using size_type = typename base::size_type;
    template <typename U> struct rebind {
        using other = Counting<U>;
    };
    pointer allocate(size_type count) {
        vectors_allocations++;
        return base::allocate(count);
    }
};

void raw_pointers(Verdict &verdict, const std::vector<int> &values) {
    const size_t count = values.size();
    Array<int> in(values), out(count), places(count);
    thrust::inclusive_scan(thrust::device, in.p, in.p + count, out.p);
    std::vector<int> want(count);
    std::partial_sum(values.begin(), values.end(), want.begin());
    verdict.same("running sums", out.host(), want);
    thrust::stable_sort(thrust::device, in.p, in.p + count, thrust::greater<int>());
    want = values;
    std::sort(want.begin(), want.end(), std::greater<int>());
    verdict.same("falling", in.host(), want);
    const thrust::device_ptr<int> first = thrust::device_pointer_cast(in.p);
    verdict.same("the largest", static_cast<int>(first[0]), want[0]);
    verdict.holds("the pointer is the same", thrust::raw_pointer_cast(first) == in.p);
    thrust::sequence(thrust::device, places.p, places.p + count, static_cast<int>(count) - 1, -1);
    thrust::gather(thrust::device, places.p, places.p + count, in.p, out.p);
    std::reverse(want.begin(), want.end());
    verdict.same("gathered backwards", out.host(), want);
    thrust::scatter(thrust::device, in.p, in.p + count, places.p, out.p);
    verdict.same("scattered backwards", out.host(), want);
    const std::vector<int> sought = {-1, want[count / 2], want[count - 1], want[count - 1] + 1};
    std::vector<int> below;
    for (int value : sought) below.push_back(static_cast<int>(std::lower_bound(want.begin(), want.end(), value) - want.begin()));
    Array<int> asked(sought), found(sought.size());
    thrust::lower_bound(thrust::device, out.p, out.p + count, asked.p, asked.p + sought.size(), found.p);
    verdict.same("found", found.host(), below);
}

// Two streams, each with its own data, and nothing between them.
void streams(Verdict &verdict, const std::vector<int> &values) {
    const size_t count = values.size();
    cudaStream_t stream[2];
    Array<int> data[2] = {Array<int>(values), Array<int>(values)};
    Array<int> copies[2] = {Array<int>(count), Array<int>(count)};
    for (cudaStream_t &one : stream) CHECK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    // The Arrays were filled in the default stream, which these do not wait for.
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 2; i++) {
        const auto policy = thrust::cuda::par_nosync.on(stream[i]);
        thrust::transform(policy, data[i].p, data[i].p + count, copies[i].p, thrust::negate<int>());
        thrust::sort(policy, copies[i].p, copies[i].p + count);
    }
    for (cudaStream_t one : stream) CHECK(cudaStreamSynchronize(one));
    std::vector<int> want;
    for (int value : values) want.push_back(-value);
    std::sort(want.begin(), want.end());
    verdict.same("the first stream's", copies[0].host(), want);
    verdict.same("the second stream's", copies[1].host(), want);
    const auto policy = thrust::cuda::par.on(stream[0]);
    int *const end = thrust::unique(policy, copies[0].p, copies[0].p + count);
    want.erase(std::unique(want.begin(), want.end()), want.end());
    verdict.same("distinct ones", static_cast<size_t>(end - copies[0].p), want.size());
    const long long product = thrust::inner_product(policy, data[0].p, data[0].p + count, data[1].p, 0ll);
    verdict.same("a product", product, std::inner_product(values.begin(), values.end(), values.begin(), 0ll));
    for (cudaStream_t one : stream) CHECK(cudaStreamDestroy(one));
}

void allocators(Verdict &verdict, const std::vector<int> &values) {
    const size_t count = values.size();
    Kept kept;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    std::vector<int> want = values;
    std::sort(want.begin(), want.end());
    for (int turn = 0; turn < 3; turn++) {
        thrust::device_vector<int> keys(values.begin(), values.end()), places(count);
        thrust::sequence(places.begin(), places.end());
        thrust::sort_by_key(thrust::cuda::par(kept).on(stream), keys.begin(), keys.end(), places.begin());
        CHECK(cudaStreamSynchronize(stream));
        const thrust::host_vector<int> sorted = keys;
        verdict.same("sorted with kept memory", std::vector<int>(sorted.begin(), sorted.end()), want);
    }
    verdict.holds("memory was asked for", kept.asked >= 3);
    verdict.holds("memory was used again", kept.reused >= kept.asked * 2 / 3);
    verdict.same("all was given back", kept.out(), size_t{0});
    CHECK(cudaStreamDestroy(stream));

    thrust::device_vector<int, Counting<int>> counted(values.begin(), values.end());
    thrust::device_vector<int, Counting<int>> another = counted;
    verdict.holds("both vectors asked their allocator", vectors_allocations >= 2);
    thrust::sort(another.begin(), another.end());
    verdict.same("the last of the copy", static_cast<int>(another.back()), want.back());
    verdict.same("the last of the first", static_cast<int>(counted.back()), values.back());
}

// Where a thing of several parts is one element, and where a sequence falls into two.
void parts(Verdict &verdict, const std::vector<int> &values) {
    const size_t count = values.size();
    thrust::device_vector<int> x(values.begin(), values.end()), y(count), even(count), odd(count);
    thrust::sequence(y.begin(), y.end());
    const auto ends = thrust::partition_copy(x.begin(), x.end(), even.begin(), odd.begin(), IsEven());
    std::vector<int> want_even, want_odd;
    for (int value : values) (IsEven()(value) ? want_even : want_odd).push_back(value);
    even.resize(static_cast<size_t>(ends.first - even.begin()));
    odd.resize(static_cast<size_t>(ends.second - odd.begin()));
    const thrust::host_vector<int> got_even = even, got_odd = odd;
    verdict.same("even ones", std::vector<int>(got_even.begin(), got_even.end()), want_even);
    verdict.same("odd ones", std::vector<int>(got_odd.begin(), got_odd.end()), want_odd);

    thrust::sort(even.begin(), even.end());
    thrust::sort(odd.begin(), odd.end());
    thrust::device_vector<int> merged(count);
    thrust::merge(even.begin(), even.end(), odd.begin(), odd.end(), merged.begin());
    std::vector<int> want = values;
    std::sort(want.begin(), want.end());
    thrust::host_vector<int> got = merged;
    verdict.same("merged", std::vector<int>(got.begin(), got.end()), want);
    const auto differ = thrust::set_difference(merged.begin(), merged.end(), odd.begin(), odd.end(), x.begin());
    verdict.same("without the odd ones", static_cast<size_t>(differ - x.begin()), want_even.size());

    thrust::copy(values.begin(), values.end(), x.begin());
    const auto pairs = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin()));
    thrust::sort(pairs, pairs + static_cast<std::ptrdiff_t>(count));
    const thrust::host_vector<int> places = y;
    std::vector<int> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    std::sort(numbers.begin(), numbers.end(), [&](int a, int b) { return std::pair(values[a], a) < std::pair(values[b], b); });
    verdict.same("places of pairs in order", std::vector<int>(places.begin(), places.end()), numbers);

    std::vector<int> here = values;
    here.erase(thrust::remove_if(thrust::host, here.begin(), here.end(), IsEven()), here.end());
    verdict.same("removed on the host", here, want_odd);
}

int main() {
    Verdict verdict("thrust-execution");
    std::vector<int> values;
    for (uint32_t word : random_words(12345)) values.push_back(static_cast<int>(word % 5000));
    raw_pointers(verdict, values);
    streams(verdict, values);
    allocators(verdict, values);
    parts(verdict, values);
    return verdict.end();
}
