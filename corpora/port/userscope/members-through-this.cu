#include <cuda_runtime.h>

class Buffer {
  public:
    ~Buffer() { cudaFree(); }

  private:
    void cudaFree() {
        ::cudaFree(data);
        data = nullptr;
    }
    void *data = nullptr;
};
