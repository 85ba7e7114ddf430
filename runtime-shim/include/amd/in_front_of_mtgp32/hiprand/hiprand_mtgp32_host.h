// AMD's `hiprand_mtgp32_host.h`, and the table of parameters, which CUDA's header of the kind includes.
#pragma once
#include_next <hiprand/hiprand_mtgp32_host.h>
#if __has_include(<rocrand/rocrand_mtgp32_11213.h>)
#include <rocrand/rocrand_mtgp32_11213.h>
#endif
