// compile: refused, HIP has no counterpart
__global__ void asks(const float *p, int *out) {
    out[0] = __isShared(p); // fires
    out[1] = (int)__cvta_generic_to_local(p); // fires
}

__global__ void is_ported(const float *p, int *out) {
    out[0] = (int)__cvta_generic_to_shared(p);
}

__global__ void answers(const float *p, int *out) {
    out[0] = __builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void *)p);
}
