#include "forces.cuh"

__device__ unsigned long long pulls = 0;

__device__ double2 pull(const Body *bodies, int count, int index) {
    double2 sum = make_double2(0.0, 0.0);
    for (int other = 0; other < count; other++) {
        if (other == index) continue;
        double dx = bodies[other].x - bodies[index].x;
        double dy = bodies[other].y - bodies[index].y;
        double squared = dx * dx + dy * dy + SOFTENING;
        double scale = bodies[other].mass / (squared * sqrt(squared));
        sum.x += dx * scale;
        sum.y += dy * scale;
    }
    atomicAdd(&pulls, 1ull);
    return sum;
}
