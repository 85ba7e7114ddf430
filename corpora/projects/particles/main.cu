// Particles on springs: a kernel that calls device functions of other files, which use variables of others still.

#include "particles.cuh"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::printf("FAIL: %s\n", cudaGetErrorString(error));
    std::exit(1);
}

int main() {
    const int count = 1000, steps = 200;
    const float pull = 4.0f, dt = 0.001f;
    std::vector<Particle> particles(count);
    for (int i = 0; i < count; i++) particles[i] = {make_float3(i * 0.001f, 1.0f, -1.0f), make_float3(0.0f, 0.0f, 0.5f)};
    const std::vector<Particle> before = particles;

    check(cudaMemcpyToSymbol(strength, &pull, sizeof(pull)));
    Particle *on_device;
    check(cudaMalloc(&on_device, count * sizeof(Particle)));
    check(cudaMemcpy(on_device, particles.data(), count * sizeof(Particle), cudaMemcpyHostToDevice));
    simulate<<<(count + 255) / 256, 256>>>(on_device, count, dt, steps);
    check(cudaGetLastError());
    check(cudaMemcpy(particles.data(), on_device, count * sizeof(Particle), cudaMemcpyDeviceToHost));
    unsigned long long made = 0;
    check(cudaMemcpyFromSymbol(&made, steps_made, sizeof(made)));
    check(cudaFree(on_device));

    // A spring swings with the root of its strength.
    const float omega = std::sqrt(pull), t = dt * steps;
    float worst = 0.0f;
    for (int i = 0; i < count; i++) {
        const float x = before[i].position.x * std::cos(omega * t);
        const float z = before[i].position.z * std::cos(omega * t) + before[i].velocity.z / omega * std::sin(omega * t);
        worst = std::max(worst, std::fabs(particles[i].position.x - x));
        worst = std::max(worst, std::fabs(particles[i].position.z - z));
    }
    const bool good = worst < 1e-4f && made == (unsigned long long)count * steps;
    std::printf("%s: %llu steps, largest error %g\n", good ? "PASS" : "FAIL", made, worst);
    return good ? 0 : 1;
}
