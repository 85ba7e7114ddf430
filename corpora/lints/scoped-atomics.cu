// compile: refused, HIP has no counterpart
__global__ void counts(int *count, unsigned *wide) {
    atomicAdd_block(count, 1); // fires
    atomicCAS_block(count, 1, 2); // fires
    atomicInc_system(wide, 7); // fires
    atomicAdd_system(count, 1);
    atomicAdd(count, 1);
}
