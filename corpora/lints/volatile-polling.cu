// compile: gfx90a
__global__ void waits(volatile int *flag, int *data) {
    while (*flag == 0) // fires
        ;
    data[0] = 1;
}

__device__ void casts(int *flag) {
    while (*(volatile int *)flag != 1) { // fires
    }
}

__global__ void works(volatile int *list, int *data) {
    int i = 0;
    while (list[i] != 0) data[i++] = 1;
}

__device__ void works_once(volatile int *flag, int *data) {
    do {
        data[0] += 1;
    } while (*flag == 0);
}

void host(volatile int *flag) {
    while (*flag == 0) {
    }
}
