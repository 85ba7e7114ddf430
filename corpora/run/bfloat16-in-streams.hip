// A hip_bfloat16 goes to a stream as the number that it is, as with AMD's header.
// run: wave-any
#include <hip/hip_bfloat16.h>
#include <hip/hip_runtime.h>

#include <cstdio>
#include <sstream>

int main() {
    std::ostringstream stream;
    stream << hip_bfloat16(1.5f) << ' ' << hip_bfloat16(-0.25f);
    if (stream.str() != "1.5 -0.25") {
        std::printf("it is written as %s\n", stream.str().c_str());
        return 1;
    }
    std::puts("PASS bfloat16-in-streams");
}
