#include "problem.hpp"
#include "../device.cuh"

// A block has a cell, a thread a body of it; the bodies of each neighbour are brought into shared memory in turn.
__global__ void interact(const float4 *bodies, const int *neighbours, float4 *forces) {
    __shared__ float4 theirs[BODIES_IN_CELL];
    const int t = threadIdx.x, cell = blockIdx.x;
    const float4 mine = bodies[cell * BODIES_IN_CELL + t];
    float4 force = make_float4(0, 0, 0, 0);
    for (int k = 0; k < NEIGHBOURS; k++) {
        const int other = neighbours[cell * NEIGHBOURS + k];
        if (other < 0) continue;
        theirs[t] = bodies[other * BODIES_IN_CELL + t];
        __syncthreads();
        for (int j = 0; j < BODIES_IN_CELL; j++) {
            const float dx = mine.x - theirs[j].x, dy = mine.y - theirs[j].y, dz = mine.z - theirs[j].z;
            const float potential = theirs[j].w * expf(-2 * FALL_OFF * FALL_OFF * (dx * dx + dy * dy + dz * dz));
            force.x += potential * dx;
            force.y += potential * dy;
            force.z += potential * dz;
            force.w += potential;
        }
        __syncthreads();
    }
    forces[cell * BODIES_IN_CELL + t] = force;
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    static_assert(sizeof(Body) == sizeof(float4), "the same four numbers");
    DeviceArray<Body> bodies(problem.bodies.size()), forces(problem.bodies.size());
    DeviceArray<int> neighbours(problem.neighbours.size());
    std::vector<Body> result(problem.bodies.size());
    measure(
        "bodies-in-cells",
        [&] {
            bodies.upload(problem.bodies);
            neighbours.upload(problem.neighbours);
            interact<<<problem.cells, BODIES_IN_CELL>>>(reinterpret_cast<const float4 *>(bodies.data()), neighbours.data(), reinterpret_cast<float4 *>(forces.data()));
            CHECK(cudaGetLastError());
            forces.download(result);
        },
        [&] { return checksum(result); });
}
