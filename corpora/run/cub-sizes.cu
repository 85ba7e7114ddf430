// run: wave-any
// targets: gpus,cpu needs hipcub (AMD's HIP of Debian 12 has no hipCUB)
// needs: hipcub
// CUB's functions for a whole device with inputs of many sizes: AMD's own algorithms, since the program is for GPUs too.
#include "cub-sizes.h"

int main() { return all_sizes("cub-sizes"); }
