#include "two.cuh"
#define ONE TWO
