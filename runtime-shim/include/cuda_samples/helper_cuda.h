// Checks of calls and the choice of a device, as NVIDIA's samples have them, over HIP.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <hip/hip_runtime.h>

#include "helper_string.h"

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

inline const char *_cudaGetErrorEnum(hipError_t error) { return hipGetErrorName(error); }

namespace hipify_samples {

// What a result is called: HIP has names for its own, and libraries' are numbers.
inline const char *name_of(hipError_t error) { return hipGetErrorName(error); }
template <typename Result> inline const char *name_of(Result) { return "an error of a library"; }

template <typename Result> inline void stop_at(Result result, const char *call, const char *file, int line) {
    if (!result) return;
    fprintf(stderr, "CUDA error at %s:%d code=%u(%s) \"%s\" \n", file, line, static_cast<unsigned>(result), name_of(result), call);
    exit(EXIT_FAILURE);
}

// The error that is pending, with what the program says of it; whether there was one.
inline bool pending(const char *message, const char *file, int line) {
    const hipError_t error = hipGetLastError();
    if (error == hipSuccess) return false;
    fprintf(stderr, "%s(%i) : CUDA error : %s : (%d) %s.\n", file, line, message, static_cast<int>(error), hipGetErrorString(error));
    return true;
}

} // namespace hipify_samples

template <typename T> void check(T result, char const *const call, const char *const file, int const line) {
    hipify_samples::stop_at(result, call, file, line);
}

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
#define getLastCudaError(msg) __getLastCudaError(msg, __FILE__, __LINE__)
#define printLastCudaError(msg) __printLastCudaError(msg, __FILE__, __LINE__)

inline void __getLastCudaError(const char *message, const char *file, const int line) {
    if (hipify_samples::pending(message, file, line)) exit(EXIT_FAILURE);
}

inline void __printLastCudaError(const char *message, const char *file, const int line) {
    hipify_samples::pending(message, file, line);
}

// Rounds to the nearest whole number.
inline int ftoi(float value) { return static_cast<int>(value >= 0 ? value + 0.5 : value - 0.5); }

// Lanes of arithmetic of one compute unit; those of AMD have 64, whatever `major` and `minor` say.
inline int _ConvertSMVer2Cores(int, int) { return 64; }

inline const char *_ConvertSMVer2ArchName(int, int) { return "AMD"; }

namespace hipify_samples {

inline int device_count() {
    int count = 0;
    check(hipGetDeviceCount(&count), "hipGetDeviceCount(&count)", __FILE__, __LINE__);
    if (count == 0) {
        fprintf(stderr, "no devices supporting CUDA.\n");
        exit(EXIT_FAILURE);
    }
    return count;
}

inline hipDeviceProp_t properties(int device) {
    hipDeviceProp_t found;
    check(hipGetDeviceProperties(&found, device), "hipGetDeviceProperties(&found, device)", __FILE__, __LINE__);
    return found;
}

inline void use(int device) { check(hipSetDevice(device), "hipSetDevice(device)", __FILE__, __LINE__); }

} // namespace hipify_samples

// Uses the device of that number and says it; a negative number means the first.
inline int gpuDeviceInit(int device) {
    const int count = hipify_samples::device_count();
    device = device < 0 ? 0 : device;
    if (device >= count) {
        fprintf(stderr, ">> gpuDeviceInit (-device=%d) is not a valid GPU device: there are %d. <<\n", device, count);
        return -device;
    }
    hipify_samples::use(device);
    return device;
}

// The device with the most lanes times clock.
inline int gpuGetMaxGflopsDeviceId() {
    int best = 0;
    double most = -1.0;
    for (int device = 0, count = hipify_samples::device_count(); device < count; ++device) {
        const hipDeviceProp_t found = hipify_samples::properties(device);
        const double speed = double(found.multiProcessorCount) * _ConvertSMVer2Cores(found.major, found.minor) * found.clockRate;
        if (speed > most) {
            most = speed;
            best = device;
        }
    }
    return best;
}

// Uses the device of `-device=N`, else the fastest, and says which.
inline int findCudaDevice(int argc, const char **argv) {
    int device = 0;
    if (checkCmdLineFlag(argc, argv, "device")) {
        device = gpuDeviceInit(getCmdLineArgumentInt(argc, argv, "device"));
        if (device < 0) exit(EXIT_FAILURE);
        return device;
    }
    device = gpuGetMaxGflopsDeviceId();
    hipify_samples::use(device);
    const hipDeviceProp_t found = hipify_samples::properties(device);
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, found.name, found.major, found.minor);
    return device;
}

// Uses the first device that shares the host's memory.
inline int findIntegratedGPU() {
    for (int device = 0, count = hipify_samples::device_count(); device < count; ++device) {
        if (hipify_samples::properties(device).integrated) {
            hipify_samples::use(device);
            return device;
        }
    }
    fprintf(stderr, "CUDA error: no device shares the host's memory.\n");
    exit(EXIT_FAILURE);
}

inline bool checkCudaCapabilities(int major, int minor) {
    int device = 0;
    check(hipGetDevice(&device), "hipGetDevice(&device)", __FILE__, __LINE__);
    const hipDeviceProp_t found = hipify_samples::properties(device);
    if (found.major > major || (found.major == major && found.minor >= minor)) return true;
    printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", major, minor);
    return false;
}
