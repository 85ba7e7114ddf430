// Plain C: what a device that is to be taken for a gfx942 says it is. Prints what is not as expected, then `done`.
#include <stdio.h>
#include <string.h>
#include <hip/hip_runtime_api.h>

#define EXPECT(condition) \
    do { if (!(condition)) printf("line %d: %s\n", __LINE__, #condition); } while (0)

int main(void) {
    hipDeviceProp_t properties;
    EXPECT(hipGetDeviceProperties(&properties, 1) == hipSuccess);
    EXPECT(strcmp(properties.gcnArchName, "gfx942") == 0);
    EXPECT(properties.major == 9 && properties.minor == 4 && properties.warpSize == 64);
    printf("done\n");
    return 0;
}
