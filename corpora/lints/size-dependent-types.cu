#include <cuda_runtime.h>

struct Particle {
    float mass;
    double4 position; // fires
    float4 colour;
    double4 moved(double4 by) const { return by; }
};

double4 global;
__global__ void move(double4 *p) {
    double4 local = p[0];
    p[1] = local;
}
