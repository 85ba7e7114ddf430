// What the programs of this folder share: each case is one statement about the runtime API, under a group of HIP's reference,
// and prints `ok GROUP: STATEMENT` or `not ok GROUP: STATEMENT`. tests/api.rs reads the statements from the sources too, so that
// a case that is never reached counts as failed; statements are literals, and each is there once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// The same program runs on CUDA itself, whose documents name other errors in places.
#ifdef __HIP_PLATFORM_AMD__
#define HIP_OR_CUDA(hip, cuda) hip
#else
#define HIP_OR_CUDA(hip, cuda) cuda
#endif

// A statement, and whether it holds.
#define CASE(group, statement, condition) report_case(group, statement, condition)
// A statement about a call, and the code that it is to give.
#define GIVES(group, statement, call, code) report_code(group, statement, static_cast<int>(call), static_cast<int>(code))
// What cases need before they can say anything.
#define NEED(call)                                                                               \
    do {                                                                                         \
        const int code_ = static_cast<int>(call);                                                \
        if (code_ != 0) {                                                                        \
            std::printf("line %d: %s gives %d\nFAIL\n", __LINE__, #call, code_);                 \
            std::exit(1);                                                                        \
        }                                                                                        \
    } while (0)

static int failed_cases;

static inline void report_case(const char *group, const char *statement, bool holds) {
    std::printf("%s %s: %s\n", holds ? "ok" : "not ok", group, statement);
    std::fflush(stdout);
    failed_cases += !holds;
}

static inline void report_code(const char *group, const char *statement, int got, int wanted) {
    if (got != wanted) std::printf("# it gives %d, not %d:\n", got, wanted);
    report_case(group, statement, got == wanted);
}

// The last line, and the exit status.
static inline int end_of_cases(const char *program) {
    std::printf("%s %s\n", failed_cases ? "FAIL" : "PASS", program);
    return failed_cases != 0;
}
