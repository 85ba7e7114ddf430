// compile: gfx90a
#include <cstdio>

__global__ void speaks(int *data) {
    printf("%d\n", data[0]); // fires
    printf("%d\n", data[1]);
}

void host() {
    printf("host\n");
}
