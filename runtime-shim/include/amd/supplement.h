// Device functions of CUDA that AMD's HIP has in no version, and those that give other results there: in front of ported
// sources that take AMD's headers.
#pragma once
#pragma clang system_header
#if defined(__HIP__) && defined(__cplusplus)

// What nvcc's headers bring every source; those of HIP 7 bring less of it than older ones.
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

// A header that `hipify-rs port` wrote beside the sources leaves the names to these.
#define HIPIFY_HAS_DEVICE_FUNCTIONS
#define HIPIFY_SUPPLEMENT
#include "begin.h"
#include "../hip/hipify/atomic.h"
#include "../hip/hipify/boolean.h"
#include "../hip/hipify/cast_preferred.h"
#include "../hip/hipify/dot.h"
#include "../hip/hipify/extremes.h"
#include "../hip/hipify/extremes_by_name.h"
#include "../hip/hipify/float_vectors.h"
#include "../hip/hipify/integer_preferred.h"
#include "../hip/hipify/math_rounding.h"
#include "../hip/hipify/memory.h"
#include "../hip/hipify/nth_set.h"
#include "../hip/hipify/older_names.h"
#include "../hip/hipify/products_by_name.h"
#include "../hip/hipify/sixteen_bit_atomic.h"
#include "../hip/hipify/video.h"
#include "../hip/hipify/video_extreme.h"
#include "block_votes.h"
#include "clock.h"
#include "host_math.h"
#include "overloads.h"
#include "waiting.h"

// On the host too they are there without `std::`, as nvcc has them.
using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;

// `atomicAdd` of 16-bit numbers and their pairs: classes in AMD's headers, which come later.
namespace hipify {
template <typename T, unsigned long Bytes = __is_class(T) ? sizeof(T) : 0> struct packed_numbers {};
template <typename T> struct packed_numbers<T, 2> { using type = T; using bits = unsigned short; };
template <typename T> struct packed_numbers<T, 4> { using type = T; using bits = unsigned int; };
template <typename T> using packed = typename packed_numbers<T>::type;
}  // namespace hipify
template <typename T, typename... HipifyUnused> HIPIFY_DEVICE hipify::packed<T> atomicAdd(T *address, hipify::packed<T> value) {
    return hipify::atomic_add_bits<typename hipify::packed_numbers<T>::bits>(address, value);
}
#include "end.h"
#undef HIPIFY_SUPPLEMENT
#endif
