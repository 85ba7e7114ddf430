// Marks and ranges for profilers, as ROCm's roctx has them: the runtime counts ranges, and no profiler reads them.
#ifndef HIPIFY_ROCTRACER_ROCTX_H
#define HIPIFY_ROCTRACER_ROCTX_H

#include <stdint.h>

#define ROCTX_VERSION_MAJOR 4
#define ROCTX_VERSION_MINOR 1

typedef uint64_t roctx_range_id_t;

#ifdef __cplusplus
extern "C" {
#endif

uint32_t roctx_version_major(void);
uint32_t roctx_version_minor(void);

void roctxMarkA(const char *message);
// Ranges of a thread nest: their levels count from 0, and -1 is an end without a start.
int roctxRangePushA(const char *message);
int roctxRangePop(void);
// Ranges of the process, by numbers that are never used again.
roctx_range_id_t roctxRangeStartA(const char *message);
void roctxRangeStop(roctx_range_id_t id);

#ifdef __cplusplus
}
#endif

#define roctxMark(message) roctxMarkA(message)
#define roctxRangePush(message) roctxRangePushA(message)
#define roctxRangeStart(message) roctxRangeStartA(message)

#include <hip/hipify/nvtx.h>

#endif
