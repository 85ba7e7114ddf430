// Headers that a macro makes names of.
#include <cuda_runtime.h>
#define ANGLED(x) <x>
#define QUOTED_(x) #x
#define QUOTED(x) QUOTED_(x)
#include ANGLED(cuda_fp16.h)
#include ANGLED(cooperative_groups.h)
#include QUOTED(cuComplex.h)

__half half_of(float x) { return __float2half(x); }
cuComplex swapped(cuComplex z) { return make_cuComplex(z.y, z.x); }
