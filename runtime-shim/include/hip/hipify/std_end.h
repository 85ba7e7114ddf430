// Ends what std_begin.h began.
#pragma pop_macro("override")
#pragma clang force_cuda_host_device end
