// The functions of `cuda_fp6.h`, which toolkits have in a file of their own.
#pragma once
#include "cuda_fp6.h"
