#include "problem.hpp"

static Atom force(const Atom *places, const int *neighbours, int count, const Atom &mine) {
    float x = 0, y = 0, z = 0;
#pragma omp simd reduction(+ : x, y, z)
    for (int k = 0; k < count; k++) {
        const Atom &other = places[neighbours[k]];
        const float dx = mine.x - other.x, dy = mine.y - other.y, dz = mine.z - other.z;
        const float square = dx * dx + dy * dy + dz * dz;
        const float inverse = 1 / square, sixth = inverse * inverse * inverse;
        const float strength = square < CUTOFF * CUTOFF ? 24 * inverse * sixth * (2 * sixth - 1) : 0;
        x += strength * dx, y += strength * dy, z += strength * dz;
    }
    return {x, y, z, 0};
}

static void simulate(const Problem &problem, Atom *places, Atom *speeds, Atom *forces) {
#pragma omp parallel
    for (int step = 0; step < problem.steps; step++) {
#pragma omp for schedule(static)
        for (int i = 0; i < problem.atoms; i++)
            forces[i] = force(places, problem.neighbours.data() + size_t(i) * MOST_NEIGHBOURS, problem.counts[i], places[i]);
#pragma omp for simd schedule(static)
        for (int i = 0; i < problem.atoms; i++) {
            speeds[i].x += STEP * forces[i].x, speeds[i].y += STEP * forces[i].y, speeds[i].z += STEP * forces[i].z;
            places[i].x += STEP * speeds[i].x, places[i].y += STEP * speeds[i].y, places[i].z += STEP * speeds[i].z;
        }
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<Atom> places, speeds, forces(problem.atoms);
    measure(
        "molecular-dynamics", [&] { simulate(problem, places.data(), speeds.data(), forces.data()); }, [&] { return checksum(speeds); }, 1,
        [&] { places = problem.places, speeds = problem.speeds; });
}
