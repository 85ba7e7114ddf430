// All-pairs gravity in float and double, timed with events and checked against the host.

#include "bodies.cuh"
#include "check.cuh"

#include <algorithm>
#include <cuda_runtime.h>
#include <random>
#include <vector>

template <class T>
static void integrate_on_host(std::vector<typename Real<T>::Vector4> &bodies, std::vector<typename Real<T>::Vector3> &velocity,
                              T step, T softening) {
    auto moved = bodies;
    for (size_t i = 0; i < bodies.size(); i++) {
        auto force = Real<T>::zero();
        for (const auto &other : bodies) force = pull<T>(force, bodies[i], other, softening * softening);
        velocity[i].x += force.x * step;
        velocity[i].y += force.y * step;
        velocity[i].z += force.z * step;
        moved[i].x += velocity[i].x * step;
        moved[i].y += velocity[i].y * step;
        moved[i].z += velocity[i].z * step;
    }
    bodies.swap(moved);
}

template <class T> static bool simulate(const char *name, int count, int steps, T tolerance) {
    using Vector3 = typename Real<T>::Vector3;
    using Vector4 = typename Real<T>::Vector4;
    const T step = T(0.001), softening = T(0.125);
    std::mt19937 random(42);
    std::uniform_real_distribution<T> place(-1, 1), mass(T(0.1), 1);
    std::vector<Vector4> bodies(count);
    for (auto &body : bodies) {
        body.x = place(random);
        body.y = place(random);
        body.z = place(random);
        body.w = mass(random);
    }
    std::vector<Vector3> velocity(count, Real<T>::zero());

    Vector4 *d_bodies[2];
    Vector3 *d_velocity;
    for (auto &pointer : d_bodies) CHECK(cudaMalloc(&pointer, count * sizeof(Vector4)));
    CHECK(cudaMalloc(&d_velocity, count * sizeof(Vector3)));
    CHECK(cudaMemcpy(d_bodies[0], bodies.data(), count * sizeof(Vector4), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_velocity, 0, count * sizeof(Vector3)));

    cudaStream_t stream;
    cudaEvent_t start, stop;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start, stream));
    for (int i = 0; i < steps; i++) integrate<T>(d_bodies[(i + 1) % 2], d_bodies[i % 2], d_velocity, count, step, stream);
    CHECK(cudaEventRecord(stop, stream));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds = 0;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    std::vector<Vector4> result(count);
    CHECK(cudaMemcpy(result.data(), d_bodies[steps % 2], count * sizeof(Vector4), cudaMemcpyDeviceToHost));
    for (auto &pointer : d_bodies) CHECK(cudaFree(pointer));
    CHECK(cudaFree(d_velocity));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaStreamDestroy(stream));

    for (int i = 0; i < steps; i++) integrate_on_host<T>(bodies, velocity, step, softening);
    T worst = 0;
    for (int i = 0; i < count; i++) {
        worst = std::max(worst, std::max(std::abs(result[i].x - bodies[i].x), std::abs(result[i].y - bodies[i].y)));
        worst = std::max(worst, std::abs(result[i].z - bodies[i].z));
    }
    const bool good = worst < tolerance;
    std::printf("%s: %d bodies, %d steps in %.3f ms, worst difference %g: %s\n", name, count, steps, milliseconds, double(worst),
                good ? "PASS" : "FAIL");
    return good;
}

int main() {
    set_softening(0.125f);
    const bool single = simulate<float>("float", 1000, 5, 1e-4f);
    const bool both = simulate<double>("double", 500, 5, 1e-6) && single;
    std::printf("nbody: %s\n", both ? "PASS" : "FAIL");
    return !both;
}
