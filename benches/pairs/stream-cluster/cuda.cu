#include "problem.hpp"
#include "../device.cuh"

constexpr int THREADS = 256;

// What each point would gain from a centre at `candidate`; points that would move are marked, the others count for their centre.
__global__ void gains(const float *places, int points, int candidate, const float *cost, const int *centre, char *moves, float *gain, float *loss) {
    __shared__ float there[DIMENSIONS], sum[THREADS];
    const int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    if (t < DIMENSIONS) there[t] = places[t * points + candidate];
    __syncthreads();
    float mine = 0;
    if (i < points) {
        float distance = 0;
        for (int d = 0; d < DIMENSIONS; d++) {
            const float away = places[d * points + i] - there[d];
            distance += away * away;
        }
        const bool nearer = distance < cost[i];
        moves[i] = nearer;
        if (nearer)
            mine = cost[i] - distance;
        else
            atomicAdd(&loss[centre[i]], distance - cost[i]);
    }
    sum[t] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half) sum[t] += sum[t + half];
        __syncthreads();
    }
    if (t == 0) atomicAdd(gain, sum[0]);
}

// Opens the candidate: points move to it that are nearer, or whose centre closes.
__global__ void reassign(const float *places, int points, int candidate, const char *moves, const char *closes, float *cost, int *centre, int number) {
    __shared__ float there[DIMENSIONS];
    const int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    if (t < DIMENSIONS) there[t] = places[t * points + candidate];
    __syncthreads();
    if (i >= points || !(moves[i] || closes[centre[i]])) return;
    float distance = 0;
    for (int d = 0; d < DIMENSIONS; d++) {
        const float away = places[d * points + i] - there[d];
        distance += away * away;
    }
    cost[i] = distance;
    centre[i] = number;
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    const int n = problem.points, most = problem.candidates + 1;
    const unsigned grid = blocks(n, THREADS);
    DeviceArray<float> places(problem.places.size()), cost(n), gain(1), loss(most);
    DeviceArray<int> centre(n);
    DeviceArray<char> moves(n), closes(most);
    std::vector<float> costs(n), losses(most), gained(1);
    std::vector<char> is_open, closed(most);
    measure(
        "stream-cluster",
        [&] {
            places.upload(problem.places);
            is_open.assign(most, 0);
            is_open[0] = 1;
            centre.clear();
            // All points move to the first.
            CHECK(cudaMemset(moves.data(), 1, n));
            closes.clear();
            reassign<<<grid, THREADS>>>(places.data(), n, 0, moves.data(), closes.data(), cost.data(), centre.data(), 0);
            for (int number = 1; number < most; number++) {
                const int candidate = problem.candidate(number);
                gain.clear();
                loss.clear();
                gains<<<grid, THREADS>>>(places.data(), n, candidate, cost.data(), centre.data(), moves.data(), gain.data(), loss.data());
                gain.download(gained);
                loss.download(losses);
                float total = gained[0] - problem.price;
                for (int c = 0; c < number; c++) {
                    closed[c] = is_open[c] && losses[c] < problem.price;
                    if (closed[c]) total += problem.price - losses[c];
                }
                if (total <= 0) continue;
                closes.upload(closed);
                reassign<<<grid, THREADS>>>(places.data(), n, candidate, moves.data(), closes.data(), cost.data(), centre.data(), number);
                for (int c = 0; c < number; c++)
                    if (closed[c]) is_open[c] = 0;
                is_open[number] = 1;
            }
            CHECK(cudaGetLastError());
            cost.download(costs);
        },
        [&] { return sum(costs) + problem.price * sum(is_open); });
}
