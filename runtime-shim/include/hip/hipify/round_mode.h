// The directions of rounding that conversions to numbers of 8 bits and less are told.
#ifndef HIPIFY_ROUND_MODE_H
#define HIPIFY_ROUND_MODE_H

enum cudaRoundMode { cudaRoundNearest = 0, cudaRoundZero = 1, cudaRoundPosInf = 2, cudaRoundMinInf = 3 };

#endif
