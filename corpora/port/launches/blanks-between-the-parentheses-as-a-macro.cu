__global__ void none() {}

void go() { none<<<1, 32>>> ( ); }
