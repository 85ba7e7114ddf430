// From here to std_end.h functions are for host and device. A class there may have a function for both where its base, an
// exception of the host, has it for the host alone, so that it does not override it: `override` must not say that it does.
#pragma clang force_cuda_host_device begin
#pragma push_macro("override")
#undef override
#define override
