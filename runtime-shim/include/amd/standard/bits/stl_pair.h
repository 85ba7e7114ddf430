// Pairs, whose functions libstdc++ does not mark.
#pragma GCC system_header
#ifdef HIPIFY_STANDARD_MARKED
#pragma clang force_cuda_host_device begin
#include_next <bits/stl_pair.h>
#pragma clang force_cuda_host_device end
#else
#include_next <bits/stl_pair.h>
#endif
