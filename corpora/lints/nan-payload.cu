__device__ bool bad(float x, int y) {
    return __float_as_int(x) == 0x7fffffff // fires
           || __float_as_int(x) == 0x3f800000 || y == 0x7fffffff;
}
