// All API headers that plain C may include; every line also compiles as C++.
#include <hip/driver_types.h>
#include <hip/hip_common.h>
#include <hip/hip_deprecated.h>
#include <hip/hip_gl_interop.h>
#include <hip/hip_profile.h>
#include <hip/hip_runtime_api.h>
#include <hip/hip_texture_types.h>
#include <hip/hip_version.h>
#include <hip/hiprtc.h>
#include <hip/library_types.h>
#include <hip/linker_types.h>
#include <hip/surface_types.h>

int main(void) {
    hipDeviceProp_t properties;
    dim3 block = {1, 1, 1};
    hipMemcpyKind kind = hipMemcpyHostToDevice;
    enum hipLimit_t limit = hipLimitStackSize;
    struct hipExtent extent = make_hipExtent(1, 2, 3);
    hipResourceDesc resource;
    resource.res.linear.sizeInBytes = extent.width;
    HIP_BEGIN_MARKER("name", "group");
    return hipGetDeviceProperties(&properties, (int)kind) == hipSuccess && block.x == (unsigned)limit + resource.res.linear.sizeInBytes;
}
