// AMD's `hiprand.h` for C, where rocRAND's headers use a type that HIP's have in C++ alone.
#pragma once
#if !defined(__cplusplus)
typedef struct __half {
    unsigned short bits;
} __half;
#endif
#include_next <hiprand/hiprand.h>
