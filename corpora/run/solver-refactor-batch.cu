// cuSOLVER's refactorisation of a batch of matrices with one pattern, a singular one among them.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSOLVER)
// flags: -lhipsolver
// nvcc: none, cusolverRfBatchAnalyze of cuSOLVER 12 and 13 ends the process, for every input that was tried in public
#include "refactor.h"

int main() {
    Verdict verdict("solver-refactor-batch");
    const int batch = 3;
    std::vector<Rows> all;
    for (int member = 0; member < batch; member++) all.push_back(matrix(member));
    Rows &a = all[0], lower = places(true, true), upper = places(false, true);
    Numbers p = rotated(0), q = rotated(shift);
    const auto b = random_reals<double>(n, 3);
    const Array<int> starts(a.starts), others(a.others), dp(p), dq(q);
    std::vector<double *> on_host, on_device, sides;
    std::vector<Array<double> *> owned;
    for (auto &member : all) {
        on_host.push_back(member.values.data());
        owned.push_back(new Array<double>(member.values)), on_device.push_back(owned.back()->p);
        owned.push_back(new Array<double>(b)), sides.push_back(owned.back()->p);
    }
    const Array<double *> values(on_device), unknowns(sides);
    Array<double> room(2 * batch * n);
    cusolverRfHandle_t handle;
    SOLVER(cusolverRfCreate(&handle));
    SOLVER(cusolverRfBatchSetupHost(batch, n, a.count(), a.starts.data(), a.others.data(), on_host.data(), lower.count(),
                                    lower.starts.data(), lower.others.data(), lower.values.data(), upper.count(), upper.starts.data(),
                                    upper.others.data(), upper.values.data(), p.data(), q.data(), handle));
    CHECK(cudaDeviceSynchronize());
    SOLVER(cusolverRfBatchAnalyze(handle));
    CHECK(cudaDeviceSynchronize());
    SOLVER(cusolverRfBatchResetValues(batch, n, a.count(), starts.p, others.p, values.p, dp.p, dq.p, handle));
    SOLVER(cusolverRfBatchRefactor(handle));
    Numbers pivots(batch, 7);
    SOLVER(cusolverRfBatchZeroPivot(handle, pivots.data()));
    verdict.same("no pivot is zero", pivots, Numbers(batch, -1));
    SOLVER(cusolverRfBatchSolve(handle, dp.p, dq.p, 1, room.p, n, unknowns.p, n));
    CHECK(cudaDeviceSynchronize());
    for (int member = 0; member < batch; member++) solved(verdict, "a batch", owned[2 * member + 1]->host(), b, member);

    // The second matrix is zero, which the factorisation does not tell and the question for pivots does.
    CHECK(cudaMemset(on_device[1], 0, a.count() * sizeof(double)));
    SOLVER(cusolverRfBatchResetValues(batch, n, a.count(), starts.p, others.p, values.p, dp.p, dq.p, handle));
    SOLVER(cusolverRfBatchRefactor(handle));
    const auto status = cusolverRfBatchZeroPivot(handle, pivots.data());
    verdict.same("a pivot is zero", static_cast<int>(status), static_cast<int>(CUSOLVER_STATUS_ZERO_PIVOT));
    verdict.same("the pivots that are zero", pivots, Numbers{-1, 0, -1});
    SOLVER(cusolverRfDestroy(handle));
    for (const auto *memory : owned) delete memory;
    return verdict.end();
}
