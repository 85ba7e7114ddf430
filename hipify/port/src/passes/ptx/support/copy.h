// `cp.async` as a copy that is complete at once: the waits for it have nothing left to do.
#ifndef HIPIFY_PTX_COPY
#define HIPIFY_PTX_COPY
namespace hipify_ptx {

// Copies `given` of `Bytes` bytes; the rest becomes zero.
template <int Bytes>
static inline __device__ void copy(unsigned long long to, const void *from, unsigned int given = Bytes) {
    struct alignas(Bytes) Words { unsigned int word[Bytes / 4]; };
    Words all = {};
    if (given >= Bytes) {
        all = *static_cast<const Words *>(from);
    } else {
        char *bytes = reinterpret_cast<char *>(&all);
        for (unsigned int at = 0; at < given; ++at) bytes[at] = static_cast<const char *>(from)[at];
    }
    *static_cast<Words *>(from_shared(to)) = all;
}

}  // namespace hipify_ptx
#endif
