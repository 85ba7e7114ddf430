// Where a work-item stands, in AMDGCN's words.
#ifndef HIPIFY_AMDGCN_PLACE_H
#define HIPIFY_AMDGCN_PLACE_H

#include <hip/hipify/intrinsics.h>

#define HIPIFY_AMDGCN_PLACE(axis)                                                                                           \
    HIPIFY_DEVICE unsigned int __builtin_amdgcn_workitem_id_##axis() { return __hipify_thread_##axis(); }                 \
    HIPIFY_DEVICE unsigned int __builtin_amdgcn_workgroup_id_##axis() { return __hipify_block_##axis(); }                 \
    HIPIFY_DEVICE unsigned short __builtin_amdgcn_workgroup_size_##axis() {                                               \
        return static_cast<unsigned short>(__hipify_block_dim_##axis());                                                  \
    }                                                                                                                     \
    /* In work-items. */                                                                                                  \
    HIPIFY_DEVICE unsigned int __builtin_amdgcn_grid_size_##axis() {                                                      \
        return __hipify_grid_dim_##axis() * __hipify_block_dim_##axis();                                                  \
    }
HIPIFY_AMDGCN_PLACE(x)
HIPIFY_AMDGCN_PLACE(y)
HIPIFY_AMDGCN_PLACE(z)
#undef HIPIFY_AMDGCN_PLACE

HIPIFY_DEVICE unsigned int __builtin_amdgcn_wavefrontsize() { return __hipify_warp_size(); }

#endif
