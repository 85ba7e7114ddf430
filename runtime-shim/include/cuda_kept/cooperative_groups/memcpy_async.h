// Copies that the threads of a group make together: the bundled groups have them, which take the place of AMD's in every build.
#pragma once
#pragma clang system_header
#include <cuda/barrier>
#include <hip/hip_cooperative_groups.h>
