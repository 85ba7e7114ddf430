/* Copyright 2020 The Authors.
   All rights granted. */

// A kernel.
__global__ void k(int *p) { *p = blockIdx.x; }
