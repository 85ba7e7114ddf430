#if defined(__CUDACC__) || defined(__HIPCC__)
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif

#if defined(__HIPCC__) || defined(__CUDACC__)
#define ON_GPU 1
#endif

#if !defined(__CUDACC__) && !defined(__HIPCC__)
#define ON_CPU 1
#endif
