// The interface of the HIP runtime for C and C++: types, entry points, and templates over them.
#ifndef HIP_INCLUDE_HIP_HIP_RUNTIME_API_H
#define HIP_INCLUDE_HIP_HIP_RUNTIME_API_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <hip/hip_version.h>
#include <hip/hip_common.h>
#include <hip/linker_types.h>
#include <hip/driver_types.h>
#include <hip/texture_types.h>
#include <hip/surface_types.h>

#define HIP_DEPRECATED_MSG "deprecated in HIP"
#define HIP_DEPRECATED(msg) __attribute__((deprecated(msg)))
#if defined(__cplusplus) && __cplusplus >= 201703L
#define __HIP_NODISCARD [[nodiscard]]
#else
#define __HIP_NODISCARD
#endif
#ifndef GENERIC_GRID_LAUNCH
#define GENERIC_GRID_LAUNCH 1
#endif
#define USE_PEER_NON_UNIFIED 1

// Names of the first versions.
enum {
    HIP_SUCCESS,
    HIP_ERROR_INVALID_VALUE,
    HIP_ERROR_NOT_INITIALIZED,
    HIP_ERROR_LAUNCH_OUT_OF_RESOURCES
};

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

#include <hip/hipify/api/error.h>
#include <hip/hipify/api/attribute.h>
#include <hip/hipify/api/properties.h>
#include <hip/hipify/api/handle.h>
#include <hip/hipify/api/flag.h>
#include <hip/hipify/api/launch_types.h>
#include <hip/hipify/api/memory_types.h>
#include <hip/hipify/api/stream_types.h>
#include <hip/hipify/api/external_types.h>
#include <hip/hipify/api/graph_types.h>

#include <hip/hipify/api/device.h>
#include <hip/hipify/api/last_error.h>
#include <hip/hipify/api/context.h>
#include <hip/hipify/api/stream.h>
#include <hip/hipify/api/event.h>
#include <hip/hipify/api/memory.h>
#include <hip/hipify/api/copy.h>
#include <hip/hipify/api/pool.h>
#include <hip/hipify/api/virtual_memory.h>
#include <hip/hipify/api/array.h>
#include <hip/hipify/api/texture.h>
#include <hip/hipify/api/module.h>
#include <hip/hipify/api/launch.h>
#include <hip/hipify/api/capture.h>
#include <hip/hipify/api/graph.h>
#include <hip/hipify/api/graph_node.h>
#include <hip/hipify/api/external.h>
#include <hip/hipify/api/newer.h>
#include <hip/hipify/api/spt.h>

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

// `-fgpu-default-stream=per-thread` defines this: the plain names then mean the default stream of the calling thread.
#if defined(HIP_API_PER_THREAD_DEFAULT_STREAM)
#include <hip/hipify/api/per_thread.h>
#endif

#include <hip/hipify/status_codes.h>

#ifdef __cplusplus
#include <hip/hipify/api/overload.h>
#include <hip/hipify/cub_debug.h>
#include <hip/hipify/graph_update.h>
#include <hip/hipify/launch_attributes.h>
#include <hip/hipify/round_mode.h>
#endif

#endif
