#pragma once

#include <cstddef>

// How a block adds up its part.
enum class Method { shared_memory, warp_shuffle, cooperative_groups, atomic };

// The sum of `count` values that lie on the device.
float reduce(Method method, const float *values, std::size_t count);
int reduce(Method method, const int *values, std::size_t count);

// The sum of `count` values on the host, without rounding errors that grow.
double reduce_on_host(const float *values, std::size_t count);
long long reduce_on_host(const int *values, std::size_t count);
