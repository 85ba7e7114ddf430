// The result of `printf` in kernels that are compiled for AMD's buffer: zero, where the text is in it.
// run: wave-any
// targets: cpu (the result of a GPU without the host's help)
// flags: -mprintf-kind=buffered
// nvcc: none, the option is clang's
// stdout: seven letters
#include "check.h"

__global__ void speak(int *result) { *result = printf("%s letters\n", "seven"); }

int main() {
    Verdict verdict("printf-in-a-buffer");
    Array<int> result(1);
    CHECK(cudaMemset(result.p, 1, sizeof(int)));
    speak<<<1, 1>>>(result.p);
    verdict.same("the result", result.host(), std::vector<int>{0});
    return verdict.end();
}
