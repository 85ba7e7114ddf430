#include "problem.hpp"
#include "../device.cuh"

constexpr int THREADS = 128;

// Neighbours lie one after the other for all atoms, so that threads side by side read side by side.
__global__ void forces(const float4 *places, const int *counts, const int *neighbours, float4 *force, int atoms) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms) return;
    const float4 mine = places[i];
    const int count = counts[i];
    float x = 0, y = 0, z = 0;
    for (int k = 0; k < count; k++) {
        const float4 other = places[neighbours[k * atoms + i]];
        const float dx = mine.x - other.x, dy = mine.y - other.y, dz = mine.z - other.z;
        const float square = dx * dx + dy * dy + dz * dz;
        if (square < CUTOFF * CUTOFF) {
            const float inverse = 1 / square, sixth = inverse * inverse * inverse;
            const float strength = 24 * inverse * sixth * (2 * sixth - 1);
            x += strength * dx;
            y += strength * dy;
            z += strength * dz;
        }
    }
    force[i] = make_float4(x, y, z, 0);
}

__global__ void advance(float4 *places, float4 *speeds, const float4 *force, int atoms) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms) return;
    float4 speed = speeds[i], place = places[i];
    const float4 push = force[i];
    speed.x += STEP * push.x, speed.y += STEP * push.y, speed.z += STEP * push.z;
    place.x += STEP * speed.x, place.y += STEP * speed.y, place.z += STEP * speed.z;
    speeds[i] = speed;
    places[i] = place;
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    static_assert(sizeof(Atom) == sizeof(float4), "the same four numbers");
    const int n = problem.atoms;
    std::vector<int> columns(problem.neighbours.size());
    for (int i = 0; i < n; i++)
        for (int k = 0; k < MOST_NEIGHBOURS; k++) columns[size_t(k) * n + i] = problem.neighbours[size_t(i) * MOST_NEIGHBOURS + k];
    DeviceArray<Atom> places(n), speeds(n), force(n);
    DeviceArray<int> counts(n), neighbours(columns.size());
    std::vector<Atom> result(n);
    const auto as_float4 = [](DeviceArray<Atom> &atoms) { return reinterpret_cast<float4 *>(atoms.data()); };
    measure(
        "molecular-dynamics",
        [&] {
            places.upload(problem.places);
            speeds.upload(problem.speeds);
            counts.upload(problem.counts);
            neighbours.upload(columns);
            for (int i = 0; i < problem.steps; i++) {
                forces<<<blocks(n, THREADS), THREADS>>>(as_float4(places), counts.data(), neighbours.data(), as_float4(force), n);
                advance<<<blocks(n, THREADS), THREADS>>>(as_float4(places), as_float4(speeds), as_float4(force), n);
            }
            CHECK(cudaGetLastError());
            speeds.download(result);
        },
        [&] { return checksum(result); });
}
