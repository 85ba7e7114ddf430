// From here to std_what_end.h, in what is for host and device: the next `what`, an exception's, is the host's, as its base's is, so
// that it overrides that. The `return` in its body, which is read once the function is declared, goes on for both.
#pragma push_macro("return")
#define return _Pragma("clang force_cuda_host_device begin") _Pragma("pop_macro(\"return\")") return
#pragma push_macro("return")
#undef return
#pragma push_macro("what")
#define what _Pragma("clang force_cuda_host_device end") _Pragma("pop_macro(\"return\")") what
