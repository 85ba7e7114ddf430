// compile: no, hipBLAS is not there
#include "cublas_v2.h"
#include <cstdio>
