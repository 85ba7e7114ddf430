// The functions of `cuda_fp4.h`, which toolkits have in a file of their own.
#pragma once
#include "cuda_fp4.h"
