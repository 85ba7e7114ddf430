// Occupancy of kernels given by name, and the block size that gives the most of it.
#ifndef HIPIFY_API_OVERLOAD_OCCUPANCY_H
#define HIPIFY_API_OVERLOAD_OCCUPANCY_H

template <class T>
inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, T f, int blockSize,
                                                               size_t dynSharedMemPerBlk) {
    return hipOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, reinterpret_cast<const void *>(f), blockSize,
                                                        dynSharedMemPerBlk);
}

template <class T>
inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, T f, int blockSize,
                                                                        size_t dynSharedMemPerBlk,
                                                                        unsigned int flags = hipOccupancyDefault) {
    return hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, reinterpret_cast<const void *>(f),
                                                                 blockSize, dynSharedMemPerBlk, flags);
}

template <typename F>
inline hipError_t hipOccupancyMaxPotentialBlockSize(int *gridSize, int *blockSize, F kernel,
                                                    size_t dynSharedMemPerBlk = 0, int blockSizeLimit = 0) {
    return hipOccupancyMaxPotentialBlockSize(gridSize, blockSize, reinterpret_cast<const void *>(kernel),
                                             dynSharedMemPerBlk, blockSizeLimit);
}

// A kernel cast to a pointer that is not const, which the function and the template above would take equally well.
inline hipError_t hipOccupancyMaxPotentialBlockSize(int *gridSize, int *blockSize, void *kernel,
                                                    size_t dynSharedMemPerBlk = 0, int blockSizeLimit = 0) {
    return hipOccupancyMaxPotentialBlockSize(gridSize, blockSize, const_cast<const void *>(kernel), dynSharedMemPerBlk,
                                             blockSizeLimit);
}

template <typename F>
inline hipError_t hipOccupancyMaxPotentialBlockSizeWithFlags(int *gridSize, int *blockSize, F kernel,
                                                             size_t dynSharedMemPerBlk = 0,
                                                             uint32_t blockSizeLimit = 0, unsigned int flags = 0) {
    (void)flags;
    return hipOccupancyMaxPotentialBlockSize(gridSize, blockSize, kernel, dynSharedMemPerBlk, blockSizeLimit);
}

/// Tries block sizes from the largest down, in whole warps; `shared_bytes` says how much dynamic shared memory each needs.
template <typename UnaryFunction, class T>
static inline hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *min_grid_size, int *block_size,
                                                                                T func, UnaryFunction shared_bytes,
                                                                                int block_size_limit = 0,
                                                                                unsigned int flags = 0) {
    const void *kernel = reinterpret_cast<const void *>(func);
    if (min_grid_size == NULL || block_size == NULL || kernel == NULL) return hipErrorInvalidValue;
    int device = 0, warp = 0, processors = 0, resident = 0;
    struct hipFuncAttributes attributes;
    hipError_t status = hipGetDevice(&device);
    if (status == hipSuccess) status = hipDeviceGetAttribute(&warp, hipDeviceAttributeWarpSize, device);
    if (status == hipSuccess)
        status = hipDeviceGetAttribute(&processors, hipDeviceAttributeMultiprocessorCount, device);
    if (status == hipSuccess)
        status = hipDeviceGetAttribute(&resident, hipDeviceAttributeMaxThreadsPerMultiProcessor, device);
    if (status == hipSuccess) status = hipFuncGetAttributes(&attributes, kernel);
    if (status != hipSuccess) return status;

    int limit = attributes.maxThreadsPerBlock;
    if (block_size_limit > 0 && block_size_limit < limit) limit = block_size_limit;
    int best_threads = 0, best_size = 0, best_blocks = 0;
    for (int whole = (limit + warp - 1) / warp * warp; whole > 0 && best_threads < resident; whole -= warp) {
        const int size = whole < limit ? whole : limit;
        int blocks = 0;
        status = hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            &blocks, kernel, size, static_cast<size_t>(shared_bytes(size)), flags);
        if (status != hipSuccess) return status;
        if (size * blocks <= best_threads) continue;
        best_threads = size * blocks;
        best_size = size;
        best_blocks = blocks;
    }
    *min_grid_size = best_blocks * processors;
    *block_size = best_size;
    return hipSuccess;
}

template <typename UnaryFunction, class T>
static inline hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid_size, int *block_size, T func,
                                                                       UnaryFunction shared_bytes,
                                                                       int block_size_limit = 0) {
    return hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid_size, block_size, func, shared_bytes,
                                                                  block_size_limit);
}

#endif
