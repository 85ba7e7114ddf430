// compile: refused, HIP has no counterpart
__global__ void packed(unsigned *out, unsigned a, unsigned b) {
    out[0] = __vadd2(a, b); // fires
    out[1] = __vsadu4(a, b); // fires
    out[2] = __byte_perm(a, b, 0x5410);
    out[3] = ((a & 0x7f7f7f7fu) + (b & 0x7f7f7f7fu)) ^ ((a ^ b) & 0x80808080u);
}
