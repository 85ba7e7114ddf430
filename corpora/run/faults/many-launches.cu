// Launches by the hundred thousand, or as many as LAUNCHES says: none is lost, and the process does not grow.
// run: wave-any
#include "../check.h"

#include <cstdlib>
#include <unistd.h>

__global__ void add(unsigned *v) { atomicAdd(v, 1u); }

// Bytes of memory that the process holds.
static long long resident() {
    long long pages = 0, all = 0;
    FILE *file = std::fopen("/proc/self/statm", "r");
    if (!file || std::fscanf(file, "%lld %lld", &all, &pages) != 2) pages = 0;
    if (file) std::fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

int main() {
    Verdict verdict("many-launches");
    const char *asked = std::getenv("LAUNCHES");
    const unsigned n = asked ? std::strtoul(asked, nullptr, 10) : 100000, first = 5000;
    Array<unsigned> v(1);
    for (unsigned i = 0; i < first; i++) add<<<1, 1>>>(v.p);
    CHECK(cudaDeviceSynchronize());
    const long long before = resident();
    for (unsigned i = first; i < n; i++) {
        add<<<1, 1>>>(v.p);
        if (i % 1000 == 0) CHECK(cudaDeviceSynchronize());
    }
    CHECK(cudaDeviceSynchronize());
    verdict.same("launches", v.host()[0], n);
    verdict.holds("it grows by less than 16 MiB", resident() - before < 16 << 20);
    return verdict.end();
}
