// Cooperative groups of every kind, passed by value, cut further, asked and folded.
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int sum(cg::thread_group g, int *p) { g.sync(); return g.size() + g.thread_rank() + p[0]; }
template <int N> __device__ float w(cg::thread_block_tile<N> t, float v) { return cg::reduce(t, v, cg::plus<float>()); }
__global__ void k(int *p, float *f) {
  cg::thread_block b = cg::this_thread_block(); auto g = cg::this_grid(); g.sync(); cg::sync(b); b.sync();
  auto t = cg::tiled_partition<32>(b); cg::thread_block_tile<32> t2 = t; auto q = cg::tiled_partition<8>(t);
  p[1] = t.shfl_down(p[2], 4) + q.meta_group_rank() + t.any(3) + t.ballot(2) + cg::reduce(t, 3, cg::plus<int>()) + t2.size();
  f[0] = w<32>(t, f[1]); f[1] = w<8>(q, 3);
  cg::coalesced_group c = cg::coalesced_threads(); p[3] = c.shfl(p[2], 0) + c.size(); p[4] = cg::inclusive_scan(t, p[3]) + cg::exclusive_scan(c, p[3], cg::plus<int>());
  auto l = cg::labeled_partition(t, p[3] % 3); auto bp = cg::binary_partition(c, p[3] > 2); p[5] = l.size() + bp.thread_rank();
  p[6] = sum(b, p) + sum(cg::tiled_partition(b, 16), p) + sum(t, p) + sum(c, p); p[7] = g.thread_rank() + b.group_index().x + b.thread_index().x;
  __shared__ int s[32]; cg::memcpy_async(b, s, p, sizeof(int) * 32); cg::wait(b); p[8] = cg::reduce(t, 3u, cg::less<unsigned>());
  cg::invoke_one(b, [&] { p[0] = 2; }); p[9] = t.match_any(3); t.sync();
}
