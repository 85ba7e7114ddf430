// Plain C: what calls answer where a list hides all devices. Prints what is not as expected, then `done`.
#include <stdio.h>
#include <string.h>
#include <hip/hip_runtime_api.h>

#define EXPECT(condition) \
    do { if (!(condition)) printf("line %d: %s\n", __LINE__, #condition); } while (0)

int main(void) {
    int count = -1, device = -1, version = 0;
    void *memory = NULL;
    hipStream_t stream = NULL;
    EXPECT(hipGetDeviceCount(&count) == hipErrorNoDevice);
    EXPECT(hipGetLastError() == hipErrorNoDevice && hipGetLastError() == hipSuccess);
    EXPECT(hipGetDevice(&device) == hipErrorNoDevice && hipSetDevice(0) == hipErrorNoDevice);
    EXPECT(hipMalloc(&memory, 64) == hipErrorNoDevice && memory == NULL);
    EXPECT(hipStreamCreate(&stream) == hipErrorNoDevice && hipDeviceSynchronize() == hipErrorNoDevice);
    EXPECT(hipRuntimeGetVersion(&version) == hipSuccess && version > 0);
    EXPECT(strcmp(hipGetErrorName(hipErrorNoDevice), "hipErrorNoDevice") == 0);
    printf("done\n");
    return 0;
}
