#pragma once // as ever
#if 1 // a comment ends before its line break
#include <cuda_runtime.h> // runtime
#endif
