#include <nccl.h>

void grow(ncclComm_t comm) {
    ncclCommGrow(comm); // fires
    ncclCommDestroy(comm);
}
