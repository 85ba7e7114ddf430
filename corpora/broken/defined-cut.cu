#if defined(__CUDACC__
#elif defined
#ifdef
#if !defined(__CUDA_ARCH__) ||
