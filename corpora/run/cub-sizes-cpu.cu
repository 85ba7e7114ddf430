// run: wave-any
// targets: cpu (a build for the CPU alone takes other algorithms)
// needs: hipcub
// CUB's functions for a whole device with inputs of many sizes: the algorithms for the CPU, which have the results of AMD's.
#include "cub-sizes.h"

int main() { return all_sizes("cub-sizes-cpu"); }
