#include <cstdlib>

void settle() {
    setenv("CUDA_LAUNCH_BLOCKING", "1", 1); // fires
    setenv("MY_CUDA_LAUNCH_BLOCKING", "1", 1);
}
