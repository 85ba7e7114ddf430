// AMDGCN's builtins on the CPU target, as functions with their documented meaning at the wave size that runs. Clang knows these names
// where code is made for an AMD GPU alone; `amdgcn.toml` of the headers' crate lists them with their sources.
#ifndef HIPIFY_AMDGCN_H
#define HIPIFY_AMDGCN_H

// Host passes know the builtins of their clang themselves: those of the device that they stand beside.
#ifdef __HIPIFY_CPU__
#include <hip/hipify/amdgcn/lanes.h>
#include <hip/hipify/amdgcn/dpp.h>
#include <hip/hipify/amdgcn/place.h>
#include <hip/hipify/amdgcn/waits.h>
#include <hip/hipify/amdgcn/bits.h>
#include <hip/hipify/amdgcn/dot.h>
#include <hip/hipify/amdgcn/numbers.h>
#include <hip/hipify/amdgcn/packed.h>
#include <hip/hipify/amdgcn/small.h>
#include <hip/hipify/amdgcn/division.h>
#include <hip/hipify/amdgcn/mfma.h>
#include <hip/hipify/amdgcn/wmma.h>
#endif
#include <hip/hipify/amdgcn/newer.h>

#endif
