// Votes of a block without optimisation for gfx10 and later, where those of AMD's device library do not compile: it asks for the
// processor's version as it runs, and without optimisation the instructions for older processors stay, which clang refuses
// ("wavefront shifts are not supported on GFX10+"). With optimisation AMD's are left alone.
#ifndef HIPIFY_BLOCK_VOTES_H
#define HIPIFY_BLOCK_VOTES_H

#if !defined(__OPTIMIZE__) && (defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__))
namespace hipify_supplement {
HIPIFY_DEVICE void synchronize_block() {
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
}
HIPIFY_DEVICE int count_of_block(bool predicate) {
    static __attribute__((shared)) int count;
    if ((__builtin_amdgcn_workitem_id_x() | __builtin_amdgcn_workitem_id_y() | __builtin_amdgcn_workitem_id_z()) == 0) count = 0;
    synchronize_block();
    if (predicate) __hip_atomic_fetch_add(&count, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
    synchronize_block();
    int result = count;
    // Nobody may clear the count for a next call before all have read it.
    synchronize_block();
    return result;
}
}  // namespace hipify_supplement

HIPIFY_PREFERRED int __syncthreads_count(int predicate) { return hipify_supplement::count_of_block(predicate != 0); }
HIPIFY_PREFERRED int __syncthreads_or(int predicate) { return hipify_supplement::count_of_block(predicate != 0) != 0; }
HIPIFY_PREFERRED int __syncthreads_and(int predicate) { return hipify_supplement::count_of_block(predicate == 0) == 0; }
#endif

#endif
