#include "particles.cuh"

__device__ unsigned long long steps_made = 0;

// Half a step of velocity on both sides of a step of position.
__device__ void advance(Particle &particle, float dt) {
    float3 a = field(particle.position);
    float3 &v = particle.velocity, &p = particle.position;
    v.x += 0.5f * dt * a.x, v.y += 0.5f * dt * a.y, v.z += 0.5f * dt * a.z;
    p.x += dt * v.x, p.y += dt * v.y, p.z += dt * v.z;
    a = field(p);
    v.x += 0.5f * dt * a.x, v.y += 0.5f * dt * a.y, v.z += 0.5f * dt * a.z;
    atomicAdd(&steps_made, 1ull);
}
