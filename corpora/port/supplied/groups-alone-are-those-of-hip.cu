// port-options: --support-header
#include <cooperative_groups.h>

__global__ void k(unsigned *p) { *p = cooperative_groups::this_thread_block().thread_rank(); }
