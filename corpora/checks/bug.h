// What is wrong in a program of this folder, and what is right in its place: its twin is compiled with RIGHT.
#pragma once
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifdef RIGHT
#define BUG(wrong, right) right
#else
#define BUG(wrong, right) wrong
#endif
