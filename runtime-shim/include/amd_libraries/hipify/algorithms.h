// rocPRIM's algorithms for a whole device, for builds for the CPU alone: hipCUB's and rocThrust's stand on them. AMD's let blocks
// of hundreds of threads look back at each other; here few blocks of one thread each work through a part of the input in order.
//
// The functions of AMD's public headers call one implementation an algorithm, always with template arguments. A macro that looks
// like a function therefore renames its definition and leaves the calls, which find the one of `algorithms/`.
#ifndef HIPIFY_ALGORITHMS_H
#define HIPIFY_ALGORITHMS_H
#pragma clang system_header

#include <rocprim/rocprim_version.hpp>

// The implementations' parameters are those of rocPRIM 3.4, ROCm 6.4. `HIPIFY_AMD_ALGORITHMS` keeps AMD's own.
#if ROCPRIM_VERSION_MAJOR == 3 && ROCPRIM_VERSION_MINOR == 4 && !defined(HIPIFY_AMD_ALGORITHMS)

#include <rocprim/device/detail/device_histogram.hpp>
#include <rocprim/device/detail/device_merge_sort.hpp>
#include <rocprim/device/detail/device_merge_sort_mergepath.hpp>
#include <rocprim/device/detail/device_partition.hpp>
#include <rocprim/device/detail/device_radix_sort.hpp>
#include <rocprim/device/detail/device_reduce.hpp>
#include <rocprim/device/detail/device_reduce_by_key.hpp>
#include <rocprim/device/detail/device_run_length_encode.hpp>
#include <rocprim/device/detail/device_scan.hpp>
#include <rocprim/device/detail/device_scan_by_key.hpp>
#include <rocprim/device/device_transform.hpp>
#include <rocprim/iterator.hpp>
#include <rocprim/types/future_value.hpp>

#include "algorithms/histogram.h"
#include "algorithms/long_runs.h"
#include "algorithms/merge_sort.h"
#include "algorithms/partition.h"
#include "algorithms/radix_sort.h"
#include "algorithms/reduce.h"
#include "algorithms/reduce_by_key.h"
#include "algorithms/scan.h"
#include "algorithms/scan_by_key.h"

#define histogram_impl(...) amd_histogram_impl(__VA_ARGS__)
#include <rocprim/device/device_histogram.hpp>
#undef histogram_impl
#define merge_sort_impl(...) amd_merge_sort_impl(__VA_ARGS__)
#include <rocprim/device/device_merge_sort.hpp>
#undef merge_sort_impl
#define partition_impl(...) amd_partition_impl(__VA_ARGS__)
#include <rocprim/device/device_partition.hpp>
#undef partition_impl
#define radix_sort_impl(...) amd_radix_sort_impl(__VA_ARGS__)
#include <rocprim/device/device_radix_sort.hpp>
#undef radix_sort_impl
#define reduce_impl(...) amd_reduce_impl(__VA_ARGS__)
#include <rocprim/device/device_reduce.hpp>
#undef reduce_impl
#define reduce_by_key_impl(...) amd_reduce_by_key_impl(__VA_ARGS__)
#include <rocprim/device/device_reduce_by_key.hpp>
#undef reduce_by_key_impl
#define scan_impl(...) amd_scan_impl(__VA_ARGS__)
#include <rocprim/device/device_scan.hpp>
#undef scan_impl
#define scan_by_key_impl(...) amd_scan_by_key_impl(__VA_ARGS__)
#include <rocprim/device/device_scan_by_key.hpp>
#undef scan_by_key_impl
#define run_length_encode_non_trivial_runs_impl(...) amd_run_length_encode_non_trivial_runs_impl(__VA_ARGS__)
#include <rocprim/device/device_run_length_encode.hpp>
#undef run_length_encode_non_trivial_runs_impl

#endif
#endif
