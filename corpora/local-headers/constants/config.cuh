#pragma once
#include "masks.cuh"
#define GROUP 32
constexpr int kTwo = GROUP / 16;
enum { THREADS = kTwo * 1024 };
