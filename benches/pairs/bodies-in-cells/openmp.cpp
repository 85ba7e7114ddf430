#include "problem.hpp"

// The bodies of a cell in an order for vectors.
struct Columns {
    float x[BODIES_IN_CELL], y[BODIES_IN_CELL], z[BODIES_IN_CELL], charge[BODIES_IN_CELL];
};

static void add(const Columns &theirs, const Body &mine, Body &force) {
    float x = 0, y = 0, z = 0, all = 0;
#pragma omp simd reduction(+ : x, y, z, all)
    for (int j = 0; j < BODIES_IN_CELL; j++) {
        const float dx = mine.x - theirs.x[j], dy = mine.y - theirs.y[j], dz = mine.z - theirs.z[j];
        const float potential = theirs.charge[j] * std::exp(-2 * FALL_OFF * FALL_OFF * (dx * dx + dy * dy + dz * dz));
        x += potential * dx, y += potential * dy, z += potential * dz, all += potential;
    }
    force.x += x, force.y += y, force.z += z, force.charge += all;
}

static void interact(const Problem &problem, std::vector<Columns> &columns, Body *forces) {
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int cell = 0; cell < problem.cells; cell++)
            for (int i = 0; i < BODIES_IN_CELL; i++) {
                const Body &body = problem.bodies[cell * BODIES_IN_CELL + i];
                columns[cell].x[i] = body.x, columns[cell].y[i] = body.y, columns[cell].z[i] = body.z, columns[cell].charge[i] = body.charge;
            }
#pragma omp for schedule(dynamic)
        for (int cell = 0; cell < problem.cells; cell++)
            for (int k = 0; k < NEIGHBOURS; k++) {
                const int other = problem.neighbours[cell * NEIGHBOURS + k];
                if (other < 0) continue;
                for (int i = cell * BODIES_IN_CELL; i < (cell + 1) * BODIES_IN_CELL; i++) add(columns[other], problem.bodies[i], forces[i]);
            }
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<Columns> columns(problem.cells);
    std::vector<Body> forces;
    measure(
        "bodies-in-cells", [&] { interact(problem, columns, forces.data()); }, [&] { return checksum(forces); }, 1,
        [&] { forces.assign(problem.bodies.size(), Body{}); });
}
