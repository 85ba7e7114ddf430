// Writes a record of a CUDA program's run on an NVIDIA GPU: what device memory held before and after each launch, for
// `hipify-rs compare --against`. The crate hipify-record describes the format.
//
//     nvcc -include hipify_record.h $(sed -n 's/^HIPIFY_WRAP(\([a-zA-Z_]*\),.*/-Xlinker --wrap=\1/p' hipify_record.h) program.cu
//     HIPIFY_RECORD=program.record ./a.out
//
// The linker's option --wrap leads calls of the functions below here. What is put into a stream is waited for, and memory is cleared
// when it is allocated, as in records of the other runtimes. Launches of the driver API, what CUDA's own libraries launch, arguments
// and device variables are not recorded; a launch of a graph is one launch.
#if !defined(HIPIFY_RECORD_H) && !defined(__CUDA_ARCH__) && defined(__cplusplus)
#define HIPIFY_RECORD_H

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace hipify_record {

enum Kind : uint32_t { START = 0x52706968, BORN = 1, DIED = 2, LAUNCH = 3, DIGESTS = 4, CONTENTS = 5, END = 7 };
enum Memory : uint32_t { DEVICE = 0, MANAGED = 1, POOL = 2, HOST = 3 };
enum When : uint32_t { BEFORE = 0, AFTER = 1 };
constexpr size_t PAGE = 4096;

inline uint64_t word_at(const uint8_t *bytes) {
    uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

// XXH64 with seed 0, as xxHash's specification describes it.
inline uint64_t hash(const uint8_t *bytes, size_t size) {
    const uint64_t p1 = 0x9e3779b185ebca87, p2 = 0xc2b2ae3d27d4eb4f, p3 = 0x165667b19e3779f9, p4 = 0x85ebca77c2b2ae63,
                   p5 = 0x27d4eb2f165667c5;
    const auto turn = [](uint64_t x, int by) { return x << by | x >> (64 - by); };
    const auto round = [&](uint64_t lane, uint64_t word) { return turn(lane + word * p2, 31) * p1; };
    const uint8_t *end = bytes + size;
    uint64_t h = p5;
    if (size >= 32) {
        uint64_t lanes[4] = {p1 + p2, p2, 0, 0 - p1};
        for (; end - bytes >= 32; bytes += 32)
            for (int i = 0; i < 4; i++) lanes[i] = round(lanes[i], word_at(bytes + 8 * i));
        h = turn(lanes[0], 1) + turn(lanes[1], 7) + turn(lanes[2], 12) + turn(lanes[3], 18);
        for (const uint64_t lane : lanes) h = (h ^ round(0, lane)) * p1 + p4;
    }
    h += size;
    for (; end - bytes >= 8; bytes += 8) h = turn(h ^ round(0, word_at(bytes)), 27) * p1 + p4;
    if (end - bytes >= 4) {
        uint32_t word;
        std::memcpy(&word, bytes, sizeof word);
        h = turn(h ^ word * p1, 23) * p2 + p3;
        bytes += 4;
    }
    for (; bytes < end; bytes++) h = turn(h ^ *bytes * p5, 11) * p1;
    h = (h ^ h >> 33) * p2;
    h = (h ^ h >> 29) * p3;
    return h ^ h >> 32;
}

struct Live {
    uint32_t handle;
    uint32_t kind;
    uint64_t ordinal, size;
    std::vector<uint64_t> digests;
};

class Bytes {
  public:
    std::string text;
    Bytes &u32(uint32_t value) { return raw(&value, sizeof value); }
    Bytes &u64(uint64_t value) { return raw(&value, sizeof value); }
    Bytes &string(const std::string &value) { return u32(uint32_t(value.size())).raw(value.data(), value.size()); }
    Bytes &raw(const void *data, size_t size) {
        text.append(static_cast<const char *>(data), size);
        return *this;
    }
};

inline uint64_t number(const char *variable, uint64_t otherwise) {
    const char *value = std::getenv(variable);
    return value && *value ? std::strtoull(value, nullptr, 10) : otherwise;
}

class Recorder {
  public:
    std::mutex lock;
    bool is_on() const { return file != nullptr; }

    Recorder() {
        const char *path = std::getenv("HIPIFY_RECORD");
        if (!path || !*path) return;
        file = std::fopen(path, "wb");
        if (!file) {
            std::fprintf(stderr, "hipify: `%s` cannot be written\n", path);
            return;
        }
        every = std::max<uint64_t>(number("HIPIFY_RECORD_EVERY", 1), 1);
        contents = number("HIPIFY_RECORD_CONTENTS", 0);
        const char *range = std::getenv("HIPIFY_RECORD_LAUNCHES");
        if (const char *dots = range ? std::strstr(range, "..") : nullptr) {
            first = std::strtoull(range, nullptr, 10);
            if (dots[2]) last = std::strtoull(dots + 2, nullptr, 10);
        }
        read_pages(std::getenv("HIPIFY_RECORD_PAGES"));
        int device = 0;
        cudaDeviceProp properties;
        const bool is_known = cudaGetDevice(&device) == cudaSuccess && cudaGetDeviceProperties(&properties, device) == cudaSuccess;
        const std::string name = is_known ? properties.name : "NVIDIA GPU";
        chunk(START, Bytes().u32(1).u32(32).raw(name.data(), name.size()));
    }
    ~Recorder() {
        if (!file) return;
        chunk(END, Bytes().u64(launches));
        std::fclose(file);
        // Objects of the program may free memory after this.
        file = nullptr;
    }

    // Memory has come about: clears it.
    void born(uint32_t kind, void *address, uint64_t size) {
        if (!is_on() || !address || size == 0) return;
        if (kind == HOST) {
            std::memset(address, 0, size);
        } else {
            cudaMemset(address, 0, size);
        }
        cudaDeviceSynchronize();
        const std::lock_guard<std::mutex> held(lock);
        forget(address);
        static const std::vector<uint8_t> zeros(PAGE);
        Live live{handles++, kind, ordinals[kind]++, size, {}};
        for (uint64_t at = 0; at < size; at += PAGE) live.digests.push_back(hash(zeros.data(), std::min<uint64_t>(PAGE, size - at)));
        chunk(BORN, Bytes().u32(live.handle).u32(kind).u64(live.ordinal).u64(size).u64(uint64_t(address)).string("").string(""));
        all[uint64_t(address)] = std::move(live);
    }
    void died(void *address) {
        if (!is_on()) return;
        const std::lock_guard<std::mutex> held(lock);
        forget(address);
    }

    // A launch is about to be made: its number.
    uint64_t launch(const char *kernel, dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
        const std::lock_guard<std::mutex> held(lock);
        const uint32_t known = uint32_t(streams.size()) + 1;
        const bool is_null = stream == nullptr || stream == cudaStreamLegacy;
        const uint32_t of = is_null ? 0 : streams.emplace(stream, known).first->second;
        Bytes bytes;
        bytes.u64(++launches);
        for (const uint32_t extent : {grid.x, grid.y, grid.z, block.x, block.y, block.z, uint32_t(shared), of}) bytes.u32(extent);
        chunk(LAUNCH, bytes.string(kernel).string("").u32(0));
        return launches;
    }

    // Writes the digests of pages that have changed, and contents as far as they are asked for.
    void digest(uint64_t launch, uint32_t when) {
        if (launch < first || launch > last || launch % every) return;
        const std::lock_guard<std::mutex> held(lock);
        Bytes digests, kept;
        digests.u64(launch).u32(when);
        std::vector<uint8_t> part(size_t(16) << 20);
        for (auto &entry : all) {
            Live &live = entry.second;
            Bytes changed;
            uint32_t count = 0;
            for (uint64_t at = 0; at < live.size; at += part.size()) {
                const size_t size = std::min<uint64_t>(part.size(), live.size - at);
                if (cudaMemcpy(part.data(), reinterpret_cast<void *>(entry.first + at), size, cudaMemcpyDefault) != cudaSuccess) break;
                for (size_t from = 0; from < size; from += PAGE) {
                    const size_t bytes = std::min(PAGE, size - from);
                    const uint32_t page = uint32_t((at + from) / PAGE);
                    const uint64_t now = page_digest(part.data() + from, bytes);
                    const bool is_new = now != live.digests[page];
                    if (is_new) {
                        changed.u32(page).u64(now);
                        live.digests[page] = now;
                        count++;
                    }
                    const bool is_kept = is_new && bytes <= contents;
                    if (is_kept) contents -= bytes;
                    if (is_kept || pages.count(Place(launch, when, live.kind, live.ordinal, page))) {
                        kept.u32(CONTENTS).u32(uint32_t(20 + bytes)).u64(launch).u32(when).u32(live.handle).u32(page);
                        kept.raw(part.data() + from, bytes);
                    }
                }
            }
            if (count) digests.u32(live.handle).u32(count).raw(changed.text.data(), changed.text.size());
        }
        chunk(DIGESTS, digests);
        std::fwrite(kept.text.data(), 1, kept.text.size(), file);
        std::fflush(file);
    }

  private:
    typedef std::tuple<uint64_t, uint32_t, uint32_t, uint64_t, uint32_t> Place;
    std::FILE *file = nullptr;
    uint64_t every = 1, first = 0, last = UINT64_MAX, contents = 0, launches = 0;
    uint32_t handles = 0;
    std::map<uint64_t, Live> all;
    std::map<uint32_t, uint64_t> ordinals;
    std::map<cudaStream_t, uint32_t> streams;
    std::set<Place> pages;

    void chunk(uint32_t kind, const Bytes &bytes) {
        const uint32_t head[2] = {kind, uint32_t(bytes.text.size())};
        std::fwrite(head, sizeof head, 1, file);
        std::fwrite(bytes.text.data(), 1, bytes.text.size(), file);
    }
    void forget(void *address) {
        const auto found = all.find(uint64_t(address));
        if (found == all.end()) return;
        chunk(DIED, Bytes().u32(found->second.handle));
        all.erase(found);
    }
    void read_pages(const char *path) {
        std::FILE *list = path ? std::fopen(path, "r") : nullptr;
        if (!list) return;
        unsigned long long launch, ordinal;
        unsigned kind, page;
        char word[8];
        while (std::fscanf(list, "%llu %7s %u %llu %u", &launch, word, &kind, &ordinal, &page) == 5)
            pages.insert(Place(launch, word[0] == 'a' ? AFTER : BEFORE, kind, ordinal, page));
        std::fclose(list);
    }
    // With addresses of allocations made relative to these.
    uint64_t page_digest(uint8_t *page, size_t size) const {
        if (all.empty()) return hash(page, size);
        const uint64_t low = all.begin()->first, span = all.rbegin()->first + all.rbegin()->second.size - low;
        std::vector<uint8_t> copy;
        for (size_t at = 0; at + 8 <= size; at += 8) {
            const uint64_t word = word_at(page + at);
            if (word - low >= span) continue;
            const auto after = all.upper_bound(word);
            if (after == all.begin()) continue;
            const auto found = std::prev(after);
            if (word - found->first >= found->second.size) continue;
            if (copy.empty()) copy.assign(page, page + size);
            const Live &live = found->second;
            const uint64_t relative = (uint64_t(1) << 63 | uint64_t(live.kind) << 56 | (live.ordinal & 0xffff) << 40) + (word - found->first);
            std::memcpy(&copy[at], &relative, sizeof relative);
        }
        return hash(copy.empty() ? page : copy.data(), size);
    }
};

// One for the program, whichever of its files asks first. It ends after the program's own objects, since it begins before them.
__attribute__((weak)) Recorder &recorder() {
    static Recorder one;
    return one;
}

template <typename Launch>
cudaError_t around(const char *kernel, dim3 grid, dim3 block, size_t shared, cudaStream_t stream, Launch launch) {
    Recorder &record = recorder();
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (!record.is_on() || (cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone)) return launch();
    cudaDeviceSynchronize();
    const uint64_t number = record.launch(kernel, grid, block, shared, stream);
    record.digest(number, BEFORE);
    const cudaError_t error = launch();
    cudaDeviceSynchronize();
    record.digest(number, AFTER);
    return error;
}

inline const char *name_of(const void *function) {
    const char *name = nullptr;
    return cudaFuncGetName(&name, function) == cudaSuccess && name ? name : "unknown";
}

inline cudaError_t allocated(cudaError_t error, uint32_t kind, void **address, uint64_t size) {
    if (error == cudaSuccess) recorder().born(kind, *address, size);
    return error;
}

}  // namespace hipify_record

#define HIPIFY_WRAP(name, ...)                                                                               \
    extern "C" __attribute__((weak)) cudaError_t __real_##name(__VA_ARGS__);                                 \
    extern "C" __attribute__((weak)) cudaError_t __wrap_##name(__VA_ARGS__)

HIPIFY_WRAP(cudaMalloc, void **address, size_t size) {
    return hipify_record::allocated(__real_cudaMalloc(address, size), hipify_record::DEVICE, address, size);
}
HIPIFY_WRAP(cudaMallocPitch, void **address, size_t *pitch, size_t width, size_t height) {
    const cudaError_t error = __real_cudaMallocPitch(address, pitch, width, height);
    return hipify_record::allocated(error, hipify_record::DEVICE, address, *pitch * height);
}
HIPIFY_WRAP(cudaMallocManaged, void **address, size_t size, unsigned flags) {
    return hipify_record::allocated(__real_cudaMallocManaged(address, size, flags), hipify_record::MANAGED, address, size);
}
HIPIFY_WRAP(cudaMallocHost, void **address, size_t size) {
    return hipify_record::allocated(__real_cudaMallocHost(address, size), hipify_record::HOST, address, size);
}
HIPIFY_WRAP(cudaHostAlloc, void **address, size_t size, unsigned flags) {
    return hipify_record::allocated(__real_cudaHostAlloc(address, size, flags), hipify_record::HOST, address, size);
}
HIPIFY_WRAP(cudaMallocAsync, void **address, size_t size, cudaStream_t stream) {
    const cudaError_t error = __real_cudaMallocAsync(address, size, stream);
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone) return error;
    if (hipify_record::recorder().is_on()) cudaDeviceSynchronize();
    return hipify_record::allocated(error, hipify_record::POOL, address, size);
}
HIPIFY_WRAP(cudaFree, void *address) {
    hipify_record::recorder().died(address);
    return __real_cudaFree(address);
}
HIPIFY_WRAP(cudaFreeHost, void *address) {
    hipify_record::recorder().died(address);
    return __real_cudaFreeHost(address);
}
HIPIFY_WRAP(cudaFreeAsync, void *address, cudaStream_t stream) {
    hipify_record::recorder().died(address);
    return __real_cudaFreeAsync(address, stream);
}
HIPIFY_WRAP(cudaLaunchKernel, const void *function, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream) {
    return hipify_record::around(hipify_record::name_of(function), grid, block, shared, stream,
        [&] { return __real_cudaLaunchKernel(function, grid, block, arguments, shared, stream); });
}
HIPIFY_WRAP(__cudaLaunchKernel, cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream) {
    return hipify_record::around(hipify_record::name_of(reinterpret_cast<const void *>(kernel)), grid, block, shared, stream,
        [&] { return __real___cudaLaunchKernel(kernel, grid, block, arguments, shared, stream); });
}
HIPIFY_WRAP(cudaLaunchCooperativeKernel, const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
    cudaStream_t stream) {
    return hipify_record::around(hipify_record::name_of(function), grid, block, shared, stream,
        [&] { return __real_cudaLaunchCooperativeKernel(function, grid, block, arguments, shared, stream); });
}
HIPIFY_WRAP(cudaLaunchKernelExC, const cudaLaunchConfig_t *config, const void *function, void **arguments) {
    return hipify_record::around(hipify_record::name_of(function), config->gridDim, config->blockDim, config->dynamicSmemBytes,
        config->stream, [&] { return __real_cudaLaunchKernelExC(config, function, arguments); });
}
HIPIFY_WRAP(cudaGraphLaunch, cudaGraphExec_t graph, cudaStream_t stream) {
    return hipify_record::around("graph", dim3(1), dim3(1), 0, stream, [&] { return __real_cudaGraphLaunch(graph, stream); });
}

#endif
