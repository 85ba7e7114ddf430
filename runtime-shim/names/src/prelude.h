// The number of arguments of a call, as a part of a macro's name.
#ifndef HIPIFY_BY_COUNT
#define HIPIFY_COUNT_OF(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, count, ...) count
#define HIPIFY_COUNT(...) HIPIFY_COUNT_OF(__VA_ARGS__, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define HIPIFY_JOINED(start, end) start##_##end
#define HIPIFY_JOIN(start, end) HIPIFY_JOINED(start, end)
#define HIPIFY_BY_COUNT(name, ...) HIPIFY_JOIN(name, HIPIFY_COUNT(__VA_ARGS__))(__VA_ARGS__)
#endif
