// Surfaces: arrays that kernels write to.
#ifndef HIP_INCLUDE_HIP_SURFACE_TYPES_H
#define HIP_INCLUDE_HIP_SURFACE_TYPES_H

#include <hip/driver_types.h>

typedef struct __hip_surface *hipSurfaceObject_t;

struct surfaceReference {
    hipSurfaceObject_t surfaceObject;
};

enum hipSurfaceBoundaryMode {
    hipBoundaryModeZero,
    hipBoundaryModeTrap,
    hipBoundaryModeClamp
};

#endif
