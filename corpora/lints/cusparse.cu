#include <cusparse.h>

void prune(cusparseHandle_t handle, cusparseAlgMode_t mode) { // fires
    cusparseDestroy(handle);
}
