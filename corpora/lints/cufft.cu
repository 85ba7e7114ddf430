#include <cufftXt.h>

void plan(cufftHandle plan, int *gpus) {
    cufftXtSetGPUs(plan, 2, gpus);  // fires
    cufftResetPlanProperty(plan, 0); // fires
    cufftDestroy(plan);
}
