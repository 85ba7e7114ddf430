// A planet on a circle around a star: after a revolution it is back, and the energy is what it was.
#include <cmath>
#include <cstdio>

#include "orbit.h"

int main() {
    const double pi = std::acos(-1.0);
    const int steps = 20000;
    Body bodies[2] = {{0.0, 0.0, 0.0, 0.0, 1.0}, {1.0, 0.0, 0.0, 1.0, 1e-9}};
    const double before = energy(bodies, 2);
    if (integrate(bodies, 2, steps, 2.0 * pi / steps) != 0) {
        std::printf("FAIL: no device\n");
        return 1;
    }
    const double after = energy(bodies, 2);
    const double missed = std::hypot(bodies[1].x - 1.0, bodies[1].y);
    const bool good = missed < 1e-2 && std::fabs(after - before) < 1e-3 * std::fabs(before);
    std::printf("%s: missed by %.2e, energy %.6e then %.6e: %s\n", TITLE, missed, before, after, good ? "PASS" : "FAIL");
    return !good;
}
