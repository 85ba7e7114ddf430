#include "one.cuh"
#define TWO ONE
#define THREE 0xffffffff
