#include <nvToolsExt.h>

void step(nvtxEventAttributes_t *attributes) { // fires
    nvtxRangePushEx(attributes); // fires
    nvtxRangePop();
    nvtxRangePushA("plain");
}
