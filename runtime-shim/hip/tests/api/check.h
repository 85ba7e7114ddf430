/* Checks of the programs in this folder. */
#pragma once

#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call) expect(call, hipSuccess, #call, __FILE__, __LINE__)
#define FAILS(call, error) expect(call, error, #call, __FILE__, __LINE__)
#define TRUE(condition)                                                                        \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);          \
            exit(1);                                                                           \
        }                                                                                      \
    } while (0)

static inline void expect(hipError_t error, hipError_t expected, const char *call, const char *file, int line) {
    if (error == expected) return;
    fprintf(stderr, "%s:%d: %s: %s, expected %s\n", file, line, call, hipGetErrorName(error), hipGetErrorName(expected));
    exit(1);
}

template <class T> static T *device_memory(size_t count) {
    void *memory;
    CHECK(hipMalloc(&memory, count * sizeof(T)));
    return static_cast<T *>(memory);
}
