#pragma once

// Names for the profiler's time line, where its header is there.
#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
struct Range {
    explicit Range(const char *name) { nvtxRangePushA(name); }
    ~Range() { nvtxRangePop(); }
};
#else
struct Range {
    explicit Range(const char *) {}
    ~Range() {}
};
#endif
