#define MAX_WARPS_PER_SM 64        // fires
#define REGISTERS_PER_SM (64 * 1024) // fires
#define SMEM_PER_SM 49152            // fires
#define BLOCKS_PER_ROW 32
#define THREADS 1024
#define THREADS_PER_SMALL_TILE 2048
