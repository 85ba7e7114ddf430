// Before functions that AMD's headers have with other results than CUDA's. Of two functions with the same parameters clang takes the
// one with the attribute, wherever they stand, and for addresses too.
#define HIPIFY_PREFERRED_ATTRIBUTE always_inline, enable_if(true, "gives CUDA's results")
#define HIPIFY_PREFERRED inline __attribute__((device, HIPIFY_PREFERRED_ATTRIBUTE))
#define HIPIFY_PREFERRED_BOTH inline __attribute__((host, device, HIPIFY_PREFERRED_ATTRIBUTE))
