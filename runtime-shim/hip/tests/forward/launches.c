// Two launches on two allocations, of which the second kernel writes the second one alone.
#include <stdio.h>
#include <hip/hip_runtime_api.h>

void **__hipRegisterFatBinary(const void *data);
void __hipRegisterFunction(void **modules, const void *host, char *device, const char *name, unsigned limit, void *thread,
    void *block, dim3 *block_dim, dim3 *grid_dim, int *warp_size);

static void fill(void **arguments, unsigned block) { (*(float **)arguments[0])[block] = (float)block; }
static void add(void **arguments, unsigned block) { (*(float **)arguments[1])[block] = (*(float **)arguments[0])[block] + 1; }

int main(void) {
    void **modules = __hipRegisterFatBinary("kernels");
    __hipRegisterFunction(modules, (const void *)fill, "fill", "_Z4fillPf", 0, NULL, NULL, NULL, NULL, NULL);
    __hipRegisterFunction(modules, (const void *)add, "add", "_Z3addPKfPf", 0, NULL, NULL, NULL, NULL, NULL);
    void *a = NULL, *b = NULL;
    if (hipMalloc(&a, 5000) != hipSuccess || hipMalloc(&b, 8192) != hipSuccess) return 1;
    void *arguments[] = {&a, &b};
    const dim3 grid = {4, 1, 1}, block = {1, 1, 1};
    if (hipLaunchKernel((const void *)fill, grid, block, arguments, 0, NULL) != hipSuccess) return 2;
    if (hipLaunchKernel((const void *)add, grid, block, arguments, 16, NULL) != hipSuccess) return 3;
    printf("b[3] is %g\n", ((float *)b)[3]);
    return hipFree(a) != hipSuccess || hipFree(b) != hipSuccess;
}
