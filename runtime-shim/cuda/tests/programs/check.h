/* Checks of the programs in this folder, which know no HIP. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRUE(condition)                                                               \
    do {                                                                              \
        if (!(condition)) {                                                           \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)

#define EQUAL(value, expected)                                                                                        \
    do {                                                                                                              \
        long long value_ = (long long)(value), wanted_ = (long long)(expected);                                       \
        if (value_ != wanted_) {                                                                                      \
            fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", __FILE__, __LINE__, #value, value_, wanted_);       \
            exit(1);                                                                                                  \
        }                                                                                                             \
    } while (0)

#define CHECK(call) EQUAL(call, 0)
