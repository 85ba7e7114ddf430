// The larger headers of `cuda::std` as one.
#pragma once
#pragma clang system_header
#include <cuda/std/algorithm>
#include <cuda/std/bitset>
#include <cuda/std/charconv>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/ctime>
#include <cuda/std/memory>
#include <cuda/std/numeric>
#include <cuda/std/random>
#include <cuda/std/ranges>
#include <cuda/std/ratio>
#include <cuda/std/source_location>
#include <cuda/std/string_view>
