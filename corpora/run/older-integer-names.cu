// Wide products and fused operations under the names of CUDA's first releases.
// run: wave-any
// nvcc: none, its compiler has no such names any longer
#include "check.h"

__global__ void plain(const int *in, long long *out) {
    const int v = in[threadIdx.x];
    long long *o = out + 5 * threadIdx.x;
    __nanosleep(100);
    o[0] = mulhi(v, 1 << 20), o[1] = mul64hi(v, 1ll << 40), o[2] = umul24(v, 3), o[3] = mul24(v, -3), o[4] = __fmaf_ieee_rn(v, 2, 1);
}

int main() {
    Verdict verdict("older-integer-names");
    std::vector<int> in;
    std::vector<long long> want;
    for (int i = 0; i < 32; i++) {
        in.push_back(i * 4097);
        for (const long long v : {in[i] * (1ll << 20) >> 32, static_cast<long long>(static_cast<__int128>(in[i]) * (1ll << 40) >> 64), in[i] * 3ll, in[i] * -3ll, in[i] * 2ll + 1}) want.push_back(v);
    }
    Array<int> din(in);
    Array<long long> found(want.size());
    plain<<<1, 32>>>(din.p, found.p);
    verdict.same("plain", found.host(), want);
    return verdict.end();
}
